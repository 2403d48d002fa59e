//! The formulations of a family: rows of a table, each with the function that states a puzzle as a
//! model.
//!
//! Each family has one table of [`Row`]s over its type. Other modules use a [`Formulation`];
//! [`formulations`] makes one from each row.
//!
//! Most formulations state the whole puzzle in one model. A formulation **of one value** has a
//! separate model for each value of the objective. An example is a formulation whose variables give
//! each piece a number. A search for the optimum tries these models in turn ([`ModelScheme`]).

use crate::board::Size;
use crate::model::{Goal, Model};
use crate::source::Refusal;

/// Row of a family's table of formulations.
pub struct Row<P> {
    /// Name of the formulation on the command line.
    pub name: &'static str,
    /// The variables of the model, in one line.
    pub summary: &'static str,
    /// The publication of the formulation; `quarrel` if there is none.
    pub source: &'static str,
    /// The largest allowed number of cells of a board; `None` if there is no limit. Larger boards
    /// are refused: their models are too large to be useful.
    pub most_cells: Option<usize>,
    /// The function that states a puzzle as a model.
    pub state: ModelBuilder<P>,
}

impl<P> Row<P> {
    /// Returns a row for a formulation of the whole problem by quarrel itself, for boards of any
    /// size.
    pub const fn new(name: &'static str, summary: &'static str, state: fn(&P) -> Model) -> Row<P> {
        Row {
            name,
            summary,
            source: "quarrel",
            most_cells: None,
            state: ModelBuilder::Complete(state),
        }
    }

    /// Returns the row of a published formulation.
    pub const fn with_source(self, source: &'static str) -> Row<P> {
        Row { source, ..self }
    }
}

/// A function that states a puzzle, without its givens, as a model.
pub enum ModelBuilder<P> {
    /// States the whole puzzle.
    Complete(fn(&P) -> Model),
    /// States the puzzle with exactly this value of its objective.
    ForValue(fn(&P, i64) -> Model),
}

/// One way to state the puzzles of a family as a model. All formulations of a family have the same
/// answers.
#[derive(Clone, Copy, Debug)]
pub struct Formulation {
    /// Name of the formulation on the command line.
    pub name: &'static str,
    /// The variables of the model, in one line.
    pub summary: &'static str,
    /// The publication of the formulation; `quarrel` if there is none.
    pub source: &'static str,
    /// The largest allowed number of cells of a board; `None` if there is no limit. Larger boards
    /// are refused.
    pub most_cells: Option<usize>,
    /// Whether a model states only one value of the objective.
    pub of_value: bool,
}

/// Returns the formulations in a family's table, in its order. The table must have a row.
pub const fn formulations<P, const N: usize>(rows: &[Row<P>; N]) -> [Formulation; N] {
    let mut all = [rows[0].formulation(); N];
    let mut index = 1;
    while index < N {
        all[index] = rows[index].formulation();
        index += 1;
    }
    all
}

impl<P> Row<P> {
    const fn formulation(&self) -> Formulation {
        let Row { name, summary, source, most_cells, .. } = *self;
        let of_value = matches!(self.state, ModelBuilder::ForValue(_));
        Formulation { name, summary, source, most_cells, of_value }
    }
}

/// A `T`, such as a model: either one for the whole puzzle, or one for each value of the objective.
pub enum ModelScheme<'a, T> {
    /// The `T` that states the whole puzzle.
    Complete(T),
    /// A function that returns the `T` for a value of the objective.
    ForValue(Box<dyn Fn(i64) -> T + 'a>),
}

impl<'a, T: 'a> ModelScheme<'a, T> {
    /// Applies a function to the `T` of the whole puzzle now. If there is a `T` for each value,
    /// applies it to such a `T` only when that `T` is requested.
    pub fn map<U>(self, change: impl Fn(T) -> U + 'a) -> ModelScheme<'a, U> {
        match self {
            ModelScheme::Complete(state) => ModelScheme::Complete(change(state)),
            ModelScheme::ForValue(of) => {
                ModelScheme::ForValue(Box::new(move |value| change(of(value))))
            }
        }
    }

    /// Returns the `T` for the whole puzzle, if there is one. Otherwise returns the `T` for this
    /// value of the objective.
    pub fn for_value(self, value: i64) -> T {
        match self {
            ModelScheme::Complete(state) => state,
            ModelScheme::ForValue(of) => of(value),
        }
    }

    /// Returns the `T` for the whole puzzle. Returns `None` if there is one `T` for each value of
    /// the objective.
    pub fn into_complete(self) -> Option<T> {
        match self {
            ModelScheme::Complete(state) => Some(state),
            ModelScheme::ForValue(_) => None,
        }
    }
}

/// Returns the model of a puzzle, without its givens, in a formulation. The formulation must be in
/// `rows`, the table of the family. A model of the whole puzzle is made now. A model of a single
/// value is made only when it is requested.
///
/// # Panics
///
/// If the formulation is not in the table.
pub fn model<'a, P>(
    rows: &'static [Row<P>],
    puzzle: &'a P,
    formulation: &Formulation,
) -> ModelScheme<'a, Model> {
    let row = rows.iter().find(|row| row.name == formulation.name);
    match row.expect("a formulation of the puzzle's own family").state {
        ModelBuilder::Complete(state) => ModelScheme::Complete(state(puzzle)),
        ModelBuilder::ForValue(state) => {
            ModelScheme::ForValue(Box::new(move |value| state(puzzle, value)))
        }
    }
}

impl Formulation {
    /// Checks that an answer can have this value. Only a formulation of one value is checked,
    /// because its model grows with the value. All other formulations accept every value. A missing
    /// goal or value is also accepted.
    ///
    /// # Errors
    ///
    /// If this is a formulation of one value, and the value is outside the range of the goal.
    pub fn validate_value(&self, goal: Option<Goal>, value: Option<i64>) -> Result<(), Refusal> {
        let Some((goal, value)) = goal.zip(value).filter(|_| self.of_value) else {
            return Ok(());
        };
        let found = format!("the formulation {} for {} = {value}", self.name, goal.name);
        if value > goal.largest {
            let expected =
                format!("--bound up to {}, since no answer has a larger value", goal.largest);
            return Err(Refusal::new(found, expected));
        }
        if value < goal.least {
            let expected =
                format!("--bound from {} on, since no answer has a smaller value", goal.least);
            return Err(Refusal::new(found, expected));
        }
        Ok(())
    }

    /// Returns the refusal of a question that has no `--bound`, although the formulation is of one
    /// value.
    pub(crate) fn no_value_refusal(&self) -> Refusal {
        Refusal::new(
            format!(
                "the formulation {} states only one value of the objective and needs --bound",
                self.name
            ),
            "--bound K, or another formulation",
        )
    }

    /// Returns whether the formulation allows boards of this size. Returns true if `size` is
    /// `None`, which means a problem without a board.
    pub fn allows_size(&self, size: Option<Size>) -> bool {
        self.most_cells.zip(size).is_none_or(|(most, size)| size.area() <= most)
    }

    /// Refuses a board with more cells than the formulation allows. Accepts a board with exactly as
    /// many cells. Accepts every board if the formulation has no limit. Also accepts a problem
    /// without a board, for which `size` is `None`.
    pub(crate) fn validate(&self, size: Option<Size>) -> Result<(), Refusal> {
        let Some((most, size)) = self.most_cells.zip(size).filter(|_| !self.allows_size(size))
        else {
            return Ok(());
        };
        Err(Refusal::new(
            format!("the board is {size}, too large for the formulation {}", self.name),
            format!("at most {most} cells, or another formulation"),
        ))
    }
}
