"""The options of the program as keyword arguments.

A name has underscores in place of dashes; `int_` is `--int`, since `int` is a type of Python.
Values are those of the command line, except that sizes may be tuples, and switches bools.
"""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path
from typing import Any, Mapping, Sequence, TypedDict, Union

from quarrel._errors import Refused

Text = Union[str, "os.PathLike[str]"]
"""A board: its text, or a file. A `str` of one line that names a file is the file."""


class BoardOptions(TypedDict, total=False):
    """The options that say which puzzle or model is meant."""

    size: Union[int, str, tuple[int, int]]
    """The size of the board, for families that need no text of a board."""
    variant: Union[str, Sequence[str]]
    """A variant of the rules, or several: `"stars=2"`."""
    input: str
    """The format of the text, if its content does not show it: `"lp"`."""
    maximize: bool
    """Maximise the objective of a model, whatever its text says."""
    minimize: bool
    """Minimise the objective of a model, whatever its text says."""
    int_bound: int
    """Keep integers of a model that have no bound between minus and plus this number."""


class EncodingOptions(TypedDict, total=False):
    """The options that say how a problem is stated and encoded, each of the same name as there."""

    formulation: str
    amo: str
    card: str
    pb: str
    int_: str
    xor: str
    order: str
    shape: str
    symmetry: str
    deduce: str
    clause_limit: int


class SearchOptions(BoardOptions, EncodingOptions, total=False):
    """The options of a search."""

    bound: Union[int, float, str]
    """Ask for any answer that is at least as good as this value, instead of the best one."""
    unique: bool
    """Also ask whether the answer is unique."""
    up_to_symmetry: bool
    """Count answers once if a symmetry turns them into each other."""
    projected: Union[str, Sequence[str]]
    """Distinguish several answers by these variables only."""
    start: Union[str, "os.PathLike[str]"]
    """The file of an answer from which the search starts."""
    proof: Union[str, "os.PathLike[str]"]
    """A new folder for a proof that the checker veripb reads."""
    compress: str
    time_limit: Union[int, float, str]
    """Stop after so many seconds, with the best answer so far."""
    cpu_limit: Union[int, float, str]
    """Stop after so many seconds of processor time."""
    memory_limit: int
    """Stop at so many megabytes of memory."""
    conflict_limit: int
    gap: Union[float, str]
    search: str
    cuts: str
    construct: bool
    clash: bool
    mode: str
    solver: str
    threads: Union[int, str]
    seed: int
    scramble: int


_SWITCHES = {"construct", "clash"}
"""The options whose value is `on` or `off`."""

_FLAGS = {"maximize", "minimize", "unique", "up_to_symmetry"}
"""The options without a value."""

_JOINED = {"projected"}
"""The options whose values are one word, joined with commas."""


def words(verb: str, options: Mapping[str, Any], known: type) -> list[str]:
    """Returns the words of the command line for options.

    Raises TypeError for an option that `known`, a TypedDict, does not have.
    """
    names = known.__annotations__
    result = []
    for name, value in options.items():
        if name not in names:
            raise TypeError(f"{verb}() has no option {name!r}; it has {', '.join(sorted(names))}")
        flag = "--" + name.rstrip("_").replace("_", "-")
        result += _option(flag, name, value)
    return result


def _option(flag: str, name: str, value: Any) -> list[str]:
    """Returns the words of one option; none if its value is None or False."""
    if name in _SWITCHES and isinstance(value, bool):
        return [f"{flag}={'on' if value else 'off'}"]
    if value is None or value is False:
        return []
    if value is True:
        if name not in _FLAGS:
            raise TypeError(f"{name} needs a value, not True")
        return [flag]
    if isinstance(value, list) or (isinstance(value, tuple) and name != "size"):
        parts = [word(name, part) for part in value]
        return [f"{flag}={','.join(parts)}"] if name in _JOINED else [f"{flag}={p}" for p in parts]
    return [f"{flag}={word(name, value)}"]


def word(name: str, value: Any) -> str:
    """Returns the value of an option as the command line has it."""
    if name == "size" and isinstance(value, tuple):
        return "x".join(str(side) for side in value)
    if name in _SWITCHES and isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        # The program reads no exponents.
        return f"{Decimal(repr(value)):f}"
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def read_text(text: Any) -> tuple[str, Union[str, None]]:
    """Returns the name of a board or model for the command line, and the text of standard input.

    The text is None if the name is that of a file. Raises TypeError for what is no text, no path
    and has no method `to_dimacs`.
    """
    if isinstance(text, os.PathLike):
        return file_name(text), None
    if not isinstance(text, str):
        to_dimacs = getattr(text, "to_dimacs", None)
        if to_dimacs is None:
            found = type(text).__name__
            raise TypeError(f"a board or model is a text, a path or an object with to_dimacs(), not {found}")
        return "-", str(to_dimacs())
    return (file_name(text), None) if _names_file(text) else ("-", text)


def file_name(path: Union[str, "os.PathLike[str]"]) -> str:
    """Returns a path as the command line has it: absolute, so that `-` is a file, too.

    Raises Refused for a folder, since a result is about one board.
    """
    if os.path.isdir(path):
        raise Refused(f"{os.fspath(path)} is a folder: name one of its files", 2)
    return os.path.abspath(path)


def _names_file(text: str) -> bool:
    """Returns whether a text has one line, which is the name of a file."""
    try:
        return "\n" not in text and Path(text).is_file()
    except (OSError, ValueError):
        return False
