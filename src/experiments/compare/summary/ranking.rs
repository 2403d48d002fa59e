//! The configurations of a section in one table, each compared with the best one. Configurations
//! that share a letter are not shown to differ.
//!
//! The algorithm is Piepho's (An Algorithm for a Letter-Based Representation of All-Pairwise
//! Comparisons, J. Computational and Graphical Statistics 13(2), 2004). It begins with one set of
//! all configurations. For each pair of configurations that differs, each set that contains both of
//! them is replaced by two sets, each of which lacks one of the two. A set that is a subset of
//! another set is removed. Each remaining set is a letter.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{ComparedFinding, SectionSummary};

/// The letters of the sets of configurations that are not shown to differ.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A configuration in the ranking of its section.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedConfiguration {
    /// Index of the configuration in the section.
    pub configuration: usize,
    /// Ratios to the best configuration, on these boards and for boards like these, as in
    /// [`Pair`](super::Pair). `None` for the best configuration itself, and for a configuration
    /// that has no common blocks with the best one.
    pub against_best: Option<[Ratio; 2]>,
    /// Letters, which follow from the findings of all pairs: first the letters for these boards,
    /// then those for boards like these. Configurations that share a letter are not shown to
    /// differ. The letters are empty if no pair has an interval, or if more than 52 letters are
    /// needed.
    pub letters: [String; 2],
}

/// A ratio of two configurations, and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// Estimate of the ratio, if known.
    pub ratio: Option<f64>,
    /// Limits of the interval, if known.
    pub interval: [Option<f64>; 2],
}

impl Ratio {
    fn from_finding(finding: &ComparedFinding) -> Ratio {
        Ratio { ratio: finding.ratio, interval: finding.interval }
    }
}

/// Ranks the configurations of a section by the number of solved common blocks (most first), then
/// by PAR2 (least first). Ties keep the planned order. Returns an empty list if the section has no
/// configuration.
pub fn ranking(section: &SectionSummary) -> Vec<RankedConfiguration> {
    let order = section.order();
    let letters = [0, 1].map(|level| letters(section, &order, level));
    order
        .iter()
        .map(|&configuration| RankedConfiguration {
            configuration,
            against_best: section
                .pair(configuration, order[0])
                .map(|pair| pair.findings().map(Ratio::from_finding)),
            letters: [0, 1].map(|level: usize| letters[level][configuration].clone()),
        })
        .collect()
}

/// Returns the letters of each configuration, by its index in the section. `level` is the index of
/// the finding in [`findings`](super::Pair::findings), and `order` the ranking, by which letters
/// are assigned. All letters are empty if no pair has an interval, or if more than 52 letters are
/// needed.
fn letters(section: &SectionSummary, order: &[usize], level: usize) -> Vec<String> {
    let mut words = vec![String::new(); section.configurations.len()];
    if !section.pairs.iter().any(|pair| pair.findings()[level].verdict.has_interval()) {
        return words;
    }
    let different = section
        .pairs
        .iter()
        .filter(|pair| pair.findings()[level].verdict.is_different())
        .filter_map(|pair| {
            let [one, other] =
                pair.configurations.map(|place| order.iter().position(|&one| one == place));
            Some([one?, other?])
        });
    let sets = independent_sets(order.len(), different);
    if sets.len() > LETTERS.len() {
        return words;
    }
    for (set, letter) in sets.iter().zip(LETTERS.chars()) {
        for &place in set {
            words[order[place]].push(letter);
        }
    }
    words
}

/// Returns the maximal sets of indices below `number` that contain no pair of `different`, sorted.
/// The indices of a pair must be below `number` and differ. Without pairs, returns the set of all
/// indices.
fn independent_sets(
    number: usize,
    different: impl Iterator<Item = [usize; 2]>,
) -> Vec<BTreeSet<usize>> {
    let mut sets = vec![(0..number).collect::<BTreeSet<usize>>()];
    for [one, other] in different {
        let (divided, mut kept): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set| set.contains(&one) && set.contains(&other));
        for set in divided {
            for out in [one, other] {
                let mut part = set.clone();
                part.remove(&out);
                if !kept.iter().any(|other| part.is_subset(other)) {
                    kept.retain(|other| !other.is_subset(&part));
                    kept.push(part);
                }
            }
        }
        sets = kept;
    }
    sets.sort();
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(number: usize, different: &[[usize; 2]]) -> Vec<Vec<usize>> {
        let sets = independent_sets(number, different.iter().copied());
        sets.into_iter().map(|set| set.into_iter().collect()).collect()
    }

    #[test]
    fn those_that_differ_share_no_letter() {
        assert_eq!(sets(1, &[]), [[0]]);
        assert_eq!(sets(3, &[]), [[0, 1, 2]]);
        assert_eq!(sets(3, &[[0, 2]]), [[0, 1], [1, 2]]);
        assert_eq!(sets(3, &[[0, 1], [0, 2]]), [vec![0], vec![1, 2]]);
        assert_eq!(sets(3, &[[0, 1], [0, 2], [1, 2]]), [[0], [1], [2]]);
        assert_eq!(sets(4, &[[0, 2], [0, 3], [1, 3]]), [[0, 1], [1, 2], [2, 3]]);
    }

    #[test]
    fn those_that_do_not_differ_share_a_letter() {
        let mut random = fastrand::Rng::with_seed(5);
        for number in 2..9 {
            for _ in 0..50 {
                let different: Vec<[usize; 2]> = (0..number)
                    .flat_map(|one| (0..one).map(move |other| [other, one]))
                    .filter(|_| random.bool())
                    .collect();
                let sets = independent_sets(number, different.iter().copied());
                for one in 0..number {
                    for other in 0..one {
                        let share =
                            sets.iter().any(|set| set.contains(&one) && set.contains(&other));
                        assert_eq!(share, !different.contains(&[other, one]), "{different:?}");
                    }
                }
            }
        }
    }
}
