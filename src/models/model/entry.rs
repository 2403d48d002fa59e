//! Entries of an answer: the symbol in a cell of a board, or the value of a variable.
//!
//! A place is a cell or a variable. Each place has several possible entries, and an answer has
//! exactly one of them.

use std::fmt;

use super::literal::{Lit, Values};
use crate::board::Cell;

/// The content of a place of an answer. A place is a cell or a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// The symbol in a cell.
    Symbol(Cell, char),
    /// The value of a variable, by its label.
    Value(String, bool),
}

impl Entry {
    /// Returns the cell, or `None` if the entry is the value of a variable.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Entry::Symbol(cell, _) => Some(*cell),
            Entry::Value(..) => None,
        }
    }

    /// Returns the entry in which `spell` has replaced the symbol, for example by the symbol in the
    /// board's text. The value of a variable stays unchanged.
    #[must_use]
    pub fn spelled(&self, spell: impl Fn(char) -> char) -> Entry {
        match self {
            Entry::Symbol(cell, symbol) => Entry::Symbol(*cell, spell(*symbol)),
            Entry::Value(..) => self.clone(),
        }
    }
}

impl fmt::Display for Entry {
    /// Writes a symbol with its cell, or a variable with its value 1 or 0. If a label consists of
    /// digits, the word `variable` comes before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Symbol(cell, symbol) => write!(f, "`{symbol}` in {cell}"),
            Entry::Value(label, value) => {
                // In a DIMACS file, the names of variables are numbers.
                let is_number = label.bytes().all(|byte| byte.is_ascii_digit());
                let variable = if is_number { "variable " } else { "" };
                write!(f, "{variable}{label} = {}", u8::from(*value))
            }
        }
    }
}

/// An entry that a place can have.
#[derive(Clone, Debug)]
pub struct PossibleEntry {
    /// The entry that the place has if all of `lits` are true.
    pub entry: Entry,
    /// Literals that are all true if and only if the place has the entry.
    pub lits: Vec<Lit>,
}

impl PossibleEntry {
    /// Returns whether a solution has the entry.
    pub fn is_in(&self, solution: &Values) -> bool {
        self.lits.iter().all(|&lit| solution.is_true(lit))
    }
}
