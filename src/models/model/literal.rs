//! Literals, and the values of variables.

use std::fmt;
use std::ops::Not;

use serde::{Deserialize, Serialize};

/// A variable or its negation, by its DIMACS number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "i32", into = "i32")]
pub struct Lit(pub(super) i32);

impl From<Lit> for i32 {
    fn from(lit: Lit) -> i32 {
        lit.0
    }
}

impl TryFrom<i32> for Lit {
    type Error = &'static str;

    fn try_from(number: i32) -> Result<Lit, &'static str> {
        match number {
            0 => Err("0 ends a clause and is not a literal"),
            i32::MIN => Err("the literal has no negation of 32 bits"),
            _ => Ok(Lit(number)),
        }
    }
}

impl Lit {
    /// Returns the literal with this DIMACS number.
    ///
    /// # Panics
    ///
    /// If the number is 0.
    pub fn from_dimacs(number: i32) -> Lit {
        assert_ne!(number, 0, "0 is not a literal");
        Lit(number)
    }

    /// Returns the positive literal of a variable, counted from 1.
    pub(crate) fn from_number(number: usize) -> Lit {
        Lit(i32::try_from(number).expect("puzzles refuse boards of a billion variables"))
    }

    /// Returns the DIMACS number. This is the number of the variable, counted from 1; it is
    /// negative for a negated literal.
    pub fn dimacs(self) -> i32 {
        self.0
    }

    /// Returns the index of the variable, counted from 0.
    pub fn variable(self) -> usize {
        self.0.unsigned_abs() as usize - 1
    }

    /// Returns whether the literal is a negated variable.
    pub fn is_negated(self) -> bool {
        self.0 < 0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// A full assignment: the value of each variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Values(pub(super) Vec<bool>);

impl Values {
    /// Returns the assignment with these values, in the order of variables.
    pub fn new(values: Vec<bool>) -> Values {
        Values(values)
    }

    /// Returns the values of the first `variables` variables.
    pub fn first(&self, variables: usize) -> Vec<bool> {
        debug_assert!(variables <= self.0.len(), "each of these variables has a value");
        self.0[..variables].to_vec()
    }

    /// Returns the assignment, extended by one variable with this value.
    #[must_use]
    pub fn extended(&self, value: bool) -> Values {
        Values([&self.0[..], &[value]].concat())
    }

    /// Returns whether a literal is true.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.0[lit.variable()] != lit.is_negated()
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Converts an index that is stored in 32 bits, such as the index of a literal, a group or a row.
pub(crate) fn widen(number: u32) -> usize {
    number as usize
}

/// Converts an index to the 32 bits in which it is stored. Panics if the index needs more bits.
pub(crate) fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("a model has fewer than four billion literals")
}

/// Returns the indices of the literals' variables, sorted. If several literals have the same
/// variable, its index is repeated.
pub(crate) fn variables(lits: &[Lit]) -> Vec<usize> {
    let mut variables: Vec<usize> = lits.iter().map(|lit| lit.variable()).collect();
    variables.sort_unstable();
    variables
}

/// Returns whether the variables of literals are distinct.
pub(super) fn are_distinct(lits: &[Lit]) -> bool {
    variables(lits).windows(2).all(|pair| pair[0] != pair[1])
}
