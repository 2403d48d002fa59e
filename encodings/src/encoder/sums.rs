//! The sums that weights can reach, and the bounds of a range that differ for these sums.

use std::ops::{self, Range, RangeBounds};

use crate::Bound;
use crate::cardinality::Side;
use crate::pseudo_boolean::common_divisor;

/// The greatest number of sums that are listed. Also the greatest number of bounds on a sum of
/// weights that one call writes.
const MOST: usize = 1 << 14;

/// The sums that some weights can reach.
pub(super) struct Sums {
    /// The sum of all weights.
    pub most: u128,
    /// A common divisor of all sums. It is at least 1.
    unit: u128,
    /// All sums, in ascending order. It is `None` if they are not listed; then every multiple of
    /// `unit` is treated as a sum.
    listed: Option<Vec<u128>>,
    /// The greatest number of bounds that one call writes.
    most_bounds: usize,
}

impl Sums {
    /// Returns the sums of n weights of 1.
    pub fn from_count(n: usize) -> Sums {
        Sums { most: n as u128, unit: 1, listed: None, most_bounds: usize::MAX }
    }

    /// Returns the sums of weights, including the empty sum 0. They are listed if there are at most
    /// [`MOST`] sums. Otherwise every multiple of the weights' greatest common divisor is treated
    /// as a sum. Weights of 0 are ignored. The sum of all weights must fit into 128 bits. One call
    /// of [`Sums::bounds`] returns at most [`MOST`] bounds.
    pub fn from_weights(weights: impl Iterator<Item = u128> + Clone) -> Sums {
        let unit = weights.clone().fold(0, common_divisor).max(1);
        let mut sums = vec![0];
        for weight in weights.clone().filter(|&weight| weight > 0) {
            let number = sums.len();
            sums.extend_from_within(..);
            sums[number..].iter_mut().for_each(|sum| *sum += weight);
            // The list consists of two sorted runs. A stable sort only merges the two runs, so it
            // is fast here.
            sums.sort();
            sums.dedup();
            if sums.len() > MOST {
                break;
            }
        }
        Sums {
            most: weights.sum(),
            unit,
            listed: Some(sums).filter(|sums| sums.len() <= MOST),
            most_bounds: MOST,
        }
    }

    /// Returns the greatest sum that is at most a number.
    pub fn floor(&self, number: u128) -> u128 {
        match &self.listed {
            Some(sums) => sums[sums.partition_point(|&sum| sum <= number) - 1],
            None => number / self.unit * self.unit,
        }
    }

    /// Returns the least sum that is at least a number, or the number itself if it exceeds all
    /// listed sums. If the sums are not listed, the result can exceed the sum of all weights.
    pub fn ceiling(&self, number: u128) -> u128 {
        match &self.listed {
            Some(sums) => {
                let place = sums.partition_point(|&sum| sum < number);
                sums.get(place).copied().unwrap_or(number)
            }
            None => number.next_multiple_of(self.unit),
        }
    }

    /// Replaces the number of a bound by a sum that the weights can reach, and returns the new
    /// bound. Both bounds allow the same sums.
    pub fn bound(&self, side: Side, number: u128) -> Bound {
        match side {
            Side::Upper => Bound::AtMost(self.floor(number)),
            Side::Lower => Bound::AtLeast(self.ceiling(number)),
        }
    }

    /// Returns the upper or the lower bounds of a range, each with a reachable sum as its number.
    /// The greatest bound comes first, since its clauses can also serve the other bounds. Omits
    /// bounds that always hold, and lower bounds that exceed all sums. Of several bounds that allow
    /// the same sums, keeps only one. The list is empty if no bound is left. Returns `None` if more
    /// than `most_bounds` bounds are left.
    pub fn bounds(&self, side: Side, range: impl RangeBounds<usize>) -> Option<Vec<Bound>> {
        let all = match side {
            Side::Upper => 0..self.most,
            Side::Lower => 1..self.most + 1,
        };
        let Range { start, end } = clamp_range(range, all);
        if start >= end {
            return Some(Vec::new());
        }
        let (first, last) = match side {
            Side::Upper => (self.floor(end - 1), self.floor(start)),
            Side::Lower => (self.ceiling(end - 1), start),
        };
        let bounds: Vec<Bound> = std::iter::successors(Some(first), |&sum| {
            sum.checked_sub(1).map(|below| self.floor(below))
        })
        .take_while(|&sum| sum >= last)
        .take(self.most_bounds.saturating_add(1))
        .map(|sum| self.bound(side, sum))
        .collect();
        (bounds.len() <= self.most_bounds).then_some(bounds)
    }
}

/// Returns the intersection of a range with `all`. If the intersection is empty, the end of the
/// result is not above its start.
fn clamp_range(range: impl RangeBounds<usize>, all: Range<u128>) -> Range<u128> {
    let start = match range.start_bound() {
        ops::Bound::Included(&start) => start as u128,
        ops::Bound::Excluded(&start) => start as u128 + 1,
        ops::Bound::Unbounded => all.start,
    };
    let end = match range.end_bound() {
        ops::Bound::Included(&end) => end as u128 + 1,
        ops::Bound::Excluded(&end) => end as u128,
        ops::Bound::Unbounded => all.end,
    };
    start.clamp(all.start, all.end)..end.min(all.end)
}
