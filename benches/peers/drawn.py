"""Draws model files by a seed: `drawn.py FOLDER [--seed 20261130] [--number 20]`.

The files are in OPB, of six kinds in turn: knapsacks with several rows, set covers, set partitions, generalised
assignments with side rows, networks with fixed charges and unsplittable demands, and facilities with capacities.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

Terms = list[tuple[int, int]]
Rows = list[tuple[Terms, str, int]]


def main() -> None:
    """Draws the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--number", type=int, default=20)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    dice = random.Random(chosen.seed)
    for number in range(chosen.number):
        size, objective, rows = KINDS[number % len(KINDS)](dice)
        write(chosen.folder / f"{size}-{number}.opb", objective, rows)


def write(path: Path, objective: Terms, rows: Rows) -> None:
    """Writes a file in OPB."""
    largest = max(number for terms in [objective, *(row[0] for row in rows)] for _, number in terms)

    def text(terms: Terms) -> str:
        return " ".join(f"{weight:+d} x{number}" for weight, number in terms)

    lines = [f"* #variable= {largest} #constraint= {len(rows)}", f"min: {text(objective)} ;"]
    lines += [f"{text(terms)} {relation} {bound} ;" for terms, relation, bound in rows]
    path.write_text("\n".join(lines) + "\n")


def knapsack(dice: random.Random) -> tuple[str, Terms, Rows]:
    """The most valuable items of which each of several resources allows half."""
    items, count = dice.choice([30, 40, 60]), dice.choice([2, 5, 10])
    weights = [[dice.randint(10, 1000) for _ in range(items)] for _ in range(count)]
    rows = [([(-w, j + 1) for j, w in enumerate(row)], ">=", -sum(row) // 2) for row in weights]
    mean = [sum(row[j] for row in weights) // count for j in range(items)]
    objective = [(-(mean[j] + dice.randint(0, 500)), j + 1) for j in range(items)]
    return f"knapsack-{items}x{count}", objective, rows


def cover(dice: random.Random) -> tuple[str, Terms, Rows]:
    """The cheapest sets that cover all elements."""
    elements, sets = dice.choice([(60, 300), (100, 500), (200, 1000)])
    rows: Rows = []
    for _ in range(elements):
        members = dice.sample(range(1, sets + 1), max(2, int(sets * dice.choice([0.02, 0.05]))))
        rows.append(([(1, member) for member in members], ">=", 1))
    return f"cover-{elements}x{sets}", [(dice.randint(1, 100), j + 1) for j in range(sets)], rows


def partition(dice: random.Random) -> tuple[str, Terms, Rows]:
    """The cheapest sets that have each element once. Some of the sets are a partition."""
    elements, number = dice.choice([20, 30, 40]), dice.choice([200, 500, 1000])
    sets, left = [], list(range(elements))
    dice.shuffle(left)
    while left:
        size = min(len(left), dice.randint(2, 5))
        sets.append(left[:size])
        left = left[size:]
    while len(sets) < number:
        sets.append(dice.sample(range(elements), dice.randint(2, 6)))
    objective = [(sum(dice.randint(5, 60) for _ in one), j + 1) for j, one in enumerate(sets)]
    rows: Rows = [
        ([(1, j + 1) for j, one in enumerate(sets) if element in one], "=", 1)
        for element in range(elements)
    ]
    return f"partition-{elements}x{number}", objective, rows


def assignment(dice: random.Random) -> tuple[str, Terms, Rows]:
    """The cheapest agents for all tasks, with capacities and three rows on a quarter of the pairs."""
    agents, tasks = dice.choice([(5, 15), (8, 24), (10, 30)])
    pairs = [[agent * tasks + task + 1 for task in range(tasks)] for agent in range(agents)]
    weights = [[dice.randint(5, 25) for _ in range(tasks)] for _ in range(agents)]
    costs = [[dice.randint(10, 50) for _ in range(tasks)] for _ in range(agents)]
    rows: Rows = [([(1, row[task]) for row in pairs], "=", 1) for task in range(tasks)]
    for row, weight in zip(pairs, weights):
        capacity = int(0.8 * sum(weight) / agents) + 5
        rows.append(([(-w, pair) for w, pair in zip(weight, row)], ">=", -capacity))
    for _ in range(3):
        some = dice.sample([pair for row in pairs for pair in row], agents * tasks // 4)
        rows.append(([(-1, pair) for pair in some], ">=", -(tasks // 4 + 1)))
    objective = [(c, pair) for row, cost in zip(pairs, costs) for pair, c in zip(row, cost)]
    return f"assignment-{agents}x{tasks}", objective, rows


def fixed_charge(dice: random.Random) -> tuple[str, Terms, Rows]:
    """The cheapest arcs of a network, each with a price and a capacity, for paths of several demands."""
    nodes, demands = dice.choice([8, 10, 12]), dice.choice([4, 6, 8])
    arcs = [(a, b) for a in range(nodes) for b in range(nodes) if a != b and dice.random() < 0.4]
    bought = {arc: j + 1 for j, arc in enumerate(arcs)}
    objective = [(dice.randint(20, 100), bought[arc]) for arc in arcs]
    rows: Rows = []
    loads: dict[tuple[int, int], Terms] = {arc: [] for arc in arcs}
    free = len(arcs) + 1
    for _ in range(demands):
        (start, end), load = dice.sample(range(nodes), 2), dice.randint(1, 10)
        used = {arc: free + j for j, arc in enumerate(arcs)}
        free += len(arcs)
        for arc in arcs:
            objective.append((dice.randint(1, 10) * load, used[arc]))
            rows.append(([(1, bought[arc]), (-1, used[arc])], ">=", 0))
            loads[arc].append((load, used[arc]))
        for node in range(nodes):
            terms = [(1, used[arc]) for arc in arcs if arc[0] == node]
            terms += [(-1, used[arc]) for arc in arcs if arc[1] == node]
            if terms:
                rows.append((terms, "=", (node == start) - (node == end)))
    for arc in arcs:
        capacity = (dice.randint(8, 20), bought[arc])
        rows.append(([*((-load, number) for load, number in loads[arc]), capacity], ">=", 0))
    return f"fixed-{nodes}x{demands}", objective, rows


def facility(dice: random.Random) -> tuple[str, Terms, Rows]:
    """The cheapest facilities, each with a capacity, for all customers. Costs grow with distance."""
    sites, customers = dice.choice([(8, 20), (12, 30), (15, 40)])
    places = [[(dice.random(), dice.random()) for _ in range(number)] for number in (sites, customers)]
    demands = [dice.randint(5, 35) for _ in range(customers)]
    objective = [(dice.randint(200, 500), site + 1) for site in range(sites)]
    rows: Rows = []
    served = [[sites + site * customers + one + 1 for one in range(customers)] for site in range(sites)]
    for site, (x, y) in enumerate(places[0]):
        for one, (u, v) in enumerate(places[1]):
            distance = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
            objective.append((int(100 * distance * demands[one] / 10) + 1, served[site][one]))
            rows.append(([(1, site + 1), (-1, served[site][one])], ">=", 0))
        terms = [(-demand, pair) for demand, pair in zip(demands, served[site])]
        rows.append(([(int(3.0 * sum(demands) / sites), site + 1), *terms], ">=", 0))
    rows += [([(1, row[one]) for row in served], "=", 1) for one in range(customers)]
    return f"facility-{sites}x{customers}", objective, rows


KINDS = [knapsack, cover, partition, assignment, fixed_charge, facility]

if __name__ == "__main__":
    main()
