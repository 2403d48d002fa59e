//! The choice of a plan's tasks for a worker.

use super::{Folder, PlanError};
use crate::source::Refusal;

/// The tasks of a plan that a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskChoice {
    /// All tasks.
    All,
    /// The chunk (tasks for one element of a job array) with this index.
    Chunk(u64),
    /// The tasks of a chunk of a list that `merge --todo` wrote.
    ListChunk {
        /// The list's index.
        list: u64,
        /// The chunk's index in the list.
        chunk: u64,
    },
    /// The task with this index.
    Task(u64),
    /// The first tasks of a fixed random order, as many as the field says.
    Sample(u64),
}

impl TaskChoice {
    /// Returns the tasks in the order of work. A sample keeps its random order, so the finished
    /// tasks are always a sample, too.
    ///
    /// # Errors
    ///
    /// If a chunk, list or task does not exist, or a list cannot be read.
    pub fn tasks(self, folder: &Folder) -> Result<Vec<u64>, PlanError> {
        let number = folder.task_count();
        Ok(match self {
            TaskChoice::All => (0..number).collect(),
            TaskChoice::Chunk(chunk) => {
                let tasks = folder.chunk(chunk);
                tasks.ok_or_else(|| missing_index("chunk", chunk, folder.chunk_count()))?.collect()
            }
            TaskChoice::ListChunk { list, chunk } => {
                let found = format!("list {list} has no chunk {chunk}");
                let dealt = folder.read_list_chunk(list, chunk)?;
                let chunk_tasks = dealt.ok_or_else(|| Refusal::new(found, "a chunk of the list"));
                chunk_tasks?.into_iter().collect()
            }
            TaskChoice::Task(task) if task < number => vec![task],
            TaskChoice::Task(task) => return Err(missing_index("task", task, number).into()),
            TaskChoice::Sample(sample) => folder
                .sample_order()
                .into_iter()
                .take(usize::try_from(sample).unwrap_or(usize::MAX))
                .collect(),
        })
    }
}

/// Returns the refusal of a task or chunk that a plan lacks. `of` is the number of those that it
/// has.
fn missing_index(what: &str, number: u64, of: u64) -> Refusal {
    let found = format!("there is no {what} {number}");
    Refusal::new(found, format!("one from 0 to {}", of.saturating_sub(1)))
}
