//! Lines with the size of the board, or the number of stars, above its rows.
//!
//! - *The size*: one number, or two (`6`, `6 8`, `4x4`), optionally after a word (`T 6 6`).
//! - *Two lines with a number each*: the size and the stars, or the rows and the columns.
//! - *Words with a number*: `size: 6`, `n = 6`, `stars 2`.
//!
//! Such lines are overwritten with comments if the numbers fit the rows below them. The number of
//! stars is returned with its key, in the form of a member of a JSON object.

use super::{board_rows, comment_out, count_cells};
use crate::source::directives::DirectiveUsage;
use crate::source::{Refusal, Source, Spanned, format_count, json, quote, stars};

/// The key of a number of stars.
const STARS: &str = "stars";

/// The largest number of lines above the rows that are read as the size or the number of stars.
const MOST: usize = 4;

/// Statements that a text has next to the rows of the board: keys with their values.
pub type KeyedStatements = Vec<(String, Spanned<String>)>;

/// A line with numbers, optionally after a word.
struct Line<'a> {
    /// The word before the numbers, without a colon or an equals sign.
    word: Option<&'a str>,
    /// One or two numbers.
    numbers: Vec<usize>,
    /// The whole line.
    row: Spanned<&'a str>,
}

/// The size of the rows below the lines.
#[derive(Clone, Copy)]
struct Block {
    /// The number of rows, at least 2.
    rows: usize,
    /// The number of cells of each row, at least 2.
    columns: usize,
}

/// Overwrites the lines above the board with comments. There can be at most [`MOST`] such lines.
/// Returns the new text, and what the lines state about stars. The text is returned unchanged if
/// there are no such lines. It is also returned unchanged if a line such as `stars=2` states stars
/// by a word and `usages` has no directive for stars.
///
/// # Errors
///
/// If bare numbers above a block of rows state neither the size of the block nor a number of stars.
/// Also if bare numbers state stars, and `usages` has no directive for stars.
pub(super) fn without_head(
    source: &Source,
    usages: &[DirectiveUsage],
) -> Result<(Source, KeyedStatements), Refusal> {
    let rows = board_rows(source);
    let may_have_stars = stars::has_directive(usages);
    for length in 1..=MOST.min(rows.len().saturating_sub(2)) {
        let Some(block) = block(&rows[length..]) else { continue };
        let lines: Option<Vec<Line>> = rows[..length].iter().map(|row| line(row)).collect();
        let Some(lines) = lines
            .filter(|lines| lines.iter().all(|line| count_cells(line.row.value) != block.columns))
        else {
            continue;
        };
        let Some(stars) = stars_of(&lines, block) else { continue };
        if !stars.is_empty() && !may_have_stars {
            continue;
        }
        let mut bytes = source.text().as_bytes().to_vec();
        lines.iter().for_each(|line| comment_out(&mut bytes, line.row.span.clone()));
        let stated = stars.into_iter().map(|stars| (STARS.to_owned(), stars)).collect();
        return Ok((source.overwrite(bytes), stated));
    }
    refuse_other_size(source, &rows, may_have_stars)?;
    Ok((source.clone(), Vec::new()))
}

/// Returns the size of the rows. Returns `None` if there are fewer than two rows, if the rows do
/// not have the same number of cells, or if this number is less than two.
fn block(rows: &[Spanned<&str>]) -> Option<Block> {
    let columns = count_cells(rows.first()?.value);
    let is_even = rows.iter().all(|row| count_cells(row.value) == columns);
    (rows.len() > 1 && columns > 1 && is_even).then_some(Block { rows: rows.len(), columns })
}

/// Reads a line with one or two numbers. A word of letters, blanks and underscores can come before
/// them, with a colon or an equals sign after the word. Returns `None` for any other line.
fn line<'a>(row: &Spanned<&'a str>) -> Option<Line<'a>> {
    let text = row.value.trim();
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (word, numbers) = text.split_at(digits);
    let word = word.trim().trim_end_matches([':', '=']).trim();
    let is_word = word.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '_'));
    let parsed: Option<Vec<usize>> = numbers
        .split(|c: char| c.is_whitespace() || ",;xX×*".contains(c))
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    let numbers = parsed.filter(|numbers| is_word && (1..=2).contains(&numbers.len()))?;
    Some(Line { word: Some(word).filter(|word| !word.is_empty()), numbers, row: row.clone() })
}

/// Returns the numbers of stars that the lines above a block of rows state, in the order of the
/// lines. The result is empty if the lines state only the size of the block. Returns `None` if the
/// lines do not fit the block. Also returns `None` for two lines that are both `3`, since the rows
/// could be cells by coordinates.
fn stars_of(lines: &[Line], block: Block) -> Option<Vec<Spanned<String>>> {
    let Block { rows, columns } = block;
    match lines {
        [one, two] if one.is_alone() && two.is_alone() => {
            let numbers = [one.numbers[0], two.numbers[0]];
            return match numbers {
                // Three rows of three cells after `3` and `3` can also be cells by coordinates.
                [3, 3] => None,
                _ if numbers == [rows, columns] => Some(Vec::new()),
                [side, _] if [side; 2] == [rows, columns] => Some(vec![two.number()]),
                [_, side] if [side; 2] == [rows, columns] => Some(vec![one.number()]),
                _ => None,
            };
        }
        _ => {}
    }
    let mut all = Vec::new();
    for line in lines {
        match line.numbers[..] {
            [_] if line.states(STARS) => all.push(line.number()),
            [number] if line.states("rows") || line.states("height") => {
                (number == rows).then_some(())?;
            }
            [number] if line.states("columns") || line.states("cols") || line.states("width") => {
                (number == columns).then_some(())?;
            }
            [side] => (side == rows && (side == columns || line.word.is_none())).then_some(())?,
            [height, width] => ([height, width] == [rows, columns]).then_some(())?,
            _ => return None,
        }
    }
    Some(all)
}

impl Line<'_> {
    fn is_alone(&self) -> bool {
        self.word.is_none() && self.numbers.len() == 1
    }

    /// Returns the first number, with the position of the whole line.
    fn number(&self) -> Spanned<String> {
        Spanned { value: self.numbers[0].to_string(), span: self.row.span.clone() }
    }

    /// Returns whether the word before the number means the key `key`: `stars per row` means
    /// `stars`.
    fn states(&self, key: &str) -> bool {
        json::counts(self.word.unwrap_or_default(), key)
    }
}

/// Refuses one or two lines of numbers without a word above a block of at least two rows and three
/// columns. Such a line can be a row itself: if one of these lines has as many cells or numbers as
/// the block has columns, nothing is refused. Accepts everything else. Numbers that state the size
/// of the block are refused, too. So this function must be called only if no lines above the board
/// can be accepted. If `may_have_stars` is true, the refusal also says how to state the number of
/// stars.
fn refuse_other_size(
    source: &Source,
    rows: &[Spanned<&str>],
    may_have_stars: bool,
) -> Result<(), Refusal> {
    let heads = rows
        .iter()
        .take_while(|row| line(row).is_some_and(|line| line.word.is_none()))
        .count()
        .min(2);
    let found = (1..=heads).find_map(|length| {
        let block = block(&rows[length..]).filter(|block| block.rows > 1 && block.columns > 2)?;
        let are_unlike = rows[..length].iter().all(|row| {
            let words = line(row).map_or(0, |line| line.numbers.len());
            count_cells(row.value) != block.columns && words != block.columns
        });
        are_unlike.then_some((length, block))
    });
    let Some((length, block)) = found else { return Ok(()) };
    let numbers: Vec<String> = rows[..length].iter().map(|row| quote(row.value.trim())).collect();
    let (lines, verb) = if length == 1 { ("line", "is") } else { ("lines", "are") };
    let found = format!(
        "the first {lines} {verb} {}, but {} of {} follow",
        numbers.join(" and "),
        format_count(block.rows, "row"),
        format_count(block.columns, "cell")
    );
    let stars = if may_have_stars {
        "; to state the number of stars, write a line `# stars K`"
    } else {
        ""
    };
    let expected = format!("the size of the board, or no line above the board{stars}");
    let place = rows[0].span.start..rows[length - 1].span.end;
    Err(Refusal::new(found, expected).with_span(source, place))
}
