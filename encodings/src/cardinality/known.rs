//! The least and the greatest possible value of a count, as promises limit it.
//!
//! A counter receives promises before any request ([`promise`](super::Counter::promise)). Promises
//! make outputs constant. They also limit the counts of the parts of a counter.

/// The least and the greatest possible number of true literals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct CountRange {
    pub least: usize,
    pub most: usize,
}

impl CountRange {
    /// Returns the range without any promise: from 0 to `size`.
    pub fn full(size: usize) -> CountRange {
        CountRange { least: 0, most: size }
    }

    /// Records that at least `count` literals are true (if `is_reached` is true), or that fewer are
    /// true (if `is_reached` is false). Does not widen the range: if `is_reached` is true and
    /// `count` is above the range, the least count becomes the range's greatest count.
    pub fn promise(&mut self, count: usize, is_reached: bool) {
        if is_reached {
            self.least = self.least.max(count.min(self.most));
        } else {
            self.most = self.most.min(count.saturating_sub(1));
        }
    }

    /// Returns whether at least `count` literals are true, or `None` if the range does not
    /// determine this. The range is empty if promises contradict each other. Then a count above
    /// `most` is not reached.
    pub fn value(self, count: usize) -> Option<bool> {
        if count > self.most {
            Some(false)
        } else if count <= self.least {
            Some(true)
        } else {
            None
        }
    }

    /// Returns the range of the count of a part of the literals. The part has `size` literals, and
    /// `other` literals are outside the part.
    pub fn part(self, size: usize, other: usize) -> CountRange {
        CountRange { least: self.least.saturating_sub(other), most: self.most.min(size) }
    }
}
