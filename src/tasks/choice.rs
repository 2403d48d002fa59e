//! Which tasks of a plan somebody works on.

use super::{Folder, FolderError};
use crate::source::Refusal;

/// A choice of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskChoice {
    /// All of them.
    All,
    /// Those of a chunk.
    Chunk(u64),
    /// Those of a chunk of a list that was dealt out.
    Dealt {
        /// The list.
        list: u64,
        /// The chunk.
        chunk: u64,
    },
    /// One.
    Task(u64),
    /// As many as that of the first round, drawn at random and always in the same order.
    Sample(u64),
}

/// Why a choice of tasks cannot be had.
#[derive(thiserror::Error, Debug)]
pub enum ChoiceError {
    /// There is no such chunk or task.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The list cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl TaskChoice {
    /// Returns the tasks in the order in which they are worked on: a sample in the order in which
    /// it is drawn, so that what is done of it is a sample, too.
    ///
    /// # Errors
    ///
    /// Refuses a chunk or a task that there is not; and if the list cannot be read.
    pub fn of(self, folder: &Folder) -> Result<Vec<u64>, ChoiceError> {
        let number = folder.number();
        Ok(match self {
            TaskChoice::All => (0..number).collect(),
            TaskChoice::Chunk(chunk) => {
                let tasks = folder.chunk(chunk);
                tasks.ok_or_else(|| none("chunk", chunk, folder.chunks()))?.collect()
            }
            TaskChoice::Dealt { list, chunk } => {
                let found = format!("list {list} has no chunk {chunk}");
                let dealt = folder.dealt(list, chunk)?;
                let dealt = dealt.ok_or_else(|| Refusal::new(found, "a chunk of the list"));
                dealt?.into_iter().collect()
            }
            TaskChoice::Task(task) if task < number => vec![task],
            TaskChoice::Task(task) => return Err(none("task", task, number).into()),
            TaskChoice::Sample(sample) => {
                let order = folder.sample_order().into_iter();
                order.take(usize::try_from(sample).unwrap_or(usize::MAX)).collect()
            }
        })
    }
}

/// Returns the refusal of a number that there is not.
fn none(what: &str, number: u64, of: u64) -> Refusal {
    let found = format!("there is no {what} {number}");
    Refusal::new(found, format!("one from 0 to {}", of.saturating_sub(1)))
}
