//! Where clauses go as they are written, until it is time to stop.

use quarrel_encodings::{Collect, Refusal, Tally};
use rustsat::types::Lit;

use crate::stop::Stop;

/// Hands clauses on, counts them, and refuses them when it is time to stop.
pub(super) struct Sheet<'a> {
    /// How many were handed on.
    pub size: Tally,
    clauses: &'a mut dyn Collect,
    stop: &'a Stop,
}

impl Sheet<'_> {
    /// How many clauses are written between two looks at the clock.
    const PATIENCE: usize = 1 << 12;

    pub fn new<'a>(clauses: &'a mut dyn Collect, stop: &'a Stop) -> Sheet<'a> {
        Sheet { size: Tally::default(), clauses, stop }
    }
}

impl Collect for Sheet<'_> {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Refusal> {
        if self.size.clauses.is_multiple_of(Self::PATIENCE) && self.stop.reached() {
            return Err(Refusal::Stopped);
        }
        self.size.collect(clause)?;
        self.clauses.collect(clause)
    }
}
