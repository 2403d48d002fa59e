//! Linear search from below: demand the best possible value, then worse values, until an answer
//! reaches the demanded value.
//!
//! Each bound is a little weaker than the bound before it, so the clauses that were learnt for
//! earlier bounds help. The strategy is best if the proved bound is close to the optimum from the
//! start. A weighted sum can have too many values to demand each of them. So after each refutation,
//! the distance of the demanded value from the proved bound doubles. After an answer, it is again
//! the smallest distance.

use super::SearchError;
use super::method::Method;
use super::optimiser::{Optimiser, Stride};
use super::strategy::{BY_CLAUSES, Fit, Strategy};
use crate::decision::Decision;

/// The method `linear-unsat-sat`. It can be used for every objective, but it is the best method for
/// none.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "linear-unsat-sat",
        summary: "demand the best possible value, then the next one, until an answer reaches the demanded value",
        fit: |_, _| Fit::Possible,
        ..BY_CLAUSES
    },
    run,
    share: None,
    trial: None,
};

/// Demands values from the proved bound on, until the question is decided, the gap is small enough,
/// or a limit or a stop ends the search. For a count, demands the best value that is still
/// possible, so the first answer is optimal. For a weighted sum, each refutation doubles the
/// distance of the demanded value from the proved bound, so the first answer need not be optimal.
/// After an answer, the distance is 0 again. Fails if an encoding (also at a stop), a solver or a
/// proof fails, or if an answer does not pass its check.
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
