//! The solution from which a search with a proof starts.
//!
//! An answer may be known before a search: it was constructed from the rules, without a model. A proof shows a solution, which
//! has a value for every variable of the problem. So the solver is asked for one in which the answer is read, before symmetries
//! are broken, which may exclude it. Next to a search that takes no time; where it does, the answer is left out.

use super::{SearchError, Task};
use crate::encode::{self, Clauses};
use crate::model::{Model, Objective, Values};
use crate::problem::Answer;
use crate::solver::{Solver, Verdict};

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
    let mut clauses = Clauses::new();
    match encode::encode(model, &task.encodings, &mut clauses, &task.stop) {
        Err(refusal) if refusal.is_stop() => return Ok(None),
        written => _ = written?,
    }
    let mut solver = Solver::new(task.seed, &task.stop);
    solver.add(&clauses);
    if solver.solve_within(&lits, MOST_CONFLICTS) != Verdict::Satisfiable {
        return Ok(None);
    }
    let values = solver.values(model.labels().len());
    let is_said = |objective: &Objective| objective.value(&values) == value;
    Ok(model.objective().is_some_and(is_said).then_some(values))
}
