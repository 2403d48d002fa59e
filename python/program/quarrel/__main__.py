"""`python -m quarrel` is the program `quarrel`."""

from __future__ import annotations

import os
import subprocess
import sys

from quarrel._errors import ProgramNotFound
from quarrel._program import find_program

NOT_FOUND = 127
"""The exit status if there is no program, as that of a shell."""


def main() -> int:
    """Runs the program with the words of the command line, and returns its exit status."""
    try:
        words = [find_program(), *sys.argv[1:]]
    except ProgramNotFound as error:
        print(f"error: {error}", file=sys.stderr)
        return NOT_FOUND
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(words[0], words)
    return subprocess.call(words)


if __name__ == "__main__":
    sys.exit(main())
