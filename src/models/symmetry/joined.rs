//! Disjoint sets of numbers, which can be joined.

/// Sets of the numbers from 0 on. At first, each number is alone in its set.
pub struct JoinedSets {
    /// The parent of each number in the tree of its set. A root is its own parent.
    parents: Vec<usize>,
}

impl JoinedSets {
    /// Returns the numbers from 0 to `number` - 1, each alone in its set.
    pub fn new(number: usize) -> JoinedSets {
        JoinedSets { parents: (0..number).collect() }
    }

    /// Returns the number that represents the set of a number. Also shortens the path to this
    /// number in the tree, so that later calls are faster.
    pub fn root(&mut self, mut of: usize) -> usize {
        while self.parents[of] != of {
            self.parents[of] = self.parents[self.parents[of]];
            of = self.parents[of];
        }
        of
    }

    /// Joins the sets of two numbers. The root of the second number represents the joined set.
    pub fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one] = other;
    }
}
