//! Files that are no boards: pictures, documents and archives by their first bytes, and texts in
//! markup by their first tag.

use super::{Refusal, Source};

/// A kind of file. It has the first bytes of such a file, in parts with their offsets; the name of
/// the kind; and the text that a refusal shows as expected.
type FileKind = (&'static [(usize, &'static [u8])], &'static str, &'static str);

/// The text that a refusal shows as expected instead of a file that is no text.
const TEXT: &str = "a text, such as the rows of a board";
/// The text that a refusal shows as expected instead of a picture.
const PICTURE: &str = "a text, such as the rows of a board: pictures are not read";
/// The text that a refusal shows as expected instead of a compressed file.
const PACKED: &str = "the same file, but not compressed";
/// The text that a refusal shows as expected instead of a text in another encoding.
const UTF_8: &str = "the same text in UTF-8";

/// The kinds of files, by the bytes at certain offsets. Each has a name and the expectation that
/// its refusal shows.
const KINDS: &[FileKind] = &[
    (&[(0, b"\x89PNG")], "a PNG picture", PICTURE),
    (&[(0, b"\xff\xd8\xff")], "a JPEG picture", PICTURE),
    (&[(0, b"GIF8")], "a GIF picture", PICTURE),
    (&[(0, b"RIFF"), (8, b"WEBP")], "a WebP picture", PICTURE),
    (&[(4, b"ftyp")], "a HEIC or AVIF picture, or a film", PICTURE),
    (&[(0, b"II*\0")], "a TIFF picture", PICTURE),
    (&[(0, b"MM\0*")], "a TIFF picture", PICTURE),
    (&[(0, b"%PDF-")], "a PDF document", TEXT),
    (
        &[(0, b"PK\x03\x04")],
        "a ZIP archive, as documents of Word and Excel are",
        "a text: unpack the archive, or save the document as text",
    ),
    (&[(0, b"\xd0\xcf\x11\xe0")], "an old document of Word or Excel", "the document saved as text"),
    (&[(0, b"\x1f\x8b")], "a file compressed by gzip", PACKED),
    (&[(0, b"\xfd7zXZ\0")], "a file compressed by xz", PACKED),
    (&[(0, b"\x28\xb5\x2f\xfd")], "a file compressed by zstd", PACKED),
    (&[(0, b"BZh")], "a file compressed by bzip2", PACKED),
    (&[(0, b"\x7fELF")], "a program", TEXT),
    (&[(0, b"SQLite")], "a database of SQLite", TEXT),
    (&[(0, b"\xff\xfe")], "a text in UTF-16", UTF_8),
    (&[(0, b"\xfe\xff")], "a text in UTF-16", UTF_8),
];

/// Refuses a file that is no text, if its first bytes show its kind. `first` must begin with the
/// first byte of the file and have at least a dozen bytes, if the file has them. `name` is shown in
/// the refusal.
///
/// # Errors
///
/// If the bytes begin like a picture, a film, a document, an archive, a compressed file, a program,
/// a database or a text in UTF-16. A text in UTF-8 without control characters is accepted, even if
/// its first letters are those of such a file. Only a text that begins with `%PDF-` is refused
/// nevertheless.
pub(super) fn refuse(name: &str, first: &[u8]) -> Result<(), Refusal> {
    let kind = KINDS.iter().find(|(parts, ..)| {
        parts.iter().all(|(at, part)| first.get(*at..).is_some_and(|rest| rest.starts_with(part)))
    });
    let Some((_, found, expected)) = kind.filter(|_| !is_text(first)) else { return Ok(()) };
    let source = Source::new(name, "");
    Err(Refusal::new(*found, *expected).with_span(&source, 0..0))
}

/// The text that a refusal shows as expected instead of a web page.
const PAGE: &str = "the rows of the board, copied from the page or written by `quarrel convert`";

/// Texts for other programs. Each row has the first characters of such a text in lower case, the
/// name of the kind, and the text that a refusal shows as expected. The first row that fits
/// applies.
const MARKUP: &[(&str, &str, &str)] = &[
    ("<svg", "a picture in SVG", PICTURE),
    ("<!doctype svg", "a picture in SVG", PICTURE),
    ("<!doctype html", "a web page in HTML", PAGE),
    ("<html", "a web page in HTML", PAGE),
    ("<head", "a web page in HTML", PAGE),
    ("<body", "a web page in HTML", PAGE),
    ("<table", "a table of a web page in HTML", PAGE),
    ("<div", "a part of a web page in HTML", PAGE),
    ("{\\rtf", "a document in RTF", "the document saved as text"),
    ("%!ps", "a document in PostScript", TEXT),
];

/// Refuses a text in a markup language, since such a text has no rows of a board. White space, the
/// declaration of XML and comments at the start do not count. A file of LEGUP is accepted, and so
/// is a text that only begins with a character of markup, such as `<`.
///
/// # Errors
///
/// If the text is a picture in SVG, a web page or a part of one, or a document in RTF or
/// PostScript. Also if it begins with the tag of another document in XML.
pub(super) fn refuse_markup(source: &Source) -> Result<(), Refusal> {
    let start = start_of_root(source.text());
    let text = &source.text()[start..];
    let name: String = text.chars().take(LONGEST_TAG).collect::<String>().to_lowercase();
    let ends_name = |begin: &str| !name[begin.len()..].starts_with(char::is_alphabetic);
    let known = MARKUP.iter().find(|(begin, ..)| name.starts_with(begin) && ends_name(begin));
    let (found, expected) = match known {
        Some((_, found, expected)) => (*found, *expected),
        None if is_tag(text) && !text.starts_with("<Legup") => ("a document in XML", TEXT),
        None => return Ok(()),
    };
    let end = start + text.find(['\r', '\n']).unwrap_or(text.len());
    Err(Refusal::new(found, expected).with_span(source, start..end))
}

/// The largest number of characters at the start of a text that are compared with [`MARKUP`].
const LONGEST_TAG: usize = 20;

/// Returns the offset of the text after white space, the declaration of XML, and comments. A
/// declaration or comment without an end is not skipped.
fn start_of_root(text: &str) -> usize {
    let mut rest = text.trim_start();
    loop {
        let inside = |open: &str, close: &str| rest.strip_prefix(open)?.split_once(close);
        let Some((_, after)) = inside("<?xml", "?>").or_else(|| inside("<!--", "-->")) else {
            return text.len() - rest.len();
        };
        rest = after.trim_start();
    }
}

/// Returns whether a text begins with an opening tag: a name of two characters or more between `<`
/// and `>`, with or without attributes. The name begins with an ASCII letter.
fn is_tag(text: &str) -> bool {
    let Some((tag, _)) = text.strip_prefix('<').and_then(|text| text.split_once('>')) else {
        return false;
    };
    let name = tag.trim_start_matches(|c: char| c.is_alphanumeric() || "_:.-".contains(c));
    let length = tag.len() - name.len();
    length > 1
        && tag.starts_with(|c: char| c.is_ascii_alphabetic())
        && (name.is_empty() || name == "/" || name.starts_with(char::is_whitespace))
}

/// Returns whether the bytes are a text in UTF-8 without control characters. The last character can
/// be incomplete. Returns false for a PDF document, although its bytes can be such a text.
fn is_text(bytes: &[u8]) -> bool {
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    bytes.len() - valid < 4
        && !bytes[..valid].iter().any(|byte| *byte < b' ' && !b"\t\n\r\x0c".contains(byte))
        && !bytes.starts_with(b"%PDF-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_text_is_named() {
        for (bytes, found) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "a PNG picture"),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG picture"),
            (b"GIF89a\x01\0\x01\0", "a GIF picture"),
            (b"RIFF\x24\0\0\0WEBPVP8 ", "a WebP picture"),
            (b"\0\0\0\x18ftypheic\0\0", "a HEIC or AVIF picture, or a film"),
            (b"%PDF-1.4\n1 0 obj\n", "a PDF document"),
            (b"PK\x03\x04\x14\0\x06\0", "a ZIP archive, as documents of Word and Excel are"),
            (b"\x1f\x8b\x08\0\0", "a file compressed by gzip"),
            (b"\xff\xfe0\x001\0", "a text in UTF-16"),
        ] {
            let refusal = refuse("file", bytes).expect_err(found).to_string();
            assert!(refusal.starts_with(&format!("file:1:1: {found}; expected ")), "{refusal}");
        }
        for text in ["GIF8\nGIF8\n", "PKAB", "BZhA", "RIFFabcdWEBP", "SQLite", "abcdftyp", ""] {
            assert!(refuse("file", text.as_bytes()).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_text_in_markup_is_named() {
        let refused = |text: &str| refuse_markup(&Source::new("file", text));
        for (text, found) in [
            ("<svg xmlns=\"a\"/>", "file:1:1: a picture in SVG"),
            ("\n<?xml version=\"1.0\"?>\n<!-- a -->\n<svg>", "file:4:1: a picture in SVG"),
            ("<!DOCTYPE svg PUBLIC \"a\">\n<svg>", "file:1:1: a picture in SVG"),
            ("<!doctype HTML>\n", "file:1:1: a web page in HTML"),
            ("<html lang=\"en\">", "file:1:1: a web page in HTML"),
            ("<table><tr><td>1</td>", "file:1:1: a table of a web page in HTML"),
            ("<puzzle id=\"1\">", "file:1:1: a document in XML"),
            ("{\\rtf1\\ansi", "file:1:1: a document in RTF"),
            ("%!PS-Adobe-3.0 EPSF", "file:1:1: a document in PostScript"),
        ] {
            let refusal = refused(text).expect_err(text).to_string();
            assert!(refusal.starts_with(found), "{refusal}");
        }
        for text in ["<Legup version=\"2\">", "<>^\n..v", "<?xml", "<v>", "<", "<!--", "a<svg>", ""]
        {
            assert!(refused(text).is_ok(), "{text}");
        }
    }
}
