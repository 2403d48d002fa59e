//! Boards inside the text of a program or message. The text around the board is overwritten with
//! blanks or comments.
//!
//! - *Fences*: a line of ```` ``` ```` above and below the board.
//! - *Multiline strings*: `board = """…""".split()`, or between backticks.
//! - *Declarations*: `export const b: string[] = […]`, `char *b[] = {…}`, `int[][] b = {{…}}`,
//!   `let b = vec![…]`. Braces without keys become brackets.
//! - *The array `colorRegions`* of a level of LinkedIn's Queens. The rest of the level, which is
//!   about colours, is removed.
//! - *Keys without quotes*: in `{ regions: […] }`, quotes replace the blanks next to the key. A key
//!   without such blanks is refused.
//! - *Labels*: `1: `, `1. ` or `1) ` before each row. Also `> ` or `- ` before each row, if each
//!   row has one character per cell.

use std::ops::Range;

use super::super::pieces::has_comment_mark;
use super::super::{Refusal, Source, Spanned, quote};
use super::{blank, board_rows, comment_out};

/// The smallest number of rows with labels. Fewer rows can begin in the same way by chance.
const LEAST_LABELS: usize = 3;

/// Overwrites the text of a program or message around the board with blanks or comments. Each form
/// of such a text that is missing is skipped. Refuses keys without quotes if there is no blank next
/// to them that a quote could replace.
pub(super) fn without_code(source: &Source) -> Result<Source, Refusal> {
    let mut text = source.clone();
    for step in [without_fence, without_quotes, without_level, without_declaration, without_labels]
    {
        text = step(&text).unwrap_or(text);
    }
    with_quoted_keys(&text)
}

/// Refuses a line in which a bracket of any kind follows the first `=`, as in a program. Only white
/// space can be between the two. The refusal is about the first such line. A line whose first `=`
/// belongs to `:=` is accepted, and so are comments.
pub(super) fn refuse_code(source: &Source) -> Result<(), Refusal> {
    let is_code = |row: &Spanned<&str>| {
        row.value.split_once('=').is_some_and(|(name, list)| {
            !name.ends_with(':') && list.trim_start().starts_with(['[', '{', '('])
        })
    };
    let Some(row) = board_rows(source).into_iter().find(is_code) else { return Ok(()) };
    let found = "text of a program that is not one list";
    let expected = "one list in brackets and nothing after it, or only rows of cells";
    Err(Refusal::new(found, expected).with_span(source, row.span))
}

/// Returns the text with comments in place of the fence. The name of a language can follow the
/// first mark. Returns `None` if the first and the last row are not marks of the same kind.
fn without_fence(source: &Source) -> Option<Source> {
    let rows = board_rows(source);
    let [first, .., last] = rows.as_slice() else { return None };
    let mark = ["```", "~~~"].into_iter().find(|&mark| last.value.trim() == mark)?;
    first
        .value
        .trim()
        .strip_prefix(mark)
        .filter(|language| language.chars().all(|c| c.is_alphanumeric() || c == ' '))?;
    let mut bytes = source.text().as_bytes().to_vec();
    comment_out(&mut bytes, first.span.clone());
    comment_out(&mut bytes, last.span.clone());
    Some(source.overwrite(bytes))
}

/// Returns the text with blanks or comment marks in place of the code around a multiline string.
/// Returns `None` if the text is not a single such string of several lines.
fn without_quotes(source: &Source) -> Option<Source> {
    let text = source.text();
    let first = board_rows(source).first()?.span.clone();
    let line = &text[first.clone()];
    let quote = ["\"\"\"", "'''", "`"].into_iter().find(|&quote| line.contains(quote))?;
    let (before, _) = line.split_once(quote)?;
    let name = before.trim().trim_end_matches('r').trim_end();
    let opens = name.is_empty()
        || name
            .strip_suffix('=')
            .is_some_and(|name| name.chars().all(|c| c.is_alphanumeric() || "_:$ ".contains(c)));
    let open = first.start + before.len() + quote.len();
    let close = open + text[open..].find(quote)?;
    let after = close + quote.len();
    let end = after + text[after..].find(['\r', '\n']).unwrap_or(text.len() - after);
    let call = text[after..end].trim();
    let closes = (call.is_empty() || call.starts_with(['.', ';']))
        && call.chars().all(|c| c.is_alphanumeric() || "_.()'\"\\;, ".contains(c));
    let is_alone =
        board_rows(source).last()?.span.start <= close && text[open..close].contains('\n');
    if !opens || !closes || !is_alone {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    let begins = text[open..first.end].trim();
    if begins.is_empty() || begins == "\\" {
        comment_out(&mut bytes, first)
    } else {
        blank(&mut bytes, first.start..open)
    }
    let start = text[..close].rfind('\n').map_or(0, |newline| newline + 1);
    if text[start..close].trim().is_empty() {
        comment_out(&mut bytes, start..end)
    } else {
        blank(&mut bytes, close..end)
    }
    Some(source.overwrite(bytes))
}

/// The key of the regions in a level of LinkedIn's Queens.
const REGIONS: &str = "colorRegions";

/// Returns the text with blanks in place of everything around the array of regions. This is the
/// array in square brackets after the key `REGIONS` and a colon; only the first occurrence of this
/// key is looked at. Comment lines stay, since they can be directives. Returns `None` if there is
/// no such array, or if the array has no end.
fn without_level(source: &Source) -> Option<Source> {
    let text = source.text();
    let key = text.find(REGIONS)?;
    let rest = text[key + REGIONS.len()..].trim_start_matches(['"', '\'', ' ']);
    let list = rest.strip_prefix(':')?.trim_start();
    let start = text.len() - list.len();
    let mut depth = 0_usize;
    let end = outside_of_strings(text, start).into_iter().find(|&at| {
        match text.as_bytes()[at] {
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })?;
    if !list.starts_with('[') {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for line in source.lines().filter(|line| !has_comment_mark(line.value)) {
        let Range { start: first, end: last } = line.span;
        blank(&mut bytes, first..last.min(start).max(first));
        blank(&mut bytes, first.max(end + 1).min(last)..last);
    }
    Some(source.overwrite(bytes))
}

/// Returns the text with blanks in place of those parts of a declaration that a list of Python does
/// not have. These are a type with brackets before the list, `vec!`, `as const` and
/// `export default`. Braces become brackets if the text has no colons after keys. Returns `None` if
/// the text does not begin with the declaration of a list.
fn without_declaration(source: &Source) -> Option<Source> {
    let text = source.text();
    let first = board_rows(source).first()?.span.clone();
    let (before, _) = text[first.clone()].split_once('=')?;
    let start = first.start + before.len() + 1;
    let list = text[start..].trim_start();
    let is_of_rust = list.starts_with("vec![");
    if !before.chars().all(|c| c.is_alphanumeric() || "_:$ []<>*;&".contains(c))
        || !(is_of_rust || list.starts_with(['[', '{']))
    {
        return None;
    }
    let outside = outside_of_strings(text, start);
    let has_keys = outside.iter().any(|&at| text[at..].starts_with(':'));
    let mut bytes = text.as_bytes().to_vec();
    if before.contains('[') {
        blank(&mut bytes, first.start..start);
    }
    if let Some(last) =
        board_rows(source).last().filter(|row| row.value.starts_with("export default"))
    {
        blank(&mut bytes, last.span.clone());
    }
    for &at in &outside {
        match bytes[at] {
            b'{' if !has_keys => bytes[at] = b'[',
            b'}' if !has_keys => bytes[at] = b']',
            b'v' if text[at..].starts_with("vec![") => blank(&mut bytes, at..at + 4),
            b'a' if text[at..].trim_end().trim_end_matches(';') == "as const" => {
                blank(&mut bytes, at..at + "as const".len());
            }
            _ => {}
        }
    }
    Some(source.overwrite(bytes))
}

/// Returns the offsets of the ASCII characters from `start` on that are outside of strings and
/// comments. Quotes and `\n` are left out. The byte `start` must be outside of strings and
/// comments, too. Comments begin with `#` or `//` and end with the line. A backslash before a quote
/// has no meaning.
fn outside_of_strings(text: &str, start: usize) -> Vec<usize> {
    let bytes = text.as_bytes();
    let (mut quote, mut is_comment) = (None::<u8>, false);
    let mut places = Vec::new();
    for at in start..bytes.len() {
        match (quote, bytes[at]) {
            (None, b'\n') => is_comment = false,
            _ if is_comment => {}
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(bytes[at]),
            (None, b'#') => is_comment = true,
            (None, b'/') if bytes.get(at + 1) == Some(&b'/') => is_comment = true,
            (None, byte) if byte.is_ascii() => places.push(at),
            _ => {}
        }
    }
    places
}

/// Returns the text in which the keys of an object have quotes. Text that begins no object is
/// returned unchanged. A quote needs a blank that it can replace; a key without such blanks is
/// refused.
fn with_quoted_keys(source: &Source) -> Result<Source, Refusal> {
    let text = source.text();
    let rows = board_rows(source);
    let first = rows.first().map(|row| row.value.trim()).unwrap_or_default();
    let is_object = first.starts_with('{')
        || first.split_once('=').is_some_and(|(_, list)| list.trim_start().starts_with('{'));
    let Some(row) = rows.first().filter(|_| is_object) else { return Ok(source.clone()) };
    let mut bytes = text.as_bytes().to_vec();
    let start = row.span.start + row.value.find('{').unwrap_or(0);
    for (key, colon) in bare_keys(text, start) {
        let is_apart = colon > key.end;
        let has_room =
            bytes[key.start - 1] == b' ' && (is_apart || bytes.get(colon + 1) == Some(&b' '));
        if !has_room {
            let found = format!("the key {} without quotes", quote(&text[key.clone()]));
            let expected = "\"quotes\" around each key, or only the list of rows";
            return Err(Refusal::new(found, expected).with_span(source, key));
        }
        (bytes[key.start - 1], bytes[key.end]) = (b'"', b'"');
        if !is_apart {
            bytes[colon + 1] = b':';
        }
    }
    Ok(source.overwrite(bytes))
}

/// Returns the positions of the keys without quotes from the byte `start` on, each with the offset
/// of its colon. A key follows `{` or `,`. It consists of ASCII letters, digits and `_`, and does
/// not begin with a digit. The byte `start` must be outside of strings and comments.
fn bare_keys(text: &str, start: usize) -> Vec<(Range<usize>, usize)> {
    let mut keys = Vec::new();
    let (mut may_begin, mut key) = (false, None::<Range<usize>>);
    for at in outside_of_strings(text, start) {
        let byte = text.as_bytes()[at];
        let is_letter = byte.is_ascii_alphabetic() || byte == b'_';
        match (byte, key.take()) {
            (b'{' | b',', _) => may_begin = true,
            (b':', Some(name)) => {
                // The bytes between the name and the colon are checked, since `outside_of_strings`
                // skips characters beyond ASCII, strings and comments.
                let between = &text.as_bytes()[name.end..at];
                if between.iter().all(u8::is_ascii_whitespace) {
                    keys.push((name, at));
                }
            }
            (_, None) if may_begin && is_letter => (may_begin, key) = (false, Some(at..at + 1)),
            (byte, Some(name)) if name.end == at && (is_letter || byte.is_ascii_digit()) => {
                key = Some(name.start..at + 1);
            }
            (byte, name) if byte.is_ascii_whitespace() => key = name,
            _ => may_begin = false,
        }
    }
    keys
}

/// Returns the text with blanks in place of the labels before rows. The labels are consecutive
/// numbers from 0 or 1, or the same mark (`> ` or `- `) before each row. After such a mark, the row
/// must have one character for each cell. Returns `None` if the rows have no such labels, or if
/// there are fewer than [`LEAST_LABELS`] rows.
fn without_labels(source: &Source) -> Option<Source> {
    let rows = board_rows(source);
    if rows.len() < LEAST_LABELS {
        return None;
    }
    let numbers: Option<Vec<(usize, usize)>> = rows.iter().map(|row| number(row.value)).collect();
    let lengths: Vec<usize> = match numbers.filter(|numbers| {
        numbers[0].0 <= 1 && numbers.windows(2).all(|two| two[0].0 + 1 == two[1].0)
    }) {
        Some(numbers) => numbers.into_iter().map(|(_, length)| length).collect(),
        None => {
            let mark = ["> ", "- "]
                .into_iter()
                .find(|mark| rows[0].value.trim_start().starts_with(mark))?;
            rows.iter().map(|row| length_of_mark(row.value, mark)).collect::<Option<_>>()?
        }
    };
    let mut bytes = source.text().as_bytes().to_vec();
    for (row, length) in rows.iter().zip(lengths) {
        blank(&mut bytes, row.span.start..row.span.start + length);
    }
    Some(source.overwrite(bytes))
}

/// Returns the number in a row's label (`1: `, `1. ` or `1) `), and the length of the label in
/// bytes, without the blank or tab after it. White space before the number counts in this length.
/// Returns `None` if the row has no such label, or nothing after it, or if the number is too large.
fn number(row: &str) -> Option<(usize, usize)> {
    let text = row.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text[..text.len() - rest.len()].parse().ok()?;
    let cells = rest.strip_prefix([':', '.', ')'])?;
    let is_apart = cells.starts_with([' ', '\t']) && !cells.trim().is_empty();
    is_apart.then(|| (number, row.len() - cells.len()))
}

/// Returns the number of bytes of a row up to the end of a mark. Returns `None` if the row does not
/// begin with the mark, or does not have one character for each cell.
fn length_of_mark(row: &str, mark: &str) -> Option<usize> {
    let cells = row.trim_start().strip_prefix(mark)?;
    let is_packed =
        cells.trim().chars().count() > 1 && !cells.trim().contains([' ', '\t', ',', ';']);
    is_packed.then(|| row.len() - cells.len())
}
