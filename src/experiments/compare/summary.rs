//! Summary of the runs of a comparison, in numbers and words.
//!
//! A section has the runs of one family, one kind of question and one set of limits, since
//! different configurations may be best for different families, questions and limits. Runs of one
//! puzzle, question, seed and scramble form a **block**. The repetitions of a puzzle are one
//! observation of its **board**, and configurations are compared board by board.
//!
//! A run that was stopped or that broke (crashed) has no result. PAR2 counts such a run with twice
//! its limit (as in the SAT Competitions). Quantiles put such a run above all other runs, and a
//! ratio with it is only a bound. Common blocks are blocks with a run of every configuration. PAR2,
//! the order of the configurations and the virtual best (the fastest run of each block) are
//! computed over common blocks. Of these, a block is left out if every run had a result before any
//! clause was needed.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::statistics::CurveGrowth;
use crate::grid::distinct;
use crate::record::question::QuestionKind;
use crate::record::{Ending, Record};
use crate::search::Status;

pub use anytime::GapCurve;
pub use environment::Environment;
pub use finding::{BoardRatio, ComparedFinding, FEWEST_BOARDS, FindingVerdict, Pair, SolvedRuns};
pub use measure::{MEASURES, Measure};
pub use ranking::{RankedConfiguration, Ratio, ranking};
pub use short::short_summary;
pub use unit::Unit;
pub use warnings::warnings;
pub use winner::winner_sentence;
pub use words::{
    PairSentences, boards, format_count, format_probability, join_limits, pair_sentences, question,
    range, rounded, short_name,
};

mod anytime;
mod blocks;
mod canonical;
mod environment;
mod finding;
mod measure;
mod names;
mod ranking;
mod section;
mod short;
mod unit;
mod warnings;
mod winner;
mod words;

/// The probability that any interval of a section is wrong, for the intervals of all pairs
/// together.
pub const ALPHA: f64 = 0.05;

/// Largest ratio of times that counts as noise between equal runs.
pub const RELEVANT: f64 = 1.05;

/// Processor time in seconds. A shorter run consists mostly of the start of its process.
pub const SHORT: f64 = 0.02;

/// The findings of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The measure that is compared, such as processor time.
    pub measure: Measure,
    /// The sections, one for each family, kind of question and set of limits.
    pub sections: Vec<SectionSummary>,
    /// Runs with an impossible configuration, and runs that broke (crashed, or had unusable
    /// output).
    pub failures: Vec<FailedRun>,
    /// Puzzles for which the optimum is needed but unknown.
    pub without_optimum: Vec<String>,
    /// Machines, builds, commands and limits of the runs.
    pub environment: Environment,
}

/// A run with an impossible configuration, or a run that broke.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FailedRun {
    /// Command that repeats the run.
    pub command: String,
    /// The reason why the run has no result. It is empty if no reason is known.
    pub message: String,
    /// Whether the run broke. If it is `false`, the configuration of the run is impossible.
    pub broken: bool,
}

/// The runs of one family, kind of question and limits.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SectionSummary {
    /// Name of the family of all puzzles of the section.
    pub family: String,
    /// Kind of question that all runs of the section ask.
    pub question: QuestionKind,
    /// Limit of processor time for each run, in seconds.
    pub time_limit: f64,
    /// Limit of wall time for each run, in seconds. It is `None` if the records have no such limit.
    pub wall_limit: Option<f64>,
    /// Memory limit for each run, in megabytes. It is `None` for no limit.
    pub memory_limit: Option<u64>,
    /// Whether titles must name the limits. This is necessary if another section has the same
    /// family and kind of question, but other limits.
    pub names_limits: bool,
    /// Boards, small ones first.
    pub boards: Vec<SectionBoard>,
    /// Names of the puzzles with their questions. Small boards come first.
    pub instances: Vec<String>,
    /// Number of blocks with at least one run.
    pub blocks: usize,
    /// Number of blocks with a run of every configuration.
    pub common_blocks: usize,
    /// Number of common blocks over which the integrals of gaps are means. It is 0 if there are no
    /// integrals.
    pub anytime_blocks: usize,
    /// Smallest and largest number of repetitions (blocks) of a board.
    pub repetitions: [usize; 2],
    /// Number of runs that are left out because another start of the command made the compared runs
    /// of their block.
    pub apart: usize,
    /// Number of runs that are left out because later runs replace them.
    pub superseded: usize,
    /// Number of copies. A copy is a run with the same configuration, puzzle, question, scramble
    /// and work of the solver as an earlier run.
    pub repeats: usize,
    /// Number of runs that took less than [`SHORT`] seconds.
    pub short: usize,
    /// Number of blocks in which every run was solved without clauses.
    pub without_clauses: usize,
    /// Boards on which every run was solved without clauses.
    pub boards_without_clauses: Vec<String>,
    /// Options that all configurations share, with their values.
    pub settings: BTreeMap<String, String>,
    /// Configurations, in the planned order.
    pub configurations: Vec<ConfigurationSummary>,
    /// Sums over the fastest runs of the common blocks, one run of each block.
    pub virtual_best: VirtualBest,
    /// The compared pairs of configurations. Both configurations of a pair have a run in some
    /// block, and at least one of these two runs needed clauses.
    pub pairs: Vec<Pair>,
    /// The compared runs, for tables and plots: at most one for each configuration and block.
    #[serde(skip)]
    pub runs: Vec<SectionRun>,
}

/// A puzzle of a section, with its size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SectionBoard {
    /// Name of the puzzle.
    pub name: String,
    /// Numbers of rows and columns, if the puzzle has a size.
    pub size: Option<[usize; 2]>,
}

impl SectionBoard {
    fn from_record(record: &Record) -> SectionBoard {
        SectionBoard { name: record.puzzle.clone(), size: record.size }
    }

    /// Returns the side length of a square that has as many cells as the board. Returns `None` if
    /// the puzzle has no size.
    pub fn side(&self) -> Option<f64> {
        side(self.size)
    }
}

fn side(size: Option<[usize; 2]>) -> Option<f64> {
    // A line in a file of results may contain any size, so the product of integers could overflow.
    size.map(|[rows, columns]| (rows as f64 * columns as f64).sqrt())
}

/// Sums over the runs of a configuration in a section.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ConfigurationSummary {
    /// Values of the options that distinguish the configuration.
    pub name: String,
    /// Options that vary among the configurations of the family's puzzles, with their values.
    pub options: BTreeMap<String, String>,
    /// Number of runs in blocks in which any run needed clauses.
    pub runs: usize,
    /// Number of runs with a result in blocks in which any run needed clauses.
    pub solved: usize,
    /// Number of common blocks in which this configuration has a result.
    pub solved_in_common: usize,
    /// Number of common blocks in which only this configuration has a result.
    pub alone: usize,
    /// Mean of the [time](Measure::time) over the common blocks, in seconds. A run without a result
    /// counts with twice its limit. It is `None` if a run does not report the time.
    pub par2: Option<f64>,
    /// Mean of the primal integral over [`SectionSummary::anytime_blocks`] blocks, in seconds: the
    /// integral, from 0 to the time limit, of the gap between the best value so far and the best
    /// known value. It is `None` if the section does not ask for optima, or if no run of the
    /// configuration has recorded its steps.
    pub primal_integral: Option<f64>,
    /// The same as `primal_integral`, for the gap between the best value so far and the proved
    /// bound.
    pub primal_dual_integral: Option<f64>,
    /// Mean of the gap between the best value so far and the best known value, over the same
    /// blocks. It is empty if there is no primal integral.
    #[serde(skip)]
    pub gap_curve: GapCurve,
    /// Quartiles of each measure, if they are known. If a run without a result is at a quartile,
    /// this quartile is `None`.
    pub quartiles: BTreeMap<&'static str, Option<[Option<f64>; 3]>>,
    /// Largest peak memory of a run, in megabytes. It is `None` if no run reports its memory.
    pub memory_mb: Option<f64>,
    /// Number of common blocks in which the configuration is the fastest. If k configurations are
    /// equally fast, the block counts 1/k for each of them.
    pub best: f64,
    /// Sums of the sizes of the formulas. It is `None` if a size is unknown, or if there is no
    /// common block.
    pub sizes: Option<FormulaSizes>,
    /// Growth of the measure with the side length of the board. It is `None` if too few side
    /// lengths have values.
    pub growth: Option<CurveGrowth>,
    /// Side length of a board, and geometric mean of the measure on it. Contains each board that
    /// has a size, if every run on it has a result.
    pub by_board: Vec<(f64, f64)>,
    /// Each side length with the median of the measure. The median is `None` if most runs have no
    /// result.
    pub by_side: Vec<(f64, Option<f64>)>,
    /// Number of runs without a result, for each reason. The key is the reason in words.
    pub reasons: BTreeMap<String, usize>,
}

/// Sums of the sizes of formulas. One formula is counted for each pair of a puzzle and a question
/// that has a common block.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FormulaSizes {
    /// Number of variables, including auxiliary variables.
    pub variables: u64,
    /// Number of auxiliary variables, which encodings add.
    pub auxiliary: u64,
    /// Number of clauses of all these formulas.
    pub clauses: u64,
    /// Number of literals in all clauses.
    pub literals: u64,
    /// Number of clauses for each group of constraints.
    pub groups: BTreeMap<String, u64>,
}

/// The results of an imagined solver that chooses the fastest configuration for each common block.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct VirtualBest {
    /// Number of common blocks in which at least one configuration has a result.
    pub solved: usize,
    /// Mean time in seconds. It is computed as in [`ConfigurationSummary::par2`].
    pub par2: Option<f64>,
    /// The time of the fastest run of each common block that was solved, in seconds. Unknown times
    /// are left out.
    #[serde(skip)]
    pub times: Vec<f64>,
}

/// A run of a section, with its configuration and block.
#[derive(Clone, Debug)]
pub struct SectionRun {
    /// Index of the configuration in the section.
    pub configuration: usize,
    /// Index of the block in the section.
    pub block: usize,
    /// The record of the run, as it is in the file of results.
    pub record: Record,
}

impl SectionRun {
    /// Returns the side length of a square that has as many cells as the board. Returns `None` if
    /// the puzzle has no size.
    pub fn side(&self) -> Option<f64> {
        side(self.record.size)
    }
}

impl SectionSummary {
    /// Returns the family and the question. If another section differs only in limits, the title
    /// also has the limits.
    pub fn title(&self) -> String {
        let title = format!("{}, {}", self.family, self.question);
        if self.names_limits { format!("{title}, {}", self.limits()) } else { title }
    }

    /// Returns the limits of each run, in words.
    pub fn limits(&self) -> String {
        let wall = self.wall_limit.map(|limit| format!("{limit} s by the clock"));
        let memory = self.memory_limit.map(|limit| format!("{limit} MB"));
        let limits = [Some(format!("{} s", self.time_limit)), wall, memory];
        limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Returns the runs of a configuration, by the index of the block. If the configuration has no
    /// run in a block, the entry is `None`.
    pub fn row(&self, configuration: usize) -> Vec<Option<&Record>> {
        let mut row = vec![None; self.blocks];
        for run in self.runs.iter().filter(|run| run.configuration == configuration) {
            row[run.block] = Some(&run.record);
        }
        row
    }

    /// Returns the blocks in which a run needed clauses.
    pub fn blocks_with_clauses(&self) -> BTreeSet<usize> {
        self.runs.iter().filter(|run| !run.record.needed_no_clause()).map(|run| run.block).collect()
    }

    /// Returns the pairs of runs of two configurations: one pair for each block that has runs of
    /// both. In each pair, the run of `first` comes first.
    pub fn common_runs(&self, [first, second]: [usize; 2]) -> Vec<[&Record; 2]> {
        self.row(first)
            .into_iter()
            .zip(self.row(second))
            .filter_map(|(a, b)| Some([a?, b?]))
            .collect()
    }

    /// Returns each pair of configurations once, with the lower index first.
    pub fn configuration_pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let number = self.configurations.len();
        (0..number).flat_map(move |first| (first + 1..number).map(move |second| [first, second]))
    }

    /// Returns the comparison of two configurations, with `first` as its first configuration.
    /// Returns `None` if the section does not compare them.
    pub fn pair(&self, first: usize, second: usize) -> Option<Pair> {
        let both = [[first, second], [second, first]];
        let pair = self.pairs.iter().find(|pair| both.contains(&pair.configurations))?;
        Some(if pair.configurations[0] == first { pair.clone() } else { pair.swapped() })
    }

    /// Returns the indices of the configurations from best to worst. They are sorted by the number
    /// of solved common blocks, and then by PAR2. Among configurations with equal numbers of solved
    /// blocks, one without PAR2 comes last. Ties keep the planned order.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.configurations.len()).collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|index| &self.configurations[index]);
            let [first, second] = [a, b].map(|one| one.par2.unwrap_or(f64::INFINITY));
            b.solved_in_common.cmp(&a.solved_in_common).then(first.total_cmp(&second))
        });
        order
    }

    /// Returns the index of the best configuration. This is the first one in
    /// [`SectionSummary::order`]. Returns 0 if there are no configurations.
    pub fn leader(&self) -> usize {
        self.order().first().copied().unwrap_or(0)
    }

    fn find_unmeasured(&self, both: [usize; 2], measure: Measure) -> Option<usize> {
        both.into_iter().find(|&one| !self.configurations[one].reports(measure))
    }
}

impl ConfigurationSummary {
    /// Returns whether all runs with a result report a measure, and at least one run reports it.
    pub fn reports(&self, measure: Measure) -> bool {
        self.quartiles.get(measure.row().name).is_some_and(Option::is_some)
    }
}

impl Summary {
    /// Summarises runs. The order of `records` does not matter, and equal records count once.
    /// Reference runs only show which optima are known: a puzzle is in [`Summary::without_optimum`]
    /// if its reference run has no result, and no run knows its optimum. All other runs that were
    /// refused or broke are in [`Summary::failures`]. If a configuration was refused on all
    /// puzzles, it is in no section. The environment is that of the compared runs. If `pools` is
    /// set, runs of different starts of the command are compared too.
    pub fn from_records(records: &[Record], measure: Measure, pools: bool) -> Summary {
        let runs = canonical::sort_records(records);
        let mut without_optimum: Vec<String> = runs
            .iter()
            .copied()
            .filter(|run| run.reference && !run.is_solved())
            .filter(|open| !runs.iter().any(|run| run.puzzle == open.puzzle && knows_optimum(run)))
            .map(|run| run.puzzle.clone())
            .collect();
        without_optimum.dedup();
        let compared: Vec<&Record> = runs.iter().copied().filter(|run| !run.reference).collect();
        let impossible = section::always_refused(&compared);
        let possible: Vec<&Record> = compared
            .iter()
            .filter(|run| !impossible.contains(&section::refusal_key(run)))
            .copied()
            .collect();
        let known = anytime::BestValues::from_records(&runs);
        let families = distinct(possible.iter().map(|record| record.family.as_str()));
        let sections: Vec<SectionSummary> = families
            .into_iter()
            .flat_map(|family| {
                let ours = possible
                    .iter()
                    .copied()
                    .filter(|record| record.family == family)
                    .collect::<Vec<_>>();
                section::family_sections(family, &ours, &known, measure, pools)
            })
            .collect();
        let failures = compared
            .iter()
            .filter(|run| !run.is_usable())
            .map(|run| FailedRun {
                command: run.command.clone(),
                message: run.message.clone().unwrap_or_default(),
                broken: run.ending == Ending::Broken,
            })
            .collect();
        let environment = Environment::from_records(
            sections.iter().flat_map(|section| &section.runs).map(|run| &run.record),
        );
        Summary { measure, sections, failures, without_optimum, environment }
    }

    /// Returns the commands of the external solvers of the runs, each once. Does so only if no pair
    /// can be compared, because each pair has a configuration that does not report the measure. The
    /// list is empty if no external solver ran. Returns `None` if a pair can be compared, or if
    /// there are no pairs.
    pub fn unreporting_solvers(&self) -> Option<Vec<&str>> {
        let all = self.sections.iter().flat_map(|section| &section.pairs);
        if all.clone().next().is_none() || all.clone().any(|pair| pair.lacks_measure.is_none()) {
            return None;
        }
        Some(distinct(
            self.sections
                .iter()
                .flat_map(|section| &section.runs)
                .filter_map(|run| run.record.external_solver()),
        ))
    }
}

fn knows_optimum(run: &Record) -> bool {
    run.is_solved() && run.status == Status::Optimal
}

#[cfg(test)]
mod tests;
