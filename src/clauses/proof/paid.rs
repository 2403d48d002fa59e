//! The lower bound of a core-guided search over weights.
//!
//! The payments and the weights of the soft literals together are at most the cost. Each step of
//! the search is a constraint
//!
//! s₁ + … + sₖ ≥ d − 1 + o, or Σ s + ~o ≥ d,
//!
//! over soft literals s, at least d − 1 of which are true. The output o means "at least d of them"
//! and becomes soft. The constraint times the paid weight moves that weight from the literals to
//! the output. So the weighted sum of all these constraints is the reformulated objective, and its
//! degree is the amount paid (Berg, Bogaerts, Nordström, Oertel and Vandesande, Certified
//! Core-Guided MaxSAT Solving, CADE 2023).
//!
//! - A core is a clause, Σ s ≥ 1. Its outputs are added one by one: i times Σ s + ~o₂ + … + ~oᵢ ≥ i
//!   plus (i + 1) ~oᵢ₊₁ + Σ s ≥ i + 1, divided by i + 1.
//! - If at most one of k literals is false, k − 1 are true, by the sum of the clauses of each pair.
//!   The output means "all are".
//! - A constraint of the problem has a multiplier from a dual of the linear relaxation. Added
//!   literals make up for weights that differ from the objective.
//! - A literal is false if it weighs more than any better answer can pay.
//!
//! The weighted sum is computed only when needed, since a payment for a next output moves weight to
//! another constraint.

use std::collections::BTreeMap;

use super::conclusion::solution;
use super::cores::pad;
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

/// The most clauses of two literals that a proof derives for at-most-ones. Each is a step.
const MOST_PAIRS: usize = 50_000;

/// A payment in a proof: the index of a set of soft literals, of which at least some number must be
/// true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreIndex(usize);

/// The payments of a core-guided search.
pub struct Reformulation {
    /// The sets of soft literals, by the index of the payment.
    groups: Vec<ReformulatedCore>,
    /// The number of units of weight in a cost of 1.
    scale: i128,
    /// The number of clauses of two literals that were derived so far.
    pairs: usize,
    /// The cost of the best logged answer, and the constraint that later answers cost less.
    improved: Option<(i128, ProofConstraint)>,
}

impl Default for Reformulation {
    fn default() -> Reformulation {
        Reformulation { groups: Vec::new(), scale: 1, pairs: 0, improved: None }
    }
}

/// A set of soft literals, and the constraints on how many of them are true.
struct ReformulatedCore {
    lits: Vec<PbLit>,
    /// The degree of the first constraint. If its weights are 1, at least so many literals are
    /// true.
    least: usize,
    /// The constraints "at least k of the literals and the negated outputs up to number k are
    /// true", from k = `least` on.
    known: Vec<ProofConstraint>,
    /// For each number k, the weight that is paid because at least k literals are true.
    weights: BTreeMap<usize, i128>,
}

impl ReformulatedCore {
    /// Returns the constraint for a number of true literals, or `None` if it is not derived.
    fn get(&self, number: usize) -> Option<&ProofConstraint> {
        self.known.get(number.checked_sub(self.least)?)
    }

    /// Derives that at least `count` of the literals and the negated outputs up to `output` are
    /// true, from the constraint for `count - 1`. Returns `None` if that is unknown, or `output` is
    /// not defined as "at least `count` literals are true".
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
    /// Records that every answer pays the weight for one literal of the core that was refuted last.
    ///
    /// # Errors
    ///
    /// If the last refutation is of another core.
    pub fn relax_core(&self, core: &[Lit], weight: u128) -> Result<CoreIndex, ProofError> {
        let OpenProof { kernel, lemmas, deriver, reformulation: paid, .. } = &mut *lock(&self.0);
        let refutation = lemmas.refutation().ok_or(ProofError::Uncounted)?;
        let lits = kernel.literals(core);
        let known = derive_core(&lits, refutation, kernel).ok_or(ProofError::Uncounted)?;
        deriver.reserve(&lits, known.id);
        Ok(paid.relax(lits, 1, known, weight))
    }

    /// Derives a soft literal by unit propagation, and records that its weight is paid.
    pub fn relax_unit_core(&self, lit: Lit, weight: u128) {
        let OpenProof { kernel, deriver, reformulation: paid, .. } = &mut *lock(&self.0);
        let lit = kernel.literal(lit);
        let known = kernel.rup(&[lit], &[]);
        deriver.reserve(&[lit], known.id);
        paid.relax(vec![lit], 1, known, weight);
    }

    /// Records that every answer pays the weight for all literals but one. At most one literal can
    /// be false, by unit propagation for each pair; `all` means that all are true. Returns false if
    /// a proof would have too many pairs.
    pub fn relax_intrinsic_at_most_one(&self, group: &[Lit], all: Lit, weight: u128) -> bool {
        let OpenProof { kernel, reformulation: paid, .. } = &mut *lock(&self.0);
        let lits = kernel.literals(group);
        let pairs = lits.len() * (lits.len() - 1) / 2;
        if paid.pairs + pairs > MOST_PAIRS {
            return false;
        }
        paid.pairs += pairs;
        let Some(known) = at_most_one_of_pairs(&lits, kernel) else { return false };
        let least = lits.len() - 1;
        let payment = paid.relax(lits, least, known, weight);
        paid.soften_last_output(payment, weight, kernel.literal(all), kernel).is_ok()
    }

    /// Replaces all payments by the constraints of a dual solution, with its multipliers times
    /// `times`. `scale` units of weight become a cost of 1. Returns the payments in the order of
    /// the dual, or `None` if a constraint of the dual is no row of the problem.
    pub fn relax_dual_rows(
        &self,
        dual: &DualSolution,
        scale: u128,
        times: u128,
    ) -> Option<Vec<CoreIndex>> {
        let OpenProof { kernel, reformulation: paid, .. } = &mut *lock(&self.0);
        paid.bound(kernel);
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
        (paid.groups, paid.scale) = (groups, signed(scale));
        Some(payments)
    }

    /// Records that an answer costs a further weight if all literals of a payment are true. Defines
    /// `all` as this case, and `all` gets the weight.
    ///
    /// # Errors
    ///
    /// If the payment is not for all literals but one, or has less weight than `weight`.
    pub fn soften_last_output(
        &self,
        payment: CoreIndex,
        weight: u128,
        all: Lit,
    ) -> Result<(), ProofError> {
        let OpenProof { kernel, reformulation: paid, .. } = &mut *lock(&self.0);
        paid.soften_last_output(payment, weight, kernel.literal(all), kernel)
    }

    /// Records that an answer costs a further weight if at least `number` literals of a payment are
    /// true. `output` means this case and gets the weight.
    ///
    /// # Errors
    ///
    /// If `output` is not defined as this case, or less weight is paid for `number - 1` literals.
    pub fn soften_output(
        &self,
        payment: CoreIndex,
        number: usize,
        weight: u128,
        output: Lit,
    ) -> Result<(), ProofError> {
        let OpenProof { kernel, reformulation: paid, .. } = &mut *lock(&self.0);
        paid.soften_output(payment, number, weight, kernel.literal(output), kernel)
    }

    /// Derives that the literals that are too expensive for a better answer are false, and returns
    /// these literals.
    pub fn harden(&self, lits: &[Lit]) -> Vec<Lit> {
        let OpenProof { kernel, deriver, reformulation: paid, answers, symmetries, .. } =
            &mut *lock(&self.0);
        let Some(best) = answers.best() else { return Vec::new() };
        // Broken symmetries may leave variables open although all variables of the problem have
        // values.
        let by_value = symmetries.are_broken;
        let Some(improved) = paid.improved(best, by_value, kernel) else { return Vec::new() };
        let mut line = PolLine::new(&improved, paid.scale);
        if let Some(sum) = paid.weighted_sum() {
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

/// Derives a core over exactly these literals from a refutation over some of them. Returns `None`
/// if the refutation is empty or has other literals.
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

/// Derives that at most one of the literals is false, by induction from a clause for each pair. The
/// pairs follow by unit propagation and are deleted afterwards. Returns `None` for fewer than two
/// literals.
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
    /// Records a payment for at least `least` true literals, which the constraint `known` demands.
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

    /// Defines `all` as "all literals of the payment are true", and moves this weight to it.
    ///
    /// # Errors
    ///
    /// As [`soften_output`](Reformulation::soften_output).
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

    /// Moves weight of a payment from `number - 1` true literals to `number`, which `output` means.
    /// Derives the constraint with this output if it is new.
    ///
    /// # Errors
    ///
    /// If `output` is not defined as this case, or less weight is paid for `number - 1` literals.
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

    /// Returns the weighted sum of all constraints, which is the reformulated objective. Returns
    /// `None` if no weight is paid.
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

    /// Derives the lower bound on the cost that all payments add up to, if they are a bound on it.
    pub fn bound(&self, kernel: &mut Kernel) {
        let line = self.weighted_sum().zip(kernel.costs.as_ref());
        if let Some(line) = line.and_then(|(line, costs)| self.as_bound(&line, costs)) {
            let known = kernel.sum(line);
            kernel.bound(known);
        }
    }

    /// Turns the reformulated objective into a bound on the cost, directly or with the equation of
    /// a complement (a count that determines the cost). Returns `None` if neither way leads to a
    /// bound.
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

    /// Scales the reformulated objective to a bound on the cost. A literal that weighs less than it
    /// costs gets its cost. Returns `None` if a literal weighs more and the scale is 1; otherwise
    /// the excess is weakened.
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

    /// Returns the constraint that later answers cost less than the best one. Logs this answer
    /// unless one at least as good was logged: as a solution, or only its cost if `by_value`.
    /// Returns `None` without an objective.
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
