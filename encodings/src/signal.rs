//! The value of a wire or an output: a literal, or a constant.

use rustsat::types::Lit;

/// A literal, or a constant if the value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The value is always false, so no literal is needed.
    False,
    /// The value is always true, so no literal is needed.
    True,
    /// The value of a literal.
    Lit(Lit),
}

impl std::ops::Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        match self {
            Signal::False => Signal::True,
            Signal::True => Signal::False,
            Signal::Lit(lit) => Signal::Lit(!lit),
        }
    }
}

impl From<Lit> for Signal {
    fn from(lit: Lit) -> Signal {
        Signal::Lit(lit)
    }
}

impl From<bool> for Signal {
    fn from(value: bool) -> Signal {
        if value { Signal::True } else { Signal::False }
    }
}

#[cfg(test)]
mod tests {
    use rustsat::lit;

    use super::*;

    #[test]
    fn signals_are_negated_as_their_values_are() {
        for value in [false, true] {
            assert_eq!(!Signal::from(value), Signal::from(!value));
        }
        assert_eq!(!Signal::from(lit![3]), Signal::Lit(!lit![3]));
        assert_eq!(!!Signal::from(!lit![3]), Signal::Lit(!lit![3]));
    }
}
