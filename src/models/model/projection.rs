//! The projection of a solution: the literals that determine its answer.
//!
//! When answers are counted, two solutions with the same values of these literals are one answer.

use super::{Lit, Values};
use crate::board::{Cell, Grid};

/// The literals that determine the answer of a solution.
#[derive(Clone, Debug)]
pub enum Projection {
    /// The symbols in the cells of a board.
    Cells(Reading),
    /// The values of these literals.
    Lits(Vec<Lit>),
}

impl Projection {
    /// Returns literals, each once. They are all true in exactly those solutions that have the same
    /// answer as `values`. For an answer in cells, this requires that at most one literal of each
    /// cell is true in a solution; the literals are then sorted. For an answer in literals, the
    /// result is in the order of the projection, and each literal has the sign that makes it true.
    pub fn answer_literals(&self, values: &Values) -> Vec<Lit> {
        match self {
            Projection::Cells(reading) => reading.answer_literals(&reading.answer(values)),
            Projection::Lits(lits) => {
                lits.iter().map(|&lit| if values.is_true(lit) { lit } else { !lit }).collect()
            }
        }
    }
}

/// The translation of a solution into cells. A cell shows the symbol of its true literal, or
/// `otherwise` if none is true.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The symbols of each cell, each with the literal that shows it. If several of the literals
    /// are true, the symbol of the first one is shown.
    cells: Grid<Vec<(char, Lit)>>,
    /// The symbol of a cell without a true literal.
    otherwise: char,
}

impl Reading {
    pub(super) fn new(cells: Grid<Vec<(char, Lit)>>, otherwise: char) -> Reading {
        Reading { cells, otherwise }
    }

    /// Returns the answer of a solution: the symbol that each cell shows.
    pub fn answer(&self, values: &Values) -> Grid<char> {
        Grid::from_fn(self.cells.size(), |cell| {
            let shown = self.cells[cell].iter().find(|(_, lit)| values.is_true(*lit));
            shown.map_or(self.otherwise, |&(symbol, _)| symbol)
        })
    }

    /// Returns the literal of each symbol in each cell.
    pub fn cells(&self) -> &Grid<Vec<(char, Lit)>> {
        &self.cells
    }

    /// Returns the symbol of a cell in which no literal is true.
    pub fn otherwise(&self) -> char {
        self.otherwise
    }

    /// Returns the symbols that a cell can show. First come the symbols of the cell's literals.
    /// Then comes the symbol of a cell without a true literal, if no literal of the cell shows this
    /// symbol.
    pub fn symbols(&self, cell: Cell) -> Vec<char> {
        let mut symbols: Vec<char> = self.cells[cell].iter().map(|&(symbol, _)| symbol).collect();
        if !symbols.contains(&self.otherwise) {
            symbols.push(self.otherwise);
        }
        symbols
    }

    /// Iterates over the literals of all symbols in all cells.
    pub fn symbol_literals(&self) -> impl Iterator<Item = Lit> {
        self.cells.iter().flat_map(|(_, shown)| shown.iter().map(|&(_, lit)| lit))
    }

    /// Returns literals that are all true if and only if the cell shows the symbol. This holds in a
    /// solution in which at most one literal of the cell is true. If a literal of the cell shows
    /// the symbol, this literal is returned. For the symbol of a cell without a true literal, the
    /// negations of all literals of the cell are returned. Returns `None` if the cell cannot show
    /// the symbol. The cell must be in the reading.
    pub fn literals(&self, cell: Cell, symbol: char) -> Option<Vec<Lit>> {
        let shown = &self.cells[cell];
        match shown.iter().find(|(other, _)| *other == symbol) {
            Some((_, lit)) => Some(vec![*lit]),
            None if symbol == self.otherwise => Some(shown.iter().map(|(_, lit)| !*lit).collect()),
            None => None,
        }
    }

    /// Returns literals, each once and sorted. They are all true in exactly those solutions that
    /// have this answer. This requires that at most one literal of each cell is true in a solution.
    /// The answer must have the size of the reading. Panics if a cell cannot show its symbol.
    pub fn answer_literals(&self, answer: &Grid<char>) -> Vec<Lit> {
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
