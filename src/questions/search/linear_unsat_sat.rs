//! Linear search from below: demand the best possible value, then worse values, until an answer has
//! one.
//!
//! Each bound is a little weaker than the previous one, and earlier learnt clauses help. The
//! strategy is best if the proved bound is close to the optimum from the start. A weighted sum may
//! have too many values, so the distance from the proved bound doubles after each refutation, and
//! starts again after an answer.

use super::SearchError;
use super::method::Method;
use super::optimiser::{Optimiser, Stride};
use super::strategy::{BY_CLAUSES, Fit, Strategy};
use crate::decision::Decision;

/// The method `linear-unsat-sat`. It is possible for every objective, and the best for none.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "linear-unsat-sat",
        summary: "refute the best value possible, then the next, until an answer has it",
        fit: |_, _| Fit::Possible,
        ..BY_CLAUSES
    },
    run,
    share: None,
};

/// Demands values from the proved bound on, until the gap is closed or a limit ends the search.
fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let mut stride = Stride::new(optimiser);
    while !optimiser.is_settled() {
        match optimiser.demand(stride.bound(optimiser))? {
            Decision::Unsat(()) => stride.lengthen(),
            Decision::Sat(()) => stride = Stride::new(optimiser),
            Decision::Unknown => break,
        }
    }
    Ok(())
}
