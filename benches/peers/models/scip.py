"""SCIP 10.0.2 through its own PySCIPOpt; OR-tools 9.15 has SCIP 10.0.0, not tried.

Tried, in CPU seconds:
- abbott n=11: sum = 2y 9.6 s, XOR constraints 6.3 s; with sum = 2y usesymmetry=0, 2: 8.8, 4.6 s;
  emphasis feasibility 2.8 s (with XOR constraints 7.9 s, with usesymmetry=2 2.7 s), optimality
  7.8 s, phaseproof not in 9.7 s. n=13: feasibility 9.5 s, the defaults not in 31 s.
  n=15: feasibility 34.9 s, the defaults 1.9 s; n=17: the defaults 33 s. The defaults it is: on 11
  and 13 HiGHS is ahead of both, on 15 nobody is ahead of them.
- abbott, lit (sum = 2y) and dark, with the defaults: n=11 11.6 and 5.7 s, n=13 not in 19 s and
  8.4 s, n=15 2.3 and 3.1 s, n=17 39.4 and 6.6 s; 10x11 3.0 and 2.8 s (XOR constraints 2.9 s), 10x13
  2.0 and 3.8 s, 12x13 7.0 and 4.4 s, 12x15 7.7 and 6.4 s, 13x14 5.3 and 9.8 s, 14x15 not in
  20 s and 9.3 s, corners 12x14 3.1 and 0.2 s; with 5 % given 11x12 3.3 and 2.7 s, with 10 % given
  13x13 not in 22 s and 11.5 s.
- gunport 10x10: dominoes 2.4 s without the cuts, 3.5 s with; holes 9.6 s and 6.8 s. 11x11: dominoes
  7.9 s and 6.1 s. With dominoes and cuts, on 10x10: usesymmetry=0, 2: 4.6, 3.6 s; emphasis
  feasibility 3.7 s, optimality and phaseproof not in 9.4 s; on 11x11 feasibility 5.7 s,
  usesymmetry=2 6.2 s. With 5 % given 10x10 2.3 s, counting holes 6.7 s. no-slide 9x9: with the cuts
  2.6 s, without 3.9 s, holes 3.1 s.
- armies n=6: defaults 0.56 s; usesymmetry=0, 1, 2: not in 6.0, 0.76, 0.49 s; emphasis feasibility,
  optimality, phaseproof: 0.54, 1.8, 1.2 s. n=7: defaults 19.4 s, usesymmetry=2 7.9 s, feasibility
  5.4 s, both 5.3 s. Feasibility and defaults: 6x7 3.1 and 4.9 s, n=7 at-least=9 1.9 and 6.0 s.
"""

from __future__ import annotations

import pyscipopt
from pyscipopt import SCIP_PARAMEMPHASIS, quicksum

from instances import Instance

from .rows import Program, program
from .seeds import Options, Outcome

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "dark"},
    "gunport": {"form": "dominoes", "cuts": "1"},
    "armies": {"emphasis": "feasibility"},
}

STATEMENT = {"form", "cuts", "emphasis"}


def version() -> str:
    """What solves."""
    model = pyscipopt.Model()
    full = f"{model.version()}.{model.getTechVersion()}"
    return f"SCIP {full} (PySCIPOpt {pyscipopt.__version__})"


def state(instance: Instance, options: Options) -> tuple[Program, pyscipopt.Model]:
    """The rows of the integer program; parities as XOR constraints in the form `xor`."""
    seed, model = program(instance, options), pyscipopt.Model()
    model.hideOutput()
    if "emphasis" in options:
        model.setEmphasis(getattr(SCIP_PARAMEMPHASIS, options["emphasis"].upper()))
    for name, value in options.items():
        if name not in STATEMENT:
            model.setParam(name, value)
    kinds = ["B" if high <= 1 else "I" for _, high in seed.bounds]
    x = [model.addVar(vtype=k, lb=b[0], ub=b[1]) for k, b in zip(kinds, seed.bounds)]
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
    if model.getStatus() == "infeasible":
        return Outcome("unsatisfiable")
    if model.getStatus() != "optimal":
        return Outcome("limit")
    return Outcome("optimal", seed.reported(model.getObjVal()))
