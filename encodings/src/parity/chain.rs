//! The chain: the sum of the literals modulo 2 is split into pieces of at most c literals.
//! Auxiliary variables join the pieces. The number c is called the cutting number.
//!
//! The first piece has c−1 literals and the variable that carries their sum. Every later piece has
//! the carry of the piece before, c−2 literals and its own carry. The last piece has no carry of
//! its own, and at most c literals. Over n > c literals the chain takes ⌈(n−c)/(c−2)⌉ auxiliary
//! variables, and 2ᶜ⁻¹ clauses for each full piece. These are about 4n clauses for c = 3 or 4, 5⅓ n
//! for c = 5, and 8n for c = 6. Each piece propagates completely, and so does the chain, because
//! the pieces are joined without a cycle. The literals determine the auxiliary variables.
//!
//! Publication: folklore; cutting numbers compared in Soos and Meel, BIRD, AAAI 2019.

use rustsat::types::Lit;

use super::{Parity, ParityEncoding, ParityWriter, forbid_wrong_parity};
use crate::essay::essay;
use crate::{Error, Meaning, Writer};

/// The row of the encoding `chain-3` in the table [`ALL`](super::ALL).
pub const CUT_3: ParityEncoding = row::<3>("chain-3");
/// The row of the encoding `chain-4` in the table [`ALL`](super::ALL).
pub const CUT_4: ParityEncoding = row::<4>("chain-4");
/// The row of the encoding `chain-5` in the table [`ALL`](super::ALL).
pub const CUT_5: ParityEncoding = row::<5>("chain-5");
/// The row of the encoding `chain-6` in the table [`ALL`](super::ALL).
pub const CUT_6: ParityEncoding = row::<6>("chain-6");

/// Returns the row with the cutting number `CUT`: the greatest number of literals of a piece.
const fn row<const CUT: usize>(name: &'static str) -> ParityEncoding {
    let citation = "folklore; cutting numbers compared in Soos and Meel, BIRD, AAAI 2019";
    let write: ParityWriter = |lits, parity, _, writer| write(CUT, lits, parity, writer);
    ParityEncoding { name, citation, essay: essay!("chain.rs"), write }
}

/// Writes that the number of true literals has a parity, in pieces of `cut` literals. `cut` must be
/// from 3 to 23. The last literal of each piece except the last piece is a new variable, which has
/// the parity of the other literals of the piece. This variable is also the first literal of the
/// next piece. The last piece, which can be shorter, must have the wanted parity. At most `cut`
/// literals are one piece, without a variable. The literals must be of distinct variables. Fails if
/// `writer` refuses a clause.
fn write(cut: usize, lits: &[Lit], parity: Parity, writer: &mut Writer) -> Result<(), Error> {
    let mut carry: Option<Lit> = None;
    let mut rest = lits;
    while rest.len() + usize::from(carry.is_some()) > cut {
        let used = cut - 1 - usize::from(carry.is_some());
        let (piece, later) = rest.split_at(used);
        let before = carry.into_iter().chain(piece.iter().copied());
        let mut piece = Vec::with_capacity(cut);
        piece.extend(before);
        let next = writer.defined(|| Meaning::Odd(piece.clone()));
        piece.push(next);
        forbid_wrong_parity(&piece, Parity::Even, writer)?;
        carry = Some(next);
        rest = later;
    }
    let last: Vec<Lit> = carry.into_iter().chain(rest.iter().copied()).collect();
    forbid_wrong_parity(&last, parity, writer)
}

#[cfg(test)]
mod tests {
    use super::super::{size, size_of_pieces};
    use super::*;

    #[test]
    fn full_pieces_and_what_is_left() {
        for (cut, row) in [(3, CUT_3), (4, CUT_4), (5, CUT_5), (6, CUT_6)] {
            for n in 1..=40 {
                for parity in [Parity::Even, Parity::Odd] {
                    let expected = size_of_pieces(cut, n);
                    assert_eq!(size(&row, n, parity), expected, "{} of {n}", row.name);
                }
            }
        }
    }
}
