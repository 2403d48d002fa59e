//! The libraries that compress and decompress.

use std::fs::File;
use std::io::{self, Read, Write};

use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use liblzma::read::XzDecoder;
use liblzma::stream::Stream;
use liblzma::write::XzEncoder;

use super::Compression;

/// The memory limit in bytes for decompressing `.xz`. It is ten times the memory that the largest
/// preset of xz needs. A file that needs more is an error.
const XZ_MEMORY: u64 = 700 << 20;

/// A writer that compresses, with a variant for the library of each format.
pub enum Encoder<W: Write> {
    Gz(GzEncoder<W>),
    Xz(XzEncoder<W>),
    Zst(zstd::Encoder<'static, W>),
}

impl<W: Write> Encoder<W> {
    pub fn new(out: W, compression: Compression) -> io::Result<Encoder<W>> {
        Ok(match compression {
            Compression::Gz => Encoder::Gz(GzEncoder::new(out, flate2::Compression::default())),
            Compression::Xz => Encoder::Xz(XzEncoder::new(out, 6)),
            Compression::Zst => Encoder::Zst(zstd::Encoder::new(out, 0)?),
        })
    }

    /// Writes the end of the compressed data, and returns the inner writer.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Encoder::Gz(out) => out.finish(),
            Encoder::Xz(out) => out.finish(),
            Encoder::Zst(out) => out.finish(),
        }
    }

    pub fn inner(&mut self) -> &mut dyn Write {
        match self {
            Encoder::Gz(out) => out,
            Encoder::Xz(out) => out,
            Encoder::Zst(out) => out,
        }
    }
}

/// Returns a reader of the decompressed file. Several concatenated streams are read as one. Fails
/// if the decoder cannot be created. The reader itself fails at invalid content, and at an xz file
/// that needs more memory than [`XZ_MEMORY`].
pub fn decoder(file: File, compression: Compression) -> io::Result<Box<dyn Read>> {
    Ok(match compression {
        Compression::Gz => Box::new(MultiGzDecoder::new(file)),
        Compression::Xz => {
            let stream = Stream::new_stream_decoder(XZ_MEMORY, liblzma::stream::CONCATENATED)?;
            Box::new(XzDecoder::new_stream(file, stream))
        }
        Compression::Zst => Box::new(zstd::Decoder::new(file)?),
    })
}
