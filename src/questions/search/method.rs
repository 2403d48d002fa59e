//! The strategies together with the functions that search by them.

use super::optimiser::Optimiser;
use super::{SearchError, Share, Strategy};
use crate::decision::Decision;

/// Searches one share of the cubes into which a strategy divides the refutation of the question's
/// bound. The bound is refuted if the searches of all shares return `Unsat`.
type ShareSearch = fn(&mut Optimiser, Share) -> Result<Decision, SearchError>;

/// A strategy, and the functions that search by it.
pub(super) struct Method {
    pub strategy: Strategy,
    /// Searches until the gap is closed or the search is stopped.
    pub run: fn(&mut Optimiser) -> Result<(), SearchError>,
    /// Searches a share of the cubes into which the strategy divides the refutation of a bound.
    /// `None` if the strategy makes no cubes that can be shared.
    pub share: Option<ShareSearch>,
}

impl Method {
    /// Returns the error for a model that does not meet this requirement of the strategy.
    pub fn requirement_error(&self, needs: &'static str) -> SearchError {
        SearchError::Strategy { name: self.strategy.name, needs }
    }
}
