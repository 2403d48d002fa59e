//! The games that a person can play on a board.
//!
//! A [page](crate::page) knows the rules of each [`Play`], so it needs no program. A family without
//! a `Play` is shown as a picture.

use serde::Serialize;

use crate::board::Cell;

/// A game that the page can play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Play {
    /// A cell has a queen or a cross. Each row, column and region of the picture has `each` queens,
    /// and no two touch.
    Queens {
        /// The number of queens in each row, column and region.
        each: usize,
    },
    /// A cell has `0` or `1`. No three neighbours in a line are equal, and each line has as many
    /// `0` as `1`. Signs of the picture are `=` or `×`.
    Halves {
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
        let pairs = |cells: &[Cell]| cells.iter().map(|at| [at.row, at.column]).collect();
        PathLetter { letter, cells: allowed.map(pairs) }
    }
}
