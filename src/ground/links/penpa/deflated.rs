//! The two functions that unpack and pack links in DEFLATE and base 64. They use libraries.

use std::io::Write;

use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, Engine};
use flate2::write::DeflateEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};

use crate::feature::MissingFeature;
use crate::source::{MOST_BYTES, Refusal, Source, Spanned, quote};

/// The number of bytes by which the space for the unpacked text grows in one step.
const PART: usize = 1 << 14;

/// Returns the unpacked bytes of a link. The link is DEFLATE data without a header, and is written
/// in base 64. Refuses damaged data, data that are cut off, and bytes after the end of the data.
/// Also refuses data that have more than [`MOST_BYTES`] unpacked bytes before their end.
pub(super) fn unpack(source: &Source, payload: &Spanned<&str>) -> Result<Vec<u8>, Refusal> {
    let end = payload.span.end;
    let cut = || {
        Refusal::new("packed data that is cut off", "the whole link").with_span(source, end..end)
    };
    let packed = STANDARD.decode(payload.value).map_err(|error| match error {
        DecodeError::InvalidByte(at, byte) if byte != b'=' => {
            // The invalid byte can be inside a character of several bytes. The earlier bytes of
            // such a character are invalid as well, so the refusal names the whole character.
            let at = (0..=at).rev().find(|&at| payload.value.is_char_boundary(at)).unwrap_or(0);
            let wrong = payload.value[at..].chars().next().unwrap_or_default();
            let start = payload.span.start + at;
            let found = format!("{}, which is no digit of base 64", quote(&wrong.to_string()));
            Refusal::new(found, "a letter, a digit, `+` or `/`")
                .with_span(source, start..start + wrong.len_utf8())
        }
        _ => cut(),
    })?;
    let damaged =
        |found: &str| Refusal::new(found, "the whole link").with_span(source, payload.span.clone());
    let mut inflate = Decompress::new(false);
    let mut text = Vec::new();
    loop {
        text.reserve(PART);
        let read = usize::try_from(inflate.total_in()).unwrap_or(packed.len());
        let before = (read, text.len());
        let status = inflate
            .decompress_vec(&packed[read..], &mut text, FlushDecompress::None)
            .map_err(|_| damaged("packed data that is damaged"))?;
        let read = usize::try_from(inflate.total_in()).unwrap_or(packed.len());
        match status {
            Status::StreamEnd if read < packed.len() => {
                return Err(damaged("more characters after the end of the packed data"));
            }
            Status::StreamEnd => return Ok(text),
            _ if text.len() > MOST_BYTES => {
                return Err(damaged("packed data of more than 4 MiB"));
            }
            _ if (read, text.len()) == before => return Err(cut()),
            _ => {}
        }
    }
}

/// Packs a text into a form that [`unpack`] unpacks. Never fails. The function has the same type of
/// error as in a build without compression.
pub(super) fn pack(text: &[u8]) -> Result<String, MissingFeature> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).expect("a vector takes every byte");
    Ok(STANDARD.encode(encoder.finish().expect("a vector takes every byte")))
}
