//! `quarrel work`: the work on tasks of a plan, one after the other, each within its own limits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;

use super::compare;
use super::headings;
use super::numbers;
use super::{Ending, Failure, Invocation, VerbArgs, program, signals};
use crate::stop::Stop;
use crate::tasks::worker::{
    self, PieceWorker, Takes, WorkEnd, WorkError, WorkTally, Worker, in_order, work_off,
};
use crate::tasks::{Folder, InPieces, Job, Purpose, TaskChoice};

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
    #[arg(long, value_name = "N", group = "which", allow_negative_numbers = true, value_parser = numbers::from::<0>, help_heading = headings::RUNS)]
    chunk: Option<u64>,
    /// Take the chunk from this list, which `quarrel merge --todo` has written
    #[arg(long, value_name = "LIST", requires = "chunk", allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::RUNS)]
    list: Option<u64>,
    /// Do only this task
    #[arg(long, value_name = "N", group = "which", allow_negative_numbers = true, value_parser = numbers::from::<0>, help_heading = headings::RUNS)]
    task: Option<u64>,
    /// Do this number of tasks of the first round, a random sample in a fixed order, for `merge
    /// --forecast`
    #[arg(long, value_name = "N", group = "which", allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::RUNS)]
    sample: Option<u64>,
    /// Try tasks that ran into a limit once more
    #[arg(long, help_heading = headings::RUNS)]
    again: bool,
    /// Print no line for each task
    #[arg(short, long, help_heading = headings::OUTPUT)]
    quiet: bool,
}

/// The end of the verb's help: examples and exit statuses.
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
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        let folder = Folder::open(&self.plan)?;
        let program = program()?;
        worker::validate_program(&folder, &program)?;
        let chosen = self.choice().of(&folder)?;
        match &folder.header().question {
            Purpose::Cubes(stated) => {
                let posed = stated.pose(families).map_err(|refusal| folder.refused(refusal))?;
                signals::heed_to(stop, Ending::Again);
                let question = InPieces::task(&posed, stated.proof, stop)?;
                let mut worker = match PieceWorker::new(&folder, stated, &question) {
                    Err(WorkError::Stopped) => {
                        let tally = WorkTally::new(&[], BTreeMap::new(), BTreeSet::new());
                        let progress = WorkProgress::new(0, self.quiet);
                        return Ok(tell(WorkEnd::Interrupted, &progress, &tally));
                    }
                    worker => worker?,
                };
                let wanted: BTreeSet<u64> = chosen.iter().copied().collect();
                let tasks = folder.tasks(|task| wanted.contains(&task))?;
                self.work(&folder, &in_order(tasks, &chosen), &mut worker, stop)
            }
            Purpose::Comparison(compared) => {
                let all = folder.tasks(|_| true)?;
                let tasks = in_order(all.clone(), &chosen);
                compare::with_worker(&folder, compared, &all, |worker| {
                    signals::heed_to(stop, Ending::Again);
                    self.work(&folder, &tasks, worker, stop)
                })
            }
        }
    }
}

impl WorkVerb {
    /// The name of the verb on the command line. A signal ends this verb with its own exit status.
    pub const NAME: &str = "work";

    /// Works on the tasks in their order, and reports each. Returns how the verb ends.
    fn work(
        &self,
        folder: &Folder,
        tasks: &[Job],
        worker: &mut dyn Worker,
        stop: &Stop,
    ) -> Result<Ending, Failure> {
        let all = self.choice() == TaskChoice::All;
        let takes = Takes { again: self.again, all };
        let mut progress = WorkProgress::new(tasks.len(), self.quiet);
        let (end, tally) = work_off(folder, tasks, worker, (takes, stop), &mut progress)?;
        Ok(tell(end, &progress, &tally))
    }

    /// Returns the tasks that the options choose. Without such an option, these are all tasks.
    fn choice(&self) -> TaskChoice {
        match *self {
            WorkVerb { chunk: Some(chunk), list: Some(list), .. } => {
                TaskChoice::Dealt { list, chunk }
            }
            WorkVerb { chunk: Some(chunk), .. } => TaskChoice::Chunk(chunk),
            WorkVerb { task: Some(task), .. } => TaskChoice::Task(task),
            WorkVerb { sample: Some(sample), .. } => TaskChoice::Sample(sample),
            _ => TaskChoice::All,
        }
    }
}

/// Reports how the work ended, and returns the ending of the verb. Finished work ends as `Stopped`
/// if tasks ran into a limit.
fn tell(end: WorkEnd, progress: &WorkProgress, tally: &WorkTally) -> Ending {
    progress.end();
    match end {
        WorkEnd::Interrupted => {
            progress.say(&format!("interrupted after {}", tally.in_words()));
            Ending::Again
        }
        WorkEnd::Answered => {
            progress.say("an answer is found, so nothing is left to do");
            Ending::Answered
        }
        WorkEnd::Done => {
            progress.say(&tally.in_words());
            if tally.at_limit() > 0 { Ending::Stopped } else { Ending::Answered }
        }
    }
}
