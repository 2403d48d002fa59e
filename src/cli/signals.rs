//! Ctrl-C, SIGTERM, SIGHUP and SIGXCPU. After such a signal, every command ends with status 3, but
//! `work` ends with 75.
//!
//! Every command (such as `solve`) gets the [`Stop`] of the program. A command heeds this `Stop`
//! (calls [`heed`]) while it has results to report. During this time, the first signal makes the
//! command stop and report its results. The second signal also skips the current step, and the
//! third signal also skips the report. Before a command heeds the `Stop`, a signal ends the process
//! at once, even while a large file is read. Commands that know nothing before their end (an
//! export, a plan) never heed it. Drafts of files are always removed.
//!
//! SIGXFSZ (a file exceeds `ulimit -f`) is handled, so that the write fails as on a full disk.
//! SIGXCPU comes when the processor time of `ulimit -S -t` is used up, and then once a second. Only
//! the first SIGXCPU is handled.

use std::io::{self, Write};
#[cfg(unix)]
use std::sync::Arc;
use std::sync::Mutex;
#[cfg(unix)]
use std::thread;

#[cfg(unix)]
use signal_hook::{
    consts::{SIGXCPU, SIGXFSZ},
    flag,
    iterator::Signals,
};

use super::Ending;
use super::stderr::print_stderr;
use crate::draft;
use crate::lock::lock;
use crate::process::keeper;
use crate::stop::{Stop, StopCause};

/// The [`Stop`] of the running command, and the exit status after a signal. [`heed_with_ending`]
/// sets both. Before this call, the value is `None`. A signal that ends the process keeps the lock.
/// So no command can begin to heed signals at that time.
static HEEDING: Mutex<Option<(Stop, Ending)>> = Mutex::new(None);

/// The number of signals after which the process ends at once.
const AT_ONCE: u32 = 3;

/// The exit status and the text with which the process ends if a signal comes while no command
/// heeds signals.
#[derive(Clone, Copy)]
pub(super) struct UnheededExit {
    /// The exit status.
    pub ending: Ending,
    /// The text for standard output. It is empty except for formats that always state a result.
    pub out: &'static str,
}

/// Installs the handlers of signals, and starts threads for them. If a command heeds signals, a
/// signal then asks this command to stop. If no command heeds signals, a signal ends the process
/// with the status and the text of `unheeded`. If a handler cannot be installed, its signal keeps
/// the usual effect. A later call does not replace the handler of Ctrl-C, SIGTERM and SIGHUP.
pub(super) fn listen(unheeded: UnheededExit) {
    // Without the handler, a signal ends the process as usual.
    let _ = ctrlc::set_handler(move || ask_to_stop(StopCause::Signal, unheeded));
    watch_processor_time(unheeded);
    refuse_large_files();
}

/// Asks the running command to stop, and returns. In two cases, ends the process instead. In the
/// first case, this is the request with number [`AT_ONCE`]; the process ends with the ending that
/// [`heed_with_ending`] got. In the second case, no command heeds signals; the process ends with
/// the status and the text of `unheeded`, and with a message on standard error. Before the process
/// ends, removes the drafts of files and dismisses the keeper.
fn ask_to_stop(reason: StopCause, unheeded: UnheededExit) {
    let heeding = lock(&HEEDING);
    let ending = match &*heeding {
        Some((stop, _)) if stop.request_for(reason) + 1 < AT_ONCE => return,
        Some((_, ending)) => *ending,
        None => {
            print_stderr("stopped by a signal before anything was known\n");
            // If the text is empty, standard output is not touched: the command may hold its lock.
            if !unheeded.out.is_empty() {
                // An error means that the output is no longer read.
                let _ = io::stdout().write_all(unheeded.out.as_bytes());
                let _ = io::stdout().flush();
            }
            unheeded.ending
        }
    };
    draft::discard_all();
    keeper::dismiss();
    std::process::exit(ending as i32);
}

/// Handles SIGXFSZ, so that a write beyond the limit of file sizes fails instead of ending the
/// process.
#[cfg(unix)]
fn refuse_large_files() {
    // The flag is never read. A handled signal does not end the process.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
fn refuse_large_files() {}

/// Starts a thread that handles the first SIGXCPU. This signal counts as a request to stop because
/// of the limit of processor time (see [`ask_to_stop`]). Later ones have no effect. Does nothing if
/// the handler or the thread cannot be made.
#[cfg(unix)]
fn watch_processor_time(unheeded: UnheededExit) {
    let Ok(mut signals) = Signals::new([SIGXCPU]) else { return };
    let wait = move || {
        if signals.forever().next().is_some() {
            ask_to_stop(StopCause::ProcessorTime, unheeded);
        }
    };
    // Later signals only mean that the process takes time to end.
    let _ = thread::Builder::new().spawn(wait);
}

#[cfg(not(unix))]
fn watch_processor_time(_: UnheededExit) {}

/// Makes signals ask `stop` to stop the command, which then ends as `Stopped`. Has no effect after
/// an earlier call of this function or of [`heed_with_ending`].
pub(super) fn heed(stop: &Stop) {
    heed_with_ending(stop, Ending::Stopped);
}

/// Makes signals ask `stop` to stop the running command, which then ends with `ending`. If a later
/// signal ends the process, `ending` is also the exit status. Has no effect after an earlier call
/// of this function or of [`heed`].
pub(super) fn heed_with_ending(stop: &Stop, ending: Ending) {
    lock(&HEEDING).get_or_insert_with(|| (stop.clone(), ending));
}
