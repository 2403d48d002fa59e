"""What several tests share."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def models_over(solver_class, clauses, variables):
    """Returns the assignments of the first variables that satisfy clauses, as tuples of bools, by a
    solver of PySAT."""
    models = []
    with solver_class(bootstrap_with=[clause for clause in clauses if clause]) as solver:
        for values in itertools.product([False, True], repeat=variables):
            known = [var if value else -var for var, value in enumerate(values, 1)]
            if all(clauses) and solver.solve(assumptions=known):
                models.append(values)
    return models


@pytest.fixture
def models():
    """The function `models_over` with a solver."""
    solvers = pytest.importorskip("pysat.solvers")
    return lambda clauses, variables: models_over(solvers.Cadical195, clauses, variables)


@pytest.fixture
def root():
    """The folder of the repository."""
    return ROOT
