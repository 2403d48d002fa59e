//! The output of solvers, one file per format.
//!
//! A text is refused if it has no known format, is cut off, contradicts itself, or has variables
//! that the file does not have. A line with a result in another format counts as a second result.
//! Several solutions are refused unless the format says which of them is the best.
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
//! The caller checks the claimed status, values and objective.

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

/// Maximum size of an output in bytes, enough for thirty million values.
pub const MOST_BYTES: usize = 256 << 20;

/// The claim of a solver about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverClaim {
    /// The values are an optimal solution.
    Optimal,
    /// The values are a solution.
    Satisfiable,
    /// There is no solution.
    Unsatisfiable,
    /// The solver does not know the answer.
    Unknown,
}

impl SolverClaim {
    /// Returns whether the output must state the values of a solution.
    pub fn has_values(self) -> bool {
        matches!(self, SolverClaim::Optimal | SolverClaim::Satisfiable)
    }
}

/// The value of an objective as printed.
#[derive(Clone, Debug, PartialEq)]
pub enum PrintedObjective {
    /// A whole number, decimal or fraction, which must equal the objective exactly.
    Exact(String),
    /// A floating-point result, which may differ a little from the objective.
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

/// The content of a solver's output. Only the values of wanted variables are stored; the caller
/// names these in a [`Naming`].
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The claim. `None` if the text has only values.
    pub claim: Option<SolverClaim>,
    /// The value of each wanted variable, if the output states it.
    pub values: Vec<Option<bool>>,
    /// The printed values of variables that are determined by wanted variables.
    pub derived: Vec<Derived>,
    /// The printed value of the objective.
    pub objective: Option<PrintedObjective>,
    /// The sense of the objective, if the output states it.
    pub sense: Option<Sense>,
}

/// A printed value that the caller can check, since it is determined by the wanted variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    /// Name of the variable.
    pub name: String,
    /// The value, as printed.
    pub value: f64,
}

/// The number of questions that an output answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questions {
    /// One question: a second status is a contradiction.
    One,
    /// Several questions of an incremental formula, the most demanding one first. The first
    /// solution is the answer.
    Several,
}

struct SolutionFormat {
    #[cfg(test)]
    name: &'static str,
    is: fn(&str) -> bool,
    /// Returns whether a line states a result. The line must have no white space around it.
    states: fn(&str) -> bool,
    read: for<'a> fn(&'a str, WantedValues, Questions) -> Result<Solution, Wrong<'a>>,
    #[cfg(test)]
    samples: &'static [Sample],
}

/// All formats, of which a text has at most one. Competition lines come last, since a log of
/// another format may contain such lines.
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

/// Returns whether a text is the output of a solver in a known format. Some known formats cannot be
/// read.
pub fn is_output(text: &str) -> bool {
    others::known(text).is_some() || format_of(text).is_some()
}

fn format_of(text: &str) -> Option<&'static SolutionFormat> {
    FORMATS.iter().copied().find(|format| (format.is)(text))
}

/// Reads the output of a solver in any format.
///
/// # Errors
///
/// Fails if the text has no known format, or violates the grammar of its format.
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

fn validate_alone<'a>(text: &'a str, format: &SolutionFormat) -> Result<(), Wrong<'a>> {
    // Words of MiniSat are allowed beside competition lines, whose reader compares them with its
    // own status.
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

/// Reads the output of a solver to a question.
///
/// # Errors
///
/// Fails like [`solution`]. Also fails if the output has no claim, or claims a solution without
/// values.
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

    /// Removes the location of the error, since the faulty text is not a part of the output.
    fn anywhere<'b>(self) -> Wrong<'b> {
        Wrong { found: self.found, expected: self.expected, piece: None }
    }

    /// Returns the refusal with the location of the faulty piece of text. The piece must be a part
    /// of the source's text.
    fn refusal(self, source: &Source) -> Refusal {
        let span = self.piece.map_or(source.end(), |piece| {
            let start = piece.as_ptr().addr().saturating_sub(source.text().as_ptr().addr());
            start..start + piece.len()
        });
        Refusal::new(self.found, self.expected).at(source, span)
    }
}

fn head(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("")
}

/// A sample output. If the output has values, x is true, y and z are false, and the objective is 3.
#[cfg(test)]
struct Sample {
    text: &'static str,
    claim: Option<SolverClaim>,
    has_values: bool,
    /// Whether a reader notices every cut that loses a value, without knowing the model.
    shows_cuts: bool,
}

#[cfg(test)]
mod tests;
