"""PySAT's own tests of cardinality constraints and weighted sums, with the modules of this package
in place of PySAT's. pip fetches them with PySAT's source package."""

import importlib.metadata
import re
import subprocess
import sys
import tarfile

import pytest

pytest.importorskip("pysat")

FILES = ["test_atmost", "test_atmost1", "test_atmostk", "test_equals1", "test_pb",
         "test_iseqcounter", "test_encode_pb_conditional"]

# Puts the modules in place before a test imports PySAT's. Tests that need pindakaas run without it.
CONFTEST = """
import sys, types
from quarrel_encodings.pysat import card, pb
sys.modules["pysat.card"] = card
sys.modules["pysat.pb"] = pb
sys.modules["pindakaas"] = types.ModuleType("pindakaas")
"""


def test_pysats_own_tests_pass(tmp_path):
    version = importlib.metadata.version("python-sat")
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
             "--no-deps", "--no-binary", ":all:", "--dest", str(tmp_path), f"python-sat=={version}"]
    fetched = subprocess.run(fetch, capture_output=True, text=True)
    if fetched.returncode != 0:
        pytest.skip(f"pip cannot fetch PySAT's source package: {fetched.stderr[-300:]}")
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        for member in archive.getmembers():
            name = member.name.rsplit("/", 1)[-1]
            if name.removesuffix(".py") in FILES and "/tests/" in member.name:
                (tmp_path / name).write_bytes(archive.extractfile(member).read())
    (tmp_path / "conftest.py").write_text(CONFTEST)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "--rootdir", ".", "."],
        cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-3000:]
    passed = set(re.findall(r"::(\w+)\S* PASSED", run.stdout))
    assert len(passed) == 15, sorted(passed)
    assert "SKIPPED" not in run.stdout
