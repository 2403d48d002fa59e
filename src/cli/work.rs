//! `quarrel work`: tasks of a plan, one after the other, each within limits of its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::headings;
use super::numbers;
use super::planned::{self, Planned};
use super::{Ending, Failure, program, signals};
use crate::compare::origin::{self, Build};
use crate::draft::Draft;
use crate::family::Family;
use crate::solver::Effort;
use crate::source::{Refusal, counted, visible};
use crate::stop::Stop;
use crate::tasks::attempt::Results;
use crate::tasks::file;
use crate::tasks::{Attempt, Folder, Outcome, Question, Task};

mod blocks;
mod pieces;

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
    /// This number of tasks of the first round, drawn at random but always in the same order: what `merge --forecast`
    /// needs
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
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    done: u64,
    known: u64,
    /// Tasks that others have come in the place of.
    cut: u64,
    at_limit: u64,
}

/// Who works on the tasks of a kind of plan.
trait Worker {
    /// Works on a task, and says what became of it. Tasks that it needs first are worked on as well, and their attempts
    /// come before its own.
    fn work(&mut self, task: &Task, stop: &Stop) -> Result<Vec<Attempt>, Failure>;
}

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
                    Err(_) if stop.reached() => return Ok(self.interrupted(&Tally::default())),
                    worker => worker?,
                };
                let wanted: BTreeSet<u64> = chosen.iter().copied().collect();
                let tasks = folder.tasks(|task| wanted.contains(&task))?;
                self.work(&folder, &in_order(tasks, &chosen), &mut worker, &stop)
            }
            Question::Comparison(compared) => {
                let all = folder.tasks(|_| true)?;
                let blocks = planned::blocks(families, compared)?;
                let mut worker = blocks::Worker::new(&folder, compared, &blocks, &all)?;
                let tasks = in_order(all.clone(), &chosen);
                self.work(&folder, &tasks, &mut worker, &stop)
            }
        }
    }

    /// The tasks that are meant, in the order in which they are worked on: a sample in the order in which it is drawn, so
    /// that what is done of it is a sample, too.
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
        let mut settled = self.settled(folder, &results, tasks.iter().map(|task| task.task))?;
        let cut = folder.cut()?;
        let mut tally = Tally::default();
        for task in tasks {
            if stop.reached() {
                return Ok(self.interrupted(&tally));
            }
            if is_answered(folder).map_err(failed)? {
                self.say("an answer is found, and nothing is left to do");
                return Ok(Ending::Answered);
            }
            // Somebody else may have worked on it meanwhile.
            if !settled.contains_key(&task.task) {
                settled.extend(self.settled(folder, &results, [task.task])?);
            }
            let outcome = settled.get(&task.task);
            match outcome {
                Some(outcome) if outcome.is_decisive() => tally.known += 1,
                _ if cut.contains(&task.task) => tally.cut += 1,
                Some(_) => tally.at_limit += 1,
                None => {}
            }
            if outcome.is_some() || cut.contains(&task.task) {
                continue;
            }
            for attempt in worker.work(task, stop)? {
                results.add(&attempt).map_err(failed)?;
                self.say(&told(&attempt));
                match attempt.outcome {
                    Outcome::Interrupted => return Ok(self.interrupted(&tally)),
                    Outcome::Limit => tally.at_limit += 1,
                    Outcome::Reached => say_answered(folder, &attempt).map_err(failed)?,
                    Outcome::Refuted | Outcome::Made => {}
                }
                tally.done += u64::from(attempt.outcome.is_decisive());
                settled.insert(attempt.task, attempt.outcome);
            }
        }
        Ok(self.ended(&tally))
    }

    /// The tasks for which nothing is to be done, and why: they are done, or ran into a limit and are not to be tried
    /// again.
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
        let settles = |attempt: &Attempt| match attempt.outcome.is_decisive() {
            true => has_all(attempt),
            false => attempt.outcome == Outcome::Limit && !self.again,
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

    fn interrupted(&self, tally: &Tally) -> Ending {
        self.say(&format!("interrupted after {}", tally.in_words()));
        Ending::Again
    }

    fn ended(&self, tally: &Tally) -> Ending {
        self.say(&tally.in_words());
        if tally.at_limit > 0 { Ending::Stopped } else { Ending::Answered }
    }

    /// Says something on standard error. What is done is in its file: where nobody listens, nothing is lost.
    fn say(&self, line: &str) {
        if !self.quiet {
            let _ = io::stderr().write_all(visible(&format!("{line}\n")).as_bytes());
        }
    }
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
fn attempt(folder: &Folder, task: u64, outcome: Outcome, date: String) -> Attempt {
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

/// What became of a task, in a line.
fn told(attempt: &Attempt) -> String {
    let Attempt { task, outcome, cpu_seconds, effort, .. } = attempt;
    let conflicts = match effort.conflicts {
        0 => String::new(),
        number => format!(", {}", counted(number, "conflict")),
    };
    format!("task {task}: {}, {cpu_seconds:.2} s{conflicts}", outcome.name())
}

impl Tally {
    fn in_words(&self) -> String {
        let Tally { done, known, cut, at_limit } = self;
        let done = counted(*done, "task");
        let cut = if *cut > 0 { format!("{cut} cut into smaller ones, ") } else { String::new() };
        format!("{done} done, {known} settled before, {cut}{at_limit} left at a limit")
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
