//! The trait [`Problem`], which searches, exports and readers of answers use.
//!
//! A [`Puzzle`](crate::puzzle::Puzzle) is a problem with cells and pictures. Other problems, such
//! as graphs and model files, implement [`Problem`] directly.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::board::Cell;
use crate::deduce::Rule;
use crate::formulation::{Formulation, Stated};
pub use crate::model::Goal;
use crate::model::{Lit, Model, Origin, Values};
use crate::source::{Refusal, Source};
use crate::stop::Stop;

mod scale;
mod verdict;

pub use crate::exact::{NoNumber, Rational};
pub use scale::Scale;
pub use verdict::AnswerVerdict;

/// The problem of a search, borrowed or shared.
#[derive(Clone)]
pub enum Held<'a> {
    /// Borrowed from a caller that waits for the search.
    Borrowed(&'a dyn Problem),
    /// Shared, so the search may outlive the caller.
    Shared(Arc<dyn Holder>),
}

/// An owner of a problem that can be shared. Every [`Problem`] is its own owner.
pub trait Holder: Send + Sync {
    /// Returns the problem.
    fn as_problem(&self) -> &(dyn Problem + 'static);
}

impl<P: Problem + 'static> Holder for P {
    fn as_problem(&self) -> &(dyn Problem + 'static) {
        self
    }
}

impl<'a> Deref for Held<'a> {
    type Target = dyn Problem + 'a;

    fn deref(&self) -> &(dyn Problem + 'a) {
        match self {
            Held::Borrowed(problem) => *problem,
            Held::Shared(holder) => holder.as_problem(),
        }
    }
}

/// Another name of a family, by which a user calls a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name on the command line.
    pub name: &'static str,
    /// The name as a heading.
    pub title: &'static str,
}

/// A question with answers: a board with its rules, or a model file.
pub trait Problem: Send + Sync {
    /// Returns words that distinguish the problem within its family, such as its size and variants.
    fn details(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the alias of its family by which the user calls the problem.
    fn called(&self) -> Option<Alias> {
        None
    }

    /// Returns the version of a rule in force, if several are common and the details do not show
    /// it. For a model file, returns the user's option that overrides the file.
    fn ruling(&self) -> Option<String> {
        None
    }

    /// Returns the sense and the range of the objective, if there is one.
    ///
    /// The goal must agree with the model's objective ([`Model::optimise`]), and
    /// [`check`](Problem::check) must return a value from `least` to `largest` for every valid
    /// answer. Otherwise a search ends with
    /// [`SearchError::Contract`](crate::search::SearchError::Contract).
    fn goal(&self) -> Option<Goal> {
        None
    }

    /// Returns an obvious reason why the problem has no answer.
    fn obstacle(&self) -> Option<String> {
        None
    }

    /// Returns the model in a formulation, with all givens ([`Model::give`]). Families call
    /// [`formulation::model`](crate::formulation::model) with their table.
    fn stated(&self, formulation: &Formulation) -> Stated<'_, Model>;

    /// Returns whether the models declare symmetries. If not, quarrel looks for symmetries.
    fn declares_symmetries(&self) -> bool {
        true
    }

    /// Returns deductions of the family itself, which come before
    /// [`deduce::ALL`](crate::deduce::ALL) if all deductions are chosen.
    fn rules(&self) -> &[&'static Rule] {
        &[]
    }

    /// Returns the answer that a solution means, in rows of text.
    fn decode(&self, model: &Model, values: &Values) -> Vec<String>;

    /// Returns literals that are all true in every solution with this answer, which may be partial;
    /// `None` if the problem cannot express an answer as literals.
    fn literals(&self, _model: &Model, _rows: &[String]) -> Option<Vec<Lit>> {
        None
    }

    /// Checks an answer by the rules, without the model. Returns its value, if any.
    ///
    /// # Errors
    ///
    /// If the answer breaks a rule; the error has the first such rule and its cells.
    fn check(&self, rows: &[String]) -> Result<Option<i64>, Broken>;

    /// Reads the rows of an answer.
    ///
    /// # Errors
    ///
    /// If the text is not an answer. The refusal has the place of the fault in the text.
    fn read_answer(&self, source: &Source) -> Result<Vec<String>, Refusal> {
        read_rows(source)
    }

    /// Returns the number of cells or variables to which an answer gives no value.
    fn open(&self, _rows: &[String]) -> usize {
        0
    }

    /// Returns a rule that a partial answer obviously breaks.
    fn broken_so_far(&self, _rows: &[String]) -> Option<Broken> {
        None
    }

    /// Returns cheap answers from which a search starts: a known pattern, or the result of a short
    /// local search. The caller checks them. Equal seeds give equal answers unless stopped.
    fn construct(&self, _seed: u64, _stop: &Stop) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Returns the competition in whose output format answers can be printed.
    fn competition(&self) -> Option<Competition> {
        None
    }

    /// Returns the clauses of the problem's file, unchanged, in the DIMACS numbers of the model's
    /// variables; `None` if the file has other constraints.
    fn clauses(&self) -> Option<Box<dyn Iterator<Item = &[i32]> + '_>> {
        None
    }

    /// Returns warnings about a valid problem.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the wrong statements of the file about its own size, in words. Proofs and
    /// competition output refuse such a file, which may be cut off or changed.
    fn misfits(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the names of the variables that distinguish answers, if the file states them.
    fn shown(&self) -> Option<Vec<String>> {
        None
    }

    /// Returns the scale that converts values of a search into the problem's own numbers.
    fn scale(&self) -> Scale {
        Scale::default()
    }

    /// Converts a value of a search into the problem's own numbers, as text.
    fn told(&self, value: i64) -> String {
        self.scale().of(value).to_string()
    }

    /// Returns the names of the variables with their values in an answer; `None` for a puzzle.
    fn assignment(&self, _rows: &[String]) -> Option<Vec<(String, bool)>> {
        None
    }

    /// Returns the soft rows of a model file that an answer breaks, in the order of the file;
    /// `None` if the problem has no soft rows.
    fn broken_soft(&self, _rows: &[String]) -> Option<Vec<BrokenSoft>> {
        None
    }

    /// Returns the part of an answer about these variables, or all rows if rows do not show
    /// variables.
    fn part(&self, rows: &[String], _variables: &[String]) -> Vec<String> {
        rows.to_vec()
    }

    /// Returns a rule that these givens alone obviously break.
    fn clash(&self, _given: &[Origin]) -> Option<Broken> {
        None
    }
}

/// Competitions of solvers, each with its own output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Competition {
    /// The SAT Competition.
    Satisfiability,
    /// The Pseudo-Boolean Competition.
    PseudoBoolean,
    /// The MaxSAT Evaluation. Values are printed as a row of zeros and ones.
    MaxSat,
}

/// An answer that the rules have accepted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answer {
    /// Rows of text.
    pub rows: Vec<String>,
    /// Value of the objective, if there is one.
    pub value: Option<i64>,
}

/// A soft row of a model file that an answer breaks, in JSON an object with these keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BrokenSoft {
    /// The row's number among all rows of the file, from 1.
    pub constraint: usize,
    /// The row's line, from 1; `None` if it is unknown.
    pub line: Option<u64>,
    /// The row's name in the file.
    pub name: Option<String>,
    /// The cost of breaking the row.
    pub cost: Rational,
    /// The row in words.
    pub said: String,
}

/// A rule that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Broken {
    /// The rule, and how the answer breaks it.
    pub rule: String,
    /// The cells that break the rule; empty without a board.
    pub cells: Vec<Cell>,
}

/// A solution whose answer breaks a rule, so the model is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{broken}")]
pub struct Rejected {
    /// Rule that the answer breaks.
    pub broken: Broken,
    /// Rows of the answer.
    pub rows: Vec<String>,
}

/// Returns the answer of a solution, checked by the rules.
///
/// # Errors
///
/// If the answer breaks a rule.
pub fn answer(problem: &dyn Problem, model: &Model, values: &Values) -> Result<Answer, Rejected> {
    let rows = problem.decode(model, values);
    match problem.check(&rows) {
        Ok(value) => Ok(Answer { rows, value }),
        Err(broken) => Err(Rejected { broken, rows }),
    }
}

/// Returns the best valid answer of [`Problem::construct`] with its value; `None` without an
/// objective or a valid answer.
pub fn constructed(problem: &dyn Problem, seed: u64, stop: &Stop) -> Option<(Answer, i64)> {
    let sense = problem.goal()?.sense;
    let scored = problem.construct(seed, stop).into_iter().filter_map(|rows| {
        let value = problem.check(&rows).ok().flatten()?;
        Some((Answer { rows, value: Some(value) }, value))
    });
    scored.reduce(|best, next| if sense.reaches(best.1, next.1) { best } else { next })
}

/// Reads the rows of an answer: the `answer` of a JSON report, a JSON array of strings, or lines
/// without the comments that begin with `#`.
///
/// # Errors
///
/// If the text begins with `{` or `[` and is no JSON with an answer.
pub fn read_rows(source: &Source) -> Result<Vec<String>, Refusal> {
    let text = source.text().trim_start();
    if !text.starts_with(['{', '[']) {
        let lines = source.text().lines().map(str::trim_end);
        let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        return Ok(rows.map(str::to_owned).collect());
    }
    let value: Value =
        serde_json::from_str(text).map_err(|error| refused(error.to_string(), source))?;
    let rows = if text.starts_with('{') { &value["answer"] } else { &value };
    let rows =
        rows.as_array().ok_or_else(|| refused("JSON without an answer".to_owned(), source))?;
    let rows: Option<Vec<String>> =
        rows.iter().map(|row| row.as_str().map(str::to_owned)).collect();
    rows.ok_or_else(|| refused("an answer whose rows are not all strings".to_owned(), source))
}

fn refused(found: String, source: &Source) -> Refusal {
    let expected = "an array of strings, or an object with such an array as its `answer`";
    Refusal::new(found, expected).at(source, source.end())
}

impl Answer {
    /// Returns the cells at which two answers have different characters.
    pub fn differing_cells(&self, other: &Answer) -> Vec<Cell> {
        let rows = self.rows.iter().zip(&other.rows).enumerate();
        let cells = rows.flat_map(|(row, (one, other))| {
            let pairs = one.chars().zip(other.chars()).enumerate();
            pairs.filter(|(_, (a, b))| a != b).map(move |(column, _)| Cell { row, column })
        });
        cells.collect()
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rule)?;
        for (index, cell) in self.cells.iter().take(6).enumerate() {
            f.write_str(if index == 0 { " (" } else { "; " })?;
            cell.fmt(f)?;
        }
        match self.cells.len() {
            0 => Ok(()),
            1..=6 => f.write_str(")"),
            more => write!(f, "; and {} more)", more - 6),
        }
    }
}

impl Broken {
    /// Returns a broken rule with the cells that break it.
    pub fn at(rule: impl Into<String>, cells: impl IntoIterator<Item = Cell>) -> Broken {
        Broken { rule: rule.into(), cells: cells.into_iter().collect() }
    }
}
