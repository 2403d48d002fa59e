//! Literals and weighted atoms.

use std::fmt;
use std::ops::Not;

use num_traits::Signed;

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal<V> {
    /// The variable. The literal is this variable itself or its negation.
    pub variable: V,
    /// Whether the literal is true if the variable is 0.
    pub is_negated: bool,
}

impl<V> From<V> for Literal<V> {
    fn from(variable: V) -> Literal<V> {
        Literal { variable, is_negated: false }
    }
}

impl<V> Not for Literal<V> {
    type Output = Literal<V>;

    fn not(self) -> Literal<V> {
        Literal { is_negated: !self.is_negated, ..self }
    }
}

impl<V: fmt::Display> fmt::Display for Literal<V> {
    /// Writes the variable. If the literal is negated, writes a `~` before the variable.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negated { "~" } else { "" }, self.variable)
    }
}

/// An atom with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term<W, A> {
    /// The coefficient of the atom, of either sign.
    pub weight: W,
    /// The weighted atom: a literal or a column.
    pub atom: A,
}

impl<W: Signed, A: Not<Output = A>> Term<W, A> {
    /// Returns the term with a positive weight. A negative weight is replaced by the opposite
    /// weight of the negated literal. Since a literal and its negation add up to 1, this increases
    /// the sum by the new weight.
    #[must_use]
    pub fn positive(self) -> Term<W, A> {
        let Term { weight, atom } = self;
        if weight.is_negative() {
            Term { weight: -weight, atom: !atom }
        } else {
            Term { weight, atom }
        }
    }
}
