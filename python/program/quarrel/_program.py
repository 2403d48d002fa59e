"""The program `quarrel` as a process: where it is, how it is started, and how it ends.

A process has its own process group, so that Ctrl-C reaches only Python. Python then sends it one
SIGINT, with which the program prints the best answer so far. Threads read the output, because a
process that waits for a full pipe never ends. The calling thread waits in short steps, since on
Windows an interrupt does not end a longer wait.
"""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Callable, Iterator, Optional, Sequence

from quarrel._errors import ProgramNotFound, QuarrelError, Refused

STEP = 0.05
"""The seconds between two looks at what has happened."""

GRACE = 5.0
"""The seconds that an interrupted program has before it is killed."""


@dataclass(frozen=True)
class Ended:
    """The output and the end of a process."""

    out: str
    err: str
    status: int
    """The exit status, or minus the number of the signal that ended the process."""
    interrupted: bool
    """Whether a KeyboardInterrupt has ended the process."""


def find_program() -> str:
    """Returns the path of the program.

    It is `$QUARREL`, if that is set, the program of the installed wheel, or `quarrel` on the path.

    Raises ProgramNotFound if there is none.
    """
    chosen = os.environ.get("QUARREL")
    if chosen:
        found = shutil.which(chosen)
        if found is None:
            raise ProgramNotFound(f"QUARREL={chosen} is not a program that can be run")
        return found
    for folder in _folders():
        found = shutil.which("quarrel", path=folder)
        if found is not None:
            return found
    raise ProgramNotFound(
        "the program `quarrel` is neither in the wheel nor on the path: `pip install quarrel`, or "
        "set QUARREL to its path"
    )


def _folders() -> Iterator[Optional[str]]:
    """Returns the folders in which the program can be; None means the path."""
    yield sysconfig.get_path("scripts")
    user = sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else (
        "nt_user" if os.name == "nt" else "posix_user")
    yield sysconfig.get_path("scripts", scheme=user)
    # The folder of `pip install --target`.
    yield str(Path(__file__).parent.parent / "bin")
    yield None


def run(
    words: Sequence[str],
    *,
    text: Optional[str] = None,
    on_line: Optional[Callable[[str], None]] = None,
) -> Ended:
    """Runs the program, and returns its output and how it has ended.

    `text` is its standard input. `on_line` gets each line of standard error as it comes. If it
    raises an exception, the program is ended first.

    Raises UnicodeEncodeError, a ValueError, for a text with half a character.
    """
    content = None if text is None else text.encode("utf-8")
    group = (
        {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        if os.name == "nt" else {"start_new_session": True}
    )
    process = subprocess.Popen(
        [find_program(), *words],
        stdin=subprocess.DEVNULL if content is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **group,
    )
    lines: queue.Queue[Optional[str]] = queue.Queue()
    out: list[str] = []
    err: list[str] = []
    threads = [
        threading.Thread(target=_read, args=(process.stdout, out.append), daemon=True),
        threading.Thread(target=_read, args=(process.stderr, lines.put), daemon=True),
    ]
    if content is not None:
        threads.append(threading.Thread(target=_write, args=(process.stdin, content), daemon=True))
    interrupted = False
    try:
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads) or not lines.empty():
            try:
                line = lines.get(timeout=STEP)
            except queue.Empty:
                continue
            if line is not None:
                err.append(line)
                if on_line is not None:
                    on_line(line.rstrip("\n"))
        process.wait()
    except KeyboardInterrupt:
        interrupted = True
        _end(process)
        for thread in threads:
            thread.join(GRACE)
    except BaseException:
        _end(process)
        raise
    finally:
        for pipe in (process.stdout, process.stderr):
            if pipe is not None and not any(thread.is_alive() for thread in threads):
                pipe.close()
    while not lines.empty():
        err.append(lines.get() or "")
    return Ended("".join(out), "".join(err), process.returncode, interrupted)


def _read(pipe: Optional[IO[bytes]], put: Callable[[str], None]) -> None:
    """Passes each line of a pipe on, until it ends."""
    if pipe is not None:
        for line in pipe:
            put(line.decode("utf-8", "replace"))


def _write(pipe: Optional[IO[bytes]], content: bytes) -> None:
    """Writes to a pipe and closes it. A program that has ended does not read all of it."""
    if pipe is None:
        return
    try:
        with pipe:
            pipe.write(content)
    except (BrokenPipeError, OSError):
        pass


def _end(process: subprocess.Popen[bytes]) -> None:
    """Interrupts a process, and kills it if it does not end soon."""
    try:
        if os.name == "nt":
            process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM))
        else:
            process.send_signal(signal.SIGINT)
        process.wait(GRACE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
        process.wait()


def checked(ended: Ended) -> str:
    """Returns the output of a process that has answered.

    Raises KeyboardInterrupt if it was interrupted, Refused if the program has refused its input,
    and QuarrelError if it has failed.
    """
    if ended.interrupted:
        raise KeyboardInterrupt
    if ended.status in (0, 1, 3) and ended.out.strip():
        return ended.out
    message = ended.err.strip()
    if message.startswith("error: "):
        message = message[len("error: "):]
    if ended.status == 2:
        raise Refused(message or "the program has refused its input", 2)
    if not message:
        message = f"the program has ended with the status {ended.status} and without output"
    raise QuarrelError(message, ended.status)
