//! What LP and MPS files share: numbers with decimals, rows of them, and variables of which all
//! have to be 0 or 1.
//!
//! **Numbers are exact.** A number is read as digits times a power of ten and never becomes a
//! float: each row is multiplied by the power of ten that makes its numbers whole, and so is the
//! objective, whose value is divided by that power again where it is told ([`Aim::divisor`]). A
//! number of more than [`MOST_DIGITS`] digits is refused, beyond what any float holds, so a short
//! text cannot ask for a gigabyte.
//!
//! **Nothing is relaxed.** A variable is taken if all that the file says of it leaves 0 and 1, or
//! one of the two, which is a row of one literal. A continuous variable, which is what a variable
//! is that nobody declares, is replaced if a bound or an equality defines it by the others
//! ([`super::continuous`]): writers make constants, ranges and objectives of such. All others are
//! refused by name, at the bound that is to blame.
//!
//! **Guards.** A row that holds only if a variable has a value is a sum in which the negation of
//! that weighs as much as the row can be broken by.
//!
//! **Own readers.** The crate `lp_parser_rs` 5.0.1 was tried for both formats and is not used: it
//! takes `x1-x2>=1` for an equation about a variable named `x1-x2>`, forgets the first of two rows
//! with one name, skips sections of MPS that it does not know (`INDICATORS`, `QMATRIX`) with a note
//! on the standard error stream, keeps numbers as floats, and builds its grammar with two dozen
//! crates. Both formats are small: `lp.rs` and `mps.rs` have their grammars.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use super::aside::{Equality, Part};
use super::comments::Comments;
use super::continuous::{Definition, Elimination, Gone, Target};
use super::{
    Aim, Form, Integer, Literal, MOST_VARIABLES, Place, TOO_MANY_VARIABLES, TooMany, Written,
};
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

    /// The number that a text is as a whole: a sign, digits, a point and digits, an exponent behind
    /// one of the `marks`.
    pub fn read(text: &str, marks: &[char]) -> Result<Decimal, NoNumber> {
        let (mantissa, exponent) = text
            .split_once(marks)
            .map_or((text, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
        let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
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

    /// Half of it.
    #[must_use]
    pub fn halved(self) -> Decimal {
        Decimal { digits: integer(big(&self.digits) * 5), exponent: self.exponent - 1 }
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

/// Returns whether a text is empty or in digits.
fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
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

pub(super) fn integer(number: BigInt) -> Integer {
    number.to_i64().map_or_else(|| Integer::Large(Box::new(number)), Integer::Small)
}

pub(super) fn big(number: &Integer) -> BigInt {
    match number {
        Integer::Small(number) => BigInt::from(*number),
        Integer::Large(number) => BigInt::clone(number),
    }
}

/// A variable of a program, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Unknown(u32);

impl Unknown {
    fn place(self) -> usize {
        self.0 as usize
    }
}

/// A variable, or two that are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Factor {
    /// A variable.
    One(Unknown),
    /// The product of two, which may be the same.
    Both(Unknown, Unknown),
}

/// Numbers times variables and products.
pub(super) type Terms = Vec<(Decimal, Factor)>;

/// A variable, and which value of it is meant.
pub(super) type Choice = (Unknown, bool);

/// What a row depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// The row holds if this is chosen.
    pub choice: Choice,
    /// Whether it is broken if not.
    pub is_both: bool,
}

/// A sum, a relation and a number, all of them whole.
#[derive(Clone, Debug)]
pub(super) struct Line<'s> {
    /// Numbers times variables and products.
    pub terms: Vec<(Integer, Factor)>,
    /// How the sum compares with the bound.
    pub relation: Relation,
    /// What the sum is compared with.
    pub bound: Integer,
    /// What the line depends on.
    pub guard: Option<Guard>,
    /// Where it stands.
    pub place: Place,
    /// What the file calls it.
    pub name: Option<&'s str>,
}

/// A constraint of a program.
#[derive(Clone, Debug)]
enum Row<'s> {
    Line(Line<'s>),
    /// One of the choices holds at least.
    Clause(Vec<Choice>, Option<&'s str>),
}

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
    /// A limit on a side; open where the number is so far out on it that all readers take it for
    /// infinity.
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
    /// Where its kind is declared, if that is elsewhere.
    declared: Option<Range<usize>>,
    lower: Option<Bound>,
    upper: Option<Bound>,
    /// Whether only 0 and 1 are read right as its values.
    is_pinned: bool,
}

/// A limit, and where it stands.
#[derive(Clone, Debug)]
struct Bound {
    limit: Limit,
    span: Range<usize>,
}

/// A program in the making.
pub(super) struct Program<'s> {
    source: &'s Source,
    cure: &'static str,
    variables: Vec<Variable>,
    rows: Vec<Row<'s>>,
    aim: Option<Sought>,
    /// What comments of the file say.
    pub comments: Comments,
    remarks: Vec<String>,
}

/// What is optimised: a line without a relation, divided by a number.
pub(super) struct Sought {
    sense: Sense,
    /// Numbers times variables and products.
    pub terms: Vec<(Integer, Factor)>,
    /// What is added.
    pub constant: Integer,
    /// By what both are divided.
    pub divisor: Integer,
    place: Place,
}

impl<'s> Program<'s> {
    /// A program without rows. `cure` is what a variable ought to be.
    pub fn new(source: &'s Source, cure: &'static str) -> Program<'s> {
        let (variables, rows, remarks) = (Vec::new(), Vec::new(), Vec::new());
        Program { source, cure, variables, rows, aim: None, comments: Comments::default(), remarks }
    }

    /// Adds the variable whose name has these bytes. Answers are words, so no name may have what
    /// divides them elsewhere.
    pub fn variable(&mut self, span: Range<usize>) -> Result<Unknown, Refusal> {
        let name = &self.source.text()[span.clone()];
        if name.contains(|sign: char| sign.is_whitespace() || sign.is_control()) {
            let found = format!("{}, a name with a blank or a control character", quoted(name));
            return Err(Refusal::new(found, "names of visible characters").at(self.source, span));
        }
        let Some(place) = u32::try_from(self.variables.len())
            .ok()
            .filter(|_| self.variables.len() < MOST_VARIABLES)
        else {
            return Err(too_many(TOO_MANY_VARIABLES, self.source, &span));
        };
        self.variables.push(Variable {
            span,
            kind: Kind::Continuous,
            declared: None,
            lower: None,
            upper: None,
            is_pinned: false,
        });
        Ok(Unknown(place))
    }

    /// Says that a variable has values of that kind, as far as they were not of a narrower one.
    pub fn declare(&mut self, unknown: Unknown, kind: Kind) {
        let variable = &mut self.variables[unknown.place()];
        variable.kind = match (variable.kind, kind) {
            (Kind::Binary, _) | (_, Kind::Binary) => Kind::Binary,
            (Kind::Integer, _) | (_, Kind::Integer) => Kind::Integer,
            (Kind::Continuous, Kind::Continuous) => Kind::Continuous,
        };
    }

    /// The same, in these bytes.
    pub fn declare_at(&mut self, unknown: Unknown, kind: Kind, span: Range<usize>) {
        self.declare(unknown, kind);
        self.variables[unknown.place()].declared = Some(span);
    }

    /// Says that a variable has to be 0 or 1 of itself: what is read would not be right for others.
    pub fn pin(&mut self, unknown: Unknown) {
        self.variables[unknown.place()].is_pinned = true;
    }

    /// Whether nothing was said of the bounds of a variable.
    pub fn is_unbounded(&self, unknown: Unknown) -> bool {
        let variable = &self.variables[unknown.place()];
        variable.lower.is_none() && variable.upper.is_none()
    }

    /// Bounds a variable on a side. Readers disagree about which of two bounds counts, so there is
    /// one.
    pub fn limit(
        &mut self,
        unknown: Unknown,
        side: Side,
        limit: Limit,
        span: Range<usize>,
    ) -> Result<(), Refusal> {
        let source = self.source;
        let variable = &mut self.variables[unknown.place()];
        let known = match side {
            Side::Lower => &mut variable.lower,
            Side::Upper => &mut variable.upper,
        };
        let is_same = match (known.as_ref().map(|bound| &bound.limit), &limit) {
            (None, _) | (Some(Limit::Open), Limit::Open) => true,
            (Some(Limit::At(one)), Limit::At(other)) => one.compare(other) == Ordering::Equal,
            _ => false,
        };
        if is_same {
            *known = Some(Bound { limit, span });
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
        self.rows.len()
    }

    /// Says what the file calls the rows from that place in the list on.
    pub fn name_rows(&mut self, from: usize, new: &'s str) {
        for row in &mut self.rows[from..] {
            match row {
                Row::Line(Line { name, .. }) | Row::Clause(_, name) => *name = Some(new),
            }
        }
    }

    /// Notes what whoever has written the file should look at.
    pub fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
    }

    /// Adds a row: what stands on the left is in that relation to the sum of the numbers on the
    /// right. With a guard it holds only if that is chosen.
    pub fn row(
        &mut self,
        terms: &Terms,
        relation: Relation,
        right: &[Decimal],
        guard: Option<Guard>,
        start: usize,
        line: usize,
    ) {
        let numbers = terms.iter().map(|term| &term.0).chain(right);
        let power = numbers.map(Decimal::decimals).max().unwrap_or(0);
        let bound: BigInt = right.iter().map(|number| big(&number.times_ten_to(power))).sum();
        let terms = terms.iter().map(|term| (term.0.times_ten_to(power), term.1)).collect();
        let (bound, place) = (integer(bound), self.place(start, line));
        self.rows.push(Row::Line(Line { terms, relation, bound, guard, place, name: None }));
    }

    /// Adds a row: one of the choices holds at least.
    pub fn clause(&mut self, choices: Vec<Choice>) {
        self.rows.push(Row::Clause(choices, None));
    }

    /// Says that a variable has that value if one of the arguments has it, or if it `is_decided`
    /// so, and else the other.
    pub fn decide(
        &mut self,
        result: Unknown,
        value: bool,
        arguments: &[Unknown],
        is_decided: bool,
    ) {
        if is_decided {
            return self.clause(vec![(result, value)]);
        }
        for &argument in arguments {
            self.clause(vec![(argument, !value), (result, value)]);
        }
        let one = arguments.iter().map(|&argument| (argument, value));
        self.clause(one.chain([(result, !value)]).collect());
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
        self.aim = Some(Sought {
            sense,
            terms: terms.iter().map(|term| (term.0.times_ten_to(power), term.1)).collect(),
            constant: integer(constant),
            divisor: Decimal::ONE.times_ten_to(power),
            place: self.place(start, line),
        });
    }

    /// Returns the place of a byte in that line.
    fn place(&self, start: usize, line: usize) -> Place {
        let before = self.source.text().get(..start).unwrap_or("");
        let column = start - before.rfind('\n').map_or(0, |end| end + 1);
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        Place { line: count(line), column: count(column + 1) }
    }

    /// Returns what was read, if all variables are 0 or 1 or follow from such. Those with one value
    /// have rows of their own, behind all others.
    pub fn finish(mut self) -> Result<Written, Refusal> {
        let has_constant = self.aim.as_ref().is_some_and(|aim| !aim.constant.is_zero());
        let replaced = self.eliminate();
        let mut gone = vec![false; self.variables.len()];
        replaced.iter().for_each(|(unknown, _)| gone[unknown.place()] = true);
        self.leave_out(&gone);
        let values = self.values(&gone)?;
        let mut written = Written::default();
        let mut lits = vec![0; self.variables.len()];
        for (place, variable) in self.variables.iter().enumerate().filter(|one| !gone[one.0]) {
            lits[place] = written
                .variable(self.name(variable))
                .map_err(|error| too_many(error, self.source, &variable.span))?;
        }
        self.set_aside(replaced, &lits, &mut written);
        let done =
            Rows { lits, written: &mut written }.write(&self.rows, self.aim.as_ref(), &values);
        done.map_err(|error| too_many(error, self.source, &self.source.end()))?;
        let notes = self.comments.notes(has_constant);
        self.remarks.into_iter().chain(notes).for_each(|remark| written.remark(remark));
        Ok(written)
    }

    fn name(&self, variable: &Variable) -> &'s str {
        &self.source.text()[variable.span.clone()]
    }

    /// Has a model keep what defines the variables that are replaced.
    fn set_aside(&self, replaced: Vec<Gone>, lits: &[Literal], written: &mut Written) {
        let places: HashMap<Unknown, usize> =
            replaced.iter().enumerate().map(|(place, one)| (one.0, place)).collect();
        let part = |factor| match factor {
            Factor::Both(one, other) => Part::Both(lits[one.place()], lits[other.place()]),
            Factor::One(one) => {
                places.get(&one).map_or(Part::One(lits[one.place()]), |&place| Part::Aside(place))
            }
        };
        for (unknown, definition) in replaced {
            let equality = definition.map(|Definition { number, rest, bound }| {
                let rest = rest.into_iter().map(|(weight, factor)| (weight, part(factor)));
                Equality { number, rest: rest.collect(), bound }
            });
            written.asides.push(self.name(&self.variables[unknown.place()]), equality);
        }
    }

    /// Leaves out terms of variables that are gone: those whose coefficient is 0, since all others
    /// are replaced.
    fn leave_out(&mut self, gone: &[bool]) {
        self.aim.iter_mut().for_each(|aim| aim.terms.retain(|(_, factor)| stays(factor, gone)));
        for row in &mut self.rows {
            if let Row::Line(line) = row {
                line.terms.retain(|(_, factor)| stays(factor, gone));
            }
        }
    }

    /// Replaces the variables that are no 0-1 variables, and that a bound or an equality defines.
    /// Returns these, each before those that its definition has.
    fn eliminate(&mut self) -> Vec<Gone> {
        let mut is_pinned: Vec<bool> = self.variables.iter().map(|one| one.is_pinned).collect();
        let mut lines = Vec::with_capacity(self.rows.len());
        let mut clauses = Vec::new();
        for row in std::mem::take(&mut self.rows) {
            match row {
                Row::Line(line) => lines.push(line),
                Row::Clause(..) => clauses.push((lines.len(), row)),
            }
        }
        let choices = clauses.iter().flat_map(|(_, row)| match row {
            Row::Clause(choices, _) => &choices[..],
            Row::Line(_) => &[],
        });
        let guards = lines.iter().filter_map(|line| Some(&line.guard.as_ref()?.choice));
        for (unknown, _) in choices.chain(guards) {
            is_pinned[unknown.place()] = true;
        }
        let aimed = self.aim.as_ref().map_or(&[][..], |aim| &aim.terms);
        for (_, factor) in lines.iter().flat_map(|line| &line.terms).chain(aimed) {
            if let Factor::Both(one, other) = factor {
                is_pinned[one.place()] = true;
                is_pinned[other.place()] = true;
            }
        }
        let free = (0..).zip(&self.variables).filter(|(place, _)| !is_pinned[*place as usize]);
        let targets: Vec<Target> =
            free.filter_map(|(place, one)| one.target(Unknown(place))).collect();
        if !targets.is_empty() {
            let elimination = Elimination::new(lines, self.aim.as_mut(), targets);
            let (left, gone) = elimination.run();
            // Clauses stand behind the lines before which they stood, as far as these are left.
            self.rows = left.into_iter().flatten().map(Row::Line).collect();
            self.rows.extend(clauses.into_iter().map(|(_, row)| row));
            return gone;
        }
        let mut clauses = clauses.into_iter().peekable();
        for (place, line) in lines.into_iter().enumerate() {
            while let Some((_, row)) = clauses.next_if(|(before, _)| *before <= place) {
                self.rows.push(row);
            }
            self.rows.push(Row::Line(line));
        }
        self.rows.extend(clauses.map(|(_, row)| row));
        Vec::new()
    }

    /// Returns the least and the largest value of each variable that is left.
    fn values(&self, gone: &[bool]) -> Result<Vec<(bool, bool)>, Refusal> {
        let mut wrong: Vec<(&Variable, Fault)> = Vec::new();
        let mut values = Vec::with_capacity(gone.len());
        for (variable, &is_gone) in self.variables.iter().zip(gone) {
            match variable.values() {
                Ok(both) => values.push(both),
                Err(_) if is_gone => values.push((false, true)),
                Err(fault) => wrong.push((variable, fault)),
            }
        }
        let Some((variable, fault)) = wrong.first() else { return Ok(values) };
        let name = |variable: &Variable| quoted(self.name(variable));
        let mut found = fault.of(&name(variable));
        if let [_, others @ ..] = &wrong[..]
            && !others.is_empty()
        {
            let names: Vec<String> =
                others.iter().take(MOST_NAMES).map(|(variable, _)| name(variable)).collect();
            let more = if others.len() > MOST_NAMES { ", …" } else { "" };
            let (number, are) = match others.len() {
                1 => ("another one".to_owned(), "is"),
                more => (format!("{more} others"), "are"),
            };
            found +=
                &format!(", and {number} {are} not 0 or 1, either: {}{more}", names.join(", "));
        }
        Err(Refusal::new(found, self.cure).at(self.source, fault.span(variable)))
    }
}

/// Returns whether a factor is none of the variables that are gone.
fn stays(factor: &Factor, gone: &[bool]) -> bool {
    match factor {
        Factor::One(unknown) => !gone[unknown.place()],
        Factor::Both(..) => true,
    }
}

/// So many names of variables are listed in a refusal.
const MOST_NAMES: usize = 10;

/// The rows of a program on their way into a [`Written`].
struct Rows<'w> {
    lits: Vec<Literal>,
    written: &'w mut Written,
}

impl Rows<'_> {
    fn write(
        mut self,
        rows: &[Row],
        aim: Option<&Sought>,
        values: &[(bool, bool)],
    ) -> Result<(), TooMany> {
        for row in rows {
            let (first, name) = (self.written.len(), row.name());
            match row {
                Row::Line(line) => self.line(line)?,
                Row::Clause(choices, _) => {
                    let lits: Vec<Literal> =
                        choices.iter().map(|choice| self.choice(*choice)).collect();
                    self.written.clause(&lits)?;
                }
            }
            if let Some(name) = name {
                self.written.name_rows(first, name);
            }
        }
        for (place, (least, largest)) in values.iter().enumerate() {
            let literal = self.lits[place];
            if literal != 0 && *least {
                self.written.clause(&[literal])?;
            }
            if literal != 0 && !largest {
                self.written.clause(&[-literal])?;
            }
        }
        if let Some(aim) = aim {
            let terms = aim.terms.iter().map(|(weight, factor)| {
                let factor = *factor;
                self.factor(factor).map(|literal| (weight.clone(), literal))
            });
            let terms = terms.collect::<Result<_, TooMany>>()?;
            let Sought { sense, place, .. } = *aim;
            let (constant, divisor) = (aim.constant.clone(), aim.divisor.clone());
            self.written.set_aim(Aim { sense, terms, constant, divisor, place });
        }
        Ok(())
    }

    fn choice(&self, (unknown, value): Choice) -> Literal {
        let literal = self.lits[unknown.place()];
        if value { literal } else { -literal }
    }

    fn factor(&mut self, factor: Factor) -> Result<Literal, TooMany> {
        match factor {
            Factor::One(unknown) => Ok(self.lits[unknown.place()]),
            Factor::Both(one, other) => {
                self.written.product(&[self.lits[one.place()], self.lits[other.place()]])
            }
        }
    }

    /// Writes a line. One with a guard becomes lines without: the negation of the guard weighs so
    /// much that it lets any sum pass.
    fn line(&mut self, line: &Line) -> Result<(), TooMany> {
        let Some(guard) = line.guard else {
            return self.sum(line, line.relation, None);
        };
        let released = -self.choice(guard.choice);
        let relations: &[Relation] = match line.relation {
            Relation::Exactly => &[Relation::AtLeast, Relation::AtMost],
            Relation::AtLeast => &[Relation::AtLeast],
            Relation::AtMost => &[Relation::AtMost],
        };
        for &relation in relations {
            self.guarded(line, relation, released)?;
        }
        if guard.is_both {
            self.negation(line, -released)?;
        }
        Ok(())
    }

    /// Writes that a line does not hold, unless `released` is true. Numbers are whole, so a sum
    /// that is not at most 3 is at least 4.
    fn negation(&mut self, line: &Line, released: Literal) -> Result<(), TooMany> {
        let (relation, step) = match line.relation {
            Relation::AtMost => (Relation::AtLeast, 1),
            Relation::AtLeast => (Relation::AtMost, -1),
            Relation::Exactly => {
                // With this weight the sum is above the bound, whatever the other terms are.
                let weight: BigInt = big(&line.bound) - line.range().0 + 1;
                let release = (integer(weight.max(BigInt::zero())), released);
                return self.form(line, Form::Unequal(line.bound.clone()), Some(release));
            }
        };
        let bound = integer(big(&line.bound) + step);
        self.guarded(&Line { bound, ..line.clone() }, relation, released)
    }

    /// Writes an inequality that any sum keeps if `released` is true.
    fn guarded(
        &mut self,
        line: &Line,
        relation: Relation,
        released: Literal,
    ) -> Result<(), TooMany> {
        let ((least, largest), bound) = (line.range(), big(&line.bound));
        let release = match relation {
            Relation::AtMost => (bound - largest).min(BigInt::zero()),
            Relation::AtLeast | Relation::Exactly => (bound - least).max(BigInt::zero()),
        };
        self.sum(line, relation, Some((integer(release), released)))
    }

    fn sum(
        &mut self,
        line: &Line,
        relation: Relation,
        release: Option<(Integer, Literal)>,
    ) -> Result<(), TooMany> {
        self.form(line, Form::Sum(relation, line.bound.clone()), release)
    }

    /// Writes what a row says of the terms of a line and of a literal that lets any sum pass.
    fn form(
        &mut self,
        line: &Line,
        form: Form,
        release: Option<(Integer, Literal)>,
    ) -> Result<(), TooMany> {
        let mut lits = Vec::with_capacity(line.terms.len() + 1);
        for (_, factor) in &line.terms {
            lits.push(self.factor(*factor)?);
        }
        let mut weights: Vec<Integer> = line.terms.iter().map(|term| term.0.clone()).collect();
        if let Some((weight, literal)) = release {
            weights.push(weight);
            lits.push(literal);
        }
        let weights = Some(weights)
            .filter(|weights| weights.iter().any(|weight| *weight != Integer::Small(1)));
        self.written.row(form, &lits, weights, None, line.place)
    }
}

impl Line<'_> {
    /// Returns a number below and one above every value of the sum.
    fn range(&self) -> (BigInt, BigInt) {
        let weights = self.terms.iter().map(|term| big(&term.0));
        weights.fold((BigInt::zero(), BigInt::zero()), |(least, largest), weight| {
            if weight.is_negative() { (least + weight, largest) } else { (least, largest + weight) }
        })
    }
}

impl<'s> Row<'s> {
    fn name(&self) -> Option<&'s str> {
        match self {
            Row::Line(Line { name, .. }) | Row::Clause(_, name) => *name,
        }
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
    /// A binary variable has a bound below 0 or above 1. Some readers take the bound for the last
    /// word, and others refuse it or the declaration.
    WideBelow,
    WideAbove,
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
            Fault::WideBelow => {
                format!("{name} is declared binary, and a bound lets it be below 0")
            }
            Fault::WideAbove => {
                format!("{name} is declared binary, and a bound lets it be above 1")
            }
        }
    }
}

impl Fault {
    /// Where a fault of a variable stands: the bound that is to blame, if one is.
    fn span(&self, variable: &Variable) -> Range<usize> {
        let [lower, upper] = [&variable.lower, &variable.upper].map(|bound| {
            bound.as_ref().filter(|bound| match &bound.limit {
                Limit::At(number) => {
                    number.is_negative() || number.compare(&Decimal::ONE) == Ordering::Greater
                }
                Limit::Open => true,
            })
        });
        if matches!(self, Fault::NoUpper) && upper.is_none() {
            return variable.declared.clone().unwrap_or_else(|| variable.span.clone());
        }
        let bound = match self {
            Fault::Continuous => None,
            Fault::BelowZero | Fault::WideBelow => lower,
            Fault::NoUpper | Fault::NegativeUpper | Fault::WideAbove => upper,
            Fault::AboveOne | Fault::Excluded => upper.or(lower),
        };
        bound.map_or_else(|| variable.span.clone(), |bound| bound.span.clone())
    }
}

impl Variable {
    fn lower(&self) -> Option<&Limit> {
        self.lower.as_ref().map(|bound| &bound.limit)
    }

    fn upper(&self) -> Option<&Limit> {
        self.upper.as_ref().map(|bound| &bound.limit)
    }

    /// What may be replaced by others: an integer with a single value that is neither 0 nor 1, and
    /// a continuous variable. A negative upper bound alone takes the lower bound away for some
    /// readers, so such a variable stays.
    fn target(&self, unknown: Unknown) -> Option<Target> {
        if self.kind == Kind::Binary || self.kind == Kind::Integer && self.values().is_ok() {
            return None;
        }
        let (lower, upper) = match (self.lower(), self.upper()) {
            (None, Some(Limit::At(upper))) if upper.is_negative() => return None,
            (None, upper) => (Some(Decimal::ZERO), number_at(upper)),
            (lower, upper) => (number_at(lower), number_at(upper)),
        };
        let is_fixed = matches!((&lower, &upper), (Some(lower), Some(upper)) if lower.compare(upper) == Ordering::Equal);
        let is_whole = lower.as_ref().is_some_and(|number| number.decimals() == 0);
        let may_go = match self.kind {
            Kind::Continuous => true,
            Kind::Integer => is_fixed && is_whole,
            Kind::Binary => false,
        };
        may_go.then_some(Target { unknown, lower, upper, is_fixed })
    }

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
        let (Some(Limit::At(lower)), Some(Limit::At(upper))) = (self.lower(), self.upper()) else {
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
        match self.lower() {
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

    /// The largest value of an integer. Some readers take a negative bound for one that takes the
    /// lower bound away.
    fn largest(&self) -> Result<bool, Fault> {
        let two = Decimal { digits: Integer::Small(2), exponent: 0 };
        match self.upper() {
            None | Some(Limit::Open) => Err(Fault::NoUpper),
            Some(Limit::At(upper)) if upper.is_negative() => Err(Fault::NegativeUpper),
            Some(Limit::At(upper)) if upper.compare(&two) != Ordering::Less => Err(Fault::AboveOne),
            Some(Limit::At(upper)) => Ok(upper.compare(&Decimal::ONE) != Ordering::Less),
        }
    }

    /// What the bounds of a variable that is 0 or 1 leave of that. They may say no more than that
    /// it is.
    fn within(&self) -> Result<(bool, bool), Fault> {
        let (lower, upper) = (self.lower(), self.upper());
        if let Some(Limit::At(lower)) = lower
            && lower.compare(&Decimal::ONE) == Ordering::Greater
        {
            return Err(Fault::Excluded);
        }
        if let Some(Limit::At(upper)) = upper
            && upper.is_negative()
        {
            return Err(Fault::Excluded);
        }
        let least = self.least().map_err(|_| Fault::WideBelow)?;
        if upper.is_none() {
            return Ok((least, true));
        }
        Ok((least, self.largest().map_err(|_| Fault::WideAbove)?))
    }
}

/// Returns the number of a limit, if it is one.
fn number_at(limit: Option<&Limit>) -> Option<Decimal> {
    match limit {
        Some(Limit::At(number)) => Some(number.clone()),
        Some(Limit::Open) | None => None,
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
            Form::Unequal(bound) => format!("{terms}!= {}\n", big(bound)),
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
