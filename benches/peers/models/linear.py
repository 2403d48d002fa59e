"""PySAT with a plain linear search: improve until nothing is better (sat-unsat)."""

from __future__ import annotations

import pysat
from pysat.card import ITotalizer
from pysat.solvers import Solver

from .clauses import Clauses, clauses
from .seeds import Options, Outcome, Size

CHOSEN: dict[str, Options] = {
    "abbott-window": {"cut": "4", "solver": "cadical195"},
    "gunport": {"form": "holes", "solver": "cadical195"},
    "armies": {"solver": "cadical195"},
}


def version() -> str:
    """What solves."""
    return f"PySAT {pysat.__version__}"


def state(family: str, size: Size, options: Options) -> tuple[Clauses, Solver]:
    """The clauses in the solver."""
    seed = clauses(family, size, options)
    return seed, Solver(name=options["solver"], bootstrap_with=seed.hard)


def solve(stated: tuple[Clauses, Solver], limit: float) -> Outcome:
    """Proves the optimum. It has no limit of its own: the driver ends it."""
    seed, solver = stated
    missed = [-literal for literal in seed.wanted]
    at_most = missed
    best = 0
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
    return Outcome("optimal", seed.reported(best))


def top(seed: Clauses, model: list[int]) -> int:
    """The greatest variable in use."""
    return max(seed.pool.top, abs(model[-1]))
