//! A question in a file of an export format, and the errors of writing a question into files.

use std::io;
use std::path::{Path, PathBuf};

use super::PosedQuestion;
use crate::export::map::Map;
use crate::export::{self, Export, ExportError, ExportSummary, Format};
use crate::formulation::Formulation;
use crate::search::SearchError;
use crate::source::Refusal;
use crate::stop::Stop;

/// The reason why a question cannot be asked, or why its files cannot be written.
#[derive(thiserror::Error, Debug)]
pub enum FilesError {
    /// The question is refused. Either it cannot be asked, or a format cannot state it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The search, an encoding or an external solver failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A file or folder cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    File {
        /// The file or folder that cannot be written.
        path: PathBuf,
        /// The error that the operating system reports.
        error: io::Error,
    },
}

impl FilesError {
    /// Returns a function for errors of writing the file at `path`. It adds this path to the error.
    pub fn of_file(path: &Path) -> impl Fn(io::Error) -> FilesError + Copy {
        move |error| FilesError::File { path: path.to_owned(), error }
    }

    /// Returns the error of a failed export to `path`. A failed output becomes an error of the file
    /// `path`. If a value of the objective is missing, the refusal names `formulation`. A stop
    /// becomes [`SearchError::Stopped`].
    pub fn of_export(error: ExportError, path: &Path, formulation: &Formulation) -> FilesError {
        match error {
            ExportError::Encoding(refusal) => SearchError::Encoding(refusal).into(),
            ExportError::Output(error) => FilesError::of_file(path)(error),
            ExportError::NoValue => formulation.no_value_refusal().into(),
            ExportError::Refused(refusal) => refusal.into(),
            ExportError::Stopped => SearchError::Stopped.into(),
        }
    }
}

impl PosedQuestion {
    /// Writes the question in a format, in the formulation that suits the format. Returns the map
    /// of the file. `write` writes the export into the file. If the export is stopped, `write`
    /// returns `None`, and this function returns `None`, too. Errors name the file `path`. The head
    /// of the file names `command`, the command that writes the file. `scramble` is the seed of a
    /// scramble, or `None` for a file that is not scrambled.
    ///
    /// # Errors
    ///
    /// If the format cannot state the question, or if the formulation does not suit the size. If
    /// `write` fails. If the board's file cannot be read again for the map. `write` is not called
    /// if the question is refused.
    pub fn write(
        self,
        format: &Format,
        (command, scramble): (&str, Option<u64>),
        path: &Path,
        stop: &Stop,
        write: impl FnOnce(&Export) -> Result<Option<ExportSummary>, ExportError>,
    ) -> Result<Option<Map>, FilesError> {
        let posed = self.stated_for(format);
        posed.validate_size()?;
        posed.validate_for(format)?;
        let rules = posed.rules_for(format);
        let export = posed.export(format, &rules, stop);
        let title = export::title(posed.family, &export.preparation, command);
        let export = Export { title, scramble, ..export };
        let exported = write(&export)
            .map_err(|error| FilesError::of_export(error, path, posed.formulation))?;
        Ok(exported.map(|exported| posed.map(format, &export, &exported)).transpose()?)
    }
}
