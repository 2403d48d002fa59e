//! Tasks in hand: the tasks on which a worker is working. Other workers do not choose these tasks,
//! so that no work is repeated.
//!
//! A worker that begins a task creates a file with its host, its process and the time. It removes
//! the file after it has written the result. The file is not a lock: a lost or old file costs only
//! time.
//!
//! If a worker is killed, its file remains. A worker on the same host takes the task over if the
//! process that the file names has ended. Any worker takes the task over if the file has not
//! changed for two minutes. The worker that takes over measures this time with its own clock, so
//! the clocks of the machines need not agree.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::attempt::random_number;
use super::file::{self, FileError, with_path};
use crate::process;
use crate::record::origin;

/// The time between two updates of the file of a task in hand. It is a sixth of [`PATIENCE`], so
/// that a few missed updates do no harm.
const PERIOD: Duration = Duration::from_secs(20);

/// The time after which a worker counts as lost if its file has not changed.
const PATIENCE: Duration = Duration::from_secs(120);

/// The worker that has a task in hand, as the file of the task names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskHolder {
    host: String,
    process: u32,
    /// The time of the last update, in UTC.
    date: String,
    /// Random digits, different for each holder.
    drawn: String,
}

impl TaskHolder {
    fn current(drawn: &str) -> TaskHolder {
        let (host, process) = (origin::host(), std::process::id());
        TaskHolder { host, process, date: origin::now(), drawn: drawn.to_owned() }
    }

    /// Returns whether the worker ran on this host and its process has ended.
    fn has_ended(&self) -> bool {
        self.host == origin::host() && !process::is_running(self.process)
    }
}

/// The tasks in hand, as one worker sees them. A task is in hand if a worker is working on it.
#[derive(Debug)]
pub struct TasksInHand {
    /// The folder with a file for each task in hand.
    folder: PathBuf,
    /// The time after which an unchanged file counts as abandoned.
    patience: Duration,
    /// For each task that another worker has in hand, the text of the task's file, and the time
    /// since which this text is unchanged. The text is `None` if the file cannot be read.
    seen: HashMap<u64, (Option<String>, Instant)>,
}

/// Keeps a task in hand for this worker, until this value is dropped.
#[derive(Debug)]
pub struct TaskGuard {
    /// The path of the task's file.
    path: PathBuf,
    /// The random digits by which this worker recognises its file.
    drawn: String,
    /// The sender that keeps a thread running, which renews the file. When the sender is dropped,
    /// the thread ends.
    _held: Sender<()>,
}

impl TasksInHand {
    /// Returns access to the tasks in hand. Each of them has a file in `folder`. Neither reads nor
    /// creates the folder.
    pub fn new(folder: PathBuf) -> TasksInHand {
        TasksInHand { folder, patience: PATIENCE, seen: HashMap::new() }
    }

    /// Takes a task in hand. For this, creates its file, or takes it over from a worker that has
    /// ended or counts as lost. The task stays in hand until the returned guard is dropped. Until
    /// then, a thread updates the file. Returns `None` if another worker has the task in hand, or
    /// if this worker has it in hand already. A worker on another host counts as lost only if
    /// repeated calls find its file unchanged for two minutes. If something at the path of a lost
    /// worker's file cannot be removed, returns a guard without a file. Creates the folder if it is
    /// missing, but not the parent of the folder.
    ///
    /// # Errors
    ///
    /// If the folder or the file of the task cannot be written.
    pub fn claim(&mut self, task: u64) -> Result<Option<TaskGuard>, FileError> {
        file::make_folder(&self.folder)?;
        let path = self.folder.join(task.to_string());
        let drawn = format!("{:016x}", random_number());
        let is_new = write_new(&path, &TaskHolder::current(&drawn)).map_err(with_path(&path))?;
        if !is_new {
            let text = file::read_text(&path).ok();
            if !self.is_abandoned(task, text.as_deref()) {
                return Ok(None);
            }
            let is_claimed = match remove(&path, text.as_deref(), &drawn) {
                Ok(false) => false,
                Ok(true) => {
                    write_new(&path, &TaskHolder::current(&drawn)).map_err(with_path(&path))?
                }
                // The path cannot be renamed, so it is not the file of a worker. This worker then
                // does the task without a file.
                Err(_) => true,
            };
            if !is_claimed {
                return Ok(None);
            }
        }
        self.seen.remove(&task);
        Ok(Some(TaskGuard { _held: spawn_renewal(path.clone(), drawn.clone()), path, drawn }))
    }

    /// Returns the number of tasks in hand, including those of lost workers. Returns 0 if the
    /// folder cannot be read.
    pub fn count(&self) -> usize {
        file::list(&self.folder).map_or(0, |files| files.len())
    }

    /// Returns whether the worker that has a task in hand is gone. It is gone if it has ended on
    /// this host. It also counts as gone (lost) if its file has not changed for `patience`. `text`
    /// is the text of its file, or `None` if the file cannot be read. For an unreadable or
    /// malformed file, only the second condition can hold. Records the text and the time of its
    /// last change, so that a later call sees whether the text has changed. So the first call finds
    /// only workers that have ended.
    fn is_abandoned(&mut self, task: u64, text: Option<&str>) -> bool {
        let holder = text.and_then(|text| serde_json::from_str::<TaskHolder>(text).ok());
        if holder.is_some_and(|holder| holder.has_ended()) {
            return true;
        }
        let now = (text.map(str::to_owned), Instant::now());
        let seen = self.seen.entry(task).or_insert_with(|| now.clone());
        if seen.0 != now.0 {
            *seen = now;
        }
        seen.1.elapsed() >= self.patience
    }
}

/// Removes the file of a lost worker, if its text is still `text`, and returns whether it was
/// removed. If `text` is `None`, the file must be unreadable. Returns `false` if the file is gone
/// or has another text. Another worker may take the task over at the same time, so the file is
/// first renamed to a name with `drawn`. A file with another text then gets its old name back, if
/// this is possible. Fails if the path cannot be renamed. If it can be renamed but not removed, such as
/// a folder with files, it keeps the name with `drawn`, and counts as removed.
fn remove(path: &Path, text: Option<&str>, drawn: &str) -> io::Result<bool> {
    let aside = path.with_file_name(format!(".{drawn}"));
    match fs::rename(path, &aside) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        renamed => renamed?,
    }
    if file::read_text(&aside).ok().as_deref() == text {
        // If this fails, the path keeps the name with `drawn`, and no worker looks for that name.
        let _ = fs::remove_file(&aside).or_else(|_| fs::remove_dir(&aside));
        return Ok(true);
    }
    // If this fails, two workers may do the task.
    let _ = fs::rename(&aside, path);
    Ok(false)
}

/// Creates the file of a task together with its content, and returns whether the file is new.
/// Returns `false` and changes nothing if the file exists. An empty file would keep other workers
/// from the task. If the file system has hard links, a worker that is killed here leaves no empty
/// file. Fails if the file can be created neither by a hard link nor directly.
fn write_new(path: &Path, holder: &TaskHolder) -> io::Result<bool> {
    let draft = path.with_file_name(format!(".{}", holder.drawn));
    let linked = fs::write(&draft, format_line(holder)).and_then(|()| fs::hard_link(&draft, path));
    // A remaining draft is harmless, since its name is not that of a task.
    let _ = fs::remove_file(&draft);
    let written = match linked {
        // Some file systems have no hard links, so the file is created directly.
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            file::write_new(path, &format_line(holder))
        }
        linked => linked,
    };
    match written {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        written => written.map(|()| true),
    }
}

/// Updates the time in a task's file. The caller has to check that it is the file of this worker.
/// The new line is as long as the old line, so a full disk cannot cut it off. Fails if the file is
/// missing or cannot be written.
fn renew(path: &Path, drawn: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(format_line(&TaskHolder::current(drawn)).as_bytes())
}

fn format_line(holder: &TaskHolder) -> String {
    serde_json::to_string(holder).expect("words and numbers can be written as JSON") + "\n"
}

/// Starts a thread that updates the file of a task every 20 s, until the returned sender is
/// dropped. The thread then ends, and the file remains. The thread does not change a file that has
/// other digits than `drawn`. If the thread cannot be started, the file is never updated.
fn spawn_renewal(path: PathBuf, drawn: String) -> Sender<()> {
    let (held, is_held) = mpsc::channel();
    // If the thread cannot be started, two workers may do the task.
    let _ = thread::Builder::new().spawn(move || {
        while is_held.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
            if is_own(&path, &drawn) {
                // If this fails, another worker may take the task over.
                let _ = renew(&path, &drawn);
            }
        }
    });
    held
}

/// Returns whether the file of a task has the digits `drawn` of this worker. Returns `false` if the
/// file is unreadable.
fn is_own(path: &Path, drawn: &str) -> bool {
    let text = file::read_text(path).unwrap_or_default();
    serde_json::from_str::<TaskHolder>(&text).is_ok_and(|holder| holder.drawn == drawn)
}

impl Drop for TaskGuard {
    fn drop(&mut self) {
        if is_own(&self.path, &self.drawn) {
            // If this fails, another worker takes the task over later.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workers(folder: &Path, patience: Duration) -> [TasksInHand; 2] {
        [(); 2].map(|()| TasksInHand { patience, ..TasksInHand::new(folder.join("in-hand")) })
    }

    #[test]
    fn a_task_is_in_one_hand_until_that_lets_go() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let [mut one, mut other] = workers(folder.path(), PATIENCE);
        let hold = one.claim(7).expect("a file").expect("it is free");
        assert!(other.claim(7).expect("a folder").is_none());
        let second = other.claim(8).expect("a file").expect("it is free");
        assert_eq!(one.count(), 2);
        drop(hold);
        assert!(other.claim(7).expect("a file").is_some());
        drop(second);
        assert_eq!(one.count(), 0, "nothing is left behind");
    }

    /// If several workers try to take over a lost task, nearly always only one of them succeeds.
    #[test]
    fn a_task_is_taken_over_once() {
        let mut twice = 0;
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut child = std::process::Command::new("true").spawn().expect("a program");
        let ended = TaskHolder { process: child.id(), ..TaskHolder::current("0") };
        child.wait().expect("a child of ours");
        for task in 0..50 {
            write(folder.path(), task, &format_line(&ended));
            let take = || {
                let [mut worker, _] = workers(folder.path(), PATIENCE);
                worker.claim(task).expect("a folder")
            };
            let holds: Vec<Option<TaskGuard>> = thread::scope(|scope| {
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(take)).collect();
                threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
            });
            twice += usize::from(holds.iter().flatten().count() > 1);
        }
        assert!(twice <= 2, "{twice} of 50 tasks");
    }

    fn write(folder: &Path, task: u64, text: &str) {
        fs::create_dir_all(folder.join("in-hand")).expect("a folder");
        fs::write(folder.join("in-hand").join(task.to_string()), text).expect("a file");
    }

    #[test]
    fn a_task_of_a_process_that_has_ended_is_taken_over() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut child = std::process::Command::new("true").spawn().expect("a program");
        let ended = TaskHolder { process: child.id(), ..TaskHolder::current("0") };
        child.wait().expect("a child of ours");
        write(folder.path(), 3, &format_line(&ended));
        write(
            folder.path(),
            4,
            &format_line(&TaskHolder { host: "elsewhere".to_owned(), ..ended.clone() }),
        );
        write(folder.path(), 5, &format_line(&TaskHolder::current("0")));
        let [mut worker, _] = workers(folder.path(), PATIENCE);
        let is_taken =
            |worker: &mut TasksInHand, task| worker.claim(task).expect("a folder").is_some();
        assert!(is_taken(&mut worker, 3));
        assert!(
            !is_taken(&mut worker, 4),
            "it is not known whether a process of another machine runs"
        );
        assert!(!is_taken(&mut worker, 5), "this process runs");
    }

    #[test]
    fn a_file_that_does_not_change_is_taken_over_and_one_that_does_is_not() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let elsewhere = TaskHolder { host: "elsewhere".to_owned(), ..TaskHolder::current("0") };
        for (task, text) in
            [(1, format_line(&elsewhere)), (2, String::new()), (3, "torn".to_owned())]
        {
            write(folder.path(), task, &text);
            let [mut worker, mut other] = workers(folder.path(), Duration::from_millis(50));
            assert!(worker.claim(task).expect("a folder").is_none());
            assert!(other.claim(task).expect("a folder").is_none());
            thread::sleep(Duration::from_millis(60));
            write(
                folder.path(),
                task,
                &format_line(&TaskHolder { process: 1, ..elsewhere.clone() }),
            );
            assert!(worker.claim(task).expect("a folder").is_none(), "the file was renewed");
            thread::sleep(Duration::from_millis(60));
            assert!(worker.claim(task).expect("a folder").is_some());
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_waited_for_no_longer_than_a_file() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::create_dir_all(folder.path().join("in-hand/1")).expect("a folder");
        let pipe = folder.path().join("in-hand/2");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        let [mut worker, _] = workers(folder.path(), Duration::ZERO);
        let [mut other, _] = workers(folder.path(), PATIENCE);
        for task in [1, 2] {
            let held = worker.claim(task).expect("a folder");
            assert!(held.is_some(), "{task}");
            assert!(other.claim(task).expect("a folder").is_none(), "{task} is in one hand");
        }
    }
}
