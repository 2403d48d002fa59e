"""Compares the encodings of weighted sums with those of rustsat and pindakaas, by size and time.

    pip install pindakaas==0.6.1
    cargo build --release -p quarrel-encodings --example weights
    python3 encodings/benches/weights.py target/release/examples/weights [--seed S] [--sums N]
                                         [--file MODEL.opb:BOUND ...]

A seed draws the sums: 10 to 60 literals with weights up to 10, 100 or 1000, and a bound of a tenth
to a half of the total. `--file` uses the objective of an OPB file at a bound instead. A line has the
geometric means of the ratios of ours to the peer's, over the sums that both wrote within LIMIT
seconds, and the numbers of sums that only one of them wrote.
"""

import argparse
import math
import multiprocessing
import random
import re
import subprocess
import time

import pindakaas

LIMIT = 10
Encoder = pindakaas.Encoder
# Our row, and the encoding of rustsat or pindakaas with the same construction.
PAIRS = [
    ("generalized-totalizer", "rustsat-totalizer"),
    ("generalized-totalizer", Encoder.TOTALIZER),
    ("bdd", Encoder.DECISION_DIAGRAM),
    ("sequential-weight-counter", Encoder.SEQUENTIAL_COUNTER),
    ("adder", "rustsat-adder"),
    ("adder", Encoder.ADDER),
    ("dynamic-polynomial-watchdog", "rustsat-watchdog"),
    ("global-polynomial-watchdog", Encoder.WATCHDOG),
    ("mixed-radix", Encoder.MIXED_RADIX),
]


def drawn(rng):
    literals, most = rng.randint(10, 60), rng.choice([10, 100, 1000])
    weights = [rng.randint(1, most) for _ in range(literals)]
    return weights, int(sum(weights) * rng.uniform(0.1, 0.5))


def objective(argument):
    """The weights of a file's objective, made positive, and the adjusted bound."""
    path, bound = argument.rsplit(":", 1)
    with open(path, encoding="utf-8") as file:
        line = next(line for line in file if line.startswith("min:"))
    weights = [int(weight) for weight in re.findall(r"([+-]?\s*\d+) ~?\S+", line[4:])]
    return [abs(weight) for weight in weights], int(bound) - sum(w for w in weights if w < 0)


def by_program(program, name, weights, bound):
    words = [program, name, str(bound), *map(str, weights)]
    try:
        run = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return None
    if run.returncode != 0:
        return None
    _, clauses, _, seconds = run.stdout.split()
    return int(clauses), float(seconds)


def write_with_pindakaas(encoder, weights, bound, answer):
    formula = pindakaas.CNF()
    lits = [formula.new_var() for _ in weights]
    total = lits[0] * weights[0]
    for weight, lit in zip(weights[1:], lits[1:]):
        total = total + lit * weight
    started = time.perf_counter()
    formula.add_encoding(total <= bound, encoder=encoder)
    seconds = time.perf_counter() - started
    answer.put((sum(1 for _ in formula.clauses()), seconds))


def by_pindakaas(encoder, weights, bound):
    # It runs in a separate process, because a process can be killed after LIMIT seconds.
    answer = multiprocessing.Queue()
    task = (encoder, weights, bound, answer)
    process = multiprocessing.Process(target=write_with_pindakaas, args=task)
    process.start()
    process.join(LIMIT)
    if process.is_alive():
        process.terminate()
        process.join()
        return None
    return answer.get() if process.exitcode == 0 else None


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=38)
    parser.add_argument("--sums", type=int, default=50)
    parser.add_argument("--file", action="append", default=[])
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    sums = [objective(one) for one in asked.file] or [drawn(rng) for _ in range(asked.sums)]
    print(f"{len(sums)} sums; a ratio below 1 is in our favour")
    print(f"{'our encoding':30}{'peer':28}{'clauses':>9}{'time':>8}{'both':>6}{'ours':>6}{'theirs':>8}")
    for name, peer in PAIRS:
        sizes, times, only = [], [], [0, 0]
        for weights, bound in sums:
            ours = by_program(asked.program, name, weights, bound)
            if isinstance(peer, str):
                theirs = by_program(asked.program, peer, weights, bound)
            else:
                theirs = by_pindakaas(peer, weights, bound)
            if ours and theirs:
                sizes.append(ours[0] / theirs[0])
                times.append(ours[1] / theirs[1])
            else:
                only[0] += ours is not None
                only[1] += theirs is not None
        called = peer if isinstance(peer, str) else "pindakaas " + str(peer).rsplit(".", 1)[-1]
        print(
            f"{name:30}{called:28}{mean(sizes):9.2f}{mean(times):8.2f}"
            f"{len(sizes):6}{only[0]:6}{only[1]:8}",
            flush=True,
        )


if __name__ == "__main__":
    main()
