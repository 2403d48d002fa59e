//! Problems in the formats of other solvers.
//!
//! The clauses of an export are those that `solve` searches with the same options. The same code
//! ([`Preparation`] and `encode`) makes them. They are generated twice: first to count them and to
//! list their encodings, and then to write them.
//!
//! A file begins with comments: the format, the command that wrote the file, the encodings, the
//! question, the result if it is known without a search, and the labels of the variables. A file
//! contains no date, so the same command writes the same bytes.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;
use crate::draft::Draft;
use crate::encode::{self, CostConversion, Encodings, UsedEncodings};
use crate::exchange::LineWriter;
use crate::family::Family;
use crate::model::{Model, Relation};
use crate::prepare::{Preparation, PreparedModel};
use crate::problem::{self, Goal, Rational, Scale};
use crate::source::Refusal;
use crate::stop::Stop;
use crate::symmetry::Symmetries;

use compress::Compression;

mod clauses;
mod cnf;
mod cnf_plus;
pub mod compress;
pub mod decode;
mod icnf;
mod integers;
mod knf;
mod lp;
pub mod map;
mod mps;
mod opb;
mod program;
mod wbo;
mod wcnf;
mod xnf;

/// All formats of exports, beginning with the simplest.
pub const FORMATS: &[Format] = &[
    cnf::FORMAT,
    wcnf::FORMAT,
    opb::FORMAT,
    wbo::FORMAT,
    lp::FORMAT,
    mps::FORMAT,
    knf::FORMAT,
    cnf_plus::FORMAT,
    xnf::FORMAT,
    icnf::FORMAT,
];

/// DIMACS CNF: clauses that ask for an answer at least as good as a bound.
pub const CNF: &Format = &cnf::FORMAT;

/// OPB: linear constraints over variables that are 0 or 1. Proof folders use this format, too.
pub const OPB: &Format = &opb::FORMAT;

/// A file format that other solvers read.
#[derive(Debug)]
pub struct Format {
    /// The name, which is also the file extension.
    pub name: &'static str,
    /// The content of the format and the solvers that read it, in one line.
    pub description: &'static str,
    /// The question that a file of this format asks if the problem has an objective.
    pub asks: FileQuestion,
    /// Whether the format keeps the constraints of the model as they are. If so, deductions and
    /// symmetry breaking are added only on request.
    pub as_stated: bool,
    /// Whether the format has clauses, so that encodings matter.
    pub has_clauses: bool,
    /// Whether variables have names instead of numbers, so that solvers print these names.
    pub by_name: bool,
    /// Whether a file asks a sequence of numbered questions, one for each bound on the objective.
    pub asks_bound_by_bound: bool,
    /// The characters at the start of each comment line.
    comment: &'static str,
    /// Writes the whole file. Fails if the format cannot ask the question.
    write: fn(&Subject, &mut LineWriter) -> Result<WrittenFile, ExportError>,
}

/// The question of a file about a problem with an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileQuestion {
    /// An answer at least as good as a given bound.
    Decision,
    /// An optimal answer.
    Optimum,
    /// If a bound is given, an answer at least as good as the bound. Otherwise, an optimal answer.
    Either,
}

/// Returns the format with this name, or `None` if there is none.
pub fn find_format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// A problem with the options of its export.
pub struct Export<'a> {
    /// The problem, formulation and deductions.
    pub preparation: Preparation<'a>,
    /// The encodings that the user requests.
    pub encodings: Encodings,
    /// The requested bound on the objective; `None` if there is none.
    pub bound: Option<i64>,
    /// The seed of the scramble; `None` if there is none. Only [formats of
    /// clauses](Format::is_clausal) are scrambled.
    pub scramble: Option<u64>,
    /// The first comment lines: the problem, the command and the formulation.
    pub title: Vec<String>,
}

/// Returns the first comment lines: the problem, the command and the formulation.
pub fn title(family: &Family, preparation: &Preparation, command: &str) -> Vec<String> {
    title_of_version(env!("CARGO_PKG_VERSION"), family, preparation, command)
}

/// Returns the same three lines as [`title`], but for the given version of the program. The first
/// line has the version and the title of the problem, the second has the command, and the third has
/// the formulation with the deductions and the symmetries.
pub fn title_of_version(
    version: &str,
    family: &Family,
    preparation: &Preparation,
    command: &str,
) -> Vec<String> {
    let formulation = preparation.formulation.name;
    let symmetry = match preparation.symmetry {
        Symmetries::Kept => "kept",
        Symmetries::Declared => "broken",
        Symmetries::Detected => "found and broken",
    };
    vec![
        format!("quarrel {version}: {}", family.title(preparation.problem)),
        format!("command: {command}"),
        format!("formulation {formulation}, deduced {}, symmetries {symmetry}", preparation.rules),
    ]
}

/// The facts about an exported file: its sizes, its hashes and the labels of its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportSummary {
    /// The number of variables, auxiliary ones included.
    pub variables: usize,
    /// The number of clauses or of other constraints.
    pub constraints: usize,
    /// The result that is known without a search.
    pub expected: ExpectedResult,
    /// The cost that a solver prints, as a function of an answer's value; `None` if the file has no
    /// costs.
    pub cost: Option<CostConversion>,
    /// The number of literals. If the file has sums, this is the number of terms.
    pub literals: usize,
    /// The encodings that were used. If the file has no clauses, each of them is `none`.
    pub settled: UsedEncodings,
    /// In a scrambled file, the literals that replace the model's variables; `None` in another
    /// file.
    pub names: Option<Vec<i32>>,
    /// The SHA-256 of the uncompressed text, in hexadecimal.
    pub sha256: String,
    /// The SHA-256 of all lines except comments, in hexadecimal.
    pub sha256_of_content: String,
    /// The labels of the model's variables, in order.
    pub labels: Vec<String>,
}

/// The result that is known without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExpectedResult<N = i64> {
    /// There is an answer.
    Satisfiable,
    /// There is no answer.
    Unsatisfiable,
    /// Some answer has this value, and no answer has a better one.
    Optimum(N),
    /// No result is known without a search.
    Unknown,
}

/// The reason why an export failed.
#[derive(thiserror::Error, Debug)]
pub enum ExportError {
    /// An encoding cannot state a constraint, for example because of its size.
    #[error(transparent)]
    Encoding(encode::EncodeRefusal),
    /// Writing the file failed.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The formulation describes only one value of the objective at a time, and the export has no
    /// bound that determines this value.
    #[error("the formulation states one value of the objective, but no bound says which value")]
    NoValue,
    /// The format cannot ask the question.
    #[error("{}", .0.found)]
    Refused(Refusal),
    /// The export was stopped before the end of the file.
    #[error("stopped before the file was complete")]
    Stopped,
}

impl From<encode::EncodeRefusal> for ExportError {
    fn from(refusal: encode::EncodeRefusal) -> ExportError {
        match refusal {
            encode::EncodeRefusal::Stopped => ExportError::Stopped,
            refusal => ExportError::Encoding(refusal),
        }
    }
}

/// A prepared model, with the facts that the exported file states.
struct Subject<'a> {
    /// The first comment lines of the file.
    title: Vec<String>,
    /// Two comment lines: the question, and the result that is known without a search.
    asked: [String; 2],
    goal: Option<Goal>,
    /// The scale of the objective's values, for comments.
    scale: Scale,
    /// The seed of the scramble. Only formats of clauses have one.
    scramble: Option<u64>,
    model: &'a Model,
    /// The encodings that the user requests, by kind of constraint.
    encodings: &'a Encodings,
    /// The bounds of the objective, with which the file can ask for the optimum. `None` if the
    /// export has a bound or if the problem has no objective.
    sought: Option<Bounds>,
    stop: &'a Stop,
}

impl Subject<'_> {
    /// Writes the comments of a file: first the title, the encodings if `settled` is given, and the
    /// scramble. Then follow the question and the known result, the meaning of the cost if the file
    /// has costs, and the label of each variable. `name` returns the name of a variable, or `None`
    /// if the file does not have it; its argument is the index of the variable, counted from 0.
    fn head(
        &self,
        settled: Option<&UsedEncodings>,
        cost: Option<CostConversion>,
        lines: &mut LineWriter,
        name: impl Fn(usize) -> Option<String>,
    ) {
        self.title.iter().for_each(|text| lines.comment(text));
        if let Some(settled) = settled {
            lines.comment(&format!("encodings: {settled}"));
        }
        if let Some(seed) = self.scramble {
            lines.comment(&format!(
                "scramble {seed}: variables renamed and negated, clauses and literals in another order"
            ));
        }
        self.asked.iter().for_each(|text| lines.comment(text));
        if let Some((cost, goal)) = cost.zip(self.goal) {
            let cost_text = cost.in_words(self.scale.fraction());
            lines.comment(&format!("what a solver's cost says: {} = {cost_text}", goal.name));
        }
        if self.model.has_board() {
            lines.comment("the variables, with rows and columns of cells from 0:");
        }
        for (variable, label) in self.model.labels().iter().enumerate() {
            if let Some(name) = name(variable) {
                lines.comment(&format!("{name} {label}"));
            }
        }
    }
}

/// The facts about a written file. `Format::write` returns them.
#[derive(Default)]
struct WrittenFile {
    /// The number of variables, including auxiliary ones.
    variables: usize,
    /// The number of clauses or of other constraints.
    constraints: usize,
    /// The cost that a solver prints, as a function of an answer's value; `None` if the file has no
    /// costs.
    cost: Option<CostConversion>,
    /// The encodings that were used. If the file has no clauses, each of them is `none`.
    settled: UsedEncodings,
    /// In a scrambled file, the literals that replace the model's variables; `None` in another
    /// file.
    names: Option<Vec<i32>>,
}

impl WrittenFile {
    fn new(variables: usize, constraints: usize) -> WrittenFile {
        WrittenFile { variables, constraints, ..WrittenFile::default() }
    }
}

impl Format {
    /// Returns whether a file has only clauses, and asks only whether they have a solution.
    pub fn is_plain_clauses(&self) -> bool {
        self.is_clausal() && self.asks == FileQuestion::Decision
    }

    /// Returns whether all constraints become clauses, which can be scrambled.
    pub fn is_clausal(&self) -> bool {
        self.has_clauses && !self.as_stated
    }

    /// Writes an export to `out`, and returns the facts about it. After an error, `out` can contain
    /// a part of the file. Uses the scramble only if the format is clausal. A stop can end the
    /// deductions early. The file then has fewer deductions, and [`filter_stopped`] treats such an
    /// export as stopped.
    ///
    /// # Errors
    ///
    /// If the formulation needs a bound, or if the format cannot ask the question. If an encoding
    /// cannot state a constraint. If the output fails, or if the export is stopped.
    pub fn export(
        &self,
        export: &Export,
        out: &mut dyn Write,
    ) -> Result<ExportSummary, ExportError> {
        let preparation = &export.preparation;
        let prepared = preparation.prepare_at(export.bound).ok_or(ExportError::NoValue)?;
        let expected = expected_result(&prepared, export);
        let goal = preparation.problem.goal();
        let sought = goal.filter(|_| export.bound.is_none()).map(|goal| prepared.bounds(goal));
        let model = &prepared.model;
        let exactly = preparation.formulation.of_value;
        let fixed = match prepared.fixed {
            0 => String::new(),
            1 => "; that fixes one literal".to_owned(),
            number => format!("; that fixes {number} literals"),
        };
        let scale = &preparation.problem.info().scale;
        let question =
            question_line(goal, export.bound.map(|bound| scale.to_number(bound)), exactly) + &fixed;
        let asked = [question, expected.map(|best| scale.to_number(best)).in_words()];
        let subject = Subject {
            title: export.title.clone(),
            asked,
            goal,
            scale: scale.clone(),
            scramble: export.scramble.filter(|_| self.is_clausal()),
            model,
            encodings: &export.encodings,
            sought,
            stop: preparation.stop,
        };
        let mut lines = LineWriter::new(out, self.comment);
        let written = (self.write)(&subject, &mut lines)?;
        let finished = lines.finish()?;
        Ok(ExportSummary {
            variables: written.variables,
            constraints: written.constraints,
            expected,
            cost: written.cost,
            literals: finished.literals,
            settled: written.settled,
            names: written.names,
            sha256: finished.sha256,
            sha256_of_content: finished.content,
            labels: model.labels().iter().map(str::to_owned).collect(),
        })
    }

    /// Writes an export to a file. If the export is stopped, returns `None` and writes no file,
    /// because a file with only a part of the formula would state a different formula. An old file
    /// at `path` is replaced only when the export is complete.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. If [`Format::export`] fails, and the reason is not a stop.
    pub fn export_to(
        &self,
        export: &Export,
        path: &Path,
        compression: Option<Compression>,
    ) -> Result<Option<ExportSummary>, ExportError> {
        let mut out = compress::writer(Draft::create(path)?, compression)?;
        let stop = export.preparation.stop;
        let exported = filter_stopped(self.export(export, &mut out), stop)?;
        if exported.is_some() {
            out.finish().and_then(Draft::keep)?;
        }
        Ok(exported)
    }
}

/// Returns the facts about an export, or `None` if the export was stopped. If the stop is reached,
/// the export counts as stopped, even if the file was written to its end. The reason: the stop can
/// have ended the deductions early.
///
/// # Errors
///
/// If the export failed, and the reason is not a stop.
pub fn filter_stopped(
    exported: Result<ExportSummary, ExportError>,
    stop: &Stop,
) -> Result<Option<ExportSummary>, ExportError> {
    match exported {
        Ok(_) if stop.is_reached() => Ok(None),
        Err(ExportError::Stopped) => Ok(None),
        exported => exported.map(Some),
    }
}

/// Returns the comment line with the question of a file. With a goal and a bound, the question asks
/// for an answer whose value equals the bound if `exactly` is true; otherwise the answer can also
/// be better than the bound. With a goal and no bound, the question asks for the optimum. Without a
/// goal, it asks for any answer, and the bound is ignored.
fn question_line(goal: Option<Goal>, bound: Option<Rational>, exactly: bool) -> String {
    match (goal, bound) {
        (Some(Goal { sense, name, .. }), Some(bound)) => {
            let relation = if exactly { Relation::Exactly } else { sense.relation() };
            format!("question: {name} {} {bound}", relation.words())
        }
        (Some(goal), None) => format!("question: {} {}", goal.sense.name(), goal.name),
        (None, _) => "question: an answer".to_owned(),
    }
}

/// Returns the result that is known without a search, from the deductions and a constructed answer:
///
/// - `Unsatisfiable` if the problem has an obstacle, or if the deductions exclude the bound.
/// - `Satisfiable` if the constructed answer reaches the bound.
/// - `Optimum` if there is no bound, and the value of the constructed answer equals the limit that
///   the deductions prove.
/// - `Unknown` in all other cases. One of them is a problem with neither an obstacle nor a goal.
///
/// A stop can end the construction of the answer. Then less is known.
fn expected_result(prepared: &PreparedModel, export: &Export) -> ExpectedResult {
    let preparation = &export.preparation;
    let problem = preparation.problem;
    if problem.info().obstacle.is_some() {
        return ExpectedResult::Unsatisfiable;
    }
    let Some(goal) = problem.goal() else { return ExpectedResult::Unknown };
    let bounds = prepared.bounds(goal);
    let best = problem::construct_best(problem, 0, preparation.stop).map(|(_, value)| value);
    match (export.bound, best) {
        (Some(bound), _) if bounds.excludes(bound) => ExpectedResult::Unsatisfiable,
        (Some(bound), Some(best)) if goal.sense.reaches(best, bound) => ExpectedResult::Satisfiable,
        (None, Some(best)) if best == bounds.limit => ExpectedResult::Optimum(best),
        _ => ExpectedResult::Unknown,
    }
}

impl<N> ExpectedResult<N> {
    /// Converts the value of the optimum, if there is one.
    pub fn map<M>(self, convert: impl FnOnce(N) -> M) -> ExpectedResult<M> {
        match self {
            ExpectedResult::Satisfiable => ExpectedResult::Satisfiable,
            ExpectedResult::Unsatisfiable => ExpectedResult::Unsatisfiable,
            ExpectedResult::Optimum(value) => ExpectedResult::Optimum(convert(value)),
            ExpectedResult::Unknown => ExpectedResult::Unknown,
        }
    }
}

impl ExpectedResult<Rational> {
    /// Returns the comment line with the result and the reason why it is known.
    fn in_words(&self) -> String {
        let result = match self {
            ExpectedResult::Satisfiable => "satisfiable, by a constructed answer".to_owned(),
            ExpectedResult::Unsatisfiable => "unsatisfiable, by deduction".to_owned(),
            ExpectedResult::Optimum(value) => {
                format!("the optimum {value}, by a constructed answer and deduction")
            }
            ExpectedResult::Unknown => "not known without a search".to_owned(),
        };
        format!("result: {result}")
    }
}
