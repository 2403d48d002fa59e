//! Numbers about the progress of a plan.

use serde::Serialize;

use super::merge::{Merged, SpentEffort};
use super::{Folder, FolderError, TaskOutcome};
use crate::record::Limit;

/// Numbers about the progress of a plan.
#[derive(Clone, Debug, Serialize)]
pub struct PlanProgress {
    /// Folder of the plan.
    pub plan: String,
    /// Tasks in all rounds.
    pub tasks: u64,
    /// Tasks that an attempt decides.
    pub done: usize,
    /// Tasks that remain to be done.
    pub open: usize,
    /// Tasks that were cut into smaller ones.
    pub cut: usize,
    /// Open tasks, by the outcome of their last attempt.
    pub open_after: OpenAfter,
    /// Attempts at all tasks.
    pub attempts: u64,
    /// Processor time of all attempts, in seconds.
    pub cpu_seconds: f64,
    /// Conflicts in all attempts.
    pub conflicts: u64,
    /// Rejected files of results.
    pub left_aside: Vec<ForeignFile>,
}

/// Numbers of open tasks, by the outcome of their last attempt.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct OpenAfter {
    /// Tasks at their limit of processor time.
    pub cpu_limit: usize,
    /// Tasks at their limit of wall time.
    pub wall_limit: usize,
    /// Tasks at their memory limit.
    pub memory_limit: usize,
    /// Tasks at their conflict limit.
    pub conflict_limit: usize,
    /// Tasks whose worker was interrupted.
    pub interrupted: usize,
}

/// A rejected file of results.
#[derive(Clone, Debug, Serialize)]
pub struct ForeignFile {
    /// Path of the file.
    pub file: String,
    /// The reason of the rejection.
    pub reason: String,
}

/// Numbers about a list of tasks for a job array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DealtTasks {
    /// Tasks in the list.
    pub tasks: usize,
    /// The list's index; `None` if no task is open.
    pub list: Option<u64>,
    /// Chunks in the list.
    pub chunks: u64,
    /// Open tasks that ran into a limit and are not in the list.
    pub left_at_limit: usize,
}

impl PlanProgress {
    /// Counts the tasks and attempts of a plan.
    pub fn of(folder: &Folder, merged: &Merged) -> PlanProgress {
        let open = merged.open();
        let SpentEffort { attempts, cpu_seconds, effort, .. } = merged.spent();
        let foreign = merged
            .foreign
            .iter()
            .map(|(path, reason)| ForeignFile {
                file: path.display().to_string(),
                reason: reason.clone(),
            })
            .collect();
        PlanProgress {
            plan: folder.path().display().to_string(),
            tasks: folder.number(),
            done: merged.known.iter().filter(|known| known.done.is_some()).count(),
            open: open.len(),
            cut: merged.parts.len(),
            open_after: OpenAfter::of(merged, &open),
            attempts,
            cpu_seconds,
            conflicts: effort.conflicts,
            left_aside: foreign,
        }
    }
}

impl OpenAfter {
    /// Counts the open tasks by the outcome of their last attempt.
    fn of(merged: &Merged, open: &[u64]) -> OpenAfter {
        let mut counts = OpenAfter::default();
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
    /// Writes a list of the open tasks in at most `most` chunks, without those that ran into a
    /// limit.
    ///
    /// # Errors
    ///
    /// If the list cannot be written.
    pub fn deal_open(&self, merged: &Merged, most: u64) -> Result<DealtTasks, FolderError> {
        let at_limit = merged.at_limit();
        let mut open = merged.open();
        open.retain(|task| at_limit.binary_search(task).is_err());
        let dealt = if open.is_empty() { None } else { Some(self.deal(&open, most)?) };
        Ok(DealtTasks {
            tasks: open.len(),
            list: dealt.map(|(list, _)| list),
            chunks: dealt.map_or(0, |(_, chunks)| chunks),
            left_at_limit: at_limit.len(),
        })
    }
}
