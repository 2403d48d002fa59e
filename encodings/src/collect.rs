//! Where clauses go.
//!
//! An encoding hands its clauses on one by one, to a collector that may keep them, count them or
//! write them to a file, and that may refuse one: because a time or memory limit is reached, say.
//! Then the encoding ends at once. So a constraint with a hundred million clauses needs no room
//! for them, and never makes anyone wait for its end.

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use crate::Refusal;

/// Takes clauses one by one.
pub trait Collect {
    /// Takes a clause.
    ///
    /// # Errors
    ///
    /// Refuses it where no more are wanted, or there is no room for it.
    fn collect(&mut self, clause: Clause) -> Result<(), Refusal>;
}

impl Collect for Cnf {
    fn collect(&mut self, clause: Clause) -> Result<(), Refusal> {
        self.add_clause(clause);
        Ok(())
    }
}

/// Hands the clauses of rustsat's encodings to a collector, whose refusal ends them as if there
/// were no memory left: that is the one error that rustsat knows here.
pub(crate) struct Bridge<'a> {
    clauses: &'a mut dyn Collect,
    taken: usize,
    refusal: Option<Refusal>,
}

impl CollectClauses for Bridge<'_> {
    fn n_clauses(&self) -> usize {
        self.taken
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        for clause in clauses {
            if let Err(refusal) = self.clauses.collect(clause) {
                self.refusal = Some(refusal);
                return Err(OutOfMemory::ExternalApi);
            }
            self.taken += 1;
        }
        Ok(())
    }
}

/// Runs an encoding of rustsat over a collector; what the collector refused is the error.
pub(crate) fn bridged<T, E: Into<Refusal>>(
    clauses: &mut dyn Collect,
    encode: impl FnOnce(&mut Bridge) -> Result<T, E>,
) -> Result<T, Refusal> {
    let mut bridge = Bridge { clauses, taken: 0, refusal: None };
    encode(&mut bridge).map_err(|error| bridge.refusal.take().unwrap_or_else(|| error.into()))
}

/// Hands a clause on.
pub(crate) fn clause(
    clauses: &mut dyn Collect,
    lits: impl IntoIterator<Item = Lit>,
) -> Result<(), Refusal> {
    clauses.collect(lits.into_iter().collect())
}
