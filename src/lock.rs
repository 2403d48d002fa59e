//! Locks that do not panic.

use std::sync::{Mutex, MutexGuard};

/// Locks a mutex. quarrel holds locks only over code that cannot panic, so no lock is ever
/// poisoned.
///
/// # Panics
///
/// If a thread panicked while holding the lock.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics while it holds a lock")
}
