//! Knuth's counter: the sequential counter without the cells that no bound needs.
//!
//! A cell s(i, j) means "at least j of the first i literals are true". A cell with j > i is false.
//! For "at most k", a cell with k+1−j > n−i is not needed: if only j of the first i literals are
//! true, the count cannot exceed k. The remaining parallelogram has (n−k)k variables and
//! 2nk+n−2k²−2k clauses. The numbers are greatest for k = n/2, and small for k near 0 or n.
//! Propagation is complete.
//!
//! PySAT's `seqcounter` is this encoding, not Sinz's.
//!
//! Publication: Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.2, (18) and (19),
//! after Sinz 2005.

use rustsat::types::Lit;

use super::counter::counts_as;
use super::prefixes::Prefixes;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `knuth` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<Knuth>(
    "knuth",
    "Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.2, (18) and (19), after Sinz 2005",
    essay!("knuth.rs"),
);

/// The counter of [`knuth`](self).
pub struct Knuth {
    /// The cells s(i, j).
    cells: Prefixes,
}

impl Construct for Knuth {
    fn from_lits(lits: &[Lit]) -> Knuth {
        Knuth { cells: Prefixes::from_lits(lits) }
    }
}

impl Incremental for Knuth {}

impl Counter for Knuth {
    counts_as!(cells);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.cells.write_towards(count, &[side], writer)
    }
}

#[cfg(test)]
mod tests {
    use crate::measure::MeasuredConstraint;
    use crate::{Relation, Size};

    #[test]
    fn is_the_published_size() {
        for n in 4..=30 {
            for k in 1..n - 1 {
                let at_most = MeasuredConstraint::Cardinality(super::ROW, Relation::AtMost, k);
                let Size { variables, clauses, .. } = at_most.size(n).expect("a form for it");
                assert_eq!(variables, (n - k) * k, "{k} of {n}");
                assert_eq!(clauses, (n - k - 1) * k + (n - k) * (k + 1), "{k} of {n}");
            }
        }
    }
}
