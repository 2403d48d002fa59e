//! Reading and writing the files of a plan.
//!
//! In a shared folder, anything can have the name of a file of the plan. It can even be a pipe, on
//! which a reader would wait forever. So only regular files are opened, and a file is read only up
//! to a maximal size.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The greatest number of bytes of a file that [`read_text`] reads. It fails for a larger file. The
/// limit is high because a board or the runs of a block may be large.
const MOST_BYTES: u64 = 256 << 20;

/// The error that a file of a plan cannot be read or written.
#[derive(thiserror::Error, Debug)]
#[error("{}: {error}", path.display())]
pub struct FileError {
    /// Path of the file or folder.
    pub path: PathBuf,
    /// Error of the system.
    pub error: io::Error,
}

impl FileError {
    /// Returns whether the error lasts until a user acts. There are three such errors: the path is
    /// a file instead of a folder, it is a folder instead of a file, or it exists although it must
    /// be new.
    pub fn is_lasting(&self) -> bool {
        use io::ErrorKind::{AlreadyExists, IsADirectory, NotADirectory};
        matches!(self.error.kind(), AlreadyExists | IsADirectory | NotADirectory)
    }

    /// Returns the file that has the path of a needed folder, if this causes the error. Returns
    /// `None` for any other error. Looks at the first existing path among the error's path and the
    /// folders above it.
    pub fn blocking_file(&self) -> Option<&Path> {
        let nearest = self.path.ancestors().find(|path| fs::symlink_metadata(path).is_ok())?;
        (self.is_lasting() && !nearest.is_dir()).then_some(nearest)
    }
}

/// Returns a function that adds the path to an error.
pub fn with_path(path: &Path) -> impl FnOnce(io::Error) -> FileError {
    let owned_path = path.to_owned();
    |error| FileError { path: owned_path, error }
}

/// Creates a folder if it does not exist. The parent of the folder must exist, so that a plan that
/// was removed is not created again.
///
/// # Errors
///
/// If the parent is missing, or the folder cannot be created.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        made => made.map_err(with_path(path)),
    }
}

/// Returns the sorted paths in a folder. Leaves out hidden drafts, whose names begin with a dot.
/// The list is empty if the folder is missing. Fails if the folder cannot be read.
pub(super) fn list(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(with_path(folder))?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(with_path(folder))?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// Writes and syncs a new file, completely or not at all. Fails if the path exists. After any other
/// error, removes the incomplete file.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    // An incomplete file must not remain.
    written.inspect_err(|_| drop(fs::remove_file(path)))
}

/// Opens a regular file.
///
/// # Errors
///
/// If the file cannot be opened or is not regular.
pub fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    File::open(path)
}

/// Reads a text of at most 256 MiB.
///
/// # Errors
///
/// If the path is no regular file, or the file is unreadable, too large or not in UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let file = open(path)?;
    let mut text = String::new();
    let length = file.take(MOST_BYTES + 1).read_to_string(&mut text)? as u64;
    if length > MOST_BYTES {
        return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
    }
    Ok(text)
}
