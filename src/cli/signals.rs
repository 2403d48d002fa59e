//! Ctrl-C, SIGTERM, SIGHUP and SIGXCPU: every verb ends with status 3, and `work` with 75.
//!
//! A verb that takes long heeds a [`Stop`]: it is asked to stop, and says what it knows. Whoever
//! asks twice is not made to wait for the step in hand; whoever asks three times does not even get
//! what is known. A verb that heeds none ends at once. Either way nothing is left behind: what was
//! being written is discarded.
//!
//! SIGXFSZ comes where a file passes `ulimit -f`: it is taken, so that the write fails as on a full
//! disk.
//!
//! SIGXCPU comes where the processor time of `ulimit -S -t` is over, and once more each second: the
//! first counts.

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

/// Who is asked to stop, if somebody heeds, and how the process ends for those who do not wait for
/// that.
static HEEDING: OnceLock<(Stop, Ending)> = OnceLock::new();

/// How often one has to ask for the process to end as it stands.
const AT_ONCE: u32 = 3;

/// Ends this process at a signal, `unheeded` if no verb heeds it yet, or has it asked to stop.
pub(super) fn listen(unheeded: Ending) {
    // Where no handler can be set, a signal ends the process as it always did.
    let _ = ctrlc::set_handler(move || ask(Reason::Signal, unheeded));
    listen_to_the_end_of_processor_time(unheeded);
    refuse_large_files();
}

/// Asks who heeds to stop, and ends the process where nobody does or it was asked often.
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

/// Has a file that grows beyond `ulimit -f` refused as on a full disk, where SIGXFSZ would end the
/// process with what it has begun.
#[cfg(unix)]
fn refuse_large_files() {
    // Nobody looks at the flag: a signal that is taken does not end the process, and the write
    // fails.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
fn refuse_large_files() {}

/// Waits for SIGXCPU on a thread of its own. Where that cannot be had, the signal ends the process
/// as it always did.
#[cfg(unix)]
fn listen_to_the_end_of_processor_time(unheeded: Ending) {
    let Ok(mut signals) = Signals::new([SIGXCPU]) else { return };
    let wait = move || {
        if signals.forever().next().is_some() {
            ask(Reason::ProcessorTime, unheeded);
        }
    };
    // The first signal alone counts, so nobody asks again because the process takes its time to
    // end.
    let _ = thread::Builder::new().spawn(wait);
}

#[cfg(not(unix))]
fn listen_to_the_end_of_processor_time(_: Ending) {}

/// Has signals ask this to stop from now on.
pub(super) fn heed(stop: &Stop) {
    heed_to(stop, Ending::Stopped);
}

/// The same for a verb that a signal ends otherwise.
pub(super) fn heed_to(stop: &Stop, ending: Ending) {
    let _ = HEEDING.set((stop.clone(), ending));
}
