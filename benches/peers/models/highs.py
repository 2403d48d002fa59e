"""HiGHS through its own highspy.

Tried, in CPU seconds:
- gunport 8x10: dominoes 4.4 s without the cuts and 5.4 s with them, holes 5.7 s and 6.6 s.
- mip_heuristic_effort=0 and parallel=on within 4 % of the defaults on gunport 8x10 (4.4 s), abbott
  n=11 (2.2 s) and armies n=6 (2.3 s, parallel 2.4 s).
- abbott n=13 3.1 s, n=15 19.4 s.
- mip_detect_symmetry off: 6.3 s, 3.9 s, and over 10 s of wall time. It is on.
"""

from __future__ import annotations

import highspy

from .rows import Program, program
from .seeds import Options, Outcome, Size

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "linear"},
    "gunport": {"form": "dominoes"},
    "armies": {},
}

STATEMENT = {"form", "cuts"}


def version() -> str:
    """What solves."""
    return f"HiGHS {highspy.Highs().version()}"


def state(family: str, size: Size, options: Options) -> tuple[Program, highspy.Highs]:
    """The rows of the integer program. HiGHS knows no XOR: there is no form `xor`."""
    seed, model = program(family, size, options), highspy.Highs()
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
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return Outcome("limit")
    return Outcome("optimal", seed.reported(model.getObjectiveValue()))
