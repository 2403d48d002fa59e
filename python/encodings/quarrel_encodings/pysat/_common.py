"""What the encodings of cardinality constraints and of weighted sums share."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Optional

from pysat.formula import CNFPlus, IDPool

from .._native import Formula


class Number(int):
    """The number of an encoding in one of PySAT's two lists, with its name."""

    name: str

    def __new__(cls, name: str, number: int) -> Number:
        self = super().__new__(cls, number)
        self.name = name
        return self


def name_of(encoding: int, kinds: type) -> str:
    """Returns the name of an encoding of an `EncType`, or of a number in it. An encoding of PySAT's
    other `EncType` is found by its name. Raises a KeyError for others."""
    names = {int(number): name for name, number in vars(kinds).items() if not name.startswith("_")}
    name = encoding.name if isinstance(encoding, Number) else names[encoding]
    if name not in names.values():
        raise KeyError(name)
    return name


def whole(numbers: Iterable[int]) -> list[int]:
    """Returns numbers as Python's own: those of numpy overflow."""
    return [index(number) for number in numbers]


def highest(lits: Iterable[int], top_id: Optional[int], vpool: Optional[IDPool]) -> int:
    """Returns the greatest variable of literals, of the variables so far and of a pool."""
    assert not top_id or not vpool, "Use either a top id or a pool of variables but not both."
    return max([index(top_id or 0), vpool.top if vpool else 0, *map(abs, lits)])


def finish(formula: Formula, top: int, vpool: Optional[IDPool]) -> CNFPlus:
    """Returns the clauses of a formula. Its variables above `top` are made those of the pool."""
    cnf = CNFPlus()
    cnf.clauses, cnf.nv = formula.clauses(), formula.top
    if vpool:
        vpool.top = top
        while vpool._occupied and vpool._occupied[0][0] <= vpool.top:
            vpool.top = max(vpool.top, vpool._occupied.pop(0)[1])
        if vpool.top == top and not vpool._occupied:
            vpool.top = cnf.nv
        else:
            numbers = {var: vpool.id() for var in range(top + 1, cnf.nv + 1)}
            numbers.update({-var: -number for var, number in numbers.items()})
            cnf.clauses = [[numbers.get(lit, lit) for lit in clause] for clause in cnf.clauses]
            cnf.nv = vpool.top
    return cnf
