//! Readers of the output of solvers, one source file for each format.
//!
//! A text is refused if it has no known format, is incomplete, contradicts itself, or has unknown
//! variables. A text with results in two formats is refused, since these count as two results. A
//! text with several solutions is accepted only if the format says which of them is best. The
//! caller checks the status, the values and the objective.
//!
//! | format | can be missing | must be present |
//! |---|---|---|
//! | `s`, `v` and `o` lines of competitions | | one status |
//! | MiniSat's result file | | the 0 that ends the values |
//! | JSON of clasp | | a result |
//! | HiGHS, raw and pretty | zeros in its sparse style | as many columns as the file says |
//! | GLPK | | as many columns as the file says |
//! | SCIP | zeros, and its status in some versions | the objective |
//! | CBC | zeros | its status, the objective |
//! | Gurobi | its status | every variable |
//! | CPLEX, in XML | zeros at some levels | the end of the XML |
//! | MIPLIB (`=obj=`) | zeros, its status | the objective |
//! | lp_solve | | every variable, the end of the table |
//! | a list of literals | its status | every variable |

mod bare;
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

pub use bare::parse_list;
pub use competition::literals;
pub use naming::{LiteralNaming, NameMeaning, Naming, NumberNaming, WordNaming};

use std::fmt;

use crate::exact::Rational;
use crate::model::Sense;
use crate::source::{Refusal, Source, format_count, quote};
use values::WantedValues;

/// The maximum size in bytes of a solver's output, enough for thirty million values. A larger
/// output is refused.
pub const MOST_BYTES: usize = 256 << 20;

/// A solver's claim about a question.
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
    /// Returns whether an output with this claim must have the values of a solution.
    pub fn has_values(self) -> bool {
        matches!(self, SolverClaim::Optimal | SolverClaim::Satisfiable)
    }
}

/// The value of the objective that a solver printed.
#[derive(Clone, Debug, PartialEq)]
pub enum PrintedObjective {
    /// The text of a whole number, decimal or fraction, which is compared exactly.
    Exact(String),
    /// A floating-point number, which can differ a little from the exact value.
    Rounded(f64),
}

/// The largest accepted error of a rounded number that a solver prints. The error is relative to
/// the exact number. If the exact number is between -1 and 1, the error is absolute.
const ROUNDED: f64 = 1e-6;

impl PrintedObjective {
    /// Returns whether the printed value is this number. An exact value is compared as a number. A
    /// text that is not a number, or has more than 400 characters, equals no number. A rounded
    /// value is accepted if its error is at most a millionth of the number; if the number is
    /// between -1 and 1, the error must be at most a millionth. If the number cannot be converted
    /// to `f64`, no rounded value is accepted.
    pub fn equals(&self, number: &Rational) -> bool {
        match self {
            PrintedObjective::Exact(text) => text.parse().as_ref() == Ok(number),
            PrintedObjective::Rounded(printed) => number
                .to_f64()
                .is_some_and(|exact| (printed - exact).abs() <= ROUNDED * exact.abs().max(1.0)),
        }
    }
}

impl fmt::Display for PrintedObjective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintedObjective::Exact(text) => f.write_str(text),
            PrintedObjective::Rounded(number) => write!(f, "{number}"),
        }
    }
}

/// The content of a solver's output. It has values only for the wanted variables, which a
/// [`Naming`] lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The claim; `None` if the text states no result, but only values.
    pub claim: Option<SolverClaim>,
    /// The value of each wanted variable; `None` if the text does not state it.
    pub values: Vec<Option<bool>>,
    /// The printed values of other variables, which the wanted variables determine.
    pub derived: Vec<DerivedValue>,
    /// A sentence about the first integer whose printed value is none of its values. The variables
    /// of this integer have no value. `None` if there is no such integer.
    pub excluded: Option<String>,
    /// The printed value of the objective; `None` if the text has none.
    pub objective: Option<PrintedObjective>,
    /// Whether the objective is minimised or maximised, according to the text. `None` if the text
    /// does not say it.
    pub sense: Option<Sense>,
}

/// A printed value of a variable that the wanted variables determine. The caller can check it.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivedValue {
    /// The name of the variable in the solver's output.
    pub name: String,
    /// The value, as printed.
    pub value: f64,
}

/// The number of questions that an output answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questions {
    /// One question: a second status in the output is refused.
    One,
    /// Several questions about an incremental formula. The most demanding question comes first, so
    /// the first solution in the output is the answer.
    Several,
}

/// A format of the output of solvers, with the functions that recognise and read it.
struct SolutionFormat {
    /// Returns whether a text seems to have this format. More than one format can recognise the
    /// same text.
    is: fn(&str) -> bool,
    /// Returns whether a line, without white space at its ends, states a result in this format.
    states: fn(&str) -> bool,
    /// Reads a text of this format. Stores the values of the text in the second argument, which
    /// must have no values yet.
    read: for<'a> fn(&'a str, WantedValues, Questions) -> Result<Solution, OutputFault<'a>>,
}

/// All formats. If several formats recognise a text, the first of them in this list is used.
/// Competition lines come last, since texts of other formats can contain lines that look like them.
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

/// Returns whether a text is the output of a solver in a known format. This includes formats that
/// are known, but refused.
pub fn is_output(text: &str) -> bool {
    others::refuse_known(text).is_some() || find_format(text).is_some()
}

/// Returns the first format that recognises a text. Returns `None` if no format does.
fn find_format(text: &str) -> Option<&'static SolutionFormat> {
    FORMATS.iter().copied().find(|format| (format.is)(text))
}

/// Reads the output of a solver in any format. The solution has no claim if the text states no
/// result. Wanted variables can lack a value, even if a solution is claimed. `questions` states
/// whether competition lines can have the answers to several questions; other formats ignore it. If
/// several formats recognise the text, the first of them in `FORMATS` reads it.
///
/// # Errors
///
/// If the text has no known format, or a format that is known but cannot be read. Also if the text
/// violates the grammar of its format, has an unknown variable, has an unusable value of a wanted
/// variable, or has results in two formats. A text with competition lines is not refused if it also
/// has MiniSat's word for the same result.
pub fn read_solution(
    source: &Source,
    naming: &dyn Naming,
    questions: Questions,
) -> Result<Solution, Refusal> {
    let text = source.text();
    let read = match (others::refuse_known(text), find_format(text)) {
        (Some(wrong), _) => Err(wrong),
        (None, Some(format)) => validate_alone(text, format)
            .and_then(|()| (format.read)(text, WantedValues::new(naming), questions)),
        (None, None) => Err(others::refuse_unknown(text)),
    };
    read.map_err(|wrong| wrong.into_refusal(source))
}

/// Checks that no line of a text states a result in another format than `format`. White space at
/// the ends of a line is ignored. MiniSat's words are allowed among competition lines, since the
/// reader of competition lines compares both results.
///
/// # Errors
///
/// If there is such a line. The error names one of two lines, the later one: the first line of
/// another format, and the first line that states a result in `format`, if there is one.
fn validate_alone<'a>(text: &'a str, format: &SolutionFormat) -> Result<(), OutputFault<'a>> {
    // A text of competition lines is allowed to have MiniSat's words for a result, too. The reader
    // of competition lines compares both results.
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
    Err(refuse_second(text.lines().nth(later).map_or("", str::trim)))
}

/// Checks that at most one line of a text states a result. If there are more, refuses the second of
/// them.
fn validate_once<'a>(text: &'a str, states: fn(&str) -> bool) -> Result<(), OutputFault<'a>> {
    match text.lines().map(str::trim).filter(|line| states(line)).nth(1) {
        None => Ok(()),
        Some(line) => Err(refuse_second(line)),
    }
}

/// Returns the refusal of a line that states a result although the text has stated one before.
fn refuse_second(line: &str) -> OutputFault<'_> {
    let found = format!("a second status, {}", quote(line));
    OutputFault::new(found, "the output of one solver for one question").with_piece(line)
}

/// Reads the output of a solver, which must state a result. Returns the claim of the output, and
/// the solution, which has the same claim. If a solution is claimed, at least one wanted variable
/// must have a value. If no variable is wanted, no value is needed. `questions` has an effect only
/// on competition lines: it states whether they can answer several questions.
///
/// # Errors
///
/// In the cases of [`read_solution`], and if the text states no result. Also if the text claims a
/// solution, but has no value of a wanted variable.
pub fn read(
    source: &Source,
    naming: &dyn Naming,
    questions: Questions,
) -> Result<(SolverClaim, Solution), Refusal> {
    let solution = read_solution(source, naming, questions)?;
    match solution.claim {
        Some(claim) => validate_values(source, naming, claim, solution),
        None => Err(others::refuse_unknown(source.text()).into_refusal(source)),
    }
}

/// Reads the output of a solver as [`read`] does, and returns the claim and the solution. In
/// addition, accepts two kinds of text that state no result, if they have values of all wanted
/// variables: competition lines without a status, and a list of values ([`parse_list`]). A text
/// that a known format recognises is never read as a list. A text without a result counts as
/// `Satisfiable`, although the returned solution has no claim of its own.
///
/// # Errors
///
/// If the text is neither such a list nor a text that [`read_solution`] accepts. For a list, also
/// if a word is not a variable, or a wanted variable is both true and false. For a claimed
/// solution, also if no wanted variable has a value, although some variable is wanted. For a text
/// that states no result, also if a wanted variable has no value.
pub fn read_or_list(
    source: &Source,
    naming: &dyn Naming,
    questions: Questions,
) -> Result<(SolverClaim, Solution), Refusal> {
    let solution = match bare::parse_list(source.text()).filter(|_| !is_output(source.text())) {
        Some(words) => bare::read(&words, naming).map_err(|wrong| wrong.into_refusal(source))?,
        None => read_solution(source, naming, questions)?,
    };
    if let Some(claim) = solution.claim {
        return validate_values(source, naming, claim, solution);
    }
    let missing = solution.values.iter().filter(|value| value.is_none()).count();
    if missing == 0 || solution.excluded.is_some() {
        return Ok((SolverClaim::Satisfiable, solution));
    }
    let missing = format_count(missing, "variable");
    let found = format!("the output states no result, and has no value for {missing}");
    let expected = "a line `s SATISFIABLE`, or the values of all variables";
    Err(Refusal::new(found, expected).with_span(source, source.end()))
}

/// Checks that a claimed solution has at least one value of a wanted variable, and returns the
/// claim and the solution. If no variable is wanted, accepts a solution without values.
///
/// # Errors
///
/// If the claim is a solution, some variables are wanted, and none of them has a value.
fn validate_values(
    source: &Source,
    naming: &dyn Naming,
    claim: SolverClaim,
    solution: Solution,
) -> Result<(SolverClaim, Solution), Refusal> {
    let is_missing = solution.values.iter().all(Option::is_none)
        && solution.excluded.is_none()
        && naming.wanted() > 0;
    if claim.has_values() && is_missing {
        let expected = "lines with the values, which some solvers print only with an option";
        return Err(
            Refusal::new("the solution has no values", expected).with_span(source, source.end())
        );
    }
    Ok((claim, solution))
}

/// A fault in a solver's output, and the piece of the text that has the fault.
struct OutputFault<'a> {
    /// A description of the faulty text.
    found: String,
    /// A description of the text that was expected instead.
    expected: String,
    /// The faulty piece of the text. `None` if the fault has no position.
    piece: Option<&'a str>,
}

impl<'a> OutputFault<'a> {
    /// Returns a fault without a position.
    fn new(found: impl Into<String>, expected: impl Into<String>) -> OutputFault<'a> {
        OutputFault { found: found.into(), expected: expected.into(), piece: None }
    }

    /// Returns the fault with a position: the piece of the text that has the fault.
    fn with_piece(self, piece: &'a str) -> OutputFault<'a> {
        OutputFault { piece: Some(piece), ..self }
    }

    /// Returns the fault without its position. This method is for a faulty text that was not taken
    /// from the source's text.
    fn without_piece<'b>(self) -> OutputFault<'b> {
        OutputFault { found: self.found, expected: self.expected, piece: None }
    }

    /// Returns the refusal of a source. The refusal points at the faulty piece, or at the end of
    /// the source if there is no piece. The piece must be a part of the source's text.
    fn into_refusal(self, source: &Source) -> Refusal {
        let span = self.piece.map_or(source.end(), |piece| {
            let start = piece.as_ptr().addr().saturating_sub(source.text().as_ptr().addr());
            start..start + piece.len()
        });
        Refusal::new(self.found, self.expected).with_span(source, span)
    }
}

/// Returns the first line that is not empty, without white space at its ends. Returns an empty text
/// if there is no such line.
fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("")
}

/// A sample output of a solver. If the output has values, x is true, and y and z are false. If it
/// has an objective, the value of the objective is 3.
#[cfg(test)]
struct Sample {
    text: &'static str,
    claim: Option<SolverClaim>,
    has_values: bool,
    /// Whether every prefix of the text is either refused or has only right values. If this is
    /// true, an incomplete text does no harm, even if the model does not check the values.
    shows_cuts: bool,
}

#[cfg(test)]
mod tests;
