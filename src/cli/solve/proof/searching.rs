//! A proof that a search for one answer writes, of an optimum, a bound, an answer, or that there is
//! none.

use super::super::asked::{Asked, Outcome};
use super::{command_as_stated as command, subject};
use crate::certificate::{Folder, Said};
use crate::cli::Failure;
use crate::cli::proof_folder::Begun;
use crate::problem::Goal;
use crate::search::{Status, Task};

/// Begins the proof, and has the search write it.
pub(super) fn begin(folder: Folder, asked: &mut Asked) -> Result<Begun, Failure> {
    let problem = asked.task.problem;
    let command = command(asked, &["quarrel", "export"], &["--to", "opb"]);
    let begun = Begun::of(folder, problem, &subject(asked), command)?;
    begun.take_part(&mut asked.task);
    Ok(begun)
}

/// Ends the proof with what was found.
pub(super) fn end(begun: Begun, asked: &Asked, outcome: &Outcome) -> Result<(), Failure> {
    let Task { problem, bound, .. } = asked.task;
    let says = |says| settles(says, outcome.finding.status, problem.goal(), bound);
    begun.end(problem, None, says).map(drop)
}

/// Whether a proof says as much as a search that ended so.
fn settles(says: Said, found: Status, goal: Option<Goal>, bound: Option<i64>) -> bool {
    match (found, says) {
        (Status::Optimal, Said::Optimum(_))
        | (
            Status::Satisfiable,
            Said::Answer | Said::Optimum(_) | Said::Bounds { reached: Some(_), .. },
        )
        | (Status::Unsatisfiable, Said::NoAnswer)
        | (Status::Unknown, _) => true,
        // A search from below may begin with an answer that does not reach the bound.
        (Status::Unsatisfiable, Said::Optimum(best) | Said::Bounds { best: Some(best), .. }) => {
            let known = goal.zip(bound);
            known.is_some_and(|(goal, bound)| !goal.sense.reaches(best, bound))
        }
        _ => false,
    }
}
