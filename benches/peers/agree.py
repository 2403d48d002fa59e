"""Checks that quarrel and its peers agree on small instances drawn by a seed: `agree.py --help`.

Sides are 3 to 7. Given cells are those of a first answer or random, so that some boards have no
answer. Each peer runs in this process with its chosen options. The first disagreement ends it and
prints the instance and the claims; the board remains in the folder.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from importlib import import_module
from pathlib import Path

from child import PEERS
from compare import TARGET, Quarrel, quarrel_told, run_process
from instances import OPEN, SYMBOLS, Instance, instance

VARIANTS = {"abbott-window": ["corners"], "gunport": ["no-slide"], "armies": ["at-least=3"]}
# Bounds that every answer reaches, to ask for a first answer instead of the best one.
WEAKEST = {"abbott-window": "0", "gunport": "99", "armies": "1"}
LIMIT = 60.0


def main() -> None:
    """Draws the instances and asks all solvers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--quarrel", type=Path, default=TARGET / "release" / "quarrel")
    parser.add_argument("--peers", nargs="*", default=list(PEERS), choices=list(PEERS))
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=TARGET / "peers" / "agree")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    quarrel = Quarrel.of(chosen.quarrel, [])
    dice = random.Random(chosen.seed)
    without = 0
    for number in range(chosen.count):
        task = draw(quarrel, dice, number, chosen.folder)
        told = quarrel_told(run_process(quarrel.command(task), LIMIT))
        claims = {"quarrel": (told["status"], told.get("value"))}
        for name in chosen.peers:
            module = import_module(f"models.{PEERS[name]}")
            outcome = module.solve(module.state(task, module.CHOSEN[task.family]), LIMIT)
            claims[name] = (outcome.status, outcome.value)
        if len({claim for claim in claims.values() if claim[0] != "limit"}) != 1:
            sys.exit(f"{task.text}: they disagree: {claims}")
        without += claims["quarrel"][0] == "unsatisfiable"
        print(f"{task}: {claims['quarrel']}", flush=True)
    print(f"all agree on {chosen.count} instances, {without} of them without an answer")


def draw(quarrel: Quarrel, dice: random.Random, number: int, folder: Path) -> Instance:
    """An instance: plain, with a variant, or with given cells."""
    family = dice.choice(list(SYMBOLS))
    rows, columns = dice.randint(3, 7), dice.randint(3, 7)
    plain = f"{family}:{rows}x{columns}"
    kind = dice.choice(["plain", "variant", "answer", "random"])
    if kind == "plain":
        return instance(plain)
    if kind == "variant":
        return instance(f"{plain}:{dice.choice(VARIANTS[family])}")
    board = [[dice.choice(SYMBOLS[family]) for _ in range(columns)] for _ in range(rows)]
    if kind == "answer":
        first = ["--bound", WEAKEST[family], "--seed", str(dice.randrange(1000))]
        ended = run_process(quarrel.command(instance(plain)) + first, LIMIT)
        board = json.loads(ended.output)["answer"]
    share = dice.choice([0.05, 0.1, 0.2])
    path = folder / f"{family}-{number}.txt"
    text = "\n".join("".join(s if dice.random() < share else OPEN for s in row) for row in board)
    path.write_text(text + "\n", encoding="utf-8")
    return instance(f"{family}:{path}")


if __name__ == "__main__":
    main()
