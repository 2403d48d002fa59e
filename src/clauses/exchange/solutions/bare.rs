//! Lists of literals without a status: `[1, -2, 3]` as Python and JSON write them, or `1 -2 3 0`.
//!
//! Such a list counts as an answer if it has a value for every variable. This is safe, since the
//! caller checks the values.

use super::values::WantedValues;
use super::{Naming, OutputFault, Solution, competition};

/// Returns the words of a text that is a list. A text is a list if it is in square or round
/// brackets, or if all its words are whole numbers, with or without a minus sign. Within brackets,
/// any words are accepted. Words are separated by white space and by commas, but not by commas
/// within inner brackets. Quotes around a word are dropped. Returns `None` if the text is not such
/// a list, has no words, or has the word `v` of competition lines.
pub fn parse_list(text: &str) -> Option<Vec<&str>> {
    let text = text.trim();
    let inside = [("[", "]"), ("(", ")")]
        .iter()
        .find_map(|(first, last)| text.strip_prefix(first)?.strip_suffix(last));
    let words = split_words(inside.unwrap_or(text));
    let is_list = inside.is_some() || words.iter().all(|word| is_integer(word));
    (is_list && !words.is_empty() && !words.contains(&"v")).then_some(words)
}

/// Splits a text at white space and at commas. A comma within brackets of the kinds `[`, `(` and
/// `{` does not split, so that a name such as `x[1,2]` stays whole. White space splits also within
/// brackets. Drops single and double quotes around words, and empty words.
fn split_words(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    text.split(|one: char| {
        match one {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        one.is_whitespace() || one == ',' && depth == 0
    })
    .map(|word| word.trim_matches(['"', '\'']))
    .filter(|word| !word.is_empty())
    .collect()
}

/// Returns whether a word is a whole number, with or without a minus sign.
fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a list of words as values. The words are literals, or digits 0 and 1 for all variables of
/// the file. They are digits only if there are as many digits as variables (see
/// `competition::read_values`). The returned solution has no claim and no objective. A word `0` is
/// skipped among literals, and variables that no word names have no value.
///
/// # Errors
///
/// If a word is not a variable, or a wanted variable is both true and false.
pub(super) fn read<'a>(
    words: &[&'a str],
    naming: &dyn Naming,
) -> Result<Solution, OutputFault<'a>> {
    let mut values = WantedValues::new(naming);
    competition::read_values(words, &mut values)?;
    Ok(values.into_solution(None, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_lists() {
        for (text, expected) in [
            ("[1, -2, 3]\n", "1 -2 3"),
            ("[1,-2,3]", "1 -2 3"),
            ("(1, -2)", "1 -2"),
            ("1 -2 3 0\n", "1 -2 3 0"),
            ("1, -2,\n3", "1 -2 3"),
            ("['x', '-y']", "x -y"),
            ("[\"x[1,2]\", \"-y\"]", "x[1,2] -y"),
            ("[x(1, 2), -y]", "x(1, 2) -y"),
        ] {
            let words = parse_list(text).unwrap_or_else(|| panic!("no list: {text}"));
            let expected: Vec<&str> = expected.split_whitespace().collect();
            let words: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).collect();
            assert_eq!(words, expected, "{text}");
        }
        for text in ["", "[]", "hello", "1 two", "[\"v 1 -2 0\"]", "{\"answer\": [1]}", "1 -"] {
            assert_eq!(parse_list(text), None, "{text}");
        }
    }
}
