//! A forecast of a comparison before any run. It says which ratios the comparison can detect, and
//! how long the comparison takes.
//!
//! The forecast ratio of two configurations is the ratio nearest to 1 that the plan detects with
//! probability 80 %. It depends on two standard deviations of the log ratio: between boards, and
//! between repetitions of a board. Both standard deviations are estimated from earlier runs. If
//! there are no earlier runs, they are assumed to be [`STATED`], in the middle of the values that
//! were measured on gunport and windows (docs/comparing.md).

use std::collections::{BTreeMap, BTreeSet};

use super::plan::{Block, Run};
use super::statistics;
use super::summary::{ALPHA, FEWEST_BOARDS, Measure, RELEVANT, SectionSummary, Summary, Unit};
use crate::record::Record;
use crate::record::question::QuestionKind;

/// Probability with which a plan detects a forecast ratio.
const POWER: f64 = 0.8;

/// The standard deviations of the natural logarithm of the ratio of two configurations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Standard deviation between boards.
    pub boards: f64,
    /// Standard deviation between repetitions of a board. Repetitions differ only by chance.
    pub luck: f64,
}

/// The standard deviations that are assumed if there are no suitable earlier runs.
pub const STATED: Spread = Spread { boards: 0.4, luck: 0.2 };

/// The ratios that a section (a family, a question and a time limit) is expected to detect.
#[derive(Clone, Debug, PartialEq)]
pub struct DetectableRatios {
    /// Name of the family of all boards of the section.
    pub family: String,
    /// Kind of question that all runs of the section ask.
    pub question: QuestionKind,
    /// Number of planned boards, without repetitions.
    pub boards: usize,
    /// The word for the planned puzzles: boards or instances.
    pub unit: Unit,
    /// Smallest number of repetitions of a board.
    pub repetitions: usize,
    /// Number of configurations that the section compares.
    pub configurations: usize,
    /// The standard deviations. The second value is `true` if they come from earlier runs, and
    /// `false` if they are [`STATED`].
    pub spread: (Spread, bool),
    /// The detectable ratio below 1 on exactly the planned boards. It is `None` if there is only
    /// one repetition or configuration.
    pub on_these_boards: Option<f64>,
    /// The detectable ratio below 1 for all boards like the planned boards. The planned boards are
    /// regarded as a sample of all these boards. The ratio is `None` if there are too few boards or
    /// only one configuration.
    pub for_boards_like_these: Option<f64>,
}

impl DetectableRatios {
    /// Returns the number of pairs of configurations. Tests are corrected for this number of
    /// comparisons.
    pub fn pair_count(&self) -> usize {
        self.configurations * self.configurations.saturating_sub(1) / 2
    }
}

/// Returns the ratios that each section of planned blocks is expected to detect. A section is a
/// family, a kind of question and a time limit; the sections are sorted by these three. The first
/// run of a block determines the section of the block. The number of repetitions of a section is
/// the least one of a board. The standard deviations come from `earlier` runs of the same family
/// and kind of question, whatever their limits and starts. The first section of such runs that
/// suffices is used. If none suffices, the standard deviations are [`STATED`]. Panics if a block
/// has no run.
pub fn detectable_ratios(
    blocks: &[Block],
    earlier: &[Record],
    measure: Measure,
) -> Vec<DetectableRatios> {
    let pilot = Summary::from_records(earlier, measure, true);
    let mut sections: BTreeMap<(&str, QuestionKind, u64), Vec<&Block>> = BTreeMap::new();
    for block in blocks {
        let run = &block.runs[0];
        let limit = run.repetition.time_limit.to_bits();
        sections.entry((&run.instance.family, run.question.kind(), limit)).or_default().push(block);
    }
    sections
        .iter()
        .map(|((family, question, _), blocks)| {
            let mut matching = pilot
                .sections
                .iter()
                .filter(|one| one.family == *family && one.question == *question);
            let measured = matching.find_map(|section| median_spread(section, measure));
            let spread = (measured.unwrap_or(STATED), measured.is_some());
            let mut luck: BTreeMap<&str, BTreeSet<_>> = BTreeMap::new();
            for run in blocks.iter().map(|block| &block.runs[0]) {
                luck.entry(&run.instance.name).or_default().insert((run.seed, run.scramble));
            }
            let configurations = blocks
                .iter()
                .flat_map(|block| &block.runs)
                .map(|run| run.place)
                .collect::<BTreeSet<_>>()
                .len();
            let plain = DetectableRatios {
                family: (*family).to_owned(),
                question: *question,
                boards: luck.len(),
                unit: Unit::for_sizes(blocks.iter().map(|block| block.runs[0].instance.size)),
                repetitions: luck.values().map(BTreeSet::len).min().unwrap_or(0),
                configurations,
                spread,
                on_these_boards: None,
                for_boards_like_these: None,
            };
            add_ratios(plain, measure)
        })
        .collect()
}

/// Sets the two detectable ratios of a plan, and leaves its other fields unchanged. The level of
/// the tests is corrected for the number of pairs. If the measure varies between equal runs, the
/// ratio must also exceed this variation (noise). With fewer than two configurations, both ratios
/// are `None`. The ratio on these boards is also `None` if a board has fewer than two repetitions.
/// The ratio for boards like these is also `None` if there are fewer than [`FEWEST_BOARDS`] boards.
fn add_ratios(plan: DetectableRatios, measure: Measure) -> DetectableRatios {
    let (boards, repetitions) = (plan.boards as f64, plan.repetitions as f64);
    let Spread { boards: between, luck } = plan.spread.0;
    let level = ALPHA / plan.pair_count().max(1) as f64;
    let noise = if measure.row().is_counted { 1.0 } else { RELEVANT };
    let ratio = |error: f64, freedom: f64| {
        (-error * statistics::detectable_effect(freedom, level, POWER)).exp() / noise
    };
    let repeats = plan.repetitions > 1 && plan.pair_count() > 0;
    let samples = plan.boards >= FEWEST_BOARDS && plan.pair_count() > 0;
    let variance = between * between + luck * luck / repetitions.max(1.0);
    DetectableRatios {
        on_these_boards: repeats
            .then(|| ratio(luck / (boards * repetitions).sqrt(), boards * (repetitions - 1.0))),
        for_boards_like_these: samples.then(|| ratio((variance / boards).sqrt(), boards - 1.0)),
        ..plan
    }
}

/// Returns the medians of the two measured standard deviations (between boards, and between
/// repetitions of a board), over pairs of configurations. Each median is taken on its own. Leaves
/// out the pairs for which [`pair_spread`] returns `None`. Returns `None` if no pair remains.
fn median_spread(section: &SectionSummary, measure: Measure) -> Option<Spread> {
    let pairs = section.configuration_pairs();
    let spreads: Vec<Spread> =
        pairs.filter_map(|both| pair_spread(&section.common_runs(both), measure)).collect();
    let median =
        |of: fn(&Spread) -> f64| statistics::median(&spreads.iter().map(of).collect::<Vec<_>>());
    Some(Spread { boards: median(|one| one.boards)?, luck: median(|one| one.luck)? })
}

/// Returns the measured standard deviations of the natural logarithm of the ratio of a pair of
/// configurations. `runs` has the two runs of the pair in each common block. Leaves out blocks in
/// which neither run needed a clause, and blocks for whose ratio only a bound is known. The part of
/// the deviation between boards that is due to repetitions is subtracted (from the variance), and
/// the rest is at least 0. Returns `None` in these cases:
///
/// - A run has a result, but does not report the measure.
/// - Fewer than two boards have a known ratio.
/// - No board has at least two known ratios.
fn pair_spread(runs: &[[&Record; 2]], measure: Measure) -> Option<Spread> {
    let mut boards: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for both in runs.iter().filter(|both| !both.iter().all(|run| run.needed_no_clause())) {
        if let Some(ratio) = measure.log_ratio(*both)?.value() {
            boards.entry(&both[0].puzzle).or_default().push(ratio);
        }
    }
    let luck = statistics::mean(
        boards
            .values()
            .filter(|ratios| ratios.len() > 1)
            .map(|ratios| statistics::variance(ratios)),
    )?;
    let means: Vec<f64> =
        boards.values().filter_map(|ratios| statistics::mean(ratios.iter().copied())).collect();
    if means.len() < 2 {
        return None;
    }
    let of_luck = luck * statistics::mean(boards.values().map(|ratios| 1.0 / ratios.len() as f64))?;
    let between = (statistics::variance(&means) - of_luck).max(0.0);
    Some(Spread { boards: between.sqrt(), luck: luck.sqrt() })
}

/// The forecast duration of planned runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DurationForecast {
    /// Sum of the forecast wall times of the single runs, in seconds, as if they were made one
    /// after the other.
    pub seconds: f64,
    /// Number of runs without a forecast. The time of these runs is not in `seconds`.
    pub unknown: usize,
}

/// Forecasts the duration of runs from earlier runs of the same puzzle and kind of question,
/// whatever their seeds and limits. The forecast of a run is the mean wall time of the earlier runs
/// with the same options. If there are none, it is the mean wall time of the earlier runs with any
/// options. Earlier runs without a result count with the time until they ended. Returns the sum of
/// the forecasts, and the number of runs for which there is no earlier run. These runs are not in
/// the sum.
pub fn forecast_duration<'a>(
    runs: impl Iterator<Item = &'a Run>,
    earlier: &[Record],
) -> DurationForecast {
    let mut known: BTreeMap<(&str, QuestionKind, Option<String>), Vec<f64>> = BTreeMap::new();
    for record in earlier {
        let options = format!("{:?}", record.options);
        for options in [Some(options), None] {
            let key = (record.puzzle.as_str(), record.question.kind(), options);
            known.entry(key).or_default().push(record.wall_seconds);
        }
    }
    let mut likely = DurationForecast::default();
    for run in runs {
        let options: BTreeMap<_, _> = run.configuration.point.values().iter().cloned().collect();
        let name = run.instance.name.as_str();
        let exact = known.get(&(name, run.question.kind(), Some(format!("{options:?}"))));
        let times = exact.or_else(|| known.get(&(name, run.question.kind(), None)));
        match times.and_then(|times| statistics::mean(times.iter().copied())) {
            Some(seconds) => likely.seconds += seconds,
            None => likely.unknown += 1,
        }
    }
    likely
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compare::plan::{Configuration, Instance, Plan, Repetition, blocks};
    use crate::grid::{Axis, OptionGrid};
    use crate::model::{Goal, Sense};
    use crate::problem::Scale;
    use crate::record::question::ComparisonQuestion;
    use crate::record::tests::record;

    fn planned(boards: usize, seeds: u32, values: &[&str]) -> Vec<Block> {
        let axis = Axis::new("amo", values.iter().map(|&value| value.to_owned())).expect("values");
        let points: Vec<_> = OptionGrid { axes: vec![axis] }.points().collect();
        let configurations: Vec<Arc<Configuration>> = points
            .into_iter()
            .map(|point| Configuration { point, program: None, has_clauses: true })
            .map(Arc::new)
            .collect();
        let instance = |number: usize| Instance {
            name: format!("gunport-{number}"),
            family: "gunport".to_owned(),
            size: Some([5, 5]),
            file: None,
            board: None,
            arguments: Vec::new(),
            goal: Some(Goal::for_count(Sense::Minimise, "pieces", 25).into()),
            scale: Scale::default(),
            configurations: configurations.clone(),
        };
        let repetition = Repetition {
            seeds,
            scrambles: 0,
            time_limit: 10.0,
            wall_limit: 30.0,
            memory_limit: None,
        };
        let instances = (0..boards).map(instance).map(Arc::new).collect();
        let plan = Plan { instances, questions: vec![ComparisonQuestion::Optimum], repetition };
        blocks(&[plan], |_| None, 0)
    }

    fn only(blocks: &[Block], earlier: &[Record]) -> DetectableRatios {
        let mut all = detectable_ratios(blocks, earlier, Measure::Cpu);
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    #[test]
    fn a_plan_says_what_it_can_show() {
        let plan = only(&planned(3, 1, &["a", "b"]), &[]);
        assert_eq!((plan.boards, plan.repetitions, plan.pair_count()), (3, 1, 1));
        assert_eq!((plan.on_these_boards, plan.for_boards_like_these), (None, None));
        let plan = only(&planned(8, 4, &["a", "b"]), &[]);
        let (these, like) = (plan.on_these_boards, plan.for_boards_like_these);
        assert!(these.is_some_and(|ratio| (0.8..0.9).contains(&ratio)), "{plan:?}");
        assert!(like.is_some_and(|ratio| (0.5..0.65).contains(&ratio)), "{plan:?}");
        let many = only(&planned(8, 4, &["a", "b", "c", "d", "e"]), &[]);
        assert_eq!(many.pair_count(), 10);
        assert!(
            many.for_boards_like_these < like,
            "with more pairs, only larger differences are found"
        );
        assert_eq!(only(&planned(8, 4, &["a"]), &[]).on_these_boards, None);
    }

    #[test]
    fn a_pilot_is_believed_before_what_is_stated() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut noise = |size: f64| size * (random.f64() - 0.5) * 12.0_f64.sqrt();
        let mut pilot = Vec::new();
        for board in 0..40 {
            let of_board = noise(0.8);
            for scramble in 0..5_u64 {
                for (amo, log) in [("a", of_board + noise(0.1)), ("b", 0.0)] {
                    let name = format!("gunport-{board}");
                    let mut run = record(&name, &[("amo", amo)], 2.0 * log.exp());
                    run.scramble = Some(scramble);
                    pilot.push(run);
                }
            }
        }
        let plan = only(&planned(8, 4, &["a", "b"]), &pilot);
        let (Spread { boards, luck }, is_measured) = plan.spread;
        assert!(is_measured && (0.6..1.0).contains(&boards) && (0.08..0.12).contains(&luck));
        let likely = forecast_duration(
            planned(41, 1, &["a", "c"]).iter().flat_map(|block| &block.runs),
            &pilot,
        );
        assert_eq!(likely.unknown, 2, "one board has no earlier runs");
        assert!((100.0..300.0).contains(&likely.seconds), "{likely:?}");
    }
}
