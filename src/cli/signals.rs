//! Ctrl-C, SIGTERM, SIGHUP and SIGXCPU: every verb ends with status 3, `work` with 75.
//!
//! A long verb heeds a [`Stop`]: at the first signal it stops and reports what it knows. The second
//! signal skips the current step, the third also the report. Verbs without a `Stop` end at once.
//! Drafts of files are always removed.
//!
//! SIGXFSZ comes when a file exceeds `ulimit -f`. It is handled, so that the write fails as on a
//! full disk.
//!
//! SIGXCPU comes when the processor time of `ulimit -S -t` is used up, then once a second. Later
//! ones are ignored.

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

/// The stop of the running verb, and the exit status after a signal. It is empty as long as no verb
/// heeds signals.
static HEEDING: OnceLock<(Stop, Ending)> = OnceLock::new();

/// The number of signals that end the process at once.
const AT_ONCE: u32 = 3;

/// A signal asks the running verb to stop. If the verb heeds no signals, the process ends with the
/// status `unheeded`.
pub(super) fn listen(unheeded: Ending) {
    // Without a handler a signal ends the process as usual.
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

/// Writes beyond `ulimit -f` fail as on a full disk; otherwise SIGXFSZ ends the process.
#[cfg(unix)]
fn refuse_large_files() {
    // The flag is not read: a handled signal does not end the process, and the write fails.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
fn refuse_large_files() {}

/// Without the thread, the signal ends the process as usual.
#[cfg(unix)]
fn listen_to_the_end_of_processor_time(unheeded: Ending) {
    let Ok(mut signals) = Signals::new([SIGXCPU]) else { return };
    let wait = move || {
        if signals.forever().next().is_some() {
            ask(Reason::ProcessorTime, unheeded);
        }
    };
    // Waits once: later signals only mean that the process takes time to end.
    let _ = thread::Builder::new().spawn(wait);
}

#[cfg(not(unix))]
fn listen_to_the_end_of_processor_time(_: Ending) {}

pub(super) fn heed(stop: &Stop) {
    heed_to(stop, Ending::Stopped);
}

/// Has signals ask `stop` to stop the verb, which then ends with `ending`.
pub(super) fn heed_to(stop: &Stop, ending: Ending) {
    let _ = HEEDING.set((stop.clone(), ending));
}
