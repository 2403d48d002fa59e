//! The worker for the blocks of a planned comparison.

use super::make;
use crate::cli::{Ending, Failure, program_path};
use crate::compare::blocks::Blocks;
use crate::compare::machine;
use crate::compare::worker::BlockWorker;
use crate::tasks::header::StoredComparison;
use crate::tasks::worker::Worker;
use crate::tasks::{Folder, Job};

/// Calls `work` with a worker for the blocks of a planned comparison, and returns the ending that
/// `work` returns. `tasks` are all tasks of the plan. Before the call, prints a warning on standard
/// error if other programs use the machine. Fails without calling `work` in these cases: the
/// planned blocks or a board cannot be read; a board has changed; an external solver cannot be run;
/// the path of this program is unknown. Also fails if `work` fails.
pub(in crate::cli) fn with_worker(
    folder: &Folder,
    compared: &StoredComparison,
    tasks: &[Job],
    work: impl FnOnce(&mut dyn Worker) -> Result<Ending, Failure>,
) -> Result<Ending, Failure> {
    let blocks = Blocks::from_stored(compared)?;
    let mut worker = BlockWorker::new(folder, compared, &blocks, tasks, program_path()?)?;
    make::warn_of_load(1, machine::load());
    work(&mut worker)
}
