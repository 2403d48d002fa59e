"""HiGHS through its own highspy.

Tried, in CPU seconds:
- gunport 8x10: dominoes 4.4 s without the cuts and 5.4 s with them, holes 5.7 s and 6.6 s.
- mip_heuristic_effort=0 and parallel=on within 4 % of the defaults on gunport 8x10 (4.4 s), abbott
  n=11 (2.2 s) and armies n=6 (2.3 s, parallel 2.4 s).
- abbott n=13 3.1 s, n=15 19.4 s.
- abbott with 1.16, lit (sum = 2y) and dark: n=11 6.0 and 8.6 s, n=13 11.7 s and not in 19 s, n=15
  5.3 and 8.1 s; 10x11 1.6 and 3.4 s, 10x13 1.4 and 4.3 s, 12x15 11.2 s and not in 21 s, 13x14 8.9
  and 3.0 s, 14x15 2.5 and 17.7 s, corners 11x13 0.8 and 3.0 s; 12x13 not in 22 s and 1.6 s,
  with two other seeds 7.0 and 8.7 s, 9.1 and 7.2 s; with 5 % given 11x12 1.4 and 2.9 s, with 10 %
  given 13x13 6.3 and 3.4 s.
- gunport with 1.16, without the cuts and with them: 8x10 4.3 and 6.8 s, 9x9 3.6 and 6.2 s, 9x10
  11.8 and 6.8 s; no-slide 9x9 3.4 and 2.9 s, holes with them 4.2 s, 8x10 3.1 and 1.7 s, holes
  1.5 s. With 5 % given 10x10 9.2 s, holes not in 15 s.
- mip_detect_symmetry off: 6.3 s, 3.9 s, and over 10 s of wall time. It is on.
"""

from __future__ import annotations

import highspy

from instances import Instance

from .rows import Program, program
from .seeds import Options, Outcome

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "lit"},
    "gunport": {"form": "dominoes"},
    "armies": {},
}

STATEMENT = {"form", "cuts"}


def version() -> str:
    """What solves."""
    return f"HiGHS {highspy.Highs().version()}"


def state(instance: Instance, options: Options) -> tuple[Program, highspy.Highs]:
    """The rows of the integer program. HiGHS knows no XOR: there is no form `xor`."""
    seed, model = program(instance, options), highspy.Highs()
    model.setOptionValue("output_flag", False)
    for name, value in options.items():
        if name not in STATEMENT:
            set_option(model, name, value)
    for variable, (low, high) in enumerate(seed.bounds):
        model.addVar(low, high)
        model.changeColIntegrality(variable, highspy.HighsVarType.kInteger)
    for low, terms, high in seed.rows:
        model.addRow(low, high, len(terms), [v for _, v in terms], [c for c, _ in terms])
    for variable in seed.objective:
        model.changeColCost(variable, 1)
    if seed.maximise:
        model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    return seed, model


def set_option(model: highspy.Highs, name: str, value: str) -> None:
    """Sets an option to `value` as its own type wants it."""
    kind = type(model.getOptionValue(name)[1])
    model.setOptionValue(name, kind(int(value) if kind is bool else value))


def solve(stated: tuple[Program, highspy.Highs], limit: float) -> Outcome:
    """Proves the optimum: with no gap left, where HiGHS would stop at 0.01 %."""
    seed, model = stated
    model.setOptionValue("time_limit", limit)
    model.setOptionValue("mip_rel_gap", 0.0)
    model.run()
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return Outcome("unsatisfiable")
    if status != highspy.HighsModelStatus.kOptimal:
        return Outcome("limit")
    return Outcome("optimal", seed.reported(model.getObjectiveValue()))
