"""OR-tools' CP-SAT with 8 workers.

The rows go in as they are: presolve finds the clauses and the exactly-one constraints among them.

Tried, in CPU seconds of all workers together, on two cores that others used too:
- abbott n=11: sum = 2y 12.6 s; add_bool_xor not in 21 s. With sum = 2y, linearization_level 0 and 2
  not in 19 s, symmetry_level=3 16.1 s; n=10 takes 0.4 s whatever the options.
- gunport 10x10: dominoes 8.6 s with the cuts, 15.2 s without; holes 12.7 s with, not in 14.9 s
  without. On 8x10 symmetry_level 0, 2, 3 take 4.4, 4.3, 4.4 s and linearization_level 0, 1, 2 take
  4.4, 4.3, 4.0 s; on 10x10 level 2 takes 8.1 s.
- armies n=6: symmetry_level 0, 2, 3: 3.0, 1.1, 1.0 s; linearization_level 0, 2: 1.0 and 1.1 s. n=7:
  15.1 s, at linearization_level 0 12.3 s, at 2 not in 14.8 s, at symmetry_level=3 9.8 s.
"""

from __future__ import annotations

from importlib.metadata import version as installed

from ortools.sat.python import cp_model

from .rows import Program, program
from .seeds import Options, Outcome, Size

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "linear"},
    "gunport": {"form": "dominoes", "cuts": "1", "linearization_level": "2"},
    "armies": {"symmetry_level": "3"},
}

STATEMENT = {"form", "cuts"}


def version() -> str:
    """What solves."""
    return f"OR-tools {installed('ortools')}"


def state(family: str, size: Size, options: Options) -> tuple[Program, cp_model.CpModel, Options]:
    """The rows of the integer program; parities as `add_bool_xor` in the form `xor`."""
    seed, model = program(family, size, options), cp_model.CpModel()
    x = [model.new_int_var(low, high, "") for low, high in seed.bounds]
    for low, terms, high in seed.rows:
        model.add_linear_constraint(sum(c * x[v] for c, v in terms), low, high)
    for members in seed.parities:
        model.add_bool_xor([x[v] for v in members] + [True])
    goal = sum(x[v] for v in seed.objective)
    model.maximize(goal) if seed.maximise else model.minimize(goal)
    return seed, model, {k: v for k, v in options.items() if k not in STATEMENT}


def solve(stated: tuple[Program, cp_model.CpModel, Options], limit: float) -> Outcome:
    """Proves the optimum."""
    seed, model, parameters = stated
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 8
    solver.parameters.max_time_in_seconds = limit
    for name, value in parameters.items():
        kind = type(getattr(solver.parameters, name))
        setattr(solver.parameters, name, kind(int(value) if kind is bool else value))
    if solver.solve(model) != cp_model.OPTIMAL:
        return Outcome("limit")
    return Outcome("optimal", seed.reported(solver.objective_value))
