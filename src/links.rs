//! Links, ids and files in which other programs keep boards.
//!
//! A reader of this module returns a board that belongs to no family: cells that walls divide into
//! regions ([`Divided`]), or cells of two colours ([`Coloured`]). The module of a family adds the
//! rules. So the reader of puzz.link knows nothing about queens, and one format can serve several
//! families.
//!
//! | format | module | regions | colours | written |
//! |---|---|---|---|---|
//! | puzz.link and its relatives | [`puzzlink`] | walls | | canonical |
//! | files of pzpr | [`pzprv3`] | numbers whose borders are walls | | canonical |
//! | StarBattleLab's id | [`sbn`] | walls | | canonical |
//! | Puzzle Team's tasks | [`team`] | numbers | runs | canonical |
//! | Simon Tatham's Unruly | [`unruly`] | | runs | canonical |
//! | penpa-edit | [`penpa`] | walls | circles | one of many texts |
//! | janko.at | [`janko`] | numbers | numbers | no |
//!
//! A text is one link, id or file, perhaps surrounded by lines of directives and comments, which
//! [`taken_out`] blanks. A text that does not end where its format ends is refused. So damage is
//! noticed unless the changed text is a whole board as well. [`share`] recognises the text that
//! LinkedIn's players share, which is a result, not a board.

use std::ops::Range;

use crate::board::{Grid, Size};
use crate::source::directives::{self, DirectiveUsage};
use crate::source::rows::has_comment_mark;
use crate::source::{Directive, Refusal, Source, Spanned, is_integer, quoted};

pub mod janko;
pub mod penpa;
pub mod puzzlink;
pub mod pzprv3;
pub mod sbn;
pub mod share;
pub mod team;
pub mod unruly;
pub mod walls;

use self::walls::Walls;

/// A format of this module.
pub struct Link {
    /// The name of the format for `--input` and `--to`.
    pub name: &'static str,
    /// Returns whether a text is in this format, perhaps damaged.
    pub recognises: fn(&Source) -> bool,
    /// Returns whether a word is certainly a board of this format, and not the name of a file. Then
    /// a command line accepts the word in place of a file.
    is_sure: fn(&Source) -> bool,
}

/// All formats of this module.
pub const ALL: &[&Link] = &[
    &puzzlink::LINK,
    &pzprv3::LINK,
    &penpa::LINK,
    &sbn::LINK,
    &unruly::LINK,
    &team::BINAIRO,
    &team::STAR,
    &janko::LINK,
];

/// Returns whether this module has a format of this name.
pub fn is_link(name: &str) -> bool {
    ALL.iter().any(|link| link.name == name)
}

/// Returns whether a word of a command line is a link or an id.
pub fn is_direct(word: &str) -> bool {
    let source = Source::new("", word);
    !word.contains(['\n', '\r']) && (is_address(word) || ALL.iter().any(|l| (l.is_sure)(&source)))
}

/// Returns whether a word is an address of the web.
fn is_address(word: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        word.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// Refuses a text with several addresses, or with one that no format of a family recognises.
///
/// # Errors
///
/// Names the refused address, with its position in the text.
pub fn refuse_others(source: &Source, family: &str, formats: &[&str]) -> Result<(), Refusal> {
    let mut addresses = lines(source).filter(|line| is_address(line.value));
    if let (Some(_), Some(second)) = (addresses.next(), addresses.next()) {
        let expected = "a link alone, or a file for each board";
        return Err(Refusal::new("a second link", expected).at(source, second.span));
    }
    let Some(word) = word(source).filter(|word| is_address(word.value)) else { return Ok(()) };
    let kind = ALL.iter().find(|link| (link.recognises)(source));
    let found = match kind {
        Some(link) => format!("a link of {}, which has no boards of {family}", link.name),
        None => format!("the link {}, which is of no known kind", quoted(word.value)),
    };
    let expected = match formats {
        [] => "the text of the board".to_owned(),
        known => format!("the text of the board, or {}", known.join(", ")),
    };
    Err(Refusal::new(found, expected).at(source, word.span))
}

/// A board whose cells are divided into regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The region of each cell; `None` for a cell of no region. Regions are numbered in the order
    /// of their first cells.
    pub regions: Grid<Option<usize>>,
    /// The number of stars in each row, column and region, if the text states this number.
    pub stars: Option<Spanned<usize>>,
    /// The span of the text that states the size of the board, for a refusal.
    pub sides: Range<usize>,
    /// Whether there is a given star in a cell.
    pub given: Grid<bool>,
    /// The entries of the player: a star (`true`), or a mark that the cell has no star (`false`).
    pub put: Option<Grid<Option<bool>>>,
}

impl Divided {
    /// Returns a board with these walls, without given stars and without entries of the player.
    fn of_walls(walls: &Walls, stars: Option<Spanned<usize>>, sides: Range<usize>) -> Divided {
        let regions = walls.regions();
        let given = Grid::from_fn(regions.size(), |_| false);
        let regions = Grid::from_fn(regions.size(), |at| Some(regions[at]));
        Divided { regions, stars, sides, given, put: None }
    }
}

/// A colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// White, or 0.
    White,
    /// Black, or 1.
    Black,
}

/// A board whose cells have two colours or are open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coloured {
    /// The given cells.
    pub cells: Grid<Option<Colour>>,
    /// Whether equal lines are forbidden, with the position of this statement in the text; `None`
    /// if the format does not state this.
    pub is_distinct: Option<Spanned<bool>>,
    /// The cells that the player has filled in; `None` in an open cell.
    pub put: Option<Grid<Option<Colour>>>,
    /// The level of difficulty, if the text states one.
    pub level: Option<unruly::Level>,
}

/// Returns a text in which blanks replace directives and comments, and the directives.
///
/// # Errors
///
/// If a line is nearly a directive, or a directive is malformed.
pub fn taken_out(
    source: &Source,
    usages: &[DirectiveUsage],
) -> Result<(Source, Vec<Directive>), Refusal> {
    match behind_hash(source) {
        Some(_) => Ok((source.clone(), Vec::new())),
        None => directives::taken_out_but(source, usages, pzprv3::is_row_of_answer),
    }
}

/// Returns the lines of a text that are neither blank nor comments, without surrounding white
/// space.
fn lines(source: &Source) -> impl Iterator<Item = Spanned<&str>> {
    let is_text = |line: &Spanned<&str>| {
        !line.value.trim().is_empty()
            && (!has_comment_mark(line.value) || pzprv3::is_row_of_answer(line.value))
    };
    source.lines().filter(is_text).map(|line| trimmed(&line))
}

fn trimmed<'a>(piece: &Spanned<&'a str>) -> Spanned<&'a str> {
    let value = piece.value.trim();
    let start = piece.span.start + (piece.value.len() - piece.value.trim_start().len());
    Spanned { value, span: start..start + value.len() }
}

/// Returns the only line of a text, if it is a single word.
fn word(source: &Source) -> Option<Spanned<&str>> {
    if let Some(word) = behind_hash(source) {
        return Some(word);
    }
    let mut lines = lines(source);
    let line = lines.next().filter(|line| !line.value.contains(char::is_whitespace))?;
    lines.next().is_none().then_some(line)
}

/// Returns the only word of a text. Refuses a text that is not a single word.
fn only_word(source: &Source) -> Result<Spanned<&str>, Refusal> {
    word(source).ok_or_else(|| {
        let span = lines(source).nth(1).map_or_else(|| source.end(), |line| line.span);
        Refusal::new("more or less than one word", "a link or an id alone").at(source, span)
    })
}

/// Returns the part of an address from its `#` on, if the text is a single address: `#8x8:…`.
fn behind_hash(source: &Source) -> Option<Spanned<&str>> {
    let mut lines = source.lines().filter(|line| !line.value.trim().is_empty());
    let line = trimmed(&lines.next()?);
    let word = line.value.strip_prefix('#')?;
    let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
    let is_alone = is_word && lines.next().is_none();
    is_alone.then(|| Spanned { value: word, span: line.span.start + 1..line.span.end })
}

/// Splits a part of a text at a character.
fn split<'a>(piece: &Spanned<&'a str>, at: char) -> Vec<Spanned<&'a str>> {
    let mut start = piece.span.start;
    let cut = piece.value.split(at).map(|value| {
        let span = start..start + value.len();
        start = span.end + at.len_utf8();
        Spanned { value, span }
    });
    cut.collect()
}

/// Splits a part of a text at white space.
fn words<'a>(piece: &Spanned<&'a str>) -> Vec<Spanned<&'a str>> {
    let mut words = split(piece, ' ');
    words.retain(|word| !word.value.trim().is_empty());
    words.iter().map(trimmed).collect()
}

/// Returns a part of `piece`: these bytes, counted from the beginning of `piece`.
fn part<'a>(piece: &Spanned<&'a str>, bytes: Range<usize>) -> Spanned<&'a str> {
    let start = piece.span.start;
    Spanned { value: &piece.value[bytes.clone()], span: start + bytes.start..start + bytes.end }
}

/// Reads a number. Refuses anything else; the refusal calls the expected number `what`.
fn number(source: &Source, word: &Spanned<&str>, what: &str) -> Result<Spanned<usize>, Refusal> {
    let is_plain = word.value.bytes().all(|byte| byte.is_ascii_digit());
    let value = word.value.parse().ok().filter(|_| is_plain);
    value.map(|value| Spanned { value, span: word.span.clone() }).ok_or_else(|| {
        let found = match word.value {
            "" => format!("no {what}"),
            value if is_integer(value) => format!("{} is out of range", quoted(value)),
            value => format!("{} is no number", quoted(value)),
        };
        Refusal::new(found, what).at(source, word.span.clone())
    })
}

/// Reads a number of stars. Refuses 0.
fn stars(source: &Source, word: &Spanned<&str>) -> Result<Spanned<usize>, Refusal> {
    let stars = number(source, word, "the number of stars")?;
    if stars.value == 0 {
        let found = "0 stars in each row, column and region";
        return Err(Refusal::new(found, "at least 1").at(source, stars.span));
    }
    Ok(stars)
}

/// Returns the size of a board with these numbers of rows and columns. Refuses an invalid size,
/// with the place `span` at which the text states it.
fn size(source: &Source, rows: usize, columns: usize, span: Range<usize>) -> Result<Size, Refusal> {
    Size::new(rows, columns).map_err(|error| {
        Refusal::new(error.to_string(), "a board within these limits").at(source, span)
    })
}

/// Returns the size of the square board with this number of cells. Refuses a number that is no
/// square; `end` is the position in the text at which the cells end.
fn square(source: &Source, cells: usize, end: usize, expected: &str) -> Result<Size, Refusal> {
    let side = cells.isqrt();
    if side * side != cells || cells == 0 {
        let found = format!("{cells} cells, which are no square");
        return Err(Refusal::new(found, expected).at(source, end..end));
    }
    size(source, side, side, end..end)
}

/// Returns the span of a character that begins at byte `at` of a piece.
fn of_character(piece: &Spanned<&str>, at: usize, character: char) -> Range<usize> {
    let start = piece.span.start + at;
    start..start + character.len_utf8()
}

#[cfg(test)]
mod tests;
