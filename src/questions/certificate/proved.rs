//! Conclusions from the checker's verdict and from the answers in a proof. They do not depend on
//! the claim.
//!
//! A verdict is about the sum that the problem file minimises. This sum is the objective of the
//! problem ([`ProvedStatement`]). But if answers are counted, it is the variable `another`, which
//! is true if there is another answer than the known ones ([`AnswerCount`]).
//!
//! Counted answers prove an optimum only under three conditions: there is no other answer, each
//! answer has exactly the value of the bound, and all variables distinguish answers. If only some
//! variables distinguish answers, a better answer can agree with a known answer on these variables.
//! Then the clause that excludes the known answer also excludes the better answer.

use serde::{Deserialize, Serialize};

use crate::encode::CostConversion;
use crate::problem::{CheckedAnswer, Problem};
use crate::proof::Verdict;
use crate::source::escape_invisible;

/// A conclusion about a problem, or about the number of its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// A statement about the problem.
    Problem(ProvedStatement),
    /// A statement about the number of answers.
    Answers(AnswerCount),
}

/// A conclusion that follows from a checker's verdict and the answers in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedConclusion(Conclusion);

/// A conclusion that a folder claims, and that nobody has checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedConclusion(pub Conclusion);

/// A number of answers, which is exact or a lower bound, and the values of these answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerCount {
    /// The number of known answers, which are distinct.
    pub answers: usize,
    /// Whether there are no other answers.
    pub is_all: bool,
    /// The values that the answers have.
    pub reach: Reach,
    /// The labels of the variables that distinguish answers; `None` if all variables do.
    pub projected: Option<Vec<String>>,
}

/// The known answers, which are distinct, satisfy the rules and constraints, and reach the bound.
#[derive(Clone, Debug)]
pub struct ProvedAnswers {
    /// The answers, each once.
    pub answers: Vec<CheckedAnswer>,
    /// The bound, or `None` if there is none. The answers have this value or a better one.
    pub bound: Option<i64>,
    /// Whether the objective is the least of several counts of true literals, and each of these
    /// counts equals the bound in every answer.
    pub is_exact: bool,
    /// The labels of the variables that distinguish answers; `None` if all variables do.
    pub projected: Option<Vec<String>>,
}

/// The values that the counted answers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Any values.
    Any,
    /// This value or a better one.
    OrBetter(i64),
    /// The objective is the least of several counts, and each count has exactly this value.
    Exactly(i64),
    /// This value, which is the optimum.
    Optimum(i64),
}

/// A proved statement, in values of the objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ProvedStatement<N = i64> {
    /// There is an answer.
    Answer,
    /// There is no answer.
    NoAnswer,
    /// This value is the optimum.
    Optimum(N),
    /// If there is an answer, the optimum is within these bounds. Only if `reached` is given, it is
    /// proved that there is an answer.
    Bounds {
        /// The best value that is still possible: no answer is better. `None` if no such value is
        /// known.
        best: Option<N>,
        /// The value of the best answer in the proof; `None` if it has no answer.
        reached: Option<N>,
    },
    /// Nothing is proved.
    Nothing,
}

impl ProvedConclusion {
    /// Returns the conclusion of the [statement of a verdict](ProvedStatement::from_verdict). If
    /// answers are counted, the result is a number of answers: `known` has the answers in the
    /// proof, and `statement` is about the question for another answer. Otherwise, the result is
    /// `statement` itself.
    pub(super) fn from_statement(
        statement: ProvedStatement,
        known: Option<&ProvedAnswers>,
    ) -> ProvedConclusion {
        ProvedConclusion(match known {
            None => Conclusion::Problem(statement),
            Some(known) => Conclusion::Answers(AnswerCount::from_answers(known, statement)),
        })
    }

    /// Returns the conclusion, which is about the problem or about the number of its answers.
    pub fn conclusion(&self) -> &Conclusion {
        &self.0
    }
}

impl Conclusion {
    /// Returns whether nothing is concluded.
    pub fn is_nothing(&self) -> bool {
        match self {
            Conclusion::Problem(conclusion) => conclusion.is_nothing(),
            Conclusion::Answers(number) => number.answers == 0 && !number.is_all,
        }
    }

    /// Returns whether the conclusion implies the claim `other`. It does so if the two are equal. A
    /// claim about the number of answers must have the same number and the same variables that
    /// distinguish answers, but it may be weaker in two ways. It may say "at least" this number
    /// instead of "exactly". It may state the optimum only as a bound.
    pub fn covers(&self, other: &Conclusion) -> bool {
        match (self, other) {
            (Conclusion::Answers(known), Conclusion::Answers(claimed)) => {
                // A proved optimum implies the claim of a good value.
                let is_weaker = matches!(
                    (known.reach, claimed.reach),
                    (Reach::Optimum(best), Reach::OrBetter(bound)) if best == bound
                );
                let reach = if is_weaker { claimed.reach } else { known.reach };
                let is_all = known.is_all && claimed.is_all;
                *claimed == AnswerCount { reach, is_all, ..known.clone() }
            }
            _ => self == other,
        }
    }

    /// Describes the conclusion in words.
    pub fn in_words(&self, problem: &dyn Problem) -> String {
        match self {
            Conclusion::Problem(conclusion) => conclusion.in_words(problem),
            Conclusion::Answers(number) => number.in_words(problem),
        }
    }
}

impl AnswerCount {
    /// Returns the proved number of answers. `others` is the proved statement about the question
    /// for [another answer](super::AnotherAnswer). The number is exact if `others` states that
    /// there is no other answer. If no answer is known, this is the statement
    /// [`ProvedStatement::NoAnswer`]; otherwise, it is the optimum 0. An exact bound remains exact.
    /// Any other bound is called the optimum only if the number is exact and not 0, no names
    /// distinguish the answers, and each answer has the value of the bound.
    pub fn from_answers(known: &ProvedAnswers, others: ProvedStatement) -> AnswerCount {
        let ProvedAnswers { answers, bound, is_exact, projected } = known;
        let is_all = match &answers[..] {
            [] => others == ProvedStatement::NoAnswer,
            _ => others == ProvedStatement::Optimum(0),
        };
        let is_best = is_all
            && projected.is_none()
            && !answers.is_empty()
            && answers.iter().all(|answer| answer.value() == *bound);
        let reach = match *bound {
            None => Reach::Any,
            Some(bound) if *is_exact => Reach::Exactly(bound),
            Some(bound) if is_best => Reach::Optimum(bound),
            Some(bound) => Reach::OrBetter(bound),
        };
        AnswerCount { answers: answers.len(), is_all, reach, projected: projected.clone() }
    }

    /// Returns the proved statement in words. If there are no known answers and others may exist,
    /// nothing is proved.
    fn in_words(&self, problem: &dyn Problem) -> String {
        if self.answers == 0 {
            return match self.reach {
                _ if !self.is_all => ProvedStatement::Nothing.in_words(problem),
                Reach::Any => ProvedStatement::NoAnswer.in_words(problem),
                Reach::Exactly(bound) => {
                    format!("proved: no answer has {}", describe_value(problem, bound))
                }
                Reach::OrBetter(bound) | Reach::Optimum(bound) => {
                    format!("proved: no answer has {} or better", describe_value(problem, bound))
                }
            };
        }
        let scope = if self.is_all { "exactly" } else { "at least" };
        let (are, number, have) = match self.answers {
            1 => ("is", format!("{scope} one answer"), "has"),
            answers => ("are", format!("{scope} {answers} answers"), "have"),
        };
        let text = match self.reach {
            Reach::Any => format!("proved: there {are} {number}"),
            Reach::OrBetter(bound) => {
                format!("proved: {number} {have} {} or better", describe_value(problem, bound))
            }
            Reach::Exactly(bound) => {
                format!("proved: {number} {have} {}", describe_value(problem, bound))
            }
            Reach::Optimum(best) => {
                format!(
                    "proved: the optimum is {}, and {number} {have} it",
                    describe_value(problem, best)
                )
            }
        };
        match &self.projected {
            None => text,
            Some(names) => format!("{text}, distinguished by {} alone", abbreviate(names)),
        }
    }
}

impl<N> ProvedStatement<N> {
    /// Returns the statement with converted values, or `None` if a value cannot be converted.
    pub fn map<M>(&self, convert: impl Fn(&N) -> Option<M>) -> Option<ProvedStatement<M>> {
        let known = |value: &Option<N>| match value {
            Some(value) => convert(value).map(Some),
            None => Some(None),
        };
        Some(match self {
            ProvedStatement::Answer => ProvedStatement::Answer,
            ProvedStatement::NoAnswer => ProvedStatement::NoAnswer,
            ProvedStatement::Optimum(value) => ProvedStatement::Optimum(convert(value)?),
            ProvedStatement::Bounds { best, reached } => {
                ProvedStatement::Bounds { best: known(best)?, reached: known(reached)? }
            }
            ProvedStatement::Nothing => ProvedStatement::Nothing,
        })
    }
}

impl ProvedStatement {
    /// Returns the statement of a verdict. `cost` converts the checker's bounds, which are costs,
    /// to values. The checker's lower bound becomes `best`, and its upper bound becomes `reached`.
    /// A bound is dropped if it is not the cost of a value, or if it exceeds 64 bits. If `cost` is
    /// `None`, all bounds are dropped. Two equal values are an optimum. A verdict with neither a
    /// lower nor an upper bound means that there is no answer.
    pub fn from_verdict(verdict: Verdict, cost: Option<CostConversion>) -> ProvedStatement {
        let value = |number: i128| cost?.value(i64::try_from(number).ok()?);
        match verdict {
            Verdict::Satisfiable => ProvedStatement::Answer,
            Verdict::Unsatisfiable | Verdict::Bounds(None, None) => ProvedStatement::NoAnswer,
            Verdict::Nothing => ProvedStatement::Nothing,
            Verdict::Bounds(least, most) => match (least.and_then(value), most.and_then(value)) {
                (Some(best), Some(reached)) if best == reached => ProvedStatement::Optimum(best),
                (best, reached) => ProvedStatement::Bounds { best, reached },
            },
        }
    }

    /// Returns whether this statement implies `other`. `cost` determines which values are better.
    /// If `cost` is `None`, a bound implies only an equal bound. Each statement implies "nothing is
    /// proved". A reached value implies that there is an answer. A bound or an optimum implies each
    /// equal or weaker bound. The statement that there is no answer implies each bound on the best
    /// value, but no reached value.
    pub(super) fn implies(self, other: ProvedStatement, cost: Option<CostConversion>) -> bool {
        let ProvedStatement::Bounds { best, reached } = other else {
            return self == other
                || other == ProvedStatement::Nothing
                || other == ProvedStatement::Answer && self.reached().is_some();
        };
        let is_at_most = |good: i64, bad: i64| match cost {
            Some(cost) if cost.slope < 0 => good >= bad,
            Some(_) => good <= bad,
            None => good == bad,
        };
        let (known_best, known_reached) = match self {
            ProvedStatement::Optimum(value) => (Some(value), Some(value)),
            ProvedStatement::Bounds { best, reached } => (best, reached),
            _ => (None, None),
        };
        let is_no_better = |best| {
            self == ProvedStatement::NoAnswer
                || known_best.is_some_and(|known| is_at_most(best, known))
        };
        best.is_none_or(is_no_better)
            && reached
                .is_none_or(|reached| known_reached.is_some_and(|known| is_at_most(known, reached)))
    }

    /// Returns whether this statement, about the question for [another
    /// answer](super::AnotherAnswer), states that there is none.
    pub fn is_complete(self) -> bool {
        matches!(self, ProvedStatement::Optimum(0) | ProvedStatement::NoAnswer)
    }

    /// Returns the value of the answer that the statement implies. Returns `None` if the statement
    /// implies no answer, and `Some(None)` if it implies an answer without a value.
    pub(super) fn reached(self) -> Option<Option<i64>> {
        match self {
            ProvedStatement::Answer => Some(None),
            ProvedStatement::Optimum(value)
            | ProvedStatement::Bounds { reached: Some(value), .. } => Some(Some(value)),
            ProvedStatement::NoAnswer
            | ProvedStatement::Bounds { reached: None, .. }
            | ProvedStatement::Nothing => None,
        }
    }

    fn is_nothing(self) -> bool {
        matches!(
            self,
            ProvedStatement::Nothing | ProvedStatement::Bounds { best: None, reached: None }
        )
    }

    /// Returns the proved statement in words. Bounds without a value are "nothing is proved".
    fn in_words(self, problem: &dyn Problem) -> String {
        match self {
            ProvedStatement::Answer => "the proof has an answer".to_owned(),
            ProvedStatement::NoAnswer => "proved: there is no answer".to_owned(),
            ProvedStatement::Optimum(best) => {
                format!("proved: the optimum is {}", describe_value(problem, best))
            }
            ProvedStatement::Bounds { best: None, reached: None } | ProvedStatement::Nothing => {
                "nothing is proved".to_owned()
            }
            ProvedStatement::Bounds { best, reached } => {
                let best_text = best.map(|best| {
                    format!("no answer is better than {}", describe_value(problem, best))
                });
                let reached_text = reached
                    .map(|reached| format!("an answer has {}", describe_value(problem, reached)));
                format!(
                    "proved: {}",
                    best_text.into_iter().chain(reached_text).collect::<Vec<_>>().join(", ")
                )
            }
        }
    }
}

/// Returns a value with the name of the objective.
fn describe_value(problem: &dyn Problem, value: i64) -> String {
    let name = problem.goal().map_or("value", |goal| goal.name);
    format!("{name} {}", problem.format_value(value))
}

/// Returns the first five names, and the number of the others.
fn abbreviate(names: &[String]) -> String {
    let first: Vec<String> = names.iter().take(5).map(|name| escape_invisible(name)).collect();
    match names.len() - first.len() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulation::{Formulation, ModelScheme};
    use crate::model::{Model, Values};
    use crate::problem::{self, Answer, BrokenRule, Info};

    #[test]
    fn a_verdict_is_told_in_values() {
        let cost = Some(CostConversion { offset: 10, slope: -1 });
        let told = |verdict| ProvedStatement::from_verdict(verdict, cost);
        assert_eq!(told(Verdict::Bounds(Some(3), Some(3))), ProvedStatement::Optimum(7));
        let open = ProvedStatement::Bounds { best: Some(7), reached: Some(5) };
        assert_eq!(told(Verdict::Bounds(Some(3), Some(5))), open);
        let none = ProvedStatement::Bounds { best: Some(7), reached: None };
        assert_eq!(told(Verdict::Bounds(Some(3), None)), none);
        assert_eq!(told(Verdict::Bounds(None, None)), ProvedStatement::NoAnswer);
        assert_eq!(told(Verdict::Nothing), ProvedStatement::Nothing);
    }

    /// A problem whose only answer has this value.
    struct Valued(i64, Info);

    impl Problem for Valued {
        fn info(&self) -> &Info {
            &self.1
        }

        fn model_scheme(&self, _: &Formulation) -> ModelScheme<'_, Model> {
            ModelScheme::Complete(Model::new())
        }

        fn decode(&self, _: &Model, _: &Values) -> Answer {
            Answer::Assignment(Vec::new())
        }

        fn check(&self, _: &Answer) -> Result<Option<i64>, BrokenRule> {
            Ok(Some(self.0))
        }
    }

    fn checked(value: i64) -> CheckedAnswer {
        let problem = Valued(value, Info::default());
        problem::check_answer(&problem, Answer::Assignment(Vec::new())).expect("an answer")
    }

    #[test]
    fn an_optimum_follows_from_all_answers_alone() {
        let reach = |values: &[i64], others, is_exact, projected: Option<&str>| {
            let answers: Vec<CheckedAnswer> = values.iter().copied().map(checked).collect();
            let known = ProvedAnswers {
                answers,
                bound: Some(2),
                is_exact,
                projected: projected.map(|name| vec![name.to_owned()]),
            };
            let number = AnswerCount::from_answers(&known, others);
            (number.is_all, number.reach)
        };
        let (all, open) = (
            ProvedStatement::Optimum(0),
            ProvedStatement::Bounds { best: Some(1), reached: Some(0) },
        );
        assert_eq!(reach(&[2, 2], all, false, None), (true, Reach::Optimum(2)));
        assert_eq!(reach(&[2, 1], all, false, None), (true, Reach::OrBetter(2)));
        assert_eq!(reach(&[2, 2], all, false, Some("x")), (true, Reach::OrBetter(2)));
        assert_eq!(reach(&[2, 2], open, false, None), (false, Reach::OrBetter(2)));
        assert_eq!(
            reach(&[2, 2], ProvedStatement::NoAnswer, false, None),
            (false, Reach::OrBetter(2))
        );
        assert_eq!(reach(&[2], all, true, None), (true, Reach::Exactly(2)));
        assert_eq!(reach(&[], ProvedStatement::NoAnswer, false, None), (true, Reach::OrBetter(2)));
        assert_eq!(reach(&[], all, false, None), (false, Reach::OrBetter(2)));
    }

    #[test]
    fn a_claim_may_say_less() {
        let number = |reach| {
            Conclusion::Answers(AnswerCount { answers: 1, is_all: true, reach, projected: None })
        };
        let best = number(Reach::Optimum(2));
        assert!(best.covers(&best) && best.covers(&number(Reach::OrBetter(2))));
        assert!(!best.covers(&number(Reach::OrBetter(1))));
        assert!(!number(Reach::OrBetter(2)).covers(&best));
        let open = Conclusion::Answers(AnswerCount {
            answers: 1,
            is_all: false,
            reach: Reach::Optimum(2),
            projected: None,
        });
        assert!(best.covers(&open) && !open.covers(&best));
        assert!(!best.covers(&Conclusion::Problem(ProvedStatement::Optimum(2))));
    }
    #[test]
    fn a_statement_implies_less() {
        use ProvedStatement::{Answer, NoAnswer, Nothing, Optimum};
        let bounds = |best, reached| ProvedStatement::Bounds { best, reached };
        let most = Some(CostConversion { offset: 10, slope: -1 });
        let least = Some(CostConversion { offset: 0, slope: 1 });
        let open = bounds(Some(7), Some(5));
        for (known, claimed, cost) in [
            (Optimum(7), bounds(Some(7), Some(7)), most),
            (Optimum(7), bounds(Some(8), Some(6)), most),
            (Optimum(7), bounds(Some(6), Some(8)), least),
            (Optimum(7), bounds(Some(7), None), None),
            (Optimum(7), Answer, most),
            (open, bounds(None, Some(4)), most),
            (open, Answer, most),
            (open, Nothing, most),
            (open, bounds(None, None), most),
            (Answer, Nothing, None),
            (NoAnswer, bounds(Some(3), None), most),
        ] {
            assert!(known.implies(claimed, cost), "{known:?} {claimed:?}");
        }
        for (known, claimed, cost) in [
            (Optimum(7), bounds(Some(6), Some(6)), most),
            (Optimum(7), bounds(Some(7), Some(8)), most),
            (Optimum(7), bounds(Some(8), None), least),
            (Optimum(7), Optimum(6), most),
            (open, Optimum(7), most),
            (open, NoAnswer, most),
            (NoAnswer, bounds(Some(3), Some(2)), most),
            (bounds(Some(7), None), Answer, most),
            (Answer, bounds(None, Some(7)), None),
            (Nothing, Answer, most),
        ] {
            assert!(!known.implies(claimed, cost), "{known:?} {claimed:?}");
        }
    }
}
