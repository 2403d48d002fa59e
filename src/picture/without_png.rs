//! The replacement of `png` in a build without the feature `png`.

use super::Picture;
use crate::feature::{self, Missing};

/// Returns the error that this build cannot draw PNG.
///
/// # Errors
///
/// Always.
pub fn draw(_picture: &Picture) -> Result<Vec<u8>, Missing> {
    Err(feature::PNG.missing())
}
