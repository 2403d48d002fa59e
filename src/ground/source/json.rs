//! JSON boards (RFC 8259): `[[1, 1, 2], [1, null, 2]]` or `["112", "1?2"]`.
//!
//! A board is an array of rows. Rows are arrays of cells, or strings with one character per cell,
//! as in [`super::rows`]. A cell of an array is an integer, a nonempty string, or `null` for a
//! blank cell, which becomes the empty string. Variation selectors in strings are left out.
//!
//! Cells can also be listed by coordinates (module `cells`).
//!
//! Lines that begin with `#` or `//` are directives and comments. The board can be a member of an
//! object (module `object`), whose other members the family reads ([`other_members`]). A wrong size
//! and a member that looks like a directive are refused.
//!
//! Elements stay text ([`RawValue`]) until they are needed. So each element has a position in the
//! text, and nesting of any depth is safe. Cells of a string with escapes have the span of the
//! whole string.
//!
//! Empty rows, boards that mix both forms of rows, and numbers with a fraction or exponent are
//! refused.

mod cells;
mod flat;
mod object;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::directives::{self, DirectiveUsage};
use super::pieces::{cut_cells, glyph_indices, has_comment_mark, words_of_key};
use super::rows::Notation;
use super::{Refusal, Source, Spanned, Table, quote, shorten};
use crate::board::Size;

/// Returns whether the first line that is neither blank nor a comment begins with `[` or `{`.
pub fn recognises(source: &Source) -> bool {
    let mut lines = source.lines().filter(|line| !has_comment_mark(line.value));
    let first = lines.find(|line| !line.value.trim().is_empty());
    first.is_some_and(|line| line.value.trim_start().starts_with(['[', '{']))
}

/// Reads a board: an array of arrays, an array of strings, cells by coordinates, or an object that
/// contains one of these. `asked` is the size that the user requests, if any; a size in the text
/// takes precedence over it. In the table, the directives from lines come before those from
/// members. The rows of an array may still differ in length.
///
/// # Errors
///
/// If the text is not JSON, an element or directive is invalid, there are several boards, or there
/// is no board. An object without a board is accepted if it has other cells, such as given cells.
/// Also if a member next to the board looks like a directive or states another size, or if cells by
/// coordinates do not form a board.
pub fn read(source: &Source, writing: &Notation, asked: Option<Size>) -> Result<Table, Refusal> {
    let first = directives::stated_first(source);
    let (code, mut directives) = directives::extract_directives(source, writing.directives)?;
    let root = parse_root(&code)?;
    let read = match kind(root) {
        "an object" => object::read,
        _ => object::read_array,
    };
    let table = read(&code, root, writing, asked, first)?;
    directives.extend(table.directives);
    Ok(Table { directives, ..table })
}

/// The words of a key that states the side of a square, or the number of rows.
const SIZES: &[&str] = &["size", "n", "side", "dimension", "dimensions", "dim", "rows", "height"];

/// The words of a key that states the number of columns.
const WIDTHS: &[&str] = &["columns", "cols", "width"];

/// Words that have no meaning of their own in a key, such as `num` in `numRows` and `board` in
/// `board_size`.
const FILLERS: &[&str] = &["number", "num", "count", "of", "the", "board", "grid"];

/// Words that can follow the name of the things that are counted, as in `stars per row`.
const OF_LINES: &[&str] =
    &["per", "in", "each", "every", "row", "column", "col", "line", "region", "area", "and"];

/// Returns whether a word can follow the name of the things that are counted, as in
/// `stars per row`.
pub fn is_line_word(word: &str) -> bool {
    OF_LINES.contains(&word)
}

/// Returns whether a key means the number of `name` in each line, such as `starsPerRow` for
/// `stars`.
pub fn counts(key: &str, name: &str) -> bool {
    let words = meaning_of_key(key);
    words.first().is_some_and(|word| word == name || Some(word.as_str()) == name.strip_suffix('s'))
        && words[1..].iter().all(|word| is_line_word(word))
}

/// Splits a key into words, without fillers such as `num`.
pub fn meaning_of_key(key: &str) -> Vec<String> {
    words_of_key(key).into_iter().filter(|word| !FILLERS.contains(&word.as_str())).collect()
}

/// Returns the members of an object that are numbers, words (without quotes) or truth values, with
/// their keys. If a part of the board is in an inner object, the members of this object are
/// included. The list is empty if the text is no object, or a key occurs twice.
pub fn other_members(source: &Source) -> Vec<(String, Spanned<String>)> {
    let code = directives::without_marked_lines(source);
    let Ok(root) = parse_root(&code) else { return Vec::new() };
    let members = object::unwrap_members(&code, root).unwrap_or_default();
    members.into_iter().filter_map(|(key, member)| Some((key, word(&code, member)?))).collect()
}

/// Returns the text of a number or of a truth value, or a string without its quotes. Returns `None`
/// for other members, and for a string whose escapes are invalid.
fn word(source: &Source, member: &RawValue) -> Option<Spanned<String>> {
    let value = match kind(member) {
        "an array" | "an object" | "null" => return None,
        "a string" => serde_json::from_str(member.get()).ok()?,
        _ => member.get().to_owned(),
    };
    Some(Spanned { value, span: value_span(source, member) })
}

/// The members of an object, in the order of the text. A name can occur twice.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    /// Reads an object of JSON as the list of its members, in the order of the text; a name can
    /// occur twice. Fails if the value is no object.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// The visitor that collects the members.
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
                to.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}

/// Returns the members of an object, in the order of the text. A name can occur twice. Refuses a
/// value that is no object.
fn members<'a>(
    source: &Source,
    object: &'a RawValue,
) -> Result<Vec<(String, &'a RawValue)>, Refusal> {
    let Members(all) = serde_json::from_str(object.get())
        .map_err(|_| value_refusal(source, object, "an object"))?;
    Ok(all)
}

/// Refuses a key that states another size than that of the rows; the length of the first row is the
/// number of columns. Accepts a key that states no size. If a key states one side, this is the
/// number of columns if the words of the key say so (`width`), and otherwise the number of rows. If
/// a key states two sides, the first is the number of rows.
pub(super) fn refuse_other_size(
    source: &Source,
    key: &str,
    stated: &Spanned<String>,
    rows: &[Vec<Spanned<String>>],
) -> Result<(), Refusal> {
    let Some(sides) = sides_of_text(key, &stated.value) else { return Ok(()) };
    let (rows, columns) = (rows.len(), rows.first().map_or(0, Vec::len));
    let (is_right, size, expected) = match sides[..] {
        [side] if is_width(key) => (side == columns, columns.to_string(), "the number of columns"),
        [side] => (side == rows, rows.to_string(), "the number of rows"),
        _ => (sides == [rows, columns], format!("{rows}x{columns}"), "its size"),
    };
    if is_right {
        return Ok(());
    }
    let text = shorten(&source.text()[stated.span.clone()]);
    let found = format!("{} is {text}, but the array has {size}", quote(key));
    Err(Refusal::new(found, expected).with_span(source, stated.span.clone()))
}

fn is_width(key: &str) -> bool {
    meaning_of_key(key).iter().any(|word| WIDTHS.contains(&word.as_str()))
}

/// Returns the one or two sides that a member states, as in `"size": 4`, `"gridSize": "4x4"` and
/// `"size": [4, 4]`. Returns `None` if the key means no size, or the value has no such form.
fn sides(name: &str, member: &RawValue) -> Option<Vec<usize>> {
    let text = match kind(member) {
        "an array" if is_size(name) => {
            return serde_json::from_str(member.get()).ok().map(<[usize; 2]>::into);
        }
        "a string" => serde_json::from_str::<String>(member.get()).ok()?,
        _ => member.get().to_owned(),
    };
    sides_of_text(name, &text)
}

/// Returns whether a key states one side or both sides of the board.
fn is_size(key: &str) -> bool {
    match meaning_of_key(key).as_slice() {
        [word] => SIZES.contains(&word.as_str()) || WIDTHS.contains(&word.as_str()),
        _ => false,
    }
}

/// Returns the one or two sides that a key states with a text such as `4` or `4x4`, in the order of
/// the text. Two sides have one of `x`, `X`, `×`, `*` and `,` between them. Returns `None` if the
/// key means no size, or the text has no such form.
fn sides_of_text(key: &str, text: &str) -> Option<Vec<usize>> {
    if !is_size(key) {
        return None;
    }
    let numbers: Option<Vec<usize>> =
        text.split(['x', 'X', '×', '*', ',']).map(|side| side.trim().parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() <= 2)
}

/// Refuses a member next to the board if it looks like a directive of `usages`. Members that are
/// arrays, objects or `null` are accepted.
fn refuse_directive_member(
    source: &Source,
    name: &str,
    member: &RawValue,
    usages: &[DirectiveUsage],
) -> Result<(), Refusal> {
    let Some(word) = word(source, member) else { return Ok(()) };
    let Some(meant) = directives::example_for_member(name, &word.value, usages) else {
        return Ok(());
    };
    let found = format!("the member {} next to the array looks like a directive", quote(name));
    let expected = format!("{meant} on its own line above or below");
    Err(Refusal::new(found, expected).with_span(source, word.span))
}

/// Reads the board in the member `name` of an object: an array of rows. Ignores all other members;
/// if the name occurs twice, the last one counts. Lines with directives or comments are not
/// allowed. The table has no directives.
///
/// # Errors
///
/// If the text is no object of JSON, there is no such member, or its value is no array of rows.
pub fn read_member(source: &Source, name: &str) -> Result<Table, Refusal> {
    let root = parse_root(source)?;
    let members: HashMap<String, &RawValue> = serde_json::from_str(root.get())
        .map_err(|_| value_refusal(source, root, &format!("an object with a member `{name}`")))?;
    let Some(member) = members.get(name) else {
        let found = format!("an object without a member `{name}`");
        return Err(Refusal::new(found, format!("an object with a member `{name}`"))
            .with_span(source, source.end()));
    };
    board(source, member)
}

/// Parses the whole text as one value of JSON. Refuses a text that is not JSON.
fn parse_root(source: &Source) -> Result<&RawValue, Refusal> {
    serde_json::from_str(source.text()).map_err(|error| syntax_refusal(source, &error))
}

/// Reads an array of rows into a table without directives. All rows must be arrays if the first row
/// is an array, and strings if it is a string. Refuses an empty array, an empty row, a row of the
/// other form, and an element of a row that [`cell`] refuses. Accepts rows of different lengths.
fn board(source: &Source, array: &RawValue) -> Result<Table, Refusal> {
    let rows = elements(source, array, "an array of one row or more")?;
    let expected = match rows.first().map(|row| kind(row)) {
        Some("an array") => "an array of one cell or more",
        Some("a string") => "a string of one character per cell",
        _ => "an array of cells or a string of one character per cell",
    };
    let rows = rows
        .iter()
        .map(|row| match kind(row) {
            "an array" if expected.starts_with("an array") => elements(source, row, expected)?
                .iter()
                .map(|element| cell(source, element))
                .collect(),
            "a string" if expected.starts_with("a string") => characters(source, row, expected),
            _ => Err(value_refusal(source, row, expected)),
        })
        .collect::<Result<_, _>>()?;
    Ok(Table { rows, directives: Vec::new() })
}

/// Returns the elements of an array. Refuses an empty array, and a value that is no array; the
/// refusal says that it expects `expected`.
fn elements<'a>(
    source: &Source,
    array: &'a RawValue,
    expected: &str,
) -> Result<Vec<&'a RawValue>, Refusal> {
    serde_json::from_str(array.get())
        .ok()
        .filter(|elements: &Vec<_>| !elements.is_empty())
        .ok_or_else(|| value_refusal(source, array, expected))
}

/// Returns the cells of a row that is a string. If the string has escapes, each cell has the span
/// of the whole string. Refuses a string without cells, and every value that is no string. The
/// refusal says that it expects `expected`.
fn characters(
    source: &Source,
    row: &RawValue,
    expected: &str,
) -> Result<Vec<Spanned<String>>, Refusal> {
    let span = value_span(source, row);
    let text = string(source, row, expected)?;
    let mut row_cells = cut_cells(&text, span.start + 1);
    if row.get().contains('\\') {
        for cell in &mut row_cells {
            cell.span = span.clone();
        }
    }
    if row_cells.is_empty() {
        return Err(value_refusal(source, row, expected));
    }
    Ok(row_cells)
}

/// Reads an element of a row as a cell. `null` becomes the empty text, and a string loses variation
/// selectors of emoji. Refuses an empty string, and all values except strings, integers and `null`.
fn cell(source: &Source, element: &RawValue) -> Result<Spanned<String>, Refusal> {
    let expected = "an integer, a string that is not empty, or null";
    let value = match kind(element) {
        "a string" => {
            let text = string(source, element, expected)?;
            glyph_indices(&text).map(|(_, glyph)| glyph).collect()
        }
        "an integer" => element.get().to_owned(),
        "null" => String::new(),
        _ => return Err(value_refusal(source, element, expected)),
    };
    Ok(Spanned { value, span: value_span(source, element) })
}

/// Returns the text of a string. Refuses an empty string, and every value that is no string. The
/// refusal says that it expects `expected`.
fn string(source: &Source, element: &RawValue, expected: &str) -> Result<String, Refusal> {
    serde_json::from_str(element.get())
        .ok()
        .filter(|text: &String| !text.is_empty())
        .ok_or_else(|| value_refusal(source, element, expected))
}

/// Returns the kind of a value of JSON in words: `an array`, `an object`, `a string`, `null`,
/// `a Boolean`, `an integer` or `a number`. A number with a fraction or an exponent is not an
/// integer.
fn kind(element: &RawValue) -> &'static str {
    match element.get().as_bytes() {
        [b'[', ..] => "an array",
        [b'{', ..] => "an object",
        [b'"', ..] => "a string",
        [b'n', ..] => "null",
        [b't' | b'f', ..] => "a Boolean",
        number if number.iter().any(|byte| b".eE".contains(byte)) => "a number",
        _ => "an integer",
    }
}

/// Returns the refusal of a value, which says that `expected` was expected instead.
fn value_refusal(source: &Source, element: &RawValue, expected: &str) -> Refusal {
    let found = match kind(element) {
        "null" => "null".to_owned(),
        kind => format!("{kind} {}", quote(element.get())),
    };
    Refusal::new(found, expected).with_span(source, value_span(source, element))
}

/// Returns the position of a value in the source. The value must be a part of the source's text in
/// memory.
fn value_span(source: &Source, element: &RawValue) -> Range<usize> {
    let start = element.get().as_ptr().addr() - source.text().as_ptr().addr();
    start..start + element.get().len()
}

/// Describes why one of quarrel's own JSON files cannot be read. `text` is the text that was read.
/// If a value has the wrong type or form, the description names the key of the value. It does not
/// name the type, since the message of `serde_json` names types of Rust. The key is the last one
/// before the position; if there is none, the description has the words `a value`. For every other
/// error, returns the message of `serde_json`. The description ends with the position:
/// `at line 1 column 5`.
pub fn describe_error(text: &str, error: &serde_json::Error) -> String {
    /// The beginnings of the messages of `serde_json` about a value of the wrong type or form.
    const OF_TYPES: [&str; 6] = [
        "invalid ",
        "data did not match",
        "unknown variant",
        "expected ",
        "string is",
        "number out",
    ];
    let message = error.to_string();
    if !error.is_data() || !OF_TYPES.iter().any(|words| message.starts_with(words)) {
        return message;
    }
    let place = message.rsplit_once(" at line ").map(|(_, place)| format!(" at line {place}"));
    let lines = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum::<usize>();
    let end = lines + error.column();
    let before = text.as_bytes().get(..end).map(String::from_utf8_lossy).unwrap_or_default();
    let key = before.rsplit_once("\":").and_then(|(head, _)| head.rsplit_once('"'));
    let what = key.map_or("a value".to_owned(), |(_, key)| format!("the value of {}", quote(key)));
    format!("{what} is not right{}", place.unwrap_or_default())
}

/// Returns the refusal of a text that is not JSON, with the position of the error. `error` must
/// come from the source's text.
fn syntax_refusal(source: &Source, error: &serde_json::Error) -> Refusal {
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let text = source.text();
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut start = (line_start + error.column().saturating_sub(1)).min(source.end().end);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let character = text[start..source.end().end].chars().next();
    let span = start..start + character.map_or(0, char::len_utf8);
    let place = character.map_or("end of the text".to_owned(), |character| {
        quote(character.encode_utf8(&mut [0; 4]))
    });
    if let Some(expected) = reason.strip_prefix("expected ") {
        let expected = match expected {
            "value" => "a value",
            "ident" => "true, false or null",
            punctuation => punctuation,
        };
        if text[..start].trim().is_empty() {
            let found = format!("the text is not JSON: it begins with {place}");
            return Refusal::new(found, "an array of rows").with_span(source, span);
        }
        return Refusal::new(format!("unexpected {place}"), expected).with_span(source, span);
    }
    if let Some(cut) = reason.strip_prefix("EOF while parsing ") {
        let found = "unexpected end of the text";
        return Refusal::new(found, format!("the rest of {cut}")).with_span(source, source.end());
    }
    Refusal::new(format!("{reason} at {place}"), "JSON").with_span(source, span)
}

#[cfg(test)]
mod tests;
