//! What a folder claims, for programs. Nothing of it is believed: the problem is stated again from
//! it, and what it says is held against what [follows](Proved).

use serde::{Deserialize, Serialize};

use super::CLAIM;
use super::proved::{Number, Proved, ProvedStatement, Reach};
use crate::export::map::Map;
use crate::problem::{Exact, Scale};
use crate::source::{Refusal, quoted};

/// What a folder claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The command that writes the problem.
    pub command: String,
    /// What is proved of what the problem minimises, in the file's own numbers.
    pub says: ProvedStatement<Exact>,
    /// What that says of a number of answers, where these were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedAnswers>,
    /// The board, and how the problem is stated.
    pub problem: Map,
}

/// Answers that were counted. The problem is then whether there is [another one](super::Remaining).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedAnswers {
    /// How many were found.
    pub answers: usize,
    /// Whether the bound that they reach is said to be the optimum.
    pub is_optimal: bool,
    /// Whether the objective is the least of several counts, and answers are counted in which each
    /// of these is the bound.
    pub is_exact: bool,
    /// The labels of the variables by which they are told apart, where these were named.
    pub projected: Option<Vec<String>>,
}

impl CountedAnswers {
    /// The claim that says what is proved of a number of answers.
    pub fn of(number: &Number) -> CountedAnswers {
        CountedAnswers {
            answers: number.answers,
            is_optimal: matches!(number.reach, Reach::Optimum(_)),
            is_exact: matches!(number.reach, Reach::Exactly(_)),
            projected: number.projected.clone(),
        }
    }
}

impl Claim {
    /// As JSON on several lines.
    pub fn in_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers have a form in JSON") + "\n"
    }

    /// Returns what is said in the numbers of a scale.
    pub fn told(says: ProvedStatement, scale: &Scale) -> ProvedStatement<Exact> {
        says.map(|&value| Some(scale.of(value))).expect("every value is a number")
    }

    /// Returns what is said as the problem counts, which has this scale.
    ///
    /// # Errors
    ///
    /// Refuses a number that is no value.
    pub(super) fn said(&self, of_problem: &Scale) -> Result<ProvedStatement, Refusal> {
        let scale = match self.counted {
            Some(_) => Scale::default(),
            None => self.problem.scale(of_problem)?,
        };
        self.says.map(|number| scale.value(number)).ok_or_else(|| {
            let found = format!("{CLAIM}, which says a number that is no value of the objective");
            Refusal::new(found, "a claim as it was written")
        })
    }

    /// Returns what is claimed to be proved, if this is said and the bound is that.
    pub(super) fn claimed(&self, says: ProvedStatement, bound: Option<i64>) -> Proved {
        let Some(counted) = &self.counted else { return Proved::Problem(says) };
        let reach = match bound {
            None => Reach::Any,
            Some(bound) if counted.is_optimal => Reach::Optimum(bound),
            Some(bound) if counted.is_exact => Reach::Exactly(bound),
            Some(bound) => Reach::OrBetter(bound),
        };
        Proved::Answers(Number {
            answers: counted.answers,
            is_all: says.is_complete(),
            reach,
            projected: counted.projected.clone(),
        })
    }

    /// Refuses answers that are told apart by what is no variable, or by nothing.
    pub(super) fn validate_names(&self, labels: &[String]) -> Result<(), Refusal> {
        let Some(names) = self.counted.as_ref().and_then(|counted| counted.projected.as_ref())
        else {
            return Ok(());
        };
        let unknown = names.iter().find(|name| !labels.contains(name));
        let found = match unknown {
            Some(name) => {
                let name = quoted(name);
                format!("{CLAIM}, whose answers are told apart by {name}, which is no variable")
            }
            None if names.is_empty() => format!("{CLAIM}, whose answers are told apart by nothing"),
            None => return Ok(()),
        };
        Err(Refusal::new(found, "labels of variables, as the claim lists them"))
    }

    /// Refuses a claim about what is no statement of a problem: its constraints and nothing else.
    pub(super) fn validate(&self) -> Result<(), Refusal> {
        let Map { format, symmetry, found, deduce, scramble, bound, names, .. } = &self.problem;
        let is_plain = format == "opb"
            && !symmetry
            && !found
            && deduce == "none"
            && scramble.is_none()
            && names.is_none()
            && (bound.is_none() || self.counted.is_some());
        if is_plain {
            return Ok(());
        }
        Err(Refusal::new(
            format!("{CLAIM}, whose problem is more than a statement of its rules"),
            "a problem in opb with nothing deduced, every symmetry, and no bound",
        ))
    }
}
