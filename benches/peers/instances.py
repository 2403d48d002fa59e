"""The instances: boards of three families, named as quarrel names them. No solver, no optimum."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

Cell = tuple[int, int]
Size = tuple[int, int]

VARIANTS = {
    "abbott-window": "corners",
    "gunport": "no-slide",
    "armies": r"at-least=(\d+)",
}

SYMBOLS = {"abbott-window": ".#", "gunport": "<>^v.", "armies": "WB."}

OPEN = "?"


@dataclass(frozen=True)
class Instance:
    """A family and a board: its size, a variant of the rules, the cells that are given.

    `text` names it on a command line. `digest` is of the given cells: a changed file is another
    instance.
    """

    text: str
    family: str
    size: Size
    variant: str = ""
    given: dict[Cell, str] = field(default_factory=dict)
    board: str = ""
    digest: str = ""

    @property
    def words(self) -> list[str]:
        """The arguments of `quarrel solve`."""
        if self.board:
            return [self.family, str(Path(self.board).absolute())]
        size = [self.family, "--size", f"{self.size[0]}x{self.size[1]}"]
        return size + (["--variant", self.variant] if self.variant else [])

    @property
    def white_queens(self) -> int | None:
        """The least number of white queens if only the black ones are counted."""
        found = re.fullmatch(VARIANTS["armies"], self.variant)
        return int(found[1]) if found else None

    def __str__(self) -> str:
        board = f"{Path(self.board).name} {self.digest}" if self.board else ""
        words = (self.family, f"{self.size[0]}x{self.size[1]}", self.variant, board)
        return " ".join(word for word in words if word)


def instance(text: str, folder: Path = Path()) -> Instance:
    """The instance of a text; the file of a board is relative to `folder`."""
    family, _, rest = text.partition(":")
    if family not in VARIANTS:
        raise ValueError(f"`{text}`: no family `{family}`; there are {', '.join(VARIANTS)}")
    named = re.fullmatch(r"([0-9]+)(?:x([0-9]+))?(?::(.+))?", rest)
    if not named:
        return given(family, folder / rest)
    rows, columns, variant = named.groups()
    if variant and not re.fullmatch(VARIANTS[family], variant):
        held = VARIANTS[family].replace(r"(\d+)", "K")
        raise ValueError(f"`{text}`: no variant `{variant}`; {family} has {held}")
    size = int(rows), int(columns or rows)
    if 0 in size:
        raise ValueError(f"`{text}`: a side has 1 cell or more")
    return Instance(text, family, size, variant or "")


def given(family: str, path: Path) -> Instance:
    """The board in the plain rows of a file."""
    if not path.is_file():
        sizes = f"{family}:N, {family}:RxC, {family}:RxC:VARIANT or {family}:FILE"
        raise ValueError(f"`{family}:{path}`: no such file; an instance is {sizes}")
    rows = ["".join(line.split(" ")) for line in lines_of(path)]
    symbols = SYMBOLS[family] + OPEN
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]) or set(row) - set(symbols):
            raise ValueError(
                f"{path}: row {number} is `{row}`; rows have one length here and the symbols "
                f"{symbols} alone, as `givens` of `quarrel show {family} {path} --format json`"
            )
    if not rows:
        raise ValueError(f"{path} is empty; wanted are rows of {symbols}")
    symbol_of = {(r, c): s for r, row in enumerate(rows) for c, s in enumerate(row) if s != OPEN}
    digest = sha256("\n".join(rows).encode()).hexdigest()[:6]
    size = len(rows), len(rows[0])
    return Instance(f"{family}:{path}", family, size, "", symbol_of, str(path), digest)


def listed(path: Path) -> list[Instance]:
    """The instances of a file, one per line; paths of boards are relative to its folder."""
    return [instance(line.strip(), path.parent) for line in lines_of(path)]


def lines_of(path: Path) -> list[str]:
    """The lines of a file that are not blank."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: {error}; wanted is UTF-8") from None
    return [line.removesuffix("\r") for line in text.split("\n") if line.strip()]
