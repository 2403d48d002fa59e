#!/usr/bin/env python3
"""Sizes of KNF files in clauses: PySAT's encodings and quarrel's of the same name, in the file's own order.

At-most-ones of a file are cardinality constraints to PySAT; quarrel writes them with `--amo sequential`. Nothing is
deduced.
"""
import argparse
import subprocess
from pathlib import Path

from pysat.card import CardEnc, EncType

NAMES = {
    "sequential": EncType.seqcounter,
    "odd-even-network": EncType.sortnetwrk,
    "cardinality-network": EncType.cardnetwrk,
    "totalizer": EncType.totalizer,
    "modulo-totalizer": EncType.mtotalizer,
    "k-modulo-totalizer": EncType.kmtotalizer,
}


def read(path):
    """The number of variables, of clauses and of their literals, and the bounds from below."""
    variables = clauses = literals = 0
    bounds = []
    for line in path.read_text().splitlines():
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "p":
            variables = int(words[2])
        elif words[0] == "k":
            bounds.append((int(words[1]), [int(word) for word in words[2:-1]]))
        else:
            clauses += 1
            literals += len(words) - 1
    return variables, clauses, literals, bounds


def by_pysat(path, encoding):
    variables, clauses, literals, bounds = read(path)
    for bound, lits in bounds:
        written = CardEnc.atleast(lits=lits, bound=bound, top_id=variables, encoding=encoding)
        variables = max(variables, written.nv)
        clauses += len(written.clauses)
        literals += sum(map(len, written.clauses))
    return variables, clauses, literals


def by_quarrel(program, path, name):
    words = ["export", "model", path, "--to", "cnf", "--card", name, "--amo", "sequential",
             "--order", "natural", "--deduce", "none"]
    variables = clauses = literals = 0
    with subprocess.Popen([program, *words], stdout=subprocess.PIPE, text=True) as export:
        for line in export.stdout:
            if line.startswith("p"):
                variables, clauses = map(int, line.split()[2:])
            elif not line.startswith("c"):
                literals += len(line.split()) - 1
    return variables, clauses, literals


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--quarrel", default="target/release/quarrel")
    given = arguments.parse_args()
    for path in sorted(given.folder.glob("*.knf")):
        for name, encoding in NAMES.items():
            ours = by_quarrel(given.quarrel, path, name)
            theirs = by_pysat(path, encoding)
            more = "  MORE" if any(a > b for a, b in zip(ours, theirs)) else ""
            print(f"{path.stem[:40]:40} {name:20} quarrel {ours} PySAT {theirs}{more}", flush=True)


if __name__ == "__main__":
    main()
