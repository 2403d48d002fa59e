//! Linear search from below: demand the best value that is still possible, until an answer has it.
//!
//! Invariant: nothing better than the limit exists, and no answer is known. All calls but the last
//! are refutations, each of a bound a little weaker than the one before, whose learnt clauses the
//! next one uses; the last call is satisfiable, and its answer is optimal. So a search that is
//! stopped has a proved bound and no answer. It is at its best where the limit is close to the
//! optimum from the start.
//!
//! A sum with weights has more values than there is time for. There the distance from the limit is
//! doubled after each refutation, and an answer that is found ends a stride and begins a new one.

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
