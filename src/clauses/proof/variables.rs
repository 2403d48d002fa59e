//! The variables and constraints of a proof.

use std::fmt;

use crate::linear;

/// A variable of a proof. It belongs to the problem, to an encoding, or only to the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PbVar {
    /// A variable of the problem, numbered from 1.
    Stated(u32),
    /// A variable of an encoding, which is in the solver's clauses but not in the problem. The
    /// number is the solver's number of the variable.
    Fresh(u32),
    /// A variable that only the proof has, numbered from 1.
    Own(u32),
}

/// A literal of a proof: a variable or its negation.
pub type PbLit = linear::Literal<PbVar>;

/// A constraint of a proof: the weighted sum of some literals is at least its degree.
pub type Inequality = linear::Inequality<PbVar>;

pub fn sorted(lits: &[PbLit]) -> Vec<PbLit> {
    let mut sorted_lits = lits.to_vec();
    sorted_lits.sort_unstable();
    sorted_lits
}

impl fmt::Display for PbVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PbVar::Stated(number) => write!(f, "x{number}"),
            PbVar::Fresh(number) => write!(f, "y{number}"),
            PbVar::Own(number) => write!(f, "z{number}"),
        }
    }
}
