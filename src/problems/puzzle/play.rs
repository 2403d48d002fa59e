//! The games that a person can play on a board.
//!
//! The script of a [page](crate::page) implements the rules of each [`Play`], so the page works
//! without any other program. The boards of a family without a `Play` are shown as pictures.

use std::fmt;

use serde::Serialize;

use crate::board::Cell;
use crate::picture::{Mark, MarkShape};

/// A game that the page can play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Play {
    /// The player puts a queen or a cross into each cell. Each row, column and region of the
    /// picture must have `each` queens, and no two queens may touch.
    Queens {
        /// The number of queens in each row, column and region.
        each: usize,
        /// The word that the player sees for a placed piece.
        piece: Piece,
    },
    /// The player puts `0` or `1` into each cell. In each row and column, no three neighbours are
    /// equal, and there are as many `0` as `1`. A row or column of odd length has one more `1`. The
    /// picture may have signs between neighbours: `=` if they are equal, `×` if they differ.
    Halves {
        /// The player's symbols for `0` and `1`.
        symbols: [PlaySymbol; 2],
        /// Whether all rows must be different, and all columns too.
        distinct: bool,
        /// Whether a row or column of odd length may have one more `0` or one more `1`. If this is
        /// false, it must have one more `1`.
        either: bool,
    },
    /// Each cell has a letter, and each letter is a king's move away from the previous letter. The
    /// player's notes in a cell are letters, too.
    Path {
        /// The letters in the order of the path.
        letters: Vec<PathLetter>,
    },
}

/// A symbol with the shape and the colour in which it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaySymbol {
    /// The character of the symbol, as in the board's text.
    symbol: char,
    /// The shape: `letter`, `sun`, `moon` or `disc`.
    shape: &'static str,
    /// The colour of the shape, as `#rrggbb`.
    tone: String,
}

impl PlaySymbol {
    /// Returns the symbol of a mark, with the mark's character and colour. The shapes sun, moon and
    /// disc keep their names. Any other shape is called `letter`.
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

/// The word that the player sees for the pieces in each row, column and region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// A queen, as in LinkedIn's Queens.
    Queen,
    /// A star, as in a star battle.
    Star,
}

impl Piece {
    /// Returns the word, in the singular.
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

/// A letter of a path, with the cells in which it can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathLetter {
    /// The character of the letter in answers.
    pub letter: char,
    /// The cells that the letter's clue allows, as pairs of a row and a column, counted from 0. It
    /// is `None` if the letter has no clue.
    pub cells: Option<Vec<[usize; 2]>>,
}

impl PathLetter {
    /// Returns a letter with the cells that its clue allows. `allowed` is `None` if it has no clue.
    pub fn new(letter: char, allowed: Option<&[Cell]>) -> PathLetter {
        PathLetter {
            letter,
            cells: allowed.map(|cells| cells.iter().map(|at| [at.row, at.column]).collect()),
        }
    }
}
