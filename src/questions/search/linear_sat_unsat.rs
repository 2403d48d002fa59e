//! Linear search from above: each answer demands a better one, until there is none.
//!
//! There is a good answer at any time, and the hardest refutation comes only once. If this
//! refutation takes long, easy bounds are proved first, from the best possible value on, for a
//! smaller gap. A window of 19 × 19 has two such bounds, proved in a tenth of a second. Easy bounds
//! make the last refutation harder: if they are tried after 10,000 conflicts instead of 200,000,
//! armies of 9 × 9 take half as many conflicts again.

use super::SearchError;
use super::method::Method;
use super::optimiser::Optimiser;
use super::strategy::BY_CLAUSES;
use crate::decision::Decision;

/// The method `linear-sat-unsat`. It is the default for models that no method before it in the list
/// fits best.
pub(super) const METHOD: Method = Method { strategy: BY_CLAUSES, run, share: None };

/// The conflicts for one bound after which easy bounds are tried.
const CONFLICTS: i32 = 200_000;

/// The conflict limit of each easy bound.
const CONFLICTS_OF_EASY_BOUNDS: i32 = 1_000;

/// Improves the best answer until none is better.
pub(super) fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    while let Some(bound) = optimiser.next_better() {
        if optimiser.demand_within(bound, CONFLICTS)? == Decision::Unknown {
            optimiser.prove_easy_bounds(CONFLICTS_OF_EASY_BOUNDS)?;
            break;
        }
    }
    while let Some(bound) = optimiser.next_better() {
        if optimiser.demand(bound)? == Decision::Unknown {
            break;
        }
    }
    Ok(())
}
