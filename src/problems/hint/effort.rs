//! The limit on the work for one step.
//!
//! A count, unlike a clock, gives the same hint on every machine. The unit is the examination of
//! one set in the search for hitting sets. On boards of queens, of three-in-a-row and of ABC Path
//! with 700 to 12,000 variables, a call of the solver took 1 to 2 units per variable, and a
//! conflict 0.1 to 0.5.

use crate::stop::Stop;

/// The default limit for one step, in examined sets: about 0.7 seconds. The search for the rules
/// may spend this much; its fallbacks and the search for the facts together at most as much again.
/// At the limit, the best reason so far is used, or one from a core, for which no limit holds.
pub const EFFORT_A_STEP: u64 = 18_000_000;

/// The work that remains for a search, in the unit of [`EFFORT_A_STEP`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort<'a> {
    /// The units of work that remain.
    left: u64,
    /// The units of work that one call of the solver counts as.
    call: u64,
    /// The units of work that one conflict counts as.
    conflict: u64,
    /// A request to stop. After it, every subtraction of work fails.
    stop: &'a Stop,
}

/// The error that the allowed work is spent, or that a stop was requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EffortSpent;

impl<'a> Effort<'a> {
    /// Returns an effort with `looks` units of work, for a solver with this many variables.
    pub fn new(looks: u64, variables: usize, stop: &'a Stop) -> Effort<'a> {
        let variables = u64::try_from(variables).unwrap_or(u64::MAX).max(1);
        let (call, conflict) = (variables.saturating_mul(2), variables.div_ceil(2));
        Effort { left: looks, call, conflict, stop }
    }

    #[must_use]
    pub fn with_looks(self, looks: u64) -> Effort<'a> {
        Effort { left: looks, ..self }
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.is_reached()
    }

    /// Subtracts the work of one call of the solver.
    pub fn spend_call(&mut self) -> Result<(), EffortSpent> {
        self.spend(self.call)
    }

    /// Subtracts the work of this many conflicts.
    pub fn spend_conflicts(&mut self, conflicts: u64) -> Result<(), EffortSpent> {
        self.spend(conflicts.saturating_mul(self.conflict))
    }

    /// Returns the number of conflicts that the remaining work allows.
    pub fn conflicts(&self) -> u64 {
        self.left.div_ceil(self.conflict)
    }

    /// Subtracts the work of examining this many sets.
    pub fn spend_sets(&mut self, sets: usize) -> Result<(), EffortSpent> {
        self.spend(u64::try_from(sets).unwrap_or(u64::MAX))
    }

    /// Subtracts work from the rest. Fails if the rest is too small, or if a stop was requested.
    fn spend(&mut self, work: u64) -> Result<(), EffortSpent> {
        self.left = self.left.checked_sub(work).ok_or(EffortSpent)?;
        if self.is_stopped() { Err(EffortSpent) } else { Ok(()) }
    }
}
