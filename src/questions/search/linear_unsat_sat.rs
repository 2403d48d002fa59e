//! Linear search from below: demand the best possible value, then worse values, until an answer has
//! one.
//!
//! Each bound is a little weaker than the previous one, and earlier learnt clauses help. The
//! strategy is best if the proved bound is close to the optimum from the start. A weighted sum may
//! have too many values, so the distance from the proved bound doubles after each refutation, and
//! starts again after an answer.

use super::optimiser::{Optimiser, Stride};
use crate::decision::Decision;

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
            Decision::Unsat(()) => stride.lengthen(),
            Decision::Sat(()) => stride = Stride::of(optimiser),
            Decision::Unknown => break,
        }
    }
    Ok(())
}
