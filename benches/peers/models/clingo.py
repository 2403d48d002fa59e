"""clingo, with the seeds in the language of answer sets.

Options: `form` (abbott-window: `half`, `count`, `chain`; gunport: `dominoes`, `holes`), `cuts`
(gunport: 1 for the source's two), `lex` (armies: 1 where the colours of the lines are not after
those of any image by the board's symmetries, and by a swap of the armies); every other option goes
to clingo's command line.

Tried, in CPU seconds where not said otherwise:
- abbott n=11, wall time: chain with opt-strategy usc,oll 2.3 and 5.2 s, usc,oll,1 3.0 s, usc,pmres
  3.8 s, usc,one 10.6 s; usc,oll,2 and usc,oll,3 not in 12 s, usc,k and bb,lin not in 40 s. count:
  usc,oll 5.9 s, usc,one 5.1 s, usc,oll,1 9.2 s; half: usc,one 7.1 s, others not in 12 s. chain with
  usc,oll and configuration trendy, crafty, handy, jumpy, tweety: 1.8, 1.7, 2.0, 2.4, 2.5 s; trendy
  with usc,oll,1 1.6 s; opt-usc-shrink=min 2.5 s; parallel-mode=2 4.3 s. count with trendy or
  crafty: not in 4 s.
- gunport 10x10: holes 0.27 s with usc,oll, 0.56 s usc,one, 0.67 s usc,k, bb,lin not in 6 s;
  dominoes 5.0 s with usc,oll, the others not in 5.9 s; the cuts 0.35 s. 11x11 with usc,oll: crafty
  3.0 s, with the cuts 2.6 s, trendy not in 4 s; opt-usc-shrink with crafty min, bin, exp, inv, lin:
  0.7, 1.0, 0.2, 1.2, 1.0 s, with trendy min 0.5 s. 13x13: trendy and min 3.9 s, trendy and exp not
  in 12 s, crafty and exp not in 15 s.
- armies n=7: bb,lin 2.2 s, bb,dec 4.4 s, usc,k 5.5 s, usc,oll 8.2 s. bb,lin with trendy, handy,
  crafty, tweety, jumpy: 0.7, 0.9, 0.9, 2.0, 3.0 s; trendy with bb,hier 0.8 s, bb,dec 1.1 s, bb,inc
  1.3 s, usc,oll 2.3 s; parallel-mode=2 1.0 s.
- Lexicographic order: armies n=7 0.9 s without, 0.2 s on the colours of the lines, 0.25 s on the
  queens from the centre. n=8: 1.7 s on lines, 4.7 s on queens; on lines crafty 2.6 s, tweety 3.4 s,
  handy 5.1 s, usc,oll 12.9 s. On holes gunport 11x11 takes 1.0 s in place of 0.5 s, on panes abbott
  n=11 2.5 s in place of 1.8 s.
"""

from __future__ import annotations

import clingo

from instances import Cell, Instance

from .seeds import Gunport, Options, Outcome, cells, given_queens, line_images, lines

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "chain", "opt-strategy": "usc,oll,1", "configuration": "trendy"},
    "gunport": {
        "form": "holes",
        "opt-strategy": "usc,oll",
        "configuration": "trendy",
        "opt-usc-shrink": "min",
    },
    "armies": {"lex": "1", "opt-strategy": "bb,lin", "configuration": "trendy"},
}

STATEMENT = {"form", "cuts", "lex"}

ABBOTT = """
{ lit(R,C) : cell(R,C) }.
#maximize { 1,R,C : lit(R,C) }.
"""

HALF = """
{ half(L,K) : K = 0..S/2 } = 1 :- size(L,S).
:- half(L,K), not 2*K { lit(R,C) : line(L,_,R,C) } 2*K.
"""

COUNT = """
:- size(L,S), K = 0..(S-1)/2, { lit(R,C) : line(L,_,R,C) } = 2*K+1.
"""

CHAIN = """
odd(L,1) :- line(L,1,R,C), lit(R,C).
odd(L,I+1) :- odd(L,I), line(L,I+1,R,C), not lit(R,C).
odd(L,I+1) :- not odd(L,I), line(L,I,_,_), line(L,I+1,R,C), lit(R,C).
:- size(L,S), odd(L,S).
"""

GUNPORT = """
{ hole(R,C) : cell(R,C) }.
{ domino(R,C,X,Y) : place(R,C,X,Y) }.
covers(R,C,R,C,X,Y) :- place(R,C,X,Y).
covers(X,Y,R,C,X,Y) :- place(R,C,X,Y).
:- cell(A,B), { hole(A,B); domino(R,C,X,Y) : covers(A,B,R,C,X,Y) } != 1.
:- place(R,C,X,Y), hole(R,C), hole(X,Y).
"""

HOLES = "#maximize { 1,R,C : hole(R,C) }."

DOMINOES = "#minimize { 1,R,C,X,Y : domino(R,C,X,Y) }."

ARMIES = """
{ white(R,C) : cell(R,C) }.
{ black(R,C) : cell(R,C) }.
{ whites(L) : size(L,S) }.
:- white(R,C), line(L,_,R,C), not whites(L).
:- black(R,C), line(L,_,R,C), whites(L).
"""

TOTAL = """
{ total(1..most) }.
:- total(K), K > 1, not total(K-1).
:- total(K), not K { white(R,C) }.
:- total(K), not K { black(R,C) }.
#maximize { 1,K : total(K) }.
"""

BLACK = "#maximize { 1,R,C : black(R,C) }."


def version() -> str:
    """What solves."""
    return f"clingo {clingo.__version__}"


def state(instance: Instance, options: Options) -> tuple[Instance, Options, clingo.Control]:
    """The program with the board as facts, grounded."""
    control = clingo.Control([f"--{k}={v}" for k, v in options.items() if k not in STATEMENT])
    stated = {"abbott-window": abbott, "gunport": gunport, "armies": armies}
    control.add("base", [], "\n".join(stated[instance.family](instance, options)))
    control.ground([("base", [])])
    return instance, options, control


def abbott(instance: Instance, options: Options) -> list[str]:
    """The parity of a line in one of three forms: the seed's sum = 2y, counts, a chain."""
    form = {"half": HALF, "count": COUNT, "chain": CHAIN}[options["form"]]
    lit = {cell: atom("lit", cell) for cell in cells(instance.size)}
    given = [require(lit[cell], symbol == ".") for cell, symbol in instance.given.items()]
    return [ABBOTT, form, *cell_facts(instance), *line_facts(instance), *given]


def gunport(instance: Instance, options: Options) -> list[str]:
    """The fourth OPL model."""
    board = Gunport(instance)
    hole = {cell: atom("hole", cell) for cell in board.cells}
    said = [GUNPORT, HOLES if options["form"] == "holes" else DOMINOES, *cell_facts(instance)]
    said += [atom("place", *place) + "." for place in board.dominoes]
    said += [f":- {atom('domino', *place)}, {hole[cell]}." for place, cell in board.slides]
    for cell in instance.given:
        piece = board.given_piece(cell)
        said.append(require(hole[cell] if piece == cell else atom("domino", *piece)))
    if options.get("cuts") == "1":
        for more, less in board.halves:
            terms = [f"1,{r},{c} : hole({r},{c})" for r, c in more]
            terms += [f"-1,{r},{c} : hole({r},{c})" for r, c in less]
            said.append(f":- #sum {{ {'; '.join(terms)} }} < 0.")
    return said


def armies(instance: Instance, options: Options) -> list[str]:
    """The model coexx; as many `total` hold as each army has queens.

    With `at-least=K` the black queens are counted.
    """
    white, black = (
        {cell: atom(army, cell) for cell in cells(instance.size)} for army in ("white", "black")
    )
    said = [ARMIES, *cell_facts(instance), *line_facts(instance)]
    for cell, symbol in instance.given.items():
        said += [require(white[cell], symbol == "W"), require(black[cell], symbol == "B")]
    if instance.white_queens is None:
        said += [TOTAL, f"#const most={max(1, len(white) // 2)}."]
        least = given_queens(instance)
        said += [require(f"total({least})")] if least else []
    else:
        said += [BLACK, f":- {{ white(R,C) }} < {instance.white_queens}."]
    return said + (not_after(instance) if options.get("lex") == "1" else [])


def cell_facts(instance: Instance) -> list[str]:
    """The cells."""
    return [atom("cell", cell) + "." for cell in cells(instance.size)]


def line_facts(instance: Instance) -> list[str]:
    """Each line's length and its cells in order."""
    said = []
    for number, line in enumerate(lines(instance)):
        said.append(f"size({number},{len(line)}).")
        said += [f"line({number},{i},{r},{c})." for i, (r, c) in enumerate(line, start=1)]
    return said


def atom(name: str, *of: Cell) -> str:
    """What a predicate says of some cells."""
    return f"{name}({','.join(str(side) for cell in of for side in cell)})"


def require(held: str, holds: bool = True) -> str:
    """Forbids that an atom does not hold, or that it does."""
    return f":- not {held}." if holds else f":- {held}."


def not_after(instance: Instance) -> list[str]:
    """Forbids lines whose colours are after those of an image, white before black."""
    said = []
    for number, (image, swaps) in enumerate(line_images(instance)):
        said.append(f"same({number},0).")
        for i, to in enumerate(image):
            one, other = f"whites({i})", f"not whites({to})" if swaps else f"whites({to})"
            so_far, still = f"same({number},{i})", f"same({number},{i + 1})"
            said.append(f":- {so_far}, not {one}, {other}.")
            said += [f"{still} :- {so_far}, not {one}.", f"{still} :- {so_far}, {one}, {other}."]
    return said


def solve(stated: tuple[Instance, Options, clingo.Control], limit: float) -> Outcome:
    """Proves the optimum."""
    instance, options, control = stated
    costs: list[int] = []
    with control.solve(on_model=lambda m: costs.append(sum(m.cost)), async_=True) as handle:
        if not handle.wait(limit):
            handle.cancel()
            return Outcome("limit")
        result = handle.get()
        if not result.exhausted:
            return Outcome("limit")
        if not result.satisfiable:
            return Outcome("unsatisfiable")
    counted = abs(costs[-1])
    if options.get("form") == "holes":
        counted = Gunport(instance).holes_to_dominoes(counted)
    return Outcome("optimal", counted)
