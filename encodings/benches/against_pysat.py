"""Compares the speed of this crate and of PySAT for "at most 100 of 10,000": for each common encoding
the median of three runs, in turn, in the same session.

    pip install python-sat==1.9.dev4
    cargo build --release -p quarrel-encodings --example write
    python3 encodings/benches/against_pysat.py target/release/examples/write [NAME...]

Both programs keep the clauses. PySAT's totalizers take a minute or more and run only once.
"""

import statistics
import subprocess
import sys
import time

import pysat
from pysat.card import CardEnc, EncType

N, K = 10_000, 100
RUNS = 3
# Our name of the encoding, PySAT's, and the number of runs of PySAT.
SHARED = [
    ("knuth", EncType.seqcounter, RUNS),
    ("sequential", EncType.seqcounter, RUNS),
    ("totalizer", EncType.totalizer, 1),
    ("odd-even-network", EncType.sortnetwrk, RUNS),
    ("cardinality-network", EncType.cardnetwrk, RUNS),
    ("modulo-totalizer", EncType.mtotalizer, RUNS),
    ("k-modulo-totalizer", EncType.kmtotalizer, RUNS),
]


def ours(program, name):
    """The number of clauses and the seconds, or None if the program lacks the encoding."""
    run = subprocess.run([program, name, str(N), str(K)], capture_output=True, text=True)
    if run.returncode != 0:
        return None
    _, clauses, _, seconds = run.stdout.split()
    return int(clauses), float(seconds)


def theirs(encoding):
    lits = list(range(1, N + 1))
    started = time.perf_counter()
    written = CardEnc.atmost(lits=lits, bound=K, encoding=encoding)
    seconds = time.perf_counter() - started
    return len(written.clauses), seconds


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, chosen = sys.argv[1], sys.argv[2:]
    print(f"at most {K} of {N}, against python-sat {pysat.__version__}")
    print(f"{'encoding':22}{'clauses':>10}{'seconds':>10}{'PySAT':>10}{'seconds':>10}{'times':>8}")
    for name, encoding, runs in SHARED:
        if chosen and name not in chosen:
            continue
        if ours(program, name) is None:
            print(f"{name:22} is not in the table")
            continue
        of_ours, of_theirs = [], []
        for run in range(RUNS):
            of_ours.append(ours(program, name))
            if run < runs:
                of_theirs.append(theirs(encoding))
        seconds = [statistics.median(run[1] for run in of) for of in (of_ours, of_theirs)]
        clauses = [of[0][0] for of in (of_ours, of_theirs)]
        print(
            f"{name:22}{clauses[0]:10}{seconds[0]:10.3f}{clauses[1]:10}{seconds[1]:10.3f}"
            f"{seconds[1] / seconds[0]:8.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
