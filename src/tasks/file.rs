//! Reading the files of a plan.
//!
//! In a shared folder, anything may have the name of a file, such as a pipe on which a reader would
//! wait forever. So this opens regular files only, and reads texts only up to a size.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The board of a question is in one text, a block of runs in another.
const MOST_BYTES: u64 = 256 << 20;

/// Opens a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    File::open(path)
}

/// Reads a text of at most 256 MiB.
pub fn text(path: &Path) -> io::Result<String> {
    let file = open(path)?;
    let mut text = String::new();
    let length = file.take(MOST_BYTES + 1).read_to_string(&mut text)? as u64;
    if length > MOST_BYTES {
        return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
    }
    Ok(text)
}
