//! Requests to stop, and deadlines. Long work checks a [`Stop`] regularly.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The reason why work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time limit was reached.
    Time,
    /// The limit on processor time was reached.
    ProcessorTime,
    /// The memory limit was reached.
    Memory,
    /// The limit on the number of clauses was reached.
    Clauses,
    /// Writing the proof has failed.
    Proof,
    /// A stop was requested, for example by a signal.
    Signal,
}

/// A flag that asks work to stop, with an optional deadline. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicU32>,
    why: Arc<OnceLock<Reason>>,
    deadline: Option<Instant>,
}

impl Stop {
    /// Returns a `Stop` without a deadline.
    pub fn never() -> Stop {
        Stop::default()
    }

    /// Sets the deadline to `limit` from now, unless an earlier deadline is set.
    #[must_use]
    pub fn after(self, limit: Duration) -> Stop {
        let deadlines = [self.deadline, Instant::now().checked_add(limit)];
        Stop { deadline: deadlines.into_iter().flatten().min(), ..self }
    }

    /// Returns an independent `Stop` with the same deadline, for a part of the work.
    #[must_use]
    pub fn child(&self) -> Stop {
        Stop { deadline: self.deadline, ..Stop::never() }
    }

    /// Asks all clones to stop. Returns the number of earlier requests.
    pub fn ask(&self) -> u32 {
        self.asked.fetch_add(1, Ordering::Relaxed)
    }

    /// Asks to stop, as [`Stop::ask`] does, and records the reason unless one is recorded.
    pub fn ask_because(&self, reason: Reason) -> u32 {
        let _ = self.why.set(reason);
        self.ask()
    }

    /// Asks to stop unless a reason is recorded: several threads may notice the same limit.
    pub fn ask_first(&self, reason: Reason) {
        if self.why.set(reason).is_ok() {
            self.ask();
        }
    }

    /// Returns the reason to stop; `None` if work may continue.
    pub fn reason(&self) -> Option<Reason> {
        match self.times_asked() {
            0 => self.reached().then_some(Reason::Time),
            _ => Some(self.why.get().copied().unwrap_or(Reason::Signal)),
        }
    }

    /// Returns the number of requests to stop so far.
    pub fn times_asked(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Returns whether a stop was requested or the deadline is over.
    pub fn reached(&self) -> bool {
        self.times_asked() > 0 || self.deadline.is_some_and(|at| Instant::now() >= at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_to_stop_counts() {
        assert!(!Stop::never().reached());
        assert!(Stop::never().after(Duration::ZERO).reached());
        let soon = Stop::never().after(Duration::ZERO).after(Duration::from_secs(3600));
        assert!(soon.reached(), "a later deadline does not move an earlier one");
        assert!(
            !Stop::never().after(Duration::MAX).reached(),
            "a deadline beyond all time is none"
        );
    }

    #[test]
    fn the_first_reason_is_told() {
        let stop = Stop::never();
        assert_eq!(stop.reason(), None);
        assert_eq!(stop.clone().after(Duration::ZERO).reason(), Some(Reason::Time));
        stop.ask_because(Reason::Memory);
        stop.ask_because(Reason::ProcessorTime);
        assert_eq!(stop.reason(), Some(Reason::Memory));
        let asked = Stop::never();
        asked.ask();
        assert_eq!(asked.reason(), Some(Reason::Signal));
    }

    #[test]
    fn a_limit_asks_once_whoever_sees_it() {
        let stop = Stop::never();
        stop.ask_first(Reason::ProcessorTime);
        stop.ask_first(Reason::ProcessorTime);
        assert_eq!((stop.times_asked(), stop.reason()), (1, Some(Reason::ProcessorTime)));
        stop.ask_because(Reason::Signal);
        assert_eq!(stop.times_asked(), 2, "the user does not want to wait");
    }

    #[test]
    fn clones_are_asked_together() {
        let stop = Stop::never();
        let clone = stop.clone();
        assert_eq!(stop.ask(), 0, "there was no earlier request");
        assert!(clone.reached());
        assert_eq!((clone.ask(), stop.times_asked()), (1, 2));
    }
}
