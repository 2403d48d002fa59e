//! The family of a board, if a command line leaves it out: `quarrel solve board.txt`.
//!
//! A file in the place of a family is tried against each family, with the options of the command
//! line. A model file is known by the ending of its name, or by its content. If one family alone
//! reads all boards that are named, its name is put before them, and the command line goes on as if
//! somebody had typed it; a note says so. If several read them, somebody has to choose. A word that
//! is the name of a family always is the family.
//!
//! Some families read nearly any rectangle of letters or digits and then see at once that it has no
//! answer: regions of Queens are an ABC Path with each letter several times, a filled Takuzu is
//! Queens with two regions. Such a reading counts only beside others like it, and is never taken
//! without a question.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use super::board::{self, BoardTerms, STANDARD_INPUT};
use super::{CommandLine, Failure, note};
use crate::family::Family;
use crate::puzzle::{Puzzle, broken_so_far};
use crate::source::{Input, MOST_BYTES, Refusal};
use crate::written;

/// Returns the command line with the name of a family, if a file stands in its place; none if no
/// file does.
///
/// # Errors
///
/// Refuses a board that no family reads, or that several read, and what is wrong with the rest of
/// the line.
pub(super) fn with_family(
    families: &[&'static Family],
    error: &Error,
    words: &[OsString],
) -> Option<Result<Vec<OsString>, Failure>> {
    let word = in_the_place_of_a_family(error)?;
    if word != STANDARD_INPUT && !is_like_a_file(&word) {
        return None;
    }
    Some(named(families, &word, words))
}

/// The word that stands where a family is expected.
fn in_the_place_of_a_family(error: &Error) -> Option<String> {
    let ErrorKind::InvalidValue = error.kind() else { return None };
    match (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue)) {
        (Some(ContextValue::String(argument)), Some(ContextValue::String(word)))
            if ["<FAMILY>", "[FAMILY]", "--explain <FAMILY>", "--family <FAMILY>"]
                .contains(&&argument[..]) =>
        {
            Some(word.clone())
        }
        _ => None,
    }
}

/// Whether a word names a file that is there, or can be nothing else.
fn is_like_a_file(word: &str) -> bool {
    Path::new(word).exists() || word.contains(['.', '/', std::path::MAIN_SEPARATOR])
}

fn named(
    families: &[&'static Family],
    word: &str,
    words: &[OsString],
) -> Result<Vec<OsString>, Failure> {
    let asked = UnnamedLine::of(families, word, words)?;
    let readings = asked.readings(families)?;
    let command = |reading: &FamilyReading| asked.command(reading.family.name);
    match readings.as_slice() {
        [] => Err(asked.unread(families)?.into()),
        [reading @ FamilyReading { family, obstacle: None }] => {
            let name = family.name;
            note(&format!("{word} is taken for {name}, as by {}", command(reading)));
            Ok(asked.with(name))
        }
        [reading @ FamilyReading { family, obstacle: Some(why) }] => {
            let found =
                format!("{word} is read by {} alone, and has no answer: {why}", family.name);
            Err(Refusal::new(found, format!("{} if it is so", command(reading))).into())
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

/// A family that reads a board.
#[derive(Clone)]
struct FamilyReading {
    family: &'static Family,
    /// Why the board has no answer, if that is seen at once.
    obstacle: Option<String>,
}

/// A command line that names boards and no family.
struct UnnamedLine<'a> {
    words: &'a [OsString],
    /// Which of the words the family is to stand before.
    place: usize,
    terms: BoardTerms,
    /// The boards, with those in folders.
    boards: Vec<String>,
}

impl UnnamedLine<'_> {
    /// Reads a command line in which a file stands in the place of a family. An option may have the
    /// same word for its value, so each place is tried.
    fn of<'a>(
        families: &[&'static Family],
        word: &str,
        words: &'a [OsString],
    ) -> Result<UnnamedLine<'a>, Failure> {
        let mut refused = None;
        for place in (1..words.len()).filter(|&place| words[place] == *word) {
            let line = match CommandLine::read(families, with(words, place, families[0].name)) {
                Ok(line) => line,
                Err(error) => {
                    refused.get_or_insert(error);
                    continue;
                }
            };
            if let Some((terms, named)) = line
                .cli
                .verb
                .boards()
                .filter(|(_, named)| named.first().is_some_and(|first| first == word))
            {
                let mut boards = Vec::new();
                for name in named {
                    match board::file(name) {
                        Some(path) if path.is_dir() => boards.extend(board::files(path)?),
                        _ => boards.push(name.clone()),
                    }
                }
                return Ok(UnnamedLine { words, place, terms: terms.clone(), boards });
            }
        }
        let unread =
            || Refusal::new(format!("{word} in the place of a family"), "a family before it");
        Err(refused.map_or_else(|| unread().into(), Failure::Grammar))
    }

    /// The words with the name of a family.
    fn with(&self, family: &str) -> Vec<OsString> {
        with(self.words, self.place, family)
    }

    /// The command with the name of a family, as it may be typed.
    fn command(&self, family: &str) -> String {
        let words = self.with(family);
        let words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
        let words: Vec<String> = std::iter::once("quarrel".to_owned()).chain(words).collect();
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    }

    /// The families that read all boards but those that none reads.
    fn readings(&self, families: &[&'static Family]) -> Result<Vec<FamilyReading>, Refusal> {
        let mut common: Option<Vec<FamilyReading>> = None;
        for board in &self.boards {
            let readings = self.readings_of(board, families)?;
            common = match common {
                _ if readings.is_empty() => common,
                None => Some(readings),
                Some(known) => Some(of_both(known, &readings)),
            };
        }
        Ok(common.unwrap_or_default())
    }

    /// The families that read a board; those that see an obstacle count only if all do.
    fn readings_of(
        &self,
        board: &str,
        families: &[&'static Family],
    ) -> Result<Vec<FamilyReading>, Refusal> {
        let Some(path) = board::file(board) else {
            let found = "`-`, which is standard input, and no family";
            let expected = "the family before it, since standard input is read once";
            return Err(Refusal::new(found, expected));
        };
        let known = fs::metadata(path).map_err(|error| unreadable(board, &error))?;
        if !known.is_file() {
            let found = format!("{board} is no regular file, and no family is named");
            return Err(Refusal::new(found, "the family before it"));
        }
        let (streams, texts): (Vec<_>, Vec<_>) =
            families.iter().copied().partition(|family| family.streams());
        let reading = |family| FamilyReading { family, obstacle: None };
        if written::is_of_a_model(board) && !streams.is_empty() {
            return Ok(streams.into_iter().map(reading).collect());
        }
        let is_short = usize::try_from(known.len()).is_ok_and(|bytes| bytes <= MOST_BYTES);
        let texts = texts.into_iter().filter(|_| is_short);
        let mut readings: Vec<FamilyReading> =
            texts.filter_map(|family| self.reading(board, family)).collect();
        let head = Input::file(board).head()?;
        for family in streams {
            // What begins as a model file does is one, whatever is wrong with it.
            if !written::begins_as_a_model(&head) {
                continue;
            }
            if readings.is_empty() {
                readings.push(reading(family));
            } else {
                readings.extend(self.reading(board, family));
            }
        }
        if readings.iter().any(|reading| reading.obstacle.is_none()) {
            readings.retain(|reading| reading.obstacle.is_none());
        }
        Ok(readings)
    }

    /// How a family reads a board; none if it refuses the board.
    fn reading(&self, board: &str, family: &'static Family) -> Option<FamilyReading> {
        let request = self.terms.called(family.name).request(Some(board), family).ok()?;
        let opened = match family.open(&request) {
            // It is read in one of several ways, which are tried later.
            Err(refusal) if refusal.readings.is_some() => {
                return Some(FamilyReading { family, obstacle: None });
            }
            opened => opened.ok()?,
        };
        let clash = |puzzle: &dyn Puzzle| broken_so_far(puzzle, &puzzle.givens());
        let clash = || opened.as_puzzle().and_then(clash).map(|broken| broken.to_string());
        Some(FamilyReading { family, obstacle: opened.as_problem().obstacle().or_else(clash) })
    }

    /// Why no family is taken.
    fn unread(&self, families: &[&'static Family]) -> Result<Refusal, Refusal> {
        let what = match &self.boards[..] {
            [board] => board.clone(),
            boards => return self.of_several_families(boards, families),
        };
        Ok(self.unread_by_all(&what, families))
    }

    /// Why no family is taken for several boards: two of them are of different families, or none is
    /// read.
    fn of_several_families(
        &self,
        boards: &[String],
        families: &[&'static Family],
    ) -> Result<Refusal, Refusal> {
        let what = format!("all of the {} boards", boards.len());
        let mut known: Option<(&String, Vec<FamilyReading>)> = None;
        for board in boards {
            let readings = self.readings_of(board, families)?;
            let (first, common) = match known {
                _ if readings.is_empty() => continue,
                None => (board, readings),
                Some((first, common)) => {
                    let name = common[0].family.name;
                    let both = of_both(common, &readings);
                    if both.is_empty() {
                        let other = readings[0].family.name;
                        let found = format!(
                            "no family reads {what}: {first} is of {name}, {board} of {other}"
                        );
                        let expected =
                            "the boards of one family at a time, in a folder of their own";
                        return Ok(Refusal::new(found, expected));
                    }
                    (first, both)
                }
            };
            known = Some((first, common));
        }
        Ok(self.unread_by_all(&what, families))
    }

    fn unread_by_all(&self, what: &str, families: &[&'static Family]) -> Refusal {
        let names: Vec<&str> = families.iter().map(|family| family.name).collect();
        let expected = format!(
            "the family, and then it is told what is wrong: {} with one of {}",
            self.command("FAMILY"),
            names.join(", ")
        );
        Refusal::new(format!("no family reads {what}"), expected)
    }
}

/// The families that are in two lists. A board without an obstacle shows that the family is meant.
fn of_both(known: Vec<FamilyReading>, others: &[FamilyReading]) -> Vec<FamilyReading> {
    let both = |reading: FamilyReading| {
        let other = others.iter().find(|other| other.family.name == reading.family.name)?;
        let obstacle = reading.obstacle.filter(|_| other.obstacle.is_some());
        Some(FamilyReading { family: reading.family, obstacle })
    };
    known.into_iter().filter_map(both).collect()
}

fn with(words: &[OsString], place: usize, family: &str) -> Vec<OsString> {
    let mut words = words.to_vec();
    words.insert(place, family.into());
    words
}

fn unreadable(name: &str, error: &io::Error) -> Refusal {
    Refusal::new(format!("cannot read {name}: {error}"), "a family, or a readable file")
}
