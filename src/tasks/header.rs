//! What a plan asks, as its `plan.json` says it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::export::map;
use crate::problem::Exact;
use crate::record::origin::Build;

/// The layout of folders that this version writes and reads.
pub const LAYOUT: u32 = 1;

/// What a plan asks, by whom, and within which limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The layout of the folder.
    pub layout: u32,
    /// The program that made the plan, and alone may work on it.
    pub program: Build,
    /// When it was made, in universal time.
    pub date: String,
    /// The command that made it.
    pub command: String,
    /// What is asked.
    pub question: Question,
    /// The limits of each task.
    pub limits: Limits,
    /// The seed from which the order of samples is drawn.
    pub seed: u64,
    /// How many tasks a chunk has; the last may have fewer.
    pub per_chunk: u64,
    /// The tasks of the first round.
    pub tasks: Listed,
}

/// The tasks of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The number of the first task.
    pub first: u64,
    /// How many there are.
    pub number: u64,
    /// The SHA-256 of the file that lists them.
    pub sha256: String,
    /// What was learnt when they were cut.
    pub learnt: Learnt,
}

/// Clauses that follow from the formula, and with which each cube begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learnt {
    /// How many there are.
    pub clauses: u64,
    /// The SHA-256 of the file that lists them.
    pub sha256: String,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Whether there is an answer, at least as good as a bound if something is optimised.
    Cubes(Box<Stated>),
    /// How configurations compare.
    Comparison(Compared),
}

/// A question about a problem, with all that makes it the same question elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// The family's name.
    pub family: String,
    /// Rows and columns of the board; null where there is none.
    pub size: Option<[usize; 2]>,
    /// The variants, as they are written on the command line.
    pub variant: Vec<String>,
    /// The board, where it was read from a text.
    pub board: Option<map::Board>,
    /// How it is stated, written and searched: options of the command line.
    pub options: BTreeMap<String, String>,
    /// What a value of 1 in the search is, if it is not 1: a whole number or a fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The value to be reached, if something is optimised, in the file's own numbers.
    pub bound: Option<Exact>,
    /// The strategy that divides the bound; none where cubes are searched in clauses.
    pub strategy: Option<String>,
    /// Whether a proof is to come of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proof: bool,
    /// The solver's seed.
    pub seed: u32,
    /// The SHA-256 of the formula in DIMACS, without comments.
    pub formula: String,
}

/// A comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compared {
    /// The words of the command line behind `compare`.
    pub words: Vec<String>,
    /// The folder that paths among them start from.
    pub folder: String,
    /// For each instance, by its name, the SHA-256 of its board and its configurations.
    pub instances: BTreeMap<String, String>,
    /// The seed from which the order of runs within each block is drawn.
    pub order_seed: u64,
}

/// The limits of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Seconds of processor time.
    pub cpu_seconds: Option<f64>,
    /// Conflicts of the solver.
    pub conflicts: Option<u64>,
    /// Megabytes of memory of the worker's process.
    pub memory_mb: Option<u64>,
}
