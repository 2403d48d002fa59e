//! Locks of shared data.

use std::sync::{Mutex, MutexGuard};

/// Locks a mutex.
///
/// # Panics
///
/// If a thread panicked while it held the lock. This does not happen, since quarrel holds locks
/// only over code that cannot panic.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics while it holds a lock")
}
