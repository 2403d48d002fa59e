"""A folder in which the program runs, and the conditions after every run."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

OLD = b"what was there before\n"
MARK = "QUARREL_FAULTS"
# Megabytes of the program alone, and seconds for its cleanup.
MOST_MEMORY = 1024
PATIENCE = 10.0
# Before the program listens, the system's handler of a signal ends it.
STARTING = 0.3


@dataclass
class Ended:
    """A run that has ended."""

    status: int
    out: bytes
    err: str
    seconds: float
    memory: float


@dataclass
class Case:
    """A command, its outputs, and the expected result."""

    words: list[str]
    outputs: list[str] = field(default_factory=list)
    statuses: set[int] = field(default_factory=lambda: {0, 1, 2, 3})
    # Outputs that grow instead of being rewritten.
    grows: list[str] = field(default_factory=list)
    folder: str | None = None


class Bench:
    """A folder with a place for temporary files."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self.root = Path(tempfile.mkdtemp(prefix="faults-"))
        self.root.chmod(0o755)
        self.place = self.root / "place"
        self.tmp = self.root / "tmp"
        self.mark = f"{os.getpid()}-{time.monotonic_ns()}"
        self.place.mkdir()
        self.tmp.mkdir(mode=0o777)

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.living():
            end(process)
        shutil.rmtree(self.root, ignore_errors=True)

    def write(self, name: str, content: bytes | str) -> None:
        """Writes an input file."""
        (self.place / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def begin(self, words: list[str], out: object = None, user: int | None = None) -> Running:
        """Starts the program."""
        return Running(self, words, out, user)

    def run(self, words: list[str], seconds: float = 60, **how: object) -> Ended:
        """Runs the program to its end."""
        return self.begin(words, **how).end(seconds)

    def living(self) -> list[int]:
        """The processes with the marker."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    has = f"{MARK}={self.mark}".encode() in (entry / "environ").read_bytes()
                    state = (entry / "stat").read_text().rsplit(")", 1)[1].split()[0]
                except OSError:
                    continue
                if has and state != "Z":
                    found.append(int(entry.name))
        return found

    def left(self) -> list[str]:
        """The processes and files that remain after a wait."""
        start = time.monotonic()
        while True:
            left = [f"process {one}" for one in self.living()]
            left += [f"temporary {path.name}" for path in self.tmp.iterdir()]
            if not left or time.monotonic() - start > PATIENCE:
                return left
            time.sleep(0.02)

    def faults(self, case: Case, ended: Ended, killed: str | None = None) -> list[str]:
        """The broken conditions after a run, which a signal may have killed."""
        faults = []
        signal_number = getattr(signal, f"SIG{killed}") if killed else None
        allowed = case.statuses | ({-signal.SIGKILL} if killed == "KILL" else set())
        if killed and killed != "KILL" and ended.seconds < STARTING + 0.2:
            allowed = allowed | {-signal_number}
        if ended.status not in allowed:
            faults.append(f"status {ended.status}: {ended.err.strip()[-200:]}")
        if "panicked" in ended.err:
            faults.append(f"a panic: {ended.err.strip()[:300]}")
        # A set of instances reports each puzzle when it is complete.
        is_silent = not (ended.out and case.folder is None) or tells_trouble(ended.out)
        if ended.status == 2 and not is_silent:
            faults.append(f"status 2 and on standard output {ended.out[:80]!r}")
        if ended.status == 2 and not ended.err.strip():
            faults.append("status 2 without a word")
        if ended.memory > MOST_MEMORY:
            faults.append(f"{ended.memory:.0f} MB")
        faults += [fault for name in case.outputs if (fault := self.fault_of(name, ended))]
        faults += [f"left behind: {one}" for one in self.left()]
        known = {*case.outputs, *case.grows, *([case.folder] if case.folder else [])}
        others = [path for path in self.place.iterdir() if path.name not in known | self.inputs]
        if killed == "KILL":
            others = [path for path in others if not is_replacing(path, case.outputs)]
        faults += [f"another file: {path.name}" for path in others]
        return faults

    inputs: set[str] = set()

    def lay_out(self, case: Case) -> None:
        """Puts old files at the places of the outputs; all others are inputs."""
        self.inputs = {path.name for path in self.place.iterdir()}
        for name in case.outputs:
            (self.place / name).write_bytes(OLD)

    def fault_of(self, name: str, ended: Ended) -> str | None:
        """The reason why a file is neither the old one nor a complete new one."""
        path = self.place / name
        if not path.exists():
            return f"{name} is gone"
        content = path.read_bytes()
        if content == OLD:
            return f"{name} is the old one, with status 0" if ended.status == 0 else None
        if ended.status == 2:
            return f"{name} is another one, with status 2"
        try:
            wrong = not is_whole(name, content)
        except (ValueError, EOFError, OSError, lzma.LZMAError, IndexError):
            wrong = True
        return f"{name} is not whole: {len(content)} bytes" if wrong else None


class Running:
    """The program at work."""

    def __init__(self, bench: Bench, words: list[str], out: object, user: int | None) -> None:
        self.bench, self.start = bench, time.monotonic()
        self.files = [tempfile.TemporaryFile(), tempfile.TemporaryFile()]
        environment = {
            "PATH": os.environ["PATH"],
            "TMPDIR": str(bench.tmp),
            "RUST_BACKTRACE": "0",
            # It has no defaults of the user.
            "XDG_CONFIG_HOME": str(bench.tmp),
            MARK: bench.mark,
        }
        self.process = subprocess.Popen(
            [bench.program, *words],
            cwd=bench.place,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self.files[0] if out is None else out,
            stderr=self.files[1],
            start_new_session=True,
            user=user,
        )

    def send(self, name: str) -> None:
        """Sends a signal to the program alone."""
        os.kill(self.process.pid, getattr(signal, f"SIG{name}"))

    def end(self, seconds: float = 60) -> Ended:
        """Waits for the end, and kills the program after some seconds."""
        late = ""
        while True:
            process, status, used = os.wait4(self.process.pid, os.WNOHANG)
            if process:
                break
            if time.monotonic() - self.start > seconds and not late:
                late = f"no end after {seconds:.0f} s"
                end(self.process.pid)
            time.sleep(0.003)
        took = time.monotonic() - self.start
        self.process.returncode = os.waitstatus_to_exitcode(status)
        for file in self.files:
            file.seek(0)
        out, err = (file.read() for file in self.files)
        told = late or err.decode(errors="replace")
        exit_status = 99 if late else self.process.returncode
        return Ended(exit_status, out, told, took, used.ru_maxrss / 1024)


def end(process: int) -> None:
    """Kills a process of this bench."""
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def tells_trouble(out: bytes) -> bool:
    """Whether an output is the JSON report with the failure."""
    try:
        return bool(json.loads(out).get("trouble"))
    except (ValueError, AttributeError):
        return False


def is_replacing(path: Path, outputs: list[str]) -> bool:
    """Whether a file is the complete new one just before it replaces the old one (src/ground/draft.rs)."""
    replaced = [name for name in outputs if path.name.startswith(f".{name}.")]
    return path.suffix == ".part" and any(is_whole(name, path.read_bytes()) for name in replaced)


def is_whole(name: str, content: bytes) -> bool:
    """Whether a file of this name is complete."""
    for ending, unpack in ((".gz", gzip.decompress), (".xz", lzma.decompress)):
        if name.endswith(ending):
            return is_whole(name.removesuffix(ending), unpack(content))
    if name.endswith(".png"):
        return content.startswith(b"\x89PNG") and content.endswith(b"IEND\xaeB`\x82")
    if name.endswith(".zst"):
        tested = shutil.which("zstd") and subprocess.run(["zstd", "-tq"], input=content)
        return not tested or tested.returncode == 0
    text = content.decode()
    if name.endswith(".json"):
        return isinstance(json.loads(text), dict)
    if name.endswith(".jsonl"):
        return all(isinstance(json.loads(line), dict) for line in text.splitlines())
    if name.endswith(".cnf"):
        lines = [line for line in text.splitlines() if not line.startswith("c")]
        return len(lines) - 1 == int(lines[0].split()[3]) and text.endswith(" 0\n")
    if name.endswith(".lp"):
        return text.endswith("End\n") or text.endswith("end\n")
    if name.endswith((".svg", ".html")):
        return text.rstrip().endswith("</svg>" if name.endswith(".svg") else "</html>")
    return text.endswith("\n")
