#!/usr/bin/env python3
"""Models with one count, as KNF files, from families whose literals are related in different ways.

Each family is a function of a size. It returns whether the count is minimised, the number of variables, the rows
as terms with a lower bound, and the counted variables (None for all). The size is the largest at which quarrel
proves the optimum within the limit, in the natural order or by proximity. Each model has a bound one better than the
optimum and is written twice, the second time with its variables renumbered and its rows shuffled.
"""
import argparse
import json
import math
import random
import subprocess
from pathlib import Path

def clause(lits):
    """A clause as terms and a lower bound."""
    return [(1 if lit > 0 else -1, abs(lit)) for lit in lits], 1 - sum(lit < 0 for lit in lits)


def at_most_one(lits):
    return [clause((-a, -b)) for place, a in enumerate(lits) for b in lits[:place]]


def board(n, reaches):
    """A piece reaches each cell of a board."""
    cells = [(r, c) for r in range(n) for c in range(n)]
    number = {cell: place for place, cell in enumerate(cells, 1)}
    rows = [clause([number[other] for other in cells if reaches(cell, other)]) for cell in cells]
    return True, n * n, rows, None


def crosses(n):
    return board(n, lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]) <= 1)


def knights(n):
    steps = {(0, 0), (1, 2), (2, 1)}
    return board(n, lambda a, b: (abs(a[0] - b[0]), abs(a[1] - b[1])) in steps)


def queens(n):
    return board(n, lambda a, b: a[0] == b[0] or a[1] == b[1]
                 or abs(a[0] - b[0]) == abs(a[1] - b[1]))


def random_edges(n, degree, rng):
    pairs = [(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]
    return [pair for pair in pairs if rng.random() < degree / n]


def near_edges(n, rng):
    """Edges between near points of the unit square."""
    points = [(rng.random(), rng.random()) for _ in range(n)]
    near = 9 / (math.pi * n)
    return [(a + 1, b + 1) for a in range(n) for b in range(a + 1, n)
            if math.dist(points[a], points[b]) ** 2 < near]


def cover(n):
    return True, n, [clause(edge) for edge in random_edges(n, 6, random.Random(n))], None


def plane_cover(n):
    return True, n, [clause(edge) for edge in near_edges(n, random.Random(n))], None


def forced(n):
    """Groups with at most one true literal, and random excluded pairs."""
    rng = random.Random(n)
    size = max(3, round(n ** 0.8))
    groups = [[i * size + k + 1 for k in range(size)] for i in range(n)]
    rows = [row for group in groups for row in at_most_one(group)]
    for _ in range(round(0.8 * n * math.log(n) / math.log(4 / 3))):
        one, other = rng.sample(groups, 2)
        for _ in range(round(0.25 * size * size)):
            rows.append(clause((-rng.choice(one), -rng.choice(other))))
    return False, n * size, rows, None


def hitting(n):
    rng = random.Random(n)
    return True, n, [clause(rng.sample(range(1, n + 1), 4)) for _ in range(2 * n)], None


def broken_clauses(n):
    """Random clauses of three literals, each with a relaxing literal."""
    rng = random.Random(n)
    number = round(6.5 * n)
    rows = [clause([v * rng.choice([1, -1]) for v in rng.sample(range(1, n + 1), 3)] + [n + k + 1])
            for k in range(number)]
    return True, n + number, rows, list(range(n + 1, n + number + 1))


def broken_parities(n):
    rng = random.Random(n)
    rows = []
    for k in range(2 * n):
        variables = rng.sample(range(1, n + 1), 3) + [n + k + 1]
        is_odd = rng.random() < 0.5
        for bits in range(16):
            values = [bits >> place & 1 for place in range(4)]
            if sum(values) % 2 != is_odd:
                rows.append(clause([-v if value else v for v, value in zip(variables, values)]))
    return True, 3 * n, rows, list(range(n + 1, 3 * n + 1))


def coloured(n):
    """The largest number of vertices with one of three colours."""
    rng = random.Random(n)
    edges = near_edges(n, rng)
    number = lambda vertex, colour: 3 * (vertex - 1) + colour + 1
    rows = [row for v in range(1, n + 1) for row in at_most_one([number(v, k) for k in range(3)])]
    rows += [clause((-number(a, k), -number(b, k))) for a, b in edges for k in range(3)]
    return False, 3 * n, rows, None


def jobs(n):
    """Jobs of two hours, each within its window, one at a time; numbered hour by hour."""
    rng = random.Random(n)
    windows = []
    for _ in range(round(0.8 * n)):
        first = rng.randrange(n - 3)
        windows.append((first, min(n - 2, first + rng.randrange(2, 9))))
    starts = {}
    for hour in range(n):
        for job, (first, last) in enumerate(windows):
            if first <= hour <= last:
                starts[job, hour] = len(starts) + 1
    rows = []
    for job in range(len(windows)):
        rows += at_most_one([v for (other, _), v in starts.items() if other == job])
    for hour in range(n):
        rows += at_most_one([v for (_, start), v in starts.items() if start in (hour - 1, hour)])
    return False, len(starts), rows, None


def uncut(n, edges):
    """Edges between vertices of one colour, each with a literal."""
    rows = []
    for k, (a, b) in enumerate(edges):
        rows += [clause((a, b, n + k + 1)), clause((-a, -b, n + k + 1))]
    return True, n + len(edges), rows, list(range(n + 1, n + len(edges) + 1))


def cut(n):
    return uncut(n, random_edges(n, 4, random.Random(n)))


def plane_cut(n):
    rng = random.Random(n)
    number = lambda r, c: r * n + c + 1
    edges = []
    for r in range(n):
        for c in range(n):
            for a, b in [(r, c + 1), (r + 1, c), (r + 1, c + 1)]:
                if a < n and b < n:
                    edges.append((number(r, c), number(a, b) * rng.choice([1, -1])))
    rng.shuffle(edges)
    return uncut(n * n, edges)


def lines(n):
    """The largest set of grid points, no three of them in line."""
    points = [(r, c) for r in range(n) for c in range(n)]
    rows = []
    for i, (a, b) in enumerate(points):
        for j, (c, d) in enumerate(points[:i]):
            for k, (e, f) in enumerate(points[:j]):
                if (a - c) * (b - f) == (a - e) * (b - d):
                    rows.append(clause((-i - 1, -j - 1, -k - 1)))
    return False, n * n, rows, None


FAMILIES = {
    crosses: range(6, 16), knights: range(6, 14), queens: range(7, 13), cover: range(60, 200, 20),
    plane_cover: range(80, 400, 40), forced: range(6, 20, 2), hitting: range(40, 120, 10),
    broken_clauses: range(14, 40, 4), broken_parities: range(10, 30, 3),
    coloured: range(24, 120, 12), jobs: range(16, 80, 8), cut: range(20, 60, 6),
    plane_cut: range(5, 12), lines: range(5, 10),
}


def renumbered(model, seed):
    rng = random.Random(seed)
    is_least, number, rows, counted = model
    to = list(range(1, number + 1))
    rng.shuffle(to)
    counted = sorted(to[v - 1] for v in counted or range(1, number + 1))
    rows = [([(c, to[v - 1]) for c, v in terms], bound) for terms, bound in rows]
    rng.shuffle(rows)
    return is_least, number, rows, counted


def opb(model):
    is_least, number, rows, counted = model
    terms = lambda some: " ".join(f"{c:+d} x{v}" for c, v in some)
    objective = terms((1, v) for v in counted or range(1, number + 1))
    text = f"* #variable= {number} #constraint= {len(rows)}\n"
    text += f"{'min' if is_least else 'max'}: {objective} ;\n"
    return text + "".join(f"{terms(some)} >= {bound} ;\n" for some, bound in rows)


def optimum(program, text, limit):
    """The optimum, or None if it is not proved in time."""
    for order in ("natural", "proximity"):
        words = ["solve", "model", "-", "--input", "opb", "--symmetry", "off", "--order", order,
                 "--cpu-limit", str(limit), "--format", "json"]
        said = subprocess.run([program, *words], input=text, capture_output=True, text=True)
        told = json.loads(said.stdout)
        if told["status"] == "optimal":
            return told["objective"]["value"]
    return None


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--quarrel", default="target/release/quarrel")
    arguments.add_argument("--limit", type=int, default=8, help="seconds for an optimum")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for family, sizes in FAMILIES.items():
        best = None
        for size in sizes:
            model = family(size)
            value = optimum(given.quarrel, opb(model), given.limit)
            if value is None:
                break
            best = size, model, value
        if best is None:
            print(f"{family.__name__}: no optimum in time")
            continue
        size, model, value = best
        better = value - 1 if model[0] else value + 1
        for name, one in [("stated", model), ("renumbered", renumbered(model, 1))]:
            path = given.folder / f"{family.__name__}-{size}-{name}.knf"
            words = ["export", "model", "-", "--input", "opb", "--to", "knf", "--bound", str(better)]
            subprocess.run([given.quarrel, *words, "-o", path], input=opb(one), text=True, check=True)
        print(f"{family.__name__}-{size}: optimum {value}", flush=True)


if __name__ == "__main__":
    main()
