//! Linear search from below: demand the best possible value, then worse values, until an answer has
//! one.
//!
//! Invariant: no answer is better than the limit, and no answer is known. All calls of the solver
//! except the last refute a bound. Each bound is a little weaker than the previous one, and learnt
//! clauses of earlier calls help. The strategy is best if the limit is close to the optimum.
//!
//! A weighted sum may have too many values. Then the distance of the tried bound from the limit
//! doubles after each refutation. After an answer, the distance starts again.

use super::optimiser::{Optimiser, Stride};
use super::outcome::Outcome;
use super::{Division, Fit, SearchError, Strategy};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "linear-unsat-sat",
    about: "refute the best value possible, then the next, until an answer has it",
    fit: |_, _| Fit::Possible,
    division: Division::Undivided,
    needs_cores: false,
    demands: true,
    has_proof: |_, _| true,
    run,
};

fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let mut stride = Stride::of(optimiser);
    while !optimiser.is_settled() {
        match optimiser.demand(stride.bound(optimiser))? {
            Outcome::Refuted => stride.lengthen(),
            Outcome::Reached => stride = Stride::of(optimiser),
            Outcome::Stopped => break,
        }
    }
    Ok(())
}
