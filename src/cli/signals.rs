//! Ctrl-C, SIGTERM, SIGHUP and SIGXCPU: every verb ends with status 3, `work` with 75.
//!
//! Every verb gets the [`Stop`] of the command. A verb heeds it ([`heed`]) while it has results to
//! report: at the first signal it stops and reports them. The second signal skips the current step,
//! the third also the report. Until then, and if nothing is known before the end (an export, a
//! plan), a signal ends the process at once, so reading a large file delays nothing. Drafts of files
//! are always removed.
//!
//! SIGXFSZ (a file exceeds `ulimit -f`) is handled, so that the write fails as on a full disk.
//! SIGXCPU comes when the processor time of `ulimit -S -t` is used up, and then once a second. Only
//! the first one is handled.

#[cfg(unix)]
use std::sync::Arc;
use std::sync::OnceLock;
#[cfg(unix)]
use std::thread;

#[cfg(unix)]
use signal_hook::{
    consts::{SIGXCPU, SIGXFSZ},
    flag,
    iterator::Signals,
};

use super::Ending;
use super::stderr::tell;
use crate::draft;
use crate::process::keeper;
use crate::stop::{Reason, Stop};

/// The [`Stop`] of the running verb, and the exit status after a signal; set by [`heed_to`].
static HEEDING: OnceLock<(Stop, Ending)> = OnceLock::new();

/// After this many signals, the process ends at once.
const AT_ONCE: u32 = 3;

/// Makes a signal ask the running verb to stop. If the verb has no [`Stop`], the signal ends the
/// process with the status `unheeded`.
pub(super) fn listen(unheeded: Ending) {
    // Without the handler, a signal ends the process as usual.
    let _ = ctrlc::set_handler(move || ask(Reason::Signal, unheeded));
    listen_to_the_end_of_processor_time(unheeded);
    refuse_large_files();
}

fn ask(reason: Reason, unheeded: Ending) {
    let asked = HEEDING.get().map_or_else(
        || {
            tell("stopped by a signal before anything was known\n");
            AT_ONCE
        },
        |(stop, _)| stop.ask_because(reason) + 1,
    );
    if asked >= AT_ONCE {
        draft::discard_all();
        keeper::dismiss();
        let ending = HEEDING.get().map_or(unheeded, |&(_, ending)| ending);
        std::process::exit(ending as i32);
    }
}

#[cfg(unix)]
fn refuse_large_files() {
    // The flag is never read. A handled signal does not end the process.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
fn refuse_large_files() {}

/// Starts a thread that handles SIGXCPU.
#[cfg(unix)]
fn listen_to_the_end_of_processor_time(unheeded: Ending) {
    let Ok(mut signals) = Signals::new([SIGXCPU]) else { return };
    let wait = move || {
        if signals.forever().next().is_some() {
            ask(Reason::ProcessorTime, unheeded);
        }
    };
    // Later signals only mean that the process takes time to end.
    let _ = thread::Builder::new().spawn(wait);
}

#[cfg(not(unix))]
fn listen_to_the_end_of_processor_time(_: Ending) {}

pub(super) fn heed(stop: &Stop) {
    heed_to(stop, Ending::Stopped);
}

/// Makes signals ask `stop` to stop the verb, which then ends with `ending`.
pub(super) fn heed_to(stop: &Stop, ending: Ending) {
    let _ = HEEDING.set((stop.clone(), ending));
}
