//! Linear search from above: after each answer, a better one is demanded, until there is none.
//!
//! The search can stop at any time with a good answer, and makes the hardest refutation only once.
//! If this refutation takes long, easier bounds are proved before it, beginning at the best
//! possible value. This makes the gap smaller. A window of 19 × 19 has two such bounds, which are
//! proved in a tenth of a second. But proving easy bounds makes the last refutation harder. If they
//! are tried after 10,000 conflicts instead of 200,000, armies of 9 × 9 take 50 % more conflicts.

use super::SearchError;
use super::method::Method;
use super::optimiser::Optimiser;
use super::strategy::BY_CLAUSES;
use crate::decision::Decision;

/// The method `linear-sat-unsat`. It is the default for a model if none of the methods before it in
/// the list fits the model best.
pub(super) const METHOD: Method = Method { strategy: BY_CLAUSES, run, share: None, trial: None };

/// If a bound takes more conflicts than this number, easy bounds are tried.
const CONFLICTS: i32 = 200_000;

/// The conflict limit of each easy bound.
const CONFLICTS_OF_EASY_BOUNDS: i32 = 1_000;

/// Improves the best answer again and again. Ends if no better answer exists, if the question is
/// decided, if the gap is small enough, or if a limit or a stop ends the search. At the first
/// demand that takes more than [`CONFLICTS`] conflicts, proves easy bounds, and then demands this
/// value again. The easy bounds are tried at most once. Fails if an encoding (also at a stop), a
/// solver or a proof fails, or if an answer does not pass its check.
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
