//! Verdicts of the rules on answers.

use super::{Broken, Problem};

/// Verdict on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerVerdict {
    /// Valid, with the value of the objective, if there is one.
    Valid(Option<i64>),
    /// So far valid, with this number of open cells or variables.
    Open(usize),
    /// Invalid.
    Broken(Broken),
}

impl AnswerVerdict {
    /// Returns the verdict on rows.
    pub fn of(problem: &dyn Problem, rows: &[String]) -> AnswerVerdict {
        match problem.open(rows) {
            0 => problem.check(rows).map_or_else(AnswerVerdict::Broken, AnswerVerdict::Valid),
            open => {
                problem.broken_so_far(rows).map_or(AnswerVerdict::Open(open), AnswerVerdict::Broken)
            }
        }
    }
}
