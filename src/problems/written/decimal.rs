//! Exact numbers of files, without floating-point arithmetic. A number is an integer times a power
//! of ten, or a quotient of two such numbers. SCIP 10 writes such quotients.

use std::cmp::Ordering;

use num_integer::Integer as _;
use num_traits::{One, Signed, Zero, pow};

use crate::exact::Integer;

/// The largest number of digits that a number of a file may have, and the largest exponent of its
/// power of ten.
pub(super) const MOST_DIGITS: i32 = 400;

/// The largest number of bits that the divisor of a number, or the common divisor of several
/// numbers, may have: as many as a number of [`MOST_DIGITS`] digits has.
const MOST_BITS: u64 = 1_329;

/// Fails to compile if [`MOST_DIGITS`] is changed, as a reminder to change [`MOST_BITS`] too.
const _: () = assert!(MOST_DIGITS == 400, "MOST_BITS are the bits of 400 digits");

/// A number of a file: `digits` · 10^`exponent` / `divisor`.
#[derive(Clone, Debug)]
pub(super) struct Decimal {
    pub(super) digits: Integer,
    pub(super) exponent: i32,
    /// The divisor is at least 1, and has no common factor with `digits`. It is 1 if the file
    /// states no quotient.
    divisor: Integer,
}

/// The reason why a text is not accepted as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecimalError {
    /// The text is not a number, or it divides by 0.
    Malformed,
    /// The number needs more than [`MOST_DIGITS`] digits, or its divisor needs more than
    /// [`MOST_BITS`] bits.
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

    /// The smallest bound that CPLEX, Gurobi, HiGHS and SCIP treat as infinite.
    const INFINITE: Decimal = Decimal::new(1, 20);

    const fn new(digits: i64, exponent: i32) -> Decimal {
        Decimal { digits: Integer::Small(digits), exponent, divisor: Integer::Small(1) }
    }

    /// Reads a number: an optional sign, then digits with an optional point, then an optional
    /// exponent after one of the characters `marks`. There must be a digit before or after the
    /// point. The error is `Malformed` if the text is anything else, or if it has blanks. The error
    /// is `TooLong` if the exponent is below -800 or above 800, even for a zero. It is also
    /// `TooLong` if a number that is not zero has more than 400 digits, or a digit more than 400
    /// places before or after the point. Zeros at the beginning do not count as digits, and neither
    /// do zeros at the end after a point.
    pub fn read(text: &str, marks: &[char]) -> Result<Decimal, DecimalError> {
        let parts = text.split_once(marks);
        let (mantissa, exponent) = parts.map_or((text, None), |(one, other)| (one, Some(other)));
        let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let (integral, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        if !are_digits(integral) || !are_digits(part) || integral.len() + part.len() == 0 {
            return Err(DecimalError::Malformed);
        }
        let exponent = exponent.map_or(Ok(0), small_exponent)?;
        let digits = format!("{integral}{}", part.trim_end_matches('0'));
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

    /// Reads a number as [`Decimal::read`] does, or a quotient of two such numbers, such as
    /// `-9/10`. Also refuses a division by 0 (`Malformed`) and a quotient with too many digits
    /// (`TooLong`).
    pub fn read_quotient(text: &str, marks: &[char]) -> Result<Decimal, DecimalError> {
        match text.split_once('/') {
            None => Decimal::read(text, marks),
            Some((number, divisor)) => {
                Decimal::read(number, marks)?.divide_by(&Decimal::read(divisor, marks)?)
            }
        }
    }

    /// Returns a [`Decimal`] with this value, without a power of ten and without a divisor.
    pub fn from_integer(digits: Integer) -> Decimal {
        Decimal { digits, ..Decimal::ONE }
    }

    /// Returns this number divided by `divisor`. `divisor` must not be a quotient itself; otherwise
    /// a debug build panics. The error is `Malformed` if `divisor` is 0. It is `TooLong` if the
    /// difference of the exponents is below -400 or above 400. It is also `TooLong` if the new
    /// divisor needs more than [`MOST_BITS`] bits before common factors are removed.
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

    /// Returns `true` for 1 and `false` for 0. Returns `None` for every other number.
    pub fn bit(&self) -> Option<bool> {
        let is_one = *self == Decimal::ONE;
        (is_one || self.is_zero()).then_some(is_one)
    }

    pub fn is_negative(&self) -> bool {
        self.digits.is_negative()
    }

    /// Returns whether solvers treat a bound with this value as infinite: its absolute value is at
    /// least 10^20.
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

    /// Returns half of this number. The result may have one decimal more than this number.
    #[must_use]
    pub fn halved(self) -> Decimal {
        let digits = self.digits * Integer::Small(5);
        Decimal { digits, exponent: self.exponent - 1, divisor: self.divisor }
    }

    /// Returns how many digits are stored after the point. Ignores the divisor.
    pub fn decimals(&self) -> i32 {
        (-self.exponent).max(0)
    }

    /// Returns `digits` · 10^(`exponent` + `power`), and ignores the divisor. `power` must be at
    /// least the number of decimals, so that the result is a whole number.
    pub fn times_ten_to(&self, power: i32) -> Integer {
        &self.digits * &power_of_ten(self.exponent + power)
    }

    /// Returns the largest whole number that is at most this number.
    pub fn floor(&self) -> Integer {
        let power = self.decimals();
        self.times_ten_to(power).div_floor(&(&power_of_ten(power) * &self.divisor))
    }

    /// Returns the smallest whole number that is at least this number.
    pub fn ceil(&self) -> Integer {
        -self.clone().negated().floor()
    }

    /// Returns this number multiplied by `denominator`, as a whole number. The number must be among
    /// those from which [`Denominator::common`] made the denominator.
    pub fn times(&self, denominator: &Denominator) -> Integer {
        let number = self.times_ten_to(denominator.power);
        if denominator.divisor == self.divisor {
            return number;
        }
        number * (&denominator.divisor / &self.divisor)
    }
}

/// A common denominator: if several numbers are multiplied by it, they become whole numbers. It is
/// a power of ten times a whole number.
#[derive(Clone, Debug)]
pub(super) struct Denominator {
    /// The exponent of the power of ten, at least 0.
    power: i32,
    /// The factor of the power of ten, a whole number of at least 1.
    divisor: Integer,
}

impl Denominator {
    /// Returns a common denominator of these numbers; it is 1 if there are no numbers. The
    /// denominator has a power of ten and another factor, the least common multiple of the numbers'
    /// divisors. Returns `None` if this factor needs more than [`MOST_BITS`] bits.
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

    /// Returns the value of the denominator, which is a whole number.
    pub fn to_integer(&self) -> Integer {
        &power_of_ten(self.power) * &self.divisor
    }
}

/// Returns whether a word is `inf` or `infinity`, in upper or lower case and without a sign.
pub(super) fn is_infinity(text: &str) -> bool {
    ["inf", "infinity"].iter().any(|name| text.eq_ignore_ascii_case(name))
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads an exponent from -800 to 800, with an optional sign. Any other number is the error
/// `TooLong`, any other text `Malformed`.
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

/// Returns 10^`power`, or 1 if `power` is negative.
fn power_of_ten(power: i32) -> Integer {
    pow(Integer::Small(10), usize::try_from(power).unwrap_or(0))
}
