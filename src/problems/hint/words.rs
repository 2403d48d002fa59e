//! Words for the sentences of hints.

use super::theory::Mark;
use crate::board::Cell;
use crate::source::join_words;

/// Returns a cell as `(row,column)`, both counted from 1.
pub fn place(cell: Cell) -> String {
    format!("({},{})", cell.row + 1, cell.column + 1)
}

/// Joins all cells as in a sentence, with `word` before the last cell. A player cannot do a step
/// whose cells are not all named.
pub fn places(cells: impl IntoIterator<Item = Cell>, word: &str) -> String {
    let places: Vec<String> = cells.into_iter().map(place).collect();
    join_words(&places, word)
}

/// Joins all cells as [`places`] does, but in the order of the board.
pub fn sorted_places(cells: impl IntoIterator<Item = Cell>, word: &str) -> String {
    let mut sorted: Vec<Cell> = cells.into_iter().collect();
    sorted.sort();
    places(sorted, word)
}

/// Returns a mark as a clause, such as `(3,4) is 1`.
pub fn describe(mark: Mark) -> String {
    let is = if mark.is { "is" } else { "is not" };
    format!("{} {is} {}", place(mark.cell), mark.symbol)
}
