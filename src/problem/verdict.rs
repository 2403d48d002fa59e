//! What comes of an answer that somebody has written, by the rules.

use super::{Broken, Problem};

/// The verdict on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerVerdict {
    /// It keeps the rules, with this value of the objective where there is one.
    Valid(Option<i64>),
    /// This number of cells or variables is open, and the others break nothing that a glance sees.
    Open(usize),
    /// It breaks a rule.
    Broken(Broken),
}

impl AnswerVerdict {
    /// Returns the verdict on rows of a problem.
    pub fn of(problem: &dyn Problem, rows: &[String]) -> AnswerVerdict {
        match problem.open(rows) {
            0 => problem.check(rows).map_or_else(AnswerVerdict::Broken, AnswerVerdict::Valid),
            open => {
                problem.broken_so_far(rows).map_or(AnswerVerdict::Open(open), AnswerVerdict::Broken)
            }
        }
    }
}
