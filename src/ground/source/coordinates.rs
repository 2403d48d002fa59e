//! Boards as lists of numbers, one cell on each line.
//!
//! - *Cells with symbols or regions*: the side, optionally the number of cells, and lines `row
//!   column value`.
//! - *Regions*: the side, optionally the number of stars, and then for each region the number of
//!   its cells and lines `row column`. A second number equal to the side is no number of stars: it
//!   is the other side, or the number of regions.
//!
//! Blanks, tabs or commas separate the numbers. The side and the second number are both on the
//! first line, or each is on a line of its own. Lines of three numbers are rows instead of cells if
//! the board has three columns.

use super::directives;
use super::pieces::{has_comment_mark, is_separator, split};
use super::placed::{Place, PlacedStatements, Statement};
use super::rows::Notation;
use super::{Refusal, Source, Spanned, Table, format_count, is_integer, quote};
use crate::board::Size;

/// The words of one line.
type Line<'a> = Vec<Spanned<&'a str>>;

/// Returns whether a text begins like a list of cells or regions by numbers, and is no board by
/// rows. Blank lines and comments do not count. A list has at least three lines, and the first line
/// has only integers. In a list of regions, all words are integers, and fewer than half of the
/// lines have more than two words. Its first line, or its first two lines, have the side and an
/// optional second number; the next two lines have one word and two words. In a list of cells, the
/// first lines have the side and, optionally, the number of cells. The lines below them fulfil
/// `are_cells`. Returns false if a field between commas or semicolons is empty.
pub fn recognises(source: &Source) -> bool {
    let Some(lines) = split_lines(source) else { return false };
    let lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
    let is_of_numbers = |line: &Line| line.iter().all(|word| is_integer(word.value));
    let [first, ..] = lines.as_slice() else { return false };
    if !is_of_numbers(first) || lengths.len() < 3 {
        return false;
    }
    if is_board(&lines) {
        return false;
    }
    match lengths[..] {
        [1 | 2, 1, 2, ..] | [1, 1, 1, 2, ..] => {
            let longer = lengths.iter().filter(|length| **length > 2).count();
            lines.iter().all(is_of_numbers) && 2 * longer < lengths.len()
        }
        [1, 1, 3, ..] => are_cells(&lines[2..]),
        [1 | 2, 3, ..] => are_cells(&lines[1..]),
        _ => false,
    }
}

/// Returns whether each line begins with numbers, and most lines have three words: a cell and its
/// value.
fn are_cells(lines: &[Line]) -> bool {
    lines.iter().all(|line| line.iter().take(2).all(|word| is_integer(word.value)))
        && lines.iter().filter(|line| line.len() == 3).count() * 2 > lines.len()
}

/// Returns whether the lines below the head could be the rows of a board of the stated size. The
/// head is either the first line, or the first two lines if each of them has one word. Returns true
/// if the lines below one of these heads fit. The first number is the number of rows. If the first
/// line is the whole head and has a second and last number, this is the number of columns;
/// otherwise the board has as many columns as rows. A number that cannot be read counts as 0.
/// `lines` must not be empty, and no line may be without a word.
fn is_board(lines: &[Line]) -> bool {
    let head = lines.iter().take_while(|line| line.len() == 1).count();
    let heads = [(1, Some(lines[0].as_slice())), (2, None)];
    heads.into_iter().filter(|(length, _)| *length <= head.max(1)).any(|(length, line)| {
        let rows = &lines[length..];
        let width = rows.first().map_or(0, Vec::len);
        let side = lines[0][0].value.parse().unwrap_or(0);
        let columns = match line {
            Some([_, columns]) => columns.value.parse().unwrap_or(0),
            _ => side,
        };
        rows.len() == side && width == columns && rows.iter().all(|row| row.len() == width)
    })
}

/// Returns the words of each line that is neither blank nor a comment. Returns `None` if a field
/// between commas or semicolons is empty.
fn split_lines(source: &Source) -> Option<Vec<Line<'_>>> {
    source
        .lines()
        .filter(|line| !line.value.trim().is_empty() && !has_comment_mark(line.value))
        .map(|line| words(&line))
        .collect()
}

/// Returns the words of a line. Returns `None` if a field between commas or semicolons is empty.
fn words<'a>(line: &Spanned<&'a str>) -> Option<Line<'a>> {
    let text = line.value.trim_end().trim_end_matches([',', ';']);
    let is_full = text.split([',', ';']).all(|field| !field.trim().is_empty());
    is_full.then(|| split(line, is_separator))
}

/// Reads a list of cells or regions in the forms at the top of this file. `asked` is the size that
/// the user requests, if any; the side in the text takes precedence over it. In the table, the
/// directives from lines come before the number of stars.
///
/// # Errors
///
/// The text is refused in these cases:
///
/// - A directive, a line or a number is wrong.
/// - A field between commas or semicolons is empty.
/// - There is no line.
/// - The cells do not form a board.
/// - The text lists regions, although the family has open cells.
pub fn read(source: &Source, writing: &Notation, asked: Option<Size>) -> Result<Table, Refusal> {
    let mut placed =
        PlacedStatements { first: directives::stated_first(source), ..PlacedStatements::default() };
    let (code, mut directives) = directives::extract_directives(source, writing.directives)?;
    let lines = split_lines(&code).unwrap_or_default();
    let Some((head, below)) = lines.split_first() else {
        let found = "no content, or an empty field in a line";
        return Err(Refusal::new(found, "the side of the board").with_span(&code, code.end()));
    };
    let side = number(&code, &head[0], "the side of the board")?;
    placed.size = Some(Spanned { value: [side.value; 2], span: side.span });
    let are_regions = matches!(below, [one, two, ..] if one.len() == 1 && two.len() <= 2);
    if are_regions && !writing.open.is_empty() {
        let found = "lists of cells without symbols";
        let refusal = Refusal::new(found, "lines with a row, a column and a symbol");
        return Err(refusal.with_span(&code, below[0][0].span.clone()));
    }
    match below {
        [stars, one, two, ..]
            if [head.len(), stars.len(), one.len(), two.len()] == [1, 1, 1, 2] =>
        {
            state_stars(&code, &stars[0], &mut placed)?;
            read_regions(&code, &below[1..], &mut placed)?;
        }
        [one, two, ..] if head.len() <= 2 && one.len() == 1 && two.len() == 2 => {
            if let Some(stars) = head.get(1) {
                state_stars(&code, stars, &mut placed)?;
            }
            read_regions(&code, below, &mut placed)?;
        }
        [one, cells @ ..] if one.len() == 1 && head.len() == 1 => {
            read_cells(&code, one.first(), cells, &mut placed)?;
        }
        cells => read_cells(&code, head.get(1), cells, &mut placed)?,
    }
    let table = placed.into_table(&code, writing, asked)?;
    directives.extend(table.directives);
    Ok(Table { directives, ..table })
}

/// Adds the second number of a list of regions as the number of stars. If this number is the side
/// again, adds nothing. The side must be read already. Refuses a word that is no whole number. Also
/// refuses a number larger than the side, since it can be neither the side nor a number of stars.
fn state_stars(
    source: &Source,
    word: &Spanned<&str>,
    placed: &mut PlacedStatements,
) -> Result<(), Refusal> {
    let stars = number(source, word, "the number of stars")?;
    let side = placed.size.as_ref().map_or(0, |size| size.value[0]);
    if stars.value > side {
        let found = format!("{} after the side {side}", stars.value);
        let expected = "the side again, the number of stars, or no second number";
        return Err(Refusal::new(found, expected).with_span(source, stars.span));
    }
    if stars.value != side {
        let value = Spanned { value: word.value.to_owned(), span: word.span.clone() };
        placed.statements.push(Statement::for_stars(value, word.span.clone()));
    }
    Ok(())
}

/// Reads the regions, and adds each cell with the number of its region, from 1, in the order of the
/// text. Each region begins with a line that has the number of its cells, which can be 0. Refuses a
/// word that is no whole number, a line with too many or too few numbers, and a region with too few
/// lines. No line may be without a word.
fn read_regions(
    source: &Source,
    lines: &[Line],
    placed: &mut PlacedStatements,
) -> Result<(), Refusal> {
    let mut rest = lines;
    let mut name = 0_usize;
    while let Some((head, below)) = rest.split_first() {
        name += 1;
        let [cells] = &head[..] else {
            let found = format!("{} where a region begins", format_count(head.len(), "number"));
            let span = head[0].span.start..head[head.len() - 1].span.end;
            return Err(Refusal::new(found, "one number: how many cells the region has")
                .with_span(source, span));
        };
        let cells = number(source, cells, "the number of a region's cells")?;
        let Some(own) = below.get(..cells.value) else {
            let found = format!("{} after this number", format_count(below.len(), "line"));
            let expected = format!(
                "{}, each on its own line, as this number states",
                format_count(cells.value, "cell")
            );
            return Err(Refusal::new(found, expected).with_span(source, cells.span));
        };
        for line in own {
            let value = Spanned { value: name.to_string(), span: line[0].span.clone() };
            placed.values.push((place(source, line, 2)?, value));
        }
        rest = &below[cells.value..];
    }
    Ok(())
}

/// Reads one cell from each line, and adds the cell with its value. A line has a row, a column and
/// a value; no line may be without a word. `stated` is the number of cells that the text states, if
/// there is one. Refuses a line of another form. Refuses a row, a column or a `stated` that is no
/// whole number. Refuses a text whose number of lines differs from `stated`. The value is not
/// checked.
fn read_cells(
    source: &Source,
    stated: Option<&Spanned<&str>>,
    lines: &[Line],
    placed: &mut PlacedStatements,
) -> Result<(), Refusal> {
    for line in lines {
        let place = place(source, line, 3)?;
        let value = Spanned { value: line[2].value.to_owned(), span: line[2].span.clone() };
        placed.values.push((place, value));
    }
    let Some(stated) = stated else { return Ok(()) };
    let stated = number(source, stated, "the number of cells")?;
    if stated.value != lines.len() {
        let found = format!(
            "{} as the number of cells, but {}",
            stated.value,
            format_count(lines.len(), "line")
        );
        return Err(Refusal::new(found, "the same number of cells and lines")
            .with_span(source, stated.span));
    }
    Ok(())
}

/// Reads the row and the column of a cell, which are the first two words of a line. They are
/// returned as written, so they can count from 0 or 1. The line must have a word. Refuses a line
/// without exactly `length` words (2 or 3), and a row or column that is no whole number.
fn place(source: &Source, line: &Line, length: usize) -> Result<Place, Refusal> {
    let span = line[0].span.start..line[line.len() - 1].span.end;
    if line.len() != length {
        let expected =
            if length == 3 { "a row, a column and a symbol" } else { "a row and a column" };
        let found = format!("a line with {}", format_count(line.len(), "word"));
        return Err(Refusal::new(found, expected).with_span(source, span));
    }
    let (row, column) = (number(source, &line[0], "a row")?, number(source, &line[1], "a column")?);
    Ok(Place { row: row.value, column: column.value, span, first: None })
}

/// Reads a whole number. `what` describes the number in a refusal.
fn number(source: &Source, word: &Spanned<&str>, what: &str) -> Result<Spanned<usize>, Refusal> {
    word.value.parse().map(|value| Spanned { value, span: word.span.clone() }).map_err(|_| {
        Refusal::new(format!("{} is no number", quote(word.value)), what)
            .with_span(source, word.span.clone())
    })
}
