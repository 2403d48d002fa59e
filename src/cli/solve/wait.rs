//! Waiting for a board, which may never come, from a pipe for one. So it is read on a thread of its
//! own.

use std::sync::mpsc::{self, RecvTimeoutError};

use super::Failure;
use crate::search::SearchError;
use crate::search::watched::{PERIOD, spawn};

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
