//! A bound on the objective from constraints with multipliers: the dual of the linear relaxation.
//!
//! Each constraint Σ a·x ≥ b is multiplied by a number that is not negative. These constraints add
//! up to Σ A·x ≥ B. Let r = cost − A be the reduced cost of a variable x. Its contribution r·x is
//! at least min(0, r), so
//!
//! Σ cost·x ≥ B + Σ min(0, r)
//!
//! for any multipliers. The best multipliers solve the dual linear program (Gale, Kuhn and Tucker
//! 1951). They are a fractional packing of constraints, while the disjoint constraints of
//! [`crate::deduce`] are an integral packing. The multipliers come from a floating-point solver.
//! They are rounded to multiples of 1 / [`SCALE`], and the bound is computed in integers. So the
//! bound is right even if the solver was wrong.
//!
//! **Reduced costs.** If an answer is known, compare the cost of this answer with the bound. A
//! literal whose reduced cost exceeds the difference is false in every better answer. The reason is
//! the equation Σ cost·x = B + Σ r·x + Σ multiplier · surplus. The surplus of a constraint is Σ a·x
//! − b. When a search demands a better bound, it also states that these literals are false. Gunport
//! on 12 × 12 is proved in 10 conflicts with these literals, and in 48 without them. On boards with
//! given cells, more literals are fixed. On most empty square boards with sides from 10 to 23, no
//! literal is fixed: even if the optimum is known, the gap is 0.5 to 2.6 dominoes, and no reduced
//! cost is larger than this gap.

use num_traits::ToPrimitive;

use super::linear::LinearRelaxation;
use crate::feature;
use crate::linear::{Inequality, Literal, Row, Term};
use crate::lp::CertifiedBound;
use crate::lp::interior_point::Program;
use crate::model::{Justification, Lit, Model, Premise};
use crate::stop::Stop;

/// The number of units in a multiplier of 1.
pub const SCALE: i64 = 1 << 20;

/// A tolerance for values in the optimum of the linear program. A value counts as 0 or 1 if it
/// differs from 0 or 1 by less than this.
const NEAR: f64 = 1e-3;

/// The largest number of coefficients in a linear program that is solved. A larger program gives no
/// bound.
const MOST_TERMS: usize = 200_000;

/// Returns the linear program of a model. Returns `None` in these cases:
///
/// - This build has no solver of linear programs.
/// - [`LinearRelaxation::from_model`] returns `None`.
/// - The rows together have more than [`MOST_TERMS`] terms.
/// - A row has no literals; such a row is unsatisfiable.
/// - A stop is requested.
fn solvable_program(model: &Model, stop: &Stop) -> Option<LinearRelaxation> {
    feature::LP.require().ok()?;
    let linear = LinearRelaxation::from_model(model)?;
    let terms: usize = linear.rows.iter().map(|(row, _)| row.sum.len()).sum();
    // A row without literals is unsatisfiable, and would allow any multiplier.
    let is_sensible = linear.rows.iter().all(|(row, _)| !row.sum.is_empty());
    (terms <= MOST_TERMS && is_sensible && !stop.is_reached()).then_some(linear)
}

/// Constraints with multipliers, and the reduced costs of the variables.
#[derive(Clone, Debug)]
pub struct DualSolution {
    /// The linear program. Its rows have the multipliers.
    linear: LinearRelaxation,
    /// The multipliers of the rows, at least 0, in units of 1 / [`SCALE`].
    multipliers: Vec<i64>,
    /// The bound on the cost that the multipliers prove. It does not include the constant of the
    /// program.
    certified: CertifiedBound,
    /// The values of the variables in the optimum of the linear program. The list is empty if the
    /// solver found no optimum.
    values: Vec<f64>,
}

impl DualSolution {
    /// Returns the best multipliers of the constraints. The multipliers are zeros if the solver of
    /// linear programs fails or would take too long. Returns `None` in these cases:
    ///
    /// - The objective is not one sum.
    /// - A constraint is unsatisfiable.
    /// - The linear program is too large.
    /// - This build has no solver of linear programs.
    /// - A stop is requested.
    pub fn from_model(model: &Model, stop: &Stop) -> Option<DualSolution> {
        DualSolution::solve(solvable_program(model, stop)?, stop)
    }

    /// Returns the best multipliers of the constraints whose coefficients are all 1 or -1. Ignores
    /// the other constraints. [`DualSolution::from_model`] states the cases in which the result is
    /// zeros or `None`.
    pub fn from_unit_constraints(model: &Model, stop: &Stop) -> Option<DualSolution> {
        let mut linear = solvable_program(model, stop)?;
        linear.rows.retain(|(row, _)| row.sum.weights().iter().all(|weight| weight.abs() == 1));
        DualSolution::solve(linear, stop)
    }

    /// Returns the best multipliers for a linear program, with the bound that they prove. Returns
    /// `None` if a stop is requested.
    fn solve(linear: LinearRelaxation, stop: &Stop) -> Option<DualSolution> {
        let (multipliers, values) = solve(&linear, stop);
        (!stop.is_reached())
            .then(|| DualSolution { values, ..DualSolution::from_multipliers(linear, multipliers) })
    }

    /// Returns the bound that given multipliers of the rows prove, without values of variables.
    /// There is one multiplier for each row, at least 0, in units of 1 / [`SCALE`].
    fn from_multipliers(linear: LinearRelaxation, multipliers: Vec<i64>) -> DualSolution {
        let rows = linear
            .rows
            .iter()
            .zip(&multipliers)
            .filter(|(_, times)| **times != 0)
            .map(|((row, _), &times)| (inequality(row), times));
        let certified = CertifiedBound::from_multipliers(&linear.columns, SCALE, rows);
        DualSolution { linear, multipliers, certified, values: Vec::new() }
    }

    /// Returns the lower bound on the cost, in units of 1 / [`SCALE`].
    pub fn least(&self) -> i128 {
        i128::from(self.linear.constant) * i128::from(SCALE) + self.certified.least
    }

    /// Returns the reduced cost of each variable, in units of 1 / [`SCALE`].
    pub fn reduced_costs(&self) -> &[i128] {
        &self.certified.reduced
    }

    /// Returns a literal for each variable: the variable or its negation, whichever has the value
    /// nearer to 1 in the linear program's optimum. Returns nothing if the solver found no optimum.
    pub fn nearest_literals(&self) -> impl Iterator<Item = Lit> {
        (1..).zip(&self.values).map(|(number, &value)| {
            let lit = Lit::from_number(number);
            if value > 0.5 { lit } else { !lit }
        })
    }

    /// Returns the literals whose value in the solver's solution of the linear program is larger
    /// than 1 − `NEAR`, in the order of variables. Each comes with the reduced cost of its
    /// variable, in units of 1 / [`SCALE`]. The literal is negated if the variable is less than
    /// `NEAR`. The reduced cost always belongs to the variable, not to its negation. Returns
    /// nothing if the solver gave no values or no variable is in a row.
    pub fn integral_literals(&self) -> impl Iterator<Item = (Lit, i128)> {
        self.values.iter().zip(self.reduced_costs()).enumerate().filter_map(
            |(variable, (&value, &reduced))| {
                let lit = Lit::from_number(variable + 1);
                let is_integral = value.min(1.0 - value) < NEAR;
                is_integral.then_some((if value > 0.5 { lit } else { !lit }, reduced))
            },
        )
    }

    /// Returns the lower bound on the cost, rounded up, and limited to 64 bits.
    pub fn bound(&self) -> i64 {
        let scale = i128::from(SCALE);
        let up = num_integer::Integer::div_ceil(&self.least(), &scale);
        i64::try_from(up).unwrap_or(if up < 0 { i64::MIN } else { i64::MAX })
    }

    /// Returns the best value of the objective that the bound allows. If the costs of the variables
    /// alone prove a tighter limit, returns this limit. Returns `None` if the value does not fit
    /// into 64 bits.
    pub fn value(&self) -> Option<i64> {
        self.linear.value(self.bound().max(self.linear.least()))
    }

    /// Returns the constraints with a positive multiplier, as the reason for the bound.
    pub fn justification(&self) -> Justification {
        Justification::Sum(
            self.used_rows().map(|(_, origin, times)| (origin, times.unsigned_abs())).collect(),
        )
    }

    /// Returns the rows with a positive multiplier, each with its origin and this multiplier in
    /// units of 1 / [`SCALE`].
    pub fn used_rows(&self) -> impl Iterator<Item = (&Row<i64, usize>, Premise, i64)> {
        self.linear
            .rows
            .iter()
            .zip(self.multipliers.iter().copied())
            .map(|((row, origin), multiplier)| (row, *origin, multiplier))
            .filter(|&(_, _, multiplier)| multiplier > 0)
    }

    /// Returns the literals that the reduced costs make true in every answer at least as good as
    /// `value`. These are the literals of variables whose reduced cost is, in magnitude, larger
    /// than the difference between the cost of `value` and the bound. A positive reduced cost makes
    /// the variable false, a negative one makes it true. The list is empty if the bound excludes
    /// `value`, or if the cost of `value` does not fit into 64 bits.
    pub fn fixed_at(&self, value: i64) -> Vec<Lit> {
        let left = self
            .linear
            .cost(value)
            .map_or(i128::MAX, |cost| i128::from(cost) * i128::from(SCALE) - self.least());
        if left < 0 {
            return Vec::new();
        }
        (1..)
            .zip(self.reduced_costs())
            .filter(|(_, reduced)| reduced.abs() > left)
            .map(|(number, &reduced)| {
                let lit = Lit::from_number(number);
                if reduced > 0 { !lit } else { lit }
            })
            .collect()
    }
}

/// Returns a row that has the relation "at least", in normal form.
fn inequality(row: &Row<i64, usize>) -> Inequality<usize> {
    let terms = row.sum.terms().map(|term| (term.weight.into(), Literal::from(term.atom)));
    Inequality::from_terms(terms, row.bound.into())
}

/// Returns the solver's multipliers of the rows, in units of 1 / [`SCALE`], and its values of the
/// variables. If the solver does not reach the optimum, both can be those of an unfinished run. A
/// multiplier that is negative or too large becomes 0. A variable in no row has its cheapest value,
/// and is left out of the program that is solved; so a long objective takes no extra time. Returns
/// zeros and no values in these cases: no variable is in a row; the solver fails or would take too
/// long; a stop is requested.
fn solve(linear: &LinearRelaxation, stop: &Stop) -> (Vec<i64>, Vec<f64>) {
    let rows = linear.rows.len();
    let mut columns: Vec<Vec<(usize, f64)>> = vec![Vec::new(); linear.columns.len()];
    for (index, (row, _)) in linear.rows.iter().enumerate() {
        for Term { weight, atom } in row.sum.terms() {
            columns[atom].push((index, -weight as f64));
        }
    }
    let variables: Vec<usize> =
        (0..columns.len()).filter(|&variable| !columns[variable].is_empty()).collect();
    if variables.is_empty() {
        return (vec![0; rows], Vec::new());
    }
    let number = variables.len();
    // Each variable is at least 0 and at most 1.
    let bounded = variables
        .iter()
        .enumerate()
        .map(|(place, &variable)| {
            let mut column = std::mem::take(&mut columns[variable]);
            column.extend([(rows + place, -1.0), (rows + number + place, 1.0)]);
            column
        })
        .collect();
    let least = linear
        .rows
        .iter()
        .map(|(row, _)| -row.bound as f64)
        .chain(std::iter::repeat_n(0.0, number).chain(std::iter::repeat_n(1.0, number)))
        .collect();
    let program = Program {
        columns: bounded,
        costs: variables.iter().map(|&variable| linear.columns[variable].cost as f64).collect(),
        equations: 0,
        limits: least,
    };
    match program.solved(stop) {
        Some(found) => {
            let multipliers = &found.multipliers[..rows];
            let mut values: Vec<f64> =
                linear.columns.iter().map(|one| f64::from(u8::from(one.cost < 0))).collect();
            variables.iter().zip(found.values).for_each(|(&place, value)| values[place] = value);
            (multipliers.iter().map(|&multiplier| scaled(multiplier)).collect(), values)
        }
        // If all multipliers are 0, the bound follows from the costs alone.
        None => (vec![0; rows], Vec::new()),
    }
}

/// Returns a multiplier in units of 1 / [`SCALE`], or 0 if it is negative, too large or not a
/// number.
fn scaled(multiplier: f64) -> i64 {
    let parts = (multiplier * SCALE as f64).round();
    // Sums of 128 bits would allow larger multipliers, but none is useful.
    parts.to_i64().filter(|_| (0.0..1e15).contains(&parts)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::linear::tests::{cost, small_models, solutions};
    use super::*;
    use crate::model::{Objective, Sense, Sum};
    use crate::stop::StopCause;

    fn check(model: &Model, dual: &DualSolution) {
        let solutions = solutions(model);
        for values in &solutions {
            let cost = cost(&dual.linear, values);
            assert!(cost >= dual.bound(), "{cost} is less than {}", dual.bound());
            let value = dual.linear.value(cost).expect("values are not negative");
            for lit in dual.fixed_at(value) {
                assert!(values.is_true(lit), "{lit} is not true at {value}");
            }
        }
    }

    #[test]
    fn bounds_and_reduced_costs_hold_for_any_multipliers() {
        let mut random = fastrand::Rng::with_seed(3);
        for model in small_models() {
            let linear = LinearRelaxation::from_model(&model).expect("one count");
            for largest in [0, 1, SCALE / 2, 3 * SCALE] {
                let multipliers = linear.rows.iter().map(|_| random.i64(0..=largest)).collect();
                check(&model, &DualSolution::from_multipliers(linear.clone(), multipliers));
            }
        }
    }

    #[test]
    fn the_best_multipliers_are_found() {
        let mut random = fastrand::Rng::with_seed(5);
        for model in small_models() {
            let dual = DualSolution::from_model(&model, &Stop::unlimited()).expect("one count");
            check(&model, &dual);
            for _ in 0..50 {
                let near = dual
                    .multipliers
                    .iter()
                    .map(|&multiplier| (multiplier + random.i64(-SCALE / 8..=SCALE / 8)).max(0))
                    .collect();
                let other = DualSolution::from_multipliers(dual.linear.clone(), near);
                // The tolerance of 1000 units allows for the rounding of a few hundred multipliers.
                let (least, other) = (dual.least(), other.least());
                assert!(other <= least + 1000, "{other} and {least}");
            }
        }
    }

    /// Returns a model with `number` variables and one clause over the first two. All variables
    /// have costs.
    fn long_objective(number: usize) -> Model {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..number).map(|index| model.variable("x", &[index])).collect();
        model.clause("one", lits[..2].iter().copied());
        let sum = Sum::new((2..).zip(&lits).map(|(weight, &atom)| Term { weight, atom }))
            .expect("it fits");
        model.optimise(Objective::from_sum(Sense::Minimise, sum, 0).expect("it fits"));
        model
    }

    #[test]
    fn variables_in_no_constraint_take_their_cheapest_value() {
        let dual =
            DualSolution::from_model(&long_objective(50_000), &Stop::unlimited()).expect("one sum");
        assert_eq!((dual.bound(), dual.value()), (2, Some(2)));
        assert_eq!(dual.nearest_literals().filter(|lit| lit.is_negated()).count(), 49_999);
    }

    #[test]
    fn a_program_is_not_solved_after_a_stop() {
        let model = &small_models()[0];
        let checks = (1..).take_while(|&number| {
            let stop = Stop::rehearse(number, StopCause::Signal);
            let dual = DualSolution::from_model(model, &stop);
            assert!(dual.is_some() || stop.is_reached(), "check {number}");
            dual.is_none()
        });
        // The solver checks for a stop in each iteration.
        assert!(checks.count() > 5);
    }

    /// A random graph has no small separators, so the factors of its program are dense.
    #[test]
    fn a_program_of_too_much_work_is_not_solved() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..8_000).map(|index| model.variable("x", &[index])).collect();
        for _ in 0..16_000 {
            let one = random.usize(0..lits.len());
            let other = (one + random.usize(1..lits.len())) % lits.len();
            model.clause("edges", [one, other].map(|end| lits[end]));
        }
        let sum = Sum::new(lits.iter().map(|&atom| Term { weight: 1, atom })).expect("it fits");
        model.optimise(Objective::from_sum(Sense::Minimise, sum, 0).expect("it fits"));
        let dual = DualSolution::from_model(&model, &Stop::unlimited()).expect("one sum");
        assert_eq!((dual.bound(), dual.used_rows().count()), (0, 0));
    }
}
