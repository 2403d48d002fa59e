//! The runs of one kind of question about a family, summed up.

use std::collections::{BTreeMap, BTreeSet};

use super::names::{name, projected};
use super::{ALPHA, Configuration, Measure, Pair, Placed, RELEVANT, Section, Sizes, VirtualBest};
use crate::compare::record::Record;
use crate::compare::statistics::{self, Comparison};

pub(super) fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

pub(super) fn section(
    [family, question]: [&str; 2],
    records: &[&Record],
    [changing, telling]: [&BTreeSet<String>; 2],
    measure: Measure,
) -> Section {
    let place = |places: &mut BTreeMap<String, usize>, key: String| {
        let next = places.len();
        *places.entry(key).or_insert(next)
    };
    let (mut blocks, mut configurations) = (BTreeMap::new(), BTreeMap::new());
    let mut options: Vec<BTreeMap<String, String>> = Vec::new();
    let runs: Vec<Placed> = records
        .iter()
        .map(|&record| {
            let block = format!("{} {} {:?}", record.instance(), record.seed, record.scramble);
            let block = place(&mut blocks, block);
            let ours = projected(record, changing);
            let configuration = place(&mut configurations, format!("{ours:?}"));
            if configuration == options.len() {
                options.push(ours);
            }
            Placed { configuration, block, record: record.clone() }
        })
        .collect();
    let mut section = Section {
        family: family.to_owned(),
        question: question.to_owned(),
        blocks: blocks.len(),
        instances: distinct(records.iter().map(|record| record.instance())),
        configurations: Vec::new(),
        virtual_best: VirtualBest { solved: 0, par2: 0.0 },
        pairs: Vec::new(),
        runs,
    };
    let common = common_instances(&section, options.len());
    section.configurations = options
        .into_iter()
        .enumerate()
        .map(|(index, options)| configuration(&section, index, options, telling, &common, measure))
        .collect();
    share_blocks(&mut section);
    section.pairs = pairs(&section, measure);
    section
}

/// The instances that every configuration has.
fn common_instances(section: &Section, configurations: usize) -> Vec<String> {
    let has = |configuration: usize, instance: &String| {
        section
            .runs
            .iter()
            .any(|run| run.configuration == configuration && run.record.instance() == *instance)
    };
    let in_all = |instance: &&String| (0..configurations).all(|one| has(one, instance));
    section.instances.iter().filter(in_all).cloned().collect()
}

fn configuration(
    section: &Section,
    index: usize,
    options: BTreeMap<String, String>,
    telling: &BTreeSet<String>,
    common: &[String],
    measure: Measure,
) -> Configuration {
    let ours: Vec<&Placed> = section.runs.iter().filter(|run| run.configuration == index).collect();
    let quartiles = |of: &dyn Fn(&Record) -> f64| {
        let values = ours.iter().map(|run| match run.record.is_solved() {
            true => of(&run.record),
            false => f64::INFINITY,
        });
        let values: Vec<f64> = values.collect();
        [0.25, 0.5, 0.75]
            .map(|q| statistics::quantile(&values, q).filter(|value| value.is_finite()))
    };
    let by_side = by_side(&ours, measure);
    let points: Vec<(f64, f64)> =
        by_side.iter().filter_map(|&(side, median)| Some((side, median?))).collect();
    Configuration {
        name: name(&options, telling),
        options,
        runs: ours.len(),
        solved: ours.iter().filter(|run| run.record.is_solved()).count(),
        par2: mean(ours.iter().map(|run| par2(&run.record))),
        cpu: quartiles(&|record| record.cpu_seconds),
        conflicts: quartiles(&|record| record.conflicts as f64),
        propagations: quartiles(&|record| record.propagations as f64),
        memory_mb: ours.iter().map(|run| run.record.memory_mb).fold(0.0, f64::max),
        best: 0.0,
        sizes: sizes(&ours, common),
        growth: statistics::growth(&points),
        by_side,
    }
}

fn par2(record: &Record) -> f64 {
    if record.is_solved() { record.cpu_seconds } else { 2.0 * record.time_limit }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let number = values.len();
    if number == 0 { 0.0 } else { values.sum::<f64>() / number as f64 }
}

/// The median of the measure by sides, small ones first.
fn by_side(runs: &[&Placed], measure: Measure) -> Vec<(f64, Option<f64>)> {
    let mut sides: Vec<f64> = runs.iter().map(|run| run.side()).collect();
    sides.sort_by(f64::total_cmp);
    sides.dedup();
    let median = |side: f64| {
        let at = runs.iter().filter(|run| run.side() == side);
        let values = at.map(|run| match run.record.is_solved() {
            true => measure.of(&run.record),
            false => f64::INFINITY,
        });
        statistics::median(&values.collect::<Vec<_>>()).filter(|value| value.is_finite())
    };
    sides.into_iter().map(|side| (side, median(side))).collect()
}

/// The formulas of the instances, one run of each.
fn sizes(runs: &[&Placed], instances: &[String]) -> Sizes {
    let mut sum = Sizes::default();
    for instance in instances {
        let Some(run) = runs.iter().find(|run| run.record.instance() == *instance) else {
            continue;
        };
        sum.variables += run.record.variables;
        sum.auxiliary += run.record.auxiliary;
        sum.clauses += run.record.clauses;
        sum.literals += run.record.literals;
        for (group, clauses) in &run.record.groups {
            *sum.groups.entry(group.clone()).or_default() += clauses;
        }
    }
    sum
}

/// Finds the best run of each block, and gives its configuration the credit.
fn share_blocks(section: &mut Section) {
    let mut best: Vec<Option<(f64, Vec<usize>)>> = vec![None; section.blocks];
    let mut limits = vec![0.0_f64; section.blocks];
    for run in &section.runs {
        limits[run.block] = limits[run.block].max(run.record.time_limit);
        if !run.record.is_solved() {
            continue;
        }
        let cpu = run.record.cpu_seconds;
        match &mut best[run.block] {
            Some((least, owners)) if cpu == *least => owners.push(run.configuration),
            Some((least, _)) if cpu > *least => {}
            known => *known = Some((cpu, vec![run.configuration])),
        }
    }
    for (_, owners) in best.iter().flatten() {
        for &owner in owners {
            section.configurations[owner].best += 1.0 / owners.len() as f64;
        }
    }
    let par2 = best.iter().zip(&limits).map(|(best, limit)| match best {
        Some((least, _)) => *least,
        None => 2.0 * limit,
    });
    section.virtual_best = VirtualBest { solved: best.iter().flatten().count(), par2: mean(par2) };
}

/// Every pair of configurations that have a block in common.
fn pairs(section: &Section, measure: Measure) -> Vec<Pair> {
    let number = section.configurations.len();
    let all = (0..number).flat_map(|first| (first + 1..number).map(move |second| [first, second]));
    let compared = all.filter_map(|both| {
        let values: Vec<(f64, f64)> =
            section.paired(both).into_iter().map(|runs| measure.of_pair(runs)).collect();
        Some((both, statistics::compare(&values)?))
    });
    let compared: Vec<([usize; 2], Comparison)> = compared.collect();
    let corrected = statistics::holm(&compared.iter().map(|(_, one)| one.p).collect::<Vec<_>>());
    let pair = |((configurations, comparison), corrected): (([usize; 2], Comparison), f64)| {
        let apart = comparison.ratio.max(1.0 / comparison.ratio);
        let different = corrected < ALPHA && apart > RELEVANT;
        Pair { configurations, comparison, corrected, different }
    };
    compared.into_iter().zip(corrected).map(pair).collect()
}
