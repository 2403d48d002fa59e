"""The seeds as clauses, with PySAT's own encodings: what RC2 and the linear search are given.

Options: `form` (gunport: `dominoes` or `holes` says what is optimised), `cuts` (gunport: 1 for the
source's two, as cardinality constraints), `cut` (abbott-window: the number of literals at which a
parity is cut into a chain).

The armies' objective is the least of two counts. A totalizer over each army's empty cells says
"at least k queens"; the objective's k-th literal implies that of both armies, and its
predecessor. So as many of them are true as the armies are large.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from pysat.card import CardEnc, EncType, ITotalizer
from pysat.formula import IDPool

from .seeds import Cell, Gunport, Options, Size, cells, lines


@dataclass
class Clauses:
    """Hard clauses, and literals as many of which as possible (or as few) shall be true."""

    pool: IDPool = field(default_factory=IDPool)
    hard: list[list[int]] = field(default_factory=list)
    wanted: list[int] = field(default_factory=list)
    ordered: bool = False
    dominoes: Gunport | None = None
    holes: Gunport | None = None

    def reported(self, wanted: int) -> int:
        """The value of the objective in the words of the family, with `wanted` literals true."""
        if self.dominoes:
            return len(self.wanted) - wanted
        return self.holes.holes_to_dominoes(wanted) if self.holes else wanted

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
        encoded = CardEnc.atleast(literals, bound, vpool=self.pool, encoding=EncType.seqcounter)
        self.hard.extend(encoded.clauses)


def clauses(family: str, size: Size, options: Options) -> Clauses:
    """The seed's clauses."""
    return {"abbott-window": abbott, "gunport": gunport, "armies": armies}[family](size, options)


def abbott(size: Size, options: Options) -> Clauses:
    """Every line has an even number of lit panes."""
    model = Clauses()
    lit = {cell: model.pool.id() for cell in cells(size)}
    for line in lines(size):
        model.even([lit[cell] for cell in line], int(options["cut"]))
    model.wanted = list(lit.values())
    return model


def gunport(size: Size, options: Options) -> Clauses:
    """The fourth OPL model: each cell covered exactly once, no two holes adjacent."""
    board, model = Gunport(size), Clauses()
    hole = {cell: model.pool.id() for cell in board.cells}
    covering: dict[Cell, list[int]] = {cell: [hole[cell]] for cell in board.cells}
    pieces = []
    for a, b in board.dominoes:
        piece = model.pool.id()
        pieces.append(piece)
        covering[a].append(piece)
        covering[b].append(piece)
        model.hard.append([-hole[a], -hole[b]])
    for choices in covering.values():
        exactly = CardEnc.equals(choices, 1, vpool=model.pool, encoding=EncType.pairwise)
        model.hard.extend(exactly.clauses)
    if options.get("cuts") == "1":
        for more, less in board.halves:
            both = [hole[cell] for cell in more] + [-hole[cell] for cell in less]
            model.at_least(both, len(less))
    if options["form"] == "holes":
        model.wanted, model.holes = list(hole.values()), board
    else:
        model.wanted, model.dominoes = [-piece for piece in pieces], board
    return model


def armies(size: Size, options: Options) -> Clauses:
    """The model coexx, and the least of the two armies as ordered literals."""
    model = Clauses(ordered=True)
    white = {cell: model.pool.id() for cell in cells(size)}
    black = {cell: model.pool.id() for cell in cells(size)}
    for line in lines(size):
        whites = model.pool.id()
        for cell in line:
            model.hard += [[-white[cell], whites], [-black[cell], -whites]]
    model.wanted = [model.pool.id() for _ in range(len(white) // 2)]
    model.hard += [[-later, earlier] for earlier, later in zip(model.wanted, model.wanted[1:])]
    for army in (white, black):
        empty = [-queen for queen in army.values()]
        counter = ITotalizer(lits=empty, ubound=len(empty), top_id=model.pool.top)
        model.hard += counter.cnf.clauses
        model.pool.top = counter.top_id
        for queens, at_least in enumerate(model.wanted, start=1):
            model.hard.append([-at_least, -counter.rhs[len(empty) - queens]])
        counter.delete()
    return model
