//! Conversion between the values of a search and the numbers of the problem's file.
//!
//! A search calculates with whole numbers of 64 bits. If a file has decimal fractions or larger
//! numbers, the values of the search are multiples of a unit. The unit is a fraction or a large
//! whole number. Users enter and see the file's own numbers, without rounding.

use std::str::FromStr;

use num_traits::{One, Signed, ToPrimitive};
use serde::{Deserialize, Serialize};

use crate::exact::{Integer, ParseNumberError, Rational};
use crate::model::Sense;

/// The unit of values: the value 1 of a search means this positive number of the problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Scale(Rational);

impl FromStr for Scale {
    type Err = ParseNumberError;

    /// Reads the unit of a scale, which must be positive.
    fn from_str(text: &str) -> Result<Scale, ParseNumberError> {
        let unit: Rational = text.parse()?;
        if unit.is_positive() { Ok(Scale(unit)) } else { Err(ParseNumberError) }
    }
}

impl From<Scale> for String {
    fn from(Scale(unit): Scale) -> String {
        unit.to_string()
    }
}

impl TryFrom<String> for Scale {
    type Error = ParseNumberError;

    fn try_from(text: String) -> Result<Scale, ParseNumberError> {
        text.parse()
    }
}

impl Default for Scale {
    fn default() -> Scale {
        Scale(1.into())
    }
}

impl Scale {
    /// Returns the scale with the unit `unit / divisor`. Both must be positive.
    pub fn new(unit: Integer, divisor: Integer) -> Scale {
        Scale(Rational::fraction(unit, divisor))
    }

    /// Returns whether the unit is 1.
    pub fn is_one(&self) -> bool {
        *self == Scale::default()
    }

    /// Returns the unit as text, a whole number or a fraction. Returns `None` if the unit is 1.
    pub fn unit(&self) -> Option<String> {
        let [number, divisor] = self.0.parts();
        if self.is_one() {
            return None;
        }
        Some(if divisor.is_one() { number.to_string() } else { format!("{number}/{divisor}") })
    }

    /// Returns the numerator and the divisor of the unit.
    pub fn fraction(&self) -> [&Integer; 2] {
        self.0.parts()
    }

    /// Converts a value of a search into the problem's number.
    pub fn to_number(&self, value: i64) -> Rational {
        &self.0 * &value.into()
    }

    /// Converts a number of the problem into a value of a search. Returns `None` if the number is
    /// no multiple of the unit, or if the value exceeds 64 bits.
    pub fn value(&self, number: &Rational) -> Option<i64> {
        (number / &self.0).to_i64()
    }

    /// Divides a number by the unit. This converts a rate of growth. Suppose that a cost grows by
    /// `number` when the value of the search grows by 1. Then the cost grows by the returned number
    /// when the problem's number grows by 1.
    pub fn divide(&self, number: i64) -> Rational {
        &number.into() / &self.0
    }

    /// Multiplies a number by the unit. This is the inverse of [`divide`](Scale::divide). Returns
    /// `None` if the result is no whole number of 64 bits.
    pub fn multiply(&self, number: &Rational) -> Option<i64> {
        (number * &self.0).to_i64()
    }

    /// Returns the worst value of a search that is at least as good as `bound`, a number of the
    /// problem. A value beyond 64 bits becomes the nearest number of 64 bits.
    pub fn bound_value(&self, bound: &Rational, sense: Sense) -> i64 {
        let value = match sense {
            Sense::Minimise => (bound / &self.0).floor(),
            Sense::Maximise => (bound / &self.0).ceil(),
        };
        // The values of an objective never exceed 64 bits, so the nearest number of 64 bits
        // suffices.
        let beyond = if value.is_negative() { i64::MIN } else { i64::MAX };
        value.to_i64().unwrap_or(beyond)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_bound_rounds_to_the_side_that_is_implied(
            number in -1000_i64..1000, below in 1_i64..30, unit in 1_i64..30, divisor in 1_i64..30
        ) {
            let scale = Scale::new(unit.into(), divisor.into());
            let bound = Rational::fraction(number.into(), below.into());
            // Compares value · unit / divisor with number / below.
            let compared = |value: i64| (value * unit * below).cmp(&(number * divisor));
            let most = scale.bound_value(&bound, Sense::Minimise);
            prop_assert!(compared(most).is_le() && compared(most + 1).is_gt());
            let least = scale.bound_value(&bound, Sense::Maximise);
            prop_assert!(compared(least).is_ge() && compared(least - 1).is_lt());
            let again: Rational = scale.to_number(number).to_string().parse().expect("a number");
            prop_assert_eq!(scale.bound_value(&again, Sense::Minimise), number);
        }
    }
}
