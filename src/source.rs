//! Texts from users, and their refusals.
//!
//! A reader cuts a board into tokens with spans, and a family interprets them. So a family refuses
//! a token by its position without knowing the format. Readers never panic.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use num_traits::One;

pub mod alike;
pub mod ampl;
pub mod coordinates;
pub mod directives;
pub mod facts;
mod foreign;
mod input;
pub mod json;
pub mod legup;
pub mod minizinc;
#[cfg(any(feature = "cli", feature = "compare"))]
pub mod options;
pub mod pasted;
mod placed;
mod regular;
pub mod rows;
pub mod sas;

pub use input::{Input, MOST_STANDARD};
pub use regular::{Links, open_regular};

/// The maximum size of a board's text in bytes, a thousand times that of the largest published
/// board. A longer text is refused.
pub const MOST_BYTES: usize = 4 << 20;

/// A user's text with its path, or `<stdin>`.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    /// The original text, if `text` was overwritten. It takes one pointer, since every refusal
    /// carries a source.
    handed_in: Option<Arc<Arc<str>>>,
    /// The line and the column, from 1, at which the text begins in its file.
    start: Arc<(usize, usize)>,
}

impl Source {
    /// Creates a source of a whole text, without a byte order mark.
    pub fn new(name: &str, text: &str) -> Source {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Source { name: name.into(), text: text.into(), handed_in: None, start: Arc::new((1, 1)) }
    }

    /// Creates a source of a piece of a large file, which begins at this line and column.
    pub fn excerpt(name: &str, text: &str, line: usize, column: usize) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
            handed_in: None,
            start: Arc::new((line, column)),
        }
    }

    /// Creates a source of the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the bytes are a picture or another file that is no text, or a byte is 0 or no UTF-8. The
    /// refusal names the first such byte.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Source, Refusal> {
        foreign::refuse(name, bytes)?;
        let text = std::str::from_utf8(bytes);
        let valid = text.map_or_else(|error| error.valid_up_to(), str::len);
        let wrong = bytes[..valid].iter().position(|&byte| byte == 0).unwrap_or(valid);
        match (text, bytes.get(wrong)) {
            (Ok(text), None) => Ok(Source::new(name, text)),
            (_, byte) => {
                let good = String::from_utf8_lossy(&bytes[..wrong]);
                let source = Source::new(name, &format!("{good}\u{fffd}"));
                let end = source.text.len();
                let found = format!("the byte 0x{:02x} is no text", byte.unwrap_or(&0));
                Err(Refusal::new(found, "a text in UTF-8")
                    .at(&source, end - '\u{fffd}'.len_utf8()..end))
            }
        }
    }

    /// Returns the path, or `<stdin>`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the source with another text of the same length for readers. Messages show the
    /// original.
    fn overwritten(&self, text: &str) -> Source {
        debug_assert_eq!(text.len(), self.text.len(), "every place stays");
        let handed_in = self.handed_in.clone().unwrap_or_else(|| Arc::new(self.text.clone()));
        Source { text: text.into(), handed_in: Some(handed_in), ..self.clone() }
    }

    /// Returns the original text, even if it was overwritten for readers.
    pub fn shown(&self) -> &str {
        self.handed_in.as_deref().unwrap_or(&self.text)
    }

    fn bytes(&self) -> impl AsRef<[u8]> + Send + use<> {
        SharedBytes(self.text.clone())
    }

    /// Returns the lines with their spans, without `\n` or `\r\n`.
    pub fn lines(&self) -> impl Iterator<Item = Spanned<&str>> {
        let mut start = 0;
        self.text.split_inclusive('\n').map(move |whole| {
            let line = whole.strip_suffix('\n').unwrap_or(whole);
            let line = line.strip_suffix('\r').unwrap_or(line);
            let spanned = Spanned { value: line, span: start..start + line.len() };
            start += whole.len();
            spanned
        })
    }

    /// Returns the line and the column, from 1, of a byte; columns count characters.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let text = self.shown();
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let lines = before.matches('\n').count();
        let column = if lines == 0 { self.start.1 } else { 1 };
        (self.start.0 + lines, column + before[line_start..].chars().count())
    }

    /// Returns the empty span after the last character that is not white space.
    pub fn end(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        end..end
    }
}

struct SharedBytes(Arc<str>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// A value with its position in a [`Source`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The range of its bytes in the source.
    pub span: Range<usize>,
}

/// A board text, cut into cells and directives.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The texts of the cells, by rows from top to bottom.
    pub rows: Vec<Vec<Spanned<String>>>,
    /// The directives, in the order of the text.
    pub directives: Vec<Directive>,
}

/// A line `# name argument…` about the board.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The first word after the `#`.
    pub name: Spanned<String>,
    /// All other words.
    pub arguments: Vec<Spanned<String>>,
    /// The cells that the arguments name.
    pub places: Vec<CellPlace>,
}

/// A cell by row and column, as written.
#[derive(Clone, Debug)]
pub struct CellPlace {
    /// The digits of the row.
    pub row: Spanned<String>,
    /// The digits of the column.
    pub column: Spanned<String>,
    /// The number of the first row and column: 0 or 1.
    pub first: usize,
}

impl Table {
    /// Returns every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = &Spanned<String>> + Clone {
        self.rows.iter().flatten()
    }

    /// Returns the empty span after the last cell or, without cells, at the end of the source.
    pub fn end(&self, source: &Source) -> Range<usize> {
        let last = self.rows.iter().rev().find_map(|row| row.last());
        last.map_or_else(|| source.end(), |last| last.span.end..last.span.end)
    }

    /// Returns the numbers of rows and columns.
    ///
    /// # Errors
    ///
    /// If there are no rows, or they differ in length. The refusal is about the first row whose
    /// length is not the most frequent one.
    pub fn size(&self, source: &Source) -> Result<(usize, usize), Refusal> {
        let Some(first) = self.rows.first() else {
            return Err(
                Refusal::new("the text has no rows", "one line per row").at(source, source.end())
            );
        };
        let length = self.usual_length(first.len());
        for (index, row) in self.rows.iter().enumerate() {
            if row.len() != length {
                let span = match (row.first(), row.get(length), row.last()) {
                    (_, Some(extra), Some(last)) => extra.span.start..last.span.end,
                    (_, None, Some(last)) => last.span.end..last.span.end,
                    _ => source.end(),
                };
                return Err(Refusal::new(
                    format!("row {} has {}", index + 1, counted(row.len(), "cell")),
                    format!(
                        "{}, as in {}",
                        counted(length, "cell"),
                        if first.len() == length { "row 1" } else { "most rows" }
                    ),
                )
                .at(source, span));
            }
        }
        Ok((self.rows.len(), first.len()))
    }

    fn usual_length(&self, first: usize) -> usize {
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        self.rows.iter().for_each(|row| *numbers.entry(row.len()).or_default() += 1);
        let most = numbers.values().copied().max().unwrap_or(0);
        if numbers.get(&first) == Some(&most) {
            first
        } else {
            numbers.into_iter().find(|one| one.1 == most).map_or(first, |one| one.0)
        }
    }
}

/// The refusal of an input.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The description of what was found, in one line without a full stop.
    pub found: String,
    /// The description of what was expected, in one line without a full stop.
    pub expected: String,
    /// The text and the bytes at fault, if known.
    pub place: Option<(Source, Range<usize>)>,
    /// Two formats, by name, that would read the text as different boards.
    pub readings: Option<&'static [&'static str; 2]>,
}

impl Refusal {
    /// Creates a refusal without a position in a text.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Refusal {
        Refusal { found: found.into(), expected: expected.into(), place: None, readings: None }
    }

    /// Adds the name of the file at fault, unless the refusal has a text with a position.
    #[must_use]
    pub fn of_file(self, name: &str) -> Refusal {
        match self.place {
            Some(_) => self,
            None => Refusal { found: format!("{}: {}", in_one_line(name), self.found), ..self },
        }
    }

    /// Sets the text and the bytes at fault.
    #[must_use]
    pub fn at(self, source: &Source, span: Range<usize>) -> Refusal {
        Refusal { place: Some((source.clone(), span)), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((source, span)) = &self.place {
            let (line, column) = source.line_and_column(span.start);
            write!(f, "{}:{line}:{column}: ", in_one_line(source.name()))?;
        }
        write!(f, "{}; expected {}", self.found, self.expected)
    }
}

impl std::error::Error for Refusal {}

/// Quotes a text for a message: in backquotes, escaped and shortened.
pub fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

/// Escapes and shortens a text for a message.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 30;
    let mut shown = String::new();
    for character in text.chars().take(MOST) {
        if moves_the_cursor(character) {
            shown.extend(character.escape_debug());
        } else {
            shown.push(character);
        }
    }
    let rest = if text.chars().nth(MOST).is_some() { "…" } else { "" };
    shown + rest
}

/// Escapes the control characters of a text, except newlines and tabs.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => shown.push(character),
            other if moves_the_cursor(other) => shown.extend(other.escape_unicode()),
            other => shown.push(other),
        }
    }
    shown
}

/// Escapes the control characters of a text, including newlines.
pub fn in_one_line(text: &str) -> String {
    visible(text).replace('\n', "\\n")
}

/// Returns whether a character could move a terminal's cursor: a control character, or a mark of
/// writing direction.
fn moves_the_cursor(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

const LONG_RUN: usize = 4;

/// Lists symbols for a message, such as `.`, `A` to `Z` or `?`.
pub fn one_of(symbols: &str) -> String {
    let symbols: Vec<char> = symbols.chars().collect();
    let each =
        symbols.chunk_by(|one, next| u32::from(*one) + 1 == u32::from(*next)).flat_map(|run| {
            match run {
                [first, .., last] if run.len() >= LONG_RUN => {
                    vec![format!("{} to {}", quoted_symbol(first), quoted_symbol(last))]
                }
                few => few.iter().map(quoted_symbol).collect(),
            }
        });
    let each: Vec<String> = each.collect();
    match each.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} or {last}", first.join(", ")),
        None => "nothing".to_owned(),
    }
}

fn quoted_symbol(symbol: &char) -> String {
    quoted(&symbol.to_string())
}

/// Returns whether a text is an integer with an optional sign.
pub fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a number with a noun: `1 cell`, `2 cells`.
pub fn counted(number: impl fmt::Display + PartialEq + One, what: &str) -> String {
    format!("{number} {what}{}", if number.is_one() { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_quoted_on_one_line() {
        assert_eq!(quoted("a\nb"), "`a\\nb`");
        assert_eq!(quoted("a\u{202e}b"), "`a\\u{202e}b`");
        assert_eq!(
            visible("a\u{1b}[31m\tb\u{9b}c\n\u{202e}\0é"),
            "a\\u{1b}[31m\tb\\u{9b}c\n\\u{202e}\\u{0}é"
        );
        assert_eq!(quoted("\""), "`\"`");
        assert_eq!(quoted(&"x".repeat(31)), format!("`{}…`", "x".repeat(30)));
    }

    #[test]
    fn many_symbols_are_told_in_few_words() {
        assert_eq!(one_of("01"), "`0` or `1`");
        assert_eq!(one_of("ABC"), "`A`, `B` or `C`");
        assert_eq!(one_of("ABCDE?"), "`A` to `E` or `?`");
        assert_eq!(one_of("0123ab/"), "`0` to `3`, `a`, `b` or `/`");
        assert_eq!(one_of(""), "nothing");
    }

    /// The refused row differs from most rows, even if it is the first.
    #[test]
    fn the_row_that_is_unlike_most_is_refused() {
        for (text, refusal) in [
            ("ABx\nAB\nAB", "board:1:3: row 1 has 3 cells; expected 2 cells, as in most rows"),
            ("AB\nABx\nAB", "board:2:3: row 2 has 3 cells; expected 2 cells, as in row 1"),
            ("AB\nABx", "board:2:3: row 2 has 3 cells; expected 2 cells, as in row 1"),
            ("A\nAB\nABC", "board:2:2: row 2 has 2 cells; expected 1 cell, as in row 1"),
        ] {
            let source = Source::new("board", text);
            let table = rows::characters(&source, &rows::Writing::default()).expect("cells");
            assert_eq!(table.size(&source).expect_err(text).to_string(), refusal);
        }
    }

    #[test]
    fn an_excerpt_has_the_places_of_its_file() {
        let source = Source::excerpt("large", "3 4\n5 six", 7, 1001);
        for (offset, place) in [(0, (7, 1001)), (2, (7, 1003)), (4, (8, 1)), (6, (8, 3))] {
            assert_eq!(source.line_and_column(offset), place);
        }
        let refusal = Refusal::new("`4`", "`0`").at(&source, 2..3);
        assert_eq!(refusal.to_string(), "large:7:1003: `4`; expected `0`");
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_in_the_same_words() {
        for (bytes, byte, place) in
            [(&b"AB\nA\xff\0"[..], "ff", "2:2"), (b"A\0\xff", "00", "1:2"), (b"\0", "00", "1:1")]
        {
            let refusal = Source::from_bytes("board", bytes).expect_err("no text").to_string();
            let expected =
                format!("board:{place}: the byte 0x{byte} is no text; expected a text in UTF-8");
            assert_eq!(refusal, expected);
        }
        assert_eq!(Source::from_bytes("board", b"AB\n").expect("a text").text(), "AB\n");
    }
}
