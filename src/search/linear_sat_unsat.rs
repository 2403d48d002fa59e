//! Linear search from above: find an answer, demand a better one, until there is none.
//!
//! Invariant: the best answer is known, and nothing is known of what lies between it and the
//! limit. All calls but the last are satisfiable, and the last one is the proof. So there is a
//! good answer at any time, and the hardest refutation comes once.
//!
//! Where that one takes long, the bounds that are easy to prove are proved on the way, from the
//! limit on: whoever stops the search is told a smaller gap. In a window of 19 × 19 there are two
//! of them, proved in a tenth of a second. They do not help the last refutation, and soon they are
//! a burden: after 10,000 conflicts in place of 200,000, armies of 9 × 9 took half as many
//! conflicts again.

use super::optimiser::Optimiser;
use super::outcome::Outcome;
use super::{Fit, SearchError, Strategy, linear_unsat_sat};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "linear-sat-unsat",
    about: "improve the best answer until none is better",
    fit: |_, _| Fit::Best,
    run,
    ..linear_unsat_sat::STRATEGY
};

/// How many conflicts a bound may cost before others are tried.
const CONFLICTS: i32 = 200_000;

/// How many conflicts each of these may cost.
const CONFLICTS_OF_EASY_BOUNDS: i32 = 1_000;

fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    while let Some(bound) = optimiser.next_better() {
        if optimiser.demand_within(bound, CONFLICTS)? == Outcome::Stopped {
            optimiser.prove_easy_bounds(CONFLICTS_OF_EASY_BOUNDS)?;
            break;
        }
    }
    while let Some(bound) = optimiser.next_better() {
        if optimiser.demand(bound)? == Outcome::Stopped {
            break;
        }
    }
    Ok(())
}
