//! Lines whose literals are counted by clauses.

use crate::encode::CountedPart;
use crate::model::Lit;
use crate::search::SearchError;
use crate::search::optimiser::Optimiser;

/// A line with a counter over its literals.
pub(super) struct CountedLine {
    part: CountedPart,
    /// For each number of true literals, the assumptions that demand it, if they are encoded.
    demands: Vec<Option<Vec<Lit>>>,
}

impl CountedLine {
    pub fn of(lits: &[Lit], optimiser: &Optimiser) -> CountedLine {
        CountedLine { part: optimiser.part(lits), demands: Vec::new() }
    }

    /// Returns the assumptions under which exactly `sum` literals of the line are true, or `None`
    /// if stopped.
    pub fn demands(
        &mut self,
        sum: u32,
        optimiser: &mut Optimiser,
    ) -> Result<Option<&[Lit]>, SearchError> {
        let place = sum as usize;
        if self.demands.len() <= place {
            self.demands.resize(place + 1, None);
        }
        if self.demands[place].is_none() {
            self.demands[place] = optimiser.exactly(&mut self.part, place)?;
        }
        Ok(self.demands[place].as_deref())
    }
}
