"""Docstrings, the page about Python, types, and what an installed package has."""

import doctest
import importlib
import inspect
import re
import subprocess
import sys

import pytest

import quarrel_encodings as q

MODULES = ["quarrel_encodings", "quarrel_encodings._functions", "quarrel_encodings._table",
           "quarrel_encodings.pysat", "quarrel_encodings.pysat.card", "quarrel_encodings.pysat.pb"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    pytest.importorskip("pysat")
    module = importlib.import_module(name)
    results = doctest.testmod(module)
    assert results.failed == 0
    # No example is passed over, those of the extension module included.
    written = inspect.getsource(module).count(">>> ")
    if name == "quarrel_encodings":
        for cls in (getattr(q, public) for public in q.__all__):
            if cls.__doc__ and inspect.isclass(cls) and cls is not q.Encoding:
                members = [cls, *vars(cls).values()]
                written += sum((member.__doc__ or "").count(">>> ") for member in members)
    assert results.attempted == written > 0


@pytest.mark.parametrize("page", ["docs/python.md", "python/encodings/README.md"])
def test_examples_of_the_pages(root, page):
    # The page has examples of the package `quarrel`, too.
    for package in ("pysat", "numpy", "quarrel"):
        pytest.importorskip(package)
    text = (root / page).read_text()
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.S)
    assert blocks
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    runner = doctest.DocTestRunner()
    runner.run(examples)
    assert runner.failures == 0


def test_every_public_name_says_what_it_is():
    for name in q.__all__:
        public = getattr(q, name)
        assert inspect.getdoc(public), name
        members = vars(public).items() if inspect.isclass(public) else ()
        for member, value in members:
            if not member.startswith("_") and name not in ("Encoding", "Refusal"):
                assert value.__doc__, f"{name}.{member}"


def run(*arguments, folder):
    """Runs a module of Python, and returns what it printed if it failed."""
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=folder, capture_output=True,
                          text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_types(root, tmp_path):
    pytest.importorskip("mypy")
    assert not run("mypy", folder=root / "python/encodings")
    # In another folder, since this one has no extension module.
    assert not run("mypy.stubtest", "quarrel_encodings._native", folder=tmp_path)


def test_wrong_types_are_found(root, tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(
        "from quarrel_encodings import Formula, at_most\n"
        "f = Formula()\n"
        "x: range = f.new(3)\n"
        "n: int = f.new()\n"
        "f.at_most(x, 2)\n"
        "f.at_most(3, 2)  # wrong\n"
        "f.weighted([(1, 2)], '<', 3)  # wrong\n"
        "f.weighted([1], '<=', 3)  # wrong\n"
        "at_most([1], 1)  # wrong\n")
    lines = run("mypy", "--strict", "program.py", folder=tmp_path).splitlines()
    assert sorted({int(line.split(":")[1]) for line in lines if ": error:" in line}) == [6, 7, 8, 9]
