//! Requests to stop, and deadlines. Long work checks a [`Stop`] regularly.
//!
//! If work is stopped, nothing is broken and no input is wrong. So each error type of work that
//! checks a `Stop` has a variant `Stopped`. Conversions between these types keep this variant, and
//! the command line ends with status 3 for it. Some functions return a smaller result at a stop
//! instead of an error: a fact is not deduced, or a symmetry is not found. Code that concludes
//! something from a missing result ("the search does not suit the model") must first check whether
//! the stop is reached.
//!
//! A rehearsed `Stop` ([`Stop::rehearse`]) stops at a check with a given number. Tests rehearse a
//! stop at every check.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The reason why work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
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
    /// The requests to stop. Clones of the `Stop` share them; its children do not.
    flag: Arc<Flag>,
    /// The requests to the whole work, if this is the `Stop` of a branch of the work.
    whole: Option<Arc<Flag>>,
    /// The moment at which the time limit ends, if there is a limit.
    deadline: Option<Instant>,
    /// The stop that a test plans; `None` outside of tests.
    rehearsal: Option<Arc<Rehearsal>>,
}

/// The number of requests to stop so far, and the reason of the first request that has a reason.
#[derive(Debug, Default)]
struct Flag {
    /// The number of requests to stop so far.
    asked: AtomicU32,
    /// The reason of the first request that has a reason.
    why: OnceLock<StopCause>,
}

/// A stop that a test plans: it happens at a check with a given number.
#[derive(Debug)]
struct Rehearsal {
    /// The number of checks so far, of all clones and children together.
    checks: AtomicU64,
    /// The number of the check at which the stop happens.
    last: u64,
    /// The reason of the planned stop.
    reason: StopCause,
    /// The flag of the original `Stop`. Its children have flags of their own.
    flag: Arc<Flag>,
}

impl Stop {
    /// Returns a `Stop` without a deadline.
    pub fn unlimited() -> Stop {
        Stop::default()
    }

    /// Returns a `Stop` that stops for `reason` when it is checked for the `number`th time, so that
    /// tests can end work at every moment. The checks count from 1; later checks also report the
    /// stop. Checks of clones and [children](Stop::child) count, too. With the reason
    /// [`StopCause::Time`] the stop is the end of a deadline, which children share; with any other
    /// reason it is a request, which they do not share.
    pub fn rehearse(number: u64, reason: StopCause) -> Stop {
        let flag = Arc::default();
        let checks = AtomicU64::new(0);
        let rehearsal = Rehearsal { checks, last: number, reason, flag: Arc::clone(&flag) };
        Stop { flag, whole: None, deadline: None, rehearsal: Some(Arc::new(rehearsal)) }
    }

    /// Sets the deadline to `limit` from now. An earlier deadline that is already set stays. A
    /// limit beyond the end of the system's clock sets no deadline.
    #[must_use]
    pub fn with_limit(self, limit: Duration) -> Stop {
        let deadlines = [self.deadline, Instant::now().checked_add(limit)];
        Stop { deadline: deadlines.into_iter().flatten().min(), ..self }
    }

    /// Returns a clone of the `Stop`. If `limit` is not `None`, the clone also gets a deadline,
    /// `limit` from now.
    #[must_use]
    pub fn clone_with_limit(&self, limit: Option<Duration>) -> Stop {
        match limit {
            Some(limit) => self.clone().with_limit(limit),
            None => self.clone(),
        }
    }

    /// Returns a `Stop` with the same deadline, for a part of the work. Requests to the child do
    /// not stop this `Stop`, and requests to this `Stop` do not stop the child.
    #[must_use]
    pub fn child(&self) -> Stop {
        Stop { flag: Arc::default(), whole: None, ..self.clone() }
    }

    /// Returns a `Stop` with the same deadline, for a branch of the work. Requests to this `Stop`
    /// also stop the branch, but requests to the branch do not stop this `Stop`. This `Stop` must
    /// not be that of a branch itself.
    #[must_use]
    pub fn branch(&self) -> Stop {
        debug_assert!(self.whole.is_none(), "a branch has no branches");
        Stop { flag: Arc::default(), whole: Some(self.flag.clone()), ..self.clone() }
    }

    /// Requests a stop of this `Stop` and all its clones. Returns the number of requests before
    /// this one.
    pub fn request(&self) -> u32 {
        self.flag.request()
    }

    /// Requests a stop, as [`Stop::request`] does, and records the reason. A reason that is
    /// recorded already stays. Returns the number of requests before this one.
    pub fn request_for(&self, reason: StopCause) -> u32 {
        self.flag.request_for(reason)
    }

    /// Requests a stop and records the reason. Does nothing if a reason is recorded already. So
    /// several threads that notice the same limit make only one request.
    pub fn request_once(&self, reason: StopCause) {
        if self.flag.why.set(reason).is_ok() {
            self.request();
        }
    }

    /// Returns the reason to stop. A request takes precedence over the end of the deadline. A
    /// request without a recorded reason counts as [`StopCause::Signal`]. Returns `None` if no stop
    /// was requested and the deadline is not over.
    pub fn reason(&self) -> Option<StopCause> {
        self.count();
        let asked = self.flags().find(|flag| flag.request_count() > 0);
        match asked {
            None => self.is_past_deadline().then_some(StopCause::Time),
            Some(flag) => Some(flag.why.get().copied().unwrap_or(StopCause::Signal)),
        }
    }

    /// Returns the number of requests to stop so far.
    pub fn request_count(&self) -> u32 {
        self.count();
        self.flags().map(Flag::request_count).sum()
    }

    /// Returns whether a stop was requested or the deadline is over.
    pub fn is_reached(&self) -> bool {
        self.count();
        self.flags().any(|flag| flag.request_count() > 0) || self.is_past_deadline()
    }

    /// Iterates over the requests to the whole work, if there is one, and to this `Stop`.
    fn flags(&self) -> impl Iterator<Item = &Flag> {
        self.whole.iter().chain([&self.flag]).map(|flag| &**flag)
    }

    /// Returns whether the deadline, or a deadline that a test plans, is over.
    fn is_past_deadline(&self) -> bool {
        self.deadline.is_some_and(|at| Instant::now() >= at)
            || self.rehearsal.as_ref().is_some_and(|rehearsal| rehearsal.is_past_deadline())
    }

    /// Counts a check, if a test plans a stop.
    fn count(&self) {
        self.rehearsal.iter().for_each(|rehearsal| rehearsal.count());
    }
}

impl Flag {
    fn request_count(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }

    fn request(&self) -> u32 {
        self.asked.fetch_add(1, Ordering::Relaxed)
    }

    fn request_for(&self, reason: StopCause) -> u32 {
        let _ = self.why.set(reason);
        self.request()
    }
}

impl Rehearsal {
    /// Counts a check. The check with the planned number requests a stop. If the planned stop is
    /// the end of a deadline, it requests nothing.
    fn count(&self) {
        let checks = self.checks.fetch_add(1, Ordering::Relaxed) + 1;
        if checks == self.last && self.reason != StopCause::Time {
            self.flag.request_for(self.reason);
        }
    }

    /// Returns whether the planned stop is the end of a deadline, and the check with the planned
    /// number has happened.
    fn is_past_deadline(&self) -> bool {
        self.reason == StopCause::Time && self.checks.load(Ordering::Relaxed) >= self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_to_stop_counts() {
        assert!(!Stop::unlimited().is_reached());
        assert!(Stop::unlimited().with_limit(Duration::ZERO).is_reached());
        let soon =
            Stop::unlimited().with_limit(Duration::ZERO).with_limit(Duration::from_secs(3600));
        assert!(soon.is_reached(), "a later deadline does not move an earlier one");
        assert!(
            !Stop::unlimited().with_limit(Duration::MAX).is_reached(),
            "a deadline beyond all time is none"
        );
    }

    #[test]
    fn the_first_reason_is_told() {
        let stop = Stop::unlimited();
        assert_eq!(stop.reason(), None);
        assert_eq!(stop.clone().with_limit(Duration::ZERO).reason(), Some(StopCause::Time));
        stop.request_for(StopCause::Memory);
        stop.request_for(StopCause::ProcessorTime);
        assert_eq!(stop.reason(), Some(StopCause::Memory));
        let asked = Stop::unlimited();
        asked.request();
        assert_eq!(asked.reason(), Some(StopCause::Signal));
    }

    #[test]
    fn a_limit_asks_once_whoever_sees_it() {
        let stop = Stop::unlimited();
        stop.request_once(StopCause::ProcessorTime);
        stop.request_once(StopCause::ProcessorTime);
        assert_eq!((stop.request_count(), stop.reason()), (1, Some(StopCause::ProcessorTime)));
        stop.request_for(StopCause::Signal);
        assert_eq!(stop.request_count(), 2, "the user does not want to wait");
    }

    #[test]
    fn clones_are_asked_together() {
        let stop = Stop::unlimited();
        let clone = stop.clone();
        assert_eq!(stop.request(), 0, "there was no earlier request");
        assert!(clone.is_reached());
        assert_eq!((clone.request(), stop.request_count()), (1, 2));
    }

    #[test]
    fn a_branch_stops_with_the_whole_work_but_not_conversely() {
        let stop = Stop::unlimited();
        let [one, other] = [stop.branch(), stop.branch()];
        one.request();
        assert!(one.is_reached() && !other.is_reached() && !stop.is_reached());
        stop.request_for(StopCause::Memory);
        assert_eq!((other.reason(), other.request_count()), (Some(StopCause::Memory), 1));
        assert_eq!(one.reason(), Some(StopCause::Memory), "the whole work has a reason");
        let late = Stop::unlimited().with_limit(Duration::ZERO).branch();
        assert_eq!(late.reason(), Some(StopCause::Time));
    }

    #[test]
    fn a_rehearsed_stop_happens_at_its_check() {
        for reason in [StopCause::Signal, StopCause::Time, StopCause::Memory] {
            let stop = Stop::rehearse(3, reason);
            let [clone, child] = [stop.clone(), stop.child()];
            assert!(!stop.is_reached() && !child.is_reached(), "{reason:?}");
            assert_eq!(clone.reason(), Some(reason));
            assert_eq!(stop.reason(), Some(reason));
            assert_eq!(
                child.is_reached(),
                reason == StopCause::Time,
                "children share only deadlines"
            );
        }
    }
}
