//! An attempt at a task: a file that is written completely, synced and never changed.
//!
//! The name of the file has the number of the task and random digits, so two workers on one task
//! write two files. The program that reads the files decides which of them counts. A folder holds
//! the results of a thousand tasks, since file systems of clusters are slow with large folders.
//! Incomplete files, and files that do not belong to the plan, are reported and ignored.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::file::{self, FileError, with_path};
use crate::draft;
use crate::record::{Limit, Record};
use crate::solver::Effort;
use crate::source::json::describe_error;

/// The number of tasks whose attempts share a folder.
const PER_FOLDER: u64 = 1000;

/// An attempt at a task, as its file stores it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// SHA-256 of the file that describes the round of the task. This file is `plan.json` or a
    /// `round.json`.
    pub plan: String,
    /// The task's index. The indices of a round continue those of the round before it.
    pub task: u64,
    /// The outcome of the attempt. If it is [`TaskOutcome::Reached`], the field `answer` has an
    /// answer. Otherwise, the field has none.
    pub outcome: TaskOutcome,
    /// The limit on time or memory that was reached. It is `None` for a conflict limit, or if no
    /// limit was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The rows of the answer, if the attempt found one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Vec<String>>,
    /// Conflicts and other work of the solver.
    #[serde(default)]
    pub effort: Effort,
    /// Processor time, in seconds.
    pub cpu_seconds: f64,
    /// Wall time, in seconds.
    pub wall_seconds: f64,
    /// Peak memory, in megabytes, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<f64>,
    /// The time at which the attempt began, in UTC.
    pub date: String,
    /// Host on which the worker ran.
    pub host: String,
    /// ID of the worker's process.
    pub process: u32,
    /// The job's ID in the scheduler. It is `None` if it is not known that a scheduler started the
    /// worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<String>,
    /// The runs of the block. The list is empty if the task is a piece of a question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<Record>,
}

/// The outcome of an attempt at a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskOutcome {
    /// The piece has no answer.
    Refuted,
    /// An answer to the question was found.
    Reached,
    /// All runs of the block were made.
    Made,
    /// A limit was reached before the task was decided.
    Limit,
    /// The worker was interrupted before the task was decided.
    Interrupted,
}

impl TaskOutcome {
    /// Returns whether the outcome decides the task, so that no other attempt is needed.
    pub fn is_decisive(self) -> bool {
        matches!(self, TaskOutcome::Refuted | TaskOutcome::Reached | TaskOutcome::Made)
    }
}

/// The outcome's name in files.
impl fmt::Display for TaskOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The greatest number of seconds that an attempt may take, about a thousand years. A file with a
/// longer time is rejected.
const MOST_SECONDS: f64 = 3e10;

/// A file in the folder of results, and the attempt in it.
#[derive(Debug)]
pub struct AttemptFile {
    /// Path of the file, which also contains the index of the task.
    pub path: PathBuf,
    /// The attempt, or the reason why the file is rejected, in words.
    pub attempt: Result<Attempt, String>,
}

/// A check of attempts at the blocks of a comparison. The comparison implements it, since nothing
/// else knows the runs of a block.
pub trait RunJudge {
    /// Checks that an attempt has the runs of its task.
    ///
    /// # Errors
    ///
    /// If the runs differ from those of the task. The error describes the difference in words.
    fn confirm_runs(&self, attempt: &Attempt) -> Result<(), String>;
}

impl AttemptFile {
    /// Rejects the attempt if `judge` refuses it. If there is no judge, or the file is rejected
    /// already, nothing changes.
    #[must_use]
    pub fn check(self, judge: Option<&dyn RunJudge>) -> AttemptFile {
        let validated = |attempt: Attempt| {
            judge.map_or(Ok(()), |judge| judge.confirm_runs(&attempt)).map(|()| attempt)
        };
        AttemptFile { attempt: self.attempt.and_then(validated), ..self }
    }
}

/// The files of the attempts at the tasks of a plan.
#[derive(Debug)]
pub struct AttemptFiles {
    /// The folder of all results.
    folder: PathBuf,
    /// For each round, the index of its first task, and the SHA-256 of the file that describes the
    /// round.
    rounds: Vec<(u64, String)>,
    /// The kind of work of the plan's tasks. The possible outcomes depend on it.
    kind: TaskKind,
}

/// The kind of work of a task, which is the same for all tasks of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
    /// Parts of one question that are searched separately: cubes, or shares of a strategy's cases.
    Pieces,
    /// Blocks of runs of a comparison.
    Blocks,
}

impl AttemptFiles {
    /// Returns access to the attempts in a folder. Reads nothing. `rounds` has, for each round, the
    /// index of its first task, and the SHA-256 of the file that describes the round. The rounds
    /// must be in increasing order of their first tasks.
    pub fn new(folder: PathBuf, rounds: Vec<(u64, String)>, kind: TaskKind) -> AttemptFiles {
        AttemptFiles { folder, rounds, kind }
    }

    /// Returns whether a task belongs to the round that the file with the hash `round` describes.
    /// The index of the task alone does not show this, since two copies of a plan may divide the
    /// same tasks differently.
    fn contains(&self, task: u64, round: &str) -> bool {
        let own = self.rounds.iter().rfind(|&&(first, _)| first <= task);
        own.is_some_and(|(_, id)| id == round)
    }

    /// Writes an attempt to a new file, completely or not at all, and returns the path of the file.
    /// The name of the file has the index of the task and random digits. Creates the folders of
    /// results that are missing, but not the folder of the plan. Does not check the attempt.
    ///
    /// # Errors
    ///
    /// If a folder or the file cannot be written.
    pub fn add(&self, attempt: &Attempt) -> Result<PathBuf, FileError> {
        let folder = self.folder_of(attempt.task);
        file::make_folder(&self.folder)?;
        file::make_folder(&folder)?;
        let digits = random_number();
        let path = folder.join(format!("{}-{digits:016x}.json", attempt.task));
        let text =
            serde_json::to_string(attempt).map_err(|error| with_path(&path)(error.into()))?;
        draft::write(&path, text + "\n").map_err(with_path(&path))?;
        Ok(path)
    }

    /// Returns the folder of the attempts at a task.
    fn folder_of(&self, task: u64) -> PathBuf {
        self.folder.join(format!("{:05}", task / PER_FOLDER))
    }

    /// Reads the files of the attempts at some tasks, and returns them in the order of folders and
    /// names. If a file is rejected, but its name has the index of one of these tasks, the result
    /// has this file with the reason for the rejection. Files with other names are ignored. A
    /// missing folder counts as empty.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read.
    pub fn attempts_for(&self, tasks: &BTreeSet<u64>) -> Result<Vec<AttemptFile>, FileError> {
        let folders: BTreeSet<PathBuf> = tasks.iter().map(|&task| self.folder_of(task)).collect();
        let mut filed = Vec::new();
        for folder in folders {
            let mut paths = file::list(&folder)?;
            paths.retain(|path| task_index(path).is_some_and(|task| tasks.contains(&task)));
            filed.extend(paths.into_iter().map(|path| self.read(path)));
        }
        Ok(filed)
    }

    /// Reads the files of all attempts, and passes each to `see`, in the order of folders and
    /// names. A rejected file is passed too, with the reason for the rejection. It is rejected if
    /// its name or its content is wrong, or if it has the name of a folder. Skips names that begin
    /// with a dot. If there are no results yet, `see` is not called.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read.
    pub fn for_each(&self, mut see: impl FnMut(AttemptFile)) -> Result<(), FileError> {
        for folder in file::list(&self.folder)? {
            if !folder.is_dir() {
                let attempt = Err("it is not a folder of results".to_owned());
                see(AttemptFile { path: folder, attempt });
                continue;
            }
            file::list(&folder)?.into_iter().for_each(|path| see(self.read(path)));
        }
        Ok(())
    }

    /// Reads an attempt. If its file is rejected, the result has the reason for the rejection.
    fn read(&self, path: PathBuf) -> AttemptFile {
        let attempt = self.read_attempt(&path);
        AttemptFile { path, attempt }
    }

    /// Reads an attempt, and checks its name, JSON, round and folder. Also checks that its two
    /// times are from 0 to less than [`MOST_SECONDS`], and that the outcome fits the kind of tasks
    /// and the answer. The error is the first fault in words. It is also an error if the file
    /// cannot be read.
    fn read_attempt(&self, path: &Path) -> Result<Attempt, String> {
        let task = task_index(path).ok_or("its name is not the name of an attempt")?;
        let text = file::read_text(path).map_err(|error| error.to_string())?;
        let attempt: Attempt = serde_json::from_str(&text).map_err(|error| {
            format!(
                "it is incomplete or was not written by quarrel: {}",
                describe_error(&text, &error)
            )
        })?;
        if !self.contains(attempt.task, &attempt.plan) {
            return Err("it belongs to another plan, or to another round".to_owned());
        }
        if attempt.task != task || self.folder_of(task) != path.parent().unwrap_or(path) {
            return Err(format!("its name does not match its task {}", attempt.task));
        }
        let times = [attempt.cpu_seconds, attempt.wall_seconds];
        if !times.iter().all(|seconds| (0.0..MOST_SECONDS).contains(seconds)) {
            return Err("a time in it is invalid".to_owned());
        }
        attempt.mismatch(self.kind).map_or(Ok(attempt), Err)
    }
}

impl Attempt {
    /// Returns a fault in words, or `None` if there is none. It is a fault if the outcome is
    /// impossible for this kind of tasks: only pieces can be refuted or reached, and only blocks
    /// can be made. Every task can be at a limit or interrupted. It is also a fault if the outcome
    /// is [`TaskOutcome::Reached`] without an answer, or another outcome with an answer.
    fn mismatch(&self, kind: TaskKind) -> Option<String> {
        let outcome = self.outcome;
        let is_possible = match self.outcome {
            TaskOutcome::Refuted | TaskOutcome::Reached => kind == TaskKind::Pieces,
            TaskOutcome::Made => kind == TaskKind::Blocks,
            TaskOutcome::Limit | TaskOutcome::Interrupted => true,
        };
        if !is_possible {
            return Some(format!("a task of this plan cannot be {outcome}"));
        }
        match (self.outcome == TaskOutcome::Reached, self.answer.is_some()) {
            (true, false) => Some(format!("its outcome is {outcome}, but it has no answer")),
            (false, true) => Some(format!("its outcome is {outcome}, but it has an answer")),
            _ => None,
        }
    }
}

/// Returns a random number that differs between machines and between calls. The number comes from
/// the random keys of hash maps, which use the system's entropy.
pub(super) fn random_number() -> u64 {
    RandomState::new().hash_one(Instant::now())
}

/// Returns the index of the task that is in the name of an attempt's file. The name must be the
/// index, a hyphen, 16 hexadecimal digits and `.json`. Returns `None` for any other name.
fn task_index(path: &Path) -> Option<u64> {
    let (task, digits) = path.file_name()?.to_str()?.strip_suffix(".json")?.split_once('-')?;
    let is_drawn = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    task.parse().ok().filter(|number: &u64| is_drawn && number.to_string() == task)
}

#[cfg(test)]
pub(super) mod tests {
    use std::fs;

    use super::*;

    pub fn attempt(task: u64, outcome: TaskOutcome, cpu_seconds: f64) -> Attempt {
        Attempt {
            plan: "a plan".to_owned(),
            task,
            outcome,
            limit: None,
            answer: None,
            effort: Effort::default(),
            cpu_seconds,
            wall_seconds: cpu_seconds,
            memory_mb: None,
            date: "2026-01-01T00:00:00.000Z".to_owned(),
            host: "host".to_owned(),
            process: 1,
            job: None,
            records: Vec::new(),
        }
    }

    #[test]
    fn what_is_no_attempt_at_the_plan_is_named_and_left_aside() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let rounds = vec![(0, "a plan".to_owned())];
        let results = AttemptFiles::new(folder.path().to_owned(), rounds, TaskKind::Pieces);
        let path = results.add(&attempt(1007, TaskOutcome::Refuted, 1.5)).expect("a file");
        let twice = results.add(&attempt(1007, TaskOutcome::Refuted, 1.5)).expect("another file");
        assert_ne!(path, twice);
        let text = fs::read_to_string(&path).expect("what was written");
        let beside = |name: &str, text: &str| {
            fs::write(path.with_file_name(name), text).expect("a file for the test");
        };
        beside("1008-00000000000000aa.json", &text[..text.len() / 2]);
        beside("1009-00000000000000aa.json", &text);
        beside("1007-00000000000000ab.json", &text.replace("a plan", "another"));
        beside("notes.txt", "torn");
        beside(".1007-x.json.part", "a draft");
        fs::write(folder.path().join("stray"), "").expect("a file for the test");
        let mut said = Vec::new();
        results
            .for_each(|filed| {
                let name = filed.path.file_name().expect("a name").to_string_lossy().into_owned();
                said.push((name, filed.attempt.err()));
            })
            .expect("folders can be listed");
        let whole = said.iter().filter(|(_, wrong)| wrong.is_none()).count();
        assert_eq!(whole, 2, "{said:?}");
        for (name, told) in [
            ("1008-00000000000000aa.json", "incomplete or was not written by quarrel"),
            ("1009-00000000000000aa.json", "does not match its task 1007"),
            ("1007-00000000000000ab.json", "another plan"),
            ("notes.txt", "not the name of an attempt"),
            ("stray", "not a folder of results"),
        ] {
            let wrong = said.iter().find(|(other, _)| other == name).and_then(|(_, w)| w.clone());
            assert!(wrong.as_ref().is_some_and(|wrong| wrong.contains(told)), "{name}: {wrong:?}");
        }
        assert_eq!(said.len(), 7, "a draft is ignored");
        let own = results.attempts_for(&BTreeSet::from([1007])).expect("a folder");
        assert_eq!(own.len(), 3);
    }
}
