"""quarrel and its peers on model files, in turn: `files.py FILE ... [--limit 5]`.

Every peer gets the model as quarrel exports it, with unchanged weights: RC2 and UWrMaxSAT as WCNF, in which
rows other than clauses have quarrel's default encodings; SCIP, HiGHS and CP-SAT as OPB. Each run is a
process with one thread and a limit of processor time, which includes start, imports and reading.
`quarrel decode` reads the claimed optimum of a peer and checks it by the rows of the file; two
different optima stop the comparison.

The table has a line for each file, then for each peer the number of solved files, the mean with twice
the limit for an unsolved file (PAR2), and the geometric mean of quarrel's time over the peer's, and of
the ratios beyond 2, on the files that both solve.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

QUARREL = "quarrel"
PEERS = {"rc2": "wcnf", "uwrmaxsat": "wcnf", "scip": "opb", "highs": "opb", "cp-sat": "opb"}
PROVED = ("OPTIMUM FOUND", "UNSATISFIABLE")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--peers", nargs="*", default=list(PEERS), choices=list(PEERS))
    parser.add_argument("--limit", type=int, default=5, help="seconds of processor time for a run")
    parser.add_argument("--quarrel", type=Path, default=Path("target/release/quarrel"))
    parser.add_argument("--quarrel-options", default="", help="options of `quarrel solve`")
    return parser.parse_args()


def main() -> None:
    """Runs all on each file, and prints the table."""
    chosen = arguments()
    names = [QUARREL, *chosen.peers]
    times: list[dict[str, float | None]] = []
    print("| file | optimum |", " | ".join(names), "|")
    print("|---|---:|" + "---:|" * len(names), flush=True)
    for file in chosen.files:
        with tempfile.TemporaryDirectory() as folder:
            claims: dict[str, str] = {}
            took: dict[str, float | None] = {}
            for name in names:
                claim, seconds = run(chosen, name, file, Path(folder))
                took[name] = seconds if claim and seconds <= chosen.limit else None
                if took[name] is not None:
                    claims[name] = claim
        if len(set(claims.values())) > 1:
            sys.exit(f"error: {file}: the claims differ: {claims}")
        times.append(took)
        shown = [f"{took[name]:.2f}" if took[name] is not None else "–" for name in names]
        optimum = next(iter(claims.values()), "")
        print(f"| {file.name} | {optimum} |", " | ".join(shown), "|", flush=True)
    for name in names:
        print(summed_up(name, times, chosen.limit))


def summed_up(name: str, times: list[dict[str, float | None]], limit: float) -> str:
    """The number of files that a peer solves, its PAR2, and the ratio of quarrel's time to its time."""
    own = [took[name] for took in times]
    solved = [seconds for seconds in own if seconds is not None]
    par2 = (sum(solved) + 2 * limit * (len(own) - len(solved))) / len(own)
    said = f"{name}: {len(solved)} of {len(own)}, PAR2 {par2:.2f}"
    pairs = [(took[QUARREL], took[name]) for took in times]
    ratios = [mine / theirs for mine, theirs in pairs if mine is not None and theirs is not None]
    if name != QUARREL and ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        above = sorted((ratio for ratio in ratios if ratio > 2), reverse=True)
        said += f"; quarrel takes {mean:.2f} of its time on {len(ratios)}"
        said += f", above 2 on {len(above)}: {', '.join(f'{ratio:.1f}' for ratio in above)}"
    return said


def run(chosen: argparse.Namespace, name: str, file: Path, folder: Path) -> tuple[str, float]:
    """The claim about a file, or an empty text, and the processor time."""
    quarrel = str(chosen.quarrel.absolute())
    if name == QUARREL:
        limit = ["--cpu-limit", str(chosen.limit)]
        command = [quarrel, "solve", "model", str(file), "--format", "json", *limit]
        output, seconds = limited(command + chosen.quarrel_options.split(), chosen.limit + 1)
        return quarrel_claims(output), seconds
    form = PEERS[name]
    model, map_, said = (folder / f"{form}.{end}" for end in (form, "map", "said"))
    if not model.exists():
        export = [quarrel, "export", "model", str(file), "--to", form]
        subprocess.run([*export, "-o", str(model), "--map", str(map_)], check=True)
    own = [sys.executable, __file__, "--child", name, str(model)]
    output, seconds = limited(own, chosen.limit + 1)
    if not any(f"s {proved}" in output for proved in PROVED):
        return "", seconds
    if "s UNSATISFIABLE" in output:
        return "no answer", seconds
    said.write_text(output)
    decode = [quarrel, "decode", "--map", str(map_), str(said), "--format", "json"]
    decoded = subprocess.run(decode, capture_output=True, text=True, check=True)
    return value_of(json.loads(decoded.stdout)), seconds


def quarrel_claims(output: str) -> str:
    """The claim in quarrel's JSON."""
    try:
        said = json.loads(output)
    except ValueError:
        return ""
    if said["status"] == "unsatisfiable":
        return "no answer"
    decided = said["status"] == "satisfiable" and said.get("objective") is None
    return value_of(said) if said["status"] == "optimal" or decided else ""


def value_of(said: dict) -> str:
    """The value of an answer; without an objective, that there is one."""
    value = (said.get("objective") or {}).get("value", said.get("value"))
    return "an answer" if value is None else str(value)


def limited(command: list[str], seconds: int) -> tuple[str, float]:
    """Runs a process, which is killed at a limit of processor time; returns its output and time."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=limit
    )
    with process:
        output = process.stdout.read() if process.stdout else ""
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return output, used.ru_utime + used.ru_stime


Terms = list[tuple[int, int]]


def rows_of(path: str) -> tuple[int, Terms, list[tuple[Terms, str, int]]]:
    """The variables, the minimised objective and the rows of an OPB file of quarrel."""
    objective: Terms = []
    rows = []
    variables = 0
    for line in Path(path).read_text().splitlines():
        if line.startswith("*"):
            continue
        words = line.replace(";", "").split()
        minimised = words[0] == "min:"
        relation = next((word for word in words if word in (">=", "=", "<=")), None)
        end = words.index(relation) if relation else len(words)
        body = words[1 if minimised else 0 : end]
        terms = [(int(c), int(x.removeprefix("x"))) for c, x in zip(body[::2], body[1::2])]
        variables = max([variables, *(x for _, x in terms)])
        if minimised:
            objective = terms
        else:
            rows.append((terms, relation or "", int(words[end + 1])))
    return variables, objective, rows


def tell(values: list[bool] | None) -> None:
    """Prints an optimum by its true and false variables, or that there is no answer."""
    if values is None:
        print("s UNSATISFIABLE", flush=True)
        return
    print("s OPTIMUM FOUND")
    print("v", *(n if value else -n for n, value in enumerate(values, start=1)), "0", flush=True)


def rc2(path: str) -> None:
    """PySAT's RC2 with stratification, exhaustion, trimming, minimisation and adaptation."""
    from pysat.examples.rc2 import RC2Stratified
    from pysat.formula import WCNF
    from pysat.solvers import Solver

    formula = WCNF(from_file=path)
    if not formula.soft:
        with Solver("g3", bootstrap_with=formula.hard) as solver:
            found = solver.get_model() if solver.solve() else None
    else:
        options = {"adapt": True, "exhaust": True, "minz": True, "trim": 5, "blo": "div"}
        with RC2Stratified(formula, solver="g3", **options) as solver:
            found = solver.compute()
    known = {abs(lit): lit > 0 for lit in found or []}
    values = [known.get(n, False) for n in range(1, formula.nv + 1)]
    tell(None if found is None else values)


def uwrmaxsat(path: str) -> None:
    """UWrMaxSAT through hermax, which builds it without SCIP."""
    from hermax.incremental import UWrMaxSAT
    from pysat.formula import WCNF

    formula = WCNF(from_file=path)
    solver = UWrMaxSAT()
    for clause in formula.hard:
        solver.add_clause(clause)
    number = formula.nv
    for clause, weight in zip(formula.soft, formula.wght):
        if len(clause) == 1:
            solver.set_soft(clause[0], weight)
        else:
            number += 1
            solver.add_clause([*clause, number])
            solver.set_soft(-number, weight)
    solver.solve()
    status = solver.get_status().name
    if status in ("UNSAT", "OPTIMUM"):
        known = {abs(lit): lit > 0 for lit in (solver.get_model() if status == "OPTIMUM" else [])}
        values = [known.get(n, False) for n in range(1, formula.nv + 1)]
        tell(None if status == "UNSAT" else values)


def scip(path: str) -> None:
    """SCIP, one thread."""
    from pyscipopt import Model, quicksum

    number, objective, rows = rows_of(path)
    model = Model()
    model.hideOutput()
    x = [None, *(model.addVar(vtype="B") for _ in range(number))]
    for terms, relation, bound in rows:
        row = quicksum(c * x[n] for c, n in terms)
        model.addCons(row == bound if relation == "=" else row >= bound)
    model.setObjective(quicksum(c * x[n] for c, n in objective))
    model.optimize()
    if model.getStatus() == "infeasible":
        tell(None)
    elif model.getStatus() == "optimal":
        best = model.getBestSol()
        tell([best[x[n]] > 0.5 for n in range(1, number + 1)])


def highs(path: str) -> None:
    """HiGHS, one thread, with a gap of 0: with a gap below 1 it has wrongly claimed optima."""
    import highspy

    number, objective, rows = rows_of(path)
    model = highspy.Highs()
    for name, value in [("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0)]:
        model.setOptionValue(name, value)
    model.setOptionValue("mip_abs_gap", 1e-6)
    costs = dict((n, c) for c, n in objective)
    for n in range(1, number + 1):
        model.addVar(0.0, 1.0)
        model.changeColCost(n - 1, float(costs.get(n, 0)))
        model.changeColIntegrality(n - 1, highspy.HighsVarType.kInteger)
    for terms, relation, bound in rows:
        high = float(bound) if relation == "=" else highspy.kHighsInf
        places = [n - 1 for _, n in terms]
        model.addRow(float(bound), high, len(terms), places, [float(c) for c, _ in terms])
    model.run()
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        tell(None)
    elif status == highspy.HighsModelStatus.kOptimal:
        tell([value > 0.5 for value in model.getSolution().col_value])


def cp_sat(path: str) -> None:
    """OR-tools' CP-SAT with one worker."""
    from ortools.sat.python import cp_model

    number, objective, rows = rows_of(path)
    model = cp_model.CpModel()
    x = [None, *(model.NewBoolVar("") for _ in range(number))]

    def sum_of(terms: Terms) -> object:
        return cp_model.LinearExpr.WeightedSum([x[n] for _, n in terms], [c for c, _ in terms])

    for terms, relation, bound in rows:
        model.Add(sum_of(terms) == bound if relation == "=" else sum_of(terms) >= bound)
    if objective:
        model.Minimize(sum_of(objective))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.Solve(model)
    if status == cp_model.INFEASIBLE:
        tell(None)
    elif status == cp_model.OPTIMAL:
        tell([solver.BooleanValue(x[n]) for n in range(1, number + 1)])


CHILDREN = {"rc2": rc2, "uwrmaxsat": uwrmaxsat, "scip": scip, "highs": highs, "cp-sat": cp_sat}

if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        CHILDREN[sys.argv[2]](sys.argv[3])
    else:
        main()
