//! The answer and the solution from which a search starts.
//!
//! A start may be partial. The solver is asked for an answer that has it, for a while; whatever its
//! value is, the search improves it.
//!
//! An answer may be known before a search: it was constructed from the rules, without a model. A
//! proof shows a solution, which has a value for every variable of the problem. So the solver is
//! asked for one in which the answer is read, before symmetries are broken, which may exclude it.
//! Next to a search that takes no time; where it does, the answer is left out.

use super::{SearchError, Task};
use crate::encode::{self, Clauses};
use crate::model::{Lit, Model, Values};
use crate::problem::Answer;
use crate::solver::{Solver, SolverVerdict};

/// For how many conflicts the solution is looked for.
const MOST_CONFLICTS: i32 = 10_000;

/// A solution that says an answer, with its value; none where it is not found soon.
pub(super) fn solution_of(
    answer: &Answer,
    value: i64,
    task: &Task,
    model: &Model,
) -> Result<Option<Values>, SearchError> {
    let Some(lits) = task.problem.literals(model, &answer.rows) else { return Ok(None) };
    let (SolverVerdict::Satisfiable, values) = solved(&lits, task, model)? else { return Ok(None) };
    let is_said = model.objective().is_some_and(|objective| objective.value(&values) == value);
    Ok(is_said.then_some(values))
}

/// What became of a partial answer.
pub enum Completion {
    /// An answer that has it.
    Whole(Answer),
    /// No answer has it.
    Impossible,
    /// None was found soon.
    Unknown,
}

/// Completes a partial answer.
///
/// # Errors
///
/// If the model cannot be encoded, or its solution says no answer.
pub fn complete(task: &Task, rows: &[String]) -> Result<Completion, SearchError> {
    if task.formulation.of_value {
        return Ok(Completion::Unknown);
    }
    let model = task.problem.stated(task.formulation).with(0).constraints_alone();
    let Some(lits) = task.problem.literals(&model, rows) else {
        return Ok(Completion::Impossible);
    };
    match solved(&lits, task, &model)? {
        (SolverVerdict::Satisfiable, values) => {
            Ok(Completion::Whole(task.answer(&model, &values)?))
        }
        (SolverVerdict::Unsatisfiable, _) => Ok(Completion::Impossible),
        (SolverVerdict::Stopped, _) => Ok(Completion::Unknown),
    }
}

/// Asks for a solution in which literals are true, for some conflicts.
fn solved(
    lits: &[Lit],
    task: &Task,
    model: &Model,
) -> Result<(SolverVerdict, Values), SearchError> {
    let mut clauses = Clauses::new();
    match encode::encode(model, &task.encodings, &mut clauses, &task.stop) {
        Err(refusal) if refusal.is_stop() => {
            return Ok((SolverVerdict::Stopped, Values::new(Vec::new())));
        }
        written => _ = written?,
    }
    let mut solver = Solver::new(task.seed, &task.stop);
    solver.add(&clauses);
    let verdict = solver.solve_within(lits, MOST_CONFLICTS);
    let values = match verdict {
        SolverVerdict::Satisfiable => solver.values(model.labels().len()),
        SolverVerdict::Unsatisfiable | SolverVerdict::Stopped => Values::new(Vec::new()),
    };
    Ok((verdict, values))
}
