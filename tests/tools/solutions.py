"""Solves each program `N.lp` of a folder and writes the output to `N.out`: `python3 solutions.py PROGRAM FOLDER`."""

import pathlib
import sys

FOLDER = pathlib.Path(sys.argv[2])


def highs(style):
    import highspy

    for path in FOLDER.glob("*.lp"):
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.readModel(str(path))
        solver.run()
        solver.writeSolution(str(path.with_suffix(".out")), style)


def scip():
    import pyscipopt

    for path in FOLDER.glob("*.lp"):
        solver = pyscipopt.Model()
        solver.hideOutput()
        solver.readProblem(str(path))
        solver.optimize()
        solver.writeBestSol(str(path.with_suffix(".out")))


def gurobi():
    import gurobipy

    with gurobipy.Env(params={"OutputFlag": 0}) as env:
        for path in FOLDER.glob("*.lp"):
            with gurobipy.read(str(path), env) as model:
                model.optimize()
                if model.SolCount:
                    model.write(str(path.with_suffix(".sol")))
                    path.with_suffix(".sol").rename(path.with_suffix(".out"))


def docplex():
    """docplex has no solver: it writes the solution of HiGHS."""
    import highspy
    from docplex.mp.model import Model

    for path in FOLDER.glob("*.lp"):
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.readModel(str(path))
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            continue
        program = solver.getLp()
        model = Model("m")
        variables = [model.integer_var(0, 1, name=name) for name in program.col_names_]
        values = {one: round(value) for one, value in zip(variables, solver.getSolution().col_value)}
        model.minimize(model.sum(variables))
        solution = model.new_solution(values, objective_value=solver.getObjectiveValue())
        path.with_suffix(".out").write_text(solution.export_as_sol_string())


PROGRAMS = {
    "highs-raw": lambda: highs(0),
    "highs-pretty": lambda: highs(1),
    "highs-sparse": lambda: highs(4),
    "highs-as-glpk": lambda: highs(3),
    "scip": scip,
    "gurobi": gurobi,
    "docplex": docplex,
}

PROGRAMS[sys.argv[1]]()
