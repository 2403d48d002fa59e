//! Lower bounds from cores. A core is a set of assumptions that cannot all hold. Each assumption
//! limits the cost of a part of the objective.
//!
//! Let S be the sum of the literals of a part, with a known bound S >= c. A core-guided search
//! assumes ~z for a literal z that means S >= d. Here d is c + 1, or more if the numbers between c
//! and d are impossible. In the proof, a core is a clause of such literals z. For each part of the
//! core, the constraint S >= c is multiplied by d - 1, and the definition d ~z + S >= d is added.
//! Division by d gives S + ~z >= c + 1. The sum of these constraints and the clause is a lower
//! bound on all these parts together. It is one more than the sum of the numbers c. A part can also
//! be a single literal of the objective.

use super::cost::CostBounds;
use super::kernel::{DerivedClause, Kernel};
use super::steps::{PolLine, ProofConstraint};
use super::variables::{Inequality, PbLit};
use super::{Log, OpenProof, ProofError};
use crate::lock::lock;

/// The lower bounds that were derived from cores. They are on disjoint parts of the objective.
#[derive(Default)]
pub struct Cores(Vec<ProofConstraint>);

impl Log {
    /// Records the last refutation as a core, and derives the bound on the cost from all cores.
    /// Does nothing if there is no refutation.
    ///
    /// # Errors
    ///
    /// If a literal of the core does not mean a bound on a part of the objective.
    pub fn record_core(&self) -> Result<(), ProofError> {
        let OpenProof { kernel, lemmas, cores, .. } = &mut *lock(&self.0);
        match lemmas.refutation() {
            Some(refutation) => cores.record(refutation, kernel),
            None => Ok(()),
        }
    }
}

impl Cores {
    /// Derives the lower bound that a core implies. The new bound replaces each earlier bound whose
    /// literals all occur in the new one. Then derives the bound on the cost from all cores, and
    /// records it in the kernel. If the core is empty, records that there is no answer instead. A
    /// literal without a definition counts as itself.
    ///
    /// # Errors
    ///
    /// If a literal of the core does not bound a part of the objective, if the sum of the cores
    /// does not bound the cost, or if there is no objective. In the last two cases, the bound of
    /// the core stays recorded. In the first case, nothing is written.
    fn record(&mut self, core: &DerivedClause, kernel: &mut Kernel) -> Result<(), ProofError> {
        if core.lits.is_empty() {
            kernel.impossible = Some(core.id);
            return Ok(());
        }
        let inequality = Inequality::from_clause(&core.lits);
        let mut joined = PolLine::new(&ProofConstraint { id: core.id, inequality }, 1);
        for &lit in &core.lits {
            if let Some(side) = kernel.definitions.implied_side(lit) {
                let part = self.part_reaching(&side, lit).ok_or(ProofError::Uncounted)?;
                joined.add_line(&part);
            }
        }
        joined.saturate();
        let only = {
            let mut terms = joined.inequality().terms().map(|(weight, _)| weight);
            terms.next().filter(|_| terms.next().is_none())
        };
        joined.divide(only.unwrap_or(1));
        let known = kernel.sum(joined);
        self.0.retain(|core| !is_within(&core.inequality, &known.inequality));
        self.0.push(known);
        let costs = kernel.costs.as_ref().ok_or(ProofError::Uncounted)?;
        let bound = self.all_as_bound(costs).ok_or(ProofError::Uncounted)?;
        let known = kernel.sum(bound);
        kernel.bound(known);
        Ok(())
    }

    /// Returns the line "a part of the objective is at least its known lower bound, plus 1 if `lit`
    /// is true", without writing it. The literal `lit` means that the part is at least d, for some
    /// d that is at least 1. The constraint `side` says that `lit` implies this. The known lower
    /// bound comes from the first core on this part. It is 0 if there is no such core. If the known
    /// bound is at least d already, the line states only the known bound. Returns `None` if the
    /// known bound has a literal that does not belong to the part, or that weighs more in this
    /// bound than in the part.
    fn part_reaching(&self, side: &ProofConstraint, lit: PbLit) -> Option<PolLine> {
        let least = side.inequality.degree();
        let mut line = PolLine::new(side, 1);
        if let Some(core) = self.0.iter().find(|core| is_within(&core.inequality, &side.inequality))
        {
            let mut known = PolLine::new(core, 1);
            pad(&mut known, side.inequality.terms().filter(|(_, other)| *other != !lit))?;
            if core.inequality.degree() >= least {
                known.add_literal(!lit, 1);
                return Some(known);
            }
            known.multiply(least - 1);
            if least > 1 {
                line.add_line(&known);
            }
        }
        line.divide(least);
        Some(line)
    }

    /// Adds up the bounds of all cores, and returns the bound on the cost that follows. It can
    /// follow directly, or together with one direction of the equation of a complement (a count
    /// that determines the objective). The direct way is tried first, and the first way that gives
    /// a bound is used. The line is not written. Returns `None` if there are no cores, or if no way
    /// gives a sum that is proportional to the cost.
    fn all_as_bound(&self, costs: &CostBounds) -> Option<PolLine> {
        let cost = &costs.cost;
        let of_cost: Vec<(i128, PbLit)> = cost.sum.terms().collect();
        let direct = self.sum_with_weights(&of_cost).and_then(|line| cost.scale_to_bound(line));
        direct.or_else(|| {
            costs.sides_of_complements().find_map(|side| {
                let mut line = self.sum_with_weights(&cost.complement_terms(side))?;
                line.add(side, 1);
                cost.scale_to_bound(line)
            })
        })
    }

    /// Adds up the bounds of all cores, so that each literal has its weight from `counted` in the
    /// sum. A bound on a single literal is multiplied by the whole weight of this literal. Other
    /// bounds are multiplied by the common divisor of all weights. If a weight is still too small,
    /// the constraint "the literal is at least 0" is added. The line is not written. Returns `None`
    /// if there are no cores, if a literal weighs more in the sum than in `counted`, or if it is
    /// not in `counted`.
    fn sum_with_weights(&self, counted: &[(i128, PbLit)]) -> Option<PolLine> {
        let unit = counted.iter().fold(0, |one, (weight, _)| num_integer::gcd(one, *weight));
        let mut lines = self.0.iter().map(|core| {
            let mut terms = core.inequality.terms();
            let times = match (terms.next(), terms.next()) {
                // The core says that this literal is true, so its whole weight is a cost.
                (Some((_, lit)), None) => counted.iter().find(|(_, other)| *other == lit)?.0,
                _ => unit,
            };
            Some(PolLine::new(core, times))
        });
        let mut sum = lines.next()??;
        for line in lines {
            sum.add_line(&line?);
        }
        pad(&mut sum, counted.iter().copied())?;
        Some(sum)
    }
}

/// Adds the constraint "the literal is at least 0" to a line (a sum of constraints) until each
/// literal has its wanted weight. Returns `None` if a literal weighs more than wanted, or is not in
/// `wanted`. If a literal weighs more than wanted, the line is possibly changed already.
pub fn pad(line: &mut PolLine, wanted: impl Iterator<Item = (i128, PbLit)>) -> Option<()> {
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

/// Returns whether each literal of `one` occurs in `other`.
fn is_within(one: &Inequality, other: &Inequality) -> bool {
    one.terms().all(|(_, lit)| other.weight_of(lit) > 0)
}
