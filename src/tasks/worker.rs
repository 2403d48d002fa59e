//! A worker: tasks of a plan, one after the other, each within limits of its own. What becomes of
//! each is written down before the next one is begun.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::attempt::AttemptFiles;
use super::file;
use super::queue::{Queue, Turn};
use super::{Attempt, Folder, FolderError, Job, Purpose, TaskOutcome};
use crate::draft::Draft;
use crate::question::FilesError;
use crate::record::origin::{self, Build};
use crate::search::{Indivisible, SearchError};
use crate::solver::Effort;
use crate::source::{Refusal, counted, visible};
use crate::stop::Stop;

pub use pieces::PieceWorker;

mod pieces;

/// Why a worker does not go on.
#[derive(thiserror::Error, Debug)]
pub enum WorkError {
    /// The program, a board or a formula is not that of the plan.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The question is not cut into pieces.
    #[error(transparent)]
    Indivisible(#[from] Indivisible),
    /// The search of a piece has no finding.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// There is no proof of the question.
    #[error(transparent)]
    Proof(#[from] FilesError),
    /// The folder of the plan cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A run cannot be started.
    #[error("cannot start a run: {0}")]
    Start(io::Error),
    /// The results cannot be written, or listed.
    #[error("{}: {error}", folder.display())]
    Results {
        /// The folder of the plan.
        folder: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl WorkError {
    /// Returns the error of results that cannot be written, or listed.
    pub(crate) fn of_results(folder: &Folder) -> impl Fn(io::Error) -> WorkError + use<> {
        let folder = folder.path().to_owned();
        move |error| WorkError::Results { folder: folder.clone(), error }
    }
}

/// A count of the outcomes of some tasks.
#[derive(Debug)]
pub struct WorkTally {
    /// The number of tasks.
    all: usize,
    /// The outcomes of tasks before this worker came to them.
    known: BTreeMap<u64, TaskOutcome>,
    /// The outcomes of those that this worker did, and of those that they waited for.
    own: BTreeMap<u64, TaskOutcome>,
    /// The tasks that others have come in the place of.
    cut: BTreeSet<u64>,
}

/// A worker on the tasks of one kind of plan.
pub trait Worker {
    /// Works on a task, and says what became of it. Tasks that it needs first are worked on as
    /// well, and their attempts come before its own.
    ///
    /// # Errors
    ///
    /// If the task is none of the plan, or what it came to cannot be known.
    fn work(&mut self, task: &Job, stop: &Stop) -> Result<Vec<Attempt>, WorkError>;

    /// Returns the task that has to be done before another one, if that is not done.
    ///
    /// # Errors
    ///
    /// If the results cannot be listed.
    fn waits_for(&self, _task: &Job) -> io::Result<Option<u64>> {
        Ok(None)
    }
}

/// An observer of a worker.
pub trait WorkObserver {
    /// A task is taken in hand.
    fn begin(&mut self, task: u64, tally: &WorkTally, queue: &Queue);

    /// Something became of a task.
    fn say_done(&mut self, attempt: &Attempt, tally: &WorkTally, queue: &Queue);

    /// The worker waits for tasks that others have in hand.
    fn say_waiting(&mut self, tasks: usize);
}

/// The end of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkEnd {
    /// Nothing is left to do of its tasks.
    Done,
    /// An answer is found, and nothing is left to do.
    Answered,
    /// It was to stop.
    Interrupted,
}

/// The tasks that a worker takes.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// Whether it tries tasks once more that ran into a limit.
    pub again: bool,
    /// Whether it takes whatever is open, in whatever order.
    pub all: bool,
}

/// The time after which a worker looks again for tasks that others have in hand.
const PAUSE: Duration = Duration::from_millis(500);

/// Works off tasks, and writes down what becomes of each before the next one is begun.
///
/// # Errors
///
/// If a task cannot be worked on, or a result not be written.
pub fn work_off(
    folder: &Folder,
    tasks: &[Job],
    worker: &mut dyn Worker,
    (takes, stop): (Takes, &Stop),
    observer: &mut dyn WorkObserver,
) -> Result<(WorkEnd, WorkTally), WorkError> {
    let failed = WorkError::of_results(folder);
    let results = folder.results();
    let before = settled(folder, &results, tasks.iter().map(|task| task.task), takes)?;
    let mut tally = WorkTally::new(tasks, before, folder.cut()?);
    let open = tasks.iter().filter(|task| !tally.has(task.task));
    let mut queue = Queue::new(open, folder.in_hand(), takes.all);
    loop {
        if stop.reached() {
            return Ok((WorkEnd::Interrupted, tally));
        }
        if is_answered(folder).map_err(&failed)? {
            return Ok((WorkEnd::Answered, tally));
        }
        let (task, holds) = match queue.next(|task| worker.waits_for(task)).map_err(&failed)? {
            Turn::Task(task, holds) => (task, holds),
            Turn::Wait => {
                observer.say_waiting(queue.len());
                thread::sleep(PAUSE);
                continue;
            }
            Turn::End => return Ok((WorkEnd::Done, tally)),
        };
        // Another worker may have done it meanwhile.
        if let Some(&outcome) = settled(folder, &results, [task.task], takes)?.get(&task.task) {
            tally.known.entry(task.task).or_insert(outcome);
            continue;
        }
        observer.begin(task.task, &tally, &queue);
        for attempt in worker.work(task, stop)? {
            results.add(&attempt).map_err(&failed)?;
            if attempt.outcome == TaskOutcome::Interrupted {
                return Ok((WorkEnd::Interrupted, tally));
            }
            tally.own.insert(attempt.task, attempt.outcome);
            observer.say_done(&attempt, &tally, &queue);
            if attempt.outcome == TaskOutcome::Reached {
                say_answered(folder, &attempt).map_err(&failed)?;
            }
        }
        drop(holds);
    }
}

/// The tasks for which nothing is to be done, and why: they are done, or ran into a limit and
/// are not to be tried again.
fn settled(
    folder: &Folder,
    results: &AttemptFiles,
    tasks: impl IntoIterator<Item = u64>,
    takes: Takes,
) -> Result<BTreeMap<u64, TaskOutcome>, WorkError> {
    let filed = results.of_tasks(&tasks.into_iter().collect());
    let filed = filed.map_err(WorkError::of_results(folder))?;
    let settles = |attempt: &Attempt| match attempt.outcome {
        // A refutation whose proof is gone is none, where there is to be one.
        TaskOutcome::Refuted => !wants_proofs(folder) || folder.has_proof(attempt.task),
        TaskOutcome::Limit => !takes.again,
        outcome => outcome.is_decisive(),
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

/// Returns whether a proof is to come of the question.
fn wants_proofs(folder: &Folder) -> bool {
    match &folder.header().question {
        Purpose::Cubes(stated) => stated.proof,
        Purpose::Comparison(_) => false,
    }
}

/// Returns tasks in an order.
pub fn in_order(tasks: Vec<Job>, order: &[u64]) -> Vec<Job> {
    let mut by_number: HashMap<u64, Job> =
        tasks.into_iter().map(|task| (task.task, task)).collect();
    order.iter().filter_map(|number| by_number.remove(number)).collect()
}

/// The file that says that an answer is found, so that nobody needs to look further.
const ANSWERED: &str = "answered";

/// Returns whether an answer is found: the file names a task, and a result of that task has one.
fn is_answered(folder: &Folder) -> io::Result<bool> {
    let Ok(text) = file::text(&folder.file(ANSWERED)) else { return Ok(false) };
    let task = text.trim().strip_prefix("task ").and_then(|number| number.parse().ok());
    let Some(task) = task else { return Ok(false) };
    let filed = folder.results().of_tasks(&BTreeSet::from([task]))?;
    let mut attempts = filed.iter().filter_map(|filed| filed.attempt.as_ref().ok());
    Ok(attempts.any(|attempt| attempt.outcome == TaskOutcome::Reached))
}

fn say_answered(folder: &Folder, attempt: &Attempt) -> io::Result<()> {
    let mut draft = Draft::of(&folder.file(ANSWERED))?;
    writeln!(draft, "task {}", attempt.task)?;
    draft.keep()
}

/// An attempt at a task by this process, of which nothing more is known yet.
pub(crate) fn attempt(folder: &Folder, task: u64, outcome: TaskOutcome, date: String) -> Attempt {
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

impl WorkTally {
    /// Returns a tally of tasks of which some are settled, and some are cut into smaller ones.
    pub fn new(tasks: &[Job], known: BTreeMap<u64, TaskOutcome>, cut: BTreeSet<u64>) -> WorkTally {
        let numbers = tasks.iter().map(|task| task.task).filter(|task| cut.contains(task));
        let cut: BTreeSet<u64> = numbers
            .filter(|task| !known.get(task).is_some_and(|known| known.is_decisive()))
            .collect();
        let known = known.into_iter().filter(|(task, _)| !cut.contains(task)).collect();
        WorkTally { all: tasks.len(), known, own: BTreeMap::new(), cut }
    }

    /// Returns how many tasks there are.
    pub fn all(&self) -> usize {
        self.all
    }

    /// Returns whether nothing is to be done for a task.
    fn has(&self, task: u64) -> bool {
        self.known.contains_key(&task) || self.own.contains_key(&task) || self.cut.contains(&task)
    }

    /// Returns for how many tasks nothing is to be done.
    pub fn settled(&self) -> usize {
        let others = self.known.keys().filter(|task| !self.own.contains_key(task)).count();
        self.own.len() + others + self.cut.len()
    }

    /// Returns how many tasks were left at a limit, by this worker or another.
    pub fn at_limit(&self) -> usize {
        let outcomes = self.own.values().chain(self.known_by_others());
        outcomes.filter(|outcome| !outcome.is_decisive()).count()
    }

    fn known_by_others(&self) -> impl Iterator<Item = &TaskOutcome> {
        let others = self.known.iter().filter(|(task, _)| !self.own.contains_key(task));
        others.map(|(_, outcome)| outcome)
    }

    /// Returns how it went, in words.
    pub fn in_words(&self) -> String {
        let done = self.own.values().filter(|outcome| outcome.is_decisive()).count();
        let done = counted(done, "task");
        let known = self.known_by_others().filter(|outcome| outcome.is_decisive()).count();
        let cut = match self.cut.len() {
            0 => String::new(),
            cut => format!("{cut} cut into smaller ones, "),
        };
        format!("{done} done, {known} settled before, {cut}{} left at a limit", self.at_limit())
    }
}

/// Refuses to work on the plan of another program than this one, which is at a path.
///
/// # Errors
///
/// If they differ.
pub fn validate_program(folder: &Folder, program: &Path) -> Result<(), Refusal> {
    let (this, planned) = (Build::this(program), &folder.header().program);
    if this == *planned {
        return Ok(());
    }
    let [ours, theirs] = [&this, planned].map(|one| one.checksum.as_deref().unwrap_or_default());
    let found = format!(
        "this program is quarrel {this}, checksum {ours}, and the plan is one of quarrel {planned}, checksum {theirs}"
    );
    Err(Refusal::new(visible(&found), "the program that made the plan, or a new plan"))
}
