//! The games that a person can play on a board.
//!
//! A [page](crate::page) knows the rules of each [`Play`], so it needs no program. A family without
//! a `Play` is shown as a picture.

use std::fmt;

use serde::Serialize;

use crate::board::Cell;
use crate::picture::{Mark, MarkShape};

/// A game that the page can play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Play {
    /// A cell has a queen or a cross. Each row, column and region of the picture has `each` queens,
    /// and no two touch.
    Queens {
        /// The number of queens in each row, column and region.
        each: usize,
        /// The player's word for what is placed.
        piece: Piece,
    },
    /// A cell has `0` or `1`. No three neighbours in a line are equal, and each line has as many
    /// `0` as `1`. Signs of the picture are `=` or `×`.
    Halves {
        /// The player's symbols for `0` and `1`.
        symbols: [PlaySymbol; 2],
        /// Whether no two rows and no two columns are equal.
        distinct: bool,
        /// Whether a line of odd length may have one more of either symbol, not only of `1`.
        either: bool,
    },
    /// Each cell has a letter, a king's move from the previous letter. A player's notes are
    /// letters, too.
    Path {
        /// The letters in their order.
        letters: Vec<PathLetter>,
    },
}

/// A symbol as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaySymbol {
    /// The symbol.
    symbol: char,
    /// The shape: `letter`, `sun`, `moon` or `disc`.
    shape: &'static str,
    /// The colour of the shape, as `#rrggbb`.
    tone: String,
}

impl PlaySymbol {
    /// Returns the symbol of a mark.
    pub fn from_mark(mark: Mark) -> PlaySymbol {
        let shape = match mark.shape {
            MarkShape::Sun => "sun",
            MarkShape::Moon => "moon",
            MarkShape::Disc => "disc",
            _ => "letter",
        };
        PlaySymbol { symbol: mark.symbol, shape, tone: mark.ink.tone().to_string() }
    }
}

/// The player's word for what is placed in each row, column and region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// A queen.
    Queen,
    /// A star, as in a star battle.
    Star,
}

impl Piece {
    /// Returns the word.
    pub fn name(self) -> &'static str {
        match self {
            Piece::Queen => "queen",
            Piece::Star => "star",
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A letter of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathLetter {
    /// The symbol of the letter.
    pub letter: char,
    /// The cells that the letter's clue allows, as rows and columns; `None` without a clue.
    pub cells: Option<Vec<[usize; 2]>>,
}

impl PathLetter {
    /// Returns a letter with the cells of its clue.
    pub fn new(letter: char, allowed: Option<&[Cell]>) -> PathLetter {
        PathLetter {
            letter,
            cells: allowed.map(|cells| cells.iter().map(|at| [at.row, at.column]).collect()),
        }
    }
}
