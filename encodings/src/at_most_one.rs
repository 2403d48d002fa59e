//! At most one of n literals is true.
//!
//! Each row writes clauses that every assignment with at most one true literal can satisfy (with
//! some value of the auxiliary variables), and no other. All rows here propagate: one true literal
//! makes the others false by unit propagation.

use rustsat::encodings::am1;
use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::writer::Writer;
use crate::{Collect, Refusal};

mod ladder;
mod pairwise;

/// Every encoding of at-most-one, the default first.
pub const ALL: &[AtMostOne] = &[pairwise::ROW, ladder::ROW];

/// One encoding of at-most-one.
#[derive(Clone, Copy, Debug)]
pub struct AtMostOne {
    /// The name by which a user chooses it.
    pub name: &'static str,
    /// Where it was published.
    pub citation: &'static str,
    /// Writes the clauses over literals of distinct variables.
    pub write: fn(&[Lit], &mut Writer) -> Result<(), Refusal>,
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
        fn write<E: am1::Encode + FromIterator<Lit>>(
            lits: &[Lit],
            writer: &mut Writer,
        ) -> Result<(), Refusal> {
            let mut encoding = E::from_iter(lits.iter().copied());
            writer.run_rustsat(|collector, variables| encoding.encode(collector, variables))
        }
        AtMostOne { name, citation, write: write::<E> }
    }

    /// Writes the constraint, taking auxiliary variables from the manager. A literal that stands
    /// twice is false; where a literal and its negation are among them, the others are.
    ///
    /// # Errors
    ///
    /// What the collector refuses.
    pub fn encode(
        &self,
        lits: &[Lit],
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Refusal> {
        let mut writer = Writer::new(clauses, variables);
        let Repeats { once, twice, opposite } = Repeats::among(lits);
        for &lit in &twice {
            writer.lits(&[!lit])?;
        }
        match opposite {
            0 => (self.write)(&once, &mut writer),
            1 => once.iter().try_for_each(|&lit| writer.lits(&[!lit])),
            _ => writer.lits(&[]),
        }
    }
}

/// Literals by how they repeat.
struct Repeats {
    /// Those that stand once and whose negation does not stand at all, in their order.
    once: Vec<Lit>,
    /// Those that stand more than once.
    twice: Vec<Lit>,
    /// How many variables stand in both signs.
    opposite: usize,
}

impl Repeats {
    fn among(lits: &[Lit]) -> Repeats {
        let mut sorted = lits.to_vec();
        sorted.sort_unstable();
        let (mut repeated, mut twice, mut opposite) = (Vec::new(), Vec::new(), 0);
        for of_one in sorted.chunk_by(|a, b| a.var() == b.var()).filter(|lits| lits.len() > 1) {
            repeated.push(of_one[0].var());
            opposite += usize::from(of_one.first() != of_one.last());
            twice
                .extend(of_one.chunk_by(Lit::eq).filter(|same| same.len() > 1).map(|same| same[0]));
        }
        let once = |lit: &&Lit| repeated.binary_search(&lit.var()).is_err();
        Repeats { once: lits.iter().filter(once).copied().collect(), twice, opposite }
    }
}
