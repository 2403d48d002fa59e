//! Ids and saved games of Unruly, one of Simon Tatham's puzzles.
//!
//! An id has these parts: `WIDTHxHEIGHT` (a single number means a square), `u` if equal lines (rows
//! or columns) are forbidden, `d` and a letter for the level, a colon, and the cells. A small
//! letter `a` to `y` skips 0 to 24 open cells before a 0. A capital letter `A` to `Y` skips as many
//! before a 1. `z` and `Z` skip 25 cells, and no given cell follows them. The last letter puts a 0
//! directly after the last cell; this 0 is no cell. An address has the id after a `#`. If a `#`
//! replaces the colon, a seed for the program's own random numbers follows it.
//!
//! In a saved game, the moves up to the position `STATEPOS` are the player's entries.

use super::{
    Colour, ColouredBoard, LinkFormat, character_span, only_word, part, read_number, single_word,
    size,
};
use crate::board::{Grid, Size, cell};
use crate::source::{Refusal, Source, Spanned, format_count, quote};

mod saved;

/// The format of Unruly's ids and saved games.
pub static LINK: LinkFormat = LinkFormat { name: "unruly", recognises, is_sure };

/// The shortest side of a board in Unruly.
pub const SHORTEST_SIDE: usize = 6;

/// The number of cells that the letter `z` skips.
const LONG_SKIP: usize = 25;

/// A level of difficulty. It has no effect on the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The level with the letter `t`.
    Trivial,
    /// The level with the letter `e`.
    Easy,
    /// The level with the letter `n`.
    Normal,
}

impl Level {
    /// The levels with their letters in an id.
    const ALL: [(char, Level); 3] =
        [('t', Level::Trivial), ('e', Level::Easy), ('n', Level::Normal)];

    fn letter(self) -> char {
        let row = Level::ALL.into_iter().find(|row| row.1 == self);
        row.expect("the table has every level").0
    }
}

/// The values in the part of an id before its cells.
struct Parameters {
    /// The size of the board, with even sides.
    size: Size,
    /// Whether equal lines are forbidden. The position is that of the `u`. If there is no `u`, it
    /// is that of the sides.
    is_distinct: Spanned<bool>,
    /// The level, if the id contains one.
    level: Option<Level>,
}

/// Returns whether the text is a saved game or looks like an id.
fn recognises(source: &Source) -> bool {
    saved::recognises(source) || single_word(source).is_some_and(|word| is_id(id_part(&word).value))
}

/// Returns whether the text is a word that looks like an id.
fn is_sure(source: &Source) -> bool {
    single_word(source).is_some_and(|word| is_id(id_part(&word).value))
}

/// Returns the id after the `#` of an address. If the word has no `#` or begins with a size, the
/// word itself is the id.
fn id_part<'a>(word: &Spanned<&'a str>) -> Spanned<&'a str> {
    match word.value.find('#') {
        Some(mark) if !starts_with_size(word.value) => part(word, mark + 1..word.value.len()),
        _ => word.clone(),
    }
}

fn starts_with_size(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

/// Returns whether a word has a size and letters, and then a colon or a `#`.
fn is_id(word: &str) -> bool {
    let Some(end) = word.find([':', '#']) else { return false };
    let parameters = &word[..end];
    starts_with_size(parameters)
        && parameters.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// Reads an id, an address with an id, or a saved game. Only a saved game has entries of the
/// player.
///
/// # Errors
///
/// If an id is not the only word of the text. If a character or a line is wrong. If a side is odd
/// or out of the limits, or cells are missing or too many. If the text has a seed instead of cells.
/// A saved game is also refused for the reasons that its own reader has.
pub fn read(source: &Source) -> Result<ColouredBoard, Refusal> {
    if saved::recognises(source) {
        return saved::read(source);
    }
    let id = id_part(&only_word(source)?);
    let Some(end) = id.value.find([':', '#']) else {
        let expected = "`:` and the cells after the size";
        return Err(Refusal::new("no cells", expected).with_span(source, id.span.end..id.span.end));
    };
    let parameters = parameters(source, &part(&id, 0..end))?;
    let cells = part(&id, end + 1..id.value.len());
    if id.value[end..].starts_with('#') {
        let found = "the seed of a board, not a board";
        let expected = "the id with `:` and the cells, which Unruly shows under Game, Specific; \
                        only Unruly makes the board of a seed";
        return Err(
            Refusal::new(found, expected).with_span(source, id.span.start + end..id.span.end)
        );
    }
    board(source, &parameters, &cells)
}

/// Reads `text`, the part of an id before its colon. This is the width, `x` and the height, then
/// `u` if equal lines are forbidden, and then `d` with the letter of a level. If there is only one
/// number, it is the length of both sides. Refuses missing or odd sides and sides out of the
/// limits, an unknown level, and text after the level.
fn parameters(source: &Source, text: &Spanned<&str>) -> Result<Parameters, Refusal> {
    let digits = |from: usize| {
        let rest = &text.value[from..];
        from..from + rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()
    };
    let width = digits(0);
    let mut at = width.end;
    let mut height = width.clone();
    if text.value[at..].starts_with('x') {
        height = digits(at + 1);
        at = height.end;
    }
    let sides = text.span.start..text.span.start + at;
    let [columns, rows] = [(width, "the width of the board"), (height, "the height of the board")]
        .map(|(bytes, what)| read_number(source, &part(text, bytes), what));
    let size = size(source, rows?.value, columns?.value, sides.clone())?;
    if size.sides().iter().any(|side| side % 2 == 1) {
        let found = format!("a board of {size}");
        return Err(Refusal::new(found, "even sides").with_span(source, sides));
    }
    let is_distinct = text.value[at..].starts_with('u');
    let start = text.span.start + at;
    let place = if is_distinct { start..start + 1 } else { sides };
    at += usize::from(is_distinct);
    let mut level = None;
    if let Some(rest) = text.value[at..].strip_prefix('d') {
        let row = Level::ALL.into_iter().find(|row| rest.starts_with(row.0));
        let Some((_, known)) = row else {
            let span = text.span.start + at..text.span.end;
            return Err(
                Refusal::new("an unknown level", "`dt`, `de` or `dn`").with_span(source, span)
            );
        };
        level = Some(known);
        at += 2;
    }
    if at < text.value.len() {
        let found = format!("{} after the size", quote(&text.value[at..]));
        let expected = "`u`, `dt`, `de` or `dn`, or `:`";
        let span = text.span.start + at..text.span.end;
        return Err(Refusal::new(found, expected).with_span(source, span));
    }
    Ok(Parameters { size, is_distinct: Spanned { value: is_distinct, span: place }, level })
}

/// Reads the part of an id after its colon. A letter first skips open cells. Then a small letter
/// makes a given white cell, and a capital letter makes a black one. But `z` and `Z` only skip
/// cells, and the closing letter, which puts a 0 after the last cell, makes no cell of the board.
/// Refuses characters that are no letters, cells beyond the board, an id that ends before the last
/// cell, and an id without its closing letter.
fn board(
    source: &Source,
    parameters: &Parameters,
    text: &Spanned<&str>,
) -> Result<ColouredBoard, Refusal> {
    let size = parameters.size;
    let (area, columns) = (size.area(), size.columns());
    let mut cells = Grid::from_fn(size, |_| None);
    let mut next = 0;
    for (at, letter) in text.value.char_indices() {
        let refused = |found: String, expected: &str| {
            Err(Refusal::new(found, expected).with_span(source, character_span(text, at, letter)))
        };
        if !letter.is_ascii_alphabetic() {
            let found = format!("unknown symbol {}", quote(&letter.to_string()));
            return refused(found, "a letter");
        }
        let colour = if letter.is_ascii_lowercase() { Colour::White } else { Colour::Black };
        let is_skip = letter.eq_ignore_ascii_case(&'z');
        let skipped = u32::from(letter.to_ascii_lowercase()) - u32::from('a');
        next += usize::try_from(skipped).expect("a letter");
        let is_last = at + 1 == text.value.len() && !is_skip && colour == Colour::White;
        match next.cmp(&area) {
            _ if is_skip && next <= area => debug_assert_eq!(skipped, 25, "the skip of `z`"),
            std::cmp::Ordering::Less => {
                cells[cell(next / columns, next % columns)] = Some(colour);
                next += 1;
            }
            std::cmp::Ordering::Equal if is_last => next += 1,
            _ => return refused("cells beyond the board".to_owned(), &ending(area)),
        }
    }
    if next != area + 1 {
        let found = format!("{} before the end", format_count(next, "cell"));
        let end = text.span.end;
        return Err(Refusal::new(found, ending(area)).with_span(source, end..end));
    }
    let Parameters { is_distinct, level, .. } = parameters;
    Ok(ColouredBoard { cells, is_distinct: Some(is_distinct.clone()), put: None, level: *level })
}

/// Returns the words for the expected ending of an id. A refusal has them if an id does not end
/// right after the last cell.
fn ending(area: usize) -> String {
    format!(
        "{area} cells, and at the end a lowercase letter that leads one place beyond the last cell"
    )
}

/// Writes an id. If `is_distinct` is set, equal lines are forbidden, and the id has a `u`. If
/// `level` is `None`, it has no level. The sides of the board must be even and at least
/// [`SHORTEST_SIDE`].
pub fn write(cells: &Grid<Option<Colour>>, is_distinct: bool, level: Option<Level>) -> String {
    let [rows, columns] = cells.size().sides();
    let mut id = format!("{columns}x{rows}");
    if is_distinct {
        id.push('u');
    }
    id.extend(level.into_iter().flat_map(|level| ['d', level.letter()]));
    id.push(':');
    let mut run: usize = 0;
    let beyond = [Some(Colour::White)];
    for cell in cells.iter().map(|(_, cell)| cell).chain(&beyond) {
        let Some(colour) = cell else {
            run += 1;
            continue;
        };
        let case = |letter: char| match colour {
            Colour::White => letter,
            Colour::Black => letter.to_ascii_uppercase(),
        };
        id.extend(std::iter::repeat_n(case('z'), run / LONG_SKIP));
        id.extend(('a'..='y').nth(run % LONG_SKIP).map(case));
        run = 0;
    }
    id
}
