//! The outcomes of demanded bounds, and of pieces of a question.

use crate::problem::Answer;
use crate::solver::Effort;

/// Outcomes of a demanded bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer reaches it, and may be better.
    Reached,
    /// No answer reaches it.
    Refuted,
    /// Unknown, since the search was stopped.
    Stopped,
}

/// Result of a piece.
#[derive(Clone, Debug)]
pub struct Worked {
    /// `Reached` if it has an answer.
    pub outcome: Outcome,
    /// Answer, which has passed its check.
    pub answer: Option<Answer>,
    /// Work of the solver.
    pub effort: Effort,
}
