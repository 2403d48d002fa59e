//! The outcomes of demanded bounds, and of the pieces of a divided question.

use crate::problem::Answer;
use crate::solver::Effort;

/// The outcome of a search for an answer that reaches a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer reaches the bound, and may be better.
    Reached,
    /// No answer reaches the bound.
    Refuted,
    /// The search was stopped before the outcome was known.
    Stopped,
}

/// The result of one piece of a divided question.
#[derive(Clone, Debug)]
pub struct Worked {
    /// The outcome: an answer, a refutation, or a stop.
    pub outcome: Outcome,
    /// The answer, if one was found. It has passed its check.
    pub answer: Option<Answer>,
    /// The solver's work on the piece, in conflicts and other counts.
    pub effort: Effort,
}
