//! The output of `solve --format json` as one type. The command line writes it, and comparisons
//! read it.
//!
//! Programs rely on the keys, so the keys are a contract (`docs/output.md`). They are defined only
//! here, in the order of the output.

use serde::{Deserialize, Serialize};

use crate::belief::ClaimGround;
use crate::model::{OriginKind, Sense};
use crate::problem::Told;
use crate::search::Status;

mod searched;

pub use searched::Searched;

/// The layout of the report. The number grows if a key is renamed or changes its meaning, but not
/// if a key is added.
pub const LAYOUT: u32 = 2;

/// Report of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Version of quarrel.
    #[serde(default)]
    pub version: String,
    /// The layout of the report: [`LAYOUT`].
    #[serde(default)]
    pub layout: u32,
    /// Name of the family.
    pub family: String,
    /// The numbers of rows and columns, if there is a board.
    pub size: Option<[usize; 2]>,
    /// The variants, as on the command line.
    pub variant: Vec<String>,
    /// The rule in use, if the family has several and the variants do not determine it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// Name of the formulation.
    pub formulation: String,
    /// The encodings that were requested or chosen, by name.
    pub encodings: Encodings,
    /// Name of the search.
    pub search: String,
    /// Whether symmetries were broken.
    pub symmetry: bool,
    /// The facts derived before the search, rule by rule.
    pub deductions: Vec<Deduced>,
    /// The solver that was called. Null if no solver was needed.
    pub solver: Option<String>,
    /// Mode of the solver.
    pub mode: String,
    /// Seed of the solver.
    pub seed: u32,
    /// The seed of the scramble.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scramble: Option<u64>,
    /// The conclusion of the search, such as `optimal`.
    pub status: Status,
    /// The evidence for a claim that there is no answer, no better answer or no further answer.
    pub rests_on: Option<ClaimGround>,
    /// The objective and its bounds. Null without an objective.
    pub objective: Option<Objective>,
    /// Bounds after each step of the search.
    pub bounds: Vec<Step>,
    /// The rows of the answer.
    pub answer: Option<Vec<String>>,
    /// The values of a model file's variables in the answer.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub assignment: Option<Assignment>,
    /// True if there is an answer. Each answer has passed its check.
    pub checked: bool,
    /// The uniqueness of the answer, if requested.
    #[serde(flatten)]
    pub uniqueness: Option<Uniqueness>,
    /// The number of answers, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// The rows of each answer, if a list was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<Vec<String>>>,
    /// The values of a model file's variables in each listed answer.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub assignments: Option<Vec<Assignment>>,
    /// The reason why there is no answer, if known.
    #[serde(flatten)]
    pub no_answer: Option<NoAnswer>,
    /// The reason why the search ended early, if it did.
    pub stopped: Option<Stopped>,
    /// The reason why an external solver failed, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Sizes of the formula, work of the solver, and times.
    pub stats: Statistics,
}

/// The names of the encodings, by option.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is the option of that name")]
pub struct Encodings {
    pub amo: String,
    pub card: String,
    #[serde(default)]
    pub pb: String,
    pub xor: String,
    pub order: String,
    pub shape: String,
}

/// A fact derived before the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deduced {
    /// Name of the rule.
    pub rule: String,
    /// The fact, in words.
    pub said: String,
    /// The reason, in words.
    #[serde(default)]
    pub why: String,
}

/// The known bounds of the optimum. With `--bound`, the known values of the answers that reach the
/// bound.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// The sense: minimise or maximise.
    pub sense: Sense,
    /// Name of the counted or summed quantity.
    pub name: String,
    /// The unit of the search, if not 1. All values differ by multiples of the unit. The numbers of
    /// a model file may be fractions or large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The value of the answer.
    pub value: Option<Told>,
    /// Least possible value of an optimum.
    pub lower_bound: Told,
    /// Largest possible value of an optimum.
    pub upper_bound: Told,
    /// The gap between the value and its bound, as a share of the value, if known.
    pub gap: Option<f64>,
}

/// The names of variables with their values 0 or 1, in order.
#[derive(Clone, Debug)]
pub struct Assignment(pub Vec<(String, bool)>);

impl Serialize for Assignment {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, u8::from(*value))))
    }
}

/// The bounds of the objective at some moment of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The value of the best answer so far.
    pub best: Option<Told>,
    /// The proved bound: no answer is better.
    pub proved: Told,
    /// Number of seconds since the search began.
    pub seconds: f64,
}

/// The result of the test whether an answer is unique.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Uniqueness {
    /// True if the answer is unique. Null if this is unknown.
    pub unique: Option<bool>,
    /// The rows of another answer.
    pub other: Option<Vec<String>>,
    /// The row and the column of each cell in which the two answers differ, counted from 0.
    pub differ: Vec<[usize; 2]>,
}

/// The number of answers that were found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Solutions {
    /// The number of answers in digits, since it may be large.
    pub count: String,
    /// True if there are no further answers.
    pub complete: bool,
    /// The symmetries up to which answers are counted, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_symmetry: Option<UpToSymmetry>,
}

/// The symmetries up to which answers are counted. Answers that a symmetry turns into each other
/// count once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UpToSymmetry {
    /// Names of the declared symmetries that the board keeps.
    pub symmetries: Vec<String>,
    /// The number of symmetries that these generate, including the identity.
    pub order: usize,
    /// The number of answers without regard to symmetries, in digits.
    pub answers: String,
}

/// The reason why there is no answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NoAnswer {
    /// The reason why there is no answer, in words.
    pub reason: String,
    /// The parts of the puzzle that contradict each other. Null if the reason is obvious from the
    /// board, or if deductions prove it.
    pub clash: Option<Clash>,
}

/// A clash: rules, regions, clues and givens that cannot all hold together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clash {
    /// The contradicting parts of the puzzle.
    pub origins: Vec<Clashing>,
    /// True if the other parts do not contradict each other after any one part is left out.
    pub minimal: bool,
}

/// A part of the puzzle in a clash: a rule, region, clue or given.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clashing {
    /// Kind of the part.
    pub kind: OriginKind,
    /// The part, in words.
    pub said: String,
}

/// The reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stopped {
    /// `--time-limit` was reached.
    Time,
    /// `--cpu-limit` was reached.
    #[serde(rename = "processor time")]
    ProcessorTime,
    /// `--memory-limit` was reached.
    Memory,
    /// `--clause-limit` was reached. Programs may treat this like the memory limit.
    #[serde(rename(serialize = "memory", deserialize = "clauses"))]
    Clauses,
    /// The proof of the result cannot be written to its file.
    Proof,
    /// A signal, such as Ctrl-C or SIGTERM, asked the search to stop.
    Signal,
    /// The gap is at most that of `--gap`.
    Gap,
    /// `--conflict-limit` was reached.
    Conflicts,
    /// The solver gave up, or ended without a result.
    Solver,
}

/// The sizes of the formula and the work of the solver. Unknown values are null.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// The number of variables, including those of the encodings.
    pub variables: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of literals in all clauses.
    pub literals: usize,
    /// Number of conflicts of the solver.
    pub conflicts: Option<u64>,
    /// The number of literals that the solver has propagated.
    pub propagations: Option<u64>,
    /// The ticks of CaDiCaL, by which it estimates its memory accesses.
    pub ticks: Option<u64>,
    /// The cubes of the search.
    pub cubes: Option<Cubes>,
    /// The peak memory in megabytes, including an external solver's processes.
    pub peak_memory_mb: Option<f64>,
    /// The wall-clock seconds spent on writing clauses.
    pub encode_seconds: f64,
    /// Wall-clock seconds spent in the solver.
    pub solve_seconds: f64,
    /// The processor seconds spent on writing clauses.
    pub encode_cpu_seconds: f64,
    /// Processor seconds spent in the solver.
    pub solve_cpu_seconds: f64,
    /// The groups of constraints, by name.
    #[serde(with = "groups")]
    pub groups: Vec<(String, Group)>,
}

mod groups {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;
    use serde_json::{Map, Value};

    use super::Group;

    pub fn serialize<S: Serializer>(groups: &[(String, Group)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(groups.iter().map(|(name, group)| (name, group)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<(String, Group)>, D::Error> {
        let group = |(name, value): (String, Value)| Ok((name, serde_json::from_value(value)?));
        let groups = Map::deserialize(from)?.into_iter().map(group);
        groups.collect::<Result<_, serde_json::Error>>().map_err(D::Error::custom)
    }
}

/// The size of a group of constraints.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Group {
    /// Number of constraints.
    pub constraints: usize,
    /// Number of auxiliary variables.
    pub variables: usize,
    /// Number of clauses.
    pub clauses: usize,
}

/// The cubes of a search, in numbers.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Cubes {
    /// The number of cubes whose bound was computed.
    pub bounded: u64,
    /// The number of cubes that were passed to the solver, after their bounds were computed.
    pub left: u64,
    /// The share of all cubes that is done, from 0 to 1.
    pub share: f64,
    /// The number of literals that may be true beyond those that every answer needs, under the
    /// bound; if known.
    pub left_over: Option<f64>,
}
