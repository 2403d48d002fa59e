//! Sums of literals with weights, in constraints and objectives.
//!
//! A weight is a whole number of 64 bits, with a sign; so is what a sum can come to, which is
//! looked at in 128 bits where a sum is made. So nobody who adds up weights later has to think of
//! overflow.

use super::{Lit, Values, are_distinct};

/// A literal and what it weighs where it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// Any number but 0.
    pub weight: i64,
    /// What weighs it.
    pub lit: Lit,
}

/// A sum of literals over distinct variables, each with a weight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    lits: Vec<Lit>,
    weights: Vec<i64>,
}

/// Why terms make no sum.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumError {
    /// What weighs nothing does not belong to a sum.
    #[error("a literal weighs 0")]
    Zero,
    /// A variable stands in two terms.
    #[error("a variable stands twice in a sum")]
    Repeated,
    /// The weights together are more than a number of 64 bits.
    #[error("the weights of a sum come to more than 64 bits")]
    Overflow,
}

impl Sum {
    /// The sum of these terms.
    ///
    /// # Errors
    ///
    /// Refuses a weight of 0, a variable that stands twice, and weights whose magnitudes come to
    /// more than 64 bits.
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

    /// The terms.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = Term> {
        self.lits.iter().zip(&self.weights).map(|(&lit, &weight)| Term { weight, lit })
    }

    /// The literals.
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Their weights, in the same order.
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// What the true literals of a solution weigh.
    pub fn value(&self, values: &Values) -> i64 {
        self.terms().filter(|term| values.of(term.lit)).map(|term| term.weight).sum()
    }

    /// The least that it can come to, if each literal is true or false as it may be.
    pub fn least(&self) -> i64 {
        self.weights.iter().map(|&weight| weight.min(0)).sum()
    }

    /// The most that it can come to.
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

    /// Every assignment has the same value, whether weights of 1 and -1 are a count or not.
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
