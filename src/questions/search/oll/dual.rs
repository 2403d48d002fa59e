//! The linear relaxation: multipliers of the constraints rewrite the objective.
//!
//! Constraints Σ a·x ≥ b with multipliers y ≥ 0 rewrite the costs as
//!
//! Σ cost·x = y·b + Σ r·x + Σ y · surplus,
//!
//! In this equation, r are the reduced costs, and the surplus of a constraint is Σ a·x − b. The
//! equation holds for any multipliers. The multipliers of the linear program maximise y·b, which
//! becomes the paid cost. Variables with reduced costs become soft, and so do surpluses. An
//! equation has no surplus. Some surpluses are positive only if all literals of the constraint are
//! true; such a surplus is stated by one literal. All other surpluses are stated by outputs of a
//! counter. Hardening is then the reduced cost fixing of integer programming. (OL3P does the same
//! with cores as constraints: Katsirelos, SAT 2025.)
//!
//! Many small models are solved faster than their linear program. So the search by cores comes
//! first, for about the time that the program takes. The rewritten objective is kept if its bound
//! is above the bound of the cores, or if it fixes a tenth of the soft literals.

use crate::decision::Decision;
use std::collections::BTreeMap;

use super::{CoreTotal, CoresEnd, Oll};
use crate::model::{Lit, Premise, Relation};
use crate::proof::CoreIndex;
use crate::relax::dual::{DualSolution, SCALE};
use crate::search::SearchError;

/// The number of ticks that the search by cores may take for each coefficient of the model. This is
/// about the time of the linear program. It was measured on files with 20,000 to 60,000
/// coefficients, whose linear programs took 0.3 and 1.7 s.
const TICKS_OF_TERM: u64 = 300;

/// The conflict limit of each call that searches for an answer near the linear optimum.
const CONFLICTS: i32 = 3_000;

/// If the rewritten objective fixes at least 1 / `FIXED` of the soft literals, it is kept even
/// without a better bound.
const FIXED: usize = 10;

/// A constraint whose surplus has a cost. At least `least` of its literals are true. Each
/// additional true literal costs `weight`.
struct Surplus {
    lits: Vec<Lit>,
    /// The constraint's bound: at least this many literals are true in every solution.
    least: usize,
    /// The cost of each true literal beyond `least`, in parts (see `Oll::unit`).
    weight: u128,
    /// The index of the constraint's reformulation in the proof; `None` if no proof is written.
    payment: Option<CoreIndex>,
}

impl Oll<'_, '_> {
    /// Returns the number of ticks for the search by cores. It is about the time of the linear
    /// program.
    pub(super) fn tick_limit(&self) -> u64 {
        let statements = self.optimiser.model().constraints().statements();
        let terms: usize = statements.map(|one| one.lits().len()).sum();
        TICKS_OF_TERM * terms as u64
    }

    /// Replaces the soft literals by the reduced costs and surpluses of the linear program, and
    /// drops the counters of cores. Weights and the lower bound then have the new unit 1 /
    /// [`SCALE`]. The soft literals are not replaced in these cases:
    ///
    /// - The linear program is not solved.
    /// - Its bound on the cost is negative.
    /// - This bound is not better, and fewer than 1 / [`FIXED`] of the soft literals are newly
    ///   fixed.
    /// - The proof lacks a used constraint.
    ///
    /// If the program is solved, also searches for an answer near its optimum, and records the
    /// answer. If the objective is replaced, raises the proved bound and hardens literals. Ends
    /// with `Over` if the question is decided, and with `Failed` after a failure.
    pub(super) fn reformulate(&mut self) -> Result<(), CoresEnd> {
        let (_, _, stop) = self.optimiser.settings();
        let solved =
            self.optimiser.time_solving(|model| DualSolution::from_unit_constraints(model, &stop));
        let Some(dual) = solved else { return self.check_unsettled() };
        self.dive(&dual)?;
        let Some(lower_bound) = self.cost_bound(dual.least()) else {
            return self.check_unsettled();
        };
        let softs = self.reduced_costs(&dual);
        let unit = u128::from(SCALE.unsigned_abs());
        let room = self.upper_bound().map(|most| (most * unit).saturating_sub(lower_bound));
        let fixed =
            softs.values().filter(|&&weight| room.is_some_and(|room| weight > room)).count();
        let is_worth_it =
            lower_bound > self.lower_bound * unit / self.unit || fixed * FIXED >= self.softs.len();
        if !is_worth_it {
            return self.check_unsettled();
        }
        let log = self.optimiser.log();
        let payments = log.map(|log| log.relax_dual_rows(&dual, unit * self.slope(), self.slope()));
        // The proof lacks some of the used constraints.
        if payments == Some(None) {
            return self.check_unsettled();
        }
        let row_payments = payments.flatten().unwrap_or_default();
        (self.unit, self.lower_bound, self.softs) = (unit, lower_bound, softs);
        self.pending.clear();
        self.outputs.clear();
        self.raise_lower_bound(0)?;
        self.harden()?;
        for surplus in self.surpluses(&dual, &row_payments) {
            self.relax_surplus(&surplus)?;
        }
        self.harden()
    }

    /// Returns the change of the cost when the objective's value changes by 1.
    fn slope(&self) -> u128 {
        self.cost.slope.unsigned_abs().into()
    }

    /// Returns the literals whose reduced cost is not 0, and the absolute values of these costs in
    /// parts (see `Oll::unit`). If the reduced cost of a variable is negative, the literal is the
    /// variable's negation.
    fn reduced_costs(&self, dual: &DualSolution) -> BTreeMap<Lit, u128> {
        (1..)
            .zip(dual.reduced_costs())
            .filter(|&(_, &reduced)| reduced != 0)
            .map(|(number, &reduced)| {
                let lit = Lit::from_number(number);
                (if reduced > 0 { lit } else { !lit }, self.slope() * reduced.unsigned_abs())
            })
            .collect()
    }

    /// Returns the surplus of each constraint that is not an equation and has a positive multiplier
    /// in the dual solution. The coefficients of such a constraint must be 1 and −1; a literal with
    /// −1 is negated. `payments` has the indices of reformulations in the proof: one for each
    /// constraint with such a multiplier, equations included, in the same order. It is empty if no
    /// proof is written. Panics if the least number of true literals is negative.
    fn surpluses(&self, dual: &DualSolution, payments: &[CoreIndex]) -> Vec<Surplus> {
        let mut surpluses = Vec::new();
        for (place, (row, origin, multiplier)) in dual.used_rows().enumerate() {
            if self.is_equation(origin) {
                continue;
            }
            let lits: Vec<Lit> = row
                .sum
                .terms()
                .map(|term| {
                    let lit = Lit::from_number(term.atom + 1);
                    if term.weight > 0 { lit } else { !lit }
                })
                .collect();
            let negated = lits.iter().filter(|lit| lit.is_negated()).count();
            let negated = i64::try_from(negated).expect("the number of literals fits in 64 bits");
            let least = usize::try_from(row.bound + negated)
                .expect("the least number of true literals is not negative");
            let weight = self.slope() * u128::from(multiplier.unsigned_abs());
            surpluses.push(Surplus { lits, least, weight, payment: payments.get(place).copied() });
        }
        surpluses
    }

    /// Searches for an answer with all values that are integral in the linear program's optimum. If
    /// few conflicts find no such answer, or refute it, demands fewer of these values: first three
    /// quarters of them, then half. Values with the largest reduced costs are kept. Records all
    /// answers. During all these calls, the solver prefers values near the linear program's optimum.
    /// Ends with `Over` if the question is decided. Ends with `Failed` if a solver fails or an answer
    /// does not pass its check; the preference then stays.
    fn dive(&mut self, dual: &DualSolution) -> Result<(), CoresEnd> {
        let mut rounded: Vec<(Lit, i128)> = dual.integral_literals().collect();
        rounded.sort_by_key(|&(lit, reduced)| (std::cmp::Reverse(reduced.abs()), lit));
        let lits: Vec<Lit> = rounded.into_iter().map(|(lit, _)| lit).collect();
        let near: Vec<Lit> = dual.nearest_literals().collect();
        self.optimiser.prefer(&near, true);
        for quarters in (2..=4).rev() {
            let part = &lits[..lits.len() * quarters / 4];
            if self.optimiser.try_assumptions(part, CONFLICTS)? == Decision::Sat(()) {
                break;
            }
        }
        self.optimiser.prefer(&near, false);
        self.check_unsettled()
    }

    /// Converts the linear program's bound `least` to the least cost of an answer. Both are in
    /// units of 1 / [`SCALE`]. Returns `None` if the cost is negative.
    fn cost_bound(&self, least: i128) -> Option<u128> {
        let scale = i128::from(SCALE);
        let slope = i128::from(self.cost.slope.unsigned_abs());
        let cost = scale * i128::from(self.cost.offset) + slope * least;
        u128::try_from(cost).ok()
    }

    /// Returns whether the constraint of a row has no surplus. This is so if it is an equation of
    /// the model, a parity of two literals, or the complement of the objective. Every premise that
    /// is no constraint of the model is such a complement.
    fn is_equation(&self, origin: Premise) -> bool {
        let Premise::Constraint(place) = origin else { return true };
        let statement = self.optimiser.model().constraints().constraint(place).statement;
        match statement.comparison() {
            Some((relation, _)) => relation == Relation::Exactly,
            None => statement.lits().len() == 2,
        }
    }

    /// Makes each true literal of a constraint beyond the constraint's least number cost the weight
    /// of the surplus. If at most one literal can be beyond this number, a fresh literal gets the
    /// weight, and a new clause makes this literal true if all are true. Otherwise, the counter's
    /// output "at least one more than the least number" gets the weight. Each next output gets
    /// weight only later, when [`Oll::reduce_weight`] takes weight from the output before it. If a
    /// proof is written, records the same cost in the proof. Does nothing if all literals are true
    /// in every solution. Fails if a clause or an output cannot be encoded or derived, or at a
    /// stop.
    fn relax_surplus(&mut self, surplus: &Surplus) -> Result<(), SearchError> {
        let Surplus { ref lits, least, weight, payment } = *surplus;
        if least + 1 == lits.len() {
            let all = self.optimiser.fresh();
            if let Some((log, payment)) = self.optimiser.log().zip(payment) {
                log.soften_last_output(payment, weight, all)?;
            }
            let mut clause: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
            clause.push(all);
            self.softs.insert(all, weight);
            return self.optimiser.add_clause(&clause);
        }
        if least < lits.len() {
            self.totals.push(CoreTotal { part: self.optimiser.part(lits), payment });
            return self.soften_output(self.totals.len() - 1, least + 1, weight);
        }
        Ok(())
    }
}
