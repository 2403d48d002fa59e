//! Errors of writing a question into files, such as the folder of a proof or a set of instances.

use std::io;
use std::path::{Path, PathBuf};

use crate::export::ExportError;
use crate::formulation::Formulation;
use crate::search::SearchError;
use crate::source::Refusal;

/// Error of writing a question's files.
#[derive(thiserror::Error, Debug)]
pub enum FilesError {
    /// Question that cannot be posed or written.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The search fails, or an encoding has no form.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// File or folder that cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    File {
        /// File or folder.
        path: PathBuf,
        /// Error of the system.
        error: io::Error,
    },
}

impl FilesError {
    /// Returns the error of a file that cannot be written.
    pub fn of_file(path: &Path) -> impl Fn(io::Error) -> FilesError + Copy {
        move |error| FilesError::File { path: path.to_owned(), error }
    }

    /// Returns the error of a failed export.
    pub fn of_export(error: ExportError, path: &Path, formulation: &Formulation) -> FilesError {
        match error {
            ExportError::Encoding(refusal) => SearchError::Encoding(refusal).into(),
            ExportError::Output(error) => FilesError::of_file(path)(error),
            ExportError::NoValue => formulation.without_value().into(),
            ExportError::Refused(refusal) => refusal.into(),
        }
    }
}
