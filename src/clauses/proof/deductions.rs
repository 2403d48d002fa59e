//! The derivation of the deductions from a model as steps of a proof.
//!
//! - **Sums.** A bound from constraints with multipliers is one line of the proof: the weighted
//!   sum, divided by the scale of the multipliers and rounded up. If a literal costs more than it
//!   weighs in the sum, the difference is added by the constraint "the literal is at least 0".
//!   Floating-point multipliers are rounded first. A parity says that the number of true literals,
//!   or of false literals, is odd. Then this number is at least 1, which is what the parity adds to
//!   the sum ([`super::equations::Equation::rounded`]).
//! - **Parities** and **complements.** The sum of the equations gives the parity of the objective,
//!   or the equation between the objective and the complement.
//! - **Fixed literals.** Each fixed literal follows from one constraint and the literals that were
//!   fixed before.

use std::collections::BTreeSet;

use super::ProofError;
use super::cost::CostBounds;
use super::facets::{premise_sides, row_of, sum_of_equations};
use super::kernel::Kernel;
use super::steps::{Id, PolLine, ProofConstraint};
use super::units::propagate_units;
use super::variables::{Inequality, PbLit};
use crate::deduce::{Deduction, Fact};
use crate::model::{Justification, Origin, Premise};
use crate::relax::dual::{DualSolution, SCALE};

/// The sums of constraints that bound the objective. Clauses that fix literals can follow from
/// them.
#[derive(Default)]
pub struct BoundingSums(Vec<BoundingSum>);

/// A sum of constraints that bounds the objective.
struct BoundingSum {
    sum: ProofConstraint,
    /// The sum is a bound on the objective multiplied by this number.
    scale: i128,
}

impl BoundingSum {
    /// Adds `demands` to this sum: the definitions of literals that mean bounds on counts, in the
    /// direction that applies if the bound is demanded. Returns the result as the first line. A
    /// complement is a count that makes up a fixed total with the objective. For each direction of
    /// each equation between a complement and the objective, also returns a line that contains this
    /// direction. In such a line, this sum is multiplied by the weight of the objective in the
    /// equation. Writes no step.
    fn with_demands(&self, demands: &[ProofConstraint], bounds: &CostBounds) -> Vec<PolLine> {
        let cost = &bounds.cost;
        // In the definition of a demand, the cost is divided by the common divisor of the weights.
        let times = self.scale * cost.unit;
        let mut direct = PolLine::new(&self.sum, 1);
        demands.iter().for_each(|side| direct.add(side, times));
        let mut lines = vec![direct];
        let costly = cost.sum.terms().next().map(|(_, lit)| lit);
        for equation in bounds.sides_of_complements() {
            // The equation of a complement can contain a multiple of the objective.
            let weight = costly.map_or(1, |lit| {
                equation.inequality.weight_of(lit).max(equation.inequality.weight_of(!lit)).max(1)
            });
            let mut line = PolLine::new(&self.sum, weight);
            demands.iter().chain([equation]).for_each(|side| line.add(side, times));
            lines.push(line);
        }
        lines
    }
}

impl BoundingSums {
    /// Derives a deduction, and records it in the kernel.
    ///
    /// # Errors
    ///
    /// If the reason of the deduction does not imply the deduced fact. Steps that were written
    /// until then stay in the proof.
    pub fn derive(&mut self, deduction: &Deduction, kernel: &mut Kernel) -> Result<(), ProofError> {
        let derived = match (&deduction.fact, &deduction.origin) {
            (fact, Origin::Deduced(deduced)) => self.derive_fact(fact, &deduced.why, kernel),
            _ => None,
        };
        derived.ok_or(ProofError::Deduction(deduction.rule))
    }

    /// Derives a fact for the reason that its deduction gives, and records it in the kernel. Fixed
    /// literals become constraints of the problem, in their order; if one of them does not follow,
    /// none does. A parity, a bound or the equation of a complement is recorded with the kernel's
    /// cost. A parity without constraints changes nothing. Returns `None` if the reason does not
    /// imply the fact, if such a fact cannot have this kind of reason, or if there is no cost for a
    /// complement or a bound. If the reason implies only a weaker bound than the fact, records the
    /// weaker bound and returns `None`. Steps before a `None` stay in the proof.
    fn derive_fact(&mut self, fact: &Fact, why: &Justification, kernel: &mut Kernel) -> Option<()> {
        match (fact, why) {
            (Fact::Fixed(lits), Justification::Propagation(places)) => {
                let lits = kernel.literals(lits);
                let units = propagate_units(&lits, places, kernel)?;
                // The model has these literals as constraints after its own, in this order.
                for lit in lits {
                    kernel.problem.push(units.get(&lit)?.clone());
                }
                Some(())
            }
            (Fact::Parity(_), Justification::Parities(places)) => {
                let parts: Vec<(Premise, u64)> =
                    places.iter().map(|&place| (Premise::Constraint(place), 1)).collect();
                if !parts.is_empty() {
                    let parity = sum_of_equations(&parts, kernel)?;
                    kernel.learn_parity(parity);
                }
                Some(())
            }
            (Fact::Complement(_), Justification::Sum(parts)) => {
                let sum = sum_of_equations(parts, kernel)?;
                kernel.costs.as_mut()?.complements.push(Some(sum));
                Some(())
            }
            (Fact::Limit { value, dual }, Justification::Sum(parts)) => {
                let (sum, scale) = match dual {
                    Some(dual) => self.sum_dual(dual, kernel)?,
                    None => sum_parts(parts, kernel)?,
                };
                let known = bound_of_sum(&sum, scale, kernel)?;
                kernel.bound(known);
                let costs = kernel.costs.as_ref()?;
                let (least, _) = costs.least?;
                (least >= costs.cost.convert_value(*value)).then_some(())
            }
            _ => None,
        }
    }

    /// Derives a sum of constraints. The multipliers are those of a dual solution of the linear
    /// relaxation, divided by their common divisor with [`SCALE`]. Keeps the sum for
    /// [`derive_clause`](BoundingSums::derive_clause). Returns the sum, and how many times it
    /// contains the objective. Returns `None`, and derives no sum, if a constraint with a
    /// multiplier is not a row of the problem, or if no constraint has a multiplier. Even then,
    /// rows that follow from parities can be derived.
    fn sum_dual(
        &mut self,
        dual: &DualSolution,
        kernel: &mut Kernel,
    ) -> Option<(ProofConstraint, i128)> {
        let times = dual.used_rows().map(|(_, _, times)| i128::from(times));
        let divisor = times.fold(i128::from(SCALE), num_integer::gcd);
        let scale = i128::from(SCALE) / divisor;
        let mut parts = Vec::new();
        for (row, origin, times) in dual.used_rows() {
            parts.push((row_of(row, origin, kernel)?, i128::from(times) / divisor));
        }
        let sum = PolLine::sum(parts.iter().map(|(known, times)| (known, *times)))?;
        let sum = kernel.sum(sum);
        self.0.push(BoundingSum { sum: sum.clone(), scale });
        Some((sum, scale))
    }

    /// Derives a clause which says: if certain demands (literals that mean bounds on counts) are
    /// true, a literal is true. The clause follows from a bounding sum. This sum excludes that the
    /// demands are true and the literal is false. At-most-ones of the problem are added if needed.
    /// Returns the ID of the derived constraint, which can lack literals of the clause. Returns
    /// `None` if no sum implies the clause, if there is no sum, or if there is no objective. Even
    /// then, strengthened definitions of the clause's literals can be derived.
    pub fn derive_clause(&self, clause: &[PbLit], kernel: &mut Kernel) -> Option<Id> {
        if self.0.is_empty() {
            return None;
        }
        let sides = kernel.rounded_sides(clause);
        let cost_lines = kernel.cost_lines()?;
        // A single demand can be enough to bound the cost. If the objective is the least of several
        // counts, the demands on all counts are needed.
        let choices: Vec<&[ProofConstraint]> = std::iter::once(&sides[..])
            .chain(sides.iter().map(std::slice::from_ref).filter(|_| sides.len() > 1))
            .collect();
        let mut lines = Vec::new();
        for reason in &self.0 {
            for sides in &choices {
                let sums = reason.with_demands(sides, cost_lines.bounds);
                lines.extend_from_slice(&sums);
                lines.extend(sums.into_iter().filter_map(|line| cost_lines.unfolded(line, clause)));
            }
        }
        let line = match lines.iter().find(|line| line.implies(clause)) {
            Some(line) => line.clone(),
            None => {
                lines.into_iter().find_map(|line| kernel.problem.with_exclusions(line, clause))?
            }
        };
        Some(kernel.sum(line.weakened_to(clause)).id)
    }
}

/// Derives the sum of some constraints. They should share no variable, but this is not tested. If a
/// constraint is an equation, adds only the direction that gives the better bound on the objective
/// or the complement. A complement is a count that determines the objective. If `parts` name
/// complements, adds the equation between the first of them and the objective. Ignores the
/// multipliers in `parts`. Returns the sum, and how many times it contains the objective. Returns
/// `None` in these cases:
///
/// - There is no objective, or no literal has a cost.
/// - There are no parts, or a constraint does not exist.
/// - The equation of the complement is not derived, or no direction of it contains the first
///   literal of the cost.
fn sum_parts(parts: &[(Premise, u64)], kernel: &mut Kernel) -> Option<(ProofConstraint, i128)> {
    let costly: BTreeSet<PbLit> = kernel.cost()?.sum.terms().map(|(_, lit)| lit).collect();
    let (_, first) = kernel.cost()?.sum.terms().next()?;
    let complement = parts.iter().map(|part| part.0).find(|premise| premise.constraint().is_none());
    let (mut summands, mut scale, mut wanted) = (Vec::new(), 1, costly.clone());
    if let Some(premise) = complement {
        let mut sides = premise_sides(premise, kernel).into_iter();
        let side = sides.find(|side| side.inequality.weight_of(first) > 0)?;
        scale = side.inequality.weight_of(first);
        wanted = side
            .inequality
            .terms()
            .filter(|(_, lit)| !costly.contains(lit))
            .map(|(_, lit)| !lit)
            .collect();
        summands.push(side);
    }
    for &(premise, _) in parts.iter().filter(|part| part.0.constraint().is_some()) {
        let sides = premise_sides(premise, kernel)
            .into_iter()
            .max_by_key(|known| costly_degree(&known.inequality, &wanted))?;
        summands.push(sides);
    }
    let sum = PolLine::sum_of(&summands)?;
    Some((kernel.sum(sum), scale))
}

/// Derives a bound on the objective from a sum that contains the objective `scale` times. `scale`
/// must be positive. Corrects the weights of single literals by the constraint "the literal is at
/// least 0" or "the literal is at most 1". Then divides by `scale`, which rounds the bound up. Does
/// not record the bound. Returns `None`, and writes nothing, if the problem has no objective, or if
/// the sum does not imply a bound.
fn bound_of_sum(
    sum: &ProofConstraint,
    scale: i128,
    kernel: &mut Kernel,
) -> Option<ProofConstraint> {
    let cost = kernel.cost()?;
    debug_assert!(scale > 0, "a sum that has the objective {scale} times");
    let mut line = PolLine::new(sum, 1);
    let wanted = cost.sum.terms().map(|(weight, lit)| (lit, scale * weight));
    let others = sum.inequality.terms().filter(|(_, lit)| !cost.sum.contains(lit.variable));
    let mut weights: Vec<(PbLit, i128)> = wanted.chain(others.map(|(_, lit)| (lit, 0))).collect();
    weights.sort_unstable();
    for (lit, weight) in weights {
        let left = weight - (line.weight_of(lit) - line.weight_of(!lit));
        if left != 0 {
            line.add_literal(if left < 0 { !lit } else { lit }, left.abs());
        }
    }
    line.divide(scale);
    let bounds_objective = *line.inequality() == cost.sum.with_degree(line.inequality().degree());
    bounds_objective.then(|| kernel.sum(line))
}

/// Returns the degree of a constraint after all literals that are not in `costly` have been removed
/// by weakening.
fn costly_degree(inequality: &Inequality, costly: &BTreeSet<PbLit>) -> i128 {
    let others = inequality
        .terms()
        .filter(|(_, lit)| !costly.contains(lit))
        .map(|(weight, _)| weight)
        .sum::<i128>();
    inequality.degree() - others
}
