"""The seeds as integer programs: what SCIP and HiGHS are given, and CP-SAT but for its own forms.

Options: `form` (abbott-window: `linear`; gunport: `dominoes` or `holes` says what is optimised),
`cuts` (gunport: 1 for the source's two).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .seeds import Cell, Gunport, Options, Size, cells, lines

Terms = list[tuple[int, int]]


@dataclass
class Program:
    """An integer program: bounds of the variables, ranged rows, what is optimised."""

    bounds: list[tuple[int, int]] = field(default_factory=list)
    rows: list[tuple[int, Terms, int]] = field(default_factory=list)
    parities: list[list[int]] = field(default_factory=list)
    objective: list[int] = field(default_factory=list)
    maximise: bool = True
    holes_of: Gunport | None = None

    def variable(self, low: int = 0, high: int = 1) -> int:
        """A new integer variable."""
        self.bounds.append((low, high))
        return len(self.bounds) - 1

    def row(self, low: int, terms: Terms, high: int) -> None:
        """Bounds a sum of terms (coefficient, variable) from both sides."""
        self.rows.append((low, terms, high))

    def reported(self, value: float) -> int:
        """The value of the objective in the words of the family."""
        whole = round(value)
        return self.holes_of.holes_to_dominoes(whole) if self.holes_of else whole


def program(family: str, size: Size, options: Options) -> Program:
    """The seed's integer program."""
    return {"abbott-window": abbott, "gunport": gunport, "armies": armies}[family](size, options)


def abbott(size: Size, options: Options) -> Program:
    """Every line's lit panes sum to 2y; with the form `xor` they are named as parities instead."""
    model = Program()
    lit = {cell: model.variable() for cell in cells(size)}
    for line in lines(size):
        members = [lit[cell] for cell in line]
        if options["form"] == "xor":
            model.parities.append(members)
        else:
            half = model.variable(0, len(line) // 2)
            model.row(0, [(1, x) for x in members] + [(-2, half)], 0)
    model.objective = list(lit.values())
    return model


def gunport(size: Size, options: Options) -> Program:
    """The fourth OPL model, h and v in one list."""
    board, model = Gunport(size), Program()
    hole = {cell: model.variable() for cell in board.cells}
    covering: dict[Cell, list[int]] = {cell: [hole[cell]] for cell in board.cells}
    pieces = []
    for a, b in board.dominoes:
        piece = model.variable()
        pieces.append(piece)
        covering[a].append(piece)
        covering[b].append(piece)
        model.row(0, [(1, hole[a]), (1, hole[b])], 1)
    for choices in covering.values():
        model.row(1, [(1, x) for x in choices], 1)
    if options.get("cuts") == "1":
        for more, less in board.halves:
            terms = [(1, hole[cell]) for cell in more] + [(-1, hole[cell]) for cell in less]
            model.row(0, terms, len(more))
    if options["form"] == "holes":
        model.objective, model.holes_of = list(hole.values()), board
    else:
        model.objective, model.maximise = pieces, False
    return model


def armies(size: Size, options: Options) -> Program:
    """The model coexx."""
    model = Program()
    white = {cell: model.variable() for cell in cells(size)}
    black = {cell: model.variable() for cell in cells(size)}
    for line in lines(size):
        whites = model.variable()
        for cell in line:
            model.row(0, [(1, whites), (-1, white[cell])], 1)
            model.row(0, [(1, whites), (1, black[cell])], 1)
    total = model.variable(0, len(white))
    for army in (white, black):
        model.row(0, [(1, x) for x in army.values()] + [(-1, total)], 0)
    model.objective = [total]
    return model
