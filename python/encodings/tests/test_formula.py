"""The class `Formula`, its counters, integers and guards."""

import subprocess
import sys

import pytest

import quarrel_encodings as q
from quarrel_encodings import Counter, Formula, Group, Integer, Weigher


def test_variables_are_numbered_once():
    f = Formula()
    x = f.new(20)
    f.at_most(x, 3)
    after = f.top
    assert after > 20
    assert f.new() == after + 1
    assert f.new(0) == range(after + 2, after + 2)
    assert Formula(7).new(2) == range(8, 10)


def test_lists_and_arrays_are_the_same_clauses():
    f = Formula(9)
    for write in (
        lambda: f.add([1, -2, 3]),
        lambda: f.add([]),
        lambda: f.at_most(range(1, 10), 4),
        lambda: f.add([-9]),
    ):
        write()
    lists = f.clauses()
    assert len(lists) == len(f) == f.size.clauses
    assert sum(map(len, lists)) == f.size.literals
    flat = [number for clause in lists for number in [*clause, 0]]
    array = f.array()
    assert array.tolist() == flat
    assert (array.format, array.itemsize, array.readonly) == ("i", 4, False)
    for start in (0, 1, 2, len(f) - 1, len(f), len(f) + 5):
        assert f.clauses(start) == lists[start:]
        assert f.array(start).tolist() == [n for clause in lists[start:] for n in [*clause, 0]]


def test_numpy_sees_the_array_without_a_copy():
    numpy = pytest.importorskip("numpy")
    f = Formula(3)
    f.add([1, -2])
    memory = f.array()
    array = numpy.asarray(memory)
    assert array.dtype == numpy.int32
    array[0] = 3
    assert memory.tolist() == [3, -2, 0]


def test_numpy_is_not_imported(tmp_path):
    code = "import sys, quarrel_encodings as q; q.at_most([1, 2], 1, top=2).array(); " \
        "assert not {'numpy', 'pysat'} & set(sys.modules), sys.modules"
    # In a folder without a package of that name.
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)


def test_a_refusal_leaves_the_formula_as_it_was():
    f = Formula(40)
    f.add([1, 2])
    before = (f.top, f.size, f.clauses())
    with pytest.raises(q.Refusal, match="direct"):
        f.parity(range(1, 41), "odd", encoding="direct")
    with pytest.raises(q.Refusal):
        f.weighted([(v, 1 << v) for v in range(1, 41)], "<=", 1 << 39, encoding="repeat")
    full = Formula(2**31 - 10)
    with pytest.raises(q.Refusal, match="no variable is left"):
        full.at_most(range(1, 50), 20)
    assert (full.top, len(full)) == (2**31 - 10, 0)
    assert (f.top, f.size, f.clauses()) == before


def test_an_iterable_may_make_variables():
    f = Formula()
    f.at_most((f.new() for _ in range(6)), 2)
    assert f.top > 6 and len(f) > 0


def test_guards(models):
    f = Formula(4)
    with f.only_if(4):
        f.at_least([1, 2, 3], 2)
        with f.only_if(-1):
            f.add([])
        f.soft([2], 5)
    f.add([1, 2])
    assert f.clauses()[-1] == [1, 2]
    for *x, guard in models(f.clauses(), 4):
        assert x[0] or x[1]
        assert not guard or (sum(x) >= 2 and x[0])
    # Without the guard, x3 is free; with it, two of three are true, x1 among them.
    assert len(models(f.clauses(), 4)) == 3 * 2 + 3
    with pytest.raises(ZeroDivisionError), f.only_if(4):
        1 / 0
    f.add([3])
    assert f.clauses()[-1] == [3]
    guard = f.only_if(1)
    with guard, pytest.raises(RuntimeError, match="entered already"):
        guard.__enter__()


def test_integers_and_counters_are_not_guarded(models):
    f = Formula(2)
    with f.only_if(2):
        x = Integer(f, 0, 3)
        counter = Counter(f, [1, *x.order])
        bound = counter.at_most(2)
        written = len(f)
        f.weighted([(x, 1)], ">=", 2)
    assert len(bound) == 1
    assert [-x.order[1], x.order[0]] in f.clauses()
    assert all(-2 not in clause for clause in f.clauses()[:written])
    assert all(-2 in clause for clause in f.clauses(written)) and len(f) > written


@pytest.mark.parametrize("encoding", [row.name for row in q.encodings("cardinality")])
def test_a_counter_tightens_on_a_live_solver(encoding):
    solvers = pytest.importorskip("pysat.solvers")
    f = Formula()
    x = f.new(7)
    counter = Counter(f, x, encoding=encoding)
    assert counter.most == 7
    known = 0
    with solvers.Solver() as solver:
        for k in (5, 3, 4, 0, 7, 6):
            for lits, holds in ((counter.at_most(k), range(k + 1)),
                                (counter.at_least(k), range(k, 8))):
                solver.append_formula(f.clauses(known))
                known = len(f)
                for count in range(8):
                    fixed = [v if v <= count else -v for v in x]
                    assert solver.solve(assumptions=[*fixed, *lits]) == (count in holds)


@pytest.mark.parametrize("row", q.encodings("weighted"), ids=lambda row: row.name)
def test_a_weigher_tightens_on_a_live_solver(row):
    solvers = pytest.importorskip("pysat.solvers")
    f = Formula()
    x = f.new(4)
    weights = [3, -2, 5, 4]
    weigher = Weigher(f, zip(x, weights), encoding=row.name)
    assert weigher.most == 12
    known = 0
    with solvers.Solver() as solver:
        for bound in (11, 6, 3, 0, -1, -2, -3, 12, 30):
            for lits, holds in ((weigher.at_most(bound), lambda s: s <= bound),
                                (weigher.at_least(bound), lambda s: s >= bound)):
                solver.append_formula(f.clauses(known))
                known = len(f)
                for bits in range(16):
                    fixed = [v if bits >> i & 1 else -v for i, v in enumerate(x)]
                    total = sum(w for i, w in enumerate(weights) if bits >> i & 1)
                    assert solver.solve(assumptions=[*fixed, *lits]) == holds(total)


@pytest.mark.parametrize("encoding", [row.name for row in q.encodings("integer")])
def test_integers(encoding):
    solvers = pytest.importorskip("pysat.solvers")
    f = Formula()
    x, y = (Integer(f, least, most, encoding=encoding) for least, most in ((2, 5), (-1, 1)))
    z = Integer(f, 9, 9, encoding=encoding)
    before = len(f)
    f.weighted([(x, 2), (y, -3), (z, 1)], "<=", 17)
    assert (x.least, x.most, z.most) == (2, 5, 9)
    found = set()
    literals = [*x.order, *x.direct, *x.digits, *y.order, *y.direct, *y.digits]
    with solvers.Solver(bootstrap_with=f.clauses()) as solver:
        while solver.solve():
            model = set(solver.get_model())
            found.add((x.value(model), y.value(model), z.value(model)))
            solver.add_clause([-lit if lit in model else lit for lit in literals])
    expected = {(a, b, 9) for a in range(2, 6) for b in (-1, 0, 1) if 2 * a - 3 * b + 9 <= 17}
    assert found == expected
    assert len(f) > before


def test_groups_make_clauses_fewer(models):
    terms = [(lit, weight) for lit, weight in zip(range(1, 7), (3, 5, 7, 2, 6, 4))]
    groups = [Group.at_most_one(terms[:3]), Group.chain(sorted(terms[3:], key=lambda t: t[1]))]
    plain, grouped = Formula(6), Formula(6)
    plain.weighted(terms, "<=", 11)
    for f in (plain, grouped):
        f.at_most_one([1, 2, 3])
        for low, high in ((4, 6), (6, 5)):
            f.add([-high, low])
    grouped.weighted(groups, "<=", 11)
    # In a chain, the weight of the last true literal counts.
    expected = []
    for x in models(grouped.clauses(), 6):
        expected.append(x)
        chain = max([w for v, w in terms[3:] if x[v - 1]], default=0)
        assert sum(w for v, w in terms[:3] if x[v - 1]) + chain <= 11
    # Of four values each, only 7 + 6 is too heavy.
    assert len(expected) == 4 * 4 - 1
    assert len(grouped) < len(plain)


def test_forecasts_count_what_is_written():
    def write(f):
        f.at_most(f.new(50), 20, encoding="sequential")
        f.weighted([(v, v) for v in range(1, 30)], ">=", 200)
        Counter(f, range(1, 20)).at_most(7)
        Integer(f, 0, 50)

    f = Formula(10)
    write(f)
    size = q.forecast(write, top=10)
    assert size == q.Size(f.top - 10, f.size.clauses, f.size.literals)
    assert hash(size) == hash(q.Size(f.top - 10, f.size.clauses, f.size.literals))
    assert q.forecast(write, top=10, most=size.clauses) == size
    assert q.forecast(write, top=10, most=size.clauses - 1) is None
    assert q.forecast(lambda f: f.at_most_one(range(1, 5_001)), top=5_000) == q.Size(
        0, 5_000 * 4_999 // 2, 5_000 * 4_999
    )
    with pytest.raises(q.Refusal, match="keeps no clauses"):
        q.forecast(lambda f: f.clauses())
    with pytest.raises(ZeroDivisionError):
        q.forecast(lambda f: 1 / 0)


def test_pysat_gets_its_own_objects():
    formula = pytest.importorskip("pysat.formula")
    f = Formula(5)
    f.add([1, -2])
    cnf = f.to_pysat()
    assert type(cnf) is formula.CNF
    assert (cnf.clauses, cnf.nv) == ([[1, -2]], 5)
    f.soft([-1], 10**20)
    f.soft([2])
    wcnf = f.to_pysat()
    assert type(wcnf) is formula.WCNF
    assert (wcnf.hard, wcnf.soft, wcnf.wght, wcnf.nv) == ([[1, -2]], [[-1], [2]], [10**20, 1], 5)


def test_functions_return_what_the_methods_write():
    x = range(1, 8)
    for name, arguments in (
        ("at_most_one", (x,)),
        ("exactly_one", (x,)),
        ("at_most", (x, 3)),
        ("at_least", (x, 3)),
        ("exactly", (x, 3)),
        ("parity", (x, "odd")),
        ("weighted", ([(v, v) for v in x], "==", 9)),
    ):
        f = Formula(10)
        getattr(f, name)(*arguments)
        assert getattr(q, name)(*arguments, top=10).clauses() == f.clauses() != []
        with pytest.raises(TypeError, match="top"):
            getattr(q, name)(*arguments)


def test_blocks_end_in_reverse_order():
    f = Formula(9)
    first, second = f.only_if(1), f.only_if(2)
    first.__enter__()
    second.__enter__()
    with pytest.raises(RuntimeError, match="entered last ends first"):
        first.__exit__(None, None, None)
    f.add([5])
    second.__exit__(None, None, None)
    first.__exit__(None, None, None)
    f.add([6])
    assert f.clauses() == [[-1, -2, 5], [6]]
