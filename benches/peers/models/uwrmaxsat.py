"""UWrMaxSAT: core-guided MaxSAT, through hermax, which builds it without SCIP.

Tried, in CPU seconds:
- gunport 11x11: holes 1.2 s, with the source's cuts 2.1 s, dominoes 3.7 s. 13x13 10.2 s.
- abbott n=11, parities cut at 3, 4, 5, 6: 8.5, 7.9, 5.0, 6.1 s.
- armies n=8: 5.5 s, in lexicographic order on the colours of the lines 1.4 s, on the queens from
  the centre 1.5 s; n=9 on lines 12.3 s. On holes gunport 11x11 takes 1.1 s, on panes abbott n=11
  4.8 s.
- hermax's UWrMaxSATCompetition, the older 1.4: gunport 11x11 0.6 s, 13x13 not in 20 s; abbott n=11
  5.1 s; armies n=9 11.1 s.
"""

from __future__ import annotations

from importlib.metadata import version as installed

from hermax.incremental import UWrMaxSAT

from instances import Instance

from .clauses import Clauses, clauses
from .seeds import Options, Outcome

CHOSEN: dict[str, Options] = {
    "abbott-window": {"cut": "5"},
    "gunport": {"form": "holes"},
    "armies": {"lex": "1"},
}


def version() -> str:
    """What solves."""
    return f"{UWrMaxSAT().signature()}, hermax {installed('hermax')}"


def state(instance: Instance, options: Options) -> tuple[Clauses, UWrMaxSAT]:
    """The clauses are hard, each literal of the objective is soft."""
    seed = clauses(instance, options)
    solver = UWrMaxSAT()
    for clause in seed.hard:
        solver.add_clause(clause)
    for literal in seed.wanted:
        solver.set_soft(literal, 1)
    return seed, solver


def solve(stated: tuple[Clauses, UWrMaxSAT], limit: float) -> Outcome:
    """Proves the optimum. It has no limit of its own: the driver ends it."""
    seed, solver = stated
    solver.solve()
    status = solver.get_status().name
    if status == "UNSAT":
        return Outcome("unsatisfiable")
    if status != "OPTIMUM":
        return Outcome("limit")
    return Outcome("optimal", seed.told(len(seed.wanted) - solver.get_cost()))
