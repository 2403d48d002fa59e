//! The explanation of a finding for [`Answers::Unique`]: the entries that all answers share, and
//! the entries that leave only one answer if they are added as givens. If the problem has an
//! objective, only the answers at the bound of the question count. If the question has no bound,
//! only the best answers count.
//!
//! [`Answers::Unique`]: super::Answers::Unique

use super::forced::{Backbone, find_backbone};
use super::probe::AnswerProbe;
use super::settle::{SettlingEntries, find_settling_entries};
use super::{Finding, SearchError, Status, Task};
use crate::stop::StopCause;

/// The explanation of a finding.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// The entries that all answers share; `None` if they are not requested, or if no answer is
    /// found in time.
    pub forced: Option<Backbone>,
    /// The settling entries: each of them, as an additional given, leaves only one answer. `None`
    /// if there are not several answers, since settling entries are then not searched.
    pub settling: Option<SettlingEntries>,
    /// The reason why the search for `forced` or `settling` was stopped; `None` if it was
    /// completed.
    pub stopped: Option<StopCause>,
}

/// Explains the finding of a task that asks for [`Answers::Unique`](super::Answers::Unique).
/// Searches for shared entries only if `wants_forced`, and for settling entries only if there are
/// several answers. The explanation is empty if nothing is searched, if there is no answer, if
/// there is one model for each value of the objective, or if the best answers are asked for and the
/// optimum is unknown. After a stop, it has the entries found in time, and the cause. The search
/// for settling entries also ends at a limit of its own. Then entries can be missing without a
/// cause of a stop; only `complete` of the settling entries shows this.
///
/// # Errors
///
/// If an encoding or a solver fails, or if an answer does not pass its check.
pub fn explain(
    task: &Task,
    finding: &Finding,
    wants_forced: bool,
) -> Result<Explanation, SearchError> {
    let mut explanation = Explanation::default();
    let is_several = finding.unique() == Some(false);
    if finding.answer.is_none() || !(is_several || wants_forced) {
        return Ok(explanation);
    }
    let bound = match finding.status() {
        Status::Optimal => finding.value(),
        // If the optimum is unknown, the set of the best answers is also unknown.
        _ if task.problem.goal().is_some() && task.bound.is_none() => return Ok(explanation),
        _ => task.bound,
    };
    let Some(mut probe) = AnswerProbe::for_task(task, bound)? else {
        return Ok(Explanation { stopped: task.stop.reason(), ..explanation });
    };
    let mut is_complete = true;
    if wants_forced {
        let forced = find_backbone(&mut probe)?;
        is_complete &= forced.as_ref().is_some_and(|forced| forced.complete);
        explanation.forced = forced;
    }
    if is_several {
        let settling = find_settling_entries(&mut probe)?;
        is_complete &= settling.complete;
        explanation.settling = Some(settling);
    }
    explanation.stopped = task.stop.reason().filter(|_| !is_complete);
    Ok(explanation)
}
