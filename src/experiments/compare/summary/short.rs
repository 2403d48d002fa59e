//! The findings on one family and question in a sentence. The sentence has the number of pairs with
//! each verdict, and the configurations without results.

use super::words::format_count;
use super::{
    ALPHA, ComparedFinding, FEWEST_BOARDS, FindingVerdict, Pair, RELEVANT, SectionSummary, Unit,
};

/// The number of pairs with each kind of verdict.
#[derive(Default)]
struct VerdictTally {
    /// The number of pairs that differ beyond the noise. A pair whose ratio is the same in all
    /// repetitions counts too, if this ratio is not 1.
    different: usize,
    /// The number of pairs that differ, but perhaps only by noise.
    slightly: usize,
    same: usize,
    unclear: usize,
    /// The number of pairs without an interval.
    untold: usize,
}

/// A ratio counts as 1 if its distance from 1 is smaller than this. The number is greater than the
/// rounding errors of a mean.
const EQUAL: f64 = 1e-9;

impl VerdictTally {
    /// Counts findings by the kind of their verdicts. If a ratio is equal in all repetitions, it
    /// counts as the same if it is 1, and otherwise as different. Findings count as `untold` if
    /// there are too few boards or repetitions, if results are missing, or if the measure is not
    /// reported.
    fn from_findings<'a>(findings: impl Iterator<Item = &'a ComparedFinding>) -> VerdictTally {
        let mut tally = VerdictTally::default();
        for finding in findings {
            *match finding.verdict {
                FindingVerdict::Constant
                    if finding.ratio.is_some_and(|ratio| (ratio - 1.0).abs() < EQUAL) =>
                {
                    &mut tally.same
                }
                FindingVerdict::Less | FindingVerdict::More | FindingVerdict::Constant => {
                    &mut tally.different
                }
                FindingVerdict::SlightlyLess | FindingVerdict::SlightlyMore => &mut tally.slightly,
                FindingVerdict::Same => &mut tally.same,
                FindingVerdict::Unclear => &mut tally.unclear,
                _ => &mut tally.untold,
            } += 1;
        }
        tally
    }

    /// Describes the numbers of pairs with each verdict. The phrase begins with `level`, which
    /// names the boards. A number of 0 is left out, but the number of different pairs is always
    /// there.
    fn in_words(&self, level: &str) -> String {
        let close = (RELEVANT - 1.0) * 100.0;
        let all = self.different + self.slightly + self.same + self.unclear + self.untold;
        let perhaps = format!(" (but perhaps by less than {close:.0} %)");
        let parts = [
            (self.slightly, "differs", "differ", &perhaps[..]),
            (self.same, "takes", "take", " the same"),
            (self.unclear, "is", "are", " unclear"),
            (self.untold, "has", "have", " no finding"),
        ];
        let differ = if self.different == 1 { "differs" } else { "differ" };
        let mut phrases = vec![format!("{level}, {} of {all} pairs {differ}", self.different)];
        for (number, one, more, what) in parts.into_iter().filter(|part| part.0 > 0) {
            phrases.push(format!("{number} {}{what}", if number == 1 { one } else { more }));
        }
        phrases.join(", ")
    }
}

/// Describes the results and the findings of a section. About the results, the text says which
/// configurations have none, or else which numbers of results differ. The phrases are joined by
/// semicolons and have no full stop. If no pair has [`FEWEST_BOARDS`] boards, the text says that
/// there are too few boards for a claim about boards like these. If there are no pairs, it says
/// why.
pub fn short_summary(section: &SectionSummary) -> String {
    let boards = section.pairs.iter().map(|pair| pair.boards.len()).max().unwrap_or(0);
    let unit = section.unit();
    let these = match boards {
        1 => format!("on this {}", unit.singular()),
        boards => format!("on these {boards} {}", unit.plural()),
    };
    let beyond_these = format!("for {} like these", unit.plural());
    let of_all = |level: &str, finding: fn(&Pair) -> &ComparedFinding| match &section.pairs[..] {
        [pair] => format!("{level} {}", describe_finding(finding(pair))),
        pairs => VerdictTally::from_findings(pairs.iter().map(finding)).in_words(level),
    };
    let findings = if section.pairs.is_empty() {
        no_pair_reason(section)
    } else {
        let like = if boards < FEWEST_BOARDS {
            too_few_boards(unit, boards)
        } else {
            of_all(&beyond_these, |pair| &pair.boards_like_these)
        };
        format!("{}; {like}", of_all(&these, |pair| &pair.these_boards))
    };
    describe_results(section).into_iter().chain([findings]).collect::<Vec<_>>().join("; ")
}

/// Returns the reason, in words, why a section has no pair to compare. It is the first of these
/// reasons that applies: no run needed a clause, there is only one configuration, or no block has
/// runs of two configurations. The section must have no pair.
fn no_pair_reason(section: &SectionSummary) -> String {
    let reason = if section.blocks > 0 && section.without_clauses == section.blocks {
        "no run needed a clause for its result, so nothing is compared"
    } else if section.configurations.len() == 1 {
        "only one configuration has runs, so there is nothing to compare it with"
    } else {
        "no block has runs of two configurations"
    };
    reason.to_owned()
}

/// Returns a phrase that says that there are too few boards for a claim about other boards.
fn too_few_boards(unit: Unit, boards: usize) -> String {
    let are = if boards == 1 { "is" } else { "are" };
    let (counted, many) = (unit.counted(boards), unit.plural());
    format!("{counted} {are} too few to claim anything about other {many}")
}

/// Describes the finding on the only pair of a section. A ratio that is equal in all repetitions
/// counts as a difference, unless it is 1. The phrase says that nothing is claimed in these cases:
/// there are too few boards or repetitions, results are missing, or the measure is not reported.
fn describe_finding(finding: &ComparedFinding) -> String {
    let close = (RELEVANT - 1.0) * 100.0;
    match finding.verdict {
        FindingVerdict::Constant
            if finding.ratio.is_some_and(|ratio| (ratio - 1.0).abs() < f64::EPSILON) =>
        {
            "the two configurations take the same in every repetition".to_owned()
        }
        FindingVerdict::Less | FindingVerdict::More | FindingVerdict::Constant => {
            "the two configurations differ".to_owned()
        }
        FindingVerdict::SlightlyLess | FindingVerdict::SlightlyMore => {
            format!("the two configurations differ, but perhaps by less than {close:.0} %")
        }
        FindingVerdict::Same => {
            format!("the two configurations take the same to within {close:.0} %")
        }
        FindingVerdict::Unclear => "it is unclear which of the two takes less".to_owned(),
        _ => "nothing is claimed".to_owned(),
    }
}

/// Describes the configurations that have runs but no result. If there are none, describes the
/// pairs that differ in their numbers of results. A pair differs if the p-value of its sign test
/// over blocks is at most [`ALPHA`]. If the section has only one pair, the text has its two numbers
/// of results. Otherwise it has only the number of such pairs. Returns `None` if there are neither
/// such configurations nor such pairs.
fn describe_results(section: &SectionSummary) -> Option<String> {
    let without: Vec<String> = section
        .configurations
        .iter()
        .filter(|one| one.solved == 0 && one.runs > 0)
        .map(|one| format!("{} has no result in {}", one.name, format_count(one.runs, "run")))
        .collect();
    if !without.is_empty() {
        return Some(without.join(", "));
    }
    let differing = section.pairs.iter().filter(|pair| pair.solved.p_these_boards <= ALPHA).count();
    match (differing, &section.pairs[..]) {
        (0, _) => None,
        (_, [pair]) => {
            let most = usize::from(pair.solved.runs[1] > pair.solved.runs[0]);
            let [more, fewer] = [most, 1 - most].map(|one| {
                let name = &section.configurations[pair.configurations[one]].name;
                (name, pair.solved.runs[one])
            });
            Some(format!("{} has {} results and {} has {}", more.0, more.1, fewer.0, fewer.1))
        }
        (number, pairs) => {
            Some(format!("{number} of {} pairs differ in how many results they have", pairs.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_always_the_same_does_not_differ() {
        let finding = |ratio| ComparedFinding {
            boards: 1,
            silent: 0,
            ratio: Some(ratio),
            bounds: [None; 2],
            interval: [None; 2],
            p: None,
            verdict: FindingVerdict::Constant,
        };
        assert!(describe_finding(&finding(1.0)).contains("take the same"));
        assert!(describe_finding(&finding(2.0)).contains("differ"));
    }
}
