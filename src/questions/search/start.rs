//! The answer from which a search starts, and the solution of the model that shows this answer.
//!
//! A constructed answer comes from the rules, without a model. But a proof needs a value for every
//! variable. So the solver searches for a solution with this answer. This is done before symmetries
//! are broken, because symmetry breaking can exclude the answer. If the search takes too many
//! conflicts, the answer is not used.

use super::local::LocalImprover;
use super::{SearchError, Task};
use crate::decision::Decision;
use crate::encode::{self, Clauses, EncodeRefusal};
use crate::model::{Lit, Model, Values};
use crate::problem::{self, CheckedAnswer, Goal, PartialAnswer};
use crate::solver::Solver;

/// The conflict limit of the search for a solution.
const MOST_CONFLICTS: i32 = 10_000;

/// Returns the best of these answers, with its value: the start, a constructed answer, and one that
/// local search finds in the rows of a model file. The first of equally good answers counts.
/// Constructs and searches only if the task does not turn it off and is not stopped. Returns `None`
/// if there is no such answer, or if the problem has no objective. Also returns the local search, if
/// there was one.
pub(super) fn known_answer<'a>(
    task: &'a Task<'a>,
) -> (Option<(CheckedAnswer, i64)>, Option<LocalImprover<'a>>) {
    let Some(Goal { sense, .. }) = task.problem.goal() else { return (None, None) };
    let mut known: Vec<(CheckedAnswer, i64)> = task.start.clone().into_iter().collect();
    let mut local = None;
    if task.construct && !task.stop.is_reached() {
        let seed = u64::from(task.seed);
        known.extend(problem::construct_best(&*task.problem, seed, &task.stop));
        if let Some((improver, found)) = LocalImprover::begin(task) {
            known.extend(found);
            local = Some(improver);
        }
    }
    let best = known
        .into_iter()
        .reduce(|best, next| if sense.reaches(best.1, next.1) { best } else { next });
    (best, local)
}

/// Returns the known answer if it is at least as good as `bound`.
pub(super) fn known_answer_reaching(task: &Task, bound: i64) -> Option<(CheckedAnswer, i64)> {
    let sense = task.problem.goal()?.sense;
    known_answer(task).0.filter(|&(_, value)| sense.reaches(value, bound))
}

/// Returns a solution with this answer and value. If the answer itself has a value for each variable
/// of the model, this is the solution, and no solver is needed. Returns `None` if no solution is
/// found within [`MOST_CONFLICTS`] conflicts or before a stop, or if the solution has another value.
/// Also returns `None` if the model cannot express the answer or has no objective. Fails if the model
/// cannot be encoded.
pub(super) fn find_solution(
    answer: &CheckedAnswer,
    value: i64,
    task: &Task,
    model: &Model,
) -> Result<Option<Values>, SearchError> {
    let Some(lits) = answer.answer().to_partial().literals(model) else { return Ok(None) };
    let found = match complete_solution(answer, task, model) {
        Some(values) => Decision::Sat(values),
        None => solve_with(&lits, task, model)?,
    };
    let Decision::Sat(values) = found else { return Ok(None) };
    let has_value = model.objective().is_some_and(|objective| objective.value(&values) == value);
    Ok(has_value.then_some(values))
}

/// Returns the values of an answer of a model file if they are a solution of the model. Returns `None`
/// if the model has other variables than the file, or if they are no solution.
fn complete_solution(answer: &CheckedAnswer, task: &Task, model: &Model) -> Option<Values> {
    let file = task.problem.info().written.as_ref()?;
    let values = file.local_values(answer.answer())?;
    let is_complete = values.len() == model.labels().len();
    let values = is_complete.then(|| Values::new(values))?;
    let mut statements = model.constraints().statements();
    statements.all(|statement| statement.is_satisfied_by(&values)).then_some(values)
}

/// Completes a partial answer to any answer by the rules, which need not be the best. Ignores the
/// task's bound and its conflict limit. The result is `Unsat` if there is no such answer, or if the
/// model does not allow an entry. The result is `Unknown` after `MOST_CONFLICTS` conflicts, at a
/// stop, or if the formulation has one model for each value of the objective.
///
/// # Errors
///
/// If the model cannot be encoded. If the solution does not show an answer, or if this answer does
/// not pass its check.
pub fn complete(
    task: &Task,
    partial: &PartialAnswer,
) -> Result<Decision<CheckedAnswer>, SearchError> {
    if task.formulation.of_value {
        return Ok(Decision::Unknown);
    }
    let model = task.problem.model_scheme(task.formulation).for_value(0).into_decision_model();
    let Some(lits) = partial.literals(&model) else { return Ok(Decision::Unsat(())) };
    solve_with(&lits, task, &model)?.try_map(|values| task.answer(&model, &values))
}

/// Searches for a solution in which these literals are true, with a fresh embedded solver. Does not
/// use the task's conflict limit. Returns `Unknown` after [`MOST_CONFLICTS`] conflicts or at a
/// stop. Fails if the model cannot be encoded.
fn solve_with(lits: &[Lit], task: &Task, model: &Model) -> Result<Decision<Values>, SearchError> {
    let mut clauses = Clauses::new();
    match encode::encode(model, &task.encodings, &mut clauses, &task.stop) {
        Err(EncodeRefusal::Stopped) => return Ok(Decision::Unknown),
        written => _ = written?,
    }
    let mut solver = Solver::new(task.seed, &task.stop);
    solver.add(&clauses);
    let verdict = solver.solve_within(lits, MOST_CONFLICTS);
    verdict.try_map(|()| Ok(solver.values(model.labels().len())))
}
