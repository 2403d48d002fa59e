//! One proof of a question. It is joined from the proofs of the question's pieces.
//!
//! The proof first derives the clauses from the problem again. The proofs of the pieces follow. The
//! files of the plan need not be trusted: if one of them is damaged, the checker rejects the proof,
//! or the proof has a different conclusion.

use std::io::{self, BufReader};
use std::path::Path;

use super::merge::{MergedResults, PlanVerdict};
use super::{Folder, Job, PlanError, StoredQuestion};
use crate::certificate::{self, NewProof, ProofEnd, ProvedStatement};
use crate::clausal::lrat;
use crate::export::compress;
use crate::question::{FilesError, PosedQuestion};
use crate::search::{self, DivisionError, Pieces, RefutedPieces, SearchError};
use crate::source::Refusal;
use crate::stop::Stop;

/// The end of a refusal, if the proof of a piece is missing or damaged. It says what is expected
/// instead.
const AGAIN: &str = "the file as `quarrel work` wrote it; if it is removed, `quarrel work` does \
     the task again";

/// A question whose proof is joined from the proofs of its pieces.
pub struct ProofJoiner<'a> {
    /// The question, as the plan stores it.
    pub stated: &'a StoredQuestion,
    /// The question with its problem.
    pub posed: &'a PosedQuestion,
    /// The request to stop, which ends the joining before the proof is complete.
    pub stop: &'a Stop,
}

impl ProofJoiner<'_> {
    /// Writes the proof into a new folder. `tasks` are all tasks of the plan, `merged` has their
    /// results, and `verdict` is the verdict on them. If the proof becomes large, calls `report`
    /// once. Returns how the proof ended.
    ///
    /// # Errors
    ///
    /// If the plan makes no proofs, or the question is not refuted. If the proof of a piece is
    /// missing or damaged, or the proofs together do not refute the question. If the folder exists
    /// or cannot be written. If the question cannot be written as linear constraints, or cannot be
    /// divided. Also at a stop. After any of these errors, no new folder remains.
    pub fn write(
        &self,
        path: &Path,
        folder: &Folder,
        tasks: &[Job],
        (merged, verdict): (&MergedResults, &PlanVerdict),
        report: fn(&str),
    ) -> Result<ProofEnd, PlanError> {
        self.validate(folder, tasks, (merged, verdict))?;
        let (posed, command) = (self.posed, folder.header().command.clone());
        let mut task = search::Task { stop: self.stop.clone(), ..posed.task() };
        let place = certificate::new_folder(path, None)?;
        let proof = NewProof::begin(place, posed, posed.problem(), command, report)?;
        proof.log_search(&mut task);
        let pieces = Pieces::for_task(&task)?;
        proof.log.renumber_for_pieces();
        let mut joined = pieces.no_refutations();
        for task in tasks {
            let added = self.add_piece(&pieces, &mut joined, folder, task);
            if self.stop.is_reached() {
                return Err(DivisionError::Stopped.into());
            }
            added?;
        }
        let proofs = folder.file_path("proofs");
        proof.log.join(joined).map_err(|error| {
            let expected = format!("a file in {} for each finished task", proofs.display());
            Refusal::new(format!("--proof cannot join the proofs: {error}"), expected)
        })?;
        let refuted = proof.log.conclude_refutation().map_err(SearchError::from);
        refuted.map_err(FilesError::from)?;
        Ok(proof.end(posed.problem(), None, |statement| self.refutes(statement))?)
    }

    /// Returns whether a proved statement refutes the question. A statement refutes it by saying
    /// that there is no answer. A statement also refutes it by saying that no answer was reached,
    /// and that the best possible value does not reach the bound. A statement about values refutes
    /// only questions with an objective and a bound.
    fn refutes(&self, statement: ProvedStatement) -> bool {
        match (statement, self.posed.problem().goal().zip(self.posed.bound)) {
            (ProvedStatement::NoAnswer, _) => true,
            (ProvedStatement::Bounds { best: Some(best), reached: None }, Some((goal, bound))) => {
                !goal.sense.reaches(best, bound)
            }
            _ => false,
        }
    }

    /// Checks that the plan makes proofs, and that the question is refuted. Also checks that a file
    /// with a proof exists for each task that an attempt decides. Does not read these files.
    fn validate(
        &self,
        folder: &Folder,
        tasks: &[Job],
        (merged, verdict): (&MergedResults, &PlanVerdict),
    ) -> Result<(), Refusal> {
        if !self.stated.proof {
            let found = "--proof cannot join proofs: the tasks of this plan write none";
            return Err(Refusal::new(found, "a plan made by `quarrel plan cubes --proof`"));
        }
        let found = match verdict {
            PlanVerdict::Refuted => None,
            PlanVerdict::Reached(_) => Some("--proof of a question that has an answer"),
            PlanVerdict::Open | PlanVerdict::NotCovered { .. } => {
                Some("--proof of a question that is not (yet) refuted")
            }
        };
        if let Some(found) = found {
            return Err(Refusal::new(
                found,
                "a plan whose pieces are all refuted, as reported by `quarrel merge`",
            ));
        }
        if let Some(task) = tasks
            .iter()
            .find(|task| merged.is_done_directly(task.task) && !folder.has_proof(task.task))
        {
            let path = folder.proof_path(task.task);
            let found = format!("--proof, but {} is missing", path.display());
            return Err(Refusal::new(found, AGAIN));
        }
        Ok(())
    }

    /// Adds the proof of a task's piece to `joined`. Adds nothing if the task is no piece, or if
    /// there is no file with its proof. A cut task may have no such file, since its parts have
    /// proofs. Fails if the file cannot be read or a step is wrong. Also fails at a stop. The text
    /// of this error does not matter, since the caller reports the stop instead.
    fn add_piece(
        &self,
        pieces: &Pieces,
        joined: &mut RefutedPieces,
        folder: &Folder,
        task: &Job,
    ) -> Result<(), Refusal> {
        let path = folder.proof_path(task.task);
        let is_there = folder.has_proof(task.task);
        let Some(piece) = task.work.piece().filter(|_| is_there) else { return Ok(()) };
        let refused = |why: String| Refusal::new(format!("{}: {why}", path.display()), AGAIN);
        let text = compress::open(&path).map_err(|error| refused(error.to_string()))?;
        let heeded = |step| {
            if self.stop.is_reached() {
                Err(io::Error::from(io::ErrorKind::Interrupted).into())
            } else {
                step
            }
        };
        let added =
            pieces.add_piece_proof(joined, piece, lrat::steps(BufReader::new(text)).map(heeded));
        added.map_err(|error| refused(error.to_string()))
    }
}
