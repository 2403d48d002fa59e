//! Files of pzpr, the program that puzz.link runs.
//!
//! The first lines are `pzprv3`, the puzzle, and the numbers of rows, columns, stars and regions.
//! Then each row has a line of region numbers, and after these lines each row has a line of answer
//! cells. In an address, slashes separate the lines. A blank follows each cell. There are walls
//! between cells with different numbers. So equal numbers that do not touch are two regions, and
//! pzpr counts them as two. An answer cell is `#` for a star, `+` for a mark that there is no star,
//! or `.` if it is open.

use super::walls::Walls;
use super::{
    LinkFormat, RegionBoard, content_lines, only_line, part, read_number, read_stars, size, split,
    split_words,
};
use crate::board::{Grid, Size};
use crate::source::{Refusal, Source, Spanned, format_count, quote};

/// The format of pzpr's files.
pub static LINK: LinkFormat =
    LinkFormat { name: "pzprv3", recognises, is_sure: |source| read(source).is_ok() };

/// The first line of a file.
const HEAD: &str = "pzprv3";
/// The name of the puzzle, on the second line.
const KIND: &str = "starbattle";

/// The number of lines before the regions.
const BEFORE: usize = 6;

fn recognises(source: &Source) -> bool {
    content_lines(source)
        .next()
        .is_some_and(|first| after_question_mark(&first).value.starts_with(HEAD))
}

/// Returns the part of a line after its last question mark. If the line has no question mark,
/// returns the whole line.
pub(super) fn after_question_mark<'a>(line: &Spanned<&'a str>) -> Spanned<&'a str> {
    let start = line.value.rfind('?').map_or(0, |mark| mark + 1);
    part(line, start..line.value.len())
}

/// Returns whether a line that begins with `#` is a row of answer cells. Otherwise, the line is a
/// comment.
pub(super) fn is_answer_row(line: &str) -> bool {
    let mut cells = line.split_whitespace();
    cells.clone().count() > 1 && cells.all(|cell| matches!(cell, "#" | "+" | "."))
}

/// Reads a file of several lines, or a single line with slashes. Regions with equal numbers that do
/// not touch are different regions. The answer cells become the player's entries.
///
/// # Errors
///
/// If a line or a cell is wrong, or lines are missing or too many. If the size is out of the
/// limits, or the number of stars is 0. If the number of regions in the first lines is not the
/// number of regions in the rows. In the rows, equal numbers that do not touch count as two
/// regions.
pub fn read(source: &Source) -> Result<RegionBoard, Refusal> {
    let lines = all_lines(source);
    let end = source.end();
    let missing = Spanned { value: "", span: end.clone() };
    let line = |index: usize| lines.get(index).unwrap_or(&missing);
    for (index, word) in [(0, HEAD), (1, KIND)] {
        if line(index).value != word {
            let found = match index {
                0 => format!("the version {}", quote(line(0).value)),
                _ => format!("a puzzle of the kind {}", quote(line(1).value)),
            };
            let expected = format!("`{word}`");
            return Err(Refusal::new(found, expected).with_span(source, line(index).span.clone()));
        }
    }
    let rows = read_number(source, line(2), "the number of rows")?;
    let columns = read_number(source, line(3), "the number of columns")?;
    let sides = rows.span.start..columns.span.end;
    let size = size(source, rows.value, columns.value, sides.clone())?;
    let stars = read_stars(source, line(4))?;
    let stated = read_number(source, line(5), "the number of regions")?;
    let wanted = BEFORE + 2 * size.rows();
    if lines.len() < wanted {
        let found =
            format!("{} after the head", format_count(lines.len().saturating_sub(BEFORE), "row"));
        let expected = format!(
            "{} rows: first those of the regions, then those of the answer",
            2 * size.rows()
        );
        return Err(Refusal::new(found, expected).with_span(source, end));
    }
    if let Some(more) = lines.get(wanted) {
        let found = format!("{} after the board", quote(more.value));
        return Err(Refusal::new(found, "nothing").with_span(source, more.span.clone()));
    }
    let numbers = read_rows(source, size, &lines[BEFORE..], |word| {
        read_number(source, word, "the number of a region").map(|number| number.value)
    })?;
    let put =
        read_rows(source, size, &lines[BEFORE + size.rows()..], |word| read_entry(source, word))?;
    let divided = RegionBoard::from_walls(&Walls::between(&numbers), Some(stars), sides);
    let regions = count_regions(divided.regions.iter().filter_map(|(_, &region)| region));
    if stated.value != regions {
        let found = format_count(stated.value, "region");
        let expected = format!("{regions}, as many as the rows of region numbers have");
        return Err(Refusal::new(found, expected).with_span(source, stated.span));
    }
    Ok(RegionBoard { put: Some(put), ..divided })
}

/// Returns the lines, without blank lines at the end. If the file is a single line with slashes,
/// the slashes separate the lines. In this case, the beginning up to the last question mark (an
/// address) is left out.
fn all_lines(source: &Source) -> Vec<Spanned<&str>> {
    let mut all: Vec<Spanned<&str>> =
        match only_line(source).filter(|line| line.value.contains('/')) {
            Some(line) => {
                split(&after_question_mark(&line), '/').iter().map(Spanned::trimmed).collect()
            }
            None => content_lines(source).collect(),
        };
    while all.last().is_some_and(|last| last.value.is_empty()) {
        all.pop();
    }
    all
}

/// Reads the first lines as the rows of a board. There must be at least as many lines as rows.
/// `read` reads a cell, and its refusals are returned. Also refuses a row with more or fewer cells
/// than the board has columns.
fn read_rows<T: Copy>(
    source: &Source,
    size: Size,
    lines: &[Spanned<&str>],
    read: impl Fn(&Spanned<&str>) -> Result<T, Refusal>,
) -> Result<Grid<T>, Refusal> {
    let mut rows: Vec<Vec<T>> = Vec::new();
    for line in &lines[..size.rows()] {
        let words = split_words(line);
        if words.len() != size.columns() {
            let found = format!("row {} has {}", rows.len() + 1, format_count(words.len(), "cell"));
            let span = match words.get(size.columns()) {
                Some(extra) => extra.span.start..line.span.end,
                None => line.span.end..line.span.end,
            };
            return Err(Refusal::new(found, size.columns().to_string()).with_span(source, span));
        }
        rows.push(words.iter().map(&read).collect::<Result<_, _>>()?);
    }
    Ok(Grid::from_fn(size, |at| rows[at.row][at.column]))
}

/// Reads an answer cell. Returns true for a star (`#`), false for a mark that there is no star
/// (`+`), and `None` for an open cell (`.`). Refuses any other word.
fn read_entry(source: &Source, word: &Spanned<&str>) -> Result<Option<bool>, Refusal> {
    match word.value {
        "#" => Ok(Some(true)),
        "+" => Ok(Some(false)),
        "." => Ok(None),
        other => {
            let found = format!("unknown symbol {}", quote(other));
            Err(Refusal::new(found, "`#`, `+` or `.`").with_span(source, word.span.clone()))
        }
    }
}

/// Writes a board in one line. Each region must be connected. The regions must be numbered from 0
/// without gaps, and no two regions may have the same number. `put` has the answer cells: true for
/// a star, and false for a mark that there is no star. `put` must have the size of the board.
pub fn write(regions: &Grid<usize>, stars: usize, put: &Grid<Option<bool>>) -> String {
    let [rows, columns] = regions.size().sides();
    let number = count_regions(regions.iter().map(|(_, &region)| region));
    let head = format!("{HEAD}/{KIND}/{rows}/{columns}/{stars}/{number}/");
    let put = Grid::from_fn(put.size(), |at| match put[at] {
        Some(true) => '#',
        Some(false) => '+',
        None => '.',
    });
    head + &format_rows(regions) + &format_rows(&put)
}

/// Returns the number of regions. It is one more than the largest number of a region, since regions
/// are numbered from 0.
fn count_regions(regions: impl Iterator<Item = usize>) -> usize {
    1 + regions.max().unwrap_or(0)
}

/// Returns the text of the cells, with a blank after each cell and a slash after each row.
fn format_rows<T: std::fmt::Display>(cells: &Grid<T>) -> String {
    let last = cells.size().columns() - 1;
    let cell = |(at, cell): (crate::board::Cell, &T)| {
        format!("{cell} {}", if at.column == last { "/" } else { "" })
    };
    cells.iter().map(cell).collect()
}
