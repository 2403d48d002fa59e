//! The games that a person can play on a board: the marks of a cell, and the rules of a full board.
//!
//! A [page](crate::page) plays a game without this program, since it knows the rules of each
//! [`Play`]. A room chooses one and adds the clues of its board. A family without a `Play` is shown
//! as a picture.

use serde::Serialize;

use crate::board::Cell;

/// A game that the page can play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Play {
    /// A queen or a cross in a cell. Each row, column and region of the picture has `each` queens,
    /// and no two touch.
    Queens {
        /// The number of queens in each row, column and region.
        each: usize,
    },
    /// `0` or `1` in a cell, never three in a row, as many of one as of the other in each line.
    /// Signs of the picture are `=` or `×`.
    Halves {
        /// No two rows and no two columns are equal.
        distinct: bool,
        /// A line of odd length has one more of either symbol, else one more `1`.
        either: bool,
    },
    /// A letter in each cell, each a king's move from the one before. Notes are letters, too.
    Path {
        /// The letters in their order.
        letters: Vec<PathLetter>,
    },
}

/// A letter of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathLetter {
    /// Its symbol.
    pub letter: char,
    /// The cells that its clue allows, as rows and columns; `None` without a clue.
    pub cells: Option<Vec<[usize; 2]>>,
}

impl PathLetter {
    /// Returns a letter with the cells of its clue.
    pub fn new(letter: char, allowed: Option<&[Cell]>) -> PathLetter {
        let pairs = |cells: &[Cell]| cells.iter().map(|at| [at.row, at.column]).collect();
        PathLetter { letter, cells: allowed.map(pairs) }
    }
}
