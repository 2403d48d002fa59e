//! The player's symbols for the two colours. For example, a board with suns and moons is shown with
//! suns and moons.
//!
//! The model, the answers and the JSON have `0` and `1`. Pictures, pages and sentences are made for
//! people, so only they have the symbols of the board's text.

use super::{BLUE, WHITE};
use crate::board::Grid;
use crate::puzzle::single_char;
use crate::source::{Table, format_count};

/// The usual pairs of symbols for white and blue. If a board has only one symbol of such a pair, it
/// is shown with both.
const PAIRS: [[char; 2]; 15] = [
    ['0', '1'],
    ['1', '2'],
    ['W', 'B'],
    ['w', 'b'],
    ['S', 'M'],
    ['s', 'm'],
    ['O', 'X'],
    ['o', 'x'],
    ['X', 'O'],
    ['x', 'o'],
    ['☀', '🌙'],
    ['🌞', '🌙'],
    ['⚪', '⚫'],
    ['🟡', '🔵'],
    ['⬜', '⬛'],
];

/// Those pairs of [`PAIRS`] that have the same meaning on every board. Answers may be written in
/// them.
pub(super) const SPELLINGS: &[&str] = &["☀🌙", "🌞🌙", "SM", "sm", "WB", "wb", "⚪⚫", "🟡🔵"];

/// The word for an open cell in a board of words.
pub(super) const EMPTY: &str = "empty";

/// The words that a cell may have, in lower case.
pub(super) const WORDS: &[&str] = &["sun", "moon", "white", "black", "blue", "zero", "one", EMPTY];

/// Returns the colour that a word means, and a symbol. Pictures and sentences have one character
/// per cell, so there the symbol replaces the word. White is `sun`, `white` or `zero`; blue is
/// `moon`, `black`, `blue` or `one`. Returns `None` for any other word. Upper and lower case mean
/// the same.
pub(super) fn parse_word(word: &str) -> Option<(char, char)> {
    match &word.to_lowercase()[..] {
        "sun" => Some((WHITE, '☀')),
        "moon" => Some((BLUE, '🌙')),
        "white" => Some((WHITE, 'W')),
        "black" | "blue" => Some((BLUE, 'B')),
        "zero" => Some((WHITE, '0')),
        "one" => Some((BLUE, '1')),
        _ => None,
    }
}

/// The symbols for white and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symbols([char; 2]);

impl Default for Symbols {
    fn default() -> Symbols {
        Symbols([WHITE, BLUE])
    }
}

impl Symbols {
    /// Returns the symbols that the text of a board uses for its first white given and its first
    /// blue given. If the board has no given of one colour, the symbol of this colour is chosen to
    /// match the other. The table must have the cells of `givens`, without signs.
    pub fn from_table(table: &Table, givens: &Grid<Option<char>>) -> Symbols {
        let written = |colour| {
            let (at, _) = givens.iter().find(|(_, given)| **given == Some(colour))?;
            let text = &table.rows[at.row][at.column].value;
            single_char(text).or_else(|| Some(parse_word(text)?.1))
        };
        Symbols::from_partial([written(WHITE), written(BLUE)])
    }

    /// Returns the symbols of boards on which 1 is white and 2 is blue.
    pub fn from_one() -> Symbols {
        Symbols(['1', '2'])
    }

    /// Returns symbols for both colours. If `white` and `blue` are both there, these are the
    /// symbols. If one is missing, looks for the first pair of [`PAIRS`] that has the other one at
    /// the same index, and takes the missing symbol from this pair. Returns the default if there is
    /// no such pair. Returns the first pair if both symbols are missing.
    fn from_partial([white, blue]: [Option<char>; 2]) -> Symbols {
        let is_kept = |pair: &&[char; 2]| {
            white.is_none_or(|white| white == pair[0]) && blue.is_none_or(|blue| blue == pair[1])
        };
        match (white, blue) {
            (Some(white), Some(blue)) => Symbols([white, blue]),
            _ => PAIRS.iter().find(is_kept).map_or(Symbols::default(), |&pair| Symbols(pair)),
        }
    }

    /// Returns the symbol of the board for a symbol of the family.
    pub fn board_symbol(self, symbol: char) -> char {
        match symbol {
            WHITE => self.0[0],
            BLUE => self.0[1],
            other => other,
        }
    }

    /// Returns the board's symbol for the other colour.
    pub fn other(self, symbol: char) -> char {
        let [white, blue] = self.0;
        if symbol == blue { white } else { blue }
    }

    /// Returns the symbols for white and blue.
    pub fn pair(self) -> [char; 2] {
        self.0
    }

    /// Returns a text for `number` cells that have a symbol of the family, such as `2 ones` or
    /// `2 cells with X`.
    pub fn counted(self, number: usize, symbol: char) -> String {
        self.in_words(number, symbol, "")
    }

    /// Returns a text for `number` given cells that have a symbol of the family, such as
    /// `2 given ones`.
    pub fn counted_givens(self, number: usize, symbol: char) -> String {
        self.in_words(number, symbol, "given ")
    }

    /// Returns a text for `number` cells that have a symbol of the family. If the board has the
    /// default symbols, the noun is `zero` or `one`. Otherwise, it is `cell` with the board's
    /// symbol. `kind` is put before the noun. It must be empty or end with a blank.
    fn in_words(self, number: usize, symbol: char, kind: &str) -> String {
        let word = match symbol {
            _ if self != Symbols::default() => {
                let cells = format_count(number, &format!("{kind}cell"));
                return format!("{cells} with {}", self.board_symbol(symbol));
            }
            WHITE => "zero",
            _ => "one",
        };
        format_count(number, &format!("{kind}{word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_symbol_of_a_pair_implies_the_other() {
        for (white, blue, expected) in [
            (None, None, "01"),
            (Some('0'), None, "01"),
            (None, Some('1'), "01"),
            (Some('1'), None, "12"),
            (Some('S'), None, "SM"),
            (None, Some('🌙'), "☀🌙"),
            (Some('🌞'), None, "🌞🌙"),
            (Some('⚪'), Some('🔵'), "⚪🔵"),
            (None, Some('X'), "OX"),
            (Some('X'), None, "XO"),
        ] {
            let Symbols(pair) = Symbols::from_partial([white, blue]);
            assert_eq!(String::from_iter(pair), expected);
        }
    }

    #[test]
    fn a_board_of_ones_and_twos_counts_in_digits() {
        let symbols = Symbols::from_one();
        assert_eq!([WHITE, BLUE, '?'].map(|symbol| symbols.board_symbol(symbol)), ['1', '2', '?']);
        assert_eq!(['1', '2'].map(|symbol| symbols.other(symbol)), ['2', '1']);
        assert_eq!(symbols.counted(2, BLUE), "2 cells with 2");
        assert_eq!(Symbols::default().counted(2, BLUE), "2 ones");
    }
}
