//! Ctrl-C, SIGTERM and SIGHUP: every verb ends with status 3.
//!
//! A verb that takes long heeds a [`Stop`]: it is asked to stop, and says what it knows. Whoever asks twice is
//! not made to wait for the step in hand; whoever asks three times does not even get what is known. A verb that
//! heeds none ends at once. Either way nothing is left behind: what was being written is discarded.

use std::io::{self, Write};
use std::sync::OnceLock;

use super::Ending;
use crate::draft;
use crate::process::keeper;
use crate::stop::Stop;

/// Who is asked to stop, if somebody heeds, and how the process ends for those who do not wait for that.
static HEEDING: OnceLock<(Stop, Ending)> = OnceLock::new();

/// How often one has to ask for the process to end as it stands.
const AT_ONCE: u32 = 3;

/// Ends this process at a signal, `unheeded` if no verb heeds it yet, or has it asked to stop.
pub(super) fn listen(unheeded: Ending) {
    let ask = move || {
        let asked = HEEDING.get().map_or_else(
            || {
                // Where standard error is closed there is nobody left to tell.
                let _ = writeln!(io::stderr(), "stopped by a signal before anything was known");
                AT_ONCE
            },
            |(stop, _)| stop.ask() + 1,
        );
        if asked >= AT_ONCE {
            draft::discard_all();
            keeper::dismiss();
            let ending = HEEDING.get().map_or(unheeded, |&(_, ending)| ending);
            std::process::exit(ending as i32);
        }
    };
    // Where no handler can be set, a signal ends the process as it always did.
    let _ = ctrlc::set_handler(ask);
}

/// Has signals ask this to stop from now on.
pub(super) fn heed(stop: &Stop) {
    heed_to(stop, Ending::Stopped);
}

/// The same for a verb that a signal ends otherwise.
pub(super) fn heed_to(stop: &Stop, ending: Ending) {
    let _ = HEEDING.set((stop.clone(), ending));
}
