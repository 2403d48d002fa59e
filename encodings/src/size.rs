//! The size of the clauses that encode a constraint.

/// The size of the clauses that encode a constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Size {
    /// The number of auxiliary variables, including those that occur in no clause.
    pub variables: usize,
    /// The number of clauses, with repetitions.
    pub clauses: usize,
    /// The number of literals in all clauses, with repetitions.
    pub literals: usize,
}

impl std::ops::AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
    }
}
