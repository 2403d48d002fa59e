//! A writer of comments and clauses to a file, which also hashes them.
//!
//! A formula has millions of short lines, so they are copied to a buffer without `write!`, since
//! `write!` is slower. After an error, nothing more is written.

use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};

use crate::model::Lit;
use crate::source::escape_line;

/// A writer that counts literals and hashes lines.
pub struct LineWriter<'a> {
    out: &'a mut dyn Write,
    /// The beginning of a comment line, such as `c`.
    comment: &'static str,
    /// The lines that are not written yet. Either all of them are comments, or none is.
    buffer: Vec<u8>,
    /// The hash of all lines written so far.
    hash: Sha256,
    /// The hash of all lines written so far, except comments.
    content: Sha256,
    /// Whether the lines in the buffer are comments.
    comments: bool,
    /// The number of literals and terms in the lines so far.
    literals: usize,
    /// The largest number of a variable in the clauses so far; 0 if there is no literal.
    largest: u32,
    /// The first error of writing. It is `None` if there was no error, or if
    /// [`check`](LineWriter::check) has returned the error. While there is an error, nothing is
    /// written.
    error: Option<io::Error>,
}

/// The hashes and the number of literals of all lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineSummary {
    /// The SHA-256 of all lines, in hexadecimal.
    pub sha256: String,
    /// The SHA-256 of all lines except comments, in hexadecimal.
    pub content: String,
    /// The number of literals and terms.
    pub literals: usize,
}

/// The buffer is written as soon as it has at least this number of bytes.
const BUFFER: usize = 1 << 16;

impl LineWriter<'_> {
    /// Creates a writer to `out`, whose comments begin with `comment`.
    pub fn new<'a>(out: &'a mut dyn Write, comment: &'static str) -> LineWriter<'a> {
        let buffer = Vec::with_capacity(2 * BUFFER);
        let (hash, content) = (Sha256::new(), Sha256::new());
        let (literals, largest, error) = (0, 0, None);
        LineWriter { out, comment, buffer, hash, content, comments: true, literals, largest, error }
    }

    /// Writes a comment line. Invisible characters, such as control characters, are escaped.
    pub fn comment(&mut self, text: &str) {
        let clean = escape_line(text);
        self.begin(true);
        self.buffer.extend_from_slice(format!("{} {clean}", self.comment).as_bytes());
        self.end();
    }

    /// Writes a line that is not a comment.
    pub fn line(&mut self, text: &str) {
        self.begin(false);
        self.buffer.extend_from_slice(text.as_bytes());
        self.end();
    }

    /// Adds a line that consists of `prefix`, the literals as DIMACS numbers with a space after
    /// each, and 0. The prefix is written as it is, so a weight needs a space after it. Counts the
    /// literals, and updates the largest variable. The line is written when the buffer is full,
    /// when a comment follows, or when [`finish`](LineWriter::finish) is called. An error of
    /// writing is stored, not returned.
    pub fn clause(&mut self, prefix: &str, lits: &[Lit]) {
        self.begin(false);
        self.literals += lits.len();
        self.buffer.extend_from_slice(prefix.as_bytes());
        let mut digits = itoa::Buffer::new();
        for lit in lits {
            self.largest = self.largest.max(lit.dimacs().unsigned_abs());
            self.buffer.extend_from_slice(digits.format(lit.dimacs()).as_bytes());
            self.buffer.push(b' ');
        }
        self.buffer.push(b'0');
        self.end();
    }

    /// Returns the largest variable number in the clauses written so far. Returns 0 if they have no
    /// literals.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// Adds to the number of literals. This method is for a line with literals or terms that
    /// [`clause`](LineWriter::clause) did not write.
    pub fn count(&mut self, literals: usize) {
        self.literals += literals;
    }

    /// Begins a line, which is a comment if `comment` is `true`. Comments are not hashed as
    /// content. So if the lines in the buffer are comments and this line is not, or the other way
    /// round, writes the buffer first.
    fn begin(&mut self, comment: bool) {
        if comment != self.comments {
            self.flush();
            self.comments = comment;
        }
    }

    /// Ends a line, and writes the buffer if it is full.
    fn end(&mut self) {
        self.buffer.push(b'\n');
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

    /// Writes the lines in the buffer, and empties the buffer. Adds the lines to the hash of all
    /// lines and, if they are not comments, to the hash of the content. Stores an error of writing.
    /// After an error, only empties the buffer. Does not flush the output.
    fn flush(&mut self) {
        if self.error.is_none() {
            self.hash.update(&self.buffer);
            if !self.comments {
                self.content.update(&self.buffer);
            }
            self.error = self.out.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }

    /// Writes the lines that remain in the buffer, and flushes the output. Returns the SHA-256 of
    /// all lines, the SHA-256 of all lines except comments, and the number of literals and terms.
    ///
    /// # Errors
    ///
    /// If any write or the flush has failed. An error that [`check`](LineWriter::check) has
    /// returned already is not returned again.
    pub fn finish(mut self) -> io::Result<LineSummary> {
        self.flush();
        let flushed = self.out.flush();
        match self.error {
            Some(error) => Err(error),
            None => flushed,
        }?;
        Ok(LineSummary {
            sha256: in_hexadecimal(self.hash),
            content: in_hexadecimal(self.content),
            literals: self.literals,
        })
    }

    /// Returns whether lines are still written: either no write has failed, or `check` has already
    /// returned the error.
    pub fn is_open(&self) -> bool {
        self.error.is_none()
    }

    /// Checks that no write has failed so far.
    ///
    /// # Errors
    ///
    /// If a write has failed. The error is returned only once.
    pub fn check(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }
}

/// Returns the SHA-256 of a reader's bytes, in hexadecimal.
///
/// # Errors
///
/// If reading fails.
pub fn sha256(reader: &mut dyn Read) -> io::Result<String> {
    copy_with_sha256(reader, &mut io::sink())
}

/// Copies all remaining bytes of `reader` to `copy`, and flushes `copy`. Returns the SHA-256 of
/// these bytes, in hexadecimal. Repeats a read that a signal has interrupted.
///
/// # Errors
///
/// If reading, writing or flushing fails. A part of the bytes is then perhaps copied already.
pub fn copy_with_sha256(reader: &mut dyn Read, copy: &mut dyn Write) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut bytes = vec![0; BUFFER];
    loop {
        let number = match reader.read(&mut bytes) {
            Ok(0) => return copy.flush().map(|()| in_hexadecimal(hash)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        hash.update(&bytes[..number]);
        copy.write_all(&bytes[..number])?;
    }
}

/// Returns the SHA-256 of bytes, in hexadecimal.
pub fn sha256_of(bytes: &[u8]) -> String {
    in_hexadecimal(Sha256::new_with_prefix(bytes))
}

fn in_hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_and_hashed() {
        let mut out = Vec::new();
        let mut lines = LineWriter::new(&mut out, "c");
        lines.comment("a\nb\u{202e}");
        lines.clause("h ", &[1, -20, 300].map(Lit::from_dimacs));
        lines.clause("", &[]);
        let finished = lines.finish().expect("a vector takes all");
        assert_eq!(String::from_utf8_lossy(&out), "c a\\nb\\u{202e}\nh 1 -20 300 0\n0\n");
        let hash = |text: &str| sha256(&mut text.as_bytes()).expect("a vector gives all");
        assert_eq!(hash("c a\\nb\\u{202e}\nh 1 -20 300 0\n0\n"), finished.sha256);
        assert_eq!((hash("h 1 -20 300 0\n0\n"), 3), (finished.content, finished.literals));
    }

    #[test]
    fn the_first_error_is_told_at_the_end() {
        let mut full: &mut [u8] = &mut [0; 10];
        let mut lines = LineWriter::new(&mut full, "c");
        (0..100_000).for_each(|_| lines.clause("", &[Lit::from_dimacs(1)]));
        assert!(lines.finish().is_err());
    }
}
