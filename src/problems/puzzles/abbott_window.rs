//! Abbott's Window (H. E. Dudeney, Amusements in Mathematics, 1917, no. 84).
//!
//! **Rules.** A window consists of R × C panes. Darken some panes so that every row, column and
//! diagonal has an even number of lit panes, and keep as many panes lit as possible. A diagonal has
//! at least two panes ("a single pane can no more be in line with itself than one bird can go into
//! a corner and flock in solitude"). The variant `corners` also counts a corner pane as a diagonal,
//! so corner panes must be dark. If a window states prices (`# prices`, one line per row), the
//! total price of the lit panes is maximised.
//!
//! **Formulation `parity`** is the GAMS model of the case study, with parities instead of the
//! equations "sum = 2y". It has a variable `lit[r,c]` per pane, and an even parity per row, column
//! and diagonal. These are RC variables and about 3(R+C) constraints of at most max(R,C) literals.
//! The parities are a linear system; the number of windows that satisfy it is 2^(RC−rank). Most of
//! the work of a search is caused by the counter of the objective.
//!
//! For an n × n window: If n is odd, every row has an odd number of dark panes, so the total number
//! of dark panes is odd. If n is even, there are 2n−4 disjoint diagonals of odd length, and each of
//! them needs a dark pane. The window whose two long diagonals are dark, except for the corners,
//! has exactly this number of dark panes.

use crate::board::{Cell, Grid, Size, line_name};
use crate::family::{BoardReader, Family, Format, OpenedProblem, Variant};
use crate::formulation::{self, Formulation, ModelScheme, Row, formulations};
use crate::model::{Count, Lit, Model, Objective, Origin, Parity, Partition, Sense};
use crate::picture::{Fill, Ink, Mark, Picture};
use crate::puzzle::{
    BoardInfo, BrokenRule, Draw, Filling, Goal, OPEN, Puzzle, Request, Weights, all_known,
    as_value, check_shape, declare_kept_symmetries, read_givens_and_directives,
};
use crate::source::Refusal;
use crate::source::directives::DirectiveUsage;
use crate::stop::Stop;

mod construct;

/// The symbol of a lit pane.
const LIT: char = '.';
/// The symbol of a dark pane.
const DARK: char = '#';
/// The symbols of an answer.
const SYMBOLS: &str = ".#";
/// The name of the directive that states the prices of the panes of a row.
const PRICES: &str = "prices";
/// The directives that a text may have.
const DIRECTIVES: &[DirectiveUsage] = &[DirectiveUsage {
    form: "prices N N N",
    like: &["price", "cost", "costs", "weight", "weights", "value", "values"],
}];

/// The formulations, the default first.
const FORMULATIONS: [Row<AbbottWindow>; 1] =
    [Row::new("parity", "lit[r,c] per pane; the parity of every line", AbbottWindow::parity)
        .with_source("GAMS model of the NEOS case study")];

/// The entry of the family `abbott-window` in the list of families.
pub static FAMILY: Family = Family {
    name: "abbott-window",
    also: &[],
    summary: "Light as many panes as possible with an even number of lit panes in every line",
    rules: "Darken some panes of a window, so that every row, column and diagonal has an even number of lit \
            panes, and as many panes as possible stay lit. A diagonal has at least two panes. If the \
            window states a price for each pane, the price of the lit panes is as large as possible.",
    source: "Dudeney 1917; GAMS model of the NEOS case study",
    symbols: SYMBOLS,
    formulations: &formulations(&FORMULATIONS),
    variants: &[Variant {
        name: "corners",
        value: None,
        summary: "a corner pane is a diagonal of length 1, so it must be dark",
    }],
    formats: &[Format {
        name: "cells",
        summary: "`.` lit, `#` dark, `?` open; one line per row; `# prices N N N` of each row",
        example: ".???\n?#??\n????\n????\n",
        recognises: |_| true,
    }],
    directives: DIRECTIVES,
    scale: &[7, 9, 11, 13, 14, 15, 16, 17, 18, 19, 21, 23, 25],
    read: BoardReader::Text(|request| Ok(OpenedProblem::puzzle(AbbottWindow::parse(request)?))),
    maker: None,
};

/// A window with its given panes and, if its text states them, prices.
pub struct AbbottWindow {
    /// The symbols of the given panes; `None` for all other panes.
    givens: Grid<Option<char>>,
    /// Whether a corner pane counts as a diagonal.
    corners: bool,
    /// The price of each pane; `None` if the text states no prices.
    prices: Option<Weights>,
}

impl AbbottWindow {
    /// Reads a window, or makes a window of the requested size whose panes are all open.
    ///
    /// # Errors
    ///
    /// If the text is not a rectangle of panes, or if there are prices but not one for each pane.
    pub fn parse(request: &Request) -> Result<AbbottWindow, Refusal> {
        let (givens, directives) = read_givens_and_directives(request, SYMBOLS, DIRECTIVES)?;
        let prices = request
            .text()
            .map_or(Ok(None), |source| Weights::read(source, &directives, PRICES, givens.size()))?;
        Ok(AbbottWindow { givens, corners: request.has("corners"), prices })
    }

    fn has_givens(&self) -> bool {
        self.givens.iter().any(|(_, given)| given.is_some())
    }

    /// Returns all lines that need an even number of lit panes.
    fn lines(&self) -> Vec<Vec<Cell>> {
        let size = self.size();
        let diagonals = [size.diagonal_lines(), size.antidiagonal_lines()].concat();
        let line_diagonals = diagonals.into_iter().filter(|line| self.is_line(line)).collect();
        [size.row_lines(), size.column_lines(), line_diagonals].concat()
    }

    /// Returns whether a diagonal counts as a line. A diagonal of a single pane counts only with
    /// the variant `corners`.
    fn is_line(&self, line: &[Cell]) -> bool {
        line.len() > 1 || self.corners
    }
}

impl Puzzle for AbbottWindow {
    fn size(&self) -> Size {
        self.givens.size()
    }

    /// Returns the facts about the window. They include the variant `corners` if it is requested.
    /// The goal is the largest number of lit panes or, if there are prices, the largest sum of the
    /// prices of lit panes.
    fn describe(&self) -> BoardInfo {
        let ruling = "the largest sum of the prices of lit panes";
        let goal = match &self.prices {
            Some(prices) => prices.goal(Sense::Maximise, "price"),
            None => Goal::for_count(Sense::Maximise, "lit panes", self.size().area()),
        };
        BoardInfo {
            variants: self.corners.then(|| "corners".to_owned()).into_iter().collect(),
            ruling: self.prices.is_some().then(|| ruling.to_owned()),
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
        construct::windows(self, seed, stop)
    }

    /// Returns the first row, column or diagonal that is completely known and has an odd number of
    /// lit panes. The result includes these lit panes. Diagonals of a single pane count only with
    /// the variant `corners`. Returns `None` if there is no such line.
    fn clash(&self, known: &Grid<Option<char>>) -> Option<BrokenRule> {
        for (name, down, right) in
            [("row", 0, 1), ("column", 1, 0), ("diagonal", 1, 1), ("antidiagonal", 1, -1)]
        {
            for start in self.size().cells() {
                if self.size().step(start, -down, -right).is_some() {
                    continue;
                }
                let line: Vec<Cell> =
                    std::iter::successors(Some(start), |&pane| self.size().step(pane, down, right))
                        .collect();
                let alone = line.len() == 1 && down != 0 && right != 0;
                let is_complete = line.iter().all(|&pane| known[pane].is_some());
                let lit: Vec<Cell> =
                    line.into_iter().filter(|&pane| known[pane] == Some(LIT)).collect();
                if is_complete && lit.len() % 2 == 1 && (self.corners || !alone) {
                    let rule = format!("a {name} has an odd number of lit panes, {}", lit.len());
                    return Some(BrokenRule::with_cells(rule, lit));
                }
            }
        }
        None
    }

    /// Checks the shape, the symbols and the givens, and then that each line has an even number of
    /// lit panes. The error is the first broken rule. Diagonals of a single pane are lines only
    /// with the variant `corners`. Returns the price of the lit panes or, without prices, their
    /// number.
    fn check(&self, answer: &Filling) -> Result<Option<i64>, BrokenRule> {
        check_shape(self, answer, SYMBOLS)?;
        if let Some(broken) = self.clash(&all_known(answer)) {
            return Err(broken);
        }
        let lit = answer.iter().filter(|&(_, &pane)| pane == LIT).map(|(pane, _)| pane);
        Ok(match &self.prices {
            Some(prices) => Some(lit.map(|pane| prices[pane]).sum()),
            None => as_value(lit.count()),
        })
    }
}

impl Draw for AbbottWindow {
    /// Draws the window with the answer, or with its givens if there is no answer. An open pane has
    /// a grey `?`. If there are prices, each pane shows its price.
    fn picture(&self, answer: Option<&Filling>) -> Picture {
        let size = self.size();
        let mut picture = Picture::new(size.rows(), size.columns(), "Abbott's Window");
        for pane in size.cells() {
            self.prices.iter().for_each(|prices| picture.set_number(pane.pair(), prices[pane]));
            let shown = answer.map(|answer| answer[pane]).or(self.givens[pane]);
            match shown.filter(|&symbol| symbol != OPEN) {
                Some(LIT) => picture.set_fill(pane.pair(), Fill::Light),
                Some(_) => picture.set_fill(pane.pair(), Fill::Dark),
                None => picture.set_mark(pane.pair(), Mark::letter(OPEN).in_ink(Ink::Grey)),
            }
        }
        picture
    }
}

impl AbbottWindow {
    /// Returns the model of the formulation `parity`, without givens. It has an even number of lit
    /// panes in each line, the objective, and symmetries. With prices, only the symmetries that
    /// keep the prices are declared; without prices, all are. A literal is true if its pane is lit.
    /// Diagonals of a single pane are lines only with the variant `corners`. Symmetry breaking
    /// compares the panes along a spiral.
    fn parity(&self) -> Model {
        let size = self.size();
        let mut model = Model::new();
        let lit = model.variables("lit", size);
        let mut even = |group, line: &[Cell]| {
            let rule = format!("an even number of lit panes in {}", line_name(line));
            let panes: Vec<Lit> = line.iter().map(|&pane| lit[pane]).collect();
            model.with_origin(Origin::rule(rule), |model| model.parity(group, panes, Parity::Even));
        };
        size.row_lines().iter().for_each(|row| even("rows", row));
        size.column_lines().iter().for_each(|column| even("columns", column));
        for diagonal in [size.diagonal_lines(), size.antidiagonal_lines()].concat() {
            if self.is_line(&diagonal) {
                even("diagonals", &diagonal);
            }
        }
        model.optimise(self.objective(&lit));
        let prices = self.prices.as_ref();
        declare_kept_symmetries(&mut model, &[&lit], |symmetry| {
            prices.is_none_or(|prices| prices.are_invariant(symmetry))
        });
        model.set_lex_order(size.spiral().into_iter().map(|pane| lit[pane]));
        model.set_reading(Grid::from_fn(size, |pane| vec![(LIT, lit[pane])]), DARK);
        model
    }

    /// Returns the objective, which is maximised: the price of the lit panes, or their number if
    /// there are no prices. For the number of lit panes, the objective offers several partitions of
    /// the panes into lines. An encoding may count along the lines of such a partition.
    fn objective(&self, lit: &Grid<Lit>) -> Objective {
        if let Some(prices) = &self.prices {
            return prices.objective(Sense::Maximise, lit);
        }
        let size = self.size();
        let lines = size.directions().into_iter().chain([("colours", lines_by_colour(size))]);
        let partitions = Partition::for_directions(lines, |pane| [lit[pane]]);
        let panes = size.cells().map(|pane| lit[pane]).collect();
        Objective::maximise(Count::new(panes, partitions))
    }
}

/// Returns lines that have no pane in common: the diagonals of one chessboard colour, and the
/// antidiagonals of the other colour. In a square window with even sides, these are the diagonals
/// and antidiagonals of odd length. Each of those needs a dark pane.
fn lines_by_colour(size: Size) -> Vec<Vec<Cell>> {
    size.diagonal_lines()
        .into_iter()
        .filter(|line| is_of_colour(line, true))
        .chain(size.antidiagonal_lines().into_iter().filter(|line| is_of_colour(line, false)))
        .collect()
}

/// Returns whether all panes of a line have one chessboard colour. If `odd` is true, it is the
/// colour of the panes whose sum of row and column is odd; otherwise, of those whose sum is even.
fn is_of_colour(line: &[Cell], odd: bool) -> bool {
    line.iter().all(|pane| ((pane.row + pane.column) % 2 == 1) == odd)
}
