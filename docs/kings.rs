//! A seventh puzzle: a separate program with quarrel's verbs for a family that quarrel lacks.
//!
//! `cargo run --example kings -- solve kings --size 7`
//!
//! Inside quarrel, the family would be `src/problems/puzzles/kings.rs` and two lines in
//! `src/problems/puzzles.rs`.
//!
//! **Rules.** Place as many kings as possible on an R × C board so that no two attack each other.
//!
//! **Formulation `blocks`**: a variable `king[r,c]` per cell, and at most one king in each window
//! of 2 × 2. Any two cells a king's move apart share a window. ⌈R/2⌉⌈C/2⌉ kings fit.

use std::process::ExitCode;

use quarrel::board::{Grid, Size};
use quarrel::family::{BoardReader, Family, Format, OpenedProblem};
use quarrel::formulation::{self, Formulation, ModelBuilder, ModelScheme, Row, formulations};
use quarrel::model::{Count, Model, Objective, Origin, Sense};
use quarrel::picture::{Fill, Ink, Mark, Picture};
use quarrel::puzzle::{
    BoardInfo, BrokenRule, Draw, Filling, Goal, Puzzle, Request, as_value, check_shape,
    declare_symmetries, read_givens,
};
use quarrel::source::Refusal;

const KING: char = 'K';
const NONE: char = '.';
const SYMBOLS: &str = "K.";

/// The formulations, with the default first.
const FORMULATIONS: [Row<Kings>; 1] = [Row {
    name: "blocks",
    summary: "king[r,c] per cell; at most one in each 2x2 window",
    source: "folklore",
    most_cells: None,
    state: ModelBuilder::Complete(Kings::blocks),
}];

/// Record of the family.
pub static FAMILY: Family = Family {
    name: "kings",
    also: &[],
    summary: "Place as many kings as possible, none attacking another",
    rules: "Place kings on a board so that no two are neighbours. The number of kings is as large as possible.",
    source: "folklore",
    symbols: SYMBOLS,
    formulations: &formulations(&FORMULATIONS),
    variants: &[],
    formats: &[Format {
        name: "cells",
        summary: "`K` king, `.` none, `?` open; one line per row",
        example: "???\n???\n???\n",
        recognises: |_| true,
    }],
    directives: &[],
    scale: &[4, 6, 8, 10, 12, 16],
    read: BoardReader::Text(|request| Ok(OpenedProblem::puzzle(Kings::parse(request)?))),
    maker: None,
};

/// Board with its given cells.
pub struct Kings {
    givens: Grid<Option<char>>,
}

impl Kings {
    /// Reads a board of given cells, or makes an open board of the requested size.
    ///
    /// # Errors
    ///
    /// Refuses a text that is not a rectangle of kings, empty cells and open cells.
    pub fn parse(request: &Request) -> Result<Kings, Refusal> {
        Ok(Kings { givens: read_givens(request, SYMBOLS)? })
    }
}

impl Puzzle for Kings {
    fn size(&self) -> Size {
        self.givens.size()
    }

    fn describe(&self) -> BoardInfo {
        BoardInfo::with_goal(Goal::for_count(Sense::Maximise, "kings", self.size().area()))
    }

    fn givens(&self) -> Grid<Option<char>> {
        self.givens.clone()
    }

    fn model(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    fn check(&self, answer: &Filling) -> Result<Option<i64>, BrokenRule> {
        check_shape(self, answer, SYMBOLS)?;
        let mut kings = 0;
        for (at, _) in answer.iter().filter(|&(_, &symbol)| symbol == KING) {
            kings += 1;
            if let Some(other) =
                self.size().king_neighbours(at).find(|&other| answer[other] == KING)
            {
                return Err(BrokenRule::with_cells("two kings attack each other", [at, other]));
            }
        }
        Ok(as_value(kings))
    }
}

impl Draw for Kings {
    fn picture(&self, answer: Option<&Filling>) -> Picture {
        let size = self.size();
        let mut picture = Picture::new(size.rows(), size.columns(), "Kings");
        for at in size.cells() {
            if (at.row + at.column) % 2 == 1 {
                picture.set_fill(at.pair(), Fill::Shade);
            }
            if answer.map(|answer| answer[at]).or(self.givens[at]) == Some(KING) {
                picture.set_mark(at.pair(), Mark::letter(KING).in_ink(Ink::Red));
            }
        }
        picture
    }
}

impl Kings {
    /// Returns a model of the most kings: at most one in every window of 2×2 cells, also in the
    /// parts of windows at the right and lower edges. It has a variable for each cell, maximises
    /// their count, and declares the symmetries of the board.
    fn blocks(&self) -> Model {
        let size = self.size();
        let mut model = Model::new();
        let king = model.variables("king", size);
        model.with_origin(Origin::rule("no two kings next to each other"), |model| {
            for at in size.cells() {
                let window = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(d, r)| size.step(at, d, r));
                model.at_most_one("windows", window.into_iter().flatten().map(|cell| king[cell]));
            }
        });
        let lits = size.cells().map(|at| king[at]).collect();
        model.optimise(Objective::maximise(Count::new(lits, Vec::new())));
        declare_symmetries(&mut model, &[&king]);
        model.set_reading(Grid::from_fn(size, |at| vec![(KING, king[at])]), NONE);
        model
    }
}

/// The list of the families, which has one family.
static FAMILIES: &[&Family] = &[&FAMILY];

fn main() -> ExitCode {
    quarrel::cli::main(FAMILIES, std::env::args_os())
}
