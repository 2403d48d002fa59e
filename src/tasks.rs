//! A plan: a question or a comparison in tasks, in a folder, to be worked off by anybody who has
//! the folder.
//!
//! `plan.json` says what is asked, of what, by which program, within which limits; `tasks.jsonl`
//! has a line for each task. Both are written once and never changed: each names the other's hash,
//! and whoever works on the plan compares them with what it has itself. `results` has a file for
//! each attempt at a task ([`attempt`]), written under a name that nobody else takes and never
//! changed either. So nothing has to be locked, and nothing runs beside the workers that could
//! fail: what is done is what has a file, whoever wrote it, as often as it may be. Workers say
//! which task they have in hand ([`in_hand`]), so that another one takes a different task.
//!
//! What ran into a limit is cut into smaller tasks by a further **round** ([`folder`]), which names
//! the tasks that it comes in the place of. What all that comes to is read off the files anew each
//! time ([`merge`]).
//!
//! There is no queue and no service here: schedulers exist, and a plan is made for them
//! ([`script`]).

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
pub use choice::{ChoiceError, TaskChoice};
pub use folder::{Folder, FolderError};
pub use header::{Header, InPieces, Purpose, TaskLimits};
pub use planning::{CutQuestion, CutTerms, NewPlan};
pub use progress::{DealtTasks, ForeignFile, OpenAfter, PlanProgress};
pub use splitting::{SplitRound, Splitting};

use serde::{Deserialize, Serialize};

use crate::question::FilesError;
use crate::search::{Indivisible, Piece};
use crate::source::Refusal;

/// Why a question is not cut into pieces, or no proof made of theirs.
#[derive(thiserror::Error, Debug)]
pub enum PiecesError {
    /// There is no proof of the question, or it cannot be written.
    #[error(transparent)]
    Proof(#[from] FilesError),
    /// The question has no pieces.
    #[error(transparent)]
    Indivisible(#[from] Indivisible),
    /// The folder of the plan cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl From<Refusal> for PiecesError {
    fn from(refusal: Refusal) -> PiecesError {
        FilesError::from(refusal).into()
    }
}

/// A task of a plan, as a line of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its number: the line, from 0 on, through all rounds.
    pub task: u64,
    /// The task that it was cut from, in a further round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// What is to be done.
    #[serde(rename = "do")]
    pub work: Work,
}

impl Job {
    /// Returns the refusal of a task that is none of a question or a comparison.
    pub(crate) fn foreign(&self, purpose: &str) -> Refusal {
        let found = format!("task {} is none of this {purpose}", self.task);
        Refusal::new(found, "a plan as it was made")
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", untagged)]
pub enum Work {
    /// A piece of a question.
    Piece(Piece),
    /// The runs of a block of a comparison, by its slot.
    Block(String),
}
