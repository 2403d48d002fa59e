//! The output of `solve --format json`, which the command line writes and comparisons read.
//!
//! The keys are a contract (`docs/json.md`), in the order of the output. They are defined here, and
//! in the types of other rooms that a report has as they are.

use serde::{Deserialize, Serialize};

use crate::belief::ClaimGround;
use crate::encode::GroupSize;
use crate::model::{OriginKind, Sense};
use crate::problem::{BrokenSoftRow, Rational};
use crate::search::{Cubes, Status};

mod searched;

pub use searched::SearchOutcome;

/// The layout of the report. The number grows if a key is renamed or changes its meaning.
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
    /// The encodings, requested or chosen automatically.
    pub encodings: Encodings,
    /// Name of the search.
    pub search: String,
    /// Whether symmetries were broken.
    pub symmetry: bool,
    /// Facts derived before the search.
    pub deductions: Vec<DeducedFact>,
    /// The solver that was called; null if none was needed.
    pub solver: Option<String>,
    /// Mode of the solver.
    pub mode: String,
    /// Seed of the solver.
    pub seed: u32,
    /// Seed of the scramble.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scramble: Option<u64>,
    /// The conclusion of the search, such as `optimal`.
    pub status: Status,
    /// The evidence that there is no answer, no better answer or no further answer.
    pub rests_on: Option<ClaimGround>,
    /// The objective and its bounds; null without an objective.
    pub objective: Option<Objective>,
    /// Bounds after each step of the search.
    pub bounds: Vec<Step>,
    /// Rows of the answer.
    pub answer: Option<Vec<String>>,
    /// The values of a model file's variables in the answer.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub assignment: Option<Assignment>,
    /// The soft rows of a model file that the answer breaks.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub broken_soft: Option<Vec<BrokenSoftRow>>,
    /// Whether there is an answer. Each answer has passed its check.
    pub checked: bool,
    /// Uniqueness of the answer, if requested.
    #[serde(flatten)]
    pub uniqueness: Option<Uniqueness>,
    /// Number of answers, if requested.
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
    pub stopped: Option<StopReason>,
    /// Reason why an external solver failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Sizes of the formula, work of the solver, and times.
    pub stats: Statistics,
}

/// Names of the encodings.
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

/// Fact derived before the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeducedFact {
    /// Name of the rule.
    pub rule: String,
    /// The fact, in words.
    pub said: String,
    /// The reason, in words.
    #[serde(default)]
    pub why: String,
}

/// The objective, the value of the answer, and the known bounds of the optimum. With `--bound`, the
/// bounds follow from the value of the answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// Sense of the objective.
    pub sense: Sense,
    /// Name of the counted or summed quantity.
    pub name: String,
    /// The unit of the search, if not 1: all values are multiples of the unit. For a model file, it
    /// may be a fraction or a large number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Value of the answer.
    pub value: Option<Rational>,
    /// Least possible value of the optimum.
    pub lower_bound: Rational,
    /// Largest possible value of the optimum.
    pub upper_bound: Rational,
    /// The gap between the value and the proved bound, as a share of the value, if known.
    pub gap: Option<f64>,
}

/// Names of variables with their values 0 or 1.
#[derive(Clone, Debug)]
pub struct Assignment(pub Vec<(String, bool)>);

impl Serialize for Assignment {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, u8::from(*value))))
    }
}

/// The bounds of the objective at one moment of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Value of the best answer so far.
    pub best: Option<Rational>,
    /// The proved bound: no answer is better.
    pub proved: Rational,
    /// Seconds since the search began.
    pub seconds: f64,
}

/// Result of the test whether an answer is unique.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Uniqueness {
    /// Whether the answer is unique; null if unknown.
    pub unique: Option<bool>,
    /// Rows of another answer.
    pub other: Option<Vec<String>>,
    /// The row and the column of each cell in which the two answers differ, from 0.
    pub differ: Vec<[usize; 2]>,
}

/// The number of answers that were found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Solutions {
    /// The number of answers in digits, since it may be large.
    pub count: String,
    /// Whether there are no further answers.
    pub complete: bool,
    /// The symmetries up to which answers are counted, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_symmetry: Option<AnswerSymmetries>,
}

/// The symmetries up to which answers are counted: answers that these symmetries turn into each
/// other count once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnswerSymmetries {
    /// Names of the declared symmetries that the board keeps.
    pub symmetries: Vec<String>,
    /// The number of symmetries that `symmetries` generate, including the identity.
    pub order: usize,
    /// The number of answers without regard to symmetries, in digits.
    pub answers: String,
}

/// The reason why there is no answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NoAnswer {
    /// The reason, in words.
    pub reason: String,
    /// The parts of the puzzle that contradict each other. Null if the reason is obvious from the
    /// board, or if deductions prove it.
    pub clash: Option<Clash>,
}

/// Rules, regions, clues and givens that cannot all hold together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clash {
    /// Contradicting parts of the puzzle.
    pub origins: Vec<ClashPart>,
    /// Whether every part is needed for the contradiction.
    pub minimal: bool,
}

/// A part of the puzzle in a clash: a rule, region, clue or given.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClashPart {
    /// Kind of this part of the puzzle.
    pub kind: OriginKind,
    /// This part of the puzzle, in words.
    pub said: String,
}

/// Reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// `--time-limit` was reached.
    Time,
    /// `--cpu-limit` was reached.
    #[serde(rename = "processor time")]
    ProcessorTime,
    /// `--memory-limit` was reached.
    Memory,
    /// `--clause-limit` was reached; written like the memory limit.
    #[serde(rename(serialize = "memory", deserialize = "clauses"))]
    Clauses,
    /// The proof of the result could not be written to its file.
    Proof,
    /// A signal such as SIGTERM asked the search to stop.
    Signal,
    /// The gap is at most that of `--gap`.
    Gap,
    /// `--conflict-limit` was reached.
    Conflicts,
    /// The solver gave up or ended without a result.
    Solver,
}

/// Sizes of the formula and work of the solver. Unknown values are null.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// Number of variables, including auxiliary ones.
    pub variables: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of literals in all clauses.
    pub literals: usize,
    /// Number of conflicts of the solver.
    pub conflicts: Option<u64>,
    /// Number of propagated literals.
    pub propagations: Option<u64>,
    /// CaDiCaL's estimate of its memory accesses.
    pub ticks: Option<u64>,
    /// Cubes of the search.
    pub cubes: Option<Cubes>,
    /// The peak memory in megabytes, including an external solver's processes.
    pub peak_memory_mb: Option<f64>,
    /// Wall-clock seconds spent on writing clauses.
    pub encode_seconds: f64,
    /// Wall-clock seconds spent in the solver.
    pub solve_seconds: f64,
    /// Processor seconds spent on writing clauses.
    pub encode_cpu_seconds: f64,
    /// Processor seconds spent in the solver.
    pub solve_cpu_seconds: f64,
    /// The groups of constraints, by name.
    #[serde(with = "groups")]
    pub groups: Vec<(String, GroupSize)>,
}

mod groups {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;
    use serde_json::Map;

    use super::GroupSize;

    pub fn serialize<S: Serializer>(
        groups: &[(String, GroupSize)],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map(groups.iter().map(|(name, group)| (name, group)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<(String, GroupSize)>, D::Error> {
        Map::deserialize(from)?
            .into_iter()
            .map(|(name, value)| Ok((name, serde_json::from_value(value)?)))
            .collect::<Result<_, serde_json::Error>>()
            .map_err(D::Error::custom)
    }
}
