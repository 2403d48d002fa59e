//! The answer from which a search starts, and its solution.
//!
//! A constructed answer comes from the rules, without a model, but a proof needs a value for every
//! variable. So the solver searches for a solution with this answer before symmetries are broken,
//! since symmetry breaking may exclude the answer. If this takes too many conflicts, the answer is
//! left out.

use super::{SearchError, Task};
use crate::encode::{self, Clauses, EncodeRefusal};
use crate::model::{Lit, Model, Values};
use crate::problem::{Checked, PartialAnswer};
use crate::solver::{Solver, SolverVerdict};

const MOST_CONFLICTS: i32 = 10_000;

/// Returns a solution with this answer and value, if one is found soon.
pub(super) fn solution_of(
    answer: &Checked,
    value: i64,
    task: &Task,
    model: &Model,
) -> Result<Option<Values>, SearchError> {
    let Some(lits) = answer.answer().to_partial().literals(model) else { return Ok(None) };
    let (SolverVerdict::Satisfiable, values) = solved(&lits, task, model)? else { return Ok(None) };
    let is_said = model.objective().is_some_and(|objective| objective.value(&values) == value);
    Ok(is_said.then_some(values))
}

/// The result of completing a partial answer.
pub enum Completion {
    /// An answer that contains the partial answer.
    Whole(Checked),
    /// No answer contains the partial answer.
    Impossible,
    /// Undecided at the conflict limit, or because the formulation has one model for each value.
    Unknown,
}

/// Completes a partial answer.
///
/// # Errors
///
/// If the model cannot be encoded, or its solution does not decode to an answer.
pub fn complete(task: &Task, partial: &PartialAnswer) -> Result<Completion, SearchError> {
    if task.formulation.of_value {
        return Ok(Completion::Unknown);
    }
    let model = task.problem.stated(task.formulation).with(0).constraints_alone();
    let Some(lits) = partial.literals(&model) else { return Ok(Completion::Impossible) };
    match solved(&lits, task, &model)? {
        (SolverVerdict::Satisfiable, values) => {
            Ok(Completion::Whole(task.answer(&model, &values)?))
        }
        (SolverVerdict::Unsatisfiable, _) => Ok(Completion::Impossible),
        (SolverVerdict::Stopped, _) => Ok(Completion::Unknown),
    }
}

fn solved(
    lits: &[Lit],
    task: &Task,
    model: &Model,
) -> Result<(SolverVerdict, Values), SearchError> {
    let mut clauses = Clauses::new();
    match encode::encode(model, &task.encodings, &mut clauses, &task.stop) {
        Err(EncodeRefusal::Stopped) => {
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
