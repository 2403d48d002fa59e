//! Reads a board on a thread of its own, since it is possible that a pipe never delivers the board.

use std::sync::mpsc::{self, RecvTimeoutError};

use super::Failure;
use crate::search::SearchError;
use crate::search::watched::{PERIOD, spawn};

/// Calls `read` on a new thread, and waits for its result. Meanwhile calls `should_continue`
/// regularly in the thread of the caller. The first of these calls is after the time [`PERIOD`], so
/// a result that is ready sooner is always returned. As soon as `should_continue` returns false,
/// returns `None`. The call of `read` then goes on, and its result is lost. Fails if the system
/// cannot start a thread, or if `read` panics.
pub(super) fn read<T: Send + 'static>(
    read: impl FnOnce() -> T + Send + 'static,
    should_continue: &mut dyn FnMut() -> bool,
) -> Result<Option<T>, Failure> {
    let (sender, receiver) = mpsc::sync_channel(1);
    spawn(move || {
        // The result is lost if the caller no longer waits for it.
        let _ = sender.send(read());
    })?;
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok(read) => return Ok(Some(read)),
            Err(RecvTimeoutError::Timeout) if !should_continue() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let what = "the reading ended without a board".to_owned();
                return Err(SearchError::Internal(what, String::new()).into());
            }
        }
    }
}
