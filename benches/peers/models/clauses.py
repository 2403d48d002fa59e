"""The seeds as clauses, with PySAT's own encodings: what RC2, UWrMaxSAT and the linear search get.

Options: `form` (gunport: `dominoes` or `holes` says what is optimised), `cuts` (gunport: 1 for the
source's two, as cardinality constraints), `cut` (abbott-window: the number of literals at which a
parity is cut into a chain), `lex` (armies: 1 where the colours of the lines are not after those of
any image by the board's symmetries, and by a swap of the armies).

The armies' objective is the least of two counts. A totalizer over each army's empty cells says
"at least k queens"; the objective's k-th literal implies that of both armies, and its
predecessor. So as many of them are true as the armies are large.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

from pysat.card import CardEnc, EncType, ITotalizer
from pysat.formula import IDPool

from instances import Cell, Instance

from .seeds import Gunport, Options, cells, given_queens, line_images, lines


@dataclass
class Clauses:
    """Hard clauses, and literals as many of which as possible shall be true.

    `told` makes their number a value in the words of the family. They are `ordered` if each implies
    its predecessor.
    """

    pool: IDPool = field(default_factory=IDPool)
    hard: list[list[int]] = field(default_factory=list)
    wanted: list[int] = field(default_factory=list)
    ordered: bool = False
    told: Callable[[int], int] = lambda wanted: wanted

    def even(self, literals: list[int], cut: int) -> None:
        """An even number of `literals` is true: a chain of parities of at most `cut` literals."""
        while len(literals) > cut:
            link = self.pool.id()
            self.direct_even(literals[: cut - 1] + [link])
            literals = [link] + literals[cut - 1 :]
        self.direct_even(literals)

    def direct_even(self, literals: list[int]) -> None:
        """Forbids every odd assignment by a clause."""
        for signs in product((1, -1), repeat=len(literals)):
            if signs.count(-1) % 2:
                self.hard.append([sign * literal for sign, literal in zip(signs, literals)])

    def at_least(self, literals: list[int], bound: int) -> None:
        """At least `bound` of `literals` are true."""
        if bound > len(literals):
            self.hard += [[literals[0]], [-literals[0]]]
        elif bound > 0:
            kind = EncType.seqcounter
            encoded = CardEnc.atleast(literals, bound, vpool=self.pool, encoding=kind)
            self.hard.extend(encoded.clauses)

    def not_after(self, literals: list[int], images: list[int]) -> None:
        """The values of `literals` are not after those of `images`, true before false."""
        same = self.pool.id()
        self.hard.append([same])
        for one, other in zip(literals, images):
            if one == other:
                continue
            still = self.pool.id()
            self.hard += [[-same, one, -other], [-same, one, still], [-same, -other, still]]
            same = still


def clauses(instance: Instance, options: Options) -> Clauses:
    """The seed's clauses."""
    stated = {"abbott-window": abbott, "gunport": gunport, "armies": armies}
    return stated[instance.family](instance, options)


def abbott(instance: Instance, options: Options) -> Clauses:
    """Every line has an even number of lit panes."""
    model = Clauses()
    lit = {cell: model.pool.id() for cell in cells(instance.size)}
    for cell, symbol in instance.given.items():
        model.hard.append([lit[cell] if symbol == "." else -lit[cell]])
    for line in lines(instance):
        model.even([lit[cell] for cell in line], int(options["cut"]))
    model.wanted = list(lit.values())
    return model


def gunport(instance: Instance, options: Options) -> Clauses:
    """The fourth OPL model: each cell covered exactly once, no two holes adjacent."""
    board, model = Gunport(instance), Clauses()
    hole = {cell: model.pool.id() for cell in board.cells}
    piece = {place: model.pool.id() for place in board.dominoes}
    covering: dict[Cell, dict[object, int]] = {cell: {cell: hole[cell]} for cell in board.cells}
    for (a, b), domino in piece.items():
        covering[a][a, b] = covering[b][a, b] = domino
        model.hard.append([-hole[a], -hole[b]])
    model.hard += [[-piece[place], -hole[cell]] for place, cell in board.slides]
    for choices in covering.values():
        kind = EncType.pairwise
        exactly = CardEnc.equals(list(choices.values()), 1, vpool=model.pool, encoding=kind)
        model.hard.extend(exactly.clauses)
    for cell in instance.given:
        given = board.given_piece(cell)
        model.hard += [[-x] for place, x in covering[cell].items() if place != given]
    if options.get("cuts") == "1":
        for more, less in board.halves:
            both = [hole[cell] for cell in more] + [-hole[cell] for cell in less]
            model.at_least(both, len(less))
    if options["form"] == "holes":
        model.wanted, model.told = list(hole.values()), board.holes_to_dominoes
    else:
        model.wanted = [-domino for domino in piece.values()]
        model.told = lambda absent: len(piece) - absent
    return model


def armies(instance: Instance, options: Options) -> Clauses:
    """The model coexx, and the least of the two armies as ordered literals.

    With `at-least=K` the black queens are counted.
    """
    model, least = Clauses(), instance.white_queens
    white = {cell: model.pool.id() for cell in cells(instance.size)}
    black = {cell: model.pool.id() for cell in cells(instance.size)}
    for cell, symbol in instance.given.items():
        model.hard.append([white[cell] if symbol == "W" else -white[cell]])
        model.hard.append([black[cell] if symbol == "B" else -black[cell]])
    whites = [model.pool.id() for _ in lines(instance)]
    for line, colour in zip(lines(instance), whites):
        for cell in line:
            model.hard += [[-white[cell], colour], [-black[cell], -colour]]
    if options.get("lex") == "1":
        for image, swaps in line_images(instance):
            model.not_after(whites, [-whites[i] if swaps else whites[i] for i in image])
    if least is not None:
        model.at_least(list(white.values()), least)
        model.wanted = list(black.values())
        return model
    model.ordered = True
    model.wanted = [model.pool.id() for _ in range(len(white) // 2)]
    model.hard += [[-later, earlier] for earlier, later in zip(model.wanted, model.wanted[1:])]
    model.at_least(model.wanted, given_queens(instance))
    for army in (white, black):
        empty = [-queen for queen in army.values()]
        counter = ITotalizer(lits=empty, ubound=len(empty), top_id=model.pool.top)
        model.hard += counter.cnf.clauses
        model.pool.top = counter.top_id
        for queens, at_least in enumerate(model.wanted, start=1):
            model.hard.append([-at_least, -counter.rhs[len(empty) - queens]])
        counter.delete()
    return model
