//! Verdicts of the rules on answers.

use super::{Broken, Problem};

/// Verdict of the rules on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerVerdict {
    /// The answer is valid and has this value, if there is an objective.
    Valid(Option<i64>),
    /// The answer is partial and breaks no rule so far. This number of cells or variables is open.
    Open(usize),
    /// The answer breaks a rule.
    Broken(Broken),
}

impl AnswerVerdict {
    /// Checks the rows of an answer by the rules.
    pub fn of(problem: &dyn Problem, rows: &[String]) -> AnswerVerdict {
        match problem.open(rows) {
            0 => problem.check(rows).map_or_else(AnswerVerdict::Broken, AnswerVerdict::Valid),
            open => {
                problem.broken_so_far(rows).map_or(AnswerVerdict::Open(open), AnswerVerdict::Broken)
            }
        }
    }
}
