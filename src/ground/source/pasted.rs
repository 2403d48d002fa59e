//! Pasted boards: Python lists, tables with rules and headings, colours, notes after rows.
//!
//! Text around the cells is overwritten with text of the same length that readers skip
//! (`Source::overwrite`). So refusals point into the original text. The following is overwritten or
//! recognised:
//!
//! - *Lists of programs*: `board = [['A', None], …]` with single quotes, `None`, tuples, a final
//!   comma and comments after cells becomes JSON. Comment lines are unchanged, since they can be
//!   directives. Text that would not become JSON is unchanged.
//! - *Arrays as NumPy prints them*: `pasted/arrays.rs`.
//! - *A comment after a row*, from `//` on.
//! - *The size and the stars above the board*: `pasted/head.rs`.
//! - *Rows between bars*, also of Markdown and in box drawing: `pasted/frames.rs`.
//! - *Headings*: a row `1 2 3 4`, `A B C D` or `c1 c2 c3 c4` above the cells, such a column before
//!   them, or both with an empty corner. They are recognised only if the table without them is a
//!   square. No board is misread in this way: if such headings were cells, the board would have at
//!   least four rows and be no square, or would have symbols that no family has.
//! - *Names of two words* between commas, semicolons or tabs: `dark blue` becomes `dark_blue`.
//! - *Text of programs and messages* around the board: `pasted/code.rs`.
//! - *Colours*: a row of several colours can begin with `#FF0000`, and is then no comment.

use std::collections::HashSet;
use std::ops::Range;

mod arrays;
mod code;
mod frames;
mod head;

use super::directives::{self, DirectiveUsage};
use super::pieces::{has_comment_mark, has_time};
use super::{
    Refusal, Source, Spanned, ampl, coordinates, facts, foreign, json, legup, minizinc, sas,
};

pub use self::head::KeyedStatements;

/// The smallest number of headings. Fewer of them could be cells.
const LEAST_HEADINGS: usize = 4;

/// Overwrites the text around the board with text that readers skip. Returns the new text, and the
/// statements next to the rows, such as the number of stars. Text that consists of statements or of
/// coordinates is returned unchanged. For data of MiniZinc and for JSON, the returned statements
/// are the items or members other than the board. A list of a program becomes JSON. If the family
/// `has_open` cells, blanks between bars that are open cells become `.`.
///
/// # Errors
///
/// The text is refused in these cases:
///
/// - A comment after cells, or within a line of a program of AMPL or SAS, looks like a directive.
/// - The size above the board is wrong, or stars are stated there by a bare number although
///   `usages` has no directive for stars.
/// - It is unclear whether blanks between bars are open cells.
/// - Rows have different lengths between their bars.
/// - A key without quotes has no room for them.
/// - The text is an unknown program, a program with rules, a picture, a web page or another
///   document in markup.
pub fn isolate_board(
    source: &Source,
    usages: &[DirectiveUsage],
    has_open: bool,
) -> Result<(Source, KeyedStatements), Refusal> {
    if minizinc::recognises(source) {
        return Ok((source.clone(), minizinc::other_items(source)));
    }
    foreign::refuse_markup(source)?;
    let is_of_program = ampl::recognises(source) || sas::recognises(source);
    if !is_of_program {
        facts::refuse_rules(source)?;
    }
    if contains_statements(source) || coordinates::recognises(source) {
        return Ok((source.clone(), Vec::new()));
    }
    let source = &code::without_code(source)?;
    if let Some(list) = list_to_json(source, usages)? {
        let stated = json::other_members(&list);
        return Ok((list, stated));
    }
    if ampl::recognises(source) || sas::recognises(source) {
        directives::refuse_in_program(source, usages)?;
        return Ok((source.clone(), Vec::new()));
    }
    if json::recognises(source) {
        return Ok((source.clone(), json::other_members(source)));
    }
    code::refuse_code(source)?;
    let text = without_notes(source, usages)?;
    let text = without_hashes(&frames::without_frames(&text, has_open)?);
    let (text, stated) = head::without_head(&text, usages)?;
    let text = without_headings(&text).unwrap_or(text);
    Ok((join_names(&text).unwrap_or(text), stated))
}

/// The largest number of lines of words that are removed above the board, and also below it.
const MOST_WORDS: usize = 3;

/// Returns variants of the text: without some first lines, without some last lines, or without
/// both. Each comes with the byte ranges of the removed lines. A removed line becomes an empty
/// comment, so positions stay. Texts that lose fewer lines come first; up to three lines are
/// removed at each end, but never all lines. Only lines with words, times or numbers of games are
/// removed. A line that is probably a row with a wrong cell stays. A last line as long as the line
/// above it stays, too: it is a row. Text with statements loses no line, and a program loses no
/// last line.
pub fn without_words_around(
    source: &Source,
) -> impl Iterator<Item = (Vec<Range<usize>>, Source)> + use<'_> {
    let rows = board_rows(source);
    let is_of_program = ampl::recognises(source) || sas::recognises(source);
    let has_statements = contains_statements(source);
    let length = |row: &Spanned<&str>| row.value.trim().chars().count();
    let is_title = |row: &Spanned<&str>| has_words(row) && !is_slip_of_a_row(row, &rows);
    let above = rows.iter().take(MOST_WORDS).take_while(|row| is_title(row)).count();
    let above = if has_statements { 0 } else { above };
    let below = if is_of_program || has_statements {
        0
    } else {
        rows.windows(2)
            .rev()
            .take(MOST_WORDS)
            .take_while(|two| is_title(&two[1]) && length(&two[0]) != length(&two[1]))
            .count()
    };
    let mut numbers: Vec<(usize, usize)> =
        (0..=above).flat_map(|above| (0..=below).map(move |below| (above, below))).collect();
    numbers.retain(|(above, below)| (1..rows.len()).contains(&(above + below)));
    numbers.sort_by_key(|(above, below)| (above + below, *below));
    numbers.into_iter().map(move |(above, below)| {
        let lines: Vec<Range<usize>> = rows[..above]
            .iter()
            .chain(&rows[rows.len() - below..])
            .map(|row| row.span.clone())
            .collect();
        let mut bytes = source.text().as_bytes().to_vec();
        lines.iter().for_each(|line| comment_out(&mut bytes, line.clone()));
        (lines, source.overwrite(bytes))
    })
}

/// Returns whether the lines of a text are statements with words, not rows.
fn contains_statements(source: &Source) -> bool {
    facts::recognises(source) || minizinc::recognises(source) || legup::recognises(source)
}

fn has_words(row: &Spanned<&str>) -> bool {
    let letters = row.value.chars().filter(|c| c.is_alphabetic()).count();
    (letters >= 3 || is_game_line(row.value)) && !row.value.contains(['[', '{', '"'])
}

/// Returns whether a line is probably a row with a wrong cell: more than half of its cells are also
/// in other rows, and the number of its cells differs by at most one from that of another row.
/// Returns false for a line with a time or the number of a game. `rows` can contain the line
/// itself, which does not count as another row.
fn is_slip_of_a_row(line: &Spanned<&str>, rows: &[Spanned<&str>]) -> bool {
    let cells = |line: &Spanned<&str>| -> Vec<String> {
        match field_ranges(line.value).as_slice() {
            [_] | [] => line.value.trim().chars().map(String::from).collect(),
            several => several.iter().map(|one| line.value[one.clone()].to_owned()).collect(),
        }
    };
    let others: Vec<Vec<String>> =
        rows.iter().filter(|row| row.span != line.span).map(cells).collect();
    let known: HashSet<&String> = others.iter().flatten().collect();
    let own = cells(line);
    !is_game_line(line.value)
        && others.iter().any(|other| other.len().abs_diff(own.len()) <= 1)
        && 2 * own.iter().filter(|cell| known.contains(cell)).count() > own.len()
}

/// Returns whether a line has a time (`0:42`), or the number of a game (`#563`).
fn is_game_line(line: &str) -> bool {
    let is_digit_at = |at: usize| line[at..].starts_with(|c: char| c.is_ascii_digit());
    has_time(line) || line.match_indices('#').any(|(at, _)| at > 0 && is_digit_at(at + 1))
}

/// Returns the first or the last line if it contains the byte `at` and is certainly no row. It is
/// no row if three conditions hold: it has several words or a time; more than half of the lines
/// have neither; and it is not a row with a wrong cell (`is_slip_of_a_row`). A line has several
/// words if it has a blank or `(`, and a word of more than two letters that are not all capitals.
/// The number of a game (`#563`) counts as a time. Otherwise returns `None`. Always returns `None`
/// for JSON and for text with statements. Blank lines and comments do not count as lines.
pub fn line_of_words(source: &Source, at: usize) -> Option<Range<usize>> {
    if contains_statements(source) || json::recognises(source) {
        return None;
    }
    let rows = board_rows(source);
    let line = [rows.first()?, rows.last()?].into_iter().find(|row| row.span.contains(&at))?;
    if is_slip_of_a_row(line, &rows) {
        return None;
    }
    let has_words = |row: &Spanned<&str>| {
        let text = row.value.trim();
        let words = text.contains([' ', '('])
            && text
                .split(|c: char| !c.is_alphabetic())
                .any(|word| word.chars().count() > 2 && word.contains(char::is_lowercase));
        words || is_game_line(text)
    };
    let words = rows.iter().filter(|row| has_words(row)).count();
    (has_words(line) && 2 * words < rows.len()).then(|| line.span.clone())
}

/// Overwrites bytes with blanks, except ends of lines.
fn blank(bytes: &mut [u8], range: Range<usize>) {
    bytes[range].iter_mut().filter(|byte| !b"\r\n".contains(byte)).for_each(|byte| *byte = b' ');
}

/// Overwrites a line with a comment without text. The line must not be empty.
fn comment_out(bytes: &mut [u8], line: Range<usize>) {
    blank(bytes, line.clone());
    bytes[line.start] = b'#';
}

/// Turns a list of a program into JSON. Comment lines stay; blanks replace the comments after
/// cells. Returns `None` if there is no list, if the text is JSON already, or if it would not
/// become JSON. Refuses a comment after cells that looks like a directive.
fn list_to_json(source: &Source, usages: &[DirectiveUsage]) -> Result<Option<Source>, Refusal> {
    let code = directives::without_marked_lines(source);
    let text = code.text();
    let Some(start) = start_of_list(text) else { return Ok(None) };
    if is_json(text) {
        return Ok(None);
    }
    let mut bytes = text.as_bytes().to_vec();
    let comments = comments_of_list(text, start);
    blank(&mut bytes, 0..start);
    comments.iter().for_each(|comment| blank(&mut bytes, comment.clone()));
    respell(&mut bytes, start);
    if !is_json_in(&bytes) {
        arrays::respell(&mut bytes, start);
    }
    if !is_json_in(&bytes) {
        return Ok(None);
    }
    for comment in comments {
        directives::refuse_trailing(source, comment, usages)?;
    }
    for line in directives::marked_lines(source) {
        bytes[line.span].copy_from_slice(line.value.as_bytes());
    }
    Ok(Some(source.overwrite(bytes)))
}

/// Returns whether a text is one value of JSON.
fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

fn is_json_in(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(is_json)
}

/// Returns the offset at which a list begins: at the start of the text, after names with `=`, or
/// within a call such as `np.array(`. The opening bracket of a call is skipped. After `=`, the call
/// can have any name of a program; without `=`, it must end with one of `ARRAYS`. Returns `None`
/// for every other text, for example if other words come before the first bracket. The list itself
/// is not checked.
fn start_of_list(text: &str) -> Option<usize> {
    let start = text.find(['[', '{', '('])?;
    let before = text[..start].split_whitespace().collect::<Vec<_>>().join(" ");
    let is_call = text[start..].starts_with('(');
    let Some((name, call)) = before.split_once('=') else {
        let is_array =
            is_call && before.rsplit('.').next().is_some_and(|name| ARRAYS.contains(&name));
        let is_list = before.is_empty() && !is_call;
        return is_list.then_some(start).or_else(|| is_array.then_some(start + 1));
    };
    let call = call.trim();
    if !name.split_whitespace().all(is_program_name) || !is_program_name(call) {
        return None;
    }
    // In `np.array([…])`, the call before the list is removed, and so is the closing bracket of the
    // call.
    if call.is_empty() { Some(start) } else { is_call.then(|| start + 1) }
}

/// The names of functions. If a program prints the result of such a function, the name is a part of
/// the text: `array([[0, 1], [1, 0]])`.
const ARRAYS: &[&str] = &["array", "asarray", "matrix", "tensor", "Matrix"];

/// Returns whether a text has only characters of names and types of programs.
fn is_program_name(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || "_.:$".contains(c))
}

/// Returns the comments of a list that begins at the byte `start`. A comment begins with `#` or
/// `//` and ends with the line. Within quotes, these marks do not begin a comment.
fn comments_of_list(text: &str, start: usize) -> Vec<Range<usize>> {
    let mut comments = Vec::new();
    let mut quote: Option<char> = None;
    let mut until = start;
    for (at, character) in text.char_indices().skip_while(|&(at, _)| at < start) {
        let is_hidden = at < until;
        match (quote, character) {
            _ if is_hidden => {}
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, _) if character == '#' || text[at..].starts_with("//") => {
                until = text[at..].find(['\r', '\n']).map_or(text.len(), |end| at + end);
                comments.push(at..until);
            }
            _ => {}
        }
    }
    comments
}

/// Overwrites a list of a program, from the byte `start` on. Quotes, brackets, and the words
/// `None`, `True` and `False` are then spelt as in JSON. Removes final commas. Also removes
/// semicolons and closing parentheses after the list. The length stays. The result need not be
/// JSON.
fn respell(bytes: &mut [u8], start: usize) {
    let mut quote: Option<u8> = None;
    let (mut depth, mut comma) = (0_usize, None);
    for at in start..bytes.len() {
        if let Some(open) = quote {
            if bytes[at] == open {
                (quote, bytes[at]) = (None, b'"');
            }
            continue;
        }
        match bytes[at] {
            b'"' | b'\'' => (quote, bytes[at]) = (Some(bytes[at]), b'"'),
            b'(' | b'[' | b'{' => {
                depth += 1;
                if bytes[at] == b'(' {
                    bytes[at] = b'[';
                }
            }
            b')' | b']' | b'}' if depth > 0 => {
                depth -= 1;
                if bytes[at] == b')' {
                    bytes[at] = b']';
                }
                if let Some(comma) = comma {
                    bytes[comma] = b' ';
                }
            }
            b')' | b';' if depth == 0 => bytes[at] = b' ',
            b'N' if bytes[at..].starts_with(b"None") => bytes[at..at + 4].copy_from_slice(b"null"),
            b'T' if bytes[at..].starts_with(b"True") => bytes[at] = b't',
            b'F' if bytes[at..].starts_with(b"False") => bytes[at] = b'f',
            _ => {}
        }
        match bytes[at] {
            b',' => comma = Some(at),
            byte if byte.is_ascii_whitespace() => {}
            _ => comma = None,
        }
    }
}

/// Returns the lines that are neither blank nor comments.
fn board_rows(source: &Source) -> Vec<Spanned<&str>> {
    source
        .lines()
        .filter(|line| !line.value.trim().is_empty() && !has_comment_mark(line.value))
        .collect()
}

/// Returns the text with blanks in place of notes after a row, which begin with `//`. Refuses notes
/// with `//` or `#` that look like directives. A note is recognised only after white space, `,`,
/// `;` or `|`, and only by the first `//` and the first `#` of the row.
fn without_notes(source: &Source, usages: &[DirectiveUsage]) -> Result<Source, Refusal> {
    let mut bytes = source.text().as_bytes().to_vec();
    for row in board_rows(source) {
        // A `#` can be a cell, so the text after it is not removed.
        for (mark, is_note) in [("//", true), ("#", false)] {
            let Some(at) = row.value.find(mark) else { continue };
            if row.value[..at]
                .ends_with(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'))
            {
                let note = row.span.start + at..row.span.end;
                directives::refuse_trailing(source, note.clone(), usages)?;
                if is_note {
                    blank(&mut bytes, note);
                }
            }
        }
    }
    Ok(source.overwrite(bytes))
}

/// Returns whether the second row is the rule below a heading: dashes, with or without colons.
/// There must be at least two rows. A row of single dashes could also be a row of open cells. So it
/// is a rule only if two conditions hold. First, no other row has a dash as a cell. Second, the
/// table is a square if the rule, or the rule and the heading, are left out.
fn has_rule(rows: &[Spanned<&str>]) -> bool {
    let cells: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| {
            let row = row.value.trim().trim_start_matches('|').trim_end_matches('|');
            row.split('|').map(str::trim).collect()
        })
        .collect();
    let rule = &cells[1];
    let is_plain = rule.iter().all(|&cell| cell == "-");
    let is_elsewhere = cells.iter().flatten().filter(|&&cell| cell == "-").count() > rule.len();
    let is_square = [rule.len() + 1, rule.len() + 2].contains(&cells.len());
    rule.iter().all(|cell| {
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    }) && (!is_plain || (is_square && !is_elsewhere))
}

/// Puts a blank in place of the `#` of each colour code in rows that begin with a colour code, so
/// that all places in the text stay the same. Makes the letters of these codes capitals.
///
/// A line that begins with a colour code is such a row if two conditions hold. First, it has at
/// least two fields, and each field is a code or a name. Second, another field is a code, or a row
/// without `#` has the same number of fields, or these lines and the rows without `#` are as many
/// as the line has fields.
fn without_hashes(source: &Source) -> Source {
    let has_names = |line: &Spanned<&str>| {
        let fields = field_ranges(line.value);
        let is_code_first =
            fields.first().is_some_and(|first| is_colour(&line.value[first.clone()]));
        is_code_first
            && fields.len() > 1
            && fields.into_iter().all(|one| may_name(&line.value[one]))
    };
    let marked: Vec<_> = directives::marked_lines(source).filter(has_names).collect();
    let plain = board_rows(source);
    let mut bytes = source.text().as_bytes().to_vec();
    for line in &marked {
        let fields = field_ranges(line.value);
        let codes = fields.iter().filter(|one| is_colour(&line.value[(*one).clone()])).count();
        let number = fields.len();
        let is_as_long = plain.iter().any(|row| self::field_ranges(row.value).len() == number);
        if codes == 1 && !is_as_long && marked.len() + plain.len() != number {
            continue;
        }
        for field in fields {
            if is_colour(&line.value[field.clone()]) {
                let code = &mut bytes[line.span.start + field.start..line.span.start + field.end];
                code.make_ascii_uppercase();
                code[0] = b' ';
            }
        }
    }
    source.overwrite(bytes)
}

/// Returns whether a field can be the name of a region: a colour code, words, or an emoji.
fn may_name(field: &str) -> bool {
    is_colour(field)
        || (!field.is_empty()
            && field.chars().all(|c| c.is_alphanumeric() || !c.is_ascii() || "_- ".contains(c)))
}

/// Returns whether a word is a colour code, such as `#FF0000`.
fn is_colour(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|digits| {
        [3, 4, 6, 8].contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// Returns the number of cells of a row. This is the number of its fields or, if the row has only
/// one field, the number of its characters.
fn count_cells(row: &str) -> usize {
    match field_ranges(row).len() {
        1 => row.trim().chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}')).count(),
        several => several,
    }
}

/// Returns the positions of the fields in a row, in bytes from the start of the row. Tabs separate
/// the fields if the row has tabs before its final white space. Otherwise commas do so, or else
/// semicolons. Empty fields then count. In a row without any of these, white space separates the
/// fields. White space and quotes around a field are left out.
fn field_ranges(row: &str) -> Vec<Range<usize>> {
    let divider = ['\t', ',', ';'].into_iter().find(|&divider| row.trim_end().contains(divider));
    let mut fields = Vec::new();
    let mut start = 0;
    for piece in row.split(|c: char| divider.map_or(c.is_whitespace(), |divider| c == divider)) {
        let inside = piece.trim().trim_matches(['"', '\'']);
        let offset = piece.find(inside).unwrap_or(0);
        if divider.is_some() || !inside.is_empty() {
            fields.push(start + offset..start + offset + inside.len());
        }
        start += piece.len() + divider.map_or(1, char::len_utf8);
        // A separator can be white space of several bytes.
        while start < row.len() && !row.is_char_boundary(start) {
            start += 1;
        }
    }
    fields
}

fn is_word(text: &str) -> bool {
    text.chars().count() > 1 && text.chars().all(char::is_alphabetic)
}

/// Returns whether values are headings: at least [`LEAST_HEADINGS`] consecutive numbers from 0 or
/// 1, or consecutive letters from A. Upper and lower case do not differ. The same word can come
/// before each number.
fn are_headings(values: &[&str]) -> bool {
    let places: Option<Vec<(String, u32)>> = values
        .iter()
        .map(|value| lettered_heading(value).or_else(|| numbered_heading(value)))
        .collect();
    places.is_some_and(|places| {
        places.len() >= LEAST_HEADINGS
            && places[0].1 <= 1
            && places.windows(2).all(|two| two[0].0 == two[1].0 && two[0].1 + 1 == two[1].1)
    })
}

/// Returns the number of a heading that is one letter: 1 for `A`. The name before it is empty.
/// Returns `None` for another text.
fn lettered_heading(value: &str) -> Option<(String, u32)> {
    let mut letters = value.chars();
    let one = letters.next().filter(char::is_ascii_alphabetic)?;
    let number = u32::from(one.to_ascii_uppercase()) - u32::from('A') + 1;
    letters.next().is_none().then_some((String::new(), number))
}

/// Splits a heading into a name in lower case and a number: `c1` gives `c` and 1. Returns `None`
/// for another text.
fn numbered_heading(value: &str) -> Option<(String, u32)> {
    let digits = value.len() - value.trim_start_matches(|c: char| !c.is_ascii_digit()).len();
    Some((value[..digits].trim().to_lowercase(), value[digits..].parse().ok()?))
}

/// Returns the text without the headings of its rows and columns: a row of headings becomes a
/// comment, and blanks replace a column of them. Returns `None` if the text has no headings, or if
/// the table without the headings is no square. Also returns `None` if the rows below the first one
/// differ in their number of fields, or have fewer fields than [`LEAST_HEADINGS`].
fn without_headings(source: &Source) -> Option<Source> {
    let rows = board_rows(source);
    let table: Vec<Vec<Range<usize>>> = rows.iter().map(|row| field_ranges(row.value)).collect();
    let (first, below) = table.split_first()?;
    let width = below.first().map(Vec::len)?;
    if below.iter().any(|row| row.len() != width) || width < LEAST_HEADINGS {
        return None;
    }
    let value = |row: usize, column: usize| &rows[row].value[table[row][column].clone()];
    let above: Vec<&str> = (0..first.len()).map(|column| value(0, column)).collect();
    let before: Vec<&str> = rows
        .iter()
        .zip(&table)
        .filter_map(|(row, fields)| Some(&row.value[fields.first()?.clone()]))
        .collect();
    let is_square = rows.len() == width;
    let has_corner = first.len() == width && is_corner(above[0]) && are_headings(&above[1..]);
    let lacks_corner = first.len() + 1 == width && are_headings(&above);
    let (top, left) = if is_square && (has_corner || lacks_corner) && are_headings(&before[1..]) {
        (true, true)
    } else if first.len() == width && rows.len() == width + 1 && are_headings(&above) {
        (true, false)
    } else if first.len() == width && rows.len() + 1 == width && are_headings(&before) {
        (false, true)
    } else {
        return None;
    };
    let mut bytes = source.text().as_bytes().to_vec();
    for (index, row) in rows.iter().enumerate() {
        let start = row.span.start;
        if top && index == 0 {
            comment_out(&mut bytes, row.span.clone());
        } else if left {
            // The quotes around the heading and the separator after it are removed as well.
            blank(&mut bytes, start..start + table[index][0].end);
            let rest = &row.value[table[index][0].end..];
            let skipped = rest.len() - rest.trim_start_matches(['"', '\'', ' ']).len();
            let end = start + table[index][0].end + skipped;
            let has_divider =
                bytes[end..row.span.end].first().is_some_and(|byte| b",;\t".contains(byte));
            blank(&mut bytes, start..end + usize::from(has_divider));
        }
    }
    Some(source.overwrite(bytes))
}

fn is_corner(word: &str) -> bool {
    word.is_empty() || (word.chars().count() > 1 && !super::is_integer(word))
}

/// Returns the text with `_` in place of the blanks in names between commas, semicolons or tabs.
/// Only names of words of two letters or more, with one blank between any two words, are changed.
/// The divider is the first one of comma, semicolon and tab that is in all rows. Returns `None` if
/// there is no divider, or the fields do not form a square.
fn join_names(source: &Source) -> Option<Source> {
    let rows = board_rows(source);
    let mut dividers = [',', ';', '\t'].into_iter();
    let divider = dividers.find(|divider| rows.iter().all(|row| row.value.contains(*divider)))?;
    let mut bytes = source.text().as_bytes().to_vec();
    for row in &rows {
        let mut start = row.span.start;
        let fields: Vec<&str> = row.value.split(divider).collect();
        if fields.len() != rows.len() {
            return None;
        }
        for field in fields {
            let name = field.trim().trim_matches(['"', '\'']);
            if name.trim() == name && name.contains(' ') && name.split(' ').all(is_word) {
                let first = start + field.find(name).unwrap_or(0);
                bytes[first..first + name.len()]
                    .iter_mut()
                    .filter(|b| **b == b' ')
                    .for_each(|byte| *byte = b'_');
            }
            start += field.len() + divider.len_utf8();
        }
    }
    Some(source.overwrite(bytes))
}

#[cfg(test)]
mod tests;
