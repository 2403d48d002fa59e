//! The contents of `plan.json`.

use std::io;

use serde::{Deserialize, Serialize};

use crate::certificate;
use crate::export::map::Board;
use crate::family::Family;
use crate::question::{FilesError, PosedQuestion, Question};
use crate::record::origin::Build;
use crate::search::Task;
use crate::solver::Listener;
use crate::source::Refusal;
use crate::stop::Stop;

/// The number of the layout of plans that this program reads and writes.
pub const LAYOUT: u32 = 2;

/// The content of `plan.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The number of the layout of the plan. It is [`LAYOUT`].
    pub layout: u32,
    /// The program that made the plan. Workers must use the same program.
    pub program: Build,
    /// The time of planning, in UTC.
    pub date: String,
    /// Command that made the plan.
    pub command: String,
    /// The purpose of the plan: a question or a comparison.
    pub question: Purpose,
    /// Limits of each task.
    pub limits: TaskLimits,
    /// Seed of the random order in which tasks are taken for samples.
    pub seed: u64,
    /// Number of tasks in each chunk. A chunk is the work of one element of a job array.
    pub per_chunk: u64,
    /// Tasks of the first round.
    pub tasks: TaskList,
}

impl Header {
    /// Checks that the numbers of the plan are possible: limits and chunks are positive, the limit
    /// of processor time is finite, and the first task has the index 0. Missing limits are
    /// possible. The error has the first impossible number and the expected number, in words.
    pub(super) fn validate(&self) -> Result<(), String> {
        let TaskLimits { cpu_seconds, conflicts, memory_mb } = self.limits;
        let integers = [
            ("per_chunk", Some(self.per_chunk)),
            ("limits.conflicts", conflicts),
            ("limits.memory_mb", memory_mb),
        ];
        if let Some((key, _)) = integers.into_iter().find(|&(_, number)| number == Some(0)) {
            return Err(format!("{key} is 0 instead of a number from 1"));
        }
        match (cpu_seconds, self.tasks.first) {
            (Some(seconds), _) if !seconds.is_finite() || seconds <= 0.0 => {
                Err(format!("limits.cpu_seconds is {seconds} instead of a time above 0"))
            }
            (_, 0) => Ok(()),
            (_, first) => Err(format!("tasks.first is {first} instead of 0")),
        }
    }
}

/// The tasks of a round: their indices, and the hashes of their files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskList {
    /// The index of the first task of the round. The indices of a round continue those of the round
    /// before it.
    pub first: u64,
    /// Number of tasks of the round.
    pub number: u64,
    /// SHA-256 of the file of tasks.
    pub sha256: String,
    /// The file of the clauses that were learnt while the tasks were cut.
    pub learnt: LearntFile,
}

/// A file of clauses that the formula implies. The work on every piece begins with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearntFile {
    /// Number of clauses in the file.
    pub clauses: u64,
    /// SHA-256 of the file.
    pub sha256: String,
}

/// The purpose of a plan. It determines the kind of the plan's tasks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// The search for an answer that reaches a bound.
    Cubes(Box<StoredQuestion>),
    /// A comparison of configurations. The tasks of the plan are blocks of runs.
    Comparison(StoredComparison),
}

/// A question that is divided into pieces. It is stored so that other machines get the same
/// formula.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredQuestion {
    /// The question, with its board and search.
    pub question: Question,
    /// Whether workers write a proof of each refuted piece.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proof: bool,
    /// SHA-256 of the formula as DIMACS text, without comments.
    pub formula: String,
}

impl StoredQuestion {
    /// Reads the board, and returns the question with its problem.
    ///
    /// # Errors
    ///
    /// If the family, board or formulation is unknown, or a board has neither text nor hash.
    pub fn pose(&self, families: &[&'static Family]) -> Result<PosedQuestion, Refusal> {
        self.question.board.as_ref().map(Board::hash).transpose()?;
        self.question.clone().pose(families)
    }

    /// Returns the input of the search that works on the pieces (a [`Task`] of the module `search`,
    /// not a task of the plan). `stop` replaces the stop of the question. If `proof` is set, the
    /// input has a proof log, and the log gets the derivation of every clause. The text of the log
    /// is discarded, since the joined proof derives the clauses again.
    ///
    /// # Errors
    ///
    /// If the problem cannot have a proof.
    pub fn search_task(
        posed: &PosedQuestion,
        proof: bool,
        stop: &Stop,
    ) -> Result<Task<'static>, FilesError> {
        let task = Task { stop: stop.clone(), ..posed.task() };
        if !proof {
            return Ok(task);
        }
        let log = certificate::begin_log(posed.problem(), posed.formulation, Box::new(io::sink()))?;
        Ok(Task { listener: Some(Listener::Log(log)), ..task })
    }
}

/// A comparison of configurations, as a plan stores it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredComparison {
    /// Instances, configurations and repetitions, as JSON of the types in `compare::plan`.
    pub plans: serde_json::Value,
    /// The folder to which relative paths of boards refer.
    pub folder: String,
    /// Seed of the random order of runs within blocks.
    pub order_seed: u64,
}

/// The limits of a task. `None` means that there is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskLimits {
    /// Limit of processor time for each task, in seconds.
    pub cpu_seconds: Option<f64>,
    /// Limit of the solver's conflicts for each task.
    pub conflicts: Option<u64>,
    /// Limit of the memory of the worker's process, in megabytes.
    pub memory_mb: Option<u64>,
}
