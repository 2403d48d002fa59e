//! Data of MiniZinc with a board as array: `cells = [| 1, 2 | 3, 4 |];`
//!
//! The array is two-dimensional, written between `[|` and `|]` or as `array2d(1..n, 1..n, […])`. A
//! cell is a number, a name, a text, or `_` or `<>` for an open cell. The other items are numbers
//! and words, which the family reads as it reads members of JSON ([`other_items`]). A type before a
//! name is ignored, and comments begin with `%`.
//!
//! A second array, and an array in which rows are missing, are refused.

use std::ops::Range;

use super::directives::{self, DirectiveUsage};
use super::pieces::has_comment_mark;
use super::{Refusal, Source, Spanned, Table, format_count, is_integer, json, quote};

/// An item of the data: `name = value;`, or `type: name = value;`.
struct Item<'a> {
    /// The name, without the type before it.
    name: &'a str,
    /// The text between `=` and `;`, without white space around it.
    value: Spanned<&'a str>,
}

/// Returns whether the text has an item whose value begins like a two-dimensional array: with `[|`
/// or `array2d`. Comments and lines of directives do not count.
pub fn recognises(source: &Source) -> bool {
    let code = without_comments(&directives::without_marked_lines(source));
    code.text()
        .split(';')
        .filter_map(|item| item.split_once('='))
        .map(|(_, value)| value.trim_start())
        .any(is_array)
}

/// Returns whether a value begins like a two-dimensional array.
fn is_array(value: &str) -> bool {
    value.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('|'))
        || value.starts_with("array2d")
}

/// Reads the array, and the directives. An item whose value has a bracket or a bar counts as an
/// array. The rows of the array may still differ in length.
///
/// # Errors
///
/// If a directive is wrong, there is not exactly one array, the array does not have the form of a
/// board, or another item states another size.
pub fn read(source: &Source, usages: &[DirectiveUsage]) -> Result<Table, Refusal> {
    let (code, directives) = directives::extract_directives(source, usages)?;
    let code = without_comments(&code);
    let items = split_items(&code);
    let mut arrays = items.iter().filter(|item| !is_word(item.value.value));
    let Some(array) = arrays.next() else {
        let refusal = Refusal::new("no array", "`cells = [| 1, 2 | 3, 4 |];`");
        return Err(refusal.with_span(source, source.end()));
    };
    if let Some(second) = arrays.next() {
        let found = format!("{}, besides {}", quote(second.name), quote(array.name));
        let expected = "only one array, besides numbers";
        return Err(Refusal::new(found, expected).with_span(source, second.value.span.clone()));
    }
    let rows = match array.value.value.strip_prefix("array2d") {
        Some(_) => read_array2d(source, &array.value)?,
        None => read_bars(source, &array.value)?,
    };
    for item in items.iter().filter(|item| is_word(item.value.value)) {
        let stated = Spanned { value: item.value.value.to_owned(), span: item.value.span.clone() };
        json::refuse_other_size(source, item.name, &stated, &rows)?;
    }
    Ok(Table { rows, directives })
}

/// Returns the items that are numbers or words, with their names. Words lose their quotes. Comments
/// and lines of directives have no items.
pub fn other_items(source: &Source) -> Vec<(String, Spanned<String>)> {
    let code = without_comments(&directives::without_marked_lines(source));
    let owned = |item: Item| {
        let value = item.value.value.trim_matches('"').to_owned();
        (item.name.to_owned(), Spanned { value, span: item.value.span })
    };
    split_items(&code).into_iter().filter(|item| is_word(item.value.value)).map(owned).collect()
}

/// Returns whether a value has no brackets and no bars, so that it is a number or a word.
fn is_word(value: &str) -> bool {
    !value.contains(['[', '(', '{', '|'])
}

/// Returns the text with blanks in place of comments. A `%` within quotes does not begin a comment.
/// Lines that begin with `#` or `//` are unchanged.
fn without_comments(source: &Source) -> Source {
    let mut bytes = source.text().as_bytes().to_vec();
    for line in source.lines().filter(|line| !has_comment_mark(line.value)) {
        let quotes = |at: usize| line.value[..at].matches('"').count();
        let start = line.value.match_indices('%').find(|(at, _)| quotes(*at) % 2 == 0);
        if let Some((at, _)) = start {
            bytes[line.span.start + at..line.span.end].fill(b' ');
        }
    }
    source.overwrite(bytes)
}

/// Returns the items of the text, in order. Pieces without `=` are left out. The first `=` of an
/// item ends its name, which begins after the last colon before it: `int: n = 4` has the name `n`.
/// A semicolon always ends an item, so the text must have no comments any more; the last item needs
/// no semicolon.
fn split_items(source: &Source) -> Vec<Item<'_>> {
    let text = source.text();
    let mut start = 0;
    let mut items = Vec::new();
    for piece in text.split_inclusive(';') {
        let item = piece.strip_suffix(';').unwrap_or(piece);
        if let Some((before, value)) = item.split_once('=') {
            let name = before.rsplit(':').next().unwrap_or(before).trim();
            let at = start + item.len() - value.trim_start().len();
            let value = value.trim();
            items.push(Item { name, value: Spanned { value, span: at..at + value.len() } });
        }
        start += piece.len();
    }
    items
}

/// Reads an array between `[|` and `|]`, with a bar between any two rows. Refuses an array without
/// this beginning and end, an empty field, and a cell that is no name or number. Accepts rows of
/// different lengths.
fn read_bars(source: &Source, array: &Spanned<&str>) -> Result<Vec<Vec<Spanned<String>>>, Refusal> {
    let inside = array.value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let Some(inside) = inside.filter(|text| {
        let text = text.trim();
        text.len() > 1 && text.starts_with('|') && text.ends_with('|')
    }) else {
        let end = array.span.end..array.span.end;
        let found = "an array without `|]` at its end";
        return Err(Refusal::new(found, "`[| 1, 2 | 3, 4 |]`").with_span(source, end));
    };
    let start = array.span.start + 1 + inside.len() - inside.trim_start().len() + 1;
    let text = &inside.trim()[1..inside.trim().len() - 1];
    let mut rows = Vec::new();
    let mut at = start;
    for row in text.split('|') {
        rows.push(cells(source, row, at)?);
        at += row.len() + 1;
    }
    Ok(rows)
}

/// Reads `array2d(1..2, 1..2, [1, 2, 3, 4])` as rows. A range can be a name, or have a name at an
/// end. If this is so for one range, its length follows from the other range and the number of
/// cells. If it is so for both ranges, the array is a square. A range whose end is lower than its
/// beginning is empty. Refuses another form, an empty field, a cell that is no name or number, and
/// a number of cells that does not fit the ranges.
fn read_array2d(
    source: &Source,
    array: &Spanned<&str>,
) -> Result<Vec<Vec<Spanned<String>>>, Refusal> {
    let malformed = || {
        Refusal::new(
            format!("the array {}", quote(array.value)),
            "`array2d(1..N, 1..N, [1, 2, …])`",
        )
        .with_span(source, array.span.clone())
    };
    let (head, list) = array.value.split_once('[').ok_or_else(malformed)?;
    let list_end = list.rfind(']').ok_or_else(malformed)?;
    if list[list_end + 1..].trim() != ")" {
        return Err(malformed());
    }
    let all = cells(source, &list[..list_end], array.span.start + head.len() + 1)?;
    let ranges = head.trim_start_matches("array2d").trim().trim_start_matches('(');
    let [rows, columns, ""] = ranges.split(',').map(str::trim).collect::<Vec<_>>()[..] else {
        return Err(malformed());
    };
    let (height, width, expected) = match (length(rows), length(columns)) {
        (Some(height), Some(width)) => (height, width, "as many cells as its ranges have"),
        (Some(height), None) => {
            (height, all.len() / height.max(1), "the same number of cells in each row")
        }
        (None, Some(width)) => {
            (all.len() / width.max(1), width, "the same number of cells in each row")
        }
        (None, None) => {
            let side = all.len().isqrt();
            (side, side, "a square of cells, or numbers in the ranges")
        }
    };
    if height.checked_mul(width) != Some(all.len()) {
        let found =
            format!("{} in the array {}", format_count(all.len(), "cell"), quote(head.trim()));
        return Err(Refusal::new(found, expected).with_span(source, array.span.clone()));
    }
    Ok(all.chunks(width.max(1)).map(<[_]>::to_vec).collect())
}

/// Returns the length of a range of numbers, such as `1..6`; 0 if its end is lower than its
/// beginning. Returns `None` if an end of the range is a name or exceeds 64 bits. The length
/// saturates at the largest number of 64 bits.
fn length(range: &str) -> Option<usize> {
    let (first, last) = range.split_once("..")?;
    let (first, last): (usize, usize) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    Some(last.checked_sub(first).map_or(0, |more| more.saturating_add(1)))
}

/// Reads cells with commas between them, and an optional comma after the last one. `text` begins at
/// the byte `start` of the source. Refuses an empty field, an empty text, and what [`cell`]
/// refuses.
fn cells(source: &Source, text: &str, start: usize) -> Result<Vec<Spanned<String>>, Refusal> {
    let mut cells = Vec::new();
    let mut at = start;
    let fields: Vec<&str> = text.split(',').collect();
    for (index, field) in fields.iter().enumerate() {
        let value = field.trim();
        let span =
            at + field.find(value).unwrap_or(0)..at + field.find(value).unwrap_or(0) + value.len();
        at += field.len() + 1;
        if value.is_empty() && index + 1 == fields.len() && index > 0 {
            continue;
        }
        cells.push(cell(source, value, span)?);
    }
    Ok(cells)
}

/// Returns a cell without its quotes. `_` and `<>` become the empty text. Otherwise the cell must
/// be an integer, or a name: at least one letter, digit, `_`, `.` or blank, and nothing else.
/// `span` is the position of the cell with its quotes.
fn cell(source: &Source, value: &str, span: Range<usize>) -> Result<Spanned<String>, Refusal> {
    let inside = value.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(value);
    let is_name =
        inside.chars().all(|c| c.is_alphanumeric() || "_. ".contains(c)) && !inside.is_empty();
    match inside {
        "<>" | "_" => Ok(Spanned { value: String::new(), span }),
        word if is_name || is_integer(word) => Ok(Spanned { value: word.to_owned(), span }),
        other => {
            let found = format!("{} in the array", quote(other));
            Err(Refusal::new(found, "a number or a name for each cell").with_span(source, span))
        }
    }
}
