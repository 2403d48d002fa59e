//! Numbers about the progress of a plan.

use serde::Serialize;

use super::merge::{MergedResults, SpentEffort};
use super::{Folder, FolderError, TaskOutcome};
use crate::record::Limit;

/// Numbers about the progress of a plan.
#[derive(Clone, Debug, Serialize)]
pub struct PlanProgress {
    /// Folder of the plan.
    pub plan: String,
    /// Number of tasks in all rounds.
    pub tasks: u64,
    /// Number of tasks that are decided by an attempt at the task itself, not at its parts.
    pub done: usize,
    /// Number of tasks that remain to be done. Such a task is neither done nor cut, and not part of
    /// a task that is done.
    pub open: usize,
    /// Number of tasks that were cut into smaller tasks, done or not.
    pub cut: usize,
    /// Numbers of open tasks, by the outcome of their last attempt.
    pub open_after: OpenTaskCounts,
    /// Number of attempts at all tasks.
    pub attempts: u64,
    /// Processor time of all attempts, in seconds.
    pub cpu_seconds: f64,
    /// Conflicts in all attempts.
    pub conflicts: u64,
    /// The rejected files of results, each with the reason.
    pub left_aside: Vec<RejectedFile>,
}

/// Numbers of open tasks, sorted by the outcome of their last attempt. A task without attempts is
/// in none of these numbers.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct OpenTaskCounts {
    /// Number of tasks at their limit of processor time.
    pub cpu_limit: usize,
    /// Number of tasks at their limit of wall time.
    pub wall_limit: usize,
    /// Number of tasks at their memory limit.
    pub memory_limit: usize,
    /// Number of tasks at their conflict limit.
    pub conflict_limit: usize,
    /// Number of tasks whose worker was interrupted.
    pub interrupted: usize,
}

/// A rejected file of results.
#[derive(Clone, Debug, Serialize)]
pub struct RejectedFile {
    /// Path of the file.
    pub file: String,
    /// The reason of the rejection.
    pub reason: String,
}

/// Numbers about a list of tasks for a job array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TodoList {
    /// Number of tasks in the list.
    pub tasks: usize,
    /// The list's index. It is `None` if there is no list, because no task is open or each open
    /// task ran into a limit.
    pub list: Option<u64>,
    /// Number of chunks in the list. It is 0 if there is no list.
    pub chunks: u64,
    /// Number of open tasks that ran into a limit and are therefore not in the list.
    pub left_at_limit: usize,
}

impl PlanProgress {
    /// Counts the tasks and attempts of the plan in `folder`. `merged` has the results of this
    /// plan. A task counts as done only if an attempt at the task itself decides it. A task counts
    /// as cut if it has parts. So a task can count as both. An undecided part of a done task does
    /// not count as open. Also lists the rejected files with the reasons.
    pub fn from_merged(folder: &Folder, merged: &MergedResults) -> PlanProgress {
        let open = merged.open_tasks();
        let SpentEffort { attempts, cpu_seconds, effort, .. } = merged.total_effort();
        let foreign = merged
            .foreign
            .iter()
            .map(|(path, reason)| RejectedFile {
                file: path.display().to_string(),
                reason: reason.clone(),
            })
            .collect();
        PlanProgress {
            plan: folder.path().display().to_string(),
            tasks: folder.task_count(),
            done: merged.known.iter().filter(|known| known.done.is_some()).count(),
            open: open.len(),
            cut: merged.parts.len(),
            open_after: OpenTaskCounts::from_merged(merged, &open),
            attempts,
            cpu_seconds,
            conflicts: effort.conflicts,
            left_aside: foreign,
        }
    }
}

impl OpenTaskCounts {
    /// Counts the tasks `open` by the outcome of the last attempt that did not decide them. If a
    /// task is at a limit and the kind of the limit is not recorded, the task counts as being at
    /// its conflict limit. Skips tasks without an attempt.
    fn from_merged(merged: &MergedResults, open: &[u64]) -> OpenTaskCounts {
        let mut counts = OpenTaskCounts::default();
        for task in open {
            let known = usize::try_from(*task).ok().and_then(|task| merged.known.get(task));
            let Some((_, outcome, limit)) = known.and_then(|known| known.failed.as_ref()) else {
                continue;
            };
            let count = match (outcome, limit) {
                (TaskOutcome::Limit, Some(Limit::Cpu)) => &mut counts.cpu_limit,
                (TaskOutcome::Limit, Some(Limit::Wall)) => &mut counts.wall_limit,
                (TaskOutcome::Limit, Some(Limit::Memory)) => &mut counts.memory_limit,
                (TaskOutcome::Limit, None) => &mut counts.conflict_limit,
                (TaskOutcome::Interrupted, _) => &mut counts.interrupted,
                _ => continue,
            };
            *count += 1;
        }
        counts
    }
}

impl Folder {
    /// Writes a list of the open tasks in at most `most` chunks, which must be at least 1. Leaves
    /// out tasks that ran into a limit. Writes no list if no task remains. Returns the index of the
    /// list, if there is one. Also returns three numbers: of its tasks, of its chunks, and of the
    /// tasks that were left out.
    ///
    /// # Errors
    ///
    /// If the list cannot be written.
    pub fn write_open_list(
        &self,
        merged: &MergedResults,
        most: u64,
    ) -> Result<TodoList, FolderError> {
        let at_limit = merged.tasks_at_limit();
        let mut open = merged.open_tasks();
        open.retain(|task| at_limit.binary_search(task).is_err());
        let dealt = if open.is_empty() { None } else { Some(self.write_list(&open, most)?) };
        Ok(TodoList {
            tasks: open.len(),
            list: dealt.map(|(list, _)| list),
            chunks: dealt.map_or(0, |(_, chunks)| chunks),
            left_at_limit: at_limit.len(),
        })
    }
}
