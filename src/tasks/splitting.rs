//! The next round of a plan: tasks that ran into a limit are cut into smaller ones.

use super::merge::Merged;
use super::{Folder, InPieces, Job, PiecesError, Work};
use crate::question::Posed;
use crate::search::{self, Pieces};
use crate::stop::Stop;

/// Cutting of tasks that are at a limit.
pub struct Splitting<'a> {
    /// Question of the plan.
    pub stated: &'a InPieces,
    /// Problem of the question.
    pub posed: &'a Posed,
    /// Approximate number of parts of each task.
    pub number: u64,
    /// When to stop.
    pub stop: &'a Stop,
}

/// Result of the cutting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitRound {
    /// Tasks at their limit.
    pub at_limit: usize,
    /// Tasks that were cut.
    pub cut: u64,
    /// Parts, the tasks of the new round if any.
    pub parts: usize,
}

impl Splitting<'_> {
    /// Cuts tasks at a limit, and adds their parts as a round; `None` if stopped.
    pub fn split(
        &self,
        folder: &mut Folder,
        tasks: &[Job],
        merged: &Merged,
        command: &str,
    ) -> Result<Option<SplitRound>, PiecesError> {
        let conflicts = folder.header().limits.conflicts;
        let task = InPieces::task(self.posed, self.stated.proof, self.stop)?;
        let question = search::Task { conflicts, ..task };
        let pieces = Pieces::of(&question)?;
        let mut cutter = pieces.cutter(self.stop);
        let mut without_runs = None;
        let mut work = Vec::new();
        let mut cut = 0_u64;
        let at_limit = merged.at_limit();
        for &task in &at_limit {
            let job = usize::try_from(task).ok().and_then(|task| tasks.get(task));
            let Some(piece) = job.and_then(|job| job.work.piece()) else { continue };
            let mut parts = cutter.divide(piece, self.number);
            if parts.pieces.len() < 2 {
                // The cutter's short run decided the piece, which the worker did not within its
                // limit.
                let cutter =
                    without_runs.get_or_insert_with(|| pieces.cutter_without_runs(self.stop));
                parts = cutter.divide(piece, self.number);
            }
            if self.stop.reached() {
                return Ok(None);
            }
            // A part that propagation refutes is listed too; the next worker records its
            // refutation.
            if parts.pieces.len() > 1 || !parts.is_open {
                cut += 1;
                work.extend(parts.pieces.into_iter().map(|part| (task, Work::Piece(part))));
            }
        }
        let parts = work.len();
        if parts > 0 {
            folder.add_round(command, work, cutter.learnt())?;
        }
        Ok(Some(SplitRound { at_limit: at_limit.len(), cut, parts }))
    }
}
