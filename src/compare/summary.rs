//! What the runs of a comparison say, in numbers and in words.
//!
//! Runs are told apart by family and by what was asked (an optimum, an answer at the optimum, the
//! refutation of what is better), for what is good at one may be bad at another; and a configuration is
//! what changes within a family's puzzles, not what a grid sets for all of them. Runs of one puzzle,
//! question, seed and scramble are a **block**; configurations are compared block by block.
//!
//! A run that was stopped has no result. In PAR2 it counts with twice its time limit (as the SAT
//! Competitions do), in quantiles it stands above all others, and in a pair it has twice the larger
//! of both values; two of them are a tie. A pair is called different where the corrected test says so with
//! [`ALPHA`] and the ratio is beyond [`RELEVANT`]: below that lies what a machine does to equal runs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::record::{Ending, Record};
use super::statistics::{Comparison, Growth};

use names::{changing, telling};
use section::{distinct, section};
pub use words::{counted, in_short, in_words, probability, rounded};

mod names;
mod section;
mod words;

/// How unlikely a difference has to be by chance, after correction. Less than is usual: whoever
/// compares, compares often.
pub const ALPHA: f64 = 0.001;

/// The least ratio that is called a difference.
pub const RELEVANT: f64 = 1.05;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Processor time.
    Cpu,
    /// Conflicts.
    Conflicts,
    /// Propagated literals.
    Propagations,
}

impl Measure {
    /// Every measure with its name and its unit.
    pub const ALL: &'static [(&'static str, Measure)] = &[
        ("cpu", Measure::Cpu),
        ("conflicts", Measure::Conflicts),
        ("propagations", Measure::Propagations),
    ];

    /// What it is, in words.
    pub fn about(self) -> &'static str {
        match self {
            Measure::Cpu => "processor time",
            Measure::Conflicts => "conflicts",
            Measure::Propagations => "propagations",
        }
    }

    /// The value of a run, above 0.
    pub fn of(self, record: &Record) -> f64 {
        match self {
            Measure::Cpu => record.cpu_seconds.max(1e-4),
            Measure::Conflicts => record.conflicts as f64 + 1.0,
            Measure::Propagations => record.propagations as f64 + 1.0,
        }
    }

    /// The values of two runs of a block.
    fn of_pair(self, [first, second]: [&Record; 2]) -> (f64, f64) {
        let (a, b) = (self.of(first), self.of(second));
        match (first.is_solved(), second.is_solved()) {
            (true, true) => (a, b),
            (false, false) => (1.0, 1.0),
            (true, false) => (a, 2.0 * a.max(b)),
            (false, true) => (2.0 * a.max(b), b),
        }
    }
}

/// What a comparison says.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What is compared.
    pub measure: Measure,
    /// By family and by what was asked.
    pub sections: Vec<Section>,
    /// Configurations that cannot be, with the reason; and runs that broke.
    pub failures: Vec<Failure>,
}

/// A configuration that has no runs, or a run that broke.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failure {
    /// The command.
    pub command: String,
    /// Why there is no result.
    pub message: String,
    /// Whether it could be at all.
    pub broken: bool,
}

/// The runs of one kind of question about the puzzles of a family.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    /// The family.
    pub family: String,
    /// `optimum`, `answer`, `sat`, `unsat` or `bound`.
    pub question: String,
    /// How many blocks there are, and of how many puzzles and questions.
    pub blocks: usize,
    /// The puzzles with their questions, in the order in which they were run.
    pub instances: Vec<String>,
    /// The configurations, in the order in which they were run.
    pub configurations: Vec<Configuration>,
    /// The best run of each block.
    pub virtual_best: VirtualBest,
    /// Every pair of configurations.
    pub pairs: Vec<Pair>,
    /// The runs, for plots.
    #[serde(skip)]
    pub runs: Vec<Placed>,
}

/// A configuration in a section.
#[derive(Clone, Debug, Serialize)]
pub struct Configuration {
    /// The values of the options by which it differs from the others.
    pub name: String,
    /// The options that change within the family's puzzles.
    pub options: BTreeMap<String, String>,
    /// How many runs it has.
    pub runs: usize,
    /// How many of them have a result.
    pub solved: usize,
    /// The mean processor time, twice the limit for runs without a result.
    pub par2: f64,
    /// Quartiles of the processor time in seconds; those that lie among runs without a result are none.
    pub cpu: [Option<f64>; 3],
    /// Quartiles of the conflicts.
    pub conflicts: [Option<f64>; 3],
    /// Quartiles of the propagations.
    pub propagations: [Option<f64>; 3],
    /// The most memory of a run, in megabytes.
    pub memory_mb: f64,
    /// In how many blocks it is the best; shared between those that are.
    pub best: f64,
    /// How large its formulas are, one for each instance that all configurations have.
    pub sizes: Sizes,
    /// How the measure grows with the side of the board.
    pub growth: Option<Growth>,
    /// The median of the measure by the side of the board; none where most runs have no result.
    pub by_side: Vec<(f64, Option<f64>)>,
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

/// The best run of each block, as if one had known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VirtualBest {
    /// In how many blocks somebody has a result.
    pub solved: usize,
    /// As [`Configuration::par2`].
    pub par2: f64,
}

/// Two configurations, block by block.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The configurations, by their places.
    pub configurations: [usize; 2],
    /// The comparison of the first to the second.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// The p-value corrected for the number of pairs.
    pub corrected: f64,
    /// Whether that is a difference.
    pub different: bool,
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
    /// The side of the board, of a square one with as many cells.
    pub fn side(&self) -> f64 {
        let [rows, columns] = self.record.size;
        ((rows * columns) as f64).sqrt()
    }
}

impl Section {
    /// The family and the kind of question.
    pub fn title(&self) -> String {
        format!("{}, {}", self.family, self.question)
    }

    /// The run of a configuration in each block, or none.
    pub fn row(&self, configuration: usize) -> Vec<Option<&Record>> {
        let mut row = vec![None; self.blocks];
        for run in self.runs.iter().filter(|run| run.configuration == configuration) {
            row[run.block] = Some(&run.record);
        }
        row
    }

    /// The runs of both configurations in every block that has both.
    pub fn paired(&self, [first, second]: [usize; 2]) -> Vec<[&Record; 2]> {
        let rows = self.row(first).into_iter().zip(self.row(second));
        rows.filter_map(|(a, b)| Some([a?, b?])).collect()
    }

    /// The places of the configurations: those with the most results first, and of these those with
    /// the least PAR2.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.configurations.len()).collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|index| &self.configurations[index]);
            let missing = (a.runs - a.solved).cmp(&(b.runs - b.solved));
            missing.then(a.par2.total_cmp(&b.par2))
        });
        order
    }

    /// The first in that order.
    pub fn leader(&self) -> usize {
        self.order().first().copied().unwrap_or(0)
    }
}

impl Summary {
    /// Sums up runs. Of runs with the same command the last one counts.
    pub fn of(records: &[Record], measure: Measure) -> Summary {
        let mut last: Vec<&Record> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for record in records {
            match places.get(record.command.as_str()) {
                Some(&place) => last[place] = record,
                None => {
                    places.insert(&record.command, last.len());
                    last.push(record);
                }
            }
        }
        let failures = last.iter().filter(|record| !record.counts()).map(|record| Failure {
            command: record.command.clone(),
            message: record.message.clone().unwrap_or_default(),
            broken: record.ending == Ending::Broken,
        });
        let failures = failures.collect();
        let compared = |record: &&Record| record.counts() && !record.reference;
        let runs: Vec<&Record> = last.into_iter().filter(compared).collect();
        let families = distinct(runs.iter().map(|record| record.family.as_str()));
        let sections = families.into_iter().flat_map(|family| {
            let ours = runs.iter().copied().filter(|record| record.family == family);
            of_family(family, &ours.collect::<Vec<_>>(), measure)
        });
        Summary { measure, sections: sections.collect(), failures }
    }
}

/// A section for each kind of question about a family.
fn of_family(family: &str, runs: &[&Record], measure: Measure) -> Vec<Section> {
    let changing = changing(runs);
    let telling = telling(runs, &changing);
    let kinds = distinct(runs.iter().map(|record| kind(record)));
    let sections = kinds.into_iter().map(|question| {
        let of_kind = runs.iter().copied().filter(|record| kind(record) == question);
        let of_kind: Vec<&Record> = of_kind.collect();
        section([family, question], &of_kind, [&changing, &telling], measure)
    });
    sections.collect()
}

/// What was asked, without the bound.
fn kind(record: &Record) -> &str {
    record.question.split(' ').next().unwrap_or_default()
}

impl Pair {
    /// The same with the configurations the other way round.
    pub fn turned(&self) -> Pair {
        let [a, b] = self.configurations;
        let Comparison { pairs, wins: [left, right], ratio, interval: [low, high], .. } =
            self.comparison;
        let comparison = Comparison {
            pairs,
            wins: [right, left],
            ratio: 1.0 / ratio,
            interval: [1.0 / high, 1.0 / low],
            rank_biserial: -self.comparison.rank_biserial,
            p: self.comparison.p,
        };
        Pair { configurations: [b, a], comparison, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::record;
    use super::*;

    /// Runs of two configurations on boards of several sides, in pairs of processor times.
    fn runs(number: usize, times: impl Fn(usize) -> [f64; 2]) -> Vec<Record> {
        let run = |n: usize, amo: &str, cpu: f64| {
            let side = 4 + n % 5;
            let mut one = record(&format!("gunport-{side}x{side}"), &[("amo", amo)], cpu);
            one.seed = u32::try_from(n).expect("a small number");
            one.size = [side, side];
            one.command = format!("{amo} {n}");
            one
        };
        let both = |n: usize| {
            let [a, b] = times(n);
            [run(n, "pairwise", a), run(n, "ladder", b)]
        };
        (0..number).flat_map(both).collect()
    }

    /// Between −1 and 1, the same each time.
    fn noise(n: usize) -> f64 {
        fastrand::Rng::with_seed(n as u64).f64() * 2.0 - 1.0
    }

    #[test]
    fn a_planted_difference_is_found_and_its_size_too() {
        let records = runs(30, |n| {
            let base = 0.2 + n as f64 / 100.0;
            [base * (1.0 + 0.1 * noise(n)), 1.5 * base * (1.0 + 0.1 * noise(n + 1000))]
        });
        let summary = Summary::of(&records, Measure::Cpu);
        let [section] = &summary.sections[..] else { panic!("one kind of question") };
        let [pair] = &section.pairs[..] else { panic!("one pair") };
        assert!(pair.different, "{pair:?}");
        assert!((1.0 / 1.6..1.0 / 1.4).contains(&pair.comparison.ratio), "{pair:?}");
        let said = in_words(pair, section, Measure::Cpu);
        assert!(said.starts_with("pairwise takes less processor time than ladder: 0.6"), "{said}");
        assert_eq!(section.configurations[0].name, "pairwise");
        assert_eq!((section.leader(), section.virtual_best.solved), (0, 30));
    }

    /// The same configuration under two names, with the noise of a machine, twenty times over.
    #[test]
    fn what_is_the_same_is_not_found_different() {
        for repetition in 0..20 {
            let times = |n: usize| {
                let at = 10_000 * repetition + n;
                let base = 0.2 + n as f64 / 100.0;
                [base * (1.0 + 0.2 * noise(at)), base * (1.0 + 0.2 * noise(at + 5000))]
            };
            let summary = Summary::of(&runs(40, times), Measure::Cpu);
            assert!(!summary.sections[0].pairs[0].different, "{repetition}");
        }
        let summary = Summary::of(&runs(4, |_| [1.0, 2.0]), Measure::Cpu);
        let section = &summary.sections[0];
        let said = in_words(&section.pairs[0], section, Measure::Cpu);
        assert!(said.contains("4 pairs are too few to tell, 11 at least"), "{said}");
    }

    #[test]
    fn runs_without_a_result_count_as_what_they_are() {
        let mut records = runs(4, |_| [1.0, 2.0]);
        for record in records.iter_mut().filter(|record| record.options["amo"] == "ladder") {
            if record.seed < 3 {
                record.ending = Ending::Stopped;
                record.status = "unknown".to_owned();
            }
        }
        let summary = Summary::of(&records, Measure::Conflicts);
        let ladder = &summary.sections[0].configurations[1];
        assert_eq!((ladder.runs, ladder.solved), (4, 1));
        assert_eq!(ladder.par2, (3.0 * 20.0 + 2.0) / 4.0);
        assert_eq!(ladder.cpu[1], None, "the median lies among those without a result");
        assert_eq!(summary.sections[0].configurations[0].cpu[1], Some(1.0));
        assert_eq!(summary.sections[0].virtual_best, VirtualBest { solved: 4, par2: 1.0 });
    }

    #[test]
    fn kinds_of_questions_stand_apart_and_failures_are_told() {
        let mut records = runs(4, |_| [1.0, 2.0]);
        for record in records.iter_mut().filter(|record| record.seed % 2 == 0) {
            record.question = "unsat 3".to_owned();
        }
        records[1].ending = Ending::Refused;
        records[1].message = Some("no form".to_owned());
        let summary = Summary::of(&records, Measure::Cpu);
        let kinds: Vec<&str> = summary.sections.iter().map(|one| one.question.as_str()).collect();
        assert_eq!(kinds, ["unsat", "optimum"]);
        assert_eq!(summary.failures[0].message, "no form");
        assert_eq!(summary.sections[0].configurations[1].runs, 1);
    }

    #[test]
    fn a_name_has_as_few_options_as_tell_configurations_apart() {
        let of = |options: &[(&str, &str)]| record("gunport-4x4", options, 1.0);
        let records = [
            of(&[("formulation", "pieces"), ("symmetry", "off"), ("deduce", "none")]),
            of(&[("formulation", "pieces"), ("symmetry", "on"), ("deduce", "none")]),
            of(&[("formulation", "sides"), ("symmetry", "on"), ("deduce", "all")]),
        ];
        let summary = Summary::of(&records, Measure::Cpu);
        let names = summary.sections[0].configurations.iter().map(|one| one.name.as_str());
        let expected = ["pieces symmetry=off", "pieces symmetry=on", "sides symmetry=on"];
        assert_eq!(names.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn growth_is_fitted_over_sides() {
        let records = runs(25, |n| [0.01 * f64::from(1 << (4 + n % 5)), 1.0]);
        let summary = Summary::of(&records, Measure::Cpu);
        let growth = summary.sections[0].configurations[0].growth.expect("five sides");
        assert!((growth.factor - 2.0).abs() < 1e-6 && growth.factor_fit > growth.power_fit);
        assert!(summary.sections[0].configurations[1].growth.expect("a line").power.abs() < 1e-9);
    }
}
