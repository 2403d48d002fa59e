"""Prints the sizes of PySAT's encodings as CSV: auxiliary variables, clauses and literals of each
encoding that this crate has too, under our name.

    pip install python-sat==1.9.dev4
    python3 encodings/benches/pysat_sizes.py > encodings/benches/pysat.csv

A test of measure/peer.rs compares our encodings with its output.
"""

import platform

import pysat
from pysat.card import CardEnc, EncType

# Our name of the encoding, and PySAT's. PySAT's seqcounter is Knuth's counter, not Sinz's.
CARDINALITY = {
    "knuth": EncType.seqcounter,
    "odd-even-network": EncType.sortnetwrk,
    "cardinality-network": EncType.cardnetwrk,
    "totalizer": EncType.totalizer,
    "modulo-totalizer": EncType.mtotalizer,
    "k-modulo-totalizer": EncType.kmtotalizer,
}
AT_MOST_ONE = {
    "pairwise": EncType.pairwise,
    "bitwise": EncType.bitwise,
    "ladder": EncType.ladder,
}
RELATIONS = {
    "at-most": CardEnc.atmost,
    "at-least": CardEnc.atleast,
    "exactly": CardEnc.equals,
}
BOUNDS = [(8, 3), (20, 5), (20, 10), (20, 15), (100, 10), (100, 50), (1000, 100)]


def row(relation, name, n, k, written):
    literals = sum(len(clause) for clause in written.clauses)
    variables = max(written.nv - n, 0)
    return f"{relation},{name},{n},{k},{variables},{len(written.clauses)},{literals}"


def main():
    print(f"# Written by encodings/benches/pysat_sizes.py with python-sat {pysat.__version__}")
    print(f"# and Python {platform.python_version()}; a development file, read by tests.")
    print("relation,encoding,n,k,variables,clauses,literals")
    for name, encoding in AT_MOST_ONE.items():
        for n in (8, 20, 100):
            lits = list(range(1, n + 1))
            written = CardEnc.atmost(lits=lits, bound=1, encoding=encoding)
            print(row("at-most-one", name, n, 1, written))
    for name, encoding in CARDINALITY.items():
        for relation, encode in RELATIONS.items():
            for n, k in BOUNDS:
                written = encode(lits=list(range(1, n + 1)), bound=k, encoding=encoding)
                print(row(relation, name, n, k, written))


if __name__ == "__main__":
    main()
