"""The results file: one JSON object a line, machines and runs, written as each run ends."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Run:
    """One run. `seconds` are compared; `wall` is the driver's time of the process.

    `status` is `optimal`, `unsatisfiable` (no answer), `limit` (too long), or `failed` (the process
    died, perhaps for lack of memory).
    """

    instance: str
    peer: str
    repetition: int
    status: str
    value: int | None
    seconds: float
    wall: float
    import_seconds: float
    limit: float
    version: str
    options: str
    command: str

    @property
    def setting(self) -> tuple[float, str, str]:
        """The values that have to agree for two runs to be comparable."""
        return self.limit, self.version, self.options

    @property
    def claim(self) -> str:
        """The claim of a proof, or None."""
        if self.status == "optimal":
            return f"the optimum {self.value}"
        return "no answer" if self.status == "unsatisfiable" else ""


@dataclass
class Results:
    """The content of the results file."""

    path: Path
    runs: list[Run] = field(default_factory=list)
    machines: list[dict[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> Results:
        """The file's content; an absent file is empty, a last line cut short is dropped."""
        results = cls(path)
        if not path.exists():
            return results
        text = path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            path.write_text(whole, encoding="utf-8")
        for line in whole.splitlines():
            try:
                record = json.loads(line)
                if record.pop("record") == "machine":
                    results.machines.append(record)
                else:
                    results.runs.append(Run(**record))
            except (ValueError, KeyError, TypeError, AttributeError):
                raise ValueError(f"{path}: `{line}` is no line of results") from None
        return results

    def of(self, instance: str, peer: str) -> list[Run]:
        """The runs of a peer on an instance."""
        return [run for run in self.runs if (run.instance, run.peer) == (instance, peer)]

    def add_run(self, run: Run) -> None:
        """Appends a run."""
        self._append("run", asdict(run))
        self.runs.append(run)

    def add_machine(self, machine: dict[str, str]) -> None:
        """Appends the machine, unless it is the last one in the file."""
        if self.machines[-1:] != [machine]:
            self._append("machine", machine)
            self.machines.append(machine)

    def _append(self, kind: str, content: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"record": kind} | content) + "\n")
            file.flush()
            os.fsync(file.fileno())


def machine() -> dict[str, str]:
    """A description of this machine."""
    return {
        "processor": _field("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": str(os.cpu_count()),
        "memory": _memory(),
        "system": f"{_field('/etc/os-release', 'PRETTY_NAME')}, {platform.platform()}",
        "python": platform.python_version(),
    }


def _memory() -> str:
    kilobytes = _field("/proc/meminfo", "MemTotal").split(" ")[0]
    return f"{int(kilobytes) / 2**20:.1f} GiB" if kilobytes else "unknown"


def _field(path: str, name: str) -> str:
    """The first value of `name: value` or `name=value` in a file of the system."""
    if not Path(path).exists():
        return ""
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        key, sign, value = line.partition("=" if "=" in line else ":")
        if sign and key.strip() == name:
            return value.strip().strip('"')
    return ""
