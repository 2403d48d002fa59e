//! At most one of n literals is true.
//!
//! Each row writes clauses that every assignment with at most one true literal can satisfy (with
//! some value of the auxiliary variables), and no other. All rows here propagate: one true literal
//! makes the others false by unit propagation.

use rustsat::encodings::am1;
use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::collect::bridged;
use crate::{Collect, Refusal};

mod ladder;
mod pairwise;

/// Every encoding of at-most-one, the default first.
pub const ALL: &[AtMostOne] = &[pairwise::ROW, ladder::ROW];

/// Writes a constraint over literals of distinct variables.
pub type Encode = fn(&[Lit], &mut dyn Collect, &mut dyn ManageVars) -> Result<(), Refusal>;

/// One encoding of at-most-one.
#[derive(Clone, Copy, Debug)]
pub struct AtMostOne {
    /// The name by which a user chooses it.
    pub name: &'static str,
    /// Where it was published.
    pub citation: &'static str,
    /// Writes the clauses for distinct literals, taking auxiliary variables from the manager.
    pub encode: Encode,
}

/// The row of that name.
pub fn named(name: &str) -> Option<&'static AtMostOne> {
    ALL.iter().find(|row| row.name == name)
}

impl AtMostOne {
    /// The row of one of rustsat's encodings.
    const fn of_rustsat<E>(name: &'static str, citation: &'static str) -> AtMostOne
    where
        E: am1::Encode + FromIterator<Lit>,
    {
        fn encode<E: am1::Encode + FromIterator<Lit>>(
            lits: &[Lit],
            clauses: &mut dyn Collect,
            variables: &mut dyn ManageVars,
        ) -> Result<(), Refusal> {
            let mut encoding = E::from_iter(lits.iter().copied());
            bridged(clauses, |bridge| encoding.encode(bridge, variables))
        }
        AtMostOne { name, citation, encode: encode::<E> }
    }
}
