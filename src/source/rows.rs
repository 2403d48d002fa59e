//! The two line formats: one character per cell, or one word per cell.
//!
//! **The rule.** A line is a row from top to bottom. White space before and behind it is nothing,
//! as are a blank line, a comma or semicolon at its end, and quotes around all of it: so boards may
//! be indented, and pasted from programs. What is left is read in one of two ways, the same for
//! every row of a board:
//!
//! * *packed*: no separator between the cells, one character each;
//! * *separated*: white space, a comma or a semicolon between any two cells, where each may have
//!   quotes of its own.
//!
//! What is neither is refused, for it could be another board: a piece of several characters in a
//! separated row (text behind the cells, cells in groups), a wider gap among blanks and a field
//! with nothing in it between commas or tabs (an open cell that somebody left out), rows of both
//! kinds, a picture in box drawing. Words and the gaps between them may be of any length.
//!
//! **Blanks.** A blank is a cell only in a format that says so, and there only in a text without
//! any other sign for an open cell ([`blanks_as_cells`]). Since it may as well be indentation, a
//! separator or cut off by an editor, all lines have to be of one length, each row and each column
//! has to have a symbol in it, and the board has to be square unless its size is known. Every other
//! board with blanks that could have open cells, and has no sign for one, is refused: in the room
//! of a format without blank cells as well, since somebody may have typed them so.
//!
//! **Comments.** A line that begins with `#` or `//` is a directive or a comment, see
//! [`directives`]; but where such a mark is itself a symbol of the board, a line of nothing but
//! symbols is a row. A line that has symbols of a row right behind its `#`, and as many of them, is
//! refused: to skip it would be to read another board. Any other line is a row too, whatever is in
//! it: the room refuses the foreign cell by its place. The variation selectors U+FE0E and U+FE0F,
//! which follow some emoji and change only their look, are not cells.

use std::ops::Range;

use super::directives::{self, Usage};
use super::{Refusal, Source, Spanned, Table, counted, one_of, quoted};

/// How a board of one character per cell is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Writing<'a> {
    /// The symbols of its cells, as far as they are known.
    pub symbols: &'a str,
    /// The signs for an open cell, where there may be one.
    pub open: &'a str,
    /// Signs that may stand between two cells of a row, without a separator. They come back as
    /// cells.
    pub joints: &'a str,
    /// The directives that may follow a `#`.
    pub directives: &'a [Usage],
    /// Whether it is an answer, beside which nothing of the board is read: its directives are
    /// comments there.
    pub is_answer: bool,
    /// Whether somebody says how large the board is.
    pub is_sized: bool,
    /// Whether it is a square with even sides, so that a column more or less makes none.
    pub is_even_square: bool,
}

/// Reads one cell per character.
///
/// # Errors
///
/// Refuses what may be another board than it looks like, as the rule above says, and what is nearly
/// a directive.
pub fn characters(source: &Source, writing: &Writing) -> Result<Table, Refusal> {
    if let Some(blank) = doubtful_blank(source, writing) {
        let found = "the board has blanks, and no sign for an open cell";
        let expected = format!("{} in each open cell, or no blanks at all", one_of(writing.open));
        return Err(Refusal::new(found, expected).at(source, blank));
    }
    let mut table = Table::default();
    let mut comments = Vec::new();
    let mut first: Option<Form> = None;
    for line in source.lines() {
        if is_comment(line.value, writing) {
            let directive = if writing.is_answer {
                None
            } else {
                directives::read(source, &line, writing.directives)?
            };
            match directive {
                Some(directive) => table.directives.push(directive),
                None => comments.push(line),
            }
            continue;
        }
        let fields = fields(source, &line)?;
        let (form, row) = match fields.as_slice() {
            [field] => (Form::Packed, cells(&field.value, field.span.start)),
            fields => (Form::Separated, single_cells(source, fields, writing.joints)?),
        };
        if row.is_empty() {
            continue;
        }
        if row.len() > 1 && *first.get_or_insert(form) != form {
            let found = format!("row {} has {}", table.rows.len() + 1, form.name());
            let expected = "the same in every row";
            let span = row[0].span.start..row[row.len() - 1].span.end;
            return Err(Refusal::new(found, expected).at(source, span));
        }
        table.rows.push(row);
    }
    refuse_hidden_rows(source, &table, &comments, writing.symbols)?;
    if !writing.is_sized && !writing.is_answer {
        refuse_second_board(source, &table, writing.joints)?;
    }
    directives::find_cells(source, &mut table, writing.directives)?;
    Ok(table)
}

/// Refuses rows in several blocks with blank lines or comments between them, if the blocks are
/// equally large or the first is a square: they are several boards, or a board and its answer. Rows
/// of which each stands alone are one.
fn refuse_second_board(source: &Source, table: &Table, joints: &str) -> Result<(), Refusal> {
    let cells = |row: &Vec<Spanned<String>>| {
        row.iter().filter(|cell| !cell.value.chars().all(|one| joints.contains(one))).count()
    };
    let blocks: Vec<&[Vec<Spanned<String>>]> = table
        .rows
        .chunk_by(|above, below| {
            let (Some(last), Some(first)) = (above.last(), below.first()) else { return true };
            source.text()[last.span.end..first.span.start].matches('\n').count() <= 1
        })
        .collect();
    let [first, second, ..] = blocks.as_slice() else { return Ok(()) };
    let width = cells(&first[0]);
    let is_square = first.len() == width && cells(&second[0]) == width;
    if first.len() < 2
        || !(is_square
            || blocks.iter().all(|block| block.len() == first.len() && cells(&block[0]) == width))
    {
        return Ok(());
    }
    let (Some(start), Some(end)) = (second[0].first(), second[0].last()) else { return Ok(()) };
    let found = format!(
        "a second board, of {}, behind a blank line or a comment, and {} of {} above it",
        counted(second.len(), "row"),
        counted(first.len(), "row"),
        counted(width, "cell")
    );
    let expected = "a file for each board; or no blank lines and comments between the rows of one";
    Err(Refusal::new(found, expected).at(source, start.span.start..end.span.end))
}

/// Refuses a comment that looks like a row with `#` for a cell, or stands before the cells: right
/// behind it are symbols, or what is a cell elsewhere, and as many as a row has.
fn refuse_hidden_rows(
    source: &Source,
    table: &Table,
    comments: &[Spanned<&str>],
    symbols: &str,
) -> Result<(), Refusal> {
    let Some(length) = table.rows.first().map(Vec::len) else { return Ok(()) };
    let row = comments.iter().find(|comment| {
        let behind = comment.value.trim().trim_start_matches(['#', '/']);
        let behind = Spanned { value: behind, span: 0..behind.len() };
        let pieces = cut(&behind, is_separator);
        let cells = match pieces.as_slice() {
            [packed] => cells(&packed.value, 0),
            _ => pieces,
        };
        let is_close = behind.value.starts_with(|first| !is_separator(first));
        is_close
            && (cells.len() == length || cells.len() + 1 == length)
            && cells.iter().all(|cell| {
                symbols.contains(&cell.value) || table.cells().any(|one| one.value == cell.value)
            })
    });
    match row {
        None => Ok(()),
        Some(row) => {
            let expected = "a cell of this board in its place, or a blank behind it in a comment";
            let start = row.span.start + row.value.find(['#', '/']).unwrap_or(0);
            let mark = if row.value.trim_start().starts_with('#') { "`#`" } else { "`//`" };
            let found = format!("a row begins with {mark}");
            Err(Refusal::new(found, expected).at(source, start..start + 1))
        }
    }
}

/// Where the rows of a text have blanks that may be open cells: it has no sign for one, and white
/// space in a row or around it, a line with nothing in it, or a separator at the end of a row.
pub fn doubtful_blank(source: &Source, writing: &Writing) -> Option<Range<usize>> {
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
    lines.iter().find_map(|line| {
        let at = line.value.find(char::is_whitespace);
        let at = at.or_else(|| line.value.ends_with([',', ';']).then(|| line.value.len() - 1));
        let at = at.or_else(|| line.value.is_empty().then_some(0))?;
        Some(line.span.start + at..line.span.end)
    })
}

/// Reads one cell per character, blanks among them.
///
/// # Errors
///
/// Refuses a text in which a blank may be anything but a cell. Unless the
/// size is said, the board has to be a square.
pub fn blanks_as_cells(source: &Source, writing: &Writing) -> Result<Table, Refusal> {
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
            table.rows.push(cells(line.value, line.span.start));
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
            let cells = counted(row.len(), "character");
            return Err(doubtful(
                format!("the board has blanks, and row {} has {cells}", index + 1),
                span,
                source,
            ));
        }
        if width == 0 || row.iter().all(is_blank) {
            return Err(doubtful(
                format!("row {} has nothing but blanks", index + 1),
                span,
                source,
            ));
        }
    }
    refuse_blank_columns(source, &table)?;
    if !sized {
        refuse_second_board(source, &table, writing.joints)?;
    }
    if table.rows.len() != width && !sized {
        let found = format!("the board has blanks, and {}x{width} is no square", table.rows.len());
        return Err(doubtful(found, table.end(source), source));
    }
    Ok(table)
}

/// Refuses blanks of which it is not sure that they are cells.
fn doubtful(found: String, span: Range<usize>, source: &Source) -> Refusal {
    let expected = "`.` for each open cell; a blank is one only in lines of one length, with a \
                        symbol in each row and column of a square";
    Refusal::new(found, expected).at(source, span)
}

/// Reads a cell per field between commas, semicolons or tabs, those with nothing in them and `-1`
/// among them, as spreadsheets save them; none if all fields have one symbol, or if that is no
/// board with a field for each cell: a square, unless its size is known.
///
/// # Errors
///
/// Refuses what is nearly a directive.
pub fn fields_as_cells(source: &Source, writing: &Writing) -> Result<Option<Table>, Refusal> {
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
    // Many blanks may be cells themselves.
    if !is_of_cells || rows.iter().any(|row| row.value.contains("     ")) {
        return Ok(None);
    }
    let is_rectangle = table.rows.iter().all(|row| row.len() == width);
    let end_in_divider = rows.iter().all(|row| row.value.trim_end_matches(' ').ends_with(divider));
    let found = if !is_rectangle || !(writing.is_sized || width == table.rows.len()) {
        uneven_fields(&table)
    } else if !writing.is_sized && !writing.is_even_square && end_in_divider {
        format!(
            "each row ends in {}, behind which one more cell may be",
            quoted(&divider.to_string())
        )
    } else {
        String::new()
    };
    if !found.is_empty() {
        if !table.cells().any(|cell| cell.value.is_empty()) {
            return Ok(None);
        }
        let expected = "`.` for each open cell; a field with nothing in it is one only in a square, or \
                        with --size";
        let last = rows.last().map_or(source.end(), |row| row.span.end..row.span.end);
        return Err(Refusal::new(found, expected).at(source, last));
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

/// Returns whether a cell is one of the symbols of a board.
fn is_symbol(cell: &Spanned<String>, writing: &Writing) -> bool {
    let mut glyphs = glyphs(&cell.value);
    glyphs.next().is_some_and(|(_, glyph)| writing.symbols.contains(glyph))
        && glyphs.next().is_none()
}

/// Cuts a row at its dividers. Blanks around it are no fields if blanks divide it.
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

/// Says how many rows there are of how many fields, or which row has another number of them than
/// the first.
fn uneven_fields(table: &Table) -> String {
    let width = table.rows.first().map_or(0, Vec::len);
    match table.rows.iter().position(|row| row.len() != width) {
        None => format!(
            "fields with nothing in them, in {} of {}",
            counted(table.rows.len(), "row"),
            counted(width, "field")
        ),
        Some(other) => format!(
            "fields with nothing in them, and row {} has {} where row 1 has {width}",
            other + 1,
            counted(table.rows[other].len(), "field"),
        ),
    }
}

/// Refuses a table in which a column has nothing but blanks: they may be separators.
///
/// # Errors
///
/// Names the first such column.
pub fn refuse_blank_columns(source: &Source, table: &Table) -> Result<(), Refusal> {
    let Some(first) = table.rows.first() else { return Ok(()) };
    match (0..first.len())
        .find(|&column| table.rows.iter().all(|row| row.get(column).is_some_and(is_blank)))
    {
        None => Ok(()),
        Some(column) => {
            let found = format!("column {} has nothing but blanks", column + 1);
            let expected = "`.` for each open cell, or no blanks around and between the cells";
            Err(Refusal::new(found, expected).at(source, first[column].span.clone()))
        }
    }
}

fn is_blank(cell: &Spanned<String>) -> bool {
    cell.value == " "
}

/// Reads one cell per word. Words are separated by white space, commas and semicolons;
/// `directives` are those that may follow a `#`.
///
/// # Errors
///
/// Refuses a field with nothing in it, a picture, and what is nearly a directive.
pub fn words(source: &Source, directives: &[Usage]) -> Result<Table, Refusal> {
    let mut table = Table::default();
    let mut comments = Vec::new();
    for line in source.lines() {
        if has_comment_mark(line.value) {
            match directives::read(source, &line, directives)? {
                Some(directive) => table.directives.push(directive),
                None => comments.push(line),
            }
        } else {
            table.rows.push(fields(source, &line)?);
        }
    }
    table.rows.retain(|row| !row.is_empty());
    refuse_hidden_rows(source, &table, &comments, "")?;
    refuse_second_board(source, &table, "")?;
    directives::find_cells(source, &mut table, directives)?;
    Ok(table)
}

/// A line without what may stand around a row: white space, a comma or semicolon behind it, quotes
/// around all of it.
pub fn bare<'a>(line: &Spanned<&'a str>) -> Spanned<&'a str> {
    let text = line.value.trim();
    let text = text.strip_suffix([',', ';']).unwrap_or(text).trim_end();
    let start = line.span.start + (line.value.len() - line.value.trim_start().len());
    let inside = unquoted(text);
    let start = start + (text.len() - inside.len()) / 2;
    Spanned { value: inside, span: start..start + inside.len() }
}

/// What is between quotes: `"AAB"`. Quotes with others inside are several, and quotes with white
/// space at an end inside say that it matters; both stay as they are.
fn unquoted(text: &str) -> &str {
    let between = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    match ['"', '\'', '`'].into_iter().find_map(|quote| Some((quote, between(quote)?))) {
        Some((quote, inside)) if !inside.contains(quote) && inside.trim() == inside => inside,
        _ => text,
    }
}

/// The fields of a row: the pieces between its separators, without quotes.
fn fields(source: &Source, line: &Spanned<&str>) -> Result<Vec<Spanned<String>>, Refusal> {
    let row = bare(line);
    if let Some((at, character)) = row.value.char_indices().find(|&(_, c)| is_box_drawing(c)) {
        let start = row.span.start + at;
        return Err(Refusal::new(
            "the row is a picture in box drawing",
            "plain rows, as `--picture never` prints them",
        )
        .at(source, start..start + character.len_utf8()));
    }
    let pieces = cut(&row, is_separator);
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
        let text = line.value.trim();
        return if text.is_empty() {
            Ok(Vec::new())
        } else {
            Err(no_field(source, line.span.end - text.len()..line.span.end))
        };
    };
    let gaps = pieces.windows(2).map(|pair| pair[0].span.end..pair[1].span.start);
    let text = |gap: &Range<usize>| &source.text()[gap.clone()];
    let by_tabs = gaps.clone().any(|gap| text(&gap).contains('\t'));
    let around = [line.span.start..first.span.start, last.span.end..line.span.end];
    let ends = |gap: &Range<usize>| {
        text(gap).contains(|c| c == '\t' && by_tabs)
            || text(&(gap.start..gap.end.min(row.span.end))).contains([',', ';'])
    };
    let doubled = gaps.clone().find(|gap| text(gap).matches([',', ';', '\t']).count() > 1);
    let empty = doubled.or_else(|| around.into_iter().find(ends));
    match empty {
        Some(gap) => Err(no_field(source, gap)),
        None => Ok(pieces.into_iter().map(without_quotes).collect()),
    }
}

fn no_field(source: &Source, span: Range<usize>) -> Refusal {
    Refusal::new("a field has nothing in it", "a symbol for each cell").at(source, span)
}

fn without_quotes(piece: Spanned<String>) -> Spanned<String> {
    let inside = unquoted(&piece.value);
    if inside.is_empty() || inside.len() == piece.value.len() {
        return piece;
    }
    let start = piece.span.start + (piece.value.len() - inside.len()) / 2;
    spanned(inside, start..start + inside.len())
}

fn is_box_drawing(character: char) -> bool {
    matches!(character, '\u{2500}'..='\u{257f}')
}

/// The cells of a separated row, one in each field.
fn single_cells(
    source: &Source,
    fields: &[Spanned<String>],
    joints: &str,
) -> Result<Vec<Spanned<String>>, Refusal> {
    let is_joint = |cell: &Spanned<String>| cell.value.chars().all(|glyph| joints.contains(glyph));
    let mut row = Vec::new();
    for field in fields {
        let cells = cells(&field.value, field.span.start);
        if cells.split(is_joint).any(|piece| piece.len() > 1) {
            let found = format!("{} stands among cells that are separated", quoted(&field.value));
            let expected = "one symbol between separators, or none between the cells of a row and \
                            nothing behind them";
            return Err(Refusal::new(found, expected).at(source, field.span.clone()));
        }
        row.extend(cells);
    }
    let gaps = fields.windows(2).map(|pair| pair[0].span.end..pair[1].span.start);
    let blanks = |gap: &Range<usize>| source.text()[gap.clone()].trim().is_empty();
    let narrowest = gaps.clone().filter(blanks).map(|gap| gap.len()).min();
    match gaps.clone().filter(blanks).find(|gap| Some(gap.len()) > narrowest) {
        None => Ok(row),
        Some(gap) => {
            let expected = "as many blanks between all cells, and a symbol for each cell";
            Err(Refusal::new("one gap is wider than the others", expected).at(source, gap))
        }
    }
}

/// How the cells of a row are told apart.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Packed,
    Separated,
}

impl Form {
    fn name(self) -> &'static str {
        match self {
            Form::Packed => "no separators between its cells, and other rows have them",
            Form::Separated => "separators between its cells, and other rows have none",
        }
    }
}

/// Whether a line begins with `#` or `//`.
pub fn has_comment_mark(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') || line.starts_with("//")
}

/// Whether a line begins with `#` or `//` and is no row of a board that has it as a symbol.
fn is_comment(line: &str, writing: &Writing) -> bool {
    let line = line.trim();
    has_comment_mark(line)
        && !glyphs(line).all(|(_, glyph)| writing.symbols.contains(glyph) || is_separator(glyph))
}

/// The pieces of a line between separators, without the empty ones.
pub(super) fn cut(
    line: &Spanned<&str>,
    is_separator: impl Fn(char) -> bool,
) -> Vec<Spanned<String>> {
    let mut start = line.span.start;
    let mut pieces = Vec::new();
    for whole in line.value.split_inclusive(&is_separator) {
        let piece = whole.trim_end_matches(&is_separator);
        if !piece.is_empty() {
            pieces.push(spanned(piece, start..start + piece.len()));
        }
        start += whole.len();
    }
    pieces
}

/// The characters that are cells, each with its offset: all but the variation selectors.
pub(super) fn glyphs(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices().filter(|(_, glyph)| !matches!(glyph, '\u{fe0e}' | '\u{fe0f}'))
}

/// One cell per glyph of a text that begins at the byte `start`.
pub(super) fn cells(text: &str, start: usize) -> Vec<Spanned<String>> {
    glyphs(text)
        .map(|(offset, glyph)| {
            let start = start + offset;
            spanned(glyph, start..start + glyph.len_utf8())
        })
        .collect()
}

pub(super) fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';')
}

fn spanned(value: impl Into<String>, span: Range<usize>) -> Spanned<String> {
    Spanned { value: value.into(), span }
}

/// What the tests of the readers share: texts as accidents leave them.
#[cfg(test)]
pub(super) mod accidents {
    use proptest::prelude::*;

    use super::super::{Refusal, Source, Spanned, Table};

    /// Any text, or one of `good` with some bytes overwritten and its end cut off.
    pub fn texts(good: &'static [&'static str]) -> impl Strategy<Value = Source> {
        let overwritten = prop::collection::vec((any::<prop::sample::Index>(), byte()), 0..6);
        let cut = (prop::sample::select(good), overwritten, any::<prop::sample::Index>());
        let damaged = cut.prop_map(|(text, overwritten, end)| {
            let mut bytes = text.as_bytes().to_vec();
            for (index, byte) in overwritten {
                let index = index.index(bytes.len());
                bytes[index] = byte;
            }
            bytes.truncate(end.index(bytes.len() + 1));
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let shuffled = "([0-9a-zA-Z#;:=,.*/(){}\\[\\]\"'\\\\\r\n\t -]|param|datalines|input |🟥\u{fe0f}){0,60}";
        prop_oneof![4 => damaged, 1 => any::<String>(), 2 => shuffled]
            .prop_map(|text| Source::new("test", &text))
    }

    fn byte() -> impl Strategy<Value = u8> {
        prop_oneof![any::<u8>(), prop::sample::select(b";:=[](){},.#*/\"'\r\n \\-0a".as_slice())]
    }

    /// Every span is one of the text, and what it spans is what was read.
    pub fn check<'a>(source: &Source, cells: impl IntoIterator<Item = &'a Spanned<String>>) {
        for cell in cells {
            let text = source.text().get(cell.span.clone());
            assert!(text.is_some(), "{:?} in {:?}", cell.span, source.text());
        }
    }

    /// [`check`] for a whole table.
    pub fn check_table(source: &Source, table: &Table) {
        check(source, table.cells());
        for directive in &table.directives {
            check(source, [&directive.name]);
            check(source, &directive.arguments);
        }
    }

    /// A refusal says something, on one line, and points into its text.
    pub fn check_refusal(refusal: &Refusal) {
        let (source, span) = refusal.place.as_ref().expect("readers name the place");
        assert!(source.text().get(span.clone()).is_some(), "{refusal} {span:?}");
        assert!(!refusal.found.is_empty() && !refusal.expected.is_empty(), "{refusal}");
        assert!(!refusal.to_string().contains(['\n', '\r']), "{refusal}");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn source(text: &str) -> Source {
        Source::new("board.txt", text)
    }

    fn values(table: &Table) -> Vec<String> {
        let row = |row: &Vec<Spanned<String>>| {
            row.iter().map(|cell| cell.value.as_str()).collect::<Vec<_>>().join("|")
        };
        table.rows.iter().map(row).collect()
    }

    fn spans(row: &[Spanned<String>]) -> Vec<Range<usize>> {
        row.iter().map(|cell| cell.span.clone()).collect()
    }

    fn packed(text: &str, symbols: &str, directives: &[Usage]) -> Result<Table, Refusal> {
        characters(
            &source(text),
            &Writing { symbols, directives, joints: "=", ..Default::default() },
        )
    }

    fn said(outcome: Result<Table, Refusal>) -> Result<Vec<String>, String> {
        outcome.map(|table| values(&table)).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn one_cell_per_character() {
        let text = "# Tuesday\r\n\r\nAAB\r\nAB?  \r\n# stars 2\r\n";
        let table = packed(text, "ABC", &[Usage { form: "stars K", like: &[] }]).expect("a board");
        assert_eq!(values(&table), ["A|A|B", "A|B|?"]);
        assert_eq!(spans(&table.rows[1]), [18..19, 19..20, 20..21]);
        assert_eq!(source(text).line_and_column(table.rows[1][2].span.start), (4, 3));
        let [stars] = table.directives.as_slice() else {
            panic!("one directive: {:?}", table.directives);
        };
        assert_eq!(stars.name, spanned("stars", 27..32));
        assert_eq!(stars.arguments, [spanned("2", 33..34)]);
    }

    #[test]
    fn however_rows_are_typed_they_are_the_same_cells() {
        for text in [
            "AB.\n.BA",
            "  AB.\n\t.BA  \n",
            "A B .\r\n. B A\r\n",
            "   A  B  .\n\n . B A \n",
            "A,B,.\n., B ,A;",
            "\u{a0}A\tB\t.\n.\tB\tA",
            "\"AB.\",\n\".BA\"\n",
            "'A','B','.'\n'.', 'B', 'A',",
            "`A B .`\n`. B A`",
        ] {
            assert_eq!(
                said(packed(text, "AB.", &[])),
                Ok(vec!["A|B|.".into(), ".|B|A".into()]),
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_may_be_another_board_is_refused() {
        for (text, refusal) in [
            ("AB. BA.\nAB. .BA\n", "1:1: `AB.` stands among cells that are separated"),
            ("A B\nAB note", "2:1: `AB` stands among cells that are separated"),
            ("A B\nAB", "2:1: row 2 has no separators between its cells, and other rows have them"),
            ("AB\nA B", "2:1: row 2 has separators between its cells, and other rows have none"),
            ("A   B A\nA B   A", "1:2: one gap is wider than the others"),
            ("A,,B\n,A,B", "1:2: a field has nothing in it"),
            ("A,B\n,A,B", "2:1: a field has nothing in it"),
            ("A,B,,\n", "1:4: a field has nothing in it"),
            ("A\tB\n\tA\tB", "2:1: a field has nothing in it"),
            ("A\tB\t\nA\tB", "1:4: a field has nothing in it"),
            (",;", "1:1: a field has nothing in it"),
            ("\"\"", "1:1: a field has nothing in it"),
            ("┏━┓\n┃A┃", "1:1: the row is a picture in box drawing"),
            ("# star 2\nAB", "1:3: `star` is no directive"),
        ] {
            let found = packed(text, "AB.", &[Usage { form: "stars K", like: &[] }])
                .expect_err(text)
                .to_string();
            assert!(found.starts_with(&format!("board.txt:{refusal};")), "{text:?}: {found}");
        }
    }

    #[test]
    fn quotes_with_blanks_at_their_ends_stay() {
        assert_eq!(
            said(packed("\" AB\"", "AB", &[])).map(|rows| rows.len()).map_err(|_| ()),
            Err(())
        );
        assert_eq!(values(&packed("\"AB", "AB", &[]).expect("cells")), ["\"|A|B"]);
    }

    #[test]
    fn a_sign_between_cells_needs_no_separator() {
        for text in ["A=BA\nABA", "A=B A\nA B A", "A = B A\nA B A"] {
            let rows = said(packed(text, "AB", &[]));
            assert_eq!(rows, Ok(vec!["A|=|B|A".into(), "A|B|A".into()]), "{text:?}");
        }
    }

    #[test]
    fn a_hash_may_be_a_symbol() {
        let board = "# given\n#..#\n....\n# mirror 1, 2\n##\n";
        let table =
            packed(board, ".#", &[Usage { form: "mirror R C", like: &[] }]).expect("a board");
        assert_eq!(values(&table), ["#|.|.|#", ".|.|.|.", "#|#"]);
        assert_eq!(table.directives.len(), 1);
        assert_eq!(table.directives[0].arguments[1].value, "2");
        assert_eq!(said(packed("# .\n. #", ".#", &[])), Ok(vec!["#|.".into(), ".|#".into()]));
    }

    /// A line that may be a row is refused, and a comment with a blank behind its sign never is.
    #[test]
    fn a_row_that_begins_with_a_hash_is_no_comment() {
        for text in ["#1.0\n....\n....\n....", "#1.0.\n....\n", "....\n #.1.", "A B\n#A B"] {
            let found = packed(text, "01.", &[]).expect_err(text).to_string();
            assert!(found.contains("a row begins with `#`"), "{text:?}: {found}");
        }
        for text in ["# 1.0\n....", "#1\n....", "#101?\n....", "#easy\n....", "#", "##\n...."] {
            assert!(packed(text, "01.", &[]).is_ok(), "{text:?}");
        }
        assert!(
            with_blanks("#\n\n#1\n01", false).is_err(),
            "a row of nothing has no length less one"
        );
        let words = |text: &str| words(&source(text), &[]).map(|table| table.rows.len());
        assert!(words("1 1 2\n#1 2 2\n").is_err());
        assert_eq!(words("1 1 2\n#by Anna B\n# 1 2 2\n").ok(), Some(1));
    }

    #[test]
    fn emoji_squares_without_their_variation_selectors() {
        let text = "🟥⬛\u{fe0f}🟥\n\u{fe0f}\n⬜️🟥🟥\n";
        let table = packed(text, "🟥⬛⬜", &[]).expect("a board");
        assert_eq!(values(&table), ["🟥|⬛|🟥", "⬜|🟥|🟥"]);
        assert_eq!(spans(&table.rows[0]), [0..4, 4..7, 10..14]);
        assert_eq!(source(text).line_and_column(10), (1, 4));
    }

    fn with_blanks(text: &str, is_sized: bool) -> Result<Vec<String>, String> {
        let writing = Writing {
            symbols: "01 ",
            directives: &[Usage { form: "eq CELL CELL", like: &[] }],
            ..Default::default()
        };
        said(blanks_as_cells(&source(text), &Writing { is_sized, ..writing }))
    }

    #[test]
    fn blanks_are_cells_where_nothing_else_can_be_meant() {
        let square = Ok(vec![" |1|0".into(), "1| | ".into(), "0| |1".into()]);
        assert_eq!(with_blanks("# note\n 10\n1  \r\n0 1\n# eq r1c1 r1c2\n", false), square);
        assert_eq!(
            with_blanks("0 \n 1\n1 ", true),
            Ok(vec!["0| ".into(), " |1".into(), "1| ".into()])
        );
        for (text, refusal) in [
            ("0 1\n1 0\n0 1", "1:2: column 2 has nothing but blanks"),
            ("  01\n  10\n", "1:1: column 1 has nothing but blanks"),
            ("01 \n10 \n1  \n", "1:3: column 3 has nothing but blanks"),
            ("01 \n   \n1 0\n", "2:1: row 2 has nothing but blanks"),
            ("01 1\n1\n", "2:1: the board has blanks, and row 2 has 1 character"),
            ("01\n\n10\n", "2:1: the board has blanks, and row 2 has 0 characters"),
            ("\n01\n10\n", "1:1: row 1 has nothing but blanks"),
            ("01 \n 10\n", "2:4: the board has blanks, and 2x3 is no square"),
        ] {
            let found = with_blanks(text, false).expect_err(text);
            assert!(found.starts_with(&format!("board.txt:{refusal};")), "{text:?}: {found}");
        }
    }

    #[test]
    fn blanks_without_a_sign_for_open_cells_are_refused() {
        let writing = Writing { symbols: "01?", open: "?", ..Default::default() };
        for (text, place) in [
            ("0 1", "1:2"),
            ("01\n 01", "2:1"),
            ("01 ", "1:3"),
            ("01\t", "1:3"),
            ("01,", "1:3"),
            ("01\n\n10", "2:1"),
            ("\n01", "1:1"),
            ("01\n\n", "2:1"),
        ] {
            let found = characters(&source(text), &writing).expect_err(text).to_string();
            let refusal =
                format!("board.txt:{place}: the board has blanks, and no sign for an open cell;");
            assert!(found.starts_with(&refusal), "{text:?}: {found}");
        }
        for text in ["", "\n\n", "01\r\n10\r\n", "01\n # a note\n10", "0 ?", " 0?", "\n0?"] {
            assert!(characters(&source(text), &writing).is_ok(), "{text:?}");
        }
    }

    #[test]
    fn a_text_of_nothing_has_no_rows() {
        for text in ["", "\n\n", "# only a comment", "#"] {
            assert_eq!(said(packed(text, "01", &[])), Ok(Vec::new()), "{text:?}");
            assert_eq!(said(words(&source(text), &[])), Ok(Vec::new()), "{text:?}");
        }
    }

    #[test]
    fn one_cell_per_word() {
        let board = source(" # stars 2\r\n1, 2;3\t-4\r\n\r\n  5   6 7\u{a0}x;\r\n# note");
        let table = words(&board, &[Usage { form: "stars K", like: &[] }]).expect("a board");
        assert_eq!(values(&table), ["1|2|3|-4", "5|6|7|x"]);
        assert_eq!(spans(&table.rows[0]), [12..13, 15..16, 17..18, 19..21]);
        assert_eq!(table.directives[0].arguments[0].value, "2");
        assert_eq!(table.directives.len(), 1);
        assert!(words(&source("1,,2"), &[]).is_err());
        assert!(words(&source("# Stars 2\n1 2"), &[Usage { form: "stars K", like: &[] }]).is_err());
    }

    const BOARDS: &[&str] = &[
        "#.#\n...\n# eq r1c1 0 1\n# from 0\n",
        "🟥️⬛️\r\n🟥 1\r\n\r\n🟥\r\n",
        "1 2;3\n4,5,6",
        "\"1=0\",\n0 1",
    ];

    proptest! {
        #[test]
        fn any_text_is_cut_or_refused(board in accidents::texts(BOARDS)) {
            let directives = &[Usage { form: "eq CELL CELL", like: &[] }];
            let mut outcomes = vec![words(&board, directives)];
            for symbols in [".#", "🟥⬛1 ", ""] {
                let writing =
                    Writing { symbols, directives, joints: "=", open: "?", is_answer: false,
                    is_sized: false,
                    is_even_square: false };
                outcomes.push(characters(&board, &writing));
                outcomes.push(blanks_as_cells(&board, &writing));
            }
            for outcome in outcomes {
                match outcome {
                    Err(refusal) => accidents::check_refusal(&refusal),
                    Ok(table) => {
                        accidents::check_table(&board, &table);
                        for cell in table.cells() {
                            prop_assert_eq!(&board.text()[cell.span.clone()], &cell.value);
                        }
                    }
                }
            }
        }
    }
}
