//! The literals that an answer is read off: the projection of a solution.
//!
//! Solutions with the same answer differ in auxiliary variables and numberings only. To count
//! answers is to count what these literals say, each once.

use super::{Lit, Values};
use crate::board::{Cell, Grid};

/// Which literals say the answer.
#[derive(Clone, Debug)]
pub enum Projection {
    /// Symbols in the cells of a board.
    Cells(Reading),
    /// These, each by itself.
    Lits(Vec<Lit>),
}

impl Projection {
    /// Literals that hold together in exactly those solutions that have the same answer as
    /// `values`, each once.
    pub fn shown(&self, values: &Values) -> Vec<Lit> {
        match self {
            Projection::Cells(reading) => reading.all_literals(&reading.answer(values)),
            Projection::Lits(lits) => {
                lits.iter().map(|&lit| if values.of(lit) { lit } else { !lit }).collect()
            }
        }
    }
}

/// How an answer is read off a solution: in each cell of a board the symbol whose literal is true,
/// or, where none is, a symbol for that.
///
/// So the literals named here determine the answer, and the answer determines them: to count
/// answers is to count assignments of these literals.
#[derive(Clone, Debug)]
pub struct Reading {
    cells: Grid<Vec<(char, Lit)>>,
    otherwise: char,
}

impl Reading {
    /// Which literals show which symbols in each cell, and what a cell shows in which none is true.
    pub(super) fn new(cells: Grid<Vec<(char, Lit)>>, otherwise: char) -> Reading {
        Reading { cells, otherwise }
    }

    /// The answer that a solution says.
    pub fn answer(&self, values: &Values) -> Grid<char> {
        Grid::from_fn(self.cells.size(), |cell| {
            let said = self.cells[cell].iter().find(|(_, lit)| values.of(*lit));
            said.map_or(self.otherwise, |&(symbol, _)| symbol)
        })
    }

    /// Every literal that shows something.
    pub fn shown(&self) -> impl Iterator<Item = Lit> {
        self.cells.iter().flat_map(|(_, shown)| shown.iter().map(|&(_, lit)| lit))
    }

    /// Literals that are all true exactly when the cell shows the symbol; none if it never can.
    pub fn literals(&self, cell: Cell, symbol: char) -> Option<Vec<Lit>> {
        let shown = &self.cells[cell];
        match shown.iter().find(|(other, _)| *other == symbol) {
            Some((_, lit)) => Some(vec![*lit]),
            None if symbol == self.otherwise => Some(shown.iter().map(|(_, lit)| !*lit).collect()),
            None => None,
        }
    }

    /// Literals that are all true exactly in the solutions with this answer, each once.
    pub fn all_literals(&self, answer: &Grid<char>) -> Vec<Lit> {
        let mut lits: Vec<Lit> = answer
            .iter()
            .flat_map(|(cell, &symbol)| {
                self.literals(cell, symbol).expect("an answer of this reading")
            })
            .collect();
        lits.sort_unstable();
        lits.dedup();
        lits
    }
}
