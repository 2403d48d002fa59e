//! A counter's cell for one output. The cell has the signal of the output, once the output is
//! requested. For each [`Side`] (implication), the cell also records whether the clauses of this
//! side are written. Counters have many cells, so a cell takes only eight bytes.

use rustsat::types::Lit;

use super::Side;
use crate::Signal;

/// The signal of an output, and the sides (implications) whose clauses are written.
#[derive(Clone, Copy)]
pub(super) struct OutputCell {
    /// The literal of the output if `state` has the flag `TAKEN`. Otherwise this field has no
    /// meaning.
    lit: Lit,
    /// The flags `FALSE`, `TRUE` and `TAKEN`, and a flag for each side with written clauses.
    state: u8,
}

impl OutputCell {
    /// The cell of an output that is neither requested nor promised.
    pub const EMPTY: OutputCell = OutputCell { lit: Lit::positive(0), state: 0 };

    /// Returns the cell at an index. If the list is too short, extends it by empty cells.
    pub fn get_or_add(cells: &mut Vec<OutputCell>, place: usize) -> &mut OutputCell {
        if cells.len() <= place {
            cells.resize(place + 1, OutputCell::EMPTY);
        }
        &mut cells[place]
    }

    /// The flag of a signal that is constant false.
    const FALSE: u8 = 1;
    /// The flag of a signal that is constant true.
    const TRUE: u8 = 2;
    /// The flag of a signal that is a literal.
    const TAKEN: u8 = 4;

    /// Returns the flag of a side with written clauses.
    fn side_flag(side: Side) -> u8 {
        match side {
            Side::Upper => 8,
            Side::Lower => 16,
        }
    }

    /// Returns the signal, or `None` if it is not set. If a literal and a constant were set,
    /// returns the literal.
    #[inline]
    pub fn signal(self) -> Option<Signal> {
        if self.state & OutputCell::TAKEN != 0 {
            return Some(self.lit.into());
        }
        match self.state & (OutputCell::FALSE | OutputCell::TRUE) {
            0 => None,
            OutputCell::FALSE => Some(Signal::False),
            _ => Some(Signal::True),
        }
    }

    /// Sets the signal, and keeps the marks of written sides. A constant does not replace a literal
    /// that was set before, but a literal replaces an earlier literal or constant. The signal must
    /// not become both constant false and constant true; debug builds panic if it does.
    #[inline]
    pub fn set(&mut self, signal: Signal) {
        match signal {
            Signal::False => self.state |= OutputCell::FALSE,
            Signal::True => self.state |= OutputCell::TRUE,
            Signal::Lit(lit) => *self = OutputCell { lit, state: self.state | OutputCell::TAKEN },
        }
        debug_assert_ne!(self.state & 7, OutputCell::FALSE | OutputCell::TRUE, "false and true");
    }

    #[inline]
    pub fn is_written(self, side: Side) -> bool {
        self.state & OutputCell::side_flag(side) != 0
    }

    /// Marks the clauses of one side as written. Returns whether they were already marked.
    #[inline]
    pub fn mark_written(&mut self, side: Side) -> bool {
        let was_written = self.is_written(side);
        self.state |= OutputCell::side_flag(side);
        was_written
    }
}

#[cfg(test)]
mod tests {
    use rustsat::lit;

    use super::*;

    #[test]
    fn a_cell_has_a_signal_and_two_sides() {
        for signal in [Signal::False, Signal::True, lit![5].into(), (!lit![0]).into()] {
            let mut cell = OutputCell::EMPTY;
            assert_eq!(cell.signal(), None);
            assert!(!cell.mark_written(Side::Upper) && cell.mark_written(Side::Upper));
            assert!(cell.signal().is_none() && !cell.is_written(Side::Lower));
            cell.set(signal);
            assert_eq!(cell.signal(), Some(signal));
            assert!(cell.is_written(Side::Upper) && !cell.mark_written(Side::Lower));
        }
        assert_eq!(size_of::<OutputCell>(), 8);
    }
}
