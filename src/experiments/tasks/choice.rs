//! The choice of a plan's tasks for a worker.

use super::{Folder, PlanError};
use crate::source::Refusal;

/// The choice of the tasks that a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskChoice {
    /// All tasks of the plan, in the order of their indices.
    All,
    /// The chunk with this index, counted from 0. A chunk is the tasks for one element of a job
    /// array.
    Chunk(u64),
    /// The tasks of a chunk of a list. The command `merge --todo` wrote the list.
    ListChunk {
        /// The list's index, counted from 1.
        list: u64,
        /// The chunk's index in the list, counted from 0.
        chunk: u64,
    },
    /// The task with this index.
    Task(u64),
    /// This number of tasks of the first round. They are the first ones in a fixed random order.
    Sample(u64),
}

impl TaskChoice {
    /// Returns the tasks in the order of work. They are sorted by index, but a sample keeps its
    /// random order. So at any time, the finished tasks of a sample are also a sample. If the
    /// sample is larger than the first round, it has all tasks of this round. Tasks that are
    /// already done are not left out.
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

/// Returns the refusal for a task or chunk that is not in the plan. `what` is the word for it, and
/// `number` is its index. `of` is the number of tasks or chunks that the plan has.
fn missing_index(what: &str, number: u64, of: u64) -> Refusal {
    let found = format!("there is no {what} {number}");
    Refusal::new(found, format!("one from 0 to {}", of.saturating_sub(1)))
}
