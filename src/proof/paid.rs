//! The lower bound of a core-guided search over weights.
//!
//! The search reformulates the objective: what it has paid and the weights of its soft literals are
//! at most what the objective costs. Each of its steps is a constraint of the form
//!
//! s₁ + … + sₖ ≥ d − 1 + o,    or    Σ s + ~o ≥ d,
//!
//! over soft literals s, of which at least d − 1 are true, and an output o that means "at least d
//! of them", and is soft from then on. The constraint times the weight that is paid moves that
//! weight from the literals to the output. So the sum of all these constraints, each times its
//! weight, is the reformulated objective, and its degree is what was paid (Berg, Bogaerts,
//! Nordström, Oertel and Vandesande, Certified Core-Guided MaxSAT Solving, CADE 2023).
//!
//! - A core is a clause, Σ s ≥ 1. Its outputs come one by one: from Σ s + ~o₂ + … + ~oᵢ ≥ i, times
//!   i, and from (i + 1) ~oᵢ₊₁ + Σ s ≥ i + 1 comes the same with one output more, divided by i + 1.
//! - Of k literals of which at most one is false, k − 1 are true, and the output is that all are.
//!   That is the sum of the clauses of each two, which unit propagation finds.
//! - A constraint of the problem, Σ s ≥ d − 1, is one that a dual of the linear relaxation
//!   multiplies. What its literals weigh beyond the objective is taken off by the literals
//!   themselves, as what they weigh less is added.
//! - A literal that weighs more than any better answer can pay is false: the sum of the
//!   reformulated objective and of the constraint that the best answer is improved propagates that.
//!
//! The weight of a constraint moves to the one with one output more when that output is paid for,
//! so the sum is put together only when a bound or a literal is derived from it.

use std::collections::BTreeMap;

use super::cores::pad;
use super::inequality::{Inequality, PbLit};
use super::steps::{Logged, PolLine};
use super::{Inner, Unprovable, solution};
use crate::model::Lit;
use crate::relax::dual::Dual;

/// The greatest number of clauses of two literals that are derived for at-most-ones.
const MOST_PAIRS: usize = 50_000;

/// A number of soft literals of which some are true, in a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment(usize);

/// The payments of a core-guided search.
pub struct Paid {
    groups: Vec<Group>,
    /// How many parts a cost of 1 has. Weights are in parts.
    scale: i128,
    /// The number of clauses of two literals that were derived.
    pairs: usize,
    /// The best answer that was logged, as a cost, and the constraint that it is improved.
    improved: Option<(i128, Logged)>,
}

impl Default for Paid {
    fn default() -> Paid {
        Paid { groups: Vec::new(), scale: 1, pairs: 0, improved: None }
    }
}

/// Soft literals, and what is known of how many are true.
struct Group {
    /// The literals.
    lits: Vec<PbLit>,
    /// The least number of them that is true.
    least: usize,
    /// For this number and each greater one, that so many are true or an output is false.
    known: Vec<Logged>,
    /// By that number, the weight that is paid.
    weights: BTreeMap<usize, i128>,
}

impl Group {
    fn at(&self, number: usize) -> Option<&Logged> {
        self.known.get(number.checked_sub(self.least)?)
    }
}

impl Inner {
    /// Takes in that a core, which was refuted last, is paid.
    pub fn pay_core(&mut self, core: &[Lit], weight: u128) -> Result<Payment, Unprovable> {
        let lits = self.literals(core);
        let (id, clause) = self.refutation.clone().ok_or(Unprovable::Uncounted)?;
        if clause.is_empty() || !clause.iter().all(|lit| lits.contains(lit)) {
            return Err(Unprovable::Uncounted);
        }
        let mut known = Logged { id, says: Inequality::clause(&clause) };
        if clause.len() < lits.len() {
            let mut line = PolLine::of(&known, 1);
            let others = lits.iter().filter(|lit| !clause.contains(lit));
            others.for_each(|&lit| line.add_literal(lit, 1));
            known = self.steps.sum(line);
        }
        self.derived_clauses.insert(sorted(&lits), known.id);
        Ok(self.pay(lits, 1, known, weight))
    }

    /// Takes in that a literal, which unit propagation makes true, is paid.
    pub fn pay_literal(&mut self, lit: Lit, weight: u128) -> Payment {
        let lit = self.literal(lit);
        let id = self.steps.rup(&[lit], &[]);
        self.derived_clauses.insert(vec![lit], id);
        self.pay(vec![lit], 1, Logged { id, says: Inequality::clause(&[lit]) }, weight)
    }

    /// Takes in that of literals, any two of which unit propagation finds not both false, all but
    /// one are paid, and that a new literal means that all are true. Returns false if that would
    /// take too many clauses.
    pub fn pay_exclusive(&mut self, group: &[Lit], all: Lit, weight: u128) -> bool {
        let lits = self.literals(group);
        let pairs = lits.len() * (lits.len() - 1) / 2;
        if self.paid.pairs + pairs > MOST_PAIRS {
            return false;
        }
        self.paid.pairs += pairs;
        let Some(known) = self.at_most_one_of_pairs(&lits) else { return false };
        let least = lits.len() - 1;
        let payment = self.pay(lits, least, known, weight);
        self.charge_all(payment, weight, all).is_ok()
    }

    /// Takes in that a new literal, which means that all literals of a payment are true, is soft
    /// with a weight.
    pub fn charge_all(
        &mut self,
        payment: Payment,
        weight: u128,
        all: Lit,
    ) -> Result<(), Unprovable> {
        let all = self.literal(all);
        let lits = self.paid.groups[payment.0].lits.clone();
        self.definitions.at_least(all, &lits, lits.len(), false, &mut self.steps);
        self.charge_output(payment, lits.len(), weight, all)
    }

    /// Takes in that the multiplied constraints of a dual, `times` over, are paid in place of all
    /// before, in so many parts of a cost. Returns them in the order of the dual, or none if the
    /// problem does not state one of them.
    pub fn pay_rows(&mut self, dual: &Dual, scale: u128, times: u128) -> Option<Vec<Payment>> {
        self.take_paid();
        let mut groups = Vec::new();
        for (row, multiplier) in dual.used() {
            let known = self.row_of(row)?;
            let lits = known.says.terms().map(|(_, lit)| lit).collect();
            let least = usize::try_from(known.says.degree()).ok()?;
            let weight = i128::from(multiplier) * signed(times);
            let weights = BTreeMap::from([(least, weight)]);
            groups.push(Group { lits, least, known: vec![known], weights });
        }
        let payments = (0..groups.len()).map(Payment).collect();
        (self.paid.groups, self.paid.scale) = (groups, signed(scale));
        Some(payments)
    }

    /// Derives that at most one of some literals is false, from clauses of each two of them.
    fn at_most_one_of_pairs(&mut self, lits: &[PbLit]) -> Option<Logged> {
        let mut sum: Option<PolLine> = None;
        for place in 1..lits.len() {
            let pairs: Vec<Logged> = lits[..place]
                .iter()
                .map(|&other| {
                    let clause = [other, lits[place]];
                    let id = self.steps.rup(&clause, &[]);
                    Logged { id, says: Inequality::clause(&clause) }
                })
                .collect();
            let number = super::definitions::number(place);
            let mut line = PolLine::sum(pairs.iter().map(|pair| (pair, 1)))?;
            if let Some(mut before) = sum {
                before.multiply(number - 1);
                line.add_line(&before);
            }
            line.divide(number);
            let known = self.steps.sum(line);
            pairs.iter().for_each(|pair| self.steps.forget(pair.id));
            sum = Some(PolLine::of(&known, 1));
            if place + 1 == lits.len() {
                return Some(known);
            }
        }
        None
    }

    fn pay(&mut self, lits: Vec<PbLit>, least: usize, known: Logged, weight: u128) -> Payment {
        let weights = BTreeMap::from([(least, signed(weight))]);
        self.paid.groups.push(Group { lits, least, known: vec![known], weights });
        Payment(self.paid.groups.len() - 1)
    }

    /// Takes in that an output, which means that at least `number` literals of a payment are true,
    /// is soft with a weight.
    pub fn charge(
        &mut self,
        payment: Payment,
        number: usize,
        weight: u128,
        output: Lit,
    ) -> Result<(), Unprovable> {
        let output = self.literal(output);
        self.charge_output(payment, number, weight, output)
    }

    fn charge_output(
        &mut self,
        Payment(place): Payment,
        number: usize,
        weight: u128,
        output: PbLit,
    ) -> Result<(), Unprovable> {
        let weight = signed(weight);
        if self.paid.groups[place].at(number).is_none() {
            let known = self.with_output(place, number, output).ok_or(Unprovable::Uncounted)?;
            self.paid.groups[place].known.push(known);
        }
        let weights = &mut self.paid.groups[place].weights;
        let before = weights.get_mut(&(number - 1)).filter(|before| **before >= weight);
        *before.ok_or(Unprovable::Uncounted)? -= weight;
        *weights.entry(number).or_default() += weight;
        Ok(())
    }

    /// Derives that so many literals of a group are true or one of the outputs up to this one is
    /// false.
    fn with_output(&mut self, place: usize, number: usize, output: PbLit) -> Option<Logged> {
        let group = &self.paid.groups[place];
        let before = group.at(number - 1)?;
        let least = super::definitions::number(number);
        let mut wanted = Inequality::at_least(group.lits.iter().copied(), least);
        let side = self.side_where(output)?;
        wanted.add_literal(!output, least);
        if side.says != wanted {
            return None;
        }
        let mut line = PolLine::of(before, least - 1);
        line.add(&side, 1);
        line.divide(least);
        Some(self.steps.sum(line))
    }

    /// Returns the reformulated objective, or none if nothing is paid.
    fn reformulated(&self) -> Option<PolLine> {
        let parts = self.paid.groups.iter().flat_map(|group| {
            let paid = group.weights.iter().filter(|(_, weight)| **weight > 0);
            paid.filter_map(|(&number, &weight)| Some((group.at(number)?, weight)))
        });
        PolLine::sum(parts)
    }

    /// Derives the bound that payments come to.
    pub fn take_paid(&mut self) {
        let Some(line) = self.reformulated().and_then(|line| self.paid_as_bound(line)) else {
            return;
        };
        let known = self.steps.sum(line);
        self.learn_bound(known);
    }

    /// Returns the bound that the reformulated objective is, directly or through what is counted in
    /// place of the objective.
    fn paid_as_bound(&self, line: PolLine) -> Option<PolLine> {
        let cost = self.objective.as_ref()?;
        let scale = self.paid.scale;
        let direct = || {
            let mut line = line.clone();
            line.weaken(|lit| cost.sum.weight_of(lit) > 0);
            for (weight, lit) in cost.sum.terms() {
                let missing = scale * weight - line.weight_of(lit);
                match missing.signum() {
                    0 => {}
                    1 => line.add_literal(lit, missing),
                    _ if scale == 1 => return None,
                    _ => line.add_literal(!lit, -missing),
                }
            }
            line.divide(scale);
            Some(line)
        };
        let through = |equation: &Logged| {
            let costs = |lit: PbLit| cost.sum.weight_of(lit) + cost.sum.weight_of(!lit) > 0;
            let counted = equation.says.terms().filter(|(_, lit)| !costs(*lit));
            let counted: Vec<(i128, PbLit)> = counted.map(|(weight, lit)| (weight, !lit)).collect();
            let mut line = line.clone();
            line.weaken(|lit| counted.iter().any(|(_, other)| *other == lit));
            pad(&mut line, counted.into_iter())?;
            line.add(equation, 1);
            cost.bounded(line)
        };
        let lines = direct().into_iter().chain(self.complements().filter_map(through));
        lines.max_by_key(|line| line.says().degree())
    }

    /// Derives that literals are false which no answer better than the best one can pay for, and
    /// returns those that are.
    pub fn harden(&mut self, lits: &[Lit]) -> Vec<Lit> {
        let Some(improved) = self.improved() else { return Vec::new() };
        let mut line = PolLine::of(&improved, self.paid.scale);
        if let Some(sum) = self.reformulated() {
            line.add_line(&sum);
        }
        let slack = line.says().weight() - line.says().degree();
        let is_too_heavy = |lit: &&Lit| line.weight_of(!self.literal(**lit)) > slack;
        let hardened: Vec<Lit> = lits.iter().filter(is_too_heavy).copied().collect();
        if hardened.is_empty() {
            return hardened;
        }
        let known = self.steps.sum(line);
        for &lit in &hardened {
            let lit = !self.literal(lit);
            let id = self.steps.rup(&[lit], &[known.id]);
            self.derived_clauses.insert(vec![lit], id);
        }
        self.steps.forget(known.id);
        hardened
    }

    /// Returns the constraint that the objective is better than the best answer so far.
    fn improved(&mut self) -> Option<Logged> {
        let (cost, best) = (self.objective.as_ref()?, self.best.as_ref()?);
        let value = cost.value(best);
        if let Some((_, known)) = self.paid.improved.as_ref().filter(|(known, _)| *known <= value) {
            return Some(known.clone());
        }
        // Variables of broken symmetries may be open where those of the problem have values.
        let id = if self.are_symmetries_broken {
            self.steps.improve_value(value)
        } else {
            self.steps.improve(&solution(best))
        };
        let mut known = Logged { id, says: cost.at_least(value).negated() };
        if cost.unit > 1 {
            let mut line = PolLine::of(&known, 1);
            line.divide(cost.unit);
            line.multiply(cost.unit);
            known = self.steps.sum(line);
        }
        self.paid.improved = Some((value, known.clone()));
        Some(known)
    }
}

/// Returns the literals of a clause in order.
pub fn sorted(clause: &[PbLit]) -> Vec<PbLit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause
}

fn signed(weight: u128) -> i128 {
    i128::try_from(weight).expect("weights come to 64 bits together")
}
