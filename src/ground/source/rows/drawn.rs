//! Signs between cells as people draw them: an `x` between two cells of a row, or a line that has
//! only signs, between two rows.
//!
//! ```text
//! 0 . .x. . .
//!     =     x
//! . . . . 1 .
//! ```
//!
//! An `x` could also be an open cell. It is a sign only if two conditions hold. First, the board
//! has another sign for open cells. Second, if the signs are left out, all rows have as many cells
//! as there are rows (or equal lengths, if the size is known). A line with nothing but `x` is a
//! line of signs under the same conditions. On a board with `O`, an `X` is a symbol.
//!
//! A sign in a line of its own has to be below a cell and above a cell. The three must be in the
//! same column, counted in characters; a tab or a character beyond ASCII makes these columns
//! doubtful, so the text is then refused.

use super::super::{Refusal, Source, Spanned, quote};
use super::{Notation, is_comment, is_separator};
use crate::board::{Cell, cell};

/// The character that overwrites an `x` that is a sign for two different cells. Texts do not have
/// this character otherwise. It has one byte, as an `x` has.
pub const CROSS: char = '\u{18}';

/// The byte of [`CROSS`], which replaces each `x` that is a sign.
const CROSS_BYTE: u8 = 0x18;

/// The sign between equal cells.
const EQUAL: char = '=';
/// The sign between different cells.
const DIFFERENT: char = '×';

/// A sign in a line of its own.
#[derive(Debug)]
pub struct DrawnSign {
    /// The cells above and below the sign.
    pub cells: [Cell; 2],
    /// True if the sign says that the cells are equal, false if it says that they are different.
    pub is_equal: bool,
}

/// Returns the text, and the signs in its lines of signs, in the order of the text. In the returned
/// text, blanks replace each of these lines and the line end before it. In the rows, [`CROSS`]
/// replaces each `x` that is a sign. If a cross in a row could be an open cell, returns the text
/// unchanged and no signs.
///
/// # Errors
///
/// If a sign in a line of signs is not between two cells, or its column is in doubt because of tabs
/// or characters beyond ASCII.
pub fn without_drawn_signs(
    source: &Source,
    writing: &Notation,
) -> Result<(Source, Vec<DrawnSign>), Refusal> {
    let lines: Vec<Spanned<&str>> = source
        .lines()
        .filter(|line| !line.value.trim().is_empty() && !is_comment(line.value, writing))
        .collect();
    let crosses = cross_letters(&lines, writing);
    let are_signs: Vec<bool> = lines.iter().map(|line| is_sign_line(line.value, crosses)).collect();
    let rows: Vec<&Spanned<&str>> = lines
        .iter()
        .zip(&are_signs)
        .filter(|(_, is_of_signs)| !**is_of_signs)
        .map(|(line, _)| line)
        .collect();
    let mut bytes = source.text().as_bytes().to_vec();
    let are_inside = are_between_cells(&rows, crosses, writing);
    if !are_inside && rows.iter().any(|row| row.value.contains(crosses)) {
        // Some of these crosses are open cells, so a line of crosses could be a row of open cells.
        return Ok((source.clone(), Vec::new()));
    }
    if are_inside {
        for row in &rows {
            let places = row.value.match_indices(crosses);
            places.for_each(|(at, _)| bytes[row.span.start + at] = CROSS_BYTE);
        }
    }
    let is_sign = |c: char| is_joint(c) || (are_inside && crosses.contains(&c));
    let mut signs = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(index, _)| are_signs[*index]) {
        let row = are_signs[..index].iter().filter(|is_of_signs| !**is_of_signs).count();
        let neighbours =
            match (index.checked_sub(1).map(|above| &lines[above]), lines.get(index + 1)) {
                (Some(above), Some(below)) if !are_signs[index - 1] && !are_signs[index + 1] => {
                    [Some(above), Some(below)]
                }
                _ => [None, None],
            };
        signs.extend(signs_of(source, line, row, neighbours, is_sign)?);
        let before = source.text()[..line.span.start].trim_end_matches(['\r', '\n']).len();
        bytes[before..line.span.end].fill(b' ');
    }
    Ok((source.overwrite(bytes), signs))
}

fn is_joint(character: char) -> bool {
    matches!(character, EQUAL | DIFFERENT)
}

/// Returns the letters that can be signs for different cells on this board. There are none in three
/// cases: the board has no sign for open cells other than `x`; it has an `o`; it has an `O` but no
/// `X`. If it has `O` and `X`, which are then symbols, only the small `x` can be a sign.
fn cross_letters(lines: &[Spanned<&str>], writing: &Notation) -> &'static [char] {
    let has = |known: &[char]| lines.iter().any(|line| line.value.contains(known));
    let opens: Vec<char> = writing.open.chars().filter(|open| !matches!(open, 'x' | ' ')).collect();
    match () {
        () if !has(&opens) || has(&['o']) => &[],
        () if has(&['O']) && has(&['X']) => &['x'],
        () if has(&['O']) => &[],
        () => &['x', 'X'],
    }
}

/// Returns whether a line consists of signs and white space.
fn is_sign_line(line: &str, crosses: &[char]) -> bool {
    line.chars().all(|c| c.is_whitespace() || is_joint(c) || crosses.contains(&c))
}

/// Returns whether the rows have crosses, and form a board if these crosses are signs. They form a
/// board if each sign is between two cells of its row and all rows have equally many cells. If the
/// size is not known, a row must also have as many cells as there are rows.
fn are_between_cells(rows: &[&Spanned<&str>], crosses: &[char], writing: &Notation) -> bool {
    let is_sign = |c: &char| is_joint(*c) || crosses.contains(c);
    let symbols = |row: &Spanned<&str>| -> Vec<char> {
        row.value.chars().filter(|c| !is_separator(*c) && !is_quote(*c)).collect()
    };
    let characters: Vec<Vec<char>> = rows.iter().map(|row| symbols(row)).collect();
    let number = |row: &Vec<char>| row.iter().filter(|c| !is_sign(c)).count();
    let is_between = |row: &Vec<char>| {
        let ends = [row.first(), row.last()];
        !ends.into_iter().flatten().any(is_sign)
            && !row.windows(2).any(|two| two.iter().all(is_sign))
    };
    let Some(width) = characters.first().map(number) else { return false };
    characters.iter().flatten().any(|c| crosses.contains(c))
        && characters.iter().all(|row| number(row) == width && is_between(row))
        && (writing.is_sized || characters.len() == width)
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'' | '`')
}

/// Reads the signs in a line above the row with the index `below`, from 0. The line has only signs
/// and white space; `=` means equal cells, and any other sign different ones. `neighbours` are the
/// lines above and below this line if both are rows of cells; `below` is then at least 1. Refuses a
/// sign that is not between two cells, and one whose column is in doubt because of tabs or
/// characters beyond ASCII.
fn signs_of(
    source: &Source,
    line: &Spanned<&str>,
    below: usize,
    neighbours: [Option<&Spanned<&str>>; 2],
    is_sign: impl Fn(char) -> bool,
) -> Result<Vec<DrawnSign>, Refusal> {
    let columns = neighbours.map(|row| row.map(|row| columns(row.value, &is_sign)));
    let is_plain = |line: &Spanned<&str>| {
        line.value.chars().all(|c| c != '\t' && (c.is_ascii() || c == DIFFERENT))
    };
    let are_plain = is_plain(line) && neighbours.into_iter().flatten().all(is_plain);
    let marks = line.value.char_indices().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
    marks.map(|(column, (at, mark))| {
        let [above, of_below] =
            [0, 1].map(|row| columns[row].as_ref()?.iter().position(|&known| known == column));
        match above.filter(|_| above == of_below && are_plain) {
            Some(index) => Ok(DrawnSign {
                cells: [cell(below - 1, index), cell(below, index)],
                is_equal: mark == EQUAL,
            }),
            None => {
                let mark_shown = quote(&mark.to_string());
                let (found, expected) = if are_plain {
                    let found = format!("the sign {mark_shown} is not between two cells");
                    let expected = "each sign directly below a cell and above a cell; or \
                                    `# eq r1c1 r2c1` or `# ne r1c1 r2c1`";
                    (found, expected)
                } else {
                    let found = format!(
                        "the sign {mark_shown} is in a line of its own, beside rows with tabs or \
                         characters beyond ASCII, so its column is in doubt"
                    );
                    let expected = "`# eq r1c1 r2c1` or `# ne r1c1 r2c1`; or rows of ASCII symbols";
                    (found, expected)
                };
                let start = line.span.start + at;
                Err(Refusal::new(found, expected).with_span(source, start..start + mark.len_utf8()))
            }
        }
    }).collect()
}

/// Returns the columns of the cells of a row, in characters from 0.
fn columns(row: &str, is_sign: impl Fn(char) -> bool) -> Vec<usize> {
    let is_cell = |c: char| !is_separator(c) && !is_quote(c) && !is_sign(c);
    row.chars().enumerate().filter(|(_, c)| is_cell(*c)).map(|(column, _)| column).collect()
}
