//! Texts from users, and refusals of these texts.
//!
//! A reader splits a board into tokens with their positions, and a family interprets the tokens. So
//! the refusal of a token can show the position of the token, although the family does not know the
//! format. Readers never panic.

use std::borrow::Cow;
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
pub mod pieces;
mod placed;
mod regular;
pub mod rows;
pub mod sas;
pub mod stars;

pub use input::{Input, MOST_STANDARD};
pub use regular::{Links, open_regular};

/// The maximum size of a board's text in bytes. It is a thousand times the size of the largest
/// published board. A longer text is refused.
pub const MOST_BYTES: usize = 4 << 20;

/// A text from a user with its path. For a text from standard input, the path is `<stdin>`.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path, or `<stdin>` for a text from standard input.
    name: Arc<str>,
    /// The text that readers see. If readers must skip a part of the original text, other
    /// characters overwrite this part here.
    text: Arc<str>,
    /// The original text, if `text` was overwritten. The double `Arc` has the size of one pointer
    /// only. This keeps refusals small, since each refusal contains a source.
    original: Option<Arc<Arc<str>>>,
    /// The line and the column, from 1, at which the text begins in its file.
    start: Arc<(usize, usize)>,
}

impl Source {
    /// Creates a source of a whole text. Removes a byte order mark at its beginning.
    pub fn new(name: &str, text: &str) -> Source {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Source::excerpt(name, text, 1, 1)
    }

    /// Creates a source of a part of a large file. The part begins at this line and column, both
    /// from 1. Refusals name positions in the whole file. A byte order mark stays.
    pub fn excerpt(name: &str, text: &str, line: usize, column: usize) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
            original: None,
            start: Arc::new((line, column)),
        }
    }

    /// Creates a source of the bytes of a file. Removes a byte order mark at their beginning.
    ///
    /// # Errors
    ///
    /// If the bytes are a picture or another file that is no text. If a byte is 0 or not valid in
    /// UTF-8. The refusal then names the first such byte.
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
                    .with_span(&source, end - '\u{fffd}'.len_utf8()..end))
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

    /// Returns the source with another text, which readers see instead. `bytes` must be UTF-8 and
    /// have the same length as the text. Messages show the original text, even if this function is
    /// called several times.
    pub(crate) fn overwrite(&self, bytes: Vec<u8>) -> Source {
        debug_assert_eq!(bytes.len(), self.text.len(), "every place stays");
        let text = String::from_utf8(bytes).expect("whole characters are overwritten with ASCII");
        let original = self.original.clone().unwrap_or_else(|| Arc::new(self.text.clone()));
        Source { text: text.into(), original: Some(original), ..self.clone() }
    }

    /// Returns the original text, even if it was overwritten for readers.
    pub fn original_text(&self) -> &str {
        self.original.as_deref().unwrap_or(&self.text)
    }

    fn bytes(&self) -> Arc<[u8]> {
        self.text.clone().into()
    }

    /// Returns the lines with their positions, without `\n` or `\r\n`. No empty line follows a
    /// final newline, and an empty text has no lines.
    pub fn lines(&self) -> impl Iterator<Item = Spanned<&str>> {
        let mut start = 0;
        self.text.split_inclusive('\n').map(move |full_line| {
            let line = full_line.strip_suffix('\n').unwrap_or(full_line);
            let line = line.strip_suffix('\r').unwrap_or(line);
            let spanned = Spanned { value: line, span: start..start + line.len() };
            start += full_line.len();
            spanned
        })
    }

    /// Returns the line and the column of a byte in the file, both from 1. Columns count
    /// characters. A byte inside a character counts as the first byte of this character. A byte
    /// after the end of the text counts as the end.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let text = self.original_text();
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

    /// Returns an empty range. It is directly after the last character that is not white space.
    pub fn end(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        end..end
    }
}

/// A value with its position in a [`Source`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value that was read.
    pub value: T,
    /// The range of its bytes in the source.
    pub span: Range<usize>,
}

impl<'a> Spanned<&'a str> {
    /// Returns the text without the white space around it.
    pub(crate) fn trimmed(&self) -> Spanned<&'a str> {
        let value = self.value.trim();
        let start = self.span.start + (self.value.len() - self.value.trim_start().len());
        Spanned { value, span: start..start + value.len() }
    }
}

/// A board text, split into cells and directives.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The texts of the cells, row by row from top to bottom.
    pub rows: Vec<Vec<Spanned<String>>>,
    /// The directives, in the order of the text.
    pub directives: Vec<Directive>,
}

/// A line `# name argument…` about the board.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The first word after the `#` of the line.
    pub name: Spanned<String>,
    /// All other words of the line.
    pub arguments: Vec<Spanned<String>>,
    /// The cells that the arguments name, such as `(3,4)`.
    pub places: Vec<CellPlace>,
}

/// A cell by its row and column, as they are written in the text.
#[derive(Clone, Debug)]
pub struct CellPlace {
    /// The digits of the row.
    pub row: Spanned<String>,
    /// The digits of the column.
    pub column: Spanned<String>,
    /// The number of the first row and of the first column. It is 0 or 1.
    pub first: usize,
}

impl Table {
    /// Returns every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = &Spanned<String>> + Clone {
        self.rows.iter().flatten()
    }

    /// Returns the empty span after the last cell. If there are no cells, returns the one at the
    /// end of the source.
    pub fn end(&self, source: &Source) -> Range<usize> {
        let last = self.rows.iter().rev().find_map(|row| row.last());
        last.map_or_else(|| source.end(), |last| last.span.end..last.span.end)
    }

    /// Returns the number of rows and the number of columns.
    ///
    /// # Errors
    ///
    /// If there are no rows, or if the rows differ in length. The refusal is about the first row
    /// whose length is not the usual one. The usual length is the most frequent one. If several
    /// lengths are equally frequent, it is the length of row 1 if this is among them, and otherwise
    /// the smallest of them.
    pub fn size(&self, source: &Source) -> Result<(usize, usize), Refusal> {
        let Some(first) = self.rows.first() else {
            let refusal = Refusal::new("the text has no rows", "one line per row");
            return Err(refusal.with_span(source, source.end()));
        };
        let length = self.usual_length(first.len());
        for (index, row) in self.rows.iter().enumerate() {
            if row.len() != length {
                let span = match (row.first(), row.get(length), row.last()) {
                    (_, Some(extra), Some(last)) => extra.span.start..last.span.end,
                    (_, None, Some(last)) => last.span.end..last.span.end,
                    _ => source.end(),
                };
                let found = format!("row {} has {}", index + 1, format_count(row.len(), "cell"));
                let others = if first.len() == length { "row 1" } else { "most rows" };
                let expected = format!("{}, as in {others}", format_count(length, "cell"));
                return Err(Refusal::new(found, expected).with_span(source, span));
            }
        }
        Ok((self.rows.len(), first.len()))
    }

    /// Returns the most frequent length of rows. If several lengths are equally frequent and
    /// `first` is among them, returns `first`. If it is not among them, returns the smallest of
    /// them.
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

/// The reason why an input is refused: the fault that was found, what was expected instead, and the
/// position of the fault.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// A description of the fault that was found, in one line without a full stop.
    pub found: String,
    /// A description of the expected input, in one line without a full stop.
    pub expected: String,
    /// The text, and the range of its bytes at fault. It is `None` if the refusal is not about a
    /// position in a text.
    pub place: Option<(Source, Range<usize>)>,
    /// The names of two formats, if the reason is that they would read the text as different
    /// boards.
    pub readings: Option<&'static [&'static str; 2]>,
}

impl Refusal {
    /// Creates a refusal without a position in a text.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Refusal {
        Refusal { found: found.into(), expected: expected.into(), place: None, readings: None }
    }

    /// Adds the name of the file at fault. If the refusal has a text with a position, returns it
    /// unchanged.
    #[must_use]
    pub fn with_file(self, name: &str) -> Refusal {
        match self.place {
            Some(_) => self,
            None => Refusal { found: format!("{}: {}", escape_line(name), self.found), ..self },
        }
    }

    /// Sets the text and the range of its bytes at fault.
    #[must_use]
    pub fn with_span(self, source: &Source, span: Range<usize>) -> Refusal {
        Refusal { place: Some((source.clone(), span)), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((source, span)) = &self.place {
            let (line, column) = source.line_and_column(span.start);
            write!(f, "{}:{line}:{column}: ", escape_line(source.name()))?;
        }
        write!(f, "{}; expected {}", self.found, self.expected)
    }
}

impl std::error::Error for Refusal {}

/// Quotes a text for a message. The result is in backquotes, and the text in it is escaped and
/// shortened.
pub fn quote(text: &str) -> String {
    format!("`{}`", shorten(text))
}

/// Escapes and shortens a text for a message. If the text has more than 30 characters, cuts it
/// after them and adds `…`. Tabs are escaped too.
pub fn shorten(text: &str) -> String {
    /// The number of characters after which a text is cut off.
    const MOST: usize = 30;
    let end = text.char_indices().nth(MOST).map_or(text.len(), |(end, _)| end);
    let rest = if end < text.len() { "…" } else { "" };
    escape_line(&text[..end]).replace('\t', "\\t") + rest
}

/// Escapes the invisible characters of a text as `\u{…}`, since a terminal could obey such
/// characters. Newlines and tabs are not escaped.
pub fn escape_invisible(text: &str) -> String {
    escape_unless(text, |character| matches!(character, '\n' | '\t')).into_owned()
}

/// Returns the offset of a character in the escaped text that [`escape_invisible`] returns for
/// `text`. The character is the one that contains the byte `at` of `text`. If `at` is the length of
/// `text`, returns the length of the escaped text. The length of the escaped form of `&text[..at]`
/// alone may be different, since it depends on both neighbours of a joiner whether the joiner is
/// escaped.
pub fn place_in_escaped(text: &str, at: usize) -> usize {
    let is_shown = |start, character| {
        matches!(character, '\n' | '\t') || is_visible_at(text, start, character)
    };
    text.char_indices()
        .take_while(|&(start, character)| start + character.len_utf8() <= at)
        .map(|(start, character)| {
            if is_shown(start, character) {
                character.len_utf8()
            } else {
                character.escape_unicode().len()
            }
        })
        .sum()
}

/// Escapes the invisible characters of a text, including newlines.
pub fn escape_line(text: &str) -> String {
    escape_invisible(text).replace('\n', "\\n")
}

/// Escapes the invisible characters of a text as `\u{…}`. Characters for which `is_wanted` returns
/// true are not escaped. Variation selectors and joiners inside of an emoji are parts of a visible
/// sign, so they are not escaped either.
pub fn escape_unless(text: &str, is_wanted: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_plain = |byte: u8| (b' '..=b'~').contains(&byte);
    if text.bytes().all(|byte| is_plain(byte) || byte.is_ascii() && is_wanted(byte.into())) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        if is_wanted(character) || is_visible_at(text, at, character) {
            shown.push(character);
        } else {
            shown.extend(character.escape_unicode());
        }
    }
    Cow::Owned(shown)
}

/// Returns whether the character at the byte `at` of a text is visible, or is a part of a visible
/// emoji.
fn is_visible_at(text: &str, at: usize, character: char) -> bool {
    is_visible(character) || is_in_emoji(&text[..at], character, &text[at + character.len_utf8()..])
}

/// The variation selector that asks for the coloured form of a sign.
const EMOJI_STYLE: char = '\u{fe0f}';

/// Returns the text from which [`escape_invisible`] made `shown`. An escape that was in the
/// original text already is decoded too. Returns `None` if no character is escaped, or if an escape
/// is malformed.
pub fn unescape(shown: &str) -> Option<String> {
    let mut text = String::with_capacity(shown.len());
    let mut rest = shown;
    while let Some((before, after)) = rest.split_once("\\u{") {
        let (digits, after) = after.split_once('}')?;
        text += before;
        text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
        rest = after;
    }
    (rest.len() < shown.len()).then(|| text + rest)
}

/// Escapes the invisible characters of a JSON text as JSON escapes them: `\u200b`. Newlines are not
/// escaped. The value stays the same. `json` must be valid JSON. It must have no tabs and carriage
/// returns outside of strings, since these would be escaped as well.
pub fn escape_json(json: &str) -> Cow<'_, str> {
    let is_plain = |character: char| character == '\n' || is_visible(character);
    if json.chars().all(is_plain) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len());
    for character in json.chars() {
        if is_plain(character) {
            shown.push(character);
        } else {
            // The invisible character is inside a string, since JSON has no such characters
            // elsewhere.
            let units = character.encode_utf16(&mut [0; 2]).to_vec();
            units.iter().for_each(|unit| shown += &format!("\\u{unit:04x}"));
        }
    }
    Cow::Owned(shown)
}

/// Returns whether a character is visible. A visible character is printable, not ignored by
/// default, and not blank (but the usual space counts as visible). Unprintable characters are
/// these: control and format characters (marks of writing direction, joiners, the soft hyphen),
/// line and paragraph separators, unusual spaces, and characters without a meaning.
fn is_visible(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    // The standard library escapes unprintable characters. At the start of a text, it also escapes
    // combining marks. So a letter is put before the character.
    let mut buffer = [b'a'; 5];
    let length = 1 + character.encode_utf8(&mut buffer[1..]).len();
    let is_printable = std::str::from_utf8(&buffer[..length])
        .is_ok_and(|text| text.escape_debug().count() == text.chars().count());
    is_printable && !is_blank_although_printable(character)
}

/// Returns whether a printable character shows nothing. Such characters are the Braille pattern
/// without dots, and the letters and marks with the property `Default_Ignorable_Code_Point`. The
/// other characters with this property are unprintable.
fn is_blank_although_printable(character: char) -> bool {
    matches!(
        character,
        '\u{34f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns whether an invisible character is a part of a visible emoji. There are two such
/// characters: a variation selector directly after a pictograph or in a keycap, and a joiner
/// between two pictographs.
fn is_in_emoji(before: &str, character: char, after: &str) -> bool {
    match character {
        '\u{fe0e}' | EMOJI_STYLE => {
            before.ends_with(is_pictograph)
                || before.ends_with(|key: char| key.is_ascii_graphic())
                    && after.starts_with('\u{20e3}')
        }
        '\u{200d}' => {
            let joined = before.strip_suffix(EMOJI_STYLE).unwrap_or(before);
            joined.ends_with(is_pictograph) && after.starts_with(is_pictograph)
        }
        _ => false,
    }
}

/// Returns whether a character is in one of certain blocks of Unicode. These blocks contain nearly
/// all emoji, and nothing but symbols.
fn is_pictograph(character: char) -> bool {
    matches!(
        character,
        '\u{2190}'..='\u{21ff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{25a0}'..='\u{27bf}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

/// The least number of consecutive symbols that are listed as a range, with only the first and the
/// last symbol.
const LONG_RUN: usize = 4;

/// Lists symbols for a message, such as `.`, `A` to `Z` or `?`. If four or more characters follow
/// each other both in the text and in Unicode, they become a range. If the text is empty, the list
/// is `nothing`.
pub fn list_symbols(symbols: &str) -> String {
    let chars: Vec<char> = symbols.chars().collect();
    let each: Vec<String> = chars
        .chunk_by(|one, next| u32::from(*one) + 1 == u32::from(*next))
        .flat_map(|run| match run {
            [first, .., last] if run.len() >= LONG_RUN => {
                vec![format!("{} to {}", quote_symbol(first), quote_symbol(last))]
            }
            few => few.iter().map(quote_symbol).collect(),
        })
        .collect();
    if each.is_empty() { "nothing".to_owned() } else { join_words(&each, "or") }
}

fn quote_symbol(symbol: &char) -> String {
    quote(&symbol.to_string())
}

/// Returns whether a text is an integer with an optional sign.
pub fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a number with a noun, such as `1 cell` or `2 cells`.
pub fn format_count(number: impl fmt::Display + PartialEq + One, what: &str) -> String {
    format!("{number} {what}{}", if number.is_one() { "" } else { "s" })
}

/// Capitalises the first letter of a text.
pub fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Joins words to a list, such as `one, two and three`.
pub fn list_words(words: &[impl AsRef<str>]) -> String {
    join_words(words, "and")
}

/// Joins texts as in a sentence, with commas between them and `word` before the last one: `one, two
/// or three`. Returns a single text unchanged. Returns an empty text if there are no texts.
pub fn join_words(texts: &[impl AsRef<str>], word: &str) -> String {
    let parts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    match parts[..] {
        [ref others @ .., last] if !others.is_empty() => {
            format!("{} {word} {last}", others.join(", "))
        }
        _ => parts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_quoted_on_one_line() {
        assert_eq!(quote("a\nb"), "`a\\nb`");
        assert_eq!(quote("a\u{202e}b"), "`a\\u{202e}b`");
        assert_eq!(
            escape_invisible("a\u{1b}[31m\tb\u{9b}c\n\u{202e}\0é"),
            "a\\u{1b}[31m\tb\\u{9b}c\n\\u{202e}\\u{0}é"
        );
        assert_eq!(quote("\""), "`\"`");
        assert_eq!(quote("a\tb\u{0}"), "`a\\tb\\u{0}`");
        assert_eq!(quote(&"x".repeat(31)), format!("`{}…`", "x".repeat(30)));
    }

    #[test]
    fn what_nobody_sees_is_escaped() {
        for hidden in [
            '\u{200b}',
            '\u{ad}',
            '\u{feff}',
            '\u{2060}',
            '\u{115f}',
            '\u{3164}',
            '\u{2800}',
            '\u{e0041}',
            '\u{fe0f}',
            '\u{fe00}',
            '\u{e0100}',
            '\u{a0}',
            '\u{3000}',
            '\u{202e}',
            '\u{2066}',
            '\u{34f}',
            '\u{ffa0}',
            '\u{1d173}',
            '\u{fff9}',
            '\u{fffe}',
            '\u{e000}',
            '\u{10ffff}',
            '\u{85}',
            '\u{7f}',
            '\u{180e}',
            '\u{2028}',
            '\u{200d}',
            '\u{17b4}',
        ] {
            let shown = format!("a\\u{{{:x}}}b", u32::from(hidden));
            assert_eq!(escape_invisible(&format!("a{hidden}b")), shown);
            assert_eq!(escape_invisible(&String::from(hidden)), &shown[1..shown.len() - 1]);
        }
        let seen = "é e\u{301} ß 漢字 עברית العربية हिन्दी ½ ≤ ═ ⬛\u{fe0f} ☀\u{fe0f} ❤\u{fe0e} \
                    🟥🌞 1\u{fe0f}\u{20e3} 👩\u{200d}🚀 🏳\u{fe0f}\u{200d}🌈 👋🏽 🇩🇪 ｘ �";
        assert_eq!(escape_invisible(seen), seen);
        assert_eq!(escape_invisible("1\u{fe0f} 👩\u{200d}"), "1\\u{fe0f} 👩\\u{200d}");
        assert_eq!(
            unescape(&escape_invisible("x\u{202e}p\u{e0041}")).as_deref(),
            Some("x\u{202e}p\u{e0041}")
        );
        assert!(["x", "\\u{", "\\u{g}", "\\u{d800}", "\\n"].iter().all(|&x| unescape(x).is_none()));
        assert_eq!(escape_invisible("⬛\u{fe0f}\u{fe0f}"), "⬛\u{fe0f}\\u{fe0f}");
    }

    #[test]
    fn json_keeps_its_meaning() {
        let texts = ["x\u{202e}pg", "⬛\u{fe0f}", "\u{e0041}\u{a0}", "é \"\\ \u{1}\n"];
        let value = serde_json::json!({ "\u{200b}": texts });
        let written = format!("{value:#}\n");
        let shown = escape_json(&written);
        assert!(shown.chars().all(|one| one == '\n' || is_visible(one)), "{shown}");
        let read: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
        assert_eq!(read, value);
        assert!(shown.contains("\\u202e") && shown.contains("\\udb40\\udc41"), "{shown}");
        assert!(matches!(escape_json("{\"é\": 1}\n"), Cow::Borrowed(_)));
    }

    /// For a single character, `escape_debug` also escapes marks, quotes and the backslash.
    #[test]
    fn characters_are_escaped_by_their_properties() {
        for character in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let is_control = character.is_control();
            let is_blank = character.is_whitespace() && character != ' ';
            let is_selector = matches!(u32::from(character), 0xfe00..=0xfe0f | 0xe0000..=0xe0fff);
            let must_hide = is_control || is_blank || is_selector;
            assert!(!(must_hide && is_visible(character)), "{character:?}");
            let must_show = character.is_ascii_graphic() || character.is_numeric();
            assert!(!must_show || is_visible(character), "{character:?}");
        }
    }

    #[test]
    fn many_symbols_are_told_in_few_words() {
        assert_eq!(list_symbols("01"), "`0` or `1`");
        assert_eq!(list_symbols("ABC"), "`A`, `B` or `C`");
        assert_eq!(list_symbols("ABCDE?"), "`A` to `E` or `?`");
        assert_eq!(list_symbols("0123ab/"), "`0` to `3`, `a`, `b` or `/`");
        assert_eq!(list_symbols(""), "nothing");
    }

    /// The refused row is the one that differs from most rows, even if it is the first row.
    #[test]
    fn the_row_that_is_unlike_most_is_refused() {
        for (text, refusal) in [
            ("ABx\nAB\nAB", "board:1:3: row 1 has 3 cells; expected 2 cells, as in most rows"),
            ("AB\nABx\nAB", "board:2:3: row 2 has 3 cells; expected 2 cells, as in row 1"),
            ("AB\nABx", "board:2:3: row 2 has 3 cells; expected 2 cells, as in row 1"),
            ("A\nAB\nABC", "board:2:2: row 2 has 2 cells; expected 1 cell, as in row 1"),
        ] {
            let source = Source::new("board", text);
            let table = rows::read_characters(&source, &rows::Notation::default()).expect("cells");
            assert_eq!(table.size(&source).expect_err(text).to_string(), refusal);
        }
    }

    #[test]
    fn an_excerpt_has_the_places_of_its_file() {
        let source = Source::excerpt("large", "3 4\n5 six", 7, 1001);
        for (offset, place) in [(0, (7, 1001)), (2, (7, 1003)), (4, (8, 1)), (6, (8, 3))] {
            assert_eq!(source.line_and_column(offset), place);
        }
        let refusal = Refusal::new("`4`", "`0`").with_span(&source, 2..3);
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
