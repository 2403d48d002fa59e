//! The replacement of the module for DEFLATE and base 64 in a build without the feature `compress`.
//! Both functions return an error.

use crate::feature::{self, MissingFeature};
use crate::source::{Refusal, Source, Spanned};

/// Refuses every link, since this build cannot unpack it.
pub(super) fn unpack(source: &Source, payload: &Spanned<&str>) -> Result<Vec<u8>, Refusal> {
    let missing = feature::COMPRESS.missing_error().to_string();
    Err(Refusal::new(missing, "the board in another format")
        .with_span(source, payload.span.clone()))
}

/// Fails, since this build has no compression.
pub(super) fn pack(_text: &[u8]) -> Result<String, MissingFeature> {
    Err(feature::COMPRESS.missing_error())
}
