//! The limit on the work for one step: calls of the solver, its conflicts, and sets that are looked
//! at.
//!
//! A count, unlike a clock, gives the same hint on every machine. Its unit is a look at a set. What
//! a call and a conflict weigh grows with the formula: on boards of queens, of three-in-a-row and of
//! ABC Path with 700 to 12,000 variables, a call took 1 to 2 looks for each variable, and a conflict
//! 0.1 to 0.5.

use crate::stop::Stop;

/// Looks at a set that take 0.7 seconds. The search for the rules may take this much, and what
/// follows it a half more.
pub const EFFORT_A_STEP: u64 = 18_000_000;

/// Work that may still be done, unless a stop is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort<'a> {
    left: u64,
    /// The weight of a call of the solver.
    call: u64,
    /// The weight of a conflict.
    conflict: u64,
    stop: &'a Stop,
}

/// The end of the work that was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent;

impl<'a> Effort<'a> {
    /// Returns an effort of this many looks, with a solver of this many variables.
    pub fn of(looks: u64, variables: usize, stop: &'a Stop) -> Effort<'a> {
        let variables = u64::try_from(variables).unwrap_or(u64::MAX).max(1);
        let (call, conflict) = (variables.saturating_mul(2), variables.div_ceil(2));
        Effort { left: looks, call, conflict, stop }
    }

    /// Returns the same effort with this many looks left.
    #[must_use]
    pub fn with(self, looks: u64) -> Effort<'a> {
        Effort { left: looks, ..self }
    }

    /// Returns whether a stop is asked for.
    pub fn is_stopped(&self) -> bool {
        self.stop.reached()
    }

    /// Subtracts the work of one call of the solver.
    ///
    /// # Errors
    ///
    /// If nothing is left, or on a stop.
    pub fn spend_call(&mut self) -> Result<(), Spent> {
        self.spend(self.call)
    }

    /// Subtracts the work of this many conflicts of the solver.
    ///
    /// # Errors
    ///
    /// If nothing is left, or on a stop.
    pub fn spend_conflicts(&mut self, conflicts: u64) -> Result<(), Spent> {
        self.spend(conflicts.saturating_mul(self.conflict))
    }

    /// Returns the number of conflicts that may still be taken.
    pub fn conflicts(&self) -> u64 {
        self.left.div_ceil(self.conflict)
    }

    /// Subtracts a look at each of this many sets.
    ///
    /// # Errors
    ///
    /// If nothing is left, or on a stop.
    pub fn spend_sets(&mut self, sets: usize) -> Result<(), Spent> {
        self.spend(u64::try_from(sets).unwrap_or(u64::MAX))
    }

    fn spend(&mut self, work: u64) -> Result<(), Spent> {
        self.left = self.left.checked_sub(work).ok_or(Spent)?;
        if self.is_stopped() { Err(Spent) } else { Ok(()) }
    }
}
