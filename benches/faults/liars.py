"""Lying solvers, each a function of the formula and the file for the answer.

    python3 liars.py NAME FORMULA [OUT]

They read DIMACS and the MaxSAT format without a header, and solve formulas of a few dozen variables.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

Clause = list[int]
LIARS: dict[str, Callable[["Call"], None]] = {}
FOREVER = 600


class Call:
    """The arguments of a solver."""

    def __init__(self, formula: str, out: str) -> None:
        self.formula, self.out = formula, out

    def clauses(self) -> list[Clause]:
        """The hard clauses."""
        lines = [line.split() for line in Path(self.formula).read_text().splitlines()]
        hard = [words[1:] if words[0] == "h" else words for words in lines if words and is_hard(words[0])]
        return [[int(word) for word in words if word != "0"] for words in hard]

    def variables(self) -> int:
        """The largest variable."""
        words = Path(self.formula).read_text().split()
        numbers = [abs(int(word)) for word in words if word.lstrip("-").isdigit() and len(word) < 9]
        return max(numbers, default=0)

    def model(self) -> list[int]:
        """Values that satisfy every clause, or nothing."""
        model = solve(self.clauses(), {})
        names = range(1, self.variables() + 1)
        return [] if model is None else [name if model.get(name) else -name for name in names]

    def say(self, text: str) -> None:
        """Prints at once."""
        sys.stdout.write(text)
        sys.stdout.flush()


def is_hard(word: str) -> bool:
    """Whether a line that begins with this word is a hard clause."""
    return word == "h" or word.lstrip("-").isdigit()


def solve(clauses: list[Clause], values: dict[int, bool]) -> dict[int, bool] | None:
    """DPLL, as in the textbook."""
    while True:
        units, left = [], []
        for clause in clauses:
            if any(values.get(abs(lit)) == (lit > 0) for lit in clause if abs(lit) in values):
                continue
            free = [lit for lit in clause if abs(lit) not in values]
            if not free:
                return None
            (units if len(free) == 1 else left).append(free)
        if not units:
            break
        for [lit] in units:
            if values.get(abs(lit), lit > 0) != (lit > 0):
                return None
            values = {**values, abs(lit): lit > 0}
    if not left:
        return values
    lit = left[0][0]
    return solve(left, {**values, abs(lit): lit > 0}) or solve(left, {**values, abs(lit): lit < 0})


def liar(function: Callable[[Call], None]) -> Callable[[Call], None]:
    """Adds a solver to the list, under its name with hyphens."""
    LIARS[function.__name__.replace("_", "-")] = function
    return function


def answer(model: list[int], end: str = "\n") -> str:
    """A solution in the format of competitions."""
    if not model:
        return f"s UNSATISFIABLE{end}"
    return f"s SATISFIABLE{end}v {' '.join(map(str, model))} 0{end}"


@liar
def honest(call: Call) -> None:
    call.say(answer(call.model()))


@liar
def with_carriage_returns(call: Call) -> None:
    call.say(answer(call.model(), "\r\n"))


@liar
def in_pieces(call: Call) -> None:
    for piece in answer(call.model()):
        call.say(piece)
        time.sleep(0.002)


@liar
def into_the_file(call: Call) -> None:
    model = call.model()
    Path(call.out).write_text(f"SAT\n{' '.join(map(str, model))} 0\n" if model else "UNSAT\n")


@liar
def partial_model(call: Call) -> None:
    call.say(answer(call.model()[::2] or [1]))


@liar
def wrong_model(call: Call) -> None:
    call.say(answer(list(range(1, call.variables() + 1))))


@liar
def all_false(call: Call) -> None:
    call.say(answer([-name for name in range(1, call.variables() + 1)]))


@liar
def wrong_optimum(call: Call) -> None:
    values = " ".join(str(-name) for name in range(1, call.variables() + 1))
    call.say(f"o 0\ns OPTIMUM FOUND\nv {values}\n")


@liar
def wrong_cost(call: Call) -> None:
    values = " ".join(str(-name) for name in range(1, call.variables() + 1))
    call.say(f"o 9223372036854775807\ns SATISFIABLE\nv {values}\n")


@liar
def both_signs(call: Call) -> None:
    call.say("s SATISFIABLE\nv 1 -1 2 -2 0\n")


@liar
def too_large_numbers(call: Call) -> None:
    call.say("s SATISFIABLE\nv 1 4294967295 99999999999999999999 -9223372036854775808 0\n")


@liar
def garbage(call: Call) -> None:
    call.say("Segmentation fault (core dumped)\n\x1b[31mv s o\x07\n" * 50)


@liar
def binary(call: Call) -> None:
    sys.stdout.buffer.write(bytes(range(256)) * 300)


@liar
def empty(call: Call) -> None:
    pass


@liar
def unsatisfiable(call: Call) -> None:
    call.say("s UNSATISFIABLE\n")


@liar
def unknown(call: Call) -> None:
    call.say("s UNKNOWN\n")


@liar
def cut_off(call: Call) -> None:
    call.say("s SATISFIABLE\nv 1 2 -")


@liar
def three_gigabytes(call: Call) -> None:
    piece = b"c " + b"x" * ((1 << 20) - 3) + b"\n"
    for _ in range(3 << 10):
        sys.stdout.buffer.write(piece)


@liar
def endless_output(call: Call) -> None:
    while True:
        call.say("v 1 0\n" * 10000)


@liar
def endless_line(call: Call) -> None:
    call.say("s SATISFIABLE\nv ")
    while True:
        call.say("1 " * 100000)


@liar
def endless_errors(call: Call) -> None:
    while True:
        os.write(2, b"trouble " * 10000)


@liar
def no_end(call: Call) -> None:
    time.sleep(FOREVER)


@liar
def deaf_to_signals(call: Call) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(FOREVER)


@liar
def answers_and_stays(call: Call) -> None:
    call.say(answer(call.model()))
    sys.stdout.close()
    os.close(1)
    time.sleep(FOREVER)


@liar
def children_that_stay(call: Call) -> None:
    subprocess.Popen(["sleep", str(FOREVER)])
    call.say(answer(call.model()))


@liar
def children_in_sessions(call: Call) -> None:
    for _ in range(3):
        subprocess.Popen(["sleep", str(FOREVER)], start_new_session=True)
    call.say(answer(call.model()))


@liar
def many_children(call: Call) -> None:
    for _ in range(30):
        subprocess.Popen(["sh", "-c", f"sleep {FOREVER} & sleep {FOREVER}"], start_new_session=True)
    time.sleep(FOREVER)


@liar
def aborts(call: Call) -> None:
    call.say(answer(call.model()))
    os.abort()


@liar
def killed_in_the_middle(call: Call) -> None:
    call.say("s SATISFIABLE\nv 1 -2")
    os.kill(os.getpid(), signal.SIGKILL)


@liar
def kills_its_group(call: Call) -> None:
    os.killpg(os.getpgid(0), signal.SIGKILL)


@liar
def kills_its_parent(call: Call) -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(FOREVER)


@liar
def stops_itself(call: Call) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


@liar
def deletes_the_files(call: Call) -> None:
    for path in (call.formula, call.out):
        Path(path).unlink(missing_ok=True)
    call.say("s UNKNOWN\n")


@liar
def link_to_zero(call: Call) -> None:
    Path(call.out).unlink()
    Path(call.out).symlink_to("/dev/zero")
    call.say("s UNKNOWN\n")


@liar
def pipe_as_file(call: Call) -> None:
    Path(call.out).unlink()
    os.mkfifo(call.out)
    call.say("s UNKNOWN\n")


@liar
def folder_as_file(call: Call) -> None:
    Path(call.out).unlink()
    Path(call.out).mkdir()
    (Path(call.out) / "inside").write_text("s UNKNOWN\n")


@liar
def large_file(call: Call) -> None:
    os.truncate(call.out, 1 << 40)


@liar
def litters(call: Call) -> None:
    (Path(call.out).parent / "left behind").write_text("litter")
    call.say(answer(call.model()))


@liar
def contradicts_itself(call: Call) -> None:
    call.say("s SATISFIABLE\ns UNSATISFIABLE\nv 1 0\ns OPTIMUM FOUND\n")


@liar
def very_slow(call: Call) -> None:
    time.sleep(0.7)
    call.say(answer(call.model()))


if __name__ == "__main__":
    name, formula, out = (sys.argv[1:] + ["", ""])[:3]
    if formula == "--version":
        print("1.0")
    else:
        LIARS[name](Call(formula, out))
