//! Whole numbers of any length.
//!
//! Nearly all numbers in files are small and stored inline, but some coefficients have a hundred
//! digits. A number that fits 64 bits is always [`Small`](Integer::Small), so equal numbers are
//! equal values.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

/// The most digits of a whole number in a file, a hundred times those of published coefficients.
/// Longer numbers are refused.
pub const MOST_DIGITS: usize = 10_000;

const SMALL_DIGITS: usize = 18;

/// A whole number of any length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Integer {
    /// A number that fits 64 bits.
    Small(i64),
    /// A number that does not fit 64 bits.
    Large(Box<BigInt>),
}

impl Integer {
    /// Reads digits, at most [`MOST_DIGITS`]. Returns `None` if `digits` is empty or has other
    /// characters.
    pub fn from_digits(is_negative: bool, digits: &[u8]) -> Option<Integer> {
        let are_digits = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        if !are_digits || digits.len() > MOST_DIGITS {
            return None;
        }
        if digits.len() > SMALL_DIGITS {
            let sign = if is_negative { Sign::Minus } else { Sign::Plus };
            let magnitude = num_bigint::BigUint::parse_bytes(digits, 10)?;
            return Some(BigInt::from_biguint(sign, magnitude).into());
        }
        let value = digits.iter().fold(0, |value, digit| 10 * value + i64::from(digit - b'0'));
        Some(Integer::Small(if is_negative { -value } else { value }))
    }

    /// Returns whether the number is 0.
    pub fn is_zero(&self) -> bool {
        *self == Integer::Small(0)
    }

    /// Returns whether the number is below 0.
    pub fn is_negative(&self) -> bool {
        match self {
            Integer::Small(small) => *small < 0,
            Integer::Large(large) => large.sign() == Sign::Minus,
        }
    }

    /// Returns the number as an `i64` if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Integer::Small(small) => Some(*small),
            Integer::Large(large) => large.to_i64(),
        }
    }

    /// Returns the number as a `BigInt`.
    pub fn to_big(&self) -> BigInt {
        match self {
            Integer::Small(small) => (*small).into(),
            Integer::Large(large) => (**large).clone(),
        }
    }

    fn with(
        &self,
        other: &Integer,
        small: fn(i64, i64) -> Option<i64>,
        large: fn(BigInt, BigInt) -> BigInt,
    ) -> Integer {
        let in_64_bits = || small(self.to_i64()?, other.to_i64()?);
        match in_64_bits() {
            Some(result) => Integer::Small(result),
            None => large(self.to_big(), other.to_big()).into(),
        }
    }
}

impl From<i64> for Integer {
    fn from(small: i64) -> Integer {
        Integer::Small(small)
    }
}

impl From<BigInt> for Integer {
    fn from(large: BigInt) -> Integer {
        large.to_i64().map_or_else(|| Integer::Large(Box::new(large)), Integer::Small)
    }
}

impl From<&Integer> for BigInt {
    fn from(integer: &Integer) -> BigInt {
        integer.to_big()
    }
}

impl Default for Integer {
    fn default() -> Integer {
        Integer::Small(0)
    }
}

impl Neg for &Integer {
    type Output = Integer;

    fn neg(self) -> Integer {
        &Integer::Small(0) - self
    }
}

impl Neg for Integer {
    type Output = Integer;

    fn neg(self) -> Integer {
        -&self
    }
}

impl Add for &Integer {
    type Output = Integer;

    fn add(self, other: &Integer) -> Integer {
        self.with(other, i64::checked_add, |one, other| one + other)
    }
}

impl Sub for &Integer {
    type Output = Integer;

    fn sub(self, other: &Integer) -> Integer {
        self.with(other, i64::checked_sub, |one, other| one - other)
    }
}

impl Mul for &Integer {
    type Output = Integer;

    fn mul(self, other: &Integer) -> Integer {
        self.with(other, i64::checked_mul, |one, other| one * other)
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (self, other) {
            (Integer::Small(one), Integer::Small(other)) => one.cmp(other),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer::Small(small) => small.fmt(f),
            Integer::Large(large) => large.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Integer {
        let digits = text.strip_prefix('-').unwrap_or(text);
        Integer::from_digits(digits.len() < text.len(), digits.as_bytes()).expect("digits")
    }

    #[test]
    fn numbers_at_the_edge_of_64_bits() {
        let edge = i64::MAX.to_string();
        assert_eq!(number(&edge), Integer::Small(i64::MAX));
        assert_eq!(number("-9223372036854775808"), Integer::Small(i64::MIN));
        assert_eq!(number("0000000000000000000000000000000000000001"), Integer::Small(1));
        let beyond = number("9223372036854775808");
        assert!(matches!(beyond, Integer::Large(_)));
        assert_eq!(beyond.to_i64(), None);
        assert_eq!(-&beyond, Integer::Small(i64::MIN));
        assert_eq!(-Integer::Small(i64::MIN), beyond);
        assert_eq!(&beyond - &1.into(), Integer::Small(i64::MAX));
        assert_eq!(&Integer::Small(i64::MAX) + &1.into(), beyond);
        assert_eq!((&beyond * &beyond).to_string(), "85070591730234615865843651857942052864");
        assert_eq!(&beyond * &0.into(), Integer::default());
    }

    #[test]
    fn order_and_sign() {
        let sorted = ["-36893488147419103232", "-1", "0", "7", "18446744073709551616"].map(number);
        assert!(sorted.is_sorted());
        assert_eq!(sorted.each_ref().map(Integer::is_negative), [true, true, false, false, false]);
        assert_eq!(sorted.each_ref().map(Integer::is_zero), [false, false, true, false, false]);
        assert_eq!(sorted[0].to_string(), "-36893488147419103232");
    }

    #[test]
    fn what_is_no_number_or_too_long() {
        for text in ["", "-", "1.5", "0x1", &"1".repeat(MOST_DIGITS + 1)] {
            assert_eq!(Integer::from_digits(false, text.as_bytes()), None);
        }
        let longest = "9".repeat(MOST_DIGITS);
        assert_eq!(number(&longest).to_string(), longest);
    }
}
