//! The next round of a plan: what ran into a limit is cut into smaller tasks.

use super::merge::Merged;
use super::{Folder, InPieces, Job, PiecesError, Work};
use crate::question::Posed;
use crate::search::{self, Pieces};
use crate::stop::Stop;

/// The cutting of tasks that ran into a limit.
pub struct Splitting<'a> {
    /// The question of the plan.
    pub stated: &'a InPieces,
    /// Its problem.
    pub posed: &'a Posed,
    /// About how many parts each task is cut into.
    pub number: u64,
    /// When to stop.
    pub stop: &'a Stop,
}

/// The outcome of such a cutting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitRound {
    /// How many tasks are at their limit.
    pub at_limit: usize,
    /// How many of them are cut.
    pub cut: u64,
    /// How many parts they are cut into: the tasks of the new round. There is none without parts.
    pub parts: usize,
}

impl Splitting<'_> {
    /// Cuts the tasks of a plan, and adds their parts to it as a round that is made by a command;
    /// none if it is to stop first.
    ///
    /// # Errors
    ///
    /// If the question has no pieces, or the round cannot be written.
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
                // A short run has decided it, and a worker with its limit has not.
                let cutter =
                    without_runs.get_or_insert_with(|| pieces.cutter_without_runs(self.stop));
                parts = cutter.divide(piece, self.number);
            }
            if self.stop.reached() {
                return Ok(None);
            }
            // What propagation refutes is listed again, and the next worker refutes it so.
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
