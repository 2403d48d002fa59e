"""Commands of every verb that get a signal at a random moment, and what each may leave."""

from __future__ import annotations

import json
import random
import shutil
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bench import Bench, Case, Ended, is_whole

HERE = Path(__file__).resolve().parent
SIGNALS = ("INT", "TERM", "HUP")
# A solver that takes a moment and does not know.
SOLVER = "sh -c 'sleep 0.5; echo s UNKNOWN'"
# Seconds after which a command is long enough to be interrupted anywhere before.
LONG = 3.0


@dataclass
class Row:
    """A command with several statuses at its normal end, and the files that it may leave."""

    line: str
    files: list[str] = field(default_factory=list)
    # Commands before it, whose files it reads.
    before: list[str] = field(default_factory=list)
    statuses: set[int] = field(default_factory=lambda: {0, 1, 3})

    @property
    def words(self) -> list[str]:
        programs = {"SOLVER": SOLVER, "CHECKER": str(HERE / "checker.sh")}
        return [programs.get(word, word) for word in self.line.split()]


CUBES = "plan cubes gunport --size 7 --tasks 8 -o plan"
PROVED = "plan cubes gunport --size 4 --tasks 3 --proof -o plan"
GRID = "compare --family gunport --size 3,4 --card totalizer,adder --construct off"
REPORTS = "--html r.html --csv s.csv --json s.json --latex t.tex"
TABLES = ["r.html", "s.csv", "s-pairs.csv", "s-boards.csv", "s-runs.csv", "s.json", "t.tex"]
BOARDS = "generate queens --size 8 --count 12 --seed 3 -o boards"
COMPETITION = {0, 10, 20, 30}

ROWS = [
    Row("solve gunport --size 9 --format json"),
    Row("solve armies --size 9 --construct off --format json -o a.json", ["a.json"]),
    Row("solve abbott-window --size 13 --verbose"),
    Row("solve queens boards --unique --format json", before=[BOARDS]),
    Row("solve queens boards -o a.html", ["a.html"], [BOARDS]),
    Row("solve model large.opb --format competition", statuses=COMPETITION),
    Row("solve gunport --size 6 --proof proof", ["proof"]),
    Row("solve three-in-a-row --size 4 --count --proof proof", ["proof"]),
    Row("solve armies --size 6 --construct off --solver SOLVER"),
    Row("show queens boards -o a.html", ["a.html"], [BOARDS]),
    Row("convert queens boards --to puzzlink -o a.txt", ["a.txt"], [BOARDS]),
    Row("verify three-in-a-row open.txt --answer partial.txt --partial --format json"),
    Row("explain three-in-a-row open.txt --forced --format json"),
    Row("explain armies --size 6 --format json"),
    Row("hint three-in-a-row --size 20 --all --format json"),
    Row("hint queens board.txt -o a.html", ["a.html"], ["generate queens --size 10 --seed 3 -o board.txt"]),
    Row("generate queens --size 9 --count 40 --seed 5 -o a.html", ["a.html"]),
    Row("generate tango --size 6 --count 40 --seed 5 -o new", ["new"]),
    Row("generate abc-path --count 40 --seed 5 --format json"),
    Row("generate star-battle --size 10 --stars 2 --count 9 --seed 5"),
    Row("export armies --size 24 --bound 60 --card sequential --to cnf -o f.cnf --map m.json", ["f.cnf", "m.json"]),
    Row("export model large.opb --to lp -o f.lp", ["f.lp"]),
    Row("export --suite set --family gunport,armies --size 4,5 --conflict-limit 2000", ["set"]),
    Row("decode --map m.json said.txt", before=["export gunport --size 9 --to wcnf -o f.wcnf --map m.json"]),
    Row("check-proof proof --checker CHECKER", before=["solve gunport --size 4 --proof proof"]),
    Row(f"{GRID} --results r.jsonl {REPORTS}", ["r.jsonl", *TABLES]),
    Row(f"compare --report r.jsonl {REPORTS}", TABLES, [f"{GRID} --results r.jsonl"]),
    Row("plan cubes gunport --size 19 -o plan", ["plan"]),
    Row("plan compare --family gunport --size 3,4 --card totalizer,adder -o plan", ["plan"]),
    Row("work plan", ["plan"], [CUBES], {0, 3, 75}),
    Row("merge plan --proof proof", ["proof", "plan"], [PROVED, "work plan"]),
    Row("merge plan --format json", ["plan"], [CUBES, "work plan"]),
    Row("families queens"),
    Row("encodings --family gunport --size 8x10 --format json"),
    Row("completions fish"),
    Row("man"),
]


def large_model(random_numbers: random.Random, variables: int = 30_000) -> str:
    """A cover with weights in OPB, of three megabytes."""
    weights = " ".join(f"+{random_numbers.randint(1, 9)} x{one}" for one in range(1, variables + 1))
    lines = [f"min: {weights} ;"]
    for _ in range(variables * 2):
        chosen = random_numbers.sample(range(1, variables + 1), 4)
        lines.append(" ".join(f"+1 x{one}" for one in chosen) + " >= 1 ;")
    return "\n".join(lines) + "\n"


INPUTS = {
    "open.txt": "1??0?0\n??????\n?1????\n????1?\n??????\n0?????\n",
    "partial.txt": "1??0?0\n?0????\n?1????\n????1?\n??????\n0?????\n",
    "said.txt": "s UNKNOWN\n",
    "large.opb": large_model(random.Random(1)),
}


class Template:
    """The folder in which a row begins, made once, and how long the row takes."""

    def __init__(self, row: Row, program: Path) -> None:
        self.row, self.bench = row, Bench(program)
        for name, content in INPUTS.items():
            if name in row.line:
                self.bench.write(name, content)
        for line in row.before:
            ended = self.bench.run(line.split(), 120)
            assert ended.status in (0, 1, 3), f"{line}: {ended}"
        with self.copy() as bench:
            start = time.monotonic()
            ended = bench.run(row.words, LONG)
            self.seconds = time.monotonic() - start
            # A command that was killed is long.
            assert ended.status in row.statuses | {99}, f"{row.line}: {ended}"

    def copy(self) -> Bench:
        bench = Bench(self.bench.program)
        shutil.copytree(self.bench.place, bench.place, dirs_exist_ok=True)
        return bench


@dataclass
class Statuses:
    """The ends of a row after its signals."""

    row: Row
    counted: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0


def interrupt(template: Template, random_numbers: random.Random) -> tuple[str, Ended, float, list[str]]:
    """Sends a signal at a random moment. Returns a name for the case, its end, the seconds after the
    signal, and the broken conditions."""
    row, name = template.row, random_numbers.choice(SIGNALS)
    moment = random_numbers.random() * template.seconds
    with template.copy() as bench:
        bench.inputs = {path.name for path in bench.place.iterdir()} - set(row.files)
        running = bench.begin(row.words)
        time.sleep(moment)
        running.send(name)
        ended = running.end(30)
        case = Case(row.words, [], row.statuses | {3}, row.files)
        faults = bench.faults(case, ended, name)
        if "--format json" in row.line:
            faults += faults_of_json(ended)
        faults += [f"{one} is not whole" for one in row.files if not is_well_left(bench, one)]
    if "internal" in ended.err or "error:" in ended.err:
        faults.append(f"standard error has {ended.err.strip()[-200:]!r}")
    return f"{row.line} (SIG{name} after {moment:.3f} s)", ended, ended.seconds - moment, faults


def is_well_left(bench: Bench, name: str) -> bool:
    """Whether a file or a folder of this name is absent or complete."""
    path = bench.place / name
    if not path.exists():
        return True
    if path.is_dir():
        # A folder of single files, or one that is complete with its last file.
        last = {"proof": "claim.json", "plan": "plan.json"}.get(name)
        return last is None or (path / last).exists()
    return is_whole(name, path.read_bytes())


def faults_of_json(ended: Ended) -> list[str]:
    """What is wrong with JSON on standard output: one object, or one on each line."""
    text = ended.out.decode()
    try:
        while text.strip():
            value, end = json.JSONDecoder().raw_decode(text.lstrip())
            text = text.lstrip()[end:]
            if not isinstance(value, dict):
                return ["standard output is no object"]
    except ValueError as error:
        return [f"standard output is not JSON: {error}"]
    return []


def table(ends: list[Statuses]) -> str:
    """The statuses by command."""
    statuses = sorted({status for one in ends for status in one.counted}, key=lambda one: (one < 0, one))
    heads = [str(one) if one >= 0 else f"SIG {-one}" for one in statuses]
    lines = [" ".join(f"{head:>6}" for head in heads) + f" {'slowest':>8}  command"]
    for one in ends:
        cells = " ".join(f"{one.counted[status] or '':>6}" for status in statuses)
        lines.append(f"{cells} {one.slowest:6.2f} s  {one.row.line}")
    return "\n".join(lines)
