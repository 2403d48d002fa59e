"""The table of encodings with their measurements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Optional

from ._functions import forecast
from ._native import Formula, Integer, Refusal, Size, measure, rows

# The encodings whose clauses `quarrel solve --proof` does not derive. A test compares them with the
# page of the encodings.
_NOT_CERTIFIED = {
    ("weighted", "dynamic-polynomial-watchdog"),
    ("weighted", "global-polynomial-watchdog"),
    ("weighted", "local-polynomial-watchdog"),
    ("weighted", "binary-merge"),
    ("weighted", "mixed-radix"),
}

# Measuring all encodings takes a second.
_measure = lru_cache(maxsize=None)(measure)


@dataclass(frozen=True)
class Encoding:
    """An encoding and its measurements, which are those of quarrel's page of the encodings.

    kind: `at-most-one`, `cardinality`, `weighted`, `integer` or `parity`.
    sizes: the size of three constraints; None for a constraint that the encoding refuses.
    propagation: the share of the consequences of partial assignments that unit propagation finds.
    models: the mean number of models of the clauses for each model of the constraint; with 1.0, a
        model counter counts the constraint's models.
    certified: whether the program quarrel writes proofs with these clauses.
    """

    kind: str
    name: str
    citation: str
    description: str
    sizes: dict[str, Optional[Size]]
    propagation: Optional[str]
    models: Optional[float]
    certified: bool


def encodings(kind: Optional[str] = None) -> list[Encoding]:
    """Returns the encodings of one kind of constraints, or of all, the default of each kind first.

    >>> [row.name for row in encodings("integer")]
    ['order', 'direct', 'order-and-direct', 'binary']
    >>> bdd = next(row for row in encodings("cardinality") if row.name == "bdd")
    >>> bdd.models, bdd.propagation, bdd.sizes["≤ 5 of 20"].clauses
    (1.0, 'complete', 295)
    """
    kinds = {row[0] for row in rows()}
    if kind is not None and kind not in kinds:
        raise ValueError(f"no encodings are of kind {kind!r}; there are {', '.join(sorted(kinds))}")
    return [_encoding(*row) for row in rows() if kind in (None, row[0])]


def _encoding(kind: str, name: str, citation: str, description: str) -> Encoding:
    """Returns an encoding with its measurements."""
    propagation, models = _measure(kind, name)
    return Encoding(
        kind=kind,
        name=name,
        citation=citation,
        description=description,
        sizes={words: _size(write) for words, write in _cases(kind, name).items()},
        propagation=propagation,
        models=models,
        certified=(kind, name) not in _NOT_CERTIFIED,
    )


def _size(write: Callable[[Formula], object]) -> Optional[Size]:
    """Returns the size of a constraint over the first 250 variables, or None if it is refused."""
    try:
        return forecast(write, top=250)
    except Refusal:
        return None


def _cases(kind: str, name: str) -> dict[str, Callable[[Formula], object]]:
    """Returns the constraints whose sizes are measured, each with its name."""

    def one(n: int) -> Callable[[Formula], object]:
        return lambda f: f.at_most_one(range(1, n + 1), encoding=name)

    def count(k: int, n: int) -> Callable[[Formula], object]:
        return lambda f: f.at_most(range(1, n + 1), k, encoding=name)

    def weigh(k: int, n: int, largest: int) -> Callable[[Formula], object]:
        terms = [(lit, (lit - 1) % largest + 1) for lit in range(1, n + 1)]
        return lambda f: f.weighted(terms, "<=", k, encoding=name)

    def integer(most: int) -> Callable[[Formula], object]:
        return lambda f: Integer(f, 0, most, encoding=name)

    def odd(n: int) -> Callable[[Formula], object]:
        return lambda f: f.parity(range(1, n + 1), "odd", encoding=name)

    if kind == "at-most-one":
        return {f"1 of {n}": one(n) for n in (8, 20, 100)}
    if kind == "cardinality":
        return {f"≤ {k} of {n}": count(k, n) for k, n in ((5, 20), (10, 100), (50, 100))}
    if kind == "weighted":
        sums = ((30, 20, 9), (100, 50, 20), (1000, 100, 100))
        return {f"≤ {k} of {n} × 1…{most}": weigh(k, n, most) for k, n, most in sums}
    if kind == "integer":
        return {f"0 to {most}": integer(most) for most in (7, 80, 250)}
    return {f"odd of {n}": odd(n) for n in (8, 16, 100)}
