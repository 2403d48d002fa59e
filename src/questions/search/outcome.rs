//! The outcomes of demanded bounds, and of the pieces of a divided question.

use crate::problem::Checked;
use crate::solver::Effort;

/// The outcome of a search for an answer that reaches a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer reaches the bound, and may be better.
    Reached,
    /// No answer reaches the bound.
    Refuted,
    /// The search was stopped undecided.
    Stopped,
}

/// The result of one piece of a divided question.
#[derive(Clone, Debug)]
pub struct Worked {
    /// The outcome of the search.
    pub outcome: Outcome,
    /// The answer, if one was found. It has passed its check.
    pub answer: Option<Checked>,
    /// The solver's work on the piece.
    pub effort: Effort,
}

impl Worked {
    /// Returns the result of a piece that was stopped before the solver began.
    pub(super) fn stopped() -> Worked {
        Worked { outcome: Outcome::Stopped, answer: None, effort: Effort::default() }
    }
}
