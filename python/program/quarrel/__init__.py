"""The program quarrel for Python.

Each function runs the program in a process of its own, and returns a typed result: `solve`,
`solve_model`, `count`, `answers`, `hint`, `generate`, `compare`, `families` and `encodings`.
"""

from quarrel._calls import (
    answers,
    compare,
    count,
    encodings,
    families,
    generate,
    hint,
    solve,
    solve_model,
)
from quarrel._errors import Interrupted, ProgramNotFound, QuarrelError, Refused
from quarrel._program import find_program
from quarrel._results import (
    Board,
    Bound,
    Comparison,
    Grade,
    Hints,
    Number,
    Objective,
    Result,
    Step,
)

__all__ = [
    "Board", "Bound", "Comparison", "Grade", "Hints", "Interrupted", "Number", "Objective",
    "ProgramNotFound", "QuarrelError", "Refused", "Result", "Step", "answers", "compare", "count",
    "encodings", "families", "find_program", "generate", "hint", "solve", "solve_model",
]
