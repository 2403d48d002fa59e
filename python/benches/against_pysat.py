"""Measures the Python package beside PySAT, rustsat and pindakaas, in one run, and prints tables.

    pip install quarrel-encodings python-sat rustsat pindakaas
    python python/benches/against_pysat.py [speed] [sizes] [others] [weights] [threads]

Each encoding by each package has a process of its own. Its memory is that of the first run, and its
seconds are the median of the next five. Seconds are processor time, so that other programs on the
machine matter less.
"""

import statistics
import subprocess
import sys
import threading
import time

RUNS = 5
K = 100

# Our name of the encoding, and PySAT's.
SHARED = {
    "knuth": "seqcounter",
    "sequential": "seqcounter",
    "odd-even-network": "sortnetwrk",
    "cardinality-network": "cardnetwrk",
    "totalizer": "totalizer",
    "modulo-totalizer": "mtotalizer",
    "k-modulo-totalizer": "kmtotalizer",
}


def pysat_lists(name, n):
    """Encodes by PySAT, and returns the number of clauses and the seconds."""
    from pysat.card import CardEnc, EncType

    lits, encoding = list(range(1, n + 1)), getattr(EncType, SHARED[name])
    started = time.process_time()
    cnf = CardEnc.atmost(lits=lits, bound=K, encoding=encoding)
    return len(cnf.clauses), time.process_time() - started, cnf


def drop_in_lists(name, n):
    """Encodes by the module in place of PySAT's."""
    from quarrel_encodings.pysat.card import CardEnc, EncType

    lits, encoding = list(range(1, n + 1)), getattr(EncType, SHARED[name])
    started = time.process_time()
    cnf = CardEnc.atmost(lits=lits, bound=K, encoding=encoding)
    return len(cnf.clauses), time.process_time() - started, cnf


def lists(name, n):
    """Encodes by a formula, as lists."""
    from quarrel_encodings import at_most

    lits = list(range(1, n + 1))
    started = time.process_time()
    clauses = at_most(lits, K, top=n, encoding=name).clauses()
    return len(clauses), time.process_time() - started, clauses


def array(name, n):
    """Encodes by a formula, as an array."""
    from quarrel_encodings import at_most

    lits = list(range(1, n + 1))
    started = time.process_time()
    formula = at_most(lits, K, top=n, encoding=name)
    numbers = formula.array()
    return len(formula), time.process_time() - started, numbers


FORMS = {form.__name__: form for form in (pysat_lists, drop_in_lists, lists, array)}


def peak():
    """The peak memory of this process in bytes."""
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def child(form, name, n):
    """Prints the number of clauses, the median of the seconds, and the memory of the first run."""
    FORMS[form]("knuth" if name == "sequential" else name, 101)
    before = peak()
    clauses, _, kept = FORMS[form](name, n)
    space = peak() - before
    del kept
    print(clauses, statistics.median(FORMS[form](name, n)[1] for _ in range(RUNS)), space)


def measure(form, name, n):
    """The clauses, the seconds and the bytes, measured in another process."""
    command = [sys.executable, __file__, "--child", form, name, str(n)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    clauses, seconds, space = map(float, run.stdout.split())
    return int(clauses), seconds, space


def is_slow(form, name, n):
    """Whether PySAT takes minutes."""
    return form == "pysat_lists" and name == "totalizer" and n > 1000


def speed():
    """Prints million clauses a second, and how much the peak memory grows."""
    print(f"at most {K} of n: million clauses a second of processor time, and megabytes of memory")
    print(f"{'encoding':20}{'n':>7}{'clauses':>9}" + "".join(f"{form:>20}" for form in FORMS))
    for n in (1_000, 10_000):
        for name in SHARED:
            cells, numbers = "", set()
            for form in FORMS:
                if is_slow(form, name, n) or (form == "drop_in_lists" and name == "sequential"):
                    cells += f"{'–':>20}"
                    continue
                clauses, seconds, space = measure(form, name, n)
                cells += f"{clauses / seconds / 1e6:11.1f}{space / 1e6:6.0f} MB"
                numbers.add(clauses if form != "pysat_lists" else None)
            print(f"{name:20}{n:7}{max(numbers - {None}):9}{cells}", flush=True)


def sizes():
    """Prints how the formulas compare for every n from 8 to 200 and nine bounds of each."""
    from pysat.card import CardEnc as Theirs
    from pysat.card import EncType

    from quarrel_encodings.pysat.card import CardEnc as Ours

    print("\nn from 8 to 200, k of 1, 2, 3, n/10, n/4, n/2, 3n/4, n-2 and n-1: formulas; those")
    print("with more clauses or variables than PySAT's; all clauses together, of PySAT's")
    print(f"{'relation':10}{'encoding':12}{'formulas':>10}{'larger':>8}{'together':>10}")
    for relation in ("atmost", "atleast", "equals"):
        for name in dict.fromkeys(SHARED.values()):
            formulas = larger = ours_together = theirs_together = 0
            for n in range(8, 201):
                for k in sorted({1, 2, 3, n // 10, n // 4, n // 2, 3 * n // 4, n - 2, n - 1} - {0}):
                    ours, theirs = (
                        getattr(made, relation)(list(range(1, n + 1)), bound=k,
                                                encoding=getattr(EncType, name))
                        for made in (Ours, Theirs))
                    formulas += 1
                    larger += (len(ours.clauses) > len(theirs.clauses)
                               or ours.nv > max(theirs.nv, n))
                    ours_together += len(ours.clauses)
                    theirs_together += len(theirs.clauses)
            share = 100 * ours_together / theirs_together
            print(f"{relation:10}{name:12}{formulas:10}{larger:8}{share:8.1f} %", flush=True)


def others():
    """Prints the same totalizer by each package that is installed."""
    n = 1_000
    print(f"\ntotalizer, at most {K} of {n}: clauses, milliseconds of processor time")
    lits = list(range(1, n + 1))
    for title, write in (("this package, array", lambda: array("totalizer", n)[0]),
                         ("this package, lists", lambda: lists("totalizer", n)[0]),
                         ("PySAT", lambda: pysat_lists("totalizer", n)[0]),
                         ("rustsat", lambda: rustsat_totalizer(lits)),
                         ("pindakaas", lambda: pindakaas_totalizer(lits))):
        try:
            write()
        except ImportError:
            print(f"{title:20} is not installed")
            continue
        seconds = []
        for _ in range(RUNS):
            started = time.process_time()
            clauses = write()
            seconds.append(time.process_time() - started)
        print(f"{title:20}{clauses:9}{statistics.median(seconds) * 1e3:9.1f}", flush=True)


def rustsat_totalizer(lits):
    """The number of clauses of rustsat's totalizer, which stay in Rust."""
    from rustsat import Lit, VarManager
    from rustsat.encodings.card import Totalizer

    variables = VarManager(len(lits))
    totalizer = Totalizer([Lit(lit) for lit in lits])
    return len(totalizer.encode_ub(K, K, variables))


def pindakaas_totalizer(lits):
    """The number of clauses of pindakaas's totalizer, as lists."""
    import pindakaas

    db = pindakaas.CNF()
    db.new_vars(len(lits))
    total = 0
    for lit in lits:
        total += 1 * pindakaas.Lit.from_raw(lit)
    db.add_encoding(total <= K, pindakaas.Encoder.TOTALIZER)
    return len(db._clauses_as_int())


def weights():
    """Prints the sum of 80 weights with which an encoder of PBLib did not end."""
    from quarrel_encodings.pysat.pb import EncType, PBEnc

    print("\n70 weights of 3 and 10 of 4, at least 136: variables, clauses, milliseconds")
    for name in ("best", "bdd", "seqcounter", "sortnetwrk", "adder", "binmerge", "watchdog",
                 "totalizer", "mixedradix"):
        seconds = []
        for _ in range(RUNS):
            started = time.process_time()
            cnf = PBEnc.atleast(list(range(1, 81)), weights=[3] * 70 + [4] * 10, bound=136,
                                top_id=82, encoding=getattr(EncType, name))
            seconds.append(time.process_time() - started)
        milliseconds = statistics.median(seconds) * 1e3
        print(f"{name:20}{cnf.nv - 82:9}{len(cnf.clauses):9}{milliseconds:9.2f}")


def threads():
    """Prints how much faster four threads are than one, in seconds of the clock, and the same for
    hashes of Python's library: that is what this machine gives to threads without a common lock."""
    import hashlib

    from quarrel_encodings import at_most

    data = bytes(1 << 26)

    def write(number):
        for _ in range(number):
            at_most(range(1, 10_001), K, top=10_000, encoding="sequential")

    def hash_data(number):
        for _ in range(number):
            hashlib.sha256(data).digest()

    def elapsed(work, number):
        all_threads = [threading.Thread(target=work, args=(16 // number,)) for _ in range(number)]
        started = time.perf_counter()
        for thread in all_threads:
            thread.start()
        for thread in all_threads:
            thread.join()
        return time.perf_counter() - started

    print("\nfour threads do the work of one so many times as fast, best of five")
    for title, work in (("this package", write), ("hashlib", hash_data)):
        runs = [(elapsed(work, 1), elapsed(work, 4)) for _ in range(RUNS)]
        one, four = (min(times) for times in zip(*runs))
        print(f"{title:20}{one / four:9.2f}")


def main():
    if sys.argv[1:2] == ["--child"]:
        form, name, n = sys.argv[2:]
        return child(form, name, int(n))
    tables = [speed, sizes, others, weights, threads]
    chosen = sys.argv[1:] or [table.__name__ for table in tables]
    if not set(chosen) <= {table.__name__ for table in tables}:
        sys.exit(__doc__)
    for table in tables:
        if table.__name__ in chosen:
            table()


if __name__ == "__main__":
    main()
