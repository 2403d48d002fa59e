//! What another solver is believed.
//!
//! An answer is never believed: it has to keep the rules, and its values every clause. That there
//! is no answer, none better or no more of them cannot be seen from an answer. The rule for such a
//! claim:
//!
//! 1. Where an answer is known that contradicts it, the claim is refused.
//! 2. What this program has deduced or searched itself is proved.
//! 3. All else rests on the word of the solver, and is called that wherever it is told: in text, in
//!    JSON, by every verb.

use serde::{Deserialize, Serialize};

use crate::model::Sense;
use crate::problem::{self, Problem};
use crate::solver::Choice;
use crate::stop::Stop;

/// How a claim is told that rests on another solver.
pub const WORD: &str = "by the word of the solver";

/// On what a claim rests that no answer shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimGround {
    /// On what was deduced and searched here.
    #[default]
    Search,
    /// On the word of another solver.
    #[serde(rename = "word of the solver")]
    Word,
}

impl ClaimGround {
    /// That of what a solver refutes.
    pub fn of(solver: &Choice) -> ClaimGround {
        match solver {
            Choice::Embedded => ClaimGround::Search,
            Choice::Program(_) => ClaimGround::Word,
        }
    }

    /// What stands behind a claim in words.
    pub fn behind(self) -> &'static str {
        match self {
            ClaimGround::Search => "",
            ClaimGround::Word => ", by the word of the solver",
        }
    }
}

/// A claim that no answer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BelievedClaim {
    /// There is no answer, or none at least as good as this value.
    NoAnswer(Option<i64>),
    /// No answer is better than this value.
    Optimal(i64),
}

/// The value of a constructed answer that contradicts a claim; none where none is known.
pub fn counterexample(problem: &dyn Problem, claim: BelievedClaim) -> Option<i64> {
    let sense = problem.goal()?.sense;
    let (_, value) = problem::constructed(problem, 0, &Stop::never())?;
    claim.is_refuted_by(value, sense).then_some(value)
}

impl BelievedClaim {
    fn is_refuted_by(self, value: i64, sense: Sense) -> bool {
        match self {
            BelievedClaim::NoAnswer(None) => true,
            BelievedClaim::NoAnswer(Some(bound)) => sense.reaches(value, bound),
            BelievedClaim::Optimal(optimum) => !sense.reaches(optimum, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_contradicts_what_excludes_it() {
        use Sense::{Maximise, Minimise};
        let refutes = |claim: BelievedClaim, sense| claim.is_refuted_by(7, sense);
        assert!(refutes(BelievedClaim::NoAnswer(None), Minimise));
        assert!(refutes(BelievedClaim::NoAnswer(Some(7)), Minimise));
        assert!(!refutes(BelievedClaim::NoAnswer(Some(6)), Minimise));
        assert!(refutes(BelievedClaim::NoAnswer(Some(6)), Maximise));
        assert!(
            refutes(BelievedClaim::Optimal(8), Minimise)
                && !refutes(BelievedClaim::Optimal(7), Minimise)
        );
        assert!(
            refutes(BelievedClaim::Optimal(6), Maximise)
                && !refutes(BelievedClaim::Optimal(7), Maximise)
        );
    }
}
