//! One proof of a question, from those of its pieces.
//!
//! The clauses are derived once more, from what the problem states, and the proofs of the pieces
//! stand behind them with other numbers. Nothing of the plan has to be believed for that: where a
//! file is damaged, the proof says something else than it should, or the checker refuses it.

use std::io::{self, BufReader};
use std::path::Path;

use crate::certificate::Said;
use crate::clausal::lrat;
use crate::cli::Failure;
use crate::cli::planned::Planned;
use crate::cli::proof_folder::{self, Begun, Subject};
use crate::export::{compress, map};
use crate::search::{Disjoint, Joined, Pieces, SearchError};
use crate::source::Refusal;
use crate::stop::Stop;
use crate::tasks::merge::{Merged, Verdict};
use crate::tasks::{Folder, Stated, Task};

/// What helps where the proof of a piece is missing or damaged.
const AGAIN: &str = "the file as `quarrel work` has written it; where it is removed, `quarrel work` does the task again";

/// What a proof of a question is made of.
pub(super) struct Joint<'a> {
    pub stated: &'a Stated,
    pub planned: &'a Planned,
    pub stop: &'a Stop,
}

impl Joint<'_> {
    /// Writes the proof into a new folder, where the question is refuted. Returns whether it was
    /// not stopped before.
    pub fn write(
        &self,
        path: &Path,
        folder: &Folder,
        tasks: &[Task],
        (merged, verdict): (&Merged, io::Result<Verdict>),
    ) -> Result<bool, Failure> {
        let failed = |error| Failure::Results { folder: folder.path().to_owned(), error };
        if !self.stated.proof {
            let found = "--proof, and the pieces of this plan have none";
            return Err(
                Refusal::new(found, "a plan that `quarrel plan cubes --proof` has made").into()
            );
        }
        let found = match verdict.map_err(failed)? {
            Verdict::Refuted => None,
            Verdict::Reached { .. } => Some("--proof of a question that has an answer"),
            Verdict::Open | Verdict::NotCovered { .. } => {
                Some("--proof of a question that is not refuted, or not yet")
            }
        };
        if let Some(found) = found {
            return Err(Refusal::new(found, "all pieces refuted, as `quarrel merge` says").into());
        }
        let is_without =
            |task: &&Task| merged.is_done_itself(task.task) && !folder.has_proof(task.task);
        if let Some(task) = tasks.iter().find(is_without) {
            let path = folder.proof(task.task);
            let found = format!("--proof, and {} is not there", path.display());
            return Err(Refusal::new(found, AGAIN).into());
        }
        let Stated { board, size, variant, .. } = self.stated;
        let request = map::request(board.as_ref(), *size, variant)?;
        let mut task = self.planned.task(self.stop);
        let (setup, formulation) = (self.planned.setup(), task.formulation);
        let size = self.planned.opened().size();
        let subject = Subject { setup, request: &request, size, formulation };
        let command = folder.header().command.clone();
        let begun = Begun::of(proof_folder::open(path, None)?, task.problem, &subject, command)?;
        begun.take_part(&mut task);
        let pieces = match Pieces::of(&task) {
            Err(_) if self.stop.reached() => return Ok(false),
            pieces => pieces?,
        };
        begun.log.given_to_pieces();
        let mut joined = pieces.unjoined();
        for task in tasks {
            let taken = self.take_piece(&pieces, &mut joined, folder, task);
            if self.stop.reached() {
                return Ok(false);
            }
            taken?;
        }
        let proofs = folder.file("proofs");
        let missing = |error: Disjoint| {
            let expected = format!("in {} a file for each task that is done", proofs.display());
            Refusal::new(format!("--proof, and {error}"), expected)
        };
        begun.log.join(joined).map_err(missing)?;
        begun.log.take_refutation().map_err(SearchError::from)?;
        let (goal, bound) = (task.problem.goal(), task.bound);
        let refutes = |said| match (said, goal.zip(bound)) {
            (Said::NoAnswer, _) => true,
            (Said::Bounds { best: Some(best), reached: None }, Some((goal, bound))) => {
                !goal.sense.reaches(best, bound)
            }
            _ => false,
        };
        begun.end(task.problem, None, refutes)?;
        Ok(true)
    }

    /// Takes in the proof of a task, if there is one: a task that was cut has those of its parts.
    fn take_piece(
        &self,
        pieces: &Pieces,
        joined: &mut Joined,
        folder: &Folder,
        task: &Task,
    ) -> Result<(), Failure> {
        let path = folder.proof(task.task);
        let is_there = folder.has_proof(task.task);
        let Some(piece) = task.work.piece().filter(|_| is_there) else { return Ok(()) };
        let refused = |why: String| Refusal::new(format!("{}: {why}", path.display()), AGAIN);
        let text = compress::open(&path).map_err(|error| refused(error.to_string()))?;
        let heeded = |step| {
            if self.stop.reached() {
                Err(io::Error::from(io::ErrorKind::Interrupted).into())
            } else {
                step
            }
        };
        let steps = lrat::steps(BufReader::new(text)).map(heeded);
        let taken = pieces.take_piece(joined, piece, steps);
        Ok(taken.map_err(|error| refused(error.to_string()))?)
    }
}
