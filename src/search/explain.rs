//! The explanation of a finding: the entries that all answers share, and the givens that leave one
//! answer.
//!
//! The finding already states whether there is no answer, one answer or several
//! ([`Answers::Unique`]). If there is no answer, it contains a clash (`clash.rs`). The explanation
//! concerns the same answers as the finding: all answers at the bound, or the best answers.
//!
//! [`Answers::Unique`]: super::Answers::Unique

use super::forced::{Forced, forced};
use super::probe::AnswerProbe;
use super::settle::{Settling, settling};
use super::{Finding, SearchError, Status, Task};

/// The explanation of a finding.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// The entries that all answers share, if requested and if there is an answer.
    pub forced: Option<Forced>,
    /// The givens that leave one answer, if there are several.
    pub settling: Option<Settling>,
}

/// Explains the finding of a task that asks for [`Answers::Unique`].
///
/// [`Answers::Unique`]: super::Answers::Unique
///
/// A formulation for single values of the objective gets no explanation.
///
/// # Errors
///
/// As [`run`](super::run).
pub fn explain(
    task: &Task,
    finding: &Finding,
    wants_forced: bool,
) -> Result<Explanation, SearchError> {
    let mut explanation = Explanation::default();
    let is_several = finding.unique == Some(false);
    if finding.answer.is_none() || !(is_several || wants_forced) {
        return Ok(explanation);
    }
    let bound = match finding.status {
        Status::Optimal => finding.value,
        // Without the optimum, the set of the best answers is unknown.
        _ if task.problem.goal().is_some() && task.bound.is_none() => return Ok(explanation),
        _ => task.bound,
    };
    let Some(mut probe) = AnswerProbe::of(task, bound)? else { return Ok(explanation) };
    if wants_forced {
        explanation.forced = forced(&mut probe)?;
    }
    if is_several {
        explanation.settling = Some(settling(&mut probe)?);
    }
    Ok(explanation)
}
