//! Functions that add options to the words of a command line or remove options from them. Added
//! options come from the file of a comparison, or are defaults.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// The greatest number of characters of clap's message that are quoted. A long value in the message
/// would hide the rest of a refusal.
const LONGEST: usize = 300;

/// Returns an option with its value as one or two words. `name` is the long name, without dashes.
/// If the value is empty or begins with `-`, the words are joined by `=`.
pub(super) fn option_words(name: &str, value: &str) -> Vec<String> {
    if value.starts_with('-') || value.is_empty() {
        vec![format!("--{name}={value}")]
    } else {
        vec![format!("--{name}"), value.to_owned()]
    }
}

/// Inserts the words `more` into `words`, and returns the result. They are inserted before the
/// first `--`, because no word after it is an option. If there is no `--`, they are added at the
/// end.
pub(super) fn add_options<W: Clone + PartialEq<str>>(
    words: &[W],
    more: impl IntoIterator<Item = W>,
) -> Vec<W> {
    let end = words.iter().position(|word| *word == *"--").unwrap_or(words.len());
    let mut all = words[..end].to_vec();
    all.extend(more);
    all.extend_from_slice(&words[end..]);
    all
}

/// Returns the words without some options and their values. `options` has the long name of each of
/// these options without dashes and, if the option has a short form, the letter of this form. Each
/// of these options must take a value. The value is the rest of the option's word (after `=` or the
/// letter), or the whole next word. Words after `--` are kept. A word with the letters of several
/// options is not divided.
pub(super) fn remove_options(words: &[String], options: &[(&str, Option<char>)]) -> Vec<String> {
    let mut left = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            left.push(word.clone());
            left.extend(rest.by_ref().cloned());
            break;
        }
        let is_named = |&(name, letter): &(&str, Option<char>)| {
            let long = format!("--{name}");
            let short = letter.map(|letter| format!("-{letter}"));
            // A letter and its value may form one word.
            let has_value = short
                .as_ref()
                .is_some_and(|short| word.starts_with(&short[..]) && word.len() > short.len());
            if *word == long || short.as_ref() == Some(word) {
                Some(true)
            } else {
                (word.starts_with(&format!("{long}=")) || has_value).then_some(false)
            }
        };
        match options.iter().find_map(is_named) {
            None => left.push(word.clone()),
            Some(true) => drop(rest.next()),
            Some(false) => {}
        }
    }
    left
}

/// Returns the long names, without dashes, of the options of the command `verb` that the command
/// line itself gives. Options whose value clap has filled in are left out, and so are options
/// without a long name. `matches` must be that of this command.
pub(super) fn given_options<'a>(verb: &'a Command, matches: &ArgMatches) -> Vec<&'a str> {
    verb.get_arguments()
        .filter(|argument| {
            matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
        })
        .filter_map(clap::Arg::get_long)
        .collect()
}

/// Returns two texts: the fault that clap's error finds in an option, and then what is expected
/// instead. The fault is the first non-empty line of the error, without `error: `. If it is longer
/// than [`LONGEST`] characters, it is cut there, and `…` is added. If a value is invalid and clap
/// knows the valid ones, the expected text lists them. If options conflict, it is `one value`.
/// Otherwise, it refers to the help of the command `verb`.
pub(super) fn describe_error(error: &clap::Error, verb: &str) -> (String, String) {
    let all = error.to_string();
    let first = all.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let first = first.trim_start_matches("error: ");
    let found = match first.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &first[..end]),
        None => first.to_owned(),
    };
    let known = match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(known))) => known.join(", "),
        _ => String::new(),
    };
    let expected = match error.kind() {
        _ if !known.is_empty() => known,
        ErrorKind::ArgumentConflict => "one value".to_owned(),
        _ => format!("a value as in quarrel {verb} --help"),
    };
    (found, expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_left_out_with_their_values() {
        let left = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            remove_options(&words, &[("output", Some('o')), ("per-chunk", None)]).join(" ")
        };
        assert_eq!(left("q plan -o x compare --per-chunk 3 a"), "q plan compare a");
        assert_eq!(left("q -ox --per-chunk=3 --output=y --outputs z"), "q --outputs z");
        assert_eq!(left("q --output x -- -o y"), "q -- -o y");
    }

    #[test]
    fn options_are_added_before_the_end_of_options() {
        let added = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            add_options(
                &words,
                option_words("label", "x").into_iter().chain(option_words("name", "-y")),
            )
            .join(" ")
        };
        assert_eq!(added("q solve"), "q solve --label x --name=-y");
        assert_eq!(added("q -- a -- b"), "q --label x --name=-y -- a -- b");
    }
}
