//! Integer variables of a model: declared as sums of binary digits, or as chains of order literals.

use super::{Lit, Model};

/// An integer from 0 to `largest`, as the sum of the literals of its binary digits. The constraints
/// of the model keep the sum in this range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelInteger {
    /// The binary digits, the lowest one first: as many as `largest` needs, with distinct variables.
    pub digits: Vec<Lit>,
    /// The largest value, at least 2.
    pub largest: u64,
}

impl Model {
    /// Declares that literals are the digits of an integer. An encoding may add other literals of
    /// its values. The model must have constraints by which the integer is at most `largest`. If
    /// `largest` is less than 2, nothing is declared, since such an integer is a single literal.
    pub fn declare_integer(&mut self, digits: Vec<Lit>, largest: u64) {
        debug_assert_eq!(digits.len(), (u64::BITS - largest.leading_zeros()) as usize);
        if largest >= 2 {
            self.integers.push(ModelInteger { digits, largest });
        }
    }

    /// Declares that literals are a chain: the constraints of the model imply that each of them is
    /// implied by the next one. The literals must be of distinct variables, and those of different
    /// chains, too.
    pub fn declare_chain(&mut self, lits: Vec<Lit>) {
        self.chains.push(lits);
    }

    /// Returns the declared chains.
    pub fn chains(&self) -> &[Vec<Lit>] {
        &self.chains
    }

    /// Returns the declared integers.
    pub fn integers(&self) -> &[ModelInteger] {
        &self.integers
    }
}
