//! How a family's puzzles can be stated: rows of a table, each with the function that does it.
//!
//! A room has one table of [`Row`]s over its own type, so a row without its function cannot be
//! written, and a function without its row is dead code to the compiler. Everybody else knows a
//! [`Formulation`], which [`listed`] makes of a row, and hands it back to the puzzle, which looks
//! its row up ([`model`]).
//!
//! Most formulations state the whole puzzle in one model. One that numbers its pieces is for **one
//! value** of the objective: it states that an answer has exactly that value, and a search for an
//! optimum goes through the values. So a puzzle that is stated is one of two things ([`Stated`]),
//! and who asks has to say what to do with each.

use crate::board::Size;
use crate::model::{Goal, Model};
use crate::source::Refusal;

/// A row of a room's table of formulations.
pub struct Row<P> {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its variables, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The most cells of a board that it is made for, where its size grows out of hand.
    pub most_cells: Option<usize>,
    /// What states a puzzle.
    pub state: State<P>,
}

impl<P> Row<P> {
    /// A formulation of the whole problem, for any size, that is published nowhere else.
    pub const fn whole(name: &'static str, about: &'static str, state: fn(&P) -> Model) -> Row<P> {
        Row { name, about, source: "quarrel", most_cells: None, state: State::Whole(state) }
    }
}

/// What states a puzzle as a model, without its givens.
pub enum State<P> {
    /// As a whole.
    Whole(fn(&P) -> Model),
    /// With exactly that value of its objective.
    OfValue(fn(&P, i64) -> Model),
}

/// One way to state a family's puzzles as a model. It changes the model, not what an answer is.
#[derive(Clone, Copy, Debug)]
pub struct Formulation {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its variables, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The most cells of a board that it is made for, where its size grows out of hand.
    pub most_cells: Option<usize>,
    /// Whether a model is for one value of the objective.
    pub of_value: bool,
}

/// A room's table, as everybody else knows it.
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

/// What becomes of a puzzle that is stated in a formulation.
pub enum Stated<'a, T> {
    /// One thing for the whole puzzle.
    Whole(T),
    /// One for each value of the objective.
    OfValue(Box<dyn Fn(i64) -> T + 'a>),
}

impl<'a, T: 'a> Stated<'a, T> {
    /// What `change` makes of it.
    pub fn map<U>(self, change: impl Fn(T) -> U + 'a) -> Stated<'a, U> {
        match self {
            Stated::Whole(whole) => Stated::Whole(change(whole)),
            Stated::OfValue(of) => Stated::OfValue(Box::new(move |value| change(of(value)))),
        }
    }

    /// The whole, or the one of that value.
    pub fn with(self, value: i64) -> T {
        match self {
            Stated::Whole(whole) => whole,
            Stated::OfValue(of) => of(value),
        }
    }

    /// The whole; none where there is one for each value.
    pub fn whole(self) -> Option<T> {
        match self {
            Stated::Whole(whole) => Some(whole),
            Stated::OfValue(_) => None,
        }
    }
}

/// States a puzzle in a formulation of its room.
///
/// # Panics
///
/// If the formulation is one of another room.
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
    /// Refuses a value that no answer can have, where the model is of one value: it would have that
    /// many pieces.
    ///
    /// # Errors
    ///
    /// If the value is larger or smaller than any.
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

    /// Why a question without a value is refused.
    pub(crate) fn without_value(&self) -> Refusal {
        Refusal::new(
            format!("the formulation {} states one value and needs --bound", self.name),
            "--bound K, or another formulation",
        )
    }

    /// Whether it is made for a board of that size, or for what has no board.
    pub fn suits(&self, size: Option<Size>) -> bool {
        self.most_cells.zip(size).is_none_or(|(most, size)| size.area() <= most)
    }

    /// Refuses a board with more cells than the formulation is made for.
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
