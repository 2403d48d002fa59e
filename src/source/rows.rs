//! The two line formats: one character per cell, or one word per cell.
//!
//! A line is a row from top to bottom, a blank line is nothing. A line that begins with `#` is a
//! directive if its first word is one that the room knows (`# stars 2`), and a comment otherwise;
//! but where `#` is itself a symbol of the board, a line of nothing but symbols is a row. Any
//! other line is a row too, whatever is in it: the room refuses the foreign cell by its place.
//!
//! Two things are accepted beyond that, because boards are pasted from chats and editors. The
//! variation selectors U+FE0E and U+FE0F, which follow some emoji squares and change only their
//! look, are not cells. And where a space is a symbol, what editors cut off is put back: short
//! rows are padded with blank cells, and an empty line between two rows is a row of them.
//!
//! Nothing is refused here.

use std::ops::Range;

use super::{Directive, MOST_BYTES, Source, Spanned, Table};

/// Reads one cell per character. `symbols` are those of the board, `directives` the names that may
/// follow a `#`.
///
/// If a space is among the symbols, the cells that editors cut off come back with an empty span,
/// at the end of their line. If the board then had more than [`MOST_BYTES`] cells (a long line
/// above many empty ones), the rows stay as they are, for [`Table::size`] to refuse.
pub fn characters(source: &Source, symbols: &str, directives: &[&str]) -> Table {
    let spaces = symbols.contains(' ');
    let mut table = Table::default();
    let mut ends = Vec::new();
    for line in source.lines() {
        let text = if spaces { line.value } else { line.value.trim_end() };
        let row = cells(text, line.span.start);
        let only_symbols = glyphs(text).all(|(_, glyph)| symbols.contains(glyph));
        if !only_symbols && text.starts_with('#') {
            table.directives.extend(directive(&line, directives));
        } else if !row.is_empty() || (spaces && !table.rows.is_empty()) {
            table.rows.push(row);
            ends.push(line.span.end);
        }
    }
    if spaces {
        restore_blanks(&mut table.rows, &ends);
    }
    table
}

/// Reads one cell per word. Words are separated by white space, commas and semicolons;
/// `directives` are the names that may follow a `#`.
pub fn words(source: &Source, directives: &[&str]) -> Table {
    let mut table = Table::default();
    for line in source.lines() {
        if line.value.trim_start().starts_with('#') {
            table.directives.extend(directive(&line, directives));
        } else {
            table.rows.push(cut(&line, is_separator));
        }
    }
    table.rows.retain(|row| !row.is_empty());
    table
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

fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';')
}

fn spanned(value: impl Into<String>, span: Range<usize>) -> Spanned<String> {
    Spanned { value: value.into(), span }
}

/// The directive of a line that begins with `#`, or nothing if the line is a comment.
fn directive(line: &Spanned<&str>, names: &[&str]) -> Option<Directive> {
    let hash = line.value.find('#')? + 1;
    let behind =
        Spanned { value: &line.value[hash..], span: line.span.start + hash..line.span.end };
    let mut words = cut(&behind, is_separator).into_iter();
    let name = words.next().filter(|name| names.contains(&name.value.as_str()))?;
    Some(Directive { name, arguments: words.collect() })
}

/// Puts back the blanks that editors cut off from lines that end at `ends`.
fn restore_blanks(rows: &mut Vec<Vec<Spanned<String>>>, ends: &[usize]) {
    while rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if rows.len().saturating_mul(width) > MOST_BYTES {
        return;
    }
    for (row, &end) in rows.iter_mut().zip(ends) {
        row.resize(width, spanned(" ", end..end));
    }
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
        check(source, table.rows.iter().flatten());
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

    #[test]
    fn one_cell_per_character() {
        let board = source("# Tuesday\r\n\r\nAAB\r\nAB?  \r\n# stars 2\r\n");
        let table = characters(&board, "ABC", &["stars"]);
        assert_eq!(values(&table), ["A|A|B", "A|B|?"]);
        assert_eq!(spans(&table.rows[1]), [18..19, 19..20, 20..21]);
        assert_eq!(board.line_and_column(table.rows[1][2].span.start), (4, 3));
        let [stars] = table.directives.as_slice() else {
            panic!("one directive: {:?}", table.directives);
        };
        assert_eq!(stars.name, spanned("stars", 27..32));
        assert_eq!(stars.arguments, [spanned("2", 33..34)]);
    }

    #[test]
    fn a_hash_may_be_a_symbol() {
        let board = source("# given\n#..#\n....\n# mirror 1, 2\n##\n");
        let table = characters(&board, ".#", &["mirror"]);
        assert_eq!(values(&table), ["#|.|.|#", ".|.|.|.", "#|#"]);
        assert_eq!(table.directives.len(), 1);
        assert_eq!(table.directives[0].arguments[1].value, "2");
    }

    #[test]
    fn emoji_squares_without_their_variation_selectors() {
        let board = source("🟥⬛\u{fe0f}🟥\n\u{fe0f}\n⬜️🟥🟥\n");
        let table = characters(&board, "🟥⬛⬜", &[]);
        assert_eq!(values(&table), ["🟥|⬛|🟥", "⬜|🟥|🟥"]);
        assert_eq!(spans(&table.rows[0]), [0..4, 4..7, 10..14]);
        assert_eq!(board.line_and_column(10), (1, 4));
    }

    #[test]
    fn spaces_that_editors_cut_off_come_back() {
        let board = source("\n0 1\n# eq 0 0 0 1\n\n1\r\n  \n\n");
        let table = characters(&board, "01 ", &["eq"]);
        assert_eq!(values(&table), ["0| |1", " | | ", "1| | ", " | | "]);
        assert_eq!(spans(&table.rows[1]), [18..18, 18..18, 18..18]);
        assert_eq!(spans(&table.rows[2]), [19..20, 20..20, 20..20]);
        assert_eq!(table.directives.len(), 1);
    }

    #[test]
    fn a_text_of_nothing_has_no_rows() {
        for text in ["", "\n\n", "# only a comment", "#"] {
            assert!(characters(&source(text), "01 ", &[]).rows.is_empty(), "{text:?}");
            assert!(words(&source(text), &[]).rows.is_empty(), "{text:?}");
        }
    }

    #[test]
    fn a_long_line_above_many_empty_ones_stays_ragged() {
        let board = source(&format!("{}{}1", "1".repeat(1 << 16), "\n".repeat(1 << 16)));
        let table = characters(&board, "1 ", &[]);
        assert_eq!(table.rows.len(), 65_537);
        assert!(table.size(&board).is_err());
    }

    #[test]
    fn one_cell_per_word() {
        let board = source(" # stars 2\r\n1, 2;3\t-4\r\n\r\n,;\r\n  5 6 7\u{a0}x;\r\n# note");
        let table = words(&board, &["stars"]);
        assert_eq!(values(&table), ["1|2|3|-4", "5|6|7|x"]);
        assert_eq!(spans(&table.rows[0]), [12..13, 15..16, 17..18, 19..21]);
        assert_eq!(table.directives[0].arguments[0].value, "2");
        assert_eq!(table.directives.len(), 1);
    }

    const BOARDS: &[&str] =
        &["#.#\n...\n# eq 0 0 0 1\n", "🟥️⬛️\r\n🟥 1\r\n\r\n🟥\r\n", "1 2;3\n4,5,6"];

    proptest! {
        #[test]
        fn any_text_is_cut(board in accidents::texts(BOARDS)) {
            for symbols in [".#", "🟥⬛1 ", ""] {
                let table = characters(&board, symbols, &["eq"]);
                accidents::check_table(&board, &table);
                for cell in table.rows.iter().flatten().filter(|cell| !cell.span.is_empty()) {
                    prop_assert_eq!(&board.text()[cell.span.clone()], &cell.value);
                }
            }
            let table = words(&board, &["eq"]);
            accidents::check_table(&board, &table);
            for cell in table.rows.iter().flatten() {
                prop_assert_eq!(&board.text()[cell.span.clone()], &cell.value);
            }
        }
    }
}
