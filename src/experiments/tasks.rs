//! Plans. A plan is a folder that workers on many machines share. It has a question or a comparison
//! that is divided into tasks.
//!
//! `plan.json` has the question, the program and the limits. `tasks.jsonl` has one line per task.
//! `results` has one file per attempt at a task ([`attempt`]). A task is done if at least one file
//! of results says so. It does not matter which worker wrote this file or how many such files there
//! are, so no locks are needed. Workers mark their tasks ([`in_hand`]), so that other workers
//! choose different tasks.
//!
//! A further **round** ([`folder`]) replaces tasks that reached a limit by smaller ones. A plan has
//! a script for the scheduler of a cluster ([`script`]). The scheduler queues the workers, since
//! quarrel itself has no queue of jobs.

pub mod attempt;
mod choice;
pub mod cover;
pub mod file;
pub mod folder;
pub mod forecast;
pub mod header;
pub mod in_hand;
pub mod merge;
mod planning;
mod progress;
pub mod proof;
pub mod queue;
pub mod script;
mod splitting;
pub mod worker;

pub use attempt::{Attempt, TaskOutcome};
pub use choice::TaskChoice;
pub use folder::{Folder, FolderError};
pub use header::{Header, Purpose, StoredQuestion, TaskLimits};
pub use planning::{CutQuestion, CutTerms, NewPlan};
pub use progress::{OpenTaskCounts, PlanProgress, RejectedFile, TodoList};
pub use splitting::{SplitRound, TaskSplitter};

use serde::{Deserialize, Serialize};

use merge::Contradiction;

use crate::question::FilesError;
use crate::search::{DivisionError, Piece};
use crate::source::Refusal;

/// The reason why work on a plan is impossible: the plan cannot be made, its tasks cannot be chosen
/// or cut further, or the results of its tasks cannot be joined.
#[derive(thiserror::Error, Debug)]
pub enum PlanError {
    /// The chosen tasks or the request for a proof are refused, or a proof cannot be written to its
    /// file.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The question cannot be divided.
    #[error(transparent)]
    Indivisible(#[from] DivisionError),
    /// The plan cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Results contradict each other.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

impl From<Refusal> for PlanError {
    fn from(refusal: Refusal) -> PlanError {
        FilesError::from(refusal).into()
    }
}

/// A task of a plan: a line of `tasks.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The task's index. The indices of a round continue those of the round before it.
    pub task: u64,
    /// The earlier task of which this task is a part. It is `None` in the first round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// The work of the task: a piece of a question, or a block of runs.
    #[serde(rename = "do")]
    pub work: Work,
}

impl Job {
    /// Returns the refusal of a task whose kind of work does not fit the plan. `purpose` is the
    /// word for the purpose of the plan in the message, such as `question`.
    pub(crate) fn foreign(&self, purpose: &str) -> Refusal {
        let found = format!("task {} does not belong to this {purpose}", self.task);
        Refusal::new(found, "an unchanged plan")
    }
}

/// The work of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", untagged)]
pub enum Work {
    /// A piece of a question, to be solved.
    Piece(Piece),
    /// The name of a block of runs that are to be made.
    Block(String),
}
