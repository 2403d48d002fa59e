"""Ten thousand random constraints against all assignments: PySAT's solver says which assignments of
the literals satisfy the clauses, and arithmetic says which should."""

import itertools
import random

import pytest

import quarrel_encodings as q
from quarrel_encodings import Formula, Group, Integer

solvers = pytest.importorskip("pysat.solvers")

HOLDS = {"<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b, "==": lambda a, b: a == b}
METHODS = {"at_most": "<=", "at_least": ">=", "exactly": "=="}
NAMES = {kind: [row.name for row in q.encodings(kind)]
         for kind in ("at-most-one", "cardinality", "weighted", "parity", "integer")}


def literals(draw, n):
    """Draws literals of the first n variables, some of them repeated or opposite."""
    lits = list(range(1, n + 1))
    lits += [draw.choice(lits) for _ in range(draw.choice([0, 0, 0, 1, 2]))]
    draw.shuffle(lits)
    return [draw.choice([1, 1, -1]) * lit for lit in lits]


def weight(draw):
    """Draws a weight: small, zero, negative or large."""
    return draw.choice([1, 1, 2, 3, 5, 0, -1, -4, draw.randrange(-9, 30), 10**20])


def value(lits, x):
    """The values of literals."""
    return [(lit > 0) == x[abs(lit) - 1] for lit in lits]


def at_most_one(draw, f, n):
    lits = literals(draw, n)
    write = draw.choice(["at_most_one", "exactly_one"])
    getattr(f, write)(lits, encoding=draw.choice(NAMES["at-most-one"]))
    return lambda x: sum(value(lits, x)) <= 1 and (write == "at_most_one" or any(value(lits, x)))


def cardinality(draw, f, n):
    lits = literals(draw, n)
    write = draw.choice(list(METHODS))
    k = draw.randrange(len(lits) + 2)
    getattr(f, write)(lits, k, encoding=draw.choice(NAMES["cardinality"]))
    return lambda x: HOLDS[METHODS[write]](sum(value(lits, x)), k)


def parity(draw, f, n):
    lits = literals(draw, n)
    word = draw.choice(["even", "odd"])
    f.parity(lits, word, encoding=draw.choice(NAMES["parity"]))
    return lambda x: sum(value(lits, x)) % 2 == (word == "odd")


def weighted(draw, f, n):
    terms = [(lit, weight(draw)) for lit in literals(draw, n)]
    relation = draw.choice(list(HOLDS))
    total = lambda x: sum(w for (lit, w) in terms if value([lit], x)[0])
    # Most bounds are sums that some assignment has, or nearly.
    bound = total([draw.random() < 0.5 for _ in range(n)]) + draw.choice([0, 0, 1, -1])
    write(f, terms, relation, bound, draw.choice(NAMES["weighted"]))
    return lambda x: HOLDS[relation](total(x), bound)


def write(f, terms, relation, bound, encoding):
    """Writes a sum. If its weights are too large for an encoding, the adder writes it."""
    before = (f.top, f.size)
    try:
        f.weighted(terms, relation, bound, encoding=encoding)
    except q.Refusal as refusal:
        assert encoding in str(refusal) and (f.top, f.size) == before
        f.weighted(terms, relation, bound, encoding="adder")


def grouped(draw, f, n):
    half = n // 2
    first, second = list(range(1, half + 1)), list(range(half + 1, n + 1))
    light = sorted(draw.randrange(9) for _ in second)
    exclusive = [(lit, draw.randrange(9)) for lit in first]
    f.at_most_one(first)
    for low, high in zip(second, second[1:]):
        f.add([low, -high])
    relation = draw.choice(list(HOLDS))
    bound = draw.randrange(18)
    groups = [Group.at_most_one(exclusive), Group.chain(zip(second, light))]
    f.weighted(groups, relation, bound, encoding=draw.choice(NAMES["weighted"]))

    def holds(x):
        chain = x[half:]
        if sum(x[:half]) > 1 or any(b and not a for a, b in zip(chain, chain[1:])):
            return False
        total = sum(w for lit, w in exclusive if x[lit - 1])
        total += max([w for w, v in zip(light, chain) if v], default=0)
        return HOLDS[relation](total, bound)

    return holds


def integers(draw, f, n):
    """An integer whose value is bounded by literals: x = i is excluded unless literal i is true."""
    encoding = draw.choice(NAMES["integer"])
    least = draw.randrange(-3, 3)
    x = Integer(f, least, least + draw.randrange(6), encoding=encoding)
    factor = draw.choice([1, 2, 3, -1, -2])
    terms = [(lit, draw.randrange(-2, 4)) for lit in range(1, n + 1)]
    relation = draw.choice(list(HOLDS))
    bound = draw.randrange(-6, 12)
    f.weighted([(x, factor), *terms], relation, bound, encoding=draw.choice(NAMES["weighted"]))

    def holds(values):
        rest = sum(w for lit, w in terms if values[lit - 1])
        return any(HOLDS[relation](factor * v + rest, bound) for v in range(x.least, x.most + 1))

    return holds


KINDS = [at_most_one, cardinality, parity, weighted, weighted, grouped, integers]


@pytest.mark.parametrize("seed", range(100))
def test_random_constraints(seed):
    draw = random.Random(seed)
    for _ in range(100):
        n = draw.randrange(1, 6)
        f = Formula(n)
        guard = draw.random() < 0.2 and f.new()
        kind = draw.choice(KINDS)
        if guard:
            with f.only_if(guard):
                holds = kind(draw, f, n)
        else:
            holds = kind(draw, f, n)
        flat = f.array().tolist()
        clauses = f.clauses()
        assert flat == [number for clause in clauses for number in [*clause, 0]]
        assert all(abs(number) <= f.top for number in flat)
        with solvers.Cadical195(bootstrap_with=[clause for clause in clauses if clause]) as solver:
            for x in itertools.product([False, True], repeat=n):
                known = [var if true else -var for var, true in enumerate(x, 1)]
                for on in ([guard, -guard] if guard else [None]):
                    lits = known + [on] if on else known
                    satisfied = all(clauses) and solver.solve(assumptions=lits)
                    expected = holds(x) or (on is not None and on < 0)
                    assert satisfied == expected, (seed, kind.__name__, x, on, clauses)
