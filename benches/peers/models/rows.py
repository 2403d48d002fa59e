"""The seeds as integer programs: what SCIP and HiGHS are given, and CP-SAT but for its own forms.

Options: `form` (abbott-window: `lit`, `dark`, `xor`; gunport: `dominoes` or `holes` says what is
optimised), `cuts` (gunport: 1 for the source's two).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from instances import Cell, Instance

from .seeds import Gunport, Options, cells, lines

Terms = list[tuple[int, int]]


@dataclass
class Program:
    """An integer program: bounds of the variables, ranged rows, what is optimised.

    `told` makes the value of the objective one in the words of the family.
    """

    bounds: list[tuple[int, int]] = field(default_factory=list)
    rows: list[tuple[int, Terms, int]] = field(default_factory=list)
    parities: list[list[int]] = field(default_factory=list)
    objective: list[int] = field(default_factory=list)
    maximise: bool = True
    told: Callable[[int], int] = lambda value: value

    def variable(self, low: int = 0, high: int = 1) -> int:
        """A new integer variable."""
        self.bounds.append((low, high))
        return len(self.bounds) - 1

    def row(self, low: int, terms: Terms, high: int) -> None:
        """Bounds a sum of terms (coefficient, variable) from both sides."""
        self.rows.append((low, terms, high))

    def fix(self, variable: int, value: bool) -> None:
        """Gives a variable its value."""
        self.bounds[variable] = (int(value), int(value))

    def reported(self, value: float) -> int:
        """The value of the objective in the words of the family."""
        return self.told(round(value))


def program(instance: Instance, options: Options) -> Program:
    """The seed's integer program."""
    stated = {"abbott-window": abbott, "gunport": gunport, "armies": armies}
    return stated[instance.family](instance, options)


def abbott(instance: Instance, options: Options) -> Program:
    """Each line has 2y lit panes; or 2h dark ones, one more if its length is odd; or a parity."""
    model, form = Program(), options["form"]
    pane = {cell: model.variable() for cell in cells(instance.size)}
    shown = "#" if form == "dark" else "."
    for cell, symbol in instance.given.items():
        model.fix(pane[cell], symbol == shown)
    for line in lines(instance):
        members = [pane[cell] for cell in line]
        if form == "xor":
            model.parities.append(members)
        else:
            odd = len(line) % 2 if form == "dark" else 0
            half = model.variable(0, len(line) // 2)
            model.row(odd, [(1, x) for x in members] + [(-2, half)], odd)
    model.objective = list(pane.values())
    if form == "dark":
        model.maximise, model.told = False, lambda dark: len(pane) - dark
    return model


def gunport(instance: Instance, options: Options) -> Program:
    """The fourth OPL model, h and v in one list."""
    board, model = Gunport(instance), Program()
    hole = {cell: model.variable() for cell in board.cells}
    piece = {place: model.variable() for place in board.dominoes}
    covering: dict[Cell, dict[object, int]] = {cell: {cell: hole[cell]} for cell in board.cells}
    for (a, b), domino in piece.items():
        covering[a][a, b] = covering[b][a, b] = domino
        model.row(0, [(1, hole[a]), (1, hole[b])], 1)
    for place, cell in board.slides:
        model.row(0, [(1, piece[place]), (1, hole[cell])], 1)
    for choices in covering.values():
        model.row(1, [(1, x) for x in choices.values()], 1)
    for cell in instance.given:
        for place, x in covering[cell].items():
            if place != board.given_piece(cell):
                model.fix(x, False)
    if options.get("cuts") == "1":
        for more, less in board.halves:
            terms = [(1, hole[cell]) for cell in more] + [(-1, hole[cell]) for cell in less]
            model.row(0, terms, len(more))
    if options["form"] == "holes":
        model.objective, model.told = list(hole.values()), board.holes_to_dominoes
    else:
        model.objective, model.maximise = list(piece.values()), False
    return model


def armies(instance: Instance, options: Options) -> Program:
    """The model coexx; with `at-least=K` the black queens are counted."""
    model, least = Program(), instance.white_queens
    white = {cell: model.variable() for cell in cells(instance.size)}
    black = {cell: model.variable() for cell in cells(instance.size)}
    for cell, symbol in instance.given.items():
        model.fix(white[cell], symbol == "W")
        model.fix(black[cell], symbol == "B")
    for line in lines(instance):
        whites = model.variable()
        for cell in line:
            model.row(0, [(1, whites), (-1, white[cell])], 1)
            model.row(0, [(1, whites), (1, black[cell])], 1)
    if least is not None:
        model.row(least, [(1, x) for x in white.values()], max(least, len(white)))
        model.objective = list(black.values())
        return model
    total = model.variable(0, len(white))
    for army in (white, black):
        model.row(0, [(1, x) for x in army.values()] + [(-1, total)], 0)
    model.objective = [total]
    return model
