//! Files of a plan, read.
//!
//! Anybody may put something into a folder that many share, a pipe for one, on which a reader would
//! wait for ever. So only a regular file is opened, and a text only if it is not too large for
//! memory.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that a text may have: the board of a question is in one, a block of runs in
/// another.
const MOST_BYTES: u64 = 256 << 20;

/// Opens a file.
///
/// # Errors
///
/// If the file system refuses, or it is no regular file.
pub fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    File::open(path)
}

/// Reads a text.
///
/// # Errors
///
/// As [`open`], and if it is too long or no UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    let file = open(path)?;
    let mut text = String::new();
    let length = file.take(MOST_BYTES + 1).read_to_string(&mut text)? as u64;
    if length > MOST_BYTES {
        return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
    }
    Ok(text)
}
