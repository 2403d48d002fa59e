//! Links, ids and files in which other programs keep boards.
//!
//! A reader returns a board without rules. The board has cells in regions ([`RegionBoard`]), or
//! cells of two colours ([`ColouredBoard`]). So one format can serve several families. The table
//! says how each format writes regions and colours, and whether quarrel writes the format too. A
//! format is canonical if it has exactly one text for each board.
//!
//! | format | module | regions | colours | written |
//! |---|---|---|---|---|
//! | puzz.link and its relatives | [`puzzlink`] | walls | | canonical |
//! | files of pzpr | [`pzprv3`] | numbers whose borders are walls | | canonical |
//! | StarBattleLab's id | [`sbn`] | walls | | canonical |
//! | Puzzle Team's tasks | [`team`] | numbers | run lengths | canonical |
//! | Simon Tatham's Unruly | [`unruly`] | | run lengths | canonical |
//! | penpa-edit | [`penpa`] | walls | circles | one of many texts |
//! | janko.at | [`janko`] | numbers | numbers | no |
//!
//! A text is one link, id or file. Lines of directives and comments can be above and below it.
//! [`extract_directives`] replaces these lines by blanks. The text must end at the point that its
//! format requires. So damage is noticed, but not if the damaged text is again a complete board.
//!
//! Browsers and chats write some characters of a link as percent escapes, such as `%3D`. Some of
//! them escape a whole link. [`unescape`] restores such a text before any reader sees it, so the
//! code of a format need not handle escapes.

use std::collections::HashMap;
use std::ops::Range;

use crate::board::{Grid, Size};
use crate::source::directives::{self, DirectiveUsage};
use crate::source::pieces::has_comment_mark;
use crate::source::{Directive, Refusal, Source, Spanned, is_integer, quote};

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

/// A format of links, ids or files.
pub struct LinkFormat {
    /// The name that `--input` and `--to` accept for this format.
    pub name: &'static str,
    /// Returns whether a text is probably in this format. A damaged text can be recognised as well.
    pub recognises: fn(&Source) -> bool,
    /// Returns whether a word is certainly a board of this format, and not the name of a file.
    is_sure: fn(&Source) -> bool,
}

/// All formats of links, ids and files.
pub const ALL: &[&LinkFormat] = &[
    &puzzlink::LINK,
    &pzprv3::LINK,
    &penpa::LINK,
    &sbn::LINK,
    &unruly::LINK,
    &team::BINAIRO,
    &team::STAR,
    &janko::LINK,
];

/// Returns whether a format of links has this name.
pub fn is_link_format(name: &str) -> bool {
    ALL.iter().any(|link| link.name == name)
}

/// Returns whether a word of a command line is a web address, or certainly a board of a format,
/// such as an id. Returns false for an id that could also be the name of a file.
pub fn is_link_word(word: &str) -> bool {
    let source = unescape(Source::new("", word));
    // If a link was copied together with the line break after it, the link ends in an escape of
    // this line break.
    let word = source.text().trim_end();
    !word.contains(['\n', '\r']) && (is_address(word) || ALL.iter().any(|l| (l.is_sure)(&source)))
}

/// Decodes the percent escapes of a text that is a single word. Returns the decoded text if it is a
/// link or an id. A link that was escaped several times is decoded the same number of times. Any
/// other text is returned unchanged. Positions in the result are positions in the decoded text.
pub fn unescape(source: Source) -> Source {
    let Some(word) = single_word(&source) else { return source };
    let mut plain = word.value.to_owned();
    while let Some(decoded) = decode_percent(&plain) {
        plain = decoded;
    }
    if plain == word.value {
        return source;
    }
    let (before, after) = (&source.text()[..word.span.start], &source.text()[word.span.end..]);
    let decoded = Source::new(source.name(), &[before, &plain, after].concat());
    if is_address(&plain) || ALL.iter().any(|link| (link.recognises)(&decoded)) {
        decoded
    } else {
        source
    }
}

/// Decodes the percent escapes of a word once. Returns `None` if the word has no percent sign, if a
/// percent sign does not begin an escape, or if the decoded bytes are no UTF-8.
fn decode_percent(word: &str) -> Option<String> {
    let mut pieces = word.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    if bytes.len() == word.len() {
        return None;
    }
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2)?;
        let is_escape = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        bytes.push(u8::from_str_radix(digits, 16).ok().filter(|_| is_escape)?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

/// Returns whether a word begins with the scheme of a web address, in upper or lower case.
fn is_address(word: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        word.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// Refuses a text that is a single address, or that has addresses on several lines. Accepts every
/// other text, such as one address with other lines. Must be called only if no format of the family
/// recognises the text. `family` is the name of the family, and `formats` has the names of its
/// formats. Both are words for the refusal.
///
/// # Errors
///
/// If the text is an address, or has addresses on several lines.
pub fn refuse_addresses(source: &Source, family: &str, formats: &[&str]) -> Result<(), Refusal> {
    let mut addresses = content_lines(source).filter(|line| is_address(line.value));
    if let (Some(_), Some(second)) = (addresses.next(), addresses.next()) {
        let expected = "only one link; give each board its own file";
        return Err(Refusal::new("a second link", expected).with_span(source, second.span));
    }
    let Some(word) = single_word(source).filter(|word| is_address(word.value)) else {
        return Ok(());
    };
    let kind = ALL.iter().find(|link| (link.recognises)(source));
    let found = match kind {
        Some(link) => format!("a link of {}, which has no boards of {family}", link.name),
        None => format!("the link {}, which is of no known kind", quote(word.value)),
    };
    let expected = match formats {
        [] => "the text of the board".to_owned(),
        known => format!("the text of the board, or {}", known.join(", ")),
    };
    Err(Refusal::new(found, expected).with_span(source, word.span))
}

/// A board whose cells belong to regions. A reader of a format returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionBoard {
    /// The region of each cell. It is `None` for a cell that belongs to no region. Regions are
    /// numbered in the order of their first cells.
    pub regions: Grid<Option<usize>>,
    /// The number of stars in each row, column and region. It is `None` if the text does not
    /// contain this number.
    pub stars: Option<Spanned<usize>>,
    /// The range of the text that contains the size. A refusal of the size points at it.
    pub sides: Range<usize>,
    /// Whether a cell has a star that is given.
    pub given: Grid<bool>,
    /// The player's entries: true for a star, false for a mark that there is no star, and `None`
    /// for a cell without an entry. If the format has no entries, the whole grid is `None`.
    pub put: Option<Grid<Option<bool>>>,
}

impl RegionBoard {
    /// Returns a board with the regions that these walls enclose, without given stars and entries.
    /// The regions are numbered from 0 in the order of their first cells, row by row. `stars` is
    /// the number of stars in the text, if any. `sides` is the range of the text that contains the
    /// size.
    pub(crate) fn from_walls(
        walls: &Walls,
        stars: Option<Spanned<usize>>,
        sides: Range<usize>,
    ) -> RegionBoard {
        let regions = walls.regions();
        let numbers = Grid::from_fn(regions.size(), |at| Some(regions[at]));
        RegionBoard::from_numbers(&numbers, stars, sides)
    }

    /// Returns a board without given stars and entries. Cells with equal numbers are one region,
    /// and cells without a number belong to no region. The regions of the board get new numbers,
    /// from 0 in the order of their first cells, row by row. `sides` is the range of the text that
    /// contains the size.
    fn from_numbers(
        numbers: &Grid<Option<usize>>,
        stars: Option<Spanned<usize>>,
        sides: Range<usize>,
    ) -> RegionBoard {
        let mut known: HashMap<usize, usize> = HashMap::new();
        let regions = Grid::from_fn(numbers.size(), |at| {
            let next = known.len();
            numbers[at].map(|number| *known.entry(number).or_insert(next))
        });
        let given = Grid::from_fn(numbers.size(), |_| false);
        RegionBoard { regions, stars, sides, given, put: None }
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

/// A board whose cells can be white or black. A reader of a format returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColouredBoard {
    /// The colours of the given cells. It is `None` for an open cell.
    pub cells: Grid<Option<Colour>>,
    /// Whether equal lines (rows or columns) are forbidden, and the position in the text that says
    /// so. It is `None` if the text does not say.
    pub is_distinct: Option<Spanned<bool>>,
    /// The player's entries. A cell without an entry is `None`. If the text has no entries, the
    /// whole grid is `None`.
    pub put: Option<Grid<Option<Colour>>>,
    /// The level of difficulty. It is `None` if the text does not contain it.
    pub level: Option<unruly::Level>,
}

/// Returns two things: the text with blanks in place of the lines that are directives or comments,
/// and the directives (lines such as `# stars 2`). `usages` has the forms of the known directives.
/// A directive `# from` is applied to the cells of the other directives, and is not returned.
/// Positions stay. A comment after other text on a line stays too. A row of pzpr's answer cells is
/// neither a directive nor a comment. If a text is the end of an address, such as `#8x8:…`, it is
/// unchanged and has no directives.
///
/// # Errors
///
/// If a line looks like a directive but is no directive. If a directive is malformed.
pub fn extract_directives(
    source: &Source,
    usages: &[DirectiveUsage],
) -> Result<(Source, Vec<Directive>), Refusal> {
    match after_hash(source) {
        Some(_) => Ok((source.clone(), Vec::new())),
        None => directives::extract_directives_except(source, usages, pzprv3::is_answer_row),
    }
}

/// Returns the lines that are neither blank nor comments, without blanks at their ends. A row of
/// pzpr's answer cells is no comment, although it can begin with `#`.
fn content_lines(source: &Source) -> impl Iterator<Item = Spanned<&str>> {
    let is_text = |line: &Spanned<&str>| {
        !line.value.trim().is_empty()
            && (!has_comment_mark(line.value) || pzprv3::is_answer_row(line.value))
    };
    source.lines().filter(is_text).map(|line| line.trimmed())
}

/// Returns the only line of the text if this line is a single word. If the word begins with `#`, as
/// the end of an address does, returns the word without the `#`. Returns `None` for any other text.
fn single_word(source: &Source) -> Option<Spanned<&str>> {
    after_hash(source)
        .or_else(|| only_line(source).filter(|line| !line.value.contains(char::is_whitespace)))
}

/// Returns the only line that is neither blank nor a comment. Returns `None` if there is no such
/// line or there are several.
fn only_line(source: &Source) -> Option<Spanned<&str>> {
    let mut lines = content_lines(source);
    lines.next().filter(|_| lines.next().is_none())
}

/// Returns the only word of a text. Refuses a text that is not a single word.
fn only_word(source: &Source) -> Result<Spanned<&str>, Refusal> {
    single_word(source).ok_or_else(|| {
        line_count_refusal(source, "a text that is not exactly one word", "only a link or an id")
    })
}

/// Returns the refusal of a text that does not consist of exactly one line or word. The refusal
/// points at the second line with content. If there is no such line, it points at the end of the
/// text.
fn line_count_refusal(source: &Source, found: &str, expected: &str) -> Refusal {
    let span = content_lines(source).nth(1).map_or_else(|| source.end(), |line| line.span);
    Refusal::new(found, expected).with_span(source, span)
}

/// Returns the text after the `#`, if the whole text is a single word that begins with `#` and has
/// more characters, such as `#8x8:…`. Such a word counts as the end of an address, even if it is
/// meant as a comment. Blanks and blank lines around the word are ignored. Otherwise returns
/// `None`.
fn after_hash(source: &Source) -> Option<Spanned<&str>> {
    let mut lines = source.lines().filter(|line| !line.value.trim().is_empty());
    let line = lines.next()?.trimmed();
    let word = line.value.strip_prefix('#')?;
    let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
    let is_alone = is_word && lines.next().is_none();
    is_alone.then(|| Spanned { value: word, span: line.span.start + 1..line.span.end })
}

/// Splits a piece of text at each character `at`, which no part contains. There is at least one
/// part, and parts can be empty. Each part has its position in the source.
fn split<'a>(piece: &Spanned<&'a str>, at: char) -> Vec<Spanned<&'a str>> {
    let mut start = piece.span.start;
    piece
        .value
        .split(at)
        .map(|value| {
            let span = start..start + value.len();
            start = span.end + at.len_utf8();
            Spanned { value, span }
        })
        .collect()
}

fn split_words<'a>(piece: &Spanned<&'a str>) -> Vec<Spanned<&'a str>> {
    split(piece, ' ')
        .into_iter()
        .map(|word| word.trimmed())
        .filter(|word| !word.value.is_empty())
        .collect()
}

/// Returns a part of a piece of text. The range counts bytes from the start of the piece. It must
/// begin and end between two characters.
fn part<'a>(piece: &Spanned<&'a str>, bytes: Range<usize>) -> Spanned<&'a str> {
    let start = piece.span.start;
    Spanned { value: &piece.value[bytes.clone()], span: start + bytes.start..start + bytes.end }
}

/// Reads a whole number without a sign. It has only the digits 0 to 9, and zeros may come first.
/// `what` describes the number in a refusal. Refuses every other word, also an empty one, and a
/// number that does not fit `usize`.
fn read_number(
    source: &Source,
    word: &Spanned<&str>,
    what: &str,
) -> Result<Spanned<usize>, Refusal> {
    let is_plain = word.value.bytes().all(|byte| byte.is_ascii_digit());
    let value = word.value.parse().ok().filter(|_| is_plain);
    value.map(|value| Spanned { value, span: word.span.clone() }).ok_or_else(|| {
        let found = match word.value {
            "" => "no number".to_owned(),
            value if is_integer(value) => format!("{} is out of range", quote(value)),
            value => format!("{} is no number", quote(value)),
        };
        Refusal::new(found, what).with_span(source, word.span.clone())
    })
}

/// Reads a number of stars. Refuses the number 0.
fn read_stars(source: &Source, word: &Spanned<&str>) -> Result<Spanned<usize>, Refusal> {
    require_stars(source, read_number(source, word, "the number of stars")?)
}

/// Returns the number of stars unchanged. Refuses the number 0.
fn require_stars(source: &Source, stars: Spanned<usize>) -> Result<Spanned<usize>, Refusal> {
    if stars.value == 0 {
        let found = "0 stars in each row, column and region";
        return Err(Refusal::new(found, "at least 1").with_span(source, stars.span));
    }
    Ok(stars)
}

/// Returns the size of a board. If the size is outside the limits of boards, the refusal points at
/// `span`.
fn size(source: &Source, rows: usize, columns: usize, span: Range<usize>) -> Result<Size, Refusal> {
    Size::new(rows, columns).map_err(|error| {
        Refusal::new(error.to_string(), "a board within these limits").with_span(source, span)
    })
}

/// Returns the size of a square board with this many cells. Refuses 0, a number that is not a
/// square number, and a number that is too large. The refusal points at the byte `end`. `expected`
/// describes the right number of cells in a refusal of the first two kinds.
fn square(source: &Source, cells: usize, end: usize, expected: &str) -> Result<Size, Refusal> {
    let side = cells.isqrt();
    if side * side != cells || cells == 0 {
        let found = format!("{cells} cells, which is not a square number");
        return Err(Refusal::new(found, expected).with_span(source, end..end));
    }
    size(source, side, side, end..end)
}

/// Returns the position of a character in the whole text. The character begins at the byte `at` of
/// a piece of this text.
fn character_span(piece: &Spanned<&str>, at: usize, character: char) -> Range<usize> {
    let start = piece.span.start + at;
    start..start + character.len_utf8()
}

#[cfg(test)]
mod tests;
