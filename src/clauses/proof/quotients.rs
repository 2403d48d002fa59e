//! Quotients of numbers of literals by a base p.
//!
//! For each i, a variable of the proof means "at least p·i of the set". These add up to the
//! quotient, and their definitions give the range of the remainder.

use std::collections::HashMap;

use super::steps::ProofConstraint;
use super::variables::{PbLit, PbVar};

/// The quotients of sets of literals, by the sorted literals.
#[derive(Default)]
pub struct Quotients(HashMap<Vec<PbLit>, Quotient>);

/// The integer quotient of the number of true literals of a set by a base.
pub struct Quotient {
    /// The base, at least 2.
    pub base: i128,
    /// The literals "the quotient is at least 1", "at least 2", and so on.
    pub reached: Vec<PbLit>,
    /// The remainder is at least 0. `None` if that could not be derived.
    pub low: Option<ProofConstraint>,
    /// The remainder is less than the base. `None` if that could not be derived.
    pub high: Option<ProofConstraint>,
}

impl Quotients {
    /// Returns the quotient of a sorted set, or `None` if it is not defined.
    pub fn get(&self, set: &[PbLit]) -> Option<&Quotient> {
        self.0.get(set)
    }

    /// Records the quotient of a sorted set.
    pub fn insert(&mut self, set: &[PbLit], quotient: Quotient) {
        debug_assert!(set.is_sorted(), "a set is in order");
        debug_assert!(quotient.base > 1, "no digits have the base {}", quotient.base);
        self.0.insert(set.to_vec(), quotient);
    }

    /// Returns the ranges of remainders whose quotients contain a variable.
    pub fn ranges(&self, variable: PbVar) -> impl Iterator<Item = ProofConstraint> {
        self.0
            .values()
            .filter(move |quotient| quotient.reached.iter().any(|lit| lit.variable == variable))
            .flat_map(|quotient| [&quotient.low, &quotient.high])
            .flatten()
            .cloned()
    }
}
