"""The table of encodings beside the page of the encodings, and models counted anew."""

import itertools

import pytest

import quarrel_encodings as q

TABLES = {"--amo": "at-most-one", "--card": "cardinality", "--pb": "weighted", "--int": "integer",
          "--xor": "parity"}


def test_measurements_are_those_of_the_page(root):
    page = (root / "docs/encodings.md").read_text()
    rows = {(row.kind, row.name): row for row in q.encodings()}
    kind, sizes, seen, citations = None, [], set(), {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and cells[0] in TABLES:
            kind, sizes = TABLES[cells[0]], cells[1:4]
        elif len(cells) == 7 and (kind, cells[0]) in rows:
            row = rows[kind, cells[0]]
            seen.add((kind, cells[0]))
            assert list(row.sizes) == sizes
            written = [f"{s.variables} / {s.clauses} / {s.literals}" if s else "–"
                       for s in row.sizes.values()]
            models = "–" if row.models is None else f"{row.models:.1f}"
            certified = "yes" if row.certified else "no"
            assert cells[1:] == [*written, row.propagation or "–", models, certified]
        elif kind and line.startswith("- ") and ": " in line:
            names, citation = line[2:].split(": ", 1)
            citations.update(((kind, name), citation) for name in names.split(", "))
        elif line.startswith("## Sizes for other numbers"):
            break
    assert seen == set(rows)
    assert {key: citations[key] for key in rows} == {key: rows[key].citation for key in rows}
    assert all(row.description for row in rows.values())


def test_one_kind_is_a_part_of_all():
    kinds = list(TABLES.values())
    assert [row for kind in kinds for row in q.encodings(kind)] == q.encodings()
    assert {row.kind for row in q.encodings("parity")} == {"parity"}


@pytest.mark.parametrize("row", [row for row in q.encodings() if row.models is not None],
                         ids=lambda row: f"{row.kind}-{row.name}")
def test_every_encoding_has_its_number_of_models(row):
    """Counts the models of a short constraint one by one, unless there are very many."""
    solvers = pytest.importorskip("pysat.solvers")
    n = {"at-most-one": 10, "cardinality": 8, "weighted": 6, "parity": 10}[row.kind]
    x = range(1, n + 1)
    weights = [(v - 1) % 4 + 1 for v in x]
    f, holds = {
        "at-most-one": lambda: (q.at_most_one(x, top=n, encoding=row.name), lambda s: s <= 1),
        "cardinality": lambda: (q.at_most(x, 3, top=n, encoding=row.name), lambda s: s <= 3),
        "weighted": lambda: (
            q.weighted(zip(x, weights), "<=", 7, top=n, encoding=row.name), lambda s: s <= 7),
        "parity": lambda: (q.parity(x, "odd", top=n, encoding=row.name), lambda s: s % 2 == 1),
    }[row.kind]()
    if row.kind != "weighted":
        weights = [1] * n
    of_constraint = sum(
        holds(sum(w for w, v in zip(weights, values) if v))
        for values in itertools.product([False, True], repeat=n))
    assert {abs(number) for number in f.array().tolist()} <= set(range(f.top + 1))
    if row.models > 1000:
        return
    of_clauses = 0
    with solvers.Cadical195(bootstrap_with=f.clauses()) as solver:
        while solver.solve():
            of_clauses += 1
            model = dict((abs(lit), lit) for lit in solver.get_model())
            solver.add_clause([-model.get(v, v) for v in range(1, f.top + 1)])
    assert of_clauses == pytest.approx(row.models * of_constraint)
