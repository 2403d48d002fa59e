"""Damaged calls raise a ValueError or a TypeError with a sentence, and leave the formula alone."""

import decimal
import itertools

import pytest

import quarrel_encodings as q
from quarrel_encodings import Counter, Formula, Group, Integer, Weigher

# Values that are no literals.
NO_LITERALS = [0, 1.5, 1.0, True, False, -(2**31), 2**31, 2**63, -(10**30), "a", "1", None, [1],
               (1, 2), {}, 1j, decimal.Decimal(1), object(), b"1", float("nan")]

# What makes something that is no iterable of literals.
NO_ITERABLES = [lambda: 0, lambda: 1.5, lambda: True, lambda: None, object, lambda: "a",
                lambda: "12", lambda: b"\0", lambda: [[1]], lambda: [[1, 2], [3]],
                lambda: {"a": 1}, lambda: [1, None], lambda: iter(["x"]),
                lambda: (x / 2 for x in range(3)), lambda: itertools.count(1),
                lambda: itertools.repeat(0)]

# Values that are no bounds of a count.
NO_COUNTS = [-1, -(10**30), 1.5, "a", None, [1], True, False, object(), float("inf")]

WRONG_NAMES = ["", "Totalizer", "totalizer ", "pairwise\0", "é", "x" * 10_000]


def refused(call, *, sentence=True):
    """Checks that a call raises a TypeError or a ValueError with a sentence."""
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert not sentence or len(str(caught.value).split()) >= 4, repr(caught.value)
    return caught


def constraints(f):
    """Each method of a formula that takes literals, with the arguments that follow them."""
    return [(f.add,), (f.soft,), (f.at_most_one,), (f.exactly_one,), (f.at_most, 1),
            (f.at_least, 1), (f.exactly, 1), (f.parity, "odd")]


@pytest.mark.parametrize("lit", NO_LITERALS, ids=repr)
def test_no_literals(lit):
    f = Formula(5)
    for write, *rest in constraints(f):
        refused(lambda: write([1, lit], *rest))
    refused(lambda: f.weighted([(1, 1), (lit, 1)], "<=", 1))
    refused(lambda: Group.at_most_one([(lit, 1)]))
    refused(lambda: Counter(f, [lit]))
    refused(lambda: Weigher(f, [(lit, 1)]))
    refused(lambda: f.only_if(lit))
    assert (f.top, f.clauses()) == (5, [])


@pytest.mark.parametrize("make", NO_ITERABLES)
def test_no_iterables(make):
    f = Formula(5)
    for write, *rest in constraints(f):
        refused(lambda: write(make(), *rest))
    refused(lambda: f.weighted(make(), "<=", 1))
    refused(lambda: Counter(f, make()))
    assert (f.top, f.clauses()) == (5, [])


def test_literals_of_another_formula():
    f, g = Formula(), Formula()
    x, y = f.new(3), g.new(9)
    caught = refused(lambda: f.at_most(y, 1))
    assert "greatest is 3" in str(caught.value)
    integer = Integer(g, 0, 3)
    caught = refused(lambda: f.weighted([(integer, 1), (x[0], 1)], "<=", 2))
    assert "another formula" in str(caught.value)
    refused(lambda: Weigher(f, [(integer, 1)]))
    refused(lambda: f.weighted([Group.at_most_one([(9, 1)])], "<=", 2))
    refused(lambda: q.at_most([1, 2, 3], 1, top=2))
    assert (f.top, f.clauses()) == (3, [])


@pytest.mark.parametrize("k", NO_COUNTS, ids=repr)
def test_no_counts(k):
    f = Formula(5)
    for write in (f.at_most, f.at_least, f.exactly):
        refused(lambda: write([1, 2, 3], k))
    counter = Counter(f, [1, 2, 3])
    refused(lambda: counter.at_most(k))
    refused(lambda: counter.at_least(k))
    if k is not None:
        refused(lambda: Formula(k))
        refused(lambda: f.new(k))
        refused(lambda: f.clauses(k))
        refused(lambda: f.array(k))
    assert (f.top, f.clauses()) == (5, [])
    assert counter.at_most(1)


def test_large_numbers_have_their_meaning():
    f = Formula(3)
    f.at_most([1, 2, 3], 10**30)
    assert f.clauses() == []
    f.at_least([1, 2, 3], 10**30)
    assert f.clauses() == [[]]
    f = Formula(3)
    f.weighted([(1, 10**30), (2, -(10**30))], "<=", -(10**40))
    assert f.clauses() == [[]]
    f = Formula(2)
    f.weighted([(1, 10**30), (2, 10**30)], "<=", 10**30)
    assert f.clauses() == [[-1, -2]]
    assert Formula(2**31 - 1).new(0) == range(2**31, 2**31)
    for top in (2**31, 10**30):
        refused(lambda: Formula(top))
    full = Formula(2**31 - 1)
    full.add([2**31 - 1, -(2**31 - 1)])
    assert full.clauses() == [[2**31 - 1, -(2**31 - 1)]]
    assert full.array().tolist() == [2**31 - 1, -(2**31 - 1), 0]
    refused(full.new)
    refused(lambda: Integer(full, 0, 3))


@pytest.mark.parametrize("weight", [10**37, -(10**37), 2**121, 10**300, 1.5, "a", None, True, [1]],
                         ids=lambda weight: repr(weight)[:9])
def test_no_weights(weight):
    f = Formula(5)
    refused(lambda: f.weighted([(1, 1), (2, weight)], "<=", 1))
    refused(lambda: Weigher(f, [(1, 1), (2, weight)]))
    x = Integer(f, -5, 5)
    refused(lambda: f.weighted([(x, weight)], "<=", 1))
    if weight not in (10**37, 2**121, 10**300):
        refused(lambda: Group.at_most_one([(1, weight)]))
        refused(lambda: f.soft([1], weight) if weight is not None else f.soft([1], 0))
    else:
        group = Group.at_most_one([(1, weight)])
        refused(lambda: f.weighted([group, (2, 1)], "<=", 1))


def test_weights_of_many_digits_end():
    weights = [10**30 + 7**v for v in range(40)]
    for row in q.encodings("weighted"):
        f = Formula(40)
        try:
            f.weighted(list(enumerate(weights, 1)), "<=", sum(weights) // 2, encoding=row.name)
        except q.Refusal as refusal:
            assert row.name in str(refusal)
            assert (f.top, len(f)) == (40, 0)


@pytest.mark.parametrize("name", WRONG_NAMES, ids=lambda name: name[:12])
def test_unknown_names(name):
    f = Formula(5)
    for call in (
        lambda: f.at_most([1, 2], 1, encoding=name),
        lambda: f.at_most_one([1, 2], encoding=name),
        lambda: f.parity([1, 2], "odd", encoding=name),
        lambda: f.weighted([(1, 1)], "<=", 1, encoding=name),
        lambda: Counter(f, [1], encoding=name),
        lambda: Weigher(f, [(1, 1)], encoding=name),
        lambda: Integer(f, 0, 1, encoding=name),
    ):
        assert "there are" in str(refused(call).value)
    refused(lambda: f.parity([1, 2], name))
    refused(lambda: f.weighted([(1, 1)], name, 1))
    refused(lambda: q.encodings(name))
    for wrong in (1, 1.5, [], b"totalizer"):
        refused(lambda: f.at_most([1, 2], 1, encoding=wrong))


def test_terms_and_groups():
    f = Formula(5)
    for terms in ([1], [(1,)], [(1, 2, 3)], ["ab"], [None], 5, None, [[1, 2, 3]], {1: 2},
                  [(1, (2,))]):
        refused(lambda: f.weighted(terms, "<=", 3))
        refused(lambda: Group.chain(terms))
    refused(lambda: Group.chain([(1, 3), (2, 2)]))
    refused(lambda: Group.at_most_one([(1, -3)]))
    f.weighted([[1, 2], (2, 2)], "<=", 2)
    assert f.clauses() == [[-1, -2]]


def test_integers():
    f = Formula()
    for least, most in ((3, 2), (0, 2**64), (-(10**40), 10**40), (1.5, 2), (0, "a"), (None, 1),
                        (True, 2), (0, 2**21)):
        refused(lambda: Integer(f, least, most))
    assert f.top == 0
    x = Integer(f, 0, 2**64 - 1, encoding="binary")
    refused(lambda: f.weighted([(x, 2**60)], "<=", 1))
    refused(lambda: x.value(5))
    refused(lambda: Integer("f", 0, 1))
    far = Integer(f, 10**38, 10**38 + 1)
    refused(lambda: f.weighted([(far, 1)], "<=", 1))
    assert far.value({far.order[0]}) == 10**38 + 1


def test_numpy_of_every_width():
    numpy = pytest.importorskip("numpy")
    f = Formula(300)
    types = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
    expected = q.at_most([1, 2, 3, 4], 2, top=300).clauses()
    for name in types:
        array = numpy.array([1, 2, 3, 4], dtype=name)
        two = array.dtype.type(2)
        assert q.at_most(array, two, top=numpy.int64(300)).clauses() == expected
        assert q.weighted(list(zip(array, array)), "<=", two, top=300).clauses()
        refused(lambda: f.at_most(array.reshape(2, 2), 1))
        refused(lambda: f.at_most(array - array, 1))
    for name in ("float16", "float32", "float64", "complex128", "bool", "object", "U3", "M8[s]"):
        array = numpy.array([1, 1], dtype="int64").astype(name)
        if name == "object":
            array[0] = "a"
        refused(lambda: f.at_most(array, 1))
        refused(lambda: f.at_most([1, 2], array[0]))
    refused(lambda: f.at_most(numpy.array(5), 1))
    refused(lambda: f.at_most(numpy.array([2**31], dtype="uint32"), 1))
    refused(lambda: f.at_most(numpy.array([2**64 - 1], dtype="uint64"), 1))
    assert f.clauses() == []


class Odd:
    """What raises where it should return a number or an item."""

    def __index__(self):
        raise KeyError("index")

    def __iter__(self):
        raise KeyError("iter")


def test_exceptions_of_the_caller_come_through():
    def broken():
        yield 1
        raise KeyError("item")

    f = Formula(5)
    for call in (lambda: f.at_most(broken(), 1), lambda: f.at_most(Odd(), 1),
                 lambda: f.at_most([Odd()], 1), lambda: f.at_most([1, 2], Odd())):
        with pytest.raises(KeyError):
            call()
    assert f.clauses() == []


def test_a_refused_counter_says_so():
    f = Formula(2**31 - 20)
    counter = Counter(f, range(1, 40))
    for _ in range(2):
        refused(lambda: counter.at_most(19))
    assert (f.top, len(f)) == (2**31 - 20, 0)


def test_classes_cannot_be_made_or_changed_from_outside():
    f = Formula(5)
    for cls in (q.Guard, q.Group):
        refused(cls, sentence=False)
    for name in ("top", "size"):
        with pytest.raises(AttributeError):
            setattr(f, name, 7)
