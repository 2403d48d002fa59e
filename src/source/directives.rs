//! Lines that begin with `#`: directives, and comments.
//!
//! A line is a directive if its first word is one that the family knows (`# stars 2`). Any other
//! such line is a comment, unless it looks like a directive with a slip of the finger: its first
//! word is nearly one (`star`, `Given`, `blokced`), and what follows could be the arguments. Such a
//! line is refused with the right word, since to skip it would be to read another puzzle.
//!
//! Nearly means: but for upper case, for the `s` of a plural, and for one letter in a word of five
//! or two in a word of seven, where two neighbours that have changed places are one. What follows
//! could be the arguments if the next word could be the first of them, or if there are as many
//! numbers as the directive takes, and at least two. So `# Given by Anna` is a comment,
//! `# Givens queen 0 0` is refused, and whoever means that as a comment begins it with another word.

use super::rows::{cut, is_separator};
use super::{Directive, Refusal, Source, Spanned, quoted};

/// How a directive is written: its name, words that stand as they are, and capitals for numbers, such
/// as `given queen R C`.
pub type Usage = &'static str;

/// The directive of a line that begins with `#`, or nothing if the line is a comment.
///
/// # Errors
///
/// Refuses a line that is nearly one of the directives.
pub(super) fn read(
    source: &Source,
    line: &Spanned<&str>,
    usages: &[Usage],
) -> Result<Option<Directive>, Refusal> {
    let hash = line.value.find('#').map_or(0, |hash| hash + 1);
    let behind =
        Spanned { value: &line.value[hash..], span: line.span.start + hash..line.span.end };
    let mut words = cut(&behind, is_separator).into_iter();
    let Some(name) = words.next() else { return Ok(None) };
    if usages.iter().any(|usage| name_of(usage) == name.value) {
        return Ok(Some(Directive { name, arguments: words.collect() }));
    }
    match usages.iter().find(|usage| is_nearly(behind.value, usage)) {
        None => Ok(None),
        Some(usage) => {
            let found = format!("{} is no directive", quoted(&name.value));
            Err(Refusal::new(found, format!("`# {usage}`; a comment begins with another word"))
                .at(source, name.span))
        }
    }
}

/// The first word of a usage.
fn name_of(usage: &str) -> &str {
    usage.split(' ').next().unwrap_or_default()
}

/// Whether a line looks like a directive with a slip of the finger.
fn is_nearly(text: &str, usage: &str) -> bool {
    let words = words(text);
    let Some((first, rest)) = words.split_first() else { return false };
    if !is_close(first, name_of(usage)) {
        return false;
    }
    let arguments: Vec<&str> = usage.split(' ').skip(1).collect();
    let fits = |word: &&str| match arguments.first() {
        Some(argument) if is_number(argument) => word.parse::<u64>().is_ok(),
        Some(argument) => is_close(word, argument) || word.parse::<u64>().is_ok(),
        None => false,
    };
    let taken = arguments.iter().filter(|argument| is_number(argument)).count();
    let numbers = rest.iter().filter(|word| word.parse::<u64>().is_ok()).count();
    rest.first().is_some_and(fits) || (taken >= 2 && taken == numbers)
}

/// Whether a word of a usage stands for a number.
fn is_number(argument: &str) -> bool {
    argument.chars().all(char::is_uppercase)
}

/// The runs of letters and the runs of digits of a text.
fn words(text: &str) -> Vec<&str> {
    let kind = |character: char| (character.is_alphabetic(), character.is_numeric());
    let mut words = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let end = at + character.len_utf8();
        if characters.peek().is_none_or(|&(_, next)| kind(next) != kind(character)) {
            if kind(character) != (false, false) {
                words.push(&text[start..end]);
            }
            start = end;
        }
    }
    words
}

/// Whether a word is another one but for case, the `s` of a plural and a slip in a long one.
fn is_close(word: &str, right: &str) -> bool {
    let word = word.to_lowercase();
    let slips = match right.len() {
        0..5 => 0,
        5..7 => 1,
        _ => 2,
    };
    let as_long = word.len().abs_diff(right.len()) <= slips;
    word.strip_suffix('s') == Some(right) || (as_long && distance(&word, right) <= slips)
}

/// How many letters are to be put in, taken out, changed or swapped with their neighbour.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut table = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            table[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let change = usize::from(from[i - 1] != to[j - 1]);
                    let one = (table[i - 1][j] + 1)
                        .min(table[i][j - 1] + 1)
                        .min(table[i - 1][j - 1] + change);
                    let swapped =
                        i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
                    if swapped { one.min(table[i - 2][j - 2] + 1) } else { one }
                }
            };
        }
    }
    table[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const USAGES: &[Usage] =
        &["stars K", "given queen R C", "blocked R C", "eq R C R C", "ne R C R C"];

    fn outcome(text: &str) -> Result<Option<String>, String> {
        let source = Source::new("board", text);
        let line = source.lines().next().expect("a line");
        let read = read(&source, &line, USAGES).map_err(|refusal| refusal.to_string())?;
        Ok(read.map(|directive| directive.name.value))
    }

    #[test]
    fn a_slip_of_the_finger_is_refused_with_the_right_word() {
        for (line, usage) in [
            ("# star 2", "stars K"),
            ("# Stars 2", "stars K"),
            ("# stars: 2", "stars K"),
            ("# stars=2", "stars K"),
            ("#STARS2", "stars K"),
            ("# stras 2 per row", "stars K"),
            ("# givens queen 0 0", "given queen R C"),
            ("# Given queen 0 0", "given queen R C"),
            ("# Given 0 3", "given queen R C"),
            ("#gvien queens 0 0", "given queen R C"),
            ("# Given a queen at 0 0", "given queen R C"),
            ("## given queen 0 0", "given queen R C"),
            ("# block 0 0", "blocked R C"),
            ("# Blocked cell 0 0", "blocked R C"),
            ("# EQ 0 0 0 1", "eq R C R C"),
            ("# NE: 0 0 0 1", "ne R C R C"),
        ] {
            let refusal = outcome(line).expect_err(line);
            let expected = format!("expected `# {usage}`; a comment begins with another word");
            assert!(refusal.ends_with(&expected), "{line}: {refusal}");
        }
    }

    #[test]
    fn a_comment_stays_a_comment() {
        for line in [
            "#",
            "# Given by Anna",
            "# Star Battle 10x10",
            "# Stars by Anna, 2024",
            "# No 12",
            "# no. 1 of 2, 3 and 4",
            "# note: given queen 0 0",
            "# 2 stars",
            "# queens 4x4: solved; unique",
            "# Blocked",
        ] {
            assert_eq!(outcome(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn a_directive_is_one_by_its_first_word() {
        for (line, name) in [("# stars 2", "stars"), ("#given, queen", "given"), ("# eq", "eq")] {
            assert_eq!(outcome(line), Ok(Some(name.to_owned())), "{line}");
        }
    }

    #[test]
    fn the_distance_counts_slips() {
        for (from, to, slips) in [
            ("", "", 0),
            ("star", "stars", 1),
            ("gvien", "given", 1),
            ("abc", "", 3),
            ("ab", "cd", 2),
        ] {
            assert_eq!(distance(from, to), slips, "{from} to {to}");
        }
    }
}
