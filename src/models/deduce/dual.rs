//! A bound from constraints with multipliers ([`crate::relax::dual`]): a fractional packing.
//!
//! In Abbott's window with an odd side n every row, every column and the even diagonals have an odd
//! number of dark panes. Weighted by distance from the centre, they prove about 4n/3 dark panes;
//! disjoint lines prove n. This solves 17 × 17, 23 × 23 and 25 × 25 without a search. If a gap
//! remains, the reduced costs fix literals in every better solution ([`Fact::fixed_at`]).
//!
//! The search for the optimum of a weighted sum solves the linear program itself if that pays
//! (`src/questions/search/oll/dual.rs`). So only small programs are solved here: with 20,000 to
//! 60,000 coefficients they took 0.3 and 1.7 s for files that cores alone solve in 0.1 and 0.2 s.

use std::sync::Arc;

use super::fact::{Fact, Rule};
use crate::model::{Justification, Model};
use crate::relax::dual::DualSolution;
use crate::stop::Stop;

/// The rule that adds up constraints with multipliers.
pub(super) const RULE: Rule =
    Rule { name: "dual", summary: "a bound from constraints with multipliers", apply };

/// The most literals of all constraints together. If they have more and the objective is a weighted
/// sum, the rule solves no linear program and deduces nothing.
const SMALL: usize = 4_000;

/// Returns the limit that the best multipliers prove. Returns `None` if
/// [`DualSolution::from_model`] does, if the limit allows all values or none, or if a weighted sum
/// has constraints with more than [`SMALL`] literals.
fn apply(model: &Model, stop: &Stop) -> Option<(Fact, Justification)> {
    let lits = model.constraints().statements().map(|one| one.lits().len()).sum::<usize>();
    let is_small = lits <= SMALL;
    let objective = model.objective().filter(|one| is_small || one.weighted_sum().is_none())?;
    let dual = DualSolution::from_model(model, stop)?;
    let value = dual.value()?;
    let [trivial, _] = objective.sense().ordered([objective.least(), objective.largest()]);
    // If the bound is beyond every value, the model has no solution.
    let range = objective.least()..=objective.largest();
    let why = dual.justification();
    (value != trivial && range.contains(&value))
        .then(|| (Fact::Limit { value, dual: Some(Arc::new(dual)) }, why))
}
