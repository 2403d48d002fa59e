//! Quotes paths and commands that are printed, so that users can copy them.

use std::path::Path;

/// Quotes a path as one word for a shell. A path that begins with `-` gets `./` before it, so that
/// no program reads it as an option. A path with a byte 0 is not quoted.
pub(super) fn path(path: &Path) -> String {
    let text = path.display().to_string();
    let text = if text.starts_with('-') { format!("./{text}") } else { text };
    shlex::try_quote(&text).map_or_else(|_| text.clone(), String::from)
}

/// Quotes a command for GNU parallel, which joins words with spaces and passes them to a shell. A
/// command without quotes and backslashes stays as it is.
pub(super) fn to_parallel(command: &str) -> String {
    if command.contains(['\'', '"', '\\']) {
        shlex::try_quote(command).map_or_else(|_| command.to_owned(), String::from)
    } else {
        command.to_owned()
    }
}

/// Returns the command line of quarrel with these words after the program's name, quoted for a
/// shell. Returns an empty text if a word has a byte 0; the words of a real command line have none.
pub(super) fn command<'a>(words: impl Iterator<Item = &'a str>) -> String {
    shlex::try_join(std::iter::once("quarrel").chain(words)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_word_and_no_option() {
        for (given, word) in [
            ("armies-18", "armies-18"),
            ("a/b.c_d", "a/b.c_d"),
            ("two words", "'two words'"),
            ("-o", "./-o"),
            ("- o", "'./- o'"),
            ("$(x);*", "'$(x);*'"),
        ] {
            assert_eq!(path(Path::new(given)), word);
        }
        let plain = "quarrel work p --chunk {}";
        assert_eq!(to_parallel(plain), plain);
        let words = shlex::split(&to_parallel("quarrel work 'it is' --chunk {}"));
        assert_eq!(words, Some(vec!["quarrel work 'it is' --chunk {}".to_owned()]));
    }
}
