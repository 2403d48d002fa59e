//! A worker. It works on the tasks of a plan one after the other, within the limits of each task.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::attempt::RunJudge;
use super::file::{self, FileError, with_path};
use super::queue::{Queue, WorkerAction};
use super::{Attempt, Folder, FolderError, Job, Purpose, TaskOutcome};
use crate::draft;
use crate::question::FilesError;
use crate::record::origin::{self, Build};
use crate::search::{DivisionError, SearchError};
use crate::solver::Effort;
use crate::source::{Refusal, escape_invisible, format_count};
use crate::stop::Stop;

pub use pieces::PieceWorker;

mod pieces;

/// The reason why a worker cannot continue.
#[derive(thiserror::Error, Debug)]
pub enum WorkError {
    /// The program, a board or the formula differs from that of the plan.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The question cannot be divided.
    #[error(transparent)]
    Indivisible(DivisionError),
    /// The search for an answer to a piece failed.
    #[error(transparent)]
    Search(SearchError),
    /// The proof of a piece is impossible or cannot be written.
    #[error(transparent)]
    Proof(#[from] FilesError),
    /// The worker was asked to stop before it began its first task.
    #[error("stopped before the first task")]
    Stopped,
    /// The plan cannot be read, or is damaged.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The process of a run cannot be started.
    #[error("cannot start a run: {0}")]
    Start(io::Error),
    /// A result cannot be read or written now. A later attempt may succeed.
    #[error(transparent)]
    Results(FileError),
}

impl From<DivisionError> for WorkError {
    fn from(error: DivisionError) -> WorkError {
        match error {
            DivisionError::Stopped => WorkError::Stopped,
            DivisionError::Search(error) => error.into(),
            error => WorkError::Indivisible(error),
        }
    }
}

impl From<SearchError> for WorkError {
    fn from(error: SearchError) -> WorkError {
        match error {
            SearchError::Stopped => WorkError::Stopped,
            error => WorkError::Search(error),
        }
    }
}

impl From<FileError> for WorkError {
    fn from(failed: FileError) -> WorkError {
        if failed.is_lasting() {
            FolderError::from(failed).into()
        } else {
            WorkError::Results(failed)
        }
    }
}

/// The outcomes of a worker's tasks so far.
#[derive(Debug)]
pub struct WorkTally {
    /// The number of tasks that the worker was given.
    all: usize,
    /// The outcomes of tasks that this worker need not work on. They were settled before the worker
    /// began, or since then by results of other workers.
    known: BTreeMap<u64, TaskOutcome>,
    /// The outcomes of this worker's attempts. These include attempts at tasks on which other tasks
    /// depend.
    own: BTreeMap<u64, TaskOutcome>,
    /// The tasks that are undecided and were cut into tasks of later rounds.
    cut: BTreeSet<u64>,
}

/// A worker on the tasks of a plan. The tasks are of one kind: pieces or blocks.
pub trait Worker {
    /// Works on a task and returns the attempts, which the caller writes to files. If the task
    /// depends on an unfinished task, works on the unfinished task first, and returns the attempt
    /// at it first. If `stop` is requested, ends early with the outcome
    /// [`TaskOutcome::Interrupted`].
    ///
    /// # Errors
    ///
    /// If the task does not belong to the plan, or the work fails.
    fn work(&mut self, task: &Job, stop: &Stop) -> Result<Vec<Attempt>, WorkError>;

    /// Returns the judge of attempts. Returns `None` if attempts of this kind need no judge.
    fn judge(&self) -> Option<&dyn RunJudge> {
        None
    }

    /// Returns the unfinished task on which a task depends. Returns `None` if the task can be done
    /// at once.
    ///
    /// # Errors
    ///
    /// If a result cannot be read.
    fn dependency(&self, _task: &Job) -> Result<Option<u64>, FileError> {
        Ok(None)
    }
}

/// An observer of a worker's progress.
pub trait WorkObserver {
    /// Reports that the work on a task begins.
    fn report_begin(&mut self, task: u64, tally: &WorkTally, queue: &Queue);

    /// Reports the outcome of an attempt, after its result is written.
    fn report_done(&mut self, attempt: &Attempt, tally: &WorkTally, queue: &Queue);

    /// Reports that other workers have all remaining tasks in hand. `tasks` is the number of these
    /// tasks. The report is repeated after each pause.
    fn report_waiting(&mut self, tasks: usize);
}

/// The reason why a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkEnd {
    /// No task remains for this worker.
    Done,
    /// An answer was found, by this worker or another one.
    Answered,
    /// A signal asked the worker to stop.
    Interrupted,
}

/// The choice of the tasks that a worker does.
#[derive(Clone, Copy, Debug)]
pub struct TaskSelection {
    /// Whether the worker tries again the tasks that have reached a limit.
    pub again: bool,
    /// Whether the worker works on all open tasks. If it is `false`, it works only on some chosen
    /// tasks.
    pub all: bool,
}

/// The time between two attempts of a worker to choose a task, while other workers have all
/// remaining tasks in hand.
const PAUSE: Duration = Duration::from_millis(500);

/// Works on tasks one after the other, and writes each result before the next task begins. Returns
/// why the worker ended, with its tally.
///
/// - Skips tasks that are done or cut. If `selection.again` is not set, also skips tasks that have
///   reached a limit.
/// - Takes each task in hand while it works on the task. If other workers have all remaining tasks
///   in hand, waits.
/// - Ends early if `stop` is requested, or if any worker has found an answer to the question. The
///   result of an interrupted task is also written, but the tally lacks it.
/// - If this worker finds the answer, it also writes the file that makes other workers end.
///
/// # Errors
///
/// If the plan is gone or damaged, a result cannot be read or written, or the work on a task fails.
/// If the plan is gone, the error is always [`FolderError::Vanished`].
pub fn run_tasks(
    folder: &Folder,
    tasks: &[Job],
    worker: &mut dyn Worker,
    (selection, stop): (TaskSelection, &Stop),
    observer: &mut dyn WorkObserver,
) -> Result<(WorkEnd, WorkTally), WorkError> {
    let worked = run_queue(folder, tasks, worker, (selection, stop), observer);
    // If the folder of the plan is missing, this is the cause of any other error.
    worked.or_else(|error| folder.validate_presence().map_err(WorkError::from).and(Err(error)))
}

/// Does the work of [`run_tasks`]. If the folder of the plan is missing, any error may result.
/// [`run_tasks`] then replaces this error by one about the missing folder.
fn run_queue(
    folder: &Folder,
    tasks: &[Job],
    worker: &mut dyn Worker,
    (selection, stop): (TaskSelection, &Stop),
    observer: &mut dyn WorkObserver,
) -> Result<(WorkEnd, WorkTally), WorkError> {
    let results = folder.attempt_files();
    let before =
        settled_outcomes(folder, tasks.iter().map(|task| task.task), selection, worker.judge())?;
    let mut tally = WorkTally::new(tasks, before, folder.cut_tasks()?);
    let open = tasks.iter().filter(|task| !tally.is_settled(task.task));
    let mut queue = Queue::new(open, folder.tasks_in_hand(), selection.all);
    loop {
        folder.validate_presence()?;
        if stop.is_reached() {
            return Ok((WorkEnd::Interrupted, tally));
        }
        if is_answered(folder)? {
            return Ok((WorkEnd::Answered, tally));
        }
        let (task, guards) = match queue.next(|task| worker.dependency(task))? {
            WorkerAction::Task(task, guards) => (task, guards),
            WorkerAction::Wait => {
                observer.report_waiting(queue.len());
                thread::sleep(PAUSE);
                continue;
            }
            WorkerAction::End => return Ok((WorkEnd::Done, tally)),
        };
        // Another worker may have done the task meanwhile.
        let before = settled_outcomes(folder, [task.task], selection, worker.judge())?;
        if let Some(&outcome) = before.get(&task.task) {
            tally.known.entry(task.task).or_insert(outcome);
            continue;
        }
        observer.report_begin(task.task, &tally, &queue);
        for attempt in worker.work(task, stop)? {
            results.add(&attempt)?;
            if attempt.outcome == TaskOutcome::Interrupted {
                return Ok((WorkEnd::Interrupted, tally));
            }
            tally.own.insert(attempt.task, attempt.outcome);
            observer.report_done(&attempt, &tally, &queue);
            if attempt.outcome == TaskOutcome::Reached {
                mark_answered(folder, &attempt)?;
            }
        }
        drop(guards);
    }
}

/// Returns the outcomes of those of `tasks` that need no more work. These are tasks that are done.
/// If [`TaskSelection::again`] is not set, they are also tasks that have reached a limit. If a task
/// is done and another attempt at it reached a limit, the result has the outcome that decides the
/// task. An attempt does not count if its file is rejected or `judge` refuses it. In a plan with
/// proofs, a refutation counts only if the file of its proof exists. Fails if a folder of results
/// cannot be read.
fn settled_outcomes(
    folder: &Folder,
    tasks: impl IntoIterator<Item = u64>,
    selection: TaskSelection,
    judge: Option<&dyn RunJudge>,
) -> Result<BTreeMap<u64, TaskOutcome>, WorkError> {
    let filed = folder.attempt_files().attempts_for(&tasks.into_iter().collect())?;
    let settles = |attempt: &Attempt| match attempt.outcome {
        // In a plan with proofs, a refutation counts only if its proof exists.
        TaskOutcome::Refuted => !needs_proofs(folder) || folder.has_proof(attempt.task),
        TaskOutcome::Limit => !selection.again,
        outcome => outcome.is_decisive(),
    };
    let mut settled = BTreeMap::new();
    for attempt in
        filed.into_iter().filter_map(|filed| filed.check(judge).attempt.ok()).filter(settles)
    {
        let known = settled.entry(attempt.task).or_insert(attempt.outcome);
        if attempt.outcome.is_decisive() {
            *known = attempt.outcome;
        }
    }
    Ok(settled)
}

/// Returns whether the pieces of the plan have proofs.
fn needs_proofs(folder: &Folder) -> bool {
    match &folder.header().question {
        Purpose::Cubes(stated) => stated.proof,
        Purpose::Comparison(_) => false,
    }
}

/// Sorts the tasks by the positions of their indices in `order`. Leaves out tasks whose indices are
/// not in `order`. Ignores indices in `order` that no task has.
pub fn sort_tasks(tasks: Vec<Job>, order: &[u64]) -> Vec<Job> {
    let mut by_number: HashMap<u64, Job> =
        tasks.into_iter().map(|task| (task.task, task)).collect();
    order.iter().filter_map(|number| by_number.remove(number)).collect()
}

/// The file that makes all workers end, because an answer was found.
const ANSWERED: &str = "answered";

/// Returns whether the file [`ANSWERED`] names a task whose result is an answer. Rejected results
/// do not count, and the answer is not checked by the rules. Returns `false` if the file is
/// missing, unreadable or malformed. Fails if the results of the task cannot be read.
fn is_answered(folder: &Folder) -> Result<bool, FileError> {
    let Ok(text) = file::read_text(&folder.file_path(ANSWERED)) else { return Ok(false) };
    let task = text.trim().strip_prefix("task ").and_then(|number| number.parse().ok());
    let Some(task) = task else { return Ok(false) };
    let filed = folder.attempt_files().attempts_for(&BTreeSet::from([task]))?;
    let mut attempts = filed.iter().filter_map(|filed| filed.attempt.as_ref().ok());
    Ok(attempts.any(|attempt| attempt.outcome == TaskOutcome::Reached))
}

/// Writes the file [`ANSWERED`], which then names the task of `attempt`. This attempt must have
/// found an answer.
fn mark_answered(folder: &Folder, attempt: &Attempt) -> Result<(), FileError> {
    let path = folder.file_path(ANSWERED);
    draft::write(&path, format!("task {}\n", attempt.task)).map_err(with_path(&path))
}

/// Returns a new attempt of this process at a task. The attempt began at `date`. It has no work,
/// limit, answer or records yet, and its memory is unknown. Its times are 0. Its host, process and
/// job are those of this process. The hash of the plan in it is that of the task's round.
pub(crate) fn new_attempt(
    folder: &Folder,
    task: u64,
    outcome: TaskOutcome,
    date: String,
) -> Attempt {
    Attempt {
        plan: folder.round_hash(task).to_owned(),
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
        job: job_name(),
        records: Vec::new(),
    }
}

/// Returns the ID of this job in Slurm, PBS or another scheduler, from the environment. For an
/// element of a Slurm job array, the ID is the array's ID, `_` and the index of the element.
/// Returns `None` if no scheduler started this process.
fn job_name() -> Option<String> {
    let of = |name: &str| std::env::var(name).ok();
    match (of("SLURM_ARRAY_JOB_ID"), of("SLURM_ARRAY_TASK_ID")) {
        (Some(job), Some(element)) => Some(format!("{job}_{element}")),
        _ => of("SLURM_JOB_ID").or_else(|| of("PBS_JOBID")).or_else(|| of("JOB_ID")),
    }
}

impl WorkTally {
    /// Returns the tally of `tasks`, before this worker has worked on any. `known` has the outcomes
    /// of those of `tasks` that need no more work; it must have no others, because all of them are
    /// counted. `cut` has the cut tasks of the plan. If a task was cut, it counts as cut, and not
    /// as known. But if `known` has an outcome that decides it, it counts as known. Cut tasks that
    /// are not among `tasks` are left out.
    pub fn new(tasks: &[Job], known: BTreeMap<u64, TaskOutcome>, cut: BTreeSet<u64>) -> WorkTally {
        let cut: BTreeSet<u64> = tasks
            .iter()
            .map(|task| task.task)
            .filter(|task| cut.contains(task))
            .filter(|task| !known.get(task).is_some_and(|known| known.is_decisive()))
            .collect();
        let known = known.into_iter().filter(|(task, _)| !cut.contains(task)).collect();
        WorkTally { all: tasks.len(), known, own: BTreeMap::new(), cut }
    }

    /// Returns the number of tasks that the worker was given.
    pub fn task_count(&self) -> usize {
        self.all
    }

    /// Returns whether a task needs no more work by this worker.
    fn is_settled(&self, task: u64) -> bool {
        self.known.contains_key(&task) || self.own.contains_key(&task) || self.cut.contains(&task)
    }

    /// Returns the number of tasks that need no more work by this worker.
    pub fn settled_count(&self) -> usize {
        let others = self.known.keys().filter(|task| !self.own.contains_key(task)).count();
        self.own.len() + others + self.cut.len()
    }

    /// Returns the number of tasks that reached a limit before they were decided.
    pub fn limit_count(&self) -> usize {
        self.own
            .values()
            .chain(self.known_by_others())
            .filter(|outcome| !outcome.is_decisive())
            .count()
    }

    /// Returns the outcomes of the tasks that this worker has not worked on.
    fn known_by_others(&self) -> impl Iterator<Item = &TaskOutcome> {
        self.known
            .iter()
            .filter(|(task, _)| !self.own.contains_key(task))
            .map(|(_, outcome)| outcome)
    }

    /// Describes the numbers of tasks in words: tasks done by this worker, tasks done before or by
    /// other workers, cut tasks, and tasks left at a limit. If there are no cut tasks, their number
    /// is left out. The other numbers are given even if they are 0.
    pub fn in_words(&self) -> String {
        let done = self.own.values().filter(|outcome| outcome.is_decisive()).count();
        let done = format_count(done, "task");
        let known = self.known_by_others().filter(|outcome| outcome.is_decisive()).count();
        let cut = match self.cut.len() {
            0 => String::new(),
            cut => format!("{cut} cut into smaller ones, "),
        };
        format!(
            "{done} done, {known} done before or by others, {cut}{} left at a limit",
            self.limit_count()
        )
    }
}

/// Checks that this program made the plan. `program` is the path of the program's file. Compares
/// version, commit, profile, solver and checksum. If the file cannot be read, its checksum differs
/// from any known checksum.
///
/// # Errors
///
/// If another program made the plan.
pub fn validate_program(folder: &Folder, program: &Path) -> Result<(), Refusal> {
    let (this, planned) = (Build::current(program), &folder.header().program);
    if this == *planned {
        return Ok(());
    }
    let [ours, theirs] = [&this, planned].map(|one| one.checksum.as_deref().unwrap_or_default());
    let found = format!(
        "this program is quarrel {this}, checksum {ours}, but the plan was made by quarrel \
         {planned}, checksum {theirs}"
    );
    Err(Refusal::new(escape_invisible(&found), "the program that made the plan, or a new plan"))
}
