//! The sequential counter: the literals are counted one after the other, in unary.
//!
//! A cell s(i, j) means that at least j of the first i literals are true. The constraint "at most k
//! of n" takes the cells with i < n and j ≤ k: Sinz writes (n−1)k variables and 2nk+n−3k−1 clauses.
//! Cells with j > i are false, which Sinz states in clauses. This encoding omits these cells, which
//! takes k(k−1)/2 variables and k²−1 clauses fewer. Propagation is complete. The size grows with k
//! up to k = n; [`Knuth`](super::Knuth) also omits the cells from which the count cannot reach k+1.
//!
//! Publication: Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005.

use rustsat::types::Lit;

use super::counter::counts_as;
use super::prefixes::Prefixes;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `sequential` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<Sequential>(
    "sequential",
    "Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005",
    essay!("sequential.rs"),
);

/// The counter of [`sequential`](self).
pub struct Sequential {
    /// The cells s(i, j).
    cells: Prefixes,
    /// The greatest count j whose clauses of the upper side are written, or 0. These clauses imply
    /// the cells s(i, 1), …, s(i, j) for all i < n.
    upper: usize,
    /// The greatest count j whose clauses of the lower side are written, or 0. By these clauses,
    /// the cells s(i, 1), …, s(i, j) imply other literals, for all i < n.
    lower: usize,
}

impl Construct for Sequential {
    fn from_lits(lits: &[Lit]) -> Sequential {
        Sequential { cells: Prefixes::from_lits(lits), upper: 0, lower: 0 }
    }
}

impl Incremental for Sequential {}

impl Sequential {
    /// Writes one side (one implication) of the cells s(i, j) with i < n and j ≤ `count`, and
    /// records `count` for this side. A greater count that is already recorded stays. Skips the
    /// cells whose clauses of this side are already written. Fails if `writer` refuses a clause.
    fn extend(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<(), Error> {
        let written = match side {
            Side::Upper => &mut self.upper,
            Side::Lower => &mut self.lower,
        };
        let before = std::mem::replace(written, count.max(*written));
        for i in 1..self.cells.size() {
            for j in before + 1..=count.min(i) {
                self.cells.write(i, j, side, writer)?;
            }
        }
        Ok(())
    }
}

impl Counter for Sequential {
    counts_as!(cells);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.extend(count, side, writer)?;
        self.cells.write(self.size(), count, side, writer)?;
        Ok(self.cells.cell(self.size(), count, writer))
    }
}

#[cfg(test)]
mod tests {
    use crate::measure::MeasuredConstraint;
    use crate::{Relation, Size};

    /// The size is Sinz's size without the variables and unit clauses of the false cells, and
    /// without the clauses that these cells make true.
    #[test]
    fn is_the_published_size_without_the_cells_that_are_false() {
        for n in 4..=30 {
            for k in 1..n - 1 {
                let at_most = MeasuredConstraint::Cardinality(super::ROW, Relation::AtMost, k);
                let Size { variables, clauses, .. } = at_most.size(n).expect("a form for it");
                let published = ((n - 1) * k, 2 * n * k + n - 3 * k - 1);
                assert_eq!(variables, published.0 - k * (k - 1) / 2, "{k} of {n}");
                assert_eq!(clauses, published.1 - (k * k - 1), "{k} of {n}");
            }
        }
    }
}
