//! Weighted sums of literals. They cannot overflow, since the constructor checks the range of their
//! values.

use super::literal::{Lit, Values, are_distinct};
use crate::linear;

/// A literal and its weight.
pub type Term = linear::Term<i64, Lit>;

/// Weighted literals over distinct variables. No weight is 0. The magnitudes of the weights add up
/// to less than 2^63.
pub type Sum = linear::Sum<i64, Lit>;

/// A weighted sum of literals in relation to a bound.
pub type Row = linear::Row<i64, Lit>;

/// The reason for refusing the terms of a sum.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumError {
    /// A weight is 0.
    #[error("a literal has the weight 0")]
    Zero,
    /// Two terms have the same variable.
    #[error("a variable occurs twice in a sum")]
    Repeated,
    /// The sum of the weights' magnitudes does not fit into 64 bits.
    #[error("the weights of a sum exceed 64 bits")]
    Overflow,
}

impl Sum {
    /// Returns the sum of these terms, in the same order.
    ///
    /// # Errors
    ///
    /// If a weight is 0, if a variable occurs twice, or if the sum of the weights' magnitudes is
    /// 2⁶³ − 1 or more. If several of these apply, the error is the first of them in this order.
    pub fn new(terms: impl IntoIterator<Item = Term>) -> Result<Sum, SumError> {
        let sum = Sum::from_terms(terms);
        let magnitudes =
            sum.weights().iter().map(|weight| u128::from(weight.unsigned_abs())).sum::<u128>();
        match () {
            () if sum.weights().contains(&0) => Err(SumError::Zero),
            () if !are_distinct(sum.atoms()) => Err(SumError::Repeated),
            () if magnitudes >= u128::from(i64::MAX.unsigned_abs()) => Err(SumError::Overflow),
            () => Ok(sum),
        }
    }

    /// Returns the weight of a solution's true literals.
    pub fn value(&self, values: &Values) -> i64 {
        self.terms().filter(|term| values.is_true(term.atom)).map(|term| term.weight).sum()
    }

    /// Returns the least value over all assignments.
    pub fn least(&self) -> i64 {
        self.weights().iter().map(|&weight| weight.min(0)).sum()
    }

    /// Returns the largest value over all assignments.
    pub fn largest(&self) -> i64 {
        self.weights().iter().map(|&weight| weight.max(0)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Objective, Sense};

    fn sum(terms: &[(i64, i32)]) -> Result<Sum, SumError> {
        Sum::new(terms.iter().map(|&(weight, lit)| Term { weight, atom: Lit::from_dimacs(lit) }))
    }

    #[test]
    fn what_could_overflow_is_refused_where_it_is_made() {
        let half = i64::MAX / 2;
        assert!(sum(&[(half, 1), (-half, -2)]).is_ok());
        assert_eq!(sum(&[(half, 1), (-half, 2), (2, 3)]), Err(SumError::Overflow));
        assert_eq!(sum(&[(i64::MIN, 1)]), Err(SumError::Overflow));
        assert_eq!(sum(&[(1, 1), (0, 2)]), Err(SumError::Zero));
        assert_eq!(sum(&[(1, 1), (3, -1)]), Err(SumError::Repeated));
        let sum = sum(&[(half, 1), (-half, 2)]).expect("within 64 bits");
        for (constant, fits) in [(half, true), (half + 2, false), (i64::MIN, false)] {
            let objective = Objective::from_sum(Sense::Minimise, sum.clone(), constant);
            assert_eq!(objective.is_ok(), fits, "{constant}");
        }
    }

    #[test]
    fn a_sum_has_the_value_of_its_terms() {
        for weights in [[3, -2, 1], [1, -1, 1], [-1, -1, -1], [2, 2, 2]] {
            let terms = [(weights[0], 1), (weights[1], -2), (weights[2], 3)];
            let sum = sum(&terms).expect("small weights");
            let objective = Objective::from_sum(Sense::Maximise, sum, -5).expect("small weights");
            assert_eq!(
                objective.single_count().is_some(),
                weights.iter().all(|weight| weight.abs() == 1)
            );
            let mut seen = Vec::new();
            for bits in 0..8 {
                let truth = [0, 1, 2].map(|place| bits >> place & 1 == 1);
                let lits = [truth[0], !truth[1], truth[2]];
                let expected = -5
                    + (0..3).map(|place| if lits[place] { weights[place] } else { 0 }).sum::<i64>();
                assert_eq!(objective.value(&Values::new(truth.to_vec())), expected);
                seen.push(expected);
            }
            assert_eq!(seen.iter().min(), Some(&objective.least()));
            assert_eq!(seen.iter().max(), Some(&objective.largest()));
        }
    }
}
