"""Encodings of at-most-one, cardinality, weighted, parity and integer constraints as clauses.

A `Formula` owns the numbering of variables:

>>> from quarrel_encodings import Formula
>>> f = Formula()
>>> x = f.new(20)
>>> f.at_most(x, 3)
>>> f.parity(x[:9], "odd")
>>> f.top, len(f)
(75, 145)

`f.clauses()` has lists, `f.array()` one array, `f.to_pysat()` a CNF of PySAT. For a program with a
numbering of its own, the bare functions take its greatest variable and return a formula:

>>> from quarrel_encodings import at_most
>>> at_most([1, 2, 3], 1, top=3, encoding="knuth").clauses()
[[-1, 4], [-4, 5], [-2, 5], [-2, -4], [-3, -5]]

`encodings()` lists the encodings with their measurements, and `forecast()` counts clauses before
they are written. `quarrel_encodings.pysat` stands in for PySAT's modules `card` and `pb`.
"""

from ._functions import (
    at_least,
    at_most,
    at_most_one,
    exactly,
    exactly_one,
    forecast,
    parity,
    weighted,
)
from ._native import Counter, Formula, Group, Guard, Integer, Refusal, Size, Weigher
from ._table import Encoding, encodings

__all__ = [
    "Counter",
    "Encoding",
    "Formula",
    "Group",
    "Guard",
    "Integer",
    "Refusal",
    "Size",
    "Weigher",
    "at_least",
    "at_most",
    "at_most_one",
    "encodings",
    "exactly",
    "exactly_one",
    "forecast",
    "parity",
    "weighted",
]
