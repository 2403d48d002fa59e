//! Inputs made from others by changing bytes, numbers, characters, pieces, lines and words, or by
//! inserting parts of another.

#![allow(clippy::ptr_arg, reason = "mutators have one type")]

use fastrand::Rng;

use crate::pool::Pool;

/// The largest length of most inputs, in bytes.
const USUAL: usize = 1 << 13;
const LONGEST: usize = 1 << 20;

/// One input in this many may be longer.
const SELDOM: u32 = 4000;

/// Numbers at limits of integer types and of what readers accept.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "9",
    "10",
    "255",
    "1000",
    "1001",
    "10001",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e309",
    "-1e-400",
    "0.5",
    "nan",
    "inf",
    "00000000000000000000000000000001",
    "+1",
    "0x10",
    "99999999999999999999999999999999999999999",
];

/// Characters that look like others, or are invisible.
const CHARACTERS: &[&str] = &[
    "\u{feff}",
    "\0",
    "\u{1b}[31m",
    "\u{9b}31m",
    "\u{202e}",
    "\u{2066}",
    "\u{2028}",
    "\u{85}",
    "\u{a0}",
    "\u{3000}",
    "\r",
    "\r\n",
    "\t",
    "\u{b}",
    "\u{c}",
    "é",
    "e\u{301}",
    "ß",
    "İ",
    "ſ",
    "中",
    "🟥",
    "👩‍👩‍👧",
    "🇩🇪",
    "\u{fe0f}",
    "\u{10ffff}",
    "\u{e000}",
    "٣",
    "Ⅷ",
    "\\u0000",
    "\\ud800",
    "\\n",
];

/// Opening and closing signs of some format.
const NESTS: &[(&str, &str)] = &[
    ("[", "]"),
    ("{\"a\":", "}"),
    ("{", "}"),
    ("(", ")"),
    ("\"", "\""),
    ("'", "'"),
    ("/*", "*/"),
    ("[[a]]\n", ""),
    ("a.", ""),
    ("-", ""),
    ("\\", ""),
    ("`", ""),
];

/// The blanks of which some inputs have a long run, since readers skip them.
const BLANKS: &[&str] = &["\n", " ", "\t", "\r\n", "\u{b}", "\u{2028}"];

type Mutator = fn(&mut Vec<u8>, &Pool, &mut Rng);

const MUTATORS: &[Mutator] = &[
    flip,
    replace_byte,
    insert_byte,
    delete,
    cut_off,
    splice,
    splice,
    insert_piece,
    number,
    number,
    number,
    digit,
    repeat,
    repeat,
    swap_lines,
    swap_lines,
    double_line,
    drop_line,
    swap_words,
    character,
    character,
    nest,
    line_ends,
    letter_case,
];

pub fn mutated(pool: &Pool, random: &mut Rng) -> Vec<u8> {
    let mut input = pool.any(random).to_vec();
    let changes = 1 + (random.u32(..).trailing_zeros() as usize).min(6);
    for _ in 0..changes {
        MUTATORS[random.usize(..MUTATORS.len())](&mut input, pool, random);
    }
    let longest = if random.u32(..SELDOM) == 0 { lengthen(&mut input, random) } else { USUAL };
    input.truncate(longest);
    input
}

/// Repeats an input, or one of its short pieces, or a blank, until the input is long. Returns the
/// largest permitted length.
fn lengthen(input: &mut Vec<u8>, random: &mut Rng) -> usize {
    if random.bool() {
        while !input.is_empty() && input.len() < LONGEST / 2 {
            input.extend_from_within(..);
        }
        return LONGEST;
    }
    let start = place(input, random);
    let piece = match random.usize(..2 * BLANKS.len()) {
        blank if blank < BLANKS.len() => BLANKS[blank].as_bytes().to_vec(),
        _ => input[start..(start + random.usize(1..8)).min(input.len())].to_vec(),
    };
    let times = (LONGEST / 2).checked_div(piece.len()).unwrap_or(0);
    insert(input, start, &piece.repeat(times));
    LONGEST
}

fn place(input: &[u8], random: &mut Rng) -> usize {
    random.usize(..=input.len())
}

/// Returns a random range of fewer than 200 bytes of an input.
fn piece(input: &[u8], random: &mut Rng) -> std::ops::Range<usize> {
    let start = place(input, random);
    let most = if random.bool() { 8 } else { 200 };
    start..(start + random.usize(..most)).min(input.len())
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    input.splice(at..at, bytes.iter().copied());
}

fn flip(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    if !input.is_empty() {
        let at = random.usize(..input.len());
        input[at] ^= 1 << random.u32(..8);
    }
}

fn replace_byte(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    if !input.is_empty() {
        let at = random.usize(..input.len());
        // Most readers expect ASCII.
        input[at] = if random.bool() { random.u8(32..127) } else { random.u8(..) };
    }
}

fn insert_byte(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    let (at, byte) = (place(input, random), random.u8(9..127));
    input.insert(at, byte);
}

fn delete(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    input.drain(piece(input, random));
}

fn cut_off(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    input.truncate(place(input, random));
}

fn splice(input: &mut Vec<u8>, pool: &Pool, random: &mut Rng) {
    input.truncate(place(input, random));
    let other = pool.any(random);
    let from = place(other, random);
    input.extend_from_slice(&other[from..]);
}

fn insert_piece(input: &mut Vec<u8>, pool: &Pool, random: &mut Rng) {
    let other = pool.any(random);
    let (at, range) = (place(input, random), piece(other, random));
    insert(input, at, &other[range]);
}

fn number(input: &mut Vec<u8>, pool: &Pool, random: &mut Rng) {
    let from = place(input, random);
    let is_digit = |at: &usize| input[*at].is_ascii_digit();
    let Some(start) = (from..input.len()).find(is_digit).or((0..from).find(is_digit)) else {
        return replace_byte(input, pool, random);
    };
    let end = (start..input.len()).find(|at| !is_digit(at)).unwrap_or(input.len());
    let other = NUMBERS[random.usize(..NUMBERS.len())];
    input.splice(start..end, other.bytes());
}

/// Replaces a digit by a random one, or inserts a digit before it.
fn digit(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    let digits: Vec<usize> = (0..input.len()).filter(|&at| input[at].is_ascii_digit()).collect();
    if !digits.is_empty() {
        let at = digits[random.usize(..digits.len())];
        if random.bool() {
            input[at] = random.u8(b'0'..=b'9');
        } else {
            input.insert(at, random.u8(b'0'..=b'9'));
        }
    }
}

/// Repeats a piece many times.
fn repeat(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    let range = piece(input, random);
    let times = if random.u8(..8) == 0 { random.usize(1..2000) } else { random.usize(1..6) };
    let again = input[range.clone()].repeat(times);
    if again.len() < LONGEST {
        insert(input, range.end, &again);
    }
}

fn with_lines(input: &mut Vec<u8>, change: impl FnOnce(&mut Vec<&[u8]>)) {
    let whole = std::mem::take(input);
    let mut lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    if !lines.is_empty() {
        change(&mut lines);
    }
    *input = lines.concat();
}

fn swap_lines(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    with_lines(input, |lines| {
        let [one, other] = [(); 2].map(|()| random.usize(..lines.len()));
        lines.swap(one, other);
    });
}

fn double_line(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    with_lines(input, |lines| {
        let [one, other] = [(); 2].map(|()| random.usize(..lines.len()));
        lines.insert(one, lines[other]);
    });
}

fn drop_line(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    with_lines(input, |lines| {
        lines.remove(random.usize(..lines.len()));
    });
}

fn swap_words(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    let whole = std::mem::take(input);
    let ends_a_word = |byte: &u8| byte.is_ascii_whitespace() || b",:=;".contains(byte);
    let mut words: Vec<&[u8]> = whole.split_inclusive(ends_a_word).collect();
    if !words.is_empty() {
        let [one, other] = [(); 2].map(|()| random.usize(..words.len()));
        words.swap(one, other);
    }
    *input = words.concat();
}

fn character(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    let at = if random.u8(..4) == 0 { 0 } else { place(input, random) };
    insert(input, at, CHARACTERS[random.usize(..CHARACTERS.len())].as_bytes());
}

/// Inserts many opening signs, with or without the closing ones.
fn nest(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    let (open, close) = NESTS[random.usize(..NESTS.len())];
    let depth = [2, 10, 127, 128, 129, 600, 2500][random.usize(..7)];
    let range = piece(input, random);
    if random.bool() {
        insert(input, range.end, close.repeat(depth).as_bytes());
    }
    insert(input, range.start, open.repeat(depth).as_bytes());
}

fn line_ends(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    let end: &[u8] = [b"\r\n".as_slice(), b"\r", b"\n\n", b" \n", b" "][random.usize(..5)];
    *input = input.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(end);
}

fn letter_case(input: &mut Vec<u8>, _: &Pool, random: &mut Rng) {
    let range = piece(input, random);
    if random.bool() {
        input[range].make_ascii_uppercase();
    } else {
        input[range].make_ascii_lowercase();
    }
}
