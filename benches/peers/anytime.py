#!/usr/bin/env python3
"""quarrel's values and bounds over time: `anytime.py FILE ... [--at 1 5] [--best BEST.csv]`.

Each run is a process with one thread and a limit of processor time. The table has a line for each
file, with the value and the proved bound after each of the times, counted from the begin of the
search. The score of a value is (best + 1) / (value + 1), with the best known value, and 0 without a
value; it is for files that minimise a cost of at least 0. The best known values are in a CSV file
with the columns `file` and `best`; without it, the last value of the run counts as the best.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--at", nargs="+", type=int, default=[1, 5], help="seconds of processor time")
    parser.add_argument("--best", type=Path, help="a CSV file with the best known values")
    parser.add_argument("--quarrel", type=Path, default=Path("target/release/quarrel"))
    parser.add_argument("--quarrel-options", default="--seed 1", help="options of `quarrel solve`")
    return parser.parse_args()


def main() -> None:
    """Runs quarrel on each file, and prints the table."""
    chosen = arguments()
    best = {}
    if chosen.best:
        with chosen.best.open(encoding="utf-8") as rows:
            best = {row["file"]: int(row["best"]) for row in csv.DictReader(rows)}
    print("| file | best |", " | ".join(f"{at} s | bound | score" for at in chosen.at), "|")
    print("|---|---:|" + "---:|---:|---:|" * len(chosen.at), flush=True)
    scores: list[list[float]] = []
    for file in chosen.files:
        steps = run(chosen, file)
        last = [step["best"] for step in steps if step["best"] is not None]
        known = best.get(file.name, last[-1] if last else None)
        cells, row = [], []
        for at in chosen.at:
            value, proved = None, None
            for step in steps:
                if step["cpu_seconds"] <= at:
                    value, proved = step["best"], step["proved"]
            row.append(0.0 if value is None or known is None else (known + 1) / (value + 1))
            cells.append(f"{'–' if value is None else value} | {proved} | {row[-1]:.3f}")
        scores.append(row)
        print("|", file.name, "|", known, "|", " | ".join(cells), "|", flush=True)
    means = [sum(row[place] for row in scores) / len(scores) for place in range(len(chosen.at))]
    print("| mean | |", " | ".join(f"| | {mean:.3f}" for mean in means), "|")


def run(chosen: argparse.Namespace, file: Path) -> list[dict]:
    """The progress of the bounds on a file."""
    limit = str(max(chosen.at))
    command = [chosen.quarrel, "solve", "model", file, "--format", "json", "--quiet"]
    command += ["--cpu-limit", limit, *chosen.quarrel_options.split()]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if not ended.stdout:
        sys.exit(f"error: {file}: {ended.stderr}")
    return json.loads(ended.stdout)["bounds"]


if __name__ == "__main__":
    main()
