//! The output of `solve --format json`, which the command line writes and comparisons read.
//!
//! The keys are a contract with users (`docs/json.md`), and are listed in the order of the output.
//! Most of the keys are defined here. The others are defined in types of other modules, which a
//! report contains unchanged.

use serde::{Deserialize, Serialize};

use crate::belief::ClaimGround;
use crate::encode::GroupSize;
use crate::model::{OriginKind, Sense};
use crate::problem::{BrokenSoftRow, Rational};
use crate::search::{Cubes, Cuts, LocalProgress, ShortSearch, Status};

mod searched;

pub use searched::SearchOutcome;

/// The number of the report's layout. The number grows if a key is renamed or changes its meaning.
pub const LAYOUT: u32 = 2;

/// The report of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The version of quarrel that wrote the report.
    #[serde(default)]
    pub version: String,
    /// The layout of the report: [`LAYOUT`].
    #[serde(default)]
    pub layout: u32,
    /// The name of the family.
    pub family: String,
    /// The numbers of rows and columns; null if there is no board.
    pub size: Option<[usize; 2]>,
    /// The variants, as on the command line.
    pub variant: Vec<String>,
    /// A text with up to two facts. One fact is the version of a rule that is used, if the family
    /// has several versions of the rule and the variants do not determine one of them. The other
    /// fact is which variables distinguish answers, if these are not all variables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The name of the formulation.
    pub formulation: String,
    /// The encodings, requested or chosen automatically.
    pub encodings: Encodings,
    /// The name of the search strategy.
    pub search: String,
    /// The classes of cuts that branch and cut searched, as in `--cuts`; absent if it was not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cuts: Option<Cuts>,
    /// The short search before it; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short_search: Option<ShortSearch>,
    /// Whether symmetries were broken.
    pub symmetry: bool,
    /// The facts that were derived before the search.
    pub deductions: Vec<DeducedFact>,
    /// The solver that was called; null if none was needed.
    pub solver: Option<String>,
    /// The mode of the solver. It is `auto` if no mode was requested or chosen.
    pub mode: String,
    /// The seed of the solver's random choices.
    pub seed: u32,
    /// The seed of the scramble; absent if the formula was not scrambled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scramble: Option<u64>,
    /// The conclusion of the search, such as `optimal`.
    pub status: Status,
    /// The evidence that there is no answer, no better answer or no further answer. Null if the
    /// search did not conclude any of these.
    pub rests_on: Option<ClaimGround>,
    /// The objective and its bounds; null if the problem has no objective.
    pub objective: Option<Objective>,
    /// The bounds after each step of the search.
    pub bounds: Vec<Step>,
    /// The rows of the answer; null if there is no answer.
    pub answer: Option<Vec<String>>,
    /// The values of a model file's variables in the answer; absent for a puzzle, or if there is no
    /// answer.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub assignment: Option<Assignment>,
    /// The soft rows of a model file that the answer breaks; absent for a puzzle, or if there is no
    /// answer.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub broken_soft: Option<Vec<BrokenSoftRow>>,
    /// Whether the report has an answer. Each answer in a report has passed the check by the rules.
    pub checked: bool,
    /// Whether the answer is unique; absent if the question did not ask for this.
    #[serde(flatten)]
    pub uniqueness: Option<Uniqueness>,
    /// The number of answers; absent if it was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// The rows of each answer; absent if no list was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<Vec<String>>>,
    /// The values of a model file's variables in each listed answer; absent if no list was
    /// requested.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub assignments: Option<Vec<Assignment>>,
    /// The reason why there is no answer; absent if there is one, or if the reason is not known.
    #[serde(flatten)]
    pub no_answer: Option<NoAnswer>,
    /// The reason why the search ended early; null if it did not end early.
    pub stopped: Option<StopReason>,
    /// The reason why an external solver failed; absent if none failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Sizes of the formula, work of the solver, and times.
    pub stats: Statistics,
}

/// The names of the encodings. Each field is named after the option that chooses the encoding.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is the option of that name")]
pub struct Encodings {
    pub amo: String,
    pub card: String,
    #[serde(default)]
    pub pb: String,
    #[serde(default)]
    pub int: String,
    pub xor: String,
    pub order: String,
    pub shape: String,
}

/// A fact that was derived before the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeducedFact {
    /// The name of the deduction rule, as in `--deduce`.
    pub rule: String,
    /// The fact, in words.
    pub said: String,
    /// The reason, in words.
    #[serde(default)]
    pub why: String,
}

/// The objective, the value of the answer, and the known bounds of the optimum. If `--bound` was
/// given, only two facts narrow the bounds: the value of the answer, and the refutation of the
/// requested bound.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// Whether the objective is minimised or maximised.
    pub sense: Sense,
    /// The name of the counted or summed quantity.
    pub name: String,
    /// The unit of the search: all values are multiples of it. Absent if it is 1. For a model file,
    /// the unit can be a fraction or a large number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The value of the answer; null if there is no answer.
    pub value: Option<Rational>,
    /// The least value that the optimum can have.
    pub lower_bound: Rational,
    /// The largest value that the optimum can have.
    pub upper_bound: Rational,
    /// The difference between the value and the proved bound, divided by the value. Null if there
    /// is no answer, if `--bound` was given, or if the value is 0 and the proved bound is not 0.
    pub gap: Option<f64>,
}

/// The names of variables, each with its value: 0 or 1, or the value of an integer.
#[derive(Clone, Debug)]
pub struct Assignment(pub Vec<(String, i64)>);

impl Serialize for Assignment {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The bounds of the objective at one moment of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The value of the best answer so far; null if there is no answer yet.
    pub best: Option<Rational>,
    /// The proved bound: no answer is better.
    pub proved: Rational,
    /// The seconds from the start of the search to this moment.
    pub seconds: f64,
    /// Processor seconds since the start of the search, including external solvers.
    pub cpu_seconds: f64,
}

/// The result of the test whether an answer is unique.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Uniqueness {
    /// Whether the answer is unique; null if this is not known.
    pub unique: Option<bool>,
    /// The rows of another answer; null if none was found.
    pub other: Option<Vec<String>>,
    /// The row and the column, counted from 0, of each cell in which the two answers differ. The
    /// list is empty for a model file.
    pub differ: Vec<[usize; 2]>,
}

/// The number of answers that were found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Solutions {
    /// The number of answers, as a text of digits, since it can be large.
    pub count: String,
    /// Whether there are no further answers.
    pub complete: bool,
    /// The symmetries up to which answers are counted; absent if this was not requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_symmetry: Option<AnswerSymmetries>,
}

/// The symmetries up to which answers are counted. If such a symmetry maps one answer to another,
/// both together are counted as one answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnswerSymmetries {
    /// The names of the declared symmetries. Only symmetries that map the givens of the board to
    /// givens are used.
    pub symmetries: Vec<String>,
    /// The number of symmetries in the group that `symmetries` generate, including the identity.
    pub order: usize,
    /// The number of all answers, without regard to symmetries, as a text of digits.
    pub answers: String,
}

/// The reason why there is no answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NoAnswer {
    /// The reason, in words.
    pub reason: String,
    /// The parts of the puzzle that contradict each other. Null if the board alone shows why there
    /// is no answer, or if deductions already prove that there is none.
    pub clash: Option<Clash>,
}

/// Rules, regions, clues and givens that cannot all hold together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clash {
    /// The parts of the puzzle that contradict each other.
    pub origins: Vec<ClashPart>,
    /// Whether every listed part is needed for the contradiction.
    pub minimal: bool,
}

/// A part of the puzzle in a clash: a rule, region, clue or given.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClashPart {
    /// The kind of this part of the puzzle.
    pub kind: OriginKind,
    /// This part of the puzzle, in words.
    pub said: String,
}

/// The reason why a search ended early.
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
    /// `--clause-limit` was reached. The report has the same word for this as for the memory limit:
    /// `memory`.
    #[serde(rename(serialize = "memory", deserialize = "clauses"))]
    Clauses,
    /// The proof of the result could not be written to the file of the proof.
    Proof,
    /// The gap is not larger than the gap that `--gap` allows.
    Signal,
    /// The gap is at most the one that `--gap` allows.
    Gap,
    /// `--conflict-limit` was reached.
    Conflicts,
    /// The solver gave up or ended without a result, and no limit explains this.
    Solver,
}

/// Sizes of the formula and work of the solver. Unknown values are null.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// The number of variables, including auxiliary ones.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The number of literals in all clauses.
    pub literals: usize,
    /// The number of conflicts of the solver; null if the solver does not report it.
    pub conflicts: Option<u64>,
    /// The number of literals that the solver has propagated; null if the solver does not report
    /// this.
    pub propagations: Option<u64>,
    /// CaDiCaL's estimate of the number of its memory accesses; null for another solver.
    pub ticks: Option<u64>,
    /// The cubes of the search; null if the search used none.
    pub cubes: Option<Cubes>,
    /// The work of local search; null if there was none.
    pub local: Option<LocalProgress>,
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
    /// The groups of constraints, each by its name, with their sizes.
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

    /// Reads the groups from a JSON object, whose keys are the names of the groups, in the order of
    /// the object. Fails if the text is no JSON object, or if a value is not the size of a group.
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
