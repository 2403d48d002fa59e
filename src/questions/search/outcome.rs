//! The outcomes of demanded bounds, and of the pieces of a divided question.

use crate::decision::Decision;
use crate::problem::Checked;
use crate::solver::Effort;

/// The result of one piece of a divided question.
#[derive(Clone, Debug)]
pub struct Worked {
    /// The outcome of the search.
    pub outcome: Decision,
    /// The answer, if one was found. It has passed its check.
    pub answer: Option<Checked>,
    /// The solver's work on the piece.
    pub effort: Effort,
}

impl Worked {
    /// Returns the result of a piece that was stopped before the solver began.
    pub(super) fn stopped() -> Worked {
        Worked { outcome: Decision::Unknown, answer: None, effort: Effort::default() }
    }
}
