//! The compression of files, which a file extension determines.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

#[cfg(feature = "compress")]
mod codecs;
#[cfg(not(feature = "compress"))]
#[path = "compress/without_codecs.rs"]
mod codecs;

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// `.gz`. The file contains no date.
    Gz,
    /// `.xz`.
    Xz,
    /// `.zst`.
    Zst,
}

/// The supported compressions with their file extensions.
pub const COMPRESSIONS: &[(&str, Compression)] =
    &[("gz", Compression::Gz), ("xz", Compression::Xz), ("zst", Compression::Zst)];

/// File extensions of compressions that are not supported. They are listed so that such files are
/// recognised and refused.
pub const OTHERS: &[&str] = &["bz2", "lz", "lz4", "lzma", "br", "zip", "7z", "z"];

impl Compression {
    /// Returns the compression with this file extension, or `None` if no supported compression has
    /// it.
    pub fn from_suffix(suffix: &str) -> Option<Compression> {
        COMPRESSIONS.iter().find(|(name, _)| *name == suffix).map(|(_, one)| *one)
    }
}

/// An output that is compressed or not. It is complete only after
/// [`finish`](CompressedOutput::finish).
pub enum CompressedOutput<W: Write> {
    /// Uncompressed output.
    Plain(BufWriter<W>),
    /// Compressed output.
    Packed(codecs::Encoder<W>),
}

/// Returns a writer to `out`. If a compression is given, the writer compresses its content.
///
/// # Errors
///
/// If there is too little memory, or this build lacks the compression.
pub fn writer<W: Write>(
    out: W,
    compression: Option<Compression>,
) -> io::Result<CompressedOutput<W>> {
    match compression {
        Some(compression) => codecs::Encoder::new(out, compression).map(CompressedOutput::Packed),
        None => Ok(CompressedOutput::Plain(BufWriter::new(out))),
    }
}

/// Opens a file, and decompresses it according to its extension. A file with another extension is
/// read as it is.
///
/// # Errors
///
/// If the file cannot be opened, if there is too little memory, or if this build lacks the
/// compression.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    reader(File::open(path)?, ending.and_then(Compression::from_suffix))
}

/// Returns a reader of the content of a file. If a compression is given, the reader decompresses
/// the content.
///
/// # Errors
///
/// If there is too little memory, or this build lacks the compression.
pub fn reader(file: File, compression: Option<Compression>) -> io::Result<Box<dyn Read>> {
    match compression {
        Some(compression) => codecs::decoder(file, compression),
        None => Ok(Box::new(file)),
    }
}

impl<W: Write> CompressedOutput<W> {
    /// Writes the remaining content, and returns the output.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn finish(self) -> io::Result<W> {
        match self {
            CompressedOutput::Plain(out) => {
                out.into_inner().map_err(io::IntoInnerError::into_error)
            }
            CompressedOutput::Packed(out) => out.finish(),
        }
    }

    fn inner(&mut self) -> &mut dyn Write {
        match self {
            CompressedOutput::Plain(out) => out,
            CompressedOutput::Packed(out) => out.inner(),
        }
    }
}

impl<W: Write> Write for CompressedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}
