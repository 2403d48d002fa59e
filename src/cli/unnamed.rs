//! Detects the family of a board if a command line leaves it out: `quarrel solve board.txt`.
//!
//! Each family tries to read the file with the options of the command line. A model file is
//! recognised by the ending of its name, or by its content. If exactly one family reads all boards,
//! its name is inserted, and a note reports it. A word that is the name of a family always means
//! the family.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use super::{CommandLine, Failure, board, note, shell, suggestions};
use crate::family::Family;
use crate::family::files::{self, STANDARD_INPUT};
use crate::question::{FamilyReading, UnnamedBoards};
use crate::source::Refusal;

/// Inserts the family's name into the command line `words`, and prints a note with the family. Does
/// so only if clap's `error` says that a word is not the name of a family, and if this word is `-`
/// or resembles the name of a board. Returns `None` for any other error and any other word. Fails
/// as [`complete_line`] does: refuses standard input, boards that no family or several families
/// read, and boards that obviously have no answer.
pub(super) fn add_family(
    families: &[&'static Family],
    error: &Error,
    words: &[OsString],
) -> Option<Result<Vec<OsString>, Failure>> {
    let word = family_word(error)?;
    if word != STANDARD_INPUT && !resembles_file(&word) {
        return None;
    }
    Some(complete_line(families, &word, words))
}

/// Returns the word that is used as a family, if the error says that no family has this name.
/// Returns `None` for any other error.
fn family_word(error: &Error) -> Option<String> {
    let ErrorKind::InvalidValue = error.kind() else { return None };
    match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(word)) if suggestions::concerns_family(error) => {
            Some(word.clone())
        }
        _ => None,
    }
}

/// Returns whether a word may be the name of a board. Such a word is an existing file or folder, a
/// link or an id of a board, or a word with a dot or a separator.
fn resembles_file(word: &str) -> bool {
    Path::new(word).exists()
        || files::is_link(word)
        || word.contains(['.', '/', std::path::MAIN_SEPARATOR])
}

/// Returns the command line with the name of the only family that reads all boards, and prints a
/// note about it. As long as some family reads some board, boards that no family reads are ignored
/// here. Refuses standard input, boards that no family or several families read, and boards that
/// obviously have no answer in the only family that reads them. Also fails if [`UnnamedLine::find`]
/// fails, or if a board cannot be read.
fn complete_line(
    families: &[&'static Family],
    word: &str,
    words: &[OsString],
) -> Result<Vec<OsString>, Failure> {
    let asked = UnnamedLine::find(families, word, words)?;
    let readings = asked.boards.readings()?;
    let command = |reading: &FamilyReading| asked.command(reading.family.name);
    match readings.as_slice() {
        [] => Err(asked.unread_refusal().into()),
        [reading @ FamilyReading { family, obstacle: None }] => {
            let name = family.name;
            note(&format!("{word} is read as {name}, as in {}", command(reading)));
            Ok(asked.words_with_family(name))
        }
        [reading @ FamilyReading { family, obstacle: Some(why) }] => {
            let found = format!(
                "only {} can read {word}, but this reading has no answer: {why}",
                family.name
            );
            Err(Refusal::new(found, format!("{} to use this reading", command(reading))).into())
        }
        several => {
            let names: Vec<&str> = several.iter().map(|reading| reading.family.name).collect();
            let (last, others) = names.split_last().expect("several names");
            let found = format!("{word} can be read by {} and {last}", others.join(", "));
            let commands: Vec<String> = several.iter().map(command).collect();
            Err(Refusal::new(found, format!("one of these: {}", commands.join("; "))).into())
        }
    }
}

/// A command line that names boards, but no family.
struct UnnamedLine<'a> {
    /// The words, beginning with the program's name.
    words: &'a [OsString],
    /// The index in `words` of the word before which the name of the family is inserted.
    place: usize,
    /// The boards, and the families that are tried. If the user named a folder, the boards are the
    /// files of this folder.
    boards: UnnamedBoards<'a>,
}

impl UnnamedLine<'_> {
    /// Finds the word before which the family's name belongs, and the boards. Because an occurrence
    /// of `word` may be the value of an option, each occurrence is tried, the first one first. An
    /// occurrence is right if clap accepts the line with the name of a family before it, and `word`
    /// is then the first board. If no occurrence is right, fails with clap's first error or, if
    /// there is no such error, with a refusal. Also fails if a folder of boards cannot be read.
    /// `families` must not be empty.
    fn find<'a>(
        families: &'a [&'static Family],
        word: &str,
        words: &'a [OsString],
    ) -> Result<UnnamedLine<'a>, Failure> {
        let mut refused = None;
        for place in (1..words.len()).filter(|&place| words[place] == *word) {
            let line =
                match CommandLine::read(families, insert_name(words, place, families[0].name)) {
                    Ok(line) => line,
                    Err(error) => {
                        refused.get_or_insert(error);
                        continue;
                    }
                };
            if let Some((terms, named)) = line
                .cli
                .verb
                .args()
                .boards()
                .filter(|(_, named)| named.first().is_some_and(|first| first == word))
            {
                let boards = board::names(named)?;
                let boards = UnnamedBoards { families, terms: terms.stated_request(), boards };
                return Ok(UnnamedLine { words, place, boards });
            }
        }
        let unread =
            || Refusal::new(format!("no family comes before {word}"), "a family before it");
        Err(refused.map_or_else(|| unread().into(), Failure::Grammar))
    }

    /// Returns the words with the family's name inserted at the index `place`.
    fn words_with_family(&self, family: &str) -> Vec<OsString> {
        insert_name(self.words, self.place, family)
    }

    /// Returns the command line with the family's name, quoted for a shell. The word `quarrel`
    /// replaces the first word of the line.
    fn command(&self, family: &str) -> String {
        let words = self.words_with_family(family);
        let word_texts: Vec<_> = words.iter().skip(1).map(|word| word.to_string_lossy()).collect();
        shell::command(word_texts.iter().map(AsRef::as_ref))
    }

    /// Returns the refusal for the case that no family reads any of the boards. The refusal asks
    /// for a family, because the fault of a board is shown only if a family is named. It names the
    /// board or, if there are several boards, their number.
    fn unread_refusal(&self) -> Refusal {
        let what = match &self.boards.boards[..] {
            [board] => board.clone(),
            boards => format!("all of the {} boards", boards.len()),
        };
        let names: Vec<&str> = self.boards.families.iter().map(|family| family.name).collect();
        let expected = format!(
            "the name of a family, so that quarrel can show the error: {} with one of {}",
            self.command("FAMILY"),
            names.join(", ")
        );
        Refusal::new(format!("no family reads {what}"), expected)
    }
}

/// Inserts the family's name before the word with index `place`.
fn insert_name(words: &[OsString], place: usize, family: &str) -> Vec<OsString> {
    let mut extended = words.to_vec();
    extended.insert(place, family.into());
    extended
}
