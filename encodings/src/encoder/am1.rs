//! A type that implements rustsat's at-most-one trait by any encoding of this crate.

use rustsat::OutOfMemory;
use rustsat::encodings::am1::Encode;
use rustsat::encodings::{CollectClauses, EncodeStats, IterInputs};
use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::at_most_one::AtMostOne;

/// A type that implements rustsat's traits by an at-most-one encoding of some literals.
/// [`AtMostOne::encoder`] makes it from a row of the table.
pub struct AtMostOneEncoder {
    row: AtMostOne,
    lits: Vec<Lit>,
    /// The number of clauses that the last call of `encode` wrote.
    clauses: usize,
    /// The number of variables that the last call of `encode` took.
    variables: u32,
}

impl AtMostOne {
    /// Returns this encoding of some literals, as a type that implements rustsat's traits.
    pub fn encoder(&self, lits: impl IntoIterator<Item = Lit>) -> AtMostOneEncoder {
        let collected = lits.into_iter().collect();
        AtMostOneEncoder { row: *self, lits: collected, clauses: 0, variables: 0 }
    }
}

impl Encode for AtMostOneEncoder {
    fn n_lits(&self) -> usize {
        self.lits.len()
    }

    /// Writes that at most one of the literals is true, even if an earlier call wrote it. Records
    /// the numbers of clauses and variables of this call, even on a failure. The only error that
    /// rustsat has here means that the collector refuses a clause or that no variable is left.
    fn encode<Col: CollectClauses>(
        &mut self,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let before = (collector.n_clauses(), variables.n_used());
        let result = self.row.encode(&self.lits, collector, variables);
        self.clauses = collector.n_clauses() - before.0;
        self.variables = variables.n_used() - before.1;
        result.map_err(|_| OutOfMemory::ExternalApi)
    }
}

impl IterInputs for AtMostOneEncoder {
    type Iter<'a> = std::iter::Copied<std::slice::Iter<'a, Lit>>;

    fn iter(&self) -> Self::Iter<'_> {
        self.lits.iter().copied()
    }
}

impl EncodeStats for AtMostOneEncoder {
    fn n_clauses(&self) -> usize {
        self.clauses
    }

    fn n_vars(&self) -> u32 {
        self.variables
    }
}
