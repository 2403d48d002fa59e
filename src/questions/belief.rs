//! The claims of an external solver, and the evidence for each.
//!
//! quarrel checks every answer: it checks the solver's assignment against the clauses, and the
//! answer against the rules. A solver may also claim that there is no answer, no better answer or
//! no further answer. Such a claim cannot be checked in this way. One of these things happens to
//! it:
//!
//! 1. The claim is refused if a known answer contradicts it.
//! 2. It is proved if it follows from quarrel's own deductions and searches.
//! 3. Otherwise, it is labelled as the word of the solver, in the text and in the JSON of the
//!    result.

use serde::{Deserialize, Serialize};

use crate::model::Sense;
use crate::problem::{self, Problem};
use crate::solver::SolverChoice;
use crate::stop::Stop;

/// The label of a claim for which an external solver's statement is the only evidence.
pub const WORD: &str = "by the word of the solver";

/// The evidence for a claim of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimGround {
    /// quarrel's own deductions and search prove the claim.
    #[default]
    Search,
    /// Only an external solver states the claim, and nothing proves it.
    #[serde(rename = "word of the solver")]
    Word,
}

impl ClaimGround {
    /// Returns the evidence for this solver's claim that there is no solution:
    /// [`Search`](ClaimGround::Search) for the embedded CaDiCaL, and [`Word`](ClaimGround::Word)
    /// for any other program.
    pub fn for_solver(solver: &SolverChoice) -> ClaimGround {
        match solver {
            SolverChoice::Embedded => ClaimGround::Search,
            SolverChoice::Program(_) => ClaimGround::Word,
        }
    }

    /// Returns the words that are printed after a claim. They are empty if quarrel has proved the
    /// claim.
    pub fn suffix(self) -> &'static str {
        match self {
            ClaimGround::Search => "",
            ClaimGround::Word => ", by the word of the solver",
        }
    }
}

/// A claim that an answer can refute, but no answer can prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BelievedClaim {
    /// There is no answer at all or, if a value is given, no answer that is at least as good.
    NoAnswer(Option<i64>),
    /// No answer is better than this value.
    Optimal(i64),
}

/// Returns the value of the best answer from [`Problem::construct`] if this answer contradicts a
/// claim. Returns `None` if the answer does not contradict it, if no answer can be constructed, or
/// if the problem has no objective.
pub fn counterexample(problem: &dyn Problem, claim: BelievedClaim) -> Option<i64> {
    let sense = problem.goal()?.sense;
    let (_, value) = problem::construct_best(problem, 0, &Stop::unlimited())?;
    claim.is_refuted_by(value, sense).then_some(value)
}

impl BelievedClaim {
    /// Returns whether an answer with this value refutes the claim.
    pub fn is_refuted_by(self, value: i64, sense: Sense) -> bool {
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
