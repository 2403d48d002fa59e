//! Replacement of the compression libraries in a build without the feature `compress`.

use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Read, Write};
use std::marker::PhantomData;

use super::Compression;
use crate::feature;

/// Type of a writer that compresses. This build has none, so the type has no values.
pub struct Encoder<W: Write>(Infallible, PhantomData<W>);

impl<W: Write> Encoder<W> {
    /// Returns an error: this build cannot compress.
    pub fn new(_out: W, _compression: Compression) -> io::Result<Encoder<W>> {
        Err(io::Error::other(feature::COMPRESS.missing()))
    }

    /// Is never called, since no writer exists.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {}
    }

    /// Is never called, since no writer exists.
    pub fn inner(&mut self) -> &mut dyn Write {
        match self.0 {}
    }
}

/// Returns an error: this build cannot decompress.
pub fn decoder(_file: File, _compression: Compression) -> io::Result<Box<dyn Read>> {
    Err(io::Error::other(feature::COMPRESS.missing()))
}
