//! Inputs: a text in memory, a file that is streamed, or bytes from standard input.
//!
//! A family gets the whole text of a board. A model file can have a gigabyte, so readers of model
//! files get a stream. Compressed files (gz, xz, zst, bz2) are recognised by content, not name.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::{MOST_BYTES, Refusal, Source, escape_line, foreign};
use crate::feature;

#[cfg(feature = "compress")]
mod decoders;
#[cfg(not(feature = "compress"))]
#[path = "input/without_decoders.rs"]
mod decoders;

/// The number of bytes that are read at the start of a file to recognise the format of the file.
const HEAD: usize = 64 << 10;

/// The number of bytes that are read from a file at once.
const BUFFER: usize = 256 << 10;

/// The maximum number of bytes of standard input. A longer input is refused.
pub const MOST_STANDARD: usize = 1 << 30;

/// The text of a problem, or its file. Clones share the bytes that have been read.
#[derive(Clone, Debug)]
pub enum Input {
    /// A text in memory.
    Text(Source),
    /// The file at this path.
    File(Arc<str>),
    /// A private copy of the file at this path.
    Copy(Arc<str>, Arc<NamedTempFile>),
    /// Bytes that can be compressed, with their name, such as `<stdin>`.
    Bytes(Arc<str>, Arc<[u8]>),
}

impl From<Source> for Input {
    fn from(source: Source) -> Input {
        Input::Text(source)
    }
}

impl Input {
    /// Creates an input from a path. The file is opened only when it is read.
    pub fn file(path: &str) -> Input {
        Input::File(path.into())
    }

    /// Creates an input from a private copy of the file at `path`.
    pub fn copy(path: &str, copy: NamedTempFile) -> Input {
        Input::Copy(path.into(), Arc::new(copy))
    }

    /// Reads the whole input into memory. `name` is the path that refusals show, or `<stdin>`.
    /// Checks and decompresses nothing yet.
    ///
    /// # Errors
    ///
    /// If `reader` fails, or yields more than [`MOST_STANDARD`] bytes.
    pub fn from_reader(name: &str, reader: impl Read) -> Result<Input, Refusal> {
        let mut bytes = Vec::new();
        let read = reader.take(MOST_STANDARD as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(name, &error))?;
        if bytes.len() > MOST_STANDARD {
            let found = format!("{name} has more than {MOST_STANDARD} bytes");
            return Err(Refusal::new(
                found,
                "the name of a file instead, since a file is read piece by piece",
            ));
        }
        Ok(Input::Bytes(name.into(), bytes.into()))
    }

    /// Returns the path, or `<stdin>`.
    pub fn name(&self) -> &str {
        match self {
            Input::Text(source) => source.name(),
            Input::File(name) | Input::Copy(name, _) | Input::Bytes(name, _) => name,
        }
    }

    /// Returns the text if the input is a text. Returns `None` if the input is a file, or consists
    /// of bytes that are not decoded yet.
    pub fn known_text(&self) -> Option<&Source> {
        match self {
            Input::Text(source) => Some(source),
            Input::File(_) | Input::Copy(..) | Input::Bytes(..) => None,
        }
    }

    /// Returns the decompressed text, without a byte order mark. A text in memory is returned
    /// unchanged, even if it is longer than the limit for files.
    ///
    /// # Errors
    ///
    /// If the input cannot be read or decompressed, its compression is unsupported, or it is longer
    /// than [`MOST_BYTES`] after decompression. Also if it is a picture or another file that is no
    /// text, or if a byte is 0 or not valid in UTF-8.
    pub fn into_text(self) -> Result<Source, Refusal> {
        if let Input::Text(source) = self {
            return Ok(source);
        }
        let (name, mut bytes) = (self.name(), Vec::new());
        let read = self.stream()?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(name, &error))?;
        if bytes.len() > MOST_BYTES {
            let found = format!("{name} has more than {MOST_BYTES} bytes");
            return Err(Refusal::new(found, "a smaller file"));
        }
        Source::from_bytes(name, &bytes)
    }

    /// Returns the first 64 KiB of the decompressed input, for recognising its format. Bytes that
    /// are not UTF-8 are replaced. So the last character is wrong if the limit of 64 KiB cuts it. A
    /// text in memory is returned whole.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, its compression is unsupported, its first 64 KiB cannot be
    /// decompressed, or it is a picture or another file that is no text.
    pub fn head(&self) -> Result<Source, Refusal> {
        if let Input::Text(source) = self {
            return Ok(source.clone());
        }
        let mut bytes = Vec::new();
        let read = self.stream()?.take(HEAD as u64).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(self.name(), &error))?;
        Ok(Source::new(self.name(), &String::from_utf8_lossy(&bytes)))
    }

    /// Opens the input at its beginning, and decompresses it while it is read. Reading a compressed
    /// file that is cut off fails with the error `UnexpectedEof`.
    ///
    /// # Errors
    ///
    /// If the input cannot be opened, its compression is unsupported, or it is a picture or another
    /// file that is no text.
    pub fn stream(&self) -> Result<Box<dyn BufRead + Send>, Refusal> {
        let mut raw = self.open_raw().map_err(|error| unreadable(self.name(), &error))?;
        let first = raw.fill_buf().map_err(|error| unreadable(self.name(), &error))?;
        let packing = InputCompression::detect(first);
        if packing == InputCompression::Plain {
            foreign::refuse(self.name(), first)?;
        } else {
            feature::COMPRESS.require().map_err(|missing| {
                let found = format!("{} is compressed, but {missing}", escape_line(self.name()));
                Refusal::new(found, "the same file, but not compressed")
            })?;
        }
        packing.open(raw).map_err(|error| unreadable(self.name(), &error))
    }

    /// Opens the input at its beginning, without decompression or checks. Fails if a file cannot be
    /// opened.
    fn open_raw(&self) -> io::Result<Box<dyn BufRead + Send>> {
        let open =
            |path: &Path| Ok::<_, io::Error>(BufReader::with_capacity(BUFFER, File::open(path)?));
        Ok(match self {
            Input::Text(source) => Box::new(Cursor::new(source.bytes())),
            Input::File(path) => Box::new(open(Path::new(&**path))?),
            Input::Copy(_, copy) => Box::new(open(copy.path())?),
            Input::Bytes(_, bytes) => Box::new(Cursor::new(bytes.clone())),
        })
    }

    /// Returns a text that identifies the content of the input. If the input is a text, this is the
    /// input itself; otherwise, it is `sha256:` and the hash of the input's bytes.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn content_id(&self) -> Result<String, Refusal> {
        match self.known_text() {
            Some(source) => Ok(source.text().to_owned()),
            None => Ok(format!("sha256:{}", self.sha256()?)),
        }
    }

    /// Returns the SHA-256 of the bytes before decompression, in lower-case hexadecimal. For a text
    /// in memory, the bytes are those of the text as readers see it.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn sha256(&self) -> Result<String, Refusal> {
        let mut hash = Sha256::new();
        let mut raw = self.open_raw().map_err(|error| unreadable(self.name(), &error))?;
        loop {
            let bytes = raw.fill_buf().map_err(|error| unreadable(self.name(), &error))?;
            if bytes.is_empty() {
                break;
            }
            hash.update(bytes);
            let read = bytes.len();
            raw.consume(read);
        }
        Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Returns the refusal for a failure to open or read an input. An unexpected end means that a
/// compressed file is cut off.
fn unreadable(name: &str, error: &io::Error) -> Refusal {
    let name = escape_line(name);
    match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            Refusal::new(format!("the compressed file {name} is cut off"), "the whole file")
        }
        _ => Refusal::new(format!("cannot read {name}: {error}"), "a readable file"),
    }
}

/// The compression of an input. It is recognised by the first bytes of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputCompression {
    Plain,
    Gz,
    Xz,
    Zst,
    Bz2,
}

impl InputCompression {
    /// Returns the compression that the first bytes show: gzip, xz, Zstandard or bzip2; `Plain` if
    /// they show none of these. `first` must begin with the first byte of the input and have at
    /// least six bytes, if the input has them.
    fn detect(first: &[u8]) -> InputCompression {
        match first {
            [0x1f, 0x8b, ..] => InputCompression::Gz,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => InputCompression::Xz,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => InputCompression::Zst,
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] => InputCompression::Bz2,
            _ => InputCompression::Plain,
        }
    }

    fn open(self, raw: Box<dyn BufRead + Send>) -> io::Result<Box<dyn BufRead + Send>> {
        if self == InputCompression::Plain { Ok(raw) } else { decoders::open(self, raw) }
    }
}

#[cfg(all(test, feature = "compress"))]
mod tests {
    use std::io::Write;

    use super::*;

    fn compress_all(text: &[u8]) -> [Vec<u8>; 5] {
        let fast = flate2::Compression::fast();
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), fast);
        let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 1);
        let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        gz.write_all(text).and_then(|()| xz.write_all(text)).expect("in memory");
        bz2.write_all(text).expect("in memory");
        let zst = zstd::encode_all(text, 1).expect("in memory");
        let packed = [gz.finish(), xz.finish(), bz2.finish()];
        let [gz, xz, bz2] = packed.map(|bytes| bytes.expect("in memory"));
        [text.to_vec(), gz, xz, bz2, zst]
    }

    /// Two compressed files, one after the other in one file, give one text. The decompression
    /// programs do the same.
    #[test]
    fn compressed_files_are_known_by_their_content() {
        for bytes in compress_all(b"p cnf 1 1\n1 0\n") {
            let twice = Input::Bytes("model".into(), bytes.repeat(2).into());
            let text = twice.into_text().expect("a text");
            assert_eq!(text.text(), "p cnf 1 1\n1 0\np cnf 1 1\n1 0\n");
        }
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let long: Vec<u8> = (0..100_000u32).flat_map(|n| format!("{n} 0\n").into_bytes()).collect();
        for bytes in compress_all(&long).into_iter().skip(1) {
            let half = Input::Bytes("model".into(), bytes[..bytes.len() / 2].into());
            let refusal = half.into_text().expect_err("half a file").to_string();
            assert!(refusal.starts_with("the compressed file model is cut off; "), "{refusal}");
        }
    }
}
