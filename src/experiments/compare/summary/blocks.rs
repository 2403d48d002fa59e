//! The choice of the compared runs of a block. One start of the command made all of these runs.
//!
//! Times are compared only if machine, build, number of jobs and start are equal. Runs for which
//! all four are equal have the same [`Occasion`]. In each block, the runs of only one occasion are
//! compared. The other runs are left out and counted. But if the user pools occasions, the runs of
//! all occasions are compared.

use std::collections::BTreeMap;
use std::ptr;

use crate::record::Record;
use crate::record::origin::Occasion;
use crate::record::question::RunQuestion;

/// The compared runs, and the numbers of those that are left out.
pub(super) struct ComparedRuns<'a> {
    /// The compared runs. Each has the number of its block. The runs of a block follow each other.
    pub runs: Vec<(usize, &'a Record)>,
    /// The number of blocks.
    pub blocks: usize,
    /// The number of left out runs in whose block no run of the same configuration is compared. In
    /// this block, the configuration was run only on occasions that were not chosen.
    pub apart: usize,
    /// The number of left out runs in whose block a different run of the same configuration is
    /// compared.
    pub superseded: usize,
}

/// The puzzle, the question, the seed and the scramble, which all runs of a block share.
type BlockKey<'a> = (&'a str, &'a RunQuestion, u32, Option<u64>);

fn block_key(record: &Record) -> BlockKey<'_> {
    let scramble = record.scramble.or(record.repetition);
    (&record.puzzle, &record.question, record.seed, scramble)
}

/// The runs by the options of their configuration, one run of each configuration.
type RunsByOptions<'a> = BTreeMap<&'a BTreeMap<String, String>, &'a Record>;

/// Divides runs into blocks, in the order of their first runs, and chooses the compared runs of
/// each block. If `pools` is set, the latest run of each configuration is compared. Otherwise, only
/// runs of the best occasion are compared (see [`best_occasion_runs`]). Also counts the runs that
/// are not chosen. Those whose configuration has another chosen run in the block are counted
/// separately.
pub(super) fn select_runs<'a>(records: &[&'a Record], pools: bool) -> ComparedRuns<'a> {
    let mut keys: Vec<BlockKey> = Vec::new();
    let mut blocks: BTreeMap<BlockKey, Vec<&Record>> = BTreeMap::new();
    for &record in records {
        let block = blocks.entry(block_key(record)).or_default();
        if block.is_empty() {
            keys.push(block_key(record));
        }
        block.push(record);
    }
    let mut met = ComparedRuns { runs: Vec::new(), blocks: keys.len(), apart: 0, superseded: 0 };
    for (place, key) in keys.iter().enumerate() {
        let all = &blocks[key];
        let chosen = if pools { latest_runs(all) } else { best_occasion_runs(all) };
        let apart = all.iter().filter(|run| !chosen.contains_key(&run.options)).count();
        met.apart += apart;
        met.superseded += all.len() - apart - chosen.len();
        let runs = all
            .iter()
            .filter(|run| chosen.get(&run.options).is_some_and(|one| ptr::eq(*one, **run)));
        met.runs.extend(runs.map(|&run| (place, run)));
    }
    met
}

/// Returns the runs of one occasion: the same machine, build, number of jobs and start. The
/// occasion with the most configurations is chosen. If several occasions have equally many, the
/// latest of them is chosen. Each record without an origin is an occasion of its own. If no record
/// has an origin, the last record is chosen. Otherwise, such an occasion is never chosen. If a
/// configuration has several runs, only the latest is returned.
fn best_occasion_runs<'a>(runs: &[&'a Record]) -> RunsByOptions<'a> {
    let mut occasions: BTreeMap<Occasion, Vec<&Record>> = BTreeMap::new();
    let mut best: RunsByOptions = BTreeMap::new();
    for &run in runs {
        match &run.origin {
            Some(origin) => occasions.entry(origin.occasion()).or_default().push(run),
            None => best = BTreeMap::from([(&run.options, run)]),
        }
    }
    for runs in occasions.into_values() {
        let those = latest_runs(&runs);
        if those.len() >= best.len() {
            best = those;
        }
    }
    best
}

/// Returns the latest run of each configuration. If several runs have the same date, the last of
/// them in `runs` is the latest. A run without a date counts as earlier than any other.
fn latest_runs<'a>(runs: &[&'a Record]) -> RunsByOptions<'a> {
    let mut latest: RunsByOptions = BTreeMap::new();
    for &run in runs {
        let known = latest.entry(&run.options).or_insert(run);
        if run.date >= known.date {
            *known = run;
        }
    }
    latest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::{origin, record};

    fn run(amo: &str, start: Option<&str>) -> Record {
        Record {
            origin: start.map(origin),
            date: start.map(str::to_owned),
            ..record("x-1", &[("amo", amo)], 1.0)
        }
    }

    fn told(runs: &[Record], pools: bool) -> (Vec<(String, String)>, usize, usize) {
        let met = select_runs(&runs.iter().collect::<Vec<_>>(), pools);
        let date = |run: &Record| run.date.clone().unwrap_or_default();
        let mut names: Vec<(String, String)> =
            met.runs.iter().map(|(_, run)| (run.options["amo"].clone(), date(run))).collect();
        names.sort();
        (names, met.apart, met.superseded)
    }

    fn named(names: &[(&str, &str)]) -> Vec<(String, String)> {
        names.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect()
    }

    #[test]
    fn runs_of_one_start_meet_and_others_are_counted() {
        let runs = [run("a", Some("1")), run("b", Some("1")), run("c", Some("2"))];
        assert_eq!(told(&runs, false), (named(&[("a", "1"), ("b", "1")]), 1, 0));
        assert_eq!(told(&runs, true), (named(&[("a", "1"), ("b", "1"), ("c", "2")]), 0, 0));
    }

    #[test]
    fn a_block_that_was_made_anew_counts_once_and_the_latest() {
        let runs = [
            run("a", Some("2")),
            run("a", Some("1")),
            run("b", Some("1")),
            run("b", Some("2")),
            run("c", Some("0")),
        ];
        let mut turned = runs.clone();
        turned.reverse();
        for runs in [runs, turned] {
            assert_eq!(told(&runs, false), (named(&[("a", "2"), ("b", "2")]), 1, 2));
        }
    }

    #[test]
    fn lines_without_an_origin_meet_nobody() {
        let runs = [run("a", None), run("b", None)];
        let (met, apart, _) = told(&runs, false);
        assert_eq!((met.len(), apart), (1, 1));
        assert_eq!(told(&runs, true).0.len(), 2);
    }
}
