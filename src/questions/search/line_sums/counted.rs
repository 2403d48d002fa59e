//! Lines whose literals are counted by clauses.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::encode::CountedPart;
use crate::model::Lit;
use crate::search::SearchError;
use crate::search::optimiser::Optimiser;

/// A line with a counter over its literals.
pub(super) struct CountedLine {
    /// The counter. Only the outputs that were demanded so far are encoded.
    part: CountedPart,
    /// For each number of true literals that was demanded, the assumptions that demand this number.
    demands: HashMap<u32, Vec<Lit>>,
}

impl CountedLine {
    pub fn new(lits: &[Lit], optimiser: &Optimiser) -> CountedLine {
        CountedLine { part: optimiser.part(lits), demands: HashMap::new() }
    }

    /// Returns the assumptions under which exactly `sum` literals of the line are true.
    pub fn demands(&mut self, sum: u32, optimiser: &mut Optimiser) -> Result<&[Lit], SearchError> {
        Ok(match self.demands.entry(sum) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(optimiser.exactly(&mut self.part, sum as usize)?),
        })
    }
}
