//! What LP and MPS files share: numbers with decimals, rows of them, and variables of which all have to be 0 or 1.
//!
//! **Numbers are exact.** A number is read as digits times a power of ten and never becomes a float: each row is
//! multiplied by the power of ten that makes its numbers whole, and so is the objective, whose value is divided by that
//! power again where it is told ([`Aim::divisor`]). A number of more than [`MOST_DIGITS`] digits is refused, beyond
//! what any float holds, so a short text cannot ask for a gigabyte.
//!
//! **Nothing is relaxed.** A variable is taken where all that the file says of it leaves 0 and 1, or one of the two,
//! which is a row of one literal. All others are refused by name: those that are continuous, which is what a variable
//! is that nobody declares, and integers with other bounds.
//!
//! **Own readers.** The crate `lp_parser_rs` 5.0.1 was tried for both formats and is not used: it takes `x1-x2>=1` for
//! an equation about a variable named `x1-x2>`, forgets the first of two rows with one name, skips sections of MPS that
//! it does not know (`INDICATORS`, `QMATRIX`) with a note on the standard error stream, keeps numbers as floats, and
//! builds its grammar with two dozen crates. Both formats are small: `lp.rs` and `mps.rs` have their grammars.

use std::cmp::Ordering;
use std::ops::Range;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use super::{Aim, Form, Integer, Literal, Place, TooMany, Written};
use crate::model::{Relation, Sense};
use crate::source::{Refusal, Source, quoted};

/// The most digits that a number may have before or behind its point, exponent included.
pub(super) const MOST_DIGITS: i32 = 400;

/// From here on a bound of a variable is none, as CPLEX, Gurobi, HiGHS and SCIP have it.
const INFINITE: (i64, i32) = (1, 20);

/// A number as it is written: digits and a power of ten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: Integer,
    exponent: i32,
}

/// Why a text is no number that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoNumber {
    /// It is none.
    Malformed,
    /// It has more than [`MOST_DIGITS`] digits.
    TooLong,
}

impl Decimal {
    /// The number 0.
    pub const ZERO: Decimal = Decimal { digits: Integer::Small(0), exponent: 0 };
    /// The number 1.
    pub const ONE: Decimal = Decimal { digits: Integer::Small(1), exponent: 0 };

    /// The number that a text is as a whole: a sign, digits, a point and digits, an exponent behind one of the `marks`.
    pub fn read(text: &str, marks: &[char]) -> Result<Decimal, NoNumber> {
        let (mantissa, exponent) = text
            .split_once(marks)
            .map_or((text, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
        let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !are_digits(part) || whole.len() + part.len() == 0 {
            return Err(NoNumber::Malformed);
        }
        let exponent = exponent.map_or(Ok(0), small_exponent)?;
        let digits = format!("{whole}{}", part.trim_end_matches('0'));
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() {
            return Ok(Decimal::ZERO);
        }
        let decimals =
            i32::try_from(part.trim_end_matches('0').len()).map_err(|_| NoNumber::TooLong)?;
        let length = i32::try_from(digits.len()).map_err(|_| NoNumber::TooLong)?;
        let exponent = exponent.checked_sub(decimals).ok_or(NoNumber::TooLong)?;
        let highest = exponent.checked_add(length).ok_or(NoNumber::TooLong)?;
        if exponent < -MOST_DIGITS || highest > MOST_DIGITS || length > MOST_DIGITS {
            return Err(NoNumber::TooLong);
        }
        let digits =
            integer(BigInt::parse_bytes(digits.as_bytes(), 10).ok_or(NoNumber::Malformed)?);
        let number = Decimal { digits, exponent };
        Ok(if mantissa.starts_with('-') { number.negated() } else { number })
    }

    /// Returns a whole number.
    pub fn whole(digits: Integer) -> Decimal {
        Decimal { digits, exponent: 0 }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.digits.is_zero()
    }

    /// The number with the other sign.
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

    /// The number without its sign.
    #[must_use]
    pub fn absolute(self) -> Decimal {
        if self.is_negative() { self.negated() } else { self }
    }

    /// Whether it is below 0.
    pub fn is_negative(&self) -> bool {
        match &self.digits {
            Integer::Small(digits) => *digits < 0,
            Integer::Large(digits) => digits.is_negative(),
        }
    }

    /// How many decimals it has.
    pub fn decimals(&self) -> i32 {
        (-self.exponent).max(0)
    }

    /// The number times ten to that power, which is at least its decimals.
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

    /// How it compares with another.
    pub fn compare(&self, other: &Decimal) -> Ordering {
        let power = self.decimals().max(other.decimals());
        big(&self.times_ten_to(power)).cmp(&big(&other.times_ten_to(power)))
    }

    /// Whether it is so far from 0 that a bound of that size is none.
    fn is_infinite(&self) -> bool {
        let (digits, exponent) = INFINITE;
        let infinite = Decimal { digits: Integer::Small(digits), exponent };
        self.clone().absolute().compare(&infinite) != Ordering::Less
    }
}

/// The number of an exponent, as far as it matters.
fn small_exponent(text: &str) -> Result<i32, NoNumber> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NoNumber::Malformed);
    }
    text.parse()
        .ok()
        .filter(|exponent: &i32| (-2 * MOST_DIGITS..=2 * MOST_DIGITS).contains(exponent))
        .ok_or(NoNumber::TooLong)
}

fn ten_to(power: u32) -> BigInt {
    BigInt::from(10).pow(power)
}

fn integer(number: BigInt) -> Integer {
    number.to_i64().map_or_else(|| Integer::Large(Box::new(number)), Integer::Small)
}

fn big(number: &Integer) -> BigInt {
    match number {
        Integer::Small(number) => BigInt::from(*number),
        Integer::Large(number) => BigInt::clone(number),
    }
}

/// Numbers times variables.
pub(super) type Terms = Vec<(Decimal, Literal)>;

/// What a file says of the values of a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing, so they need not be whole.
    #[default]
    Continuous,
    /// They are whole.
    Integer,
    /// They are 0 and 1.
    Binary,
}

/// A bound of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// There is none on this side: so the file says.
    Open,
    /// It is this number.
    At(Decimal),
}

impl Limit {
    /// A limit on a side; open where the number is so far out on it that all readers take it for infinity.
    pub fn at(side: Side, number: Decimal) -> Limit {
        let is_outward = number.is_negative() == (side == Side::Lower);
        if is_outward && number.is_infinite() { Limit::Open } else { Limit::At(number) }
    }
}

/// A side of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// What is at least so large.
    Lower,
    /// What is at most so large.
    Upper,
}

/// What is known of a variable.
struct Variable {
    span: Range<usize>,
    kind: Kind,
    lower: Option<Limit>,
    upper: Option<Limit>,
}

/// A program that is being read.
pub(super) struct Program<'s> {
    source: &'s Source,
    /// How a variable is declared, for refusals.
    cure: &'static str,
    written: Written,
    variables: Vec<Variable>,
}

impl<'s> Program<'s> {
    /// A program without rows. `cure` is what a variable ought to be.
    pub fn new(source: &'s Source, cure: &'static str) -> Program<'s> {
        Program { source, cure, written: Written::default(), variables: Vec::new() }
    }

    /// The variable that stands in these bytes. Answers are words, so no name may have what divides them elsewhere.
    pub fn variable(&mut self, span: Range<usize>) -> Result<Literal, Refusal> {
        let name = &self.source.text()[span.clone()];
        if name.contains(|sign: char| sign.is_whitespace() || sign.is_control()) {
            let found = format!("{}, a name with a blank or a control character", quoted(name));
            return Err(Refusal::new(found, "names of visible characters").at(self.source, span));
        }
        let literal =
            self.written.variable(name).map_err(|error| too_many(error, self.source, &span))?;
        if self.written.variables() > self.variables.len() {
            self.variables.push(Variable {
                span,
                kind: Kind::Continuous,
                lower: None,
                upper: None,
            });
        }
        Ok(literal)
    }

    fn of(&mut self, literal: Literal) -> &mut Variable {
        let place = usize::try_from(literal - 1).expect("variables are counted from 1");
        &mut self.variables[place]
    }

    /// Says that a variable has values of that kind, as far as they were not of a narrower one.
    pub fn declare(&mut self, literal: Literal, kind: Kind) {
        let variable = self.of(literal);
        variable.kind = match (variable.kind, kind) {
            (Kind::Binary, _) | (_, Kind::Binary) => Kind::Binary,
            (Kind::Integer, _) | (_, Kind::Integer) => Kind::Integer,
            (Kind::Continuous, Kind::Continuous) => Kind::Continuous,
        };
    }

    /// Whether nothing was said of the bounds of a variable.
    pub fn is_unbounded(&mut self, literal: Literal) -> bool {
        let variable = self.of(literal);
        variable.lower.is_none() && variable.upper.is_none()
    }

    /// Bounds a variable on a side. Readers disagree about which of two bounds counts, so there is one.
    pub fn limit(
        &mut self,
        literal: Literal,
        side: Side,
        limit: Limit,
        span: Range<usize>,
    ) -> Result<(), Refusal> {
        let source = self.source;
        let variable = self.of(literal);
        let known = match side {
            Side::Lower => &mut variable.lower,
            Side::Upper => &mut variable.upper,
        };
        let is_same = match (&known, &limit) {
            (None, _) | (Some(Limit::Open), Limit::Open) => true,
            (Some(Limit::At(one)), Limit::At(other)) => one.compare(other) == Ordering::Equal,
            _ => false,
        };
        if is_same {
            *known = Some(limit);
            return Ok(());
        }
        let name = quoted(&source.text()[variable.span.clone()]);
        let what = if side == Side::Lower { "lower" } else { "upper" };
        Err(Refusal::new(
            format!("another {what} bound of {name}"),
            "one bound on each side of a variable",
        )
        .at(source, span))
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.written.len()
    }

    /// Says what the file calls the rows from that place in the list on.
    pub fn name_rows(&mut self, from: usize, name: &str) {
        self.written.name_rows(from, name);
    }

    /// Adds a row: what stands on the left is in that relation to the sum of the numbers on the right.
    pub fn row(
        &mut self,
        terms: &Terms,
        relation: Relation,
        right: &[Decimal],
        start: usize,
        line: usize,
    ) -> Result<(), Refusal> {
        let numbers = terms.iter().map(|term| &term.0).chain(right);
        let power = numbers.map(Decimal::decimals).max().unwrap_or(0);
        let bound: BigInt = right.iter().map(|number| big(&number.times_ten_to(power))).sum();
        let weights: Vec<Integer> = terms.iter().map(|term| term.0.times_ten_to(power)).collect();
        let lits: Vec<Literal> = terms.iter().map(|term| term.1).collect();
        let weights = Some(weights)
            .filter(|weights| weights.iter().any(|weight| *weight != Integer::Small(1)));
        let place = self.place(start, line);
        let done =
            self.written.row(Form::Sum(relation, integer(bound)), &lits, weights, None, place);
        done.map_err(|error| too_many(error, self.source, &(start..start)))
    }

    /// States what is optimised, if that is anything.
    pub fn aim(
        &mut self,
        sense: Sense,
        terms: &Terms,
        constants: &[Decimal],
        start: usize,
        line: usize,
    ) {
        if terms.is_empty() && constants.iter().all(|constant| big(&constant.digits).is_zero()) {
            return;
        }
        let numbers = terms.iter().map(|term| &term.0).chain(constants);
        let power = numbers.map(Decimal::decimals).max().unwrap_or(0);
        let constant: BigInt =
            constants.iter().map(|number| big(&number.times_ten_to(power))).sum();
        self.written.set_aim(Aim {
            sense,
            terms: terms
                .iter()
                .map(|(number, literal)| (number.times_ten_to(power), *literal))
                .collect(),
            constant: integer(constant),
            divisor: Decimal::ONE.times_ten_to(power),
            place: self.place(start, line),
        });
    }

    /// The place of a byte in that line.
    fn place(&self, start: usize, line: usize) -> Place {
        let before = self.source.text().get(..start).unwrap_or("");
        let column = start - before.rfind('\n').map_or(0, |end| end + 1);
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        Place { line: count(line), column: count(column + 1) }
    }

    /// What was read, if all variables are 0 or 1. Those with one value have rows of their own, behind all others.
    pub fn finish(mut self) -> Result<Written, Refusal> {
        for (variable, literal) in self.variables.iter().zip(1..) {
            let name = || quoted(&self.source.text()[variable.span.clone()]);
            let values = variable.values().map_err(|fault| {
                Refusal::new(fault.of(&name()), self.cure).at(self.source, variable.span.clone())
            })?;
            let fixed: &[&[Literal]] = match values {
                (false, true) => &[],
                (false, false) => &[&[-literal]],
                (true, true) => &[&[literal]],
                (true, false) => &[&[literal], &[-literal]],
            };
            for lits in fixed {
                let done = self.written.clause(lits);
                done.map_err(|error| too_many(error, self.source, &variable.span))?;
            }
        }
        Ok(self.written)
    }
}

fn too_many(error: TooMany, source: &Source, span: &Range<usize>) -> Refusal {
    Refusal::new(error.to_string(), "a smaller file").at(source, span.clone())
}

/// Why a variable is not 0 or 1.
enum Fault {
    Continuous,
    BelowZero,
    AboveOne,
    NoUpper,
    NegativeUpper,
    Excluded,
}

impl Fault {
    fn of(&self, name: &str) -> String {
        match self {
            Fault::Continuous => format!("the variable {name} is continuous"),
            Fault::BelowZero => format!("the integer variable {name} may be below 0"),
            Fault::AboveOne => format!("the integer variable {name} may be above 1"),
            Fault::NoUpper => format!("the integer variable {name} has no upper bound"),
            Fault::NegativeUpper => format!("the upper bound of {name} is negative"),
            Fault::Excluded => format!("the bounds of {name} exclude 0 and 1"),
        }
    }
}

impl Variable {
    /// The least and the largest of its values; where it has none, they are true and false.
    fn values(&self) -> Result<(bool, bool), Fault> {
        match self.kind {
            Kind::Continuous => self.fixed().ok_or(Fault::Continuous),
            Kind::Integer => Ok((self.least()?, self.largest()?)),
            Kind::Binary => self.within(),
        }
    }

    /// A variable with one value is 0 or 1 whatever it is called.
    fn fixed(&self) -> Option<(bool, bool)> {
        let (Some(Limit::At(lower)), Some(Limit::At(upper))) = (&self.lower, &self.upper) else {
            return None;
        };
        let is_both = |number: &Decimal| {
            [lower, upper].iter().all(|bound| bound.compare(number) == Ordering::Equal)
        };
        is_both(&Decimal::ZERO)
            .then_some((false, false))
            .or_else(|| is_both(&Decimal::ONE).then_some((true, true)))
    }

    /// The least value of an integer, which is not below 0 where nobody says so.
    fn least(&self) -> Result<bool, Fault> {
        match &self.lower {
            None => Ok(false),
            Some(Limit::Open) => Err(Fault::BelowZero),
            Some(Limit::At(lower))
                if lower.compare(&Decimal::ONE.negated()) != Ordering::Greater =>
            {
                Err(Fault::BelowZero)
            }
            Some(Limit::At(lower)) if lower.compare(&Decimal::ONE) == Ordering::Greater => {
                Err(Fault::AboveOne)
            }
            Some(Limit::At(lower)) => Ok(lower.compare(&Decimal::ZERO) == Ordering::Greater),
        }
    }

    /// The largest value of an integer. Some readers take a negative bound for one that takes the lower bound away.
    fn largest(&self) -> Result<bool, Fault> {
        let two = Decimal { digits: Integer::Small(2), exponent: 0 };
        match &self.upper {
            None | Some(Limit::Open) => Err(Fault::NoUpper),
            Some(Limit::At(upper)) if upper.is_negative() => Err(Fault::NegativeUpper),
            Some(Limit::At(upper)) if upper.compare(&two) != Ordering::Less => Err(Fault::AboveOne),
            Some(Limit::At(upper)) => Ok(upper.compare(&Decimal::ONE) != Ordering::Less),
        }
    }

    /// What the bounds of a variable that is 0 or 1 leave of that.
    fn within(&self) -> Result<(bool, bool), Fault> {
        let least = match &self.lower {
            Some(Limit::At(lower)) if lower.compare(&Decimal::ONE) == Ordering::Greater => {
                return Err(Fault::Excluded);
            }
            Some(Limit::At(lower)) => lower.compare(&Decimal::ZERO) == Ordering::Greater,
            None | Some(Limit::Open) => false,
        };
        let largest = match &self.upper {
            Some(Limit::At(upper)) if upper.is_negative() => return Err(Fault::Excluded),
            Some(Limit::At(upper)) => upper.compare(&Decimal::ONE) != Ordering::Less,
            None | Some(Limit::Open) => true,
        };
        Ok((least, largest))
    }
}

/// What a program says, a line for the objective and for each row.
#[cfg(test)]
pub(super) fn told(written: &Written) -> String {
    let number = |literal: &Literal| usize::try_from(literal.abs()).expect("positive");
    let name = |literal: &Literal| written.name(number(literal)).expect("a name").to_owned();
    let term = |weight: &Integer, literal: &Literal| format!("{} {} ", big(weight), name(literal));
    let mut lines = String::new();
    if let Some(aim) = written.aim() {
        let sense = if aim.sense == Sense::Minimise { "min" } else { "max" };
        let terms: String =
            aim.terms.iter().map(|(weight, literal)| term(weight, literal)).collect();
        let constant = Some(big(&aim.constant)).filter(|constant| !constant.is_zero());
        let constant = constant.map_or_else(String::new, |constant| format!("{constant} "));
        let divisor = Some(big(&aim.divisor)).filter(|divisor| *divisor != BigInt::from(1));
        let divisor = divisor.map_or_else(String::new, |divisor| format!("/{divisor}"));
        lines += &format!("{}\n", format!("{sense} {terms}{constant}{divisor}").trim_end());
    }
    for row in written.rows() {
        let one = Integer::Small(1);
        let weight = |place: usize| row.weights.map_or(&one, |weights| &weights[place]);
        let terms: String = row
            .lits
            .iter()
            .enumerate()
            .map(|(place, literal)| term(weight(place), literal))
            .collect();
        lines += &match row.form {
            Form::Sum(relation, bound) => {
                let sign = match relation {
                    Relation::AtLeast => ">=",
                    Relation::AtMost => "<=",
                    Relation::Exactly => "=",
                };
                format!("{terms}{sign} {}\n", big(bound))
            }
            _ => row
                .lits
                .iter()
                .map(|literal| {
                    format!("{}{}\n", if *literal < 0 { "-" } else { "" }, name(literal))
                })
                .collect(),
        };
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Integer, i32), NoNumber> {
        Decimal::read(text, &['e', 'E']).map(|number| (number.digits, number.exponent))
    }

    #[test]
    fn numbers_are_read_exactly() {
        for (text, digits, exponent) in [
            ("1", 1, 0),
            ("-12.50", -125, -1),
            (".5", 5, -1),
            ("5.", 5, 0),
            ("+3.0e-2", 3, -2),
            ("1E3", 1, 3),
            ("0.000", 0, 0),
            ("0.1", 1, -1),
            ("-0", 0, 0),
            ("007", 7, 0),
        ] {
            assert_eq!(read(text), Ok((Integer::Small(digits), exponent)), "{text}");
        }
        let long = "123456789012345678901234567890";
        let big = BigInt::parse_bytes(long.as_bytes(), 10).expect("digits");
        assert_eq!(read(long), Ok((Integer::Large(Box::new(big)), 0)));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "", "-", ".", "e3", "1e", "1e+", "1.2.3", "1x", "0x10", "--1", "1e1.5", "inf", "1_000",
            "١",
        ] {
            assert_eq!(read(text), Err(NoNumber::Malformed), "{text}");
        }
        for text in ["1e401", "1e-401", "1e99999999999999", "1e-2147483648", &"9".repeat(401)] {
            assert_eq!(read(text), Err(NoNumber::TooLong), "{text}");
        }
        assert!(read("0e500").is_ok());
    }

    #[test]
    fn numbers_are_compared_and_multiplied_exactly() {
        let number = |text| Decimal::read(text, &['e']).expect(text);
        assert_eq!(number("0.30").compare(&number("3e-1")), Ordering::Equal);
        assert_eq!(number("-1e300").compare(&number("1e-300")), Ordering::Less);
        assert_eq!(number("1.25").times_ten_to(3), Integer::Small(1250));
        assert_eq!(
            number("-9223372036854775808").negated().negated(),
            number("-9223372036854775808")
        );
        assert!(
            number("-1e30").is_infinite()
                && number("1e20").is_infinite()
                && !number("99999999999999999999").is_infinite()
        );
    }
}
