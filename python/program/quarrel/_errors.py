"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from quarrel._results import Result


class QuarrelError(Exception):
    """The program has failed. The text is what it says on standard error."""

    status: Optional[int]
    """The exit status of the program; None if it was not started, or negative after a signal."""

    def __init__(self, message: str, status: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = status


class Refused(QuarrelError, ValueError):
    """The program has refused its input or an option, or another solver has failed (status 2)."""


class ProgramNotFound(QuarrelError, FileNotFoundError):
    """The program is not installed where the package looks for it."""


class Interrupted(KeyboardInterrupt):
    """An interrupt has ended a search."""

    result: Optional[Result]
    """The best answer so far and what is proved; None if nothing was known yet."""

    def __init__(self, result: Optional[Result]) -> None:
        known = "nothing is known yet" if result is None else f"so far: {result.summary}"
        super().__init__(f"interrupted; {known}")
        self.result = result

    def __reduce__(self) -> tuple[type[Interrupted], tuple[Optional[Result]]]:
        """Returns the parts from which another process makes the exception again."""
        return Interrupted, (self.result,)
