//! What LP and MPS files share: numbers with decimals, rows of them, and variables of which all
//! have to be 0 or 1.
//!
//! **Numbers are exact.** A number is read as digits times a power of ten and never becomes a
//! float: each row is multiplied by the power of ten that makes its numbers whole, and so is the
//! objective, whose value is divided by that power again where it is told ([`FileAim::divisor`]). A
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

mod decimal;
mod rows;
mod values;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use num_bigint::BigInt;
use num_traits::Zero;

use self::rows::Rows;
use self::values::ValueFault;
use super::aside::{AsidePart, Equality};
use super::comments::Comments;
use super::continuous::{Elimination, Gone, Target, VariableDefinition};
use super::{FilePlace, Integer, Literal, MOST_VARIABLES, TOO_MANY_VARIABLES, TooMany, Written};
use crate::model::{Relation, Sense};
use crate::source::{Refusal, Source, quoted};

pub(super) use self::decimal::{Decimal, MOST_DIGITS, NotDecimal, big, integer};

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
pub(super) type ChosenValue = (Unknown, bool);

/// What a row depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// The row holds if this is chosen.
    pub choice: ChosenValue,
    /// Whether it is broken if not.
    pub is_both: bool,
}

/// A sum, a relation and a number, all of them whole.
#[derive(Clone, Debug)]
pub(super) struct WholeRow<'s> {
    /// Numbers times variables and products.
    pub terms: Vec<(Integer, Factor)>,
    /// How the sum compares with the bound.
    pub relation: Relation,
    /// What the sum is compared with.
    pub bound: Integer,
    /// What the line depends on.
    pub guard: Option<Guard>,
    /// Where it stands.
    pub place: FilePlace,
    /// What the file calls it.
    pub name: Option<&'s str>,
}

/// A constraint of a program.
#[derive(Clone, Debug)]
enum ProgramRow<'s> {
    Line(WholeRow<'s>),
    /// One of the choices holds at least.
    Clause(Vec<ChosenValue>, Option<&'s str>),
}

/// What a file says of the values of a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum VariableKind {
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
pub(super) enum VariableLimit {
    /// There is none on this side: so the file says.
    Open,
    /// It is this number.
    At(Decimal),
}

impl VariableLimit {
    /// A limit on a side; open where the number is so far out on it that all readers take it for
    /// infinity.
    pub fn at(side: RangeSide, number: Decimal) -> VariableLimit {
        let is_outward = number.is_negative() == (side == RangeSide::Lower);
        if is_outward && number.is_infinite() {
            VariableLimit::Open
        } else {
            VariableLimit::At(number)
        }
    }
}

/// A side of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RangeSide {
    /// What is at least so large.
    Lower,
    /// What is at most so large.
    Upper,
}

/// What is known of a variable.
struct Variable {
    span: Range<usize>,
    kind: VariableKind,
    /// Where its kind is declared, if that is elsewhere.
    declared: Option<Range<usize>>,
    lower: Option<PlacedLimit>,
    upper: Option<PlacedLimit>,
    /// Whether only 0 and 1 are read right as its values.
    is_pinned: bool,
}

/// A limit, and where it stands.
#[derive(Clone, Debug)]
struct PlacedLimit {
    limit: VariableLimit,
    span: Range<usize>,
}

/// A program in the making.
pub(super) struct ProgramInMaking<'s> {
    source: &'s Source,
    cure: &'static str,
    variables: Vec<Variable>,
    rows: Vec<ProgramRow<'s>>,
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
    place: FilePlace,
}

impl<'s> ProgramInMaking<'s> {
    /// A program without rows. `cure` is what a variable ought to be.
    pub fn new(source: &'s Source, cure: &'static str) -> ProgramInMaking<'s> {
        let (variables, rows, remarks) = (Vec::new(), Vec::new(), Vec::new());
        ProgramInMaking {
            source,
            cure,
            variables,
            rows,
            aim: None,
            comments: Comments::default(),
            remarks,
        }
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
            kind: VariableKind::Continuous,
            declared: None,
            lower: None,
            upper: None,
            is_pinned: false,
        });
        Ok(Unknown(place))
    }

    /// Says that a variable has values of that kind, as far as they were not of a narrower one.
    pub fn declare(&mut self, unknown: Unknown, kind: VariableKind) {
        let variable = &mut self.variables[unknown.place()];
        variable.kind = match (variable.kind, kind) {
            (VariableKind::Binary, _) | (_, VariableKind::Binary) => VariableKind::Binary,
            (VariableKind::Integer, _) | (_, VariableKind::Integer) => VariableKind::Integer,
            (VariableKind::Continuous, VariableKind::Continuous) => VariableKind::Continuous,
        };
    }

    /// The same, in these bytes.
    pub fn declare_at(&mut self, unknown: Unknown, kind: VariableKind, span: Range<usize>) {
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
        side: RangeSide,
        limit: VariableLimit,
        span: Range<usize>,
    ) -> Result<(), Refusal> {
        let source = self.source;
        let variable = &mut self.variables[unknown.place()];
        let known = match side {
            RangeSide::Lower => &mut variable.lower,
            RangeSide::Upper => &mut variable.upper,
        };
        let is_same = match (known.as_ref().map(|bound| &bound.limit), &limit) {
            (None, _) | (Some(VariableLimit::Open), VariableLimit::Open) => true,
            (Some(VariableLimit::At(one)), VariableLimit::At(other)) => {
                one.compare(other) == Ordering::Equal
            }
            _ => false,
        };
        if is_same {
            *known = Some(PlacedLimit { limit, span });
            return Ok(());
        }
        let name = quoted(&source.text()[variable.span.clone()]);
        let what = if side == RangeSide::Lower { "lower" } else { "upper" };
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
    pub fn name_rows(&mut self, from: usize, new: Option<&'s str>) {
        for row in &mut self.rows[from..] {
            match row {
                ProgramRow::Line(WholeRow { name, .. }) | ProgramRow::Clause(_, name) => {
                    *name = new
                }
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
        let (terms, bound, _) = whole(terms, right);
        let place = self.place(start, line);
        self.rows.push(ProgramRow::Line(WholeRow {
            terms,
            relation,
            bound,
            guard,
            place,
            name: None,
        }));
    }

    /// Adds a row: one of the choices holds at least.
    pub fn clause(&mut self, choices: Vec<ChosenValue>) {
        self.rows.push(ProgramRow::Clause(choices, None));
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
        let (terms, constant, power) = whole(terms, constants);
        let (divisor, place) = (Decimal::ONE.times_ten_to(power), self.place(start, line));
        self.aim = Some(Sought { sense, terms, constant, divisor, place });
    }

    /// Returns the place of a byte in that line.
    fn place(&self, start: usize, line: usize) -> FilePlace {
        let before = self.source.text().get(..start).unwrap_or("");
        let column = start - before.rfind('\n').map_or(0, |end| end + 1);
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        FilePlace { line: count(line), column: count(column + 1) }
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
        for (unknown, definition) in replaced {
            let equality = definition.map(|VariableDefinition { number, rest, bound }| {
                let rest = rest.into_iter().map(|(weight, factor)| {
                    (
                        weight,
                        match factor {
                            Factor::Both(one, other) => {
                                AsidePart::Both(lits[one.place()], lits[other.place()])
                            }
                            Factor::One(one) => places
                                .get(&one)
                                .map_or(AsidePart::One(lits[one.place()]), |&place| {
                                    AsidePart::Aside(place)
                                }),
                        },
                    )
                });
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
            if let ProgramRow::Line(line) = row {
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
                ProgramRow::Line(line) => lines.push(line),
                ProgramRow::Clause(..) => clauses.push((lines.len(), row)),
            }
        }
        let choices = clauses.iter().flat_map(|(_, row)| match row {
            ProgramRow::Clause(choices, _) => &choices[..],
            ProgramRow::Line(_) => &[],
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
            self.rows = left.into_iter().flatten().map(ProgramRow::Line).collect();
            self.rows.extend(clauses.into_iter().map(|(_, row)| row));
            return gone;
        }
        let mut clauses = clauses.into_iter().peekable();
        for (place, line) in lines.into_iter().enumerate() {
            while let Some((_, row)) = clauses.next_if(|(before, _)| *before <= place) {
                self.rows.push(row);
            }
            self.rows.push(ProgramRow::Line(line));
        }
        self.rows.extend(clauses.map(|(_, row)| row));
        Vec::new()
    }

    /// Returns the least and the largest value of each variable that is left.
    fn values(&self, gone: &[bool]) -> Result<Vec<(bool, bool)>, Refusal> {
        let mut wrong: Vec<(&Variable, ValueFault)> = Vec::new();
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

/// Returns terms and the sum of constants, as whole numbers, and by which power of ten they are
/// larger.
fn whole(terms: &Terms, constants: &[Decimal]) -> (Vec<(Integer, Factor)>, Integer, i32) {
    let numbers = terms.iter().map(|term| &term.0).chain(constants);
    let power = numbers.map(Decimal::decimals).max().unwrap_or(0);
    let sum: BigInt = constants.iter().map(|number| big(&number.times_ten_to(power))).sum();
    let terms = terms.iter().map(|term| (term.0.times_ten_to(power), term.1));
    (terms.collect(), integer(sum), power)
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

impl<'s> ProgramRow<'s> {
    fn name(&self) -> Option<&'s str> {
        match self {
            ProgramRow::Line(WholeRow { name, .. }) | ProgramRow::Clause(_, name) => *name,
        }
    }
}

fn too_many(error: TooMany, source: &Source, span: &Range<usize>) -> Refusal {
    Refusal::new(error.to_string(), "a smaller file").at(source, span.clone())
}

/// What a program says, a line for the objective and for each row.
#[cfg(test)]
pub(super) fn told(written: &Written) -> String {
    let name = |literal: &Literal| {
        written.name(usize::try_from(literal.abs()).expect("positive")).expect("a name").to_owned()
    };
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
        let terms: String = row
            .lits
            .iter()
            .enumerate()
            .map(|(place, literal)| {
                term(row.weights.map_or(&one, |weights| &weights[place]), literal)
            })
            .collect();
        lines += &match row.form {
            super::RowForm::Sum(relation, bound) => {
                format!("{terms}{} {}\n", relation.sign(), big(bound))
            }
            super::RowForm::Unequal(bound) => format!("{terms}!= {}\n", big(bound)),
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
mod tests;
