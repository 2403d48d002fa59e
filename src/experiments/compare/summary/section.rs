//! The summary of the runs of one family that ask one kind of question.

use std::collections::{BTreeMap, BTreeSet};

use super::anytime::{self, BestValues};
use super::blocks::{self, ComparedRuns};
use super::finding::compare_pairs;
use super::names::{configuration_name, distinguishing_options, select_options, varied_options};
use super::{
    ConfigurationSummary, FormulaSizes, MEASURES, Measure, SHORT, SectionBoard, SectionRun,
    SectionSummary, VirtualBest,
};
use crate::compare::statistics::{self, mean};
use crate::grid::distinct;
use crate::record::question::QuestionKind;
use crate::record::{Ending, Luck, Record};

/// The question and the limits that the runs of a section share. A time limit is stored as the bits
/// of a float, since floats have no total order.
type SectionKey = (QuestionKind, u64, Option<u64>, Option<u64>);

/// Returns the kind of question and the limits of a run. These determine the section of the run.
fn section_key(record: &Record) -> SectionKey {
    (
        record.question.kind(),
        record.time_limit.to_bits(),
        record.wall_limit.map(f64::to_bits),
        record.memory_limit,
    )
}

/// The family, the question with its limits, and the options. These properties determine whether a
/// run is refused.
pub(super) type RefusalKey<'a> = (&'a str, SectionKey, &'a BTreeMap<String, String>);

/// Returns the key of a run. Its properties are equal in all runs of the same configuration,
/// section and family.
pub(super) fn refusal_key(record: &Record) -> RefusalKey<'_> {
    (&record.family, section_key(record), &record.options)
}

/// Returns the configurations for which all runs are refused, and not only some. Each is given with
/// its family, question and limits.
pub(super) fn always_refused<'a>(records: &[&'a Record]) -> BTreeSet<RefusalKey<'a>> {
    let mut impossible: BTreeSet<RefusalKey> = records
        .iter()
        .filter(|run| run.ending == Ending::Refused)
        .map(|run| refusal_key(run))
        .collect();
    for run in records.iter().filter(|run| run.ending != Ending::Refused) {
        impossible.remove(&refusal_key(run));
    }
    impossible
}

/// Returns the sections of a family, one for each kind of question and set of limits. The sections
/// are sorted by these. `runs` are all possible runs of the family, and `known` has the best values
/// of their puzzles. If `pools` is set, runs of different starts of the command are compared.
pub(super) fn family_sections(
    family: &str,
    runs: &[&Record],
    known: &BestValues,
    measure: Measure,
    pools: bool,
) -> Vec<SectionSummary> {
    let changing = varied_options(runs);
    let telling = distinguishing_options(runs, &changing);
    let kinds: BTreeSet<SectionKey> = runs.iter().map(|record| section_key(record)).collect();
    kinds
        .iter()
        .map(|kind| {
            let of_kind: Vec<&Record> =
                runs.iter().copied().filter(|record| section_key(record) == *kind).collect();
            let limit_variants = kinds.iter().filter(|other| other.0 == kind.0).count();
            let met = blocks::select_runs(&of_kind, pools);
            summarise_section(
                family,
                &of_kind,
                &met,
                known,
                [&changing, &telling],
                measure,
                limit_variants > 1,
            )
        })
        .collect()
}

/// Summarises the runs of a section: one family, one kind of question, and the same limits.
/// `records` are all runs of the section, at least one. `met` are the runs among them that are
/// compared. `known` has the best values of the puzzles. `changing` are the options that vary
/// within a puzzle, and `telling` are those of these options that names need. `names_limits` is
/// whether titles contain the limits. The summaries of configurations leave out blocks that needed
/// no clause.
fn summarise_section(
    family: &str,
    records: &[&Record],
    met: &ComparedRuns,
    known: &BestValues,
    [changing, telling]: [&BTreeSet<String>; 2],
    measure: Measure,
    names_limits: bool,
) -> SectionSummary {
    let options = configuration_options(&met.runs, changing);
    let runs = met
        .runs
        .iter()
        .map(|&(block, record)| {
            let ours = select_options(record, changing);
            let place = options.iter().position(|known| *known == ours);
            let configuration = place.expect("every reason was counted");
            SectionRun { configuration, block, record: record.clone() }
        })
        .collect();
    let mut section = SectionSummary {
        names_limits,
        settings: settings(records[0], changing),
        runs,
        ..begin_section(family, records[0], met)
    };
    section.repetitions = repetitions(&section);
    section.repeats = count_repeats(&section);
    let asked = section.blocks_with_clauses();
    exclude_clauseless_blocks(&mut section, &asked);
    let mut common = common_blocks(&section, options.len());
    section.common_blocks = common.len();
    common.retain(|block| asked.contains(block));
    let instances = common_instances(&section, &common);
    section.configurations = options
        .into_iter()
        .enumerate()
        .map(|(index, options)| {
            let name = configuration_name(&options, telling);
            let ours: Vec<&SectionRun> = section
                .runs
                .iter()
                .filter(|run| run.configuration == index && asked.contains(&run.block))
                .collect();
            summarise_configuration(&ours, (name, options), &instances, measure)
        })
        .collect();
    fit_growth(&mut section);
    summarise_common_blocks(&mut section, &common, measure.time());
    anytime::summarise_progress(&mut section, &common, known);
    section.pairs = compare_pairs(&section, measure);
    section
}

/// Returns a section with the facts that are known before configurations are compared: names,
/// limits, boards and numbers of runs. `first` is one of the runs of the section; any run will do.
fn begin_section(family: &str, first: &Record, met: &ComparedRuns) -> SectionSummary {
    SectionSummary {
        family: family.to_owned(),
        question: first.question.kind(),
        time_limit: first.time_limit,
        wall_limit: first.wall_limit,
        memory_limit: first.memory_limit,
        boards: distinct(met.runs.iter().map(|(_, record)| SectionBoard::from_record(record))),
        instances: distinct(met.runs.iter().map(|(_, record)| record.instance())),
        blocks: met.blocks,
        apart: met.apart,
        superseded: met.superseded,
        short: met.runs.iter().filter(|(_, run)| run.cpu_seconds < SHORT).count(),
        ..SectionSummary::default()
    }
}

/// Returns, for each configuration that has runs, the values of the options `changing`. The
/// configurations are in the planned order. Those without a planned index come last.
fn configuration_options(
    runs: &[(usize, &Record)],
    changing: &BTreeSet<String>,
) -> Vec<BTreeMap<String, String>> {
    let mut places: BTreeMap<BTreeMap<String, String>, usize> = BTreeMap::new();
    for (_, record) in runs {
        let place = record.configuration.unwrap_or(usize::MAX);
        let first = places.entry(select_options(record, changing)).or_insert(place);
        *first = place.min(*first);
    }
    let mut options: Vec<(BTreeMap<String, String>, usize)> = places.into_iter().collect();
    options.sort_by_key(|&(_, place)| place);
    options.into_iter().map(|(options, _)| options).collect()
}

/// Returns the options of a run that are not in `changing`, with their values.
fn settings(record: &Record, changing: &BTreeSet<String>) -> BTreeMap<String, String> {
    record
        .options
        .iter()
        .filter(|(name, _)| !changing.contains(*name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Stores in the section the number of blocks that needed no clause, and the names of the boards on
/// which no block needed a clause. `asked` has the blocks that needed clauses. Removes no run from
/// the section.
fn exclude_clauseless_blocks(section: &mut SectionSummary, asked: &BTreeSet<usize>) {
    let boards: BTreeSet<&str> = section
        .runs
        .iter()
        .filter(|run| asked.contains(&run.block))
        .map(|run| run.record.puzzle.as_str())
        .collect();
    let without = section
        .boards
        .iter()
        .map(|board| board.name.clone())
        .filter(|name| !boards.contains(name.as_str()))
        .collect();
    section.without_clauses = section.blocks - asked.len();
    section.boards_without_clauses = without;
}

/// Returns the least and the greatest number of blocks of a puzzle. Both are 0 if there are no
/// runs.
fn repetitions(section: &SectionSummary) -> [usize; 2] {
    let mut blocks: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for run in &section.runs {
        blocks.entry(&run.record.puzzle).or_default().insert(run.block);
    }
    let numbers = blocks.values().map(BTreeSet::len);
    [numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0)]
}

/// Returns the number of runs that only repeat an earlier run of the section. Such a run has the
/// same configuration and instance as the earlier run, and the same values of all that depends on
/// chance ([`Record::luck`]).
fn count_repeats(section: &SectionSummary) -> usize {
    let mut met: BTreeSet<(usize, String, Luck)> = BTreeSet::new();
    section
        .runs
        .iter()
        .filter(|run| !met.insert((run.configuration, run.record.instance(), run.record.luck())))
        .count()
}

/// Returns the blocks that have as many runs as there are configurations. A block must have at most
/// one run of each configuration.
fn common_blocks(section: &SectionSummary, configurations: usize) -> BTreeSet<usize> {
    let mut runs = vec![0; section.blocks];
    section.runs.iter().for_each(|run| runs[run.block] += 1);
    (0..section.blocks).filter(|&block| runs[block] == configurations).collect()
}

/// Returns the instances of the common blocks. Each instance is paired with the index of its first
/// common block, in the order of the runs.
fn common_instances(section: &SectionSummary, common: &BTreeSet<usize>) -> BTreeMap<String, usize> {
    let mut instances = BTreeMap::new();
    for run in section.runs.iter().filter(|run| common.contains(&run.block)) {
        instances.entry(run.record.instance()).or_insert(run.block);
    }
    instances
}

/// Fits a curve to each configuration, and stores the curves in the section. All curves are of one
/// kind, so that their rates can be compared. The means by board must be known.
fn fit_growth(section: &mut SectionSummary) {
    let points: Vec<Vec<(f64, f64)>> =
        section.configurations.iter().map(|one| one.by_board.clone()).collect();
    for (one, growth) in section.configurations.iter_mut().zip(statistics::fit_growth(&points)) {
        one.growth = growth;
    }
}

/// Summarises `ours`, which are the runs of one configuration in blocks that needed clauses.
/// `instances` has, for each instance, the block whose formula is counted. The fields for sums over
/// common blocks, growth and PAR2 are not set.
fn summarise_configuration(
    ours: &[&SectionRun],
    (name, options): (String, BTreeMap<String, String>),
    instances: &BTreeMap<String, usize>,
    measure: Measure,
) -> ConfigurationSummary {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for run in ours.iter().filter(|run| !run.record.is_solved()) {
        let reason = run.record.message.clone().unwrap_or_else(|| "no reason is known".to_owned());
        *reasons.entry(reason).or_default() += 1;
    }
    ConfigurationSummary {
        name,
        options,
        runs: ours.len(),
        solved: ours.iter().filter(|run| run.record.is_solved()).count(),
        quartiles: MEASURES.iter().map(|row| (row.name, quartiles(ours, row.measure))).collect(),
        memory_mb: ours.iter().filter_map(|run| run.record.memory_mb).max_by(f64::total_cmp),
        sizes: sum_sizes(ours, instances),
        by_board: board_means(ours, measure),
        by_side: side_medians(ours, measure),
        reasons,
        ..ConfigurationSummary::default()
    }
}

/// Returns the quartiles of a measure. Runs without a result count as larger than all others, and
/// if such a run is at a quartile, this quartile is `None`. Returns `None` if a solved run does not
/// report the measure, or if no run reports it.
fn quartiles(runs: &[&SectionRun], measure: Measure) -> Option<[Option<f64>; 3]> {
    let values: Option<Vec<f64>> = runs
        .iter()
        .map(|run| {
            if run.record.is_solved() {
                measure.display_value(&run.record)
            } else {
                Some(f64::INFINITY)
            }
        })
        .collect();
    let values = values?;
    runs.iter().find_map(|run| measure.display_value(&run.record))?;
    Some([0.25, 0.5, 0.75].map(|q| statistics::quantile(&values, q).filter(|one| one.is_finite())))
}

/// Returns the side length and the geometric mean of the measure for each board. The mean is over
/// values for ratios ([`Measure::ratio_value`]), so it contains the number that is added to counts.
/// Leaves out puzzles without a size. Also leaves out a board if a run on it has no result, needed
/// no clause or does not report the measure.
fn board_means(runs: &[&SectionRun], measure: Measure) -> Vec<(f64, f64)> {
    let boards = distinct(runs.iter().map(|run| &run.record.puzzle));
    boards
        .into_iter()
        .filter_map(|puzzle| {
            let ours: Vec<&&SectionRun> =
                runs.iter().filter(|run| run.record.puzzle == *puzzle).collect();
            let logs: Option<Vec<f64>> = ours
                .iter()
                .map(|run| {
                    let has_value = run.record.is_solved() && !run.record.needed_no_clause();
                    let solved = has_value.then_some(&run.record)?;
                    Some(measure.ratio_value(solved)?.ln())
                })
                .collect();
            Some((ours.first()?.side()?, mean(logs?)?.exp()))
        })
        .collect()
}

/// Returns each side length with the median of the measure, in increasing order of side lengths.
/// The median is that of values for ratios ([`Measure::ratio_value`]), so it contains the number
/// that is added to counts. The median is `None` if a solved run does not report the measure, or if
/// a run without a result is at the median.
fn side_medians(runs: &[&SectionRun], measure: Measure) -> Vec<(f64, Option<f64>)> {
    let sides = statistics::distinct(runs.iter().filter_map(|run| run.side()));
    sides
        .into_iter()
        .map(|side| {
            let values: Option<Vec<f64>> = runs
                .iter()
                .filter(|run| run.side() == Some(side))
                .map(|run| measure.value_or_infinity(&run.record))
                .collect();
            let median = values.and_then(|values| statistics::median(&values));
            (side, median.filter(|value| value.is_finite()))
        })
        .collect()
}

/// Returns the sums of the sizes of formulas, one formula for each instance. It is the formula of
/// the block that `instances` has for the instance. Returns `None` if a size is unknown, if a block
/// has no run in `runs`, or if there are no instances. A sum that does not fit into 64 bits is the
/// greatest number of 64 bits.
fn sum_sizes(runs: &[&SectionRun], instances: &BTreeMap<String, usize>) -> Option<FormulaSizes> {
    let mut sum = FormulaSizes::default();
    for block in instances.values() {
        let run = runs.iter().find(|run| run.block == *block)?;
        sum.variables = sum.variables.saturating_add(run.record.variables?);
        sum.auxiliary = sum.auxiliary.saturating_add(run.record.auxiliary?);
        sum.clauses = sum.clauses.saturating_add(run.record.clauses?);
        sum.literals = sum.literals.saturating_add(run.record.literals?);
        for (group, clauses) in &run.record.groups {
            let known = sum.groups.entry(group.clone()).or_default();
            *known = known.saturating_add(*clauses);
        }
    }
    (!instances.is_empty()).then_some(sum)
}

/// Sets the fields of a section and of its configurations that are sums or means over the blocks
/// `common`: PAR2, the solved blocks, the blocks that only one configuration solved, the fastest
/// runs and the virtual best. `time` is the time for the fastest runs and PAR2. If several
/// configurations are equally fast in a block, they share it. A PAR2 is `None` in these cases:
///
/// - There are no blocks.
/// - It is the PAR2 of a configuration, and one of its runs with a result does not report the time.
/// - It is the PAR2 of the virtual best, and in some block with results, no run with a result
///   reports the time.
///
/// Must be called only once, since it adds to the numbers of configurations.
fn summarise_common_blocks(section: &mut SectionSummary, common: &BTreeSet<usize>, time: Measure) {
    let mut solvers: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
    let mut times: Vec<Vec<Option<f64>>> = vec![Vec::new(); section.configurations.len()];
    for run in section.runs.iter().filter(|run| common.contains(&run.block)) {
        times[run.configuration].push(time.par2(&run.record));
        if run.record.is_solved() {
            // A run whose time is unknown is not the fastest.
            let seconds = time.display_value(&run.record).unwrap_or(f64::INFINITY);
            solvers.entry(run.block).or_default().push((run.configuration, seconds));
        }
    }
    let mut best: BTreeMap<usize, f64> = BTreeMap::new();
    for (&block, solvers) in &solvers {
        let least = solvers.iter().map(|&(_, time)| time).fold(f64::INFINITY, f64::min);
        best.insert(block, least);
        let owners: Vec<usize> =
            solvers.iter().filter(|(_, time)| *time <= least).map(|&(one, _)| one).collect();
        for &owner in &owners {
            section.configurations[owner].best += 1.0 / owners.len() as f64;
        }
        for &(solver, _) in solvers {
            section.configurations[solver].solved_in_common += 1;
        }
        if let [(only, _)] = solvers[..] {
            section.configurations[only].alone += 1;
        }
    }
    for (configuration, times) in section.configurations.iter_mut().zip(times) {
        configuration.par2 = times.into_iter().collect::<Option<Vec<f64>>>().and_then(mean);
    }
    let limit = time.limit(section.time_limit, section.wall_limit);
    let par2 = mean(common.iter().map(|block| best.get(block).copied().unwrap_or(2.0 * limit)))
        .filter(|mean| mean.is_finite());
    let times = best.values().copied().filter(|time| time.is_finite()).collect();
    section.virtual_best = VirtualBest { solved: best.len(), par2, times };
}
