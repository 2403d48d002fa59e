"""Encodings of integers beside integer programming: `integers.py FILE ... [--limit 20]`.

`quarrel compare` runs each encoding of integers on each LP or MPS file by clauses alone, and then
its default search with `auto`. SCIP, HiGHS and CP-SAT solve the same files with one thread. A peer
that takes less than a second runs three times. If all encodings take less than a second, they run
with three seeds. The table has the medians.

All times are processor time. quarrel's are those of the whole process, and a peer's those from
reading the file to the proof: starting Python and importing the peer are left out, in its favour.

`quarrel verify` checks the answers of the peers by the rows of the file, without a tolerance. Two
proved optima that differ, and answers that break a row, come first in the report, and the exit
status is 1. If it is stopped and started again, it continues.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from fractions import Fraction
from operator import mul
from pathlib import Path
from statistics import median

from compare import ENVIRONMENT, TARGET
from files import limited, quarrel_claims, value_of
from report import unique

ENCODINGS = ["auto", "order", "direct", "order-and-direct", "binary"]
DEFAULT = "default"
NAMES = {DEFAULT: "default search", "scip": "SCIP", "highs": "HiGHS", "cp-sat": "CP-SAT"}
WORK = ["clauses", "conflicts"]
REPEAT = 3
QUICK = 1.0
# Two times differ if one is more than twice the other and they are more than this far apart.
NOTICED = 0.1
# Times below this count as this in ratios.
LEAST = 0.001
# Where CP-SAT looks for the values of an integer without a bound.
BOX = 10**7
# The exit status of quarrel for a file that it refuses.
REFUSED = 2
# What a status of a peer claims; an optimum is checked.
CLAIMS = {"infeasible": "no answer", "unbounded": "unbounded"}


@dataclass(frozen=True)
class Run:
    """A run: the proved claim, or why there is none, the processor time and the work.

    `wrong` says how the answer breaks the rows of the file.
    """

    claim: str
    seconds: float
    reason: str = ""
    clauses: int | None = None
    conflicts: int | None = None
    wrong: str = ""


# The runs of each configuration or peer on each file, by the name of the file.
Runs = dict[str, dict[str, list[Run]]]


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--peers", nargs="*", default=list(CHILDREN), choices=list(CHILDREN))
    parser.add_argument("--limit", type=int, default=20, help="seconds of processor time for a run")
    parser.add_argument("--quarrel", type=Path, default=TARGET / "release" / "quarrel")
    parser.add_argument("--results", type=Path, default=TARGET / "peers" / "integers")
    return parser.parse_args()


def main() -> None:
    """Runs all on each file, and prints the report."""
    chosen = arguments()
    chosen.results.mkdir(parents=True, exist_ok=True)
    by_encoding = ["--int", "auto,all", "--search", "linear-sat-unsat"]
    runs: Runs = {}
    for file in chosen.files:
        of_file = compare(chosen, file, by_encoding, "encodings")
        of_file[DEFAULT] = compare(chosen, file, ["--int", "auto"], DEFAULT)["auto"]
        of_file |= {name: peer(chosen, name, file) for name in chosen.peers}
        runs[file.stem] = of_file
    errors = disagreements(runs)
    print("\n\n".join(part for part in (errors, *report(runs, chosen)) if part))
    sys.exit(bool(errors))


def compare(
    chosen: argparse.Namespace, file: Path, options: list[str], name: str
) -> dict[str, list[Run]]:
    """The runs of quarrel on a file by encoding; those of a quick file again with more seeds."""
    results = chosen.results / f"{file.stem}.{name}.jsonl"
    command = [str(chosen.quarrel), "compare", "--family", "model", "--boards", str(file), *options]
    # A wall limit far away: on a busy machine only the processor time ends a run.
    command += ["--time-limit", str(chosen.limit), "--wall-limit", str(40 * chosen.limit)]
    command += ["--results", str(results)]

    def compared(*more: str) -> dict[str, list[Run]]:
        ended = subprocess.run([*command, *more], stdout=subprocess.DEVNULL, env=ENVIRONMENT)
        if ended.returncode == REFUSED:
            return {name: [Run("", 0.0, "refused")] for name in ENCODINGS}
        return recorded(results)

    runs = compared()
    are_quick = all(is_quick(of_encoding) for of_encoding in runs.values())
    return compared("--seeds", str(REPEAT)) if are_quick else runs


def is_quick(runs: list[Run]) -> bool:
    """Whether the first run took less than a second."""
    return runs[0].seconds < QUICK


def recorded(results: Path) -> dict[str, list[Run]]:
    """The runs in a file of `quarrel compare`, by encoding."""
    runs: dict[str, list[Run]] = {}
    for line in results.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        claim = quarrel_claims(line) if record["ending"] == "solved" else ""
        reason = "" if claim else record["limit"] or record["ending"]
        work = record["clauses"], record["conflicts"]
        of_encoding = runs.setdefault(record["options"]["int"], [])
        of_encoding.append(Run(claim, record["cpu_seconds"], reason, *work))
    return runs


def peer(chosen: argparse.Namespace, name: str, file: Path) -> list[Run]:
    """The runs of a peer on a file: those in the results, and what is missing."""
    results = chosen.results / f"{file.stem}.{name}.jsonl"
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    runs = [Run(**json.loads(line)) for line in lines]
    while not runs or is_quick(runs) and len(runs) < REPEAT:
        runs.append(run(chosen, name, file))
        lines.append(json.dumps(asdict(runs[-1])))
        results.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return runs


def run(chosen: argparse.Namespace, name: str, file: Path) -> Run:
    """One run of a peer, its answer checked by the rows of the file."""
    own = [sys.executable, __file__, "--child", name, str(file)]
    output, seconds = limited(own, chosen.limit + 1)
    times = [float(line[2:]) for line in output.splitlines() if line.startswith("c ")]
    said = {line[0]: line[2:] for line in output.splitlines() if line[:2] in ("s ", "o ", "v ")}
    seconds = (times[1] if len(times) == 2 else seconds) - (times[0] if times else 0.0)
    status = said.get("s", "failed").lower()
    if seconds > chosen.limit:
        return Run("", seconds, "cpu")
    if status != "optimal":
        claim = CLAIMS.get(status, "")
        return Run(claim, seconds, "" if claim else status)
    answer = chosen.results / f"{file.stem}.{name}.answer"
    answer.write_text(f"v {said['v']}\n", encoding="utf-8")
    verify = [str(chosen.quarrel), "verify", "model", str(file), "--answer", str(answer)]
    ended = subprocess.run([*verify, "--format", "json"], stdout=subprocess.PIPE, env=ENVIRONMENT)
    verdict = json.loads(ended.stdout)
    if verdict["broken"]:
        return Run(said["o"], seconds, wrong=verdict["broken"]["rule"])
    return Run(value_of(verdict), seconds)


def disagreements(runs: Runs) -> str:
    """The answers that break a row, and the claims that differ; an empty text without any."""
    errors = []
    for file, of_file in runs.items():
        claims: dict[str, list[str]] = {}
        for name, own in of_file.items():
            for one in own:
                if one.claim:
                    claim = f"{one.claim}, but {one.wrong}" if one.wrong else one.claim
                    claims.setdefault(claim, []).append(name)
        is_wrong = any(one.wrong for own in of_file.values() for one in own)
        if is_wrong or len(claims) > 1:
            said = [f"{', '.join(unique(who))}: {claim}" for claim, who in claims.items()]
            errors.append(f"error: {file}: {'; '.join(said)}")
    return "\n".join(errors)


def report(runs: Runs, chosen: argparse.Namespace) -> list[str]:
    """A line for each file on which the encodings differ, the other files, and the totals."""
    names = [*ENCODINGS, DEFAULT, *chosen.peers]
    rows = [["file", "optimum", *(NAMES.get(name, name) for name in names)]]
    alike = []
    for file, of_file in runs.items():
        if differ(of_file, chosen.limit):
            cells = [cell(of_file[name], chosen.limit, name in ENCODINGS) for name in names]
            rows.append([file, claims_of(of_file), *cells])
        else:
            alike.append(file)
    others = f"The encodings take similar times on {len(alike)} more: {', '.join(alike)}."
    return [table(rows), others, table(totals(runs, names, chosen.limit))]


def totals(runs: Runs, names: list[str], limit: int) -> list[list[str]]:
    """For each name the solved files, PAR2, and the work on the files that all encodings solve.

    For each peer, also how its times compare with those of the default search.
    """
    common = [of for of in runs.values() if all(is_solved(of[name]) for name in ENCODINGS)]
    work = [f"{key} on {len(common)}" for key in WORK]
    rows = [["", "solved", "PAR2", *work, f"{NAMES[DEFAULT]} / it", "slower than it"]]
    for name in names:
        own = [of_file[name] for of_file in runs.values()]
        solved = sum(is_solved(one) for one in own)
        par2 = sum(seconds(one, limit) for one in own) / len(own)
        more = ["", "", "", ""]
        if name in ENCODINGS:
            more[:2] = [f"{sum(middle(of[name], key) for of in common):,}" for key in WORK]
        elif name != DEFAULT:
            both = [of for of in runs.values() if is_solved(of[DEFAULT]) and is_solved(of[name])]
            ratios = [
                seconds(of[DEFAULT], limit) / max(seconds(of[name], limit), LEAST) for of in both
            ]
            mean = math.exp(sum(map(math.log, ratios)) / max(len(ratios), 1))
            more[2:] = [f"{mean:.2f}", f"{sum(one > 1 for one in ratios)} of {len(ratios)}"]
        rows.append([NAMES.get(name, name), str(solved), f"{par2:.2f}", *more])
    return rows


def differ(of_file: dict[str, list[Run]], limit: int) -> bool:
    """Whether the encodings take noticeably different times, or not all of them solve the file."""
    times = [seconds(of_file[name], limit) for name in ENCODINGS]
    return max(times) > 2 * min(times) and max(times) - min(times) > NOTICED


def is_solved(runs: list[Run]) -> bool:
    """Whether the first run has a proof; later ones repeat it."""
    return bool(runs[0].claim) and not runs[0].wrong


def seconds(runs: list[Run], limit: int) -> float:
    """The median of the times, or twice the limit without a proof."""
    return median(run.seconds for run in runs) if is_solved(runs) else 2.0 * limit


def claims_of(of_file: dict[str, list[Run]]) -> str:
    """The claims about a file that break no row."""
    runs = [one for own in of_file.values() for one in own]
    return ", ".join(unique([one.claim for one in runs if one.claim and not one.wrong]))


def cell(runs: list[Run], limit: int, has_work: bool) -> str:
    """The seconds, or why there is no proof; with the clauses and conflicts of an encoding."""
    first = runs[0]
    if not is_solved(runs):
        return "wrong" if first.wrong else f"> {limit}" if first.reason == "cpu" else first.reason
    work = [f"{middle(runs, key):,} / " for key in WORK if has_work]
    return f"{''.join(work)}{seconds(runs, limit):.2f}"


def middle(runs: list[Run], key: str) -> int:
    """The median of a number of the runs."""
    return round(median(getattr(run, key) or 0 for run in runs))


def table(rows: list[list[str]]) -> str:
    """A table in Markdown, whose first row is its head."""
    head, *others = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, "|---|" + "---:|" * (len(rows[0]) - 1), *others])


def begin() -> None:
    """Prints the processor time before the file is read."""
    print("c", time.process_time(), flush=True)


def tell(status: str, value: float = 0, values: dict[str, float] | None = None) -> None:
    """Prints the processor time, the status in the peer's own words, and an optimum."""
    print("c", time.process_time())
    print("s", status)
    if values is not None:
        print("o", f"{value:.10g}")
        print("v", *(f"{name}={round(value)}" for name, value in values.items()))
    sys.stdout.flush()


def scip(path: str) -> None:
    """SCIP, one thread."""
    from pyscipopt import Model

    begin()
    model = Model()
    model.hideOutput()
    model.readProblem(path)
    model.optimize()
    if model.getStatus() == "optimal":
        best = model.getBestSol()
        values = {x.name: best[x] for x in model.getVars()}
        tell(model.getStatus(), model.getObjVal(), values)
    else:
        tell(model.getStatus())


def highs(path: str) -> None:
    """HiGHS, one thread, with a gap of 0."""
    import highspy

    begin()
    model = highspy.Highs()
    options = [("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 1e-6)]
    for name, value in options:
        model.setOptionValue(name, value)
    model.readModel(path)
    model.run()
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        names = model.getLp().col_names_
        values = dict(zip(names, model.getSolution().col_value))
        tell(model.modelStatusToString(status), model.getObjectiveValue(), values)
    else:
        tell(model.modelStatusToString(status))


def cp_sat(path: str) -> None:
    """CP-SAT with one worker; HiGHS reads the file, and the rows become whole numbers."""
    import highspy
    from ortools.sat.python import cp_model

    begin()
    reader = highspy.Highs()
    reader.setOptionValue("output_flag", False)
    reader.readModel(path)
    program = reader.getLp()
    model = cp_model.CpModel()
    x = [variable(model, program, column) for column in range(program.num_col_)]
    terms: list[list[tuple[int, float]]] = [[] for _ in range(program.num_row_)]
    matrix = program.a_matrix_
    for column in range(program.num_col_):
        for place in range(matrix.start_[column], matrix.start_[column + 1]):
            terms[matrix.index_[place]].append((column, matrix.value_[place]))
    for row, low, high in zip(terms, program.row_lower_, program.row_upper_):
        scaled, unit = whole([weight for _, weight in row])
        total = cp_model.LinearExpr.weighted_sum([x[column] for column, _ in row], scaled)
        if low > -highspy.kHighsInf:
            model.add(total >= math.ceil(exact(low) * unit))
        if high < highspy.kHighsInf:
            model.add(total <= math.floor(exact(high) * unit))
    cost = cp_model.LinearExpr.weighted_sum(x, whole(program.col_cost_)[0])
    model.minimize(cost) if program.sense_ == highspy.ObjSense.kMinimize else model.maximize(cost)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    values = [solver.value(one) for one in x] if status == cp_model.OPTIMAL else []
    if any(abs(value) == BOX for value in values):
        tell("a bound of the box")
    elif status == cp_model.OPTIMAL:
        value = program.offset_ + sum(map(mul, program.col_cost_, values))
        tell(solver.status_name(status), value, dict(zip(program.col_names_, values)))
    else:
        tell(solver.status_name(status))


def exact(number: float) -> Fraction:
    """The decimal number of a file, which a reader has rounded to binary."""
    return Fraction(str(float(number)))


def whole(numbers: list[float]) -> tuple[list[int], int]:
    """Multiples of numbers that are whole, and the factor."""
    fractions = [exact(number) for number in numbers]
    unit = math.lcm(*(number.denominator for number in fractions))
    return [int(number * unit) for number in fractions], unit


def variable(model: object, program: object, column: int) -> object:
    """A column of a program as a variable of CP-SAT."""
    import highspy
    from ortools.sat.python import cp_model

    low = math.ceil(max(program.col_lower_[column], -BOX))
    high = math.floor(min(program.col_upper_[column], BOX))
    intervals = [[low, high]]
    if low > high:
        # CP-SAT refuses an empty domain.
        model.add_bool_or([])
        intervals = [[high, low]]
    if program.integrality_[column] == highspy.HighsVarType.kSemiInteger:
        intervals.append([0, 0])
    domain = cp_model.Domain.from_intervals(intervals)
    return model.new_int_var_from_domain(domain, program.col_names_[column])


CHILDREN = {"scip": scip, "highs": highs, "cp-sat": cp_sat}

if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        CHILDREN[sys.argv[2]](sys.argv[3])
    else:
        main()
