"""Docstrings, the page about Python, and types."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import quarrel
import quarrel._calls

ROOT = Path(__file__).parents[3]


def test_docstrings():
    results = doctest.testmod(quarrel._calls)
    assert results.failed == 0 and results.attempted > 10
    for name in quarrel.__all__:
        if name != "Number":
            assert getattr(quarrel, name).__doc__, name


def test_examples_of_the_readme():
    text = (ROOT / "python/program/README.md").read_text()
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.S)
    assert blocks
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_types(tmp_path):
    pytest.importorskip("mypy")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", "-p", "quarrel"],
        cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_option_of_a_search_is_one_of_the_program():
    from quarrel._options import BoardOptions, EncodingOptions, SearchOptions

    shown = subprocess.run([quarrel.find_program(), "solve", "--help"], capture_output=True, text=True)
    flags = set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", shown.stdout, re.M))
    names = set()
    for options in (BoardOptions, EncodingOptions, SearchOptions):
        names |= {name.rstrip("_").replace("_", "-") for name in options.__annotations__}
    assert names <= flags
    # These have functions or arguments of their own, or say how a terminal shows the answer.
    assert flags - names == {"all", "count", "format", "help", "no-config", "output", "picture",
                             "quiet", "verbose", "version"}
