//! Binary search: demand the value halfway between the best answer and the proved bound.
//!
//! A bound in the middle is harder to reach than a bound near the best answer, and harder to refute
//! than a bound near the proved one. The last refutation, of the value next to the optimum, is the
//! same for all strategies.

use super::optimiser::Optimiser;
use crate::decision::Decision;

use super::{SearchError, Strategy, linear_unsat_sat};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "binary",
    about: "halve the gap between the best answer and the proved bound",
    run,
    ..linear_unsat_sat::STRATEGY
};

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
