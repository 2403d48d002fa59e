//! The pictures of an explanation: a board with a clash, an answer with the cells in which another
//! answer differs, or the cells that all answers share.

use super::Explained;
use crate::board::Cell;
use crate::model::Entry;
use crate::picture::Picture;
use crate::puzzle::{Filling, Puzzle, highlighted, pictured, with_open};
use crate::search::{Forced, RuleClash};

/// Returns the picture of an explanation, or `None` without a board: the shared cells, if
/// requested; else an answer, with the cells in which another answer differs; else the clash.
pub(super) fn main(explained: &Explained) -> Option<Picture> {
    let puzzle = explained.posed.opened.as_puzzle()?;
    if let Some(forced) = &explained.more.forced {
        return Some(shared(puzzle, forced));
    }
    if let Some((one, _)) = explained.two() {
        return Some(highlighted(puzzle, one.board(), &explained.finding.differing_cells()));
    }
    match &explained.finding.answer {
        Some(answer) => Some(pictured(puzzle, answer.board())),
        None => Some(clash(puzzle, explained.clash())),
    }
}

/// Draws the board without an answer, and highlights the cells of a clash.
pub(super) fn clash(puzzle: &dyn Puzzle, clash: Option<&RuleClash>) -> Picture {
    let cells: Vec<Cell> = clash.map_or(Vec::new(), |clash| clash.cells.concat());
    highlighted(puzzle, None, &cells)
}

/// Draws the board with the cells that all answers share.
pub(super) fn shared(puzzle: &dyn Puzzle, forced: &Forced) -> Picture {
    pictured(puzzle, Some(&with_shared(puzzle, forced)))
}

/// Returns the board with the givens and the cells that all answers share. All other cells are
/// open.
pub(super) fn with_shared(puzzle: &dyn Puzzle, forced: &Forced) -> Filling {
    // A stopped search may not have tested all givens.
    let mut board = with_open(&puzzle.givens());
    for entry in &forced.entries {
        if let Entry::Symbol(cell, symbol) = entry {
            board[*cell] = *symbol;
        }
    }
    board
}
