//! The conversion of a deduction's premises (the constraints from which it follows) into equations
//! or inequalities.
//!
//! A parity implies inequalities that are stronger than its equation: if an odd number of literals
//! is true, at least one of them is true. A parity of two literals implies two clauses.

use super::equations::{Equation, Equations};
use super::kernel::Kernel;
use super::stated::{StatedRows, sum_of};
use super::steps::{PolLine, ProofConstraint};
use super::variables::PbLit;
use crate::linear::Row;
use crate::model::Premise;

/// Derives a weighted sum of premises that are equations. The second entry of a pair is the factor
/// of the premise. Returns `None`, and derives no sum, if a premise is not an equation, or if there
/// are no premises. Even then, steps that turn unit clauses into equations can be written.
pub fn sum_of_equations(parts: &[(Premise, u64)], kernel: &mut Kernel) -> Option<Equation> {
    let equations: Option<Vec<(Equation, i128)>> = parts
        .iter()
        .map(|&(premise, times)| Some((equation(premise, kernel)?, i128::from(times))))
        .collect();
    let equations = equations?;
    let (at_least, at_most) = (
        PolLine::sum(equations.iter().map(|(equation, times)| (&equation.at_least, *times)))?,
        PolLine::sum(equations.iter().map(|(equation, times)| (&equation.at_most, *times)))?,
    );
    Some(Equation { at_least: kernel.sum(at_least), at_most: kernel.sum(at_most) })
}

/// Returns a premise as an equation. The premise can be a parity, two rows, a unit clause, or the
/// equation of a complement (a count that determines the objective). For a unit clause, derives
/// that its literal is at most 1. Returns `None` in these cases:
///
/// - The premise is none of these.
/// - The problem has no constraint or complement with this index.
/// - The equation of the complement is not derived yet.
fn equation(premise: Premise, kernel: &mut Kernel) -> Option<Equation> {
    let place = match premise {
        Premise::Constraint(place) => place,
        Premise::Complement(place) => {
            return kernel.costs.as_ref()?.complements.get(place)?.clone();
        }
    };
    match kernel.problem.get(place)? {
        StatedRows::Parity { equation, .. } => Some(equation.clone()),
        StatedRows::Rows { rows, .. } => match &rows[..] {
            [at_least, at_most] => {
                Some(Equation { at_least: at_least.clone(), at_most: at_most.clone() })
            }
            // The second direction is that the literal is at most 1.
            [unit] => {
                let mut terms = unit.inequality.terms();
                let ((1, lit), None) = (terms.next()?, terms.next()) else { return None };
                let at_least = unit.clone();
                drop(terms);
                let at_most = kernel.sum(PolLine::from_literals(&[!lit]));
                Some(Equation { at_least, at_most })
            }
            _ => None,
        },
    }
}

/// Returns the rows of the constraint with the index `place`. If the constraint is a parity,
/// derives and returns the inequalities that it implies; each call writes these steps again. It can
/// imply that at least one of its literals is true, and that at least one of them is false. A
/// parity of two literals also implies the two clauses that it means. The list is empty if there is
/// no such constraint.
fn facets(place: usize, kernel: &mut Kernel) -> Vec<ProofConstraint> {
    let (equation, sum) = match kernel.problem.get(place) {
        None => return Vec::new(),
        Some(StatedRows::Rows { rows, .. }) => return rows.clone(),
        Some(StatedRows::Parity { equation, sum, .. }) => (equation.clone(), sum),
    };
    let lits: Vec<PbLit> = sum.terms().map(|(_, lit)| lit).collect();
    let negated: Vec<PbLit> = lits.iter().map(|&lit| !lit).collect();
    let mut facets = Vec::new();
    for lits in [&lits, &negated] {
        if let Some(line) = equation.at_least_one(lits) {
            facets.push(kernel.sum(line));
        }
    }
    if let [one, other] = lits[..] {
        let mut equations = Equations::default();
        equations.add(equation);
        for clause in [[one, !other], [!one, other]] {
            if let Some(line) = equations.clause(&clause, &mut kernel.steps) {
                facets.push(kernel.sum(line.weakened_to(&clause)));
            }
        }
    }
    facets
}

/// Returns the inequalities that a premise implies. For a complement, these are both directions of
/// its equation. The inequalities of a parity are derived first, at each call again. The list is
/// empty if there is no such premise, or if the equation of the complement is not derived yet.
pub fn premise_sides(premise: Premise, kernel: &mut Kernel) -> Vec<ProofConstraint> {
    match premise {
        Premise::Constraint(place) => facets(place, kernel),
        Premise::Complement(place) => kernel
            .costs
            .as_ref()
            .map(|costs| &costs.complements[..])
            .unwrap_or_default()
            .get(place)
            .into_iter()
            .flatten()
            .flat_map(Equation::sides)
            .cloned()
            .collect(),
    }
}

/// Returns the constraint of the proof that is the same as `row`, a row of the linear relaxation.
/// `origin` is the premise from which the relaxation made this row. Derives the inequalities of the
/// premise first if necessary. Returns `None` if the premise does not imply this row.
pub fn row_of(
    row: &Row<i64, usize>,
    origin: Premise,
    kernel: &mut Kernel,
) -> Option<ProofConstraint> {
    let wanted = sum_of(&row.sum, row.bound);
    premise_sides(origin, kernel).into_iter().find(|known| known.inequality == wanted)
}
