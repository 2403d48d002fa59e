"""The boards of the three seeds: what their index sets range over, and no solver.

- abbott-window: the GAMS model. Rows, columns and the diagonals of both directions; its sets leave
  out exactly the four corners, that is the diagonals of one pane.
- gunport: the fourth OPL model. Horizontal and vertical dominoes h and v, holes m; each cell is
  covered once, no two holes touch; the bottom half has at least as many holes as the top half, and
  the right half as the left one.
- armies: the model coexx of GAMS and LPL. One variable says of each line whether it is white's; the
  diagonals of one cell are left out here too. The sources also fix a black queen in the corner:
  that keeps the optimum for n = 3 to 8 and is proved by nobody beyond, so a run that uses it proves
  nothing. It is left out here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

Cell = tuple[int, int]
Size = tuple[int, int]
Options = dict[str, str]


@dataclass(frozen=True)
class Outcome:
    """How a run ended: `optimal` with the value proved, or `limit`."""

    status: str
    value: int | None = None


@dataclass(frozen=True)
class Gunport:
    """The index sets of the fourth OPL model on a board of `size`."""

    size: Size

    @property
    def cells(self) -> list[Cell]:
        """The cells, by rows."""
        return cells(self.size)

    @property
    def dominoes(self) -> list[tuple[Cell, Cell]]:
        """The pairs of adjacent cells: the places of a domino."""
        rows, columns = self.size
        across = [((r, c), (r, c + 1)) for r, c in self.cells if c + 1 < columns]
        down = [((r, c), (r + 1, c)) for r, c in self.cells if r + 1 < rows]
        return across + down

    @property
    def halves(self) -> list[tuple[list[Cell], list[Cell]]]:
        """The source's two cuts: the first half of a pair has at least the second's holes."""
        rows, columns = self.size
        bottom = [(r, c) for r, c in self.cells if r >= rows - rows // 2]
        top = [(r, c) for r, c in self.cells if r < rows // 2]
        right = [(r, c) for r, c in self.cells if c >= columns - columns // 2]
        left = [(r, c) for r, c in self.cells if c < columns // 2]
        return [(bottom, top), (right, left)]

    def holes_to_dominoes(self, holes: int) -> int:
        """The number of dominoes that leaves so many holes."""
        return (len(self.cells) - holes) // 2


def cells(size: Size) -> list[Cell]:
    """The cells of a board, by rows."""
    return list(product(range(size[0]), range(size[1])))


def lines(size: Size) -> list[list[Cell]]:
    """The rows, the columns and the diagonals of both directions with two cells or more."""
    rows, columns = size
    board = cells(size)
    keys = (
        (lambda r, c: r, range(rows)),
        (lambda r, c: c, range(columns)),
        (lambda r, c: r + c, range(rows + columns - 1)),
        (lambda r, c: r - c, range(1 - columns, rows)),
    )
    drawn = [[cell for cell in board if key(*cell) == k] for key, values in keys for k in values]
    return [line for line in drawn if len(line) >= 2]
