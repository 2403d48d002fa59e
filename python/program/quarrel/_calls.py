"""The functions that run the program."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, TypedDict, TypeVar, Union

from quarrel import _options, _program
from quarrel._errors import Interrupted, QuarrelError
from quarrel._options import BoardOptions, SearchOptions, Text
from quarrel._results import Board, Bound, Comparison, Hints, Question, Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

Parsed = TypeVar("Parsed")
OnBound = Callable[[Bound], None]
"""A function that gets each bound as soon as it is proved."""


def solve(
    family: str,
    board: Optional[Text] = None,
    *,
    on_bound: Optional[OnBound] = None,
    **options: Unpack[SearchOptions],
) -> Result:
    """Finds an answer to a puzzle, or the best one if the puzzle has an objective.

    `board` is the text of a board, a link, or a file. Families without clues need only a `size`.
    `options` are those of `quarrel solve`.

    >>> result = solve("gunport", size=(3, 4))
    >>> result.status, result.value, result.lower_bound
    ('optimal', 4, 4)
    >>> queens = solve("queens", "AABB\\nACBB\\nCCCD\\nCDDD\\n", unique=True)
    >>> queens.rows, queens.unique
    (('.Q..', '...Q', 'Q...', '..Q.'), True)

    Raises Refused (a ValueError) if the program refuses the board or an option, QuarrelError if it
    fails, and Interrupted (a KeyboardInterrupt) with the best answer so far on Ctrl-C.
    """
    return _search(family, board, options, on_bound)


def solve_model(
    model: Any,
    *,
    on_bound: Optional[OnBound] = None,
    **options: Unpack[SearchOptions],
) -> Result:
    """Finds an answer to a model, or the best one if the model has an objective.

    `model` is the text or the file of a model (OPB, WBO, CNF, WCNF, LP, MPS, …), or an object
    with the method `to_dimacs`, as a `Formula` of quarrel_encodings or a CNF of PySAT.

    >>> result = solve_model("Maximize\\n 3 x + 2 y\\nSubject To\\n 2 x + y <= 7.5\\n"
    ...                      "Bounds\\n x <= 3\\n y <= 4\\nGeneral\\n x y\\nEnd\\n")
    >>> result.value, result.assignment
    (12, {'x': 2, 'y': 3})

    Raises as `solve` does.
    """
    return _search("model", model, options, on_bound)


def count(
    family: str,
    board: Optional[Any] = None,
    limit: Optional[int] = None,
    **options: Unpack[SearchOptions],
) -> Result:
    """Counts the answers, or the best answers, up to a limit if one is given.

    `Result.count` is the number, and `Result.complete` says whether there are no others. The
    family of a model is `"model"`.

    >>> result = count("armies", size=4, bound=2)
    >>> result.count, result.complete
    (112, True)

    Raises as `solve` does.
    """
    return _search(family, board, options, None, ["--count" if limit is None else f"--count={limit}"])


def answers(
    family: str,
    board: Optional[Any] = None,
    limit: Optional[int] = None,
    **options: Unpack[SearchOptions],
) -> Result:
    """Lists the answers, or the best answers, up to a limit if one is given.

    `Result.answers` has the rows of each, and `Result.assignments` the values for a model.

    >>> sorted(one["x1"] for one in answers("model", "1 x1 1 x2 >= 1;\\n", limit=10).assignments)
    [0, 1, 1]

    Raises as `solve` does.
    """
    return _search(family, board, options, None, ["--all" if limit is None else f"--all={limit}"])


def _search(
    family: str,
    board: Any,
    options: Any,
    on_bound: Optional[OnBound],
    asked: Sequence[str] = (),
) -> Result:
    """Runs `quarrel solve`, and returns its result."""
    terms = BoardOptions.__annotations__
    others = {name: value for name, value in options.items() if name not in terms}
    question = _question(family, board, options)
    parent = f"--parent={os.getpid()}"
    call = ["solve", "--no-config", "--format=json", parent, *asked]
    call.append("--quiet" if on_bound is None else "--verbose")
    call += _options.words("solve", others, SearchOptions)

    def on_line(line: str) -> None:
        bound = Bound.from_line(line)
        if bound is not None and on_bound is not None:
            on_bound(bound)

    ended = _program.run([*call, *question.words], text=question.text, on_line=on_line)
    if ended.interrupted:
        try:
            known = _parsed(lambda: Result.from_json(ended.out, question))
        except QuarrelError:
            known = None
        raise Interrupted(known)
    out = _program.checked(ended)
    return _parsed(lambda: Result.from_json(out, question))


def _parsed(parse: Callable[[], Parsed]) -> Parsed:
    """Returns what a function reads in the output of the program.

    Raises QuarrelError if the output is another one than that of the program.
    """
    try:
        return parse()
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, OSError,
            RecursionError) as error:
        found = f"the output of {_program.find_program()} cannot be read: {error!r}"
        raise QuarrelError(found) from error


def _question(family: str, board: Any, options: Any) -> Question:
    """Returns the words that name a board, and the text of standard input."""
    terms = {name: options[name] for name in options if name in BoardOptions.__annotations__}
    words = _options.words("solve", terms, BoardOptions)
    if board is None:
        return Question([*words, "--", family], None)
    name, text = _options.read_text(board)
    if text is not None and not isinstance(board, str) and "input" not in options:
        # A WCNF of soft clauses alone looks like a CNF without its first line.
        is_cnf = any(line.startswith("p cnf ") for line in text.split("\n", 100)[:100])
        words.append(f"--input={'cnf' if is_cnf else 'wcnf'}")
    return Question([*words, "--", family, name], text)


def hint(
    family: str,
    board: Text,
    *,
    answer: Optional[Text] = None,
    steps: int = 1,
    grade: bool = False,
    time_limit: Optional[float] = None,
    **options: Unpack[BoardOptions],
) -> Hints:
    """Returns the easiest next steps on a board, with their reasons.

    `answer` is what is filled in: rows with `?` for open cells. `grade` also asks for the
    difficulty of the board.

    >>> print(hint("queens", "AABCC\\nAABBC\\nAACCC\\nDDCCC\\nDDDCE\\n").steps[0])
    region E has one cell left: a queen at (5,5)

    Raises Refused if the program refuses the board, and QuarrelError if it fails.
    """
    _options.words("hint", options, BoardOptions)
    question = _question(family, board, options)
    call = ["hint", "--no-config", "--format=json", f"--steps={steps}"]
    call += ["--grade"] if grade else []
    call += [f"--time-limit={_options.word('time_limit', time_limit)}"] if time_limit is not None else []
    with tempfile.TemporaryDirectory() as folder:
        if answer is not None:
            name, text = _options.read_text(answer)
            if text is not None:
                name = str(Path(folder, "answer.txt"))
                Path(name).write_text(text, encoding="utf-8")
            call.append(f"--answer={name}")
        out = _output([*call, *question.words], question.text)
        return _parsed(lambda: Hints.from_json(out))


def generate(
    family: str,
    *,
    count: int = 1,
    seed: Optional[int] = None,
    difficulty: Optional[str] = None,
    size: Union[int, str, tuple[int, int], None] = None,
    variant: Union[str, Sequence[str]] = (),
) -> list[Board]:
    """Makes boards with exactly one answer.

    The boards have the seeds from `seed` on; equal seeds make equal boards.

    >>> board = generate("queens", size=5, seed=3)[0]
    >>> board.grade.level, board.rows[0]
    ('easy', '..Q..')

    Raises Refused if the program refuses an option, and QuarrelError if it fails.
    """
    options: BoardOptions = {"variant": variant}
    if size is not None:
        options["size"] = size
    call = ["generate", "--no-config", "--format=json", f"--count={count}"]
    call += [f"--seed={seed}"] if seed is not None else []
    call += [f"--difficulty={difficulty}"] if difficulty is not None else []
    out = _output([*call, *_question(family, None, options).words], None)
    return _parsed(lambda: [Board.from_json(found) for found in _objects(out)])


class CompareOptions(TypedDict, total=False):
    """The options of a comparison. A value may be a list: each combination is a configuration."""

    size: Union[int, str, tuple[int, int], list[Union[int, str, tuple[int, int]]]]
    boards: Union[str, "os.PathLike[str]"]
    variant: Union[str, Sequence[str]]
    formulation: Union[str, Sequence[str]]
    amo: Union[str, Sequence[str]]
    card: Union[str, Sequence[str]]
    pb: Union[str, Sequence[str]]
    int_: Union[str, Sequence[str]]
    xor: Union[str, Sequence[str]]
    order: Union[str, Sequence[str]]
    shape: Union[str, Sequence[str]]
    symmetry: Union[str, Sequence[str]]
    deduce: Union[str, Sequence[str]]
    search: Union[str, Sequence[str]]
    cuts: Union[str, Sequence[str]]
    mode: Union[str, Sequence[str]]
    construct: Union[str, bool, Sequence[Union[str, bool]]]
    solver: Union[str, Sequence[str]]
    ask: Union[str, Sequence[str]]
    bound: Union[int, Sequence[int]]
    seeds: int
    scrambles: int
    jobs: int
    time_limit: Union[int, float]
    wall_limit: Union[int, float]
    memory_limit: int
    measure: str


_LISTED = set(CompareOptions.__annotations__) - {"variant", "solver"}
"""The options of a comparison whose values are one word, joined with commas."""


def compare(
    family: Union[str, Sequence[str]],
    *,
    results: Union[str, "os.PathLike[str]", None] = None,
    **options: Unpack[CompareOptions],
) -> Comparison:
    """Compares encodings, formulations, searches and solvers over many runs.

    `options` are those of `quarrel compare`. `results` is a file for the runs; with an existing
    one, runs that it has are not repeated.

    >>> found = compare("gunport", size=[4, 5], amo=["pairwise", "ladder"], seeds=2, jobs=1)
    >>> [row["configuration"] for row in found.table], len(found.runs)
    (['pairwise', 'ladder'], 8)

    Raises Refused if the program refuses an option, and QuarrelError if it fails.
    """
    joined = {
        name: ",".join(_options.word(name, one) for one in value)
        if name in _LISTED and (isinstance(value, list) or isinstance(value, tuple) and name != "size")
        else value
        for name, value in options.items()
    }
    families = family if isinstance(family, str) else ",".join(family)
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder, name) for name in ("table.csv", "report.json", "runs.jsonl")}
        runs = files["runs.jsonl"] if results is None else Path(results)
        call = [
            "compare", "--no-config", f"--family={families}", f"--csv={files['table.csv']}",
            f"--json={files['report.json']}", f"--results={runs}",
            *_options.words("compare", joined, CompareOptions),
        ]
        text = _output(call, None)
        return _parsed(lambda: _comparison(text, files["table.csv"], files["report.json"], runs))


def _comparison(text: str, table: Path, report: Path, runs: Path) -> Comparison:
    """Returns a comparison from the files that the program has written."""
    with table.open(encoding="utf-8", newline="") as file:
        rows = tuple({k: _cell(v) for k, v in row.items()} for row in csv.DictReader(file))
    lines = runs.read_text(encoding="utf-8").splitlines()
    whole = json.loads(report.read_text(encoding="utf-8"))
    return Comparison(rows, tuple(json.loads(line) for line in lines), text, whole)


def _cell(text: str) -> Union[int, float, str, None]:
    """Returns a cell of a table as a number if it is one, and None if it is empty."""
    if not text:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    # The program marks texts that a spreadsheet would read as formulas.
    return text[1:] if text.startswith("'") else text


def _output(call: Sequence[str], text: Optional[str]) -> str:
    """Runs the program, and returns its output."""
    return _program.checked(_program.run(call, text=text))


def _objects(text: str) -> list[Any]:
    """Returns the JSON objects of a text, which follow each other."""
    decoder, found, place = json.JSONDecoder(), [], 0
    while text[place:].strip():
        place += len(text[place:]) - len(text[place:].lstrip())
        value, place = decoder.raw_decode(text, place)
        found.append(value)
    return found


def families() -> list[dict[str, Any]]:
    """Returns what `quarrel families` says: rules, variants, formulations and formats.

    >>> [found["family"] for found in families()][:2]
    ['abbott-window', 'three-in-a-row']
    """
    out = _output(["families", "--no-config", "--format=json"], None)
    return _parsed(lambda: _families(json.loads(out)))


def _families(found: Any) -> list[dict[str, Any]]:
    """Returns the list. Raises LookupError if it is empty or has no families."""
    found[0]["family"]
    return [dict(one) for one in found]


def encodings() -> dict[str, Any]:
    """Returns the measured table of `quarrel encodings`: sizes, propagation, citations.

    >>> [table["option"] for table in encodings()["tables"]]
    ['--amo', '--card', '--pb', '--int', '--xor']
    """
    out = _output(["encodings", "--no-config", "--format=json"], None)
    return _parsed(lambda: dict(json.loads(out)))


