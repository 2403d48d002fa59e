//! What the sequential counter, Knuth's counter and the decision diagram have in common: cells
//! s(i, j) that say "at least j of the first i literals are true".
//!
//! A cell hangs together with the two below it:
//!
//! ```text
//! upper:  s(i−1, j) → s(i, j)        xᵢ ∧ s(i−1, j−1) → s(i, j)
//! lower:  s(i, j) → s(i−1, j−1)      s(i, j) → xᵢ ∨ s(i−1, j)
//! ```
//!
//! where s(i, 0) is true and s(i, j) false for j > i. The encodings differ in which cells they
//! write, and on which sides.

use rustsat::types::Lit;

use super::Side;
use super::cell::OutputCell;
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// The cells over some literals, written as they are asked for.
pub(super) struct Prefixes {
    lits: Vec<Lit>,
    /// The cells of a count j, from i = j on, in column j−1.
    columns: Vec<Vec<OutputCell>>,
    /// The last cells s(n, j) that are known.
    known: Vec<(usize, bool)>,
}

impl Prefixes {
    pub(super) fn over(lits: &[Lit]) -> Prefixes {
        Prefixes { lits: lits.to_vec(), columns: Vec::new(), known: Vec::new() }
    }

    pub(super) fn size(&self) -> usize {
        self.lits.len()
    }

    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Promises the value of the last cell of a count.
    pub(super) fn promise(&mut self, count: usize, holds: bool) {
        self.known.push((count, holds));
    }

    /// The value of a cell, where it is known. Where fewer than j of all are true, so they are of
    /// the first i; where at least j of all are, the last n−i take no more than n−i from them.
    fn value(&self, i: usize, j: usize) -> Option<bool> {
        if j == 0 || i < j {
            return Some(j == 0);
        }
        let others = self.size() - i;
        self.known
            .iter()
            .find(|&&(count, holds)| if holds { j + others <= count } else { j >= count })
            .map(|&(_, holds)| holds)
    }

    /// The signal of a cell.
    #[inline]
    pub(super) fn cell(&mut self, i: usize, j: usize, writer: &mut Writer) -> Signal {
        if let Some(value) = self.value(i, j) {
            return value.into();
        }
        match slot(&mut self.columns, self.lits.len(), i, j).signal() {
            Some(signal) => signal,
            None => self.take(i, j, writer),
        }
    }

    /// Takes a variable for a cell.
    #[inline(never)]
    fn take(&mut self, i: usize, j: usize, writer: &mut Writer) -> Signal {
        let lit = writer.defined(|| Meaning::AtLeast(self.lits[..i].to_vec(), j));
        slot(&mut self.columns, self.lits.len(), i, j).set(lit.into());
        lit.into()
    }

    /// Writes the clauses of a cell on one side, unless they are there.
    pub(super) fn write(
        &mut self,
        i: usize,
        j: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<(), Refusal> {
        let cell = self.cell(i, j, writer);
        if slot(&mut self.columns, self.lits.len(), i, j).write(side) {
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

    /// Writes, on these sides, the cells that the last cell of a count hangs on, and returns that
    /// one's signal.
    pub(super) fn write_towards(
        &mut self,
        count: usize,
        sides: &[Side],
        writer: &mut Writer,
    ) -> Result<Signal, Refusal> {
        let size = self.size();
        for i in 1..=size {
            for j in (count + i).saturating_sub(size).max(1)..=count.min(i) {
                sides.iter().try_for_each(|&side| self.write(i, j, side, writer))?;
            }
        }
        Ok(self.cell(size, count, writer))
    }
}

/// The cell of a count of the first i literals, in columns that grow with the counts.
#[inline]
fn slot(columns: &mut Vec<Vec<OutputCell>>, size: usize, i: usize, j: usize) -> &mut OutputCell {
    while columns.len() < j {
        columns.push(vec![OutputCell::EMPTY; size - columns.len()]);
    }
    &mut columns[j - 1][i - j]
}
