//! The nested encoding: at most one of x₁ x₂ x₃ y, and at most one of ȳ and the remaining literals.
//!
//! If one of x₁ x₂ x₃ is true, y is false, and so are the remaining literals. Up to four literals
//! are written pairwise. Each step takes six clauses and reduces the number of literals by two. In
//! all, this takes ⌊(n−3)/2⌋ auxiliary variables and, from n = 3 on, 3n−6 clauses. Any other way to
//! split the list takes as many variables and clauses. Propagation is complete.
//!
//! PBLib splits the list into halves. Here the nesting is a chain, in which neighbouring literals
//! stay together. The [`commander`](super::commander) has the same clauses in a tree (ȳ is the
//! commander).
//!
//! Publication: Heule; in Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.2,
//! exercise 12.

use rustsat::types::Lit;

use super::{AtMostOne, pairwise};
use crate::essay::essay;
use crate::{Error, Meaning, Writer};

/// The row of the encoding `nested` in the table [`ALL`](super::ALL).
pub const ROW: AtMostOne = AtMostOne {
    name: "nested",
    citation: "Heule; in Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.2, exercise 12",
    essay: essay!("nested.rs"),
    write,
};

/// Writes that at most one literal is true. Splits the literals into pieces of at most four
/// literals, and writes each piece pairwise. Each piece except the last one ends with a new
/// variable, which means "none of the other literals of this piece is true". The negation of the
/// variable is the first literal of the next piece. The pairwise clauses state only one implication
/// of this meaning: if the variable is true, the others are false. At most four literals are one
/// piece, without a variable. The literals must be of distinct variables. Fails if `writer` refuses
/// a clause.
fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    let mut before: Option<Lit> = None;
    let mut rest = lits;
    let mut piece = Vec::with_capacity(4);
    while rest.len() + usize::from(before.is_some()) > 4 {
        let (group, later) = rest.split_at(3 - usize::from(before.is_some()));
        piece.extend(before.into_iter().chain(group.iter().copied()));
        let y = writer.defined(|| Meaning::and(piece.iter().map(|&lit| !lit)));
        piece.push(y);
        pairwise::write(&piece, writer)?;
        piece.clear();
        before = Some(!y);
        rest = later;
    }
    piece.extend(before.into_iter().chain(rest.iter().copied()));
    pairwise::write(&piece, writer)
}

#[cfg(test)]
mod tests {
    use super::super::size;
    use super::ROW;

    #[test]
    fn is_the_published_size() {
        for n in 3..=40 {
            assert_eq!(size(&ROW, n), ((n - 3) / 2, 3 * n - 6), "n = {n}");
        }
    }
}
