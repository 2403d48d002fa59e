//! Linear programs with bounded columns, and bounds that hold even if a solver errs.
//!
//! A program minimises Σ cost·x, where each x is a column with a lower and an upper bound, under
//! rows Σ a·x ≥ b. Two methods solve it, each for its own task:
//!
//! - the dual simplex (`simplex.rs`), for a program of a few hundred columns that is solved again
//!   and again as columns are fixed and rows are added;
//! - the interior point method (`interior_point.rs`), for a large program that is solved once.
//!
//! Both compute with floating-point numbers, which are never trusted. Their result is a multiplier
//! for each row. The multipliers are rounded to integers over one scale. They still prove a bound
//! then, and [`CertifiedBound`] computes this bound exactly.
//!
//! A column is a variable that is 0 or 1, or any integer between two bounds. In an [`Inequality`],
//! the negated literal of an integer x is 1 − x, just as for a variable that is 0 or 1.

use std::borrow::Borrow;
use std::sync::Arc;

use crate::linear::Inequality;

pub(crate) mod interior_point;
#[cfg(feature = "records")]
pub mod simplex;

/// A column of a linear program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The least and the largest value of the column, both allowed.
    pub bounds: [i64; 2],
    /// The increase of the minimised sum if the column increases by 1.
    pub cost: i64,
}

impl Column {
    /// Returns a column between 0 and 1.
    pub fn binary(cost: i64) -> Column {
        Column { bounds: [0, 1], cost }
    }
}

/// Multipliers of rows and of the minimised sum, as integers. All of them count the same unit, 1 /
/// scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multipliers {
    /// The rows, each with its multiplier, which is positive.
    pub rows: Vec<(Arc<Inequality<usize>>, i64)>,
    /// The multiplier of the minimised sum: the scale itself, or 0 if the rows alone contradict the
    /// bounds of columns.
    pub objective: i64,
}

/// A lower bound that multipliers prove, in the unit of the multipliers.
///
/// Rows Σ a·x ≥ b with multipliers add up to Σ A·x ≥ B. Let r = cost − A be the reduced cost of a
/// column. Then Σ cost·x ≥ B + Σ r·x. Each r·x has its least value at one of the two bounds of x.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedBound {
    /// The lower bound on the minimised sum.
    pub least: i128,
    /// The reduced cost of each column.
    pub reduced: Vec<i128>,
}

impl Multipliers {
    /// Returns the sum of the multiplied rows and of the multiplied inequality "the minimised sum is
    /// at most `most`". `costs` has the cost of each column. The variables of the rows must be
    /// indices of these columns.
    pub fn combine(&self, costs: &[i64], most: i64) -> Inequality<usize> {
        let objective = i128::from(self.objective);
        let mut weights: Vec<i128> =
            costs.iter().map(|&cost| -objective * i128::from(cost)).collect();
        let mut degree = -objective * i128::from(most);
        for (row, times) in &self.rows {
            let times = i128::from(*times);
            degree += times * row.degree();
            for (weight, lit) in row.terms() {
                let weight = times * weight;
                if lit.is_negated {
                    weights[lit.variable] -= weight;
                    degree -= weight;
                } else {
                    weights[lit.variable] += weight;
                }
            }
        }
        let terms = weights.into_iter().enumerate().filter(|(_, weight)| *weight != 0);
        Inequality::from_terms(terms.map(|(column, weight)| (weight, column.into())), degree)
    }
}

impl CertifiedBound {
    /// Returns the bound that rows with their multipliers prove for `objective` times the minimised
    /// sum of `columns`. Also returns the reduced costs of the columns. Both are in the unit of the
    /// multipliers and of `objective`. The variables of rows must be indices of `columns`.
    /// Multipliers must be at least 0; otherwise a debug build panics. If `objective` is 0 and the
    /// bound is positive, the rows contradict the bounds of the columns.
    pub fn from_multipliers<R: Borrow<Inequality<usize>>>(
        columns: &[Column],
        objective: i64,
        rows: impl IntoIterator<Item = (R, i64)>,
    ) -> CertifiedBound {
        let costs = columns
            .iter()
            .map(|column| i128::from(column.cost) * i128::from(objective))
            .collect::<Vec<i128>>();
        let (mut least, mut reduced) = (0, costs);
        for (row, times) in rows {
            debug_assert!(times >= 0, "a multiplier that turns an inequality around");
            let (row, times) = (row.borrow(), i128::from(times));
            least += times * row.degree();
            for (weight, lit) in row.terms() {
                let weight = times * weight;
                if lit.is_negated {
                    reduced[lit.variable] += weight;
                    least -= weight;
                } else {
                    reduced[lit.variable] -= weight;
                }
            }
        }
        for (column, &cost) in columns.iter().zip(&reduced) {
            least += cost * i128::from(column.bounds[usize::from(cost < 0)]);
        }
        CertifiedBound { least, reduced }
    }
}
