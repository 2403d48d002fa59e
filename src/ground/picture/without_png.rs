//! The replacement of the module `png` in a build without the feature `png`.

use super::Picture;
use crate::feature::{self, MissingFeature};
use crate::stop::Stop;

/// The reason why a picture has no image.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// This build cannot draw PNG.
    #[error(transparent)]
    Missing(#[from] MissingFeature),
    /// A stop was requested twice. It never occurs in this build, which cannot draw PNG.
    #[error("stopped while a picture was drawn")]
    Stopped,
}

/// Returns an error, since this build cannot draw PNG.
///
/// # Errors
///
/// Always.
pub fn draw(_picture: &Picture, _stop: &Stop) -> Result<Vec<u8>, PngError> {
    Err(feature::PNG.missing_error().into())
}
