"""PySAT's RC2: core-guided MaxSAT."""

from __future__ import annotations

import pysat
from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF

from .clauses import Clauses, clauses
from .seeds import Options, Outcome, Size

CHOSEN: dict[str, Options] = {
    "abbott-window": {"cut": "4", "solver": "g4"},
    "gunport": {"form": "holes", "solver": "g4"},
    "armies": {"solver": "g4"},
}

SWITCHES = ("adapt", "exhaust", "minz", "incr")


def version() -> str:
    """What solves."""
    return f"PySAT {pysat.__version__}, RC2"


def state(family: str, size: Size, options: Options) -> tuple[Clauses, WCNF, Options]:
    """The clauses are hard, each literal of the objective is soft."""
    seed, formula = clauses(family, size, options), WCNF()
    formula.extend(seed.hard)
    formula.extend([[literal] for literal in seed.wanted], weights=[1] * len(seed.wanted))
    return seed, formula, options


def solve(stated: tuple[Clauses, WCNF, Options], limit: float) -> Outcome:
    """Proves the optimum. It has no limit of its own: the driver ends it."""
    seed, formula, options = stated
    algorithm = RC2Stratified if options.get("stratified") == "1" else RC2
    switches = {name: options.get(name) == "1" for name in SWITCHES}
    trim = int(options.get("trim", 0))
    with algorithm(formula, solver=options["solver"], trim=trim, **switches) as solver:
        solver.compute()
        return Outcome("optimal", seed.reported(len(seed.wanted) - solver.cost))
