//! What the runs of a comparison say, in numbers and in words.
//!
//! Runs are told apart by family, by what was asked (an optimum, an answer at the optimum, the
//! refutation of what is better) and by their limits, for what is good at one may be bad at
//! another; and a configuration is what changes within a family's puzzles, not what a grid sets for
//! all of them. Runs of one puzzle, question, seed and scramble are a **block** (`blocks.rs`); the
//! repetitions of a puzzle make one observation of its **board**, and configurations are compared
//! board by board (`finding.rs`).
//!
//! A run that was stopped or that broke has no result. In PAR2 it counts with twice its time limit
//! (as the SAT Competitions do), in quantiles it stands above all others, and a ratio with it is a
//! bound. PAR2, the order of the configurations and the virtual best are over the blocks that all
//! of them have.
//!
//! The lines may stand in any order: they are put into a canonical one first.

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

/// The share of comparisons that may err: of each section, all its pairs together. Intervals hold
/// with the rest.
pub const ALPHA: f64 = 0.05;

/// The least ratio of times that is called a difference, and the largest that is called the same:
/// up to it lies what a machine does to equal runs.
pub const RELEVANT: f64 = 1.05;

/// Runs below that many seconds say how long a process takes to start.
pub const SHORT: f64 = 0.02;

/// What a comparison says.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What is compared.
    pub measure: Measure,
    /// By family, by what was asked, and by limits.
    pub sections: Vec<SummedSection>,
    /// Configurations that cannot be, with the reason; and runs that broke.
    pub failures: Vec<SummedFailure>,
    /// Puzzles without a known optimum: no question that needs one was asked.
    pub without_optimum: Vec<String>,
    /// Where the runs come from.
    pub environment: Environment,
}

/// A configuration that has no runs, or a run that broke.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummedFailure {
    /// The command.
    pub command: String,
    /// Why there is no result.
    pub message: String,
    /// Whether it could be at all.
    pub broken: bool,
}

/// The runs of one kind of question about the puzzles of a family, with the same limits.
#[derive(Clone, Debug, Serialize)]
pub struct SummedSection {
    /// The family.
    pub family: String,
    /// The kind of question.
    pub question: QuestionKind,
    /// Seconds of processor time that each run had.
    pub time_limit: f64,
    /// Seconds by the clock that each run had.
    pub wall_limit: Option<f64>,
    /// Megabytes that each run had.
    pub memory_limit: Option<u64>,
    /// Whether another section differs from this one in its limits alone.
    pub names_limits: bool,
    /// The boards, small ones first.
    pub boards: Vec<SummedBoard>,
    /// The puzzles with their questions, small boards first.
    pub instances: Vec<String>,
    /// How many blocks there are.
    pub blocks: usize,
    /// How many of them every configuration has.
    pub common_blocks: usize,
    /// The least and the largest number of blocks of a board.
    pub repetitions: [usize; 2],
    /// Runs that were made apart from the others of their block, and are compared with none.
    pub apart: usize,
    /// Runs that were made anew; the last one counts.
    pub superseded: usize,
    /// Runs that repeat another one of the same formula, and count once with it.
    pub repeats: usize,
    /// Runs below [`SHORT`] seconds.
    pub short: usize,
    /// Blocks in which no run needed a clause for its result.
    pub without_clauses: usize,
    /// Boards that have no other blocks.
    pub boards_without_clauses: Vec<String>,
    /// The options that are the same for all configurations.
    pub settings: BTreeMap<String, String>,
    /// The configurations, in the order of the grid.
    pub configurations: Vec<SummedConfiguration>,
    /// The best run of each block that all configurations have.
    pub virtual_best: VirtualBest,
    /// Every pair of configurations.
    pub pairs: Vec<Pair>,
    /// The runs, for tables and plots.
    #[serde(skip)]
    pub runs: Vec<Placed>,
}

/// A puzzle of a section.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummedBoard {
    /// Its name.
    pub name: String,
    /// Rows and columns, where it has some.
    pub size: Option<[usize; 2]>,
}

impl SummedBoard {
    /// The side of a square board with as many cells; 0 for what has no board.
    pub fn side(&self) -> f64 {
        side(self.size)
    }
}

fn side(size: Option<[usize; 2]>) -> f64 {
    let [rows, columns] = size.unwrap_or_default();
    ((rows * columns) as f64).sqrt()
}

/// A configuration in a section.
#[derive(Clone, Debug, Serialize)]
pub struct SummedConfiguration {
    /// The values of the options by which it differs from the others.
    pub name: String,
    /// The options that change within the family's puzzles.
    pub options: BTreeMap<String, String>,
    /// How many runs it has.
    pub runs: usize,
    /// How many of them have a result.
    pub solved: usize,
    /// How many of the blocks that all have it solved.
    pub solved_in_common: usize,
    /// How many of those nobody else solved.
    pub alone: usize,
    /// Over these blocks, the mean processor time, twice the limit for runs without a result; none
    /// if there is no such block.
    pub par2: Option<f64>,
    /// Of each measure the quartiles; those that lie among runs without a result are none, and the
    /// measure is none where it is not known.
    pub quartiles: BTreeMap<&'static str, Option<[Option<f64>; 3]>>,
    /// The most memory of a run, in megabytes, where it is known.
    pub memory_mb: Option<f64>,
    /// In how many of the common blocks it is the best; shared between those that are.
    pub best: f64,
    /// How large its formulas are, one for each instance that all configurations have; none where
    /// that is not known.
    pub sizes: Option<Sizes>,
    /// How the measure grows with the side of the board.
    pub growth: Option<CurveGrowth>,
    /// The geometric mean of the measure on each board whose runs all have a result, by its side.
    pub by_board: Vec<(f64, f64)>,
    /// The median of the measure by the side of the board; none where most runs have no result.
    pub by_side: Vec<(f64, Option<f64>)>,
    /// Why runs have no result, with how many do for that reason.
    pub reasons: BTreeMap<String, usize>,
}

/// The sizes of formulas, added up.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sizes {
    /// Variables.
    pub variables: u64,
    /// Those of the encodings among them.
    pub auxiliary: u64,
    /// Clauses.
    pub clauses: u64,
    /// Literals.
    pub literals: u64,
    /// Clauses by groups of constraints.
    pub groups: BTreeMap<String, u64>,
}

/// The best run of each block that all configurations have, as if one had known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VirtualBest {
    /// In how many blocks somebody has a result.
    pub solved: usize,
    /// As [`SummedConfiguration::par2`].
    pub par2: Option<f64>,
}

/// A run in its section.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The configuration.
    pub configuration: usize,
    /// The block.
    pub block: usize,
    /// The run.
    pub record: Record,
}

impl Placed {
    /// The side of a square board with as many cells; 0 for what has no board.
    pub fn side(&self) -> f64 {
        side(self.record.size)
    }
}

impl SummedSection {
    /// The family and the kind of question, and the limits where others differ in them.
    pub fn title(&self) -> String {
        let title = format!("{}, {}", self.family, self.question);
        if self.names_limits { format!("{title}, {}", self.limits()) } else { title }
    }

    /// The limits of its runs.
    pub fn limits(&self) -> String {
        let wall = self.wall_limit.map(|limit| format!("{limit} s by the clock"));
        let memory = self.memory_limit.map(|limit| format!("{limit} MB"));
        let limits = [Some(format!("{} s", self.time_limit)), wall, memory];
        limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The run of a configuration in each block, or none.
    pub fn row(&self, configuration: usize) -> Vec<Option<&Record>> {
        let mut row = vec![None; self.blocks];
        for run in self.runs.iter().filter(|run| run.configuration == configuration) {
            row[run.block] = Some(&run.record);
        }
        row
    }

    /// The blocks in which some run needed a clause: in the others no solver was asked.
    pub fn asked(&self) -> BTreeSet<usize> {
        let asked = self.runs.iter().filter(|run| !run.record.needed_no_clause());
        asked.map(|run| run.block).collect()
    }

    /// The runs of both configurations in every block that has both.
    pub fn paired(&self, [first, second]: [usize; 2]) -> Vec<[&Record; 2]> {
        let rows = self.row(first).into_iter().zip(self.row(second));
        rows.filter_map(|(a, b)| Some([a?, b?])).collect()
    }

    /// The places of the configurations: those with the most results in the common blocks first,
    /// and of these those with the least PAR2.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.configurations.len()).collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|index| &self.configurations[index]);
            let [first, second] = [a, b].map(|one| one.par2.unwrap_or(f64::INFINITY));
            b.solved_in_common.cmp(&a.solved_in_common).then(first.total_cmp(&second))
        });
        order
    }

    /// The first in that order.
    pub fn leader(&self) -> usize {
        self.order().first().copied().unwrap_or(0)
    }

    /// Which of two configurations does not tell a measure, if one does not.
    fn lacking(&self, both: [usize; 2], measure: Measure) -> Option<usize> {
        both.into_iter().find(|&one| !self.configurations[one].tells(measure))
    }
}

impl SummedConfiguration {
    /// Whether its runs tell a measure.
    pub fn tells(&self, measure: Measure) -> bool {
        self.quartiles.get(measure.row().name).is_some_and(Option::is_some)
    }
}

impl Summary {
    /// Sums up runs. Those that are not of one start of the command are compared only if the user
    /// pools.
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

    /// The other solvers, if in no pair both tell the measure.
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
