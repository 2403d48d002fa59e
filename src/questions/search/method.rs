//! The search of a strategy.

use super::optimiser::Optimiser;
use super::{SearchError, Share, Strategy};
use crate::decision::Decision;

/// Searches a share of the cubes of the question's bound. If all shares refute it, it is refuted.
type ShareSearch = fn(&mut Optimiser, Share) -> Result<Decision, SearchError>;

/// A strategy, and how it searches.
pub(super) struct Method {
    pub strategy: Strategy,
    /// Searches until the gap is closed or the search is stopped.
    pub run: fn(&mut Optimiser) -> Result<(), SearchError>,
    /// Searches a share, if the strategy divides bounds into cubes.
    pub share: Option<ShareSearch>,
}

impl Method {
    /// Returns the error for a model that does not meet this requirement of the strategy.
    pub fn requirement_error(&self, needs: &'static str) -> SearchError {
        SearchError::Strategy { name: self.strategy.name, needs }
    }
}
