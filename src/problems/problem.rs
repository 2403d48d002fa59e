//! The trait [`Problem`]: a question with answers, as searches, exports and readers of answers use
//! it.
//!
//! A [`Puzzle`](crate::puzzle::Puzzle) is a problem with cells and pictures. Other problems, such
//! as graphs and model files, implement [`Problem`] directly. A problem reads answers from text
//! ([`Problem::read`]) and shows them as text ([`Problem::show`]). All code between these two
//! functions uses typed answers ([`Answer`]).

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

pub use crate::answer::{Answer, OPEN, PartialAnswer};
use crate::board::{Cell, Grid};
use crate::deduce::Rule;
use crate::formulation::{Formulation, ModelScheme};
use crate::local_search::LocalSearch;
pub use crate::model::Goal;
use crate::model::{Model, Values};
use crate::source::{Refusal, Source};
use crate::stop::Stop;

mod scale;
mod verdict;

pub use crate::exact::{ParseNumberError, Rational};
pub use scale::Scale;
pub use verdict::Judgement;

/// The problem of a search, borrowed or shared.
#[derive(Clone)]
pub enum ProblemHandle<'a> {
    /// Borrowed from a caller that waits for the search.
    Borrowed(&'a dyn Problem),
    /// Shared, so the search may outlive the caller.
    Shared(Arc<dyn ProblemOwner>),
}

/// An owner of a problem, which threads can share. Every [`Problem`] is its own owner.
pub trait ProblemOwner: Send + Sync {
    /// Returns the owned problem.
    fn as_problem(&self) -> &(dyn Problem + 'static);
}

impl<P: Problem + 'static> ProblemOwner for P {
    fn as_problem(&self) -> &(dyn Problem + 'static) {
        self
    }
}

impl<'a> Deref for ProblemHandle<'a> {
    type Target = dyn Problem + 'a;

    fn deref(&self) -> &(dyn Problem + 'a) {
        match self {
            ProblemHandle::Borrowed(problem) => *problem,
            ProblemHandle::Shared(holder) => holder.as_problem(),
        }
    }
}

/// Another name of a family of problems. A user can call a problem by this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name on the command line.
    pub name: &'static str,
    /// The name as a heading.
    pub title: &'static str,
}

/// The facts about a problem that are known before any search.
#[derive(Clone, Default)]
pub struct Info {
    /// Words that distinguish the problem within its family, such as its size and variants.
    pub details: Vec<String>,
    /// The alias (another name of the family) by which the user calls the problem. It is `None` if
    /// the user calls the problem by the family's name.
    pub called: Option<Alias>,
    /// The version of a rule that applies, if several versions are common and the details do not
    /// show which one applies. For a model file, it is the user's option that overrides the file.
    pub ruling: Option<String>,
    /// The sense and the range of the objective, if there is one.
    ///
    /// The goal must agree with the model's objective ([`Model::optimise`]), and
    /// [`check`](Problem::check) must return a value from `least` to `largest` for every valid
    /// answer. Otherwise a search ends with
    /// [`SearchError::Contract`](crate::search::SearchError::Contract).
    pub goal: Option<Goal>,
    /// The worst value of the objective of the answers that the problem has, if the file has others
    /// with worse values; `None` if it has none. Questions about several answers must not reach
    /// beyond this value.
    pub worst: Option<i64>,
    /// An obvious reason why the problem has no answer; `None` if there is no obvious reason.
    pub obstacle: Option<String>,
    /// What the reader of a model file has found about its integers, in sentences.
    pub reading: Vec<String>,
    /// Warnings about a valid problem.
    pub remarks: Vec<String>,
    /// The wrong statements that a model file makes about its own size, in words. Such a file may
    /// be incomplete or changed, so proofs and competition output are refused for it.
    pub misfits: Vec<String>,
    /// The scale that converts values of a search into the problem's own numbers.
    pub scale: Scale,
    /// The given cells, which every answer has; `None` if the problem has no board.
    pub givens: Option<Grid<Option<char>>>,
    /// The deductions that belong to this family. If the user chooses all deductions, these are
    /// applied before those of [`deduce::ALL`](crate::deduce::ALL).
    pub rules: &'static [&'static Rule],
    /// The names of the variables that distinguish answers (the projection). It is `None` if no
    /// file states a projection.
    pub shown: Option<Vec<String>>,
    /// The competition whose output format can be used for the answers; `None` if there is none.
    pub competition: Option<Competition>,
    /// The model file that states the problem; `None` for a puzzle. The models of a file declare no
    /// symmetries.
    pub written: Option<Arc<dyn WrittenModel>>,
}

impl Info {
    /// Returns facts that consist of this goal alone.
    pub fn with_goal(goal: Goal) -> Info {
        Info { goal: Some(goal), ..Info::default() }
    }
}

/// A model file that states a problem.
pub trait WrittenModel: Send + Sync {
    /// Returns the names of the model's variables, in their order. Variables of which an integer is
    /// the sum have names of their own.
    fn names(&self) -> Box<dyn Iterator<Item = Cow<'_, str>> + '_>;

    /// Returns the names of the model's variables of which an integer variable is the sum. Returns
    /// `None` if no integer variable has this name.
    fn parts_of_integer(&self, name: &str) -> Option<Vec<String>>;

    /// Returns the variables of the file by their names, with their values: 0 or 1, or the value of
    /// an integer. Leaves out variables whose value is unknown. `values` has a value for each of the
    /// model's variables.
    fn assignment(&self, values: &[Option<bool>]) -> Vec<(String, i64)>;

    /// Returns the clauses of the file, unchanged. Their literals are the DIMACS numbers of the
    /// model's variables. Returns `None` if the file has a constraint that is not a clause.
    fn clauses(&self) -> Option<Box<dyn Iterator<Item = &[i32]> + '_>>;

    /// Returns the soft rows that an answer breaks, in the order of the file. Returns `None` if the
    /// file has no soft rows.
    fn broken_soft(&self, answer: &Answer) -> Option<Vec<BrokenSoftRow>>;

    /// Returns a local search for answers. Its first variables are those of the file. Returns
    /// `None` if the file has neither an objective nor soft rows, if it is too large, or if it has
    /// constraints that local search does not have.
    fn local_search(&self, seed: u64) -> Option<LocalSearch>;

    /// Returns a value for each variable of [`WrittenModel::local_search`], as an answer has them.
    /// Returns `None` if the answer is a board.
    fn local_values(&self, answer: &Answer) -> Option<Vec<bool>>;
}

/// A question with answers: a board with its rules, or a model file.
pub trait Problem: Send + Sync {
    /// Returns the facts about the problem that are known before any search.
    fn info(&self) -> &Info;

    /// Returns the model of the problem in a formulation, with all givens ([`Model::add_givens`]).
    /// Families implement this by a call of [`formulation::model`](crate::formulation::model) with
    /// their table of formulations.
    fn model_scheme(&self, formulation: &Formulation) -> ModelScheme<'_, Model>;

    /// Returns the answer that the solution `values` of `model` represents.
    fn decode(&self, model: &Model, values: &Values) -> Answer;

    /// Checks an answer by the rules, without the model. Returns the value of the objective, or
    /// `None` if there is no objective.
    ///
    /// # Errors
    ///
    /// If the answer breaks a rule; the error has the first such rule and its cells.
    fn check(&self, answer: &Answer) -> Result<Option<i64>, BrokenRule>;

    /// Returns a rule that these entries obviously break, whatever the values of the open cells or
    /// variables are. `None` does not mean that the entries belong to an answer.
    fn clash(&self, _entries: &PartialAnswer) -> Option<BrokenRule> {
        None
    }

    /// Returns answers that are cheap to construct and from which a search starts: a known pattern,
    /// or the result of a short local search. The caller must check these answers. Without a
    /// requested stop, equal seeds give equal answers.
    fn construct(&self, _seed: u64, _stop: &Stop) -> Vec<Answer> {
        Vec::new()
    }

    /// Returns a formulation with fewer variables than `_formulation`, for a short search that begins
    /// the search for an optimum. Returns `None` if there is none.
    fn short_formulation(&self, _formulation: &Formulation) -> Option<&'static Formulation> {
        None
    }

    /// Reads an answer from a text, by default as rows of a board.
    ///
    /// # Errors
    ///
    /// If the text is not an answer. The refusal has the place of the fault in the text.
    fn read(&self, source: &Source) -> Result<PartialAnswer, Refusal> {
        PartialAnswer::board_from_rows(&read_rows(source)?).ok_or_else(|| {
            Refusal::new("the answer is no board", "rows of equal length")
                .with_span(source, source.end())
        })
    }

    /// Returns the rows of text that show an answer. [`read`](Problem::read) can read these rows.
    fn show(&self, answer: &PartialAnswer) -> Vec<String> {
        answer.to_rows()
    }
}

/// Competitions of solvers, each with its own output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Competition {
    /// The SAT Competition.
    Satisfiability,
    /// The Pseudo-Boolean Competition.
    PseudoBoolean,
    /// The MaxSAT Evaluation. The values of the variables are printed as one row of zeros and ones.
    MaxSat,
}

/// An answer that the rules have accepted, with its value. Only [`check_answer`] makes one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckedAnswer {
    answer: Answer,
    /// The value of the objective; `None` if there is no objective.
    value: Option<i64>,
}

impl CheckedAnswer {
    /// Returns the accepted answer.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Returns the board of the answer; `None` if the answer is an assignment.
    pub fn board(&self) -> Option<&Grid<char>> {
        self.answer.board()
    }

    /// Returns the value of the objective; `None` if there is no objective.
    pub fn value(&self) -> Option<i64> {
        self.value
    }
}

/// A soft row of a model file that an answer breaks. In JSON, it is an object with these keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BrokenSoftRow {
    /// The row's number among all rows of the file, from 1.
    pub constraint: usize,
    /// The row's line, from 1; `None` if it is unknown.
    pub line: Option<u64>,
    /// The row's name in the file; `None` if it has no name.
    pub name: Option<String>,
    /// The cost of breaking the row.
    pub cost: Rational,
    /// The constraint of the row in words.
    pub said: String,
}

/// A rule that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct BrokenRule {
    /// The rule, and how the answer breaks it.
    pub rule: String,
    /// The cells that break the rule. The list is empty if there is no board, or if no particular
    /// cells break it.
    pub cells: Vec<Cell>,
}

/// An answer that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{broken}")]
pub struct RejectedAnswer {
    /// The first rule that the answer breaks.
    pub broken: BrokenRule,
    /// The rejected answer, unchanged.
    pub answer: Answer,
}

impl dyn Problem + '_ {
    /// Returns the sense and the range of the objective; `None` if there is no objective.
    pub fn goal(&self) -> Option<Goal> {
        self.info().goal
    }

    /// Formats a value of a search in the problem's own numbers.
    pub fn format_value(&self, value: i64) -> String {
        self.info().scale.to_number(value).to_string()
    }

    /// Returns the rows of text that show a complete answer.
    pub fn rows(&self, answer: &Answer) -> Vec<String> {
        self.show(&answer.to_partial())
    }

    /// Returns the names of the variables, each with its value in the answer. Leaves out variables
    /// without a value. The list is empty if the answer is a board. Returns `None` if the problem has
    /// no model file.
    pub fn assignment(&self, answer: &PartialAnswer) -> Option<Vec<(String, i64)>> {
        let file = self.info().written.as_ref()?;
        Some(match answer {
            PartialAnswer::Board(_) | PartialAnswer::Excluded(_) => Vec::new(),
            PartialAnswer::Assignment(values) => file.assignment(values),
        })
    }

    /// Returns the soft rows of the model file that an answer breaks, in the order of the file.
    /// Returns `None` if the problem has no model file, or if the model file has no soft rows.
    pub fn broken_soft(&self, answer: &Answer) -> Option<Vec<BrokenSoftRow>> {
        self.info().written.as_ref()?.broken_soft(answer)
    }

    /// Reads an answer from rows that `rows` has returned for this answer.
    ///
    /// # Errors
    ///
    /// If the rows are no answer.
    pub fn read_shown(&self, rows: &[String]) -> Result<PartialAnswer, Refusal> {
        let report = serde_json::json!({ "answer": rows });
        self.read(&Source::new("the answer", &report.to_string()))
    }
}

/// Checks an answer by the rules, and returns it with its value.
///
/// # Errors
///
/// If the answer breaks a rule. The error has the first such rule and the answer.
pub fn check_answer(
    problem: &dyn Problem,
    answer: Answer,
) -> Result<CheckedAnswer, Box<RejectedAnswer>> {
    match problem.check(&answer) {
        Ok(value) => Ok(CheckedAnswer { answer, value }),
        Err(broken) => Err(Box::new(RejectedAnswer { broken, answer })),
    }
}

/// Returns the best valid answer of [`Problem::construct`] with its value. If several answers are
/// equally good, returns the first of them. Returns `None` if the problem has no objective, or if
/// no constructed answer is valid and has a value. `seed` and `stop` are those of
/// [`Problem::construct`].
pub fn construct_best(
    problem: &dyn Problem,
    seed: u64,
    stop: &Stop,
) -> Option<(CheckedAnswer, i64)> {
    let sense = problem.goal()?.sense;
    problem
        .construct(seed, stop)
        .into_iter()
        .filter_map(|answer| {
            let checked = check_answer(problem, answer).ok()?;
            let value = checked.value?;
            Some((checked, value))
        })
        .reduce(|best, next| if sense.reaches(best.1, next.1) { best } else { next })
}

/// Reads the rows of an answer. The text is one of these: a JSON report, whose `answer` has the
/// rows; a JSON array of strings; or lines of text. In lines of text, blanks at the end of a line
/// are removed. Empty lines are skipped, and so are comments, which begin with `#`. An empty text
/// has no rows. The rows may have any characters and lengths.
///
/// # Errors
///
/// If the text begins with `{` or `[` (blanks may precede it), and one of these is true:
/// - The text is no JSON.
/// - The text has no array of rows.
/// - A row is no string.
pub fn read_rows(source: &Source) -> Result<Vec<String>, Refusal> {
    let text = source.text().trim_start();
    if !text.starts_with(['{', '[']) {
        let rows = source
            .text()
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_owned)
            .collect();
        return Ok(rows);
    }
    let value: Value =
        serde_json::from_str(text).map_err(|error| answer_refusal(error.to_string(), source))?;
    let rows = if text.starts_with('{') { &value["answer"] } else { &value };
    let rows = rows
        .as_array()
        .ok_or_else(|| answer_refusal("JSON without an answer".to_owned(), source))?;
    let texts: Option<Vec<String>> =
        rows.iter().map(|row| row.as_str().map(str::to_owned)).collect();
    texts.ok_or_else(|| answer_refusal("an answer with a row that is no string".to_owned(), source))
}

fn answer_refusal(found: String, source: &Source) -> Refusal {
    let expected = "an array of strings, or an object with such an array as its `answer`";
    Refusal::new(found, expected).with_span(source, source.end())
}

impl fmt::Display for BrokenRule {
    /// Writes the rule. Then writes, in brackets, the first six cells that break the rule, and the
    /// number of the other cells. If there are no cells, there are no brackets.
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

impl BrokenRule {
    /// Returns a broken rule with the cells that break it.
    pub fn with_cells(
        rule: impl Into<String>,
        cells: impl IntoIterator<Item = Cell>,
    ) -> BrokenRule {
        BrokenRule { rule: rule.into(), cells: cells.into_iter().collect() }
    }
}
