//! The entry of a format in the list of formats, and the endings of file names.

use super::{ParsedModel, ReadTerms, Scanner};
use crate::problem::Competition;
use crate::source::{Refusal, Source};

/// The endings of compressed files. They come after the ending of the format, as in `a.cnf.gz`.
const COMPRESSED: [&str; 4] = ["gz", "xz", "bz2", "zst"];

/// A format of model files, as an entry of [`FORMATS`](super::FORMATS).
pub struct ModelFormat {
    /// The name of the format, as a value of `--input`.
    pub name: &'static str,
    /// The content of the format, in one line for lists of formats.
    pub summary: &'static str,
    /// The text of an example model in this format.
    pub example: &'static str,
    /// The competition whose output format, with lines such as `s OPTIMUM FOUND`, is used for
    /// answers to models in this format.
    pub competition: Competition,
    /// The endings of file names, without the point.
    pub endings: &'static [&'static str],
    /// Returns whether a file's name and beginning look like this format. The first format of
    /// [`FORMATS`](super::FORMATS) that recognises a file is used.
    pub recognises: fn(&Source) -> bool,
    /// Reads a file of this format.
    ///
    /// # Errors
    ///
    /// If the text is not of this format.
    pub read: fn(&mut Scanner, ReadTerms) -> Result<ParsedModel, Refusal>,
}

/// Returns whether the name of a file has one of these endings, with or without the ending of a
/// compression.
pub(super) fn ends_with(source: &Source, endings: &[&str]) -> bool {
    is_named(source.name(), endings)
}

/// Returns whether a name has one of these endings. The ending of a compression may follow it.
/// Capitals count as small letters.
pub(super) fn is_named(name: &str, endings: &[&str]) -> bool {
    let lower = name.to_ascii_lowercase();
    let compressed =
        COMPRESSED.iter().find_map(|ending| lower.strip_suffix(ending)?.strip_suffix('.'));
    let name = compressed.unwrap_or(&lower);
    endings.iter().any(|ending| name.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.')))
}
