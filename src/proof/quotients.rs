//! How often a base is contained in numbers of literals, in a proof.
//!
//! The quotient of a set is a sum of variables of the proof's own, each of which means "at least
//! p·i of the set" for the base p. What is left is a remainder, whose range is derived from what
//! these variables mean. Digits (`digits.rs`) are sums of such remainders.

use std::collections::HashMap;

use super::inequality::{PbLit, PbVar};
use super::steps::Logged;

/// The quotients of sets of literals.
#[derive(Default)]
pub struct Quotients(HashMap<Vec<PbLit>, Quotient>);

/// How often a base is contained in the number of true literals of a set.
pub struct Quotient {
    pub base: i128,
    /// At least this often: once, twice, and so on.
    pub reached: Vec<PbLit>,
    /// The remainder is not negative.
    pub low: Option<Logged>,
    /// The remainder is less than the base.
    pub high: Option<Logged>,
}

impl Quotients {
    /// Returns the quotient of a set, if it is defined.
    pub fn of(&self, set: &[PbLit]) -> Option<&Quotient> {
        self.0.get(set)
    }

    /// Records the quotient of a set.
    pub fn insert(&mut self, set: &[PbLit], quotient: Quotient) {
        debug_assert!(set.is_sorted(), "a set is in order");
        debug_assert!(quotient.base > 1, "no digits have the base {}", quotient.base);
        self.0.insert(set.to_vec(), quotient);
    }

    /// Returns the ranges of the remainders that a variable of a quotient leaves.
    pub fn about(&self, variable: PbVar) -> impl Iterator<Item = Logged> {
        let quotients = self.0.values();
        let with_it = quotients
            .filter(move |quotient| quotient.reached.iter().any(|lit| lit.variable == variable));
        with_it.flat_map(|quotient| [&quotient.low, &quotient.high]).flatten().cloned()
    }
}
