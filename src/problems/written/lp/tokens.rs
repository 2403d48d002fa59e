//! Splits a text of the LP format into words, numbers and signs.

use std::ops::Range;

use crate::model::Relation;
use crate::source::{Refusal, Source, quote};

/// The kind of a token: a name, a number, a sign, a relation, or the end of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenShape {
    Name,
    /// A decimal number without a sign.
    Number,
    Plus,
    Minus,
    Colon,
    Relation(Relation),
    /// The sign `≠` or `!=`.
    Unequal,
    /// The sign `->`.
    Arrow,
    /// The sign `<->`.
    BothWays,
    /// The sign `[`, before products.
    Open,
    /// The sign `]`, after products.
    Close,
    /// The sign `*`.
    Times,
    /// The sign `^`.
    Power,
    /// The sign `/`.
    Slash,
    /// The end of the text.
    End,
}

/// A word, number or sign of the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) shape: TokenShape,
    /// The bytes of the text that are the token.
    pub(super) span: Range<usize>,
    /// The line of the token; the first line of the text is 1.
    pub(super) line: usize,
}

/// Splits a text into tokens, without comments. The last token is the end of the text. Refuses a
/// text that has a [`TokenFault`].
pub(super) fn tokens(source: &Source) -> Result<Vec<Token>, Refusal> {
    let mut tokens = Vec::new();
    let mut last = 1;
    for (number, line) in (1..).zip(source.lines()) {
        last = number;
        let text = line.value.split('\\').next().unwrap_or("");
        let mut start = 0;
        while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
            let length = rest.len() - rest.trim_start().len();
            if length > 0 {
                start += length;
                continue;
            }
            let span = |length: usize| line.span.start + start..line.span.start + start + length;
            let (shape, length) = first_token(rest).map_err(|fault| {
                let length = rest.chars().next().map_or(0, char::len_utf8);
                Refusal::new(fault.found(rest), fault.expected()).with_span(source, span(length))
            })?;
            tokens.push(Token { shape, span: span(length), line: number });
            start += length;
        }
    }
    tokens.push(Token { shape: TokenShape::End, span: source.end(), line: last });
    Ok(tokens)
}

/// The functions. Each has a deciding value: if an argument has this value, the result has it too.
pub(super) const FUNCTIONS: &[(&str, bool)] =
    &[("and", false), ("min", false), ("or", true), ("max", true), ("abs", true)];

/// The reason why a text cannot be split into tokens.
enum TokenFault {
    /// The text begins with a character with which no token begins.
    Unknown,
    /// A number is directly followed by a character that is not allowed there.
    Glued,
}

impl TokenFault {
    /// Returns what was found, in words. `text` is the text from the fault on.
    fn found(&self, text: &str) -> String {
        match self {
            TokenFault::Unknown => quote(&text.chars().take(1).collect::<String>()),
            TokenFault::Glued => format!(
                "a number with other characters at its end, {}",
                quote(text.split_whitespace().next().unwrap_or(text))
            ),
        }
    }

    fn expected(&self) -> &'static str {
        match self {
            TokenFault::Unknown => "a name, a number, a sign or a relation",
            TokenFault::Glued => "a number and a name, with a blank between them",
        }
    }
}

/// Returns the token at the beginning of a text, and its length in bytes. The text must not begin
/// with white space. The error is `Glued` if the text begins with a number and the next character
/// may not follow a number. It is `Unknown` if the text begins with no token.
fn first_token(text: &str) -> Result<(TokenShape, usize), TokenFault> {
    /// The signs and relations. A sign such as `<=` comes before the shorter sign `<` with which it
    /// begins.
    const FIXED: &[(&str, TokenShape)] = &[
        ("<->", TokenShape::BothWays),
        ("->", TokenShape::Arrow),
        ("<=", TokenShape::Relation(Relation::AtMost)),
        ("=<", TokenShape::Relation(Relation::AtMost)),
        (">=", TokenShape::Relation(Relation::AtLeast)),
        ("=>", TokenShape::Relation(Relation::AtLeast)),
        ("==", TokenShape::Relation(Relation::Exactly)),
        ("≤", TokenShape::Relation(Relation::AtMost)),
        ("≥", TokenShape::Relation(Relation::AtLeast)),
        ("≠", TokenShape::Unequal),
        ("!=", TokenShape::Unequal),
        ("<", TokenShape::Relation(Relation::AtMost)),
        (">", TokenShape::Relation(Relation::AtLeast)),
        ("=", TokenShape::Relation(Relation::Exactly)),
        ("+", TokenShape::Plus),
        ("-", TokenShape::Minus),
        (":", TokenShape::Colon),
        ("[", TokenShape::Open),
        ("]", TokenShape::Close),
        ("*", TokenShape::Times),
        ("^", TokenShape::Power),
        ("/", TokenShape::Slash),
    ];
    if let Some((sign, shape)) = FIXED.iter().find(|(sign, _)| text.starts_with(sign)) {
        return Ok((*shape, sign.len()));
    }
    if text.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return number(text);
    }
    let end = text
        .find(|one: char| one.is_whitespace() || one.is_control() || "+-*/^<>=≤≥≠:".contains(one));
    match end.unwrap_or(text.len()) {
        0 => Err(TokenFault::Unknown),
        length => Ok((TokenShape::Name, length)),
    }
}

/// Reads the number at the beginning of a text, and returns it as a token with its length in bytes.
/// The text must begin with a digit or a point. A name may follow the number directly, as in `3x`.
/// The error is `Unknown` for a point without digits. It is `Glued` if the exponent has a sign but
/// no digits, or if the next character may not follow a number.
fn number(text: &str) -> Result<(TokenShape, usize), TokenFault> {
    debug_assert!(text.starts_with(|first: char| first.is_ascii_digit() || first == '.'));
    let digits = |start: usize| text[start..].bytes().take_while(u8::is_ascii_digit).count();
    let integer_length = digits(0);
    let mut end = integer_length;
    if text[end..].starts_with('.') {
        end += 1 + digits(end + 1);
        if end == 1 {
            return Err(TokenFault::Unknown);
        }
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        match digits(end + 1 + sign) {
            0 if sign > 0 => return Err(TokenFault::Glued),
            0 => {}
            more => end += 1 + sign + more,
        }
    }
    match text[end..].chars().next() {
        Some(next)
            if !(next.is_alphabetic()
                || next == '_'
                || next.is_whitespace()
                || "+-*/^<>=≤≥≠:[]".contains(next)) =>
        {
            Err(TokenFault::Glued)
        }
        _ => Ok((TokenShape::Number, end)),
    }
}
