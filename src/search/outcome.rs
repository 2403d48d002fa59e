//! The outcomes of demanded bounds, and of pieces of a question.

use crate::problem::Answer;
use crate::solver::Effort;

/// The outcome of a demanded bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer reaches it, and may be better.
    Reached,
    /// No answer reaches it.
    Refuted,
    /// The search was stopped before that was known.
    Stopped,
}

/// The result of a piece.
#[derive(Clone, Debug)]
pub struct Worked {
    /// Whether it has an answer.
    pub outcome: Outcome,
    /// The answer, which has passed its check.
    pub answer: Option<Answer>,
    /// The work of the solver.
    pub effort: Effort,
}
