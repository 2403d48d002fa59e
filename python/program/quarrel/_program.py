"""The program `quarrel` as a process: where it is, how it is started, and how it ends.

A process has its own process group, so that Ctrl-C reaches only Python. Python then sends it one
SIGINT, with which the program prints the best answer so far. Threads start the process and read its
output, because a process that waits for a full pipe never ends. The calling thread waits in short
steps, since on Windows an interrupt does not end a longer wait.
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
from typing import IO, Any, Callable, Iterator, Optional, Sequence

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
        "the program `quarrel` is neither in the wheel nor on the path: install the wheel again, or "
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

    Raises UnicodeEncodeError, a ValueError, for a text with half a character, another ValueError
    for a word with a zero byte, and QuarrelError if the program cannot be started.
    """
    call = _Call([find_program(), *words], None if text is None else text.encode("utf-8"))
    err: list[str] = []
    interrupted = False
    try:
        call.start()
        while not call.is_done():
            for line in call.news():
                err.append(line)
                if on_line is not None:
                    on_line(line.rstrip("\n"))
    except KeyboardInterrupt:
        interrupted = True
        call.end()
    except BaseException:
        call.end()
        raise
    if isinstance(call.failure, ValueError):
        raise call.failure
    if call.failure is not None and not interrupted:
        found = f"{call.words[0]} cannot be started: {call.failure}"
        raise QuarrelError(found) from call.failure
    err += call.left()
    return Ended("".join(call.out), "".join(err), call.status, interrupted)


class _Call:
    """A process and the threads that start it and read its output.

    Python interrupts only its main thread. So the process is started and known in another one, and
    an interrupt always finds it, or finds that it is not started.
    """

    def __init__(self, words: Sequence[str], content: Optional[bytes]) -> None:
        self.words = words
        self.out: list[str] = []
        self.status = 0
        self.failure: Optional[Exception] = None
        self._content = content
        self._lines: queue.Queue[str] = queue.Queue()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._is_cancelled = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._done = threading.Event()

    def start(self) -> None:
        """Starts the process."""
        self._thread.start()

    def is_done(self) -> bool:
        """Returns whether the process has ended, and each line was returned by `news`."""
        return self._done.is_set() and self._lines.empty()

    def news(self) -> Iterator[str]:
        """Returns the lines of standard error since the last call. Waits for them for a moment."""
        try:
            yield self._lines.get(timeout=STEP)
        except queue.Empty:
            return
        yield from self.left()

    def left(self) -> Iterator[str]:
        """Returns the lines of standard error since the last call, without waiting."""
        while True:
            try:
                yield self._lines.get_nowait()
            except queue.Empty:
                return

    def end(self) -> None:
        """Interrupts the process, and kills it and its children if it does not end soon."""
        self._is_cancelled = True
        if self._thread.ident is None:
            # The thread has not begun, and starts no process any more.
            return
        try:
            self._interrupt()
            self._done.wait(GRACE)
        except KeyboardInterrupt:
            pass
        if not self._done.is_set():
            self._kill()
            self._done.wait(GRACE)

    def _interrupt(self) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            on_windows = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM)
            process.send_signal(on_windows if os.name == "nt" else signal.SIGINT)

    def _kill(self) -> None:
        process = self._process
        if process is None:
            return
        if os.name == "nt":
            process.kill()
            return
        try:
            # The process leads a group of its own, with its children.
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def _run(self) -> None:
        """Starts the process and reads its output to the end."""
        try:
            if not self._is_cancelled:
                self._read_all()
        except (OSError, ValueError) as failure:
            self.failure = failure
        finally:
            self._done.set()

    def _read_all(self) -> None:
        group: dict[str, Any] = (
            {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
            if os.name == "nt" else {"start_new_session": True}
        )
        with subprocess.Popen(
            self.words,
            stdin=subprocess.DEVNULL if self._content is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **group,
        ) as process:
            self._process = process
            if self._is_cancelled:
                self._interrupt()
            threads = [
                threading.Thread(target=_read, args=(process.stderr, self._lines.put), daemon=True),
                threading.Thread(target=_write, args=(process.stdin, self._content), daemon=True),
            ]
            for thread in threads:
                thread.start()
            _read(process.stdout, self.out.append)
            for thread in threads:
                thread.join()
            self.status = process.wait()


def _read(pipe: Optional[IO[bytes]], put: Callable[[str], None]) -> None:
    """Passes each line of a pipe on, until it ends."""
    if pipe is not None:
        for line in pipe:
            put(line.decode("utf-8", "replace"))


def _write(pipe: Optional[IO[bytes]], content: Optional[bytes]) -> None:
    """Writes to a pipe and closes it. A program that has ended does not read all of it."""
    if pipe is None or content is None:
        return
    try:
        with pipe:
            pipe.write(content)
    except OSError:
        pass


def checked(ended: Ended) -> str:
    """Returns the output of a process that has answered.

    Raises KeyboardInterrupt if it was interrupted, Refused if the program has refused its input,
    and QuarrelError if it has failed.
    """
    if ended.interrupted:
        raise KeyboardInterrupt
    if ended.status in (0, 1, 3) and ended.out.strip():
        return ended.out
    # Before the error, there can be notes and the lines of `--verbose`.
    parts = ("\n" + ended.err).split("\nerror: ")
    message = parts[-1].split("\n\nFor more information, try '--help'.")[0].strip()
    if ended.status == 2:
        raise Refused(message or "the program has refused its input", 2)
    if not message:
        message = f"the program has ended with the status {ended.status}"
    raise QuarrelError(message, ended.status)
