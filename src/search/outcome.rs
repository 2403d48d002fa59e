//! What becomes of bounds that are demanded, and of pieces of a question.

use crate::problem::Answer;
use crate::solver::Effort;

/// What became of a bound that was demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer reaches it; it may be better still.
    Reached,
    /// No answer does.
    Refuted,
    /// The search was stopped before that was known.
    Stopped,
}

/// What became of a piece.
#[derive(Clone, Debug)]
pub struct Worked {
    /// Whether there is an answer in it.
    pub outcome: Outcome,
    /// The answer, which has passed its check.
    pub answer: Option<Answer>,
    /// What the solver did.
    pub effort: Effort,
}
