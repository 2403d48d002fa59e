//! Integer variables of a model, as sums of its variables.

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

    /// Returns the declared integers.
    pub fn integers(&self) -> &[ModelInteger] {
        &self.integers
    }
}
