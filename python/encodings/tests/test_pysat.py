"""The modules that stand in for PySAT's, beside PySAT's own."""

import itertools
import random

import pytest

pysat_card = pytest.importorskip("pysat.card")

from pysat.formula import CNFPlus, IDPool  # noqa: E402
from pysat.solvers import Solver  # noqa: E402

from quarrel_encodings import pysat as drop_in  # noqa: E402
from quarrel_encodings.pysat import card, pb  # noqa: E402

COMMON = ["seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer"]
PB_COMPARATORS = {"leq": lambda a, b: a <= b, "geq": lambda a, b: a >= b,
                  "equals": lambda a, b: a == b}
RELATIONS = {"atmost": lambda a, b: a <= b, "atleast": lambda a, b: a >= b,
             "equals": lambda a, b: a == b}


def size(cnf):
    """The numbers of variables and of clauses."""
    return cnf.nv, len(cnf.clauses)


def test_names_and_numbers_are_those_of_pysat():
    theirs = {n: v for n, v in vars(pysat_card.EncType).items() if not n.startswith("_")}
    ours = {n: v for n, v in vars(card.EncType).items() if not n.startswith("_")}
    assert ours == theirs
    names = ["best", "bdd", "seqcounter", "sortnetwrk", "adder", "binmerge", "native", "watchdog",
             "totalizer", "mixedradix"]
    assert {n: v for n, v in vars(pb.EncType).items() if not n.startswith("_")} == {
        name: number for number, name in enumerate(names)}
    assert card.NoSuchEncodingError is pysat_card.NoSuchEncodingError
    assert card.UnsupportedBound is pysat_card.UnsupportedBound


def outcome(call):
    """What a call raises, or the class of what it returns."""
    try:
        return type(call())
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("relation", RELATIONS)
def test_exceptions_are_those_of_pysat(relation):
    for encoding in (-1, 10, 99, *range(10)):
        for n in range(0, 6):
            for bound in (-2, -1, 0, 1, 2, n - 1, n, n + 1):
                lits = list(range(1, n + 1))
                for arguments in ({}, {"top_id": 9}, {"vpool": IDPool()},
                                  {"top_id": 3, "vpool": IDPool()}):
                    results = {
                        outcome(lambda: getattr(module.CardEnc, relation)(
                            lits, bound=bound, encoding=encoding, **arguments))
                        for module in (pysat_card, card)}
                    assert len(results) == 1, (relation, encoding, n, bound, arguments, results)


@pytest.mark.parametrize("relation", RELATIONS)
def test_bounds_and_native_constraints_mean_what_pysats_do(relation):
    for n, bound in itertools.product(range(1, 6), range(-1, 7)):
        lits = [v if v % 2 else -v for v in range(1, n + 1)]
        for encoding in range(9):
            try:
                ours = getattr(card.CardEnc, relation)(lits, bound=bound, encoding=encoding)
            except (ValueError, card.UnsupportedBound):
                continue
            assert isinstance(ours, CNFPlus)
            assert all(abs(lit) <= ours.nv for clause in ours.clauses for lit in clause)
            with Solver(bootstrap_with=ours.clauses) as solver:
                for values in itertools.product([1, -1], repeat=n):
                    lits_of = [value * v for v, value in enumerate(values, 1)]
                    count = sum(lit in lits_of for lit in lits)
                    assert solver.solve(assumptions=lits_of) == RELATIONS[relation](count, bound)
        if 0 <= bound <= n:
            ours, theirs = (getattr(module.CardEnc, relation)(lits, bound=bound, encoding=9)
                            for module in (card, pysat_card))
            assert (ours.atmosts, ours.nv, ours.clauses) == (theirs.atmosts, theirs.nv, [])


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("encoding", COMMON)
def test_sizes_are_at_most_those_of_pysat(relation, encoding):
    """The modulo totalizer for k chooses another modulus than PySAT's, so some of its formulas are
    larger: in all, they are smaller."""
    number = getattr(card.EncType, encoding)
    together = [0, 0]
    for n in (*range(8, 41), 64, 100, 133, 200):
        for k in sorted({1, 2, 3, n // 10, n // 4, n // 2, 3 * n // 4, n - 2, n - 1} - {0}):
            ours, theirs = (getattr(module.CardEnc, relation)(range(1, n + 1), bound=k,
                                                              encoding=number)
                            for module in (card, pysat_card))
            if encoding != "kmtotalizer":
                assert ours.nv <= max(theirs.nv, n)
                assert len(ours.clauses) <= len(theirs.clauses), (n, k)
            together[0] += len(ours.clauses)
            together[1] += len(theirs.clauses)
    assert together[0] <= together[1]


def test_fresh_variables_come_after_all_others():
    pool = IDPool(start_from=31)
    for arguments, least in (({"top_id": 50}, 51), ({"vpool": pool}, 31), ({}, 21)):
        cnf = card.CardEnc.atmost(range(1, 21), 5, **arguments)
        auxiliary = {abs(lit) for clause in cnf.clauses for lit in clause} - set(range(1, 21))
        assert min(auxiliary) == least
        assert max(auxiliary) == cnf.nv
    pool = IDPool(occupied=[[25, 30], [40, 50]])
    first = card.CardEnc.atmost(range(1, 21), 5, vpool=pool)
    second = card.CardEnc.atmost(range(1, 21), 6, vpool=pool)
    sets = [{abs(lit) for clause in cnf.clauses for lit in clause} - set(range(1, 21))
            for cnf in (first, second)]
    assert not sets[0] & sets[1]
    assert not (sets[0] | sets[1]) & {*range(25, 31), *range(40, 51)}


def check(cnf, lits, weights, holds, others=()):
    """Checks all assignments of literals."""
    variables = sorted({abs(lit) for lit in lits})
    with Solver(bootstrap_with=cnf.clauses) as solver:
        for signs in itertools.product([1, -1], repeat=len(variables)):
            known = {sign * variable for sign, variable in zip(signs, variables)}
            total = sum(weight for lit, weight in zip(lits, weights) if lit in known)
            assert solver.solve(assumptions=[*known, *others]) == holds(total), (lits, weights)


@pytest.mark.parametrize("encoding", [0, 1, 2, 3, 4, 5, 7, 8, 9])
def test_weights_of_any_sign_and_impossible_bounds(encoding):
    draw = random.Random(encoding)
    for _ in range(60):
        n = draw.randrange(1, 6)
        lits = [draw.choice([1, -1]) * v for v in range(1, n + 1)]
        weights = [draw.randrange(-9, 10) for _ in lits]
        bound = draw.randrange(-30, 30)
        for name, holds in PB_COMPARATORS.items():
            write = getattr(pb.PBEnc, name)
            cnf = write(lits, weights=weights, bound=bound, encoding=encoding)
            check(cnf, lits, weights, lambda total: holds(total, bound))
            cnf = write(list(zip(lits, weights)), bound=bound, encoding=encoding, top_id=20,
                        conditionals=[9, -10])
            check(cnf, lits, weights, lambda total: holds(total, bound), [9, -10])
            check(cnf, lits, weights, lambda total: True, [-9])


def test_known_reports_of_pysat():
    # A negative weight with a bound below 0 was "wrong".
    assert pb.PBEnc.atmost(lits=[1], weights=[-2], bound=-1).clauses == [[1]]
    # Auxiliary variables that occur nowhere.
    cnf = pb.PBEnc.atmost([1, 2, 3, 4], bound=2, top_id=4)
    assert {abs(lit) for clause in cnf.clauses for lit in clause} == set(range(1, cnf.nv + 1))
    # Each encoder that is asked for is the one that writes, for cardinality constraints too.
    sizes = [size(pb.PBEnc.atmost(range(1, 129), bound=9, encoding=e)) for e in (1, 2, 4, 5, 8)]
    assert len(set(sizes)) == 5
    # 80 weights with which an encoder did not end.
    for encoding in (0, 1, 2, 3, 4, 5, 7, 8, 9):
        cnf = pb.PBEnc.atleast(range(1, 81), weights=[3] * 70 + [4] * 10, bound=136, top_id=82,
                               encoding=encoding)
        assert 0 < len(cnf.clauses) < 20_000
        with Solver(bootstrap_with=cnf.clauses) as solver:
            true = list(range(1, 71)) + [-v for v in range(71, 81)]
            assert solver.solve(assumptions=true)
            off = [-v for v in range(33, 71)]
            assert not solver.solve(assumptions=off + [-v for v in range(71, 81)])
            assert solver.solve(assumptions=off + list(range(71, 81)))


def test_both_enumerations_work_with_one_import():
    number = drop_in.EncType.totalizer
    assert int(number) == 6
    by_name = drop_in.PBEnc.leq([1, 2, 3], [2, 3, 4], bound=6, encoding=number)
    assert by_name.clauses == pb.PBEnc.leq([1, 2, 3], [2, 3, 4], bound=6,
                                           encoding=pb.EncType.totalizer).clauses
    with pytest.raises(pb.NoSuchEncodingError):
        drop_in.PBEnc.leq([1, 2, 3], [2, 3, 4], bound=6, encoding=drop_in.EncType.bitwise)
    for wrong in (-1, 10, 1.5, "bdd", None):
        with pytest.raises(pb.NoSuchEncodingError):
            pb.PBEnc.leq([1, 2, 3], [2, 3, 4], bound=6, encoding=wrong)
    with pytest.raises(AssertionError, match="Same number"):
        pb.PBEnc.leq([1, 2, 3], [2, 3], bound=6)


def test_a_totalizer_grows():
    """Random histories of an ITotalizer: after each call, each output bounds the count."""
    draw = random.Random(0)
    for _ in range(60):
        n = draw.randrange(1, 7)
        lits = list(range(1, n + 1))
        first = draw.randrange(1, n + 1)
        t = card.ITotalizer(lits=lits[:first], ubound=draw.randrange(0, 3), top_id=n)
        counted, solver = first, Solver()
        known = 0
        while True:
            assert t.nof_new == len(t.cnf.clauses) - known
            assert len(t.rhs) == min(t.ubound + 1, counted) and t.cnf.nv <= t.top_id
            solver.append_formula(t.cnf.clauses[known:])
            known = len(t.cnf.clauses)
            for signs in itertools.product([1, -1], repeat=n):
                values = [sign * lit for sign, lit in zip(signs, lits)]
                count = sum(value > 0 for value in values[:counted])
                for bound, output in enumerate(t.rhs):
                    expected = count <= bound
                    assert solver.solve(assumptions=[*values, -output]) == expected
            growing = ["extend", "merge"] if counted < n else []
            action = draw.choice(["increase", "stop", *growing])
            before = list(t.rhs)
            if action == "stop":
                break
            if action == "increase":
                t.increase(ubound=t.ubound + draw.randrange(-1, 3), top_id=t.top_id + 2)
                assert t.rhs[:len(before)] == before
            elif action == "extend":
                more = draw.randrange(1, n - counted + 1)
                t.extend(lits=lits[counted - 1:counted + more], ubound=draw.randrange(4))
                counted += more
            else:
                other = card.ITotalizer(lits=[lits[counted]], ubound=1, top_id=t.top_id)
                t.merge_with(other, ubound=draw.randrange(4))
                counted += 1
        solver.delete()
        t.delete()
        assert (t.tobj, t.rhs, t.cnf.clauses) == (None, [], [])


def test_a_long_chain_of_extensions():
    t = card.ITotalizer(lits=[1], ubound=2, top_id=3000)
    for lit in range(2, 3001):
        t.extend(lits=[lit])
    with Solver(bootstrap_with=t.cnf.clauses) as solver:
        assert solver.solve(assumptions=[7, 2999, -t.rhs[2]])
        assert not solver.solve(assumptions=[7, 1500, 2999, -t.rhs[2]])


def test_numbers_of_numpy_do_not_overflow():
    numpy = pytest.importorskip("numpy")
    lits = numpy.arange(100, 128, dtype="int8")
    plain = list(range(100, 128))
    two = numpy.int8(2)
    assert card.CardEnc.atmost(lits, two).clauses == card.CardEnc.atmost(plain, 2).clauses
    assert pb.PBEnc.geq(lits, lits, bound=two).clauses == pb.PBEnc.geq(plain, plain, bound=2).clauses
    for grows in (card.ITotalizer, card.ISeqCounter):
        t, u = grows(lits, two), grows(plain, 2)
        for one, top in ((t, numpy.uint8(250)), (u, 250)):
            one.increase(ubound=5, top_id=top)
        assert (t.cnf.clauses, t.rhs, t.top_id) == (u.cnf.clauses, u.rhs, u.top_id)
    for wrong in ("a", 1.5, None, [1]):
        with pytest.raises(TypeError):
            card.CardEnc.atmost([1, wrong, 3], 1)
        with pytest.raises(TypeError):
            card.CardEnc.atmost([1, 2, 3], wrong)
        with pytest.raises((TypeError, AssertionError)):
            pb.PBEnc.leq([1, wrong, 3], bound=1)
        with pytest.raises(TypeError):
            pb.PBEnc.leq([1, 2], weights=[1, wrong], bound=1)
