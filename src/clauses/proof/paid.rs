//! The derivation of the lower bound of a core-guided search with weights.
//!
//! The payments (weights that every answer costs) plus the weights of the true soft literals are at
//! most the cost. Each step of the search derives a constraint
//!
//! s₁ + … + sₖ ≥ d − 1 + o, or Σ s + ~o ≥ d,
//!
//! over soft literals s. At least d − 1 of them are known to be true. The output o means "at least
//! d of them are true", and becomes a soft literal. If the constraint is multiplied by the paid
//! weight, it moves this weight from the literals s to the output. So the weighted sum of all these
//! constraints is the reformulated objective, and its degree is the total of all payments (Berg,
//! Bogaerts, Nordström, Oertel and Vandesande, Certified Core-Guided MaxSAT Solving, CADE 2023).
//!
//! - A core is a clause, Σ s ≥ 1. Its outputs are added one by one. The constraint with output oᵢ₊₁
//!   is the sum of two constraints, divided by i + 1. The first is i times the constraint Σ s + ~o₂
//!   + … + ~oᵢ ≥ i. The second is the definition (i + 1) ~oᵢ₊₁ + Σ s ≥ i + 1.
//! - If at most one of k literals is false, k − 1 of them are true. This is derived from the
//!   clauses of all pairs. The output means "all of them are true".
//! - A constraint of the problem can have a multiplier from a dual solution of the linear
//!   relaxation. Then a literal can have another weight than in the objective. If so, the
//!   difference is added by the constraint that the literal, or its negation, is at least 0.
//! - If a literal has such a large weight that no better answer can make it true, it is false
//!   (hardening).
//!
//! The weighted sum is computed only when it is needed, since each new output moves weight from one
//! constraint to another.

use std::collections::BTreeMap;

use super::conclusion::solution;
use super::cost::{Cost, CostBounds};
use super::definitions::{Definitions, to_i128};
use super::facets::row_of;
use super::kernel::{DerivedClause, Kernel};
use super::steps::{PolLine, ProofConstraint};
use super::variables::{Inequality, PbLit};
use super::{Log, OpenProof, ProofError};
use crate::lock::lock;
use crate::model::Lit;
use crate::relax::dual::DualSolution;

/// The greatest number of clauses of two literals that a proof derives for at-most-ones. Each of
/// them is a step.
const MOST_PAIRS: usize = 50_000;

/// The index of a payment in a proof. A payment belongs to a set of soft literals, of which a
/// certain number must be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreIndex(usize);

/// The payments of a core-guided search, from which the reformulated objective is computed.
pub struct Reformulation {
    /// The sets of soft literals with their payments, by [`CoreIndex`].
    groups: Vec<ReformulatedCore>,
    /// The number of units of weight that make up a cost of 1.
    scale: i128,
    /// The number of clauses of two literals that were derived so far, limited by [`MOST_PAIRS`].
    pairs: usize,
    /// The cost of the best answer that was logged, and the constraint "later answers cost less".
    /// `None` if no answer was logged for this purpose.
    improved: Option<(i128, ProofConstraint)>,
}

impl Default for Reformulation {
    fn default() -> Reformulation {
        Reformulation { groups: Vec::new(), scale: 1, pairs: 0, improved: None }
    }
}

/// A set of soft literals, with the constraints on the number of true literals and the payments for
/// them.
struct ReformulatedCore {
    lits: Vec<PbLit>,
    /// The degree of the first constraint. If all its weights are 1, this is the number of literals
    /// that are known to be true.
    least: usize,
    /// The constraints for k = `least`, `least` + 1, and so on: "among the literals and the
    /// negations of the outputs up to output k, at least k are true".
    known: Vec<ProofConstraint>,
    /// For each number k, the weight that multiplies the constraint for k.
    weights: BTreeMap<usize, i128>,
}

impl ReformulatedCore {
    /// Returns the constraint of `known` for k = `number`. Returns `None` if it is not derived.
    fn get(&self, number: usize) -> Option<&ProofConstraint> {
        self.known.get(number.checked_sub(self.least)?)
    }

    /// Returns the line (sum of constraints) for k = `count`: "among the literals and the negations
    /// of the outputs up to `output`, at least `count` are true". `count` must be at least 1. The
    /// line is derived from the constraint for `count - 1`, but it is not written. Returns `None`
    /// if the constraint for `count - 1` is not derived, or if `output` is not defined as "at least
    /// `count` literals are true".
    fn with_output(
        &self,
        count: usize,
        output: PbLit,
        definitions: &Definitions,
    ) -> Option<PolLine> {
        let before = self.get(count - 1)?;
        let least = to_i128(count);
        let mut wanted = Inequality::at_least(self.lits.iter().copied(), least);
        let side = definitions.implied_side(output)?;
        wanted.add_literal(!output, least);
        if side.inequality != wanted {
            return None;
        }
        let mut line = PolLine::new(before, least - 1);
        line.add(&side, 1);
        line.divide(least);
        Some(line)
    }
}

impl Log {
    /// Records a payment of `weight` for a core, a set of literals of which at least one is true in
    /// every answer. The core follows from the last refutation. Reserves the clause of the core, so
    /// that an encoding can write it. `weight` must be positive.
    ///
    /// # Errors
    ///
    /// If there is no refutation, or if the last refutation is empty or has literals that are not
    /// in the core. Then nothing is recorded.
    pub fn relax_core(&self, core: &[Lit], weight: u128) -> Result<CoreIndex, ProofError> {
        let OpenProof { kernel, lemmas, deriver, reformulation, .. } = &mut *lock(&self.0);
        let refutation = lemmas.refutation().ok_or(ProofError::Uncounted)?;
        let lits = kernel.literals(core);
        let known = derive_core(&lits, refutation, kernel).ok_or(ProofError::Uncounted)?;
        deriver.reserve(&lits, known.id);
        Ok(reformulation.relax(lits, 1, known, weight))
    }

    /// Derives by unit propagation that a soft literal is true, and records a payment of its
    /// weight, which must be positive. Reserves the unit clause, so that an encoding can write it.
    pub fn relax_unit_core(&self, lit: Lit, weight: u128) {
        let OpenProof { kernel, deriver, reformulation, .. } = &mut *lock(&self.0);
        let lit = kernel.literal(lit);
        let known = kernel.rup(&[lit], &[]);
        deriver.reserve(&[lit], known.id);
        reformulation.relax(vec![lit], 1, known, weight);
    }

    /// Records a payment for a group of literals of which at most one can be false. The payment is
    /// `weight`, which must be positive, for each literal except one. The group has at least two
    /// literals, over distinct variables. That at most one literal is false is derived from a
    /// clause for each pair. The checker must be able to derive these clauses by unit propagation.
    /// Defines `all`, a fresh literal, as "all literals of the group are true", and gives it the
    /// weight. Returns `true` if this was done. Returns `false`, and does nothing, if the proof
    /// would then have derived more than 50,000 clauses for pairs.
    pub fn relax_intrinsic_at_most_one(&self, group: &[Lit], all: Lit, weight: u128) -> bool {
        let OpenProof { kernel, reformulation, .. } = &mut *lock(&self.0);
        let lits = kernel.literals(group);
        let pairs = lits.len() * (lits.len() - 1) / 2;
        if reformulation.pairs + pairs > MOST_PAIRS {
            return false;
        }
        reformulation.pairs += pairs;
        let Some(known) = at_most_one_of_pairs(&lits, kernel) else { return false };
        let least = lits.len() - 1;
        let payment = reformulation.relax(lits, least, known, weight);
        reformulation.soften_last_output(payment, weight, kernel.literal(all), kernel).is_ok()
    }

    /// Replaces all payments by payments for the constraints of a dual solution. The new weights
    /// are the multipliers of the dual solution times `times`. From then on, `scale` units of
    /// weight make up a cost of 1. First derives and records the bound of the payments so far, even
    /// if the result is `None`. Returns the new payments, one for each row of the dual solution
    /// with a positive multiplier, in the order of these rows. Earlier indices mean nothing any
    /// more. Returns `None`, and keeps the payments and their scale, if one of these rows is not a
    /// row of the problem or has a negative degree.
    pub fn relax_dual_rows(
        &self,
        dual: &DualSolution,
        scale: u128,
        times: u128,
    ) -> Option<Vec<CoreIndex>> {
        let OpenProof { kernel, reformulation, .. } = &mut *lock(&self.0);
        reformulation.bound(kernel);
        let mut groups = Vec::new();
        for (row, origin, multiplier) in dual.used_rows() {
            let known = row_of(row, origin, kernel)?;
            let lits = known.inequality.terms().map(|(_, lit)| lit).collect();
            let least = usize::try_from(known.inequality.degree()).ok()?;
            let weight = i128::from(multiplier) * signed(times);
            let weights = BTreeMap::from([(least, weight)]);
            groups.push(ReformulatedCore { lits, least, known: vec![known], weights });
        }
        let payments = (0..groups.len()).map(CoreIndex).collect();
        (reformulation.groups, reformulation.scale) = (groups, signed(scale));
        Some(payments)
    }

    /// Records that an answer costs more if all literals of a payment are true. The additional cost
    /// is `weight`, which must be positive. Defines `all`, a fresh literal, as "all literals of the
    /// payment are true", and gives it the weight. `payment` must be a current index.
    ///
    /// # Errors
    ///
    /// If no constraint is derived for one literal less than all, or if the weight of this
    /// constraint is less than `weight`. Then no weight is moved, but the definition stays.
    pub fn soften_last_output(
        &self,
        payment: CoreIndex,
        weight: u128,
        all: Lit,
    ) -> Result<(), ProofError> {
        let OpenProof { kernel, reformulation, .. } = &mut *lock(&self.0);
        reformulation.soften_last_output(payment, weight, kernel.literal(all), kernel)
    }

    /// Records that an answer costs more if at least `number` literals of a payment are true. The
    /// additional cost is `weight`, which must be positive. `number` is at least 1 and at most the
    /// number of literals. `output` must mean "at least `number` literals are true", and gets the
    /// weight. The outputs of a payment must be recorded in ascending order of `number`, without
    /// gaps. `payment` must be a current index.
    ///
    /// # Errors
    ///
    /// If `output` is not defined as this case, or if no constraint is derived for `number - 1`
    /// literals. Also if the weight of this constraint is less than `weight`. Then no weight is
    /// moved, but a new constraint for `number` literals stays.
    pub fn soften_output(
        &self,
        payment: CoreIndex,
        number: usize,
        weight: u128,
        output: Lit,
    ) -> Result<(), ProofError> {
        let OpenProof { kernel, reformulation, .. } = &mut *lock(&self.0);
        reformulation.soften_output(payment, number, weight, kernel.literal(output), kernel)
    }

    /// Derives which of `lits` are false because they are too expensive (hardening). A literal is
    /// too expensive if no answer that is better than the best one can make it true. Returns these
    /// literals in their order. The list is empty if no literal is too expensive, if there is no
    /// answer yet, or if there is no objective. Logs the best answer first if necessary (only its
    /// cost, if symmetries are broken). Reserves the unit clause ¬l for each returned literal l, so
    /// that an encoding can write it.
    pub fn harden(&self, lits: &[Lit]) -> Vec<Lit> {
        let OpenProof { kernel, deriver, reformulation, answers, symmetries, .. } =
            &mut *lock(&self.0);
        let Some(best) = answers.best() else { return Vec::new() };
        // If symmetries are broken, some variables can be unassigned although all variables of the
        // problem have values. So only the value of the answer is logged.
        let by_value = symmetries.are_broken;
        let Some(improved) = reformulation.improved(best, by_value, kernel) else {
            return Vec::new();
        };
        let mut line = PolLine::new(&improved, reformulation.scale);
        if let Some(sum) = reformulation.weighted_sum() {
            line.add_line(&sum);
        }
        let slack = line.inequality().weight() - line.inequality().degree();
        let hardened: Vec<Lit> = lits
            .iter()
            .filter(|lit| line.weight_of(!kernel.literal(**lit)) > slack)
            .copied()
            .collect();
        if hardened.is_empty() {
            return hardened;
        }
        let known = kernel.sum(line);
        for &lit in &hardened {
            let lit = !kernel.literal(lit);
            deriver.reserve(&[lit], kernel.rup(&[lit], &[known.id]).id);
        }
        kernel.forget(known.id);
        hardened
    }
}

/// Derives a core that contains exactly the literals `lits`, from a refutation that contains some
/// of them. Returns `None` if the refutation is empty or has other literals.
fn derive_core(
    lits: &[PbLit],
    refutation: &DerivedClause,
    kernel: &mut Kernel,
) -> Option<ProofConstraint> {
    let clause = &refutation.lits;
    if clause.is_empty() || !clause.iter().all(|lit| lits.contains(lit)) {
        return None;
    }
    let known = ProofConstraint { id: refutation.id, inequality: Inequality::from_clause(clause) };
    if clause.len() == lits.len() {
        return Some(known);
    }
    let mut line = PolLine::new(&known, 1);
    lits.iter().filter(|lit| !clause.contains(lit)).for_each(|&lit| line.add_literal(lit, 1));
    Some(kernel.sum(line))
}

/// Derives that at most one of the literals is false, by induction from a clause for each pair.
/// These clauses must follow by unit propagation, and are deleted afterwards. The constraints for
/// the first literals alone stay in the proof. Returns `None`, and writes nothing, if there are
/// fewer than two literals.
fn at_most_one_of_pairs(lits: &[PbLit], kernel: &mut Kernel) -> Option<ProofConstraint> {
    let mut sum: Option<PolLine> = None;
    for place in 1..lits.len() {
        let pairs: Vec<ProofConstraint> =
            lits[..place].iter().map(|&other| kernel.rup(&[other, lits[place]], &[])).collect();
        let mut line = PolLine::sum(pairs.iter().map(|pair| (pair, 1)))?;
        if let Some(mut before) = sum {
            before.multiply(to_i128(place) - 1);
            line.add_line(&before);
        }
        line.divide(to_i128(place));
        let known = kernel.sum(line);
        pairs.iter().for_each(|pair| kernel.forget(pair.id));
        sum = Some(PolLine::new(&known, 1));
        if place + 1 == lits.len() {
            return Some(known);
        }
    }
    None
}

impl Reformulation {
    /// Records a payment of `weight`, which must be positive, for each of `least` literals. The
    /// constraint `known` says that at least `least` of `lits` are true. Returns the index of the
    /// payment.
    fn relax(
        &mut self,
        lits: Vec<PbLit>,
        least: usize,
        known: ProofConstraint,
        weight: u128,
    ) -> CoreIndex {
        debug_assert!(weight > 0 && least <= lits.len(), "no payment of {weight} for {least}");
        let weights = BTreeMap::from([(least, signed(weight))]);
        self.groups.push(ReformulatedCore { lits, least, known: vec![known], weights });
        CoreIndex(self.groups.len() - 1)
    }

    /// Defines `all`, a fresh literal, as "all literals of the payment are true", and moves
    /// `weight` to it.
    ///
    /// # Errors
    ///
    /// As for [`soften_output`](Reformulation::soften_output). The definition then stays.
    fn soften_last_output(
        &mut self,
        payment: CoreIndex,
        weight: u128,
        all: PbLit,
        kernel: &mut Kernel,
    ) -> Result<(), ProofError> {
        let lits = &self.groups[payment.0].lits;
        let number = lits.len();
        kernel.definitions.define_at_least(all, lits, number, false, &mut kernel.steps);
        self.soften_output(payment, number, weight, all, kernel)
    }

    /// Moves `weight`, which must be positive, between two constraints of a payment: from the
    /// constraint for `number - 1` true literals to the constraint for `number`. The output of the
    /// second constraint is `output`. `number` is at least 1 and at most the number of literals.
    /// Derives the constraint for `number` if it is new. If it is not new, `output` is not tested.
    ///
    /// # Errors
    ///
    /// If `output` is not defined as this case, or if no constraint is derived for `number - 1`
    /// literals. Also if the weight of this constraint is less than `weight`. Then no weight is
    /// moved, but the new constraint stays.
    fn soften_output(
        &mut self,
        CoreIndex(place): CoreIndex,
        number: usize,
        weight: u128,
        output: PbLit,
        kernel: &mut Kernel,
    ) -> Result<(), ProofError> {
        let weight = signed(weight);
        debug_assert!(weight > 0, "a charge of {weight}");
        let group = &mut self.groups[place];
        debug_assert!((1..=group.lits.len()).contains(&number), "{number} literals are not there");
        if group.get(number).is_none() {
            let line = group.with_output(number, output, &kernel.definitions);
            group.known.push(kernel.sum(line.ok_or(ProofError::Uncounted)?));
        }
        let before = group
            .weights
            .get_mut(&(number - 1))
            .filter(|before| **before >= weight)
            .ok_or(ProofError::Uncounted)?;
        *before -= weight;
        *group.weights.entry(number).or_default() += weight;
        Ok(())
    }

    /// Returns the weighted sum of all constraints, which is the reformulated objective. Leaves out
    /// constraints whose weight is 0. The sum is not written as a step. Returns `None` if there is
    /// no payment.
    fn weighted_sum(&self) -> Option<PolLine> {
        let parts = self.groups.iter().flat_map(|group| {
            group
                .weights
                .iter()
                .filter(|(_, weight)| **weight > 0)
                .filter_map(|(&number, &weight)| Some((group.get(number)?, weight)))
        });
        PolLine::sum(parts)
    }

    /// Derives and records the lower bound on the cost that follows from all payments. Does nothing
    /// if no bound follows from them.
    pub fn bound(&self, kernel: &mut Kernel) {
        let line = self.weighted_sum().zip(kernel.costs.as_ref());
        if let Some(line) = line.and_then(|(line, costs)| self.as_bound(&line, costs)) {
            let known = kernel.sum(line);
            kernel.bound(known);
        }
    }

    /// Turns the reformulated objective into a bound on the cost. This is done directly, and with
    /// the equation of a complement (a count that determines the cost). If both ways give a bound,
    /// returns the better one. Returns `None` if neither way gives a bound.
    fn as_bound(&self, line: &PolLine, costs: &CostBounds) -> Option<PolLine> {
        let cost = &costs.cost;
        let through = costs.sides_of_complements().filter_map(|side| {
            let counted = cost.complement_terms(side);
            let mut padded = line.clone();
            padded.weaken(|lit| counted.iter().any(|(_, other)| *other == lit));
            pad(&mut padded, counted.into_iter())?;
            padded.add(side, 1);
            cost.scale_to_bound(padded)
        });
        let direct = self.as_direct_bound(line.clone(), cost);
        direct.into_iter().chain(through).max_by_key(|line| line.inequality().degree())
    }

    /// Scales the reformulated objective to a bound on the cost, without writing a step. Literals
    /// without a cost are removed by weakening. If a literal weighs less than it costs, the
    /// difference is added. If a literal weighs more than it costs, the scale decides: with the
    /// scale 1, returns `None`; with another scale, the excess is removed by weakening. At the end,
    /// divides by the scale, which rounds the bound up.
    fn as_direct_bound(&self, mut line: PolLine, cost: &Cost) -> Option<PolLine> {
        line.weaken(|lit| cost.sum.weight_of(lit) > 0);
        for (weight, lit) in cost.sum.terms() {
            let missing = self.scale * weight - line.weight_of(lit);
            match missing.signum() {
                0 => {}
                1 => line.add_literal(lit, missing),
                _ if self.scale == 1 => return None,
                _ => line.add_literal(!lit, -missing),
            }
        }
        line.divide(self.scale);
        Some(line)
    }

    /// Returns the constraint "later answers cost less than the best one". If no answer that is at
    /// least as good was logged here, first logs the best answer. It is logged only by its cost if
    /// `by_value`, otherwise as a solution. Rounds the bound to the common divisor of the costs.
    /// Returns `None` if there is no objective.
    fn improved(
        &mut self,
        best: &[bool],
        by_value: bool,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        let Kernel { costs: Some(CostBounds { cost, .. }), steps, .. } = kernel else {
            return None;
        };
        let value = cost.value(best);
        if let Some((_, known)) = self.improved.as_ref().filter(|(known, _)| *known <= value) {
            return Some(known.clone());
        }
        let id = if by_value { steps.improve_value(value) } else { steps.improve(&solution(best)) };
        let mut known = ProofConstraint { id, inequality: cost.at_least(value).negated() };
        if cost.unit > 1 {
            let mut line = PolLine::new(&known, 1);
            line.divide(cost.unit);
            line.multiply(cost.unit);
            known = steps.sum(line);
        }
        self.improved = Some((value, known.clone()));
        Some(known)
    }
}

fn signed(weight: u128) -> i128 {
    i128::try_from(weight).expect("the sum of the weights has 64 bits")
}

/// Adds the constraint "the literal is at least 0" to a line (a sum of constraints) until each
/// literal has its wanted weight. Returns `None` if a literal weighs more than wanted, or is not in
/// `wanted`. If a literal weighs more than wanted, the line is possibly changed already.
fn pad(line: &mut PolLine, wanted: impl Iterator<Item = (i128, PbLit)>) -> Option<()> {
    let weights: Vec<(i128, PbLit)> = wanted.collect();
    if line.inequality().terms().any(|(_, lit)| weights.iter().all(|(_, other)| *other != lit)) {
        return None;
    }
    for &(weight, lit) in &weights {
        let missing = weight - line.weight_of(lit);
        match missing {
            0 => {}
            1.. => line.add_literal(lit, missing),
            _ => return None,
        }
    }
    Some(())
}
