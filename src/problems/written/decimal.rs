//! Numbers as files write them, without floats: an integer times a power of ten, or a quotient of
//! two such numbers, as SCIP 10 writes them.

use std::cmp::Ordering;

use num_integer::Integer as _;
use num_traits::{One, Signed, Zero, pow};

use crate::exact::Integer;

/// The most digits of a number, and the largest power of ten.
pub(super) const MOST_DIGITS: i32 = 400;

/// The most bits of a common divisor of several numbers: those of a number of [`MOST_DIGITS`]
/// digits.
const MOST_BITS: u64 = 1_329;

/// A check that [`MOST_BITS`] changes with [`MOST_DIGITS`].
const _: () = assert!(MOST_DIGITS == 400, "MOST_BITS are the bits of 400 digits");

/// A number of a file: `digits` · 10^`exponent` / `divisor`.
#[derive(Clone, Debug)]
pub(super) struct Decimal {
    pub(super) digits: Integer,
    pub(super) exponent: i32,
    /// At least 1, without a common factor with the digits; 1 unless the file has a quotient.
    divisor: Integer,
}

/// The reason why a text is no accepted number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecimalError {
    /// The text is no number, or a division by 0.
    Malformed,
    /// The number needs more than [`MOST_DIGITS`] digits, or its divisor more than [`MOST_BITS`]
    /// bits.
    TooLong,
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Decimal) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        let power = self.decimals().max(other.decimals());
        let over = |one: &Decimal, other: &Decimal| &one.times_ten_to(power) * &other.divisor;
        over(self, other).cmp(&over(other, self))
    }
}

impl Decimal {
    pub const ZERO: Decimal = Decimal::new(0, 0);
    pub const ONE: Decimal = Decimal::new(1, 0);

    /// The least bound that CPLEX, Gurobi, HiGHS and SCIP take for infinite.
    const INFINITE: Decimal = Decimal::new(1, 20);

    const fn new(digits: i64, exponent: i32) -> Decimal {
        Decimal { digits: Integer::Small(digits), exponent, divisor: Integer::Small(1) }
    }

    /// Reads an optional sign, digits, and an optional exponent after one of `marks`.
    pub fn read(text: &str, marks: &[char]) -> Result<Decimal, DecimalError> {
        let parts = text.split_once(marks);
        let (mantissa, exponent) = parts.map_or((text, None), |(one, other)| (one, Some(other)));
        let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        if !are_digits(whole) || !are_digits(part) || whole.len() + part.len() == 0 {
            return Err(DecimalError::Malformed);
        }
        let exponent = exponent.map_or(Ok(0), small_exponent)?;
        let digits = format!("{whole}{}", part.trim_end_matches('0'));
        let significant = digits.trim_start_matches('0');
        if significant.is_empty() {
            return Ok(Decimal::ZERO);
        }
        let count = |text: &str| i32::try_from(text.len()).map_err(|_| DecimalError::TooLong);
        let (decimals, length) = (count(part.trim_end_matches('0'))?, count(significant)?);
        let exponent = exponent.checked_sub(decimals).ok_or(DecimalError::TooLong)?;
        let highest = exponent.checked_add(length).ok_or(DecimalError::TooLong)?;
        if exponent < -MOST_DIGITS || highest > MOST_DIGITS || length > MOST_DIGITS {
            return Err(DecimalError::TooLong);
        }
        let digits = Integer::from_digits(mantissa.starts_with('-'), significant.as_bytes())
            .ok_or(DecimalError::Malformed)?;
        Ok(Decimal { digits, exponent, ..Decimal::ONE })
    }

    /// Reads a decimal, or two of them with a `/` between, such as `-9/10`.
    pub fn read_quotient(text: &str, marks: &[char]) -> Result<Decimal, DecimalError> {
        match text.split_once('/') {
            None => Decimal::read(text, marks),
            Some((number, divisor)) => {
                Decimal::read(number, marks)?.divide_by(&Decimal::read(divisor, marks)?)
            }
        }
    }

    /// Returns a whole number as a [`Decimal`].
    pub fn from_integer(digits: Integer) -> Decimal {
        Decimal { digits, ..Decimal::ONE }
    }

    /// Returns this number divided by `divisor`, a number without a divisor. Refuses 0, and a
    /// quotient of too many digits.
    pub fn divide_by(self, divisor: &Decimal) -> Result<Decimal, DecimalError> {
        debug_assert!(divisor.divisor.is_one(), "the divisor is no quotient");
        if divisor.is_zero() {
            return Err(DecimalError::Malformed);
        }
        let digits = &self.digits * &divisor.digits.signum();
        let below = &self.divisor * &divisor.digits.abs();
        let common = digits.gcd(&below);
        let exponent = self.exponent - divisor.exponent;
        if exponent.abs() > MOST_DIGITS || below.bits() > MOST_BITS {
            return Err(DecimalError::TooLong);
        }
        Ok(Decimal { digits: &digits / &common, exponent, divisor: &below / &common })
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_zero()
    }

    /// Returns whether the number is 1; `None` if it is neither 0 nor 1.
    pub fn bit(&self) -> Option<bool> {
        let is_one = *self == Decimal::ONE;
        (is_one || self.is_zero()).then_some(is_one)
    }

    pub fn is_negative(&self) -> bool {
        self.digits.is_negative()
    }

    /// Returns whether the number is stored as a whole number, without decimals and divisor.
    pub fn is_integer(&self) -> bool {
        self.divisor.is_one() && self.decimals() == 0
    }

    /// Returns whether readers take a bound of this number for infinite.
    pub fn is_infinite(&self) -> bool {
        self.clone().absolute() >= Decimal::INFINITE
    }

    #[must_use]
    pub fn negated(self) -> Decimal {
        Decimal { digits: -self.digits, ..self }
    }

    #[must_use]
    pub fn absolute(self) -> Decimal {
        Decimal { digits: self.digits.abs(), ..self }
    }

    /// Returns half of this number, which may have one more decimal.
    #[must_use]
    pub fn halved(self) -> Decimal {
        let digits = self.digits * Integer::Small(5);
        Decimal { digits, exponent: self.exponent - 1, divisor: self.divisor }
    }

    /// Returns the number of digits after the point, without regard to the divisor.
    pub fn decimals(&self) -> i32 {
        (-self.exponent).max(0)
    }

    /// Returns the number without its divisor times 10^`power`, with `power` at least the number of
    /// decimals.
    pub fn times_ten_to(&self, power: i32) -> Integer {
        &self.digits * &power_of_ten(self.exponent + power)
    }

    /// Returns the largest whole number that is at most this number.
    pub fn floor(&self) -> Integer {
        let power = self.decimals();
        self.times_ten_to(power).div_floor(&(&power_of_ten(power) * &self.divisor))
    }

    /// Returns this number multiplied by a common denominator, of which it is a part.
    pub fn times(&self, denominator: &Denominator) -> Integer {
        let number = self.times_ten_to(denominator.power);
        if denominator.divisor == self.divisor {
            return number;
        }
        number * (&denominator.divisor / &self.divisor)
    }
}

/// A number that makes several numbers whole if it multiplies them: a power of ten times a whole
/// number.
#[derive(Clone, Debug)]
pub(super) struct Denominator {
    /// The exponent of the power of ten, at least 0.
    power: i32,
    /// The whole number, at least 1.
    divisor: Integer,
}

impl Denominator {
    /// Returns the common denominator of these numbers; `None` if it has too many digits.
    pub fn common<'a>(numbers: impl Iterator<Item = &'a Decimal>) -> Option<Denominator> {
        let mut all = Denominator { power: 0, divisor: Integer::one() };
        for number in numbers {
            all.power = all.power.max(number.decimals());
            if !number.divisor.is_one() && number.divisor != all.divisor {
                let common = all.divisor.lcm(&number.divisor);
                if common.bits() > MOST_BITS {
                    return None;
                }
                all.divisor = common;
            }
        }
        Some(all)
    }

    /// Returns the denominator as a whole number.
    pub fn to_integer(&self) -> Integer {
        &power_of_ten(self.power) * &self.divisor
    }
}

/// Returns whether a word without a sign means an infinite number.
pub(super) fn is_infinity(text: &str) -> bool {
    ["inf", "infinity"].iter().any(|name| text.eq_ignore_ascii_case(name))
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads an exponent within ±800.
fn small_exponent(text: &str) -> Result<i32, DecimalError> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !are_digits(digits) {
        return Err(DecimalError::Malformed);
    }
    text.parse()
        .ok()
        .filter(|exponent: &i32| (-2 * MOST_DIGITS..=2 * MOST_DIGITS).contains(exponent))
        .ok_or(DecimalError::TooLong)
}

/// Returns a power of ten; 1 if `power` is negative.
fn power_of_ten(power: i32) -> Integer {
    pow(Integer::Small(10), usize::try_from(power).unwrap_or(0))
}
