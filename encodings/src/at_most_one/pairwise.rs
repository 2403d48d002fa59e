//! The pairwise (binomial) encoding: a binary clause forbids each pair.
//!
//! n(n−1)/2 clauses, no auxiliary variable, complete propagation. The best choice for small n, and
//! for any n where the solver adds variables by itself (bounded variable addition). Written by
//! rustsat. The other rows fall back on it as long as it takes no more clauses than they do.

use rustsat::encodings::am1::Pairwise;
use rustsat::types::Lit;

use super::AtMostOne;
use crate::Refusal;
use crate::writer::Writer;

pub(super) const ROW: AtMostOne = AtMostOne::of_rustsat::<Pairwise>(
    "pairwise",
    "folklore; see Prestwich, Handbook of Satisfiability 2009, ch. 2",
);

/// Forbids each pair.
pub(super) fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Refusal> {
    (ROW.write)(lits, writer)
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
