//! TITLE (who published it, where).
//!
//! **Rules.** All rules in words, with every variant.
//!
//! **Formulation `NAME`**: its variables with their labels, its constraints, its size in R and C,
//! and its source. One paragraph for each formulation.
//!
//! Known optima. Ideas that were tried and dropped.

use quarrel::board::{Grid, Size};
use quarrel::family::{BoardReader, Family, Format, OpenedProblem};
use quarrel::formulation::{self, Formulation, ModelBuilder, ModelScheme, Row, formulations};
use quarrel::model::Model;
use quarrel::picture::{Mark, Picture};
use quarrel::puzzle::{BrokenRule, Draw, Filling, Puzzle, Request, check_shape, read_givens};
use quarrel::source::Refusal;

const YES: char = 'x';
const NO: char = '.';
const SYMBOLS: &str = "x.";

/// The formulations, with the default first.
const FORMULATIONS: [Row<EmptyRoom>; 1] = [Row {
    name: "cells",
    summary: "yes[r,c] per cell",
    source: "quarrel",
    most_cells: None,
    state: ModelBuilder::Complete(EmptyRoom::cells),
}];

/// Record of the family.
pub static FAMILY: Family = Family {
    name: "empty-room",
    also: &[],
    summary: "Say the rules in one line",
    rules: "Say the rules in full, and the quantity that is counted.",
    source: "who published it",
    symbols: SYMBOLS,
    formulations: &formulations(&FORMULATIONS),
    variants: &[],
    formats: &[Format {
        name: "cells",
        summary: "`x` yes, `.` no, `?` open; one line per row",
        example: "???\n???\n???\n",
        recognises: |_| true,
    }],
    directives: &[],
    scale: &[2, 4, 8],
    read: BoardReader::Text(|request| Ok(OpenedProblem::puzzle(EmptyRoom::parse(request)?))),
    maker: None,
};

/// The board, in the terms of the rules.
pub struct EmptyRoom {
    givens: Grid<Option<char>>,
}

impl EmptyRoom {
    /// Reads a board.
    ///
    /// # Errors
    ///
    /// Refuses a text that is not a board, at the place of the error.
    pub fn parse(request: &Request) -> Result<EmptyRoom, Refusal> {
        Ok(EmptyRoom { givens: read_givens(request, SYMBOLS)? })
    }
}

impl Puzzle for EmptyRoom {
    fn size(&self) -> Size {
        self.givens.size()
    }

    fn givens(&self) -> Grid<Option<char>> {
        self.givens.clone()
    }

    fn model(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    fn check(&self, answer: &Filling) -> Result<Option<i64>, BrokenRule> {
        check_shape(self, answer, SYMBOLS)?;
        // Check the rules here, without the model: Err(Broken::at("the rule", cells)).
        Ok(None)
    }
}

impl Draw for EmptyRoom {
    fn picture(&self, answer: Option<&Filling>) -> Picture {
        let size = self.size();
        let mut picture = Picture::new(size.rows(), size.columns(), "TITLE");
        for at in size.cells() {
            if let Some(symbol) = answer.map(|answer| answer[at]).or(self.givens[at]) {
                picture.set_mark(at.pair(), Mark::letter(symbol));
            }
        }
        picture
    }
}

impl EmptyRoom {
    fn cells(&self) -> Model {
        let mut model = Model::new();
        let yes = model.variables("yes", self.size());
        // State the rules here. Name each one after its place, as a person would look it up:
        // model.with_origin(Origin::rule("one in row 3"), |model| model.exactly_one("rows", …)), …
        model.set_reading(Grid::from_fn(self.size(), |at| vec![(YES, yes[at])]), NO);
        model
    }
}
