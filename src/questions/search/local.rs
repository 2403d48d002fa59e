//! Answers of model files by local search, before the first call of the solver.

use super::Task;
use crate::answer::Answer;
use crate::problem::{self, CheckedAnswer};

/// Returns the best answer that local search finds in the rows of the problem's model file, with its
/// value. The search ends when better answers become rare. Returns `None` if the problem has no model
/// file or no objective, if local search does not take the file, or if no answer is found.
pub(super) fn find_answer(task: &Task) -> Option<(CheckedAnswer, i64)> {
    let file = task.problem.info().written.as_ref()?;
    let mut search = file.local_search(u64::from(task.seed))?;
    search.run_while_it_pays(&task.stop);
    let answer = Answer::Assignment(search.best()?[..file.names().count()].to_vec());
    let checked = problem::check_answer(&*task.problem, answer).ok()?;
    let value = checked.value()?;
    Some((checked, value))
}
