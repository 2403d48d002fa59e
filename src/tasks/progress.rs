//! How far a plan is, in numbers.

use serde::Serialize;

use super::merge::{Merged, SpentEffort};
use super::{Folder, FolderError, TaskOutcome};
use crate::record::Limit;

/// How far a plan is.
#[derive(Clone, Debug, Serialize)]
pub struct PlanProgress {
    /// Its folder.
    pub plan: String,
    /// How many tasks it has.
    pub tasks: u64,
    /// How many of them are done.
    pub done: usize,
    /// How many are to be worked on.
    pub open: usize,
    /// How many are cut into smaller ones.
    pub cut: usize,
    /// Why tasks are open that somebody has tried.
    pub open_after: OpenAfter,
    /// How many attempts there were.
    pub attempts: u64,
    /// The seconds of processor time of all attempts.
    pub cpu_seconds: f64,
    /// The conflicts of the solver in all attempts.
    pub conflicts: u64,
    /// The files that are no attempts at this plan.
    pub left_aside: Vec<ForeignFile>,
}

/// How many tasks are open for each reason.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct OpenAfter {
    /// The limit of processor time.
    pub cpu_limit: usize,
    /// The limit of time.
    pub wall_limit: usize,
    /// The limit of memory.
    pub memory_limit: usize,
    /// The limit of conflicts.
    pub conflict_limit: usize,
    /// Interrupted.
    pub interrupted: usize,
}

/// A file that is no attempt at a plan.
#[derive(Clone, Debug, Serialize)]
pub struct ForeignFile {
    /// The file.
    pub file: String,
    /// Why it is none.
    pub reason: String,
}

/// A list of tasks that are dealt out once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DealtTasks {
    /// How many there are.
    pub tasks: usize,
    /// The number of the list; none if there are no tasks.
    pub list: Option<u64>,
    /// How many chunks it has.
    pub chunks: u64,
    /// How many tasks are at a limit, and so in no list.
    pub left_at_limit: usize,
}

impl PlanProgress {
    /// Returns how far a plan is.
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
    /// Deals out what is open and has not run into a limit, in this many chunks at most.
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
