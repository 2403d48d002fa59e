//! A comparison of an external solver's claims with known answers. There are up to three known
//! answers: the answer that the search has found before, the answer with which the search starts,
//! and a constructed answer. If answers are projected to some variables, known answers can refute
//! only the claim that there is no answer. The embedded solver is trusted.

use super::{Finding, SearchError, Status, Task};
use crate::belief::{BelievedClaim, ClaimGround};
use crate::model::{Model, Values};
use crate::problem::{self, CheckedAnswer};
use crate::solver::SolverChoice;
use crate::solver::external::ExternalError;

/// The known answers that an external solver must find and has not found so far.
pub(super) struct KnownAnswers(Vec<CheckedAnswer>);

impl KnownAnswers {
    pub fn none() -> KnownAnswers {
        KnownAnswers(Vec::new())
    }

    /// Returns the answers that the solver must find: the answer found before, the answer with
    /// which the search starts, and a constructed answer. Runs the problem's construction for the
    /// last of them. There are none for the embedded solver, which is trusted.
    pub fn new(task: &Task, finding: &Finding) -> KnownAnswers {
        if ClaimGround::for_solver(&task.solver) == ClaimGround::Search {
            return KnownAnswers::none();
        }
        let constructed = problem::construct_best(&*task.problem, 0, &task.stop);
        KnownAnswers(
            finding
                .answer
                .clone()
                .into_iter()
                .chain(task.start.clone().into_iter().chain(constructed).map(|(answer, _)| answer))
                .collect(),
        )
    }

    /// Removes the known answers that the solver need not find any more. These are `answer`, which
    /// the solver found in the solution `values`, and each known answer whose literals are all true
    /// in this solution. Also removes known answers that the model cannot express. If answers are
    /// projected, removes all known answers, because each of them can have the same values in the
    /// projected variables as `answer`.
    pub fn remove_found(
        &mut self,
        task: &Task,
        model: &Model,
        answer: &CheckedAnswer,
        values: &Values,
    ) {
        if task.projected.is_some() {
            self.0.clear();
        }
        self.0.retain(|known| {
            let lits = known.answer().to_partial().literals(model);
            known.answer() != answer.answer()
                && lits.is_some_and(|lits| lits.iter().any(|lit| !values.is_true(*lit)))
        });
    }

    /// Refuses an external solver's claim that it found all answers, if a known answer is not among
    /// them. `bound` is the bound of the question, and `found` is the number of answers found. The
    /// solver need not find known answers that do not reach the bound. If the question wants only
    /// answers whose value is exactly the bound, the solver need not find answers with another
    /// value. Does nothing if the claim does not rest on the solver's statement.
    pub fn validate_all(
        &self,
        task: &Task,
        bound: Option<i64>,
        found: u64,
        finding: &Finding,
    ) -> Result<(), SearchError> {
        let is_exact = finding.exactly || finding.status() == Status::Optimal;
        let missed =
            self.0.iter().find(|answer| match (task.problem.goal(), bound, answer.value()) {
                (Some(_), Some(bound), Some(value)) if is_exact => value == bound,
                (Some(goal), Some(bound), Some(value)) => goal.sense.reaches(value, bound),
                _ => true,
            });
        match missed {
            Some(missed) if finding.ground == ClaimGround::Word => {
                let claim = match found {
                    0 => "that there is no answer".to_owned(),
                    found => format!("that there are no answers besides the {found} that it found"),
                };
                Err(contradicted(task, claim, missed.value()))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses a claim of an external solver if a known answer contradicts it. The claim is that an
/// answer is optimal, or that no answer reaches the task's bound. Known answers are the finding's
/// own answer, the answer with which the search starts, and a constructed answer. Runs the
/// problem's construction for the last of them. Does nothing if the problem has no objective, if
/// the finding makes neither claim, or if the claim does not rest on the solver's statement.
pub(super) fn validate(task: &Task, finding: &Finding) -> Result<(), SearchError> {
    let Some(goal) = task.problem.goal().filter(|_| finding.ground == ClaimGround::Word) else {
        return Ok(());
    };
    let (claim, words) = match (finding.status(), finding.value()) {
        (Status::Unsatisfiable, _) => {
            (BelievedClaim::NoAnswer(task.bound), "that there is no answer".to_owned())
        }
        (Status::Optimal, Some(best)) => {
            let value = task.problem.format_value(best);
            (BelievedClaim::Optimal(best), format!("that {} {value} is the optimum", goal.name))
        }
        _ => return Ok(()),
    };
    let known = KnownAnswers::new(task, finding).0;
    let mut values = known.iter().filter_map(CheckedAnswer::value);
    let missed = values.find(|&value| claim.is_refuted_by(value, goal.sense));
    missed.map_or(Ok(()), |value| Err(contradicted(task, words, Some(value))))
}

/// Returns the error that a known answer contradicts the claim of a solver. `claim` is the claim in
/// words, beginning with "that". `value` is the value of the known answer. The error names this
/// value only if the problem has an objective and `value` is given.
fn contradicted(task: &Task, claim: String, value: Option<i64>) -> SearchError {
    let command = match &task.solver {
        SolverChoice::Program(command) => command.to_string(),
        SolverChoice::Embedded => "the embedded solver".to_owned(),
    };
    let value = task.problem.goal().zip(value);
    let known = value.map_or("an answer".to_owned(), |(goal, value)| {
        let value = task.problem.format_value(value);
        format!("an answer with {} {value}", goal.name)
    });
    ExternalError::Contradicted { command, claim, known }.into()
}
