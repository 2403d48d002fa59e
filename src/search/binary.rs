//! Binary search: demand the value in the middle between the best answer and the limit.
//!
//! Invariant: the best answer is known, and nothing better than the limit exists. Each call halves
//! the gap, from one side or the other, so there are few of them; but the solver finds a bound in
//! the middle neither as easy to meet as one near the best answer nor as easy to refute as one near
//! the limit, and the last refutation, of the value next to the optimum, is the same for all
//! strategies.

use super::optimiser::Optimiser;
use super::outcome::Outcome;
use super::{SearchError, Strategy, linear_unsat_sat};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "binary",
    about: "halve the gap between the best answer and what is possible",
    run,
    ..linear_unsat_sat::STRATEGY
};

fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    while !optimiser.is_settled() {
        let bounds = optimiser.bounds();
        let bound = bounds.best.map_or(bounds.worst, |best| bounds.middle(best));
        if optimiser.demand(bound)? == Outcome::Stopped {
            break;
        }
    }
    Ok(())
}
