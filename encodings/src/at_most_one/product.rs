//! The product encoding: the literals form a grid, and a true literal makes the variables of its
//! row and of its column true. At most one row and at most one column is true, which is written
//! recursively.
//!
//! A grid of ⌈√n⌉ columns takes 2√n + O(n^¼) auxiliary variables and 2n + 4√n + O(n^¼) clauses, the
//! fewest of all encodings here for large n. Propagation is complete.
//!
//! Difference: a literal that is alone in its grid row (if n = p²−p + 1 for p columns) is itself
//! the variable of that row and needs no column, which saves two clauses and a variable. rustsat
//! writes rows and columns pairwise, which takes 3n clauses. Up to n = 6, the pairwise encoding is
//! written, because it does not take more clauses.
//!
//! Publication: Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010.

use rustsat::types::Lit;

use super::{AtMostOne, pairwise};
use crate::essay::essay;
use crate::{Error, Meaning, Writer};

/// The row of the encoding `product` in the table [`ALL`](super::ALL).
pub const ROW: AtMostOne = AtMostOne {
    name: "product",
    citation: "Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010",
    essay: essay!("product.rs"),
    write,
};

/// The greatest number of literals that are written pairwise. Up to this number, the product would
/// not have fewer clauses.
const PAIRWISE_UP_TO: usize = 6;

/// Writes that at most one literal is true. At most [`PAIRWISE_UP_TO`] literals are written
/// pairwise. More literals are arranged as the cells of a square, row by row. Each row and each
/// column gets a fresh variable, and each literal implies the variable of its row and the variable
/// of its column. If only one literal is in the last row, this literal is the variable of the row,
/// and implies no column. Writes in the same way that at most one row and at most one column is
/// true. The literals must be of distinct variables. Fails if `writer` refuses a clause.
fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    if lits.len() <= PAIRWISE_UP_TO {
        return pairwise::write(lits, writer);
    }
    let width = (lits.len() - 1).isqrt() + 1;
    // The only literal of a row is itself the variable of the row, and has no column.
    let of_column = |column: usize| {
        lits.chunks(width)
            .filter(|row| row.len() > 1)
            .filter_map(move |row| row.get(column).copied())
    };
    let columns: Vec<Lit> =
        (0..width).map(|column| writer.defined(|| Meaning::or(of_column(column)))).collect();
    let mut rows = Vec::with_capacity(width);
    for of_row in lits.chunks(width) {
        if let [alone] = of_row {
            rows.push(*alone);
            continue;
        }
        let row = writer.defined(|| Meaning::or(of_row.iter().copied()));
        rows.push(row);
        for (&lit, &column) in of_row.iter().zip(&columns) {
            writer.lits(&[!lit, row])?;
            writer.lits(&[!lit, column])?;
        }
    }
    write(&rows, writer)?;
    write(&columns, writer)
}

#[cfg(test)]
mod tests {
    use super::super::size;
    use super::{PAIRWISE_UP_TO, ROW};

    /// Returns the size by the publication's recurrence. Subtracts the variable and the clauses
    /// that are saved if a literal is alone in its row.
    fn published(n: usize) -> (usize, usize) {
        if n <= PAIRWISE_UP_TO {
            return (0, n * n.saturating_sub(1) / 2);
        }
        let width = (1..).find(|p| p * p >= n).expect("there are large squares");
        let height = n.div_ceil(width);
        let (columns, rows) = (published(width), published(height));
        let alone = usize::from(n == width * width - width + 1);
        (width + height + columns.0 + rows.0 - alone, 2 * n + columns.1 + rows.1 - 2 * alone)
    }

    #[test]
    fn is_the_published_size_but_for_a_literal_alone() {
        for n in 2..=200 {
            assert_eq!(size(&ROW, n), published(n), "n = {n}");
        }
    }

    #[test]
    fn grows_as_published() {
        for side in [10_usize, 20, 40] {
            let (variables, clauses) = size(&ROW, side * side);
            let rest = 12 * side.isqrt();
            assert!(variables <= 2 * side + rest, "{variables} variables");
            assert!(clauses <= 2 * side * side + 4 * side + rest, "{clauses} clauses");
        }
    }
}
