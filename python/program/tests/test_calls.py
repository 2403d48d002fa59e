"""The functions, their refusals, and interrupts."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path

import pytest

import quarrel

ROOT = Path(__file__).parents[3]
QUEENS = "AABB\nACBB\nCCCD\nCDDD\n"
HARD = {"family": "armies", "size": 30}


def test_a_board_is_a_text_or_a_file(tmp_path, monkeypatch):
    file = tmp_path / "board.txt"
    file.write_text(QUEENS)
    monkeypatch.chdir(tmp_path)
    rows = (".Q..", "...Q", "Q...", "..Q.")
    for board in (QUEENS, file, str(file), "board.txt"):
        result = quarrel.solve("queens", board)
        assert result and result.status == "satisfiable" and result.rows == rows
        assert str(result).splitlines() == list(rows)
    (tmp_path / "-n").write_text(QUEENS)
    assert quarrel.solve("queens", "-n").rows == rows


def test_a_link_is_a_board():
    board = quarrel.generate("queens", size=5, seed=3)[0]
    assert quarrel.solve("queens", board.link).rows == board.rows


def test_an_optimum_has_bounds():
    seen = []
    result = quarrel.solve("gunport", size=(5, 5), on_bound=seen.append)
    assert (result.status, result.value, result.lower_bound) == ("optimal", 9, 9)
    assert [(one.best, one.proved) for one in seen] == [(9, 0), (9, 8), (9, 9)]
    assert [(one.best, one.proved) for one in result.bounds] == [(9, 0), (9, 8), (9, 9)]
    assert result.objective.sense == "minimise" and result.objective.gap == 0.0
    assert result.summary == "optimal; dominoes 9"


def test_values_are_exact():
    lp = "Minimize\n obj: {} x\nSubject To\n c: x >= 1\nBounds\n x <= 3\nGeneral\n x\nEnd\n"
    for factor, value in [("9007199254740993", 9007199254740993), ("0.1", 0.1), ("2.0", 2)]:
        assert quarrel.solve_model(lp.format(factor)).value == value
    long = quarrel.solve_model(lp.format("0.12345678901234567")).value
    assert long == Fraction(12345678901234567, 10**17)
    assert isinstance(long, Fraction)


def test_no_answer_is_a_result():
    result = quarrel.solve_model("1 x1 >= 1;\n-1 x1 >= 0;\n")
    assert not result and result.status == "unsatisfiable" and result.rows is None
    assert result.reason and result.value is None
    with pytest.raises(ValueError, match="no answer to draw"):
        result.svg()


def test_answers_are_counted_and_listed():
    text = "p cnf 3 1\n1 2 3 0\n"
    assert quarrel.count("model", text).count == 7
    some = quarrel.count("model", text, 3)
    assert (some.count, some.complete) == (3, False)
    assert "at least 3 answers" in some.summary
    listed = quarrel.answers("model", text)
    assert len(listed.answers) == len(listed.assignments) == 7
    assert {tuple(one.values()) for one in listed.assignments} == {
        (a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1) if a or b or c}
    assert quarrel.count("model", text, projected=["1", "2"]).count == 4


def test_objects_with_clauses_are_models():
    class Clauses:
        def to_dimacs(self):
            return "h 1 2 0\n3 -1 0\n2 -2 0\n"

    assert quarrel.solve_model(Clauses()).value == 2
    assert quarrel.count("model", Clauses()).count == 1
    with pytest.raises(TypeError, match="not list"):
        quarrel.solve_model([[1, 2]])


def test_soft_clauses_alone_are_a_problem_of_costs():
    class Soft:
        def to_dimacs(self):
            return "2 1 0\n3 -1 0\n1 2 0\n"

    assert quarrel.solve_model(Soft()).value == 2


def test_a_long_line_is_a_text():
    text = "min: " + " ".join(f"+1 x{i}" for i in range(60)) + ";"
    assert quarrel.solve_model(text).value == 0


def test_bounds_are_as_exact_as_the_result():
    lp = "Maximize\n o: 123456789012345678 x + 0.5 y\nSubject To\n c: x + y <= 2\nBinary\n x y\nEnd\n"
    seen = []
    result = quarrel.solve_model(lp, on_bound=seen.append)
    assert [(one.best, one.proved) for one in seen] == [(one.best, one.proved) for one in result.bounds]


def test_a_value_is_a_bound():
    lp = "Minimize\n o: 0.00001 x\nSubject To\n c: x >= 1\nBinary\n x\nEnd\n"
    value = quarrel.solve_model(lp).value
    assert value == 1e-05 and quarrel.solve_model(lp, bound=value)


def test_an_interrupt_can_be_sent_to_another_process():
    result = quarrel.solve("gunport", size=3)
    for known in (None, result):
        copy = pickle.loads(pickle.dumps(quarrel.Interrupted(known)))
        assert copy.result == known and isinstance(copy, KeyboardInterrupt)


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(quarrel.Refused, match="is a folder"):
        quarrel.solve("queens", tmp_path)


def test_switches_and_values_are_told_apart():
    with pytest.raises(TypeError, match="bound needs a value"):
        quarrel.solve("gunport", size=5, bound=True)
    assert quarrel.solve("gunport", size=5, construct=False).value == 9


def test_sizes_of_a_comparison():
    found = quarrel.compare("gunport", size=(3, 4), construct=[True, False], jobs=1)
    assert {tuple(run["size"]) for run in found.runs} == {(3, 4)} and len(found.table) == 2
    found = quarrel.compare("gunport", size=[(3, 4), 3], jobs=1)
    assert {tuple(run["size"]) for run in found.runs} == {(3, 4), (3, 3)}


def test_an_error_is_a_sentence_also_with_bounds():
    asked = dict(size=6, bound=5, solver="false", construct=False)
    for on_bound in (None, print):
        with pytest.raises(quarrel.QuarrelError) as failed:
            quarrel.solve("armies", on_bound=on_bound, **asked)
        assert "symmetry" not in str(failed.value) and "try '--help'" not in str(failed.value)


@pytest.mark.skipif(os.name == "nt", reason="a script of POSIX")
@pytest.mark.parametrize("lie", [
    "echo '{broken'", "echo '{}'", "echo '[]'", "echo null", "exit 0",
    "yes '[' | head -n 100000", "kill -9 $$", "echo x: best 1/0, proved at least 1/0, 0.1 s >&2",
])
def test_lying_programs_are_errors(tmp_path, monkeypatch, lie):
    program = tmp_path / "quarrel"
    program.write_text(f"#!/bin/sh\n{lie}\n")
    program.chmod(0o755)
    monkeypatch.setenv("QUARREL", str(program))
    for call in (lambda: quarrel.solve("gunport", size=3, on_bound=print), quarrel.families,
                 lambda: quarrel.hint("queens", QUEENS), lambda: quarrel.compare("gunport", size=3)):
        with pytest.raises(quarrel.QuarrelError) as failed:
            call()
        assert not isinstance(failed.value, ValueError)


@pytest.mark.skipif(os.name == "nt", reason="a file of POSIX")
def test_a_program_that_cannot_be_started_is_an_error(tmp_path, monkeypatch):
    program = tmp_path / "quarrel"
    program.write_text("no program\n")
    program.chmod(0o755)
    monkeypatch.setenv("QUARREL", str(program))
    with pytest.raises(quarrel.QuarrelError, match="cannot be started"):
        quarrel.solve("gunport", size=3)
    monkeypatch.setenv("QUARREL", "no-such-program")
    run = subprocess.run([sys.executable, "-m", "quarrel", "--version"], capture_output=True, text=True)
    assert run.returncode == 127 and run.stderr.startswith("error: QUARREL=")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_early_interrupt_leaves_no_process():
    """The interrupts come before, while and after the process is started."""
    for place in range(40):
        timer = threading.Timer(place / 2000, lambda: os.kill(os.getpid(), signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            quarrel.solve(**HARD)
    children = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "comm="],
                              capture_output=True, text=True).stdout
    assert "quarrel" not in children


def test_answers_are_drawn():
    result = quarrel.solve("queens", QUEENS)
    assert result.svg().startswith("<svg") and result._repr_svg_() == result.svg()
    assert quarrel.solve("gunport", size=3, variant="no-slide")._repr_svg_().startswith("<svg")
    model = quarrel.solve_model("1 x1 >= 1;\n")
    assert model._repr_svg_() is None
    with pytest.raises(quarrel.Refused, match="no board to draw"):
        model.svg()


def test_steps_have_reasons():
    hints = quarrel.hint("queens", QUEENS, steps=50, grade=True)
    assert hints.ended == "complete" and hints.grade.level
    assert hints.rows == (".Q..", "...Q", "Q...", "..Q.")
    assert hints.steps[0].cells and str(hints.steps[0])
    wrong = quarrel.hint("queens", QUEENS, answer="Q???\n????\n????\n????\n")
    assert wrong.wrong == (0, 0, "Q", True)


def test_boards_are_generated_again():
    boards = quarrel.generate("three-in-a-row", size=6, count=3, seed=7)
    assert [board.seed for board in boards] == [7, 8, 9]
    assert quarrel.generate("three-in-a-row", size=6, seed=8)[0] == boards[1]
    assert quarrel.solve("three-in-a-row", boards[0].text, unique=True).unique is True


def test_comparisons_are_tables(tmp_path):
    results = tmp_path / "runs.jsonl"
    asked = dict(size=4, amo=["pairwise", "ladder"], seeds=2, jobs=1, results=results)
    found = quarrel.compare("gunport", **asked)
    assert [row["configuration"] for row in found.table] == ["pairwise", "ladder"]
    assert found.table[0]["options"] == "--amo pairwise" and found.table[0]["solved"] == 2
    assert len(found.runs) == 4 and found.runs[0]["status"] == "optimal"
    assert found.report["sections"] and "gunport" in str(found)
    # The runs in the file are not repeated.
    assert quarrel.compare("gunport", **asked).runs == found.runs


@pytest.mark.parametrize("call, message", [
    (lambda: quarrel.solve("queens"), "queens needs a board"),
    (lambda: quarrel.solve("chess", size=3), "chess"),
    (lambda: quarrel.solve("gunport", size=3, card="none"), "none"),
    (lambda: quarrel.solve("gunport", size=3, time_limit=-1), "time-limit"),
    (lambda: quarrel.solve("queens", "AA%\nABB\nABB\n"), "unknown symbol"),
    (lambda: quarrel.solve("queens", "no-such-board.txt"), None),
    (lambda: quarrel.solve_model(Path("no-such-model.opb")), "no-such-model.opb"),
    (lambda: quarrel.solve_model("x" * 3_000_000), None),
    (lambda: quarrel.solve_model("a\0b\n"), None),
    (lambda: quarrel.generate("gunport", size=3), "gunport"),
    (lambda: quarrel.compare("gunport", size=3, amo=["none"]), "none"),
])
def test_refusals_are_value_errors(call, message):
    with pytest.raises(quarrel.Refused, match=message and re.escape(message)) as refused:
        call()
    assert isinstance(refused.value, ValueError) and refused.value.status == 2
    assert "panicked" not in str(refused.value)


def test_half_a_character_and_a_zero_byte_are_refused():
    with pytest.raises(ValueError):
        quarrel.solve_model("p cnf 1 1\n1 0\n\ud800")
    with pytest.raises(ValueError, match="null byte"):
        quarrel.solve("gunport", size="3\0")


def test_unknown_options_are_type_errors():
    with pytest.raises(TypeError, match="no option 'sise'"):
        quarrel.solve("gunport", sise=3)
    with pytest.raises(TypeError, match="no option 'amo'"):
        quarrel.hint("queens", QUEENS, amo="ladder")
    with pytest.raises(TypeError, match="no option 'threads'"):
        quarrel.compare("gunport", size=3, threads=2)


def test_limits_stop_a_search():
    result = quarrel.solve(**HARD, time_limit=0.3)
    assert (result.status, result.stopped) == ("satisfiable", "time")
    assert result.value < result.upper_bound


def interrupt_soon():
    threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupt_has_the_best_answer():
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt) as ended:
        quarrel.solve(**HARD)
    assert isinstance(ended.value, quarrel.Interrupted)
    assert ended.value.result.stopped == "signal" and ended.value.result.value > 0
    assert "so far: satisfiable" in str(ended.value)


@pytest.mark.skipif(os.name == "nt", reason="processes of POSIX")
def test_an_exception_of_the_callback_ends_the_program():
    def fail(bound):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        quarrel.solve(**HARD, on_bound=fail)
    children = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "comm="],
                              capture_output=True, text=True).stdout
    assert "quarrel" not in children


@pytest.mark.skipif(os.name == "nt", reason="processes of POSIX")
def test_a_search_ends_with_python(tmp_path):
    code = "import quarrel; quarrel.solve('armies', size=30, on_bound=lambda _: print(1, flush=True))"
    python = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    python.stdout.readline()
    listed = subprocess.run(["ps", "--ppid", str(python.pid), "-o", "pid="],
                            capture_output=True, text=True).stdout.split()
    assert listed
    python.kill()
    python.wait()
    for pid in map(int, listed):
        for _ in range(600):
            state = Path(f"/proc/{pid}/stat")
            if not state.exists() or state.read_text().split()[2] == "Z":
                break
            threading.Event().wait(0.1)
        else:
            pytest.fail("the search goes on without Python")


def test_threads_search_side_by_side():
    results = {}

    def search(size):
        results[size] = quarrel.solve("gunport", size=size).value

    threads = [threading.Thread(target=search, args=(size,)) for size in (3, 4, 5)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert results == {3: 3, 4: 6, 5: 9}


def test_defaults_of_a_folder_do_not_count(tmp_path, monkeypatch):
    (tmp_path / "quarrel.toml").write_text("[solve]\nformat = 'svg'\n")
    monkeypatch.chdir(tmp_path)
    assert quarrel.solve("gunport", size=3).value == 3


def test_a_missing_program_is_named(monkeypatch):
    monkeypatch.setenv("QUARREL", "no-such-program")
    with pytest.raises(quarrel.ProgramNotFound, match="no-such-program"):
        quarrel.solve("gunport", size=3)


def test_a_program_that_fails_is_an_error(tmp_path, monkeypatch):
    program = tmp_path / "quarrel"
    program.write_text("#!/bin/sh\necho broken >&2\nexit 4\n")
    program.chmod(0o755)
    monkeypatch.setenv("QUARREL", str(program))
    with pytest.raises(quarrel.QuarrelError, match="broken") as failed:
        quarrel.solve("gunport", size=3)
    assert failed.value.status == 4 and not isinstance(failed.value, ValueError)
    program.write_text("#!/bin/sh\nkill -9 $$\n")
    with pytest.raises(quarrel.QuarrelError, match="-9") as failed:
        quarrel.solve("gunport", size=3)
    assert failed.value.status == -9


def test_the_module_is_the_program():
    run = subprocess.run([sys.executable, "-m", "quarrel", "--version"], capture_output=True, text=True)
    assert run.returncode == 0 and run.stdout.startswith("quarrel ")
