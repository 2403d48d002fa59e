//! The ways to write the symbols of a family in the text of an answer.

use std::collections::HashSet;

use crate::puzzle::{self, OPEN, Puzzle};
use crate::source::{Refusal, Source, list_symbols};

/// Returns the symbols of an answer's text: those of the board's text or others that mean the same,
/// if the text is an answer in these, otherwise the family's `symbols`.
pub(super) fn own_symbols(puzzle: &dyn Puzzle, source: &Source, symbols: &str) -> String {
    spellings(puzzle, symbols)
        .into_iter()
        .find(|own| own != symbols && puzzle::read_answer(source, &add_open_signs(own)).is_ok())
        .unwrap_or_else(|| symbols.to_owned())
}

/// Returns the symbols of an answer with the signs for its open cells. A dot is none on a board of
/// queens, and a white square may be a colour on a board without suns.
pub(super) fn add_open_signs(symbols: &str) -> String {
    let dots = if symbols.contains('.') { "" } else { "._" };
    let square = if symbols.contains(['☀', '🌞', '🌙']) { "⬜" } else { "" };
    format!("{symbols}{OPEN}{dots}{square}")
}

/// Returns the ways to write the family's `symbols` in an answer, except these themselves. The
/// first is that of the board's text.
fn spellings(puzzle: &dyn Puzzle, symbols: &str) -> Vec<String> {
    let board = puzzle.describe();
    let own = symbols.chars().map(|symbol| board.sign(symbol)).collect();
    [own].into_iter().chain(board.spellings.iter().map(|&other| other.to_owned())).collect()
}

/// Adds the symbols of the other spellings to the refusal of an unknown symbol.
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
