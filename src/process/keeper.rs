//! A keeper: a second process that outlives this one, whatever ends it, and clears up behind it.
//!
//! A process that is killed can end nothing that it has started, and remove none of its files. So
//! before a first program is started, and a first file made for it, a keeper is: this program once
//! more, with the other end of a pipe. The keeper makes the folder for such files, so that there is
//! no moment at which a folder has none, and says so. When the pipe closes, because this process
//! has ended in whatever way, the keeper ends all that carries the marker of its families, and
//! removes the folder in which its files are. (The signal that Linux sends to a child at the death
//! of its parent reaches the child alone, and not what that has started.) It is in a process group
//! of its own, so that Ctrl-C does not end it first.
//!
//! A program that uses quarrel as a library has no keeper; what it starts is ended with it as far
//! as it ends by itself.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock};

use crate::lock::locked;

/// The first argument of a keeper. Behind it stand the process that it keeps and the folder.
const ROLE: &str = "--keep";

/// What a keeper says once its folder is there.
const READY: &[u8] = b"+";

/// How often the keeper looks for what is left.
const ROUNDS: u64 = 50;

/// The program that can be a keeper.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// This process's keeper and folder.
static KEEPER: Mutex<Option<Keeper>> = Mutex::new(None);

struct Keeper {
    folder: PathBuf,
    /// Closed when this process ends.
    _line: ChildStdin,
}

/// Has this program be the keeper of the processes that it starts from now on.
pub fn register() {
    if let Ok(program) = std::env::current_exe() {
        let _ = PROGRAM.set(program);
    }
}

/// Acts as a keeper until its process has ended, if that is what the arguments ask for; says
/// whether it was.
pub fn act(arguments: &[OsString]) -> bool {
    let [_, role, process, folder] = arguments else { return false };
    let Some(process) = process.to_str().and_then(|id| id.parse().ok()) else { return false };
    if role != ROLE {
        return false;
    }
    let folder = Path::new(folder);
    if make(folder).is_err() {
        return true;
    }
    // Where nobody listens any more, there is nobody to be kept, and the folder goes at once.
    let _ = io::stdout().write_all(READY).and_then(|()| io::stdout().flush());
    // Nothing is ever written there: what is read is the end.
    let _ = io::stdin().read_to_end(&mut Vec::new());
    end_all_of(process);
    let _ = fs::remove_dir_all(folder);
    true
}

/// Makes a folder that is nobody else's, and did not exist.
fn make(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// A folder for the files of programs that are started, which goes when this process does; that of
/// the system where there is no keeper.
///
/// # Errors
///
/// If it cannot be made.
pub fn folder() -> io::Result<PathBuf> {
    let mut keeper = locked(&KEEPER);
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

/// Removes the folder; the keeper finds nothing left to do.
pub fn dismiss() {
    if let Some(keeper) = locked(&KEEPER).take() {
        let _ = fs::remove_dir_all(&keeper.folder);
    }
}

fn start(program: &Path, folder: &Path) -> io::Result<ChildStdin> {
    let mut command = Command::new(program);
    command.arg(ROLE).arg(std::process::id().to_string()).arg(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let mut said = child.stdout.take().expect("a pipe was asked for");
    said.read_exact(&mut [0; READY.len()]).map_err(|_| {
        let parent = folder.parent().unwrap_or(folder).display();
        io::Error::other(format!("no temporary folder can be made in {parent}"))
    })?;
    Ok(child.stdin.take().expect("a pipe was asked for"))
}

/// Ends every process that carries the marker of a family of that process.
#[cfg(target_os = "linux")]
fn end_all_of(process: u32) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let marker = super::marker_of(process);
    for round in 0..ROUNDS {
        let everybody = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = everybody.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let left: Vec<Pid> = ids
            .filter(|&id| super::has_marker(id, marker.as_bytes()))
            .filter_map(|id| Some(Pid::from_raw(i32::try_from(id).ok()?)))
            .filter(|&id| id != Pid::this())
            .collect();
        // Who is just becoming another program has no marker for a moment.
        if left.is_empty() && round > 2 {
            return;
        }
        for id in left {
            let _ = kill(id, Signal::SIGKILL);
        }
        std::thread::sleep(std::time::Duration::from_millis(round.min(5)));
    }
}

/// Elsewhere processes are not known by their environments.
#[cfg(not(target_os = "linux"))]
fn end_all_of(_process: u32) {}
