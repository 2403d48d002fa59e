//! Texts of cells and marks for the sentences of hints.

use super::theory::Mark;
use crate::board::Cell;
use crate::source::join_words;

/// Returns the text `(row,column)` of a cell. Row and column are counted from 1.
pub fn place(cell: Cell) -> String {
    format!("({},{})", cell.row + 1, cell.column + 1)
}

/// Joins the texts of cells as in a sentence, with `word` (such as "and") before the last one. All
/// cells are listed, even if there are many, since a player needs all of them for a step.
pub fn places(cells: impl IntoIterator<Item = Cell>, word: &str) -> String {
    let places: Vec<String> = cells.into_iter().map(place).collect();
    join_words(&places, word)
}

/// Joins the texts of cells as [`places`] does, but first sorts the cells by row and column.
pub fn sorted_places(cells: impl IntoIterator<Item = Cell>, word: &str) -> String {
    let mut sorted: Vec<Cell> = cells.into_iter().collect();
    sorted.sort();
    places(sorted, word)
}

/// Returns a mark in words, such as `(3,4) is 1` or `(3,4) is not 1`.
pub fn describe(mark: Mark) -> String {
    let is = if mark.is { "is" } else { "is not" };
    format!("{} {is} {}", place(mark.cell), mark.symbol)
}
