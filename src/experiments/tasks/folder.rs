//! The folder of a plan: the plan and its further rounds. A round replaces tasks that reached a
//! limit by smaller ones.
//!
//! The folders of a plan and of a round are written under a temporary name, synced, and renamed. If
//! two commands begin the same round at once, the second one fails with [`FolderError::Raced`].

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::attempt::{AttemptFiles, TaskKind};
use super::file::{self, FileError};
use super::header::{Header, LAYOUT, Purpose, TaskList};
use super::in_hand::TasksInHand;
use super::script::{SCRIPT, script};
use super::{Job, Work};
use crate::exchange::{sha256, sha256_of};
use crate::model::Lit;
use crate::record::origin;
use crate::source::Refusal;
use crate::source::json::describe_error;

mod draft;

use draft::FolderDraft;

/// The file with the header of the plan, in the plan's folder.
const HEADER: &str = "plan.json";
/// The file that describes a further round, in the folder of the round.
const ROUND: &str = "round.json";
/// The file that lists the tasks of a round, one task in each line.
const TASKS: &str = "tasks.jsonl";
/// The file with the learnt clauses of a round.
const LEARNT: &str = "learnt";
/// The folder of the further rounds. Each round is in a folder with the index of the round as its
/// name.
const ROUNDS: &str = "rounds";
/// The folder of the lists of open tasks. Each list is a file.
const LISTS: &str = "lists";
/// The folder of the files of attempts.
const RESULTS: &str = "results";
/// The folder with a file for each task on which a worker is working.
const IN_HAND: &str = "in-hand";
/// The folder of the proofs of pieces. It has subfolders with a thousand proofs each.
const PROOFS: &str = "proofs";

/// The reason why the folder of a plan cannot be created or read.
#[derive(thiserror::Error, Debug)]
pub enum FolderError {
    /// A file or folder cannot be read or written.
    #[error(transparent)]
    File(FileError),
    /// A file has the name of a folder of the plan. It is at this path.
    #[error(
        "{} is not a folder, but a plan keeps files in a folder of this name; remove or rename it, \
         and give the command again", .0.display()
    )]
    BlockedByFile(PathBuf),
    /// The folder for the new plan already exists.
    #[error("{} exists; a plan needs a new folder", .0.display())]
    Exists(PathBuf),
    /// Another command has added the same round.
    #[error("another command has added round {round} to the plan; `quarrel merge {}` shows its \
         state", path.display())]
    Raced {
        /// The index of the round. The round of `plan.json` has the index 0, and further rounds
        /// replace tasks by smaller ones.
        round: usize,
        /// Folder of the plan.
        path: PathBuf,
    },
    /// The path has no `plan.json`.
    #[error("{} has no plan.json, so it is not a plan; name a folder that `quarrel plan --output` \
         made", .0.display())]
    NoPlan(PathBuf),
    /// The plan was moved or removed after it had been opened.
    #[error(
        "{} has no plan.json any more: the plan was moved or removed meanwhile; give the command \
         again with its present folder", .0.display()
    )]
    Vanished(PathBuf),
    /// A round has no `round.json`.
    #[error(
        "{} is missing, so the tasks of this round are unknown; bring the file back from a copy of \
         the plan, or remove this and all later rounds from {}, and cut the tasks again with \
         `quarrel merge --split`", file.display(), plan.join(ROUNDS).display()
    )]
    LostRound {
        /// Path of the missing file.
        file: PathBuf,
        /// Folder of the plan.
        plan: PathBuf,
    },
    /// The plan has no list of tasks with this index.
    #[error("the plan has no list {list}; `quarrel merge {} --todo` lists the open tasks", path.display())]
    NoList {
        /// The index of the list, counted from 1.
        list: u64,
        /// Folder of the plan.
        path: PathBuf,
    },
    /// A file has changed since the plan was made.
    #[error("{} has changed since the plan was made: {what}", path.display())]
    Changed {
        /// Path of the file.
        path: PathBuf,
        /// The difference, in words.
        what: String,
    },
    /// There are no tasks to plan.
    #[error("there are no tasks to plan")]
    Empty,
}

/// The folder of a plan, with the headers of all rounds. Each round has a list of tasks.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The content of `plan.json`.
    header: Header,
    /// The lists of tasks of all rounds. The first list is that of `plan.json`.
    rounds: Vec<TaskList>,
    /// For each round, the SHA-256 of `plan.json` or of its `round.json`.
    ids: Vec<String>,
}

/// The number of the layout, without the other fields of `plan.json`. It is read first, since the
/// other fields depend on the layout.
#[derive(Deserialize)]
struct HeaderLayout {
    layout: u32,
}

/// The content of `round.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundHeader {
    /// The SHA-256 of `plan.json`. It shows whether the round belongs to this plan.
    plan: String,
    /// The time at which the round was added, in UTC.
    date: String,
    /// The command that added the round.
    command: String,
    tasks: TaskList,
}

impl FolderError {
    /// Turns [`FolderError::Exists`] into [`FolderError::Raced`], since the folder of a round
    /// exists only if another command has added the round. Returns any other error unchanged.
    fn raced(self, round: usize, plan: &Path) -> FolderError {
        match self {
            FolderError::Exists(_) => FolderError::Raced { round, path: plan.to_owned() },
            error => error,
        }
    }
}

impl From<FileError> for FolderError {
    fn from(failed: FileError) -> FolderError {
        match failed.blocking_file() {
            Some(path) => FolderError::BlockedByFile(path.to_owned()),
            None => FolderError::File(failed),
        }
    }
}

fn with_path(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let at = file::with_path(path);
    |error| at(error).into()
}

fn changed(path: &Path, what: impl Into<String>) -> FolderError {
    FolderError::Changed { path: path.to_owned(), what: what.into() }
}

/// Returns the error for a file whose JSON is malformed or has wrong fields. `text` is the content
/// of the file.
fn damaged(path: &Path, text: &str, error: &serde_json::Error) -> FolderError {
    if error.is_data() {
        return changed(path, describe_error(text, error));
    }
    changed(path, format!("line {}, column {} is not JSON", error.line(), error.column()))
}

impl Folder {
    /// Creates the folder of a plan, and opens it. The folder gets the tasks, which are numbered
    /// from 0, and a script for a scheduler. `learnt` has clauses that the formula implies. The
    /// work on each task begins with them. `header` returns the header of the plan, given the list
    /// of tasks. If writing fails, the unfinished folder is removed. If the written header has an
    /// impossible number, opening fails and the folder remains.
    ///
    /// # Errors
    ///
    /// If the folder exists or cannot be written. If there are no tasks. If the folder cannot be
    /// opened.
    pub fn create(
        path: &Path,
        work: Vec<Work>,
        learnt: &[Vec<Lit>],
        header: impl FnOnce(TaskList) -> Header,
    ) -> Result<Folder, FolderError> {
        let draft = FolderDraft::create(path)?;
        let tasks = (0..).zip(work).map(|(task, work)| Job { task, of: None, work });
        let new_header = header(draft.write_list(tasks, 0, learnt)?);
        draft.write(HEADER, &to_json(&new_header))?;
        draft.write(SCRIPT, &script(&new_header))?;
        draft.keep(path)?;
        Folder::open(path)
    }

    /// Opens the folder of a plan, with its rounds. Reads only the headers. The hashes of tasks and
    /// learnt clauses are checked later, when the tasks and clauses are read.
    ///
    /// # Errors
    ///
    /// If the path is not a plan, or a file is missing or unreadable. If a header is malformed or
    /// has an impossible number. If the plan has another layout. If a round belongs to another
    /// plan.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        let header = path.join(HEADER);
        if header.try_exists().is_ok_and(|exists| !exists) {
            return Err(FolderError::NoPlan(path.to_owned()));
        }
        // If a plan has another layout, the refusal must be about the layout, not about the fields.
        // So the layout is read first.
        let (HeaderLayout { layout }, _) = read_json(&header)?;
        if layout != LAYOUT {
            let what =
                format!("its layout is {layout}, but this program reads only layout {LAYOUT}");
            return Err(changed(&header, what));
        }
        let (header, id): (Header, String) = read_json(&header)?;
        header.validate().map_err(|what| changed(&path.join(HEADER), what))?;
        validate_task_count(path, &header.tasks)?;
        let (mut rounds, mut ids) = (vec![header.tasks.clone()], vec![id]);
        for number in 1..=last_round(path)? {
            let file = round_folder(path, number).join(ROUND);
            if file.try_exists().is_ok_and(|exists| !exists) {
                return Err(FolderError::LostRound { file, plan: path.to_owned() });
            }
            let (round, id): (RoundHeader, _) = read_json(&file)?;
            let last = rounds.last().expect("a plan has a first round");
            if round.plan != ids[0] || round.tasks.first != last.first + last.number {
                return Err(changed(&file, "it belongs to another plan"));
            }
            validate_task_count(&round_folder(path, number), &round.tasks)?;
            rounds.push(round.tasks);
            ids.push(id);
        }
        Ok(Folder { path: path.to_owned(), header, rounds, ids })
    }

    /// Adds a round, and returns the list of its tasks. Their indices continue those of all earlier
    /// tasks. `work` has two values for each new task: the earlier task from which it was cut, and
    /// its work. `learnt` has the clauses that were learnt while the tasks were cut. `command` is
    /// recorded in the round, with the present time. Neither the earlier tasks nor the clauses are
    /// checked. After an error, the plan and `self` have no new round.
    ///
    /// # Errors
    ///
    /// If there are no new tasks, or the plan was moved or removed. If the round cannot be written,
    /// or another command has added it.
    pub fn add_round(
        &mut self,
        command: &str,
        work: Vec<(u64, Work)>,
        learnt: &[Vec<Lit>],
    ) -> Result<TaskList, FolderError> {
        let round = self.rounds.len();
        let folder = round_folder(&self.path, round);
        let rounds = self.path.join(ROUNDS);
        self.validate_presence()?;
        file::make_folder(&rounds)?;
        let draft = FolderDraft::create(&folder).map_err(|error| error.raced(round, &self.path))?;
        let first = self.task_count();
        let tasks = (first..).zip(work).map(|(task, (of, work))| Job { task, of: Some(of), work });
        let listed = draft.write_list(tasks, first, learnt)?;
        let (plan, date) = (self.ids[0].clone(), origin::now());
        let round_header =
            RoundHeader { plan, date, command: command.to_owned(), tasks: listed.clone() };
        let text = to_json(&round_header);
        draft.write(ROUND, &text)?;
        draft.keep(&folder).map_err(|error| error.raced(round, &self.path))?;
        self.rounds.push(listed.clone());
        self.ids.push(sha256_of(text.as_bytes()));
        Ok(listed)
    }

    /// Returns the path of the plan's folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds the path of `plan.json` to a refusal, if the refusal is about the content of this file.
    pub fn locate_refusal(&self, refusal: Refusal) -> Refusal {
        refusal.with_file(&self.path.join(HEADER).display().to_string())
    }

    /// Returns the content of `plan.json`.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the SHA-256 of the file that describes the round of a task. This file is `plan.json`
    /// or a `round.json`.
    pub fn round_hash(&self, task: u64) -> &str {
        &self.ids[self.round_of(task)]
    }

    /// Returns the number of tasks in all rounds.
    pub fn task_count(&self) -> u64 {
        self.rounds.last().map_or(0, |last| last.first + last.number)
    }

    /// Returns the number of chunks (groups of successive tasks) in all rounds.
    pub fn chunk_count(&self) -> u64 {
        self.task_count().div_ceil(self.header.per_chunk.max(1))
    }

    /// Returns the tasks of a chunk. Returns `None` if the plan has no such chunk. Chunks are
    /// numbered from 0, and the numbers of a round continue those of the round before it.
    pub fn chunk(&self, chunk: u64) -> Option<Range<u64>> {
        let first = chunk.checked_mul(self.header.per_chunk.max(1))?;
        let end = self.task_count().min(first.saturating_add(self.header.per_chunk.max(1)));
        (first < end).then_some(first..end)
    }

    /// Writes a list of tasks for another job array, with a line for each chunk. Returns the index
    /// of the list and the number of its chunks, which is at most `most_chunks`. The index is the
    /// lowest unused one, from 1. The tasks keep their order. The last chunk may be small. Each
    /// other chunk has at least as many tasks as a chunk of the plan. `tasks` must not be empty,
    /// since a list without tasks has no chunk. Panics if `most_chunks` is 0.
    ///
    /// # Errors
    ///
    /// If the list cannot be written.
    pub fn write_list(&self, tasks: &[u64], most_chunks: u64) -> Result<(u64, u64), FolderError> {
        let folder = self.path.join(LISTS);
        file::make_folder(&folder)?;
        let per_chunk =
            (tasks.len() as u64).div_ceil(most_chunks).max(self.header.per_chunk).max(1);
        let chunks = tasks.chunks(usize::try_from(per_chunk).unwrap_or(usize::MAX));
        let number = chunks.len() as u64;
        let lines: Vec<String> = chunks.map(|chunk| format_ranges(chunk.iter().copied())).collect();
        let text = lines.join("\n") + "\n";
        let mut list = 1;
        loop {
            let path = folder.join(list.to_string());
            // If two commands write a list at the same time, each of them writes a list of its own.
            match file::write_new(&path, &text) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => list += 1,
                written => return written.map(|()| (list, number)).map_err(with_path(&path)),
            }
        }
    }

    /// Returns the tasks in a chunk of a list. `list` is the index of the list, counted from 1, as
    /// [`Folder::write_list`] returns it. The chunks of each list are numbered from 0. Returns
    /// `None` if the list has no such chunk.
    ///
    /// # Errors
    ///
    /// If the list is missing, unreadable or damaged.
    pub fn read_list_chunk(
        &self,
        list: u64,
        chunk: u64,
    ) -> Result<Option<BTreeSet<u64>>, FolderError> {
        let path = self.path.join(LISTS).join(list.to_string());
        if path.try_exists().is_ok_and(|exists| !exists) {
            return Err(FolderError::NoList { list, path: self.path.clone() });
        }
        let text = file::read_text(&path).map_err(with_path(&path))?;
        if !text.ends_with('\n') {
            return Err(changed(&path, "it is incomplete; list the open tasks again"));
        }
        let line = usize::try_from(chunk).ok().and_then(|chunk| text.lines().nth(chunk));
        let Some(line) = line else { return Ok(None) };
        let tasks = parse_ranges(line, self.task_count());
        tasks.map(Some).ok_or_else(|| changed(&path, format!("line {} is `{line}`", chunk + 1)))
    }

    /// Returns the tasks of the first round in the random order of samples. The order depends only
    /// on the plan's seed and the number of tasks.
    pub fn sample_order(&self) -> Vec<u64> {
        let mut order: Vec<u64> = (0..self.header.tasks.number).collect();
        fastrand::Rng::with_seed(self.header.seed).shuffle(&mut order);
        order
    }

    /// Returns access to the files of attempts. Reads nothing.
    pub fn attempt_files(&self) -> AttemptFiles {
        let rounds = self.rounds.iter().map(|round| round.first).zip(self.ids.clone()).collect();
        let kind = match self.header.question {
            Purpose::Cubes(_) => TaskKind::Pieces,
            Purpose::Comparison(_) => TaskKind::Blocks,
        };
        AttemptFiles::new(self.path.join(RESULTS), rounds, kind)
    }

    /// Returns access to the tasks on which workers are working. Reads nothing.
    pub fn tasks_in_hand(&self) -> TasksInHand {
        TasksInHand::new(self.path.join(IN_HAND))
    }

    /// Returns the path of the file of this name in the folder. The file need not exist.
    pub fn file_path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Returns the path for the proof of the piece that is the work of a task. The proof need not
    /// exist yet.
    pub fn proof_path(&self, task: u64) -> PathBuf {
        self.proof_folder(task).join(format!("{task}.lrat.zst"))
    }

    fn proof_folder(&self, task: u64) -> PathBuf {
        self.path.join(PROOFS).join((task / 1000).to_string())
    }

    /// Makes the folders for the proof of a task's piece, if they do not exist.
    pub(super) fn make_proof_folders(&self, task: u64) -> Result<(), FileError> {
        file::make_folder(&self.path.join(PROOFS))?;
        file::make_folder(&self.proof_folder(task))
    }

    /// Fails with [`FolderError::Vanished`] if the plan no longer has a `plan.json`. Does not fail
    /// if the system cannot tell whether this file exists.
    pub(super) fn validate_presence(&self) -> Result<(), FolderError> {
        match self.path.join(HEADER).try_exists() {
            Ok(false) => Err(FolderError::Vanished(self.path.clone())),
            _ => Ok(()),
        }
    }

    /// Returns whether there is a proof of a task's piece.
    pub fn has_proof(&self, task: u64) -> bool {
        self.proof_path(task).is_file()
    }

    /// Returns the tasks for whose indices `wanted` returns true, in the order of their indices.
    ///
    /// # Errors
    ///
    /// If a list of tasks cannot be read, or has changed.
    pub fn tasks(&self, wanted: impl Fn(u64) -> bool) -> Result<Vec<Job>, FolderError> {
        let mut tasks = Vec::new();
        for (number, round) in self.rounds.iter().enumerate() {
            read_tasks(&self.folder_of(number).join(TASKS), round, &wanted, &mut tasks)?;
        }
        Ok(tasks)
    }

    /// Returns the tasks that were cut into tasks of later rounds. There are none if the plan has
    /// only one round.
    ///
    /// # Errors
    ///
    /// If a list of tasks cannot be read, or has changed.
    pub fn cut_tasks(&self) -> Result<BTreeSet<u64>, FolderError> {
        let own = self.header.tasks.number;
        let later =
            if self.rounds.len() > 1 { self.tasks(|task| task >= own)? } else { Vec::new() };
        Ok(later.into_iter().filter_map(|task| task.of).collect())
    }

    /// Returns the learnt clauses with which the work on a task begins. These are the clauses of
    /// the task's round and of all earlier rounds. Those of the earliest round come first. Does not
    /// check that the plan has the task: an index that is too large counts as a task of the last
    /// round.
    ///
    /// # Errors
    ///
    /// If a file of clauses cannot be read, or has changed. If it has a line that is no clause.
    pub fn learnt_clauses(&self, task: u64) -> Result<Vec<Vec<Lit>>, FolderError> {
        let mut learnt = Vec::new();
        for (number, round) in
            self.rounds.iter().take_while(|round| round.first <= task).enumerate()
        {
            let path = self.folder_of(number).join(LEARNT);
            let (text, hash) = read_hashed(&path)?;
            if hash != round.learnt.sha256 {
                return Err(changed(&path, "its hash differs"));
            }
            for line in text.lines() {
                learnt.push(parse_clause(line).ok_or_else(|| changed(&path, format!("`{line}`")))?);
            }
        }
        Ok(learnt)
    }

    /// Returns the index of the round of a task. The round of `plan.json` has the index 0.
    pub fn round_of(&self, task: u64) -> usize {
        self.rounds.iter().rposition(|round| round.first <= task).unwrap_or(0)
    }

    /// Returns the folder of a round. The folder of round 0 is that of the plan.
    fn folder_of(&self, round: usize) -> PathBuf {
        match round {
            0 => self.path.clone(),
            _ => round_folder(&self.path, round),
        }
    }
}

/// Reads the tasks of a round for whose indices `wanted` returns true, and adds them to `tasks`.
/// `path` is the file that lists the tasks. Fails if the file cannot be read, has another hash than
/// that in `round`, or lists the wrong number of tasks. Also fails if a wanted line is no task, or
/// if its task has another index than that of the line. Other lines are not read as tasks. Tasks
/// that were read before the fault stay in `tasks`.
fn read_tasks(
    path: &Path,
    round: &TaskList,
    wanted: impl Fn(u64) -> bool,
    tasks: &mut Vec<Job>,
) -> Result<(), FolderError> {
    let mut file = file::open(path).map_err(with_path(path))?;
    if sha256(&mut file).map_err(with_path(path))? != round.sha256 {
        return Err(changed(path, "its hash differs"));
    }
    let mut listed = 0;
    for (number, line) in
        (round.first..).zip(BufReader::new(file::open(path).map_err(with_path(path))?).lines())
    {
        let line = line.map_err(with_path(path))?;
        listed += 1;
        if !wanted(number) {
            continue;
        }
        let task: Job =
            serde_json::from_str(&line).map_err(|error| damaged(path, &line, &error))?;
        if task.task != number {
            let what = format!("task {} is listed in place of task {number}", task.task);
            return Err(changed(path, what));
        }
        // A merge goes from each task to the earlier task, so a task that follows would never end.
        if let Some(of) = task.of.filter(|&of| of >= number) {
            let what = format!("task {number} is a part of task {of}, which is no earlier task");
            return Err(changed(path, what));
        }
        tasks.push(task);
    }
    if listed != round.number {
        let what = format!("it lists {listed} tasks instead of {}", round.number);
        return Err(changed(path, what));
    }
    Ok(())
}

/// Checks the number of tasks of a round before the tasks are read: the round has a task, and at
/// most as many tasks as its list has bytes. Also fails if the list is missing, or if the last
/// index is too large.
fn validate_task_count(folder: &Path, round: &TaskList) -> Result<(), FolderError> {
    let path = folder.join(TASKS);
    let bytes = fs::metadata(&path).map_err(with_path(&path))?.len();
    if round.number == 0 || round.number > bytes || round.first.checked_add(round.number).is_none()
    {
        let what = format!("it has {bytes} bytes, but should list {} tasks", round.number);
        return Err(changed(&path, what));
    }
    Ok(())
}

/// Returns the index of the last further round that has a folder, even if this folder lacks
/// `round.json`. Returns 0 if no further round has a folder. Ignores names that are no plain
/// numbers, such as `01`. Fails if the folder of the rounds cannot be read.
fn last_round(plan: &Path) -> Result<usize, FolderError> {
    let numbers = file::list(&plan.join(ROUNDS))?
        .into_iter()
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?;
            name.parse().ok().filter(|number: &usize| *name == *number.to_string())
        })
        .max()
        .unwrap_or(0);
    Ok(numbers)
}

fn round_folder(plan: &Path, round: usize) -> PathBuf {
    plan.join(ROUNDS).join(round.to_string())
}

/// Reads a clause as DIMACS writes it: literals, and a 0 at the end. Returns `None` if the line is
/// not such a clause.
fn parse_clause(line: &str) -> Option<Vec<Lit>> {
    let mut numbers: Vec<i32> =
        line.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (numbers.pop() == Some(0)).then_some(())?;
    numbers.into_iter().map(|number| Lit::try_from(number).ok()).collect()
}

fn to_json(what: &impl Serialize) -> String {
    serde_json::to_string_pretty(what).expect("texts and numbers can be written as JSON") + "\n"
}

/// Returns the text of a file, and the SHA-256 of the text.
fn read_hashed(path: &Path) -> Result<(String, String), FolderError> {
    let text = file::read_text(path).map_err(with_path(path))?;
    let hash = sha256_of(text.as_bytes());
    Ok((text, hash))
}

/// Reads a file of JSON. Returns its content and its SHA-256. Fails if the file cannot be read, or
/// if its content is malformed or has wrong fields.
fn read_json<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<(T, String), FolderError> {
    let (text, hash) = read_hashed(path)?;
    let what = serde_json::from_str(&text).map_err(|error| damaged(path, &text, &error))?;
    Ok((what, hash))
}

/// Formats numbers as ranges: `3,7-9`. A range joins two or more numbers that follow each other in
/// the given order, each greater by 1 than the one before it. So sorted numbers give the shortest
/// text. Returns an empty text if there are no numbers.
pub fn format_ranges(numbers: impl IntoIterator<Item = u64>) -> String {
    let mut runs: Vec<[u64; 2]> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some([_, last]) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push([number, number]),
        }
    }
    runs.into_iter()
        .map(|[first, last]| match last - first {
            0 => first.to_string(),
            _ => format!("{first}-{last}"),
        })
        .collect::<Vec<_>>()
        .join(",")
}

/// Reads ranges such as `3,7-9`. They may be in any order, and may overlap. Returns `None` if the
/// text is empty or has another form, if a range is reversed, or if a number is not below `limit`.
fn parse_ranges(text: &str, limit: u64) -> Option<BTreeSet<u64>> {
    let mut numbers = BTreeSet::new();
    for run in text.split(',') {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        if first > last || last >= limit {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_a_part_of_an_earlier_one() {
        for (of, is_read) in [(None, true), (Some(6), true), (Some(7), false), (Some(9), false)] {
            let folder = tempfile::tempdir().expect("a folder for the test");
            let path = folder.path().join("round");
            let draft = FolderDraft::create(&path).expect("a draft");
            let task = Job { task: 7, of, work: Work::Block("x".to_owned()) };
            let list = draft.write_list(std::iter::once(task), 7, &[]).expect("a list");
            draft.keep(&path).expect("a folder");
            let read = read_tasks(&path.join(TASKS), &list, |_| true, &mut Vec::new());
            assert_eq!(read.is_ok(), is_read, "{of:?}");
        }
    }

    #[test]
    fn numbers_are_told_in_short_and_read_again() {
        for (numbers, told) in
            [(vec![0], "0"), (vec![3, 7, 8, 9], "3,7-9"), (vec![0, 1, 4, 5, 7], "0-1,4-5,7")]
        {
            assert_eq!(format_ranges(numbers.iter().copied()), told);
            assert_eq!(parse_ranges(told, 10), Some(numbers.into_iter().collect()));
        }
        for wrong in ["", "3-", "x", "7-3", "10", "1,,2", "0-99999999999999999999"] {
            assert_eq!(parse_ranges(wrong, 10), None, "{wrong}");
        }
    }
}
