//! Compression by the ending of a file's name.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use liblzma::read::XzDecoder;
use liblzma::write::XzEncoder;

/// A file that is written plain or compressed. It is complete once it is finished.
pub enum Compressed {
    /// As it is.
    Plain(BufWriter<File>),
    /// For names that end in `.gz`; without a date.
    Gz(GzEncoder<File>),
    /// For names that end in `.xz`.
    Xz(XzEncoder<File>),
    /// For names that end in `.zst`.
    Zst(zstd::Encoder<'static, File>),
}

/// The writer for a file of that name.
///
/// # Errors
///
/// If the compressor has no memory.
pub fn by_name(path: &Path, file: File) -> io::Result<Compressed> {
    Ok(match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => Compressed::Gz(GzEncoder::new(file, flate2::Compression::default())),
        Some("xz") => Compressed::Xz(XzEncoder::new(file, 6)),
        Some("zst") => Compressed::Zst(zstd::Encoder::new(file, 0)?),
        _ => Compressed::Plain(BufWriter::new(file)),
    })
}

/// A file of that name as it was before it was compressed.
///
/// # Errors
///
/// If there is none.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let file = File::open(path)?;
    Ok(match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => Box::new(GzDecoder::new(file)),
        Some("xz") => Box::new(XzDecoder::new(file)),
        Some("zst") => Box::new(zstd::Decoder::new(file)?),
        _ => Box::new(file),
    })
}

impl Compressed {
    /// Writes what is left.
    ///
    /// # Errors
    ///
    /// If the file takes no more.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Compressed::Plain(mut out) => out.flush(),
            Compressed::Gz(out) => out.finish().map(drop),
            Compressed::Xz(out) => out.finish().map(drop),
            Compressed::Zst(out) => out.finish().map(drop),
        }
    }

    fn inner(&mut self) -> &mut dyn Write {
        match self {
            Compressed::Plain(out) => out,
            Compressed::Gz(out) => out,
            Compressed::Xz(out) => out,
            Compressed::Zst(out) => out,
        }
    }
}

impl Write for Compressed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}
