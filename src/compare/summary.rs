//! Summary of the runs of a comparison, in numbers and words.
//!
//! Runs are divided into sections by family, question and limits, since different configurations
//! may be good at each. A configuration is the options that vary within a family's puzzles. Runs of
//! one puzzle, question, seed and scramble form a **block** (`blocks.rs`). The repetitions of a
//! puzzle are one observation of its **board**, and configurations are compared board by board
//! (`finding.rs`).
//!
//! A stopped or broken run has no result. PAR2 counts it with twice its time limit (as in the SAT
//! Competitions), quantiles place it above all others, and a ratio with it is a bound. PAR2, the
//! order of the configurations and the virtual best use the blocks that all configurations have.
//!
//! The order of lines does not matter: they are sorted first.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::statistics::CurveGrowth;
use crate::record::question::QuestionKind;
use crate::record::{Ending, Record};
use crate::search::Status;

pub use environment::Environment;
pub use finding::{BoardRatio, ComparedFinding, FEWEST_BOARDS, FindingVerdict, Pair, SolvedRuns};
pub use measure::{MEASURES, Measure};
pub use ranking::{Ranked, Ratio, ranking};
pub use short::in_short;
pub use warnings::warnings;
pub use words::{
    PairSentences, boards, counted, in_words, probability, question, rounded, sensible,
};

mod blocks;
mod canonical;
mod environment;
mod finding;
mod measure;
mod names;
mod ranking;
mod section;
mod short;
mod warnings;
mod words;

/// Error probability of a section's pairs together.
pub const ALPHA: f64 = 0.05;

/// Ratio of times that equal runs can have; only larger ones are differences.
pub const RELEVANT: f64 = 1.05;

/// Shorter runs mostly measure the start of a process.
pub const SHORT: f64 = 0.02;

/// Summary of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Compared measure.
    pub measure: Measure,
    /// Sections by family, question and limits.
    pub sections: Vec<SummedSection>,
    /// Impossible configurations and broken runs.
    pub failures: Vec<SummedFailure>,
    /// Puzzles omitted for lack of an optimum.
    pub without_optimum: Vec<String>,
    /// Environment of the runs.
    pub environment: Environment,
}

/// Impossible configuration or a broken run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummedFailure {
    /// Command.
    pub command: String,
    /// Why there is no result.
    pub message: String,
    /// Broken rather than impossible.
    pub broken: bool,
}

/// Runs of one kind of question about a family, with common limits.
#[derive(Clone, Debug, Serialize)]
pub struct SummedSection {
    /// Family.
    pub family: String,
    /// Kind of question.
    pub question: QuestionKind,
    /// Limit of processor time, in seconds.
    pub time_limit: f64,
    /// Limit of wall time, in seconds.
    pub wall_limit: Option<f64>,
    /// Memory limit, in megabytes.
    pub memory_limit: Option<u64>,
    /// Whether only the limits distinguish another section.
    pub names_limits: bool,
    /// Boards, small ones first.
    pub boards: Vec<SummedBoard>,
    /// Puzzles with their questions, small boards first.
    pub instances: Vec<String>,
    /// Blocks.
    pub blocks: usize,
    /// Blocks that every configuration has.
    pub common_blocks: usize,
    /// Fewest and most blocks of a board.
    pub repetitions: [usize; 2],
    /// Uncompared runs, made apart from their block.
    pub apart: usize,
    /// Runs replaced by later ones.
    pub superseded: usize,
    /// Repeated runs, which count once.
    pub repeats: usize,
    /// Runs below [`SHORT`] seconds.
    pub short: usize,
    /// Blocks without any clause.
    pub without_clauses: usize,
    /// Boards that have only such blocks.
    pub boards_without_clauses: Vec<String>,
    /// Options that all configurations share.
    pub settings: BTreeMap<String, String>,
    /// Configurations, in the order of the grid.
    pub configurations: Vec<SummedConfiguration>,
    /// Best runs of the common blocks.
    pub virtual_best: VirtualBest,
    /// All pairs of configurations.
    pub pairs: Vec<Pair>,
    /// Runs, for tables and plots.
    #[serde(skip)]
    pub runs: Vec<Placed>,
}

/// Puzzle of a section.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummedBoard {
    /// Name.
    pub name: String,
    /// Rows and columns, if it has them.
    pub size: Option<[usize; 2]>,
}

impl SummedBoard {
    /// Returns the side of a square with as many cells; 0 without a board.
    pub fn side(&self) -> f64 {
        side(self.size)
    }
}

fn side(size: Option<[usize; 2]>) -> f64 {
    let [rows, columns] = size.unwrap_or_default();
    ((rows * columns) as f64).sqrt()
}

/// Configuration in a section.
#[derive(Clone, Debug, Serialize)]
pub struct SummedConfiguration {
    /// Values of the options that distinguish it.
    pub name: String,
    /// Options that vary within the family's puzzles.
    pub options: BTreeMap<String, String>,
    /// Runs.
    pub runs: usize,
    /// Runs with a result.
    pub solved: usize,
    /// Solved common blocks.
    pub solved_in_common: usize,
    /// Common blocks that it alone solved.
    pub alone: usize,
    /// Mean processor time over the common blocks, with twice the limit for runs without a result.
    pub par2: Option<f64>,
    /// Quartiles by measure; `None` among runs without a result, or if unknown.
    pub quartiles: BTreeMap<&'static str, Option<[Option<f64>; 3]>>,
    /// Peak memory, in megabytes.
    pub memory_mb: Option<f64>,
    /// Common blocks it wins; ties are shared.
    pub best: f64,
    /// Sizes of its formulas, one per common instance.
    pub sizes: Option<Sizes>,
    /// Growth with the side.
    pub growth: Option<CurveGrowth>,
    /// Sides, and geometric means on boards fully solved.
    pub by_board: Vec<(f64, f64)>,
    /// Sides and medians; `None` if most runs have no result.
    pub by_side: Vec<(f64, Option<f64>)>,
    /// Counted reasons for missing results.
    pub reasons: BTreeMap<String, usize>,
}

/// Summed sizes of formulas.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sizes {
    /// Variables.
    pub variables: u64,
    /// Auxiliary variables.
    pub auxiliary: u64,
    /// Clauses.
    pub clauses: u64,
    /// Literals.
    pub literals: u64,
    /// Clauses by group of constraints.
    pub groups: BTreeMap<String, u64>,
}

/// A solver with perfect choice per common block.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VirtualBest {
    /// Blocks with any result.
    pub solved: usize,
    /// As [`SummedConfiguration::par2`].
    pub par2: Option<f64>,
}

/// Run in its section.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Index of the configuration.
    pub configuration: usize,
    /// Index of the block.
    pub block: usize,
    /// Record of the run.
    pub record: Record,
}

impl Placed {
    /// Returns the side of a square with as many cells; 0 without a board.
    pub fn side(&self) -> f64 {
        side(self.record.size)
    }
}

impl SummedSection {
    /// Returns family and question, with limits if needed.
    pub fn title(&self) -> String {
        let title = format!("{}, {}", self.family, self.question);
        if self.names_limits { format!("{title}, {}", self.limits()) } else { title }
    }

    /// Returns the limits of its runs.
    pub fn limits(&self) -> String {
        let wall = self.wall_limit.map(|limit| format!("{limit} s by the clock"));
        let memory = self.memory_limit.map(|limit| format!("{limit} MB"));
        let limits = [Some(format!("{} s", self.time_limit)), wall, memory];
        limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Returns a configuration's run per block.
    pub fn row(&self, configuration: usize) -> Vec<Option<&Record>> {
        let mut row = vec![None; self.blocks];
        for run in self.runs.iter().filter(|run| run.configuration == configuration) {
            row[run.block] = Some(&run.record);
        }
        row
    }

    /// Returns the blocks with clauses.
    pub fn asked(&self) -> BTreeSet<usize> {
        let asked = self.runs.iter().filter(|run| !run.record.needed_no_clause());
        asked.map(|run| run.block).collect()
    }

    /// Returns the runs of common blocks of both.
    pub fn paired(&self, [first, second]: [usize; 2]) -> Vec<[&Record; 2]> {
        let rows = self.row(first).into_iter().zip(self.row(second));
        rows.filter_map(|(a, b)| Some([a?, b?])).collect()
    }

    /// Returns the configurations by solved common blocks, then PAR2.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.configurations.len()).collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|index| &self.configurations[index]);
            let [first, second] = [a, b].map(|one| one.par2.unwrap_or(f64::INFINITY));
            b.solved_in_common.cmp(&a.solved_in_common).then(first.total_cmp(&second))
        });
        order
    }

    /// Returns the first configuration of that order.
    pub fn leader(&self) -> usize {
        self.order().first().copied().unwrap_or(0)
    }

    fn lacking(&self, both: [usize; 2], measure: Measure) -> Option<usize> {
        both.into_iter().find(|&one| !self.configurations[one].tells(measure))
    }
}

impl SummedConfiguration {
    /// Returns whether its runs have a measure.
    pub fn tells(&self, measure: Measure) -> bool {
        self.quartiles.get(measure.row().name).is_some_and(Option::is_some)
    }
}

impl Summary {
    /// Sums up runs, across starts of the command only if `pools`.
    pub fn of(records: &[Record], measure: Measure, pools: bool) -> Summary {
        let runs = canonical::ordered(records);
        let references = runs.iter().copied().filter(|run| run.reference && !run.is_solved());
        let mut without_optimum: Vec<String> = references
            .filter(|open| !runs.iter().any(|run| run.puzzle == open.puzzle && knows_optimum(run)))
            .map(|run| run.puzzle.clone())
            .collect();
        without_optimum.dedup();
        let compared: Vec<&Record> = runs.iter().copied().filter(|run| !run.reference).collect();
        let impossible = section::impossible(&compared);
        let possible =
            compared.iter().filter(|run| !impossible.contains(&section::whole_kind(run)));
        let possible: Vec<&Record> = possible.copied().collect();
        let families = section::distinct(possible.iter().map(|record| record.family.as_str()));
        let sections: Vec<SummedSection> = families
            .into_iter()
            .flat_map(|family| {
                let ours = possible.iter().copied().filter(|record| record.family == family);
                section::of_family(family, &ours.collect::<Vec<_>>(), measure, pools)
            })
            .collect();
        let failed = compared.iter().filter(|run| !run.is_whole()).map(|run| SummedFailure {
            command: run.command.clone(),
            message: run.message.clone().unwrap_or_default(),
            broken: run.ending == Ending::Broken,
        });
        let failures = failed.collect();
        let used = sections.iter().flat_map(|section| &section.runs).map(|run| &run.record);
        let environment = Environment::of(used);
        Summary { measure, sections, failures, without_optimum, environment }
    }

    /// Returns the external solvers if no pair has the measure.
    pub fn untold(&self) -> Option<Vec<&str>> {
        let all = self.sections.iter().flat_map(|section| &section.pairs);
        if all.clone().next().is_none() || all.clone().any(|pair| pair.lacks_measure.is_none()) {
            return None;
        }
        let runs = self.sections.iter().flat_map(|section| &section.runs);
        Some(section::distinct(runs.filter_map(|run| run.record.outside_solver())))
    }
}

fn knows_optimum(run: &Record) -> bool {
    run.is_solved() && run.status == Status::Optimal
}

#[cfg(test)]
mod tests;
