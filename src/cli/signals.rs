//! Ctrl-C, SIGTERM, SIGHUP and SIGXCPU: every verb ends with status 3, `work` with 75.
//!
//! Every verb gets the [`Stop`] of the command. A verb heeds it ([`heed`]) while it has results to
//! report: at the first signal it stops and reports them. The second signal skips the current step,
//! the third also the report. Until then, and if nothing is known before the end (an export, a
//! plan), a signal ends the process at once, so reading a large file delays nothing. Drafts of
//! files are always removed.
//!
//! SIGXFSZ (a file exceeds `ulimit -f`) is handled, so that the write fails as on a full disk.
//! SIGXCPU comes when the processor time of `ulimit -S -t` is used up, and then once a second. Only
//! the first one is handled.

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

/// The [`Stop`] of the running verb, and the exit status after a signal; set by
/// [`heed_with_ending`]. A signal that ends the process keeps the lock, so that no verb begins to
/// heed signals then.
static HEEDING: Mutex<Option<(Stop, Ending)>> = Mutex::new(None);

/// After this many signals, the process ends at once.
const AT_ONCE: u32 = 3;

/// The end of the process by a signal that no verb heeds.
#[derive(Clone, Copy)]
pub(super) struct UnheededExit {
    /// The exit status.
    pub ending: Ending,
    /// The text on standard output, which is empty except for formats that always state a result.
    pub out: &'static str,
}

/// Makes a signal ask the running verb to stop. If the verb has no [`Stop`], the signal ends the
/// process as `unheeded` says.
pub(super) fn listen(unheeded: UnheededExit) {
    // Without the handler, a signal ends the process as usual.
    let _ = ctrlc::set_handler(move || ask_to_stop(StopCause::Signal, unheeded));
    watch_processor_time(unheeded);
    refuse_large_files();
}

/// Asks the running verb to stop. If the verb was asked [`AT_ONCE`] times, or if no verb heeds
/// signals, ends the process instead: in the second case as `unheeded` says. The drafts of files
/// are removed first.
fn ask_to_stop(reason: StopCause, unheeded: UnheededExit) {
    let heeding = lock(&HEEDING);
    let ending = match &*heeding {
        Some((stop, _)) if stop.request_for(reason) + 1 < AT_ONCE => return,
        Some((_, ending)) => *ending,
        None => {
            print_stderr("stopped by a signal before anything was known\n");
            // A verb without a text here may hold the lock of standard output.
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

/// Starts a thread that handles SIGXCPU.
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

/// Makes signals ask `stop` to stop the verb, which then ends as `Stopped`.
pub(super) fn heed(stop: &Stop) {
    heed_with_ending(stop, Ending::Stopped);
}

/// Makes signals ask `stop` to stop the verb, which then ends with `ending`.
pub(super) fn heed_with_ending(stop: &Stop, ending: Ending) {
    lock(&HEEDING).get_or_insert_with(|| (stop.clone(), ending));
}
