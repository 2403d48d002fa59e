//! The errors of writing a question into files.

use std::io;
use std::path::{Path, PathBuf};

use crate::export::ExportError;
use crate::formulation::Formulation;
use crate::search::SearchError;
use crate::source::Refusal;

/// The reason why a question's files cannot be written.
#[derive(thiserror::Error, Debug)]
pub enum FilesError {
    /// The question cannot be posed or written.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The search or an encoding failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A file or folder cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

impl FilesError {
    /// Returns a function that adds a file's path to an error.
    pub fn of_file(path: &Path) -> impl Fn(io::Error) -> FilesError + Copy {
        move |error| FilesError::File { path: path.to_owned(), error }
    }

    /// Returns the error of a failed export to `path`.
    pub fn of_export(error: ExportError, path: &Path, formulation: &Formulation) -> FilesError {
        match error {
            ExportError::Encoding(refusal) => SearchError::Encoding(refusal).into(),
            ExportError::Output(error) => FilesError::of_file(path)(error),
            ExportError::NoValue => formulation.without_value().into(),
            ExportError::Refused(refusal) => refusal.into(),
            ExportError::Stopped => SearchError::Stopped.into(),
        }
    }
}
