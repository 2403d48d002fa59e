//! Replaces the compression libraries in a build without the feature `compress`.

use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Read, Write};
use std::marker::PhantomData;

use super::Compression;
use crate::feature;

/// A type without values, since this build has no compression.
pub struct Encoder<W: Write>(Infallible, PhantomData<W>);

impl<W: Write> Encoder<W> {
    pub fn new(_out: W, _compression: Compression) -> io::Result<Encoder<W>> {
        Err(io::Error::other(feature::COMPRESS.missing_error()))
    }

    pub fn finish(self) -> io::Result<W> {
        match self.0 {}
    }

    pub fn inner(&mut self) -> &mut dyn Write {
        match self.0 {}
    }
}

pub fn decoder(_file: File, _compression: Compression) -> io::Result<Box<dyn Read>> {
    Err(io::Error::other(feature::COMPRESS.missing_error()))
}
