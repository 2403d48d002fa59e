"""OR-tools' CP-SAT with the number of workers that suits each family.

The rows go in as they are: presolve finds the clauses and the exactly-one constraints among them.

Tried, in CPU seconds of all workers together, on two cores that others used too:
- abbott n=11: sum = 2y 12.6 s; add_bool_xor not in 21 s. With sum = 2y, linearization_level 0 and 2
  not in 19 s, symmetry_level=3 16.1 s; n=10 takes 0.4 s whatever the options.
- gunport 10x10: dominoes 8.6 s with the cuts, 15.2 s without; holes 12.7 s with, not in 14.9 s
  without. On 8x10 symmetry_level 0, 2, 3 take 4.4, 4.3, 4.4 s and linearization_level 0, 1, 2 take
  4.4, 4.3, 4.0 s; on 10x10 level 2 takes 8.1 s.
- armies n=6: symmetry_level 0, 2, 3: 3.0, 1.1, 1.0 s; linearization_level 0, 2: 1.0 and 1.1 s. n=7:
  15.1 s, at linearization_level 0 12.3 s, at 2 not in 14.8 s, at symmetry_level=3 9.8 s.
- 2 and 8 workers: abbott n=11 not in 19 s and 9.9 s, 10x11 8.5 and 6.2 s, with 5 % given 11x12 2.3
  and 6.0 s; gunport 10x10 not in 19 s and 9.6 s, with 5 % given not in 14 s and 2.6 s; armies n=6
  1.1 s both, 6x7 2.1 and 5.3 s, n=7 10.2 and 16.9 s.
- abbott with 8 workers, lit (sum = 2y) and dark: n=11 9.9 and 14.4 s, 10x11 6.2 s both, 10x13 6.5
  and 5.8 s, 12x13 10.2 and 9.7 s, with 5 % given 11x12 8.0 and 6.0 s.
"""

from __future__ import annotations

from importlib.metadata import version as installed

from ortools.sat.python import cp_model

from instances import Instance

from .rows import Program, program
from .seeds import Options, Outcome

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "lit", "num_workers": "8"},
    "gunport": {
        "form": "dominoes",
        "cuts": "1",
        "linearization_level": "2",
        "num_workers": "8",
    },
    "armies": {"symmetry_level": "3", "num_workers": "2"},
}

STATEMENT = {"form", "cuts"}


def version() -> str:
    """What solves."""
    return f"OR-tools {installed('ortools')}"


def state(instance: Instance, options: Options) -> tuple[Program, cp_model.CpModel, Options]:
    """The rows of the integer program; parities as `add_bool_xor` in the form `xor`."""
    seed, model = program(instance, options), cp_model.CpModel()
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
    solver.parameters.max_time_in_seconds = limit
    for name, value in parameters.items():
        kind = type(getattr(solver.parameters, name))
        setattr(solver.parameters, name, kind(int(value) if kind is bool else value))
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return Outcome("unsatisfiable")
    if status != cp_model.OPTIMAL:
        return Outcome("limit")
    return Outcome("optimal", seed.reported(solver.objective_value))
