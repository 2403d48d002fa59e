//! What a plan has come to so far, read off its files.
//!
//! A task is done if a file says so. If several do, they have to say the same; the one whose name
//! comes first counts, whatever it says of its time, so that nobody can choose among timings. A
//! piece that was cut further is done with its parts. A question is refuted if all of it is: the
//! pieces of the plan cover everything, the parts of a piece cover the piece ([`cover`]), and each
//! piece is refuted itself or through its parts. An answer counts when it has passed the check of
//! the problem's rules once more.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};

use super::attempt::{Attempt, Filed, TaskOutcome};
use super::cover;
use super::file;
use super::folder::{Folder, FolderError};
use super::{Job, Work};
use crate::model::Goal;
use crate::question::Posed;
use crate::record::{Limit, Record};
use crate::search::Piece;
use crate::solver::Effort;

/// What is known of a task.
#[derive(Clone, Debug, Default)]
pub struct KnownTask {
    /// How it was done, where it was, and the file that says so.
    pub done: Option<(TaskOutcome, PathBuf)>,
    /// How the last attempt ended that did not do it, by the clocks of the machines.
    pub failed: Option<(String, TaskOutcome, Option<Limit>)>,
    /// Whether an attempt ran into a limit of the task.
    pub is_at_limit: bool,
    /// What all attempts took.
    pub spent: SpentEffort,
    /// What the attempt took that did it.
    pub cost: f64,
}

/// What attempts took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpentEffort {
    /// How many they were.
    pub attempts: u64,
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// What the solver did.
    pub effort: Effort,
}

/// What goes on after a contradiction.
const CURE: &str = "one of the machines, or somebody's hand, has written what is wrong; remove the files that are not to \
be trusted, and their tasks are open again for quarrel work";

/// Two files that cannot both be right, or one that cannot be right by itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// One refutes what the other answers.
    #[error(
        "task {task} is refuted by one attempt and answered by another:\n  {}\n  {}\n{CURE}",
        files[0].display(),
        files[1].display()
    )]
    Task {
        /// The task.
        task: u64,
        /// The file that refutes it, and the one with an answer.
        files: [PathBuf; 2],
    },
    /// A task is refuted, and one that it was cut from or into has an answer.
    #[error(
        "task {refuted} is refuted and holds what task {answered} answers:\n  {}\n  {}\n{CURE}",
        files[0].display(),
        files[1].display()
    )]
    Below {
        /// The one that is refuted.
        refuted: u64,
        /// The one with an answer.
        answered: u64,
        /// Their files.
        files: [PathBuf; 2],
    },
    /// An answer breaks a rule.
    #[error("the answer of task {task} is none: {what}\n  {}\n{CURE}", file.display())]
    Answer {
        /// The task.
        task: u64,
        /// The rule.
        what: String,
        /// The file.
        file: PathBuf,
    },
}

/// What a question has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanVerdict {
    /// There is an answer.
    Reached {
        /// The answer.
        rows: Vec<String>,
        /// Its value.
        value: Option<i64>,
    },
    /// There is none.
    Refuted,
    /// Nobody knows yet.
    Open,
    /// Every piece is refuted, and together they are not everything.
    NotCovered {
        /// The task that is not covered by its parts; none where the plan does not cover the
        /// question.
        task: Option<u64>,
    },
}

/// What a plan has come to.
#[derive(Debug)]
pub struct Merged {
    /// By task.
    pub known: Vec<KnownTask>,
    /// For each task that was cut, the tasks that it was cut into.
    pub parts: BTreeMap<u64, Vec<u64>>,
    /// Files that are no attempts at this plan, and why.
    pub foreign: Vec<(PathBuf, String)>,
}

/// Why it is not known what a plan has come to.
#[derive(thiserror::Error, Debug)]
pub enum MergeError {
    /// A folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Results contradict each other.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

/// Returns the value of an answer that keeps the rules and reaches the bound; otherwise what is
/// wrong with it.
fn checked(posed: &Posed, rows: &[String]) -> Result<Option<i64>, String> {
    let problem = posed.problem();
    let value = problem.check(rows).map_err(|broken| broken.to_string())?;
    let reaches =
        |goal: Goal, bound: i64| value.is_some_and(|value| goal.sense.reaches(value, bound));
    match problem.goal().zip(posed.bound) {
        Some((goal, bound)) if !reaches(goal, bound) => {
            Err(format!("its value does not reach {}", problem.told(bound)))
        }
        _ => Ok(value),
    }
}

impl Merged {
    /// Reads every file of results.
    ///
    /// # Errors
    ///
    /// If a folder cannot be listed, or a contradiction is found; the first of them by its task.
    pub fn of(folder: &Folder, tasks: &[Job], posed: Option<&Posed>) -> Result<Merged, MergeError> {
        let number = usize::try_from(folder.number()).unwrap_or(usize::MAX).min(tasks.len());
        let mut merged = Merged {
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
        let results = folder.results();
        results
            .each(|filed| {
                if let Err((task, contradiction)) = merged.take(filed, posed) {
                    contradictions.entry(task).or_insert(contradiction);
                }
            })
            .map_err(|error| FolderError::File { path: folder.path().to_owned(), error })?;
        let first = contradictions.into_values().next();
        match first.or_else(|| merged.contradiction_below()) {
            Some(contradiction) => Err(contradiction.into()),
            None => Ok(merged),
        }
    }

    /// Takes in a file.
    fn take(&mut self, filed: Filed, posed: Option<&Posed>) -> Result<(), (u64, Contradiction)> {
        let Filed { path, attempt } = filed;
        let attempt = match attempt {
            Ok(attempt) => attempt,
            Err(what) => {
                self.foreign.push((path, what));
                return Ok(());
            }
        };
        let task = attempt.task;
        if let Some(what) = mismatch(&attempt, posed.is_some()) {
            self.foreign.push((path, what));
            return Ok(());
        }
        if let (TaskOutcome::Reached, Some(posed)) = (attempt.outcome, posed) {
            let rows = attempt.answer.as_deref().unwrap_or_default();
            if let Err(what) = checked(posed, rows) {
                return Err((task, Contradiction::Answer { task, what, file: path }));
            }
        }
        let Some(known) = usize::try_from(task).ok().and_then(|task| self.known.get_mut(task))
        else {
            self.foreign.push((path, format!("there is no task {task}")));
            return Ok(());
        };
        known.take(attempt, path).map_err(|files| (task, Contradiction::Task { task, files }))
    }

    /// A refuted piece with a part that has an answer, or the other way round.
    fn contradiction_below(&self) -> Option<Contradiction> {
        let mut above: HashMap<u64, u64> = HashMap::new();
        for (&of, parts) in &self.parts {
            above.extend(parts.iter().map(|&part| (part, of)));
        }
        for answered in 0..self.known.len() as u64 {
            let Some(answer) = self.file_of(answered, TaskOutcome::Reached) else { continue };
            let mut next = above.get(&answered);
            while let Some(&refuted) = next {
                if let Some(refutation) = self.file_of(refuted, TaskOutcome::Refuted) {
                    let files = [refutation, answer];
                    return Some(Contradiction::Below { refuted, answered, files });
                }
                next = above.get(&refuted);
            }
        }
        None
    }

    /// What a question has come to.
    ///
    /// # Errors
    ///
    /// If the file with the answer cannot be read any more.
    pub fn verdict(&self, tasks: &[Job], posed: &Posed) -> io::Result<PlanVerdict> {
        let reached = self.known.iter().filter_map(|known| known.done.as_ref());
        if let Some((_, path)) = reached.into_iter().find(|done| done.0 == TaskOutcome::Reached) {
            let rows = read(path)?.answer.unwrap_or_default();
            let value = checked(posed, &rows).ok().flatten();
            return Ok(PlanVerdict::Reached { rows, value });
        }
        let pieces: Option<Vec<&Piece>> = tasks.iter().map(|task| task.work.piece()).collect();
        let Some(pieces) = pieces else { return Ok(PlanVerdict::Open) };
        let first: Vec<&Piece> = tasks
            .iter()
            .zip(&pieces)
            .filter(|(task, _)| task.of.is_none())
            .map(|(_, p)| *p)
            .collect();
        if (0..first.len()).any(|task| !self.is_done(task as u64)) {
            return Ok(PlanVerdict::Open);
        }
        if !whole(&first).is_some_and(|whole| cover::is_covered_by(&whole, &first)) {
            return Ok(PlanVerdict::NotCovered { task: None });
        }
        Ok(match self.uncovered(&pieces) {
            Some(task) => PlanVerdict::NotCovered { task: Some(task) },
            None => PlanVerdict::Refuted,
        })
    }

    /// The runs of a comparison that count, in the order of the tasks.
    ///
    /// # Errors
    ///
    /// If a file cannot be read any more.
    pub fn records(&self) -> io::Result<Vec<Record>> {
        let mut records = Vec::new();
        for (_, path) in self.known.iter().filter_map(|known| known.done.as_ref()) {
            records.extend(read(path)?.records);
        }
        Ok(records)
    }

    /// A task that is done by its parts alone, and not covered by them.
    fn uncovered(&self, pieces: &[&Piece]) -> Option<u64> {
        let piece =
            |task: u64| usize::try_from(task).ok().and_then(|task| pieces.get(task)).copied();
        let by_parts = self.parts.iter().filter(|&(&task, _)| !self.is_done_itself(task));
        let not_covered = |&(&task, parts): &(&u64, &Vec<u64>)| {
            let parts: Option<Vec<&Piece>> = parts.iter().map(|&part| piece(part)).collect();
            let covered = piece(task).zip(parts);
            !covered.is_some_and(|(whole, parts)| cover::is_covered_by(whole, &parts))
        };
        by_parts.into_iter().find(not_covered).map(|(&task, _)| task)
    }

    /// Whether a file says that a task is done.
    pub fn is_done_itself(&self, task: u64) -> bool {
        self.of_task(task).is_some_and(|known| known.done.is_some())
    }

    /// Returns what is known of a task, if there is one of that number.
    fn of_task(&self, task: u64) -> Option<&KnownTask> {
        self.known.get(usize::try_from(task).ok()?)
    }

    /// Returns the file that says that a task ended so, if one does.
    fn file_of(&self, task: u64, outcome: TaskOutcome) -> Option<PathBuf> {
        let (known, file) = self.of_task(task)?.done.as_ref()?;
        (*known == outcome).then(|| file.clone())
    }

    /// Seconds of processor time that a task took: the attempt that did it, or what was spent on it
    /// and on its parts; none if it is not done.
    pub fn cost(&self, task: u64) -> Option<f64> {
        let mut open = vec![task];
        let mut cost = 0.0;
        while let Some(task) = open.pop() {
            let known = self.of_task(task)?;
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

    /// Whether a task is done, by itself or by its parts.
    pub fn is_done(&self, task: u64) -> bool {
        let mut open = vec![task];
        while let Some(task) = open.pop() {
            if self.is_done_itself(task) {
                continue;
            }
            match self.parts.get(&task) {
                None => return false,
                Some(parts) => open.extend(parts),
            }
        }
        true
    }

    /// The tasks that are to be worked on: neither done nor cut further, and below none that is
    /// done.
    pub fn open(&self) -> Vec<u64> {
        let mut covered = vec![false; self.known.len()];
        for task in 0..self.known.len() as u64 {
            let place = usize::try_from(task).unwrap_or(usize::MAX);
            covered[place] |= self.is_done_itself(task);
            if covered[place] {
                for part in self.parts.get(&task).into_iter().flatten() {
                    covered[usize::try_from(*part).unwrap_or(usize::MAX)] = true;
                }
            }
        }
        let open = (0..).zip(&covered).filter(|(_, covered)| !**covered).map(|(task, _)| task);
        open.filter(|task| !self.parts.contains_key(task)).collect()
    }

    /// The open tasks that ran into a limit of their own: a worker leaves them alone unless it is
    /// told otherwise.
    pub fn at_limit(&self) -> Vec<u64> {
        let mut open = self.open();
        open.retain(|&task| self.of_task(task).is_some_and(|known| known.is_at_limit));
        open
    }

    /// What all attempts took.
    pub fn spent(&self) -> SpentEffort {
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
    /// Takes in an attempt. The file that refutes and the one that answers, if there are two.
    fn take(&mut self, attempt: Attempt, path: PathBuf) -> Result<(), [PathBuf; 2]> {
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
    /// The piece, if it is one.
    pub fn piece(&self) -> Option<&Piece> {
        match self {
            Work::Piece(piece) => Some(piece),
            Work::Block(_) => None,
        }
    }

    /// The slot of the block, if it is one.
    pub fn block(&self) -> Option<&str> {
        match self {
            Work::Piece(_) => None,
            Work::Block(slot) => Some(slot),
        }
    }
}

/// Reads a file once more that was read before.
fn read(path: &Path) -> io::Result<Attempt> {
    Ok(serde_json::from_str(&file::text(path)?)?)
}

/// What is wrong with an attempt that speaks of another kind of task.
fn mismatch(attempt: &Attempt, is_asked: bool) -> Option<String> {
    let is_made = attempt.outcome == TaskOutcome::Made;
    let is_searched = matches!(attempt.outcome, TaskOutcome::Refuted | TaskOutcome::Reached);
    let is_wrong = if is_asked { is_made } else { is_searched };
    if is_wrong {
        return Some(format!("a task of this plan cannot be {}", attempt.outcome.name()));
    }
    let is_answered = attempt.outcome == TaskOutcome::Reached;
    let contradicts = attempt.answer.is_some() != is_answered;
    contradicts.then(|| {
        format!(
            "it says {}, and has {} answer",
            attempt.outcome.name(),
            if is_answered { "no" } else { "an" }
        )
    })
}

/// The whole of which these are pieces.
fn whole(pieces: &[&Piece]) -> Option<Piece> {
    Some(match pieces.first()? {
        Piece::Cube(_) => Piece::Cube(Vec::new()),
        Piece::Share(_) => Piece::Share(crate::search::Share::ALL),
    })
}
