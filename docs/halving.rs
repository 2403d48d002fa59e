//! Halving: a switch says that the true literal is in the first half.
//!
//! The encoding divides the literals into two halves. A switch is true if a literal of the first
//! half is true; then no literal of the second half is true. Each half is divided in the same way.
//! Four literals or fewer are encoded pairwise.
//!
//! If n, the number of literals, is a power of two, there are n/4 - 1 switches and
//! n log2 n - n/2 clauses of two literals. Unit propagation finds everything that follows: a true
//! literal sets every switch above it, and the switches refute all other literals.
//!
//! Publication: an example of these docs, not published.

use quarrel_encodings::at_most_one::{AtMostOne, pairwise};
use quarrel_encodings::{Error, Meaning, Writer};
use rustsat::types::Lit;

/// Row `halving` of the table.
pub const ROW: AtMostOne = AtMostOne {
    name: "halving",
    citation: "an example of these docs, not published",
    essay: "",
    write,
};

/// The largest number of literals that are encoded pairwise.
const FEW: usize = 4;

/// Writes that at most one of `lits` is true, with a new switch for each division. Fails if the
/// writer accepts no more clauses.
fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    if lits.len() <= FEW {
        return (pairwise::ROW.write)(lits, writer);
    }
    let (first, second) = lits.split_at(lits.len() / 2);
    let switch = writer.defined(|| Meaning::or(first.iter().copied()));
    for &lit in first {
        writer.lits(&[!lit, switch])?;
    }
    for &lit in second {
        writer.lits(&[!lit, !switch])?;
    }
    write(first, writer)?;
    write(second, writer)
}
