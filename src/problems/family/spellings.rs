//! The ways to write the symbols of a family in the text of an answer.

use std::collections::HashSet;

use crate::puzzle::{self, OPEN, Puzzle};
use crate::source::{Refusal, Source, list_symbols};

/// Returns the symbols in which the text of an answer is written, in the order of the family's
/// `symbols`. Tries the symbols of the board's text first, and then the other spellings. Returns
/// the first spelling in which the text is an answer. If there is none, returns the family's
/// `symbols`, even if the text is no answer in these symbols.
pub(super) fn own_symbols(puzzle: &dyn Puzzle, source: &Source, symbols: &str) -> String {
    spellings(puzzle, symbols)
        .into_iter()
        .find(|own| own != symbols && puzzle::read_answer(source, &add_open_signs(own)).is_ok())
        .unwrap_or_else(|| symbols.to_owned())
}

/// Returns the symbols of an answer, followed by the signs for its open cells. If the dot is a
/// symbol, as on a board of queens, it is no sign for open cells. A white square is a sign for open
/// cells only on a board with suns or moons, because it may be a colour on other boards.
pub(super) fn add_open_signs(symbols: &str) -> String {
    let dots = if symbols.contains('.') { "" } else { "._" };
    let square = if symbols.contains(['☀', '🌞', '🌙']) { "⬜" } else { "" };
    format!("{symbols}{OPEN}{dots}{square}")
}

/// Returns the ways to write the family's `symbols` in an answer by other signs. The first way is
/// that of the board's text. It may use the family's own symbols.
fn spellings(puzzle: &dyn Puzzle, symbols: &str) -> Vec<String> {
    let board = puzzle.describe();
    let own = symbols.chars().map(|symbol| board.sign(symbol)).collect();
    [own].into_iter().chain(board.spellings.iter().map(|&other| other.to_owned())).collect()
}

/// Adds the symbols of the other spellings to the refusal of an unknown symbol. Such a refusal is
/// recognised by its list of `symbols`. Returns every other refusal unchanged.
pub(super) fn add_other_spellings(refusal: Refusal, puzzle: &dyn Puzzle, symbols: &str) -> Refusal {
    if refusal.expected != list_symbols(&add_open_signs(symbols)) {
        return refusal;
    }
    let mut known: Vec<char> = symbols.chars().collect();
    let others = spellings(puzzle, symbols);
    known.extend(others.iter().flat_map(|other| other.chars()).chain([OPEN]));
    let mut seen = HashSet::new();
    known.retain(|symbol| seen.insert(*symbol));
    Refusal { expected: list_symbols(&String::from_iter(known)), ..refusal }
}
