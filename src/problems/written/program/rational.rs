//! Exact rational numbers, as SCIP 10 writes them: a decimal, or two decimals with a `/` between.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::Signed;

use super::super::Integer;
use super::decimal::{Decimal, INFINITE, MOST_DIGITS, NotDecimal, big, integer};

/// The most bits of a common divisor of several numbers: those of a number of [`MOST_DIGITS`]
/// digits.
const MOST_BITS: u64 = 1_329;

const _: () = assert!(MOST_DIGITS == 400, "MOST_BITS are the bits of 400 digits");

/// A decimal divided by a whole number.
#[derive(Clone, Debug)]
pub(in crate::problems::written) struct Rational {
    numerator: Decimal,
    /// At least 1, without a common factor with the digits of the numerator.
    divisor: Integer,
}

impl From<Decimal> for Rational {
    fn from(numerator: Decimal) -> Rational {
        Rational { numerator, divisor: Integer::Small(1) }
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Rational) -> bool {
        self.compare(other) == Ordering::Equal
    }
}

impl Eq for Rational {}

impl Rational {
    pub const ZERO: Rational = Rational { numerator: Decimal::ZERO, divisor: Integer::Small(1) };
    pub const ONE: Rational = Rational { numerator: Decimal::ONE, divisor: Integer::Small(1) };

    /// Reads a decimal, or two of them with a `/` between, such as `-9/10`. The exponent of a
    /// decimal follows one of `marks`.
    pub fn read(text: &str, marks: &[char]) -> Result<Rational, NotDecimal> {
        let Some((numerator, divisor)) = text.split_once('/') else {
            return Decimal::read(text, marks).map(Rational::from);
        };
        Rational::from(Decimal::read(numerator, marks)?).over(&Decimal::read(divisor, marks)?)
    }

    /// Returns this number divided by `divisor`. Refuses 0 as a divisor, and a quotient of too many
    /// digits.
    pub fn over(self, divisor: &Decimal) -> Result<Rational, NotDecimal> {
        if divisor.is_zero() {
            return Err(NotDecimal::Malformed);
        }
        let digits = big(&self.numerator.digits) * big(&divisor.digits).signum();
        let below = big(&self.divisor) * big(&divisor.digits).abs();
        let common = digits.gcd(&below);
        let exponent = self.numerator.exponent - divisor.exponent;
        if exponent.abs() > MOST_DIGITS || below.bits() > MOST_BITS {
            return Err(NotDecimal::TooLong);
        }
        let numerator = Decimal { digits: integer(digits / &common), exponent };
        Ok(Rational { numerator, divisor: integer(below / common) })
    }

    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative()
    }

    pub fn is_whole(&self) -> bool {
        self.divisor == Integer::Small(1) && self.numerator.decimals() == 0
    }

    #[must_use]
    pub fn negated(self) -> Rational {
        Rational { numerator: self.numerator.negated(), ..self }
    }

    #[must_use]
    pub fn absolute(self) -> Rational {
        Rational { numerator: self.numerator.absolute(), ..self }
    }

    #[must_use]
    pub fn halved(self) -> Rational {
        Rational { numerator: self.numerator.halved(), ..self }
    }

    /// Returns whether readers take a bound of this number for infinite.
    pub fn is_infinite(&self) -> bool {
        let (digits, exponent) = INFINITE;
        let infinite = Decimal { digits: Integer::Small(digits), exponent };
        self.clone().absolute().compare(&infinite.into()) != Ordering::Less
    }

    pub fn compare(&self, other: &Rational) -> Ordering {
        let power = self.numerator.decimals().max(other.numerator.decimals());
        let over = |one: &Rational, other: &Rational| {
            big(&one.numerator.times_ten_to(power)) * big(&other.divisor)
        };
        over(self, other).cmp(&over(other, self))
    }

    /// Returns the largest whole number that is at most this number.
    pub fn floor(&self) -> BigInt {
        let power = self.numerator.decimals();
        let below = big(&Decimal::ONE.times_ten_to(power)) * big(&self.divisor);
        big(&self.numerator.times_ten_to(power)).div_floor(&below)
    }

    /// Returns this number multiplied by a common denominator, of which it is a part.
    pub fn times(&self, denominator: &Denominator) -> Integer {
        let number = self.numerator.times_ten_to(denominator.power);
        if denominator.divisor == self.divisor {
            return number;
        }
        integer(big(&number) * (big(&denominator.divisor) / big(&self.divisor)))
    }
}

/// A number that makes several numbers whole if it multiplies them: a power of ten times a whole
/// number.
#[derive(Clone, Debug)]
pub(in crate::problems::written) struct Denominator {
    power: i32,
    divisor: Integer,
}

impl Denominator {
    /// Returns the common denominator of these numbers; `None` if it has too many digits.
    pub fn of<'a>(numbers: impl Iterator<Item = &'a Rational>) -> Option<Denominator> {
        let mut all = Denominator { power: 0, divisor: Integer::Small(1) };
        for Rational { numerator, divisor } in numbers {
            all.power = all.power.max(numerator.decimals());
            if *divisor != Integer::Small(1) && *divisor != all.divisor {
                let common = big(&all.divisor).lcm(&big(divisor));
                if common.bits() > MOST_BITS {
                    return None;
                }
                all.divisor = integer(common);
            }
        }
        Some(all)
    }

    pub fn number(&self) -> Integer {
        integer(big(&Decimal::ONE.times_ten_to(self.power)) * big(&self.divisor))
    }
}
