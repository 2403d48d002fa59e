//! What solvers say of a question, in the format of each.
//!
//! A format has a file: how it is recognised, its grammar, what it leaves out and what it must
//! have. Nothing else is read: a text of no format is refused, and so is one that is cut off, says
//! one thing and its opposite, or speaks of variables that the file does not have. A line that
//! states a result in another format is a second result, and several solutions are refused unless
//! the format says which is the best.
//!
//! | format | leaves out | must have |
//! |---|---|---|
//! | `s`, `v` and `o` lines of competitions | | one status |
//! | MiniSat's result file | | the 0 that ends the values |
//! | JSON of clasp | | a result |
//! | HiGHS, raw and pretty | zeros in its sparse style | as many columns as it says |
//! | GLPK | | as many columns as it says |
//! | SCIP | zeros, and its status in some versions | the objective |
//! | CBC | zeros | its status, the objective |
//! | Gurobi | its status | every variable |
//! | CPLEX, in XML | zeros at some levels | the end of the XML |
//! | MIPLIB (`=obj=`) | zeros, its status | the objective |
//! | lp_solve | | every variable, the end of the table |
//!
//! A status is the solver's word. The values and the objective can be held against the file: the
//! caller does that, since it knows the file.

mod cbc;
mod clasp;
mod competition;
mod cplex;
mod glpk;
mod gurobi;
mod highs;
mod lp_solve;
mod minisat;
mod miplib;
mod naming;
mod others;
mod scip;
mod values;

pub use competition::literals;
pub use naming::{Literals, NameMeaning, Naming, Numbers, Words};

use std::fmt;

use crate::model::Sense;
use crate::source::{Refusal, Source, quoted};
use values::WantedValues;

/// The most bytes of an output that are read: room for thirty million values.
pub const MOST_BYTES: usize = 256 << 20;

/// A solver's word for what became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverClaim {
    /// These values are a best solution.
    Optimal,
    /// These values are a solution.
    Satisfiable,
    /// There is no solution.
    Unsatisfiable,
    /// It does not know.
    Unknown,
}

impl SolverClaim {
    /// Whether values come with it.
    pub fn has_values(self) -> bool {
        matches!(self, SolverClaim::Optimal | SolverClaim::Satisfiable)
    }
}

/// The value of an objective as a solver has printed it.
#[derive(Clone, Debug, PartialEq)]
pub enum PrintedObjective {
    /// A whole number, a decimal or a fraction, which has to be exact.
    Exact(String),
    /// A number that was computed with rounding.
    Rounded(f64),
}

impl fmt::Display for PrintedObjective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintedObjective::Exact(text) => f.write_str(text),
            PrintedObjective::Rounded(number) => write!(f, "{number}"),
        }
    }
}

/// A claim with its values and its objective.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The claim; none if the text has values alone.
    pub claim: Option<SolverClaim>,
    /// The value of each variable that is wanted, if the text has one.
    pub values: Vec<Option<bool>>,
    /// What is said of variables that follow from these.
    pub derived: Vec<Derived>,
    /// The value of the objective.
    pub objective: Option<PrintedObjective>,
    /// The sense in which the solver optimised it, if the format states that.
    pub sense: Option<Sense>,
}

/// The value of a variable that follows from those that are wanted: the caller can tell whether it
/// does.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    /// Its name.
    pub name: String,
    /// What the text says it is.
    pub value: f64,
}

/// How many questions an output answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questions {
    /// One: a second status contradicts the first.
    One,
    /// Several of an incremental formula, the best first: the first answer counts.
    Several,
}

/// A format of solutions.
struct SolutionFormat {
    /// Its name, for tests.
    #[cfg(test)]
    name: &'static str,
    /// Whether a text begins as one of this format does.
    is: fn(&str) -> bool,
    /// Whether a line, without blanks around it, states a result in this format.
    states: fn(&str) -> bool,
    /// Reads a text of this format.
    read: for<'a> fn(&'a str, WantedValues, Questions) -> Result<Solution, Wrong<'a>>,
    /// Texts of this format, for tests.
    #[cfg(test)]
    samples: &'static [Sample],
}

/// The formats. A text has one of them at most; the lines of competitions come last, since a log
/// may have them anywhere.
static FORMATS: &[&SolutionFormat] = &[
    &highs::RAW,
    &highs::PRETTY,
    &glpk::FORMAT,
    &scip::FORMAT,
    &cbc::FORMAT,
    &gurobi::FORMAT,
    &cplex::FORMAT,
    &miplib::FORMAT,
    &lp_solve::FORMAT,
    &clasp::FORMAT,
    &minisat::FORMAT,
    &competition::FORMAT,
];

/// Whether a text is in a format of solutions, be it one that is refused by its name.
pub fn is_output(text: &str) -> bool {
    others::known(text).is_some() || format_of(text).is_some()
}

fn format_of(text: &str) -> Option<&'static SolutionFormat> {
    FORMATS.iter().copied().find(|format| (format.is)(text))
}

/// Reads what a solver says, in whichever format.
///
/// # Errors
///
/// Refuses a text of no format, and one that breaks the grammar of its format, each with its place.
pub fn solution(
    source: &Source,
    naming: &dyn Naming,
    questions: Questions,
) -> Result<Solution, Refusal> {
    let text = source.text();
    let read = match (others::known(text), format_of(text)) {
        (Some(wrong), _) => Err(wrong),
        (None, Some(format)) => validate_alone(text, format)
            .and_then(|()| (format.read)(text, WantedValues::none(naming), questions)),
        (None, None) => Err(others::nothing()),
    };
    read.map_err(|wrong| wrong.refusal(source))
}

/// Refuses a text with a result in another format beside the one in its own.
fn validate_alone<'a>(text: &'a str, format: &SolutionFormat) -> Result<(), Wrong<'a>> {
    // What MiniSat prints beside the lines of a competition is held against these.
    let is_heeded = |other: &SolutionFormat| {
        std::ptr::eq(format, &raw const competition::FORMAT)
            && std::ptr::eq(other, &raw const minisat::FORMAT)
    };
    let is_foreign = |line: &str| {
        let mut others = FORMATS.iter().filter(|other| !std::ptr::eq(**other, format));
        others.any(|other| (other.states)(line) && !is_heeded(other))
    };
    let Some(foreign) = text.lines().map(str::trim).position(&is_foreign) else { return Ok(()) };
    let own = text.lines().map(str::trim).position(&|line| (format.states)(line));
    let later = own.map_or(foreign, |own| own.max(foreign));
    Err(second(text.lines().nth(later).map_or("", str::trim)))
}

/// Refuses a text in which more than one line states a result.
fn validate_once<'a>(text: &'a str, states: fn(&str) -> bool) -> Result<(), Wrong<'a>> {
    match text.lines().map(str::trim).filter(|line| states(line)).nth(1) {
        None => Ok(()),
        Some(line) => Err(second(line)),
    }
}

fn second(line: &str) -> Wrong<'_> {
    let found = format!("a second status, {}", quoted(line));
    Wrong::new(found, "the output of one solver to one question").at(line)
}

/// Reads what a solver has printed to a question: a claim, and values if it says that there are
/// any.
///
/// # Errors
///
/// As [`solution`]; and refuses an output without a claim, or without values where there have to be
/// some.
pub fn read(
    source: &Source,
    naming: &dyn Naming,
    questions: Questions,
) -> Result<(SolverClaim, Solution), Refusal> {
    let solution = solution(source, naming, questions)?;
    let Some(claim) = solution.claim else {
        return Err(others::nothing().refusal(source));
    };
    let is_missing = solution.values.iter().all(Option::is_none) && naming.wanted() > 0;
    if claim.has_values() && is_missing {
        let expected = "lines of values: for some solvers an option prints them";
        return Err(Refusal::new("the solution has no values", expected).at(source, source.end()));
    }
    Ok((claim, solution))
}

/// A fault of an output, and the piece of its text that has it.
struct Wrong<'a> {
    found: String,
    expected: String,
    piece: Option<&'a str>,
}

impl<'a> Wrong<'a> {
    fn new(found: impl Into<String>, expected: impl Into<String>) -> Wrong<'a> {
        Wrong { found: found.into(), expected: expected.into(), piece: None }
    }

    fn at(self, piece: &'a str) -> Wrong<'a> {
        Wrong { piece: Some(piece), ..self }
    }

    /// Returns the same without its place, for a piece that was not cut from the text.
    fn anywhere<'b>(self) -> Wrong<'b> {
        Wrong { found: self.found, expected: self.expected, piece: None }
    }

    /// Returns the refusal with the place of the piece in the source that it was cut from.
    fn refusal(self, source: &Source) -> Refusal {
        let span = self.piece.map_or(source.end(), |piece| {
            let start = piece.as_ptr().addr().saturating_sub(source.text().as_ptr().addr());
            start..start + piece.len()
        });
        Refusal::new(self.found, self.expected).at(source, span)
    }
}

/// Returns the first line of a text that is not blank, without blanks around it.
fn head(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("")
}

/// A text of a format and what it says, for tests: `x` is true, `y` and `z` are false, and the
/// objective is 3.
#[cfg(test)]
struct Sample {
    text: &'static str,
    claim: Option<SolverClaim>,
    /// Whether each variable has a value.
    has_values: bool,
    /// Whether every cut that loses a value can be seen without the file.
    shows_cuts: bool,
}

#[cfg(test)]
mod tests;
