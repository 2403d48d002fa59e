//! The chain: the sum is cut into pieces of at most four literals, joined by auxiliary variables.
//!
//! The first piece is three literals and the variable that carries their sum; every further piece
//! is the carry, two literals and the next carry; the last has up to four literals. Over n > 4
//! literals that is ⌈(n−4)/2⌉ auxiliary variables and 8 clauses a full piece, about 4n in all.
//! Each piece propagates completely, and so does the chain, being a tree of pieces.

use rustsat::types::Lit;

use super::{Parity, forbid_wrong_parity};
use crate::Refusal;
use crate::writer::Writer;

pub(super) const CUT_4: Parity = Parity {
    name: "chain-4",
    citation: "folklore; cutting numbers compared in Soos and Meel, BIRD, AAAI 2019",
    write: |lits, odd, _, writer| write(4, lits, odd, writer),
};

/// Writes the chain with pieces of at most `cut` ≥ 3 literals.
fn write(cut: usize, lits: &[Lit], odd: bool, writer: &mut Writer) -> Result<(), Refusal> {
    let mut carry: Option<Lit> = None;
    let mut rest = lits;
    while rest.len() + usize::from(carry.is_some()) > cut {
        let taken = cut - 1 - usize::from(carry.is_some());
        let (piece, later) = rest.split_at(taken);
        let next = writer.fresh();
        let piece: Vec<Lit> =
            carry.into_iter().chain(piece.iter().copied()).chain([next]).collect();
        forbid_wrong_parity(&piece, false, writer)?;
        carry = Some(next);
        rest = later;
    }
    let last: Vec<Lit> = carry.into_iter().chain(rest.iter().copied()).collect();
    forbid_wrong_parity(&last, odd, writer)
}
