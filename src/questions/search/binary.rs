//! Binary search: demand the value halfway between the best answer and the proved bound.
//!
//! A bound in the middle is harder to reach than a bound near the best answer, and harder to refute
//! than a bound near the proved one. The last refutation, of the value next to the optimum, is the
//! same for all strategies.

use super::SearchError;
use super::method::Method;
use super::optimiser::Optimiser;
use super::strategy::{BY_CLAUSES, Fit, Strategy};
use crate::decision::Decision;

/// The method `binary`. It is possible for every objective, and the best for none.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "binary",
        summary: "halve the gap between the best answer and the proved bound",
        fit: |_, _| Fit::Possible,
        ..BY_CLAUSES
    },
    run,
    share: None,
};

/// Demands the middle of the gap until it is closed. Without an answer, demands any answer first.
fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    while !optimiser.is_settled() {
        let bounds = optimiser.bounds();
        let bound = bounds.best.map_or(bounds.worst, |best| bounds.middle(best));
        if optimiser.demand(bound)? == Decision::Unknown {
            break;
        }
    }
    Ok(())
}
