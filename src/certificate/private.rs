//! Private copies of a folder's files. A change of the folder does not change them.
//!
//! A file is opened once, without blocking or following a link, and read once.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use super::{Unchecked, checker};
use crate::export::compress::{self, Compression};
use crate::solver::external::in_a_folder;
use crate::source::{Links, Refusal, open_regular};

pub(super) const EXPECTED: &str =
    "a folder written by `quarrel solve --proof`, with regular files and no links";

pub(super) fn open(path: &Path) -> Result<File, Refusal> {
    open_regular(path, Links::Refused).map_err(|error| unread(path, &error))
}

pub(super) fn file(ending: &str) -> io::Result<NamedTempFile> {
    in_a_folder(tempfile::Builder::new().suffix(ending))
}

/// Returns a private, uncompressed copy of a proof, since the checker reads no compressed proof.
pub(super) fn decompressed(
    path: &Path,
    compression: Option<Compression>,
) -> Result<NamedTempFile, Unchecked> {
    let failed = |error: io::Error| Unchecked::from(unread(path, &error));
    let mut packed = compress::reader(open(path)?, compression).map_err(failed)?;
    let mut copy = file(".pbp").map_err(checker::Trouble::from)?;
    io::copy(&mut packed, &mut copy).map_err(failed)?;
    Ok(copy)
}

pub(super) fn unread(path: &Path, error: &io::Error) -> Refusal {
    Refusal::new(format!("cannot read {}: {error}", path.display()), EXPECTED)
}
