//! A worker on pieces of a question, each with its own solver and limits.

use crate::decision::Decision;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{WorkError, new_attempt};
use crate::certificate::SharedDraft;
use crate::clausal::{ClausalProof, lrat};
use crate::export::compress::Compression;
use crate::model::Lit;
use crate::process::{self, Usage};
use crate::record::Limit;
use crate::record::origin;
use crate::search::{self, PieceOptions, Pieces, WorkerHints};
use crate::source::Refusal;
use crate::stop::{Stop, StopCause};
use crate::tasks::file::{FileError, with_path};
use crate::tasks::{Attempt, Folder, Job, StoredQuestion, TaskLimits, TaskOutcome};

/// The time between two checks of a task's limits of processor time and memory.
const PERIOD: Duration = Duration::from_millis(50);

/// A worker on the pieces of a question.
pub struct PieceWorker<'a> {
    folder: &'a Folder,
    /// The question, which can be divided into pieces.
    pieces: Pieces<'a>,
    /// The learnt clauses with which work in a round begins, and the index of this round. It is the
    /// round of the last task. Before the first task, it is `None`.
    learnt: (Option<usize>, Vec<Vec<Lit>>),
}

impl<'a> PieceWorker<'a> {
    /// Prepares a worker for a question, and encodes the question's model. If a proof is written,
    /// records the model in it. `stated` is the question as the plan stores it. `question` is the
    /// input of the search for it.
    ///
    /// # Errors
    ///
    /// If the question is already decided, cannot be divided, or has an objective but no bound. If
    /// the model cannot be encoded or derived. If its formula differs from the plan's. If it is
    /// stopped.
    pub fn new(
        folder: &'a Folder,
        stated: &StoredQuestion,
        question: &'a search::Task<'a>,
    ) -> Result<PieceWorker<'a>, WorkError> {
        let pieces = Pieces::for_task(question)?;
        validate_formula(&pieces, stated)?;
        Ok(PieceWorker { folder, pieces, learnt: (None, Vec::new()) })
    }

    /// Reads the learnt clauses with which the work on a task begins, and keeps them in `self`. If
    /// the clauses in `self` are already those of the task's round, does nothing. Fails if the
    /// clauses cannot be read or have changed, or if a clause has a variable that the formula
    /// lacks. The old clauses then remain.
    fn load_learnt(&mut self, task: u64) -> Result<(), WorkError> {
        let round = self.folder.round_of(task);
        if self.learnt.0 == Some(round) {
            return Ok(());
        }
        let learnt = self.folder.learnt_clauses(task)?;
        if !learnt.iter().flatten().all(|&lit| self.pieces.has_variable(lit)) {
            let found = "a learnt clause has a variable that the formula lacks";
            return Err(Refusal::new(found, "an unchanged plan").into());
        }
        self.learnt = (Some(round), learnt);
        Ok(())
    }
}

impl super::Worker for PieceWorker<'_> {
    /// Works on a piece within the limits of the plan, and returns one attempt, which is not
    /// written to a file yet. If the piece is not decided, its outcome is
    /// [`TaskOutcome::Interrupted`] if `stop` is requested, and otherwise [`TaskOutcome::Limit`].
    /// The limit of the attempt is `None` if it is the conflict limit. If the question has a proof
    /// log and the piece is refuted, also writes the proof of the piece. Fails if the task is no
    /// piece of the question, if the learnt clauses cannot be loaded, if the search fails, or if
    /// the proof cannot be written.
    fn work(&mut self, task: &Job, stop: &Stop) -> Result<Vec<Attempt>, WorkError> {
        self.load_learnt(task.task)?;
        let piece = task
            .work
            .piece()
            .filter(|piece| self.pieces.contains(piece))
            .ok_or_else(|| task.foreign("question"))?;
        let limits = self.folder.header().limits;
        let (date, start) = (origin::now(), Instant::now());
        let own = stop.child();
        // If the task is a part of an earlier task, propagation alone may refute it.
        let aid = WorkerHints { learnt: &self.learnt.1, looks_ahead: task.of.is_some() };
        let file = self.pieces.is_certified().then(|| PieceProof::begin(self.folder, task.task));
        let file = file.transpose()?;
        let terms = PieceOptions {
            conflicts: limits.conflicts,
            proof: file.as_ref().map(|file| file.proof.clone()),
            stop: &own,
        };
        let (worked, used) =
            run_within_limits(limits, stop, &own, || self.pieces.work(piece, aid, terms));
        let wall_seconds = start.elapsed().as_secs_f64();
        let (decision, effort) = worked?;
        file.map_or(Ok(()), |file| file.end(decision.to_plain()))?;
        let (outcome, limit, answer) = match decision {
            Decision::Unsat(()) => (TaskOutcome::Refuted, None, None),
            Decision::Sat(answer) => (TaskOutcome::Reached, None, Some(self.pieces.rows(&answer))),
            Decision::Unknown if stop.is_reached() => (TaskOutcome::Interrupted, None, None),
            Decision::Unknown => (TaskOutcome::Limit, stopping_limit(&own), None),
        };
        Ok(vec![Attempt {
            limit,
            answer,
            effort,
            cpu_seconds: used.cpu_seconds,
            wall_seconds,
            memory_mb: Some(used.memory_mb),
            ..new_attempt(self.folder, task.task, outcome, date)
        }])
    }
}

/// The proof of a piece, while the proof is being written.
struct PieceProof {
    /// The path of the finished proof.
    path: PathBuf,
    /// The proof to which the solver adds its steps.
    proof: ClausalProof,
    /// The temporary file of the proof.
    draft: SharedDraft,
}

impl PieceProof {
    /// Begins the proof of a task's piece, in a temporary file next to the final path of the proof.
    /// Creates the folders of proofs if they are missing.
    fn begin(folder: &Folder, task: u64) -> Result<PieceProof, FileError> {
        let path = folder.proof_path(task);
        folder.make_proof_folders(task)?;
        let draft = SharedDraft::open(&path, Some(Compression::Zst)).map_err(with_path(&path))?;
        let proof = ClausalProof::new(&lrat::FORMAT, Box::new(draft.clone()));
        Ok(PieceProof { path, proof, draft })
    }

    /// If the piece is refuted, completes the proof and gives it its final path. An old file at
    /// this path is replaced. Otherwise, removes the proof. Fails if a part of the proof could not
    /// be written, even if the piece is not refuted, or if the proof cannot get its final path.
    /// After a failure, nothing new is at this path.
    fn end(self, outcome: Decision) -> Result<(), FileError> {
        if outcome != Decision::Unsat(()) && !self.proof.is_broken() {
            self.draft.discard();
            return Ok(());
        }
        let kept = self.proof.conclude().and_then(|_| self.draft.keep());
        kept.map_err(with_path(&self.path))
    }
}

/// Returns the limit on time or memory that stopped a task. Returns `None` if the task was not
/// stopped, or if the stop had another cause.
fn stopping_limit(stop: &Stop) -> Option<Limit> {
    match stop.reason()? {
        StopCause::ProcessorTime => Some(Limit::Cpu),
        StopCause::Time => Some(Limit::Wall),
        StopCause::Memory => Some(Limit::Memory),
        StopCause::Clauses | StopCause::Proof | StopCause::Signal => None,
    }
}

/// Runs `work` and measures it. Every 50 ms, a thread checks `stop` (the stop of the worker), the
/// limit of processor time, and the limit of memory, in this order. If `stop` is requested or a
/// limit is reached (also exactly), the thread requests `own` (the stop of this work alone). The
/// cause of this request is the limit, if there is one. `work` must then end by itself. Does not
/// check the conflict limit. Returns the result of `work`, the processor time in seconds that the
/// process used meanwhile, and the peak of the memory of the whole process in megabytes. Work of
/// less than 50 ms is not checked at all.
fn run_within_limits<T>(
    limits: TaskLimits,
    stop: &Stop,
    own: &Stop,
    work: impl FnOnce() -> T,
) -> (T, Usage) {
    let before = process::cpu_seconds();
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watch = scope.spawn(move || {
            let mut most = 0.0_f64;
            while is_done.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                let Usage { cpu_seconds, memory_mb } = process::usage();
                most = most.max(memory_mb);
                if stop.is_reached() {
                    own.request();
                } else if limits.cpu_seconds.is_some_and(|limit| cpu_seconds - before >= limit) {
                    own.request_for(StopCause::ProcessorTime);
                } else if limits.memory_mb.is_some_and(|limit| memory_mb >= limit as f64) {
                    own.request_for(StopCause::Memory);
                }
            }
            most
        });
        let result = work();
        drop(done);
        let seen = watch.join().expect("the watch does not panic");
        let cpu_seconds = process::cpu_seconds() - before;
        (result, Usage { cpu_seconds, memory_mb: seen.max(process::usage().memory_mb) })
    })
}

/// Checks that the formula has the hash that is in the plan. The refusal names both hashes.
fn validate_formula(pieces: &Pieces, stated: &StoredQuestion) -> Result<(), Refusal> {
    let hash = pieces.formula_hash();
    if hash == stated.formula {
        return Ok(());
    }
    Err(Refusal::new(
        format!(
            "the hash of the formula is {hash}, but the hash in the plan is {}",
            stated.formula
        ),
        "an unchanged plan.json",
    ))
}
