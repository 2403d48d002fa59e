"""OR-tools' CP-SAT with 8 workers.

The rows go in as they are: presolve finds the clauses and the exactly-one constraints among them.
"""

from __future__ import annotations

from importlib.metadata import version as installed

from ortools.sat.python import cp_model

from .rows import Program, program
from .seeds import Options, Outcome, Size

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "linear"},
    "gunport": {"form": "dominoes", "cuts": "1"},
    "armies": {"form": "linear"},
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
