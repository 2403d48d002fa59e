//! What is asked of a puzzle in a run, as plans, lines of results and reports have it.
//!
//! A plan says what to [`Ask`] of every puzzle. How good an optimum is becomes known only while a
//! comparison runs: each run is [`Asked`] with its value, which is written as words, `unsat 33`,
//! and told by its [`Kind`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::problem::Exact;

/// A kind of question. In this order they are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The optimum, with its proof.
    Optimum,
    /// An answer, where nothing is optimised.
    Answer,
    /// An answer as good as the optimum.
    Sat,
    /// The refutation of the next better value.
    Unsat,
    /// An answer as good as a value.
    Bound,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] = [Kind::Optimum, Kind::Answer, Kind::Sat, Kind::Unsat, Kind::Bound];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Optimum => "optimum",
            Kind::Answer => "answer",
            Kind::Sat => "sat",
            Kind::Unsat => "unsat",
            Kind::Bound => "bound",
        }
    }

    /// Whether what it asks is known only when the optimum is.
    pub fn needs_optimum(self) -> bool {
        matches!(self, Kind::Sat | Kind::Unsat)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a plan asks of each puzzle with an objective.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// The optimum, with its proof.
    Optimum,
    /// An answer as good as the optimum.
    Sat,
    /// The refutation of the next better value.
    Unsat,
    /// An answer as good as a value.
    Bound(Exact),
}

impl Ask {
    /// Whether it cannot be asked before the optimum is known.
    pub fn needs_optimum(&self) -> bool {
        matches!(self, Ask::Sat | Ask::Unsat)
    }
}

/// What was asked of a puzzle. Values are in the numbers of whoever stated it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Asked {
    /// The optimum.
    Optimum,
    /// An answer.
    Answer,
    /// An answer as good as the optimum, which is this.
    Sat(Exact),
    /// An answer better than the optimum: as good as this, the next value.
    Unsat(Exact),
    /// An answer as good as this value.
    Bound(Exact),
}

impl Asked {
    /// The kind of question.
    pub fn kind(&self) -> Kind {
        match self {
            Asked::Optimum => Kind::Optimum,
            Asked::Answer => Kind::Answer,
            Asked::Sat(_) => Kind::Sat,
            Asked::Unsat(_) => Kind::Unsat,
            Asked::Bound(_) => Kind::Bound,
        }
    }

    /// The value that an answer has to reach, where there is one.
    pub fn bound(&self) -> Option<&Exact> {
        match self {
            Asked::Optimum | Asked::Answer => None,
            Asked::Sat(bound) | Asked::Unsat(bound) | Asked::Bound(bound) => Some(bound),
        }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind())?;
        self.bound().map_or(Ok(()), |bound| write!(f, " {bound}"))
    }
}

impl From<Asked> for String {
    fn from(asked: Asked) -> String {
        asked.to_string()
    }
}

/// A text that is no question.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[error("no question is written `{0}`: optimum, answer, sat 34, unsat 33 and bound 40 are")]
pub struct AskedError(pub String);

impl FromStr for Asked {
    type Err = AskedError;

    fn from_str(text: &str) -> Result<Asked, AskedError> {
        let (kind, bound) = match text.split_once(' ') {
            None => (text, None),
            Some((kind, bound)) => {
                (kind, Some(bound.parse().map_err(|_| AskedError(text.to_owned()))?))
            }
        };
        let kind = Kind::ALL.into_iter().find(|known| known.name() == kind);
        match (kind, bound) {
            (Some(Kind::Optimum), None) => Ok(Asked::Optimum),
            (Some(Kind::Answer), None) => Ok(Asked::Answer),
            (Some(Kind::Sat), Some(bound)) => Ok(Asked::Sat(bound)),
            (Some(Kind::Unsat), Some(bound)) => Ok(Asked::Unsat(bound)),
            (Some(Kind::Bound), Some(bound)) => Ok(Asked::Bound(bound)),
            _ => Err(AskedError(text.to_owned())),
        }
    }
}

impl TryFrom<String> for Asked {
    type Error = AskedError;

    fn try_from(text: String) -> Result<Asked, AskedError> {
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
            assert_eq!(text.parse::<Asked>().map(|asked| asked.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "sat", "optimum 3", "unsat 3 4", "sat x", "Sat 3"] {
            assert!(text.parse::<Asked>().is_err(), "{text}");
        }
    }

    #[test]
    fn questions_are_told_by_kind_and_value() {
        let mut asked: Vec<Asked> = ["bound 3", "sat 10", "sat 5", "answer", "optimum", "unsat 4"]
            .map(|text| text.parse().expect("a question"))
            .to_vec();
        asked.sort();
        let told: Vec<String> = asked.iter().map(Asked::to_string).collect();
        assert_eq!(told, ["optimum", "answer", "sat 5", "sat 10", "unsat 4", "bound 3"]);
        assert!(Kind::ALL.is_sorted());
    }
}
