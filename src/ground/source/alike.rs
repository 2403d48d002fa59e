//! Names that look alike: a number in two spellings, or letters of two alphabets that have the same
//! shape.
//!
//! The letters are Latin, Greek and Cyrillic (Unicode's confusable characters), fullwidth and
//! mathematical. Similar ASCII characters, such as `O` and `0`, are different names, since boards
//! use both.

use super::{is_integer, is_visible};

/// Latin letters. Each comes with the letters of other alphabets that look like it.
const LATIN: &[(char, &str)] = &[
    ('A', "ΑА"),
    ('B', "ΒВ"),
    ('C', "СϹ"),
    ('E', "ΕЕ"),
    ('F', "Ϝ"),
    ('G', "Ԍ"),
    ('H', "ΗН"),
    ('I', "ΙІӀ"),
    ('J', "ЈͿ"),
    ('K', "ΚК"),
    ('M', "ΜМϺ"),
    ('N', "Ν"),
    ('O', "ΟО"),
    ('P', "ΡР"),
    ('Q', "Ԛ"),
    ('S', "Ѕ"),
    ('T', "ΤТ"),
    ('V', "Ѵ"),
    ('W', "Ԝ"),
    ('X', "ΧХ"),
    ('Y', "ΥУҮ"),
    ('Z', "Ζ"),
    ('a', "αа"),
    ('c', "сϲ"),
    ('d', "ԁ"),
    ('e', "е"),
    ('h', "һ"),
    ('i', "іι"),
    ('j', "јϳ"),
    ('l', "ӏ"),
    ('o', "οо"),
    ('p', "ρр"),
    ('q', "ԛ"),
    ('s', "ѕ"),
    ('u', "υ"),
    ('v', "νѵ"),
    ('w', "ԝ"),
    ('x', "х"),
    ('y', "γу"),
    ('Γ', "Г"),
    ('Π', "П"),
    ('Φ', "Ф"),
];

/// The code points of the digit zero in other scripts: fullwidth, Arabic, Persian (extended Arabic)
/// and Devanagari.
const DIGITS: [u32; 4] = [0xff10, 0x660, 0x6f0, 0x966];

/// The code points of the mathematical letters, 52 for each style.
const LETTERS_OF_MATHEMATICS: std::ops::Range<u32> = 0x1d400..0x1d6a4;
/// The code points of the mathematical digits, 10 for each style.
const DIGITS_OF_MATHEMATICS: std::ops::Range<u32> = 0x1d7ce..0x1d800;

/// Returns a normal form of a name. All names that look alike have the same normal form. Invisible
/// characters are removed, and every other character is replaced as in `prototype`. Then the normal
/// form of a whole number has no `+`, no leading zeros, and no `#` before one or two digits. `-0`
/// becomes `0`. Names in upper and lower case differ. Only the names of colours, which begin with
/// `#`, become lower case; this includes `#` with three or more digits, whose zeros stay.
pub fn skeleton(name: &str) -> String {
    let seen: String = name.chars().filter(|&c| is_visible(c)).map(prototype).collect();
    let colour = seen.strip_prefix('#');
    let number = colour.unwrap_or(&seen);
    if is_integer(number) && (colour.is_none() || number.len() < 3) {
        let digits = number.trim_start_matches(['-', '+']).trim_start_matches('0');
        let sign = if number.starts_with('-') && !digits.is_empty() { "-" } else { "" };
        return format!("{sign}{}", if digits.is_empty() { "0" } else { digits });
    }
    // A colour's digits are hexadecimal.
    if colour.is_some() { seen.to_ascii_lowercase() } else { seen }
}

/// Returns the Latin letter that a character looks like. If a Greek and a Cyrillic letter have the
/// same shape, returns one letter for both. Fullwidth and mathematical letters and digits, and
/// Arabic, Persian and Devanagari digits, become plain ASCII letters and digits. Other characters
/// are returned unchanged.
fn prototype(character: char) -> char {
    if character.is_ascii() {
        return character;
    }
    if let Some((latin, _)) = LATIN.iter().find(|(_, lookalikes)| lookalikes.contains(character)) {
        return *latin;
    }
    let code = u32::from(character);
    let digit = DIGITS.iter().find(|&&zero| (zero..zero + 10).contains(&code));
    let plain = match code {
        _ if digit.is_some() => digit.and_then(|zero| character_at_offset('0', code - zero)),
        0xff21..=0xff3a => character_at_offset('A', code - 0xff21),
        0xff41..=0xff5a => character_at_offset('a', code - 0xff41),
        _ if LETTERS_OF_MATHEMATICS.contains(&code) => {
            let place = (code - LETTERS_OF_MATHEMATICS.start) % 52;
            if place < 26 {
                character_at_offset('A', place)
            } else {
                character_at_offset('a', place - 26)
            }
        }
        _ if DIGITS_OF_MATHEMATICS.contains(&code) => {
            character_at_offset('0', (code - DIGITS_OF_MATHEMATICS.start) % 10)
        }
        _ => None,
    };
    plain.unwrap_or(character)
}

fn character_at_offset(first: char, offset: u32) -> Option<char> {
    char::from_u32(u32::from(first) + offset)
}

/// Quotes a name, which is shortened as by [`quote`](super::quote). Adds the code points of all
/// characters of the name that are outside ASCII, in round brackets, separated by blanks: `(U+0430
/// U+0431)`. This includes characters that are cut off and characters that occur again. A name in
/// ASCII has no brackets.
pub fn quote_with_codes(name: &str) -> String {
    let codes: Vec<String> = name
        .chars()
        .filter(|character| !character.is_ascii())
        .map(|character| format!("U+{:04X}", u32::from(character)))
        .collect();
    let name = super::quote(name);
    if codes.is_empty() { name } else { format!("{name} ({})", codes.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_seen_as_one() {
        for [one, other] in [
            ["1", "01"],
            ["4", "+4"],
            ["0", "-0"],
            ["-3", "-03"],
            ["#1", "1"],
            ["1", "１"],
            ["1", "١"],
            ["1", "𝟏"],
            ["A", "А"],
            ["A", "Α"],
            ["А", "Α"],
            ["A", "Ａ"],
            ["A", "𝐀"],
            ["z", "𝓏"],
            ["Π", "П"],
            ["#Ff0000", "#ff0000"],
            ["red", "rеd"],
            ["1", "\u{3164}1"],
            ["red", "re\u{ffa0}d"],
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for [one, other] in [
            ["1", "10"],
            ["1", "-1"],
            ["A", "a"],
            ["O", "0"],
            ["l", "1"],
            ["A", "Ä"],
            ["Б", "B"],
            ["Я", "R"],
            ["Ω", "O"],
            ["x1", "x01"],
            ["#000001", "1"],
        ] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }

    #[test]
    fn the_letters_of_an_alphabet_are_told_apart() {
        for alphabet in
            ['A'..='Z', 'a'..='z', 'Α'..='Ρ', 'Σ'..='Ω', 'α'..='ω', 'А'..='Я', 'а'..='я']
        {
            let mut seen: Vec<String> =
                alphabet.clone().map(|letter| skeleton(&letter.to_string())).collect();
            let number = seen.len();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), number, "{alphabet:?}");
        }
        assert!(LATIN.iter().all(|(latin, alike)| !alike.contains(*latin)));
    }

    #[test]
    fn codes_tell_letters_apart() {
        assert_eq!(quote_with_codes("А"), "`А` (U+0410)");
        assert_eq!(quote_with_codes("A"), "`A`");
    }
}
