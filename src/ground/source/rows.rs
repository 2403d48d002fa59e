//! The two line formats: one character per cell, or one word per cell.
//!
//! **The rule.** Each line is a row. Blank lines, white space around a row, a comma or semicolon at
//! its end and quotes around all of it are ignored. All rows are written in the same way. There are
//! two ways:
//!
//! - *packed*: one character per cell, without separators;
//! - *separated*: white space, a comma or a semicolon between any two cells. Each cell can have
//!   quotes, and can be a word of the family for a symbol (`sun`).
//!
//! Anything else could be another board and is refused: several characters between separators, rows
//! of both kinds, a picture in box drawing. A wider gap or an empty field is refused, too, since an
//! open cell could have been left out. On boards with one word per cell ([`read_words`]), words and
//! gaps can have any length.
//!
//! **Blanks.** A blank is a cell only in a format that allows it, and only if the board has no
//! other sign for an open cell ([`blanks_as_cells`]). A blank could also be indentation or a
//! separator, and an editor could have cut blanks off. So all lines must have the same length, and
//! each row and column must have a symbol. If the size of the board is not known, the board must be
//! a square. Otherwise blanks are refused, in all formats, if the board could have open cells but
//! has no sign for them.
//!
//! **Comments.** A line that begins with `#` or `//` is a directive or a comment ([`directives`]).
//! If the mark is a symbol of the board, a line of symbols is a row. A comment is refused if
//! directly after its `#` it has as many symbols as a row, or one fewer. A family refuses each cell
//! that it does not know. The variation selectors U+FE0E and U+FE0F of emoji are no cells.

mod blanks;
mod drawn;

use std::collections::HashSet;
use std::ops::Range;

use super::directives::{self, DirectiveUsage};
use super::pieces::{cut, cut_cells, glyph_indices, has_comment_mark, is_separator, spanned};
use super::{Refusal, Source, Spanned, Table, format_count, list_symbols, quote};

pub use self::blanks::{blanks_as_cells, doubtful_blank, fields_as_cells, refuse_blank_columns};
pub use self::drawn::{CROSS, DrawnSign, without_drawn_signs};

/// The way of writing a board with one character per cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notation<'a> {
    /// The symbols that a cell can have.
    pub symbols: &'a str,
    /// The signs for an open cell; empty if no cell is open.
    pub open: &'a str,
    /// Signs between cells, without separators around them. Each is read as a cell.
    pub joints: &'a str,
    /// Words for symbols, in lower case. A word between separators is one cell.
    pub words: &'a [&'a str],
    /// The directives that the family knows after a `#`.
    pub directives: &'a [DirectiveUsage],
    /// Whether the text is an answer. In an answer, directives count as comments.
    pub is_answer: bool,
    /// Whether the size of the board is known before the text is read.
    pub is_sized: bool,
    /// Whether the board must be a square with even sides. If so, a board with one column more than
    /// rows is certainly wrong.
    pub is_even_square: bool,
}

impl Notation<'_> {
    fn is_word(&self, field: &str) -> bool {
        self.words.contains(&&field.to_lowercase()[..])
    }

    /// Returns the first word of the family that a field probably means, if the field is a
    /// misspelling of it. A misspelling has one wrong, missing or additional letter, or two
    /// exchanged letters. The field can be in upper or lower case. Returns `None` if there is no
    /// such word, or the field has fewer than three letters.
    fn suggest(&self, field: &str) -> Option<&str> {
        let lowercase = field.to_lowercase();
        self.words
            .iter()
            .copied()
            .filter(|_| lowercase.chars().count() > 2)
            .find(|word| strsim::damerau_levenshtein(&lowercase, word) == 1)
    }
}

/// Reads a board with one character, or one of the family's words, per cell. The rows may still
/// differ in length. All rows must separate cells in the same way; a row of one cell fits both
/// ways. Blank lines are no rows. In an answer, directives count as comments. Accepts a text
/// without rows, and characters that are no symbols of the family.
///
/// # Errors
///
/// The text is refused in these cases:
///
/// - It could also mean another board: it has doubtful blanks, several symbols in a field, a wider
///   gap, or a comment that could be a row.
/// - Its rows separate cells in different ways.
/// - It has several boards, although the size of a board is not known and the text is no answer.
/// - It has an empty field, box drawing or an emoji of several characters.
/// - A line is a malformed directive, or looks like a directive but is none.
pub fn read_characters(source: &Source, writing: &Notation) -> Result<Table, Refusal> {
    if let Some(blank) = doubtful_blank(source, writing) {
        let found = "the board has blanks, but no sign for an open cell";
        let expected =
            format!("{} in each open cell, or no blanks at all", list_symbols(writing.open));
        return Err(Refusal::new(found, expected).with_span(source, blank));
    }
    let mut table = Table::default();
    let mut comments = Vec::new();
    let mut first: Option<CellForm> = None;
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
        refuse_compound_emoji(source, &line)?;
        let fields = fields(source, &line)?;
        let (form, row) = match fields.as_slice() {
            [field] => (CellForm::Packed, cut_cells(&field.value, field.span.start)),
            fields => (CellForm::Separated, single_cells(source, fields, writing)?),
        };
        if row.is_empty() {
            continue;
        }
        if row.len() > 1 && *first.get_or_insert(form) != form {
            let found = format!("row {} has {}", table.rows.len() + 1, form.name());
            let expected = "the same in every row";
            let span = row[0].span.start..row[row.len() - 1].span.end;
            return Err(Refusal::new(found, expected).with_span(source, span));
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

/// Refuses a text with several boards: blocks of rows between blank lines or comments. Blocks are
/// boards if the first block has at least two rows and one of two conditions holds: all blocks have
/// the same number of rows and the same number of cells in their first rows; or the first block is
/// a square and the second block has the same width. Signs between cells (`joints`) do not count as
/// cells. `table` must be read from `source`.
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
        "a second board, of {}, after a blank line or a comment; {} of {} are above it",
        format_count(second.len(), "row"),
        format_count(first.len(), "row"),
        format_count(width, "cell")
    );
    let expected = "a separate file for each board; or one board, without blank lines and \
                    comments between its rows";
    Err(Refusal::new(found, expected).with_span(source, start.span.start..end.span.end))
}

/// Refuses the first comment that could be a row. Such a comment has symbols of the board directly
/// after its `#` or `//`, as many as the first row has or one fewer. The symbols of the board are
/// those of `symbols` and the cells of the table. Accepts everything if the table has no rows.
fn refuse_hidden_rows(
    source: &Source,
    table: &Table,
    comments: &[Spanned<&str>],
    symbols: &str,
) -> Result<(), Refusal> {
    let Some(length) = table.rows.first().map(Vec::len) else { return Ok(()) };
    let known: HashSet<&str> = table.cells().map(|cell| cell.value.as_str()).collect();
    let row = comments.iter().find(|comment| {
        let text = comment.value.trim().trim_start_matches(['#', '/']);
        let content = Spanned { value: text, span: 0..text.len() };
        let pieces = cut(&content, is_separator);
        let cells = match pieces.as_slice() {
            [packed] => cut_cells(&packed.value, 0),
            _ => pieces,
        };
        let is_close = content.value.starts_with(|first| !is_separator(first));
        is_close
            && (cells.len() == length || cells.len() + 1 == length)
            && cells
                .iter()
                .all(|cell| symbols.contains(&cell.value) || known.contains(cell.value.as_str()))
    });
    let Some(row) = row else { return Ok(()) };
    let start = row.span.start + row.value.find(['#', '/']).unwrap_or(0);
    let mark = if row.value.trim_start().starts_with('#') { "`#`" } else { "`//`" };
    let found = format!("a row begins with {mark}");
    let expected =
        format!("the symbol of the first cell, or a blank after {mark} if the line is a comment");
    Err(Refusal::new(found, expected).with_span(source, start..start + 1))
}

/// Reads a board with one word per cell, between white space, commas and semicolons. The rows may
/// still differ in length.
///
/// # Errors
///
/// If a field is empty; if the text is a picture, or has several boards or an emoji of several
/// characters; if a comment could be a row; or if a line is a malformed directive, or looks like a
/// directive but is none.
pub fn read_words(source: &Source, directives: &[DirectiveUsage]) -> Result<Table, Refusal> {
    let mut table = Table::default();
    let mut comments = Vec::new();
    for line in source.lines() {
        if has_comment_mark(line.value) {
            match directives::read(source, &line, directives)? {
                Some(directive) => table.directives.push(directive),
                None => comments.push(line),
            }
        } else {
            refuse_compound_emoji(source, &line)?;
            table.rows.push(fields(source, &line)?);
        }
    }
    table.rows.retain(|row| !row.is_empty());
    refuse_hidden_rows(source, &table, &comments, "")?;
    refuse_second_board(source, &table, "")?;
    directives::find_cells(source, &mut table, directives)?;
    Ok(table)
}

/// Returns whether a character is a part of an emoji of several characters: a joiner, an enclosing
/// mark (such as the frame of a keycap), a letter of a flag or a skin tone.
fn is_part_of_emoji(character: char) -> bool {
    let is_letter_of_a_flag = ('\u{1f1e6}'..='\u{1f1ff}').contains(&character);
    let is_tone = ('\u{1f3fb}'..='\u{1f3ff}').contains(&character);
    is_letter_of_a_flag || is_tone || matches!(character, '\u{200d}' | '\u{20e3}')
}

/// Refuses an emoji that consists of several characters: with a joiner (`👩‍🚀`), a tone of skin
/// (`👍🏽`), two letters of a flag (`🇩🇪`) or a frame (`1️⃣`). It would count as several cells.
fn refuse_compound_emoji(source: &Source, line: &Spanned<&str>) -> Result<(), Refusal> {
    let Some(at) = line.value.find(is_part_of_emoji) else { return Ok(()) };
    let before = line.value[..at].trim_end_matches('\u{fe0f}');
    let start = match before.chars().next_back() {
        Some(base) if !is_separator(base) => before.len() - base.len_utf8(),
        _ => at,
    };
    let is_joined = |at: usize| line.value[..at].ends_with('\u{200d}');
    let length = line.value[start..]
        .char_indices()
        .skip(1)
        .find(|&(place, c)| !is_part_of_emoji(c) && c != '\u{fe0f}' && !is_joined(start + place));
    let end = length.map_or(line.value.len(), |(length, _)| start + length);
    let found = format!("{}, an emoji of several characters", quote(&line.value[start..end]));
    let expected = "an emoji of one character such as 🟥, or a letter, in each cell";
    Err(Refusal::new(found, expected)
        .with_span(source, line.span.start + start..line.span.start + end))
}

/// Returns a row without the white space and quotes around it, and without a final comma or
/// semicolon.
pub fn trim_row<'a>(line: &Spanned<&'a str>) -> Spanned<&'a str> {
    let line = line.trimmed();
    let text = line.value.strip_suffix([',', ';']).unwrap_or(line.value).trim_end();
    let inside = unquoted(text);
    let start = line.span.start + (text.len() - inside.len()) / 2;
    Spanned { value: inside, span: start..start + inside.len() }
}

/// Removes the quotes around a text. Returns the text unchanged if there are more quotes of the
/// same kind between them. Also returns it unchanged if white space is directly after the first
/// quote or directly before the last one.
fn unquoted(text: &str) -> &str {
    let between = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    match ['"', '\'', '`'].into_iter().find_map(|quote| Some((quote, between(quote)?))) {
        Some((quote, inside)) if !inside.contains(quote) && inside.trim() == inside => inside,
        _ => text,
    }
}

/// Returns the fields of a separated row, without the quotes around them. A blank line has no
/// fields. Refuses box drawing and empty fields, including an empty field before the first cell or
/// after the last one.
fn fields(source: &Source, line: &Spanned<&str>) -> Result<Vec<Spanned<String>>, Refusal> {
    let row = trim_row(line);
    if let Some(at) = row.value.find(is_box_drawing) {
        return Err(picture_refusal(source, row.span.start + at));
    }
    let pieces = cut(&row, is_separator);
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
        let text = line.value.trim();
        return if text.is_empty() {
            Ok(Vec::new())
        } else {
            Err(empty_field_refusal(source, line.span.end - text.len()..line.span.end))
        };
    };
    let gaps = pieces.windows(2).map(|pair| pair[0].span.end..pair[1].span.start);
    let text = |gap: &Range<usize>| &source.text()[gap.clone()];
    let by_tabs = gaps.clone().any(|gap| text(&gap).contains('\t'));
    let around = [line.span.start..first.span.start, last.span.end..line.span.end];
    let doubled = gaps.clone().find(|gap| text(gap).matches([',', ';', '\t']).count() > 1);
    let empty = doubled.or_else(|| {
        around.into_iter().find(|gap| {
            text(gap).contains(|c| c == '\t' && by_tabs)
                || text(&(gap.start..gap.end.min(row.span.end))).contains([',', ';'])
        })
    });
    match empty {
        Some(gap) => Err(empty_field_refusal(source, gap)),
        None => Ok(pieces.into_iter().map(unquote_piece).collect()),
    }
}

/// Returns the refusal of a picture in box drawing, at one of its characters.
pub(super) fn picture_refusal(source: &Source, at: usize) -> Refusal {
    let length = source.text()[at..].chars().next().map_or(0, char::len_utf8);
    let expected = "plain rows, as quarrel writes them into a file or a pipe";
    Refusal::new("the row is a picture in box drawing", expected).with_span(source, at..at + length)
}

fn empty_field_refusal(source: &Source, span: Range<usize>) -> Refusal {
    Refusal::new("a field is empty", "a symbol for each cell").with_span(source, span)
}

/// Returns a piece without its quotes, with the span of the text between them. A piece that has
/// nothing between its quotes is returned unchanged.
fn unquote_piece(piece: Spanned<String>) -> Spanned<String> {
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

/// Returns the cells of a separated row. A field is a word, or symbols with signs between them;
/// each sign becomes a cell. Refuses a field in which two symbols are next to each other. Also
/// refuses a gap of blanks that is wider than others, but not in a row with a word as a field.
fn single_cells(
    source: &Source,
    fields: &[Spanned<String>],
    writing: &Notation,
) -> Result<Vec<Spanned<String>>, Refusal> {
    let joints = writing.joints;
    let is_word = |field: &Spanned<String>| writing.is_word(&field.value);
    let mut row = Vec::new();
    for field in fields {
        if is_word(field) {
            row.push(field.clone());
            continue;
        }
        let cells = cut_cells(&field.value, field.span.start);
        if cells
            .split(|cell| cell.value.chars().all(|glyph| joints.contains(glyph)))
            .any(|piece| piece.len() > 1)
        {
            if let Some(word) = writing.suggest(&field.value) {
                let found = format!("unknown word {}", quote(&field.value));
                let expected = format!("{}, or one symbol in each cell", quote(word));
                return Err(Refusal::new(found, expected).with_span(source, field.span.clone()));
            }
            let found = format!("{} is more than one symbol", quote(&field.value));
            let expected = "one symbol between separators; or no separators between cells, and \
                            nothing after each row";
            return Err(Refusal::new(found, expected).with_span(source, field.span.clone()));
        }
        row.extend(cells);
    }
    let gaps = fields.windows(2).map(|pair| pair[0].span.end..pair[1].span.start);
    let blanks = |gap: &Range<usize>| source.text()[gap.clone()].trim().is_empty();
    let narrowest = gaps.clone().filter(blanks).map(|gap| gap.len()).min();
    match gaps.clone().filter(blanks).find(|gap| Some(gap.len()) > narrowest) {
        None => Ok(row),
        // Words of different lengths are often aligned in columns, so gaps can differ.
        Some(_) if fields.iter().any(is_word) => Ok(row),
        Some(gap) => {
            let expected =
                "the same number of blanks between all cells, and a symbol for each cell";
            Err(Refusal::new("one gap is wider than the others", expected).with_span(source, gap))
        }
    }
}

/// The way in which a row separates its cells.
#[derive(Clone, Copy, PartialEq)]
enum CellForm {
    /// One character for each cell.
    Packed,
    /// White space, a comma or a semicolon between any two cells.
    Separated,
}

impl CellForm {
    fn name(self) -> &'static str {
        match self {
            CellForm::Packed => "no separators between its cells, but other rows have them",
            CellForm::Separated => "separators between its cells, but other rows have none",
        }
    }
}

/// Returns whether a line is a comment or directive. A line that consists only of symbols of the
/// board and separators is a row, even if it begins with `#`.
fn is_comment(line: &str, writing: &Notation) -> bool {
    let line = line.trim();
    has_comment_mark(line)
        && !glyph_indices(line)
            .all(|(_, glyph)| writing.symbols.contains(glyph) || is_separator(glyph))
}

#[cfg(test)]
pub(crate) mod accidents {
    use proptest::prelude::*;

    use super::super::{Refusal, Source, Spanned, Table};

    /// Generates arbitrary texts, and texts from `good` with overwritten bytes and the end cut off.
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

    pub fn check<'a>(source: &Source, cells: impl IntoIterator<Item = &'a Spanned<String>>) {
        for cell in cells {
            let text = source.text().get(cell.span.clone());
            assert!(text.is_some(), "{:?} in {:?}", cell.span, source.text());
        }
    }

    pub fn check_table(source: &Source, table: &Table) {
        check(source, table.cells());
        for directive in &table.directives {
            check(source, [&directive.name]);
            check(source, &directive.arguments);
        }
    }

    /// Checks that a refusal is one line and points into its text.
    pub fn check_refusal(refusal: &Refusal) {
        let (source, span) = refusal.place.as_ref().expect("readers name the place");
        assert!(source.text().get(span.clone()).is_some(), "{refusal} {span:?}");
        assert!(!refusal.found.is_empty() && !refusal.expected.is_empty(), "{refusal}");
        assert!(!refusal.to_string().contains(['\n', '\r']), "{refusal}");
    }
}

#[cfg(test)]
mod tests;
