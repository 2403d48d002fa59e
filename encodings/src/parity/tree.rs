//! The tree: pieces of at most c literals, joined as evenly as possible.
//!
//! The first c−1 literals of the list are removed, and an auxiliary variable that has their parity
//! is added at the end of the list. This is repeated until at most c literals remain. The number c
//! is called the cutting number. The tree takes as many variables and clauses as the
//! [`chain`](super::chain), but only O(log n) pieces are between two literals, instead of O(n)
//! pieces. Propagation is complete, and the literals determine the auxiliary variables.
//!
//! Publication: folklore; cutting numbers compared in Soos and Meel, BIRD, AAAI 2019.

use rustsat::types::Lit;

use super::{Parity, ParityEncoding, ParityWriter, forbid_wrong_parity};
use crate::essay::essay;
use crate::{Error, Meaning, Writer};

/// The row of the encoding `tree-3` in the table [`ALL`](super::ALL).
pub const CUT_3: ParityEncoding = row::<3>("tree-3");
/// The row of the encoding `tree-4` in the table [`ALL`](super::ALL).
pub const CUT_4: ParityEncoding = row::<4>("tree-4");
/// The row of the encoding `tree-5` in the table [`ALL`](super::ALL).
pub const CUT_5: ParityEncoding = row::<5>("tree-5");
/// The row of the encoding `tree-6` in the table [`ALL`](super::ALL).
pub const CUT_6: ParityEncoding = row::<6>("tree-6");

/// Returns the row with the cutting number `CUT`: the greatest number of literals of a piece.
const fn row<const CUT: usize>(name: &'static str) -> ParityEncoding {
    let citation = "folklore; cutting numbers compared in Soos and Meel, BIRD, AAAI 2019";
    let write: ParityWriter = |lits, parity, _, writer| write(CUT, lits, parity, writer);
    ParityEncoding { name, citation, essay: essay!("tree.rs"), write }
}

/// Writes that the number of true literals has a parity, in pieces of `cut` literals. `cut` must be
/// from 3 to 23. The last literal of each piece except the last piece is a new variable, which has
/// the parity of the other literals of the piece. The variable is added to the end of the list. The
/// last piece, which can be shorter, must have the wanted parity. At most `cut` literals are one
/// piece, without a variable. The literals must be of distinct variables. Fails if `writer` refuses
/// a clause.
fn write(cut: usize, lits: &[Lit], parity: Parity, writer: &mut Writer) -> Result<(), Error> {
    let mut waiting = lits.to_vec();
    let mut piece = Vec::with_capacity(cut);
    let mut summed = 0;
    while waiting.len() - summed > cut {
        piece.clear();
        piece.extend_from_slice(&waiting[summed..summed + cut - 1]);
        let sum = writer.defined(|| Meaning::Odd(piece.clone()));
        piece.push(sum);
        forbid_wrong_parity(&piece, Parity::Even, writer)?;
        waiting.push(sum);
        summed += cut - 1;
    }
    forbid_wrong_parity(&waiting[summed..], parity, writer)
}

#[cfg(test)]
mod tests {
    use super::super::{size, size_of_pieces, written};
    use super::*;
    use crate::{Clauses, cardinality};

    #[test]
    fn as_large_as_the_chain() {
        for (cut, row) in [(3, CUT_3), (4, CUT_4), (5, CUT_5), (6, CUT_6)] {
            for n in 1..=40 {
                for parity in [Parity::Even, Parity::Odd] {
                    let expected = size_of_pieces(cut, n);
                    assert_eq!(size(&row, n, parity), expected, "{} of {n}", row.name);
                }
            }
        }
    }

    #[test]
    fn logarithmic_in_depth() {
        let n = 1 << 10;
        let (variables, result) = written::<Clauses>(&CUT_3, n, Parity::Odd, &cardinality::ALL[0]);
        let clauses = result.expect("collected");
        let mut reached = vec![false; variables];
        reached[0] = true;
        let mut steps = 0;
        while reached.contains(&false) {
            steps += 1;
            let near = reached.clone();
            for clause in clauses.iter().filter(|clause| clause.iter().any(|l| near[l.vidx()])) {
                clause.iter().for_each(|lit| reached[lit.vidx()] = true);
            }
        }
        assert!(steps <= 2 * 10, "{steps} pieces");
    }
}
