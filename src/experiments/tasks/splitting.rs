//! The next round of a plan. In it, smaller tasks replace tasks that ran into a limit.

use super::merge::MergedResults;
use super::{Folder, Job, PlanError, StoredQuestion, Work};
use crate::question::PosedQuestion;
use crate::search::{self, DivisionError, Pieces};
use crate::stop::Stop;

/// The question and the options by which tasks at a limit are cut.
pub struct TaskSplitter<'a> {
    /// The question, as the plan stores it.
    pub stated: &'a StoredQuestion,
    /// The question with its problem.
    pub posed: &'a PosedQuestion,
    /// Approximate number of parts into which each task is cut.
    pub number: u64,
    /// The request to stop, which ends the cutting before all tasks are cut.
    pub stop: &'a Stop,
}

/// Numbers about a round of tasks that were cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitRound {
    /// Number of open tasks that ran into a limit.
    pub at_limit: usize,
    /// Number of these tasks that were cut.
    pub cut: u64,
    /// Number of parts, which are the tasks of the new round. It is 0 if no round was added.
    pub parts: usize,
}

impl TaskSplitter<'_> {
    /// Cuts the open tasks at a limit, and adds a round of their parts to `folder`. Returns three
    /// numbers: of tasks at a limit, of those that were cut, and of parts. `tasks` must be all
    /// tasks of the plan, sorted by index, and `merged` must have their results. `command` is
    /// recorded in the round. A task that cannot be cut, or is no piece, remains as it is. If the
    /// division alone refutes a task, the task counts as cut, even into a single part. Adds no
    /// round if no task is cut.
    ///
    /// # Errors
    ///
    /// If the question cannot be divided or cannot have a proof. If the round cannot be written.
    /// Also at a stop. In this case, no round is added.
    pub fn split(
        &self,
        folder: &mut Folder,
        tasks: &[Job],
        merged: &MergedResults,
        command: &str,
    ) -> Result<SplitRound, PlanError> {
        let conflicts = folder.header().limits.conflicts;
        let task = StoredQuestion::search_task(self.posed, self.stated.proof, self.stop)?;
        let question = search::Task { conflicts, ..task };
        let pieces = Pieces::for_task(&question)?;
        let mut cutter = pieces.divider(self.stop);
        let mut without_runs = None;
        let mut work = Vec::new();
        let mut cut = 0_u64;
        let at_limit = merged.tasks_at_limit();
        for &task in &at_limit {
            let job = usize::try_from(task).ok().and_then(|task| tasks.get(task));
            let Some(piece) = job.and_then(|job| job.work.piece()) else { continue };
            let mut parts = cutter.divide(piece, self.number);
            if parts.pieces.len() < 2 {
                // The cutter has decided the piece by a short run of the solver. But no worker has
                // decided the piece within its limit. So the piece is cut again, without such short
                // runs.
                let cutter =
                    without_runs.get_or_insert_with(|| pieces.divider_without_runs(self.stop));
                parts = cutter.divide(piece, self.number);
            }
            if self.stop.is_reached() {
                return Err(DivisionError::Stopped.into());
            }
            // Parts that propagation refutes become tasks too, since a worker has to write their
            // results.
            if parts.pieces.len() > 1 || !parts.is_open {
                cut += 1;
                work.extend(parts.pieces.into_iter().map(|part| (task, Work::Piece(part))));
            }
        }
        let parts = work.len();
        if parts > 0 {
            folder.add_round(command, work, cutter.learnt())?;
        }
        Ok(SplitRound { at_limit: at_limit.len(), cut, parts })
    }
}
