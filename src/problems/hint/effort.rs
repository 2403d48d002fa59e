//! The limit on the work for one step.
//!
//! The limit is a count and not a time, so that every machine gives the same hint. The unit of work
//! is the examination of one set in the search for hitting sets. The costs of the solver were
//! measured on boards of queens, of three-in-a-row and of ABC Path with 700 to 12,000 variables. A
//! call of the solver took as long as 1 to 2 units for each variable of the model. A conflict took
//! as long as 0.1 to 0.5 units for each variable.

use crate::stop::Stop;

/// The default limit for one step, in examined sets: about 0.7 seconds. The search for the rules
/// may spend this amount. If it fails, other methods replace it. These methods and the search for
/// the facts may together spend at most the same amount again. If the limit is reached, the best
/// reason so far is used. If there is none, a reason is taken from a core of the solver, without
/// any limit.
pub const EFFORT_A_STEP: u64 = 18_000_000;

/// The work that remains for a search, in the unit of [`EFFORT_A_STEP`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort<'a> {
    /// The units of work that remain.
    left: u64,
    /// The cost of one call of the solver, in units of work.
    call: u64,
    /// The cost of one conflict of the solver, in units of work.
    conflict: u64,
    /// A request to stop. Once it is made, no more work may be spent, and every call that spends
    /// work fails.
    stop: &'a Stop,
}

/// The error of a query or search that has no result. Its reason: the allowed work is spent, a stop
/// was requested, or the solver gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EffortSpent;

impl<'a> Effort<'a> {
    /// Returns an effort of `looks` units of work. The costs of calls and conflicts are those of a
    /// solver with `variables` variables.
    pub fn new(looks: u64, variables: usize, stop: &'a Stop) -> Effort<'a> {
        let variables = u64::try_from(variables).unwrap_or(u64::MAX).max(1);
        let (call, conflict) = (variables.saturating_mul(2), variables.div_ceil(2));
        Effort { left: looks, call, conflict, stop }
    }

    /// Returns the same effort with `looks` remaining units of work.
    #[must_use]
    pub fn with_looks(self, looks: u64) -> Effort<'a> {
        Effort { left: looks, ..self }
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.is_reached()
    }

    /// Spends the work of one call of the solver. Returns an error if too little work remains, or
    /// if a stop was requested.
    pub fn spend_call(&mut self) -> Result<(), EffortSpent> {
        self.spend(self.call)
    }

    /// Spends the work of `conflicts` conflicts. Returns an error if too little work remains, or if
    /// a stop was requested.
    pub fn spend_conflicts(&mut self, conflicts: u64) -> Result<(), EffortSpent> {
        self.spend(conflicts.saturating_mul(self.conflict))
    }

    /// Returns the number of conflicts that the remaining work allows, rounded up.
    pub fn conflicts(&self) -> u64 {
        self.left.div_ceil(self.conflict)
    }

    /// Spends the work of examining `sets` sets. Returns an error if too little work remains, or if
    /// a stop was requested.
    pub fn spend_sets(&mut self, sets: usize) -> Result<(), EffortSpent> {
        self.spend(u64::try_from(sets).unwrap_or(u64::MAX))
    }

    /// Spends `work` units of the remaining work. If less work remains, returns an error and spends
    /// nothing. If a stop was requested, spends the work and then returns an error.
    fn spend(&mut self, work: u64) -> Result<(), EffortSpent> {
        self.left = self.left.checked_sub(work).ok_or(EffortSpent)?;
        if self.is_stopped() { Err(EffortSpent) } else { Ok(()) }
    }
}
