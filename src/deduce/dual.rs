//! A bound from constraints with multipliers ([`crate::relax::dual`]): disjoint constraints, packed
//! fractionally.
//!
//! In Abbott's window with an odd side every row, every column and the even diagonals hold an odd
//! number of dark panes. Weighed by how far they are from the centre they say that about 4n/3 panes
//! are dark, where disjoint lines say n; that proves 17 × 17, 23 × 23 and 25 × 25 without a search.
//! Where it does not close the gap, what it leaves over says which literals are the same in every
//! answer that would ([`Fact::fixed_at`]).
//!
//! Of a sum with weights only a small program is solved here, since the search of its optimum
//! solves it itself, once it knows that it is worth its time (`src/search/oll/dual.rs`): with
//! 20,000 to 60,000 coefficients it took 0.3 and 1.7 s for files that cores alone solve in 0.1 and
//! 0.2.

use std::sync::Arc;

use super::{Fact, Rule};
use crate::model::{Model, Sense, Why};
use crate::relax::dual::Dual;
use crate::stop::Stop;

pub(super) const RULE: Rule =
    Rule { name: "dual", about: "a bound from constraints with multipliers", apply };

/// The most literals in constraints with which the linear program of a sum with weights is small.
const SMALL: usize = 4_000;

fn apply(model: &Model, stop: &Stop) -> Option<(Fact, Why)> {
    let lits = model.constraints().statements().map(|one| one.lits().len());
    let is_small = lits.sum::<usize>() <= SMALL;
    let objective = model.objective().filter(|one| is_small || one.weighted().is_none())?;
    let dual = Dual::of(model, stop)?;
    let value = dual.value()?;
    let trivial = match objective.sense() {
        Sense::Minimise => objective.least(),
        Sense::Maximise => objective.largest(),
    };
    // Beyond every value there is no answer, which is no bound on one.
    let range = objective.least()..=objective.largest();
    let why = dual.why();
    (value != trivial && range.contains(&value))
        .then(|| (Fact::Limit { value, dual: Some(Arc::new(dual)) }, why))
}
