"""The program under kills, full disks and lying solvers: a table of broken conditions.

Each case runs the program in a new folder with old files at the places of its outputs. Afterwards the exit
status is one of docs/output.md; every output is the old file or a complete new one; no process and no temporary
file remains; nothing panicked; and a refused command has printed nothing (`bench.py`).

It uses only the standard library. Full and read-only disks need root and are skipped without it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from bench import OLD, Bench, Case, Ended
from liars import LIARS
from signals import ROWS, Statuses, Template, interrupt, table

HERE = Path(__file__).resolve().parent
QUEENS = "AAAB\nACBB\nCCDB\nCDDD\n"
NOBODY = 65534

GRID = "compare --family gunport --size 3,4 --card totalizer,adder --construct off"
REPORTS = "--html r.html --csv s.csv --json s.json --latex t.tex"
TABLES = ["r.html", "s.csv", "s-pairs.csv", "s-boards.csv", "s-runs.csv", "s.json", "t.tex"]


def case(line: str, *outputs: str, **more: object) -> Case:
    """A case from a line of words."""
    return Case(line.split(), list(outputs), **more)


def writers(quick: bool) -> list[Case]:
    """Every verb that writes."""
    large = "export armies --size 24 --bound 60 --card sequential --to cnf"
    some = [
        case("solve armies --size 9 --time-limit 2 -o a.svg", "a.svg"),
        case(f"{large} -o f.cnf --map m.json", "f.cnf", "m.json"),
        case(f"{GRID} --results r.jsonl {REPORTS}", *TABLES, grows=["r.jsonl"]),
        case(
            "export --suite set --family gunport,armies --size 4,5 --conflict-limit 2000",
            folder="set",
        ),
        case(f"compare --report known.jsonl {REPORTS}", *TABLES),
        case("solve gunport --size 6 --bound 12 -o a.json", "a.json"),
    ]
    more = [
        case("solve queens board.txt -o a.png", "a.png"),
        case("solve queens board.txt --all -o a.txt", "a.txt"),
        case(f"{large} -o f.cnf.gz --map m.json", "f.cnf.gz", "m.json"),
        case(f"{large} -o f.cnf.xz", "f.cnf.xz"),
        case(f"{large} -o f.cnf.zst", "f.cnf.zst"),
        case("export armies --size 24 --to lp -o f.lp --map m.json", "f.lp", "m.json"),
        case("decode --map known.json said.txt"),
        case("verify queens board.txt --answer answer.txt"),
        case("man"),
        case("completions bash"),
    ]
    return some if quick else some + more


def prepared(program: Path) -> Bench:
    """A folder with the inputs of the commands."""
    bench = Bench(program)
    bench.write("board.txt", QUEENS)
    bench.write("said.txt", "s UNKNOWN\n")
    for name, content in KNOWN.items():
        bench.write(name, content)
    return bench


# Files that the program writes once for all cases.
KNOWN: dict[str, bytes] = {}


def make_known(program: Path) -> None:
    """Lets the program write the inputs of cases."""
    with Bench(program) as bench:
        bench.write("board.txt", QUEENS)
        for line in (
            f"{GRID} --results known.jsonl",
            "export gunport --size 3 --to cnf --bound 3 -o x --map known.json",
            "solve queens board.txt -o answer.txt",
        ):
            ended = bench.run(line.split())
            assert ended.status == 0, ended.err
        for name in ("known.jsonl", "known.json", "answer.txt"):
            KNOWN[name] = (bench.place / name).read_bytes()


class Table:
    """Cases and failures of each kind."""

    def __init__(self) -> None:
        self.rows: dict[str, list[int]] = {}
        self.skipped: dict[str, str] = {}

    def add(self, kind: str, name: str, faults: list[str]) -> None:
        """Counts a case."""
        row = self.rows.setdefault(kind, [0, 0])
        row[0] += 1
        row[1] += bool(faults)
        for fault in faults:
            print(f"FAILURE {kind}: {name}: {fault}", flush=True)

    def show(self) -> int:
        """Prints the table; returns the exit status."""
        print(f"{'kind':28} {'cases':>6} {'failures':>9}")
        for kind, (cases, failures) in self.rows.items():
            print(f"{kind:28} {cases:6} {failures:9}")
        for kind, why in self.skipped.items():
            print(f"{kind:28} left out: {why}")
        cases, failures = (sum(row[i] for row in self.rows.values()) for i in (0, 1))
        print(f"{cases} cases, {failures} failures")
        return int(failures > 0 or cases == 0)


class Faults:
    """All kinds of trouble."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.program = options.program.resolve()
        self.quick, self.only, self.number = options.quick, options.only, options.signals
        self.random = random.Random(options.seed)
        self.table = Table()

    def bench(self) -> Bench:
        return prepared(self.program)

    def all(self) -> int:
        kinds = [self.kills, self.signals, self.outputs, self.disks, self.permissions, self.pairs, self.liars]
        for kind in kinds:
            if self.only in kind.__name__:
                kind()
        return self.table.show()

    def kills(self) -> None:
        """Signals at random moments; then the same command again, to its end."""
        times = 1 if self.quick else 6
        for number, case in enumerate(writers(self.quick)):
            signals = ["KILL", "TERM", "INT", "HUP"]
            for name in (signals[number % 4], "KILL") if self.quick else signals * times:
                with self.bench() as bench:
                    bench.lay_out(case)
                    running = bench.begin(case.words)
                    delay = self.random.choice([0.01, 0.05, 0.2, 0.8]) * self.random.random() * 2
                    time.sleep(delay)
                    running.send(name)
                    ended = running.end()
                    label = f"{' '.join(case.words)} (SIG{name} after {delay:.3f} s)"
                    faults = bench.faults(case, ended, name)
                    faults += self.goes_on(bench, case)
                    self.table.add("killed", label, faults)

    def signals(self) -> None:
        """Signals at random moments to commands of every verb, and a table of how they ended."""
        number = len(ROWS) if self.quick and self.number is None else self.number or 500
        templates = [Template(row, self.program) for row in ROWS[:number]]
        ends = [Statuses(template.row) for template in templates]
        for place in range(number):
            template, end = templates[place % len(templates)], ends[place % len(templates)]
            name, ended, took, faults = interrupt(template, self.random)
            end.counted[ended.status] += 1
            end.slowest = max(end.slowest, took)
            self.table.add("signals", name, faults)
        for template in templates:
            template.bench.__exit__()
        print(table(ends), flush=True)

    def goes_on(self, bench: Bench, case: Case) -> list[str]:
        """Outputs that grow are continued."""
        if not (case.grows or case.folder):
            return []
        ended = bench.run(case.words)
        done = case.folder and ("not empty" in ended.err or "is finished" in ended.err)
        return [] if ended.status == 0 or done else [f"does not go on: {ended.err.strip()[-200:]}"]

    def outputs(self) -> None:
        """Standard output that is full, and one that nothing reads."""
        for case in writers(self.quick):
            words = [word for word in case.words]
            if "-o" in words and "--map" not in words:
                words[words.index("-o") + 1] = "-"
                if "solve" not in words and "--to" not in words:
                    continue
            printing = Case(words, statuses={2, 3}, grows=[*case.outputs, *case.grows], folder=case.folder)
            if words[:2] == ["export", "armies"] and "--map" in words:
                printing.statuses = {0}
            with self.bench() as bench, open("/dev/full", "wb") as full:
                bench.lay_out(printing)
                ended = bench.run(words, out=full)
                self.table.add("standard output full", " ".join(words), bench.faults(printing, ended))
            printing.statuses = {0, 3}
            with self.bench() as bench:
                bench.lay_out(printing)
                read, written = os.pipe()
                os.close(read)
                with os.fdopen(written, "wb") as pipe:
                    ended = bench.run(words, out=pipe)
                self.table.add("standard output closed", " ".join(words), bench.faults(printing, ended))

    def disks(self) -> None:
        """A small disk, with the outputs on it and with the temporary files."""
        if os.geteuid() != 0:
            self.table.skipped["full disk"] = "not root"
            return
        for case in [one for one in writers(self.quick) if one.outputs or one.grows or one.folder]:
            for pages in (2,) if self.quick else (0, 2, 10):
                with self.bench() as bench:
                    read = {path.name: path.read_bytes() for path in bench.place.iterdir()}
                    read = {name: content for name, content in read.items() if name in case.words}
                    taken = sum(-(-len(content) // 4096) for content in read.values())
                    with disk(bench.place, taken + len(case.outputs) + pages) as why:
                        if why:
                            self.table.skipped["full disk"] = why
                            return
                        for name, content in read.items():
                            bench.write(name, content)
                        bench.lay_out(case)
                        case.statuses = {0, 2, 3}
                        faults = bench.faults(case, bench.run(case.words))
                        # One file may be in place before another is refused.
                        several = len(case.outputs) > 1
                        faults = [one for one in faults if not (several and "another one" in one)]
                        name = f"{' '.join(case.words)} ({pages} pages free)"
                        self.table.add("full disk", name, faults)
        solver = f"{sys.executable} -S {HERE / 'liars.py'} honest {{}} {{out}}"
        words = ["solve", "armies", "--size", "9", "--construct", "off", "--solver", solver]
        with self.bench() as bench, disk(bench.tmp, 4) as why:
            if not why:
                case = Case(words, statuses={2})
                bench.lay_out(case)
                self.table.add("full disk", "temporary files", bench.faults(case, bench.run(words)))

    def permissions(self) -> None:
        """Read-only folders and files."""
        if os.geteuid() != 0:
            self.table.skipped["read-only folder"] = "not root"
            return
        for case in [one for one in writers(self.quick) if one.outputs or one.folder]:
            case.statuses = {2, 3}
            with self.bench() as bench:
                case.grows = []
                bench.lay_out(case)
                bench.place.chmod(0o555)
                bench.tmp.chmod(0o777)
                ended = bench.run(case.words, user=NOBODY)
                name = " ".join(case.words)
                self.table.add("read-only folder", name, bench.faults(case, ended))
            if case.outputs:
                self.fixed_file(case)

    def fixed_file(self, case: Case) -> None:
        """A file that even root cannot change."""
        with self.bench() as bench:
            bench.lay_out(case)
            path = bench.place / case.outputs[0]
            if subprocess.run(["chattr", "+i", path], capture_output=True).returncode != 0:
                self.table.skipped["fixed file"] = "chattr does not work here"
                return
            try:
                case.grows = ["r.jsonl"]
                ended = bench.run(case.words)
                faults = bench.faults(case, ended)
            finally:
                subprocess.run(["chattr", "-i", path], check=True)
            self.table.add("fixed file", " ".join(case.words), faults)

    def pairs(self) -> None:
        """Two runs at once on the same files."""
        for case in writers(self.quick):
            for _ in range(1 if self.quick else 3):
                with self.bench() as bench:
                    bench.lay_out(case)
                    both = [bench.begin(case.words) for _ in range(2)]
                    ends = [one.end(120) for one in both]
                    case.statuses = {0, 2, 3} if case.grows or case.folder else {0, 3}
                    # The output of one run is no fault of the other, refused one.
                    best = min(ends, key=lambda ended: ended.status)
                    faults = bench.faults(case, best)
                    quiet = Case(case.words, [], case.statuses, [*case.outputs, *case.grows], case.folder)
                    faults += [fault for ended in ends for fault in bench.faults(quiet, ended)]
                    if best.status == 2:
                        faults.append("both are refused")
                    self.table.add("two at once", " ".join(case.words), faults)

    def liars(self) -> None:
        """Every solver, asked for clauses, for the whole question, and in a comparison."""
        limit = "1" if self.quick else "3"
        for number, name in enumerate(LIARS):
            solver = f"{sys.executable} -S {HERE / 'liars.py'} {name} {{}} {{out}}"
            commands = [
                f"solve queens board.txt --time-limit {limit} -o a.txt",
                f"solve armies --size 3 --construct off --deduce none --time-limit {limit} -o a.json",
                f"compare --family queens --boards board.txt --time-limit {limit} --results r.jsonl",
            ]
            asked = ["", "wcnf:", ""]
            chosen = [number % 2] if self.quick else range(3)
            for one in chosen:
                with self.bench() as bench:
                    words = commands[one].split() + ["--solver", asked[one] + solver]
                    output = [word for word in words if word in ("a.txt", "a.json")]
                    case = Case(words, output, grows=["r.jsonl"])
                    if name == "kills-its-parent":
                        case.statuses = {-9, 0, 1, 2, 3}
                    bench.lay_out(case)
                    ended = bench.run(words, seconds=40)
                    faults = bench.faults(case, ended) + misled(bench, ended, output)
                    # A JSON report contains the failure, with status 2.
                    faults = [one for one in faults if not (output == ["a.json"] and told(bench, one))]
                    self.table.add("solvers that lie", f"{name}: {commands[one]}", faults)


def told(bench: Bench, fault: str) -> bool:
    """Whether a fault is a JSON report with the failure."""
    if "another one, with status 2" not in fault:
        return False
    return bool(json.loads((bench.place / "a.json").read_text()).get("trouble"))


def misled(bench: Bench, ended: Ended, output: list[str]) -> list[str]:
    """Whether a lie was accepted, or reported as known."""
    text = (bench.place / output[0]).read_text() if output else ""
    if ended.status not in (0, 1) or not output:
        return []
    if output == ["a.json"]:
        report = json.loads(text)
        value = report["objective"]["value"]
        if report["status"] == "optimal" and (value != 1 or report["rests_on"] != "word of the solver"):
            return [f"believed the optimum {value}"]
        return [] if report["status"] != "unsatisfiable" else ["believed that there is no answer"]
    if ended.status == 1:
        return [] if "by the word of the solver" in text else [f"says as its own {text!r}"]
    rows = KNOWN["answer.txt"].decode().splitlines()[:4]
    return [] if text.splitlines()[:4] == rows else [f"believed {text!r}"]


class disk:
    """A small file system in memory, or the reason why there is none."""

    def __init__(self, place: Path, pages: int) -> None:
        self.place, self.room = place, f"{4 * pages}k"

    def __enter__(self) -> str | None:
        words = ["mount", "-t", "tmpfs", "-o", f"size={self.room},mode=777", "faults", str(self.place)]
        self.done = subprocess.run(words, capture_output=True, text=True)
        return self.done.stderr.strip() or None if self.done.returncode else None

    def __exit__(self, *_: object) -> None:
        if self.done.returncode == 0:
            subprocess.run(["umount", "-l", str(self.place)], check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--quick", action="store_true", help="a few of each kind, in half a minute")
    parser.add_argument("--only", default="", help="the kinds with this word in their names")
    parser.add_argument("--signals", type=int, help="their number in the kind `signals`; by default 500")
    parser.add_argument("--seed", type=int, default=0, help="of the moments of the signals")
    options = parser.parse_args()
    make_known(options.program.resolve())
    return Faults(options).all()


if __name__ == "__main__":
    sys.exit(main())
