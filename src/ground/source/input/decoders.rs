//! Decompression of inputs by libraries.

use std::io::{self, BufRead, BufReader, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::Stream;

use super::{BUFFER, InputCompression};

/// The largest number of bytes of memory that the decoder of an xz file is allowed to use.
const XZ_MEMORY: u64 = 512 << 20;

/// Returns the stream of the decompressed bytes. A file can consist of several compressed parts,
/// which are joined. Fails if the decoder cannot be created. A wrong file, or an xz file that needs
/// more than [`XZ_MEMORY`], fails only when it is read.
pub fn open(
    packing: InputCompression,
    raw: Box<dyn BufRead + Send>,
) -> io::Result<Box<dyn BufRead + Send>> {
    Ok(match packing {
        InputCompression::Plain => raw,
        InputCompression::Gz => buffered(MultiGzDecoder::new(raw)),
        InputCompression::Xz => {
            let stream = Stream::new_stream_decoder(XZ_MEMORY, liblzma::stream::CONCATENATED)?;
            buffered(XzDecoder::new_stream(raw, stream))
        }
        InputCompression::Zst => buffered(zstd::Decoder::with_buffer(raw)?),
        InputCompression::Bz2 => buffered(MultiBzDecoder::new(raw)),
    })
}

fn buffered(reader: impl Read + Send + 'static) -> Box<dyn BufRead + Send> {
    Box::new(BufReader::with_capacity(BUFFER, reader))
}
