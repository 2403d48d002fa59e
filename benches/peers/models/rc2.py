"""PySAT's RC2: core-guided MaxSAT.

Tried, in CPU seconds where not said otherwise:
- What is counted decides: gunport 10x10 takes 0.5 s of wall time counting holes, 4.1 s counting
  dominoes. The source's cuts make it slower: 11x11 0.6 s without, 1.0 s with them.
- Minimal cores: gunport 10x10 0.54 s of wall time plain, 0.25 s with exhaust, 0.20 s with minz,
  0.15 s with adapt, exhaust and minz. Stratification changes nothing, as all weights are 1. With
  all three 14x14 takes 20 s.
- Abbott n=11: plain 7.1 s, exhaust and minz 7.4 s, all three 4.5 s: adapt helps, which looks for
  at-most-one constraints among the soft literals. Parities cut at 3, 4, 5, 6: 6.6, 8.9, 6.0, 9.4 s
  of wall time plain; with all three 4.5 s at 4 and 4.3 s at 5; trim=5 6.4 s.
- Solvers, all three switches on: abbott n=11 Glucose 4 4.5 s, CaDiCaL 1.9.5 9.8 s; gunport 11x11
  0.6 s and 0.5 s. MiniSat 2.2 and MiniCard are slower on both.
- armies n=7: 0.9 to 1.4 s of wall time whatever the options.
- Lexicographic order: armies n=8 3.1 s without, 1.1 s on the colours of the lines, 1.4 s on the
  queens from the centre; n=9 on lines 7.8 s. On holes gunport 12x12 takes 1.2 s in place of 0.3 s,
  on panes abbott n=11 4.9 s in place of 4.7 s.
"""

from __future__ import annotations

import pysat
from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF

from instances import Instance

from .clauses import Clauses, clauses
from .seeds import Options, Outcome

MINIMAL = {"adapt": "1", "exhaust": "1", "minz": "1"}

CHOSEN: dict[str, Options] = {
    "abbott-window": {"cut": "5", "solver": "g4"} | MINIMAL,
    "gunport": {"form": "holes", "solver": "g4"} | MINIMAL,
    "armies": {"lex": "1", "solver": "g4"} | MINIMAL,
}

SWITCHES = ("adapt", "exhaust", "minz", "incr")


def version() -> str:
    """What solves."""
    return f"PySAT {pysat.__version__}, RC2"


def state(instance: Instance, options: Options) -> tuple[Clauses, WCNF, Options]:
    """The clauses are hard, each literal of the objective is soft."""
    seed, formula = clauses(instance, options), WCNF()
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
        if solver.compute() is None:
            return Outcome("unsatisfiable")
        return Outcome("optimal", seed.told(len(seed.wanted) - solver.cost))
