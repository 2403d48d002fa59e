//! The decision diagram of parity, with two nodes for each level: a true node implies one of the
//! nodes below.
//!
//! The nodes of a level are "an even number of xᵢ … xₙ is true" and "an odd number of xᵢ … xₙ is
//! true". A true node makes one of the nodes below true: which one depends on the tested literal.
//! This takes two clauses for each node. The root is true, and the last level is the last literal
//! and its negation. In all, this takes 2(n−2) auxiliary variables and 4(n−2)+2 clauses of at most
//! three literals. Propagation is complete: literals from the front determine the true node of a
//! level, and literals from the back determine the false node.
//!
//! If both nodes of a level shared a variable, as literals of opposite sign, this would be the
//! [`chain`](super::chain) with pieces of three literals. The chain takes n−3 variables and 4(n−2)
//! clauses. Here an assignment does not determine the nodes that are off its path, so the literals
//! do not determine the nodes. Eén and Sörensson write a node as an equivalence with an
//! if-then-else. Since the root is true, one implication is enough here. Up to n = 4, the direct
//! encoding is written, because it does not have more clauses.
//!
//! Publication: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006.

use rustsat::types::Lit;

use super::{Parity, ParityEncoding, forbid_wrong_parity};
use crate::essay::essay;
use crate::{Error, Meaning, Writer};

/// The row of the encoding `bdd` in the table [`ALL`](super::ALL).
pub const ROW: ParityEncoding = ParityEncoding {
    name: "bdd",
    citation: "Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006",
    essay: essay!("bdd.rs"),
    write: |lits, parity, _, writer| write(lits, parity, writer),
};

/// The greatest number of literals that are written by the direct encoding. Up to this number,
/// nodes would not take fewer clauses.
const DIRECT_UP_TO: usize = 4;

/// The two nodes of a level.
#[derive(Clone, Copy)]
struct ParityLevel {
    /// The node "an even number of the remaining literals is true".
    even: Lit,
    /// The node "an odd number of the remaining literals is true".
    odd: Lit,
}

/// Writes that the number of true literals has a parity. Takes two nodes, which are fresh
/// variables, for each literal x except the first and the last one, in reverse order. One node
/// means that an even number of the literals from x on is true; the other node means an odd number.
/// Only one implication between a node and its meaning is written: the node implies one of the
/// nodes below. At most [`DIRECT_UP_TO`] literals are written without nodes instead, by a clause
/// for each wrong assignment. The literals must be of distinct variables. Fails if `writer` refuses
/// a clause.
fn write(lits: &[Lit], parity: Parity, writer: &mut Writer) -> Result<(), Error> {
    let [first, inner @ .., last] = lits else { return forbid_wrong_parity(lits, parity, writer) };
    if lits.len() <= DIRECT_UP_TO {
        return forbid_wrong_parity(lits, parity, writer);
    }
    let mut below = ParityLevel { even: !*last, odd: *last };
    for &x in inner.iter().rev() {
        let even = writer.defined(|| Meaning::Odd(vec![!x, below.odd]));
        let odd = writer.defined(|| Meaning::Odd(vec![x, below.odd]));
        let level = ParityLevel { even, odd };
        writer.lits(&[!level.even, !x, below.odd])?;
        writer.lits(&[!level.even, x, below.even])?;
        writer.lits(&[!level.odd, !x, below.even])?;
        writer.lits(&[!level.odd, x, below.odd])?;
        below = level;
    }
    let (with, without) =
        if parity == Parity::Odd { (below.even, below.odd) } else { (below.odd, below.even) };
    writer.lits(&[!*first, with])?;
    writer.lits(&[*first, without])
}

#[cfg(test)]
mod tests {
    use super::super::size;
    use super::{DIRECT_UP_TO, Parity, ROW};

    #[test]
    fn two_clauses_a_node() {
        for n in 1..=40 {
            let expected = match n {
                ..=DIRECT_UP_TO => (0, 1 << (n - 1)),
                _ => (2 * (n - 2), 4 * (n - 2) + 2),
            };
            assert_eq!(size(&ROW, n, Parity::Odd), expected, "n = {n}");
            assert_eq!(size(&ROW, n, Parity::Even), expected, "n = {n}");
        }
    }
}
