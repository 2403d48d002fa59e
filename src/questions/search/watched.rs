//! Ends the search at its limits, even if the search does not respond.
//!
//! The search runs on a separate thread. Some of its work does not check for a stop, such as the
//! solver's preprocessing of a large formula. So the waiting thread abandons the search a moment
//! after the request to stop. If the solver is an external one, it waits longer. The last report
//! then becomes the finding, and the process ends without waiting for the search thread.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Event, Finding, SearchError, Task, run};
use crate::encode::{EncodeRefusal, Room};
use crate::solver::{SolverChoice, external};
use crate::stop::StopCause;

/// The time between two checks of the limits.
pub const PERIOD: Duration = Duration::from_millis(10);

/// The time that a search is allowed to take to end after the request to stop.
const GRACE: Duration = Duration::from_millis(100);

/// The time to read and check the output of an external solver.
const HEARING: Duration = Duration::from_millis(500);

/// The largest number of events that wait for the receiver. If more events come, the search waits.
const WAITING: usize = 1024;

/// The stack size of the search thread, in bytes. It is the usual size for a main thread.
const STACK: usize = 8 << 20;

/// A message from the search to the waiting thread.
enum Message {
    Event(Event),
    /// The result of the search. No message follows.
    End(Box<Result<Finding, SearchError>>),
}

/// The result of a search that was completed or ended early.
pub struct SearchEnd {
    /// The finding at the end of the search. If the search failed, this is the last reported
    /// finding.
    pub finding: Finding,
    /// The failure of an external solver that ended the search; `None` if no solver failed.
    pub trouble: Option<SearchError>,
    /// The refusal of a bound whose encoding exceeded a limit, which ended the search; `None` if no
    /// limit was exceeded.
    pub refusal: Option<EncodeRefusal>,
}

impl SearchEnd {
    /// Returns the result of a search. `latest` is the last report of the search. There are two
    /// special cases:
    ///
    /// - An external solver failed. Then `latest`, or an empty finding, becomes the finding,
    ///   without the claims of the solver. The failure is in `trouble`.
    /// - A bound exceeds the limit of clauses or memory, and `latest` has an answer. Then `latest`
    ///   becomes the finding and counts as stopped. The limit is requested as the cause of the
    ///   task's stop, and `refusal` has the limit.
    ///
    /// # Errors
    ///
    /// If the search failed for another cause, or if a bound exceeds a limit and no answer is
    /// known.
    pub fn from_result(
        task: &Task,
        found: Result<Finding, SearchError>,
        latest: Option<Finding>,
    ) -> Result<SearchEnd, SearchError> {
        match found {
            Ok(finding) => Ok(SearchEnd { finding, trouble: None, refusal: None }),
            Err(trouble @ SearchError::Solver(_)) => {
                let mut finding = latest.unwrap_or_else(|| Finding::new(task));
                finding.retract(task);
                finding.statistics.asked = true;
                Ok(SearchEnd { finding, trouble: Some(trouble), refusal: None })
            }
            Err(SearchError::Encoding(refusal @ EncodeRefusal::NoRoom(_))) => {
                let Some(known) = latest.filter(|known| known.answer.is_some()) else {
                    return Err(SearchError::Encoding(refusal));
                };
                task.stop.request_for(match task.encodings.room {
                    Room::Clauses(_) | Room::Measured(_) => StopCause::Clauses,
                    Room::Free | Room::Bytes(_) => StopCause::Memory,
                });
                let finding = Finding { stopped: true, ..known };
                Ok(SearchEnd { finding, trouble: None, refusal: Some(refusal) })
            }
            Err(error) => Err(error),
        }
    }
}

/// Starts work on a separate thread, which can outlive the caller.
///
/// # Errors
///
/// If the system cannot start a thread.
pub fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), SearchError> {
    let spawned = thread::Builder::new().stack_size(STACK).spawn(work);
    spawned.map(drop).map_err(SearchError::Thread)
}

/// Answers a question within its limits. If `parent` is given, the search also ends when this
/// parent process ends. The search runs in a thread of its own. Calls `see` in the calling thread
/// with each event. Also calls `see` with `None`, each time [`PERIOD`] passes without an event.
///
/// Returns the finding of the search. In two cases, returns the last report instead: the search
/// does not end soon after a stop (the time is longer for an external solver), or a stop is
/// requested twice. If the search was not complete, this finding counts as stopped. The search then
/// goes on in its thread.
///
/// # Errors
///
/// If the search or `see` fails, or if the system cannot start a thread. A failure of `see` does
/// not end the search. A panic of the search becomes [`SearchError::Internal`].
pub fn run_watched<E: From<SearchError>>(
    task: &Task<'static>,
    parent: Option<u32>,
    see: &mut dyn FnMut(Option<Event>) -> Result<(), E>,
) -> Result<Finding, E> {
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let theirs = task.clone();
    let search = move || {
        // If the search was abandoned, the receiver no longer exists, and messages are lost.
        let found = run(&theirs, &mut |event| {
            let _ = sender.send(Message::Event(event));
        });
        let _ = sender.send(Message::End(Box::new(found)));
    };
    spawn(search)?;
    let mut known = Finding::new(task);
    let (mut asked_at, mut looked_at) = (None, Instant::now());
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok(Message::End(found)) => return Ok((*found)?),
            Ok(Message::Event(event)) => {
                known.update(&event);
                see(Some(event))?;
            }
            Err(RecvTimeoutError::Timeout) => see(None)?,
            Err(RecvTimeoutError::Disconnected) => {
                let what = "the search ended without a finding".to_owned();
                return Err(SearchError::Internal(what, String::new()).into());
            }
        }
        // Events can arrive more often than the limits need to be checked.
        if looked_at.elapsed() >= PERIOD {
            watch(task, parent);
            looked_at = Instant::now();
        }
        if task.stop.is_reached() {
            let since = *asked_at.get_or_insert_with(Instant::now);
            if since.elapsed() > grace(task) || task.stop.request_count() > 1 {
                known.abandon();
                return Ok(known);
            }
        }
    }
}

/// Returns the time that the search is allowed to take to end. An external solver also needs time
/// to print its result.
fn grace(task: &Task) -> Duration {
    match task.solver {
        SolverChoice::Embedded => GRACE,
        SolverChoice::Program(_) => external::GRACE + HEARING,
    }
}

/// Runs work in this thread within the limits of a task, and returns the result of the work.
/// Requests the task's stop at a limit. If `parent` is given, also requests the stop when this
/// parent process ends. The work must end by itself when the task's stop signal is given. Calls
/// `heartbeat` in another thread, each time [`PERIOD`] has passed, until the work ends.
pub fn run_guarded<T>(
    task: &Task,
    parent: Option<u32>,
    heartbeat: &mut (dyn FnMut() + Send),
    work: impl FnOnce() -> T,
) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while is_done.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                watch(task, parent);
                heartbeat();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Asks the task to stop if a limit is reached or the parent process has ended.
fn watch(task: &Task, parent: Option<u32>) {
    task.limits.watch(&task.stop);
    if parent.is_some_and(|parent| !is_parent(parent)) && task.stop.request_count() == 0 {
        task.stop.request();
    }
}

#[cfg(unix)]
fn is_parent(process: u32) -> bool {
    std::os::unix::process::parent_id() == process
}

/// Returns `true`, because the parent process is unknown on systems other than Unix.
#[cfg(not(unix))]
fn is_parent(_process: u32) -> bool {
    true
}
