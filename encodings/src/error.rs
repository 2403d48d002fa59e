//! The reason why an encoding did not write a constraint.

/// The reason why an encoding did not write a constraint.
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The encoding cannot express this relation or bound.
    #[error("the {encoding} encoding refuses {constraint}")]
    NoForm {
        /// The name of the encoding in its table.
        encoding: &'static str,
        /// The refused constraint in words, which end the sentence "the encoding refuses …".
        constraint: String,
    },
    /// The collector wants no more clauses.
    #[error("the encoding was stopped before its last clause")]
    Stopped,
    /// The memory is too small for the clauses.
    #[error("out of memory while writing clauses")]
    OutOfMemory,
}

impl From<rustsat::OutOfMemory> for Error {
    fn from(_: rustsat::OutOfMemory) -> Self {
        Error::OutOfMemory
    }
}
