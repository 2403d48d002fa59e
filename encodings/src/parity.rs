//! An even or an odd number of n literals is true.
//!
//! For a single constraint, every encoding propagates completely. The only exception is [`counter`]
//! with a cardinality encoding whose own propagation is not complete. For several constraints that
//! share variables, the encodings differ (Gwynne and Kullmann, On SAT Representations of XOR
//! Constraints, LATA 2014).

use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::cardinality::{self, Cardinality};
use crate::{Collect, Error, Writer};

pub mod bdd;
pub mod chain;
pub mod counter;
pub mod direct;
pub mod tree;

/// All encodings of parity constraints, the default first.
pub const ALL: &[ParityEncoding] = &[
    chain::CUT_4,
    chain::CUT_3,
    chain::CUT_5,
    chain::CUT_6,
    tree::CUT_3,
    tree::CUT_4,
    tree::CUT_5,
    tree::CUT_6,
    direct::ROW,
    bdd::ROW,
    counter::ROW,
];

/// The parity of the number of true literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Parity {
    /// The number of true literals is even. It can be 0.
    Even,
    /// The number of true literals is odd.
    Odd,
}

impl Parity {
    /// Returns the parity of a number.
    pub fn from_number(number: usize) -> Parity {
        if number % 2 == 0 { Parity::Even } else { Parity::Odd }
    }

    /// Returns `even` or `odd`.
    pub fn word(self) -> &'static str {
        match self {
            Parity::Even => "even",
            Parity::Odd => "odd",
        }
    }
}

impl std::ops::Not for Parity {
    type Output = Parity;

    fn not(self) -> Parity {
        match self {
            Parity::Even => Parity::Odd,
            Parity::Odd => Parity::Even,
        }
    }
}

/// An encoding of parity constraints.
#[derive(Clone, Copy, Debug)]
pub struct ParityEncoding {
    /// The name by which [`by_name`] finds the encoding.
    pub name: &'static str,
    /// The publication: authors, title, venue and year.
    pub citation: &'static str,
    /// The description of the encoding, in Markdown: the documentation of its module.
    pub essay: &'static str,
    /// The function that writes a parity over literals of distinct variables.
    pub write: ParityWriter,
}

/// A function that writes the parity of the number of true literals. Only [`counter`] uses the
/// given cardinality encoding.
pub type ParityWriter = fn(&[Lit], Parity, &Cardinality, &mut Writer) -> Result<(), Error>;

/// Returns the encoding with this name.
/// Returns `None` if the table has no such encoding.
pub fn by_name(name: &str) -> Option<&'static ParityEncoding> {
    ALL.iter().find(|row| row.name == name)
}

impl ParityEncoding {
    /// Writes that the number of true literals has a parity. Takes fresh variables from
    /// `variables`, which must not return a variable of the literals. Repeated literals cancel out
    /// in pairs. A literal and its negation count as one true literal. If no literal remains, a
    /// parity that does not hold is the empty clause, and a parity that holds is no clause. The
    /// encoding [`counter`] uses the default cardinality encoding, the first of
    /// [`cardinality::ALL`].
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, if the collector refuses a clause, or if no
    /// fresh variable is left (`Error::OutOfMemory`). The clauses that were written earlier remain.
    pub fn encode(
        &self,
        lits: &[Lit],
        parity: Parity,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Error> {
        self.encode_counting(lits, parity, &cardinality::ALL[0], clauses, variables)
    }

    /// Writes a parity as [`ParityEncoding::encode`] does, with one difference: the encoding
    /// [`counter`] uses the cardinality encoding `counting`. The other encodings ignore `counting`.
    /// `variables` must not return a variable of the literals.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, if the collector refuses a clause, or if no
    /// fresh variable is left (`Error::OutOfMemory`). The clauses that were written earlier remain.
    pub fn encode_counting(
        &self,
        lits: &[Lit],
        parity: Parity,
        counting: &Cardinality,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Error> {
        let (lits, flips) = remove_pairs(lits);
        let parity = if flips { !parity } else { parity };
        (self.write)(&lits, parity, counting, &mut Writer::new(clauses, variables))
    }
}

/// Removes pairs of literals of the same variable, equal or opposite ones. Returns the remaining
/// literals in their order, at most one of each variable, and whether an odd number of the removed
/// literals is true.
fn remove_pairs(lits: &[Lit]) -> (Vec<Lit>, bool) {
    let mut sorted: Vec<(Lit, usize)> = lits.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let (mut places, mut flips) = (Vec::new(), false);
    for of_one in sorted.chunk_by(|(a, _), (b, _)| a.var() == b.var()) {
        let pairs = of_one.chunks_exact(2);
        places.extend(pairs.remainder().iter().map(|&(_, place)| place));
        pairs.for_each(|pair| flips ^= pair[0].0 != pair[1].0);
    }
    places.sort_unstable();
    (places.into_iter().map(|place| lits[place]).collect(), flips)
}

/// Forbids each assignment of the wrong parity by a clause. This takes 2ⁿ⁻¹ clauses for n literals;
/// n must be less than 24. For n = 0, an odd parity is the empty clause, and an even parity is no
/// clause. Fails if `writer` refuses a clause.
fn forbid_wrong_parity(lits: &[Lit], parity: Parity, writer: &mut Writer) -> Result<(), Error> {
    debug_assert!(lits.len() < 24, "2^23 clauses are a mistake of the caller");
    let mut clause = lits.to_vec();
    for wrong in 0_u32..1 << lits.len() {
        if Parity::from_number(wrong.count_ones() as usize) == parity {
            continue;
        }
        for (place, &lit) in lits.iter().enumerate() {
            clause[place] = if wrong >> place & 1 == 1 { !lit } else { lit };
        }
        writer.lits(&clause)?;
    }
    Ok(())
}

#[cfg(test)]
fn written<C: Collect + Default>(
    row: &ParityEncoding,
    n: usize,
    parity: Parity,
    counting: &Cardinality,
) -> (usize, Result<C, Error>) {
    use rustsat::instances::BasicVarManager;
    use rustsat::types::Var;

    let n = u32::try_from(n).expect("a small number");
    let mut variables = BasicVarManager::from_next_free(Var::new(n));
    let mut clauses = C::default();
    let lits: Vec<Lit> = (0..n).map(Lit::positive).collect();
    let result = row.encode_counting(&lits, parity, counting, &mut clauses, &mut variables);
    (variables.n_used() as usize, result.map(|()| clauses))
}

#[cfg(test)]
fn size(row: &ParityEncoding, n: usize, parity: Parity) -> (usize, usize) {
    let counting = &crate::cardinality::ALL[0];
    let (variables, result) = written::<crate::Tally>(row, n, parity, counting);
    (variables - n, result.expect("no collector that refuses").clauses)
}

#[cfg(test)]
fn size_of_pieces(cut: usize, n: usize) -> (usize, usize) {
    let joints = n.saturating_sub(cut).div_ceil(cut - 2);
    let last = n - joints * (cut - 2);
    (joints, (joints << (cut - 1)) + (1 << (last - 1)))
}
