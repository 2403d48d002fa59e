//! Steps that simplify sums and rows of weighted literals, each as a function of its own.
//!
//! A literal and its negation add up to 1. So every sum can be written with positive weights over
//! distinct variables ([`make_positive`], [`merge`]). A row states "the sum is at least b". If its
//! weights are positive, a weight above b can be replaced by b ([`saturate`]). All weights can also
//! be divided by a common divisor. b is then divided by this divisor, too, and rounded up
//! ([`divide`]).
//!
//! This file shares only the steps, not their order. Readers of files, symmetries and encodings
//! apply these steps in different orders: each order gives a different formula, and proofs must
//! repeat the order of the encodings.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Not;

use num_traits::{Signed, Zero};

use super::Term;

/// Removes negative weights: a negative weight becomes the opposite weight of the negated literal.
/// Returns the difference between the new sum and the old sum, a constant of at least 0. Weights of
/// 0, the order and repeated literals are left as they are.
pub fn make_positive<W: Signed + Clone, A: Copy + Not<Output = A>>(terms: &mut [Term<W, A>]) -> W {
    let mut more = W::zero();
    for term in terms.iter_mut().filter(|term| term.weight.is_negative()) {
        *term = term.clone().positive();
        more = more + term.weight.clone();
    }
    more
}

/// Merges repeated and opposite literals. Returns terms with positive weights over distinct
/// variables, in the order of their first occurrence. Also returns the constant that must be added
/// to the new sum to get the old sum. Leaves out literals whose weights cancel.
pub fn merge<W, A>(terms: impl IntoIterator<Item = Term<W, A>>) -> (Vec<Term<W, A>>, W)
where
    W: Signed + Clone,
    A: Copy + Ord + Hash + Not<Output = A>,
{
    let mut places: HashMap<A, usize> = HashMap::new();
    let mut merged: Vec<Term<W, A>> = Vec::new();
    let mut constant = W::zero();
    for Term { weight, atom } in terms {
        // The weights of a literal and its negation are collected at one of the two, since the
        // other one equals 1 minus this literal.
        let variable = atom.max(!atom);
        let place = *places.entry(variable).or_insert_with(|| {
            merged.push(Term { weight: W::zero(), atom: variable });
            merged.len() - 1
        });
        let known = std::mem::replace(&mut merged[place].weight, W::zero());
        merged[place].weight = if atom == variable {
            known + weight
        } else {
            constant = constant + weight.clone();
            known - weight
        };
    }
    merged.retain(|term| !term.weight.is_zero());
    let more = make_positive(&mut merged);
    (merged, constant - more)
}

/// Returns the sum of the weights.
pub fn total<W: Zero + Clone, A>(terms: &[Term<W, A>]) -> W {
    terms.iter().fold(W::zero(), |total, term| total + term.weight.clone())
}

/// Lowers all weights above `bound` to `bound`.
pub fn saturate<W: Ord + Clone, A>(terms: &mut [Term<W, A>], bound: &W) {
    for term in terms.iter_mut().filter(|term| term.weight > *bound) {
        term.weight.clone_from(bound);
    }
}

/// Divides positive weights by their greatest common divisor. Returns this divisor, so that the
/// caller can divide the bound by it. If there are no terms, or the divisor is 1, returns 1 and
/// changes nothing.
pub fn divide<W: num_integer::Integer + Clone, A>(terms: &mut [Term<W, A>]) -> W {
    let divisor = terms.iter().fold(W::zero(), |divisor, term| divisor.gcd(&term.weight));
    if divisor.is_zero() || divisor.is_one() {
        return W::one();
    }
    terms.iter_mut().for_each(|term| term.weight = term.weight.clone() / divisor.clone());
    divisor
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::linear::Literal;

    type Lit = Literal<usize>;

    /// Draws a term over three variables.
    fn term() -> impl Strategy<Value = Term<i128, Lit>> {
        let lit = (0..3_usize, any::<bool>());
        (-9_i128..10, lit).prop_map(|(weight, (variable, is_negated))| Term {
            weight,
            atom: Literal { variable, is_negated },
        })
    }

    /// Returns the value of a sum if the variables have these values.
    fn value(terms: &[Term<i128, Lit>], values: [bool; 3]) -> i128 {
        let is_true = |lit: Lit| values[lit.variable] != lit.is_negated;
        terms.iter().filter(|term| is_true(term.atom)).map(|term| term.weight).sum()
    }

    fn assignments() -> impl Iterator<Item = [bool; 3]> {
        (0..8).map(|bits| [0, 1, 2].map(|place| bits >> place & 1 == 1))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn steps_keep_the_meaning(terms in prop::collection::vec(term(), 0..7), bound in -9_i128..20) {
            let (mut merged, constant) = merge(terms.clone());
            let variables: Vec<usize> = merged.iter().map(|term| term.atom.variable).collect();
            prop_assert!((0..3).all(|one| variables.iter().filter(|&&other| other == one).count() < 2));
            prop_assert!(merged.iter().all(|term| term.weight > 0));
            for values in assignments() {
                prop_assert_eq!(value(&merged, values) + constant, value(&terms, values));
            }
            prop_assert_eq!(total(&merged), assignments().map(|one| value(&merged, one)).max().expect("eight"));
            let rest = (bound - constant).max(0);
            saturate(&mut merged, &rest);
            let divisor = divide(&mut merged);
            let divided = num_integer::Integer::div_ceil(&rest, &divisor);
            for values in assignments() {
                let holds = value(&terms, values) >= bound;
                prop_assert_eq!(value(&merged, values) >= divided, holds, "{:?}", values);
            }
            let mut other = terms.clone();
            let more = make_positive(&mut other);
            for values in assignments() {
                prop_assert_eq!(value(&other, values), value(&terms, values) + more);
            }
        }
    }
}
