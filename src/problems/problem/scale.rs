//! Values of an objective in the numbers of the problem's file.
//!
//! A search counts in whole numbers of 64 bits. If a file has decimals or larger numbers, a value
//! counts units, and the unit is a fraction or a large whole number. Inputs and outputs are the
//! file's own numbers, exactly.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde::{Deserialize, Serialize};

use crate::exchange::PrintedObjective;
use crate::model::Sense;

/// The most digits after the decimal point; a number with more is written as a fraction.
const MOST_DECIMALS: usize = 40;

/// The most characters of a number that is read; a longer text is refused. No objective has longer
/// numbers.
const MOST_DIGITS: usize = 400;

/// The most digits of a decimal that every JSON reader keeps exactly. A longer decimal is written
/// as a string.
const FLOAT_DIGITS: usize = 15;

/// The largest relative error of a rounded number that a solver prints; for numbers below 1, the
/// largest absolute error.
const ROUNDED: f64 = 1e-6;

/// An exact rational number, in JSON a [`Told`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Told", try_from = "Told")]
pub struct Exact {
    number: BigInt,
    /// At least 1, without a common factor with `number`.
    divisor: BigInt,
}

/// The unit of values: the positive number of the problem that the value 1 of a search means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Scale(Exact);

/// Exact number in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Told {
    /// Whole number of 64 bits.
    Whole(i64),
    /// Decimal of at most 15 digits.
    Decimal(f64),
    /// A longer decimal, a larger number, or a fraction `1/3`.
    Text(String),
}

impl Exact {
    /// Returns a fraction. `divisor` must be at least 1.
    pub fn fraction(number: BigInt, divisor: BigInt) -> Exact {
        let common = number.gcd(&divisor);
        Exact { number: number / &common, divisor: divisor / common }
    }

    /// Returns a whole number.
    pub fn whole(number: i128) -> Exact {
        Exact { number: number.into(), divisor: BigInt::one() }
    }

    /// Returns the words that set an option to this number, such as `--bound 3`. A negative
    /// fraction and its option are one word, `--bound=-1/3`: a word that begins with `-` would be
    /// read as another option.
    pub fn words(&self, option: &str) -> Vec<String> {
        if self.number.is_negative() && self.to_string().contains('/') {
            vec![format!("--{option}={self}")]
        } else {
            vec![format!("--{option}"), self.to_string()]
        }
    }

    /// Returns whether a solver printed this number, exactly, or rounded with an error of at most a
    /// millionth of the number, or of 1 for numbers below 1.
    pub fn is_said(&self, objective: &PrintedObjective) -> bool {
        match objective {
            PrintedObjective::Exact(text) => text.parse().as_ref() == Ok(self),
            PrintedObjective::Rounded(said) => {
                let ratio = self.number.to_f64().zip(self.divisor.to_f64());
                ratio.is_some_and(|(number, divisor)| {
                    let exact = number / divisor;
                    (said - exact).abs() <= ROUNDED * exact.abs().max(1.0)
                })
            }
        }
    }

    /// Returns the form of the number in JSON.
    pub fn told(&self) -> Told {
        if self.divisor.is_one() {
            return self.number.to_i64().map_or_else(|| Told::Text(self.to_string()), Told::Whole);
        }
        let text = self.to_string();
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        match text.parse() {
            Ok(number) if digits <= FLOAT_DIGITS => Told::Decimal(number),
            _ => Told::Text(text),
        }
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Exact) -> Ordering {
        (&self.number * &other.divisor).cmp(&(&other.number * &self.divisor))
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Exact {
    fn from(number: i64) -> Exact {
        Exact { number: number.into(), divisor: BigInt::one() }
    }
}

impl From<Exact> for Told {
    fn from(exact: Exact) -> Told {
        exact.told()
    }
}

impl TryFrom<Told> for Exact {
    type Error = NoNumber;

    fn try_from(told: Told) -> Result<Exact, NoNumber> {
        told.exact().ok_or(NoNumber)
    }
}

/// Writes a decimal if it is finite and short enough, otherwise a fraction.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = self.number.div_rem(&self.divisor);
        let (mut digits, mut rest) = (String::new(), rest.abs());
        while !rest.is_zero() && digits.len() < MOST_DECIMALS {
            let (digit, left) = (rest * BigInt::from(10)).div_rem(&self.divisor);
            digits += &digit.to_string();
            rest = left;
        }
        let sign = if self.number.is_negative() { "-" } else { "" };
        match (digits.is_empty(), rest.is_zero()) {
            (true, _) => write!(f, "{whole}"),
            (false, true) => write!(f, "{sign}{}.{digits}", whole.abs()),
            (false, false) => write!(f, "{}/{}", self.number, self.divisor),
        }
    }
}

/// Error for a text that is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a number, such as 12 or 1.25")]
pub struct NoNumber;

impl FromStr for Exact {
    type Err = NoNumber;

    /// Reads a whole number, a decimal, or a fraction of whole numbers.
    fn from_str(text: &str) -> Result<Exact, NoNumber> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let fraction = unsigned.split_once('/');
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
        let (size, divisor) = match fraction {
            Some((one, other)) if is_whole(one) && is_whole(other) => {
                (number(one)?, number(other)?)
            }
            None if is_whole(whole) && is_whole(part) && text.len() <= MOST_DIGITS => {
                let ten = BigInt::from(10);
                let power = u32::try_from(part.len()).map_err(|_| NoNumber)?;
                (number(&format!("{whole}{part}"))?, ten.pow(power))
            }
            _ => return Err(NoNumber),
        };
        if divisor.is_zero() || text.len() > MOST_DIGITS {
            return Err(NoNumber);
        }
        Ok(Exact::fraction(if text.starts_with('-') { -size } else { size }, divisor))
    }
}

fn number(digits: &str) -> Result<BigInt, NoNumber> {
    BigInt::parse_bytes(digits.as_bytes(), 10).ok_or(NoNumber)
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Told {
    /// Returns the exact number; `None` for a text that is not a number.
    pub fn exact(&self) -> Option<Exact> {
        match self {
            Told::Whole(number) => Some((*number).into()),
            Told::Decimal(number) => number.to_string().parse().ok(),
            Told::Text(text) => text.parse().ok(),
        }
    }
}

impl FromStr for Scale {
    type Err = NoNumber;

    /// Reads the unit of a scale, which must be positive.
    fn from_str(text: &str) -> Result<Scale, NoNumber> {
        let unit: Exact = text.parse()?;
        if unit.number.is_positive() { Ok(Scale(unit)) } else { Err(NoNumber) }
    }
}

impl From<Scale> for String {
    fn from(Scale(unit): Scale) -> String {
        unit.to_string()
    }
}

impl TryFrom<String> for Scale {
    type Error = NoNumber;

    fn try_from(text: String) -> Result<Scale, NoNumber> {
        text.parse()
    }
}

impl Default for Scale {
    fn default() -> Scale {
        Scale(Exact { number: BigInt::one(), divisor: BigInt::one() })
    }
}

impl Scale {
    /// Returns the scale with the unit `unit / divisor`. Both must be positive.
    pub fn new(unit: BigInt, divisor: BigInt) -> Scale {
        Scale(Exact::fraction(unit, divisor))
    }

    /// Returns whether the unit is 1.
    pub fn is_one(&self) -> bool {
        *self == Scale::default()
    }

    /// Returns the unit as a whole number or a fraction; `None` if it is 1.
    pub fn unit(&self) -> Option<String> {
        let Exact { number, divisor } = &self.0;
        if self.is_one() {
            return None;
        }
        Some(if divisor.is_one() { number.to_string() } else { format!("{number}/{divisor}") })
    }

    /// Returns the numerator and the divisor of the unit.
    pub fn fraction(&self) -> [BigInt; 2] {
        [self.0.number.clone(), self.0.divisor.clone()]
    }

    /// Converts a value of a search into the problem's number.
    pub fn of(&self, value: i64) -> Exact {
        Exact::fraction(&self.0.number * value, self.0.divisor.clone())
    }

    /// Converts a number of the problem into a value of a search, if it is a multiple of the unit.
    pub fn value(&self, number: &Exact) -> Option<i64> {
        let value = self.reaching(number, Sense::Minimise);
        (self.of(value) == *number).then_some(value)
    }

    /// Divides by the unit. If a cost grows by `number` when the value of the search grows by 1, it
    /// grows by the result when the problem's number grows by 1.
    pub fn per(&self, number: i64) -> Exact {
        Exact::fraction(&self.0.divisor * number, self.0.number.clone())
    }

    /// Multiplies by the unit, the inverse of [`per`](Scale::per); `None` if the result is no whole
    /// number of 64 bits.
    pub fn times(&self, number: &Exact) -> Option<i64> {
        let times = &number.number * &self.0.number;
        let (times, rest) = times.div_rem(&(&number.divisor * &self.0.divisor));
        times.to_i64().filter(|_| rest.is_zero())
    }

    /// Returns the worst value of a search that is at least as good as `bound`, a number of the
    /// problem.
    pub fn reaching(&self, bound: &Exact, sense: Sense) -> i64 {
        let number = &bound.number * &self.0.divisor;
        let divisor = &bound.divisor * &self.0.number;
        let value = match sense {
            Sense::Minimise => number.div_floor(&divisor),
            Sense::Maximise => -(-number).div_floor(&divisor),
        };
        // No objective has values beyond 64 bits.
        let beyond = if value.is_negative() { i64::MIN } else { i64::MAX };
        value.to_i64().unwrap_or(beyond)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn exact(text: &str) -> Exact {
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
            assert_eq!(text.parse::<Exact>(), Err(NoNumber), "{text:?}");
        }
    }

    #[test]
    fn a_solver_rounds_and_a_competition_does_not() {
        for (said, is) in [("1.25", true), ("1.250", true), ("5/4", true), ("1.2500001", false)] {
            assert_eq!(
                exact("1.25").is_said(&PrintedObjective::Exact(said.to_owned())),
                is,
                "{said}"
            );
        }
        for (said, is) in [(1.25, true), (1.250_000_9, true), (1.251, false), (-1.25, false)] {
            assert_eq!(exact("1.25").is_said(&PrintedObjective::Rounded(said)), is, "{said}");
        }
        assert!(exact("123456789123").is_said(&PrintedObjective::Rounded(1.234_567_891e11)));
        assert!(!Exact::whole(5).is_said(&PrintedObjective::Rounded(f64::NAN)));
    }

    #[test]
    fn json_has_exact_numbers() {
        assert_eq!(exact("-3").told(), Told::Whole(-3));
        assert_eq!(exact("0.1").told(), Told::Decimal(0.1));
        assert_eq!(exact("1/3").told(), Told::Text("1/3".to_owned()));
        let large = "9223372036854775808";
        assert_eq!(exact(large).told(), Told::Text(large.to_owned()));
        let long = "123456789012345.5";
        assert_eq!(exact(long).told(), Told::Text(long.to_owned()));
        let json = serde_json::to_string(&exact("1.25").told()).expect("a number");
        assert_eq!(json, "1.25");
    }

    proptest! {
        #[test]
        fn a_bound_rounds_to_the_side_that_is_implied(
            number in -1000_i64..1000, below in 1_i64..30, unit in 1_i64..30, divisor in 1_i64..30
        ) {
            let scale = Scale::new(unit.into(), divisor.into());
            let bound = Exact::fraction(number.into(), below.into());
            // Compares value · unit / divisor with number / below.
            let compared = |value: i64| (value * unit * below).cmp(&(number * divisor));
            let most = scale.reaching(&bound, Sense::Minimise);
            prop_assert!(compared(most).is_le() && compared(most + 1).is_gt());
            let least = scale.reaching(&bound, Sense::Maximise);
            prop_assert!(compared(least).is_ge() && compared(least - 1).is_lt());
            let again: Exact = scale.of(number).to_string().parse().expect("a number");
            prop_assert_eq!(scale.reaching(&again, Sense::Minimise), number);
        }
    }
}
