//! The progress of a plan, read from its files.
//!
//! If several files say that a task is done, they have to agree. The file whose name comes first
//! counts, so that nobody can select favourable times. A question is refuted under three
//! conditions:
//!
//! - The pieces of the plan cover the question.
//! - The parts of a cut piece cover the piece ([`cover`]).
//! - Each piece is refuted, directly or through all its parts.
//!
//! An answer counts only if it passes a new check against the rules.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};

use super::attempt::{Attempt, AttemptFile, RunJudge, TaskOutcome};
use super::cover;
use super::file::{self, FileError, with_path};
use super::folder::{Folder, FolderError};
use super::{Job, PlanError, Work};
use crate::model::Goal;
use crate::problem::{self, CheckedAnswer};
use crate::question::PosedQuestion;
use crate::record::{Limit, Record};
use crate::search::Piece;
use crate::solver::Effort;
use crate::source::json::describe_error;

/// The outcomes and costs of all attempts at one task.
#[derive(Clone, Debug, Default)]
pub struct KnownTask {
    /// The outcome that decides the task, and the file of its attempt. It is `None` if no attempt
    /// at the task itself decides it. Attempts at the parts of the task do not count here.
    pub done: Option<(TaskOutcome, PathBuf)>,
    /// The date, outcome and limit of the last attempt that did not decide the task. It is `None`
    /// if there is no such attempt.
    pub failed: Option<(String, TaskOutcome, Option<Limit>)>,
    /// Whether an attempt ran into a limit.
    pub is_at_limit: bool,
    /// Cost of all attempts.
    pub spent: SpentEffort,
    /// Processor time of the attempt that decides the task, in seconds. It is 0 if there is no such
    /// attempt.
    pub cost: f64,
}

/// Cost of attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpentEffort {
    /// Number of attempts.
    pub attempts: u64,
    /// Processor time, in seconds.
    pub cpu_seconds: f64,
    /// Conflicts and other work of the solver.
    pub effort: Effort,
}

/// The advice at the end of each contradiction.
const CURE: &str = "a machine, or an edit by hand, has written a wrong result; remove the files \
     that you do not trust, and quarrel work does their tasks again";

/// A contradiction between two files, or between an answer and the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// One attempt refutes a task, and another one has an answer for it.
    #[error(
        "task {task} is refuted by one attempt and answered by another:\n  {}\n  {}\n{CURE}",
        files[0].display(),
        files[1].display()
    )]
    Task {
        /// The task's index.
        task: u64,
        /// The files with the refutation and the answer.
        files: [PathBuf; 2],
    },
    /// A task is refuted, but one of its parts has an answer.
    #[error(
        "task {refuted} is refuted, but its part {answered} has an answer:\n  {}\n  {}\n{CURE}",
        files[0].display(),
        files[1].display()
    )]
    Below {
        /// The refuted task's index.
        refuted: u64,
        /// The index of the part.
        answered: u64,
        /// The files with the refutation and the answer.
        files: [PathBuf; 2],
    },
    /// An answer breaks a rule, or misses the bound.
    #[error("the answer to task {task} is wrong: {what}\n  {}\n{CURE}", file.display())]
    Answer {
        /// The task's index.
        task: u64,
        /// The broken rule or missed bound, in words.
        what: String,
        /// File with the answer.
        file: PathBuf,
    },
}

/// The verdict on a plan's question so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanVerdict {
    /// There is an answer.
    Reached(CheckedAnswer),
    /// There is no answer: the pieces cover the question, and all of them are refuted.
    Refuted,
    /// The question is not decided, because tasks are open.
    Open,
    /// All pieces are refuted, but they do not cover the question.
    NotCovered {
        /// The cut task whose parts do not cover its piece. It is `None` if the pieces of the first
        /// round do not cover the question.
        task: Option<u64>,
    },
}

/// The state of a plan's tasks, read from the files of results.
#[derive(Debug)]
pub struct MergedResults {
    /// All tasks, by index.
    pub known: Vec<KnownTask>,
    /// The parts of each task that was cut.
    pub parts: BTreeMap<u64, Vec<u64>>,
    /// The rejected files. Each has the reason for its rejection.
    pub foreign: Vec<(PathBuf, String)>,
}

/// Reads the rows of an attempt's answer, and checks the answer by the rules and by the bound of
/// the question. Checks no bound if the question has none, or if the problem has no objective. The
/// error says in words that the rows are malformed or incomplete, which rule is broken, or which
/// bound is missed.
fn check_answer(posed: &PosedQuestion, rows: &[String]) -> Result<CheckedAnswer, String> {
    let problem = posed.problem();
    let partial = problem.read_shown(rows).map_err(|refusal| refusal.found)?;
    let answer = partial.complete().map_err(|partial| {
        format!("it leaves {} open", posed.opened.counted_places(partial.open()))
    })?;
    let answer = problem::check_answer(problem, answer).map_err(|wrong| wrong.to_string())?;
    let reaches = |goal: Goal, bound: i64| {
        answer.value().is_some_and(|value| goal.sense.reaches(value, bound))
    };
    match problem.goal().zip(posed.bound) {
        Some((goal, bound)) if !reaches(goal, bound) => {
            Err(format!("its value does not reach {}", problem.format_value(bound)))
        }
        _ => Ok(answer),
    }
}

impl MergedResults {
    /// Reads all attempts at the tasks of a plan. `tasks` must be all tasks of the plan, sorted by
    /// index. `posed` is the question of the plan, and answers are checked by its rules. Without a
    /// question, answers are not checked. For a comparison, `judge` checks the runs. Without a
    /// judge, attempts with any runs are accepted. Rejected files go to [`MergedResults::foreign`].
    ///
    /// # Errors
    ///
    /// If a folder of results cannot be read. If files contradict each other or the rules. The
    /// error is the contradiction about the task with the lowest index. Another contradiction is
    /// reported only if there is none about a single task: a task is refuted, and a task that was
    /// cut from it, directly or through other tasks, has an answer.
    pub fn read(
        folder: &Folder,
        tasks: &[Job],
        posed: Option<&PosedQuestion>,
        judge: Option<&dyn RunJudge>,
    ) -> Result<MergedResults, PlanError> {
        let number = usize::try_from(folder.task_count()).unwrap_or(usize::MAX).min(tasks.len());
        let mut merged = MergedResults {
            known: vec![KnownTask::default(); number],
            parts: BTreeMap::new(),
            foreign: Vec::new(),
        };
        for task in tasks {
            if let Some(of) = task.of {
                merged.parts.entry(of).or_default().push(task.task);
            }
        }
        let mut contradictions: BTreeMap<u64, Contradiction> = BTreeMap::new();
        let results = folder.attempt_files();
        results
            .for_each(|filed| {
                if let Err((task, contradiction)) = merged.add(filed.check(judge), posed) {
                    contradictions.entry(task).or_insert(contradiction);
                }
            })
            .map_err(FolderError::from)?;
        let first = contradictions.into_values().next();
        match first.or_else(|| merged.find_contradiction()) {
            Some(contradiction) => Err(contradiction.into()),
            None => Ok(merged),
        }
    }

    /// Adds an attempt. If its file is rejected, or the plan lacks its task, it only goes to
    /// [`MergedResults::foreign`]. The error is a contradiction, and the task that it is about.
    /// There are two contradictions. One is a wrong answer to the question `posed`: the answer is
    /// malformed, incomplete, against the rules, or misses the bound. This is checked first, and
    /// only if there is a question. The attempt is then not added at all. The other one is an
    /// answer and a refutation of the same task. The effort of the attempt is then counted.
    fn add(
        &mut self,
        filed: AttemptFile,
        posed: Option<&PosedQuestion>,
    ) -> Result<(), (u64, Contradiction)> {
        let AttemptFile { path, attempt } = filed;
        let attempt = match attempt {
            Ok(attempt) => attempt,
            Err(what) => {
                self.foreign.push((path, what));
                return Ok(());
            }
        };
        let task = attempt.task;
        if let (TaskOutcome::Reached, Some(posed)) = (attempt.outcome, posed) {
            let rows = attempt.answer.as_deref().unwrap_or_default();
            if let Err(what) = check_answer(posed, rows) {
                return Err((task, Contradiction::Answer { task, what, file: path }));
            }
        }
        let Some(known) = usize::try_from(task).ok().and_then(|task| self.known.get_mut(task))
        else {
            self.foreign.push((path, format!("there is no task {task}")));
            return Ok(());
        };
        known.add(attempt, path).map_err(|files| (task, Contradiction::Task { task, files }))
    }

    /// Returns the contradiction between a task with an answer and a refuted task from which it was
    /// cut. The answered task may have been cut directly from the refuted task, or through other
    /// tasks. Among several answered tasks, the one with the lowest index counts. Among the refuted
    /// tasks above it, the nearest counts. Returns `None` if no task with an answer was cut from a
    /// refuted task.
    fn find_contradiction(&self) -> Option<Contradiction> {
        let above: HashMap<u64, u64> = self
            .parts
            .iter()
            .flat_map(|(&of, parts)| parts.iter().map(move |&part| (part, of)))
            .collect();
        for answered in 0..self.known.len() as u64 {
            let Some(answer) = self.deciding_file(answered, TaskOutcome::Reached) else { continue };
            let mut next = above.get(&answered);
            while let Some(&refuted) = next {
                if let Some(refutation) = self.deciding_file(refuted, TaskOutcome::Refuted) {
                    let files = [refutation, answer];
                    return Some(Contradiction::Below { refuted, answered, files });
                }
                next = above.get(&refuted);
            }
        }
        None
    }

    /// Returns the verdict on the question. `tasks` must be all tasks of the plan, sorted by index,
    /// and `self` must have been read with `posed`.
    ///
    /// - A correct answer decides the question even if tasks are open. Only the first task with an
    ///   answer is checked.
    /// - Otherwise, the verdict is [`PlanVerdict::Open`] if a task of the first round is not done,
    ///   or if a task is no piece, as in a comparison.
    /// - If all tasks are done and pieces are missing, the verdict is [`PlanVerdict::NotCovered`]
    ///   for the first gap: in the first round, or else among the parts of a cut task.
    /// - Otherwise, the verdict is [`PlanVerdict::Refuted`].
    ///
    /// # Errors
    ///
    /// If the file of an answer cannot be read.
    pub fn verdict(&self, tasks: &[Job], posed: &PosedQuestion) -> Result<PlanVerdict, FileError> {
        let mut done = self.known.iter().filter_map(|known| known.done.as_ref());
        if let Some((_, path)) = done.find(|done| done.0 == TaskOutcome::Reached) {
            let rows = read_attempt(path)?.answer.unwrap_or_default();
            if let Ok(answer) = check_answer(posed, &rows) {
                return Ok(PlanVerdict::Reached(answer));
            }
        }
        let pieces: Option<Vec<&Piece>> = tasks.iter().map(|task| task.work.piece()).collect();
        let Some(pieces) = pieces else { return Ok(PlanVerdict::Open) };
        let first: Vec<&Piece> = tasks
            .iter()
            .filter(|task| task.of.is_none())
            .filter_map(|task| task.work.piece())
            .collect();
        if (0..first.len()).any(|task| !self.is_done(task as u64)) {
            return Ok(PlanVerdict::Open);
        }
        if !entire_question(&first).is_some_and(|question| cover::is_covered_by(&question, &first))
        {
            return Ok(PlanVerdict::NotCovered { task: None });
        }
        Ok(match self.find_uncovered(&pieces) {
            Some(task) => PlanVerdict::NotCovered { task: Some(task) },
            None => PlanVerdict::Refuted,
        })
    }

    /// Returns the recorded runs of a comparison, in the order of tasks. The runs of a task are
    /// those of the attempt that decides the task. If a task is not done, it has no runs here.
    ///
    /// # Errors
    ///
    /// If a file of results cannot be read.
    pub fn records(&self) -> Result<Vec<Record>, FileError> {
        let mut records = Vec::new();
        for (_, path) in self.known.iter().filter_map(|known| known.done.as_ref()) {
            records.extend(read_attempt(path)?.records);
        }
        Ok(records)
    }

    /// Returns the first cut task whose parts do not cover its piece. Leaves out tasks that an
    /// attempt decides directly. Returns `None` if there is no such task. `pieces` has the piece of
    /// each task, by the index of the task.
    fn find_uncovered(&self, pieces: &[&Piece]) -> Option<u64> {
        let piece =
            |task: u64| usize::try_from(task).ok().and_then(|task| pieces.get(task)).copied();
        let not_covered = |&(&task, parts): &(&u64, &Vec<u64>)| {
            let part_pieces: Option<Vec<&Piece>> = parts.iter().map(|&part| piece(part)).collect();
            let covered = piece(task)
                .zip(part_pieces)
                .is_some_and(|(total, parts)| cover::is_covered_by(total, &parts));
            !covered
        };
        self.parts
            .iter()
            .filter(|&(&task, _)| !self.is_done_directly(task))
            .into_iter()
            .find(not_covered)
            .map(|(&task, _)| task)
    }

    /// Returns whether an attempt at this task itself decides the task. Attempts at its parts do
    /// not count.
    pub fn is_done_directly(&self, task: u64) -> bool {
        self.known_task(task).is_some_and(|known| known.done.is_some())
    }

    fn known_task(&self, task: u64) -> Option<&KnownTask> {
        self.known.get(usize::try_from(task).ok()?)
    }

    /// Returns the file of the attempt that decided a task itself, if this attempt has the outcome
    /// `outcome`. Otherwise returns `None`.
    fn deciding_file(&self, task: u64, outcome: TaskOutcome) -> Option<PathBuf> {
        let (known, file) = self.known_task(task)?.done.as_ref()?;
        (*known == outcome).then(|| file.clone())
    }

    /// Returns the processor time of a finished task, in seconds. This is the time of the attempt
    /// that decides the task. If instead the parts of the task decide it, it is the sum of two
    /// times: that of all attempts at the task, and that of its parts. Returns `None` if the task
    /// is not finished, or if the plan lacks it.
    pub fn cost(&self, task: u64) -> Option<f64> {
        let mut open = vec![task];
        let mut cost = 0.0;
        while let Some(task) = open.pop() {
            let known = self.known_task(task)?;
            match self.parts.get(&task) {
                _ if known.done.is_some() => cost += known.cost,
                None => return None,
                Some(parts) => {
                    cost += known.spent.cpu_seconds;
                    open.extend(parts);
                }
            }
        }
        Some(cost)
    }

    /// Returns whether a task is done. A task is done if an attempt at it decides it. A task is
    /// also done if it was cut and all its parts are done; parts can be cut too. Does not check
    /// that the parts cover the task. A task that the plan lacks is not done.
    pub fn is_done(&self, task: u64) -> bool {
        let mut open = vec![task];
        while let Some(task) = open.pop() {
            if self.is_done_directly(task) {
                continue;
            }
            match self.parts.get(&task) {
                None => return false,
                Some(parts) => open.extend(parts),
            }
        }
        true
    }

    /// Returns the open tasks in increasing order. An open task is neither done nor cut. Also, it
    /// is not a part of a done task, neither directly nor through other tasks. The index of each
    /// task must be lower than those of its parts.
    pub fn open_tasks(&self) -> Vec<u64> {
        let tasks = 0..self.known.len() as u64;
        let mut covered = BTreeSet::new();
        // The index of a task is lower than those of its parts. So the loop reaches a task before
        // its parts.
        for task in tasks.clone() {
            if covered.contains(&task) || self.is_done_directly(task) {
                covered.insert(task);
                covered.extend(self.parts.get(&task).into_iter().flatten());
            }
        }
        tasks.filter(|task| !covered.contains(task) && !self.parts.contains_key(task)).collect()
    }

    /// Returns the open tasks that ran into a limit in at least one attempt, in increasing order.
    /// Workers skip these tasks by default.
    pub fn tasks_at_limit(&self) -> Vec<u64> {
        let mut open = self.open_tasks();
        open.retain(|&task| self.known_task(task).is_some_and(|known| known.is_at_limit));
        open
    }

    /// Returns the sums over all attempts at all tasks: their number, their processor time in
    /// seconds, and the work of the solver. Attempts that decide nothing count too. Rejected files
    /// do not count.
    pub fn total_effort(&self) -> SpentEffort {
        let mut spent = SpentEffort::default();
        for known in &self.known {
            spent.attempts += known.spent.attempts;
            spent.cpu_seconds += known.spent.cpu_seconds;
            spent.effort += known.spent.effort;
        }
        spent
    }
}

impl KnownTask {
    /// Records an attempt. Always adds it to the number of attempts and to the time and work that
    /// were spent. The first decisive attempt decides the task, and its processor time becomes the
    /// task's cost. So attempts must come in the order of their names. Later ones with the same
    /// outcome change nothing else. An attempt that decides nothing becomes the last failed one,
    /// but not if a failed one with a later date is known. If any attempt ran into a limit, the
    /// task stays marked as at a limit. The error means that a refutation and an answer contradict
    /// each other. It has the file of the refutation first, and then that of the answer. After this
    /// error, the outcome is not recorded.
    fn add(&mut self, attempt: Attempt, path: PathBuf) -> Result<(), [PathBuf; 2]> {
        self.spent.attempts += 1;
        self.spent.cpu_seconds += attempt.cpu_seconds;
        self.spent.effort += attempt.effort;
        let outcome = attempt.outcome;
        if !outcome.is_decisive() {
            self.is_at_limit |= outcome == TaskOutcome::Limit;
            if self.failed.as_ref().is_none_or(|(date, ..)| *date <= attempt.date) {
                self.failed = Some((attempt.date, outcome, attempt.limit));
            }
            return Ok(());
        }
        match &self.done {
            None => {
                self.cost = attempt.cpu_seconds;
                self.done = Some((outcome, path));
                Ok(())
            }
            Some((known, _)) if *known == outcome => Ok(()),
            Some((known, other)) => Err(match known {
                TaskOutcome::Refuted => [other.clone(), path],
                _ => [path, other.clone()],
            }),
        }
    }
}

impl Work {
    /// Returns the piece of a question. Returns `None` if the work is a block.
    pub fn piece(&self) -> Option<&Piece> {
        match self {
            Work::Piece(piece) => Some(piece),
            Work::Block(_) => None,
        }
    }

    /// Returns the name of the block. Returns `None` if the work is a piece of a question.
    pub fn block(&self) -> Option<&str> {
        match self {
            Work::Piece(_) => None,
            Work::Block(slot) => Some(slot),
        }
    }
}

fn read_attempt(path: &Path) -> Result<Attempt, FileError> {
    let text = file::read_text(path).map_err(with_path(path))?;
    serde_json::from_str(&text)
        .map_err(|error| with_path(path)(io::Error::other(describe_error(&text, &error))))
}

/// Returns the whole question as a single piece, of the same kind as the given pieces. Returns
/// `None` if there are no pieces.
fn entire_question(pieces: &[&Piece]) -> Option<Piece> {
    Some(match pieces.first()? {
        Piece::Cube(_) => Piece::Cube(Vec::new()),
        Piece::Share(_) => Piece::Share(crate::search::Share::ALL),
    })
}
