"""SCIP 10 through its own PySCIPOpt."""

from __future__ import annotations

import pyscipopt
from pyscipopt import SCIP_PARAMEMPHASIS, quicksum

from .rows import Program, program
from .seeds import Options, Outcome, Size

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "linear"},
    "gunport": {"form": "dominoes", "cuts": "1"},
    "armies": {"form": "linear"},
}

STATEMENT = {"form", "cuts", "emphasis"}


def version() -> str:
    """What solves."""
    return f"SCIP {pyscipopt.Model().version()} (PySCIPOpt {pyscipopt.__version__})"


def state(family: str, size: Size, options: Options) -> tuple[Program, pyscipopt.Model]:
    """The rows of the integer program; parities as XOR constraints in the form `xor`."""
    seed, model = program(family, size, options), pyscipopt.Model()
    model.hideOutput()
    if "emphasis" in options:
        model.setEmphasis(getattr(SCIP_PARAMEMPHASIS, options["emphasis"].upper()))
    for name, value in options.items():
        if name not in STATEMENT:
            model.setParam(name, value)
    binary = (0, 1)
    x = [model.addVar(vtype="B" if b == binary else "I", lb=b[0], ub=b[1]) for b in seed.bounds]
    for low, terms, high in seed.rows:
        total = quicksum(c * x[v] for c, v in terms)
        model.addCons(total == low if low == high else (low <= (total <= high)))
    for members in seed.parities:
        model.addConsXor([x[v] for v in members], False)
    goal = quicksum(x[v] for v in seed.objective)
    model.setObjective(goal, "maximize" if seed.maximise else "minimize")
    return seed, model


def solve(stated: tuple[Program, pyscipopt.Model], limit: float) -> Outcome:
    """Proves the optimum."""
    seed, model = stated
    model.setParam("limits/time", limit)
    model.optimize()
    if model.getStatus() != "optimal":
        return Outcome("limit")
    return Outcome("optimal", seed.reported(model.getObjVal()))
