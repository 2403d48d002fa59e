//! The multipliers that a linear program's last basis gives.
//!
//! The reduced costs of surpluses are multipliers of rows. The multiplied rows add up to a lower
//! bound on the sum, or to a contradiction with the bounds of the columns (duality). The
//! multipliers are rounded to multiples of 1 / [`SCALE`]; rounded multipliers still prove an exact
//! bound.

use std::sync::Arc;

use num_traits::ToPrimitive;

use super::{
    BoundSide, InfeasibleLine, MOST_PIVOTS, ProgramRow, Simplex, SimplexStatus, TableMember,
};
use crate::linear::Inequality;
use crate::lp::{CertifiedBound, Multipliers};

/// The number of units in a multiplier of 1. Multipliers are rounded to multiples of 1 / `SCALE`.
pub const SCALE: i64 = 1 << 24;

/// The least amount by which a sum must exceed its bound before a proof is tried. Perturbations
/// usually change a sum by less.
const MARGIN: f64 = 1e-3;

/// An exact lower bound on the sum, in integers. If `spare` is at least 0, the bound proves that no
/// solution has a sum of at most a given number.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The multipliers of the rows that are added up.
    pub multipliers: Multipliers,
    /// The reduced cost of each column, in the unit of the multipliers.
    pub reduced: Vec<i128>,
    /// The proved bound minus the needed bound, in the unit of the multipliers. The needed bound is
    /// the least one that would exclude all sums of at most the given number. If the difference is
    /// negative, the proof does not exclude these sums.
    pub spare: i128,
}

impl Simplex {
    /// Proves in integers that the sum exceeds `most`, or that the rows contradict the bounds.
    /// Makes at most `pivots` pivots, until the sum exceeds `most` by more than `MARGIN`. The
    /// multipliers are rounded to the first of `scales` that gives a proof. If the sum exceeds
    /// `most`, but the integers do not confirm this, goes on until the sum is at its minimum. In
    /// two cases, replaces the table by a new one and tries once more, with up to [`MOST_PIVOTS`]
    /// pivots. First, the pivots have found a contradiction, but the integers do not confirm it.
    /// Second, the pivots have found no refutation, and the table is inaccurate. Returns `None` if
    /// there is no such proof, or if the pivots do not suffice.
    pub fn refute(&mut self, most: i64, pivots: usize, scales: &[i64]) -> Option<Evidence> {
        let limit = most as f64 + MARGIN;
        let proof = |simplex: &Simplex, end: SimplexStatus| {
            let mut evidence = scales.iter().map(|&scale| simplex.evidence(end, most, scale));
            end.refutes().then(|| evidence.find(|evidence| evidence.spare >= 0)).flatten()
        };
        let mut end = self.solve(limit, pivots);
        let mut found = proof(self, end);
        if found.is_none() && end == SimplexStatus::CutoffReached {
            end = self.solve(f64::INFINITY, pivots);
            // At its minimum, the sum still exceeds the limit.
            found = proof(self, if end.refutes() { end } else { SimplexStatus::CutoffReached });
        }
        if found.is_none() && (end.refutes() || self.is_inaccurate()) {
            *self = self.rebuilt();
            end = self.solve(limit, MOST_PIVOTS);
            return proof(self, end);
        }
        found
    }

    /// Returns what the multipliers at the end of the pivots prove about sums of at most `most`. It
    /// is possible that the multipliers do not exclude these sums. `end` must be the result of the
    /// last [`solve`](Simplex::solve), and the table must not have changed since. The multipliers are
    /// rounded to units of 1 / `scale`.
    pub fn evidence(&self, end: SimplexStatus, most: i64, scale: i64) -> Evidence {
        let multipliers = self.multipliers(end, scale);
        let CertifiedBound { least, reduced } = self.certified_bound(&multipliers);
        let needed = i128::from(multipliers.objective) * i128::from(most);
        Evidence { spare: least - needed - 1, multipliers, reduced }
    }

    /// Returns the multipliers of rows at the end of the pivots, rounded to units of 1 / `scale`.
    /// If `end` is a contradiction, the multipliers are those of the contradicting line, and the
    /// multiplier of the minimised sum is 0. If this line belongs to a surplus, the row of this
    /// surplus comes last, with the multiplier `scale`. Without a contradiction, the multipliers
    /// are the reduced costs of the surpluses, and the multiplier of the minimised sum is
    /// `scale`. Rows whose multiplier is not positive are left out. `end` must belong to the
    /// current table.
    pub fn multipliers(&self, end: SimplexStatus, scale: i64) -> Multipliers {
        match end {
            SimplexStatus::Infeasible(InfeasibleLine { member, side }) => {
                let sign = if side == BoundSide::Below { -1.0 } else { 1.0 };
                let line = self.row_of(member);
                let numbers = line.iter().map(|number| sign * number);
                let mut rows = self.positive_multipliers(numbers, scale);
                if let TableMember::Surplus(row) = member {
                    let ProgramRow { inequality, opposite, .. } = &self.rows[row];
                    // Only the surplus of an equation can be too large.
                    let violated = opposite.as_ref().filter(|_| side == BoundSide::Above);
                    rows.push((violated.unwrap_or(inequality).clone(), scale));
                }
                Multipliers { rows, objective: 0 }
            }
            SimplexStatus::Optimal | SimplexStatus::CutoffReached | SimplexStatus::PivotLimit => {
                let rows = self.positive_multipliers(self.reduced.iter().copied(), scale);
                Multipliers { rows, objective: scale }
            }
        }
    }

    /// Returns the rows whose surplus is not basic, each with its multiplier. Such a surplus is the
    /// member of a column of the table. The multiplier is the number in `numbers` for this column,
    /// rounded to units of 1 / `scale`. `numbers` has a number for each column, in order. For an
    /// equation, a negative number is a multiplier of the opposite inequality. Other rows whose
    /// multiplier is not positive are left out, and so are multipliers that do not fit into 64 bits.
    fn positive_multipliers(
        &self,
        numbers: impl Iterator<Item = f64>,
        scale: i64,
    ) -> Vec<(Arc<Inequality<usize>>, i64)> {
        self.others
            .iter()
            .zip(numbers)
            .filter_map(|(&member, number)| match member {
                TableMember::Variable(_) => None,
                TableMember::Surplus(row) => {
                    let ProgramRow { inequality, opposite, .. } = &self.rows[row];
                    let times = (number * scale as f64).round().to_i64()?;
                    match opposite {
                        Some(opposite) if times < 0 => {
                            Some((opposite.clone(), times.checked_neg()?))
                        }
                        _ => (times > 0).then(|| (inequality.clone(), times)),
                    }
                }
            })
            .collect()
    }

    /// Returns the bound on the sum that these multipliers of the rows prove under the current
    /// bounds of the columns.
    pub fn certified_bound(&self, multipliers: &Multipliers) -> CertifiedBound {
        let rows = multipliers.rows.iter().map(|(row, times)| (&**row, *times));
        CertifiedBound::from_multipliers(&self.columns, multipliers.objective, rows)
    }
}
