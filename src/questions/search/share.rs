//! Shares of the cases into which a strategy divides the refutation of a bound.
//!
//! Each case has a hash. The hash modulo the number of shares determines the share of the case. So
//! the shares together cover all cases, even if machines list the cases in different orders, or if
//! rounding makes some machines omit impossible cases. Similar cases go to different shares, so all
//! shares take nearly the same time.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::model::split_mix;

/// The cases whose hash modulo `of` is `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[u64; 2]", into = "[u64; 2]")]
pub struct Share {
    first: u64,
    of: u64,
}

impl Share {
    /// The share with every case.
    pub const ALL: Share = Share { first: 0, of: 1 };

    /// Returns whether a case, given by the numbers that define it, belongs to the share.
    pub fn contains(self, case: &[u32]) -> bool {
        self.of == 1
            || case.iter().fold(0, |hash, &number| split_mix(hash ^ u64::from(number))) % self.of
                == self.first
    }

    /// Divides the share into `number` smaller shares; 0 counts as 1. Returns the share itself if a
    /// modulus would exceed 64 bits.
    pub fn divide(self, number: u64) -> Vec<Share> {
        let parts: Option<Vec<Share>> =
            (0..number.max(1)).map(|turn| self.part(turn, number)).collect();
        parts.unwrap_or_else(|| vec![self])
    }

    /// Divides the share into `number` equal parts, and returns the part with the index `turn`.
    /// Returns `None` if a modulus would exceed 64 bits.
    fn part(self, turn: u64, number: u64) -> Option<Share> {
        debug_assert!(turn < number.max(1), "parts are numbered from 0");
        let first = turn.checked_mul(self.of)?.checked_add(self.first)?;
        Some(Share { first, of: self.of.checked_mul(number.max(1))? })
    }

    /// Returns whether `shares` are all the parts that [`Share::divide`] returns for some `number`.
    /// They can be in any order, and can be repeated. Returns `false` if there are no shares. Also
    /// returns `false` if the shares are of different sizes, even if together they cover this
    /// share.
    pub fn is_covered_by(self, shares: impl IntoIterator<Item = Share>) -> bool {
        let distinct: HashSet<Share> = shares.into_iter().collect();
        let Some(of) = distinct.iter().map(|share| share.of).next() else { return false };
        let number = of / self.of;
        of % self.of == 0
            && usize::try_from(number).is_ok_and(|number| number == distinct.len())
            && self.divide(number).into_iter().all(|part| distinct.contains(&part))
    }
}

impl From<[u64; 2]> for Share {
    /// Returns the share with these fields. If `of` is 0, it counts as 1.
    fn from([first, of]: [u64; 2]) -> Share {
        Share { first, of: of.max(1) }
    }
}

impl From<Share> for [u64; 2] {
    fn from(Share { first, of }: Share) -> [u64; 2] {
        [first, of]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_in_one_share_and_shares_are_alike() {
        // Sums of lines with stated parities. All sums are even, as in Abbott's window.
        let cases: Vec<Vec<u32>> = (0..8)
            .flat_map(|a| (0..8).flat_map(move |b| (0..64).map(move |c| vec![2 * a, 2 * b, 2 * c])))
            .collect();
        for number in [1, 2, 3, 8, 16] {
            let shares = Share::ALL.divide(number);
            let sizes: Vec<usize> = shares
                .iter()
                .map(|share| cases.iter().filter(|case| share.contains(case)).count())
                .collect();
            assert_eq!(sizes.iter().sum::<usize>(), cases.len(), "{number} shares");
            let mean = cases.len() as f64 / shares.len() as f64;
            let is_near = |&size: &usize| (size as f64 - mean).abs() < 5.0 * mean.sqrt() + 1.0;
            assert!(sizes.iter().all(is_near), "{sizes:?}");
        }
        for share in Share::ALL.divide(5) {
            for case in &cases {
                let parts = share.divide(7).into_iter().filter(|part| part.contains(case)).count();
                assert_eq!(parts, usize::from(share.contains(case)), "{case:?} in {share:?}");
            }
        }
    }

    #[test]
    fn a_case_is_in_the_same_share_everywhere() {
        let of = |case: &[u32]| (0..1000).find(|&first| Share { first, of: 1000 }.contains(case));
        assert_eq!(
            [of(&[]), of(&[1]), of(&[0, 1]), of(&[7, 0, 4])],
            [Some(0), Some(465), Some(430), Some(593)]
        );
    }

    #[test]
    fn what_covers_a_share_is_told_from_what_does_not() {
        let third = Share::ALL.divide(3)[1];
        let mut parts = third.divide(5);
        assert!(third.is_covered_by(parts.iter().copied()));
        assert!(third.is_covered_by([third]));
        parts.reverse();
        parts.push(parts[0]);
        assert!(
            third.is_covered_by(parts.iter().copied()),
            "the parts can be in any order, and repeated"
        );
        assert!(!third.is_covered_by(parts[1..4].iter().copied()), "a part is missing");
        assert!(!third.is_covered_by([]));
        assert!(
            !third.is_covered_by(Share::ALL.divide(3)[2].divide(5)),
            "the parts belong to another share"
        );
        assert!(!third.is_covered_by([Share::ALL]), "a larger share is not one of its parts");
        let huge = Share::from([u64::MAX, u64::MAX]);
        assert_eq!(huge.divide(9), [huge]);
    }
}
