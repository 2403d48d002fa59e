//! What a plan asks, as its `plan.json` says it.

use std::io;

use serde::{Deserialize, Serialize};

use crate::certificate;
use crate::export::map::Board;
use crate::family::Family;
use crate::question::{FilesError, Posed, Question};
use crate::record::origin::Build;
use crate::search::Task;
use crate::solver::Listener;
use crate::source::Refusal;
use crate::stop::Stop;

/// The layout of folders that this version writes and reads.
pub const LAYOUT: u32 = 2;

/// What a plan asks, by whom, and within which limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The layout of the folder.
    pub layout: u32,
    /// The program that made the plan, and alone may work on it.
    pub program: Build,
    /// When it was made, in universal time.
    pub date: String,
    /// The command that made it.
    pub command: String,
    /// What is asked.
    pub question: Purpose,
    /// The limits of each task.
    pub limits: TaskLimits,
    /// The seed from which the order of samples is drawn.
    pub seed: u64,
    /// How many tasks a chunk has; the last may have fewer.
    pub per_chunk: u64,
    /// The tasks of the first round.
    pub tasks: Listed,
}

/// The tasks of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The number of the first task.
    pub first: u64,
    /// How many there are.
    pub number: u64,
    /// The SHA-256 of the file that lists them.
    pub sha256: String,
    /// What was learnt when they were cut.
    pub learnt: LearntFile,
}

/// Clauses that follow from the formula, and with which each cube begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearntFile {
    /// How many there are.
    pub clauses: u64,
    /// The SHA-256 of the file that lists them.
    pub sha256: String,
}

/// The purpose of a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Whether there is an answer, at least as good as a bound if something is optimised.
    Cubes(Box<InPieces>),
    /// How configurations compare.
    Comparison(Compared),
}

/// A question in pieces, with all that makes it the same question elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InPieces {
    /// The question, with its board, and with the search that divides its bound.
    pub question: Question,
    /// Whether a proof is to come of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proof: bool,
    /// The SHA-256 of the formula in DIMACS, without comments.
    pub formula: String,
}

impl InPieces {
    /// Opens its problem.
    ///
    /// # Errors
    ///
    /// Refuses what this program does not have, and a board of which neither text nor hash is
    /// there.
    pub fn pose(&self, families: &[&'static Family]) -> Result<Posed, Refusal> {
        self.question.board.as_ref().map(Board::hash).transpose()?;
        self.question.clone().pose(families)
    }

    /// Returns the question as its pieces have it: if a proof is to come of it, with every clause
    /// derived.
    ///
    /// # Errors
    ///
    /// If there is no proof of it.
    pub fn task(posed: &Posed, proof: bool, stop: &Stop) -> Result<Task<'static>, FilesError> {
        let task = Task { stop: stop.clone(), ..posed.task() };
        if !proof {
            return Ok(task);
        }
        let log = certificate::log(posed.problem(), posed.formulation, Box::new(io::sink()))?;
        Ok(Task { listener: Some(Listener::Log(log)), ..task })
    }
}

/// A comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compared {
    /// The instances, configurations and repetitions that are compared, in the form of
    /// `compare::plan`.
    pub plans: serde_json::Value,
    /// The folder that paths among them start from.
    pub folder: String,
    /// The seed from which the order of runs within each block is drawn.
    pub order_seed: u64,
}

/// The limits of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskLimits {
    /// Seconds of processor time.
    pub cpu_seconds: Option<f64>,
    /// Conflicts of the solver.
    pub conflicts: Option<u64>,
    /// Megabytes of memory of the worker's process.
    pub memory_mb: Option<u64>,
}
