//! The symmetries of a board's shape that also keep its signs.

use std::collections::HashMap;

use super::{Sign, ThreeInARow};
use crate::board::{BoardSymmetry, Cell, Grid};
use crate::model::{Lit, Model};
use crate::puzzle::Puzzle;

impl ThreeInARow {
    /// Declares the symmetries of the board's shape that keep the signs. `colours` has first the
    /// literals of white, then those of blue. The symmetries also map the variables `differences`.
    /// Each of these implies that two cells differ; its key is these two cells in ascending order.
    /// The symmetries must map each key to a key. If there are such variables, also sets the order
    /// in which symmetry breaking compares solutions: the blue literals, row by row.
    pub(super) fn declare_symmetries(
        &self,
        model: &mut Model,
        colours: [&Grid<Lit>; 2],
        differences: &HashMap<[Cell; 2], Lit>,
    ) {
        for symmetry in self.size().symmetries().into_iter().filter(|&one| self.keeps_signs(one)) {
            let image = |at| symmetry.image(at);
            let cells = colours.into_iter().flat_map(|colour| {
                colour.iter().map(move |(at, &lit)| (lit, colour[symmetry.image(at)]))
            });
            model.declare_symmetry(
                symmetry.name(),
                cells.chain(
                    differences
                        .iter()
                        .map(|(&[a, b], &lit)| (lit, differences[&pair(image(a), image(b))])),
                ),
            );
        }
        // The literals of the cells alone distinguish all solutions. If the difference variables
        // were compared too, the comparisons of symmetric solutions would only be longer.
        if !differences.is_empty() {
            let [_, blue] = colours;
            model.set_lex_order(blue.iter().map(|(_, &lit)| lit));
        }
    }

    /// Returns whether a symmetry maps each sign to the place of a sign of the same kind.
    fn keeps_signs(&self, symmetry: BoardSymmetry) -> bool {
        let is_sign = |of: [Cell; 2], equal: bool| {
            self.signs
                .iter()
                .any(|sign| sign.equal == equal && pair(sign.cells[0], sign.cells[1]) == of)
        };
        self.signs.iter().all(|&Sign { cells: [a, b], equal }| {
            is_sign(pair(symmetry.image(a), symmetry.image(b)), equal)
        })
    }
}

/// Returns two cells as a pair in ascending order.
pub(super) fn pair(a: Cell, b: Cell) -> [Cell; 2] {
    [a.min(b), a.max(b)]
}
