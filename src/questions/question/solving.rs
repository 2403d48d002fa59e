//! The solver of a question.

use std::str::FromStr;

use crate::export::{FORMATS, Format, find_format};
use crate::solver::SolverChoice;
use crate::solver::external::{Command, CommandError};
use crate::source::quote;

/// The solver that the user names for a question.
#[derive(Clone, Debug)]
pub enum AskedSolver {
    /// A solver for the clauses of a search.
    Searching(SolverChoice),
    /// A command that answers the whole question in a format.
    External(&'static Format, Command),
}

/// The reason why a text names no solver.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum AskedSolverError {
    /// The text begins with the name of an unknown format. The field is this name.
    #[error(
        "no format is called {}: write FORMAT:COMMAND with one of {}",
        quote(.0),
        FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")
    )]
    Format(String),
    /// The text is not a command.
    #[error(transparent)]
    Command(#[from] CommandError),
}

impl FromStr for AskedSolver {
    type Err = AskedSolverError;

    /// Reads the name of a solver. It is one of these:
    ///
    /// - `cadical`, the embedded solver.
    /// - A command. A text in which another word comes before the first colon is also a command.
    /// - A format, a colon and a command. If the format is one of plain clauses, the command is a
    ///   solver of clauses. With any other format, the command answers the whole question.
    ///
    /// Fails if the command is invalid, or if the word before the first colon looks like a format
    /// but is none.
    fn from_str(text: &str) -> Result<AskedSolver, AskedSolverError> {
        if text == "cadical" {
            return Ok(AskedSolver::Searching(SolverChoice::Embedded));
        }
        let Some((name, rest)) = text.split_once(':') else {
            return Ok(AskedSolver::Searching(SolverChoice::Program(Command::parse(text)?)));
        };
        match find_format(name) {
            Some(format) if !format.is_plain_clauses() => {
                Ok(AskedSolver::External(format, Command::parse(rest)?))
            }
            Some(_) => Ok(AskedSolver::Searching(SolverChoice::Program(Command::parse(rest)?))),
            None if resembles_format(name) => Err(AskedSolverError::Format(name.to_owned())),
            None => Ok(AskedSolver::Searching(SolverChoice::Program(Command::parse(text)?))),
        }
    }
}

impl AskedSolver {
    /// Returns the command, or `None` for the embedded solver.
    pub fn program(&self) -> Option<&Command> {
        match self {
            AskedSolver::Searching(SolverChoice::Embedded) => None,
            AskedSolver::Searching(SolverChoice::Program(command))
            | AskedSolver::External(_, command) => Some(command),
        }
    }

    /// Returns whether the solver reads the clauses of a search.
    pub fn has_clauses(&self) -> bool {
        matches!(self, AskedSolver::Searching(_))
    }
}

/// Returns whether a word looks like a format: two to five lower-case letters or plus signs. A
/// single letter does not look like a format, since it can be a drive letter of Windows.
fn resembles_format(word: &str) -> bool {
    (2..=5).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'+')
}
