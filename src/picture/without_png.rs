//! The replacement of `png` in a build without the feature `png`.

use super::Picture;
use crate::feature::{self, Missing};

/// Refuses to draw.
///
/// # Errors
///
/// Always: the feature is missing.
pub fn draw(_picture: &Picture) -> Result<Vec<u8>, Missing> {
    Err(feature::PNG.missing())
}
