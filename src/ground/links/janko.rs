//! Puzzles of janko.at, as they are written in the source of a page.
//!
//! First come lines about the page, and then sections: `[areas]` or `[problem]`, `[labels]`,
//! `[solution]`, `[moves]`, `[end]`. Blanks separate cells. In the puzzle Sternenschlacht, a cell
//! has the number of its region, or `@` or `-` if it belongs to no region. In Tohu-Wa-Vohu, a cell
//! has `1` or `x` for white, `2` or `o` for black, or `-` if it is open. Equal lines (rows or
//! columns) are allowed in this puzzle. From the solution, only the number of stars in each row is
//! read.

use super::{
    Colour, ColouredBoard, LinkFormat, RegionBoard, content_lines, read_number, size, split_words,
};
use crate::board::{Grid, Size};
use crate::source::{Refusal, Source, Spanned, format_count, quote};

/// The format of janko.at's puzzles.
pub static LINK: LinkFormat = LinkFormat { name: "janko", recognises, is_sure: |_| false };

/// The names of the sections. A line in brackets is a heading only if it has one of these names.
const SECTIONS: [&str; 6] = ["areas", "problem", "labels", "solution", "moves", "end"];

/// A section with the words of its lines.
struct Section<'a> {
    /// The name, with the position of the heading.
    name: Spanned<&'a str>,
    /// The words of each line between this heading and the next one.
    rows: Vec<Vec<Spanned<&'a str>>>,
}

/// Returns whether the text has a heading of the regions (`[areas]`) or of the problem
/// (`[problem]`).
fn recognises(source: &Source) -> bool {
    content_lines(source).any(|line| matches!(heading(line.value), Some("areas" | "problem")))
}

/// Returns the name of the section whose heading is this line. Returns `None` if the line is no
/// heading of a section.
fn heading(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']').filter(|name| SECTIONS.contains(name))
}

/// Reads a board of regions from the section `[areas]`, or from `[problem]` if there is no
/// `[areas]`. A cell `@` or `-` belongs to no region. The number of stars of the board is that in
/// each row of the section `[solution]`. It is unknown if there is no solution or the solution has
/// no rows.
///
/// # Errors
///
/// If the section is missing, its size is out of the limits, or a row or word is wrong. If
/// `[labels]` or the other section has clues. If a section occurs twice, or text follows `[end]`.
/// If the solution has another size, its rows have different numbers of stars, or a row has no
/// star.
pub fn read_regions(source: &Source) -> Result<RegionBoard, Refusal> {
    let sections = read_sections(source)?;
    let areas = sections.iter().find(|section| section.name.value == "areas");
    let areas = areas.map_or_else(|| find_section(source, &sections, "problem"), Ok)?;
    for section in
        sections.iter().filter(|section| ["labels", "problem"].contains(&section.name.value))
    {
        if section.name.span != areas.name.span {
            refuse_content(source, section)?;
        }
    }
    let size = shape(source, areas)?;
    let mut numbers = Grid::from_fn(size, |_| None);
    for at in size.cells() {
        let word = &areas.rows[at.row][at.column];
        if !matches!(word.value, "@" | "-") {
            let expected = "the number of a region, or `@` for none";
            numbers[at] = Some(read_number(source, word, expected)?.value);
        }
    }
    let mut solution = sections.iter().filter(|section| section.name.value == "solution");
    let filled = solution.next().filter(|solution| !solution.rows.is_empty());
    let stars = filled.map(|solution| count_stars(source, solution, size)).transpose()?;
    Ok(RegionBoard::from_numbers(&numbers, stars, areas.name.span.clone()))
}

/// Reads a board of two colours from the section `[problem]`: `1` or `x` is white, `2` or `o` is
/// black, and `-` is open. The returned board says that equal lines are allowed, as they are in
/// Tohu-Wa-Vohu. Ignores a solution.
///
/// # Errors
///
/// If the section is missing, its size is out of the limits, or a row or word is wrong. If
/// `[labels]` or `[areas]` has clues. If a section occurs twice, or text follows `[end]`.
pub fn read_colours(source: &Source) -> Result<ColouredBoard, Refusal> {
    let sections = read_sections(source)?;
    let problem = find_section(source, &sections, "problem")?;
    sections
        .iter()
        .filter(|section| ["labels", "areas"].contains(&section.name.value))
        .try_for_each(|section| refuse_content(source, section))?;
    let size = shape(source, problem)?;
    let mut cells = Grid::from_fn(size, |_| None);
    for at in size.cells() {
        let word = &problem.rows[at.row][at.column];
        cells[at] = match word.value {
            "-" => None,
            "1" | "x" => Some(Colour::White),
            "2" | "o" => Some(Colour::Black),
            other => {
                let found = format!("unknown symbol {}", quote(other));
                let expected = "`-`, `1`, `2`, `x` or `o`";
                return Err(Refusal::new(found, expected).with_span(source, word.span.clone()));
            }
        };
    }
    let is_distinct = Spanned { value: false, span: problem.name.span.clone() };
    Ok(ColouredBoard { cells, is_distinct: Some(is_distinct), put: None, level: None })
}

/// Returns the sections in the order of the text. Ignores lines above the first section. Refuses a
/// second section of the same name, and text below `[end]`.
fn read_sections(source: &Source) -> Result<Vec<Section<'_>>, Refusal> {
    let mut sections: Vec<Section> = Vec::new();
    for line in content_lines(source) {
        match (heading(line.value), sections.last_mut()) {
            (Some(name), _) => {
                if sections.iter().any(|section| section.name.value == name) {
                    let found = format!("a second section `[{name}]`");
                    return Err(
                        Refusal::new(found, "each section once").with_span(source, line.span)
                    );
                }
                let name = Spanned { value: name, span: line.span };
                sections.push(Section { name, rows: Vec::new() });
            }
            (None, Some(section)) if section.name.value == "end" => {
                let found = "text after the section `[end]`";
                return Err(Refusal::new(found, "nothing").with_span(source, line.span));
            }
            (None, Some(section)) => section.rows.push(split_words(&line)),
            (None, None) => {}
        }
    }
    Ok(sections)
}

/// Returns the section with this name. Refuses a text without such a section.
fn find_section<'a, 'b>(
    source: &Source,
    sections: &'a [Section<'b>],
    name: &str,
) -> Result<&'a Section<'b>, Refusal> {
    sections.iter().find(|section| section.name.value == name).ok_or_else(|| {
        let found = format!("no section `[{name}]`");
        Refusal::new(found, format!("`[{name}]`, and rows below it"))
            .with_span(source, source.end())
    })
}

/// Refuses a section of clues if a cell in it is not open, since this program does not read clues.
fn refuse_content(source: &Source, section: &Section) -> Result<(), Refusal> {
    match section.rows.iter().flatten().find(|word| word.value != "-") {
        None => Ok(()),
        Some(word) => {
            let found = format!("{} in the section `[{}]`", quote(word.value), section.name.value);
            Err(Refusal::new(found, "`-` in each cell, since quarrel does not read this section")
                .with_span(source, word.span.clone()))
        }
    }
}

/// Returns the size of a section. Refuses a section without rows, a row with another length than
/// the first row, and a size out of the limits.
fn shape(source: &Source, section: &Section) -> Result<Size, Refusal> {
    let Some(first) = section.rows.first() else {
        let found = format!("no rows in the section `[{}]`", section.name.value);
        return Err(Refusal::new(found, "rows").with_span(source, section.name.span.clone()));
    };
    let size = size(source, section.rows.len(), first.len(), section.name.span.clone())?;
    let rows = &section.rows;
    rows.iter().enumerate().try_for_each(|(index, row)| check_length(source, index, row, size))?;
    Ok(size)
}

/// Checks that a row has one cell for each column. Otherwise refuses it. `index` is the index of
/// the row, from 0. The refusal points at the surplus cells. If cells are missing, it points at the
/// end of the row.
fn check_length(
    source: &Source,
    index: usize,
    row: &[Spanned<&str>],
    size: Size,
) -> Result<(), Refusal> {
    if row.len() == size.columns() {
        return Ok(());
    }
    let found = format!("row {} has {}", index + 1, format_count(row.len(), "cell"));
    let end = row.last().map_or_else(|| source.end(), |last| last.span.clone());
    let start = row.get(size.columns()).map_or(end.end, |extra| extra.span.start);
    Err(Refusal::new(found, size.columns().to_string()).with_span(source, start..end.end))
}

/// Returns the number of stars in each row of a solution. Each word of the solution is a star, but
/// `-` is none. Refuses a solution without rows or of another size, rows with different numbers of
/// stars, and rows without a star.
fn count_stars(source: &Source, solution: &Section, size: Size) -> Result<Spanned<usize>, Refusal> {
    let rows = shape(source, solution)?;
    let span = solution.name.span.clone();
    if rows != size {
        let found = format!("a solution of {rows}");
        return Err(Refusal::new(found, size.to_string()).with_span(source, span));
    }
    let count = |row: &[Spanned<&str>]| row.iter().filter(|word| word.value != "-").count();
    let stars = count(&solution.rows[0]);
    match solution.rows.iter().enumerate().find(|(_, row)| count(row) != stars || stars == 0) {
        None => Ok(Spanned { value: stars, span }),
        Some((index, row)) => {
            let found = format!(
                "row {} of the solution has {}",
                index + 1,
                format_count(count(row), "star")
            );
            let expected = format!("{}, as in row 1", stars.max(1));
            let span = row[0].span.start..row[size.columns() - 1].span.end;
            Err(Refusal::new(found, expected).with_span(source, span))
        }
    }
}
