//! The comparison of two configurations.
//!
//! A finding *on these boards* is about exactly the boards that were run. A finding *for boards
//! like these* is about a whole population of boards. The boards that were run are regarded as a
//! sample of this population.
//!
//! All repetitions of a board are one observation: the mean of their log ratios. If several
//! repetitions made the same run, they count once. Tests and intervals are corrected in the same
//! way for the number of pairs of a section, so that verdict and interval agree.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{ALPHA, Measure, RELEVANT, SectionSummary};
use crate::compare::statistics::{self, Bracket, Estimate, bonferroni};
use crate::record::question::RunQuestion;
use crate::record::{Luck, Record};

/// Least number of boards for a claim about all boards like those that were run.
pub const FEWEST_BOARDS: usize = 6;

/// The comparison of two configurations. Ratios are those of the first configuration to the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// Indices of the configurations in the section.
    pub configurations: [usize; 2],
    /// Number of compared blocks. They have runs of both configurations, and at least one of these
    /// runs needed clauses.
    pub blocks: usize,
    /// Number of blocks in which each configuration has the lower value.
    pub wins: [usize; 2],
    /// Number of pairs of runs that count as copies of an earlier pair on the same board and
    /// question. A copy has the same scrambles and the same work of the solver as the earlier pair.
    pub repeats: usize,
    /// Number of blocks that have runs of both configurations, but for which neither of these runs
    /// needed clauses.
    pub without_clauses: usize,
    /// Whether, in each block, the two runs have formulas of equal size and equal work of the
    /// solver.
    pub made_the_same_runs: bool,
    /// Index, in the section, of a configuration of this pair that does not report the measure. It
    /// is `None` if both configurations report it.
    pub lacks_measure: Option<usize>,
    /// The ratio on each board. Small boards come first.
    pub boards: Vec<BoardRatio>,
    /// Finding about exactly the boards that were run.
    pub these_boards: ComparedFinding,
    /// Finding about all boards like those that were run. The boards that were run are regarded as
    /// a sample of all these boards.
    pub boards_like_these: ComparedFinding,
    /// Numbers of runs with a result, and tests of whether they differ.
    pub solved: SolvedRuns,
    /// PAR2 of each configuration over the compared blocks, in seconds. It is `None` if a run does
    /// not report its time.
    pub par2: [Option<f64>; 2],
}

/// The ratio of two configurations on one board. Unknown numbers and limits are `None`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardRatio {
    /// Name of the puzzle.
    pub board: String,
    /// Largest number of distinct repetitions of a question on this board.
    pub repetitions: usize,
    /// The ratio, if it is known exactly.
    pub ratio: Option<f64>,
    /// Lower and upper bound of the ratio.
    pub bounds: [Option<f64>; 2],
    /// Limits of the 95 % interval for this board alone.
    pub interval: [Option<f64>; 2],
    /// Number of runs without a result, for each configuration.
    pub without_result: [usize; 2],
}

/// A finding about a ratio, either on the boards that were run, or for all boards like these.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedFinding {
    /// Number of boards on which the ratio is known or bounded.
    pub boards: usize,
    /// Number of boards on which the ratio is neither known nor bounded.
    pub silent: usize,
    /// The ratio, if it is known exactly.
    pub ratio: Option<f64>,
    /// Lower and upper bound of the ratio.
    pub bounds: [Option<f64>; 2],
    /// Limits of the interval of the ratio, corrected for the number of pairs. An unknown limit is
    /// `None`.
    pub interval: [Option<f64>; 2],
    /// P-value of the hypothesis that the ratio is 1, corrected for the number of pairs. It is
    /// `None` if there is no interval.
    pub p: Option<f64>,
    /// Conclusion from the interval, or the reason why there is no interval.
    pub verdict: FindingVerdict,
}

/// Conclusion from the interval of a ratio. Noise is the difference between equal runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingVerdict {
    /// The first configuration has the smaller value, by more than the noise.
    Less,
    /// The first configuration has the smaller value, but the difference may be noise.
    SlightlyLess,
    /// Both configurations have the same value, within the noise.
    Same,
    /// The second configuration has the smaller value, but the difference may be noise.
    SlightlyMore,
    /// The second configuration has the smaller value, by more than the noise.
    More,
    /// The interval does not show which configuration has the smaller value.
    Unclear,
    /// There are too few boards for a claim.
    TooFewBoards,
    /// A board has too few repetitions for a claim.
    TooFewRepetitions,
    /// On each board, the ratio is equal in all repetitions, so there is no interval.
    Constant,
    /// The ratio is neither known nor bounded on any board.
    NothingToCompare,
    /// A configuration does not report the measure.
    Unknown,
}

impl FindingVerdict {
    /// Returns whether the verdict claims a difference beyond the noise.
    pub fn is_different(self) -> bool {
        matches!(self, FindingVerdict::Less | FindingVerdict::More)
    }

    /// Returns whether the verdict is a conclusion from an interval.
    pub fn has_interval(self) -> bool {
        use FindingVerdict::{Less, More, Same, SlightlyLess, SlightlyMore, Unclear};
        matches!(self, Less | SlightlyLess | Same | SlightlyMore | More | Unclear)
    }

    /// Returns the verdict for the case that the two configurations are in the opposite order.
    fn swapped(self) -> FindingVerdict {
        match self {
            FindingVerdict::Less => FindingVerdict::More,
            FindingVerdict::SlightlyLess => FindingVerdict::SlightlyMore,
            FindingVerdict::SlightlyMore => FindingVerdict::SlightlyLess,
            FindingVerdict::More => FindingVerdict::Less,
            other => other,
        }
    }

    /// Returns the verdict from the interval of a log ratio. An unknown limit of the interval is
    /// `None`. The log ratios of equal runs are at most `noise` away from 0.
    ///
    /// - `Less`: the upper limit is below `-noise`.
    /// - `SlightlyLess`: the upper limit is below 0, but not below `-noise`.
    /// - `More` and `SlightlyMore`: the lower limit is above `noise` or above 0, in the same way.
    /// - `Same`: none of these holds, and both limits are known and within [`RELEVANT`], ends
    ///   included.
    /// - `Unclear`: any other case.
    fn from_interval([low, high]: [Option<f64>; 2], noise: f64) -> FindingVerdict {
        let close = RELEVANT.ln();
        match (low, high) {
            (_, Some(high)) if high < -noise => FindingVerdict::Less,
            (_, Some(high)) if high < 0.0 => FindingVerdict::SlightlyLess,
            (Some(low), _) if low > noise => FindingVerdict::More,
            (Some(low), _) if low > 0.0 => FindingVerdict::SlightlyMore,
            (Some(low), Some(high)) if low >= -close && high <= close => FindingVerdict::Same,
            _ => FindingVerdict::Unclear,
        }
    }
}

/// The numbers of runs with a result of two configurations, and tests of whether these numbers
/// differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedRuns {
    /// Number of compared blocks.
    pub blocks: usize,
    /// Number of runs with a result, for each configuration.
    pub runs: [usize; 2],
    /// For each configuration, the number of boards on which it solved more repetitions than the
    /// other configuration.
    pub ahead: [usize; 2],
    /// P-value of the sign test over blocks, corrected for all pairs.
    pub p_these_boards: f64,
    /// P-value of the sign test over boards, corrected for all pairs. It is `None` if there are too
    /// few boards.
    pub p_boards_like_these: Option<f64>,
}

/// The parameters that all tests of a section share.
struct TestTerms {
    /// The number of tests. Intervals and p-values are corrected for it (Bonferroni). It is at
    /// least 1.
    number: usize,
    /// The greatest log ratio of equal runs. It is 0 for counts, which do not vary between equal
    /// runs.
    noise: f64,
}

impl TestTerms {
    /// Returns the error probability of one test. It is chosen so that all tests together have the
    /// error probability [`ALPHA`].
    fn level(&self) -> f64 {
        ALPHA / self.number as f64
    }
}

impl ComparedFinding {
    /// Returns a finding without ratio and interval. `verdict` is the reason why they are missing.
    /// `boards` is the number of boards with a known or bounded ratio, and `silent` is the number
    /// of boards without one.
    fn without_interval(boards: usize, silent: usize, verdict: FindingVerdict) -> ComparedFinding {
        let [bounds, interval] = [[None; 2]; 2];
        ComparedFinding { boards, silent, ratio: None, bounds, interval, p: None, verdict }
    }

    /// Sets the ratio of the finding and its bounds. They come from the mean of the log ratios in
    /// `ratios`, which must not be empty. If only a bound of this mean is known, the ratio is
    /// `None`. Also sets three values from `estimate`: the interval, the p-value corrected for the
    /// number of tests, and the verdict, for which `test` has the noise. If there is no estimate,
    /// these three stay as they are.
    fn add_estimate(
        self,
        ratios: &[Bracket],
        estimate: Option<Estimate>,
        test: &TestTerms,
    ) -> ComparedFinding {
        let mean = Bracket::mean(ratios).expect("there are ratios");
        let known = ComparedFinding {
            ratio: mean.value().map(f64::exp),
            bounds: ratio_bounds(mean),
            ..self
        };
        let Some(Estimate { limits, p }) = estimate else { return known };
        ComparedFinding {
            interval: limits.map(|limit| limit.map(f64::exp)),
            p: Some(bonferroni(p, test.number)),
            verdict: FindingVerdict::from_interval(limits, test.noise),
            ..known
        }
    }

    /// Returns the finding for the case that the two configurations are in the opposite order. The
    /// ratio becomes its reciprocal, and the p-value stays.
    fn swapped(&self) -> ComparedFinding {
        ComparedFinding {
            ratio: self.ratio.map(f64::recip),
            bounds: reciprocal(self.bounds),
            interval: reciprocal(self.interval),
            verdict: self.verdict.swapped(),
            ..self.clone()
        }
    }
}

/// Returns the bounds of a ratio from the bounds of its natural logarithm. An infinite bound is
/// `None`.
fn ratio_bounds(log: Bracket) -> [Option<f64>; 2] {
    [log.low, log.high].map(|end| end.is_finite().then_some(end.exp()))
}

fn reciprocal([low, high]: [Option<f64>; 2]) -> [Option<f64>; 2] {
    [high.map(f64::recip), low.map(f64::recip)]
}

/// Returns two values in the opposite order.
fn swap<T>([first, second]: [T; 2]) -> [T; 2] {
    [second, first]
}

impl Pair {
    /// Returns the pair with its configurations in the opposite order. All numbers change
    /// accordingly, but p-values stay.
    pub fn swapped(&self) -> Pair {
        let boards = self
            .boards
            .iter()
            .map(|one| BoardRatio {
                ratio: one.ratio.map(f64::recip),
                bounds: reciprocal(one.bounds),
                interval: reciprocal(one.interval),
                without_result: swap(one.without_result),
                ..one.clone()
            })
            .collect();
        Pair {
            configurations: swap(self.configurations),
            wins: swap(self.wins),
            boards,
            these_boards: self.these_boards.swapped(),
            boards_like_these: self.boards_like_these.swapped(),
            solved: SolvedRuns {
                runs: swap(self.solved.runs),
                ahead: swap(self.solved.ahead),
                ..self.solved.clone()
            },
            par2: swap(self.par2),
            ..self.clone()
        }
    }

    /// Returns the pair in such an order that the configuration with the smaller value comes first.
    /// The verdict for boards like these decides which one this is. If it shows no difference, the
    /// verdict on these boards decides, and then the known ratio. If none of these shows a
    /// difference, the order stays.
    pub fn better_first(&self) -> Pair {
        let findings = [&self.boards_like_these, &self.these_boards];
        let known = findings.iter().find_map(|finding| match finding.verdict {
            FindingVerdict::More | FindingVerdict::SlightlyMore => Some(true),
            FindingVerdict::Less | FindingVerdict::SlightlyLess => Some(false),
            _ => None,
        });
        let ratio = findings.iter().find_map(|finding| finding.ratio);
        let is_larger = known.unwrap_or_else(|| ratio.is_some_and(|ratio| ratio > 1.0));
        if is_larger { self.swapped() } else { self.clone() }
    }

    /// Returns the findings about these boards and about boards like these.
    pub fn findings(&self) -> [&ComparedFinding; 2] {
        [&self.these_boards, &self.boards_like_these]
    }

    /// Returns whether one of the two findings claims a difference beyond the noise.
    pub fn is_different(&self) -> bool {
        self.findings().iter().any(|finding| finding.verdict.is_different())
    }

    /// Returns whether ratio and PAR2 disagree: the configuration that is better by the ratio is
    /// worse by PAR2, by more than the noise of times. Returns `false` if a PAR2 is unknown, or if
    /// no finding shows which configuration is better by the ratio.
    pub fn winners_differ(&self) -> bool {
        let [Some(first), Some(second)] = self.par2 else { return false };
        self.findings().into_iter().any(|finding| match finding.verdict {
            FindingVerdict::Less | FindingVerdict::SlightlyLess => second * RELEVANT < first,
            FindingVerdict::More | FindingVerdict::SlightlyMore => first * RELEVANT < second,
            _ => false,
        })
    }
}

/// Compares each pair of configurations of a section. In each result, the configuration with the
/// smaller value comes first. A pair is left out if no run in its common blocks needed clauses.
/// Tests are corrected for the number of pairs that report the measure. The boards, the runs, and
/// the configurations with their quartiles must be in `section` already.
pub(super) fn compare_pairs(section: &SectionSummary, measure: Measure) -> Vec<Pair> {
    let joined: Vec<([usize; 2], Vec<[&Record; 2]>)> = section
        .configuration_pairs()
        .map(|both| (both, section.common_runs(both)))
        .filter(|(_, runs)| runs.iter().any(needed_clauses))
        .collect();
    let tests =
        joined.iter().filter(|(both, _)| section.find_unmeasured(*both, measure).is_none()).count();
    let noise = if measure.row().is_counted { 0.0 } else { RELEVANT.ln() };
    let test = TestTerms { number: tests.max(1), noise };
    joined
        .iter()
        .map(|(both, runs)| compare_pair(section, *both, runs, measure, &test).better_first())
        .collect()
}

/// Returns whether one of the runs needed clauses.
fn needed_clauses(both: &[&Record; 2]) -> bool {
    !both.iter().all(|run| run.needed_no_clause())
}

/// Returns whether two runs have formulas of the same size and the same work of the solver. Returns
/// `false` if one of these numbers is unknown.
fn are_identical(both: &[&Record; 2]) -> bool {
    let work = both.map(|run| {
        let size = (run.variables?, run.clauses?, run.literals?);
        Some((size, run.conflicts?, run.propagations?, run.ticks?))
    });
    work[0].is_some() && work[0] == work[1]
}

/// Compares two configurations. `all_runs` has the runs of both in each common block. The result
/// has the configurations in the given order. Blocks in which neither run needed clauses are only
/// counted, and at least one other block must remain. If a configuration does not report the
/// measure, the findings have no ratio.
fn compare_pair(
    section: &SectionSummary,
    configurations: [usize; 2],
    all_runs: &[[&Record; 2]],
    measure: Measure,
    test: &TestTerms,
) -> Pair {
    let lacks_measure = section.find_unmeasured(configurations, measure);
    let informative = all_runs.iter().copied().filter(needed_clauses).collect::<Vec<_>>();
    let runs: &[[&Record; 2]] = &informative;
    let boards = compared_boards(section, runs, measure);
    let ratios: Vec<Bracket> = runs.iter().filter_map(|both| measure.log_ratio(*both)).collect();
    let unknown = ComparedFinding::without_interval(boards.len(), 0, FindingVerdict::Unknown);
    let [these_boards, boards_like_these] = match lacks_measure {
        Some(_) => [unknown.clone(), unknown],
        None => [these_boards(&boards, test), boards_like_these(&boards, test)],
    };
    Pair {
        configurations,
        blocks: runs.len(),
        wins: [
            ratios.iter().filter(|ratio| ratio.high < 0.0).count(),
            ratios.iter().filter(|ratio| ratio.low > 0.0).count(),
        ],
        without_clauses: all_runs.len() - runs.len(),
        made_the_same_runs: runs.iter().all(are_identical),
        repeats: runs.len() - boards.iter().map(ComparedBoard::different).sum::<usize>(),
        lacks_measure,
        boards: boards.iter().map(|board| board.ratio(lacks_measure.is_some())).collect(),
        these_boards,
        boards_like_these,
        solved: count_solved(&boards, runs, test.number),
        par2: [0, 1].map(|one| {
            let times = runs
                .iter()
                .map(|both| measure.time().par2(both[one]))
                .collect::<Option<Vec<f64>>>()?;
            statistics::mean(times)
        }),
    }
}

/// The runs of two configurations on one board.
struct ComparedBoard<'a> {
    name: &'a str,
    /// For each question, the log ratio of each repetition. If several repetitions made the same
    /// runs, they count once.
    ratios: Vec<Vec<Bracket>>,
    /// For each configuration, the number of repetitions that this configuration alone solved.
    alone: [u64; 2],
    /// For each configuration, the number of runs without a result.
    without_result: [usize; 2],
}

impl ComparedBoard<'_> {
    /// Returns the largest number of distinct repetitions of a question.
    fn repetitions(&self) -> usize {
        self.ratios.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the number of distinct repetitions, summed over the questions.
    fn different(&self) -> usize {
        self.ratios.iter().map(Vec::len).sum()
    }

    /// Returns the bounds of a mean of means. First, the mean over the distinct repetitions of each
    /// question is computed, and then the mean over the questions. The board must have runs.
    fn distinct_repetitions(&self) -> Bracket {
        let means: Vec<Bracket> = self.ratios.iter().filter_map(|one| Bracket::mean(one)).collect();
        Bracket::mean(&means).expect("a board has runs")
    }

    /// Returns the ratio on this board, with the 95 % interval of the board alone. The interval is
    /// not corrected for several tests. If `is_unknown` is set, a configuration does not report the
    /// measure, and the result has no ratio, bounds and interval.
    fn ratio(&self, is_unknown: bool) -> BoardRatio {
        let own = statistics::estimate_fixed_boards(&self.ratios, ALPHA).filter(|_| !is_unknown);
        let known = Some(self.distinct_repetitions()).filter(|_| !is_unknown);
        BoardRatio {
            board: self.name.to_owned(),
            repetitions: self.repetitions(),
            ratio: known.and_then(Bracket::value).map(f64::exp),
            bounds: known.map_or([None; 2], ratio_bounds),
            interval: own.map_or([None; 2], |own| own.limits.map(|limit| limit.map(f64::exp))),
            without_result: self.without_result,
        }
    }
}

/// Returns the ratios on each board, in the order of the section. Leaves out boards without runs.
/// If the section has a board with two sizes, the board counts once.
fn compared_boards<'a>(
    section: &'a SectionSummary,
    runs: &[[&Record; 2]],
    measure: Measure,
) -> Vec<ComparedBoard<'a>> {
    // Edited records may give two sizes to the same board.
    let mut met = BTreeSet::new();
    section
        .boards
        .iter()
        .map(|one| one.name.as_str())
        .filter(|name| met.insert(*name))
        .filter_map(|name| compared_board(name, runs, measure))
        .collect()
}

/// Returns the ratios on the board `name`, or `None` if the board has no runs. If several pairs of
/// runs on the same question made the same work, they are joined into one repetition with the mean
/// of their ratios. The last of these pairs determines which configuration alone solved the
/// repetition. A ratio that is not known has infinite bounds. The runs without a result are counted
/// before pairs are joined.
fn compared_board<'a>(
    name: &'a str,
    runs: &[[&Record; 2]],
    measure: Measure,
) -> Option<ComparedBoard<'a>> {
    let ours: Vec<&[&Record; 2]> = runs.iter().filter(|both| both[0].puzzle == name).collect();
    let mut questions: BTreeMap<&RunQuestion, BTreeMap<[Luck; 2], Vec<Bracket>>> = BTreeMap::new();
    let mut alone: BTreeMap<(&RunQuestion, [Luck; 2]), [bool; 2]> = BTreeMap::new();
    for both in &ours {
        let nothing = Bracket { low: f64::NEG_INFINITY, high: f64::INFINITY };
        let ratio = measure.log_ratio(**both).unwrap_or(nothing);
        let (question, luck) = (&both[0].question, both.map(Record::luck));
        questions.entry(question).or_default().entry(luck.clone()).or_default().push(ratio);
        let solved = both.map(Record::is_solved);
        alone.insert((question, luck), [solved[0] && !solved[1], solved[1] && !solved[0]]);
    }
    (!ours.is_empty()).then(|| ComparedBoard {
        name,
        ratios: questions
            .values()
            .map(|one_question| {
                one_question
                    .values()
                    .map(|same| Bracket::mean(same).expect("a repetition is of runs"))
                    .collect()
            })
            .collect(),
        alone: [0, 1].map(|place| alone.values().map(|alone| u64::from(alone[place])).sum()),
        without_result: [0, 1]
            .map(|place| ours.iter().filter(|both| !both[place].is_solved()).count()),
    })
}

/// Returns the finding about exactly the boards that were run. In the estimate, each question on a
/// board counts as a board of its own. Boards without a known or bounded ratio are only counted. If
/// there is no estimate, the finding has no interval, but it has the ratio or its bounds if a board
/// remains. The verdict is then the reason:
///
/// - `NothingToCompare` if no board remains
/// - otherwise `TooFewRepetitions` if a question on a board has only one repetition
/// - otherwise `Constant` if all ratios are known, and `Unclear` if a ratio is only bounded
fn these_boards(boards: &[ComparedBoard], test: &TestTerms) -> ComparedFinding {
    let telling: Vec<&ComparedBoard> =
        boards.iter().filter(|board| board.distinct_repetitions().has_finite_bound()).collect();
    let silent = boards.len() - telling.len();
    let strata: Vec<Vec<Bracket>> =
        telling.iter().flat_map(|board| board.ratios.iter().cloned()).collect();
    if strata.is_empty() {
        return ComparedFinding::without_interval(0, silent, FindingVerdict::NothingToCompare);
    }
    let is_repeated = strata.iter().all(|ratios| ratios.len() > 1);
    let is_known = strata.iter().flatten().all(|ratio| ratio.value().is_some());
    let without_interval = match (is_repeated, is_known) {
        (true, true) => FindingVerdict::Constant,
        (true, false) => FindingVerdict::Unclear,
        (false, _) => FindingVerdict::TooFewRepetitions,
    };
    let estimate = statistics::estimate_fixed_boards(&strata, test.level());
    let means: Vec<Bracket> = strata.iter().filter_map(|one| Bracket::mean(one)).collect();
    ComparedFinding::without_interval(telling.len(), silent, without_interval)
        .add_estimate(&means, estimate, test)
}

/// Returns the finding about all boards like those that were run. The boards that were run are
/// regarded as a sample of all these boards. Boards without a known or bounded ratio are only
/// counted. If fewer than [`FEWEST_BOARDS`] boards remain, the finding has no ratio and no
/// interval. Its verdict is then `NothingToCompare` if no board remains, and otherwise
/// `TooFewBoards`. If enough boards remain but there is no estimate, the verdict is `Unclear`.
fn boards_like_these(boards: &[ComparedBoard], test: &TestTerms) -> ComparedFinding {
    let means: Vec<Bracket> = boards
        .iter()
        .map(ComparedBoard::distinct_repetitions)
        .filter(|mean| mean.has_finite_bound())
        .collect();
    let silent = boards.len() - means.len();
    if means.is_empty() {
        return ComparedFinding::without_interval(0, silent, FindingVerdict::NothingToCompare);
    }
    if means.len() < FEWEST_BOARDS {
        return ComparedFinding::without_interval(
            means.len(),
            silent,
            FindingVerdict::TooFewBoards,
        );
    }
    let estimate = statistics::estimate_population(&means, test.level());
    ComparedFinding::without_interval(means.len(), silent, FindingVerdict::Unclear)
        .add_estimate(&means, estimate, test)
}

/// Counts the runs of two configurations with a result. Also counts, for each configuration, the
/// boards on which it solved more repetitions than the other one. Two tests show whether the
/// numbers of the configurations differ: one over blocks, and one over boards. Copies of runs count
/// once in the tests. The p-values are corrected for `tests`, the number of tests. If there are
/// fewer than [`FEWEST_BOARDS`] boards, there is no test over boards.
fn count_solved(boards: &[ComparedBoard], runs: &[[&Record; 2]], tests: usize) -> SolvedRuns {
    let alone = [0, 1].map(|place| boards.iter().map(|board| board.alone[place]).sum::<u64>());
    let ahead = [0, 1].map(|place: usize| {
        boards.iter().filter(|board| board.alone[place] > board.alone[1 - place]).count()
    });
    SolvedRuns {
        blocks: runs.len(),
        runs: [0, 1].map(|place| runs.iter().filter(|both| both[place].is_solved()).count()),
        ahead,
        p_these_boards: bonferroni(statistics::sign_test(alone), tests),
        p_boards_like_these: (boards.len() >= FEWEST_BOARDS)
            .then(|| bonferroni(statistics::sign_test(ahead.map(|number| number as u64)), tests)),
    }
}
