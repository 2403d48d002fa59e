//! One proof of a question, from those of its pieces.
//!
//! The clauses are derived once more, from what the problem states, and the proofs of the pieces stand behind them with
//! other numbers. Nothing of the plan has to be believed for that: where a file is damaged, the proof says something else
//! than it should, or the checker refuses it.

use std::io::{self, BufReader};
use std::path::Path;

use crate::certificate::Said;
use crate::clausal::lrat;
use crate::cli::Failure;
use crate::cli::planned::Planned;
use crate::cli::proof_folder::{self, Begun, Subject};
use crate::export::{compress, map};
use crate::proof::{Disjoint, Joined};
use crate::search::{Pieces, SearchError};
use crate::source::Refusal;
use crate::stop::Stop;
use crate::tasks::merge::Verdict;
use crate::tasks::{Folder, Stated, Task};

/// What a proof of a question is made of.
pub(super) struct Joint<'a> {
    pub stated: &'a Stated,
    pub planned: &'a Planned,
    pub stop: &'a Stop,
}

impl Joint<'_> {
    /// Writes the proof into a new folder, where the question is refuted.
    pub fn write(
        &self,
        path: &Path,
        folder: &Folder,
        tasks: &[Task],
        verdict: io::Result<Verdict>,
    ) -> Result<(), Failure> {
        let failed = |error| Failure::Results { folder: folder.path().to_owned(), error };
        if !self.stated.proof {
            let found = "--proof, and the pieces of this plan have none";
            return Err(
                Refusal::new(found, "a plan that `quarrel plan cubes --proof` has made").into()
            );
        }
        if !matches!(verdict.map_err(failed)?, Verdict::Refuted) {
            let found = "--proof of a question that is not refuted, or not yet";
            return Err(Refusal::new(found, "all pieces refuted, as `quarrel merge` says").into());
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
        let pieces = Pieces::of(&task)?;
        begun.log.given_to_pieces();
        let mut joined = Joined::default();
        for task in tasks {
            self.take_piece(&pieces, &mut joined, folder, task)?;
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
        Ok(())
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
        let Some(piece) = task.work.piece().filter(|_| path.exists()) else { return Ok(()) };
        let refused = |why: String| {
            let found = format!("{}: {why}", path.display());
            Refusal::new(
                found,
                "the file as `quarrel work` has written it; without it the task is to be done again",
            )
        };
        let text = compress::open(&path).map_err(|error| refused(error.to_string()))?;
        let steps = lrat::steps(BufReader::new(text));
        let taken = pieces.take_piece(joined, piece, steps);
        Ok(taken.map_err(|error| refused(error.to_string()))?)
    }
}
