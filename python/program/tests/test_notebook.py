"""The notebook of the docs runs from its first cell to its last."""

import json
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[3] / "docs/python.ipynb"


def test_the_notebook_runs(tmp_path):
    nbclient = pytest.importorskip("nbclient")
    for package in ("pandas", "matplotlib", "quarrel_encodings", "ipykernel"):
        pytest.importorskip(package)
    import nbformat

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": tmp_path}}).execute()
    kinds = {kind for cell in notebook.cells if cell.cell_type == "code"
             for output in cell.outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "image/png", "text/html"} <= kinds


def test_the_notebook_is_stored_without_outputs():
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    assert all(not cell["outputs"] for cell in cells if cell["cell_type"] == "code")
