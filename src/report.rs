//! What `solve --format json` says, as one type: the command line writes it, comparisons read it.
//!
//! The keys are a contract, since programs read them (`docs/output.md`). Here they stand once, in
//! the order in which they are written, so that none can be renamed on one side alone.

use serde::{Deserialize, Serialize};

use crate::belief::ClaimGround;
use crate::model::{OriginKind, Sense};
use crate::problem::Told;
use crate::search::Status;

mod searched;

pub use searched::Searched;

/// The number of the layout of a report. It grows when a key is renamed or means something else,
/// and not when one is added.
pub const LAYOUT: u32 = 2;

/// What a search says of a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The version of quarrel.
    #[serde(default)]
    pub version: String,
    /// The layout: [`LAYOUT`].
    #[serde(default)]
    pub layout: u32,
    /// The family.
    pub family: String,
    /// Rows and columns of the board; null where there is none.
    pub size: Option<[usize; 2]>,
    /// The variants, as they are written on the command line.
    pub variant: Vec<String>,
    /// The rule that holds, where people know the family by several and the variants do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The formulation.
    pub formulation: String,
    /// The encodings that were asked for.
    pub encodings: Encodings,
    /// How an optimum was looked for.
    pub search: String,
    /// Whether symmetries were broken.
    pub symmetry: bool,
    /// What was deduced before the search, rule by rule.
    pub deductions: Vec<Deduced>,
    /// The solver that was asked; null if none was, since deduction or construction gave the
    /// answer.
    pub solver: Option<String>,
    /// Its mode.
    pub mode: String,
    /// Its seed.
    pub seed: u32,
    /// The seed by which the formula was renamed, where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scramble: Option<u64>,
    /// How the search ended.
    pub status: Status,
    /// On what it rests that there is no answer, none better or no more, where that is said.
    pub rests_on: Option<ClaimGround>,
    /// What is known of the objective; null where there is none.
    pub objective: Option<Objective>,
    /// What was known when.
    pub bounds: Vec<Step>,
    /// The answer, row by row.
    pub answer: Option<Vec<String>>,
    /// The variables of a model file with their values in the answer.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub assignment: Option<Assignment>,
    /// Whether it has passed its check.
    pub checked: bool,
    /// Whether it is the only one, where that was asked.
    #[serde(flatten)]
    pub uniqueness: Option<Uniqueness>,
    /// How many answers there are, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// The answers, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<Vec<String>>>,
    /// The variables of a model file with their values in each of them.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub assignments: Option<Vec<Assignment>>,
    /// Why there is no answer, where that can be said.
    #[serde(flatten)]
    pub no_answer: Option<NoAnswer>,
    /// What ended the search before its question was answered.
    pub stopped: Option<Stopped>,
    /// Why another solver has no result, where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Sizes, work and time.
    pub stats: Statistics,
}

/// Encodings by their names.
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

/// What a rule of deduction said.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deduced {
    /// The rule.
    pub rule: String,
    /// What it said, in words.
    pub said: String,
    /// What that follows from, in words.
    #[serde(default)]
    pub why: String,
}

/// What is known of the objective: of the optimum, or, with a bound, of the answer to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// Whether more is better.
    pub sense: Sense,
    /// What is counted.
    pub name: String,
    /// In what the search counts, if it is not 1: all values differ by multiples of it. Of a model
    /// file whose numbers are no whole numbers, or too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The value of the answer.
    pub value: Option<Told>,
    /// The least value that an optimum may have.
    pub lower_bound: Told,
    /// The largest.
    pub upper_bound: Told,
    /// How far both are from each other, as a share of the value.
    pub gap: Option<f64>,
}

/// Names with 0 or 1, as an object in this order.
#[derive(Clone, Debug)]
pub struct Assignment(pub Vec<(String, bool)>);

impl Serialize for Assignment {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, u8::from(*value))))
    }
}

/// What was known at a moment of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The value of the best answer.
    pub best: Option<Told>,
    /// No answer is better than this.
    pub proved: Told,
    /// Seconds since the search began.
    pub seconds: f64,
}

/// Whether an answer is the only one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Uniqueness {
    /// Whether it is; null where that is not known.
    pub unique: Option<bool>,
    /// Another answer.
    pub other: Option<Vec<String>>,
    /// The cells in which they differ, from 0.
    pub differ: Vec<[usize; 2]>,
}

/// How many answers there are.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Solutions {
    /// The number in digits, since it may be larger than what other programs take for whole.
    pub count: String,
    /// Whether these are all.
    pub complete: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NoAnswer {
    /// In words.
    pub reason: String,
    /// What clashes; null where a glance at the board told the reason.
    pub clash: Option<Clash>,
}

/// Rules, regions, clues and given cells that cannot all hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clash {
    /// What clashes.
    pub origins: Vec<Clashing>,
    /// Whether all of them are needed for it.
    pub minimal: bool,
}

/// One of those that clash.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clashing {
    /// What kind it is of.
    pub kind: OriginKind,
    /// Which it is, in words.
    pub said: String,
}

/// What ended a search before its question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stopped {
    /// The time limit.
    Time,
    /// The limit of processor time.
    #[serde(rename = "processor time")]
    ProcessorTime,
    /// The limit of memory.
    Memory,
    /// The limit of clauses, which a bound on the objective needs more of. Programs read it as a
    /// limit of memory.
    #[serde(rename(serialize = "memory", deserialize = "clauses"))]
    Clauses,
    /// A proof that cannot be written.
    Proof,
    /// A signal.
    Signal,
    /// A gap that is small enough.
    Gap,
    /// The limit of conflicts.
    Conflicts,
    /// The solver, which gave up.
    Solver,
}

/// How large the formulas were and how much work they took. What is not known is null.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// Variables, the model's and the encoders'.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses.
    pub literals: usize,
    /// The solver's conflicts.
    pub conflicts: Option<u64>,
    /// Its propagations.
    pub propagations: Option<u64>,
    /// Its ticks.
    pub ticks: Option<u64>,
    /// The cubes of a search that has some.
    pub cubes: Option<Cubes>,
    /// The largest use of memory, of another solver's processes as well.
    pub peak_memory_mb: Option<f64>,
    /// Seconds by the clock to write clauses.
    pub encode_seconds: f64,
    /// Seconds by the clock in the solver.
    pub solve_seconds: f64,
    /// The same in processor time.
    pub encode_cpu_seconds: f64,
    /// The same in processor time.
    pub solve_cpu_seconds: f64,
    /// What became of each group of constraints, by its name, in the model's order.
    #[serde(with = "groups")]
    pub groups: Vec<(String, Group)>,
}

/// Groups as an object that keeps their order.
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

/// A group of constraints.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Group {
    /// How many constraints.
    pub constraints: usize,
    /// Their auxiliary variables.
    pub variables: usize,
    /// Their clauses.
    pub clauses: usize,
}

/// The cubes of a search.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Cubes {
    /// How many were bounded.
    pub bounded: u64,
    /// How many of them were left to the solver.
    pub left: u64,
    /// The share that has been looked at.
    pub share: f64,
    /// What the bound has beyond what every answer takes, where that is known.
    pub left_over: Option<f64>,
}
