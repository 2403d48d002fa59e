"""`python -m quarrel` is the program `quarrel`."""

from __future__ import annotations

import os
import subprocess
import sys

from quarrel._program import find_program


def main() -> int:
    """Runs the program with the words of the command line, and returns its exit status."""
    words = [find_program(), *sys.argv[1:]]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(words[0], words)
    return subprocess.call(words)


if __name__ == "__main__":
    sys.exit(main())
