//! Sets of origins that contradict each other.

/// A set of origins that contradict each other. An origin is given by its index.
pub(super) struct UnsatSubset {
    /// The indices of the origins, each once.
    pub members: Vec<usize>,
    /// Whether all members are known to be necessary.
    pub is_minimal: bool,
}

impl UnsatSubset {
    /// Returns the key by which sets are compared. The best set has the least key.
    pub fn rank(&self) -> (bool, usize) {
        (!self.is_minimal, self.members.len())
    }
}
