//! Compression by the ending of a file's name.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use liblzma::read::XzDecoder;
use liblzma::stream::Stream;
use liblzma::write::XzEncoder;

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
    /// As gz.
    Gz(GzEncoder<W>),
    /// As xz.
    Xz(XzEncoder<W>),
    /// As zst.
    Zst(zstd::Encoder<'static, W>),
}

/// The writer for what is compressed so, or not.
///
/// # Errors
///
/// If the compressor has no memory.
pub fn to<W: Write>(out: W, compression: Option<Compression>) -> io::Result<Compressed<W>> {
    Ok(match compression {
        Some(Compression::Gz) => {
            Compressed::Gz(GzEncoder::new(out, flate2::Compression::default()))
        }
        Some(Compression::Xz) => Compressed::Xz(XzEncoder::new(out, 6)),
        Some(Compression::Zst) => Compressed::Zst(zstd::Encoder::new(out, 0)?),
        None => Compressed::Plain(BufWriter::new(out)),
    })
}

/// How many bytes of memory a compressed file may ask for; the most that xz makes asks for a tenth.
const XZ_MEMORY: u64 = 700 << 20;

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
/// If the decompressor has no memory.
pub fn reader(file: File, compression: Option<Compression>) -> io::Result<Box<dyn Read>> {
    Ok(match compression {
        Some(Compression::Gz) => Box::new(MultiGzDecoder::new(file)),
        Some(Compression::Xz) => {
            let stream = Stream::new_stream_decoder(XZ_MEMORY, liblzma::stream::CONCATENATED)?;
            Box::new(XzDecoder::new_stream(file, stream))
        }
        Some(Compression::Zst) => Box::new(zstd::Decoder::new(file)?),
        None => Box::new(file),
    })
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
            Compressed::Gz(out) => out.finish(),
            Compressed::Xz(out) => out.finish(),
            Compressed::Zst(out) => out.finish(),
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

impl<W: Write> Write for Compressed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}
