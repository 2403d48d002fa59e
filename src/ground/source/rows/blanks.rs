//! Boards with blanks or empty fields as open cells.

use std::ops::Range;

use super::super::{Refusal, Source, Spanned, Table, directives, format_count, quote};
use super::{
    Notation, cut_cells, glyph_indices, is_comment, is_separator, refuse_hidden_rows,
    refuse_second_board, spanned, unquoted,
};

/// Returns the position of the first blank that could be an open cell, up to the end of its line. A
/// blank is white space, an empty line, or a separator at the end of a row. Returns `None` in these
/// cases: there is no such blank; all lines are empty; the text has a sign for open cells or a word
/// for a symbol; the family has no open cells. Comments and directives do not count as lines.
pub fn doubtful_blank(source: &Source, writing: &Notation) -> Option<Range<usize>> {
    if writing.open.is_empty() {
        return None;
    }
    let lines: Vec<_> = source.lines().filter(|line| !is_comment(line.value, writing)).collect();
    if lines.iter().any(|line| line.value.contains(|c| writing.open.contains(c))) {
        return None;
    }
    if lines.iter().all(|line| line.value.is_empty()) {
        return None;
    }
    // On a board with words for symbols, blanks separate cells.
    if lines.iter().flat_map(|line| line.value.split(is_separator)).any(|one| writing.is_word(one))
    {
        return None;
    }
    lines.iter().find_map(|line| {
        let at = line.value.find(char::is_whitespace);
        let at = at.or_else(|| line.value.ends_with([',', ';']).then(|| line.value.len() - 1));
        let at = at.or_else(|| line.value.is_empty().then_some(0))?;
        Some(line.span.start + at..line.span.end)
    })
}

/// Reads a board with one character per cell, in which a blank is an open cell. Spaces at both ends
/// of a line are cells, too.
///
/// # Errors
///
/// If a blank could have another meaning, because rows differ in length, or because a row or column
/// has nothing but blanks. Also if a board of unknown size is no square, or there are several
/// boards. Also if a comment could be a row, or a line is a malformed directive, or looks like a
/// directive but is none.
pub fn blanks_as_cells(source: &Source, writing: &Notation) -> Result<Table, Refusal> {
    let sized = writing.is_sized;
    let mut table = Table::default();
    let (mut comments, mut starts) = (Vec::new(), Vec::new());
    for line in source.lines() {
        if is_comment(line.value, writing) {
            match directives::read(source, &line, writing.directives)? {
                Some(directive) => table.directives.push(directive),
                None => comments.push(line),
            }
        } else {
            table.rows.push(cut_cells(line.value, line.span.start));
            starts.push(line.span.start);
        }
    }
    refuse_hidden_rows(source, &table, &comments, writing.symbols)?;
    directives::find_cells(source, &mut table, writing.directives)?;
    let width = table.rows.first().map_or(0, Vec::len);
    for (index, row) in table.rows.iter().enumerate() {
        let span = match (row.first(), row.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => starts[index]..starts[index],
        };
        if row.len() != width {
            let cells = format_count(row.len(), "character");
            let found = format!(
                "the board has blanks, but its rows differ in length: row {} has {cells}",
                index + 1
            );
            return Err(doubtful_refusal(found, span, source));
        }
        if width == 0 || row.iter().all(is_blank) {
            let found = format!("row {} has nothing but blanks", index + 1);
            return Err(doubtful_refusal(found, span, source));
        }
    }
    refuse_blank_columns(source, &table)?;
    if !sized {
        refuse_second_board(source, &table, writing.joints)?;
    }
    if table.rows.len() != width && !sized {
        let found =
            format!("the board has blanks, but its size {}x{width} is no square", table.rows.len());
        return Err(doubtful_refusal(found, table.end(source), source));
    }
    Ok(table)
}

/// Returns the refusal of a blank whose meaning is unclear.
fn doubtful_refusal(found: String, span: Range<usize>, source: &Source) -> Refusal {
    let expected = "`.` for each open cell; a blank is an open cell only in a square with lines of \
                        one length and a symbol in each row and column";
    Refusal::new(found, expected).with_span(source, span)
}

/// Reads a board with one cell per field between commas, semicolons or tabs, as spreadsheets save
/// it. Empty fields and `-1` are open cells; if blanks separate the cells, only `-1` is an open
/// cell. Returns `None` in these cases:
///
/// - The text has another form, or five blanks in a row.
/// - A cell is neither open nor exactly one symbol or word, or no cell is a symbol.
/// - It has another sign for open cells, or has no open cells in this form.
/// - No field is empty, but the size is doubtful as explained under Errors.
///
/// # Errors
///
/// If a line is a malformed directive, or looks like a directive but is none, or there are several
/// boards although the size is not known. Also if the board has empty fields and its size is
/// doubtful. The size is doubtful if the rows differ in length. If the size is not known, it is
/// also doubtful in two cases: the board is no square; or each row ends with the divider, so that
/// one more cell could follow, and the board need not be an even square.
pub fn fields_as_cells(source: &Source, writing: &Notation) -> Result<Option<Table>, Refusal> {
    let rows: Vec<Spanned<&str>> = source
        .lines()
        .filter(|line| !line.value.trim_matches(' ').is_empty() && !is_comment(line.value, writing))
        .collect();
    let dividers = [',', ';', '\t'];
    let divider =
        dividers.into_iter().find(|&divider| rows.iter().all(|row| row.value.contains(divider)));
    let divider = match divider {
        None if rows.iter().all(|row| row.value.trim().contains(' ')) => ' ',
        None => return Ok(None),
        Some(divider) => divider,
    };
    let cells = rows.iter().map(|row| fields_of(row, divider)).collect();
    let mut table = Table { rows: cells, ..Table::default() };
    let is_open =
        |cell: &Spanned<String>| cell.value == "-1" || (cell.value.is_empty() && divider != ' ');
    let width = table.rows.first().map_or(0, Vec::len);
    let is_of_cells = table.cells().any(is_open)
        && table.cells().any(|cell| is_symbol(cell, writing))
        && table.cells().all(|cell| is_open(cell) || is_symbol(cell, writing))
        && !table.cells().any(|cell| writing.open.contains(&cell.value) && !cell.value.is_empty());
    // A long run of blanks could be open cells.
    if !is_of_cells || rows.iter().any(|row| row.value.contains("     ")) {
        return Ok(None);
    }
    let is_rectangle = table.rows.iter().all(|row| row.len() == width);
    let end_in_divider = rows.iter().all(|row| row.value.trim_end_matches(' ').ends_with(divider));
    let found = if !is_rectangle || !(writing.is_sized || width == table.rows.len()) {
        uneven_fields(&table)
    } else if !writing.is_sized && !writing.is_even_square && end_in_divider {
        format!(
            "each row ends in {}, and one more blank cell can follow there",
            quote(&divider.to_string())
        )
    } else {
        String::new()
    };
    if !found.is_empty() {
        if !table.cells().any(|cell| cell.value.is_empty()) {
            return Ok(None);
        }
        let expected = "`.` for each open cell; an empty field is an open cell only in a square, \
                        or with --size";
        let last = rows.last().map_or(source.end(), |row| row.span.end..row.span.end);
        return Err(Refusal::new(found, expected).with_span(source, last));
    }
    for line in source.lines().filter(|line| is_comment(line.value, writing)) {
        table.directives.extend(directives::read(source, &line, writing.directives)?);
    }
    if !writing.is_sized {
        refuse_second_board(source, &table, writing.joints)?;
    }
    directives::find_cells(source, &mut table, writing.directives)?;
    Ok(Some(table))
}

/// Returns whether a cell has exactly one symbol, or one word for a symbol.
fn is_symbol(cell: &Spanned<String>, writing: &Notation) -> bool {
    if writing.is_word(&cell.value) {
        return true;
    }
    let mut glyphs = glyph_indices(&cell.value);
    glyphs.next().is_some_and(|(_, glyph)| writing.symbols.contains(glyph))
        && glyphs.next().is_none()
}

/// Returns the fields of a row, each without the blanks and quotes around it. An empty field is
/// returned, too. If the divider is a blank, blanks around the row are left out first.
fn fields_of(row: &Spanned<&str>, divider: char) -> Vec<Spanned<String>> {
    let (text, mut start) = if divider == ' ' {
        let indented = row.value.len() - row.value.trim_start().len();
        (row.value.trim(), row.span.start + indented)
    } else {
        (row.value, row.span.start)
    };
    let mut cells = Vec::new();
    for field in text.split(divider) {
        let value = unquoted(field.trim());
        let at = start + field.find(value).unwrap_or(0);
        cells.push(spanned(value, at..at + value.len()));
        start += field.len() + divider.len_utf8();
    }
    cells
}

/// Describes a table with empty fields: its size or, if its rows differ in length, the first row
/// that is longer or shorter than row 1.
fn uneven_fields(table: &Table) -> String {
    let width = table.rows.first().map_or(0, Vec::len);
    match table.rows.iter().position(|row| row.len() != width) {
        None => format!(
            "empty fields in a table of {} of {}",
            format_count(table.rows.len(), "row"),
            format_count(width, "field")
        ),
        Some(other) => format!(
            "empty fields, and row {} has {}, but row 1 has {width}",
            other + 1,
            format_count(table.rows[other].len(), "field"),
        ),
    }
}

/// Checks that no column of the first row consists of blanks, since such a column could be only a
/// separator of other columns. A column that is missing in a shorter row is accepted.
///
/// # Errors
///
/// If a column consists of blanks.
pub fn refuse_blank_columns(source: &Source, table: &Table) -> Result<(), Refusal> {
    let Some(first) = table.rows.first() else { return Ok(()) };
    let Some(column) = (0..first.len())
        .find(|&column| table.rows.iter().all(|row| row.get(column).is_some_and(is_blank)))
    else {
        return Ok(());
    };
    let found = format!("column {} has nothing but blanks", column + 1);
    let expected = "`.` for each open cell, or no blanks around and between the cells";
    Err(Refusal::new(found, expected).with_span(source, first[column].span.clone()))
}

fn is_blank(cell: &Spanned<String>) -> bool {
    cell.value == " "
}
