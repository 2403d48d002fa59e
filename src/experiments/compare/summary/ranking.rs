//! A table with all configurations of a section. Each configuration is compared with the best one.
//! If two configurations share a letter, they are not shown to differ.
//!
//! The algorithm is Piepho's (An Algorithm for a Letter-Based Representation of All-Pairwise
//! Comparisons, J. Computational and Graphical Statistics 13(2), 2004). It begins with one set,
//! which has all configurations. For each pair of configurations that differ, it replaces each set
//! that contains both of them by two sets. Each of these two lacks one of the two configurations. A
//! set that is a subset of another set is removed. Each remaining set is a letter.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{ComparedFinding, SectionSummary};

/// The letters. Each letter is the name of a set of configurations that are not shown to differ.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A configuration in the ranking of its section.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedConfiguration {
    /// Index of the configuration in the section.
    pub configuration: usize,
    /// Ratios to the best configuration, as in [`Pair`](super::Pair): first on these boards, then
    /// for boards like these. It is `None` for the best configuration itself, and for a
    /// configuration that has no common blocks with the best one.
    pub against_best: Option<[Ratio; 2]>,
    /// The letters, which follow from the findings of all pairs: first the letters for these
    /// boards, then those for boards like these. If two configurations share a letter, no finding
    /// proves that they differ. The letters are empty if no pair has an interval, or if more than
    /// 52 letters are needed.
    pub letters: [String; 2],
}

/// A ratio of two configurations, and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// Estimate of the ratio, if it is known.
    pub ratio: Option<f64>,
    /// Limits of the interval, if they are known.
    pub interval: [Option<f64>; 2],
}

impl Ratio {
    fn from_finding(finding: &ComparedFinding) -> Ratio {
        Ratio { ratio: finding.ratio, interval: finding.interval }
    }
}

/// Ranks the configurations of a section. The configuration with the most solved common blocks
/// comes first. If two configurations have equally many, the one with the smaller PAR2 comes first.
/// Ties keep the planned order. Each configuration has its ratios to the first one, or `None` if
/// the section does not compare these two. Returns an empty list if the section has no
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

/// Returns the letters of each configuration, by the index of the configuration in the section.
/// `level` is the index of the finding in [`findings`](super::Pair::findings). `order` is the
/// ranking, in whose order letters are assigned. All letters are empty if no pair has an interval,
/// or if more than 52 letters are needed. Otherwise, two configurations share no letter if their
/// finding claims a difference beyond the noise, and share a letter if not.
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

/// Returns sets of the indices below `number`, sorted. No set contains both indices of a pair of
/// `different`, and each set is maximal in this respect. The indices of a pair must be below
/// `number` and differ. If there are no pairs, returns the set of all indices.
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
