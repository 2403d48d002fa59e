"""clingo, with the seeds in the language of answer sets.

Options: `form` (abbott-window: `half`, `count`, `chain`; gunport: `dominoes`, `holes`), `cuts`
(gunport: 1 for the source's two); every other option goes to clingo's command line.

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
"""

from __future__ import annotations

import clingo

from .seeds import Cell, Gunport, Options, Outcome, Size, cells, lines

CHOSEN: dict[str, Options] = {
    "abbott-window": {"form": "chain", "opt-strategy": "usc,oll,1", "configuration": "trendy"},
    "gunport": {
        "form": "holes",
        "opt-strategy": "usc,oll",
        "configuration": "trendy",
        "opt-usc-shrink": "min",
    },
    "armies": {"opt-strategy": "bb,lin", "configuration": "trendy"},
}

STATEMENT = {"form", "cuts"}

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

CUTS = """
:- half(H,_,_,_), #sum { W,R,C : hole(R,C), half(H,W,R,C) } < 0.
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
{ total(K) : K = 1..N } :- cells(N).
:- total(K), K > 1, not total(K-1).
:- total(K), not K { white(R,C) }.
:- total(K), not K { black(R,C) }.
#maximize { 1,K : total(K) }.
"""


def version() -> str:
    """What solves."""
    return f"clingo {clingo.__version__}"


def state(family: str, size: Size, options: Options) -> tuple[Gunport | None, clingo.Control]:
    """The program with the board as facts, grounded."""
    arguments = [f"--{k}={v}" for k, v in options.items() if k not in STATEMENT]
    control = clingo.Control(arguments)
    control.add("base", [], PROGRAMS[family](options) + facts(family, size))
    control.ground([("base", [])])
    return Gunport(size) if family == "gunport" else None, control


def abbott(options: Options) -> str:
    """The parity of a line in one of three forms: the seed's sum = 2y, counts, a chain."""
    return ABBOTT + {"half": HALF, "count": COUNT, "chain": CHAIN}[options["form"]]


def gunport(options: Options) -> str:
    """The fourth OPL model."""
    goal = HOLES if options["form"] == "holes" else DOMINOES
    return GUNPORT + goal + (CUTS if options.get("cuts") == "1" else "")


def armies(options: Options) -> str:
    """The model coexx; as many `total` hold as each army has queens."""
    return ARMIES + TOTAL


PROGRAMS = {"abbott-window": abbott, "gunport": gunport, "armies": armies}


def facts(family: str, size: Size) -> str:
    """The board."""
    said = [f"cell({r},{c})." for r, c in cells(size)]
    if family == "gunport":
        board = Gunport(size)
        said += [f"place({r},{c},{x},{y})." for (r, c), (x, y) in board.dominoes]
        for number, halves in enumerate(board.halves):
            said += [f"half({number},1,{r},{c})." for r, c in halves[0]]
            said += [f"half({number},-1,{r},{c})." for r, c in halves[1]]
    else:
        said += [line_facts(number, line) for number, line in enumerate(lines(size))]
        said.append(f"cells({size[0] * size[1] // 2}).")
    return "\n".join(said)


def line_facts(number: int, line: list[Cell]) -> str:
    """A line's length and its cells in order."""
    members = [f"line({number},{i},{r},{c})." for i, (r, c) in enumerate(line, start=1)]
    return f"size({number},{len(line)})." + "".join(members)


def solve(stated: tuple[Gunport | None, clingo.Control], limit: float) -> Outcome:
    """Proves the optimum."""
    board, control = stated
    costs: list[int] = []
    with control.solve(on_model=lambda m: costs.append(m.cost[0]), async_=True) as handle:
        if not handle.wait(limit):
            handle.cancel()
            return Outcome("limit")
        if not (handle.get().satisfiable and handle.get().exhausted):
            return Outcome("limit")
    best = costs[-1]
    if best >= 0 or board is None:
        return Outcome("optimal", abs(best))
    return Outcome("optimal", board.holes_to_dominoes(-best))
