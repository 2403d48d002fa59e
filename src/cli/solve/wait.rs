//! Waiting for a board on a thread, since a pipe may never deliver it.

use std::sync::mpsc::{self, RecvTimeoutError};

use super::Failure;
use crate::search::SearchError;
use crate::search::watched::{PERIOD, spawn};

/// Calls `read` on a thread and returns its result. Meanwhile calls `goes_on` repeatedly, and
/// returns `None` as soon as it is false.
pub(super) fn read<T: Send + 'static>(
    read: impl FnOnce() -> T + Send + 'static,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<T>, Failure> {
    let (sender, receiver) = mpsc::sync_channel(1);
    spawn(move || {
        // After the wait, the result has no receiver.
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
