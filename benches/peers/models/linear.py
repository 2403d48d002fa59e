"""PySAT with a plain linear search: improve until nothing is better (sat-unsat).

The bound is a unit clause on an output of one totalizer, built at the first answer's value.

Tried, in CPU seconds where not said otherwise:
- gunport 10x10: holes 1.1 s of wall time with and without the cuts; dominoes not in 40 s. 11x11:
  CaDiCaL 1.9.5 2.3 s without the cuts, 2.7 s with; Glucose 4 1.9 s and 2.1 s.
- abbott n=11, parities cut at 3, 4, 5, 6: 13.6, 6.1, 4.9, 9.3 s of wall time. At 4 and 5, again,
  4.9 and 4.6 s; Glucose 4 at 5 4.2 s. MapleChrono 15.5 s of wall time at 4.
- armies n=7, wall time: CaDiCaL 1.9.5 1.2 s, CaDiCaL 1.5.3 1.1 s, Glucose 4 1.2 s, MapleChrono
  5.5 s.
- Lexicographic order: armies n=8 8.7 s without, 1.0 s on the colours of the lines, 1.2 s on the
  queens from the centre; n=9 on lines 5.7 s, with Glucose 4 5.4 s. On holes gunport 11x11 takes
  1.5 s in place of 2.2 s, on panes abbott n=11 5.5 s in place of 4.8 s.
- armies 8x9 with 5 % given: CaDiCaL 1.9.5 18.7 s, Glucose 4 8.6 s.
"""

from __future__ import annotations

import pysat
from pysat.card import ITotalizer
from pysat.solvers import Solver

from instances import Instance

from .clauses import Clauses, clauses
from .seeds import Options, Outcome

CHOSEN: dict[str, Options] = {
    "abbott-window": {"cut": "5", "solver": "g4"},
    "gunport": {"form": "holes", "solver": "g4"},
    "armies": {"lex": "1", "solver": "g4"},
}


def version() -> str:
    """What solves."""
    return f"PySAT {pysat.__version__}"


def state(instance: Instance, options: Options) -> tuple[Clauses, Solver]:
    """The clauses in the solver."""
    seed = clauses(instance, options)
    return seed, Solver(name=options["solver"], bootstrap_with=seed.hard)


def solve(stated: tuple[Clauses, Solver], limit: float) -> Outcome:
    """Proves the optimum. It has no limit of its own: the driver ends it."""
    seed, solver = stated
    missed = [-literal for literal in seed.wanted]
    at_most = missed
    best = None
    while solver.solve():
        model = solver.get_model()
        true = {literal for literal in model if literal > 0}
        best = sum((w in true) if w > 0 else (-w not in true) for w in seed.wanted)
        if best == len(seed.wanted):
            break
        if seed.ordered:
            solver.add_clause([seed.wanted[best]])
            continue
        if at_most is missed:
            counter = ITotalizer(missed, ubound=len(missed) - best, top_id=top(seed, model))
            solver.append_formula(counter.cnf.clauses)
            at_most = counter.rhs
        solver.add_clause([-at_most[len(seed.wanted) - best - 1]])
    if best is None:
        return Outcome("unsatisfiable")
    return Outcome("optimal", seed.told(best))


def top(seed: Clauses, model: list[int]) -> int:
    """The greatest variable in use."""
    return max(seed.pool.top, abs(model[-1]))
