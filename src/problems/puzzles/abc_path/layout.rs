//! Layouts of ABC Path: boards with their clues around them.

use super::{
    AbcPath, OPEN_SIGNS, SYMBOLS, TITLE, TITLE_OF_LAYOUT, board_without_clues, capitals,
    parse_cells,
};
use crate::board::{Cell, Grid, Size, cell};
use crate::puzzle::Filling;
use crate::source::{Refusal, Source, Spanned, Table, format_count, pieces, quote};

/// Returns whether a table is a board with clues around it. The table must have 7 rows. If each row
/// has 7 cells, one of two conditions must hold. Either an inner cell is blank, or an inner cell is
/// open and no place of the ring around the inner cells is open. If some row has another length, at
/// least one cell between the first and the last row must be blank. The parser later refuses rows
/// of other lengths, missing clues, and signs in the ring that are no letters.
pub(super) fn is_layout(table: &Table) -> bool {
    if table.rows.len() != 7 || table.rows.iter().any(|row| row.len() != 7) {
        return table.rows.len() == 7 && table.rows[1..6].iter().flatten().any(is_blank);
    }
    let size = Size::new(5, 5).expect("a small board");
    let (mut ring, mut inner) = (Vec::new(), Vec::new());
    for (row, cells) in table.rows.iter().enumerate() {
        for (column, symbol) in cells.iter().enumerate() {
            let is_clue = line_of_ring(cell(row, column), size).is_some();
            if is_clue { ring.push(symbol) } else { inner.push(symbol) }
        }
    }
    inner.iter().any(|cell| is_blank(cell))
        || (!ring.iter().any(|cell| is_open(cell)) && inner.iter().any(|cell| is_open(cell)))
}

fn is_blank(cell: &Spanned<String>) -> bool {
    cell.value.trim().is_empty()
}

fn is_open(cell: &Spanned<String>) -> bool {
    is_blank(cell) || cell.value == "-1" || OPEN_SIGNS.contains(&cell.value)
}

/// Returns whether a text is a layout: it has a title and at least one other line, or it has seven
/// lines of seven characters. Skips blank lines and comments, and trims each line before it counts
/// the characters. A text without a title must also meet one of two conditions:
/// - The 24 outer characters are the letters B to Y, each once, in any order, in upper or lower
///   case.
/// - The first and the last line have no blank, and some inner line has two adjacent blanks.
pub(super) fn is_layout_text(source: &Source) -> bool {
    let lines: Vec<&str> = source
        .lines()
        .map(|line| line.value.trim())
        .filter(|line| !line.is_empty() && !pieces::has_comment_mark(line))
        .collect();
    let [first, inner @ .., last] = lines.as_slice() else { return false };
    if is_title(first) {
        return true;
    }
    if inner.len() != 5 || lines.iter().any(|line| line.chars().count() != 7) {
        return false;
    }
    let ring: String = first
        .chars()
        .chain(last.chars())
        .chain(
            inner
                .iter()
                .flat_map(|line| line.chars().next().into_iter().chain(line.chars().last())),
        )
        .collect();
    let mut letters: Vec<char> = ring.to_uppercase().chars().collect();
    letters.sort_unstable();
    letters.into_iter().eq('B'..='Y')
        || ([first, last].iter().all(|line| !line.contains(' '))
            && inner.iter().any(|line| line.contains("  ")))
}

pub(super) fn is_title(line: &str) -> bool {
    line.trim().to_lowercase().starts_with(TITLE)
}

/// Splits a layout into 7 × 7 cells, and skips its title and blank lines. Only the first line that
/// is not blank may be a title. The caller must have removed comments. Each line of the layout
/// begins with a clue, so blanks before the clue are indentation. At the end of a line, blanks may
/// be missing or superfluous. Refuses a layout that has more or fewer than 7 lines, and a line that
/// is longer than 7 characters.
pub(super) fn read_layout(source: &Source) -> Result<Table, Refusal> {
    let mut lines = source.lines().filter(|line| !line.value.trim().is_empty()).peekable();
    lines.next_if(|line| is_title(line.value));
    let mut table = Table::default();
    for line in lines {
        let text = line.value.trim_start();
        let indented = line.span.end - text.len();
        let mut row: Vec<Spanned<String>> = text
            .char_indices()
            .map(|(at, symbol)| {
                let start = indented + at;
                Spanned { value: symbol.to_string(), span: start..start + symbol.len_utf8() }
            })
            .collect();
        if row.len() > 7 && row[7..].iter().all(is_blank) {
            row.truncate(7);
        }
        while row.len() < 7 {
            row.push(Spanned { value: " ".to_owned(), span: line.span.end..line.span.end });
        }
        if let (Some(extra), Some(last)) = (row.get(7), row.last()) {
            let found = format!("the line has {} characters", row.len());
            let span = extra.span.start..last.span.end;
            let expected = "7 characters: a clue, 5 cells, a clue";
            return Err(Refusal::new(found, expected).with_span(source, span));
        }
        table.rows.push(row);
    }
    if table.rows.len() != 7 {
        let found = format!("a layout of {}", format_count(table.rows.len(), "line"));
        return Err(Refusal::new(found, "7 lines of 7 characters").with_span(source, source.end()));
    }
    Ok(table)
}

/// Reads a table of 7 × 7 cells: a ring of 24 clues around 5 × 5 cells. Small letters mean their
/// capitals. Refuses a table of another size, an inner cell that is neither open nor one of A to Y,
/// a missing clue, a second clue for a letter, and a clue that is not one of B to Y. Does not check
/// that the letters of inner cells differ.
pub(super) fn parse_layout(source: &Source, table: &Table) -> Result<AbcPath, Refusal> {
    let layout = capitals(&parse_cells(source, table)?);
    let seven = layout.size();
    if (seven.rows(), seven.columns()) != (7, 7) {
        let found = format!("a layout of {seven}");
        return Err(Refusal::new(found, "7 lines of 7 characters").with_span(source, 0..0));
    }
    let size = Size::new(5, 5).expect("a small board");
    let inner = Grid::from_fn(size, |at| layout[cell(at.row + 1, at.column + 1)]);
    let mut puzzle = board_without_clues(inner, Some(source))?;
    for (at, letter) in layout.iter() {
        let Some(line) = line_of_ring(at, size) else { continue };
        let span = table.rows[at.row][at.column].span.clone();
        let Some(letter) = letter else {
            let expected = "a letter in each place around the board; or, if the board has no \
                            clues, `?` in each open cell";
            return Err(Refusal::new("a clue is missing here", expected).with_span(source, span));
        };
        let known = SYMBOLS.find(*letter).filter(|&k| (1..size.area()).contains(&k));
        let Some(k) = known.filter(|&k| puzzle.allowed[k].is_none()) else {
            let found = match known {
                Some(_) => format!("a second clue for {}", quote(&letter.to_string())),
                None => format!("{} as a clue", quote(&letter.to_string())),
            };
            return Err(Refusal::new(found, "each letter from B to Y once").with_span(source, span));
        };
        puzzle.allowed[k] = Some(line);
        puzzle.ring.push((at, *letter));
    }
    Ok(puzzle)
}

/// Returns the line (row, column or main diagonal) to which a clue in this place of the ring
/// points. A clue in a corner points to a diagonal. On a board with side m, `at` counts rows and
/// columns from 0 to m+1, including the ring. The cells of the line are counted from 0 to m−1,
/// without the ring. Returns `None` for a place inside the ring. The board must be square, and the
/// place must not be outside the ring.
pub(super) fn line_of_ring(at: Cell, size: Size) -> Option<Vec<Cell>> {
    let m = size.rows();
    debug_assert!(size.columns() == m && at.row.max(at.column) <= m + 1, "a place of the ring");
    match [at.row, at.column].map(|place| place == 0 || place == m + 1).into() {
        (true, true) if at.row == at.column => Some((0..m).map(|i| cell(i, i)).collect()),
        (true, true) => Some((0..m).map(|i| cell(i, m - 1 - i)).collect()),
        (true, false) => Some((0..m).map(|row| cell(row, at.column - 1)).collect()),
        (false, true) => Some((0..m).map(|column| cell(at.row - 1, column)).collect()),
        (false, false) => None,
    }
}

/// Assigns a place of the ring to each clue, in the order of the letters. The place is the first
/// free one, row by row, that points to the cells of the clue. The allowed cells of each letter
/// must be sorted row by row, and the board must be square. Leaves out a clue in two cases: its
/// allowed cells are not exactly those of a line, or no place is free for this line.
pub(super) fn ring_of(allowed: &[Option<Vec<Cell>>], size: Size) -> Vec<(Cell, char)> {
    let around = Size::new(size.rows() + 2, size.columns() + 2).expect("a small board");
    let mut ring: Vec<(Cell, char)> = Vec::new();
    for (cells, letter) in allowed.iter().zip(SYMBOLS.chars()) {
        let place = around.cells().find(|at| {
            line_of_ring(*at, size).is_some_and(|mut line| {
                line.sort();
                Some(&line) == cells.as_ref() && ring.iter().all(|(cell, _)| cell != at)
            })
        });
        ring.extend(place.map(|place| (place, letter)));
    }
    ring
}

impl AbcPath {
    /// Writes the board with its clues around it, below a title. Open cells are blanks. Refuses a
    /// board that is not 5 × 5. Also refuses a board if some letter from B to Y has no place in the
    /// ring. This letter has no clue, or its clue does not allow exactly the cells of a line, or
    /// all places of this line are taken.
    pub(super) fn to_layout(&self) -> Result<String, Refusal> {
        let size = self.givens.size();
        let side = size.rows() + 2;
        if size.rows() != 5 || self.ring.len() != size.area() - 1 {
            let found = "layout cannot hold a board that lacks clues";
            return Err(Refusal::new(found, "a board of 5x5 with 24 clues"));
        }
        let around = Size::new(side, side).expect("a small board");
        let mut layout = Filling::from_fn(around, |_| ' ');
        for (at, given) in self.givens.iter() {
            layout[cell(at.row + 1, at.column + 1)] = given.unwrap_or(' ');
        }
        for &(at, letter) in &self.ring {
            layout[at] = letter;
        }
        Ok(format!("{TITLE_OF_LAYOUT}\n{}", layout.to_rows().join("\n")))
    }
}
