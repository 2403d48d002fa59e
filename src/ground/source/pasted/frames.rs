//! Rows between bars: tables with rules, and frames drawn by hand or in box drawing.
//!
//! Bars become commas between the cells, and rules become comments:
//!
//! ```text
//! | 1 | 0 |    ┌───┬───┐    +-----+
//! |---|---|    │ 1 │ 0 │    |1  0 |
//! | 0 | 1 |    └───┴───┘    | 0  1|
//! ```
//!
//! If rows have a bar at each end and no inner bars, a blank between these bars can be an open
//! cell. This is possible only in a family that has open cells. Then there are three ways to read a
//! row: each character is a cell, or every second character, or every third one, with blanks
//! between them. Exactly one of these ways must make the board a square. Other rows with blanks are
//! refused, and so are rows with different lengths between their bars.
//!
//! A frame in box drawing is read only if all rows have the same number of bars, and each line with
//! rules has nothing else. So a picture with signs or walls between cells is refused as a picture.

use super::{board_rows, comment_out};
use crate::source::rows::picture_refusal;
use crate::source::{Refusal, Source, Spanned, format_count};

/// The signs for an open cell. On a board with one of these signs, a blank is no open cell.
const SIGNS_OF_OPEN: &[char] = &['.', '_', '-', '?'];

/// Overwrites bars and rules. Blanks that are open cells become `.` if the family `has_open` cells.
/// Only box drawing and rules are overwritten in two cases: there are fewer than two rows besides
/// rules, or some row does not begin and end with a bar.
///
/// # Errors
///
/// The text is refused in these cases:
///
/// - Rows have different lengths between their outer bars.
/// - It is unclear whether blanks are open cells or a heading.
/// - The board has blanks and another sign for open cells.
/// - The text is a picture in box drawing.
pub(super) fn without_frames(source: &Source, has_open: bool) -> Result<Source, Refusal> {
    let source = &to_ascii(source)?;
    let source = &without_rules(source);
    let rows = board_rows(source);
    if rows.len() < 2 || !rows.iter().all(|row| is_barred(row.value.trim())) {
        return Ok(source.clone());
    }
    let inside: Vec<Spanned<&str>> = rows
        .iter()
        .map(|row| {
            let Spanned { value, span } = row.trimmed();
            Spanned { value: &value[1..value.len() - 1], span: span.start + 1..span.end - 1 }
        })
        .collect();
    if inside.iter().any(|row| row.value.contains('|')) {
        return with_commas(source, &rows, has_open);
    }
    strip_outer_bars(source, &inside, has_open)
}

fn is_barred(text: &str) -> bool {
    text.len() > 2 && text.starts_with('|') && text.ends_with('|')
}

/// Replaces box drawing by ASCII text of the same number of bytes. Lines with rules become
/// comments. A text without box drawing is returned unchanged. Refuses a picture: a row with other
/// characters of box drawing, a row without a bar at both ends, several characters between inner
/// bars, or rows with different numbers of bars.
fn to_ascii(source: &Source) -> Result<Source, Refusal> {
    let is_bar = |c: char| matches!(c, '│' | '┃' | '║' | '|');
    let is_box = |c: char| matches!(c, '\u{2500}'..='\u{257f}');
    let rows = board_rows(source);
    if !rows.iter().any(|row| row.value.contains(is_box)) {
        return Ok(source.clone());
    }
    let mut bytes = source.text().as_bytes().to_vec();
    let mut number = None;
    for row in &rows {
        let text = row.value.trim();
        if text.contains(is_box) && text.chars().all(|c| is_box(c) && !is_bar(c)) {
            comment_out(&mut bytes, row.span.clone());
            continue;
        }
        let bars: Vec<usize> = text.match_indices(is_bar).map(|(at, _)| at).collect();
        let is_framed = text.starts_with(is_bar) && text.ends_with(is_bar) && bars.len() > 1;
        let cells = text.split(is_bar).map(|cell| cell.trim().chars().count()).max().unwrap_or(0);
        let has_picture =
            text.contains(|c| is_box(c) && !is_bar(c)) || (bars.len() > 2 && cells > 1);
        if !is_framed || has_picture || *number.get_or_insert(bars.len()) != bars.len() {
            let at = row.value.find(is_box).unwrap_or(0);
            return Err(picture_refusal(source, row.span.start + at));
        }
        let start = row.span.start + (row.value.len() - row.value.trim_start().len());
        for at in bars {
            let length = text[at..].chars().next().map_or(1, char::len_utf8);
            let bar = &mut bytes[start + at..start + at + length];
            bar.fill(b' ');
            // A bar of box drawing has several bytes. The first bar of a row is replaced at its
            // last byte, so that no blank comes between the bar and its cell.
            bar[if at == 0 { length - 1 } else { 0 }] = b'|';
        }
    }
    Ok(source.overwrite(bytes))
}

/// Overwrites rules with comments if all other lines have bars at both ends. Rules are lines of
/// dashes ([`is_rule`]). Blank lines and comments do not count. Changes nothing if there are only
/// rules, since their dashes can be cells.
fn without_rules(source: &Source) -> Source {
    let rows = board_rows(source);
    let is_rule = |row: &&Spanned<&str>| is_rule(row.value.trim());
    let mut others = rows.iter().filter(|row| !is_rule(row)).peekable();
    if others.peek().is_none() || !others.all(|row| is_barred(row.value.trim())) {
        return source.clone();
    }
    let mut bytes = source.text().as_bytes().to_vec();
    for row in rows.iter().filter(is_rule) {
        comment_out(&mut bytes, row.span.clone());
    }
    source.overwrite(bytes)
}

/// Returns whether a row is a rule of a table. `text` must be trimmed; blanks in it do not count. A
/// row is a rule in four cases:
///
/// - It has dashes and at least one corner (`+`), and no other characters except bars.
/// - It has runs of double dashes (`=`), and no other characters except corners and bars.
/// - It has dashes or underscores, and no other characters.
/// - It has runs of dashes and at least three bars, and no other characters except colons and
///   corners.
///
/// In the second and the last case, each run must have at least two characters, since a single dash
/// between bars can be a cell.
fn is_rule(text: &str) -> bool {
    let is_of = |known: &str| text.chars().all(|c| known.contains(c));
    let dashes: Vec<&str> =
        text.split(['|', '+', ':', ' ']).filter(|run| !run.is_empty()).collect();
    let are_long = !dashes.is_empty() && dashes.iter().all(|run| run.len() > 1);
    let has_corners = text.contains('+') && !dashes.is_empty();
    (is_of("+-| ") && has_corners)
        || (is_of("+=| ") && are_long)
        || (is_of("-_ ") && !dashes.is_empty())
        || (is_of("|-:+ ") && are_long && text.matches('|').count() > 2)
}

/// Replaces the inner bars of a table by commas, and the outer bars by blanks. Replaces the rule,
/// and a heading without words, by comments. If the family `has_open` cells, cells of one blank or
/// more become `.`, but not those in a row of headings; a cell without any character stays empty.
/// There must be at least two rows, and each row must begin and end with a bar. Refuses blanks
/// whose meaning is unclear, and blanks that become `.` on a board with another sign for open
/// cells.
fn with_commas(source: &Source, rows: &[Spanned<&str>], has_open: bool) -> Result<Source, Refusal> {
    let mut bytes = source.text().as_bytes().to_vec();
    let mut open = Vec::new();
    let has_rule = super::has_rule(rows);
    let has_heading = has_blank_heading(source, rows, has_open)?;
    for (index, row) in rows.iter().enumerate() {
        let Spanned { value: text, span: line } = row.trimmed();
        let start = line.start;
        if (index == 1 && has_rule) || (index == 0 && has_heading) {
            comment_out(&mut bytes, line);
            continue;
        }
        let fields: Vec<&str> = text[1..text.len() - 1].split('|').collect();
        let values: Vec<&str> = fields.iter().skip(1).map(|field| field.trim()).collect();
        let mut at = start + 1;
        for field in &fields {
            let is_blank = !field.is_empty() && field.bytes().all(|byte| byte == b' ');
            if is_blank && has_open && !super::are_headings(&values) {
                open.push(at + field.len() / 2);
            }
            at += field.len() + 1;
        }
        bytes[line.clone()].iter_mut().filter(|byte| **byte == b'|').for_each(|byte| *byte = b',');
        bytes[line.start] = b' ';
        bytes[line.end - 1] = b' ';
    }
    mark_open_cells(&source.overwrite(bytes), &open)
}

/// Returns whether the first row is a heading without words: nothing but bars and blanks. If the
/// family `has_open` cells, such a row could also consist of open cells. It is then a heading only
/// if the table has more rows than columns. In such a family, the row is refused if the table is no
/// square in any of three ways: with this row, without it, or without it and a rule. `rows` must
/// not be empty, and the first row must begin and end with a bar.
fn has_blank_heading(
    source: &Source,
    rows: &[Spanned<&str>],
    has_open: bool,
) -> Result<bool, Refusal> {
    let text = rows[0].value.trim();
    if !text.chars().all(|c| c == '|' || c == ' ') {
        return Ok(false);
    }
    let columns = text.matches('|').count() - 1;
    if has_open && ![columns, columns + 1, columns + 2].contains(&rows.len()) {
        let found = "a blank first row, which can be a heading or open cells";
        let refusal = Refusal::new(found, "`.` for each open cell");
        return Err(refusal.with_span(source, rows[0].span.clone()));
    }
    Ok(!has_open || rows.len() > columns)
}

/// Overwrites the blanks at the offsets `open`, which are open cells, with `.`. If the board has
/// another sign for open cells (`.`, `_`, `-` or `?`), refuses such blanks; the refusal is at the
/// first of them. Returns the text unchanged if `open` is empty.
fn mark_open_cells(source: &Source, open: &[usize]) -> Result<Source, Refusal> {
    match open.first() {
        Some(&at) if board_rows(source).iter().any(|row| row.value.contains(SIGNS_OF_OPEN)) => {
            let found = "a blank between bars, on a board with another sign for open cells";
            Err(Refusal::new(found, "one sign for open cells").with_span(source, at..at + 1))
        }
        _ => {
            let mut bytes = source.text().as_bytes().to_vec();
            open.iter().for_each(|&at| bytes[at] = b'.');
            Ok(source.overwrite(bytes))
        }
    }
}

/// Replaces outer bars by blanks, or by quotes if no row has a blank. `inside` has the text between
/// the bars of each row, and must not be empty. If the family `has_open` cells and all rows are
/// ASCII, blanks that are open cells become `.`. Refuses rows of different lengths in characters.
/// If blanks can be open cells, also refuses blanks whose meaning is unclear, and open blanks on a
/// board with another sign for open cells.
fn strip_outer_bars(
    source: &Source,
    inside: &[Spanned<&str>],
    has_open: bool,
) -> Result<Source, Refusal> {
    let length = |row: &Spanned<&str>| row.value.chars().count();
    let width = length(&inside[0]);
    if let Some((index, row)) = inside.iter().enumerate().find(|(_, row)| length(row) != width) {
        let found = format!(
            "{} between the bars of row {}",
            format_count(length(row), "character"),
            index + 1
        );
        let refusal = Refusal::new(found, format!("{width}, as in row 1"));
        return Err(refusal.with_span(source, row.span.clone()));
    }
    let mut bytes = source.text().as_bytes().to_vec();
    let has_blanks = inside.iter().any(|row| row.value.contains(' '));
    // In rows without blanks, quotes replace the bars, since a blank could be read as an open cell.
    let edge = if has_blanks { b' ' } else { b'"' };
    for row in inside {
        (bytes[row.span.start - 1], bytes[row.span.end]) = (edge, edge);
    }
    let bare = source.overwrite(bytes);
    if !has_open || !has_blanks || !inside.iter().all(|row| row.value.is_ascii()) {
        return Ok(bare);
    }
    let Some(places) = places_of_cells(inside, width) else {
        if are_separated(inside, width) {
            return Ok(bare);
        }
        let found = format!(
            "{} of {} between bars, with blank cells among them",
            format_count(inside.len(), "row"),
            format_count(width, "character")
        );
        let refusal = Refusal::new(found, "`.` for each open cell, or a square");
        return Err(refusal.with_span(source, inside[0].span.clone()));
    };
    let open: Vec<usize> = inside
        .iter()
        .flat_map(|row| places.iter().map(|at| row.span.start + at))
        .filter(|&at| bare.text().as_bytes()[at] == b' ')
        .collect();
    mark_open_cells(&bare, &open)
}

/// Returns the positions of the cells in rows of this width, in characters from 0, if the cells
/// form a square. There are three ways: each character is a cell, or every second character, or
/// every third one, with blanks between them. The rows must be ASCII, and there must be at least
/// one. Returns `None` if none of these ways fits, or several.
fn places_of_cells(rows: &[Spanned<&str>], width: usize) -> Option<Vec<usize>> {
    let number = rows.len();
    let ways = [
        (0, 1, number),
        (0, 2, 2 * number - 1),
        (0, 2, 2 * number),
        (1, 2, 2 * number),
        (1, 2, 2 * number + 1),
        (1, 3, 3 * number),
    ];
    let mut fitting =
        ways.into_iter().filter(|&(_, _, length)| length == width).map(|(first, step, _)| {
            let places: Vec<usize> = (0..number).map(|index| first + step * index).collect();
            places
        });
    let are_blank_elsewhere = |places: &Vec<usize>| {
        rows.iter().all(|row| {
            row.value.bytes().enumerate().all(|(at, byte)| byte == b' ' || places.contains(&at))
        })
    };
    let first = fitting.by_ref().find(are_blank_elsewhere)?;
    fitting.all(|places| !are_blank_elsewhere(&places)).then_some(first)
}

/// Returns whether every second character is a blank in all rows, and no other character is a
/// blank.
fn are_separated(rows: &[Spanned<&str>], width: usize) -> bool {
    let has_blanks = |remainder| {
        let mut bytes = rows.iter().flat_map(|row| row.value.bytes().enumerate());
        bytes.all(|(at, byte)| (byte == b' ') == (at % 2 == remainder))
    };
    width % 2 == 1 && (has_blanks(0) || has_blanks(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let source = Source::new("board", text);
        let plain = without_frames(&source, true).map_err(|refusal| refusal.to_string())?;
        let lines = plain
            .lines()
            .filter(|line| !line.value.starts_with('#'))
            .map(|line| line.value.trim().to_owned())
            .collect::<Vec<_>>()
            .join("/");
        Ok(lines)
    }

    #[test]
    fn bars_are_separators_and_blanks_between_outer_ones_are_open() {
        for (text, rows) in [
            ("|1 |\n| 0|", "1./.0"),
            ("+--+\n|1 |\n| 0|\n+--+", "1./.0"),
            ("┌──┐\n│1 │\n│ 0│\n└──┘", "1./.0"),
            ("| 1   |\n|   0 |", "1 ./. 0"),
            ("|1  |\n|  0|", "1 ./. 0"),
            ("| 1    |\n|    0 |", "1  ./.  0"),
            ("|1|.|\n|.|0|", "1,./.,0"),
            ("╔═╦═╗\n║1║ ║\n╠═╬═╣\n║ ║0║\n╚═╩═╝", "1,./.,0"),
            ("|10|\n|01|", "\"10\"/\"01\""),
        ] {
            let found = read(text).expect(text);
            // Blanks around commas are no cells.
            let fields = found.split(',').map(str::trim).collect::<Vec<_>>().join(",");
            assert_eq!(fields, rows, "{text}");
        }
        for text in ["|1 |\n| 0 |", "|1   0|\n|  1 0|", "|1 .|\n|  0|\n|   |"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_picture_is_no_frame() {
        for text in ["┏━┓\n┃1 = 0┃\n┃1│0┃\n┗━┛", "│1\n│0", "│1│10│\n│1│ 0│"]
        {
            let refusal = to_ascii(&Source::new("board", text)).expect_err(text);
            assert!(refusal.found.contains("a picture in box drawing"), "{refusal}");
        }
    }
}
