//! Progress of a plan, in numbers.

use serde::Serialize;

use super::merge::{Merged, SpentEffort};
use super::{Folder, FolderError, TaskOutcome};
use crate::record::Limit;

/// Progress of a plan.
#[derive(Clone, Debug, Serialize)]
pub struct PlanProgress {
    /// Folder of the plan.
    pub plan: String,
    /// Tasks.
    pub tasks: u64,
    /// Finished tasks.
    pub done: usize,
    /// Tasks to work on.
    pub open: usize,
    /// Tasks cut into smaller ones.
    pub cut: usize,
    /// Open tasks by their last attempt.
    pub open_after: OpenAfter,
    /// Attempts.
    pub attempts: u64,
    /// Processor time of all attempts, in seconds.
    pub cpu_seconds: f64,
    /// Conflicts in all attempts.
    pub conflicts: u64,
    /// Rejected files.
    pub left_aside: Vec<ForeignFile>,
}

/// Open tasks by their last outcome.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct OpenAfter {
    /// Limit of processor time.
    pub cpu_limit: usize,
    /// Limit of wall time.
    pub wall_limit: usize,
    /// Memory limit.
    pub memory_limit: usize,
    /// Conflict limit.
    pub conflict_limit: usize,
    /// Interrupted.
    pub interrupted: usize,
}

/// Rejected file.
#[derive(Clone, Debug, Serialize)]
pub struct ForeignFile {
    /// Path of the file.
    pub file: String,
    /// Reason.
    pub reason: String,
}

/// Dealt tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DealtTasks {
    /// Number of tasks.
    pub tasks: usize,
    /// List, if any.
    pub list: Option<u64>,
    /// Number of chunks.
    pub chunks: u64,
    /// Undealt tasks at a limit.
    pub left_at_limit: usize,
}

impl PlanProgress {
    /// Returns the progress of a plan.
    pub fn of(folder: &Folder, merged: &Merged) -> PlanProgress {
        let open = merged.open();
        let SpentEffort { attempts, cpu_seconds, effort, .. } = merged.spent();
        let foreign = merged.foreign.iter().map(|(path, reason)| ForeignFile {
            file: path.display().to_string(),
            reason: reason.clone(),
        });
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
            left_aside: foreign.collect(),
        }
    }
}

impl OpenAfter {
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
    /// Deals out the open tasks below their limits, in at most `most` chunks.
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
