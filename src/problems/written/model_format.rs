//! A format of model files, and the endings of their names.

use super::{ParsedModel, Scanner};
use crate::problem::Competition;
use crate::source::{Refusal, Source};

/// Endings of compressed files, after the ending of the format.
const COMPRESSED: [&str; 4] = ["gz", "xz", "bz2", "zst"];

/// One format of model files.
pub struct ModelFormat {
    /// The name, for `--input`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// An example model.
    pub example: &'static str,
    /// The competition whose words, such as `s OPTIMUM FOUND`, are printed.
    pub competition: Competition,
    /// The endings of file names, without the point.
    pub endings: &'static [&'static str],
    /// Returns whether a file's name and beginning look like this format. The first format of
    /// [`FORMATS`](super::FORMATS) that recognises a file is used.
    pub recognises: fn(&Source) -> bool,
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the text is not of this format.
    pub read: fn(&mut Scanner) -> Result<ParsedModel, Refusal>,
}

/// Returns whether the name of a file has one of these endings.
pub(super) fn ends_with(source: &Source, endings: &[&str]) -> bool {
    is_named(source.name(), endings)
}

/// Returns whether a name has one of these endings, perhaps followed by that of a compression.
pub(super) fn is_named(name: &str, endings: &[&str]) -> bool {
    let lower = name.to_ascii_lowercase();
    let compressed =
        COMPRESSED.iter().find_map(|ending| lower.strip_suffix(ending)?.strip_suffix('.'));
    let name = compressed.unwrap_or(&lower);
    endings.iter().any(|ending| name.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.')))
}
