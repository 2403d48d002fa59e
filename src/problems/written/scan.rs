//! A reader that passes through a file once and splits it into words.
//!
//! A model, or even a single line of it, may be huge. So only a window of the file is kept in
//! memory: the next bytes, and some bytes before them. The next bytes are at least as many as the
//! longest word has. The bytes before them are kept so that a refusal can show its line. A refusal
//! counts columns in characters if it shows the line from its beginning, and otherwise in bytes.
//!
//! A word with bytes that are not UTF-8 is refused; comments may have any encoding.

use std::io::{self, Read};

use super::program::{self, Decimal, DecimalError};
use super::{FilePlace, Integer, LimitExceeded};
use crate::exact::MOST_DIGITS;
use crate::source::{Refusal, Source, quote};

/// The size of the window in bytes. It is much larger than [`KEPT_BEFORE`] and [`AHEAD`] together,
/// so that the bytes in the window are seldom moved.
const WINDOW: usize = 256 << 10;

/// How many bytes before the current place are kept.
const KEPT_BEFORE: usize = 8 << 10;

/// How many bytes after the current place are read in advance. This is more than the longest
/// accepted word has, which is a number of [`MOST_DIGITS`] digits.
const AHEAD: usize = 16 << 10;

/// The largest number of bytes of a file that is kept in memory as a text, 256 MiB. Only files of
/// LP and MPS are kept as texts.
const MOST_BYTES: usize = 256 << 20;

/// How many bytes a refusal shows before the refused spot, and how many after it.
const SHOWN: usize = 80;

/// The largest number of digits of a number that `few_digits` reads; such a number fits 64 bits.
const FEW_DIGITS: usize = 18;

/// A reader that passes through a file once, from the first byte to the last.
pub struct Scanner {
    /// The file's path, or a text that replaces it, such as `<stdin>`.
    name: Box<str>,
    input: Box<dyn Read>,
    /// The window: bytes of the file that are in memory. Only the first `end` bytes are valid.
    window: Box<[u8]>,
    /// The index in the window of the next byte.
    at: usize,
    /// The number of valid bytes in the window.
    end: usize,
    /// The offset in the file of the first byte of the window.
    before: u64,
    /// The number of the current line; the first line of the file is 1.
    line: u64,
    /// The offset in the file of the first byte of the current line.
    line_start: u64,
    /// Whether there is nothing more to read: the file has ended, or reading has failed.
    is_exhausted: bool,
    /// The error that stopped reading; `None` if there was none. It is reported only after all
    /// bytes before it have been used.
    failure: Option<io::Error>,
}

/// A part of one line of a file, given by its position.
#[derive(Clone, Copy, Debug)]
pub struct TextSpot {
    /// The line and column of the first byte.
    pub place: FilePlace,
    /// The offset in the file of the first byte.
    start: u64,
    /// The offset in the file of the byte after the last one. It is equal to `start` if the spot is
    /// empty.
    end: u64,
}

impl Scanner {
    /// Creates a reader of `input`, whose name in refusals is `name`, and reads its beginning.
    /// Skips a byte order mark at the beginning. An error in reading is reported only when its
    /// place is reached.
    pub fn new(name: &str, input: impl Read + 'static) -> Scanner {
        let mut scanner = Scanner {
            name: name.into(),
            input: Box::new(input),
            window: vec![0; WINDOW].into_boxed_slice(),
            at: 0,
            end: 0,
            before: 0,
            line: 1,
            line_start: 0,
            is_exhausted: false,
            failure: None,
        };
        if scanner.lookahead().starts_with("\u{feff}".as_bytes()) {
            scanner.at = '\u{feff}'.len_utf8();
            scanner.line_start = scanner.offset();
        }
        scanner
    }

    /// Creates a reader of a text in memory.
    pub fn from_source(source: &Source) -> Scanner {
        Scanner::new(source.name(), io::Cursor::new(source.text().to_owned()))
    }

    /// Reads the complete file and returns its text. Must be called before all other methods.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not a text, or has more than 256 MiB.
    pub fn read_all(&mut self) -> Result<Source, Refusal> {
        let mut bytes = Vec::new();
        loop {
            let ahead = self.lookahead();
            if ahead.is_empty() {
                self.end_result()?;
                return Source::from_bytes(&self.name, &bytes);
            }
            bytes.extend_from_slice(ahead);
            self.at = self.end;
            if bytes.len() > MOST_BYTES {
                let found = format!("{} has more than {MOST_BYTES} bytes", self.name);
                return Err(Refusal::new(found, "a smaller file, or another format, such as opb"));
            }
        }
    }

    /// Returns the file's path, or a text that replaces it, such as `<stdin>`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the next byte without skipping it. Returns `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read further.
    pub fn peek(&mut self) -> Result<Option<u8>, Refusal> {
        match self.lookahead().first() {
            Some(&byte) => Ok(Some(byte)),
            None => self.end_result(),
        }
    }

    /// Skips bytes that the caller has examined with [`lookahead`](Scanner::lookahead). None of
    /// these bytes may be a newline; otherwise a debug build panics.
    pub fn skip(&mut self, bytes: usize) {
        debug_assert!(
            !self.window[self.at..self.end].iter().take(bytes).any(|&byte| byte == b'\n')
        );
        self.at = self.end.min(self.at + bytes);
    }

    /// Skips white space, including newlines. Returns the next byte without skipping it; `None` at
    /// the end of the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read further.
    pub fn skip_blanks(&mut self) -> Result<Option<u8>, Refusal> {
        loop {
            while let Some(&byte) = self.window[..self.end].get(self.at) {
                if byte == b'\n' {
                    self.line += 1;
                    self.line_start = self.offset() + 1;
                } else if !is_blank(byte) {
                    return Ok(Some(byte));
                }
                self.at += 1;
            }
            if self.lookahead().is_empty() {
                return self.end_result();
            }
        }
    }

    /// Skips white space within the line. Returns the next byte of the line without skipping it;
    /// `None` at the end of the line or file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read further.
    pub fn skip_blanks_in_line(&mut self) -> Result<Option<u8>, Refusal> {
        loop {
            match self.peek()? {
                Some(byte) if byte != b'\n' && is_blank(byte) => self.at += 1,
                next => return Ok(next.filter(|&byte| byte != b'\n')),
            }
        }
    }

    /// Returns whether only white space comes before the current place in its line. Only the part
    /// of the line that is in the window is examined.
    pub fn is_first_in_line(&self) -> bool {
        let before = &self.window[self.window_index(self.line_start)..self.at];
        before.iter().rev().all(|&byte| is_blank(byte))
    }

    /// Skips the rest of the line. The newline itself is not skipped.
    ///
    /// # Errors
    ///
    /// If the file cannot be read further.
    pub fn skip_line(&mut self) -> Result<(), Refusal> {
        loop {
            let ahead = self.lookahead();
            let (length, newline) = (ahead.len(), ahead.iter().position(|&byte| byte == b'\n'));
            self.at += newline.unwrap_or(length);
            if newline.is_some() || length == 0 && self.end_result()?.is_none() {
                return Ok(());
            }
        }
    }

    /// Skips the bytes that come next and satisfy `is_of`, at most 16 KiB, and returns them.
    /// `is_of` must not accept a newline, since lines are not counted here. Returns no bytes at the
    /// end of the file, or if reading has failed.
    pub fn skip_while(&mut self, is_of: impl Fn(u8) -> bool) -> &[u8] {
        let ahead = self.lookahead();
        let most = ahead.len().min(AHEAD);
        let length = ahead[..most].iter().position(|&byte| !is_of(byte)).unwrap_or(most);
        let start = self.at;
        self.at += length;
        &self.window[start..self.at]
    }

    /// Returns the next bytes without skipping them. There are at least 16 KiB; if the file ends or
    /// reading fails earlier, there are fewer.
    pub fn lookahead(&mut self) -> &[u8] {
        if self.end - self.at < AHEAD && !self.is_exhausted {
            self.fill();
        }
        &self.window[self.at..self.end]
    }

    /// Reads a number of 1 to 18 digits. If no digit or more than 18 digits come next, skips
    /// nothing and returns `None`.
    pub fn few_digits(&mut self) -> Option<i64> {
        let mut value = 0;
        let mut length = 0;
        for &byte in self.lookahead().iter().take(FEW_DIGITS + 1) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            length += 1;
            if length > FEW_DIGITS {
                return None;
            }
            value = 10 * value + i64::from(digit);
        }
        self.at += length;
        (length > 0).then_some(value)
    }

    /// Reads digits as a number. Returns `None`, and skips nothing, if no digit comes next.
    ///
    /// # Errors
    ///
    /// If there are more than [`MOST_DIGITS`] digits.
    pub fn digits(&mut self) -> Result<Option<Integer>, Refusal> {
        if let Some(few) = self.few_digits() {
            return Ok(Some(few.into()));
        }
        let start = self.here();
        let digits = self.skip_while(|byte| byte.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        match Integer::from_digits(false, digits) {
            Some(number) => Ok(Some(number)),
            None => {
                let found = format!("a number of more than {} digits", grouped(MOST_DIGITS));
                Err(self.refusal(found, "a shorter one", self.since(start)))
            }
        }
    }

    /// Reads a number that begins with a digit, or with a point and a digit. All following bytes
    /// that are digits or satisfy `continues` belong to the number. Returns `None`, and skips
    /// nothing, if no such number comes next. Refuses a malformed number; the refusal says that
    /// `expected` was expected. Refuses a whole number of more than [`MOST_DIGITS`] digits, and any
    /// other number that is [`TooLong`](DecimalError::TooLong) for [`Decimal::read`].
    pub(super) fn decimal(
        &mut self,
        continues: fn(u8) -> bool,
        expected: &str,
    ) -> Result<Option<Decimal>, Refusal> {
        let start = self.here();
        let integer = self.digits()?;
        if !self.peek()?.is_some_and(continues) {
            return Ok(integer.map(Decimal::from_integer));
        }
        if integer.is_none() && !matches!(self.lookahead(), [b'.', b'0'..=b'9', ..]) {
            return Ok(None);
        }
        self.skip_while(|byte| byte.is_ascii_digit() || continues(byte));
        let spot = self.since(start);
        match Decimal::read(&self.text(spot), &['e', 'E']) {
            Ok(number) => Ok(Some(number)),
            Err(DecimalError::TooLong) => {
                let most = program::MOST_DIGITS;
                let found = format!("a number with decimals and more than {most} digits");
                Err(self.refusal(found, "a shorter one", spot))
            }
            Err(DecimalError::Malformed) => Err(self.unexpected_from(start, b";<>=]", expected)),
        }
    }

    /// Returns the current place as an empty spot.
    pub fn here(&self) -> TextSpot {
        let start = self.offset();
        let place = FilePlace { line: self.line, column: start - self.line_start + 1 };
        TextSpot { place, start, end: start }
    }

    /// Returns the spot that begins like `spot` and ends at the current place.
    pub fn since(&self, spot: TextSpot) -> TextSpot {
        TextSpot { end: self.offset(), ..spot }
    }

    /// Skips the rest of the line, at most 16 KiB. Returns its spot and its text in quotes.
    pub(super) fn rest_of_line(&mut self) -> (TextSpot, String) {
        let start = self.here();
        self.skip_while(|byte| byte != b'\n' && byte != b'\r');
        let spot = self.since(start);
        (spot, quote(&self.text(spot)))
    }

    /// Returns the text of a spot. Only the part that is in the window is returned.
    pub fn text(&self, spot: TextSpot) -> String {
        let [start, end] = [spot.start, spot.end].map(|offset| self.window_index(offset));
        String::from_utf8_lossy(&self.window[start..end]).into_owned()
    }

    /// Returns a refusal whose place is `spot`. If reading has failed at the current place, returns
    /// the refusal for this failure instead.
    pub fn refusal(
        &mut self,
        found: impl Into<String>,
        expected: impl Into<String>,
        spot: TextSpot,
    ) -> Refusal {
        self.lookahead();
        match (&self.failure, self.at == self.end) {
            (Some(failure), true) => self.read_failure(failure),
            _ => self.add_excerpt(Refusal::new(found, expected), spot),
        }
    }

    /// Returns the refusal of the text from `start` to the current place.
    pub fn misread(&mut self, start: TextSpot, expected: impl Into<String>) -> Refusal {
        let found = format!("unexpected {}", quote(&self.text(self.since(start))));
        self.refusal(found, expected, self.since(start))
    }

    /// Skips the next word, and returns its refusal. The word ends before white space or one of
    /// `ends`. If no word comes next, the refusal is that of the end of the line or file. If the
    /// word has a byte that is not UTF-8, the refusal is that of this byte.
    pub fn unexpected(&mut self, ends: &[u8], expected: &str) -> Refusal {
        self.unexpected_from(self.here(), ends, expected)
    }

    /// Returns the refusal of a word that begins at `start`. `start` must be in the current line
    /// and not after the current place. The word ends before white space or one of `ends`. If the
    /// word is empty, the refusal is that of the end of the line or file, or of the next character.
    /// If the word has a byte that is not UTF-8 after the current place, the refusal is that of
    /// this byte. Skips the rest of the word. If the word is empty and the line continues, skips
    /// one character.
    pub fn unexpected_from(&mut self, start: TextSpot, ends: &[u8], expected: &str) -> Refusal {
        self.skip_while(|byte| {
            byte.is_ascii() && byte != 0 && !(is_blank(byte) || ends.contains(&byte))
        });
        if let Some(byte) = self.wrong_byte() {
            let found = format!("the byte 0x{byte:02x} is no text");
            let here = self.here();
            self.skip(1);
            return self.refusal(found, "a text in UTF-8", self.since(here));
        }
        self.skip_while(|byte| !(is_blank(byte) || ends.contains(&byte)));
        let is_nothing = self.here().start == start.start;
        let found = match self.lookahead().first() {
            None if is_nothing => "end of the text".to_owned(),
            Some(b'\r' | b'\n') if is_nothing => "end of the line".to_owned(),
            _ => {
                self.skip(usize::from(is_nothing));
                quote(&self.text(self.since(start)))
            }
        };
        let found = format!("unexpected {found}");
        self.refusal(found, expected, self.since(start))
    }

    /// Returns the refusal of a file with too many items, such as variables. Its place is `spot`.
    pub fn too_many(&mut self, error: LimitExceeded, spot: TextSpot) -> Refusal {
        self.refusal(error.to_string(), "a smaller file", spot)
    }

    /// Returns the next byte if it is 0 or does not begin a character in UTF-8. Returns `None` if
    /// the byte is correct, or at the end of the file.
    fn wrong_byte(&mut self) -> Option<u8> {
        let ahead = self.lookahead();
        let first = *ahead.first()?;
        let is_text = |length| std::str::from_utf8(&ahead[..length]).is_ok();
        let is_text = first != 0 && (1..=ahead.len().min(4)).any(is_text);
        (!is_text).then_some(first)
    }

    /// Returns the offset in the file of the next byte.
    fn offset(&self) -> u64 {
        self.before + wide(self.at)
    }

    /// Returns the index in the window of the byte with this offset in the file. If the byte is not
    /// in the window, returns the nearest valid index.
    fn window_index(&self, offset: u64) -> usize {
        let offset = usize::try_from(offset.saturating_sub(self.before));
        offset.map_or(self.end, |offset| offset.min(self.end))
    }

    /// Reads until the window has at least [`AHEAD`] bytes after the current place, or until the
    /// file ends. Before this, removes old bytes from the window: those that are more than
    /// [`KEPT_BEFORE`] bytes before the current place. If reading fails, stores the error in
    /// `failure`.
    fn fill(&mut self) {
        let dropped = self.at.saturating_sub(KEPT_BEFORE);
        self.window.copy_within(dropped..self.end, 0);
        (self.at, self.end) = (self.at - dropped, self.end - dropped);
        self.before += wide(dropped);
        while self.end - self.at < AHEAD && !self.is_exhausted {
            match self.input.read(&mut self.window[self.end..]) {
                Ok(0) => self.is_exhausted = true,
                Ok(bytes) => self.end += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.is_exhausted = true;
                    self.failure = Some(error);
                }
            }
        }
    }

    /// Returns `None` if the file has ended. If an error has stopped reading, returns its refusal.
    fn end_result(&self) -> Result<Option<u8>, Refusal> {
        match &self.failure {
            None => Ok(None),
            Some(failure) => Err(self.read_failure(failure)),
        }
    }

    /// Returns the refusal of a file that cannot be read to its end. Its place is the current one.
    fn read_failure(&self, failure: &io::Error) -> Refusal {
        let found = match failure.kind() {
            io::ErrorKind::UnexpectedEof => "the compressed file is cut off".to_owned(),
            _ => format!("the file cannot be read further: {failure}"),
        };
        self.add_excerpt(Refusal::new(found, "a complete file"), self.here())
    }

    /// Adds the line of a spot to a refusal. A long line is shortened: about [`SHOWN`] bytes before
    /// the spot and after it are shown, and at most about twice as many bytes of the spot itself. A
    /// `…` replaces the rest of the line. Characters are never split.
    fn add_excerpt(&self, refusal: Refusal, spot: TextSpot) -> Refusal {
        let line_start = spot.start - (spot.place.column - 1);
        let [start, end] = [spot.start, spot.end].map(|offset| self.window_index(offset));
        let end = (start + 2 * SHOWN..end).find(|&at| is_character(self.window[at])).unwrap_or(end);
        let from = start.saturating_sub(SHOWN).max(self.window_index(line_start));
        let from = (from..start).find(|&at| is_character(self.window[at])).unwrap_or(start);
        let line_end = self.window[end..self.end].iter().position(|&byte| byte == b'\n');
        let end_of_line = line_end.map_or(self.end, |length| end + length);
        let to = end_of_line.min(end + SHOWN);
        let to = (to..end_of_line).find(|&at| is_character(self.window[at])).unwrap_or(end_of_line);
        let is_cut = self.before + wide(from) > line_start;
        let text = |from, to| String::from_utf8_lossy(&self.window[from..to]);
        let before = format!("{}{}", if is_cut { "…" } else { "" }, text(from, start));
        let (piece, after) = (text(start, end), text(end, to));
        let rest = if to < end_of_line { "…" } else { "" };
        let first = spot.place.column - wide(before.chars().count()).min(spot.place.column - 1);
        let [line, column] = [spot.place.line, if is_cut { first } else { 1 }]
            .map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let after = after.trim_end_matches('\r');
        let excerpt = format!("{before}{piece}{after}{rest}");
        let span = before.len()..before.len() + piece.len();
        refusal.with_span(&Source::excerpt(&self.name, &excerpt, line, column), span)
    }
}

/// Returns whether a byte is white space in ASCII. A newline is white space too.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Returns whether a byte begins a character in UTF-8.
fn is_character(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

fn wide(bytes: usize) -> u64 {
    u64::try_from(bytes).expect("no memory has more bytes")
}

/// Returns a number in digits, with a comma before each group of three.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(text_of).collect();
    groups.join(",")
}

/// Returns bytes as a text. Returns an empty text if the bytes are not UTF-8.
pub fn text_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Broken<'a>(&'a [u8]);

    impl Read for Broken<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            match (self.0.split_first(), into.first_mut()) {
                (Some((&first, rest)), Some(into)) => {
                    (*into, self.0) = (first, rest);
                    Ok(1)
                }
                _ => Err(io::Error::other("the disk is gone")),
            }
        }
    }

    fn scanner(text: &str) -> Scanner {
        Scanner::new("a", io::Cursor::new(text.to_owned()))
    }

    #[test]
    fn words_and_places() {
        let mut scanner = scanner("\u{feff}12 abc\r\n  é34");
        assert_eq!(scanner.skip_blanks().expect("a byte"), Some(b'1'));
        assert_eq!(scanner.digits().expect("a number"), Some(12.into()));
        assert_eq!(scanner.skip_blanks_in_line().expect("a byte"), Some(b'a'));
        let start = scanner.here();
        assert_eq!(start.place, FilePlace { line: 1, column: 4 });
        assert_eq!(scanner.skip_while(|byte| byte.is_ascii_alphabetic()), b"abc");
        assert_eq!(scanner.text(scanner.since(start)), "abc");
        assert_eq!(scanner.skip_blanks_in_line().expect("the end of a line"), None);
        assert!(!scanner.is_first_in_line());
        assert_eq!(scanner.skip_blanks().expect("a byte"), Some(0xc3));
        assert!(scanner.is_first_in_line());
        assert_eq!(scanner.unexpected(&[], "x").to_string(), "a:2:3: unexpected `é34`; expected x");
        assert_eq!(scanner.peek().expect("the end"), None);
        assert_eq!(
            scanner.unexpected(&[], "x").to_string(),
            "a:2:6: unexpected end of the text; expected x"
        );
    }

    #[test]
    fn a_line_of_megabytes_is_shown_around_the_spot() {
        let words = "123 ".repeat(1 << 20);
        let mut scanner = scanner(&format!("c\n{words}oops {words}\nmore"));
        scanner.skip_line().expect("a line");
        while scanner.skip_blanks().expect("a byte") == Some(b'1') {
            scanner.digits().expect("a number");
        }
        let refusal = scanner.unexpected(&[], "a number");
        assert_eq!(refusal.to_string(), "a:2:4194305: unexpected `oops`; expected a number");
        let (source, span) = refusal.place.expect("a place");
        assert_eq!(&source.text()[span], "oops");
        assert!(source.text().starts_with('…') && source.text().ends_with('…'));
        assert!(source.text().len() < 300);
    }

    #[test]
    fn a_file_that_breaks_off_is_refused_there() {
        let mut scanner = Scanner::new("a", Broken(b"1 2\n34"));
        let mut numbers = Vec::new();
        let refusal = loop {
            match scanner.skip_blanks() {
                Ok(_) => numbers.extend(scanner.few_digits()),
                Err(refusal) => break refusal,
            }
        };
        assert_eq!(numbers, [1, 2, 34]);
        let expected =
            "a:2:3: the file cannot be read further: the disk is gone; expected a complete file";
        assert_eq!(refusal.to_string(), expected);
        assert_eq!(scanner.unexpected(&[], "a number").to_string(), expected);
        assert_eq!(scanner.skip_line().expect_err("broken").to_string(), expected);
    }

    #[test]
    fn numbers_of_any_length() {
        for digits in [1, 17, 18, 19, 20, 9_999, 10_000] {
            let text = "7".repeat(digits);
            let number = scanner(&text).digits().expect("a number").expect("digits");
            assert_eq!(number.to_string(), text);
        }
        let refusal = scanner(&"7".repeat(100_000)).digits().expect_err("too long").to_string();
        assert_eq!(refusal, "a:1:1: a number of more than 10,000 digits; expected a shorter one");
        assert_eq!(scanner("x").digits().expect("no error"), None);
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn bytes_that_are_no_text() {
        for (bytes, place, byte) in
            [(&b"1 \xff"[..], 3, "ff"), (b"ab\xc3", 3, "c3"), (b"\0", 1, "00")]
        {
            let mut scanner = Scanner::new("a", io::Cursor::new(bytes.to_vec()));
            if scanner.few_digits().is_some() {
                scanner.skip_blanks().expect("a byte");
            }
            let refusal = scanner.unexpected(&[], "a word").to_string();
            assert_eq!(
                refusal,
                format!("a:1:{place}: the byte 0x{byte} is no text; expected a text in UTF-8")
            );
        }
    }
}
