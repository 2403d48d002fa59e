"""The results of the program as frozen dataclasses.

Values of an objective are exact: an `int`, a `float` for a number with few decimals, or a
`Fraction` for a number that neither of them holds.
"""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from quarrel import _program

Number = Union[int, float, Fraction]
Status = Literal["optimal", "satisfiable", "unsatisfiable", "unknown"]

_BOUND = re.compile(r": best (none yet|\S+), proved at (?:least|most) (\S+), ([0-9.]+) s$")
"""A bound in a line of `solve --verbose`."""


def number(value: Any) -> Number:
    """Returns a number of the program's JSON or of its text."""
    if isinstance(value, str):
        exact = Fraction(value)
        return exact.numerator if exact.denominator == 1 else exact
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value  # type: ignore[no-any-return]


def _optional(value: Any) -> Optional[Number]:
    return None if value is None else number(value)


@dataclass(frozen=True)
class Bound:
    """What is known of an optimum at one moment of a search."""

    best: Optional[Number]
    """The value of the best answer so far; None if there is no answer yet."""
    proved: Number
    """The proved bound: no answer is better."""
    seconds: float
    """The time since the search began."""

    @classmethod
    def from_line(cls, line: str) -> Optional[Bound]:
        """Returns the bound in a line of `solve --verbose`; None for other lines."""
        found = _BOUND.search(line)
        if found is None:
            return None
        best, proved, seconds = found.groups()
        try:
            known = None if best == "none yet" else _number_of_text(best)
            return cls(known, _number_of_text(proved), float(seconds))
        except (ValueError, ZeroDivisionError):
            return None


def _number_of_text(text: str) -> Number:
    """Returns a number as it is in JSON: a decimal number of at most 15 digits is a float."""
    is_short = sum(sign.isdigit() for sign in text) <= 15
    return float(text) if "." in text and is_short else number(text)


@dataclass(frozen=True)
class Objective:
    """The objective of a problem, with the value of the answer and the known bounds."""

    sense: Literal["minimise", "maximise"]
    name: str
    value: Optional[Number]
    lower_bound: Number
    upper_bound: Number
    gap: Optional[float]
    """The largest distance of the value from the optimum, as a share of the value, if known."""


@dataclass(frozen=True)
class Question:
    """The board of a result, so that an answer can be drawn."""

    words: Sequence[str]
    """The words of the command line that name the board."""
    text: Optional[str]
    """The text of the board on standard input, if it is not in a file."""


@dataclass(frozen=True)
class Result:
    """The result of a search."""

    status: Status
    """`satisfiable` if the answer is not proved to be the best, or if any answer was wanted."""
    objective: Optional[Objective]
    rows: Optional[tuple[str, ...]]
    """The rows of the answer; None if there is no answer."""
    assignment: Optional[Mapping[str, int]]
    """The answer to a model by the names of its variables; None for a puzzle."""
    bounds: tuple[Bound, ...]
    seconds: float
    """The time that encoding and search took."""
    unique: Optional[bool]
    """Whether the answer is unique; None if it was not asked for, or is not known."""
    count: Optional[int]
    """The number of counted answers; None if it was not asked for."""
    complete: Optional[bool]
    """Whether there are no answers beyond the counted ones."""
    answers: tuple[tuple[str, ...], ...]
    """The rows of each listed answer."""
    assignments: tuple[Mapping[str, int], ...]
    """The assignment of each listed answer to a model."""
    reason: Optional[str]
    """Why there is no answer, if that is known."""
    stopped: Optional[str]
    """What ended the search early: `time`, `memory`, `signal`, …; None if it was not ended early."""
    report: Mapping[str, Any] = field(repr=False)
    """The whole object of `quarrel solve --format json`."""
    _question: Question = field(repr=False, compare=False)

    @classmethod
    def from_json(cls, text: str, question: Question) -> Result:
        """Returns the result of the JSON of `solve`."""
        report = json.loads(text)
        objective = report["objective"]
        stats = report["stats"]
        solutions = report.get("solutions") or {}
        return cls(
            status=report["status"],
            objective=None if objective is None else Objective(
                sense=objective["sense"],
                name=objective["name"],
                value=_optional(objective["value"]),
                lower_bound=number(objective["lower_bound"]),
                upper_bound=number(objective["upper_bound"]),
                gap=objective["gap"],
            ),
            rows=None if report["answer"] is None else tuple(report["answer"]),
            assignment=report.get("assignment"),
            bounds=tuple(
                Bound(_optional(step["best"]), number(step["proved"]), step["seconds"])
                for step in report["bounds"]
            ),
            seconds=stats["encode_seconds"] + stats["solve_seconds"],
            unique=report.get("unique"),
            count=int(solutions["count"]) if "count" in solutions else None,
            complete=solutions.get("complete"),
            answers=tuple(tuple(rows) for rows in report.get("answers") or ()),
            assignments=tuple(report.get("assignments") or ()),
            reason=report.get("reason"),
            stopped=report["stopped"],
            report=report,
            _question=question,
        )

    def __bool__(self) -> bool:
        """Returns whether there is an answer."""
        return self.rows is not None

    def __str__(self) -> str:
        return "\n".join(self.rows) if self.rows is not None else self.summary

    @property
    def value(self) -> Optional[Number]:
        """The value of the answer; None without an objective or an answer."""
        return None if self.objective is None else self.objective.value

    @property
    def lower_bound(self) -> Optional[Number]:
        """The least value that the optimum can have; None without an objective."""
        return None if self.objective is None else self.objective.lower_bound

    @property
    def upper_bound(self) -> Optional[Number]:
        """The largest value that the optimum can have; None without an objective."""
        return None if self.objective is None else self.objective.upper_bound

    @property
    def summary(self) -> str:
        """The status in one line, with the value and the bounds."""
        parts: list[str] = [self.status]
        if self.objective is not None:
            one = self.objective
            known = f"between {one.lower_bound} and {one.upper_bound}"
            if one.value is None:
                parts.append(f"{one.name} {known}")
            elif one.lower_bound == one.upper_bound:
                parts.append(f"{one.name} {one.value}")
            else:
                parts.append(f"{one.name} {one.value}, the optimum is {known}")
        if self.count is not None:
            parts.append(f"{'' if self.complete else 'at least '}{self.count} answers")
        if self.stopped is not None:
            parts.append(f"stopped by {self.stopped}")
        return "; ".join(parts)

    def svg(self) -> str:
        """Returns a drawing of the answer.

        Raises ValueError if there is no answer or no board.
        """
        if self.rows is None:
            raise ValueError("there is no answer to draw")
        with tempfile.TemporaryDirectory() as folder:
            answer = Path(folder, "answer.txt")
            answer.write_text("\n".join(self.rows) + "\n", encoding="utf-8")
            words = ["verify", "--no-config", "--format=svg", f"--answer={answer}"]
            ended = _program.run([*words, *self._question.words], text=self._question.text)
        return _program.checked(ended)

    def _repr_svg_(self) -> Optional[str]:
        """Returns the drawing for a notebook; None without an answer or a board."""
        if self.rows is None or self.assignment is not None:
            return None
        return self.svg()


@dataclass(frozen=True)
class Grade:
    """The difficulty of a board."""

    level: str
    technique: str
    hardest: int
    """The cost of the hardest step."""
    sum: int
    """The sum of the costs of all steps."""


def grade(found: Optional[Mapping[str, Any]]) -> Optional[Grade]:
    """Returns the grade in the JSON of `hint` and `generate`."""
    if found is None:
        return None
    return Grade(found["level"], found["technique"], found["hardest"], found["sum"])


@dataclass(frozen=True)
class Step:
    """A step of reasoning on a board."""

    cells: tuple[tuple[int, int, str, bool], ...]
    """What follows: the row and column from 0, the symbol, and whether it is there."""
    stages: tuple[str, ...]
    """The step in words, each text with more of it than the one before."""
    cost: int
    proved: bool
    """Whether no step is cheaper."""

    def __str__(self) -> str:
        return self.stages[-1]


@dataclass(frozen=True)
class Hints:
    """Steps of reasoning that lead on from a board."""

    steps: tuple[Step, ...]
    ended: Literal["complete", "steps", "stopped", "stuck"]
    """Why there are no further steps."""
    rows: Optional[tuple[str, ...]]
    """The rows of the answer, if the steps reach it."""
    grade: Optional[Grade]
    wrong: Optional[tuple[int, int, str, bool]]
    """A wrong cell of the board, as in `Step.cells`; the only step is the reason."""
    error: Optional[str]
    """Why there are no steps: the board has no answer, or the search was stopped."""
    report: Mapping[str, Any] = field(repr=False)
    """The whole object of `quarrel hint --format json`."""

    @classmethod
    def from_json(cls, text: str) -> Hints:
        """Returns the steps in the JSON of `hint`."""
        report = json.loads(text)
        wrong = report.get("wrong")
        answer = report.get("answer")
        return cls(
            steps=tuple(
                Step(tuple(map(_mark, step["cells"])), tuple(step["stages"]), step["cost"],
                     step["proved"])
                for step in report["steps"]
            ),
            ended=report["ended"],
            rows=None if answer is None else tuple(answer),
            grade=grade(report["grade"]),
            wrong=None if wrong is None else _mark(wrong),
            error=report.get("error"),
            report=report,
        )


def _mark(found: Mapping[str, Any]) -> tuple[int, int, str, bool]:
    row, column = found["cell"]
    return row, column, found["symbol"], found["is"]


@dataclass(frozen=True)
class Board:
    """A generated board, which has exactly one answer."""

    family: str
    text: str
    """The board as a text that every function reads."""
    rows: tuple[str, ...]
    """The rows of its answer."""
    seed: int
    """The seed that makes this board again."""
    grade: Optional[Grade]
    link: Optional[str]
    """A link to play it, or an id for another program."""

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Board:
        """Returns the board in an object of `generate`."""
        return cls(found["family"], found["board"], tuple(found["answer"]), found["seed"],
                   grade(found["grade"]), found["link"])

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Comparison:
    """The runs of a comparison and their statistics.

    `pandas.DataFrame(comparison.table)` has a row for each configuration, and
    `pandas.DataFrame(comparison.runs)` one for each run.
    """

    table: tuple[Mapping[str, Any], ...]
    """For each configuration, its statistics by the names of `quarrel compare --csv`."""
    runs: tuple[Mapping[str, Any], ...]
    """For each run in the file of results, its record by the names of `quarrel compare --results`."""
    text: str = field(repr=False)
    """The report for people."""
    report: Mapping[str, Any] = field(repr=False)
    """The whole object of `quarrel compare --json`."""

    def __str__(self) -> str:
        return self.text
