//! `quarrel work`: works on tasks of a plan, one after the other, each within its own limits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;

use super::compare;
use super::headings;
use super::numbers;
use super::{Ending, Failure, Invocation, VerbArgs, program_path, signals};
use crate::stop::Stop;
use crate::tasks::worker::{
    self, PieceWorker, TaskSelection, WorkEnd, WorkError, WorkTally, Worker, run_tasks, sort_tasks,
};
use crate::tasks::{Folder, Job, Purpose, StoredQuestion, TaskChoice};

mod progress;

use progress::WorkProgress;

/// Do tasks of a plan: all open ones, or a chunk
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct WorkVerb {
    /// The folder of the plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// Do only this chunk: the element of a job array
    #[arg(long, value_name = "N", group = "which", allow_negative_numbers = true, value_parser = numbers::at_least::<0>, help_heading = headings::RUNS)]
    chunk: Option<u64>,
    /// Take the chunk from this list, which `quarrel merge --todo` has written
    #[arg(long, value_name = "LIST", requires = "chunk", allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::RUNS)]
    list: Option<u64>,
    /// Do only this task
    #[arg(long, value_name = "N", group = "which", allow_negative_numbers = true, value_parser = numbers::at_least::<0>, help_heading = headings::RUNS)]
    task: Option<u64>,
    /// Do this number of tasks of the first round, a random sample in a fixed order, for `merge
    /// --forecast`
    #[arg(long, value_name = "N", group = "which", allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::RUNS)]
    sample: Option<u64>,
    /// Try tasks that ran into a limit once more
    #[arg(long, help_heading = headings::RUNS)]
    again: bool,
    /// Print no line for each task
    #[arg(short, long, help_heading = headings::OUTPUT)]
    quiet: bool,
}

/// The end of the command's help: examples and exit statuses.
const EXAMPLES: &str = "Examples:
  quarrel work armies-18
  quarrel work armies-18 --chunk 17
  quarrel work armies-18 --sample 100

Exit status:
  0   every task of the choice is done or cut into smaller ones, or an answer is found
  2   the program, board or formula is not that of the plan
  3   a task ran into its own limit; starting again does not help
  75  a signal came, or the file system refused a result; starting again helps";

impl VerbArgs for WorkVerb {
    /// Works on the chosen tasks of a plan in their order, and returns how the command ends (see
    /// `WorkVerb::work`). A question is prepared before its first task. Once this preparation or,
    /// in a comparison, the first task has begun, a signal only stops the work, and the command
    /// then ends as `Interrupted`. If the preparation of a question is stopped, makes no attempt.
    /// Refuses to run if the plan was made by another build of the program, and refuses tasks that
    /// the plan lacks. Fails if the plan cannot be read or the work on a task fails.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        let folder = Folder::open(&self.plan)?;
        let program = program_path()?;
        worker::validate_program(&folder, &program)?;
        let chosen = self.choice().tasks(&folder)?;
        match &folder.header().question {
            Purpose::Cubes(stated) => {
                let posed =
                    stated.pose(families).map_err(|refusal| folder.locate_refusal(refusal))?;
                signals::heed_with_ending(stop, Ending::Interrupted);
                let question = StoredQuestion::search_task(&posed, stated.proof, stop)?;
                let mut worker = match PieceWorker::new(&folder, stated, &question) {
                    Err(WorkError::Stopped) => {
                        let tally = WorkTally::new(&[], BTreeMap::new(), BTreeSet::new());
                        let progress = WorkProgress::new(0, self.quiet);
                        return Ok(report_end(WorkEnd::Interrupted, &progress, &tally));
                    }
                    worker => worker?,
                };
                let wanted: BTreeSet<u64> = chosen.iter().copied().collect();
                let tasks = folder.tasks(|task| wanted.contains(&task))?;
                self.work(&folder, &sort_tasks(tasks, &chosen), &mut worker, stop)
            }
            Purpose::Comparison(compared) => {
                let all = folder.tasks(|_| true)?;
                let tasks = sort_tasks(all.clone(), &chosen);
                compare::with_worker(&folder, compared, &all, |worker| {
                    signals::heed_with_ending(stop, Ending::Interrupted);
                    self.work(&folder, &tasks, worker, stop)
                })
            }
        }
    }
}

impl WorkVerb {
    /// The name of this command on the command line. Only this command ends with status 75 after a
    /// signal.
    pub const NAME: &str = "work";

    /// Works on the tasks in their order, and returns how the command ends (see [`report_end`]). If
    /// the options choose all tasks of the plan, the worker continues at a random task after it has
    /// met one that another worker has in hand. Writes each result into the folder before the next
    /// task begins, and reports each task if `--quiet` is not given. Skips tasks that are done or
    /// cut. Without `--again`, also skips tasks that have reached a limit. If other workers are
    /// working on all remaining tasks, waits. Ends early at a stop, or if any worker has found an
    /// answer; if it is this worker, a file ends the others, too. Fails if the plan is gone or
    /// damaged, if a result cannot be read or written, or if the work on a task fails.
    fn work(
        &self,
        folder: &Folder,
        tasks: &[Job],
        worker: &mut dyn Worker,
        stop: &Stop,
    ) -> Result<Ending, Failure> {
        let all = self.choice() == TaskChoice::All;
        let policy = TaskSelection { again: self.again, all };
        let mut progress = WorkProgress::new(tasks.len(), self.quiet);
        let (end, tally) = run_tasks(folder, tasks, worker, (policy, stop), &mut progress)?;
        Ok(report_end(end, &progress, &tally))
    }

    /// Returns the tasks that the options choose: a chunk of the plan or, with `--list`, of this
    /// list; one task; or a sample with this number of tasks. If several of these options are
    /// given, `--chunk` has precedence over `--task`, and `--task` over `--sample`. If no option
    /// chooses tasks, all tasks are chosen. The option `--list` counts only together with
    /// `--chunk`.
    fn choice(&self) -> TaskChoice {
        match *self {
            WorkVerb { chunk: Some(chunk), list: Some(list), .. } => {
                TaskChoice::ListChunk { list, chunk }
            }
            WorkVerb { chunk: Some(chunk), .. } => TaskChoice::Chunk(chunk),
            WorkVerb { task: Some(task), .. } => TaskChoice::Task(task),
            WorkVerb { sample: Some(sample), .. } => TaskChoice::Sample(sample),
            _ => TaskChoice::All,
        }
    }
}

/// Removes the progress line, prints how the work ended (nothing if `progress` is quiet), and
/// returns the ending of the command. This is `Interrupted` after an interruption, and `Answered`
/// if an answer is found. If all work is done, it is `Stopped` if tasks ran into a limit, and
/// otherwise `Answered`.
fn report_end(end: WorkEnd, progress: &WorkProgress, tally: &WorkTally) -> Ending {
    progress.clear();
    match end {
        WorkEnd::Interrupted => {
            progress.print_line(&format!("interrupted after {}", tally.in_words()));
            Ending::Interrupted
        }
        WorkEnd::Answered => {
            progress.print_line("an answer is found, so nothing is left to do");
            Ending::Answered
        }
        WorkEnd::Done => {
            progress.print_line(&tally.in_words());
            if tally.limit_count() > 0 { Ending::Stopped } else { Ending::Answered }
        }
    }
}
