//! The output of `solve --format json` as one type: the command line writes it, comparisons read
//! it.
//!
//! Programs read the keys, so they are a contract (`docs/output.md`). They are defined here once,
//! in the order of the output, so that none can be renamed on one side only.

use serde::{Deserialize, Serialize};

use crate::belief::ClaimGround;
use crate::model::{OriginKind, Sense};
use crate::problem::Told;
use crate::search::Status;

mod searched;

pub use searched::Searched;

/// Layout number. It grows if a key is renamed or changes its meaning, not if one is added.
pub const LAYOUT: u32 = 2;

/// Report of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Version of quarrel.
    #[serde(default)]
    pub version: String,
    /// Layout: [`LAYOUT`].
    #[serde(default)]
    pub layout: u32,
    /// Family.
    pub family: String,
    /// Rows and columns of the board, if any.
    pub size: Option<[usize; 2]>,
    /// Variants, as on the command line.
    pub variant: Vec<String>,
    /// Rule in use, if several are known and the variants do not determine it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// Formulation.
    pub formulation: String,
    /// Requested encodings.
    pub encodings: Encodings,
    /// Search strategy.
    pub search: String,
    /// True if symmetries were broken.
    pub symmetry: bool,
    /// Deductions before the search, rule by rule.
    pub deductions: Vec<Deduced>,
    /// Solver; null if none was needed.
    pub solver: Option<String>,
    /// Its mode.
    pub mode: String,
    /// Its seed.
    pub seed: u32,
    /// Seed of the scramble, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scramble: Option<u64>,
    /// Status of the search.
    pub status: Status,
    /// Ground of a claim that there is no (better, further) answer.
    pub rests_on: Option<ClaimGround>,
    /// Knowledge of the objective; null without one.
    pub objective: Option<Objective>,
    /// Progress of the bounds.
    pub bounds: Vec<Step>,
    /// Answer, row by row.
    pub answer: Option<Vec<String>>,
    /// Values of a model file's variables in the answer.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub assignment: Option<Assignment>,
    /// True if the answer has passed its check.
    pub checked: bool,
    /// Uniqueness of the answer, if requested.
    #[serde(flatten)]
    pub uniqueness: Option<Uniqueness>,
    /// Number of answers, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// Answers, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<Vec<String>>>,
    /// Values of these variables in each answer.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub assignments: Option<Vec<Assignment>>,
    /// Reason why there is no answer.
    #[serde(flatten)]
    pub no_answer: Option<NoAnswer>,
    /// Reason for an early end.
    pub stopped: Option<Stopped>,
    /// Reason why an external solver has no result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Sizes, work and time.
    pub stats: Statistics,
}

/// Encodings by name.
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

/// Result of a deduction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deduced {
    /// Rule.
    pub rule: String,
    /// Fact, in words.
    pub said: String,
    /// Reason for the fact, in words.
    #[serde(default)]
    pub why: String,
}

/// Knowledge of the optimum, or, with a bound, of the answer to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// Sense.
    pub sense: Sense,
    /// Counted quantity.
    pub name: String,
    /// Unit of the search, if not 1; all values differ by multiples of it. A model file's numbers
    /// may be fractions or large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Value of the answer.
    pub value: Option<Told>,
    /// Least possible value of an optimum.
    pub lower_bound: Told,
    /// Largest possible value of an optimum.
    pub upper_bound: Told,
    /// Gap, as a share of the value.
    pub gap: Option<f64>,
}

/// Names with 0 or 1, in order.
#[derive(Clone, Debug)]
pub struct Assignment(pub Vec<(String, bool)>);

impl Serialize for Assignment {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, u8::from(*value))))
    }
}

/// Knowledge at a moment of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Value of the best answer.
    pub best: Option<Told>,
    /// Proved bound: no answer is better.
    pub proved: Told,
    /// Seconds since the search began.
    pub seconds: f64,
}

/// Uniqueness of an answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Uniqueness {
    /// True if it is unique; null if unknown.
    pub unique: Option<bool>,
    /// Another answer.
    pub other: Option<Vec<String>>,
    /// Cells in which they differ, from 0.
    pub differ: Vec<[usize; 2]>,
}

/// Number of answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Solutions {
    /// Number in digits, possibly large.
    pub count: String,
    /// True if these are all.
    pub complete: bool,
}

/// Reason why there is no answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NoAnswer {
    /// Reason in words.
    pub reason: String,
    /// Clash; null if the board shows the reason.
    pub clash: Option<Clash>,
}

/// Rules, regions, clues and givens that cannot all hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clash {
    /// Parts of the clash.
    pub origins: Vec<Clashing>,
    /// True if all of them are needed.
    pub minimal: bool,
}

/// Part of a clash.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clashing {
    /// Kind.
    pub kind: OriginKind,
    /// Name in words.
    pub said: String,
}

/// Reason for the early end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stopped {
    /// Time limit.
    Time,
    /// Limit of processor time.
    #[serde(rename = "processor time")]
    ProcessorTime,
    /// Memory limit.
    Memory,
    /// Clause limit. Programs read it as a memory limit.
    #[serde(rename(serialize = "memory", deserialize = "clauses"))]
    Clauses,
    /// Proof that cannot be written.
    Proof,
    /// Signal.
    Signal,
    /// Gap that is small enough.
    Gap,
    /// Conflict limit.
    Conflicts,
    /// Solver that gave up.
    Solver,
}

/// Sizes and work; null if unknown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// Variables, the model's and the encoders'.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses.
    pub literals: usize,
    /// Conflicts of the solver.
    pub conflicts: Option<u64>,
    /// Propagations.
    pub propagations: Option<u64>,
    /// Ticks.
    pub ticks: Option<u64>,
    /// Cubes, if the search has them.
    pub cubes: Option<Cubes>,
    /// Peak memory, including an external solver's processes.
    pub peak_memory_mb: Option<f64>,
    /// Wall-clock seconds to write clauses.
    pub encode_seconds: f64,
    /// Wall-clock seconds in the solver.
    pub solve_seconds: f64,
    /// Processor seconds to write clauses.
    pub encode_cpu_seconds: f64,
    /// Processor seconds in the solver.
    pub solve_cpu_seconds: f64,
    /// Groups of constraints by name.
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

/// Group of constraints.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Group {
    /// Number of constraints.
    pub constraints: usize,
    /// Auxiliary variables.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
}

/// Cubes of a search.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Cubes {
    /// Number that were bounded.
    pub bounded: u64,
    /// Number of these left to the solver.
    pub left: u64,
    /// Share of all cubes that is done.
    pub share: f64,
    /// Literals that the bound allows beyond those that every answer needs.
    pub left_over: Option<f64>,
}
