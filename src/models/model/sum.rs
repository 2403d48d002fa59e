//! Weighted sums of literals, which cannot overflow: the constructor checks the range.

use super::{Lit, Values, are_distinct};

/// A literal and its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The weight, never 0.
    pub weight: i64,
    /// The literal.
    pub lit: Lit,
}

/// Weighted literals over distinct variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    lits: Vec<Lit>,
    weights: Vec<i64>,
}

/// The reason for refusing the terms of a sum.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumError {
    /// A weight is 0.
    #[error("a literal weighs 0")]
    Zero,
    /// Two terms have the same variable.
    #[error("a variable occurs twice in a sum")]
    Repeated,
    /// The weights' magnitudes add up to more than 64 bits.
    #[error("the weights of a sum exceed 64 bits")]
    Overflow,
}

impl Sum {
    /// Returns the sum of these terms.
    ///
    /// # Errors
    ///
    /// If a weight is 0, a variable occurs twice, or the weights' magnitudes add up to more than 64
    /// bits.
    pub fn new(terms: impl IntoIterator<Item = Term>) -> Result<Sum, SumError> {
        let (lits, weights): (Vec<Lit>, Vec<i64>) =
            terms.into_iter().map(|Term { weight, lit }| (lit, weight)).unzip();
        let magnitude: u128 = weights.iter().map(|weight| u128::from(weight.unsigned_abs())).sum();
        match () {
            () if weights.contains(&0) => Err(SumError::Zero),
            () if !are_distinct(&lits) => Err(SumError::Repeated),
            () if magnitude >= u128::from(i64::MAX.unsigned_abs()) => Err(SumError::Overflow),
            () => Ok(Sum { lits, weights }),
        }
    }

    /// Iterates over the terms.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = Term> {
        self.lits.iter().zip(&self.weights).map(|(&lit, &weight)| Term { weight, lit })
    }

    /// Returns the literals.
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Returns the weights, in the order of the literals.
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// Returns the weight of a solution's true literals.
    pub fn value(&self, values: &Values) -> i64 {
        self.terms().filter(|term| values.of(term.lit)).map(|term| term.weight).sum()
    }

    /// Returns the least value over all assignments.
    pub fn least(&self) -> i64 {
        self.weights.iter().map(|&weight| weight.min(0)).sum()
    }

    /// Returns the largest value over all assignments.
    pub fn largest(&self) -> i64 {
        self.weights.iter().map(|&weight| weight.max(0)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Objective, Sense};

    fn sum(terms: &[(i64, i32)]) -> Result<Sum, SumError> {
        let term = |&(weight, lit): &(i64, i32)| Term { weight, lit: Lit::from_dimacs(lit) };
        Sum::new(terms.iter().map(term))
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
            let objective = Objective::of_sum(Sense::Minimise, sum.clone(), constant);
            assert_eq!(objective.is_ok(), fits, "{constant}");
        }
    }

    #[test]
    fn a_sum_has_the_value_of_its_terms() {
        for weights in [[3, -2, 1], [1, -1, 1], [-1, -1, -1], [2, 2, 2]] {
            let terms = [(weights[0], 1), (weights[1], -2), (weights[2], 3)];
            let sum = sum(&terms).expect("small weights");
            let objective = Objective::of_sum(Sense::Maximise, sum, -5).expect("small weights");
            assert_eq!(objective.one().is_some(), weights.iter().all(|weight| weight.abs() == 1));
            let mut seen = Vec::new();
            for bits in 0..8 {
                let truth = [0, 1, 2].map(|place| bits >> place & 1 == 1);
                let lits = [truth[0], !truth[1], truth[2]];
                let of = |place: usize| if lits[place] { weights[place] } else { 0 };
                let expected = -5 + (0..3).map(of).sum::<i64>();
                assert_eq!(objective.value(&Values::new(truth.to_vec())), expected);
                seen.push(expected);
            }
            assert_eq!(seen.iter().min(), Some(&objective.least()));
            assert_eq!(seen.iter().max(), Some(&objective.largest()));
        }
    }
}
