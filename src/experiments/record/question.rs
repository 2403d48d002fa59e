//! Questions about a puzzle. Comparisons plan, record and report these questions.
//!
//! Optima become known only during a comparison. So each run has a [`RunQuestion`], which contains
//! the value that it asks for. It is written in words, such as `unsat 33`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::problem::Rational;

/// A kind of question. The kinds have the same order as in reports.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum QuestionKind {
    /// Find the optimum and prove it.
    #[default]
    Optimum,
    /// Find any answer, or prove that there is none.
    Answer,
    /// Find an answer as good as the optimum.
    Sat,
    /// Refute the value that is next better than the optimum.
    Unsat,
    /// Find an answer that reaches a bound, or prove that there is none.
    Bound,
}

impl QuestionKind {
    /// Returns whether the question can be asked only if the optimum is known.
    pub fn needs_optimum(self) -> bool {
        matches!(self, QuestionKind::Sat | QuestionKind::Unsat)
    }
}

/// The name of the kind in results.
impl fmt::Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A question that a comparison asks about every puzzle with an objective.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ComparisonQuestion {
    /// Find the optimum and prove it.
    Optimum,
    /// Find an answer as good as the optimum.
    Sat,
    /// Refute the value that is next better than the optimum.
    Unsat,
    /// Find an answer that reaches this bound, or prove that there is none.
    Bound(Rational),
}

impl ComparisonQuestion {
    /// Returns whether the question can be asked only if the optimum is known.
    pub fn needs_optimum(&self) -> bool {
        matches!(self, ComparisonQuestion::Sat | ComparisonQuestion::Unsat)
    }
}

/// A question about one puzzle, with the value that it asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum RunQuestion {
    /// Find the optimum and prove it.
    Optimum,
    /// Find any answer, or prove that there is none.
    Answer,
    /// Find an answer with this value, which is the optimum.
    Sat(Rational),
    /// Refute this value: prove that no answer reaches it. The value is the next one that is better
    /// than the optimum.
    Unsat(Rational),
    /// Find an answer that reaches this bound, or prove that there is none.
    Bound(Rational),
}

impl RunQuestion {
    /// Returns the kind of question.
    pub fn kind(&self) -> QuestionKind {
        match self {
            RunQuestion::Optimum => QuestionKind::Optimum,
            RunQuestion::Answer => QuestionKind::Answer,
            RunQuestion::Sat(_) => QuestionKind::Sat,
            RunQuestion::Unsat(_) => QuestionKind::Unsat,
            RunQuestion::Bound(_) => QuestionKind::Bound,
        }
    }

    /// Returns the value that an answer has to reach. Returns `None` if the question asks for the
    /// optimum or for any answer.
    pub fn bound(&self) -> Option<&Rational> {
        match self {
            RunQuestion::Optimum | RunQuestion::Answer => None,
            RunQuestion::Sat(bound) | RunQuestion::Unsat(bound) | RunQuestion::Bound(bound) => {
                Some(bound)
            }
        }
    }
}

impl fmt::Display for RunQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind())?;
        self.bound().map_or(Ok(()), |bound| write!(f, " {bound}"))
    }
}

impl From<RunQuestion> for String {
    fn from(asked: RunQuestion) -> String {
        asked.to_string()
    }
}

/// The error for a text that is not a question.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[error(
    "`{0}` is not a question; expected optimum, answer, or sat, unsat or bound with a value, \
     such as sat 34"
)]
pub struct QuestionError(pub String);

impl FromStr for RunQuestion {
    type Err = QuestionError;

    /// Reads a question as its `Display` writes it. This is `optimum` or `answer` alone. Or it is
    /// `sat`, `unsat` or `bound`, then one blank, and then a number. Fails for any other text, such
    /// as one with other blanks or capital letters.
    fn from_str(text: &str) -> Result<RunQuestion, QuestionError> {
        let (kind, bound) = match text.split_once(' ') {
            None => (text, None),
            Some((kind, bound)) => {
                (kind, Some(bound.parse().map_err(|_| QuestionError(text.to_owned()))?))
            }
        };
        match (kind, bound) {
            ("optimum", None) => Ok(RunQuestion::Optimum),
            ("answer", None) => Ok(RunQuestion::Answer),
            ("sat", Some(bound)) => Ok(RunQuestion::Sat(bound)),
            ("unsat", Some(bound)) => Ok(RunQuestion::Unsat(bound)),
            ("bound", Some(bound)) => Ok(RunQuestion::Bound(bound)),
            _ => Err(QuestionError(text.to_owned())),
        }
    }
}

impl TryFrom<String> for RunQuestion {
    type Error = QuestionError;

    fn try_from(text: String) -> Result<RunQuestion, QuestionError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_they_are_written() {
        for text in ["optimum", "answer", "sat 34", "unsat -3", "bound 0", "sat 1.25", "unsat -1/3"]
        {
            assert_eq!(
                text.parse::<RunQuestion>().map(|asked| asked.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in ["", "sat", "optimum 3", "unsat 3 4", "sat x", "Sat 3"] {
            assert!(text.parse::<RunQuestion>().is_err(), "{text}");
        }
    }

    #[test]
    fn questions_are_told_by_kind_and_value() {
        let mut asked: Vec<RunQuestion> =
            ["bound 3", "sat 10", "sat 5", "answer", "optimum", "unsat 4"]
                .map(|text| text.parse().expect("a question"))
                .to_vec();
        asked.sort();
        let told: Vec<String> = asked.iter().map(RunQuestion::to_string).collect();
        assert_eq!(told, ["optimum", "answer", "sat 5", "sat 10", "unsat 4", "bound 3"]);
    }
}
