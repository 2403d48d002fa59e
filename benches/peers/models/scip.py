"""SCIP 10.0.2 through its own PySCIPOpt; OR-tools 9.15 has SCIP 10.0.0, not tried.

Tried, in CPU seconds:
- abbott n=11: sum = 2y 9.6 s, XOR constraints 6.3 s; with sum = 2y usesymmetry=0, 2: 8.8, 4.6 s;
  emphasis feasibility 2.8 s (with XOR constraints 7.9 s, with usesymmetry=2 2.7 s), optimality
  7.8 s, phaseproof not in 9.7 s. n=13: feasibility 9.5 s, the defaults not in 31 s.
  n=15: feasibility 34.9 s, the defaults 1.9 s; n=17: the defaults 33 s. The defaults it is: on 11
  and 13 HiGHS is ahead of both, on 15 nobody is ahead of them.
- gunport 10x10: dominoes 2.4 s without the cuts, 3.5 s with; holes 9.6 s and 6.8 s. 11x11: dominoes
  7.9 s and 6.1 s. With dominoes and cuts, on 10x10: usesymmetry=0, 2: 4.6, 3.6 s; emphasis
  feasibility 3.7 s, optimality and phaseproof not in 9.4 s; on 11x11 feasibility 5.7 s,
  usesymmetry=2 6.2 s.
- armies n=6: defaults 0.56 s; usesymmetry=0, 1, 2: not in 6.0, 0.76, 0.49 s; emphasis feasibility,
  optimality, phaseproof: 0.54, 1.8, 1.2 s. n=7: defaults 19.4 s, usesymmetry=2 7.9 s, feasibility
  5.4 s, both 5.3 s.
"""

from __future__ import annotations

import pyscipopt
from pyscipopt import SCIP_PARAMEMPHASIS, quicksum

from .rows import Program, program
from .seeds import Options, Outcome, Size

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "linear"},
    "gunport": {"form": "dominoes", "cuts": "1"},
    "armies": {"emphasis": "feasibility"},
}

STATEMENT = {"form", "cuts", "emphasis"}


def version() -> str:
    """What solves."""
    model = pyscipopt.Model()
    full = f"{model.version()}.{model.getTechVersion()}"
    return f"SCIP {full} (PySCIPOpt {pyscipopt.__version__})"


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
