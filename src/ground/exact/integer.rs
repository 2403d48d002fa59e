//! Whole numbers of any length.
//!
//! Nearly all numbers in files are small and stored inline, but some coefficients have a hundred
//! digits. A number that fits 64 bits is always [`Small`](Integer::Small). So equal numbers are
//! always equal as Rust values.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Rem, Sub, SubAssign};

use num_bigint::{BigInt, ParseBigIntError, Sign};
use num_traits::{Num, One, Signed, ToPrimitive, Zero};

/// The largest number of digits of a whole number in a file. It is a hundred times the number of
/// digits of published coefficients. Longer numbers are refused.
pub const MOST_DIGITS: usize = 10_000;

/// The largest number of digits for which each number with so many digits fits 64 bits.
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
    /// Reads a number from its decimal digits. If `is_negative` is set, the number is negative.
    /// Returns `None` if `digits` is empty, or has other characters (also a sign). Also returns
    /// `None` if it has more than [`MOST_DIGITS`] digits. Leading zeros count as digits.
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

    /// Returns the number of digits in binary, without the sign.
    pub fn bits(&self) -> u64 {
        self.to_big().bits()
    }

    fn to_big(&self) -> BigInt {
        match self {
            Integer::Small(small) => (*small).into(),
            Integer::Large(large) => (**large).clone(),
        }
    }

    /// Computes with two numbers. If both numbers and the result fit 64 bits, returns the result of
    /// `small`. Otherwise, returns the result of `large`. `small` must return `None` if its result
    /// does not fit 64 bits. Panics if `large` panics, for example at a division by 0.
    fn combine(
        &self,
        other: &Integer,
        small: fn(i64, i64) -> Option<i64>,
        large: fn(&BigInt, &BigInt) -> BigInt,
    ) -> Integer {
        match (self, other) {
            (Integer::Small(one), Integer::Small(two)) => small(*one, *two).map(Integer::Small),
            _ => None,
        }
        .unwrap_or_else(|| large(&self.to_big(), &other.to_big()).into())
    }
}

impl<N: Into<BigInt>> From<N> for Integer {
    fn from(number: N) -> Integer {
        let large = number.into();
        large.to_i64().map_or_else(|| Integer::Large(Box::new(large)), Integer::Small)
    }
}

impl Default for Integer {
    fn default() -> Integer {
        Integer::Small(0)
    }
}

/// Implements operators for numbers and references to them.
macro_rules! operators {
    ($($operator:ident $name:ident $checked:ident),+) => {$(
        impl $operator for &Integer {
            type Output = Integer;

            fn $name(self, other: &Integer) -> Integer {
                self.combine(other, i64::$checked, |one, other| one.$name(other))
            }
        }

        impl $operator for Integer {
            type Output = Integer;

            fn $name(self, other: Integer) -> Integer {
                (&self).$name(&other)
            }
        }

        impl $operator<&Integer> for Integer {
            type Output = Integer;

            fn $name(self, other: &Integer) -> Integer {
                (&self).$name(other)
            }
        }
    )+};
}

operators!(
    Add add checked_add, Sub sub checked_sub, Mul mul checked_mul, Div div checked_div,
    Rem rem checked_rem
);

impl Neg for Integer {
    type Output = Integer;

    fn neg(self) -> Integer {
        Integer::Small(0) - self
    }
}

impl AddAssign<&Integer> for Integer {
    fn add_assign(&mut self, other: &Integer) {
        *self = &*self + other;
    }
}

impl SubAssign<&Integer> for Integer {
    fn sub_assign(&mut self, other: &Integer) {
        *self = &*self - other;
    }
}

impl<'a> Sum<&'a Integer> for Integer {
    fn sum<I: Iterator<Item = &'a Integer>>(numbers: I) -> Integer {
        numbers.fold(Integer::zero(), |sum, number| &sum + number)
    }
}

impl Zero for Integer {
    fn zero() -> Integer {
        Integer::Small(0)
    }

    fn is_zero(&self) -> bool {
        *self == Integer::Small(0)
    }
}

impl One for Integer {
    fn one() -> Integer {
        Integer::Small(1)
    }
}

impl Num for Integer {
    type FromStrRadixErr = ParseBigIntError;

    fn from_str_radix(text: &str, radix: u32) -> Result<Integer, ParseBigIntError> {
        BigInt::from_str_radix(text, radix).map(Integer::from)
    }
}

impl Signed for Integer {
    fn abs(&self) -> Integer {
        if self.is_negative() { -self.clone() } else { self.clone() }
    }

    fn abs_sub(&self, other: &Integer) -> Integer {
        (self - other).max(Integer::zero())
    }

    fn signum(&self) -> Integer {
        Integer::Small(i64::from(self.is_positive()) - i64::from(self.is_negative()))
    }

    fn is_positive(&self) -> bool {
        *self > Integer::zero()
    }

    fn is_negative(&self) -> bool {
        *self < Integer::zero()
    }
}

impl num_integer::Integer for Integer {
    fn div_floor(&self, other: &Integer) -> Integer {
        let down = self % other;
        let is_inexact = !down.is_zero() && down.is_negative() != other.is_negative();
        self / other - Integer::Small(is_inexact.into())
    }

    fn mod_floor(&self, other: &Integer) -> Integer {
        self - &(&self.div_floor(other) * other)
    }

    fn gcd(&self, other: &Integer) -> Integer {
        self.combine(
            other,
            |one, other| Some(one.checked_abs()?.gcd(&other.checked_abs()?)),
            num_integer::Integer::gcd,
        )
    }

    fn lcm(&self, other: &Integer) -> Integer {
        self.to_big().lcm(&other.to_big()).into()
    }

    fn is_multiple_of(&self, other: &Integer) -> bool {
        (self % other).is_zero()
    }

    fn is_even(&self) -> bool {
        self.is_multiple_of(&Integer::Small(2))
    }

    fn is_odd(&self) -> bool {
        !self.is_even()
    }

    fn div_rem(&self, other: &Integer) -> (Integer, Integer) {
        (self / other, self % other)
    }
}

impl ToPrimitive for Integer {
    fn to_i64(&self) -> Option<i64> {
        match self {
            Integer::Small(small) => Some(*small),
            Integer::Large(_) => None,
        }
    }

    fn to_u64(&self) -> Option<u64> {
        self.to_big().to_u64()
    }

    fn to_i128(&self) -> Option<i128> {
        self.to_big().to_i128()
    }

    fn to_f64(&self) -> Option<f64> {
        self.to_big().to_f64()
    }
}

impl Ord for Integer {
    /// Compares two numbers by value. Each number that fits 64 bits must be `Small`.
    fn cmp(&self, other: &Integer) -> Ordering {
        match (self, other) {
            (Integer::Small(one), Integer::Small(other)) => one.cmp(other),
            (Integer::Large(one), Integer::Large(other)) => one.cmp(other),
            // A large number is outside the range of small numbers. So if it is negative, it is
            // below all small numbers, and otherwise above them.
            (Integer::Large(large), _) => large.sign().cmp(&Sign::NoSign),
            (_, Integer::Large(large)) => Sign::NoSign.cmp(&large.sign()),
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
    use num_integer::Integer as _;
    use proptest::prelude::*;

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
        assert_eq!(-beyond.clone(), Integer::Small(i64::MIN));
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

    /// Draws a random number: small, near the limits of 64 bits, or larger.
    fn drawn() -> impl Strategy<Value = BigInt> {
        let edge = prop_oneof![Just(i128::from(i64::MIN)), Just(i128::from(i64::MAX))];
        prop_oneof![
            (-9_i128..10).prop_map(BigInt::from),
            (edge, -2_i128..3).prop_map(|(edge, more)| BigInt::from(edge + more)),
            any::<i128>().prop_map(BigInt::from),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn results_are_those_of_large_numbers(one in drawn(), other in drawn()) {
            let [a, b] = [&one, &other].map(|number| Integer::from(number.clone()));
            let large = |number: BigInt| Integer::from(number);
            prop_assert_eq!(matches!(a, Integer::Small(_)), one.to_i64().is_some());
            prop_assert_eq!(&a + &b, large(&one + &other));
            prop_assert_eq!(&a - &b, large(&one - &other));
            prop_assert_eq!(&a * &b, large(&one * &other));
            prop_assert_eq!(a.gcd(&b), large(one.gcd(&other)));
            prop_assert_eq!(a.lcm(&b), large(one.lcm(&other)));
            prop_assert_eq!(a.cmp(&b), one.cmp(&other));
            prop_assert_eq!(-a.clone(), large(-one.clone()));
            prop_assert_eq!(a.abs(), large(one.abs()));
            prop_assert_eq!(a.signum(), large(one.signum()));
            prop_assert_eq!((a.is_even(), a.bits()), (one.is_even(), one.bits()));
            prop_assert_eq!((a.to_u64(), a.to_i128()), (one.to_u64(), one.to_i128()));
            if !other.is_zero() {
                let (quotient, rest) = one.div_rem(&other);
                prop_assert_eq!(a.div_rem(&b), (large(quotient), large(rest)));
                prop_assert_eq!(a.div_floor(&b), large(one.div_floor(&other)));
                prop_assert_eq!(a.mod_floor(&b), large(one.mod_floor(&other)));
                prop_assert_eq!(a.div_ceil(&b), large(one.div_ceil(&other)));
                prop_assert_eq!(a.is_multiple_of(&b), one.is_multiple_of(&other));
            }
        }
    }
}
