//! The choice of the tasks of a plan that a worker takes.

use super::{Folder, FolderError};
use crate::source::Refusal;

/// Choice of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskChoice {
    /// All tasks.
    All,
    /// Tasks of a chunk.
    Chunk(u64),
    /// Tasks of a chunk of a dealt list.
    Dealt {
        /// Number of the list.
        list: u64,
        /// Number of the chunk.
        chunk: u64,
    },
    /// Single task.
    Task(u64),
    /// This many tasks of the first round, drawn at random in a fixed order.
    Sample(u64),
}

/// Why a choice is impossible.
#[derive(thiserror::Error, Debug)]
pub enum ChoiceError {
    /// There is no such chunk or task.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// List cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl TaskChoice {
    /// Returns the tasks in the order of work. Samples keep the order of the draw, so the tasks
    /// done so far are always a sample.
    ///
    /// # Errors
    ///
    /// Refuses a chunk or task that does not exist; fails if the list cannot be read.
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

fn none(what: &str, number: u64, of: u64) -> Refusal {
    let found = format!("there is no {what} {number}");
    Refusal::new(found, format!("one from 0 to {}", of.saturating_sub(1)))
}
