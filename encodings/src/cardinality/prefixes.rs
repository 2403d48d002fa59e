//! The common part of the sequential counter, Knuth's counter and the decision diagram: cells s(i,
//! j), which mean "at least j of the first i literals are true".
//!
//! ```text
//! upper:  s(i−1, j) → s(i, j)        xᵢ ∧ s(i−1, j−1) → s(i, j)
//! lower:  s(i, j) → s(i−1, j−1)      s(i, j) → xᵢ ∨ s(i−1, j)
//! ```
//!
//! s(i, 0) is true, and s(i, j) is false for j > i. The encodings differ in the cells that they
//! write, and in whether they write both the upper and the lower clauses.

use rustsat::types::Lit;

use super::Side;
use super::cell::OutputCell;
use super::known::CountRange;
use crate::{Error, Meaning, Signal, Writer};

/// The cells s(i, j) of some literals, written on request.
pub(super) struct Prefixes {
    lits: Vec<Lit>,
    /// The cells s(i, j), in a column for each count j. The column `columns[j − 1]` consists of
    /// s(j, j), s(j + 1, j), ….
    columns: Vec<Vec<OutputCell>>,
    /// The numbers of true literals that the promises allow.
    known: CountRange,
}

impl Prefixes {
    pub(super) fn from_lits(lits: &[Lit]) -> Prefixes {
        let known = CountRange::full(lits.len());
        Prefixes { lits: lits.to_vec(), columns: Vec::new(), known }
    }

    pub(super) fn size(&self) -> usize {
        self.lits.len()
    }

    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    pub(super) fn promise(&mut self, count: usize, is_reached: bool) {
        self.known.promise(count, is_reached);
    }

    /// Returns the value of the cell s(i, j), "at least j of the first i literals are true", if i
    /// and j or a promise determine it. Otherwise returns `None`. If fewer than j of all n literals
    /// are true, fewer than j of the first i are true. If at least c of all n literals are true, at
    /// least c−(n−i) of the first i are true.
    fn value(&self, i: usize, j: usize) -> Option<bool> {
        self.known.part(i, self.size() - i).value(j)
    }

    /// Returns the signal of the cell s(i, j). The signal is a constant if a promise determines it.
    /// It is constant true if j is 0, and constant false if j exceeds i. Otherwise it is a literal,
    /// and the first call for the cell takes a variable. `i` must be at most the number of
    /// literals. Writes no clause.
    #[inline]
    pub(super) fn cell(&mut self, i: usize, j: usize, writer: &mut Writer) -> Signal {
        if let Some(value) = self.value(i, j) {
            return value.into();
        }
        match slot(&mut self.columns, self.lits.len(), i, j).signal() {
            Some(signal) => signal,
            None => self.define_cell(i, j, writer),
        }
    }

    /// Takes a variable for the cell s(i, j), which must have no variable yet, and returns the
    /// variable. Passes its meaning to the observer. Writes no clause.
    #[inline(never)]
    fn define_cell(&mut self, i: usize, j: usize, writer: &mut Writer) -> Signal {
        let lit = writer.defined(|| Meaning::AtLeast(self.lits[..i].to_vec(), j));
        slot(&mut self.columns, self.lits.len(), i, j).set(lit.into());
        lit.into()
    }

    /// Writes the two clauses of one side (one implication) of the cell s(i, j). If they are
    /// already written, does nothing. `i` and `j` must be at least 1, `j` at most `i`, and `i` at
    /// most the number of literals. If the cells s(i, j), s(i − 1, j) and s(i − 1, j − 1) have no
    /// variables, takes variables for them. Does not write the clauses of the last two cells. Omits
    /// clauses that a constant satisfies. If the cell is constant, its clauses enforce the
    /// constant. Fails if `writer` refuses a clause.
    pub(super) fn write(
        &mut self,
        i: usize,
        j: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let cell = self.cell(i, j, writer);
        if slot(&mut self.columns, self.lits.len(), i, j).mark_written(side) {
            return Ok(());
        }
        let x = Signal::from(self.lits[i - 1]);
        let without = self.cell(i - 1, j, writer);
        let with = self.cell(i - 1, j - 1, writer);
        match side {
            Side::Upper => {
                writer.clause([!without, cell])?;
                writer.clause([!x, !with, cell])
            }
            Side::Lower => {
                writer.clause([!cell, with])?;
                writer.clause([!cell, x, without])
            }
        }
    }

    /// Writes s(n, `count`) and all cells on which it depends, for the given sides (implications).
    /// Here n is the number of literals. Skips clauses that are already written. Returns s(n,
    /// `count`). `count` must be from 1 to n. Fails if `writer` refuses a clause.
    pub(super) fn write_towards(
        &mut self,
        count: usize,
        sides: &[Side],
        writer: &mut Writer,
    ) -> Result<Signal, Error> {
        let size = self.size();
        for i in 1..=size {
            for j in (count + i).saturating_sub(size).max(1)..=count.min(i) {
                sides.iter().try_for_each(|&side| self.write(i, j, side, writer))?;
            }
        }
        Ok(self.cell(size, count, writer))
    }
}

/// Returns the stored cell s(i, j), for 1 ≤ j ≤ i ≤ `size`. Adds the columns that are missing, with
/// empty cells.
#[inline]
fn slot(columns: &mut Vec<Vec<OutputCell>>, size: usize, i: usize, j: usize) -> &mut OutputCell {
    while columns.len() < j {
        columns.push(vec![OutputCell::EMPTY; size - columns.len()]);
    }
    &mut columns[j - 1][i - j]
}
