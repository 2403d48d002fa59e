//! The gunport problem (B. Sands 1971; M. Gardner 1974; Chlond and Bosch 2006).
//!
//! **Rules.** Lay as few dominoes as possible on an R × C board, so that no two vacant cells share
//! a side. A vacant cell is called a hole (a gunport). With the variant `no-slide`, the cells next
//! to the two short ends of a domino are not vacant, so no domino can slide.
//!
//! **Formulations**: one is quarrel's own (`sides`), the others are the four successive models of
//! Chlond and Bosch.
//! - `sides` has the variables of `pieces`. It also has a variable for each domino and side, such
//!   as `bare-left-h[r,c]`. This means that no hole is at this side of the domino (the side is
//!   bare). Every hole outside the last column is at the left side of exactly one domino. A domino
//!   has at most one hole at each side, since two holes there would be neighbours. So
//!   3 · dominoes + (holes in the last column) = RC + (dominoes with a bare left side), and
//!   likewise for each side. Therefore few dominoes mean few bare sides. There are only a handful
//!   of bare sides, but a third as many dominoes as cells. So the objective counts the bare sides
//!   instead of the dominoes. With `no-slide`, the left side of each horizontal domino is bare, so
//!   the objective counts holes instead: on 8 × 16, 13 × 15 and 16 × 16 this takes only a fifth of
//!   the time. About 11RC variables.
//! - `pieces` (the fourth model) has `domino-h[r,c]` and `domino-v[r,c]` for a domino whose left or
//!   upper half is in the cell, and `hole[r,c]`. Exactly one piece covers each cell, and no two
//!   holes are neighbours. About 3RC variables, RC exactly-one constraints of at most 5 literals,
//!   2RC clauses. Chlond and Bosch have two symmetry cuts (more holes in the lower half and in the
//!   right half); declared symmetries replace them here.
//! - `positions` (the third model) has the same variables for dominoes, and `covered[r,c]` instead
//!   of `hole[r,c]`.
//! - `numbered-fixed` (the second model) has `covers[k,r,c]`, which means that domino k covers the
//!   cell. The number p of dominoes is given. There are p·RC variables, and p! solutions for each
//!   arrangement of dominoes.
//! - `numbered` (the first model) has the same variables for as many dominoes as the board has room
//!   for, and `used[k]`, which means that domino k is laid.
//!
//! The numbered formulations also have `domino-h` and `domino-v`, from which the answer is read. So
//! arrangements that differ only in the numbers of dominoes are the same answer.
//!
//! For most sizes, the least number of dominoes is ⌈RC/3⌉. If 3 divides a side, Sands' pattern has
//! this number; otherwise, it is Pearce's conjecture. But 1 × (3k+1) needs one domino less, and 14
//! × 16 one more. So no search may rely on this number.

use std::collections::HashMap;

use crate::board::{Cell, Grid, Size};
use crate::family::{BoardReader, Family, Format, OpenedProblem, Variant};
use crate::formulation::{self, Formulation, ModelBuilder, ModelScheme, Row, formulations};
use crate::model::{
    Complement, Count, Lit, Model, Objective, Origin, Partition, Relation, Sense, SingleCount,
    Total, Transfer,
};
use crate::picture::{Ink, Mark, Picture};
use crate::puzzle::{
    BoardInfo, BrokenRule, Draw, Filling, Goal, OPEN, Puzzle, Request, all_known, as_value,
    check_shape, read_givens,
};
use crate::source::Refusal;
use crate::stop::Stop;

mod construct;

/// The symbol of the left half of a horizontal domino.
const LEFT: char = '<';
/// The symbol of the right half of a horizontal domino.
const RIGHT: char = '>';
/// The symbol of the upper half of a vertical domino.
const UPPER: char = '^';
/// The symbol of the lower half of a vertical domino.
const LOWER: char = 'v';
/// The symbol of a hole.
const HOLE: char = '.';
/// The symbols of an answer.
const SYMBOLS: &str = "<>^v.";

/// The formulations, the default first.
const FORMULATIONS: [Row<Gunport>; 5] = [
    Row::new(
        "sides",
        "as pieces, and for each side of a domino whether no hole is there",
        |board| board.build_model(Gunport::state_sides),
    ),
    Row::new(
        "pieces",
        "horizontal and vertical dominoes and holes; one piece covers each cell",
        |board: &Gunport| board.build_model(Gunport::state_pieces),
    )
    .with_source("Chlond and Bosch, fourth model"),
    Row::new(
        "positions",
        "a variable per position of a domino, and covered[r,c]",
        |board: &Gunport| board.build_model(Gunport::state_positions),
    )
    .with_source("Chlond and Bosch, third model"),
    Row {
        name: "numbered-fixed",
        summary: "covers[k,r,c] for a given number of dominoes (--bound), else one model per number",
        source: "Chlond and Bosch, second model",
        most_cells: Some(400),
        state: ModelBuilder::ForValue(Gunport::numbered_fixed_model),
    },
    Row {
        name: "numbered",
        summary: "covers[k,r,c] for as many dominoes as fit, and used[k]",
        source: "Chlond and Bosch, first model",
        most_cells: Some(400),
        state: ModelBuilder::Complete(Gunport::numbered_model),
    },
];

/// The entry of the family `gunport` in the list of families.
pub static FAMILY: Family = Family {
    name: "gunport",
    also: &[],
    summary: "Lay as few dominoes as possible so that no further one fits",
    rules: "Lay dominoes on a board until no further one fits, that is, until no two vacant cells share a \
            side. Use as few dominoes as possible.",
    source: "Sands 1971; OPL models of Chlond and Bosch, INFORMS Transactions on Education 6(2), 2006",
    symbols: SYMBOLS,
    formulations: &formulations(&FORMULATIONS),
    variants: &[Variant {
        name: "no-slide",
        value: None,
        summary: "the cells next to the short ends of a domino are not vacant",
    }],
    formats: &[Format {
        name: "cells",
        summary: "`<>` and `^` over `v` dominoes, `.` hole, `?` open; one line per row",
        example: "????\n?<>?\n????\n",
        recognises: |_| true,
    }],
    directives: &[],
    scale: &[6, 8, 10, 12, 14, 16, 18, 19, 20, 22, 24, 26],
    read: BoardReader::Text(|request| Ok(OpenedProblem::puzzle(Gunport::parse(request)?))),
    maker: None,
};

/// A board with its given cells.
pub struct Gunport {
    /// The symbols of the given cells; `None` for all other cells.
    givens: Grid<Option<char>>,
    /// Whether the variant `no-slide` is used: no cell next to a short end of a domino may be
    /// vacant.
    no_slide: bool,
}

impl Gunport {
    /// Reads a board, or makes a board of the requested size whose cells are all open.
    ///
    /// # Errors
    ///
    /// If the text is not a rectangle of halves of dominoes, holes and open cells.
    pub fn parse(request: &Request) -> Result<Gunport, Refusal> {
        Ok(Gunport { givens: read_givens(request, SYMBOLS)?, no_slide: request.has("no-slide") })
    }
}

/// The literals of a model that describe an arrangement of dominoes.
struct DominoLits {
    /// For each cell, the literal of the horizontal domino whose left half is in the cell; `None`
    /// if such a domino would leave the board.
    horizontal: Grid<Option<Lit>>,
    /// For each cell, the literal of the vertical domino whose upper half is in the cell; `None` if
    /// such a domino would leave the board.
    vertical: Grid<Option<Lit>>,
    /// For each cell, the literal that is true if the cell is a hole.
    hole: Grid<Lit>,
    /// For each side and domino, the literal that is true if the domino is laid and no hole is at
    /// this side of the domino. The map is empty in all formulations except `sides`.
    bare: HashMap<(DominoSide, Lit), Lit>,
}

/// A side of a domino, as a step (down, right). The step leads from the domino to the neighbouring
/// cells at this side.
type DominoSide = (isize, isize);

/// The four sides, with their names.
const SIDES: [(DominoSide, &str); 4] =
    [((0, -1), "left"), ((-1, 0), "above"), ((0, 1), "right"), ((1, 0), "below")];

/// The two sides for which the objective gets a [`Complement`]. The first pair is used on a board
/// that is at least as wide as tall, otherwise the second pair. The formula counts the holes along
/// one edge of the board separately. The pair is chosen so that this is a shorter edge. A shorter
/// edge has fewer holes, so the number of bare sides is known more exactly, and the search needs
/// the fewest conflicts. With the other pair, 13 × 10 took three times as many conflicts and 19 ×
/// 10 ten times as many; 14 × 13 and 16 × 14 took equally many (medians of five scrambles). The
/// model has variables for the bare sides in all four directions, so that mirrors are symmetries.
const COUNTED: [[&str; 2]; 2] = [["left", "right"], ["above", "below"]];

impl DominoLits {
    /// Returns the literals of the dominoes that can cover a cell, each with the symbol that the
    /// domino shows in this cell.
    fn covering(&self, at: Cell) -> Vec<(char, Lit)> {
        let size = self.hole.size();
        let halves = [
            (Some(at), &self.horizontal, LEFT),
            (size.step(at, 0, -1), &self.horizontal, RIGHT),
            (Some(at), &self.vertical, UPPER),
            (size.step(at, -1, 0), &self.vertical, LOWER),
        ];
        halves
            .into_iter()
            .filter_map(|(from, dominoes, symbol)| Some((symbol, dominoes[from?]?)))
            .collect()
    }

    /// Returns each possible domino: its literal, its left or upper cell, and the step to the other
    /// cell.
    fn dominoes(&self) -> impl Iterator<Item = (Lit, Cell, (isize, isize))> {
        let grids = [(&self.horizontal, (0, 1)), (&self.vertical, (1, 0))];
        grids.into_iter().flat_map(|(grid, step)| {
            grid.iter().filter_map(move |(at, lit)| lit.map(|lit| (lit, at, step)))
        })
    }

    /// Adds a variable to the model for each position of a domino. Positions at which the domino
    /// would leave the board are `None`. `hole` has the literals of holes; the caller has made them
    /// for a board of this size. The result has no bare sides yet.
    fn new(model: &mut Model, size: Size, hole: Grid<Lit>) -> DominoLits {
        let mut dominoes = |name, (down, right)| {
            Grid::from_fn(size, |at| {
                size.step(at, down, right)
                    .map(|_| model.variable_in(at, name, &[at.row, at.column]))
            })
        };
        DominoLits {
            horizontal: dominoes("domino-h", (0, 1)),
            vertical: dominoes("domino-v", (1, 0)),
            hole,
            bare: HashMap::new(),
        }
    }
}

impl Puzzle for Gunport {
    fn size(&self) -> Size {
        self.givens.size()
    }

    fn describe(&self) -> BoardInfo {
        let goal = Goal::for_count(Sense::Minimise, "dominoes", self.size().area() / 2);
        BoardInfo {
            variants: self.no_slide.then(|| "no-slide".to_owned()).into_iter().collect(),
            ..BoardInfo::with_goal(goal)
        }
    }

    fn givens(&self) -> Grid<Option<char>> {
        self.givens.clone()
    }

    fn model(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    fn construct(&self, seed: u64, stop: &Stop) -> Vec<Filling> {
        construct::arrangement(&self.givens, self.no_slide, seed, stop).into_iter().collect()
    }

    /// Returns `pieces` for `sides`. Bare sides help to refute a bound on a board without given cells.
    /// A short search does without their variables.
    fn short_formulation(&self, formulation: &Formulation) -> Option<&'static Formulation> {
        let [sides, pieces, ..] = FAMILY.formulations else { return None };
        (formulation.name == sides.name).then_some(pieces)
    }

    /// Returns the first rule, row by row, that the known cells break. Returns `None` if they break
    /// none. An open cell breaks no rule. A rule is broken in these cases:
    /// - Two holes share a side.
    /// - The other half of a domino would leave the board, or its cell has another symbol.
    /// - With `no-slide`, a hole is next to a short end of a domino.
    fn clash(&self, known: &Grid<Option<char>>) -> Option<BrokenRule> {
        let size = self.size();
        for (at, symbol) in known.iter() {
            let Some(symbol) = *symbol else { continue };
            let (down, right, other) = match symbol {
                LEFT => (0, 1, RIGHT),
                RIGHT => (0, -1, LEFT),
                UPPER => (1, 0, LOWER),
                LOWER => (-1, 0, UPPER),
                _ => {
                    let mut neighbours = size.orthogonal_neighbours(at);
                    if let Some(next) = neighbours.find(|&next| known[next] == Some(HOLE)) {
                        return Some(BrokenRule::with_cells("one more domino fits", [at, next]));
                    }
                    continue;
                }
            };
            let half = size.step(at, down, right);
            if half.is_none_or(|half| known[half].is_some_and(|symbol| symbol != other)) {
                let rule = format!("`{symbol}` without its other half `{other}`");
                return Some(BrokenRule::with_cells(rule, [at]));
            }
            let ahead = size.step(at, -down, -right).filter(|&ahead| known[ahead] == Some(HOLE));
            if let Some(ahead) = ahead.filter(|_| self.no_slide) {
                return Some(BrokenRule::with_cells("a domino can slide", [at, ahead]));
            }
        }
        None
    }

    /// Checks shape, symbols and givens, then the rules as [`clash`](Puzzle::clash) does. The first
    /// broken rule is the error. Returns the number of dominoes.
    fn check(&self, answer: &Filling) -> Result<Option<i64>, BrokenRule> {
        check_shape(self, answer, SYMBOLS)?;
        if let Some(broken) = self.clash(&all_known(answer)) {
            return Err(broken);
        }
        let halves = answer.cells_with(|&symbol| symbol != HOLE).count();
        Ok(as_value(halves / 2))
    }
}

impl Draw for Gunport {
    /// Draws the dominoes and holes of the answer, or the given ones if there is no answer. If only
    /// one half of a domino is known, this half is a bold letter. An open cell has a grey mark.
    fn picture(&self, answer: Option<&Filling>) -> Picture {
        let size = self.size();
        let mut picture = Picture::new(size.rows(), size.columns(), "Gunport");
        for at in size.cells() {
            let known = |cell: Cell| answer.map(|answer| answer[cell]).or(self.givens[cell]);
            let shown = |cell: Cell| known(cell).filter(|&symbol| symbol != OPEN);
            let half = |to: Option<Cell>, symbol| to.filter(|&to| shown(to) == Some(symbol));
            let (other, is_first) = match shown(at) {
                Some(HOLE) => {
                    picture.set_mark(at.pair(), Mark::hole());
                    continue;
                }
                Some(LEFT) => (half(size.step(at, 0, 1), RIGHT), true),
                Some(UPPER) => (half(size.step(at, 1, 0), LOWER), true),
                Some(RIGHT) => (half(size.step(at, 0, -1), LEFT), false),
                Some(_) => (half(size.step(at, -1, 0), UPPER), false),
                None => (None, false),
            };
            match other {
                Some(other) if is_first => picture.add_piece(at.pair(), other.pair()),
                Some(_) => {}
                None => {
                    let open = Mark::letter(OPEN).in_ink(Ink::Grey);
                    let mark = shown(at).map_or(open, |half| Mark::letter(half).in_bold());
                    picture.set_mark(at.pair(), mark);
                }
            }
        }
        picture
    }
}

impl Gunport {
    /// Returns the model. `arrange` states the constraints and the objective. The symmetries of the
    /// board and the constraints of the variant are added here.
    fn build_model(&self, arrange: fn(&Gunport, &mut Model) -> DominoLits) -> Model {
        let mut model = Model::new();
        let pieces = arrange(self, &mut model);
        declare_mirrors(&mut model, &pieces);
        self.finish_model(model, &pieces)
    }

    /// Returns the model of the formulation `numbered-fixed`, with exactly this number of dominoes,
    /// which must not be negative. The model declares no symmetries.
    fn numbered_fixed_model(&self, number: i64) -> Model {
        let mut model = Model::new();
        let number = usize::try_from(number).expect("a number of dominoes on a board");
        let pieces = self.state_numbers(&mut model, number, false);
        self.finish_model(model, &pieces)
    }

    /// Returns the model of the formulation `numbered`, with numbers for as many dominoes as the
    /// board has room for. The model declares no symmetries.
    fn numbered_model(&self) -> Model {
        let mut model = Model::new();
        let pieces = self.state_numbers(&mut model, self.size().area() / 2, true);
        self.finish_model(model, &pieces)
    }

    /// Completes the model and returns it. Adds the constraints of `no-slide` if the variant is
    /// set. Sets the literals that symmetry breaking compares, which are the holes, but declares no
    /// symmetries. Also sets the literals from which the symbols of an answer are read. A cell that
    /// no domino covers is a hole of the answer.
    fn finish_model(&self, mut model: Model, pieces: &DominoLits) -> Model {
        if self.no_slide {
            let rule = Origin::rule("no domino can slide");
            model.with_origin(rule, |model| self.forbid_slides(model, pieces));
        }
        model.set_lex_order(self.size().spiral().into_iter().map(|at| pieces.hole[at]));
        model.set_reading(Grid::from_fn(self.size(), |at| pieces.covering(at)), HOLE);
        model
    }

    /// States the formulation `pieces`: each cell has exactly one content, a domino or a hole, and
    /// no two neighbouring cells are holes. The first constraints are those of the contents, one
    /// for each cell, row by row. The objective minimises the number of dominoes. Does not state
    /// the rule of `no-slide`. Returns the literals of the pieces; no bare sides are among them.
    fn state_pieces(&self, model: &mut Model) -> DominoLits {
        let hole = model.variables("hole", self.size());
        let pieces = DominoLits::new(model, self.size(), hole);
        model.with_origin(Origin::rule("one piece in each cell"), |model| {
            for at in self.size().cells() {
                model.exactly_one(
                    "one piece a cell",
                    pieces
                        .covering(at)
                        .into_iter()
                        .map(|(_, domino)| domino)
                        .chain([pieces.hole[at]]),
                );
            }
        });
        self.forbid_adjacent_holes(model, &pieces.hole);
        model.optimise(Objective::minimise(domino_count(&pieces)));
        pieces
    }

    /// States the formulation `sides`: all constraints of `pieces`, and the constraints of the bare
    /// sides for all four sides. The objective minimises the number of dominoes. If `no-slide` is
    /// not set, the objective also gets the two complements that [`COUNTED`] names. Does not state
    /// the rule of `no-slide`. Returns the literals of the pieces and of the bare sides.
    fn state_sides(&self, model: &mut Model) -> DominoLits {
        // The formulation `pieces` first states that each cell has one content, by one constraint
        // per cell.
        let first = model.constraints().len();
        let cells: Vec<usize> = (first..).take(self.size().area()).collect();
        let mut pieces = self.state_pieces(model);
        let mut complements = Vec::new();
        let is_tall = self.size().rows() > self.size().columns();
        let counted = COUNTED[usize::from(is_tall)];
        for side in SIDES {
            let complement = self.bare_side(model, &mut pieces, &cells, side);
            // With `no-slide`, there are more bare sides than holes, so they are not counted.
            if counted.contains(&side.1) && !self.no_slide {
                complements.push(complement);
            }
        }
        let count = domino_count(&pieces);
        let count = SingleCount { count, constant: 0, complements };
        model.optimise(Objective::Total(Sense::Minimise, Total::Count(count)));
        pieces
    }

    /// Defines a literal for each possible domino, and enters it in `pieces.bare`. The literal is
    /// true if the domino is laid and no hole is at this side of the domino. `cells` has the
    /// indices of the constraints that each cell has one content, row by row. Returns the
    /// complement of the number of dominoes: the number of these literals that are false, plus the
    /// number of holes at the opposite edge of the board. The complement plus three times the
    /// number of dominoes is a fixed total: the number of possible dominoes plus the number of
    /// cells.
    fn bare_side(
        &self,
        model: &mut Model,
        pieces: &mut DominoLits,
        cells: &[usize],
        (side, name): (DominoSide, &str),
    ) -> Complement {
        let size = self.size();
        let mut by_cell: HashMap<Cell, Vec<Lit>> = HashMap::new();
        let (inner, outer): (Vec<Cell>, Vec<Cell>) =
            size.cells().partition(|&at| size.step(at, -side.0, -side.1).is_some());
        let places: HashMap<Cell, usize> =
            inner.iter().enumerate().map(|(place, &at)| (at, place)).collect();
        let (mut rights, mut pairs) = (Vec::new(), Vec::new());
        for (domino, at, step) in pieces.dominoes().collect::<Vec<_>>() {
            let other = size.step(at, step.0, step.1).expect("a domino is on the board");
            let cells: Vec<Cell> = [at, other]
                .into_iter()
                .filter_map(|half| size.step(half, side.0, side.1))
                .filter(|&cell| cell != at && cell != other)
                .collect();
            pairs.extend(cells.iter().map(|cell| (places[cell], rights.len())));
            let holes: Vec<Lit> = cells.into_iter().map(|cell| pieces.hole[cell]).collect();
            let kind = if step == (0, 1) { "h" } else { "v" };
            let label = format!("bare-{name}-{kind}");
            let bare = model.variable_in(at, &label, &[at.row, at.column]);
            model.implies("bare sides", bare, [domino]);
            for &hole in &holes {
                model.clause("bare sides", [!bare, !hole]);
            }
            model.implies("bare sides", domino, holes.into_iter().chain([bare]));
            pieces.bare.insert((side, domino), bare);
            by_cell.entry(at).or_default().push(!bare);
            rights.push((domino, bare));
        }
        for at in outer {
            by_cell.entry(at).or_default().push(pieces.hole[at]);
        }
        let partitions = Partition::for_directions(
            [("rows", size.row_lines()), ("columns", size.column_lines())],
            |at| by_cell.get(&at).cloned().unwrap_or_default(),
        );
        let count = Count::new(partitions[0].lines.concat(), partitions);
        let total = (rights.len() + size.area()) as u64;
        let lefts = inner.into_iter().map(|at| pieces.hole[at]).collect();
        let why = Transfer { added: cells.to_vec(), lefts, rights, pairs };
        Complement { count, weight: 3, total, why: Some(why) }
    }

    /// States the formulation `positions`: a cell is covered if and only if a domino covers it, no
    /// two dominoes overlap, and no two neighbouring cells are holes. A hole is the negation of
    /// `covered`. The objective minimises the number of dominoes. Does not state the rule of
    /// `no-slide`. Returns the literals of the pieces.
    fn state_positions(&self, model: &mut Model) -> DominoLits {
        let covered = model.variables("covered", self.size());
        let hole = Grid::from_fn(self.size(), |at| !covered[at]);
        let pieces = DominoLits::new(model, self.size(), hole);
        for at in self.size().cells() {
            let covering: Vec<Lit> =
                pieces.covering(at).into_iter().map(|(_, domino)| domino).collect();
            model.with_origin(Origin::rule(NO_OVERLAP), |model| {
                model.at_most_one("one domino a cell", covering.iter().copied());
            });
            for &domino in &covering {
                model.implies("covered cells", domino, [covered[at]]);
            }
            model.implies("covered cells", covered[at], covering);
        }
        self.forbid_adjacent_holes(model, &pieces.hole);
        model.optimise(Objective::minimise(domino_count(&pieces)));
        pieces
    }

    /// States a formulation in which the dominoes are numbered. There are exactly `most` dominoes,
    /// or, if `spare` is true, at most `most`. No two dominoes overlap, and no two neighbouring
    /// cells are holes. The objective minimises the number of used dominoes; if `spare` is false,
    /// this number is always `most`. Also defines and returns the literals of the positions, from
    /// which the answer is read. Does not state the rule of `no-slide`.
    fn state_numbers(&self, model: &mut Model, most: usize, spare: bool) -> DominoLits {
        let size = self.size();
        let covers: Vec<Grid<Lit>> = (0..most)
            .map(|k| {
                Grid::from_fn(size, |at| model.variable_in(at, "covers", &[k, at.row, at.column]))
            })
            .collect();
        let used: Vec<Lit> = if spare {
            (0..most).map(|k| model.variable("used", &[k])).collect()
        } else {
            Vec::new()
        };
        model.with_origin(Origin::rule("two neighbouring cells for each domino"), |model| {
            for (k, domino) in covers.iter().enumerate() {
                state_numbered(model, domino, used.get(k).copied());
            }
        });
        model.with_origin(Origin::rule(NO_OVERLAP), |model| {
            for at in size.cells() {
                model.at_most_one("one domino a cell", covers.iter().map(|domino| domino[at]));
            }
        });
        let hole = model.variables("hole", size);
        for at in size.cells() {
            define(model, "holes", !hole[at], covers.iter().map(|domino| domino[at]));
        }
        self.forbid_adjacent_holes(model, &hole);
        let pieces = DominoLits::new(model, size, hole);
        for (position, at, (down, right)) in pieces.dominoes() {
            let other = size.step(at, down, right).expect("a domino is on the board");
            model.clause("dominoes by number", [!position, !pieces.hole[at]]);
            for domino in &covers {
                model.clause("dominoes by number", [!position, !domino[at], domino[other]]);
                model.clause("dominoes by number", [position, !domino[at], !domino[other]]);
            }
        }
        let lits = if spare { used } else { pieces.dominoes().map(|(lit, ..)| lit).collect() };
        model.optimise(Objective::minimise(Count::new(lits, Vec::new())));
        pieces
    }

    /// States that no two neighbouring cells are holes.
    fn forbid_adjacent_holes(&self, model: &mut Model, hole: &Grid<Lit>) {
        model.with_origin(Origin::rule("no two holes side by side"), |model| {
            for at in self.size().cells() {
                let neighbours = [self.size().step(at, 0, 1), self.size().step(at, 1, 0)];
                for next in neighbours.into_iter().flatten() {
                    model.clause("no two adjacent holes", [!hole[at], !hole[next]]);
                }
            }
        });
    }

    /// States that no cell next to a short end of a domino is a hole. Does so even if the variant
    /// `no-slide` is not set.
    fn forbid_slides(&self, model: &mut Model, pieces: &DominoLits) {
        for (domino, at, (down, right)) in pieces.dominoes() {
            let ahead =
                [self.size().step(at, -down, -right), self.size().step(at, 2 * down, 2 * right)];
            for cell in ahead.into_iter().flatten() {
                model.clause("no slide", [!domino, !pieces.hole[cell]]);
            }
        }
    }
}

/// The name of the rule that dominoes do not overlap. Formulations in which a hole is not a piece
/// use this name.
const NO_OVERLAP: &str = "at most one domino in each cell";

/// States that a numbered domino covers two neighbouring cells if `used` is true, and no cell if it
/// is false. If `used` is `None`, the domino is always laid.
fn state_numbered(model: &mut Model, domino: &Grid<Lit>, used: Option<Lit>) {
    let size = domino.size();
    for at in size.cells() {
        let neighbours = size.orthogonal_neighbours(at).map(|next| domino[next]);
        model.implies("two neighbours a domino", domino[at], neighbours);
    }
    let cells = size.cells().map(|at| domino[at]);
    let Some(used) = used else {
        model.cardinality("two cells a domino", cells, Relation::Exactly, 2);
        return;
    };
    for lit in cells.clone() {
        model.implies("two cells a used domino", lit, [used]);
    }
    model.implies("two cells a used domino", used, cells.clone());
    model.cardinality("two cells a used domino", cells, Relation::AtMost, 2);
}

/// States that the literal `defined` is true if and only if at least one of `lits` is true.
fn define(model: &mut Model, group: &str, defined: Lit, lits: impl Iterator<Item = Lit> + Clone) {
    for lit in lits.clone() {
        model.implies(group, lit, [defined]);
    }
    model.implies(group, defined, lits);
}

/// Returns the count of dominoes. The count has two partitions: by the rows and by the columns of
/// the dominoes' left or upper halves.
fn domino_count(pieces: &DominoLits) -> Count {
    let size = pieces.hole.size();
    let lines = [("rows", size.row_lines()), ("columns", size.column_lines())];
    let partitions = Partition::for_directions(lines, |at| {
        [pieces.horizontal[at], pieces.vertical[at]].into_iter().flatten()
    });
    Count::new(partitions[0].lines.concat(), partitions)
}

/// Declares the symmetries of the board's shape, which map holes, dominoes and bare sides. Bare
/// sides must be defined for all four sides or for none.
fn declare_mirrors(model: &mut Model, pieces: &DominoLits) {
    let size = pieces.hole.size();
    for symmetry in size.symmetries() {
        let dominoes: HashMap<Lit, Lit> = pieces
            .dominoes()
            .map(|(lit, at, (down, right))| {
                let other = size.step(at, down, right).expect("a domino is on the board");
                let first = symmetry.image(at).min(symmetry.image(other));
                let upright = (down == 1) != symmetry.transposes();
                let grid = if upright { &pieces.vertical } else { &pieces.horizontal };
                (lit, grid[first].expect("the image of a domino is on the board"))
            })
            .collect();
        let bare = pieces.bare.iter().map(|(&(side, domino), &lit)| {
            (lit, pieces.bare[&(symmetry.turn(side), dominoes[&domino])])
        });
        let moves = pieces
            .hole
            .iter()
            .map(|(at, &lit)| (lit, pieces.hole[symmetry.image(at)]))
            .chain(bare)
            .chain(dominoes.iter().map(|(&from, &to)| (from, to)))
            .collect::<Vec<_>>();
        model.declare_symmetry(symmetry.name(), moves);
    }
}
