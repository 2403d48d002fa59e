//! `quarrel work`: tasks of a plan, one after the other, each within limits of its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;

use super::compare;
use super::headings;
use super::numbers;
use super::planned::Planned;
use super::{Ending, Failure, program, signals};
use crate::draft::Draft;
use crate::family::Family;
use crate::record::origin::{self, Build};
use crate::solver::Effort;
use crate::source::{Refusal, counted, visible};
use crate::stop::Stop;
use crate::tasks::attempt::Results;
use crate::tasks::file;
use crate::tasks::queue::{Queue, Turn};
use crate::tasks::{Attempt, Folder, Outcome, Question, Task};

mod pieces;
mod progress;

use progress::Progress;

/// Work off tasks of a plan: all that are open, or a chunk of them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct WorkVerb {
    /// The folder of the plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// The tasks of this chunk only: the element of a job array
    #[arg(long, value_name = "N", group = "which", allow_negative_numbers = true, value_parser = numbers::from::<0>, help_heading = headings::RUNS)]
    chunk: Option<u64>,
    /// The chunk of this list, as `quarrel merge --todo` has dealt it out
    #[arg(long, value_name = "LIST", requires = "chunk", allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::RUNS)]
    list: Option<u64>,
    /// This task only
    #[arg(long, value_name = "N", group = "which", allow_negative_numbers = true, value_parser = numbers::from::<0>, help_heading = headings::RUNS)]
    task: Option<u64>,
    /// This number of tasks of the first round, drawn at random but always in the same order: what
    /// `merge --forecast` needs
    #[arg(long, value_name = "N", group = "which", allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::RUNS)]
    sample: Option<u64>,
    /// Try tasks once more that ran into a limit
    #[arg(long, help_heading = headings::RUNS)]
    again: bool,
    /// Say nothing of each task
    #[arg(short, long, help_heading = headings::OUTPUT)]
    quiet: bool,
}

const EXAMPLES: &str = "Examples:
  quarrel work armies-18
  quarrel work armies-18 --chunk 17
  quarrel work armies-18 --sample 100

Exit status:
  0   every task of the choice is done or cut into smaller ones, or an answer is found
  2   this is another program, board or formula than the plan's
  3   a task ran into its own limit; starting again does not help
  75  a signal came, or the file system refused a result; starting again helps";

/// How one choice of tasks went.
#[derive(Debug)]
struct Tally {
    /// How many tasks there are.
    all: usize,
    /// What became of tasks before this worker came to them.
    known: BTreeMap<u64, Outcome>,
    /// What became of those that this worker did, be they of the choice or what the choice waited
    /// for.
    own: BTreeMap<u64, Outcome>,
    /// The tasks that others have come in the place of.
    cut: BTreeSet<u64>,
}

/// Who works on the tasks of a kind of plan.
pub(super) trait Worker {
    /// Works on a task, and says what became of it. Tasks that it needs first are worked on as
    /// well, and their attempts come before its own.
    fn work(&mut self, task: &Task, stop: &Stop) -> Result<Vec<Attempt>, Failure>;

    /// Returns the task that has to be done before another one, if that is not done.
    ///
    /// # Errors
    ///
    /// If the results cannot be listed.
    fn waits_for(&self, _task: &Task) -> io::Result<Option<u64>> {
        Ok(None)
    }
}

/// How long a worker waits before it looks again for tasks that others have in hand.
const PAUSE: Duration = Duration::from_millis(500);

impl WorkVerb {
    /// As it stands on the command line.
    pub const NAME: &str = "work";

    pub fn run(&self, families: &'static [&'static Family]) -> Result<Ending, Failure> {
        let stop = Stop::never();
        signals::heed_to(&stop, Ending::Again);
        let folder = Folder::open(&self.plan)?;
        validate_program(&folder)?;
        let chosen = self.chosen(&folder)?;
        match &folder.header().question {
            Question::Cubes(stated) => {
                let planned = Planned::open(families, stated)?;
                let question = planned.task_in_pieces(&stop)?;
                let mut worker = match pieces::Worker::new(&folder, stated, &question) {
                    Err(_) if stop.reached() => {
                        let progress = Progress::new(0, self.quiet);
                        let tally = Tally::new(&[], BTreeMap::new(), BTreeSet::new());
                        return Ok(interrupted(&progress, &tally));
                    }
                    worker => worker?,
                };
                let wanted: BTreeSet<u64> = chosen.iter().copied().collect();
                let tasks = folder.tasks(|task| wanted.contains(&task))?;
                self.work(&folder, &in_order(tasks, &chosen), &mut worker, &stop)
            }
            Question::Comparison(compared) => {
                let all = folder.tasks(|_| true)?;
                let tasks = in_order(all.clone(), &chosen);
                compare::with_worker(families, &folder, compared, &all, |worker| {
                    self.work(&folder, &tasks, worker, &stop)
                })
            }
        }
    }

    /// The tasks that are meant, in the order in which they are worked on: a sample in the order in
    /// which it is drawn, so that what is done of it is a sample, too.
    fn chosen(&self, folder: &Folder) -> Result<Vec<u64>, Failure> {
        let number = folder.number();
        let none = |what: &str, number: u64, of: u64| {
            let found = format!("there is no {what} {number}");
            Refusal::new(found, format!("one from 0 to {}", of.saturating_sub(1)))
        };
        if let (Some(chunk), Some(list)) = (self.chunk, self.list) {
            let found = format!("list {list} has no chunk {chunk}");
            let refused = || Refusal::new(found, "a chunk of the list").into();
            let dealt = folder.dealt(list, chunk)?.ok_or_else(refused);
            return dealt.map(|tasks| tasks.into_iter().collect());
        }
        if let Some(chunk) = self.chunk {
            let tasks = folder.chunk(chunk).ok_or_else(|| none("chunk", chunk, folder.chunks()))?;
            return Ok(tasks.collect());
        }
        if let Some(task) = self.task {
            let known = Some(task).filter(|&task| task < number);
            return Ok(vec![known.ok_or_else(|| none("task", task, number))?]);
        }
        Ok(match self.sample {
            Some(sample) => {
                let order = folder.sample_order().into_iter();
                order.take(usize::try_from(sample).unwrap_or(usize::MAX)).collect()
            }
            None => (0..number).collect(),
        })
    }

    /// Works off tasks, and writes down what becomes of each before the next one is begun.
    fn work(
        &self,
        folder: &Folder,
        tasks: &[Task],
        worker: &mut dyn Worker,
        stop: &Stop,
    ) -> Result<Ending, Failure> {
        let failed = |error| Failure::Results { folder: folder.path().to_owned(), error };
        let results = folder.results();
        let settled = self.settled(folder, &results, tasks.iter().map(|task| task.task))?;
        let mut tally = Tally::new(tasks, settled, folder.cut()?);
        let open = tasks.iter().filter(|task| !tally.has(task.task));
        let mut queue = Queue::new(open, folder.in_hand(), self.takes_all());
        let mut progress = Progress::new(tasks.len(), self.quiet);
        loop {
            if stop.reached() {
                return Ok(interrupted(&progress, &tally));
            }
            if is_answered(folder).map_err(failed)? {
                progress.end();
                progress.say("an answer is found, and nothing is left to do");
                return Ok(Ending::Answered);
            }
            let (task, holds) = match queue.next(|task| worker.waits_for(task)).map_err(failed)? {
                Turn::Task(task, holds) => (task, holds),
                Turn::Wait => {
                    progress.say_waiting(queue.len());
                    thread::sleep(PAUSE);
                    continue;
                }
                Turn::End => return Ok(ended(&progress, &tally)),
            };
            // Another worker may have done it meanwhile.
            if let Some(&outcome) = self.settled(folder, &results, [task.task])?.get(&task.task) {
                tally.known.entry(task.task).or_insert(outcome);
                continue;
            }
            progress.begin(task.task, &tally, &queue);
            for attempt in worker.work(task, stop)? {
                results.add(&attempt).map_err(failed)?;
                if attempt.outcome == Outcome::Interrupted {
                    return Ok(interrupted(&progress, &tally));
                }
                tally.own.insert(attempt.task, attempt.outcome);
                progress.say_done(&attempt, &tally, &queue);
                if attempt.outcome == Outcome::Reached {
                    say_answered(folder, &attempt).map_err(failed)?;
                }
            }
            drop(holds);
        }
    }

    /// Returns whether the worker takes whatever is open, in whatever order.
    fn takes_all(&self) -> bool {
        self.chunk.is_none() && self.task.is_none() && self.sample.is_none()
    }

    /// The tasks for which nothing is to be done, and why: they are done, or ran into a limit and
    /// are not to be tried again.
    fn settled(
        &self,
        folder: &Folder,
        results: &Results,
        tasks: impl IntoIterator<Item = u64>,
    ) -> Result<BTreeMap<u64, Outcome>, Failure> {
        let filed = results.of_tasks(&tasks.into_iter().collect());
        let filed = filed.map_err(|error| Failure::Results { folder: self.plan.clone(), error })?;
        // A refutation whose proof is gone is none, where there is to be one.
        let has_all = |attempt: &Attempt| {
            attempt.outcome != Outcome::Refuted
                || !wants_proofs(folder)
                || folder.has_proof(attempt.task)
        };
        let settles = |attempt: &Attempt| {
            if attempt.outcome.is_decisive() {
                has_all(attempt)
            } else {
                attempt.outcome == Outcome::Limit && !self.again
            }
        };
        let mut settled = BTreeMap::new();
        for attempt in filed.into_iter().filter_map(|filed| filed.attempt.ok()).filter(settles) {
            let known = settled.entry(attempt.task).or_insert(attempt.outcome);
            if attempt.outcome.is_decisive() {
                *known = attempt.outcome;
            }
        }
        Ok(settled)
    }
}

fn interrupted(progress: &Progress, tally: &Tally) -> Ending {
    progress.end();
    progress.say(&format!("interrupted after {}", tally.in_words()));
    Ending::Again
}

fn ended(progress: &Progress, tally: &Tally) -> Ending {
    progress.end();
    progress.say(&tally.in_words());
    if tally.at_limit() > 0 { Ending::Stopped } else { Ending::Answered }
}

/// Whether a proof is to come of the question.
fn wants_proofs(folder: &Folder) -> bool {
    match &folder.header().question {
        Question::Cubes(stated) => stated.proof,
        Question::Comparison(_) => false,
    }
}

/// Tasks in an order.
fn in_order(tasks: Vec<Task>, order: &[u64]) -> Vec<Task> {
    let mut by_number: HashMap<u64, Task> =
        tasks.into_iter().map(|task| (task.task, task)).collect();
    order.iter().filter_map(|number| by_number.remove(number)).collect()
}

/// The file that says that an answer is found, so that nobody needs to look further.
const ANSWERED: &str = "answered";

/// Whether an answer is found: the file names a task, and a result of that task has one.
fn is_answered(folder: &Folder) -> io::Result<bool> {
    let Ok(text) = file::text(&folder.file(ANSWERED)) else { return Ok(false) };
    let task = text.trim().strip_prefix("task ").and_then(|number| number.parse().ok());
    let Some(task) = task else { return Ok(false) };
    let filed = folder.results().of_tasks(&BTreeSet::from([task]))?;
    let mut attempts = filed.iter().filter_map(|filed| filed.attempt.as_ref().ok());
    Ok(attempts.any(|attempt| attempt.outcome == Outcome::Reached))
}

fn say_answered(folder: &Folder, attempt: &Attempt) -> io::Result<()> {
    let mut draft = Draft::of(&folder.file(ANSWERED))?;
    writeln!(draft, "task {}", attempt.task)?;
    draft.keep()
}

/// An attempt at a task by this process, of which nothing more is known yet.
pub(super) fn attempt(folder: &Folder, task: u64, outcome: Outcome, date: String) -> Attempt {
    Attempt {
        plan: folder.id_of(task).to_owned(),
        task,
        outcome,
        limit: None,
        answer: None,
        effort: Effort::default(),
        cpu_seconds: 0.0,
        wall_seconds: 0.0,
        memory_mb: None,
        date,
        host: origin::host(),
        process: std::process::id(),
        job: job(),
        records: Vec::new(),
    }
}

/// The job of the scheduler that this process is a part of, if it says so.
fn job() -> Option<String> {
    let of = |name: &str| std::env::var(name).ok();
    match (of("SLURM_ARRAY_JOB_ID"), of("SLURM_ARRAY_TASK_ID")) {
        (Some(job), Some(element)) => Some(format!("{job}_{element}")),
        _ => of("SLURM_JOB_ID").or_else(|| of("PBS_JOBID")).or_else(|| of("JOB_ID")),
    }
}

impl Tally {
    /// Returns a tally of tasks of which some are settled, and some are cut into smaller ones.
    fn new(tasks: &[Task], known: BTreeMap<u64, Outcome>, cut: BTreeSet<u64>) -> Tally {
        let is_decided = |task: u64| known.get(&task).is_some_and(|known| known.is_decisive());
        let numbers = tasks.iter().map(|task| task.task);
        let cut: BTreeSet<u64> =
            numbers.filter(|task| cut.contains(task) && !is_decided(*task)).collect();
        let known = known.into_iter().filter(|(task, _)| !cut.contains(task)).collect();
        Tally { all: tasks.len(), known, own: BTreeMap::new(), cut }
    }

    /// Returns how many tasks there are.
    fn all(&self) -> usize {
        self.all
    }

    /// Returns whether nothing is to be done for a task.
    fn has(&self, task: u64) -> bool {
        self.known.contains_key(&task) || self.own.contains_key(&task) || self.cut.contains(&task)
    }

    /// Returns for how many tasks nothing is to be done.
    fn settled(&self) -> usize {
        let others = self.known.keys().filter(|task| !self.own.contains_key(task)).count();
        self.own.len() + others + self.cut.len()
    }

    /// Returns how many tasks were left at a limit, by this worker or another.
    fn at_limit(&self) -> usize {
        let outcomes = self.own.values().chain(self.known_by_others());
        outcomes.filter(|outcome| !outcome.is_decisive()).count()
    }

    fn known_by_others(&self) -> impl Iterator<Item = &Outcome> {
        let others = self.known.iter().filter(|(task, _)| !self.own.contains_key(task));
        others.map(|(_, outcome)| outcome)
    }

    fn in_words(&self) -> String {
        let decided = |outcome: &&Outcome| outcome.is_decisive();
        let done = counted(self.own.values().filter(decided).count(), "task");
        let known = self.known_by_others().filter(decided).count();
        let cut = match self.cut.len() {
            0 => String::new(),
            cut => format!("{cut} cut into smaller ones, "),
        };
        format!("{done} done, {known} settled before, {cut}{} left at a limit", self.at_limit())
    }
}

/// Refuses to work on the plan of another program.
pub(super) fn validate_program(folder: &Folder) -> Result<(), Failure> {
    let (this, planned) = (Build::this(&program()?), &folder.header().program);
    if this == *planned {
        return Ok(());
    }
    let checksum = |build: &Build| build.checksum.clone().unwrap_or_default();
    let found = format!(
        "this program is quarrel {this}, checksum {}, and the plan is one of quarrel {planned}, checksum {}",
        checksum(&this),
        checksum(planned)
    );
    Err(Refusal::new(visible(&found), "the program that made the plan, or a new plan").into())
}
