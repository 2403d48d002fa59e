//! Integer variables of a model: declared as sums of binary digits, or as chains of order literals.

use std::fmt;
use std::ops::Range;

use num_traits::ToPrimitive;

use super::{Lit, Model};
use crate::exact::Integer;

/// An integer from 0 to `largest`, as the sum of the literals of its binary digits. The constraints
/// of the model keep the sum in this range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelInteger {
    /// The binary digits, the lowest one first: as many as `largest` needs, with distinct
    /// variables.
    pub digits: Vec<Lit>,
    /// The largest value, at least 2.
    pub largest: u64,
}

/// The values of an integer variable: all whole numbers from `least` to `largest`, and 0 if
/// `has_zero` is true. The bounds are between -2^62 and 2^62. If `least` is above `largest`, there
/// is no value but perhaps 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerDomain {
    /// The least number of the interval.
    pub least: i64,
    /// The largest number of the interval.
    pub largest: i64,
    /// Whether 0 is a value of its own, outside the interval. The variable then has a selector.
    pub has_zero: bool,
}

impl IntegerDomain {
    /// Returns how many steps the largest value is above the least one; 0 for an empty interval.
    pub fn width(self) -> u64 {
        u64::try_from(self.largest.saturating_sub(self.least)).unwrap_or(0)
    }

    /// Returns how many binary digits the steps above the least value need.
    pub fn digits(self) -> usize {
        (u64::BITS - self.width().leading_zeros()) as usize
    }

    /// Returns the number of literals: the selector, if there is one, and the digits.
    pub fn literals(self) -> usize {
        usize::from(self.has_zero) + self.digits()
    }

    /// Returns the value if all literals are false.
    pub fn base(self) -> i64 {
        if self.has_zero { 0 } else { self.least }
    }

    /// Returns what each literal adds to [`base`](Self::base) if it is true: first the selector, if
    /// there is one, then the digits, the lowest one first.
    pub fn weights(self) -> impl Iterator<Item = i64> {
        let selector = self.has_zero.then_some(self.least);
        selector.into_iter().chain((0..self.digits()).map(|place| 1 << place))
    }

    /// Returns whether a number is a value of the variable.
    pub fn contains(self, value: i64) -> bool {
        (self.least..=self.largest).contains(&value) || self.has_zero && value == 0
    }

    /// Returns the number that the literals stand for. `lits` has their values in the order of
    /// [`weights`](Self::weights). Returns `None` if one of them is unknown.
    pub fn value(self, lits: &[Option<bool>]) -> Option<i64> {
        let mut value = self.base();
        for (weight, lit) in self.weights().zip(lits) {
            value += if (*lit)? { weight } else { 0 };
        }
        Some(value)
    }

    /// Returns the literals' values for a number, in the order of [`weights`](Self::weights).
    /// Returns `None` if the number is not a value of the variable.
    pub fn assignment(self, value: i64) -> Option<Vec<bool>> {
        if !self.contains(value) {
            return None;
        }
        let is_in_range = (self.least..=self.largest).contains(&value);
        let steps = if is_in_range { value - self.least } else { 0 };
        let selector = self.has_zero.then_some(is_in_range);
        Some(
            selector.into_iter().chain((0..self.digits()).map(|at| steps >> at & 1 == 1)).collect(),
        )
    }
}

impl fmt::Display for IntegerDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IntegerDomain { least, largest, has_zero } = self;
        let zero = if *has_zero { "0, or " } else { "" };
        write!(f, "{zero}a whole number from {least} to {largest}")
    }
}

/// An integer variable of a file.
#[derive(Clone, Debug)]
pub struct IntegerVariable {
    /// The name in the file.
    pub name: Box<str>,
    /// The values that the variable may have.
    pub domain: IntegerDomain,
    /// The index, from 1, of the first of the variable's literals, which are consecutive variables
    /// of the model. If it has no literals, it comes before the variable with this index.
    pub first: usize,
}

impl IntegerVariable {
    /// Returns the literals, each with its weight: the variable is the sum of the true literals'
    /// weights and of the domain's base.
    pub fn terms(&self) -> impl Iterator<Item = (i64, i32)> {
        let first = i32::try_from(self.first).expect("at most a hundred millions");
        self.domain.weights().zip(first..)
    }

    /// Returns the variables of the model that are its literals, numbered from 0.
    pub fn parts(&self) -> Range<usize> {
        self.first - 1..self.first - 1 + self.domain.literals()
    }

    /// Returns the variables of [`parts`](Self::parts) with their values for a number.
    ///
    /// # Errors
    ///
    /// If the number is not a value of the variable. The error states these values in words.
    pub fn parts_at(&self, value: &Integer) -> Result<Vec<(usize, bool)>, String> {
        match value.to_i64().and_then(|value| self.domain.assignment(value)) {
            Some(parts) => Ok(self.parts().zip(parts).collect()),
            None => Err(format!("{}, by the bounds and rows of the file", self.domain)),
        }
    }

    /// Returns the value of one of its [`parts`](Self::parts) if the variable is 0. Returns `None`
    /// if it cannot be 0.
    pub fn part_at_zero(&self, part: usize) -> Option<bool> {
        Some(self.domain.assignment(0)?[part - (self.first - 1)])
    }

    /// Returns the variable's value; `None` if one of its literals is unknown. `values` are the
    /// values of the model's variables, in their order.
    pub fn value(&self, values: &[Option<bool>]) -> Option<i64> {
        self.domain.value(&values[self.first - 1..])
    }
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

    /// Adds an integer variable of a file, whose literals are variables of the model.
    pub fn name_integer(&mut self, integer: IntegerVariable) {
        self.named_integers.push(integer);
    }

    /// Returns the integer variables of the file, in its order.
    pub fn named_integers(&self) -> &[IntegerVariable] {
        &self.named_integers
    }

    /// Returns the declared integers.
    pub fn integers(&self) -> &[ModelInteger] {
        &self.integers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_one_assignment() {
        for (least, largest, has_zero) in [
            (0, 5, false),
            (-3, 4, false),
            (7, 7, false),
            (3, 9, true),
            (4, 4, true),
            (-9, -2, true),
        ] {
            let domain = IntegerDomain { least, largest, has_zero };
            let values: Vec<i64> = (-20..20).filter(|&value| domain.contains(value)).collect();
            assert_eq!(
                values.len(),
                usize::try_from(largest - least).expect("few") + 1 + usize::from(has_zero)
            );
            for value in values {
                let lits = domain.assignment(value).expect("a value of the domain");
                assert_eq!(lits.len(), domain.literals());
                let known: Vec<Option<bool>> = lits.into_iter().map(Some).collect();
                assert_eq!(domain.value(&known), Some(value));
            }
            assert_eq!(domain.assignment(20), None);
        }
    }
}
