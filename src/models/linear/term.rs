//! Literals and weighted atoms.

use std::fmt;
use std::ops::Not;

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal<V> {
    /// The variable.
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
    /// Writes the variable, after a `~` if it is negated.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negated { "~" } else { "" }, self.variable)
    }
}
