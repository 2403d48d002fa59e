//! Replaces the module of decompression (`decoders`) in a build without the feature `compress`. The
//! function here returns an error.

use std::io::{self, BufRead};

use super::InputCompression;
use crate::feature;

/// Fails, since this build has no decoders.
pub fn open(
    _packing: InputCompression,
    _raw: Box<dyn BufRead + Send>,
) -> io::Result<Box<dyn BufRead + Send>> {
    Err(io::Error::other(feature::COMPRESS.missing_error()))
}
