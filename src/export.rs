//! A problem for other solvers, in the format that each of them reads.
//!
//! A format is a row of [`FORMATS`] and a file of `export/`. Some are clauses, written by the
//! encodings that the user chose; some take cardinality or parity as it is stated in the model, and
//! read the model without any encoding. A **decision** format asks for an answer at least as good
//! as a bound, and is either satisfiable or not; an **optimum** format states the objective.
//!
//! Clauses are those that `solve` solves with the same options: [`Preparation`] and `encode` are
//! the same code. A format that takes the constraints as they are stated has neither deductions nor
//! broken symmetries unless they are asked for. Clauses are written twice, the first time to be
//! counted, and to know which encodings write them, which the header tells. They go to the file as
//! they come, and nothing of them is kept unless they are to be scrambled.
//!
//! Every file opens with comments: what it is, the command that writes it, the encodings, the
//! question, the result where it is known without a search, and the labels of the variables. There
//! is no date in it, so the same command writes the same bytes.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;
use crate::draft::Draft;
use crate::encode::{self, Cost, Encodings, Settled};
use crate::exchange::Lines;
use crate::family::Family;
use crate::model::{Model, Sense};
use crate::prepare::{Preparation, Prepared};
use crate::problem::{self, Exact, Goal, Scale};
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
mod knf;
mod lp;
pub mod map;
mod mps;
mod opb;
mod program;
mod wbo;
mod wcnf;
mod xnf;

/// Every format, the plainest first.
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

/// The clauses of a decision.
pub const CNF: &Format = &cnf::FORMAT;

/// Linear constraints over 0 and 1, of which proofs speak.
pub const OPB: &Format = &opb::FORMAT;

/// A format that some solvers read.
#[derive(Debug)]
pub struct Format {
    /// Its name, and the ending of its files.
    pub name: &'static str,
    /// What it is and who reads it, in one line.
    pub about: &'static str,
    /// What it can ask of a problem with an objective.
    pub asks: Asks,
    /// Whether it takes the constraints as they are stated, so that neither deductions nor broken
    /// symmetries belong to it unless they are asked for.
    pub as_stated: bool,
    /// Whether some constraints are clauses in it, so that the encodings matter.
    pub has_clauses: bool,
    /// Whether its variables go by names, and solvers tell their values by these.
    pub by_name: bool,
    /// Whether it asks for one bound after another, so that a solver answers several questions and
    /// says which.
    pub asks_bound_by_bound: bool,
    /// What a line of comment begins with.
    comment: &'static str,
    write: fn(&Subject, &mut Lines) -> Result<WrittenFile, ExportError>,
}

/// What a format asks of a problem with an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// An answer at least as good as a bound.
    Decision,
    /// The optimum.
    Optimum,
    /// Either: the optimum where no bound is given.
    Either,
}

/// The format of that name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// What is to be written.
pub struct Export<'a> {
    /// The problem and how it is stated.
    pub preparation: Preparation<'a>,
    /// How that is written in clauses.
    pub encodings: Encodings,
    /// The value to be reached, where that is the question.
    pub bound: Option<i64>,
    /// The seed by which the formula is renamed and put into another order, where it is. Formats
    /// that are not [all clauses](Format::is_clausal) take no notice of it.
    pub scramble: Option<u64>,
    /// What it is, and how it comes about: the first lines of comment.
    pub title: Vec<String>,
}

/// What a file is, and how it comes about: the first comments in it.
pub fn title(family: &Family, preparation: &Preparation, command: &str) -> Vec<String> {
    title_of_version(env!("CARGO_PKG_VERSION"), family, preparation, command)
}

/// The same of a file that this version of the program has written.
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
        Symmetries::Found => "found and broken",
    };
    vec![
        format!("quarrel {version}: {}", family.title(preparation.problem)),
        format!("command: {command}"),
        format!("formulation {formulation}, deduced {}, symmetries {symmetry}", preparation.rules),
    ]
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// How many variables the file has.
    pub variables: usize,
    /// How many clauses or constraints.
    pub constraints: usize,
    /// What is known of the result.
    pub expected: Expected,
    /// What a solver that tells a cost tells of a value.
    pub cost: Option<Cost>,
    /// How many literals, or terms, stand in these.
    pub literals: usize,
    /// How the constraints are written in clauses; all `none` where they are not.
    pub settled: Settled,
    /// The literals that stand for the model's variables, where these are renamed.
    pub names: Option<Vec<i32>>,
    /// The SHA-256 of the text, before it is compressed, in hexadecimal.
    pub sha256: String,
    /// The same of the text without its comments.
    pub sha256_of_content: String,
    /// The labels of the model's variables, in their order.
    pub labels: Vec<String>,
}

/// What is known of a result without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected<N = i64> {
    /// An answer is known.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The optimum is known.
    Optimum(N),
    /// Nothing.
    Unknown,
}

/// Why nothing was written, or not all.
#[derive(thiserror::Error, Debug)]
pub enum ExportError {
    /// An encoding has no form for a constraint.
    #[error(transparent)]
    Encoding(#[from] encode::EncodeRefusal),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The formulation is for one value, and the question is not of one.
    #[error("the formulation states one value, and there is no bound that says which")]
    NoValue,
    /// The format cannot ask the question.
    #[error("{}", .0.found)]
    Refused(Refusal),
}

/// A prepared model on its way into a file.
struct Subject<'a> {
    /// What the file is, a comment each.
    title: Vec<String>,
    /// What it asks and what is known of that.
    asked: [String; 2],
    goal: Option<Goal>,
    /// How values are shown.
    scale: Scale,
    scramble: Option<u64>,
    model: &'a Model,
    encodings: &'a Encodings,
    /// What is known of the objective, where the optimum is asked for.
    sought: Option<Bounds>,
    stop: &'a Stop,
}

impl Subject<'_> {
    /// Writes what the file is, and the labels of its variables as `name` writes them: a comment
    /// each.
    fn head(
        &self,
        settled: Option<&Settled>,
        cost: Option<Cost>,
        lines: &mut Lines,
        name: impl Fn(usize) -> String,
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
            let cost = cost.in_words(&self.scale.fraction());
            lines.comment(&format!("what a solver's cost says: {} = {cost}", goal.name));
        }
        for (variable, label) in self.model.labels().iter().enumerate() {
            lines.comment(&format!("{} {label}", name(variable)));
        }
    }
}

/// What a format says of what it has written.
#[derive(Default)]
struct WrittenFile {
    variables: usize,
    constraints: usize,
    cost: Option<Cost>,
    /// How constraints are written in clauses; all `none` where they are not.
    settled: Settled,
    /// The literals that stand for the model's variables, where these are renamed.
    names: Option<Vec<i32>>,
}

impl WrittenFile {
    fn new(variables: usize, constraints: usize) -> WrittenFile {
        WrittenFile { variables, constraints, ..WrittenFile::default() }
    }
}

impl Format {
    /// Whether it is what a search asks a solver: clauses, and whether there is a solution.
    pub fn is_plain_clauses(&self) -> bool {
        self.is_clausal() && self.asks == Asks::Decision
    }

    /// Whether all constraints are clauses in it, which can be scrambled.
    pub fn is_clausal(&self) -> bool {
        self.has_clauses && !self.as_stated
    }

    /// Writes an export to `out`, and says what was written.
    ///
    /// # Errors
    ///
    /// If an encoding has no form for a constraint, the output takes no more, or it is time to
    /// stop.
    pub fn export(&self, export: &Export, out: &mut dyn Write) -> Result<Exported, ExportError> {
        let preparation = &export.preparation;
        let prepared = preparation.at(export.bound).ok_or(ExportError::NoValue)?;
        let expected = expected(&prepared, export);
        let goal = preparation.problem.goal();
        let sought = goal.filter(|_| export.bound.is_none()).map(|goal| prepared.bounds(goal));
        let model = &prepared.model;
        let exactly = preparation.formulation.of_value;
        let fixed = match prepared.fixed {
            0 => String::new(),
            1 => "; that fixes one literal".to_owned(),
            number => format!("; that fixes {number} literals"),
        };
        let scale = preparation.problem.scale();
        let bound = export.bound.map(|bound| scale.of(bound));
        let question = question(goal, bound, exactly) + &fixed;
        let asked = [question, expected.map(|best| scale.of(best)).in_words()];
        let subject = Subject {
            title: export.title.clone(),
            asked,
            goal,
            scale,
            scramble: export.scramble.filter(|_| self.is_clausal()),
            model,
            encodings: &export.encodings,
            sought,
            stop: preparation.stop,
        };
        let mut lines = Lines::new(out, self.comment);
        let written = (self.write)(&subject, &mut lines)?;
        let finished = lines.finish()?;
        Ok(Exported {
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
}

impl Format {
    /// Writes an export into a file, compressed if it is to be. Returns none, and writes nothing, if
    /// it was to stop first. A part of a formula is another formula, so that the file has its name
    /// only when it is whole.
    ///
    /// # Errors
    ///
    /// As [`Format::export`].
    pub fn export_to(
        &self,
        export: &Export,
        path: &Path,
        compression: Option<Compression>,
    ) -> Result<Option<Exported>, ExportError> {
        let mut out = compress::to(Draft::of(path)?, compression)?;
        let stop = export.preparation.stop;
        let exported = unless_stopped(self.export(export, &mut out), stop)?;
        if exported.is_some() {
            out.finish().and_then(Draft::keep)?;
        }
        Ok(exported)
    }
}

/// Returns the export, or none if it was to stop before that was whole.
///
/// # Errors
///
/// Those of the export, without the one that says that it was time to stop.
pub fn unless_stopped(
    exported: Result<Exported, ExportError>,
    stop: &Stop,
) -> Result<Option<Exported>, ExportError> {
    match exported {
        Ok(_) if stop.reached() => Ok(None),
        Err(ExportError::Encoding(refusal)) if refusal.is_stop() => Ok(None),
        exported => exported.map(Some),
    }
}

fn question(goal: Option<Goal>, bound: Option<Exact>, exactly: bool) -> String {
    match (goal, bound) {
        (Some(goal), Some(bound)) if exactly => format!("question: {} exactly {bound}", goal.name),
        (Some(Goal { sense: Sense::Minimise, name, .. }), Some(bound)) => {
            format!("question: {name} at most {bound}")
        }
        (Some(Goal { sense: Sense::Maximise, name, .. }), Some(bound)) => {
            format!("question: {name} at least {bound}")
        }
        (Some(goal), None) => format!("question: {} {}", goal.sense.name(), goal.name),
        (None, _) => "question: an answer".to_owned(),
    }
}

/// What deduction and construction know of the result.
fn expected(prepared: &Prepared, export: &Export) -> Expected {
    let preparation = &export.preparation;
    let problem = preparation.problem;
    if problem.obstacle().is_some() {
        return Expected::Unsatisfiable;
    }
    let Some(goal) = problem.goal() else { return Expected::Unknown };
    let bounds = prepared.bounds(goal);
    let best = problem::constructed(problem, 0, preparation.stop).map(|(_, value)| value);
    match (export.bound, best) {
        (Some(bound), _) if bounds.excludes(bound) => Expected::Unsatisfiable,
        (Some(bound), Some(best)) if goal.sense.reaches(best, bound) => Expected::Satisfiable,
        (None, Some(best)) if best == bounds.limit => Expected::Optimum(best),
        _ => Expected::Unknown,
    }
}

impl<N> Expected<N> {
    /// Returns the same in other numbers.
    pub fn map<M>(self, told: impl FnOnce(N) -> M) -> Expected<M> {
        match self {
            Expected::Satisfiable => Expected::Satisfiable,
            Expected::Unsatisfiable => Expected::Unsatisfiable,
            Expected::Optimum(value) => Expected::Optimum(told(value)),
            Expected::Unknown => Expected::Unknown,
        }
    }
}

impl Expected<Exact> {
    fn in_words(&self) -> String {
        let said = match self {
            Expected::Satisfiable => "satisfiable, by a constructed answer".to_owned(),
            Expected::Unsatisfiable => "unsatisfiable, by deduction".to_owned(),
            Expected::Optimum(value) => {
                format!("the optimum {value}, by a constructed answer and deduction")
            }
            Expected::Unknown => "not known without a search".to_owned(),
        };
        format!("result: {said}")
    }
}
