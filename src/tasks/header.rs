//! The contents of `plan.json`.

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

/// Supported layout.
pub const LAYOUT: u32 = 2;

/// Question, program and limits of a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Layout of the folder.
    pub layout: u32,
    /// Program of the plan; others are refused.
    pub program: Build,
    /// Date, in UTC.
    pub date: String,
    /// Command that made it.
    pub command: String,
    /// Purpose.
    pub question: Purpose,
    /// Limits of each task.
    pub limits: TaskLimits,
    /// Seed for the order of samples.
    pub seed: u64,
    /// Tasks per chunk.
    pub per_chunk: u64,
    /// Tasks of the first round.
    pub tasks: Listed,
}

impl Header {
    /// Returns the first number that no plan has, and what it should be.
    pub(super) fn validate(&self) -> Result<(), String> {
        let refused = |key: &str, found: String, expected: &str| {
            Err(format!("{key} is {found} instead of {expected}"))
        };
        let TaskLimits { cpu_seconds, conflicts, memory_mb } = self.limits;
        let whole = [
            ("per_chunk", Some(self.per_chunk)),
            ("limits.conflicts", conflicts),
            ("limits.memory_mb", memory_mb),
        ];
        match whole.into_iter().find(|&(_, number)| number == Some(0)) {
            Some((key, _)) => refused(key, "0".to_owned(), "a number from 1"),
            None if cpu_seconds.is_some_and(|seconds| !seconds.is_finite() || seconds <= 0.0) => {
                let seconds = cpu_seconds.unwrap_or_default().to_string();
                refused("limits.cpu_seconds", seconds, "a time above 0")
            }
            None if self.tasks.first != 0 => {
                refused("tasks.first", self.tasks.first.to_string(), "0")
            }
            None => Ok(()),
        }
    }
}

/// Tasks of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Number of the first task.
    pub first: u64,
    /// Number of tasks.
    pub number: u64,
    /// SHA-256 of their file.
    pub sha256: String,
    /// Clauses learnt while they were cut.
    pub learnt: LearntFile,
}

/// Implied clauses with which every piece begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearntFile {
    /// Number of clauses.
    pub clauses: u64,
    /// SHA-256 of their file.
    pub sha256: String,
}

/// Purpose of a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Whether there is an answer that reaches the bound.
    Cubes(Box<InPieces>),
    /// Comparison of configurations.
    Comparison(Compared),
}

/// A question in pieces, reproducible elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InPieces {
    /// Question with its board and dividing search.
    pub question: Question,
    /// Whether it gets a proof.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proof: bool,
    /// SHA-256 of the DIMACS text, without comments.
    pub formula: String,
}

impl InPieces {
    /// Opens the problem.
    ///
    /// # Errors
    ///
    /// Refuses an unknown question, and a board without text or hash.
    pub fn pose(&self, families: &[&'static Family]) -> Result<Posed, Refusal> {
        self.question.board.as_ref().map(Board::hash).transpose()?;
        self.question.clone().pose(families)
    }

    /// Returns the task, with all clauses derived if it gets a proof.
    pub fn task(posed: &Posed, proof: bool, stop: &Stop) -> Result<Task<'static>, FilesError> {
        let task = Task { stop: stop.clone(), ..posed.task() };
        if !proof {
            return Ok(task);
        }
        let log = certificate::log(posed.problem(), posed.formulation, Box::new(io::sink()))?;
        Ok(Task { listener: Some(Listener::Log(log)), ..task })
    }
}

/// Comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compared {
    /// Instances, configurations and repetitions, as in `compare::plan`.
    pub plans: serde_json::Value,
    /// Folder to which relative paths refer.
    pub folder: String,
    /// Seed for the order within blocks.
    pub order_seed: u64,
}

/// Limits of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskLimits {
    /// Processor time, in seconds.
    pub cpu_seconds: Option<f64>,
    /// Conflicts.
    pub conflicts: Option<u64>,
    /// Memory of the worker's process, in megabytes.
    pub memory_mb: Option<u64>,
}
