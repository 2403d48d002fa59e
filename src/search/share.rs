//! Shares of a list of cases: the first of every ten, for one, or the second.
//!
//! Neighbours in a list are alike, and some regions of it take far longer than others. So cases are not dealt out in
//! runs but in turn, as cards are: shares of the same size then take nearly the same time. A share divides into smaller
//! ones in the same way, and whether shares are everything is arithmetic, whatever the cases are.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// The cases first, first + of, first + 2 · of, … of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[u64; 2]", into = "[u64; 2]")]
pub struct Share {
    first: u64,
    of: u64,
}

impl Share {
    /// Every case.
    pub const ALL: Share = Share { first: 0, of: 1 };

    /// The cases of a list of that length that the share has.
    pub fn number(self, cases: u64) -> u64 {
        cases.saturating_sub(self.first).div_ceil(self.of)
    }

    /// The place of its case of that number, from 0, in a list of that length; none where it has no more.
    pub fn case(self, number: u64, cases: u64) -> Option<u64> {
        let place = number.checked_mul(self.of)?.checked_add(self.first)?;
        (place < cases).then_some(place)
    }

    /// Its cases of a list.
    pub fn of_list<T: Copy>(self, list: &[T]) -> Vec<T> {
        let place = |place: u64| usize::try_from(place).unwrap_or(usize::MAX);
        list.iter().skip(place(self.first)).step_by(place(self.of)).copied().collect()
    }

    /// The share in this number of smaller ones, or itself where places would grow beyond 64 bits.
    pub fn divided(self, number: u64) -> Vec<Share> {
        let part = |turn: u64| {
            let first = turn.checked_mul(self.of)?.checked_add(self.first)?;
            Some(Share { first, of: self.of.checked_mul(number.max(1))? })
        };
        let parts: Option<Vec<Share>> = (0..number.max(1)).map(part).collect();
        parts.unwrap_or_else(|| vec![self])
    }

    /// Whether these shares have each of its cases, whatever the list: they are what [`Share::divided`] makes, in any
    /// order, repetitions allowed.
    pub fn is_covered_by(self, shares: impl IntoIterator<Item = Share>) -> bool {
        let shares: HashSet<Share> = shares.into_iter().collect();
        let Some(of) = shares.iter().map(|share| share.of).next() else { return false };
        let number = of / self.of;
        of % self.of == 0
            && usize::try_from(number).is_ok_and(|number| number == shares.len())
            && self.divided(number).into_iter().all(|part| shares.contains(&part))
    }
}

impl From<[u64; 2]> for Share {
    /// From its first case, and how many shares of its size there are. A share of none is every case.
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
    fn shares_deal_out_every_case_once() {
        for cases in 0..30 {
            let list: Vec<u64> = (0..cases).collect();
            for number in 1..8 {
                let mut dealt = Vec::new();
                for share in Share::ALL.divided(number) {
                    let own = share.of_list(&list);
                    let listed: Vec<u64> =
                        (0..share.number(cases)).filter_map(|n| share.case(n, cases)).collect();
                    assert_eq!(own, listed, "{cases} cases, {share:?}");
                    assert_eq!(share.case(share.number(cases), cases), None);
                    dealt.extend(own);
                }
                dealt.sort_unstable();
                assert_eq!(dealt, list, "{cases} cases in {number} shares");
            }
        }
    }

    #[test]
    fn what_covers_a_share_is_told_from_what_does_not() {
        let third = Share::ALL.divided(3)[1];
        let mut parts = third.divided(5);
        assert!(third.is_covered_by(parts.iter().copied()));
        assert!(third.is_covered_by([third]));
        parts.reverse();
        parts.push(parts[0]);
        assert!(third.is_covered_by(parts.iter().copied()), "in any order, and more than once");
        assert!(!third.is_covered_by(parts[1..4].iter().copied()), "one is missing");
        assert!(!third.is_covered_by([]));
        assert!(!third.is_covered_by(Share::ALL.divided(3)[2].divided(5)), "another share");
        assert!(!third.is_covered_by([Share::ALL]), "larger, but not its own");
        let huge = Share::from([u64::MAX, u64::MAX]);
        assert_eq!(huge.divided(9), [huge]);
    }
}
