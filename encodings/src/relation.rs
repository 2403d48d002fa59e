//! The relation of a count of true literals, or of their weight, to a bound.

/// The relation between a count or a sum and its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Relation {
    /// The count or sum is at most the bound.
    AtMost,
    /// The count or sum is at least the bound.
    AtLeast,
    /// The count or sum equals the bound.
    Exactly,
}

impl Relation {
    /// Returns `at most`, `at least` or `exactly`.
    pub fn words(self) -> &'static str {
        match self {
            Relation::AtMost => "at most",
            Relation::AtLeast => "at least",
            Relation::Exactly => "exactly",
        }
    }

    /// Returns `<=`, `>=` or `=`.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Exactly => "=",
        }
    }

    /// Returns whether a number has this relation to a bound.
    pub fn holds<N: Ord>(self, number: N, bound: N) -> bool {
        match self {
            Relation::AtMost => number <= bound,
            Relation::AtLeast => number >= bound,
            Relation::Exactly => number == bound,
        }
    }

    /// Returns the relation between the negated sum and the negated bound: "at least" for "at most"
    /// and vice versa. "Exactly" stays the same.
    #[must_use]
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::AtMost => Relation::AtLeast,
            Relation::AtLeast => Relation::AtMost,
            Relation::Exactly => Relation::Exactly,
        }
    }
}
