//! Waiting for a board and for a search, and keeping the limits of both.
//!
//! A board may never come, from a pipe for one, so it is read on a thread of its own.
//!
//! The search runs on a thread of its own and is asked to stop when a limit is reached or a signal
//! comes. Most of its work looks up often; some does not (the solver's preprocessing of a large
//! formula, for one). So it is given a moment, a longer one if another solver works for it, and
//! then left where it is: what it had told until then is the finding, and the process ends without
//! it.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::Failure;
use crate::search::{self, Event, Finding, SearchError, Task};
use crate::solver::{Choice, external};

/// How often limits are looked at.
const PERIOD: Duration = Duration::from_millis(10);

/// How long a search may take to stop.
const GRACE: Duration = Duration::from_millis(100);

/// How long what another solver has said may take to be read and checked.
const HEARING: Duration = Duration::from_millis(500);

/// How many events may wait to be seen before the search waits too.
const WAITING: usize = 1024;

/// As much as a main thread has.
const STACK: usize = 8 << 20;

enum Message {
    Event(Event),
    End(Box<Result<Finding, SearchError>>),
}

/// Starts work on a thread of its own.
fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let spawned = thread::Builder::new().stack_size(STACK).spawn(work);
    spawned.map(drop).map_err(|error| Failure::Output("to a new thread".to_owned(), error))
}

/// Has something read, and asks time and again whether to go on waiting; none where that was not
/// so.
pub(super) fn read<T: Send + 'static>(
    read: impl FnOnce() -> T + Send + 'static,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<T>, Failure> {
    let (sender, receiver) = mpsc::sync_channel(1);
    spawn(move || {
        // Whoever does not listen any more has left for good.
        let _ = sender.send(read());
    })?;
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok(read) => return Ok(Some(read)),
            Err(RecvTimeoutError::Timeout) if !goes_on() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let what = "the reading ended without a board".to_owned();
                return Err(SearchError::Internal(what, String::new()).into());
            }
        }
    }
}

/// Runs a search within its limits and as long as `parent` is the parent of this process, if it is
/// given. `see` is called with each event, and time and again with none.
pub(super) fn search(
    task: &Task<'static>,
    parent: Option<u32>,
    see: &mut dyn FnMut(Option<Event>) -> Result<(), Failure>,
) -> Result<Finding, Failure> {
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let theirs = task.clone();
    let search = move || {
        // Whoever does not listen any more has left for good.
        let found = search::run(&theirs, &mut |event| {
            let _ = sender.send(Message::Event(event));
        });
        let _ = sender.send(Message::End(Box::new(found)));
    };
    spawn(search)?;
    let mut known = Finding::nothing(task);
    let (mut asked_at, mut looked_at) = (None, Instant::now());
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok(Message::End(found)) => return Ok((*found)?),
            Ok(Message::Event(event)) => {
                known.take_in(&event, task.question);
                see(Some(event))?;
            }
            Err(RecvTimeoutError::Timeout) => see(None)?,
            Err(RecvTimeoutError::Disconnected) => {
                let what = "the search ended without a finding".to_owned();
                return Err(SearchError::Internal(what, String::new()).into());
            }
        }
        // Events may come faster than limits have to be looked at.
        if looked_at.elapsed() >= PERIOD {
            watch(task, parent);
            looked_at = Instant::now();
        }
        if task.stop.reached() {
            let since = *asked_at.get_or_insert_with(Instant::now);
            if since.elapsed() > grace(task) || task.stop.times_asked() > 1 {
                known.leave();
                return Ok(known);
            }
        }
    }
}

/// Returns how long a search may take to stop: another solver has some time to say what it knows,
/// which is then read.
fn grace(task: &Task) -> Duration {
    match task.solver {
        Choice::Embedded => GRACE,
        Choice::Program(_) => external::GRACE + HEARING,
    }
}

/// Does work that heeds its stop, within the limits of a task and as long as `parent` is the parent
/// of this process, if it is given. `beat` is called time and again.
pub(super) fn guarded<T>(
    task: &Task,
    parent: Option<u32>,
    beat: &mut (dyn FnMut() + Send),
    work: impl FnOnce() -> T,
) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while is_done.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                watch(task, parent);
                beat();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Has a task stop where a limit is reached, or its parent is gone.
fn watch(task: &Task, parent: Option<u32>) {
    task.limits.watch(&task.stop);
    if parent.is_some_and(|parent| !is_parent(parent)) && task.stop.times_asked() == 0 {
        task.stop.ask();
    }
}

#[cfg(unix)]
fn is_parent(process: u32) -> bool {
    std::os::unix::process::parent_id() == process
}

/// Elsewhere a process outlives its parent.
#[cfg(not(unix))]
fn is_parent(_process: u32) -> bool {
    true
}
