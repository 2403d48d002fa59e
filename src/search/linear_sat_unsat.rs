//! Linear search from above: find an answer, demand a better one, until there is none.
//!
//! Invariant: the best answer is known, and nothing is known of what lies between it and the
//! limit. All calls but the last are satisfiable, and the last one is the proof. So there is a
//! good answer at any time, and the hardest refutation comes once.

use super::optimise::{Hunt, Tried};
use super::{SearchError, Strategy};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "linear-sat-unsat",
    about: "improve the best answer until none is better",
    run,
};

fn run(hunt: &mut Hunt) -> Result<(), SearchError> {
    while let Some(bound) = hunt.next_better() {
        if hunt.demand(bound)? == Tried::Stopped {
            break;
        }
    }
    Ok(())
}
