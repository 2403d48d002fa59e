//! The formulations of a family: rows of a table, each with the function that states a puzzle.
//!
//! Each family has one table of [`Row`]s over its type, so each name has its function. Other
//! modules use a [`Formulation`], which [`listed`] makes from a row; [`model`] finds the row of a
//! formulation.
//!
//! Most formulations state the whole puzzle in one model. A formulation that numbers the pieces
//! states that the objective has **one value**. A search for the optimum then tries the values in
//! turn. So a puzzle in a formulation is one of two things ([`Stated`]), and every caller has to
//! handle both.

use crate::board::Size;
use crate::model::{Goal, Model};
use crate::source::Refusal;

/// One row of a family's table of formulations.
pub struct Row<P> {
    /// The name of the formulation on the command line.
    pub name: &'static str,
    /// A description of the model's variables, in one line.
    pub about: &'static str,
    /// The publication from which the formulation is; `quarrel` if there is none.
    pub source: &'static str,
    /// The maximum number of cells of a board; `None` if there is no limit. Models of larger boards
    /// are too large to be useful.
    pub most_cells: Option<usize>,
    /// Function that states a puzzle as a model.
    pub state: State<P>,
}

impl<P> Row<P> {
    /// Returns a row for a formulation of quarrel's own, which states the whole problem for boards
    /// of any size.
    pub const fn whole(name: &'static str, about: &'static str, state: fn(&P) -> Model) -> Row<P> {
        Row { name, about, source: "quarrel", most_cells: None, state: State::Whole(state) }
    }
}

/// A function that states a puzzle as a model without its givens.
pub enum State<P> {
    /// Function that states the whole puzzle.
    Whole(fn(&P) -> Model),
    /// A function that states the puzzle with exactly this value of its objective.
    OfValue(fn(&P, i64) -> Model),
}

/// One way to state the puzzles of a family as a model. The answers are the same in every
/// formulation.
#[derive(Clone, Copy, Debug)]
pub struct Formulation {
    /// The name of the formulation on the command line.
    pub name: &'static str,
    /// A description of the model's variables, in one line.
    pub about: &'static str,
    /// The publication from which the formulation is; `quarrel` if there is none.
    pub source: &'static str,
    /// The maximum number of cells of a board; `None` if there is no limit. Models of larger boards
    /// are too large to be useful.
    pub most_cells: Option<usize>,
    /// Whether a model states the puzzle for one value of its objective only.
    pub of_value: bool,
}

/// Returns the formulations of a family's table, for other modules.
pub const fn listed<P, const N: usize>(rows: &[Row<P>; N]) -> [Formulation; N] {
    let mut all = [rows[0].listed(); N];
    let mut index = 1;
    while index < N {
        all[index] = rows[index].listed();
        index += 1;
    }
    all
}

impl<P> Row<P> {
    const fn listed(&self) -> Formulation {
        let Row { name, about, source, most_cells, .. } = *self;
        let of_value = matches!(self.state, State::OfValue(_));
        Formulation { name, about, source, most_cells, of_value }
    }
}

/// A `T` for a puzzle in a formulation; for example, `T` is a model. A formulation of the whole
/// puzzle has one `T`, other formulations have one for each value of the objective.
pub enum Stated<'a, T> {
    /// One `T` for the whole puzzle.
    Whole(T),
    /// A function that returns a `T` for each value of the objective.
    OfValue(Box<dyn Fn(i64) -> T + 'a>),
}

impl<'a, T: 'a> Stated<'a, T> {
    /// Applies a function to the `T` for the whole puzzle, or to the `T` of each value.
    pub fn map<U>(self, change: impl Fn(T) -> U + 'a) -> Stated<'a, U> {
        match self {
            Stated::Whole(whole) => Stated::Whole(change(whole)),
            Stated::OfValue(of) => Stated::OfValue(Box::new(move |value| change(of(value)))),
        }
    }

    /// Returns the `T` for the whole puzzle, or the `T` for this value.
    pub fn with(self, value: i64) -> T {
        match self {
            Stated::Whole(whole) => whole,
            Stated::OfValue(of) => of(value),
        }
    }

    /// Returns the `T` for the whole puzzle, or `None` if there is a `T` for each value.
    pub fn whole(self) -> Option<T> {
        match self {
            Stated::Whole(whole) => Some(whole),
            Stated::OfValue(_) => None,
        }
    }
}

/// Returns the model of a puzzle in one of the formulations in its family's table, `rows`.
///
/// # Panics
///
/// If the formulation is not in the table.
pub fn model<'a, P>(
    rows: &'static [Row<P>],
    puzzle: &'a P,
    formulation: &Formulation,
) -> Stated<'a, Model> {
    let row = rows.iter().find(|row| row.name == formulation.name);
    match row.expect("a formulation of the puzzle's own family").state {
        State::Whole(state) => Stated::Whole(state(puzzle)),
        State::OfValue(state) => Stated::OfValue(Box::new(move |value| state(puzzle, value))),
    }
}

impl Formulation {
    /// Refuses a value that no answer can have, if a model is for one value: the size of the model
    /// grows with the value.
    ///
    /// # Errors
    ///
    /// If the value is below the goal's least or above its largest value.
    pub fn validate_value(&self, goal: Option<Goal>, value: Option<i64>) -> Result<(), Refusal> {
        let Some((goal, value)) = goal.zip(value).filter(|_| self.of_value) else {
            return Ok(());
        };
        let found = format!("the formulation {} at {} {value}", self.name, goal.name);
        if value > goal.largest {
            let expected = format!("--bound up to {}: no answer has more", goal.largest);
            return Err(Refusal::new(found, expected));
        }
        if value < goal.least {
            let expected = format!("--bound from {}: no answer has less", goal.least);
            return Err(Refusal::new(found, expected));
        }
        Ok(())
    }

    /// Returns the refusal of a question without `--bound`, for a formulation of one value.
    pub(crate) fn without_value(&self) -> Refusal {
        Refusal::new(
            format!("the formulation {} states one value and needs --bound", self.name),
            "--bound K, or another formulation",
        )
    }

    /// Returns whether the formulation allows boards of this size. Problems without a board are
    /// always allowed.
    pub fn suits(&self, size: Option<Size>) -> bool {
        self.most_cells.zip(size).is_none_or(|(most, size)| size.area() <= most)
    }

    /// Refuses a board with more cells than the formulation allows.
    pub(crate) fn validate(&self, size: Option<Size>) -> Result<(), Refusal> {
        let Some((most, size)) = self.most_cells.zip(size).filter(|_| !self.suits(size)) else {
            return Ok(());
        };
        Err(Refusal::new(
            format!("the board is {size}, too large for the formulation {}", self.name),
            format!("at most {most} cells, or another formulation"),
        ))
    }
}
