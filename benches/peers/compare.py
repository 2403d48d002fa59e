"""quarrel and its peers on the same instances, in turn: see README.md.

For each instance and repetition, quarrel and every peer run once, one after the other, each in a
process that is killed with its process group at the limit. Each run is recorded when it ends, so a
comparison can be interrupted and continued. Every claim is compared with the known optimum and with
other claims about the instance; a difference stops the comparison.

This file uses only the standard library; `child.py` loads the peers.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from child import PEERS
from instances import VARIANTS, Instance, instance, listed
from known import DEFAULT, optimum
from report import QUARREL, report
from results import Results, Run, machine

HERE = Path(__file__).resolve().parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or HERE.parent.parent / "target")
# Without the user's defaults.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("QUARREL_")}
ENVIRONMENT["QUARREL_CONFIG"] = str(HERE.parent.parent / "tests" / "support" / "quarrel.toml")
GRACE = 10.0


@dataclass(frozen=True)
class Ended:
    """A process that ended, with its exit status, or None if the driver killed it."""

    exit_status: int | None
    wall: float
    output: str
    errors: str


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--instances", nargs="+", default=[], metavar="FAMILY:SIZE[:VARIANT]|FILE")
    parser.add_argument("--instances-from", type=Path, metavar="FILE", help="one instance a line")
    parser.add_argument("--peers", nargs="*", default=list(PEERS), choices=list(PEERS))
    parser.add_argument("--limit", type=seconds, default=300.0, help="seconds for a run")
    parser.add_argument("--repeat", type=times, default=3, help="runs of which the median is taken")
    parser.add_argument("--quarrel", type=Path, default=TARGET / "release" / "quarrel")
    parser.add_argument(
        "--quarrel-options",
        action="append",
        default=[],
        metavar="FAMILY=OPTIONS",
        help="options for quarrel on a family; its defaults otherwise",
    )
    parser.add_argument("--results", type=Path, default=TARGET / "peers" / "results.jsonl")
    parser.add_argument(
        "--report", action="store_true", help="print the report of the results; run nothing"
    )
    return parser.parse_args()


def seconds(text: str) -> float:
    """A limit: more than 0 seconds, and a day at most."""
    number = float(text)
    if not 0 < number <= 86400:
        raise ValueError(text)
    return number


def times(text: str) -> int:
    """A number of runs: 1 or more."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def main() -> None:
    """Runs everything that is missing in the results, or reports."""
    chosen = arguments()
    try:
        results = Results.read(chosen.results)
        if chosen.report:
            print(report(results))
            return
        instances = [instance(text) for text in chosen.instances]
        if chosen.instances_from:
            instances += listed(chosen.instances_from)
        elif not instances:
            instances = [instance(text) for text in DEFAULT]
        quarrel = Quarrel.of(chosen.quarrel, chosen.quarrel_options)
    except (ValueError, OSError, subprocess.SubprocessError) as error:
        sys.exit(f"error: {error}")
    results.add_machine(machine())
    for task in instances:
        for repetition in range(1, chosen.repeat + 1):
            for name in [QUARREL, *chosen.peers]:
                if is_due(results, task, name, repetition):
                    run = once(quarrel, task, name, repetition, chosen.limit)
                    keep(results, run, task, quarrel)


def is_due(results: Results, task: Instance, name: str, repetition: int) -> bool:
    """Whether a run is neither in the results nor of a missed instance."""
    done = results.of(str(task), name)
    missed = any(not run.claim for run in done)
    return not missed and all(run.repetition != repetition for run in done)


def keep(results: Results, run: Run, task: Instance, quarrel: Quarrel) -> None:
    """Records a run, unless it is wrong or not comparable with the earlier ones."""
    if run.peer == QUARREL and run.status == "failed":
        sys.exit(f"error: {task}: quarrel failed: {run.command}")
    known = optimum(task)
    if run.claim and known is not None and run.claim != f"the optimum {known}":
        sys.exit(
            f"error: {task}: {run.peer} claims {run.claim}, known is {known}\n"
            f"  {run.command}\n  {shlex.join(quarrel.command(task))}"
        )
    for earlier in results.runs:
        of_it = earlier.instance == run.instance and run.claim and earlier.claim
        if of_it and earlier.claim != run.claim:
            sys.exit(
                f"error: {task}: {earlier.peer} claims {earlier.claim}, {run.peer} {run.claim}\n"
                f"  {earlier.command}\n  {run.command}"
            )
        same = earlier.peer == run.peer and earlier.instance.split()[0] == task.family
        if same and earlier.setting != run.setting and "" not in (earlier.version, run.version):
            sys.exit(
                f"error: {results.path} holds runs of {run.peer} with other settings\n"
                f"  there: {earlier.setting}\n  now:   {run.setting}\n"
                "  name another file with --results"
            )
    results.add_run(run)
    took = f"{run.claim}, {run.seconds:.2f} s" if run.claim else run.status
    print(f"{task}: {run.peer} {run.repetition}: {took}", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Quarrel:
    """The program under comparison."""

    path: Path
    version: str
    options: dict[str, list[str]]

    @classmethod
    def of(cls, path: Path, options: list[str]) -> Quarrel:
        """Asks the program for its version; its hash distinguishes builds of one version."""
        told = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        by_family = dict(option.partition("=")[::2] for option in options)
        if unknown := by_family.keys() - VARIANTS.keys():
            raise ValueError(f"--quarrel-options: no family `{', '.join(unknown)}`")
        split = {family: shlex.split(text) for family, text in by_family.items()}
        return cls(path, f"{told.stdout.strip()} (sha256 {digest}…)", split)

    def command(self, task: Instance) -> list[str]:
        """The command to run."""
        plain = [str(self.path), "solve", *task.words, "--format", "json"]
        return plain + self.options.get(task.family, [])


def once(quarrel: Quarrel, task: Instance, name: str, repetition: int, limit: float) -> Run:
    """One run of quarrel or of a peer."""
    if name == QUARREL:
        command = quarrel.command(task)
        ended = run_process(command, limit)
        told = quarrel_told(ended) | {
            "version": quarrel.version,
            "options": shlex.join(quarrel.options.get(task.family, [])),
        }
    else:
        script = str(HERE / "child.py")
        command = [sys.executable, script, name, task.text, f"{limit:g}"]
        ended = run_process(command, limit)
        told = peer_told(ended)
    seconds = told.get("seconds", ended.wall)
    proved = told["status"] in ("optimal", "unsatisfiable")
    late = ended.exit_status is None or (proved and seconds > limit)
    if told["status"] == "failed" and not late:
        print(f"{shlex.join(command)}\n{ended.errors}", file=sys.stderr)
    return Run(
        instance=str(task),
        peer=name,
        repetition=repetition,
        status="limit" if late else told["status"],
        value=None if late else told.get("value"),
        seconds=seconds,
        wall=round(ended.wall, 4),
        import_seconds=told.get("import_seconds", 0.0),
        limit=limit,
        version=told.get("version", ""),
        options=told.get("options", ""),
        command=shlex.join(command),
    )


def quarrel_told(ended: Ended) -> dict[str, Any]:
    """The result in quarrel's JSON, with the time of the whole process."""
    try:
        said = json.loads(ended.output)
        status, value = said["status"], said["objective"]["value"]
    except (ValueError, KeyError, TypeError):
        return {"status": "failed"}
    told = {"status": status if status in ("optimal", "unsatisfiable") else "limit"}
    if status == "optimal":
        told["value"] = value
    return told | {"seconds": round(ended.wall, 4)}


def peer_told(ended: Ended) -> dict[str, Any]:
    """The result in the lines of a peer's process."""
    told: dict[str, Any] = {"status": "failed", "options": {}}
    for line in ended.output.splitlines():
        if line.startswith("{") and line.endswith("}"):
            told |= json.loads(line)
    told["options"] = " ".join(f"{name}={value}" for name, value in told["options"].items())
    return told


def run_process(command: list[str], limit: float) -> Ended:
    """Runs a process in a new group, which is killed shortly after the limit."""
    begun = time.perf_counter()
    with subprocess.Popen(
        command,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            output, errors = process.communicate(timeout=limit + GRACE)
            exit_status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            exit_status = None
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return Ended(exit_status, time.perf_counter() - begun, output, errors)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
