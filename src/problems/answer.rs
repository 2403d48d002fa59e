//! Answers of problems: boards and assignments.
//!
//! An answer of a puzzle is a board with a symbol of the family in each cell. An answer of another
//! problem consists of the values of the problem's variables. An answer of either kind may be
//! partial: some of its cells or variables are then open. Only [`Problem`](crate::problem::Problem)
//! converts answers to text and text to answers.

use crate::board::{Cell, Grid, Size};
use crate::model::{Lit, Model};

/// The symbol of an open cell or variable in a text.
pub const OPEN: char = '?';

/// A complete answer. It may break the rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// A symbol in each cell.
    Board(Grid<char>),
    /// The values of the problem's variables, in their order.
    Assignment(Vec<bool>),
}

/// An answer whose open cells or variables are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartialAnswer {
    /// The known symbols in the cells.
    Board(Grid<Option<char>>),
    /// The known values of the problem's variables, in their order.
    Assignment(Vec<Option<bool>>),
    /// A text with a value that no answer has. The sentence says which.
    Excluded(String),
}

impl Answer {
    /// Returns the board; `None` for an assignment.
    pub fn board(&self) -> Option<&Grid<char>> {
        match self {
            Answer::Board(board) => Some(board),
            Answer::Assignment(_) => None,
        }
    }

    /// Returns the values of the variables, in their order. Returns an empty list for a board.
    pub fn values(&self) -> &[bool] {
        match self {
            Answer::Board(_) => &[],
            Answer::Assignment(values) => values,
        }
    }

    /// Returns the same answer as a partial answer, in which no cell or variable is open.
    pub fn to_partial(&self) -> PartialAnswer {
        match self {
            Answer::Board(board) => {
                PartialAnswer::Board(Grid::from_fn(board.size(), |at| Some(board[at])))
            }
            Answer::Assignment(values) => {
                PartialAnswer::Assignment(values.iter().copied().map(Some).collect())
            }
        }
    }

    /// Compares this board with another board of the same size. Returns the cells in which they
    /// differ, row by row. Returns an empty list if one of the answers is an assignment.
    pub fn differing_cells(&self, other: &Answer) -> Vec<Cell> {
        let (Answer::Board(one), Answer::Board(other)) = (self, other) else { return Vec::new() };
        one.iter().filter(|&(at, symbol)| other.get(at) != Some(symbol)).map(|(at, _)| at).collect()
    }
}

impl PartialAnswer {
    /// Reads rows of text as a board, in which [`OPEN`] is an open cell. Returns `None` if the rows
    /// differ in length, or the board would be empty or too large.
    pub fn board_from_rows(rows: &[String]) -> Option<PartialAnswer> {
        let symbols: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let size = Size::new(symbols.len(), symbols.first()?.len()).ok()?;
        let is_rectangle = symbols.iter().all(|row| row.len() == size.columns());
        is_rectangle.then(|| {
            PartialAnswer::Board(Grid::from_fn(size, |at| {
                Some(symbols[at.row][at.column]).filter(|&symbol| symbol != OPEN)
            }))
        })
    }

    /// Returns a board as rows of text, and an assignment as one row of zeros and ones. Each open
    /// cell or variable is shown as [`OPEN`].
    pub fn to_rows(&self) -> Vec<String> {
        match self {
            PartialAnswer::Board(known) => {
                Grid::from_fn(known.size(), |at| known[at].unwrap_or(OPEN)).to_rows()
            }
            PartialAnswer::Assignment(values) => {
                let sign =
                    |value: &Option<bool>| value.map_or(OPEN, |one| if one { '1' } else { '0' });
                vec![values.iter().map(sign).collect()]
            }
            PartialAnswer::Excluded(_) => Vec::new(),
        }
    }

    /// Returns the board, in which open cells are `None`. Returns `None` if it is no board.
    pub fn board(&self) -> Option<&Grid<Option<char>>> {
        match self {
            PartialAnswer::Board(known) => Some(known),
            PartialAnswer::Assignment(_) | PartialAnswer::Excluded(_) => None,
        }
    }

    /// Returns the number of open cells or variables.
    pub fn open(&self) -> usize {
        match self {
            PartialAnswer::Board(known) => {
                known.iter().filter(|(_, symbol)| symbol.is_none()).count()
            }
            PartialAnswer::Assignment(values) => values.iter().filter(|one| one.is_none()).count(),
            PartialAnswer::Excluded(_) => 0,
        }
    }

    /// Converts to a complete answer.
    ///
    /// # Errors
    ///
    /// If a cell or variable is open, or a value is excluded. The error is the unchanged partial
    /// answer.
    pub fn complete(self) -> Result<Answer, PartialAnswer> {
        if self.open() > 0 {
            return Err(self);
        }
        match self {
            PartialAnswer::Board(known) => Ok(Answer::Board(Grid::from_fn(known.size(), |at| {
                known[at].expect("no cell is open")
            }))),
            PartialAnswer::Assignment(values) => {
                Ok(Answer::Assignment(values.into_iter().flatten().collect()))
            }
            PartialAnswer::Excluded(_) => Err(self),
        }
    }

    /// Returns literals of the model that are all true in every solution with this answer. An open
    /// cell or variable gives no literal. A board must have the size of the model's board; if it
    /// has other cells, the function panics. If the answer is an assignment, the model must number
    /// its variables in the same way as the problem. Returns `None` if a cell of a board has a
    /// symbol that the model does not allow in this cell, and if a value is excluded.
    pub fn literals(&self, model: &Model) -> Option<Vec<Lit>> {
        match self {
            PartialAnswer::Board(known) => {
                let reading = model.reading();
                let shown: Option<Vec<Vec<Lit>>> = known
                    .iter()
                    .filter_map(|(at, symbol)| symbol.map(|one| (at, one)))
                    .map(|(at, symbol)| reading.literals(at, symbol))
                    .collect();
                Some(shown?.concat())
            }
            PartialAnswer::Assignment(values) => {
                let known = (1..)
                    .zip(values)
                    .filter_map(|(number, value)| {
                        value.map(|value| Lit::from_dimacs(if value { number } else { -number }))
                    })
                    .collect();
                Some(known)
            }
            PartialAnswer::Excluded(_) => None,
        }
    }
}
