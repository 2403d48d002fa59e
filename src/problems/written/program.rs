//! The common code of LP and MPS: rational numbers, rows, and variables that must be 0 or 1.
//!
//! **Numbers are exact**: digits times a power of ten, or a quotient of two such numbers. The
//! numbers of each row are multiplied by their common denominator, and so are the numbers of the
//! objective ([`ParsedObjective::divisor`]). Numbers and denominators with more than
//! [`MOST_DIGITS`] digits are refused; no float has so many. Otherwise, a short text could demand a
//! gigabyte of memory.
//!
//! **No variable is relaxed.** A variable whose only possible values are 0 and 1, or one of them,
//! is a literal. An integer is a sum of literals, its binary digits ([`integers`]). Its bounds come
//! from the file and from the rows ([`domains`]); if a bound is still missing, it comes from the
//! objective and an answer ([`boxes`]). A continuous variable is replaced if its bounds or an
//! equality define it ([`continuous`]). All other variables are refused by name.
//!
//! [`integers`]: super::integers
//!
//! **Guards.** A row that must hold only if a variable has a given value becomes a
//! [reified](super::Reification) row.
//!
//! **Why no library reads these formats.** The crate `lp_parser_rs` 5.0.1 was tried for both
//! formats. It reads `x1-x2>=1` as an equation over `x1-x2>`. It loses the first of two rows with
//! the same name, and ignores unknown sections of MPS (`INDICATORS`, `QMATRIX`). It stores numbers
//! as floats, and needs two dozen crates to build.

mod boxes;
mod continuous;
mod domains;
mod integer_program;
mod jump;
mod rows;
mod values;

use std::ops::Range;

use num_integer::Integer as _;
use num_traits::Zero;

use self::continuous::{Elimination, ReplacedVariable, Target};
use self::domains::Domain;
use self::integer_program::IntegerProgram;
use self::values::ValueFault;
use super::comments::Comments;
use super::{
    FilePlace, Integer, LimitExceeded, MOST_VARIABLES, ParsedModel, ParsedObjective, ReadTerms,
    TOO_MANY_VARIABLES,
};
use crate::model::{Relation, Sense};
use crate::source::{Refusal, Source, quote};

pub(super) use super::decimal::{Decimal, DecimalError, Denominator, MOST_DIGITS, is_infinity};

/// A variable of the program, identified by its index from 0. Variables are ordered by their first
/// occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Unknown(u32);

impl Unknown {
    /// Returns the index of the variable, from 0.
    fn place(self) -> usize {
        self.0 as usize
    }
}

/// The factor by which a coefficient is multiplied: a variable, or a product of two variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Factor {
    One(Unknown),
    /// The product of two variables, which may be equal.
    Both(Unknown, Unknown),
}

/// The terms of a sum: variables and products, each with its coefficient.
pub(super) type Terms = Vec<(Decimal, Factor)>;

/// A variable and one of its values: `true` for 1, `false` for 0.
pub(super) type ChosenValue = (Unknown, bool);

/// The condition under which a row must hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// The variable, and its value for which the row must hold.
    pub choice: ChosenValue,
    /// Whether the arrow is `<->`. If so, the row must also be violated if the variable has the
    /// other value.
    pub is_both: bool,
}

/// The relation of a sum to its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Relation(Relation),
    /// The sum differs from the bound.
    Unequal,
}

/// A row whose numbers are whole, because they have been multiplied by their common denominator.
#[derive(Clone, Debug)]
pub(super) struct IntegerRow<'s> {
    pub terms: Vec<(Integer, Factor)>,
    pub comparison: Comparison,
    pub bound: Integer,
    /// The condition under which the row must hold; `None` if it must always hold.
    pub guard: Option<Guard>,
    pub place: FilePlace,
    /// The row's name in the file; `None` if it has none.
    pub name: Option<&'s str>,
}

/// A constraint of the program.
#[derive(Clone, Debug)]
enum ProgramRow<'s> {
    Line(IntegerRow<'s>),
    /// At least one of the variables has the given value. The text is the name of the row; it is
    /// `None` if the row has no name.
    Clause(Vec<ChosenValue>, Option<&'s str>),
}

/// The type of a variable. A variable that the file does not declare is continuous.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum VariableKind {
    /// The values are all numbers between the bounds.
    #[default]
    Continuous,
    /// The values are all whole numbers between the bounds.
    Integer,
    /// The values are 0 and 1.
    Binary,
}

/// The name of the row that demands an objective as good as that of the answer that bounds integers.
const ROW_OF_BETTER: &str = "objective of the answer that bounds integers";

/// The answers to which the bounds of integers limit a model. The file has others, with worse
/// values of the objective.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// The number of the row that the model has for this, from 1 among all rows.
    pub row: usize,
    /// The worst value of the objective that is within reach, multiplied by the divisor of the
    /// objective.
    pub worst: Integer,
}

/// A bound that the file states for a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VariableLimit {
    /// The file states that there is no lower bound, or no upper bound. It states this in words, or
    /// by a number that solvers treat as infinite.
    Open,
    Finite(Decimal),
}

impl VariableLimit {
    /// Returns the bound that a number states. Returns `Open` if solvers treat the number as
    /// infinite: it is a lower bound of at most -10^20 or an upper bound of at least 10^20.
    pub fn from_number(side: RangeSide, number: Decimal) -> VariableLimit {
        let is_outward = number.is_negative() == (side == RangeSide::Lower);
        if is_outward && number.is_infinite() {
            VariableLimit::Open
        } else {
            VariableLimit::Finite(number)
        }
    }
}

/// Whether a bound of a variable is the lower or the upper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RangeSide {
    Lower,
    Upper,
}

impl RangeSide {
    /// Returns the word for a bound on this side.
    fn name(self) -> &'static str {
        match self {
            RangeSide::Lower => "lower",
            RangeSide::Upper => "upper",
        }
    }
}

/// A variable with everything that the file states about it.
struct Variable {
    /// The bytes of the text at which the variable's name first occurs.
    span: Range<usize>,
    kind: VariableKind,
    /// The bytes of the text that declare the variable's type. `None` if only `span` is known.
    declared: Option<Range<usize>>,
    /// The stated lower bound; `None` if the file states no lower bound.
    lower: Option<PlacedLimit>,
    /// The stated upper bound; `None` if the file states no upper bound.
    upper: Option<PlacedLimit>,
    /// Whether the variable must stay in the model, even if other variables define its value. It
    /// must be 0 or 1.
    is_pinned: bool,
    /// Whether the variable may be 0, even if its bounds exclude 0.
    is_semi: bool,
}

/// A bound and the bytes of the text that state it.
#[derive(Clone, Debug)]
struct PlacedLimit {
    limit: VariableLimit,
    span: Range<usize>,
}

/// A program in LP or MPS, as far as it has been read.
pub(super) struct ProgramBuilder<'s> {
    source: &'s Source,
    /// How to declare variables. The refusals of other variables state this.
    cure: &'static str,
    terms: ReadTerms,
    /// The variables, in the order of first occurrence.
    variables: Vec<Variable>,
    rows: Vec<ProgramRow<'s>>,
    /// The objective; `None` if the file has none, or one without terms and with the constant 0.
    aim: Option<ParsedObjective<Factor>>,
    /// The facts that comments state. At the end of the file they become remarks.
    pub comments: Comments,
    /// Whether a comment says that the objective is maximised, although the file states no sense.
    pub is_doubted: bool,
    /// The remarks, except those about comments.
    remarks: Vec<String>,
}

/// Terms and the sum of constants, multiplied by their common denominator.
struct IntegerSum {
    terms: Vec<(Integer, Factor)>,
    constant: Integer,
    denominator: Denominator,
}

impl<'s> ProgramBuilder<'s> {
    /// Creates an empty program. `cure` states how to declare variables.
    pub fn new(source: &'s Source, cure: &'static str, terms: ReadTerms) -> ProgramBuilder<'s> {
        let (variables, rows, remarks) = (Vec::new(), Vec::new(), Vec::new());
        ProgramBuilder {
            source,
            cure,
            terms,
            variables,
            rows,
            aim: None,
            comments: Comments::default(),
            is_doubted: false,
            remarks,
        }
    }

    /// Adds a variable as continuous and without stated bounds. The name of the variable is at
    /// `span` in the text. Does not check whether the name is new. Refuses a name with white space
    /// or control characters, since answers are lists of words. Refuses more than
    /// [`MOST_VARIABLES`] variables.
    pub fn variable(&mut self, span: Range<usize>) -> Result<Unknown, Refusal> {
        let name = &self.source.text()[span.clone()];
        if name.contains(|sign: char| sign.is_whitespace() || sign.is_control()) {
            let found = format!("{}, a name with a blank or a control character", quote(name));
            return Err(
                Refusal::new(found, "names of visible characters").with_span(self.source, span)
            );
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
            is_semi: false,
        });
        Ok(Unknown(place))
    }

    /// Declares the type of a variable. If several types are declared, the narrowest one applies:
    /// binary before integer before continuous.
    pub fn declare(&mut self, unknown: Unknown, kind: VariableKind) {
        let variable = &mut self.variables[unknown.place()];
        variable.kind = match (variable.kind, kind) {
            (VariableKind::Binary, _) | (_, VariableKind::Binary) => VariableKind::Binary,
            (VariableKind::Integer, _) | (_, VariableKind::Integer) => VariableKind::Integer,
            (VariableKind::Continuous, VariableKind::Continuous) => VariableKind::Continuous,
        };
    }

    /// Declares the type of a variable as [`declare`](Self::declare) does. Also records the place
    /// of the declaration for refusals.
    pub fn declare_at(&mut self, unknown: Unknown, kind: VariableKind, span: Range<usize>) {
        self.declare(unknown, kind);
        self.variables[unknown.place()].declared = Some(span);
    }

    /// Declares that the variable may be 0, even if its bounds exclude 0.
    pub fn allow_zero(&mut self, unknown: Unknown) {
        self.variables[unknown.place()].is_semi = true;
    }

    /// Declares that the variable must stay in the model, even if other variables define its value,
    /// and that it must be 0 or 1.
    pub fn pin(&mut self, unknown: Unknown) {
        self.variables[unknown.place()].is_pinned = true;
    }

    /// Returns whether the file states neither a lower nor an upper bound of the variable.
    pub fn is_unbounded(&self, unknown: Unknown) -> bool {
        let variable = &self.variables[unknown.place()];
        variable.lower.is_none() && variable.upper.is_none()
    }

    /// Adds a lower or upper bound of a variable. `span` is the place of the text that states the
    /// bound. A number replaces an earlier statement that there is no such bound. Refuses any other
    /// second lower or upper bound that differs from the first one, since programs disagree on
    /// which of them counts. If a second bound is equal to the first one, its place replaces that
    /// of the first one.
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
            (None | Some(VariableLimit::Open), _) => true,
            (Some(VariableLimit::Finite(one)), VariableLimit::Finite(other)) => one == other,
            _ => false,
        };
        if is_same {
            *known = Some(PlacedLimit { limit, span });
            return Ok(());
        }
        let name = quote(&source.text()[variable.span.clone()]);
        let found = format!("another {} bound of {name}", side.name());
        Err(Refusal::new(found, "one lower and one upper bound for each variable")
            .with_span(source, span))
    }

    /// Returns the number of rows that have been added.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Gives the name `new` to all rows from index `from` on. `None` means that they have no name.
    /// There are several such rows if one row of the file was stored as two; for example, a range
    /// is. `from` must be at most the number of rows; otherwise the function panics.
    pub fn name_rows(&mut self, from: usize, new: Option<&'s str>) {
        for row in &mut self.rows[from..] {
            match row {
                ProgramRow::Line(IntegerRow { name, .. }) | ProgramRow::Clause(_, name) => {
                    *name = new
                }
            }
        }
    }

    pub fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
    }

    /// Adds a row, which compares the sum of `terms` with the total of `right`. The row has no name
    /// yet. All numbers are multiplied by their common denominator. If there is a guard, the row
    /// must hold only under its condition; if the guard has `<->`, the condition must also hold if
    /// the row does. `start` is the position of the row in the text, in bytes, and `line` is its
    /// line, from 1. Refuses numbers whose common denominator has too many digits, and then adds
    /// nothing.
    pub fn row(
        &mut self,
        terms: &Terms,
        comparison: Comparison,
        right: &[Decimal],
        guard: Option<Guard>,
        start: usize,
        line: usize,
    ) -> Result<(), Refusal> {
        let IntegerSum { terms, constant: bound, .. } = self.integer_sum(terms, right, start)?;
        let place = self.place(start, line);
        let row = IntegerRow { terms, comparison, bound, guard, place, name: None };
        self.rows.push(ProgramRow::Line(row));
        Ok(())
    }

    /// Adds the row "at most one of the variables `members` is 1". A variable that is listed twice
    /// counts twice. `start` and `line` are its place, as in [`row`](Self::row).
    pub fn at_most_one(
        &mut self,
        members: &[Unknown],
        start: usize,
        line: usize,
    ) -> Result<(), Refusal> {
        let terms = members.iter().map(|&one| (Decimal::ONE, Factor::One(one))).collect();
        let most = Comparison::Relation(Relation::AtMost);
        self.row(&terms, most, &[Decimal::ONE], None, start, line)
    }

    /// Adds the row "at least one of these variables has the given value".
    pub fn clause(&mut self, choices: Vec<ChosenValue>) {
        self.rows.push(ProgramRow::Clause(choices, None));
    }

    /// Adds rows that determine the value of `result`. If one of `arguments` has the value `value`,
    /// or if `is_decided` is true, `result` has this value, too. Otherwise, it has the opposite
    /// value. If `is_decided`, the rows do not mention the arguments. Does not declare the
    /// variables to be 0 or 1.
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
        let one =
            arguments.iter().map(|&argument| (argument, value)).chain([(result, !value)]).collect();
        self.clause(one);
    }

    /// Sets the objective, and replaces an earlier one. Its terms and the total of `constants` are
    /// multiplied by their common denominator, which becomes its divisor. `start` is its position
    /// in the text, in bytes, and `line` is its line, from 1. Does nothing if the objective has no
    /// terms and all its constants are 0. Refuses numbers whose common denominator has too many
    /// digits.
    pub fn set_objective(
        &mut self,
        sense: Sense,
        terms: &Terms,
        constants: &[Decimal],
        start: usize,
        line: usize,
    ) -> Result<(), Refusal> {
        if terms.is_empty() && constants.iter().all(Decimal::is_zero) {
            return Ok(());
        }
        let IntegerSum { terms, constant, denominator } =
            self.integer_sum(terms, constants, start)?;
        let (divisor, place) = (denominator.to_integer(), self.place(start, line));
        self.aim = Some(ParsedObjective { sense, terms, constant, divisor, place });
        Ok(())
    }

    /// Multiplies the terms and the constants by their common denominator. Returns the terms, the
    /// sum of the constants, and the denominator. Refuses a row or an objective whose denominator
    /// has too many digits. The refusal has the place `start`, in bytes.
    fn integer_sum(
        &self,
        terms: &Terms,
        constants: &[Decimal],
        start: usize,
    ) -> Result<IntegerSum, Refusal> {
        let Some(denominator) =
            Denominator::common(terms.iter().map(|term| &term.0).chain(constants))
        else {
            let found = format!("fractions whose common denominator has over {MOST_DIGITS} digits");
            let refusal = Refusal::new(found, "fractions with a smaller common denominator");
            return Err(refusal.with_span(self.source, start..start));
        };
        let constant = constants
            .iter()
            .map(|number| number.times(&denominator))
            .fold(Integer::default(), |sum, number| sum + number);
        let scaled = terms.iter().map(|term| (term.0.times(&denominator), term.1)).collect();
        Ok(IntegerSum { terms: scaled, constant, denominator })
    }

    /// Returns the position of a byte as line and column, both from 1. `start` is the byte's offset
    /// in the text, and `line` is its line, from 1.
    fn place(&self, start: usize, line: usize) -> FilePlace {
        let before = self.source.text().get(..start).unwrap_or("");
        let column = start - before.rfind('\n').map_or(0, |end| end + 1);
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        FilePlace { line: count(line), column: count(column + 1) }
    }

    /// Turns the program into a model. The model has the remarks (those on comments last) and the
    /// definitions of replaced variables. The variables keep their order. Refuses the file if a
    /// variable may have a value that is not whole and cannot be replaced, or if an integer has no
    /// bound. Also refuses it if there are too many variables, products, literals or rows. For each
    /// 0-1 variable with only one possible value, adds a row at the end that fixes the variable.
    pub fn finish(mut self) -> Result<ParsedModel, Refusal> {
        let has_constant = self.aim.as_ref().is_some_and(|aim| !aim.constant.is_zero());
        let mut replaced = self.eliminate();
        replaced.extend(self.unused_integers());
        let mut is_replaced = vec![false; self.variables.len()];
        replaced.iter().for_each(|(unknown, _)| is_replaced[unknown.place()] = true);
        self.remove_replaced(&is_replaced);
        let declared = self.domains(&is_replaced)?;
        let program = IntegerProgram { builder: &self, replaced, declared };
        let (mut written, notes) = program.into_model()?;
        written.is_doubted = self.is_doubted;
        let comments = self.comments.notes(has_constant);
        self.remarks.into_iter().chain(notes).chain(comments).for_each(|one| written.remark(one));
        Ok(written)
    }

    fn name(&self, variable: &Variable) -> &'s str {
        &self.source.text()[variable.span.clone()]
    }

    /// Returns the integers without a bound that are in no row and not in the objective, without a
    /// definition, since they may have any value. Adds a remark for each. Returns none if the user
    /// bounds integers.
    fn unused_integers(&mut self) -> Vec<ReplacedVariable> {
        let mut is_used = self.boolean_variables();
        let rows = self.rows.iter().filter_map(ProgramRow::line).map(|line| &line.terms);
        for (_, factor) in rows.chain(self.aim.iter().map(|aim| &aim.terms)).flatten() {
            let (Factor::One(one) | Factor::Both(one, _)) = factor;
            let (Factor::One(other) | Factor::Both(_, other)) = factor;
            [one, other].into_iter().for_each(|one| is_used[one.place()] = true);
        }
        if self.terms.int_bound.is_some() {
            return Vec::new();
        }
        let mut unused = Vec::new();
        for (place, variable) in (0_u32..).zip(&self.variables) {
            let is_open = variable.domain().is_ok_and(|domain| !domain.is_closed());
            if is_open && !is_used[place as usize] {
                unused.push((Unknown(place), None));
                self.remarks.push(format!(
                    "{} is in no row and may have any value, so answers have no value for it",
                    quote(self.name(variable))
                ));
            }
        }
        unused
    }

    /// Removes the terms of replaced variables from the rows and the objective. After the
    /// replacement, the coefficients of these terms add up to 0. Terms with products remain.
    fn remove_replaced(&mut self, is_replaced: &[bool]) {
        self.aim
            .iter_mut()
            .for_each(|aim| aim.terms.retain(|(_, factor)| remains(factor, is_replaced)));
        for row in &mut self.rows {
            if let ProgramRow::Line(line) = row {
                line.terms.retain(|(_, factor)| remains(factor, is_replaced));
            }
        }
    }

    /// Replaces variables by their definitions, in the rows and the objective, if possible.
    /// Examines the continuous variables ([`Variable::target`]). Keeps variables that are pinned or
    /// occur in a product, a guard or a clause, and all others after too many terms have been
    /// added. If any variable may be replaced, moves the clauses after all other rows. Returns the
    /// replaced variables. Each comes before the variables in its definition.
    fn eliminate(&mut self) -> Vec<ReplacedVariable> {
        let mut is_pinned = self.boolean_variables();
        let mut pin = |unknown: Unknown| is_pinned[unknown.place()] = true;
        let lines = self.rows.iter().filter_map(ProgramRow::line).map(|line| &line.terms);
        let terms = self.aim.iter().map(|aim| &aim.terms).chain(lines);
        for (_, factor) in terms.flatten() {
            if let Factor::Both(one, other) = factor {
                pin(*one);
                pin(*other);
            }
        }
        let targets: Vec<Target> = (0..)
            .zip(&self.variables)
            .filter(|(place, _)| !is_pinned[*place as usize])
            .filter_map(|(place, one)| one.target(Unknown(place)))
            .collect();
        if targets.is_empty() {
            return Vec::new();
        }
        let (mut lines, mut clauses) = (Vec::with_capacity(self.rows.len()), Vec::new());
        for row in std::mem::take(&mut self.rows) {
            match row {
                ProgramRow::Line(line) => lines.push(line),
                ProgramRow::Clause(..) => clauses.push(row),
            }
        }
        let (left, replaced) = Elimination::new(lines, self.aim.as_mut(), targets).run();
        self.rows = left.into_iter().flatten().map(ProgramRow::Line).chain(clauses).collect();
        replaced
    }

    /// Returns the domain of each variable by its bounds; `None` for replaced variables
    /// (`is_replaced`). Refuses the file if the bounds of any other variable have a fault
    /// ([`Variable::domain`]), or if an integer with other values than 0 and 1 is pinned, in a
    /// guard or in a clause.
    fn domains(&self, is_replaced: &[bool]) -> Result<Vec<Option<Domain>>, Refusal> {
        let must_be_boolean = self.boolean_variables();
        let mut wrong: Vec<(&Variable, ValueFault)> = Vec::new();
        let mut domains = Vec::with_capacity(is_replaced.len());
        for (place, variable) in self.variables.iter().enumerate() {
            let domain = match variable.domain() {
                _ if is_replaced[place] => None,
                Ok(domain) if must_be_boolean[place] && !domain.is_boolean() => {
                    wrong.push((variable, ValueFault::NotBoolean));
                    None
                }
                Ok(domain) => Some(domain),
                Err(fault) => {
                    wrong.push((variable, fault));
                    None
                }
            };
            domains.push(domain);
        }
        match self.refuse_variables(&wrong) {
            Some(refusal) => Err(refusal),
            None => Ok(domains),
        }
    }

    /// Returns for each variable whether it must be 0 or 1, since it is pinned, or in a guard or a
    /// clause.
    fn boolean_variables(&self) -> Vec<bool> {
        let mut are_boolean: Vec<bool> = self.variables.iter().map(|one| one.is_pinned).collect();
        for row in &self.rows {
            match row {
                ProgramRow::Clause(choices, _) => {
                    choices.iter().for_each(|choice| are_boolean[choice.0.place()] = true);
                }
                ProgramRow::Line(line) => {
                    line.guard.iter().for_each(|one| are_boolean[one.choice.0.place()] = true);
                }
            }
        }
        are_boolean
    }

    /// Returns the refusal of variables with faults. It is about the first of them, and also names
    /// up to [`MOST_NAMES`] others. Returns `None` if there are none.
    fn refuse_variables(&self, wrong: &[(&Variable, ValueFault)]) -> Option<Refusal> {
        let ((variable, fault), others) = wrong.split_first()?;
        let mut found = fault.describe(&quote(self.name(variable)));
        if !others.is_empty() {
            let names: Vec<String> =
                others.iter().take(MOST_NAMES).map(|(one, _)| quote(self.name(one))).collect();
            let more = if others.len() > MOST_NAMES { ", …" } else { "" };
            let number = match others.len() {
                1 => "another one has a fault".to_owned(),
                more => format!("{more} others have faults"),
            };
            found += &format!(", and {number}, too: {}{more}", names.join(", "));
        }
        let expected = fault.cure().unwrap_or_else(|| self.cure.to_owned());
        Some(Refusal::new(found, expected).with_span(self.source, fault.span(variable)))
    }
}

/// Returns whether a factor is still used after the variables of `is_replaced` have been replaced.
fn remains(factor: &Factor, is_replaced: &[bool]) -> bool {
    match factor {
        Factor::One(unknown) => !is_replaced[unknown.place()],
        Factor::Both(..) => true,
    }
}

/// Returns the greatest common divisor of the coefficients; 0 if all of them are 0.
fn common_divisor(terms: &[(Integer, Factor)]) -> Integer {
    terms.iter().fold(Integer::zero(), |divisor, term| divisor.gcd(&term.0))
}

/// The largest number of wrong variables that a refusal names after the first one.
const MOST_NAMES: usize = 10;

impl<'s> ProgramRow<'s> {
    /// Returns the row if it is a comparison of a sum.
    fn line(&self) -> Option<&IntegerRow<'s>> {
        match self {
            ProgramRow::Line(line) => Some(line),
            ProgramRow::Clause(..) => None,
        }
    }

    fn name(&self) -> Option<&'s str> {
        match self {
            ProgramRow::Line(IntegerRow { name, .. }) | ProgramRow::Clause(_, name) => *name,
        }
    }
}

fn too_many(error: LimitExceeded, source: &Source, span: &Range<usize>) -> Refusal {
    Refusal::new(error.to_string(), "a smaller file").with_span(source, span.clone())
}

#[cfg(test)]
pub(super) fn told(written: &ParsedModel) -> String {
    use num_traits::{One, Zero};

    use super::Literal;

    let name = |literal: &Literal| {
        written.name(usize::try_from(literal.abs()).expect("positive")).expect("a name").to_owned()
    };
    let term = |weight: &Integer, literal: &Literal| format!("{} {} ", weight, name(literal));
    let mut lines = String::new();
    if let Some(aim) = written.objective() {
        let sense = if aim.sense == Sense::Minimise { "min" } else { "max" };
        let terms: String =
            aim.terms.iter().map(|(weight, literal)| term(weight, literal)).collect();
        let constant = Some(&aim.constant).filter(|constant| !constant.is_zero());
        let constant = constant.map_or_else(String::new, |constant| format!("{constant} "));
        let divisor = Some(&aim.divisor).filter(|divisor| !divisor.is_one());
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
                format!("{terms}{} {}\n", relation.sign(), bound)
            }
            super::RowForm::Unequal(bound) => format!("{terms}!= {}\n", bound),
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
