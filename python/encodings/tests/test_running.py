"""Threads, Ctrl-C and memory."""

import _thread
import signal
import sys
import threading

import pytest

import quarrel_encodings as q
from quarrel_encodings import Counter, Formula


def test_threads_write_formulas_of_their_own():
    expected = q.at_most(range(1, 301), 100, top=300).array().tobytes()
    found = []

    def write():
        for _ in range(5):
            found.append(q.at_most(range(1, 301), 100, top=300).array().tobytes() == expected)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 20


def test_python_goes_on_while_clauses_are_written():
    f = Formula(100_000)
    write = threading.Thread(
        target=lambda: f.at_most(range(1, 100_001), 50, encoding="sequential"))
    write.start()
    rounds = 0
    while write.is_alive():
        rounds += 1
    # A write that held the lock would let this loop run at its start and at its end only.
    assert rounds > 1000


def test_two_threads_share_a_formula_or_are_refused():
    """A write while another thread writes is refused with a sentence; no other clause is lost."""
    f = Formula(2000)
    written, refused = [], []

    def write():
        for _ in range(20):
            try:
                f.at_most(range(1, 2001), 5)
                written.append(1)
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(written) + len(refused) == 40
    assert set(refused) <= {"another thread is writing to the formula"}
    once = len(q.at_most(range(1, 2001), 5, top=2000))
    assert len(f) == once * len(written)


def test_a_counter_lives_on_in_another_thread():
    f = Formula(20)
    counter = Counter(f, range(1, 21))
    counter.at_most(9)
    results = []
    thread = threading.Thread(target=lambda: results.append(counter.at_most(8)))
    thread.start()
    thread.join()
    assert results == [counter.at_most(8)]


def test_ctrl_c_ends_a_write_and_leaves_the_formula():
    f = Formula(100_000)
    f.add([1])
    # A shell makes programs in the background ignore the signal.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            # Five thousand million clauses, counted and not kept.
            q.forecast(lambda g: g.at_most_one(range(1, 100_001)), top=100_000, most=10**12)
        timer.join()
        timer = threading.Timer(0.3, _thread.interrupt_main)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            while True:
                f.at_most(range(1, 100_001), 50, encoding="sequential")
    finally:
        timer.join()
        signal.signal(signal.SIGINT, handler)
    # Each constraint is there as a whole or not at all.
    whole = q.forecast(lambda g: g.at_most(range(1, 100_001), 50, encoding="sequential"),
                       top=100_000)
    assert (len(f) - 1) % whole.clauses == 0
    assert (f.top - 100_000) // whole.variables == (len(f) - 1) // whole.clauses


def test_a_million_calls_keep_no_memory():
    resource = pytest.importorskip("resource")
    f = Formula(3)

    def calls(number):
        for _ in range(number):
            f.at_most([1, 2, 3], 3)
            try:
                f.at_most([1, 2, 0], 1)
            except ValueError:
                pass
            q.at_most([1, 2, 3], 1, top=3).array()

    calls(10_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    calls(333_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    # In kilobytes, but on macOS in bytes.
    assert grown < 2_000 * (1024 if sys.platform == "darwin" else 1)
