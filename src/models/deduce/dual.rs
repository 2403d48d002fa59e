//! A bound from constraints with multipliers ([`crate::relax::dual`]): a fractional packing.
//!
//! In Abbott's window with an odd side n every row, every column and the even diagonals have an odd
//! number of dark panes. Weighted by the distance from the centre, these lines prove that there are
//! at least about 4n/3 dark panes; disjoint lines prove only n. The bound of 4n/3 solves 17 × 17,
//! 23 × 23 and 25 × 25 without a search. If a gap remains, the reduced costs fix literals in every
//! better solution ([`Fact::fixed_at`]).
//!
//! If the objective is a weighted sum, the search for the optimum solves the linear program itself
//! if this saves time (`src/questions/search/oll/dual.rs`). So the rule solves only small programs
//! of weighted sums. This rule took 0.3 and 1.7 s for two programs with 20,000 to 60,000
//! coefficients. A core-guided search without this rule solved the same files in only 0.1 and 0.2
//! s.

use std::sync::Arc;

use super::fact::{Fact, Rule};
use crate::model::{Justification, Model};
use crate::relax::dual::DualSolution;
use crate::stop::Stop;

/// The rule that adds up constraints with multipliers.
pub(super) const RULE: Rule =
    Rule { name: "dual", summary: "a bound from a weighted sum of constraints", apply };

/// The largest total number of literals in the constraints. If the constraints have more literals
/// and the objective is a weighted sum, the rule solves no linear program and deduces nothing.
const SMALL: usize = 4_000;

/// Returns the limit that the best multipliers prove. Returns `None` in these cases:
///
/// - There is no objective.
/// - [`DualSolution::from_model`] returns `None`.
/// - The limit does not fit into 64 bits, allows all values, or allows none.
/// - The objective is a weighted sum, and the constraints together have more than [`SMALL`]
///   literals.
fn apply(model: &Model, stop: &Stop) -> Option<(Fact, Justification)> {
    let lits = model.constraints().statements().map(|one| one.lits().len()).sum::<usize>();
    let is_small = lits <= SMALL;
    let objective = model.objective().filter(|one| is_small || one.weighted_sum().is_none())?;
    let dual = DualSolution::from_model(model, stop)?;
    let value = dual.value()?;
    let [trivial, _] = objective.sense().ordered([objective.least(), objective.largest()]);
    // If the bound is better or worse than every value, the model has no solution, and the rule
    // deduces nothing.
    let range = objective.least()..=objective.largest();
    let why = dual.justification();
    (value != trivial && range.contains(&value))
        .then(|| (Fact::Limit { value, dual: Some(Arc::new(dual)) }, why))
}
