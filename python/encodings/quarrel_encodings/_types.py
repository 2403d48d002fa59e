"""The types of arguments."""

from typing import SupportsIndex, Tuple, Union

from ._native import Group, Integer

# A whole number: an int, or what has `__index__`, such as numpy's integers. A bool is refused.
Number = SupportsIndex

# A literal: a variable, counted from 1, or its negative.
Lit = SupportsIndex

# A term of a sum: a literal and its weight, an integer and its factor, or a group.
Term = Union[Tuple[Lit, Number], Tuple[Integer, Number], Group]
