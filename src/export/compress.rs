//! Compression by the ending of a file's name.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

#[cfg(feature = "compress")]
mod codecs;
#[cfg(not(feature = "compress"))]
#[path = "compress/without_codecs.rs"]
mod codecs;

/// A way to compress, by which the names of its files end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// `.gz`, without a date.
    Gz,
    /// `.xz`.
    Xz,
    /// `.zst`.
    Zst,
}

/// The ways to compress with the endings of names.
pub const COMPRESSIONS: &[(&str, Compression)] =
    &[("gz", Compression::Gz), ("xz", Compression::Xz), ("zst", Compression::Zst)];

/// Endings of compressed files that are not written here.
pub const OTHERS: &[&str] = &["bz2", "lz", "lz4", "lzma", "br", "zip", "7z", "z"];

impl Compression {
    /// That of files whose names end so.
    pub fn of(suffix: &str) -> Option<Compression> {
        COMPRESSIONS.iter().find(|(name, _)| *name == suffix).map(|(_, one)| *one)
    }
}

/// What is written plain or compressed. It is complete once it is finished.
pub enum Compressed<W: Write> {
    /// As it is.
    Plain(BufWriter<W>),
    /// Compressed.
    Packed(codecs::Encoder<W>),
}

/// The writer for what is compressed so, or not.
///
/// # Errors
///
/// If the compressor has no memory, or this build is without it.
pub fn to<W: Write>(out: W, compression: Option<Compression>) -> io::Result<Compressed<W>> {
    match compression {
        Some(compression) => codecs::Encoder::new(out, compression).map(Compressed::Packed),
        None => Ok(Compressed::Plain(BufWriter::new(out))),
    }
}

/// A file of that name as it was before it was compressed.
///
/// # Errors
///
/// If there is none.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    reader(File::open(path)?, ending.and_then(Compression::of))
}

/// What a file was before it was compressed so, or not.
///
/// # Errors
///
/// If the decompressor has no memory, or this build is without it.
pub fn reader(file: File, compression: Option<Compression>) -> io::Result<Box<dyn Read>> {
    match compression {
        Some(compression) => codecs::decoder(file, compression),
        None => Ok(Box::new(file)),
    }
}

impl<W: Write> Compressed<W> {
    /// Writes what is left, and returns to what.
    ///
    /// # Errors
    ///
    /// If that takes no more.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Compressed::Plain(out) => out.into_inner().map_err(io::IntoInnerError::into_error),
            Compressed::Packed(out) => out.finish(),
        }
    }

    fn inner(&mut self) -> &mut dyn Write {
        match self {
            Compressed::Plain(out) => out,
            Compressed::Packed(out) => out.inner(),
        }
    }
}

impl<W: Write> Write for Compressed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}
