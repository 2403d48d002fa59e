//! Lower bounds on the cost, from refutations and from sums of constraints.
//!
//! A demand is a literal that means a bound on a count. A refutation is a clause of negated
//! demands. The sum of the clause and the definitions of the demands is a bound on the objective.
//! If the demands are about a complement (a count that determines the objective), the equation
//! between the complement and the objective is added.

use super::ProofError;
use super::cost::{Cost, CostBounds};
use super::definitions::Definitions;
use super::kernel::{DerivedClause, Kernel};
use super::stated::Statements;
use super::steps::{Id, PolLine, ProofConstraint};
use super::variables::{Inequality, PbLit, PbVar};

/// Derives a lower bound on the cost from a clause of negated demands (literals that mean bounds on
/// counts). Records the bound in the kernel if it is the best so far. Each literal of the clause
/// implies a bound on the cost, and the derived bound is the least of these bounds. The empty
/// clause is recorded as the proof that there is no answer. If only one literal has a cost, a unit
/// clause of this literal gives its bound directly. For other clauses, derives nothing if the bound
/// is not better than the known one.
///
/// # Errors
///
/// In these cases:
///
/// - For a literal of the clause, no bound on the objective is found from the bound that the demand
///   means.
/// - There is no objective, and the clause is not empty.
/// - The clause has several literals, and the least of their bounds always or never holds.
pub fn bound_by_refutation(
    refutation: &DerivedClause,
    kernel: &mut Kernel,
) -> Result<(), ProofError> {
    let DerivedClause { id, lits: clause } = refutation;
    if clause.is_empty() {
        kernel.impossible = Some(*id);
        return Ok(());
    }
    let of_unit = kernel.cost().and_then(|cost| cost.bound_from_unit(*id, clause));
    if let Some((line, _)) = of_unit {
        let known = kernel.sum(line);
        kernel.bound(known);
        return Ok(());
    }
    let lines = kernel.cost_lines().ok_or(ProofError::Uncounted)?;
    let bounds: Option<Vec<LineBound>> =
        clause.iter().map(|&lit| lines.bound_from_literal(lit)).collect();
    let bounds = bounds.ok_or(ProofError::Uncounted)?;
    let CostBounds { cost, .. } = lines.bounds;
    let known = lines.bounds.least.map(|(known, _)| known);
    let least = bounds.iter().map(|(_, least)| *least).min();
    let Some(least) = least.filter(|&least| known.is_none_or(|known| known < least)) else {
        return Ok(());
    };
    let wanted = cost.at_least(least);
    let known = match <[_; 1]>::try_from(bounds) {
        Ok([(mut line, _)]) => {
            let refuted = ProofConstraint { id: *id, inequality: Inequality::from_clause(clause) };
            let times = line.weight_of(!clause[0]);
            if times > 0 {
                line.add(&refuted, times);
            }
            kernel.sum(line)
        }
        Err(bounds) => {
            let lines =
                bounds.into_iter().zip(clause).map(|((line, _), &lit)| (line, lit)).collect();
            derive_by_cases(&wanted, lines, *id, kernel).ok_or(ProofError::Uncounted)?
        }
    };
    kernel.bound(known);
    Ok(())
}

/// Derives `wanted` by cases. `clause` is the ID of a clause which says that at least one literal
/// of `cases` is true. Each case has a line (a sum of constraints). If the literal of the case is
/// true, the line implies `wanted`. Defines a literal of the proof that means `wanted`. Returns
/// `None`, and derives nothing else, if this literal cannot be defined, because `wanted` always or
/// never holds.
fn derive_by_cases(
    wanted: &Inequality,
    cases: Vec<(PolLine, PbLit)>,
    clause: Id,
    kernel: &mut Kernel,
) -> Option<ProofConstraint> {
    let reified = kernel.define(wanted)?;
    let mut from = vec![clause];
    for (mut line, lit) in cases {
        line.add(&reified.backward, 1);
        from.push(kernel.sum(line.weakened_to(&[!lit, reified.lit])).id);
    }
    let unit = kernel.rup(&[reified.lit], &from).id;
    Some(reified.derive_constraint(unit, &mut kernel.steps))
}

impl Kernel {
    /// Returns the search for bounds on the cost. Returns `None` if the problem has no objective.
    pub(super) fn cost_lines(&self) -> Option<CostLines<'_>> {
        let bounds = self.costs.as_ref()?;
        Some(CostLines { problem: &self.problem, definitions: &self.definitions, bounds })
    }

    /// Returns a line (a sum of constraints) that bounds the cost from below if the demand `lit` is
    /// true. Returns `None` if no such line is found, or if the problem has no objective.
    pub fn line_of_demand(&self, lit: PbLit) -> Option<PolLine> {
        Some(self.cost_lines()?.bound_from_literal(lit)?.0)
    }
}

/// A sum of constraints that bounds the cost from below, and the bound itself.
type LineBound = (PolLine, i128);

/// Returns the higher of two bounds, or `one` if they are equal. `None` is lower than every bound.
fn higher(one: Option<LineBound>, other: Option<LineBound>) -> Option<LineBound> {
    one.into_iter().chain(other).reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// A search for sums of constraints that bound the cost. It does not write steps of the proof.
pub struct CostLines<'a> {
    problem: &'a Statements,
    definitions: &'a Definitions,
    pub bounds: &'a CostBounds,
}

impl CostLines<'_> {
    fn cost(&self) -> &Cost {
        &self.bounds.cost
    }

    /// Assumes that `lit` is true, and returns the best lower bound on the cost that is found then.
    /// The result has the line (a sum of constraints), and the bound that the line states. The line
    /// can contain the negation of `lit`. If no definition says what follows from `lit`, returns a
    /// bound that always holds. Returns `None` if no sum is a bound on the cost.
    pub fn bound_from_literal(&self, lit: PbLit) -> Option<LineBound> {
        let cost = self.cost();
        let Some(side) = self.definitions.implied_side(lit) else {
            return self.unconditional_bound();
        };
        let direct = PolLine::new(&side, 1);
        let mut best = cost.scale_conditional(lit, direct.clone());
        for equation in self.bounds.sides_of_complements().chain(cost.rows()) {
            best = higher(best, cost.scale_conditional(lit, direct.plus(equation)));
        }
        // A bound on the sum of all counts also bounds the least of the counts.
        if let Some(rows) = PolLine::sum_of(cost.rows()) {
            best = higher(best, cost.scale_conditional(lit, rows.plus_line(&direct)));
        }
        best = higher(best, self.bound_of_literals(lit, direct.clone()));
        for equation in self.bounds.sides_of_complements() {
            best = higher(best, self.bound_of_literals(lit, direct.plus(equation)));
        }
        best
    }

    /// Assumes that `lit` is true, and returns the best bound on the cost that is found from `line`
    /// (a sum of constraints). First replaces each variable that means a disjunction (an "or") by
    /// the literals of the disjunction. Then tries multiples of the line. To each multiple, it adds
    /// constraints of the problem about literals that weigh less in the multiple than in the cost.
    /// Writes no step. Returns `None` if a variable of an encoding cannot be replaced (see
    /// [`unfolded`](CostLines::unfolded)), or if no bound is found in this way.
    fn bound_of_literals(&self, lit: PbLit, line: PolLine) -> Option<LineBound> {
        let cost = self.cost();
        let line = self.unfolded(line, &[!lit])?;
        let mut best = cost.scale_conditional(lit, line.clone());
        for times in cost.multiples() {
            let mut multiple = line.clone();
            multiple.multiply(times);
            if let Some(completed) = self.with_cliques(multiple.clone()) {
                best = higher(best, cost.scale_conditional(lit, self.with_certain(completed)));
            }
            best = higher(best, cost.scale_conditional(lit, self.with_certain(multiple)));
        }
        best
    }

    /// Returns a lower bound on the cost that always holds. A complement is a count that determines
    /// the objective. The result is the best bound that follows from the equation of a complement,
    /// since a count is never negative. If no complement gives a bound, the result is the constant
    /// of the cost, since each literal costs at least 0. Returns `None` if there is no variable
    /// with which this constant can be stated as a bound. Writes no step.
    fn unconditional_bound(&self) -> Option<LineBound> {
        let cost = self.cost();
        let mut best = None;
        for equation in self.bounds.sides_of_complements() {
            let mut line = PolLine::new(equation, 1);
            line.weaken(|lit| cost.sum.weight_of(lit) > 0);
            best = higher(best, cost.scale_to_bound(line).map(|line| cost.as_bound(line)));
        }
        best.or_else(|| Some((cost.trivial_bound(self.problem.variables)?, cost.constant)))
    }

    /// Replaces variables in a line (a sum of constraints) by the literals that they mean. A
    /// variable of an encoding that means a disjunction (an "or") is replaced by the literals of
    /// the disjunction. These literals are not replaced again. A literal that occurs in the clause
    /// with the same sign is not replaced either. Variables of the problem, and those that only the
    /// proof has, stay. Writes no step. Returns `None` if [`sum_of_or`](CostLines::sum_of_or)
    /// returns `None` for one of the variables.
    pub fn unfolded(&self, mut line: PolLine, clause: &[PbLit]) -> Option<PolLine> {
        let ors: Vec<(i128, PbLit)> = line
            .inequality()
            .terms()
            .filter(|(_, lit)| !clause.contains(lit))
            .filter(|(_, lit)| matches!(lit.variable, PbVar::Fresh(_)))
            .collect();
        for &(weight, or) in &ors {
            let mut sum = self.sum_of_or(or)?;
            sum.multiply(weight);
            line.add_line(&sum);
        }
        Some(line)
    }

    /// Returns a line (a sum of constraints) which says that a disjunction (an "or") is at most the
    /// sum of its literals. If `or` is a negated literal, the line says instead that this sum is at
    /// most the disjunction. The line is not written. Returns `None` in these cases:
    ///
    /// - The needed direction of the definition is unknown or always holds.
    /// - `or` is a positive literal that does not mean a disjunction.
    /// - `or` is negated, and no at-most-ones of the problem imply that at most one literal of the
    ///   disjunction is true.
    ///
    /// It is not tested that a negated literal means a disjunction.
    fn sum_of_or(&self, or: PbLit) -> Option<PolLine> {
        let definition = self.definitions.get(or.variable)?;
        if !or.is_negated {
            let forward =
                definition.forward.as_ref().filter(|side| side.inequality.degree() == 1)?;
            return Some(PolLine::new(forward, 1));
        }
        let backward = definition.backward.as_ref()?;
        let below: Vec<PbLit> =
            backward.inequality.terms().map(|(_, lit)| lit).filter(|&lit| lit != !or).collect();
        let number = i128::try_from(below.len()).ok()?;
        let mut line = self.problem.at_most_one_false(&below)?;
        line.multiply(number - 1);
        line.add(backward, 1);
        line.divide(number);
        Some(line)
    }

    /// Adds clauses of the problem to the line (a sum of constraints), in their order. Compares the
    /// weight of a literal in the line with its cost, divided by the common divisor of all costs. A
    /// clause is added only if each of its literals weighs less in the line. Then the clause is
    /// added until one of its literals weighs as much as its divided cost. Writes no step.
    fn with_certain(&self, mut line: PolLine) -> PolLine {
        for row in self.problem.rows().filter(|row| row.inequality.degree() == 1) {
            let times = row.inequality.terms().try_fold(i128::MAX, |least, (_, lit)| {
                let lacked = self.missing_weight(&line, lit);
                (lacked > 0).then_some(least.min(lacked))
            });
            if let Some(times) = times.filter(|&times| times < i128::MAX) {
                line.add(row, times);
            }
        }
        line
    }

    /// Adds constraints "at most one of these literals is false" to the line. The problem implies
    /// these constraints. Their literals are those that weigh less in the line than their cost,
    /// divided by the common divisor of all costs. A literal that is in no such constraint with
    /// another of them stays as it is. Writes no step. Returns `None` if such a constraint cannot
    /// be derived.
    fn with_cliques(&self, mut line: PolLine) -> Option<PolLine> {
        let terms = self.cost().sum.terms();
        let lacked = terms
            .map(|(_, lit)| (self.missing_weight(&line, lit), !lit))
            .filter(|(weight, _)| *weight > 0)
            .collect();
        self.problem.add_cliques(lacked, &mut line)?;
        Some(line)
    }

    /// Returns a literal's cost, divided by the common divisor of all costs, minus its weight in
    /// the line.
    fn missing_weight(&self, line: &PolLine, lit: PbLit) -> i128 {
        let cost = self.cost();
        cost.sum.weight_of(lit) / cost.unit - line.weight_of(lit)
    }
}
