//! The limit on the work for one step: calls of the solver and nodes of hitting sets.
//!
//! A count, unlike a clock, gives the same hint on every machine. A call weighs as much as
//! [`CALL`] nodes, which is what both took on boards of queens and of three-in-a-row.

/// Nodes of a hitting set that take as long as one call of the solver.
const CALL: u64 = 20;

/// Work that may still be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    left: u64,
}

/// The end of the work that was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent;

impl Effort {
    /// Returns an effort of this many calls of the solver.
    pub fn of_calls(calls: u64) -> Effort {
        Effort { left: calls.saturating_mul(CALL) }
    }

    #[cfg(test)]
    pub fn unlimited() -> Effort {
        Effort { left: u64::MAX }
    }

    /// Takes a call of the solver.
    ///
    /// # Errors
    ///
    /// If nothing is left.
    pub fn spend_call(&mut self) -> Result<(), Spent> {
        self.spend(CALL)
    }

    /// Takes a node of a hitting set.
    ///
    /// # Errors
    ///
    /// If nothing is left.
    pub fn spend_node(&mut self) -> Result<(), Spent> {
        self.spend(1)
    }

    fn spend(&mut self, work: u64) -> Result<(), Spent> {
        self.left = self.left.checked_sub(work).ok_or(Spent)?;
        Ok(())
    }
}
