//! Binary search: demand the value halfway between the best answer and the proved bound.
//!
//! A bound in the middle is harder to reach than a bound near the best answer, and harder to refute
//! than a bound near the proved bound. The last refutation concerns the value next to the optimum.
//! It is the same for all strategies.

use super::SearchError;
use super::method::Method;
use super::optimiser::Optimiser;
use super::strategy::{BY_CLAUSES, Fit, Strategy};
use crate::decision::Decision;

/// The method `binary`. It can be used for every objective, but it is the best method for none.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "binary",
        summary: "halve the gap between the best answer and the proved bound",
        fit: |_, _| Fit::Possible,
        ..BY_CLAUSES
    },
    run,
    share: None,
    trial: None,
};

/// Demands the value in the middle of the gap, again and again, until the question is settled or a
/// demand is not decided. An undecided demand is no error. If no answer is known yet, first demands
/// any answer. Fails if a demand fails.
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
