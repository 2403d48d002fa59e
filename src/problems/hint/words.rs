//! Words for the sentences of hints.

use super::theory::Mark;
use crate::board::Cell;

/// Returns a cell as `(row,column)`, both counted from 1.
pub fn place(cell: Cell) -> String {
    format!("({},{})", cell.row + 1, cell.column + 1)
}

/// Joins items as in a sentence, with `word` before the last item.
pub fn listed<T: AsRef<str>>(items: &[T], word: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
    }
}

/// Joins all cells as in a sentence, with `word` before the last cell. A player cannot do a step
/// whose cells are not all named.
pub fn places(cells: impl IntoIterator<Item = Cell>, word: &str) -> String {
    let places: Vec<String> = cells.into_iter().map(place).collect();
    listed(&places, word)
}

/// Returns a mark as a clause, such as `(3,4) is 1`.
pub fn said(mark: Mark) -> String {
    let is = if mark.is { "is" } else { "is not" };
    format!("{} {is} {}", place(mark.cell), mark.symbol)
}
