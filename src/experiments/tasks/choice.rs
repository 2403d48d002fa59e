//! The choice of a plan's tasks for a worker.

use super::{Folder, PlanError};
use crate::source::Refusal;

/// The tasks of a plan that a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskChoice {
    /// All tasks of the plan, in the order of their indices.
    All,
    /// The chunk (the tasks for one element of a job array) with this index, counted from 0.
    Chunk(u64),
    /// The tasks of a chunk of a list that `merge --todo` wrote.
    ListChunk {
        /// The list's index, counted from 1.
        list: u64,
        /// The chunk's index in the list, counted from 0.
        chunk: u64,
    },
    /// The task with this index.
    Task(u64),
    /// The given number of tasks of the first round, from the beginning of a fixed random order.
    Sample(u64),
}

impl TaskChoice {
    /// Returns the tasks in the order of work: by index, except a sample. A sample keeps its random
    /// order, so that the finished tasks are also a sample at any time. If the sample is larger
    /// than the first round, it has all tasks of this round. Tasks that are already done are not
    /// left out.
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

/// Returns the refusal of a task or chunk that a plan lacks. `what` is the word for it, `number`
/// its index, and `of` the number of tasks or chunks that the plan has.
fn missing_index(what: &str, number: u64, of: u64) -> Refusal {
    let found = format!("there is no {what} {number}");
    Refusal::new(found, format!("one from 0 to {}", of.saturating_sub(1)))
}
