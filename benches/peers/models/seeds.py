"""The boards of the three seeds: what their index sets range over, and no solver.

- abbott-window: the GAMS model. Rows, columns and the diagonals of both directions; its sets leave
  out exactly the four corners, that is the diagonals of one pane. With the variant `corners` these
  are lines too, so each corner is dark.
- gunport: the fourth OPL model. Horizontal and vertical dominoes h and v, holes m; each cell is
  covered once, no two holes touch; the bottom half has at least as many holes as the top half, and
  the right half as the left one. With `no-slide` no hole is ahead of a short end of a domino.
- armies: the model coexx of GAMS and LPL. One variable says of each line whether it is white's; the
  diagonals of one cell are left out here too. With `at-least=K` white has K queens or more, and
  black's are counted. The sources also fix a black queen in the corner: that keeps the optimum for
  n = 3 to 8 and is proved by nobody beyond, so a run that uses it proves nothing. It is left out
  here.

Given cells: `.` lit and `#` dark panes, `<>` and `^` over `v` dominoes and `.` holes, `W` and `B`
queens and `.` none. Equal armies have as many queens as are given of either colour, or more.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from instances import Cell, Instance, Size

Options = dict[str, str]


@dataclass(frozen=True)
class Outcome:
    """How a run ended: `optimal` with the value proved, `unsatisfiable`, or `limit`."""

    status: str
    value: int | None = None


@dataclass(frozen=True)
class Gunport:
    """The index sets of the fourth OPL model."""

    instance: Instance

    @property
    def cells(self) -> list[Cell]:
        """The cells, by rows."""
        return cells(self.instance.size)

    @property
    def dominoes(self) -> list[tuple[Cell, Cell]]:
        """The pairs of adjacent cells: the places of a domino."""
        rows, columns = self.instance.size
        across = [((r, c), (r, c + 1)) for r, c in self.cells if c + 1 < columns]
        down = [((r, c), (r + 1, c)) for r, c in self.cells if r + 1 < rows]
        return across + down

    @property
    def slides(self) -> list[tuple[tuple[Cell, Cell], Cell]]:
        """The dominoes, each with a cell ahead of it that is no hole by `no-slide`."""
        if self.instance.variant != "no-slide":
            return []
        ahead = [
            ((a, b), (end[0] + step * (b[0] - a[0]), end[1] + step * (b[1] - a[1])))
            for a, b in self.dominoes
            for end, step in ((a, -1), (b, 1))
        ]
        return [(domino, cell) for domino, cell in ahead if cell in set(self.cells)]

    @property
    def halves(self) -> list[tuple[list[Cell], list[Cell]]]:
        """The source's two cuts: the first half of a pair has at least the second's holes.

        They break the mirrors, so a board with given cells has none.
        """
        if self.instance.given:
            return []
        rows, columns = self.instance.size
        bottom = [(r, c) for r, c in self.cells if r >= rows - rows // 2]
        top = [(r, c) for r, c in self.cells if r < rows // 2]
        right = [(r, c) for r, c in self.cells if c >= columns - columns // 2]
        left = [(r, c) for r, c in self.cells if c < columns // 2]
        return [(bottom, top), (right, left)]

    def given_piece(self, cell: Cell) -> Cell | tuple[Cell, Cell]:
        """The hole, or the place of the domino, that is given in a cell."""
        r, c = cell
        return {
            ".": cell,
            "<": (cell, (r, c + 1)),
            ">": ((r, c - 1), cell),
            "^": (cell, (r + 1, c)),
            "v": ((r - 1, c), cell),
        }[self.instance.given[cell]]

    def holes_to_dominoes(self, holes: int) -> int:
        """The number of dominoes that leaves so many holes."""
        return (len(self.cells) - holes) // 2


def cells(size: Size) -> list[Cell]:
    """The cells of a board, by rows."""
    return list(product(range(size[0]), range(size[1])))


def lines(instance: Instance) -> list[list[Cell]]:
    """The rows, the columns and the diagonals of both directions.

    Diagonals have two cells or more, and with the variant `corners` one.
    """
    rows, columns = instance.size
    least = 1 if instance.variant == "corners" else 2
    board = cells(instance.size)
    keys = (
        (1, lambda r, c: r, range(rows)),
        (1, lambda r, c: c, range(columns)),
        (least, lambda r, c: r + c, range(rows + columns - 1)),
        (least, lambda r, c: r - c, range(1 - columns, rows)),
    )
    return [
        line
        for shortest, key, values in keys
        for value in values
        if len(line := [cell for cell in board if key(*cell) == value]) >= shortest
    ]


def line_images(instance: Instance) -> list[tuple[list[int], bool]]:
    """Where each symmetry of armies takes the lines, by number, and whether it swaps the armies.

    A board with given cells has none here, and armies with different tasks are not swapped.
    """
    if instance.given:
        return []
    down, right = (side - 1 for side in instance.size)
    shapes = [
        lambda r, c: (r, c),
        lambda r, c: (down - r, c),
        lambda r, c: (r, right - c),
        lambda r, c: (down - r, right - c),
    ]
    if down == right:
        shapes += [lambda r, c, shape=shape: shape(c, r) for shape in shapes]
    drawn = lines(instance)
    number = {frozenset(line): i for i, line in enumerate(drawn)}
    images = [[number[frozenset(shape(*at) for at in line)] for line in drawn] for shape in shapes]
    swaps = [(image, True) for image in images] if instance.white_queens is None else []
    return [(image, False) for image in images[1:]] + swaps


def given_queens(instance: Instance) -> int:
    """The greater number of queens that are given of a colour: no army is smaller."""
    symbols = list(instance.given.values())
    return max(symbols.count("W"), symbols.count("B"))
