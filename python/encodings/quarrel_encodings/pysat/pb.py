"""Stands in for the module `pysat.pb`, and needs neither pypblib nor pindakaas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import List, Literal, Optional, Tuple, Union, cast

from pysat.formula import CNFPlus, IDPool

from .._functions import forecast
from .._native import Formula, Refusal
from ._common import Number, finish, highest, name_of, whole

__all__ = ["EncType", "NoSuchEncodingError", "PBEnc"]

Relation = Literal["<=", ">=", "=="]
Lits = Iterable[Union[int, Sequence[int]]]
Terms = List[Tuple[int, int]]


class NoSuchEncodingError(Exception):
    """No encoding has this number."""


class EncType:
    """The numbers of the encodings."""

    best = Number("best", 0)
    bdd = Number("bdd", 1)
    seqcounter = Number("seqcounter", 2)
    sortnetwrk = Number("sortnetwrk", 3)
    adder = Number("adder", 4)
    binmerge = Number("binmerge", 5)
    native = Number("native", 6)
    watchdog = Number("watchdog", 7)
    totalizer = Number("totalizer", 8)
    mixedradix = Number("mixedradix", 9)


# The encodings of this package for PySAT's names. Those of PySAT's sorting networks are Eén and
# Sörensson's, which sort digits to a mixed radix.
_ENCODINGS = {
    "bdd": "bdd",
    "seqcounter": "sequential-weight-counter",
    "sortnetwrk": "mixed-radix",
    "adder": "adder",
    "binmerge": "binary-merge",
    "watchdog": "dynamic-polynomial-watchdog",
    "totalizer": "generalized-totalizer",
    "mixedradix": "mixed-radix",
}

# The encodings among which `best` takes the first that writes at most so many clauses. If none
# does, it takes the adder, whose size is linear.
_BEST = ("generalized-totalizer", "bdd", "dynamic-polynomial-watchdog")
_MOST_CLAUSES = 50_000


class PBEnc:
    """Encodes sums of weights.

    >>> PBEnc.atmost(lits=[1, 2, 3], weights=[1, -2, 3], bound=2).clauses
    [[2, -3, 4], [-4]]

    Weights and bounds may be negative. A sum that cannot satisfy its bound is the empty clause.
    """

    @classmethod
    def leq(
        cls,
        lits: Lits,
        weights: Optional[Iterable[int]] = None,
        bound: int = 1,
        top_id: Optional[int] = None,
        vpool: Optional[IDPool] = None,
        encoding: int = EncType.best,
        conditionals: Optional[list[int]] = None,
    ) -> CNFPlus:
        """Returns clauses by which a sum is at most `bound` if all conditionals are true."""
        return _encode(lits, weights, "<=", bound, top_id, vpool, encoding, conditionals)

    @classmethod
    def geq(
        cls,
        lits: Lits,
        weights: Optional[Iterable[int]] = None,
        bound: int = 1,
        top_id: Optional[int] = None,
        vpool: Optional[IDPool] = None,
        encoding: int = EncType.best,
        conditionals: Optional[list[int]] = None,
    ) -> CNFPlus:
        """Returns clauses by which a sum is at least `bound` if all conditionals are true."""
        return _encode(lits, weights, ">=", bound, top_id, vpool, encoding, conditionals)

    @classmethod
    def equals(
        cls,
        lits: Lits,
        weights: Optional[Iterable[int]] = None,
        bound: int = 1,
        top_id: Optional[int] = None,
        vpool: Optional[IDPool] = None,
        encoding: int = EncType.best,
        conditionals: Optional[list[int]] = None,
    ) -> CNFPlus:
        """Returns clauses by which a sum equals `bound` if all conditionals are true."""
        return _encode(lits, weights, "==", bound, top_id, vpool, encoding, conditionals)

    atmost = leq
    atleast = geq


def _encode(
    lits: Lits,
    weights: Optional[Iterable[int]],
    relation: Relation,
    bound: int,
    top_id: Optional[int],
    vpool: Optional[IDPool],
    encoding: int,
    conditionals: Optional[list[int]],
) -> CNFPlus:
    """Encodes a constraint, or raises what PySAT raises."""
    try:
        name = name_of(encoding, EncType)
    except KeyError:
        raise NoSuchEncodingError(encoding) from None
    terms = _terms(list(lits), weights)
    bound, guards = index(bound), whole(conditionals or [])
    top = highest([lit for lit, _ in terms] + guards, top_id, vpool)
    if name == "native":
        return _native(terms, relation, bound, top)
    chosen = _best(terms, relation, bound, top) if name == "best" else _ENCODINGS[name]
    formula = Formula(top)
    with formula.only_if(*guards):
        formula.weighted(terms, relation, bound, encoding=chosen)
    return finish(formula, top, vpool)


def _terms(lits: list[Union[int, Sequence[int]]], weights: Optional[Iterable[int]]) -> Terms:
    """Returns pairs of a literal and its weight."""
    if weights is not None:
        listed = list(weights)
        if listed:
            assert len(lits) == len(listed), "Same number of literals and weights is expected."
            return list(zip(whole(cast("list[int]", lits)), whole(listed)))
    if lits and all(isinstance(lit, (list, tuple)) and len(lit) == 2 for lit in lits):
        return [(index(lit), index(weight)) for lit, weight in cast("list[Sequence[int]]", lits)]
    assert not any(isinstance(lit, (list, tuple)) for lit in lits), "Incorrect literals given."
    return [(lit, 1) for lit in whole(cast("list[int]", lits))]


def _best(terms: Terms, relation: Relation, bound: int, top: int) -> str:
    """Returns the encoding that `best` takes."""
    for encoding in _BEST:

        def write(formula: Formula, encoding: str = encoding) -> None:
            formula.weighted(terms, relation, bound, encoding=encoding)

        try:
            if forecast(write, top=top, most=_MOST_CLAUSES) is not None:
                return encoding
        except Refusal:
            continue
    return "adder"


def _native(terms: Terms, relation: Relation, bound: int, top: int) -> CNFPlus:
    """Returns a constraint as MiniCard takes it, without clauses."""
    lits, weights = [lit for lit, _ in terms], [weight for _, weight in terms]
    cnf = CNFPlus()
    cnf.nv = top
    if relation != ">=":
        cnf.atmosts.append((lits, bound, weights))
    if relation != "<=":
        cnf.atmosts.append(([-lit for lit in lits], sum(weights) - bound, weights))
    return cnf
