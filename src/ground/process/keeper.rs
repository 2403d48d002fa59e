//! The keeper: a second process of this program, which cleans up after the end of this process.
//!
//! A killed process cannot end its children or remove its files. So before this program starts
//! another program, it starts itself a second time, as a keeper at the other end of a pipe. The
//! keeper creates the folder for files of the started programs. When this process ends in any way,
//! the pipe closes. The keeper then kills every process whose environment has a variable of this
//! process's [families](super::ProcessFamily), and removes the folder. (Linux can signal the death
//! of a process to its children, but not to their descendants.) The keeper has a process group of
//! its own, so Ctrl-C does not reach it.
//!
//! A program that uses quarrel as a library has no keeper. If such a program is killed, processes
//! that it started can remain.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock};

use crate::lock::lock;

/// The argument that makes a process a keeper. A process ID and a folder follow it.
const ROLE: &str = "--keep";

/// The byte that a keeper writes when its folder exists.
const READY: &[u8] = b"+";

/// The largest number of rounds in which the keeper kills processes. A round takes up to 5 ms, so
/// all rounds take a quarter of a second.
const ROUNDS: u64 = 50;

/// The path of the program that becomes the keeper. It is not set in a program that uses quarrel as
/// a library.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The keeper of this process. It is `None` until [`folder`] starts the keeper.
static KEEPER: Mutex<Option<Keeper>> = Mutex::new(None);

/// A running keeper, from the view of the process that started it.
struct Keeper {
    /// The folder for files of started programs.
    folder: PathBuf,
    /// The write end of the pipe to the keeper. The system closes it when this process ends.
    _line: ChildStdin,
}

/// Allows this program to be started again as its keeper. Without this call, or if the system does
/// not know the program's path, [`folder`] starts no keeper.
pub fn register() {
    if let Ok(program) = std::env::current_exe() {
        let _ = PROGRAM.set(program);
    }
}

/// Acts as a keeper if the four `arguments` ask for one. They are the program, `--keep`, a process
/// ID and a folder. Returns false, and does nothing, if the arguments ask for no keeper. Otherwise
/// returns true when the keeper has ended. The keeper first creates the folder. If this is
/// impossible, it does nothing more. Then it writes `READY` to standard output and waits until
/// standard input ends, which happens when the process that started the keeper ends. Then it kills
/// the processes that this process has left, and removes the folder with its content. After the
/// first step, it ignores all errors.
pub fn run_if_asked(arguments: &[OsString]) -> bool {
    let [_, role, process, folder] = arguments else { return false };
    let Some(process) = process.to_str().and_then(|id| id.parse().ok()) else { return false };
    if role != ROLE {
        return false;
    }
    let folder = Path::new(folder);
    if create_folder(folder).is_err() {
        return true;
    }
    // If the process that started the keeper has ended, writing fails, and reading ends at once.
    let _ = io::stdout().write_all(READY).and_then(|()| io::stdout().flush());
    let _ = io::stdin().read_to_end(&mut Vec::new());
    kill_marked(process);
    let _ = fs::remove_dir_all(folder);
    true
}

/// Creates a folder that only this user can read. Fails if the folder exists.
fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Returns the folder for files of started programs. If the keeper is not running yet, starts it,
/// and waits until it has created the folder. Later calls return the same folder. The keeper
/// removes the folder. If this program has no keeper ([`register`] was not called), returns the
/// system's temporary folder.
///
/// # Errors
///
/// If the folder cannot be created or the keeper cannot be started. The next call tries again.
pub fn folder() -> io::Result<PathBuf> {
    let mut keeper = lock(&KEEPER);
    if let Some(keeper) = &*keeper {
        return Ok(keeper.folder.clone());
    }
    let Some(program) = PROGRAM.get() else { return Ok(std::env::temp_dir()) };
    let name = format!("quarrel-{}-{:08x}", std::process::id(), fastrand::u32(..));
    let folder = std::env::temp_dir().join(name);
    let line = start(program, &folder)?;
    *keeper = Some(Keeper { folder: folder.clone(), _line: line });
    Ok(folder)
}

/// Removes the folder before this process ends, so that the keeper has nothing to remove. Also
/// closes the pipe. The keeper then kills all processes that still have a marker of this process,
/// and ends. Does nothing if no keeper is running.
pub fn dismiss() {
    if let Some(keeper) = lock(&KEEPER).take() {
        let _ = fs::remove_dir_all(&keeper.folder);
    }
}

/// Starts a keeper in a process group of its own, and waits until it has created the folder.
/// Returns the write end of the keeper's pipe. It must stay open, since the keeper ends when the
/// pipe closes. Does not wait for the keeper's end. Fails if the program cannot be started, or if
/// the keeper ends before it has created the folder.
fn start(program: &Path, folder: &Path) -> io::Result<ChildStdin> {
    let mut command = Command::new(program);
    command.arg(ROLE).arg(std::process::id().to_string()).arg(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let mut output = child.stdout.take().expect("a pipe was asked for");
    output.read_exact(&mut [0; READY.len()]).map_err(|_| {
        let parent = folder.parent().unwrap_or(folder).display();
        io::Error::other(format!(
            "no temporary folder can be made in {parent}: set TMPDIR to a folder that can be written"
        ))
    })?;
    Ok(child.stdin.take().expect("a pipe was asked for"))
}

/// Kills every other process whose environment has a marker of `process`. Repeats this until no
/// such process is left, since a process can start others meanwhile. Searches for such processes at
/// least four times, and at most [`ROUNDS`] times. Ignores processes that cannot be killed.
#[cfg(target_os = "linux")]
fn kill_marked(process: u32) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let marker = super::marker_of(process);
    for round in 0..ROUNDS {
        let left: Vec<Pid> = fs::read_dir("/proc")
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
            .filter(|&id| super::has_marker(id, marker.as_bytes()))
            .filter_map(|id| Some(Pid::from_raw(i32::try_from(id).ok()?)))
            .filter(|&id| id != Pid::this())
            .collect();
        // A process in the middle of `exec` has no marker yet, so it can be missed in the first
        // rounds.
        if left.is_empty() && round > 2 {
            return;
        }
        for id in left {
            let _ = kill(id, Signal::SIGKILL);
        }
        std::thread::sleep(std::time::Duration::from_millis(round.min(5)));
    }
}

/// Does nothing, since this system does not show environments of processes.
#[cfg(not(target_os = "linux"))]
fn kill_marked(_process: u32) {}
