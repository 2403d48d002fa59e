"""Writes one program, as completely as a package can, into a folder: `python3 writers.py PACKAGE FOLDER`.

The program maximises 3 a + 5 b + 4 c - 2 d + 7 with a + b + c <= 2, 2 a + 3 b + c <= 4, a <= d and
1 <= b + c + d <= 3. Its optimum is 16, with b and c. Additional parts of a package (products, sets, indicators,
AND and OR) do not change it. `=N` in a file's name states another optimum N.
"""

import sys

GAIN = dict(a=3, b=5, c=4, d=-2)
FOLDER = sys.argv[2]


def file(name):
    return f"{FOLDER}/{name}"


def rows(x):
    """The rows that every package can write, except the range."""
    return [x["a"] + x["b"] + x["c"] <= 2, 2 * x["a"] + 3 * x["b"] + x["c"] <= 4, x["a"] - x["d"] <= 0]


def gain(x):
    return sum(weight * x[name] for name, weight in GAIN.items()) + 7


def pulp():
    import pulp

    program = pulp.LpProblem("pick", pulp.LpMaximize)
    x = {name: pulp.LpVariable(name, cat="Binary") for name in GAIN}
    program += gain(x)
    for row in rows(x) + [x["b"] + x["c"] + x["d"] >= 1]:
        program += row
    program += pulp.lpSum([]) <= 3, "empty"
    # PuLP leaves the constant out of both, and the sense out of MPS, so that d alone is the least.
    program.writeLP(file("pulp=9.lp"))
    program.writeMPS(file("pulp=-2.mps"))


def pyomo():
    import pyomo.environ as pyo

    model = pyo.ConcreteModel()
    model.x = pyo.Var(list(GAIN), within=pyo.Binary)
    model.z = pyo.Var()
    model.goal = pyo.Objective(expr=model.z, sense=pyo.maximize)
    model.defined = pyo.Constraint(expr=model.z == gain(model.x))
    model.rows = pyo.ConstraintList()
    for row in rows(model.x):
        model.rows.add(row)
    model.span = pyo.Constraint(expr=pyo.inequality(1, model.x["b"] + model.x["c"] + model.x["d"], 3))
    named = dict(io_options={"symbolic_solver_labels": True})
    model.write(file("pyomo.mps"), **named)
    model.write(file("pyomo-first.lp"), format="lp_v1", **named)
    model.product = pyo.Constraint(expr=model.x["a"] * model.x["b"] == 0)
    model.set = pyo.SOSConstraint(var=model.x, index=["a", "b"], sos=1)
    model.write(file("pyomo.lp"), **named)


def highspy():
    import highspy

    solver = highspy.Highs()
    solver.silent()
    x = {name: solver.addBinary(name=name) for name in GAIN}
    for row in rows(x):
        solver.addConstr(row)
    solver.addConstr(1 <= x["b"] + x["c"] + x["d"] <= 3)
    infinity = highspy.kHighsInf
    solver.addRow(-infinity, 5, 0, [], [])
    solver.addRow(-infinity, infinity, 2, [0, 1], [1, 1])
    solver.setObjective(gain(x), highspy.ObjSense.kMaximize)
    solver.writeModel(file("highs.lp"))
    solver.writeModel(file("highs.mps"))


def pyscipopt():
    from pyscipopt import Model

    model = Model("pick")
    model.hideOutput()
    x = {name: model.addVar(name, vtype="B") for name in GAIN}
    goal = model.addVar("goal", vtype="C", lb=None)
    model.setObjective(goal, "maximize")
    model.addCons(goal == gain(x))
    for row in rows(x):
        model.addCons(row)
    model.addCons(1 <= (x["b"] + x["c"] + x["d"] <= 3))
    model.addConsSOS1([x["a"], x["b"]], [1, 2], name="set")
    model.addCons(x["a"] * x["b"] <= 0, name="product")
    model.addConsIndicator(x["a"] + x["c"] <= 1, x["d"], name="indicator")
    for ending in ["lp", "mps"]:
        model.writeProblem(file(f"scip.{ending}"), verbose=False)
    model = Model("functions")
    model.hideOutput()
    p, q, both = (model.addVar(name, vtype="B") for name in ["p", "q", "both"])
    model.addConsAnd([p, q], both)
    model.setObjective(p + q + 3 * both, "maximize")
    for ending in ["lp", "mps"]:
        model.writeProblem(file(f"scip-functions=5.{ending}"), verbose=False)


def ortools():
    from ortools.linear_solver import pywraplp
    from ortools.linear_solver.python import model_builder

    solver = pywraplp.Solver.CreateSolver("SCIP")
    x = {name: solver.BoolVar(name) for name in GAIN}
    for row in rows(x):
        solver.Add(row)
    span = solver.RowConstraint(1, 3, "span")
    for name in "bcd":
        span.SetCoefficient(x[name], 1)
    solver.RowConstraint(-solver.infinity(), 5, "empty")
    solver.Maximize(gain(x))
    texts = {
        "ortools.lp": solver.ExportModelAsLpFormat(False),
        "ortools.mps": solver.ExportModelAsMpsFormat(False, False),
        "ortools-fixed.mps": solver.ExportModelAsMpsFormat(True, True),
    }
    model = model_builder.Model()
    x = {name: model.new_bool_var(name) for name in GAIN}
    for row in rows(x):
        model.add(row)
    model.add_linear_constraint(x["b"] + x["c"] + x["d"], 1, 3)
    model.maximize(gain(x))
    texts["ortools-builder.lp"] = model.export_to_lp_string()
    texts["ortools-builder.mps"] = model.export_to_mps_string()
    for name, text in texts.items():
        with open(file(name), "w") as out:
            out.write(text)


def mip():
    import mip

    model = mip.Model("pick", sense=mip.MAXIMIZE, solver_name=mip.CBC)
    model.verbose = 0
    x = {name: model.add_var(name, var_type=mip.BINARY) for name in GAIN}
    for row in rows(x) + [x["b"] + x["c"] + x["d"] >= 1]:
        model += row
    model.objective = gain(x)
    # python-mip writes a maximum as the minimum of the negated objective, without the constant.
    model.write(file("mip=-9.lp"))


def linopy():
    import pathlib

    import linopy

    model = linopy.Model()
    x = {name: model.add_variables(binary=True, name=name) for name in GAIN}
    for row in rows(x) + [x["b"] + x["c"] + x["d"] >= 1]:
        model.add_constraints(row)
    goal = sum(weight * x[name] for name, weight in GAIN.items())
    model.add_objective(goal, sense="max")
    model.to_file(pathlib.Path(file("linopy=9.lp")))
    model.to_file(pathlib.Path(file("linopy=9.mps")))
    model.add_objective(goal + 2 * x["a"] * x["a"] - x["b"] * x["c"], sense="max", overwrite=True)
    model.to_file(pathlib.Path(file("linopy-products=8.lp")))


def docplex():
    from docplex.mp.model import Model

    model = Model("pick")
    x = {name: model.binary_var(name) for name in GAIN}
    model.maximize(gain(x))
    for row in rows(x):
        model.add(row)
    model.add_range(1, x["b"] + x["c"] + x["d"], 3)
    model.add_indicator(x["d"], x["a"] + x["c"] <= 1, active_value=1, name="indicator")
    model.add_sos1([x["a"], x["b"]])
    model.add(x["a"] * x["b"] <= 0)
    model.export_as_lp(file("docplex.lp"))
    model = Model("functions")
    p, q, r = (model.binary_var(name) for name in "pqr")
    model.maximize(3 * p + q * r - 2 * r + model.logical_and(p, q) + 2 * model.logical_or(q, r))
    model.add(model.if_then(p + q >= 2, r == 1))
    model.add_equivalence(r, p + q == 2)
    # p, q, r: 3 + 1 - 2 + 1 + 2 = 5, and p alone 3.
    model.export_as_lp(file("docplex-functions=5.lp"))
    model = Model("equivalences")
    p, q, r, s = (model.binary_var(name) for name in "pqrs")
    model.maximize(2 * p - q + 3 * (p == q) + 2 * (q != r) - 4 * s)
    model.add_equivalence(s, p + r == 1)
    # p and r: 2 + 2; also p, q and r: 1 + 3.
    model.export_as_lp(file("docplex-equivalences=4.lp"))


def gurobipy():
    import gurobipy
    from gurobipy import GRB

    environment = gurobipy.Env(params={"OutputFlag": 0})
    model = gurobipy.Model("pick", env=environment)
    x = model.addVars(list(GAIN), vtype="B", name="x")
    model.setObjective(gain(x), GRB.MAXIMIZE)
    for row in rows(x):
        model.addConstr(row)
    model.addRange(x["b"] + x["c"] + x["d"], 1, 3, "span")
    model.addLConstr(gurobipy.LinExpr() <= 5, "empty")
    model.addSOS(GRB.SOS_TYPE1, [x["a"], x["b"]], [1, 2])
    y = model.addVars(["and", "or", "min"], vtype="B", name="y")
    most = model.addVar(name="most")
    pair = [x["a"], x["b"]]
    model.addGenConstrAnd(y["and"], pair)
    model.addGenConstrOr(y["or"], pair)
    model.addGenConstrMax(most, pair, 0.0)
    model.addGenConstrMin(y["min"], pair, 1.0)
    model.addGenConstrIndicator(x["d"], True, x["a"] + x["c"] <= 1)
    model.addGenConstrIndicator(x["d"], False, x["a"] + x["c"] >= 0)
    model.addQConstr(x["a"] * x["b"] + x["a"] * x["a"] <= 1, "product")
    for ending in ["lp", "mps"]:
        model.update()
        model.write(file(f"gurobi.{ending}"))
    model.setObjective(gain(x) + x["b"] * x["c"] - x["a"] * x["a"], GRB.MAXIMIZE)
    model.update()
    for ending in ["lp", "mps"]:
        model.write(file(f"gurobi-products=17.{ending}"))


globals()[sys.argv[1]]()
