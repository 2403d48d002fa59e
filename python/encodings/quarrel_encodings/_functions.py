"""Constraints as functions, for programs with a numbering of their own.

Each returns a `Formula` with the clauses. `top` is the greatest variable in use, which has no
default: new variables come after it, and a literal beyond it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, Optional

from ._native import Exceeded, Formula, Size

if TYPE_CHECKING:
    from ._types import Lit, Number, Term


def at_most_one(lits: Iterable[Lit], *, top: Number, encoding: Optional[str] = None) -> Formula:
    """Returns clauses by which at most one of the literals is true.

    >>> at_most_one([1, 2, 3], top=3).clauses()
    [[-1, -2], [-1, -3], [-2, -3]]
    """
    formula = Formula(top)
    formula.at_most_one(lits, encoding=encoding)
    return formula


def exactly_one(lits: Iterable[Lit], *, top: Number, encoding: Optional[str] = None) -> Formula:
    """Returns clauses by which exactly one of the literals is true.

    >>> exactly_one([1, 2], top=2).clauses()
    [[1, 2], [-1, -2]]
    """
    formula = Formula(top)
    formula.exactly_one(lits, encoding=encoding)
    return formula


def at_most(
    lits: Iterable[Lit], k: Number, *, top: Number, encoding: Optional[str] = None
) -> Formula:
    """Returns clauses by which at most `k` of the literals are true.

    >>> at_most([1, 2, 3], 2, top=3).clauses()
    [[-1, -2, -3]]
    """
    formula = Formula(top)
    formula.at_most(lits, k, encoding=encoding)
    return formula


def at_least(
    lits: Iterable[Lit], k: Number, *, top: Number, encoding: Optional[str] = None
) -> Formula:
    """Returns clauses by which at least `k` of the literals are true.

    >>> at_least([1, 2, 3], 1, top=3).clauses()
    [[1, 2, 3]]
    """
    formula = Formula(top)
    formula.at_least(lits, k, encoding=encoding)
    return formula


def exactly(
    lits: Iterable[Lit], k: Number, *, top: Number, encoding: Optional[str] = None
) -> Formula:
    """Returns clauses by which exactly `k` of the literals are true.

    >>> exactly([1, 2], 2, top=2).clauses()
    [[1], [2]]
    """
    formula = Formula(top)
    formula.exactly(lits, k, encoding=encoding)
    return formula


def parity(
    lits: Iterable[Lit],
    parity: Literal["even", "odd"],
    *,
    top: Number,
    encoding: Optional[str] = None,
) -> Formula:
    """Returns clauses by which an even or an odd number of the literals is true.

    >>> parity([1, 2], "even", top=2).clauses()
    [[-1, 2], [1, -2]]
    """
    formula = Formula(top)
    formula.parity(lits, parity, encoding=encoding)
    return formula


def weighted(
    terms: Iterable[Term],
    relation: Literal["<=", ">=", "=="],
    bound: Number,
    *,
    top: Number,
    encoding: Optional[str] = None,
) -> Formula:
    """Returns clauses by which a sum of weights has a relation to a bound.

    >>> weighted([(1, 2), (2, 2), (3, 2)], "<=", 5, top=3).clauses()
    [[-1, -2, -3]]
    """
    formula = Formula(top)
    formula.weighted(terms, relation, bound, encoding=encoding)
    return formula


def forecast(
    write: Callable[[Formula], object], *, top: Number = 0, most: Number = 10**8
) -> Optional[Size]:
    """Returns the size of what a function writes, with its new variables, and keeps no clause.

    The function gets a formula with the variables 1 to `top`. Returns None if it writes more than
    `most` clauses.

    >>> forecast(lambda f: f.at_most(f.new(1000), 100, encoding="sequential"))
    Size(variables=95950, clauses=190700, literals=475351)
    >>> forecast(lambda f: f.at_most_one(range(1, 100_001)), top=100_000, most=10**6)

    The whole model may be such a function: `forecast(model)`, and then `model(Formula())`.
    """
    formula = Formula._counting(top, most)
    before = formula.top
    try:
        write(formula)
    except Exceeded:
        return None
    size = formula.size
    return Size(size.variables - before, size.clauses, size.literals)
