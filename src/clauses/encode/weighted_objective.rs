//! The bounds of a weighted objective.
//!
//! For the bounds of a search, `auto` chooses the generalized totalizer if it has at most
//! [`SMALL_FOR_MANY`] clauses, and otherwise the mixed radix encoding. This was measured on 16
//! model files (`docs/comparing.md`). Up to that size, the totalizer was as good as or better than
//! the mixed radix encoding. For larger sums, no other encoding solved more files than the mixed
//! radix encoding. The mixed radix encoding also had the fewest clauses: on one file it had 0.55
//! million, while a dynamic polynomial watchdog had 12.6 million.
//!
//! If a proof has to derive the clauses, integers of the objective are sums of their digits.

use quarrel_encodings::pseudo_boolean::{
    Group, PseudoBoolean, Term, adder, generalized_totalizer, mixed_radix,
};
use quarrel_encodings::{Error, Forecast, Total};

use super::weighted::{BoundedSum, SMALL_TO_DERIVE, TermGroups, WantedEncoding};
use super::{CostConversion, to_rustsat};
use crate::model::Lit;
use crate::stop::Stop;

/// The greatest number of clauses for which `auto` chooses a generalized totalizer for the bounds
/// of a search. If it needs more clauses, `auto` chooses the mixed radix encoding.
const SMALL_FOR_MANY: usize = 100_000;

/// The least number of groups of terms in an objective for which the mixed radix encoding is
/// tested. `auto` then tests whether this encoding can express the sum. Smaller sums are not
/// tested.
const MANY: usize = 2_000;

/// Returns whether all costs are equal.
pub(super) fn are_equal(costs: &[(u64, Lit)]) -> bool {
    costs.windows(2).all(|two| two[0].0 == two[1].0)
}

/// The weighted sum of an objective's costs, and the encoding that writes its bounds.
pub(super) struct Costs {
    /// The literals with their costs, in groups of which at most one literal is true.
    groups: Vec<Group>,
    /// The conversion of values into costs.
    cost: CostConversion,
    /// The cost that every solution has in addition to the cost of `groups`.
    lower_bound: u128,
    /// The way in which the encoding is chosen.
    wanted: WantedEncoding,
    /// The encoding that `auto` has chosen, and the greatest bound for which it is chosen. `None`
    /// before the first choice, or if the user has chosen an encoding.
    row: Option<(&'static PseudoBoolean, u128)>,
    /// The object that writes bounds by the encoding. `None` before the first bound, and after
    /// `auto` has changed the encoding.
    total: Option<Box<dyn Total>>,
}

impl Costs {
    /// Creates the sum, without an encoding. `costs` has the literals with their costs, and `cost`
    /// converts values into costs. If `auto` has to choose the encoding, it chooses at the first
    /// bound. Each variable must occur once in `costs`.
    pub fn new(
        costs: &[(u64, Lit)],
        cost: CostConversion,
        wanted: WantedEncoding,
        groups: &TermGroups,
    ) -> Costs {
        let (groups, lower_bound) = groups.divide_costs(costs);
        Costs { groups, cost, lower_bound, wanted, row: None, total: None }
    }

    /// Returns the same objective with its cost rewritten as `lower_bound` plus the weighted sum
    /// `costs`. The terms of the new sum are not grouped. If `auto` chooses the encoding, it has
    /// not chosen one for this sum yet.
    pub fn rewritten(&self, costs: Vec<(u128, Lit)>, lower_bound: u128) -> Costs {
        let groups = costs
            .into_iter()
            .map(|(weight, lit)| Term::new(weight, to_rustsat(lit)))
            .map(Group::from)
            .collect();
        Costs { groups, cost: self.cost, lower_bound, wanted: self.wanted, row: None, total: None }
    }

    /// Returns the greatest cost of `groups` that a bound on the value allows. Returns `None` if
    /// the bound is better than every possible value.
    pub fn most(&self, value: i64) -> Option<u128> {
        u128::try_from(self.cost.convert(value)).ok()?.checked_sub(self.lower_bound)
    }

    /// Returns the encoding for bounds up to `most`: the encoding that the user chose, or the
    /// choice of `auto`. `auto` first chooses a generalized totalizer if it is small enough for
    /// `most`. If not, `auto` chooses the mixed radix encoding. There are two exceptions, in which
    /// it chooses binary addition: a proof has to derive the clauses, or the mixed radix encoding
    /// cannot express a sum of [`MANY`] groups or more.
    ///
    /// If `auto` has chosen the totalizer, a later call can have a greater `most`. If the totalizer
    /// is too large for twice this `most`, `auto` replaces it by another encoding for all bounds.
    /// The clauses for bounds of earlier calls are then written again when they are requested.
    /// After a stop, the totalizer can count as too large although it is not.
    pub fn row(&mut self, most: u128, stop: &Stop) -> &'static PseudoBoolean {
        let (small, otherwise) = match self.wanted {
            WantedEncoding::Row(row) => return row,
            WantedEncoding::Auto => (SMALL_FOR_MANY, &mixed_radix::ROW),
            WantedEncoding::Derived => (SMALL_TO_DERIVE, &adder::ROW),
        };
        let totalizer = &generalized_totalizer::ROW;
        // If a bound is larger than all earlier bounds, the totalizer is measured for twice this
        // bound. So the choice is not repeated for each larger bound.
        let reached = match self.row {
            Some((row, reached)) if row.name != totalizer.name || most <= reached => return row,
            Some(_) => most.saturating_mul(2),
            None => most,
        };
        let sum = BoundedSum { groups: &self.groups, relation: None, bound: reached };
        if let Ok(Forecast::Exactly(_)) = sum.forecast(totalizer, small, stop) {
            self.row = Some((totalizer, reached));
            return totalizer;
        }
        // For very many weights, the mixed radix encoding can be too large to be planned.
        let is_planned =
            self.groups.len() < MANY || sum.forecast(otherwise, usize::MAX, stop).is_ok();
        let row = if is_planned { otherwise } else { &adder::ROW };
        self.total = None;
        self.row = Some((row, reached));
        row
    }

    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns whether `auto` chooses the encoding. If not, the user has chosen it.
    pub fn is_by_auto(&self) -> bool {
        !matches!(self.wanted, WantedEncoding::Row(_))
    }

    /// Returns whether the object that writes bounds does not exist yet. If so, the next bound
    /// creates it.
    pub fn is_new(&self) -> bool {
        self.total.is_none()
    }

    /// Returns the object that writes all bounds. If it does not exist yet, the encoding creates
    /// it, for bounds up to `most`. If it exists, returns it, whatever `most` is. Fails if the
    /// weights are too large for the encoding.
    pub fn total(&mut self, most: u128, stop: &Stop) -> Result<&mut (dyn Total + 'static), Error> {
        if self.total.is_none() {
            self.total = Some(self.row(most, stop).total(&self.groups)?);
        }
        Ok(&mut **self.total.as_mut().expect("opened above"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Encodings;
    use super::super::weighted::Reliance;
    use super::*;
    use crate::model::{Model, Objective, Sense, Sum};

    fn sum(model: &mut Model, number: usize, largest: i64) -> Sum {
        let mut random = fastrand::Rng::with_seed(38);
        let mut term = |index: usize| crate::model::Term {
            weight: random.i64(1..=largest),
            atom: model.variable("x", &[index]),
        };
        Sum::new((0..number).map(&mut term)).expect("weights that fit")
    }

    #[test]
    fn bounds_that_rise_have_a_row() {
        let mut model = Model::new();
        let sum = sum(&mut model, 60, 1_000_000_000);
        let costs: Vec<(u64, Lit)> =
            sum.terms().map(|term| (term.weight.unsigned_abs(), term.atom)).collect();
        let groups =
            TermGroups::new(&model, &Encodings::default(), Reliance::Nothing, &Stop::unlimited())
                .expect("no integers");
        let cost = CostConversion::from_objective(
            &Objective::from_sum(Sense::Minimise, sum, 0).expect("it fits"),
        );
        let (_, cost) = cost.expect("it has weights");
        let mut costs = Costs::new(&costs, cost, WantedEncoding::Auto, &groups);
        let bounds = [1, 50_000_000, 1_000_000_000, 5_000_000_000, 1];
        let rows = bounds.map(|most| costs.row(most, &Stop::unlimited()).name);
        assert_eq!(rows[0], "generalized-totalizer");
        assert_eq!(rows[3..], ["mixed-radix", "mixed-radix"]);
        assert!(rows.is_sorted(), "{rows:?}");
    }
}
