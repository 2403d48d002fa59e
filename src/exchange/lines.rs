//! Lines of text on their way to a file: comments and clauses, hashed as they go.
//!
//! A formula has millions of lines of a few short numbers, so these are put together in a buffer
//! without the machinery of `write!`. An error is kept until the end, and nothing more is written
//! after it.

use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};

use crate::model::Lit;

/// Lines of text, each of them complete.
pub struct Lines<'a> {
    out: &'a mut dyn Write,
    comment: &'static str,
    buffer: Vec<u8>,
    hash: Sha256,
    /// Of the lines that are no comments.
    content: Sha256,
    /// Whether the buffer has comments.
    comments: bool,
    literals: usize,
    /// The largest number of a variable in a clause.
    largest: u32,
    error: Option<io::Error>,
}

/// What was written, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The hash of all lines, in hexadecimal.
    pub sha256: String,
    /// The hash of all lines that are no comments.
    pub content: String,
    /// How many literals or terms there are.
    pub literals: usize,
}

/// How many bytes are put together before they are written.
const BUFFER: usize = 1 << 16;

impl Lines<'_> {
    /// Lines to `out`, comments of which begin with `comment`.
    pub fn new<'a>(out: &'a mut dyn Write, comment: &'static str) -> Lines<'a> {
        let buffer = Vec::with_capacity(2 * BUFFER);
        let (hash, content) = (Sha256::new(), Sha256::new());
        let (literals, largest, error) = (0, 0, None);
        Lines { out, comment, buffer, hash, content, comments: true, literals, largest, error }
    }

    /// A line of comment. What would break the line is left out of it.
    pub fn comment(&mut self, text: &str) {
        let clean: String = text.chars().filter(|letter| !letter.is_control()).collect();
        self.begin(true);
        self.buffer.extend_from_slice(format!("{} {clean}", self.comment).as_bytes());
        self.end();
    }

    /// A line.
    pub fn line(&mut self, text: &str) {
        self.begin(false);
        self.buffer.extend_from_slice(text.as_bytes());
        self.end();
    }

    /// A line of a prefix, literals as DIMACS numbers, and 0.
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

    /// The largest number of a variable in a clause so far; 0 where there is none.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// Takes note of literals, or terms, in a line that is no clause.
    pub fn count(&mut self, literals: usize) {
        self.literals += literals;
    }

    /// Begins a line of comment or another: the buffer has one kind only.
    fn begin(&mut self, comment: bool) {
        if comment != self.comments {
            self.flush();
            self.comments = comment;
        }
    }

    fn end(&mut self) {
        self.buffer.push(b'\n');
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

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

    /// Writes what is left, and returns what was written in short.
    ///
    /// # Errors
    ///
    /// The first error of the output.
    pub fn finish(mut self) -> io::Result<Finished> {
        self.flush();
        let flushed = self.out.flush();
        match self.error {
            Some(error) => Err(error),
            None => flushed,
        }?;
        Ok(Finished {
            sha256: in_hexadecimal(self.hash),
            content: in_hexadecimal(self.content),
            literals: self.literals,
        })
    }

    /// Whether the output takes more.
    pub fn is_open(&self) -> bool {
        self.error.is_none()
    }

    /// Ends the work where the output takes no more.
    ///
    /// # Errors
    ///
    /// The first error of the output.
    pub fn check(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }
}

/// The SHA-256 of all that a reader has, in hexadecimal.
///
/// # Errors
///
/// If it cannot be read to its end.
pub fn sha256(reader: &mut dyn Read) -> io::Result<String> {
    copied(reader, &mut io::sink())
}

/// Copies all that a reader has, and returns the SHA-256 of the copy, in hexadecimal.
///
/// # Errors
///
/// If it cannot be read to its end, or the copy takes no more.
pub fn copied(reader: &mut dyn Read, copy: &mut dyn Write) -> io::Result<String> {
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

/// The SHA-256 of bytes, in hexadecimal.
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
        let mut lines = Lines::new(&mut out, "c");
        lines.comment("a\nb");
        lines.clause("h ", &[1, -20, 300].map(Lit::from_dimacs));
        lines.clause("", &[]);
        let finished = lines.finish().expect("a vector takes all");
        assert_eq!(String::from_utf8_lossy(&out), "c ab\nh 1 -20 300 0\n0\n");
        let hash = |text: &str| sha256(&mut text.as_bytes()).expect("a vector gives all");
        assert_eq!(hash("c ab\nh 1 -20 300 0\n0\n"), finished.sha256);
        assert_eq!((hash("h 1 -20 300 0\n0\n"), 3), (finished.content, finished.literals));
    }

    #[test]
    fn the_first_error_is_told_at_the_end() {
        let mut full: &mut [u8] = &mut [0; 10];
        let mut lines = Lines::new(&mut full, "c");
        (0..100_000).for_each(|_| lines.clause("", &[Lit::from_dimacs(1)]));
        assert!(lines.finish().is_err());
    }
}
