//! The pictures of an explanation. A picture shows a board with a clash, an answer with the cells
//! in which another answer differs, or the cells that all answers share.

use super::ExplainOutcome;
use crate::board::Cell;
use crate::model::Entry;
use crate::picture::Picture;
use crate::puzzle::{Filling, Puzzle, draw_board, draw_highlighted, fill_open};
use crate::search::{Backbone, RuleClash};

/// Returns the picture of an explanation. If the cells that all answers share were requested and
/// found, the picture shows them, even if the search for them was cut short. Otherwise, it shows an
/// answer. If another answer was found, the cells in which it differs are highlighted. If no answer
/// was found, the picture shows the board. If a clash is known, its cells are highlighted. Returns
/// `None` if the problem has no board.
pub(super) fn main(explained: &ExplainOutcome) -> Option<Picture> {
    let puzzle = explained.posed.opened.as_puzzle()?;
    if let Some(forced) = &explained.more.forced {
        return Some(shared(puzzle, forced));
    }
    if let Some((one, _)) = explained.two_answers() {
        return Some(draw_highlighted(puzzle, one.board(), &explained.finding.differing_cells()));
    }
    match &explained.finding.answer {
        Some(answer) => Some(draw_board(puzzle, answer.board())),
        None => Some(clash(puzzle, explained.clash())),
    }
}

/// Draws the board without an answer, and highlights the cells of `clash`, or no cells if it is
/// `None`.
pub(super) fn clash(puzzle: &dyn Puzzle, clash: Option<&RuleClash>) -> Picture {
    let cells: Vec<Cell> = clash.map_or(Vec::new(), |clash| clash.cells.concat());
    draw_highlighted(puzzle, None, &cells)
}

/// Draws the board with the cells that all answers share.
pub(super) fn shared(puzzle: &dyn Puzzle, forced: &Backbone) -> Picture {
    draw_board(puzzle, Some(&shared_filling(puzzle, forced)))
}

/// Returns the board with the givens and the cells that all answers share. All other cells are
/// open. Ignores entries of `forced` that are not the symbol of a cell.
pub(super) fn shared_filling(puzzle: &dyn Puzzle, forced: &Backbone) -> Filling {
    // The givens come first, since a search that was stopped has perhaps not found all of them.
    let mut board = fill_open(&puzzle.givens());
    for entry in &forced.entries {
        if let Entry::Symbol(cell, symbol) = entry {
            board[*cell] = *symbol;
        }
    }
    board
}
