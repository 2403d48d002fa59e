//! Links of puzz.link. The sites pzv.jp and pzprxs write the same links.
//!
//! In `https://puzz.link/p?starbattle/WIDTH/HEIGHT/STARS/WALLS`, the walls to the right of cells
//! come first, row by row. Then come the walls below cells, row by row, and they begin with a new
//! digit. Each digit of base 32 says for five borders of cells whether there is a wall. The
//! puzzle's name can end in `_edit` or `_play`, and an editor writes `type=editor&` before the
//! name. penpa-edit writes the link after `?p=`, so the board begins after the last question mark.

use super::pzprv3::after_question_mark;
use super::walls::{Digits, LowerWalls, Padding, Walls, wall_counts};
use super::{
    LinkFormat, RegionBoard, is_address, only_word, part, read_number, read_stars, single_word,
    size, split,
};
use crate::board::Grid;
use crate::source::{Refusal, Source, Spanned, quote};

/// The format of puzz.link's links.
pub static LINK: LinkFormat =
    LinkFormat { name: "puzzlink", recognises, is_sure: |source| read(source).is_ok() };

/// The name of the puzzle in a link.
const KIND: &str = "starbattle";

/// The endings of the puzzle's name in links of an editor and of a player.
const MODES: [&str; 2] = ["_edit", "_play"];

/// The digits of the walls.
const DIGITS: Digits = Digits { alphabet: "0123456789abcdefghijklmnopqrstuv", bits: 5 };

/// Returns whether the text is a link of this puzzle. Also returns `true` for an address that has
/// another puzzle's name after a question mark.
fn recognises(source: &Source) -> bool {
    let Some(word) = single_word(source) else { return false };
    let board = board_part(&word);
    let Some((kind, _)) = board.value.split_once('/') else { return false };
    let is_kind = !kind.is_empty() && kind.bytes().all(|c| c.is_ascii_lowercase() || c == b'_');
    is_kind && (kind.starts_with(KIND) || (is_address(word.value) && word.value.contains('?')))
}

/// Returns the part of a link after its last question mark. If the link has no question mark,
/// returns the whole link. If the result begins with `type=…&`, this beginning is left out.
fn board_part<'a>(word: &Spanned<&'a str>) -> Spanned<&'a str> {
    let board = after_question_mark(word);
    let plain = board.value.strip_prefix("type=").and_then(|rest| rest.split_once('&'));
    let length = plain.map_or(board.value.len(), |(_, plain)| plain.len());
    part(&board, board.value.len() - length..board.value.len())
}

/// Reads a link, which must be the only word of the text. A slash can follow the walls.
///
/// # Errors
///
/// If the text is no single word. If the puzzle, a number, the size, a digit or a length is wrong.
/// If the number of stars is 0, or an unused bit is not 0. If other parts follow the walls.
pub fn read(source: &Source) -> Result<RegionBoard, Refusal> {
    let board = board_part(&only_word(source)?);
    let mut parts = split(&board, '/');
    if parts.len() > 5 && parts.last().is_some_and(|last| last.value.is_empty()) {
        parts.pop();
    }
    let kind = parts[0].value;
    let plain = MODES.iter().find_map(|mode| kind.strip_suffix(mode)).unwrap_or(kind);
    if plain != KIND {
        let found = format!("a puzzle of the kind {}", quote(kind));
        return Err(
            Refusal::new(found, format!("`{KIND}`")).with_span(source, parts[0].span.clone())
        );
    }
    let missing = Spanned { value: "", span: board.span.end..board.span.end };
    let part = |index: usize| parts.get(index).unwrap_or(&missing);
    let [width, height] = [(1, "the width of the board"), (2, "the height of the board")]
        .map(|(index, what)| read_number(source, part(index), what));
    let (width, height) = (width?, height?);
    let sides = width.span.start..height.span.end;
    let size = size(source, height.value, width.value, sides.clone())?;
    let stars = read_stars(source, part(3))?;
    if let Some(more) = parts.get(5) {
        let found = format!("{} after the walls", quote(more.value));
        return Err(Refusal::new(found, "nothing").with_span(source, more.span.clone()));
    }
    let walls = part(4);
    let (right, below) = wall_counts(size);
    let first = DIGITS.digit_count(right);
    DIGITS.validate_length(source, walls, first + DIGITS.digit_count(below))?;
    let run = |bytes, bits| DIGITS.unpack(source, &super::part(walls, bytes), bits, Padding::Back);
    let right = run(0..first, right)?;
    let below = run(first..walls.value.len(), below)?;
    let walls = Walls::from_bits(size, &right, &below, LowerWalls::Rows);
    Ok(RegionBoard::from_walls(&walls, Some(stars), sides))
}

/// Writes a board as a link. Each region must be connected.
pub fn write(regions: &Grid<usize>, stars: usize) -> String {
    let walls = Walls::between(regions);
    let [height, width] = regions.size().sides();
    let right = DIGITS.pack(&walls.right_bits(), Padding::Back);
    let below = DIGITS.pack(&walls.lower_bits(LowerWalls::Rows), Padding::Back);
    format!("https://puzz.link/p?{KIND}/{width}/{height}/{stars}/{right}{below}")
}
