//! The pairwise (binomial) encoding: for each pair of literals, a binary clause forbids that both
//! are true.
//!
//! The encoding takes n(n−1)/2 clauses and no auxiliary variable. Propagation is complete. The
//! encoding is best for small n, and for any n if the solver adds variables itself (bounded
//! variable addition). The recursions of other encodings end in the pairwise encoding.
//!
//! Publication: folklore; see Prestwich, CNF Encodings, Handbook of Satisfiability, 2009.

use rustsat::types::Lit;

use super::AtMostOne;
use crate::essay::essay;
use crate::{Error, Writer};

/// The row of the encoding `pairwise` in the table [`ALL`](super::ALL).
pub const ROW: AtMostOne = AtMostOne {
    name: "pairwise",
    citation: "folklore; see Prestwich, CNF Encodings, Handbook of Satisfiability, 2009",
    essay: essay!("pairwise.rs"),
    write,
};

/// Writes a clause for each pair of literals, which excludes that both are true. Writes nothing for
/// fewer than two literals. Fails if `writer` refuses a clause.
pub(super) fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    for (place, &lit) in lits.iter().enumerate() {
        for &other in &lits[place + 1..] {
            writer.lits(&[!lit, !other])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::size;
    use super::ROW;

    #[test]
    fn is_as_many_clauses_as_pairs() {
        for n in 1..=40 {
            assert_eq!(size(&ROW, n), (0, n * (n - 1) / 2), "n = {n}");
        }
    }
}
