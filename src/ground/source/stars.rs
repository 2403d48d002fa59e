//! Numbers of stars in titles and comments: `2 stars`, `Star Battle 6x6 2★`, `Stars per row: 2`.
//!
//! Such a text does not set the number of stars. Readers compare the number in it with the board's
//! number of stars. They refuse the board if the numbers differ, since the user probably means
//! another puzzle. These texts have a number of stars:
//!
//! - *A number before the word* (`2 stars`, `two-star`, `2★`). It does not count if a colon follows
//!   the word, or if the number ends a size (`6x6 ★`).
//! - *A number after the word* (`stars: 2`, `stars per row 2`). It does not count if it begins a
//!   size.
//! - *Several stars without a number*: `★★`.
//! - *Queens and crowns* count only if two conditions hold. First, they come with `per`, `in each`
//!   or the like, or with a colon (`queens: 2`). Second, the number is less than the side, since
//!   `8 queens` on a board with the side 8 is a title.
//!
//! - *Ratings are no numbers of stars*: `difficulty: 3 stars`, `rating 3/5 stars`, `level: ★★★`.
//!   The word `level` needs the colon, since a level can have a number of its own.
//!
//! If there are numbers before and after the word, each of them can be meant.

use super::json;
use super::pieces::{glyph_indices, runs};
use super::{Source, Spanned, directives};

/// Words for the first numbers, in order from 1.
const NUMBERS: &[&str] = &["one", "two", "three", "four", "five", "six"];

/// Words before a number of stars that rates a board, such as its difficulty.
const RATINGS: &[&str] = &["difficulty", "rating", "rated", "hardness", LEVEL];

/// The word for a rating that needs a colon.
const LEVEL: &str = "level";

/// The marks at which comments begin.
const COMMENTS: &[&str] = &["#", "//", "/*", "%"];

/// The kind of a piece of a title or comment.
#[derive(Clone, Copy, PartialEq)]
enum PieceKind {
    /// Letters.
    Word,
    /// Digits.
    Number,
    /// One or more signs of stars.
    Stars,
    /// A colon or an equals sign.
    Colon,
    /// Any other sign.
    Other,
}

/// Splits a text into words, numbers, runs of stars, colons or equals signs, and runs of other
/// signs, in lower case. A piece ends where the kind of the characters changes, so `2stars` has two
/// pieces. Blanks, hyphens, underscores, parentheses and variation selectors of emoji are left out;
/// all except the last also separate pieces.
fn cut_pieces(text: &str) -> Vec<(PieceKind, String)> {
    let text: String = glyph_indices(text).map(|(_, glyph)| glyph).collect();
    runs(&text, kind)
        .into_iter()
        .filter_map(|(_, run)| {
            let kind = kind(run.chars().next()?)?;
            Some((kind, run.chars().flat_map(char::to_lowercase).collect()))
        })
        .collect()
}

/// Returns the kind of the piece to which a character belongs. Returns `None` if the character only
/// separates pieces.
fn kind(character: char) -> Option<PieceKind> {
    match character {
        '★' | '☆' | '⭐' | '🌟' => Some(PieceKind::Stars),
        ':' | '=' => Some(PieceKind::Colon),
        '-' | '_' | '(' | ')' => None,
        _ if character.is_whitespace() => None,
        _ if character.is_ascii_digit() => Some(PieceKind::Number),
        '×' => Some(PieceKind::Word),
        _ if character.is_alphabetic() => Some(PieceKind::Word),
        _ => Some(PieceKind::Other),
    }
}

/// Returns the number of a piece: digits, or a word such as `two`. Returns `None` for another
/// piece.
fn number((kind, piece): &(PieceKind, String)) -> Option<usize> {
    match kind {
        PieceKind::Number => piece.parse().ok(),
        PieceKind::Word => NUMBERS.iter().position(|word| word == piece).map(|place| place + 1),
        _ => None,
    }
}

/// Returns whether a piece is the sign between two sides of a board.
fn is_times(piece: Option<&(PieceKind, String)>) -> bool {
    piece.is_some_and(|(_, piece)| ["x", "×", "by"].contains(&piece.as_str()))
}

/// Returns whether the pieces before a star say that the stars rate the board. These pieces must
/// end with a word such as `difficulty`; a colon and numbers can follow the word:
/// `difficulty: 3/5`. After the word `level`, the colon is required.
fn is_rating(before: &[(PieceKind, String)]) -> bool {
    let is_of = |piece: &(PieceKind, String)| ["/", "of", "out"].contains(&piece.1.as_str());
    let is_number = |piece: &(PieceKind, String)| number(piece).is_some();
    let mut rest = before;
    if let [inside @ .., last] = rest
        && is_number(last)
    {
        rest = inside;
        while let [inside @ .., piece] = rest
            && is_of(piece)
        {
            rest = inside;
        }
        if let [inside @ .., first] = rest
            && rest.len() + 1 < before.len()
            && is_number(first)
        {
            rest = inside;
        }
    }
    let (rest, has_colon) = match rest {
        [inside @ .., (PieceKind::Colon, _)] => (inside, true),
        rest => (rest, false),
    };
    let word = rest.last().map(|(_, word)| word.as_str());
    word.is_some_and(|word| RATINGS.contains(&word) && (has_colon || word != LEVEL))
}

/// Returns the numbers of stars that a text can mean on a board with this side, by the rules at the
/// top of this file; a number can be repeated. A number of queens or crowns counts only if it is
/// less than the side and comes with words such as `per row` or with a colon. Ratings and sizes
/// such as `6x6` do not count. The list is empty if the text says nothing about stars.
pub fn stated_counts(text: &str, side: usize) -> Vec<usize> {
    let pieces = cut_pieces(text);
    let mut all: Vec<usize> = Vec::new();
    for (at, (kind, piece)) in pieces.iter().enumerate() {
        let is_star = *kind == PieceKind::Stars || ["star", "stars"].contains(&piece.as_str());
        let is_queen = ["queen", "queens", "crown", "crowns"].contains(&piece.as_str());
        if !is_star && !is_queen {
            continue;
        }
        let rest = &pieces[at + 1..];
        let counted = rest.iter().take_while(|(_, word)| json::is_line_word(word)).count();
        let colon = rest.get(counted).is_some_and(|(kind, _)| *kind == PieceKind::Colon);
        let is_rating = is_star && is_rating(&pieces[..at]);
        let before = at.checked_sub(1).and_then(|before| number(&pieces[before]));
        let before = before
            .filter(|_| !is_rating)
            .filter(|_| !colon && (is_star || counted > 0))
            .filter(|_| at < 2 || !is_times(pieces.get(at - 2)));
        let place = counted + usize::from(colon);
        let after = rest.get(place).and_then(number);
        let after = after
            .filter(|_| is_star || colon || counted > 0)
            .filter(|_| !is_times(rest.get(place + 1)));
        let run = piece.chars().count();
        let is_alone = *kind == PieceKind::Stars && run > 1 && before.or(after).is_none();
        let alone = (is_alone && !is_rating).then_some(run);
        all.extend(
            [before, after, alone].into_iter().flatten().filter(|&number| is_star || number < side),
        );
    }
    all
}

/// Returns the first comment or title of a board that states numbers of stars of which none is
/// `stars`. Also returns these numbers. `side` is as for [`stated_counts`]. Looks at comments
/// first, and then at members of a JSON object whose keys are no ratings. Returns `None` if there
/// is no such text.
pub fn contradiction(
    source: &Source,
    side: usize,
    stars: usize,
) -> Option<(Spanned<String>, Vec<usize>)> {
    let shown = Source::new(source.name(), source.original_text());
    let members = if json::recognises(source) { json::other_members(source) } else { Vec::new() };
    let is_rated = |key: &str| {
        json::meaning_of_key(key).last().is_some_and(|word| RATINGS.contains(&word.as_str()))
    };
    let mut texts = shown
        .lines()
        .filter_map(|line| {
            let text = line.value;
            let is_mark = |at: usize| {
                let before = text[..at].chars().next_back();
                before.is_none_or(|before| before.is_whitespace() || ",;|])}.".contains(before))
            };
            let start = COMMENTS
                .iter()
                .flat_map(|mark| text.match_indices(mark))
                .map(|(at, _)| at)
                .filter(|&at| is_mark(at))
                .min()?;
            let value = text[start..].to_owned();
            Some(Spanned { value, span: line.span.start + start..line.span.end })
        })
        .chain(members.into_iter().filter(|(key, _)| !is_rated(key)).map(|(_, word)| word))
        .map(|text| {
            let numbers = stated_counts(&text.value, side);
            (text, numbers)
        });
    texts.find(|(_, numbers)| !numbers.is_empty() && !numbers.contains(&stars))
}

/// Returns the directives for numbers of stars, as text for a message: `` `# stars 2` ``.
pub fn as_directives(numbers: &[usize]) -> String {
    let lines: Vec<String> = numbers.iter().map(|number| format!("`# stars {number}`")).collect();
    lines.join(" or ")
}

/// Returns whether one of the directives states a number of stars.
pub fn has_directive(usages: &[directives::DirectiveUsage]) -> bool {
    usages.iter().any(|usage| usage.name() == "stars")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_beside_the_word_is_a_number_of_stars() {
        for (text, numbers) in [
            ("2 stars", &[2][..]),
            ("# 6x6 2 stars", &[2]),
            ("// Star Battle 6x6 1★", &[1]),
            ("# Size: 6 Stars: 2", &[2]),
            ("# 6 x 6 ★ 2", &[2]),
            ("# 2⭐\u{fe0f}", &[2]),
            ("# two-star battle", &[2]),
            ("# Stars per row and column: 3", &[3]),
            ("# stars=2", &[2]),
            ("# Star Battle ★★", &[2]),
            ("# queens: 2", &[2]),
            ("# 2 queens per row", &[2]),
            ("# Size 6 Stars 2", &[6, 2]),
            ("# Level 4, 2 stars", &[2]),
            ("# level 2 stars", &[2]),
            ("# difficulty 4 stars 2", &[2]),
            ("# difficulty: 3, 2 stars", &[2]),
            ("# rating: 4/5 stars, 2 stars per row", &[2]),
            ("# difficulty: 3 stars", &[]),
            ("# Difficulty 3 stars", &[]),
            ("# difficulty: 3/5 stars", &[]),
            ("# difficulty = 3 out of 5 stars", &[]),
            ("# rating: ★★★☆☆", &[]),
            ("# Level: ★★", &[]),
            ("# rated two stars", &[]),
            ("# Star Battle 6", &[]),
            ("# Star Battle No. 12", &[]),
            ("# 8 queens", &[]),
            ("# Queens: 563", &[]),
            ("# Queens: 6x6", &[]),
            ("# Queens #563 | 1:23", &[]),
            ("# 6x6 ★", &[]),
            ("# given star r1c2", &[]),
            ("# started at 2", &[]),
            ("# quarrel generate star-battle --size 8", &[]),
            ("# https://puzz.link/p?starbattle/6/6/1/sd82", &[]),
        ] {
            assert_eq!(stated_counts(text, 6), numbers, "{text}");
        }
    }
}
