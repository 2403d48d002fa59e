//! Rational numbers, their text, and their JSON.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Div, Mul, Sub};
use std::str::FromStr;

use num_integer::Integer as _;
use num_traits::{One, Signed, ToPrimitive, Zero, pow};
use serde::{Deserialize, Serialize};

use super::Integer;

/// The largest number of digits after the decimal point. A number that needs more digits after the
/// point is written as a fraction.
const MOST_DECIMALS: usize = 40;

/// The largest number of characters of a number that is read. A longer text is refused, since no
/// objective has longer numbers.
const MOST_DIGITS: usize = 400;

/// Every JSON reader keeps a decimal with at most this number of digits exactly. A longer decimal
/// is written as a string.
const FLOAT_DIGITS: usize = 15;

/// An exact rational number. In JSON, it is a number if every reader keeps this number exactly.
/// Otherwise, it is a string.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "JsonNumber", try_from = "JsonNumber")]
pub struct Rational {
    /// The numerator, which has the sign.
    number: Integer,
    /// The denominator. It is at least 1, and has no common factor with `number`.
    divisor: Integer,
}

/// The ways to write a rational number in JSON.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum JsonNumber {
    /// A whole number that fits 64 bits.
    Whole(i64),
    /// A decimal of at most 15 digits.
    Decimal(f64),
    /// A longer decimal, a larger number, or a fraction such as `1/3`.
    Text(String),
}

impl Rational {
    /// Returns a fraction in lowest terms. `divisor` must be at least 1.
    pub fn fraction(number: Integer, divisor: Integer) -> Rational {
        let common = number.gcd(&divisor);
        Rational { number: &number / &common, divisor: &divisor / &common }
    }

    /// Returns the numerator and the divisor, which have no common factor.
    pub fn parts(&self) -> [&Integer; 2] {
        [&self.number, &self.divisor]
    }

    /// Returns whether the number is above 0.
    pub fn is_positive(&self) -> bool {
        self.number.is_positive()
    }

    /// Returns the words of a command line that set an option to this number, such as `--bound 3`.
    /// `option` is the name without dashes. A negative fraction and its option are one word,
    /// `--bound=-1/3`, since a separate word `-1/3` would be read as another option.
    pub fn words(&self, option: &str) -> Vec<String> {
        if self.number.is_negative() && self.to_string().contains('/') {
            vec![format!("--{option}={self}")]
        } else {
            vec![format!("--{option}"), self.to_string()]
        }
    }

    /// Returns the largest whole number that is at most this number.
    pub fn floor(&self) -> Integer {
        self.number.div_floor(&self.divisor)
    }

    /// Returns the least whole number that is at least this number.
    pub fn ceil(&self) -> Integer {
        self.number.div_ceil(&self.divisor)
    }

    /// Returns the number as an `i64`. Returns `None` if it is not whole or does not fit.
    pub fn to_i64(&self) -> Option<i64> {
        self.number.to_i64().filter(|_| self.divisor.is_one())
    }

    /// Returns a float near the number. If the numerator or the divisor is beyond the range of
    /// floats, it counts as infinite. So the result can be infinite or 0. If both are infinite, the
    /// result is not a number (NaN).
    pub fn to_f64(&self) -> Option<f64> {
        Some(self.number.to_f64()? / self.divisor.to_f64()?)
    }
}

impl Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: &Rational) -> Rational {
        let number = &self.number * &other.divisor - &other.number * &self.divisor;
        Rational::fraction(number, &self.divisor * &other.divisor)
    }
}

impl Mul for &Rational {
    type Output = Rational;

    fn mul(self, other: &Rational) -> Rational {
        Rational::fraction(&self.number * &other.number, &self.divisor * &other.divisor)
    }
}

impl Div for &Rational {
    type Output = Rational;

    /// Divides. The other number must not be 0.
    fn div(self, other: &Rational) -> Rational {
        let number = &self.number * &(&other.divisor * &other.number.signum());
        Rational::fraction(number, &self.divisor * &other.number.abs())
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        (&self.number * &other.divisor).cmp(&(&other.number * &self.divisor))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N: Into<Integer>> From<N> for Rational {
    fn from(number: N) -> Rational {
        Rational { number: number.into(), divisor: Integer::one() }
    }
}

/// Writes a decimal if it is exact with 40 digits after the point. Otherwise writes a fraction.
impl fmt::Display for Rational {
    /// Writes the number. A whole number has no point. Another number is written as a decimal if it
    /// is exact with at most `MOST_DECIMALS` digits after the point, and otherwise as a fraction in
    /// lowest terms.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (integral, rest) = self.number.div_rem(&self.divisor);
        let (mut digits, mut rest) = (String::new(), rest.abs());
        while !rest.is_zero() && digits.len() < MOST_DECIMALS {
            let (digit, left) = (rest * Integer::from(10)).div_rem(&self.divisor);
            digits += &digit.to_string();
            rest = left;
        }
        let sign = if self.number.is_negative() { "-" } else { "" };
        match (digits.is_empty(), rest.is_zero()) {
            (true, _) => write!(f, "{integral}"),
            (false, true) => write!(f, "{sign}{}.{digits}", integral.abs()),
            (false, false) => write!(f, "{}/{}", self.number, self.divisor),
        }
    }
}

/// The error for a text that is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a number, such as 12 or 1.25")]
pub struct ParseNumberError;

impl FromStr for Rational {
    type Err = ParseNumberError;

    /// Reads a number, with or without a sign. It is a whole number, a decimal, or a fraction of
    /// whole numbers with a divisor above 0. Refuses blanks, exponents, a point without digits on
    /// both sides, and more than 400 characters.
    fn from_str(text: &str) -> Result<Rational, ParseNumberError> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let fraction = unsigned.split_once('/');
        let (integral, part) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
        let (size, divisor) = match fraction {
            Some((one, other)) if is_all_digits(one) && is_all_digits(other) => {
                (parse_digits(one)?, parse_digits(other)?)
            }
            None if is_all_digits(integral) && is_all_digits(part) && text.len() <= MOST_DIGITS => {
                (parse_digits(&format!("{integral}{part}"))?, pow(10.into(), part.len()))
            }
            _ => return Err(ParseNumberError),
        };
        if divisor.is_zero() || text.len() > MOST_DIGITS {
            return Err(ParseNumberError);
        }
        Ok(Rational::fraction(if text.starts_with('-') { -size } else { size }, divisor))
    }
}

fn parse_digits(digits: &str) -> Result<Integer, ParseNumberError> {
    Integer::from_digits(false, digits.as_bytes()).ok_or(ParseNumberError)
}

/// Returns whether a text consists only of digits. An empty text does not.
fn is_all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl From<Rational> for JsonNumber {
    /// Returns a number in the form that JSON needs. A whole number that fits 64 bits is `Whole`. A
    /// decimal of at most [`FLOAT_DIGITS`] digits (zeros count) is `Decimal`. Any other number is
    /// `Text`, which `Display` writes.
    fn from(number: Rational) -> JsonNumber {
        let text = number.to_string();
        match number.number.to_i64() {
            Some(integral) if number.divisor.is_one() => return JsonNumber::Whole(integral),
            None if number.divisor.is_one() => return JsonNumber::Text(text),
            _ => {}
        }
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        match text.parse() {
            Ok(number) if digits <= FLOAT_DIGITS => JsonNumber::Decimal(number),
            _ => JsonNumber::Text(text),
        }
    }
}

impl TryFrom<JsonNumber> for Rational {
    type Error = ParseNumberError;

    fn try_from(number: JsonNumber) -> Result<Rational, ParseNumberError> {
        match number {
            JsonNumber::Whole(number) => Ok(number.into()),
            JsonNumber::Decimal(number) => number.to_string().parse(),
            JsonNumber::Text(text) => text.parse(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    #[test]
    fn numbers_are_read_and_shown() {
        for (text, shown) in [
            ("1.250", "1.25"),
            ("-0.5", "-0.5"),
            ("+3", "3"),
            ("-0", "0"),
            ("2/4", "0.5"),
            ("-1/3", "-1/3"),
            ("9223372036854775808", "9223372036854775808"),
            ("0.1", "0.1"),
        ] {
            assert_eq!(exact(text).to_string(), shown);
        }
        for text in ["", "-", ".", "1.", ".5", "1/0", "1/-2", "1e3", "0x1", " 1", "--1", "1/2/3"] {
            assert_eq!(text.parse::<Rational>(), Err(ParseNumberError), "{text:?}");
        }
    }

    #[test]
    fn json_has_exact_numbers() {
        let large = "9223372036854775808";
        let long = "123456789012345.5";
        for (text, json) in [
            ("-3", "-3"),
            ("0.1", "0.1"),
            ("1.25", "1.25"),
            ("1/3", "\"1/3\""),
            (large, &format!("\"{large}\"")),
            (long, &format!("\"{long}\"")),
        ] {
            assert_eq!(serde_json::to_string(&exact(text)).expect("a number"), json);
            assert_eq!(serde_json::from_str::<Rational>(json).expect("a number"), exact(text));
        }
    }
}
