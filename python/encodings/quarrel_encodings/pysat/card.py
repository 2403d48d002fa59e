"""Stands in for the module `pysat.card`."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Literal, Optional, TypeVar

from pysat.card import NoSuchEncodingError, UnsupportedBound
from pysat.formula import CNF, CNFPlus, IDPool

from .._native import Formula
from ._common import Number, finish, highest, name_of, whole
from ._sums import CountedSum, Empty, SingleLiteral, Sum, TwoSums

__all__ = [
    "CardEnc",
    "EncType",
    "ISeqCounter",
    "ITotalizer",
    "NoSuchEncodingError",
    "UnsupportedBound",
]

Relation = Literal["at_most", "at_least", "exactly"]


class EncType:
    """The numbers of the encodings."""

    pairwise = Number("pairwise", 0)
    seqcounter = Number("seqcounter", 1)
    sortnetwrk = Number("sortnetwrk", 2)
    cardnetwrk = Number("cardnetwrk", 3)
    bitwise = Number("bitwise", 4)
    ladder = Number("ladder", 5)
    totalizer = Number("totalizer", 6)
    mtotalizer = Number("mtotalizer", 7)
    kmtotalizer = Number("kmtotalizer", 8)
    native = Number("native", 9)


# The encodings of this package for PySAT's names. PySAT's counter is Knuth's.
_AT_MOST_ONE = {"pairwise": "pairwise", "bitwise": "bitwise", "ladder": "ladder"}
_CARDINALITY = {
    "seqcounter": "knuth",
    "sortnetwrk": "odd-even-network",
    "cardnetwrk": "cardinality-network",
    "totalizer": "totalizer",
    "mtotalizer": "modulo-totalizer",
    "kmtotalizer": "k-modulo-totalizer",
}


class CardEnc:
    """Encodes cardinality constraints.

    >>> CardEnc.equals(lits=[1, 2, 3], encoding=EncType.pairwise).clauses
    [[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]]
    """

    @classmethod
    def atmost(
        cls,
        lits: Iterable[int],
        bound: int = 1,
        top_id: Optional[int] = None,
        vpool: Optional[IDPool] = None,
        encoding: int = EncType.seqcounter,
    ) -> CNFPlus:
        """Returns clauses by which at most `bound` of the literals are true."""
        return _encode("at_most", whole(lits), index(bound), top_id, vpool, encoding)

    @classmethod
    def atleast(
        cls,
        lits: Iterable[int],
        bound: int = 1,
        top_id: Optional[int] = None,
        vpool: Optional[IDPool] = None,
        encoding: int = EncType.seqcounter,
    ) -> CNFPlus:
        """Returns clauses by which at least `bound` of the literals are true."""
        return _encode("at_least", whole(lits), index(bound), top_id, vpool, encoding)

    @classmethod
    def equals(
        cls,
        lits: Iterable[int],
        bound: int = 1,
        top_id: Optional[int] = None,
        vpool: Optional[IDPool] = None,
        encoding: int = EncType.seqcounter,
    ) -> CNFPlus:
        """Returns clauses by which exactly `bound` of the literals are true."""
        # As in PySAT, a pool hides the other argument here.
        return _encode(
            "exactly", whole(lits), index(bound), None if vpool else top_id, vpool, encoding
        )


def _encode(
    relation: Relation,
    lits: list[int],
    bound: int,
    top_id: Optional[int],
    vpool: Optional[IDPool],
    encoding: int,
) -> CNFPlus:
    """Encodes a constraint, or raises what PySAT raises."""
    try:
        name = name_of(encoding, EncType)
    except KeyError:
        raise NoSuchEncodingError(encoding) from None
    if (relation != "at_least" and bound < 0) or (relation != "at_most" and bound > len(lits)):
        raise ValueError(f"Wrong bound: {bound}")
    if name in _AT_MOST_ONE and 1 < bound < len(lits) - 1:
        raise UnsupportedBound(encoding, bound)
    top = highest(lits, top_id, vpool)
    if not lits:
        return CNFPlus()
    if name == "native":
        cnf = CNFPlus()
        cnf.nv = top
        if relation != "at_most":
            cnf.atmosts.append(([-lit for lit in lits], len(lits) - bound))
        if relation != "at_least":
            cnf.atmosts.append((lits, bound))
        return cnf
    formula = Formula(top)
    if name in _AT_MOST_ONE:
        # The bound is 1, as far as an encoding of at-most-one is needed for it.
        if relation != "at_most":
            _at_most(formula, [-lit for lit in lits], len(lits) - bound, _AT_MOST_ONE[name])
        if relation != "at_least":
            _at_most(formula, lits, bound, _AT_MOST_ONE[name])
    elif relation == "exactly" and 1 < bound < len(lits) - 1:
        formula.exactly(lits, bound, encoding=_CARDINALITY[name])
    else:
        # With another bound of "exactly", one of the two sides is a single clause or units.
        if relation != "at_most":
            formula.at_least(lits, max(bound, 0), encoding=_CARDINALITY[name])
        if relation != "at_least":
            formula.at_most(lits, bound, encoding=_CARDINALITY[name])
    return finish(formula, top, vpool)


def _at_most(formula: Formula, lits: list[int], bound: int, encoding: str) -> None:
    """Writes "at most bound", which is "at most 1" or a constraint that needs no counting."""
    if bound == 1:
        formula.at_most_one(lits, encoding=encoding)
    else:
        formula.at_most(lits, bound)


Counter = TypeVar("Counter", bound="_GrowingCounter")


class _GrowingCounter:
    """A counter whose bound grows, with the attributes of PySAT's counters."""

    # The sum of all literals; None if there are none.
    tobj: Optional[Sum]
    lits: list[int]
    rhs: list[int]

    def __init__(
        self, lits: Iterable[int] = (), ubound: int = 1, top_id: Optional[int] = None
    ) -> None:
        self._merged = False
        self.delete()
        lits = whole(lits)
        if lits:
            self.new(lits=lits, ubound=ubound, top_id=top_id)

    def new(
        self, lits: Iterable[int] = (), ubound: int = 1, top_id: Optional[int] = None
    ) -> None:
        """Begins anew with other literals."""
        self.lits = whole(lits)
        self.ubound = index(ubound)
        self.top_id = highest(self.lits, top_id, None)
        self.cnf = CNF()
        self.tobj = self._sum()
        self._write([])

    def delete(self) -> None:
        """Forgets the literals and clauses."""
        self.tobj = None
        self.lits = []
        self.ubound = 0
        self.top_id = 0
        self.cnf = CNF()
        self.rhs = []
        self.nof_new = 0

    def __enter__(self: Counter) -> Counter:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.delete()

    def increase(self, ubound: int = 1, top_id: Optional[int] = None) -> None:
        """Raises the greatest bound."""
        self.top_id = highest([], max(self.top_id, top_id or 0), None)
        if ubound <= self.ubound or self.ubound >= len(self.lits):
            self.nof_new = 0
            return
        self.ubound = index(ubound)
        self._write([])

    def _sum(self) -> Sum:
        """Returns the sum of all literals, without clauses."""
        raise NotImplementedError

    def _write(self, others: list[list[int]]) -> None:
        """Adds clauses, and those that the bound still needs."""
        assert self.tobj is not None
        clauses, self.top_id = self.tobj.write_to(self.ubound, self.top_id)
        clauses = others + clauses
        self.rhs = list(self.tobj.outputs)
        self.cnf.clauses.extend(clauses)
        self.cnf.nv = self.top_id
        self.nof_new = len(clauses)


class ITotalizer(_GrowingCounter):
    """A totalizer whose bound and literals grow.

    `-rhs[k]` makes at most `k` of the literals true; `cnf` has the clauses, of which the last
    `nof_new` came with the last call.

    >>> with ITotalizer(lits=[1, 2, 3], ubound=1) as t:
    ...     print(t.cnf.clauses, t.rhs)
    [[-3, 5], [-2, 5], [-5, 4], [-1, 4], [-2, -3, 7], [-7, 6], [-1, -5, 6]] [4, 6]
    """

    def extend(
        self,
        lits: Iterable[int] = (),
        ubound: Optional[int] = None,
        top_id: Optional[int] = None,
    ) -> None:
        """Adds literals, and raises the greatest bound."""
        more = sorted(set(whole(lits)).difference(self.lits))
        if not more:
            if ubound:
                self.increase(ubound=ubound, top_id=top_id)
            return
        self.top_id = max(self.top_id, highest(more, top_id, None))
        self.ubound = max(self.ubound, index(ubound or 0))
        self.lits.extend(more)
        self.tobj = TwoSums(self.tobj or Empty(), CountedSum(more))
        self._write([])

    def merge_with(
        self, another: ITotalizer, ubound: Optional[int] = None, top_id: Optional[int] = None
    ) -> None:
        """Adds the literals and clauses of another totalizer, and raises the greatest bound."""
        self.top_id = highest([], max(self.top_id, top_id or 0, another.top_id), None)
        self.ubound = max(self.ubound, index(ubound or 0), another.ubound)
        self.lits.extend(another.lits)
        self.tobj = TwoSums(self.tobj or Empty(), another.tobj or Empty())
        another._merged = True
        self._write(another.cnf.clauses)

    def _sum(self) -> Sum:
        return CountedSum(self.lits)


class ISeqCounter(_GrowingCounter):
    """A sequential counter whose bound grows, with the counts of all prefixes of the literals.

    >>> with ISeqCounter(lits=[1, 2, 3], ubound=1) as t:
    ...     print(t.rhs, t.get_constraint(2, 0))
    [7, 8] 5
    """

    def new(
        self, lits: Iterable[int] = (), ubound: int = 1, top_id: Optional[int] = None
    ) -> None:
        """Begins anew with other literals."""
        if ubound < 0:
            raise ValueError("`ubound` cannot be negative")
        super().new(lits=lits, ubound=ubound, top_id=top_id)

    def _sum(self) -> Sum:
        # The sums of the first literals, of which the last one is the sum of all.
        self._prefixes: list[Sum] = [Empty()]
        for lit in self.lits:
            self._prefixes.append(TwoSums(self._prefixes[-1], SingleLiteral(lit)))
        return self._prefixes[-1]

    def get_constraint(self, prefix_len: int, bound: int) -> Optional[int]:
        """Returns the literal whose negation makes at most `bound` of the first literals true."""
        if self.tobj and 0 <= bound < len(self.rhs) and bound < prefix_len <= len(self.lits):
            return self._prefixes[prefix_len].outputs[bound]
        return None
