//! A program whose variables are integers, as far as it needs no bounds from a search, and the
//! model that it becomes.

use std::collections::HashMap;
use std::ops::Range;

use num_traits::Zero;

use super::super::aside::{DefinitionFactor, Equality};
use super::continuous::ReplacedVariable;
use super::domains::{Domain, propagate};
use super::rows::{FactorForm, RowWriter, VariableForm};
use super::values::ValueFault;
use super::{
    Comparison, Factor, IntegerRow, ParsedModel, ProgramBuilder, ProgramRow, ROW_OF_BETTER,
    RangeSide, Reach, common_divisor, too_many,
};
use crate::exact::Integer;
use crate::model::{IntegerDomain, Relation};
use crate::source::{Refusal, format_count, quote};

/// The missing bounds of integers, if the rows exclude all answers.
const BOX_WITHOUT_ANSWER: i64 = 1 << 16;

/// The largest absolute value of a bound, 2^62. Values then fit 64 bits, and so do their steps.
const LARGEST: i64 = 1 << 62;

/// A program without continuous variables.
pub(super) struct IntegerProgram<'p, 's> {
    pub builder: &'p ProgramBuilder<'s>,
    /// The variables that other variables define. Each comes before the variables in its
    /// definition.
    pub replaced: Vec<ReplacedVariable>,
    /// The values of each variable by its type and bounds; `None` for a replaced variable.
    pub declared: Vec<Option<Domain>>,
}

impl<'s> IntegerProgram<'_, 's> {
    /// Returns the model of the program, and remarks. Finds bounds of the integers in the rows and,
    /// if bounds are missing, by an answer. Refuses the program if an integer has no bound, or one
    /// of more than 62 bits, and if the model would be too large.
    pub fn into_model(self) -> Result<(ParsedModel, Vec<String>), Refusal> {
        let (mut notes, mut reading, mut int_bound) = (Vec::new(), Vec::new(), None);
        let (mut more, mut worst) = (Vec::new(), None);
        let mut domains = self.declared.clone();
        if self.has_integers() {
            let rows: Vec<&IntegerRow> = self.rows().collect();
            let indivisible = rows.iter().find_map(|row| describe_indivisible(row));
            let rounds = propagate(&rows, &mut domains);
            reading.extend(describe_divided(&rows));
            reading.extend(self.describe_bounds(&domains, rounds));
            let has_empty = domains.iter().flatten().any(Domain::is_empty);
            if has_empty || indivisible.is_some() {
                // The rows exclude all answers, and the model keeps them. So a search can find the
                // rows that do so.
                domains.clone_from(&self.declared);
                let wide = Integer::from(BOX_WITHOUT_ANSWER);
                domains.iter_mut().flatten().for_each(|domain| domain.limit_open(&wide));
                notes.extend(indivisible);
            } else if !domains.iter().flatten().all(Domain::is_closed) {
                int_bound = self.builder.terms.int_bound;
                match int_bound.map(Integer::from) {
                    Some(bound) => {
                        domains.iter_mut().flatten().for_each(|one| one.keep_within(&bound));
                    }
                    None => {
                        let (row, value, note) = self.bound_by_answer(&mut domains)?;
                        more.push(row);
                        worst = Some(value);
                        notes.push(note);
                    }
                }
            }
            reading.extend(notes.iter().cloned());
        }
        let written = self.to_model(&domains, &more)?;
        reading.extend(describe_digits(&written));
        let reach = worst.map(|worst| Reach {
            row: written.last_row_named(ROW_OF_BETTER).expect("the row that was added"),
            worst,
        });
        Ok((ParsedModel { int_bound, reading, reach, ..written }, notes))
    }

    /// Returns whether some variable may have other values than 0 and 1.
    fn has_integers(&self) -> bool {
        self.declared.iter().flatten().any(|domain| !domain.is_boolean())
    }

    /// Returns a sentence about the bounds that the rows give: how many variables have fewer values
    /// than their own bounds allow, with the first of them. Returns `None` if there are none.
    fn describe_bounds(&self, domains: &[Option<Domain>], rounds: usize) -> Option<String> {
        let variables = self.builder.variables.iter();
        let changed: Vec<String> = variables
            .zip(self.declared.iter().zip(domains))
            .filter(|(_, (declared, domain))| declared != domain)
            .filter_map(|(variable, (_, domain))| {
                Some(format!("{} {}", quote(self.builder.name(variable)), domain.as_ref()?))
            })
            .collect();
        let listed = changed.iter().take(MOST_IN_READING).cloned().collect::<Vec<_>>().join(", ");
        let more = if changed.len() > MOST_IN_READING { ", …" } else { "" };
        let number = format_count(changed.len(), "variable");
        let rounds = format_count(rounds, "round");
        let text = format!("the rows reduce the values of {number} in {rounds}: {listed}{more}");
        (!changed.is_empty()).then_some(text)
    }

    /// Returns the comparisons of sums among the rows.
    pub fn rows(&self) -> impl Iterator<Item = &IntegerRow<'s>> {
        self.builder.rows.iter().filter_map(ProgramRow::line)
    }

    /// Returns the model of the program with these domains, which must be closed, and with more
    /// rows at the end. Refuses a bound of more than 62 bits, and a model that would be too large.
    pub fn to_model(
        &self,
        domains: &[Option<Domain>],
        more: &[ProgramRow<'s>],
    ) -> Result<ParsedModel, Refusal> {
        let builder = self.builder;
        let mut closed: Vec<Option<IntegerDomain>> = Vec::with_capacity(domains.len());
        for (variable, domain) in builder.variables.iter().zip(domains) {
            closed.push(match domain.as_ref().map(|domain| domain.closed(LARGEST)) {
                None => None,
                Some(Some(domain)) => Some(domain),
                Some(None) => {
                    let wrong = builder.refuse_variables(&[(variable, ValueFault::TooLarge)]);
                    return Err(wrong.expect("one variable"));
                }
            });
        }
        let mut written = ParsedModel::default();
        let forms = self.add_variables(&closed, &mut written)?;
        self.add_definitions(&forms, &mut written);
        let rows = builder.rows.iter().chain(more);
        let done =
            RowWriter { forms, written: &mut written }.write(rows, builder.aim.as_ref(), &closed);
        done.map_err(|error| too_many(error, builder.source, &builder.source.end()))?;
        written.count_added_rows(more.len());
        Ok(written)
    }

    /// Adds the variables to the model, in their order. Returns the form of each of them. Refuses
    /// too many variables.
    fn add_variables(
        &self,
        domains: &[Option<IntegerDomain>],
        written: &mut ParsedModel,
    ) -> Result<Vec<VariableForm>, Refusal> {
        let builder = self.builder;
        let mark = self.mark();
        let mut forms = Vec::with_capacity(domains.len());
        for (place, variable) in builder.variables.iter().enumerate() {
            let (Some(declared), Some(domain)) = (&self.declared[place], domains[place]) else {
                forms.push(VariableForm::Replaced);
                continue;
            };
            let name = builder.name(variable);
            let form = if declared.is_boolean() {
                written.variable(name).map(VariableForm::Literal)
            } else {
                let next = VariableForm::Integer(written.integers().len());
                written.add_integer(name, domain, &mark).map(|()| next)
            };
            forms.push(form.map_err(|error| too_many(error, builder.source, &variable.span))?);
        }
        Ok(forms)
    }

    /// Returns the mark between the name of an integer and the number of its binary digit: so many
    /// `#` that no name of the file has as many next to each other.
    fn mark(&self) -> String {
        let marks = |name: &str| name.split(|sign| sign != '#').map(str::len).max().unwrap_or(0);
        let most = self.builder.variables.iter().map(|one| marks(self.builder.name(one))).max();
        "#".repeat(most.unwrap_or(0) + 1)
    }

    /// Adds the replaced variables and their definitions to the model. They serve to check a
    /// solver's output. `forms` has the form of each variable.
    fn add_definitions(&self, forms: &[VariableForm], written: &mut ParsedModel) {
        let places: HashMap<_, usize> =
            self.replaced.iter().enumerate().map(|(place, one)| (one.0, place)).collect();
        for (unknown, definition) in &self.replaced {
            let equality = definition.as_ref().map(|Equality { number, rest, bound }| {
                let (mut factors, mut bound) = (Vec::new(), bound.clone());
                for (weight, factor) in rest {
                    if let Factor::One(one) = factor
                        && let Some(&place) = places.get(one)
                    {
                        factors.push((weight.clone(), DefinitionFactor::Defined(place)));
                        continue;
                    }
                    let form = FactorForm::of(*factor, forms, written);
                    bound -= &(weight * &form.constant);
                    let lits = form.lits.iter();
                    factors.extend(
                        lits.map(|(step, lit)| (weight * step, DefinitionFactor::One(*lit))),
                    );
                    factors.extend(form.products.iter().map(|(step, [lit, other])| {
                        (weight * step, DefinitionFactor::Both(*lit, *other))
                    }));
                }
                Equality { number: number.clone(), rest: factors, bound }
            });
            let variable = &self.builder.variables[unknown.place()];
            written.asides.push(self.builder.name(variable), equality);
        }
    }

    /// Returns the refusal of a program in which integers have no bound. `domains` are those after
    /// all other ways to bound them, and `why` states what was tried.
    pub fn refuse_open(&self, domains: &[Option<Domain>], why: &str) -> Refusal {
        let builder = self.builder;
        let mut open = builder.variables.iter().enumerate().filter_map(|(place, variable)| {
            let side = domains[place].as_ref()?.open_side()?;
            Some((place, variable, ValueFault::Open(side)))
        });
        let (place, variable, fault) = open.next().expect("an open variable");
        let others: Vec<String> =
            open.take(MOST_LISTED).map(|(_, one, _)| quote(builder.name(one))).collect();
        let rows = self.rows_with(place);
        let rows_text = if rows.is_empty() {
            "it is in no row".to_owned()
        } else {
            format!("its rows give none: {}", rows.join(", "))
        };
        let others_text = match others.len() {
            0 => String::new(),
            _ => format!(", and the same is true of {}", others.join(", ")),
        };
        let name = quote(builder.name(variable));
        let found = format!("{}, and {rows_text}{others_text}; {why}", fault.describe(&name));
        let word = match fault {
            ValueFault::Open(side) => side.name(),
            _ => RangeSide::Upper.name(),
        };
        let expected = format!(
            "a row or a bound that gives {name} {} {word} bound, or --int-bound N, which keeps such variables from -N to N",
            if word == "upper" { "an" } else { "a" }
        );
        let span: Range<usize> = fault.span(variable);
        Refusal::new(found, expected).with_span(builder.source, span)
    }

    /// Returns the names of up to [`MOST_LISTED`] rows with a variable, which is given by its
    /// index.
    fn rows_with(&self, place: usize) -> Vec<String> {
        let has = |factor: &Factor| match factor {
            Factor::One(one) => one.place() == place,
            Factor::Both(one, other) => one.place() == place || other.place() == place,
        };
        let rows = self.rows().filter(|row| row.terms.iter().any(|(_, factor)| has(factor)));
        rows.take(MOST_LISTED).map(name).collect()
    }
}

/// The largest number of variables whose values [`ParsedModel::reading`] lists.
const MOST_IN_READING: usize = 8;

/// Returns a sentence about the rows whose coefficients have a common divisor above 1, by which
/// their normal form is divided. Returns `None` if there are none.
fn describe_divided(rows: &[&IntegerRow]) -> Option<String> {
    let number = rows.iter().filter(|row| common_divisor(&row.terms) > Integer::from(1)).count();
    let rows = format_count(number, "row");
    let text = format!("{rows} can be divided by the greatest common divisor of the coefficients");
    (number > 0).then_some(text)
}

/// Returns a sentence about the digits of the integers of a model. Returns `None` if there are no
/// integers.
fn describe_digits(written: &ParsedModel) -> Option<String> {
    let integers = written.integers();
    let lits: usize = integers.iter().map(|integer| integer.domain.literals()).sum();
    let number = format_count(integers.len(), "integer");
    let text = format!("{number}, as sums of {}", format_count(lits, "binary digit"));
    (!integers.is_empty()).then_some(text)
}

/// The largest number of variables and of rows that a refusal lists.
const MOST_LISTED: usize = 3;

/// Returns a sentence about an equation that no whole numbers satisfy, since its right side is not
/// a multiple of the greatest common divisor of its coefficients. Returns `None` for all other
/// rows.
fn describe_indivisible(row: &IntegerRow) -> Option<String> {
    let is_equation = row.comparison == Comparison::Relation(Relation::Exactly);
    let divisor = common_divisor(&row.terms);
    let is_divisible = divisor.is_zero() || (&row.bound % &divisor).is_zero();
    (is_equation && row.guard.is_none() && !is_divisible).then(|| {
        format!(
            "{} has no solution: its left side is a multiple of {divisor}, but {} is not",
            name(row),
            row.bound
        )
    })
}

/// Returns the name of a row for messages: its name in the file, and its line.
fn name(row: &IntegerRow) -> String {
    match row.name {
        Some(name) => format!("row {} (line {})", quote(name), row.place.line),
        None => format!("the row in line {}", row.place.line),
    }
}
