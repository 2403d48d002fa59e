//! The claim of a proof folder, in JSON. The claim is not trusted. It is compared with the
//! conclusion that [follows](super::ProvedConclusion) from the proof.

use serde::{Deserialize, Serialize};

use super::CLAIM;
use super::proved::{AnswerCount, ClaimedConclusion, Conclusion, ProvedStatement, Reach};
use crate::export::map::Map;
use crate::problem::{Rational, Scale};
use crate::source::{Refusal, quote};

/// A claim and the problem that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The command that writes the problem file.
    pub command: String,
    /// The statement about the objective. If answers are counted, the objective is the variable
    /// `another`, which is true if there is [another answer](super::AnotherAnswer). Values are the
    /// user's numbers.
    pub says: ProvedStatement<Rational>,
    /// The claim about counted answers; `None` if no answers are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedAnswers>,
    /// The problem: its board, and the options with which it is stated.
    pub problem: Map,
}

/// A claim about the number of answers. The problem file asks for [another
/// answer](super::AnotherAnswer).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedAnswers {
    /// The number of known answers.
    pub answers: usize,
    /// Whether the claim states that the optimum is the bound on the answers' values.
    pub is_optimal: bool,
    /// Whether the objective is the least of several counts of true literals, and each of these
    /// counts equals the bound in every counted answer.
    pub is_exact: bool,
    /// The labels of the variables that distinguish answers; `None` if all variables do.
    pub projected: Option<Vec<String>>,
}

impl CountedAnswers {
    /// Returns the claim of a proved number of answers. The result does not have the value of the
    /// bound, and does not say whether there are other answers. The statement and the problem of
    /// the [`Claim`] say these things.
    pub fn from_count(number: &AnswerCount) -> CountedAnswers {
        CountedAnswers {
            answers: number.answers,
            is_optimal: matches!(number.reach, Reach::Optimum(_)),
            is_exact: matches!(number.reach, Reach::Exactly(_)),
            projected: number.projected.clone(),
        }
    }
}

impl Claim {
    /// Returns the claim as JSON on several lines, with a line break at the end.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers can be written as JSON") + "\n"
    }

    /// Converts the values of a statement to the user's numbers.
    pub fn unscale(statement: ProvedStatement, scale: &Scale) -> ProvedStatement<Rational> {
        statement.map(|&value| Some(scale.to_number(value))).expect("every value is a number")
    }

    /// Returns the claimed statement, with values scaled to the integers of the search. If answers
    /// are counted, the values are those of the variable `another`, and are not scaled. Refuses a
    /// number that cannot be a value of the objective. If answers are not counted, also refuses a
    /// unit that is not the unit of the problem. `of_problem` is the scale of the claim's problem.
    pub(super) fn scaled_statement(&self, of_problem: &Scale) -> Result<ProvedStatement, Refusal> {
        let scale = match self.counted {
            Some(_) => Scale::default(),
            None => self.problem.scale(of_problem)?,
        };
        self.says.map(|number| scale.value(number)).ok_or_else(|| {
            let found = format!("{CLAIM} has a number that is not a value of the objective");
            Refusal::new(found, "an unchanged claim")
        })
    }

    /// Returns the claimed conclusion. `statement` and `bound` are scaled to the integers of the
    /// search. `bound` is the value that counted answers must reach; it is ignored if no answers
    /// are counted. If it is `None`, any answers are counted. The number of answers is exact if
    /// `statement` is complete. If the claim states that a bound is the optimum, it is the optimum.
    /// Otherwise, if the claim states that the answers have exactly the value of the bound, they
    /// do. Otherwise, they have this value or a better one.
    pub(super) fn conclusion(
        &self,
        statement: ProvedStatement,
        bound: Option<i64>,
    ) -> ClaimedConclusion {
        let Some(counted) = &self.counted else {
            return ClaimedConclusion(Conclusion::Problem(statement));
        };
        let reach = match bound {
            None => Reach::Any,
            Some(bound) if counted.is_optimal => Reach::Optimum(bound),
            Some(bound) if counted.is_exact => Reach::Exactly(bound),
            Some(bound) => Reach::OrBetter(bound),
        };
        ClaimedConclusion(Conclusion::Answers(AnswerCount {
            answers: counted.answers,
            is_all: statement.is_complete(),
            reach,
            projected: counted.projected.clone(),
        }))
    }

    /// Refuses a claim that distinguishes answers by an empty list of names, or by a name that is
    /// not the label of a variable. Accepts a claim that counts no answers or has no such list.
    pub(super) fn validate_names(&self, labels: &[String]) -> Result<(), Refusal> {
        let Some(CountedAnswers { projected: Some(names), .. }) = &self.counted else {
            return Ok(());
        };
        let wrong = match names.iter().find(|name| !labels.contains(name)) {
            Some(name) => format!("{}, which is not a variable", quote(name)),
            None if names.is_empty() => "no variable".to_owned(),
            None => return Ok(()),
        };
        let found = format!("{CLAIM} distinguishes answers by {wrong}");
        Err(Refusal::new(found, "labels of variables, as the claim lists them"))
    }

    /// Refuses a claim whose problem is not stated plainly. The problem must be in OPB. It must not
    /// have deductions, symmetry breaking (declared or detected), a scramble or the names of a
    /// scrambled file. If no answers are counted, it must not have a bound either.
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
            format!("{CLAIM}, whose problem states more than its rules"),
            "a problem in opb without deductions, symmetry breaking or a bound",
        ))
    }
}
