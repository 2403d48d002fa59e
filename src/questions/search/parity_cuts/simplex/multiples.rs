//! The proof, in integers, of a linear program's result.
//!
//! The reduced costs of surpluses are multipliers of clauses. The multiplied clauses add up to a
//! lower bound on the sum, or contradict the bounds (duality). Rounded to multiples of 1 /
//! [`SCALE`], they still prove an exact bound.

use num_traits::ToPrimitive;

use super::{BoundSide, Contradicted, End, ProgramLit, Simplex, TableMember};

/// Multipliers are multiples of 1 / `SCALE`.
pub const SCALE: i64 = 1 << 24;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiples {
    pub clauses: Vec<(usize, i64)>,
    /// The multiplier of the program's sum: [`SCALE`], or 0 for a contradiction.
    pub sum: i64,
}

impl Multiples {
    /// Returns the number that the lower bound of the multiplied sum must exceed to refute a sum of
    /// at most `most`.
    pub fn needed(&self, most: u64) -> i128 {
        i128::from(self.sum) * i128::from(most)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedSum {
    pub least: i128,
    pub left: Vec<i128>,
}

impl Simplex {
    /// Returns the proof of a refutation `end`, as multiples of clauses and the sum that they
    /// prove. Returns `None` if `end` is no refutation, or if the rounded multiples do not prove
    /// it.
    pub(super) fn proof(&self, end: End, most: u64) -> Option<(Multiples, ProvedSum)> {
        if !end.refutes() {
            return None;
        }
        let multiples = self.multiples(end);
        let proved = self.proved(&multiples);
        (proved.least > multiples.needed(most)).then_some((multiples, proved))
    }

    pub fn multiples(&self, end: End) -> Multiples {
        match end {
            End::Contradiction(Contradicted { member, side }) => {
                let sign = if side == BoundSide::Below { -1.0 } else { 1.0 };
                let line = self.row_of(member);
                let mut clauses = self.positive(line.iter().map(|number| sign * number));
                if let TableMember::Surplus(clause) = member {
                    clauses.push((clause, SCALE));
                }
                Multiples { clauses, sum: 0 }
            }
            End::Least | End::Beyond | End::Stopped => {
                Multiples { clauses: self.positive(self.reduced.iter().copied()), sum: SCALE }
            }
        }
    }

    fn positive(&self, numbers: impl Iterator<Item = f64>) -> Vec<(usize, i64)> {
        let clauses =
            self.others.iter().zip(numbers).filter_map(|(&member, number)| match member {
                TableMember::Variable(_) => None,
                TableMember::Surplus(clause) => {
                    let times = (number * SCALE as f64).round().to_i64().filter(|&times| times > 0);
                    Some((clause, times?))
                }
            });
        clauses.collect()
    }

    pub fn proved(&self, multiples: &Multiples) -> ProvedSum {
        let sum = i128::from(multiples.sum);
        let mut left: Vec<i128> =
            self.counts.iter().map(|&counts| sum * i128::from(counts)).collect();
        let mut least = 0;
        for &(clause, times) in &multiples.clauses {
            let times = i128::from(times);
            least += times;
            for &ProgramLit { variable, is_negated } in self.clause(clause) {
                if is_negated {
                    left[variable] += times;
                    least -= times;
                } else {
                    left[variable] -= times;
                }
            }
        }
        for (variable, &weight) in left.iter().enumerate() {
            if self.fixed(variable).unwrap_or(weight < 0) {
                least += weight;
            }
        }
        ProvedSum { least, left }
    }
}
