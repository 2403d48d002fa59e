//! Pieces of a text: words between separators, single characters, and the words of a key.

use std::ops::Range;

use super::Spanned;

/// Returns whether a line begins with `#` or `//`.
pub fn has_comment_mark(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') || line.starts_with("//")
}

/// Returns whether a text consists of ASCII digits. The text must have at least one digit.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a colon is between two digits, as in a time: `0:42`.
pub fn has_time(text: &str) -> bool {
    text.match_indices(':').any(|(at, _)| {
        text[..at].ends_with(|c: char| c.is_ascii_digit())
            && text[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Splits a line at separators into pieces that are not empty, as [`split`] does, but returns owned
/// texts.
pub(super) fn cut(
    line: &Spanned<&str>,
    is_separator: impl Fn(char) -> bool,
) -> Vec<Spanned<String>> {
    split(line, is_separator).into_iter().map(|piece| spanned(piece.value, piece.span)).collect()
}

/// Returns the nonempty pieces of a line between separators. The span of the line must be the
/// line's position in the source. The span of a piece is then the piece's position in the source.
pub fn split<'a>(
    line: &Spanned<&'a str>,
    is_separator: impl Fn(char) -> bool,
) -> Vec<Spanned<&'a str>> {
    let mut start = line.span.start;
    let mut pieces = Vec::new();
    for part in line.value.split_inclusive(&is_separator) {
        let piece = part.trim_end_matches(&is_separator);
        if !piece.is_empty() {
            pieces.push(Spanned { value: piece, span: start..start + piece.len() });
        }
        start += part.len();
    }
    pieces
}

/// Returns a text of the same length in bytes with blanks in place of comments; the newlines in
/// comments stay. The function `length` gets a text. It returns the length in bytes of the comment
/// at the start of this text, or 0 if the text does not begin with a comment. A comment must end
/// within the text, between two characters. The second argument of `length` is true if only white
/// space and comments are between this text and the last character before it that `is_end` accepts.
/// If there is no such character, the start of the whole text counts instead.
pub(super) fn without_comments(
    text: &str,
    is_end: impl Fn(char) -> bool,
    length: impl Fn(&str, bool) -> usize,
) -> String {
    let mut code = String::with_capacity(text.len());
    let mut is_first = true;
    while let Some(first) = text[code.len()..].chars().next() {
        let rest = &text[code.len()..];
        let comment = rest[..length(rest, is_first)].bytes();
        if comment.len() == 0 {
            is_first = is_end(first) || is_first && first.is_whitespace();
            code.push(first);
        }
        code.extend(comment.map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    }
    code
}

/// Returns the runs of neighbouring characters of the same kind, each with its offset.
pub(super) fn runs<Kind: PartialEq>(text: &str, kind: impl Fn(char) -> Kind) -> Vec<(usize, &str)> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let runs = characters.chunk_by(|one, next| kind(one.1) == kind(next.1));
    runs.map(|run| {
        let length: usize = run.iter().map(|(_, character)| character.len_utf8()).sum();
        (run[0].0, &text[run[0].0..run[0].0 + length])
    })
    .collect()
}

/// Returns whether a character separates cells.
pub(super) fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';')
}

/// Returns the characters of a text with their offsets, without variation selectors of emoji.
pub(super) fn glyph_indices(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices().filter(|(_, glyph)| !matches!(glyph, '\u{fe0e}' | '\u{fe0f}'))
}

/// Splits a text into cells of one character, without variation selectors of emoji. The text begins
/// at the byte `start` of its source.
pub(super) fn cut_cells(text: &str, start: usize) -> Vec<Spanned<String>> {
    glyph_indices(text)
        .map(|(offset, glyph)| {
            let start = start + offset;
            spanned(glyph, start..start + glyph.len_utf8())
        })
        .collect()
}

/// Splits a key into words in lower case: `starsPerRow` and `stars_per_row` have three words each.
/// A word ends before a capital letter that follows a small one, and at each character that is
/// neither letter nor digit. No word is empty.
pub fn words_of_key(key: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut is_apart, mut was_small) = (true, false);
    for character in key.chars() {
        if is_apart || (was_small && character.is_uppercase()) {
            words.push(String::new());
        }
        is_apart = !character.is_alphanumeric();
        was_small = character.is_lowercase();
        if let (false, Some(word)) = (is_apart, words.last_mut()) {
            word.extend(character.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns a piece of a text with its position.
pub(super) fn spanned(value: impl Into<String>, span: Range<usize>) -> Spanned<String> {
    Spanned { value: value.into(), span }
}

/// Returns a word in lower case, without the ending of a plural: `rows` becomes `row`, `crosses`
/// becomes `cross`, and `s` stays. The ending is `es` after `ss`, and otherwise `s`. A word that
/// ends in `ss`, or that would keep fewer than two bytes, stays.
pub fn singular(word: &str) -> String {
    let lowercase = word.to_lowercase();
    let ending = if lowercase.ends_with("sses") { "es" } else { "s" };
    match lowercase.strip_suffix(ending) {
        Some(one) if one.len() > 1 && !lowercase.ends_with("ss") => one.to_owned(),
        _ => lowercase,
    }
}
