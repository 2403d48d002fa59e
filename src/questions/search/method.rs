//! The strategies together with the functions that search by them.

use super::optimiser::Optimiser;
use super::{SearchError, Share, Strategy, Task};
use crate::decision::Decision;
use crate::model::Model;

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
    /// The trial of the method before other strategies; `None` if it is not tried.
    pub trial: Option<Trial>,
}

/// A search by a method for a short time, before another strategy.
pub(super) struct Trial {
    /// Returns the turn of the trial for a task, in which this strategy searches the model. Returns
    /// `None` if no trial is made.
    pub turn: fn(&Task, &Strategy, &Model) -> Option<Turn>,
    /// The effort of the first trial.
    pub effort: u64,
    /// Searches with this effort.
    pub run: fn(&mut Optimiser, u64) -> Result<Prospect, SearchError>,
}

/// The turn of a trial in each round, in which a strategy also searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The trial comes before the search by the strategy.
    First,
    /// The first round has no trial, so a question that the strategy settles soon has none.
    Second,
}

/// What the bound that a trial proves at once shows about the rest of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "records"), expect(dead_code, reason = "no method is tried"))]
pub(super) enum Prospect {
    /// The bound closes a part of the gap, or no answer is known.
    Open,
    /// The bound closes almost nothing of the gap.
    Hopeless,
}

impl Method {
    /// Returns the error for a model that does not meet this requirement of the strategy.
    pub fn requirement_error(&self, needs: &'static str) -> SearchError {
        SearchError::Strategy { name: self.strategy.name, needs }
    }
}
