//! Peaceably coexisting armies of queens (GAMS library 218 `coexx`; OEIS A250000).
//!
//! **Rules.** Place white and black queens on an R × C board so that no queen attacks a queen of
//! the other colour. The two armies have equal size, and they are as large as possible. With the
//! variant `at-least=W`, the white army has at least W queens, and the black army is as large as
//! possible.
//!
//! All queens of a line (a row, column or diagonal) have the same colour. Otherwise, two
//! consecutive queens of the line would have different colours and attack each other.
//!
//! **Formulation `lines`** (`coexx`) has the variables `white[r,c]` and `black[r,c]`, and a
//! variable per line, which is true if the line is white. A white queen implies the variables of
//! its four lines; a black queen implies their negations. There are 2RC variables for queens, about
//! 3(R+C) variables for lines, and 8RC binary clauses.
//!
//! **Formulation `pairs`** (`coex`) has two binary clauses per pair of cells on a line, one for
//! each assignment of the two colours. There are 2RC variables and about 10n³/3 clauses.
//!
//! The source also fixes a black queen in a corner. For n = 3 to 8, this constraint does not change
//! the optimum; for larger n, this is not proved. The constraint changes the number of answers. So
//! these models omit it.
//!
//! **Refuting a bound.** Once every row and column has a colour, a cell can have a queen of at most
//! one army. So a diagonal has at most max(cells allowed to white, cells allowed to black) queens.
//! The sum of these numbers over the diagonals, or over the antidiagonals, bounds the size of both
//! armies together. A counter over one army does not find this bound: on a diagonal without a
//! colour, it counts all cells that are allowed to this army. So the objective declares that the
//! armies exclude each other on the diagonals and antidiagonals, and `encode` counts both armies
//! together. Lex-leaders first compare rows and columns, from the centre outwards, and then the
//! diagonals. Another order, which mixes them, was worse. CaDiCaL's stable mode works best.
//!
//! `cargo bench --bench armies` counts the conflicts to refute armies of 10 queens on 8 × 8. These
//! are the medians of three seeds; fewer conflicts are better. The first column names the lines on
//! which the armies are declared exclusive. The other columns are CaDiCaL's modes:
//!
//! | exclusive on | alternating | stable |
//! |---|---|---|
//! | nothing | 40,146 | 35,971 |
//! | rows, columns | 48,076 | 37,490 |
//! | diagonals, antidiagonals | 17,657 | 7,928 |
//! | all four | 16,336 | 9,671 |
//!
//! These ideas were tried in a prototype and dropped:
//! - counting the rows and columns of each colour, and excluding numbers whose product is below the
//!   bound: useful on 9 × 9, hardly useful on 10 × 10;
//! - bounds on twice the white queens plus the black queens, and the same with exchanged colours:
//!   fewer conflicts, but each conflict was more expensive;
//! - the constraint that a row with i queens needs i columns of the same colour: more conflicts;
//! - cells that are equivalent to the colours of their lines: no difference, or worse;
//! - other orders of cells in counters: no difference, or worse;
//! - in the lex-leader, the numbers of white rows and columns before the lines: no difference, or
//!   worse;
//! - sequential counters, without the measures described above: 1.5 times as many conflicts.
//!
//! In an answer, queens of the larger army are removed until both armies have the same size. If
//! answers are counted, both armies must have exactly the requested size.

use std::collections::HashMap;

use crate::board::{self, Cell, Grid, MOST_CELLS, Size};
use crate::family::{BoardReader, Family, FamilyAlias, Format, OpenedProblem, Variant};
use crate::formulation::{self, Formulation, ModelBuilder, ModelScheme, Row, formulations};
use crate::model::{Count, Lit, Model, Objective, Origin, Partition, Relation, Sense, Values};
use crate::picture::{Fill, Ink, Mark, Picture};
use crate::puzzle::{
    Alias, BoardInfo, BrokenRule, Draw, Filling, Goal, OPEN, Puzzle, Request, all_known, as_value,
    check_shape, read_givens,
};
use crate::source::{Refusal, format_count};
use crate::stop::Stop;

mod construct;

/// The symbol of a white queen.
const WHITE: char = 'W';
/// The symbol of a black queen.
const BLACK: char = 'B';
/// The symbol of a cell without a queen.
const NONE: char = '.';
/// The symbols of an answer.
const SYMBOLS: &str = "WB.";

/// The formulations, the default first.
const FORMULATIONS: [Row<Armies>; 2] = [
    Row::new("lines", "white and black queens, and the colour of every line", |board: &Armies| {
        board.build_model(Armies::state_lines)
    })
    .with_source("LPL and GAMS model coexx"),
    Row {
        name: "pairs",
        summary: "white and black queens, and the pairs that attack each other",
        source: "LPL model coex",
        most_cells: Some(2500),
        state: ModelBuilder::Complete(|board| board.build_model(Armies::state_pairs)),
    },
];

/// The entry of the family `armies` in the list of families.
pub static FAMILY: Family = Family {
    name: "armies",
    also: &[
        FamilyAlias {
            name: "peaceable-queens",
            title: "Peaceable queens",
            variants: &[],
            even_unless: None,
        },
        FamilyAlias {
            name: "peaceably-coexisting-armies",
            title: "Peaceably coexisting armies",
            variants: &[],
            even_unless: None,
        },
    ],
    summary: "Two equal armies of queens, as large as possible, none attacking the other",
    rules: "Place white and black queens on a board, so that no queen attacks one of the other colour. \
            The armies have equal size, as large as possible.",
    source: "Ainley 1977; GAMS library SEQ 218; LPL models coex and coexx",
    symbols: SYMBOLS,
    formulations: &formulations(&FORMULATIONS),
    variants: &[Variant {
        name: "at-least",
        value: Some(("W", 0..=MOST_CELLS)),
        summary: "the white army has at least W queens; the black one is as large as possible",
    }],
    formats: &[Format {
        name: "cells",
        summary: "`W` white queen, `B` black queen, `.` none, `?` open; one line per row",
        example: "W???\n????\n???B\n????\n",
        recognises: |_| true,
    }],
    directives: &[],
    scale: &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    read: BoardReader::Text(|request| Ok(OpenedProblem::puzzle(Armies::parse(request)?))),
    maker: None,
};

/// The rule between the armies. It is the name of the origin of constraints.
const PEACE: &str = "no queen attacks one of the other colour";

/// A board with its given cells.
pub struct Armies {
    /// The symbols of the given cells; `None` for all other cells.
    givens: Grid<Option<char>>,
    /// The least number of white queens; `None` if the armies must have the same size.
    at_least: Option<usize>,
    /// The alias (another name of the family) by which the user calls the board. It is `None` if
    /// the user calls the board by the family's name.
    called: Option<Alias>,
}

impl Armies {
    /// Reads a board, or makes a board of the requested size whose cells are all open.
    ///
    /// # Errors
    ///
    /// If the text is not a rectangle of queens, empty cells and open cells.
    pub fn parse(request: &Request) -> Result<Armies, Refusal> {
        Ok(Armies {
            givens: read_givens(request, SYMBOLS)?,
            at_least: request.value_of("at-least"),
            called: FAMILY.requested_alias(request),
        })
    }

    /// Returns the number of given queens of a colour.
    fn given_count(&self, colour: char) -> usize {
        self.givens.cells_with(|&given| given == Some(colour)).count()
    }

    /// Returns the lines along which queens attack, each with the name of its direction. A line of
    /// one cell is included only if it is a row, so that every cell is in some line.
    fn lines(&self) -> Vec<(&'static str, Vec<Cell>)> {
        let lines = self.size().directions().into_iter();
        lines
            .flat_map(|(name, lines)| lines.into_iter().map(move |line| (name, line)))
            .filter(|(name, line)| *name == "rows" || line.len() > 1)
            .collect()
    }
}

impl Puzzle for Armies {
    fn size(&self) -> Size {
        self.givens.size()
    }

    /// Returns the facts about the board: the goal, the variant `at-least=W` if it is set, and the
    /// puzzle's other name if the board has one. The goal is to maximise the size of each army, or,
    /// with `at-least`, the size of the black army. The obstacle is set if `at-least` asks for more
    /// white queens than the board has cells.
    fn describe(&self) -> BoardInfo {
        let area = self.size().area();
        let goal = match self.at_least {
            None => Goal::for_count(Sense::Maximise, "size of each army", area / 2),
            Some(_) => Goal::for_count(Sense::Maximise, "size of the black army", area),
        };
        let too_many = self.at_least.filter(|&white| white > area);
        let variant = self.at_least.map(|white| format!("at-least={white}")).into_iter().collect();
        BoardInfo {
            variants: variant,
            called: self.called,
            obstacle: too_many
                .map(|white| format!("{white} white queens on a board of {area} cells")),
            ..BoardInfo::with_goal(goal)
        }
    }

    fn givens(&self) -> Grid<Option<char>> {
        self.givens.clone()
    }

    fn model(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    fn decode(&self, model: &Model, values: &Values) -> Filling {
        self.trim_surplus(model.reading().answer(values))
    }

    fn construct(&self, seed: u64, stop: &Stop) -> Vec<Filling> {
        construct::armies(self, seed, stop).into_iter().collect()
    }

    /// Returns the broken rule for the first two known queens of different colours that attack each
    /// other: they are in the same row, column or diagonal, and no known queen is between them.
    /// Open cells between them do not matter. Returns `None` if there are no such queens.
    fn clash(&self, known: &Grid<Option<char>>) -> Option<BrokenRule> {
        let queen = |at: Cell| known[at].filter(|&symbol| symbol != NONE);
        for at in self.size().cells().filter(|&at| queen(at).is_some()) {
            for (down, right) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                let next = |&at: &Cell| self.size().step(at, down, right);
                let mut seen = std::iter::successors(next(&at), next);
                if let Some(first) = seen.find(|&other| queen(other).is_some())
                    && queen(first) != queen(at)
                {
                    let rule = "a white and a black queen attack each other";
                    return Some(BrokenRule::with_cells(rule, [at, first]));
                }
            }
        }
        None
    }

    /// Checks shape, symbols and givens, and then that no two queens of different colours attack
    /// each other. Finally, checks the sizes of the armies: they must be equal, or, with
    /// `at-least=W`, the white army must have at least W queens. Returns the size of the black
    /// army. The first broken rule is the error.
    fn check(&self, answer: &Filling) -> Result<Option<i64>, BrokenRule> {
        check_shape(self, answer, SYMBOLS)?;
        if let Some(broken) = self.clash(&all_known(answer)) {
            return Err(broken);
        }
        let [white, black] = [WHITE, BLACK].map(|colour| army(answer, colour).len());
        match self.at_least {
            Some(least) if white < least => {
                let rule = format!("the white army has {white} queens, fewer than {least}");
                Err(BrokenRule::with_cells(rule, []))
            }
            None if white != black => {
                let rule = format!("armies of {white} and {black} queens are not equal");
                Err(BrokenRule::with_cells(rule, []))
            }
            _ => Ok(as_value(black)),
        }
    }
}

impl Draw for Armies {
    /// Draws a chessboard with the queens of the answer, or with the given queens if there is no
    /// answer. Given queens are bold, and open cells have a grey mark.
    fn picture(&self, answer: Option<&Filling>) -> Picture {
        let size = self.size();
        let title = self.called.map_or("Armies of queens", |called| called.title);
        let mut picture = Picture::new(size.rows(), size.columns(), title);
        for at in size.cells() {
            if (at.row + at.column) % 2 == 1 {
                picture.set_fill(at.pair(), Fill::Shade);
            }
            let shown = answer.map(|answer| answer[at]).or(self.givens[at]);
            let ink = match shown.filter(|&symbol| symbol != OPEN) {
                Some(WHITE) => Ink::White,
                Some(BLACK) => Ink::Black,
                Some(_) => continue,
                None => {
                    picture.set_mark(at.pair(), Mark::letter(OPEN).in_ink(Ink::Grey));
                    continue;
                }
            };
            let queen = Mark::queen(ink);
            let queen = if self.givens[at].is_some() { queen.in_bold() } else { queen };
            picture.set_mark(at.pair(), queen);
            picture.set_note(at.pair(), if ink == Ink::White { WHITE } else { BLACK });
        }
        picture
    }
}

impl Armies {
    /// Removes queens of the larger army, except given queens, until both armies have the same
    /// size. Visits the cells row by row, from the last cell to the first. If the larger army has
    /// too many given queens, the armies stay unequal. Returns the answer unchanged if `at-least`
    /// is set.
    fn trim_surplus(&self, mut answer: Filling) -> Filling {
        if self.at_least.is_some() {
            return answer;
        }
        let size = army(&answer, WHITE).len().min(army(&answer, BLACK).len());
        for colour in [WHITE, BLACK] {
            let queens = army(&answer, colour);
            let surplus = queens.len() - size;
            queens
                .into_iter()
                .rev()
                .filter(|&at| self.givens[at].is_none())
                .take(surplus)
                .for_each(|at| answer[at] = NONE);
        }
        answer
    }

    /// Returns the model. `state` adds the constraints that no queen attacks a queen of the other
    /// colour. In all formulations, the objective and the constraints on the sizes of the armies
    /// are the same. With `at-least=W`, the model demands W white queens or more, and maximises the
    /// number of black queens. Without it, the model maximises the smaller army, and demands that
    /// each army has at least as many queens as the colour with more given queens. A solution may
    /// then have armies of different sizes; surplus queens are removed from the answer. The model
    /// does not fix the given cells.
    fn build_model(&self, state: fn(&Armies, &mut Model, &Grid<Lit>, &Grid<Lit>)) -> Model {
        let mut model = Model::new();
        let white = model.variables("white", self.size());
        let black = model.variables("black", self.size());
        state(self, &mut model, &white, &black);
        let queens = |colour: &Grid<Lit>| colour.iter().map(|(_, &lit)| lit).collect::<Vec<_>>();
        let army = |colour: &Grid<Lit>| {
            let lines = self.size().directions();
            Count::new(queens(colour), Partition::for_directions(lines, |at| [colour[at]]))
        };
        match self.at_least {
            None => {
                // The removal of surplus queens keeps given queens, so both armies need at least as
                // many queens as are given of either colour.
                let least = [WHITE, BLACK]
                    .map(|colour| self.given_count(colour))
                    .into_iter()
                    .max()
                    .unwrap_or(0);
                if least > 0 {
                    let text = format!(
                        "{} of each colour, because {least} of one colour {} given",
                        format_count(least, "queen"),
                        if least == 1 { "is" } else { "are" }
                    );
                    let origin = Origin::givens(format!("at least {text}"));
                    model.with_origin(origin, |model| {
                        for army in [&white, &black].map(queens) {
                            model.cardinality("given armies", army, Relation::AtLeast, least);
                        }
                    });
                }
                let exclusive = ["diagonals", "antidiagonals"];
                let armies = vec![army(&white), army(&black)];
                model.optimise(Objective::maximise_least(armies, exclusive));
            }
            Some(least) => {
                let rule = format!("at least {}", format_count(least, "white queen"));
                model.with_origin(Origin::rule(rule), |model| {
                    model.cardinality("white army", queens(&white), Relation::AtLeast, least);
                });
                model.optimise(Objective::maximise(army(&black)));
            }
        }
        model.set_reading(
            Grid::from_fn(self.size(), |at| vec![(WHITE, white[at]), (BLACK, black[at])]),
            NONE,
        );
        model
    }

    /// States, by the formulation `lines`, that the armies do not attack each other: all lines of a
    /// queen have the colour of the queen. Adds a variable for each line, which is true if the line
    /// is white. Also declares the symmetries. Symmetry breaking compares the variables of the
    /// lines.
    fn state_lines(&self, model: &mut Model, white: &Grid<Lit>, black: &Grid<Lit>) {
        let mut is_white = Vec::new();
        for (index, (name, line)) in self.lines().into_iter().enumerate() {
            let colour = model.variable("white-line", &[index]);
            model.with_origin(Origin::rule(PEACE), |model| {
                for &at in &line {
                    model.implies(name, white[at], [colour]);
                    model.implies(name, black[at], [!colour]);
                }
            });
            is_white.push((line, colour));
        }
        self.declare_symmetries(model, white, black, &is_white);
        model.set_lex_order(self.ordered_colours(&is_white));
    }

    /// Returns the colour variables of the lines, ordered by [`order_key`].
    fn ordered_colours(&self, is_white: &[(Vec<Cell>, Lit)]) -> Vec<Lit> {
        let size = self.size();
        let mut lines: Vec<&(Vec<Cell>, Lit)> = is_white.iter().collect();
        lines.sort_by_key(|(line, _)| order_key(line, size));
        lines.into_iter().map(|&(_, colour)| colour).collect()
    }

    /// States, by the formulation `pairs`, that the armies do not attack each other: no two cells
    /// of a line have queens of different colours. Also states that no cell has two queens, and
    /// declares the symmetries.
    fn state_pairs(&self, model: &mut Model, white: &Grid<Lit>, black: &Grid<Lit>) {
        model.with_origin(Origin::rule("at most one queen in each cell"), |model| {
            for at in self.size().cells() {
                model.clause("one queen a cell", [!white[at], !black[at]]);
            }
        });
        model.with_origin(Origin::rule(PEACE), |model| {
            for (name, line) in self.lines() {
                for (index, &first) in line.iter().enumerate() {
                    for &second in &line[index + 1..] {
                        model.clause(name, [!white[first], !black[second]]);
                        model.clause(name, [!black[first], !white[second]]);
                    }
                }
            }
        });
        self.declare_symmetries(model, white, black, &[]);
    }

    /// Declares the symmetries of the board. If `at-least` is not set, also declares the exchange
    /// of the colours, alone and together with each of these symmetries. `is_white` has each line
    /// with the literal that the line is white; it is empty if the model has no such literals. The
    /// exchange of the colours negates these literals.
    fn declare_symmetries(
        &self,
        model: &mut Model,
        white: &Grid<Lit>,
        black: &Grid<Lit>,
        is_white: &[(Vec<Cell>, Lit)],
    ) {
        let by_ends: HashMap<(Cell, Cell), Lit> =
            is_white.iter().map(|(line, colour)| (ends(line.iter().copied()), *colour)).collect();
        let swaps: &[bool] = if self.at_least.is_some() { &[false] } else { &[false, true] };
        for shape in self.size().symmetries().into_iter().map(Some).chain([None]) {
            let image = |at| shape.map_or(at, |shape| shape.image(at));
            for &swap in swaps.iter().filter(|&&swap| swap || shape.is_some()) {
                let turn = |lit: Lit| if swap { !lit } else { lit };
                let (to_white, to_black) = if swap { (black, white) } else { (white, black) };
                let queens = self.size().cells().flat_map(|at| {
                    [(white[at], to_white[image(at)]), (black[at], to_black[image(at)])]
                });
                let lines = is_white.iter().map(|(line, colour)| {
                    (*colour, turn(by_ends[&ends(line.iter().map(|&at| image(at)))]))
                });
                let name =
                    [shape.map(board::BoardSymmetry::name), swap.then_some("colours swapped")];
                let names: Vec<&str> = name.into_iter().flatten().collect();
                model.declare_symmetry(&names.join(", "), queens.chain(lines));
            }
        }
    }
}

/// Returns a key that orders lines: first rows and columns, from the centre outwards, then
/// diagonals, from the longest to the shortest. Smaller keys come first. A line of one cell counts
/// as a row. The line must not be empty.
fn order_key(line: &[Cell], size: Size) -> (bool, usize) {
    let (first, last) = (line[0], line[line.len() - 1]);
    match (first.row == last.row, first.column == last.column) {
        (true, _) => (false, (2 * first.row).abs_diff(size.rows() - 1)),
        (_, true) => (false, (2 * first.column).abs_diff(size.columns() - 1)),
        _ => (true, size.rows().max(size.columns()) - line.len()),
    }
}

/// Returns the cells with queens of a colour, row by row.
fn army(answer: &Filling, colour: char) -> Vec<Cell> {
    answer.cells_with(|&symbol| symbol == colour).collect()
}

/// Returns the first and the last cell of a line, which identify the line, in ascending order.
fn ends(line: impl Iterator<Item = Cell> + Clone) -> (Cell, Cell) {
    let first = line.clone().min().expect("a line has a cell");
    (first, line.max().expect("a line has a cell"))
}
