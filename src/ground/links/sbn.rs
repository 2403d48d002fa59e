//! StarBattleLab's id of a board, SBN.
//!
//! An id is the side (twice), the number of stars, `W` or `e`, and the walls. All numbers and walls
//! are digits of base 64. If the letter is `e`, a player's marks follow the walls. These marks are
//! not read. One list of digits has the walls to the right of cells, row by row, and then those
//! below cells, **column by column**. The unused bits are in the **first** digit, unlike in
//! puzz.link.

use std::ops::RangeInclusive;

use super::walls::{Digits, LowerWalls, Padding, Walls, wall_counts};
use super::{LinkFormat, RegionBoard, only_word, part, require_stars, single_word, size};
use crate::board::Grid;
use crate::source::{Refusal, Source, Spanned, quote};

/// The format of StarBattleLab's ids.
pub static LINK: LinkFormat =
    LinkFormat { name: "sbn", recognises, is_sure: |source| read(source).is_ok() };

/// The digits for the sides, the stars and the walls.
const DIGITS: Digits = Digits {
    alphabet: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_",
    bits: 6,
};

/// The possible lengths of a board's sides.
pub const SIDES: RangeInclusive<usize> = 5..=25;

/// The largest number of stars. It is the largest value of a digit.
pub const MOST_STARS: usize = 63;

/// The number of characters before the walls.
const BEFORE: usize = 4;

/// The fourth character of an id, if the id ends after the walls.
const WITHOUT_MARKS: char = 'W';

/// The fourth character of an id, if a player's marks follow the walls.
const WITH_MARKS: char = 'e';

/// Returns whether the text is a single word that begins like an id. The beginning is two equal
/// sides in [`SIDES`], a number of stars, and the letter `W` or `e`. The rest of the word does not
/// matter.
fn recognises(source: &Source) -> bool {
    let Some(word) = single_word(source) else { return false };
    let mut characters = word.value.chars();
    match [(); BEFORE].map(|()| characters.next()) {
        [Some(rows), Some(columns), Some(stars), Some(WITHOUT_MARKS | WITH_MARKS)] => {
            let is_side = DIGITS.value(rows).is_some_and(|side| SIDES.contains(&side));
            is_side && rows == columns && DIGITS.value(stars).is_some()
        }
        _ => false,
    }
}

/// Reads an id, which must be the only word of the text. The board is a square whose side is in
/// [`SIDES`]. Ignores the player's marks. So if the letter is `e`, any text can follow the walls.
///
/// # Errors
///
/// If the text is no single word. If the two sides differ or are outside [`SIDES`]. If a character
/// or the length is wrong. If the number of stars is 0, or an unused bit is not 0.
pub fn read(source: &Source) -> Result<RegionBoard, Refusal> {
    let word = only_word(source)?;
    if !recognises(source) {
        let found = format!("{} is no id of StarBattleLab", quote(word.value));
        let expected = "the side, the side again (both 5 to 9 or A to P), the number of stars, `W` \
                        or `e`, and the walls";
        return Err(Refusal::new(found, expected).with_span(source, word.span));
    }
    let value = |index: usize| {
        let digit = word.value.chars().nth(index);
        digit.and_then(|digit| DIGITS.value(digit)).expect("the head was recognised")
    };
    let side = value(0);
    let span = |bytes: std::ops::Range<usize>| part(&word, bytes).span;
    let size = size(source, side, side, span(0..2))?;
    let stars = require_stars(source, Spanned { value: value(2), span: span(2..3) })?;
    let (right, below) = wall_counts(size);
    let needed = DIGITS.digit_count(right + below);
    let rest = part(&word, BEFORE..word.value.len());
    let has_marks = word.value.chars().nth(BEFORE - 1) == Some(WITH_MARKS);
    let walls = rest
        .value
        .get(..needed)
        .filter(|_| has_marks)
        .map_or(rest.clone(), |walls| part(&rest, 0..walls.len()));
    DIGITS.validate_length(source, &walls, needed)?;
    let bits = DIGITS.unpack(source, &walls, right + below, Padding::Front)?;
    let walls = Walls::from_bits(size, &bits[..right], &bits[right..], LowerWalls::Columns);
    Ok(RegionBoard::from_walls(&walls, Some(stars), span(0..2)))
}

/// Writes a square board as an id. The regions must be connected. The side and the number of stars
/// must each fit in one digit; panics if one does not fit. StarBattleLab reads only sides in
/// [`SIDES`].
pub fn write(regions: &Grid<usize>, stars: usize) -> String {
    let walls = Walls::between(regions);
    let bits = [walls.right_bits(), walls.lower_bits(LowerWalls::Columns)].concat();
    let digit = |value| DIGITS.digit(value).expect("a value within the limits");
    let side = digit(regions.size().rows());
    let head: String = [side, side, digit(stars), WITHOUT_MARKS].into_iter().collect();
    head + &DIGITS.pack(&bits, Padding::Front)
}
