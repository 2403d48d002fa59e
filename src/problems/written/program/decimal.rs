//! Exact decimal numbers: an integer and a power of ten, without floats.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use super::super::Integer;

pub(in crate::problems::written) const MOST_DIGITS: i32 = 400;

/// The least bound that CPLEX, Gurobi, HiGHS and SCIP take for infinite, as digits and exponent.
pub(super) const INFINITE: (i64, i32) = (1, 20);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::problems::written) struct Decimal {
    pub(super) digits: Integer,
    pub(super) exponent: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::problems::written) enum NotDecimal {
    Malformed,
    TooLong,
}

impl Decimal {
    pub const ZERO: Decimal = Decimal { digits: Integer::Small(0), exponent: 0 };
    pub const ONE: Decimal = Decimal { digits: Integer::Small(1), exponent: 0 };

    /// Reads an optional sign, digits, and an optional exponent after one of `marks`.
    pub fn read(text: &str, marks: &[char]) -> Result<Decimal, NotDecimal> {
        let (mantissa, exponent) = text
            .split_once(marks)
            .map_or((text, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
        let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        if !are_digits(whole) || !are_digits(part) || whole.len() + part.len() == 0 {
            return Err(NotDecimal::Malformed);
        }
        let exponent = exponent.map_or(Ok(0), small_exponent)?;
        let digits = format!("{whole}{}", part.trim_end_matches('0'));
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() {
            return Ok(Decimal::ZERO);
        }
        let decimals =
            i32::try_from(part.trim_end_matches('0').len()).map_err(|_| NotDecimal::TooLong)?;
        let length = i32::try_from(digits.len()).map_err(|_| NotDecimal::TooLong)?;
        let exponent = exponent.checked_sub(decimals).ok_or(NotDecimal::TooLong)?;
        let highest = exponent.checked_add(length).ok_or(NotDecimal::TooLong)?;
        if exponent < -MOST_DIGITS || highest > MOST_DIGITS || length > MOST_DIGITS {
            return Err(NotDecimal::TooLong);
        }
        let digits =
            integer(BigInt::parse_bytes(digits.as_bytes(), 10).ok_or(NotDecimal::Malformed)?);
        let number = Decimal { digits, exponent };
        Ok(if mantissa.starts_with('-') { number.negated() } else { number })
    }

    pub fn whole(digits: Integer) -> Decimal {
        Decimal { digits, exponent: 0 }
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_zero()
    }

    #[must_use]
    pub fn negated(self) -> Decimal {
        let digits = match self.digits {
            Integer::Small(digits) => {
                digits.checked_neg().map_or_else(|| integer(-BigInt::from(digits)), Integer::Small)
            }
            Integer::Large(digits) => integer(-*digits),
        };
        Decimal { digits, ..self }
    }

    #[must_use]
    pub fn absolute(self) -> Decimal {
        if self.is_negative() { self.negated() } else { self }
    }

    pub fn is_negative(&self) -> bool {
        match &self.digits {
            Integer::Small(digits) => *digits < 0,
            Integer::Large(digits) => digits.is_negative(),
        }
    }

    #[must_use]
    pub fn halved(self) -> Decimal {
        Decimal { digits: integer(big(&self.digits) * 5), exponent: self.exponent - 1 }
    }

    pub fn decimals(&self) -> i32 {
        (-self.exponent).max(0)
    }

    /// Returns the number times 10^`power`, with `power` at least the number of decimals.
    pub fn times_ten_to(&self, power: i32) -> Integer {
        let power = u32::try_from(self.exponent + power).unwrap_or(0);
        match &self.digits {
            Integer::Small(digits) => {
                let short = 10_i64.checked_pow(power).and_then(|ten| digits.checked_mul(ten));
                short.map_or_else(|| integer(BigInt::from(*digits) * ten_to(power)), Integer::Small)
            }
            Integer::Large(digits) => integer(&**digits * ten_to(power)),
        }
    }

    pub fn compare(&self, other: &Decimal) -> Ordering {
        let power = self.decimals().max(other.decimals());
        big(&self.times_ten_to(power)).cmp(&big(&other.times_ten_to(power)))
    }
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads an exponent within ±800.
fn small_exponent(text: &str) -> Result<i32, NotDecimal> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotDecimal::Malformed);
    }
    text.parse()
        .ok()
        .filter(|exponent: &i32| (-2 * MOST_DIGITS..=2 * MOST_DIGITS).contains(exponent))
        .ok_or(NotDecimal::TooLong)
}

fn ten_to(power: u32) -> BigInt {
    BigInt::from(10).pow(power)
}

pub(in crate::problems::written) fn integer(number: BigInt) -> Integer {
    number.to_i64().map_or_else(|| Integer::Large(Box::new(number)), Integer::Small)
}

pub(in crate::problems::written) fn big(number: &Integer) -> BigInt {
    match number {
        Integer::Small(number) => BigInt::from(*number),
        Integer::Large(number) => BigInt::clone(number),
    }
}
