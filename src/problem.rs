//! What a search, an export and a reader of answers need of a question: the trait [`Problem`].
//!
//! A problem states itself as a [`Model`], says an answer in rows of text, and checks an answer by
//! the rules alone. A [`Puzzle`](crate::puzzle::Puzzle) has cells and pictures as well, and every
//! puzzle is a problem. A problem of another kind, such as a graph or a model that somebody else
//! has written, implements this trait itself.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

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

pub use scale::{Exact, NoNumber, Scale, Told};
pub use verdict::AnswerVerdict;

/// A problem that is searched: borrowed, or shared with a search that may outlive whoever asked.
#[derive(Clone)]
pub enum Held<'a> {
    /// A problem of somebody who waits for the search.
    Borrowed(&'a dyn Problem),
    /// A problem that lives as long as anybody uses it.
    Shared(Arc<dyn Holder>),
}

/// An owner of a problem.
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

/// A question with answers.
pub trait Problem: Send + Sync {
    /// What tells it from others of its family, in words that stand behind the family's name: a
    /// size, variants.
    fn details(&self) -> Vec<String> {
        Vec::new()
    }

    /// The rule that holds, if people know several and the details do not tell; or what was said of
    /// a file against its own word.
    fn ruling(&self) -> Option<String> {
        None
    }

    /// What is to be as small or as large as possible, if anything.
    ///
    /// It is told exactly if the model has an objective ([`Model::optimise`]), of the same sense;
    /// then [`check`](Problem::check) returns a value for every right answer, from `least` to
    /// `largest`. A search ends with
    /// [`SearchError::Contract`](crate::search::SearchError::Contract) if these do not agree.
    fn goal(&self) -> Option<Goal> {
        None
    }

    /// Why there can be no answer, where a glance tells.
    fn obstacle(&self) -> Option<String> {
        None
    }

    /// The problem in one of its family's formulations, with all that is given ([`Model::give`]):
    /// [`formulation::model`](crate::formulation::model) of the room's own table.
    fn stated(&self, formulation: &Formulation) -> Stated<'_, Model>;

    /// Whether its models declare the symmetries that its author knows. Of a model that somebody
    /// else has written nobody knows them, so that they are worth being looked for.
    fn declares_symmetries(&self) -> bool {
        true
    }

    /// What its author knows of it that no rule of [`deduce::ALL`](crate::deduce::ALL) finds. They
    /// are applied before the rules of `ALL`, if all rules are chosen.
    fn rules(&self) -> &[&'static Rule] {
        &[]
    }

    /// The answer that a solution of a model says, in rows of text.
    fn decode(&self, model: &Model, values: &Values) -> Vec<String>;

    /// Returns literals that are all true in solutions of a model that say this answer, or the
    /// known part of it; none if that is not known.
    fn literals(&self, _model: &Model, _rows: &[String]) -> Option<Vec<Lit>> {
        None
    }

    /// Whether an answer keeps every rule; if so, the value of its objective.
    ///
    /// Written from the rules, with nothing of the model in it.
    ///
    /// # Errors
    ///
    /// Names the first rule found broken, and where.
    fn check(&self, rows: &[String]) -> Result<Option<i64>, Broken>;

    /// The rows of an answer that somebody has written, or a solver has printed.
    ///
    /// # Errors
    ///
    /// Refuses what is no answer, with its place.
    fn read_answer(&self, source: &Source) -> Result<Vec<String>, Refusal> {
        read_rows(source)
    }

    /// Returns how many cells or variables of an answer are open: a partial answer has some.
    fn open(&self, _rows: &[String]) -> usize {
        0
    }

    /// Returns what a partial answer breaks, as far as a glance tells.
    fn broken_so_far(&self, _rows: &[String]) -> Option<Broken> {
        None
    }

    /// Answers that are cheap to come by, for the search of an optimum to start from: a known
    /// pattern, or what a short local search finds. Whoever asks has each checked, so one that
    /// breaks a rule does no harm; equal seeds give equal answers, unless it is time to stop.
    fn construct(&self, _seed: u64, _stop: &Stop) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// In which competition's words a solver would answer it; none of a puzzle.
    fn competition(&self) -> Option<Competition> {
        None
    }

    /// The clauses of the file that it was read from, as they stand there and with the numbers of
    /// DIMACS, which are those of the model's variables; none of a problem that is more than
    /// clauses.
    fn clauses(&self) -> Option<Box<dyn Iterator<Item = &[i32]> + '_>> {
        None
    }

    /// What whoever reads this problem in should look at: what may be wrong with it, though it can
    /// be read.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// What a file says of its size that it does not keep, by which it may be cut off or changed.
    /// Whoever wants the answer certain refuses it.
    fn misfits(&self) -> Vec<String> {
        Vec::new()
    }

    /// The names of the variables by which answers are told apart, if the problem says so itself.
    fn shown(&self) -> Option<Vec<String>> {
        None
    }

    /// The scale of values of the objective: what 1 is in the numbers of whoever stated the
    /// problem, if these are no whole numbers or beyond 64 bits.
    fn scale(&self) -> Scale {
        Scale::default()
    }

    /// A value of the objective as whoever stated the problem tells it.
    fn told(&self, value: i64) -> String {
        self.scale().of(value).to_string()
    }

    /// The variables by name, in their order, each with its value in an answer; none of a puzzle.
    fn assignment(&self, _rows: &[String]) -> Option<Vec<(String, bool)>> {
        None
    }

    /// The part of an answer that says the values of these variables, where it can be told apart;
    /// else all of it.
    fn part(&self, rows: &[String], _variables: &[String]) -> Vec<String> {
        rows.to_vec()
    }

    /// What given things break by themselves, as far as a glance tells.
    fn clash(&self, _given: &[Origin]) -> Option<Broken> {
        None
    }
}

/// Competitions of solvers, whose words differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Competition {
    /// The SAT Competition: an answer or none.
    Satisfiability,
    /// The Pseudo-Boolean Competition: an answer, none, or the optimum.
    PseudoBoolean,
    /// The MaxSAT Evaluation: the same, and values as zeros and ones in a row.
    MaxSat,
}

/// An answer that has passed its check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answer {
    /// What it is, row by row.
    pub rows: Vec<String>,
    /// The value of its objective, where there is one.
    pub value: Option<i64>,
}

/// A rule that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Broken {
    /// The rule, and how it is broken.
    pub rule: String,
    /// The cells concerned, on a board.
    pub cells: Vec<Cell>,
}

/// A solution of a model whose answer breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{broken}")]
pub struct Rejected {
    /// The rule.
    pub broken: Broken,
    /// The answer.
    pub rows: Vec<String>,
}

/// The answer that a solution of a model says, if it keeps the rules.
///
/// # Errors
///
/// Names the rule that it breaks.
pub fn answer(problem: &dyn Problem, model: &Model, values: &Values) -> Result<Answer, Rejected> {
    let rows = problem.decode(model, values);
    match problem.check(&rows) {
        Ok(value) => Ok(Answer { rows, value }),
        Err(broken) => Err(Rejected { broken, rows }),
    }
}

/// The best of the answers that are cheap to come by and keep the rules; none where nothing is
/// optimised.
pub fn constructed(problem: &dyn Problem, seed: u64, stop: &Stop) -> Option<(Answer, i64)> {
    let sense = problem.goal()?.sense;
    let scored = problem.construct(seed, stop).into_iter().filter_map(|rows| {
        let value = problem.check(&rows).ok().flatten()?;
        Some((Answer { rows, value: Some(value) }, value))
    });
    scored.reduce(|best, next| if sense.reaches(best.1, next.1) { best } else { next })
}

/// An answer in rows of text as a person or a program has written it: the `answer` of a report in
/// JSON, an array of strings, or lines; those that begin with `#` are comments.
///
/// # Errors
///
/// Refuses JSON without an answer.
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

/// Refuses a text that is no answer.
fn refused(found: String, source: &Source) -> Refusal {
    let expected = "an array of strings, or an object that has it as its `answer`";
    Refusal::new(found, expected).at(source, source.end())
}

impl Answer {
    /// The characters in which two answers of equal shape differ, by row and place: the cells,
    /// where each row is one of a board.
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
    /// A broken rule, at these cells.
    pub fn at(rule: impl Into<String>, cells: impl IntoIterator<Item = Cell>) -> Broken {
        Broken { rule: rule.into(), cells: cells.into_iter().collect() }
    }
}
