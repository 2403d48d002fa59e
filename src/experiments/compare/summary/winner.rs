//! The headline of a section: which configuration is first, and by how much.
//!
//! The first configuration has the most results. If several configurations have equally many, it
//! has the least PAR2 of them. This order alone is no finding, since runs vary. So the headline
//! describes the finding of every other configuration against the first one. If a configuration is
//! not shown to take more than the first one, the headline says so.

use std::cmp::Ordering;

use super::{ALPHA, ComparedFinding, FindingVerdict, Measure, Pair, SectionSummary, rounded};
use crate::compare::statistics::extent;

/// The greatest number of configurations of which a list has the names. If there are more
/// configurations, the list has only their number.
const MOST_NAMES: usize = 3;

/// Returns the sentence that names the first configuration and says by how much it leads. The
/// sentence has no full stop. Returns `None` if no block has runs of two configurations.
pub fn winner_sentence(section: &SectionSummary, measure: Measure) -> Option<String> {
    let standings = Standings::for_section(section, measure);
    let is_alone = standings.others.is_empty();
    (!is_alone).then(|| format!("{}, {}", standings.level(), standings.sentence()))
}

/// The result of the comparison of a configuration with the first one (the leader).
enum Standing {
    /// The configuration is shown to take more of the measure than the first one. `ratio` is the
    /// ratio to the first one. If `is_bound` is set, it is only a lower bound of this ratio. It is
    /// `None` if not even a bound is known.
    More { ratio: Option<f64>, is_bound: bool },
    /// The configuration is shown to have fewer results than the first one: a sign test shows it,
    /// or the configuration has no result at all.
    FewerResults,
    /// The configuration is shown to take less of the measure than the first one, although it has a
    /// lower rank. `ratio` is the ratio to the first one. It is `None` if it is unknown.
    Less { ratio: Option<f64> },
    /// No clear difference between the configuration and the first one is shown.
    Open,
}

/// The results of comparing each configuration with the first one.
struct Standings<'a> {
    section: &'a SectionSummary,
    measure: Measure,
    /// The index of the first configuration.
    leader: usize,
    /// Whether the findings for boards like these are used. They are used if no claim is made about
    /// exactly these boards.
    are_for_others: bool,
    /// The other configurations that share blocks with the first one, in the order of the ranking.
    others: Vec<(usize, Standing)>,
}

impl Standings<'_> {
    /// Compares the first configuration with each other configuration that shares blocks with it.
    /// Uses the findings about exactly these boards if one of them makes a claim. Also uses them if
    /// no finding about boards like these has an interval. Otherwise, uses the findings about
    /// boards like these.
    fn for_section(section: &SectionSummary, measure: Measure) -> Standings<'_> {
        let leader = section.leader();
        let pairs: Vec<(usize, Pair)> = section
            .order()
            .into_iter()
            .filter_map(|one| Some((one, section.pair(one, leader)?)))
            .collect();
        let claims = |level: fn(&Pair) -> &ComparedFinding| {
            pairs.iter().any(|(_, pair)| makes_claim(level(pair)))
        };
        let are_for_others = !claims(|pair| &pair.these_boards)
            && pairs.iter().any(|(_, pair)| pair.boards_like_these.verdict.has_interval());
        let others = pairs
            .iter()
            .map(|(one, pair)| {
                let finding =
                    if are_for_others { &pair.boards_like_these } else { &pair.these_boards };
                (*one, Standing::from_finding(section, pair, finding))
            })
            .collect();
        Standings { section, measure, leader, are_for_others, others }
    }
}

/// Returns whether a finding says something about the difference. This is true if the finding has
/// an interval, or a ratio that does not vary.
fn makes_claim(finding: &ComparedFinding) -> bool {
    finding.verdict.has_interval() || finding.verdict == FindingVerdict::Constant
}

impl Standing {
    /// Returns the standing of a pair's first configuration against its second one, the leader.
    /// `finding` is one of the pair's two findings. A constant ratio counts as `More` or `Less`, if
    /// it is not 1. `More` has the ratio or, if it is unknown, a lower bound of it. Other
    /// differences that may be noise do not count. `FewerResults` applies if the configuration has
    /// fewer results than the leader, and if either the sign test over blocks shows this, or the
    /// configuration has no result. If several standings apply, `More` has precedence over
    /// `FewerResults`, and `FewerResults` over `Less`. If none applies, the standing is `Open`.
    fn from_finding(section: &SectionSummary, pair: &Pair, finding: &ComparedFinding) -> Standing {
        let ratio = finding.ratio;
        let order = match finding.verdict {
            FindingVerdict::More => Ordering::Greater,
            FindingVerdict::Less => Ordering::Less,
            FindingVerdict::Constant => {
                ratio.and_then(|ratio| ratio.partial_cmp(&1.0)).unwrap_or(Ordering::Equal)
            }
            _ => Ordering::Equal,
        };
        let [one, leader] = pair.configurations.map(|place| &section.configurations[place]);
        let is_shown = pair.solved.p_these_boards <= ALPHA || one.solved == 0;
        match order {
            Ordering::Greater => {
                let least = ratio.or(finding.bounds[0]).or(finding.interval[0]);
                Standing::More { ratio: least, is_bound: ratio.is_none() }
            }
            _ if one.solved < leader.solved && is_shown => Standing::FewerResults,
            Ordering::Less => Standing::Less { ratio },
            Ordering::Equal => Standing::Open,
        }
    }
}

impl Standings<'_> {
    /// Returns the words for the family and the boards of the findings: these boards, or boards
    /// like these. The words have the number of boards, which is the largest number of boards of a
    /// pair. But if the findings are about exactly one board, the words have no number.
    fn level(&self) -> String {
        let number = self.section.pairs.iter().map(|pair| pair.boards.len()).max().unwrap_or(0);
        let (one, many) = (self.section.unit().singular(), self.section.unit().plural());
        let family = &self.section.family;
        match (self.are_for_others, number) {
            (true, _) => format!("for {many} like these {number} of {family}"),
            (false, 1) => format!("on this {one} of {family}"),
            (false, _) => format!("on these {number} {many} of {family}"),
        }
    }

    /// Returns the sentence without its beginning, which names the boards, and without its full
    /// stop. If the leader has no result, the sentence only says that no configuration has one. If
    /// another configuration is shown to take more or has fewer results, the sentence names a
    /// winner. Otherwise, if a configuration is shown to take less, the sentence says that no
    /// winner is clear. If none is shown to take less either, it says that no winner is shown. If
    /// no configuration is compared with the leader, it only says that the leader is first.
    fn sentence(&self) -> String {
        let leader = self.name(self.leader);
        if self.section.configurations[self.leader].solved == 0 {
            return "no configuration has a result".to_owned();
        }
        let beaten: Vec<String> =
            [self.describe_more(), self.describe_fewer_results()].into_iter().flatten().collect();
        let open = self.open();
        match (beaten.is_empty(), self.describe_less(), open) {
            (false, less, open) => {
                format!(
                    "{leader} is first: {}",
                    beaten.into_iter().chain(less).chain(open).collect::<Vec<_>>().join("; ")
                )
            }
            (true, Some(less), _) => {
                format!("no winner is clear: {leader} is first by {}, {less}", self.criterion())
            }
            (true, None, Some(open)) => {
                format!("no winner is shown: {leader} is first by {}, but {open}", self.criterion())
            }
            (true, None, None) => format!("{leader} is first"),
        }
    }

    /// Returns the words for the criterion by which the leader is first. This is the number of
    /// results if, in the common blocks, the leader has more results than each configuration that
    /// is compared with it. Otherwise, it is PAR2.
    fn criterion(&self) -> &'static str {
        let solved = |one: usize| self.section.configurations[one].solved_in_common;
        let leader = solved(self.leader);
        if self.others.iter().all(|&(one, _)| solved(one) < leader) {
            "the number of results"
        } else {
            "PAR2"
        }
    }

    /// Describes the configurations that take more, with the range of their factors. If one of the
    /// factors is unknown, leaves the factors out. If one of them is a bound, gives only the least
    /// factor. Returns `None` if there are no such configurations.
    fn describe_more(&self) -> Option<String> {
        let ones = self.select(|place| matches!(place, Standing::More { .. }));
        let (ratios, are_bounds): (Vec<Option<f64>>, Vec<bool>) = self
            .others
            .iter()
            .filter_map(|(_, place)| match place {
                Standing::More { ratio, is_bound } => Some((*ratio, *is_bound)),
                _ => None,
            })
            .unzip();
        let known: Option<Vec<f64>> = ratios.into_iter().collect();
        let range = known.and_then(extent).map(|range| range.map(rounded));
        let verb = if ones.len() == 1 { "takes" } else { "take" };
        let (as_much, noun) = (self.measure.as_much(), self.measure.noun());
        let how_much = match range {
            None => format!("more {noun}"),
            Some([least, _]) if are_bounds.contains(&true) => {
                format!("at least {least} times {as_much} {noun}")
            }
            Some([least, most]) if least == most => format!("{least} times {as_much} {noun}"),
            Some([least, most]) => format!("{least} to {most} times {as_much} {noun}"),
        };
        Some(format!("{} {verb} {how_much}", self.join_names(&ones)?))
    }

    /// Describes the configurations with fewer results. Returns `None` if there are none.
    fn describe_fewer_results(&self) -> Option<String> {
        let ones = self.select(|place| matches!(place, Standing::FewerResults));
        let have = if ones.len() == 1 { "has" } else { "have" };
        Some(format!("{} {have} fewer results", self.join_names(&ones)?))
    }

    /// Describes one configuration that is shown to take less than the first one: the one with the
    /// highest rank. Adds the ratio if it is known. Returns `None` if there is no such
    /// configuration.
    fn describe_less(&self) -> Option<String> {
        let (as_much, noun) = (self.measure.as_much(), self.measure.noun());
        let less = self.others.iter().find_map(|&(one, ref place)| match place {
            Standing::Less { ratio } => Some((one, *ratio)),
            _ => None,
        });
        less.map(|(one, ratio)| {
            let how_much = match ratio {
                Some(ratio) => format!("{} times {as_much}", rounded(ratio)),
                None => self.measure.less().to_owned(),
            };
            format!("but by the typical ratio {} takes {how_much} {noun}", self.name(one))
        })
    }

    /// Describes the configurations for which no clear difference is shown. Returns `None` if there
    /// are none.
    fn open(&self) -> Option<String> {
        let ones = self.select(|place| matches!(place, Standing::Open));
        Some(format!("no clear difference from {} is shown", self.join_names(&ones)?))
    }

    /// Returns the configurations for whose standing `wanted` returns true, in the order of the
    /// ranking.
    fn select(&self, wanted: impl Fn(&Standing) -> bool) -> Vec<usize> {
        self.others.iter().filter(|(_, place)| wanted(place)).map(|&(one, _)| one).collect()
    }

    fn name(&self, configuration: usize) -> &str {
        &self.section.configurations[configuration].name
    }

    /// Returns the names of the configurations `ones` as one phrase. If `ones` has several
    /// configurations, and these are all that are compared with the first one, the phrase is `the
    /// others`. Otherwise, if `ones` has more than [`MOST_NAMES`] configurations, the phrase has
    /// only their number. Returns `None` if `ones` is empty.
    fn join_names(&self, ones: &[usize]) -> Option<String> {
        let names: Vec<&str> = ones.iter().map(|&one| self.name(one)).collect();
        let all = self.others.len();
        Some(match names.as_slice() {
            [] => return None,
            [only] => (*only).to_owned(),
            names if names.len() == all => "the others".to_owned(),
            [names @ .., last] if names.len() < MOST_NAMES => {
                format!("{} and {last}", names.join(", "))
            }
            names => format!("{} others", names.len()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Summary;
    use super::*;
    use crate::record::tests::record;
    use crate::record::{Ending, Limit, Record};

    /// Returns runs of configurations named a, b, … on boards of growing size. `time` returns the
    /// seconds that a configuration needs on a board. The times vary a little with the repetition.
    fn runs(
        configurations: usize,
        boards: usize,
        repetitions: u32,
        time: impl Fn(usize, usize) -> f64,
    ) -> Vec<Record> {
        let mut noise = fastrand::Rng::with_seed(7);
        let mut runs = Vec::new();
        for board in 0..boards {
            for repetition in 0..repetitions {
                for place in 0..configurations {
                    let name = ["a", "b", "c", "d", "e", "f"][place];
                    let seconds = time(place, board) * (1.0 + 0.02 * noise.f64());
                    let side = 4 + board;
                    let mut one =
                        record(&format!("gunport-{side}x{side}"), &[("amo", name)], seconds);
                    one.scramble = Some(u64::from(repetition));
                    one.size = Some([side, side]);
                    one.configuration = Some(place);
                    runs.push(one);
                }
            }
        }
        runs
    }

    fn told(records: &[Record]) -> String {
        let summary = Summary::from_records(records, Measure::Cpu, false);
        winner_sentence(&summary.sections[0], Measure::Cpu).expect("pairs of configurations")
    }

    #[test]
    fn the_first_is_named_with_its_lead() {
        let told = told(&runs(3, 8, 3, |place, _| [1.0, 1.5, 3.0][place]));
        let lead = told
            .strip_prefix("on these 8 boards of gunport, a is first: the others take ")
            .and_then(|rest| rest.strip_suffix(" times as much processor time"));
        let lead = lead.unwrap_or_else(|| panic!("{told}")).split_once(" to ").expect("a range");
        let lead = [lead.0, lead.1].map(|number| number.parse::<f64>().expect("a number"));
        assert!((lead[0] - 1.5).abs() < 0.05 && (lead[1] - 3.0).abs() < 0.1, "{told}");
    }

    #[test]
    fn what_is_not_shown_to_differ_is_named_too() {
        let one = told(&runs(3, 8, 3, |place, _| [1.0, 1.002, 2.0][place]));
        assert!(one.contains("is first: c takes ") && one.contains("; no clear difference from "));
        let none = told(&runs(2, 8, 3, |_, _| 1.0));
        assert!(
            none.contains("no winner is shown: ") && none.contains(" is first by PAR2, but no")
        );
        let many = told(&runs(6, 8, 3, |place, _| if place == 5 { 2.0 } else { 1.0 }));
        assert!(many.ends_with("; no clear difference from 4 others is shown"), "{many}");
    }

    /// There are eight boards. On one of them, the configuration that is faster on the others takes
    /// a hundred times longer.
    #[test]
    fn a_winner_by_par2_alone_is_no_clear_winner() {
        let told = told(&runs(2, 8, 3, |place, board| match (place, board) {
            (0, 7) => 9.0,
            (0, _) => 0.2,
            _ => 1.0,
        }));
        let expected = "on these 8 boards of gunport, no winner is clear: b is first by PAR2, but by the \
                        typical ratio a takes 0.";
        assert!(told.starts_with(expected), "{told}");
    }

    #[test]
    fn configurations_without_results_are_beaten_or_nobody_is() {
        let mut records = runs(2, 8, 3, |_, _| 1.0);
        let stop = |run: &mut Record| {
            run.ending = Ending::Stopped;
            (run.limit, run.cpu_seconds) = (Some(Limit::Cpu), run.time_limit);
        };
        records.iter_mut().filter(|run| run.options["amo"] == "b").for_each(stop);
        let one = told(&records);
        assert!(
            one.contains("a is first: b takes at least ") || one.contains("fewer results"),
            "{one}"
        );
        records.iter_mut().for_each(stop);
        assert!(told(&records).ends_with("no configuration has a result"));
    }

    #[test]
    fn single_repetitions_show_a_winner_for_boards_like_these() {
        let records = runs(2, 8, 1, |place, _| [1.0, 2.0][place]);
        let expected = "for boards like these 8 of gunport, a is first: b takes ";
        assert!(told(&records).starts_with(expected), "{}", told(&records));
    }

    #[test]
    fn models_are_instances() {
        let mut records = runs(2, 8, 3, |place, _| [1.0, 2.0][place]);
        for run in &mut records {
            (run.family, run.size) = ("model".to_owned(), None);
        }
        assert!(told(&records).starts_with("on these 8 instances of model, a is first: b takes "));
    }
}
