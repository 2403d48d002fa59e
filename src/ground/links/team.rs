//! Tasks of Puzzle Team's sites, as their pages contain them: `var task = '…';`.
//!
//! A task of Binairo has 0 for a white given cell, 1 for a black given cell, and a letter for a run
//! of open cells: from `a` for 1 open cell to `z` for 26. The task does not contain the size. So if
//! the size is not known from elsewhere, the board is a square. The puzzle forbids equal lines
//! (rows or columns).
//!
//! A task of Star Battle has the numbers of the cells' regions, between commas. The number of stars
//! is elsewhere on the page.

use super::{
    Colour, ColouredBoard, LinkFormat, RegionBoard, after_hash, character_span, line_count_refusal,
    only_line, part, read_number, split, square,
};
use crate::board::{Grid, MOST_CELLS, Size};
use crate::source::{Refusal, Source, Spanned, format_count, quote};

/// The format of Binairo's tasks.
pub static BINAIRO: LinkFormat =
    LinkFormat { name: "team-binairo", recognises: is_binairo, is_sure: is_square_task };

/// The format of Star Battle's tasks.
pub static STAR: LinkFormat =
    LinkFormat { name: "team-star", recognises: is_star_battle, is_sure: is_surely_star_battle };

/// The smallest number of characters of a task of Binairo. A shorter word is not recognised as a
/// task, since it could be a row of cells in another format.
const LEAST_TASK: usize = 5;

/// The smallest number of cells of a square board that is recognised as a task of Binairo: 16, as
/// on a 4x4 board.
const LEAST_CELLS: usize = 16;

/// Letters that are symbols of cells in other formats. In a task of Binairo, they have another
/// meaning.
const CELLS: &str = "bmswx";

/// Returns the only line of the text. Leaves out `var task =`, all semicolons at the end, and a
/// pair of equal quotes around the rest. Returns `None` if the text has several lines or none
/// (blank lines and comments do not count). Also returns `None` if the text is the end of an
/// address after `#`.
fn find_task(source: &Source) -> Option<Spanned<&str>> {
    if after_hash(source).is_some() {
        return None;
    }
    let line = only_line(source)?;
    let declared =
        line.value.strip_prefix("var ").and_then(|rest| rest.trim().strip_prefix("task"));
    let value = declared.and_then(|rest| rest.trim_start().strip_prefix('='));
    let start = value.map_or(0, |value| line.value.len() - value.len());
    let value = part(&line, start..line.value.len()).trimmed();
    let value = part(&value, 0..value.value.trim_end_matches(';').len()).trimmed();
    let quote = ['\'', '"'].into_iter().find(|&quote| {
        value.value.len() > 1 && value.value.starts_with(quote) && value.value.ends_with(quote)
    });
    Some(match quote {
        Some(_) => part(&value, 1..value.value.len() - 1),
        None => value,
    })
}

fn require_task(source: &Source) -> Result<Spanned<&str>, Refusal> {
    find_task(source).ok_or_else(|| {
        line_count_refusal(source, "a text that is not exactly one line", "only a task")
    })
}

/// Returns whether the task in a text (see `find_task`) is one of Binairo. Such a task is a word of
/// at least [`LEAST_TASK`] digits and letters, with at least one 0 or 1 and one small letter. In
/// addition, the cells must form a square, or at least one small letter must not be the symbol of a
/// cell in other formats ([`CELLS`]).
fn is_binairo(source: &Source) -> bool {
    let Some(task) = find_task(source).filter(|task| task.value.len() >= LEAST_TASK) else {
        return false;
    };
    let letters = || task.value.chars().filter(char::is_ascii_lowercase);
    let is_word = task.value.chars().all(|c| c.is_ascii_alphanumeric());
    let is_mixed = task.value.contains(['0', '1']) && letters().next().is_some();
    is_word && is_mixed && (letters().any(|c| !CELLS.contains(c)) || is_square(&task))
}

/// Returns whether the text is a task of Binairo whose cells form a square.
fn is_square_task(source: &Source) -> bool {
    is_binairo(source) && find_task(source).is_some_and(|task| is_square(&task))
}

/// Returns whether the cells of a task form a square of an allowed size. The smallest such square
/// is 4x4.
fn is_square(task: &Spanned<&str>) -> bool {
    let cells: Option<usize> = task.value.chars().map(length).sum();
    cells.is_some_and(|cells| {
        (LEAST_CELLS..=MOST_CELLS).contains(&cells) && cells.isqrt().pow(2) == cells
    })
}

/// Returns the number of cells that a character of a task represents. Returns `None` if the
/// character has no meaning.
fn length(character: char) -> Option<usize> {
    match character {
        '0' | '1' => Some(1),
        'a'..='z' => usize::try_from(u32::from(character) - u32::from('a') + 1).ok(),
        _ => None,
    }
}

/// Reads a task of Binairo, row by row: `0` is white, `1` is black, and a letter from `a` to `z`
/// means 1 to 26 open cells. `known` is the size of the board. If it is `None`, the board must be a
/// square. The returned board says that equal lines are forbidden.
///
/// # Errors
///
/// If the text is not one line, or a character is wrong. If the cells do not fill the board or are
/// too many.
pub fn read_binairo(source: &Source, known: Option<Size>) -> Result<ColouredBoard, Refusal> {
    let task = require_task(source)?;
    let mut cells = Vec::new();
    for (at, character) in task.value.char_indices() {
        let span = character_span(&task, at, character);
        let Some(length) = length(character) else {
            let found = format!("unknown symbol {}", quote(&character.to_string()));
            return Err(Refusal::new(found, "`0`, `1` or `a` to `z`").with_span(source, span));
        };
        let colour = match character {
            '0' => Some(Colour::White),
            '1' => Some(Colour::Black),
            _ => None,
        };
        cells.extend(std::iter::repeat_n(colour, length));
        if cells.len() > MOST_CELLS {
            let found = format!("more than {MOST_CELLS} cells");
            return Err(Refusal::new(found, "a smaller board").with_span(source, span));
        }
    }
    let end = task.span.end;
    let size = match known {
        Some(size) if size.area() == cells.len() => size,
        Some(size) => {
            let found = format_count(cells.len(), "cell");
            let expected = format!("{}, the number of cells for this --size", size.area());
            return Err(Refusal::new(found, expected).with_span(source, end..end));
        }
        None => square(source, cells.len(), end, "a square, or --size RxC")?,
    };
    let columns = size.columns();
    Ok(ColouredBoard {
        cells: Grid::from_fn(size, |at| cells[at.row * columns + at.column]),
        is_distinct: Some(Spanned { value: true, span: task.span }),
        put: None,
        level: None,
    })
}

/// Writes a task of Binairo, row by row, with `0` for white and `1` for black. A run of open cells
/// can continue in the next row. A run of more than 26 open cells has several letters.
pub fn write_binairo(cells: &Grid<Option<Colour>>) -> String {
    /// The longest run of open cells for which one letter is enough.
    const LONGEST: u8 = 26;
    let mut task = String::new();
    let mut run: u8 = 0;
    let end = |task: &mut String, run: &mut u8| {
        if *run > 0 {
            task.push(char::from(b'a' + *run - 1));
        }
        *run = 0;
    };
    for (_, cell) in cells.iter() {
        match cell {
            None if run == LONGEST => {
                end(&mut task, &mut run);
                run = 1;
            }
            None => run += 1,
            Some(colour) => {
                end(&mut task, &mut run);
                task.push(if *colour == Colour::White { '0' } else { '1' });
            }
        }
    }
    end(&mut task, &mut run);
    task
}

/// Returns whether the text looks like a task of Star Battle. Such a task is a list that begins
/// with a number.
fn is_star_battle(source: &Source) -> bool {
    let task = find_task(source).filter(|task| task.value.contains(','));
    task.is_some_and(|task| {
        let first = task.value.split(',').next().unwrap_or_default();
        !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Returns whether the text is a whole task of Star Battle.
fn is_surely_star_battle(source: &Source) -> bool {
    is_star_battle(source) && read_star_battle(source).is_ok()
}

/// Reads a task of Star Battle: numbers of regions, row by row, with commas between them. The task
/// does not contain the number of stars. The board must be a square. Cells with equal numbers are
/// one region, even if they do not touch.
///
/// # Errors
///
/// If the text is not one line, or a number or the number of cells is wrong.
pub fn read_star_battle(source: &Source) -> Result<RegionBoard, Refusal> {
    let task = require_task(source)?;
    let mut numbers: Vec<usize> = Vec::new();
    for word in split(&task, ',') {
        let word = read_number(source, &word.trimmed(), "the number of a region")?;
        if numbers.len() == MOST_CELLS {
            let found = format!("more than {MOST_CELLS} cells");
            return Err(Refusal::new(found, "a smaller board").with_span(source, word.span));
        }
        numbers.push(word.value);
    }
    let end = task.span.end;
    let size = square(source, numbers.len(), end, "as many cells in a column as in a row")?;
    let numbers = Grid::from_fn(size, |at| Some(numbers[at.row * size.columns() + at.column]));
    Ok(RegionBoard::from_numbers(&numbers, None, task.span))
}

/// Writes the regions of a Star Battle board as a task of Puzzle Team. In the task, regions are
/// numbered from 1. In `regions`, they are numbered from 0, row by row. The board must be a square.
pub fn write_star_battle(regions: &Grid<usize>) -> String {
    regions.iter().map(|(_, region)| (region + 1).to_string()).collect::<Vec<_>>().join(",")
}
