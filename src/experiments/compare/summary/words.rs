//! The findings on pairs of configurations in sentences, and numbers in readable form.
//!
//! A sentence can be quoted alone, so it names its family, boards, question, repetitions and
//! measure.

use super::finding::FEWEST_BOARDS;
use super::{BoardRatio, ComparedFinding, FindingVerdict, Measure, Pair, RELEVANT, SectionSummary};
use crate::record::question::QuestionKind;
pub use crate::source::format_count;

/// Findings on a pair of configurations, in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairSentences {
    /// A warning that one configuration has the better mean time and the other one the better
    /// ratio. It is `None` if mean time and ratio agree, or if the mean times are unknown.
    pub attention: Option<String>,
    /// Finding about exactly the boards that were run.
    pub these_boards: String,
    /// Finding about all boards like those that were run. The boards that were run are regarded as
    /// a sample of all these boards.
    pub boards_like_these: String,
    /// Sentence about the numbers of runs with a result, if these numbers differ.
    pub solved: Option<String>,
}

impl PairSentences {
    /// Returns all sentences, the warning first.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.attention
            .iter()
            .chain([&self.these_boards, &self.boards_like_these])
            .chain(&self.solved)
            .map(String::as_str)
    }
}

/// Returns the sentences about a pair: a warning if the better configuration depends on the
/// criterion, the two findings, and the numbers of results if they differ. The sentences name the
/// configuration with the smaller value first, whatever the order of `pair`. `section` must contain
/// the pair.
pub fn pair_sentences(pair: &Pair, section: &SectionSummary, measure: Measure) -> PairSentences {
    let ordered_pair = pair.better_first();
    let words = PairWords { pair: &ordered_pair, section, measure };
    PairSentences {
        attention: words.attention(),
        these_boards: words.finding_sentence(FindingLevel::These, &ordered_pair.these_boards),
        boards_like_these: words
            .finding_sentence(FindingLevel::LikeThese, &ordered_pair.boards_like_these),
        solved: words.describe_solved(),
    }
}

/// The boards that a finding is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FindingLevel {
    /// The boards that were run.
    These,
    /// All boards like those that were run. The boards that were run are regarded as a sample of
    /// all these boards.
    LikeThese,
}

/// The reason why a ratio is unknown although all runs have a result.
const TOO_SHORT: &str = "some run is too short to be measured";

/// A pair of configurations about which sentences are made.
struct PairWords<'a> {
    pair: &'a Pair,
    section: &'a SectionSummary,
    measure: Measure,
}

impl PairWords<'_> {
    fn names(&self) -> [&str; 2] {
        self.pair.configurations.map(|one| self.section.configurations[one].name.as_str())
    }

    /// Returns the beginning of a sentence: the boards of a finding, the question and the
    /// repetitions. `boards` is the number of boards with a known or bounded ratio, and `silent` is
    /// the number of boards without one.
    fn scope(&self, level: FindingLevel, boards: usize, silent: usize) -> String {
        let repetitions = describe_repetitions(&self.pair.boards);
        let names: Vec<&str> = self.pair.boards.iter().map(|one| one.board.as_str()).collect();
        let family = &self.section.family;
        let shown = name_boards(family, &names);
        let details = format!("({shown}; {}; {repetitions})", question(self.section));
        let all = boards + silent;
        let [one, many] = [self.section.unit().singular(), self.section.unit().plural()];
        let place = match (level, silent) {
            (FindingLevel::These, 0) if boards == 1 => format!("On this {one}"),
            (FindingLevel::These, 0) => format!("On these {boards} {many}"),
            (FindingLevel::These, _) => format!("On {boards} of these {all} {many}"),
            (FindingLevel::LikeThese, 0) if boards == 1 => format!("For {many} like this one"),
            (FindingLevel::LikeThese, 0) => format!("For {many} like these {boards}"),
            (FindingLevel::LikeThese, _) => {
                format!("For {many} like {boards} of these {all} {many}")
            }
        };
        format!("{place} of {family} {details}")
    }

    /// Returns the sentence about a finding, with its full stop.
    fn finding_sentence(&self, level: FindingLevel, finding: &ComparedFinding) -> String {
        let scope = match finding.verdict {
            FindingVerdict::NothingToCompare => self.scope(level, finding.silent, 0),
            _ => self.scope(level, finding.boards, finding.silent),
        };
        let claim = if finding.verdict.has_interval() {
            self.describe_interval(finding)
        } else {
            self.describe_missing(finding)
        };
        format!("{scope}, {claim}{}.", self.describe_silent(finding))
    }

    /// Describes a finding whose verdict is from an interval ([`FindingVerdict::has_interval`]).
    /// The text says which configuration takes less, that both take the same, or that this is
    /// unclear. In each case, it has the ratio or its limits. If there is a difference, the text
    /// says that the first configuration of the pair takes less, so this configuration must have
    /// the smaller value.
    fn describe_interval(&self, finding: &ComparedFinding) -> String {
        let [first, second] = self.names();
        let (less, noun) = (self.measure.less(), self.measure.noun());
        let (as_much, amount) = (self.measure.as_much(), self.measure.amount());
        let numbers = describe_numbers(finding, as_much, self.bound_reason());
        let close = (RELEVANT - 1.0) * 100.0;
        match finding.verdict {
            FindingVerdict::Less | FindingVerdict::More => {
                format!("{first} takes {less} {noun} than {second}: {numbers}")
            }
            FindingVerdict::SlightlyLess | FindingVerdict::SlightlyMore => format!(
                "{first} takes {less} {noun} than {second}, but perhaps by less than \
                 {close:.0} %, as much as equal runs vary: {numbers}"
            ),
            FindingVerdict::Same => format!(
                "{first} and {second} take the same {amount} to within {close:.0} %: {numbers}"
            ),
            _ => format!(
                "it is unclear which of {first} and {second} takes {less} {noun}: {}",
                possible_ratios(finding, [first, second], as_much, self.section)
            ),
        }
    }

    /// Describes why a finding has no interval. The reason is too few boards, too few repetitions,
    /// a constant ratio, or that nothing can be compared on any board. For any other verdict, the
    /// text says that the measure is not reported.
    fn describe_missing(&self, finding: &ComparedFinding) -> String {
        let [first, second] = self.names();
        let (as_much, noun) = (self.measure.as_much(), self.measure.noun());
        let unit = self.section.unit();
        let one = unit.singular();
        match finding.verdict {
            FindingVerdict::TooFewBoards => {
                let boards = unit.counted(finding.boards);
                let are = if finding.boards == 1 { "is" } else { "are" };
                format!(
                    "nothing is claimed about the {noun} of {first} and {second}: {boards} {are} fewer \
                     than {FEWEST_BOARDS}"
                )
            }
            FindingVerdict::TooFewRepetitions => format!(
                "nothing is claimed about the {noun} of {first} and {second}, since one repetition of \
                 {} does not show how much its runs vary{}",
                unit.with_article(),
                estimate(finding)
            ),
            FindingVerdict::Constant => format!(
                "{first} takes {} times {as_much} {noun} as {second} in every repetition of {}: \
                 the ratio does not vary",
                finding.ratio.map_or("∞".to_owned(), rounded),
                unit.with_article()
            ),
            FindingVerdict::NothingToCompare => format!(
                "nothing can be said about the {noun} of {first} and {second}: on every {one} {}",
                if self.has_all_results() { TOO_SHORT } else { "both have runs without a result" }
            ),
            _ => {
                let lacking = self.pair.lacks_measure.unwrap_or(self.pair.configurations[0]);
                let lacking = &self.section.configurations[lacking].name;
                format!(
                    "nothing can be said about the {noun}: {lacking} does not report this measure"
                )
            }
        }
    }

    /// Returns the part of a sentence that says how many boards have neither a known nor a bounded
    /// ratio, and the reason. It is empty if there are no such boards. It is also empty if the
    /// sentence already says that all boards are such boards.
    fn describe_silent(&self, finding: &ComparedFinding) -> String {
        let reason = if self.has_all_results() { TOO_SHORT } else { "runs of both have no result" };
        let many = self.section.unit().plural();
        match finding.silent {
            0 => String::new(),
            _ if finding.verdict == FindingVerdict::NothingToCompare => String::new(),
            1 => format!("; 1 of the {many} gives no information, since {reason}"),
            silent => format!("; {silent} of the {many} give no information, since {reason}"),
        }
    }

    /// Returns whether all compared runs of both configurations have a result.
    fn has_all_results(&self) -> bool {
        self.pair.solved.runs == [self.pair.solved.blocks; 2]
    }

    /// Returns the reason why only a bound of a ratio is known.
    fn bound_reason(&self) -> &'static str {
        if self.has_all_results() {
            "since some run is too short to be measured"
        } else {
            "since some runs have no result"
        }
    }

    /// Returns a warning if one configuration has the better mean time and the other one the better
    /// ratio. The warning names the first configuration of the pair as better by the ratio, so this
    /// configuration must have the smaller value. Returns `None` if mean time and ratio agree, if
    /// the difference is within the noise, if no finding shows a difference, or if a mean time is
    /// unknown.
    fn attention(&self) -> Option<String> {
        let [first, second] = self.names();
        let [Some(by_first), Some(by_second)] = self.pair.par2.map(|par2| par2.map(rounded)) else {
            return None;
        };
        self.pair.winners_differ().then(|| {
            format!(
                "The better configuration depends on the criterion, in {} ({}): by the typical \
                 ratio of {} it is {first}, but by the mean {}, which is not tested, it is \
                 {second}: its PAR2 is {by_second} s against {by_first} s.",
                self.section.family,
                question(self.section),
                self.measure.noun(),
                self.measure.time().noun(),
            )
        })
    }

    /// Describes the numbers of results of the two configurations, and the sign tests of these
    /// numbers. Returns `None` if the two numbers are equal.
    fn describe_solved(&self) -> Option<String> {
        let solved = &self.pair.solved;
        if solved.runs[0] == solved.runs[1] {
            return None;
        }
        let [more, fewer] = if solved.runs[0] > solved.runs[1] { [0, 1] } else { [1, 0] };
        let names = self.names();
        let boards = self.pair.boards.len();
        let unit = self.section.unit();
        let many = unit.plural();
        let like = match solved.p_boards_like_these {
            Some(like) => format!("for {many} like these {}", format_p(like)),
            None => format!("no claim on other {many} follows from {}", unit.counted(boards)),
        };
        Some(format!(
            "{}, {} has a result in {} of {} runs and {} in {} of them; by sign tests on these {many} \
             {}, {like}.",
            self.scope(FindingLevel::These, boards, 0),
            names[more],
            solved.runs[more],
            solved.blocks,
            names[fewer],
            solved.runs[fewer],
            format_p(solved.p_these_boards),
        ))
    }
}

fn format_p(p: f64) -> String {
    format!("p = {}", format_probability(p))
}

/// A limit of an interval is left out as meaningless if it is above this number, or below the
/// reciprocal of this number.
const SENSELESS: f64 = 1000.0;

/// Replaces limits above 1000 or below 0.001 by `None`. Few runs may give an interval as wide as
/// from 1e-38 to 1e36, which says nothing.
fn remove_extremes(limits: [Option<f64>; 2]) -> [Option<f64>; 2] {
    limits.map(|limit| limit.filter(|limit| (SENSELESS.recip()..=SENSELESS).contains(limit)))
}

/// Describes an interval, such as `0.5 to 0.8` or `at least 2`. Leaves out limits above 1000 or
/// below 0.001, and returns `None` if no limit remains.
pub fn range(interval: [Option<f64>; 2]) -> Option<String> {
    join_limits(interval, rounded, [" to ", "at least", "at most"])
}

/// Joins the two limits of an interval by `between`. Limits above 1000 or below 0.001 are left out.
/// If only the lower limit remains, puts `from` before it. If only the upper limit remains, puts
/// `to` before it. Returns `None` if no limit remains. `number` formats a limit.
pub fn join_limits(
    interval: [Option<f64>; 2],
    number: fn(f64) -> String,
    [between, from, to]: [&str; 3],
) -> Option<String> {
    match remove_extremes(interval).map(|limit| limit.map(number)) {
        [Some(low), Some(high)] => Some(format!("{low}{between}{high}")),
        [Some(low), None] => Some(format!("{from} {low}")),
        [None, Some(high)] => Some(format!("{to} {high}")),
        [None, None] => None,
    }
}

/// Describes ratio, interval and p-value of a finding. `as_much` is `as much` or `as many`. `want`
/// is the reason why only a bound is known. Limits above 1000 or below 0.001 are left out. If a
/// limit of the interval is unknown, the text gives the other limit as a bound, but not the ratio.
/// It then adds the upper or lower bound of the ratio itself, if this bound is known. If no limit
/// remains, the text says only that no useful bound is known, even if the ratio is known.
fn describe_numbers(finding: &ComparedFinding, as_much: &str, want: &str) -> String {
    let p = finding.p.map_or(String::new(), |value| format!(", {}", format_p(value)));
    let limits = remove_extremes(finding.interval).map(|limit| limit.map(rounded));
    match (finding.ratio.map(rounded), limits) {
        (Some(ratio), [Some(low), Some(high)]) => {
            format!("{ratio} times {as_much}, between {low} and {high}{p}")
        }
        (Some(ratio), [None, Some(high)]) if finding.interval[0].is_some() => {
            format!("{ratio} times {as_much}, and at most {high}{p}")
        }
        (Some(ratio), [Some(low), None]) if finding.interval[1].is_some() => {
            format!("{ratio} times {as_much}, and at least {low}{p}")
        }
        (_, [None, Some(high)]) => {
            let estimate = bound(finding.bounds[1]);
            format!("at most {high} times {as_much}, which is only a bound, {want}{estimate}{p}")
        }
        (_, [Some(low), None]) => {
            let estimate = bound(finding.bounds[0]);
            format!("at least {low} times {as_much}, which is only a bound, {want}{estimate}{p}")
        }
        (_, [Some(low), Some(high)]) => format!("between {low} and {high} times {as_much}{p}"),
        (_, [None, None]) => "no useful bound of the ratio is known".to_owned(),
    }
}

/// Returns the words for a bound of the estimate. Returns an empty text if the bound is unknown.
fn bound(end: Option<f64>) -> String {
    end.map_or(String::new(), |end| format!("; the estimate itself is bounded by {}", rounded(end)))
}

/// Describes which ratios are still possible after an unclear finding. `first` and `second` are the
/// names of the pair's configurations, and `as_much` is `as much` or `as many`. If there is no
/// useful interval, describes why. Limits above 1000 or below 0.001 are not useful. Adds the
/// estimate if it is known.
fn possible_ratios(
    finding: &ComparedFinding,
    [first, second]: [&str; 2],
    as_much: &str,
    section: &SectionSummary,
) -> String {
    let possibility = match remove_extremes(finding.interval).map(|limit| limit.map(rounded)) {
        [None, None] if finding.interval != [None, None] => {
            format!(
                "so few runs show nothing: each of the two may take more than a thousand times \
                 {as_much} as the other"
            )
        }
        [Some(low), Some(high)] => {
            format!("{first} may take between {low} and {high} times {as_much} as {second}")
        }
        [None, Some(high)] => format!(
            "{first} may take up to {high} times {as_much} as {second}; no useful lower limit is \
             known"
        ),
        [Some(low), None] => format!(
            "{first} may take {low} times {as_much} as {second} or more; no useful upper limit is \
             known"
        ),
        [None, None] if finding.ratio.is_some() => format!(
            "{} are too few for an interval corrected for {} pairs",
            section.unit().counted(finding.boards),
            section.pairs.len()
        ),
        [None, None] => "runs without a result leave every factor possible".to_owned(),
    };
    possibility + &estimate(finding)
}

/// Returns the words for the ratio. Returns an empty text if the ratio is unknown.
fn estimate(finding: &ComparedFinding) -> String {
    finding.ratio.map_or(String::new(), |ratio| format!("; the estimate is {}", rounded(ratio)))
}

/// Returns the question in words. If another section differs from this one only in its limits, the
/// words also contain the limits.
pub fn question(section: &SectionSummary) -> String {
    let asked = match section.question {
        QuestionKind::Optimum => "finding the optimum with its proof",
        QuestionKind::Answer => "finding an answer or that there is none",
        QuestionKind::Sat => "finding an answer as good as the optimum",
        QuestionKind::Unsat => "refuting the value just better than the optimum",
        QuestionKind::Bound => "deciding a bound",
    };
    if section.names_limits {
        format!("{asked} within {}", section.limits())
    } else {
        asked.to_owned()
    }
}

/// Describes the numbers of repetitions of boards. If all boards have equally many, the text has
/// one number. Otherwise it has the least and the greatest number.
fn describe_repetitions(boards: &[BoardRatio]) -> String {
    let numbers = boards.iter().map(|one| one.repetitions);
    match (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0)) {
        (least, most) if least == most => format!("{} each", format_count(least, "repetition")),
        (least, most) => format!("{least} to {most} repetitions each"),
    }
}

/// Returns the name of a board without its beginning, which is the family and a hyphen. If the name
/// does not begin so, returns the whole name.
pub fn short_name<'a>(board: &'a str, family: &str) -> &'a str {
    board.strip_prefix(family).and_then(|rest| rest.strip_prefix('-')).unwrap_or(board)
}

/// Returns the short names of one or two boards. For more boards, returns the first and the last
/// name. For no boards, returns `none`.
pub(super) fn name_boards(family: &str, names: &[&str]) -> String {
    let short_names: Vec<&str> = names.iter().map(|name| short_name(name, family)).collect();
    match short_names[..] {
        [only] => only.to_owned(),
        [first, second] => format!("{first} and {second}"),
        [first, .., last] => format!("{first} to {last}"),
        [] => "none".to_owned(),
    }
}

/// Returns the number of boards of a section, with their family and names.
pub fn boards(section: &SectionSummary) -> String {
    let names: Vec<&str> = section.boards.iter().map(|board| board.name.as_str()).collect();
    let number = section.unit().counted(names.len());
    format!("{number} of {} ({})", section.family, name_boards(&section.family, &names))
}

/// Formats a number with about three significant digits. From 100 to a million, it is rounded to a
/// whole number. From 0.001 to 0.1, it has four decimals. If its absolute value is at least a
/// million or below 0.001, the number has two digits and an exponent. Zero is `0`. An infinite or
/// undefined number is `∞`, whatever its sign.
pub fn rounded(value: f64) -> String {
    match value {
        value if !value.is_finite() => "∞".to_owned(),
        0.0 => "0".to_owned(),
        value if value.abs() >= 1e6 => format!("{value:.1e}"),
        value if value.abs() >= 100.0 => format!("{value:.0}"),
        value if value.abs() >= 10.0 => format!("{value:.1}"),
        value if value.abs() >= 1.0 => format!("{value:.2}"),
        value if value.abs() >= 0.1 => format!("{value:.3}"),
        value if value.abs() >= 0.001 => format!("{value:.4}"),
        value => format!("{value:.1e}"),
    }
}

/// Formats a probability with two or three decimals. Below 0.001, it has one digit and an exponent.
/// Below 1e-300, the text is `0`.
pub fn format_probability(p: f64) -> String {
    match p {
        p if p >= 0.1 => format!("{p:.2}"),
        p if p >= 0.001 => format!("{p:.3}"),
        p if p < 1e-300 => "0".to_owned(),
        p => format!("{p:.0e}"),
    }
}
