//! Locks that nobody panics with.

use std::sync::{Mutex, MutexGuard};

/// What a lock guards. In this program a lock is held only over what cannot panic, a line or two or
/// a step of a proof, so that none is ever poisoned.
///
/// # Panics
///
/// If somebody has panicked while holding it.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nobody panics with a lock")
}
