#!/usr/bin/env python3
"""Learns the factors of `--order auto` from runs, and prints their effect on families outside the training set.

The score of a run is the logarithm of its seconds, or of twice its limit if it has no result. The score of a family
is the mean of its runs, and that of a choice the mean over the families less the share of runs with a result.
"""
import argparse
import json
import math
import re
import subprocess
from collections import defaultdict
from itertools import product
from pathlib import Path

ORDERS = ("natural", "communities", "proximity")
NEARLY = 0.01
FACTORS = (0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.33, 1.5, 1.75, 2.0)


def runs(files):
    """For each model and choice of other options, by order: whether there is a result, and the run's score."""
    table = defaultdict(dict)
    for file in files:
        for line in Path(file).read_text().splitlines():
            run = json.loads(line)
            options = run.get("options", {})
            if options.get("order") not in ORDERS:
                continue
            has_result = run["status"] != "unknown"
            seconds = run["cpu_seconds"] if has_result else 2 * run["time_limit"]
            rest = tuple(sorted(item for item in options.items() if item[0] != "order"))
            key = run["puzzle"].removeprefix("model-"), rest, run["seed"]
            table[key][options["order"]] = has_result, math.log10(seconds + 0.01)
    whole = {key: row for key, row in table.items() if len(row) == len(ORDERS)}
    return {key: row for key, row in whole.items() if any(has for has, _ in row.values())}


def spans(program, file):
    """The span of each order in a model; None if `auto` has no choice."""
    words = ["encodings", "--explain", "model", file]
    said = subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
    line = next(line for line in said.splitlines() if line.startswith("order: "))
    return {order: float(share) for order, share in re.findall(r"(\w+) ([\d.]+) %", line)}


def choice(shares, factors):
    if not shares:
        return "natural"
    return min(ORDERS, key=lambda order: shares[order] * factors[order])


def worth(table, families, choose):
    """The share of runs with a result and the mean logarithm of seconds, family by family."""
    solved = seconds = 0.0
    for keys in families.values():
        rows = [table[key][choose(key)] for key in keys]
        solved += sum(has for has, _ in rows) / len(rows)
        seconds += sum(one for _, one in rows) / len(rows)
    return solved / len(families), seconds / len(families)


def learned(table, families, by):
    """The largest factors among those with nearly the best score on these families.

    The larger they are, the more often `auto` chooses communities, the best single order.
    """
    grid = [dict(zip(ORDERS, (natural, 1.0, proximity)))
            for natural, proximity in product(FACTORS, FACTORS)]

    def value(factors):
        solved, seconds = worth(table, families, lambda key: choice(by[key[0]], factors))
        return seconds - solved

    values = [(value(factors), factors) for factors in grid]
    enough = min(values, key=lambda one: one[0])[0] + NEARLY
    nearly = (factors for one, factors in values if one <= enough)
    return max(nearly, key=lambda factors: math.prod(factors.values()))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("results", nargs="+", help="what `quarrel compare --results` has written")
    arguments.add_argument("--boards", nargs="+", required=True, help="the folders of the models")
    arguments.add_argument("--quarrel", default="target/release/quarrel")
    given = arguments.parse_args()
    table = runs(given.results)
    files = {file.stem: file for folder in given.boards for file in Path(folder).iterdir()}
    by = {name: spans(given.quarrel, files[name]) for name in {key[0] for key in table}}
    families = defaultdict(list)
    for key in table:
        families[re.split(r"[-\d]", key[0])[0]].append(key)
    print(f"{len(table)} rows of {len(families)} families that some order has a result for")
    for order in ORDERS:
        print(f"{order:12} %.3f with a result, 10^%.3f s" % worth(table, families, lambda _: order))
    told = lambda factors: ", ".join(f"{order} x {factor}" for order, factor in factors.items())
    factors = learned(table, families, by)
    of_rule = worth(table, families, lambda key: choice(by[key[0]], factors))
    print("learned from all %.3f with a result, 10^%.3f s" % of_rule, f"({told(factors)})")
    totals = []
    for name, keys in sorted(families.items()):
        others = {other: keys for other, keys in families.items() if other != name}
        factors = learned(table, others, by)
        one = {name: keys}
        totals.append(worth(table, one, lambda key: choice(by[key[0]], factors)))
        alone = ["%s %.2f 10^%.2f s" % (order, *worth(table, one, lambda _: order)) for order in ORDERS]
        print(f"  {name:16} %.2f 10^%.2f s" % totals[-1], "|", "; ".join(alone), "|", told(factors))
    means = [sum(column) / len(totals) for column in zip(*totals)]
    print("learned from other families %.3f with a result, 10^%.3f s" % tuple(means))


if __name__ == "__main__":
    main()
