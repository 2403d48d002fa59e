//! Quotients of numbers of true literals by a base p.
//!
//! For each i, the proof defines a variable that means "at least p·i literals of the set are true".
//! The sum of these variables is the quotient, and their definitions imply the range of the
//! remainder.

use std::collections::HashMap;

use super::steps::ProofConstraint;
use super::variables::{PbLit, PbVar};

/// The quotients that are defined so far, by their sets of literals, which are sorted.
#[derive(Default)]
pub struct Quotients(HashMap<Vec<PbLit>, Quotient>);

/// A quotient: the number of true literals of a set divided by a base, rounded down.
pub struct Quotient {
    /// The base, at least 2.
    pub base: i128,
    /// The literals that mean "the quotient is at least 1", "the quotient is at least 2", and so
    /// on.
    pub reached: Vec<PbLit>,
    /// The constraint "the remainder is at least 0". `None` if it could not be derived.
    pub low: Option<ProofConstraint>,
    /// The constraint "the remainder is less than the base". `None` if it could not be derived.
    pub high: Option<ProofConstraint>,
}

impl Quotients {
    /// Returns the quotient of a set, whose literals must be sorted. Returns `None` if it is not
    /// defined.
    pub fn get(&self, set: &[PbLit]) -> Option<&Quotient> {
        self.0.get(set)
    }

    /// Records the quotient of a set, whose literals must be sorted.
    pub fn insert(&mut self, set: &[PbLit], quotient: Quotient) {
        debug_assert!(set.is_sorted(), "a set is in order");
        debug_assert!(quotient.base > 1, "no digits have the base {}", quotient.base);
        self.0.insert(set.to_vec(), quotient);
    }

    /// Returns the derived ranges of remainders for certain quotients: those that have `variable`
    /// as a literal "the quotient is at least i". The quotients are in no particular order. A
    /// quotient yields up to two constraints: its remainder is at least 0, and its remainder is
    /// less than the base.
    pub fn ranges(&self, variable: PbVar) -> impl Iterator<Item = ProofConstraint> {
        self.0
            .values()
            .filter(move |quotient| quotient.reached.iter().any(|lit| lit.variable == variable))
            .flat_map(|quotient| [&quotient.low, &quotient.high])
            .flatten()
            .cloned()
    }
}
