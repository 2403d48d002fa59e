//! `quarrel.toml`: where it lies, and what may stand in it.
//!
//! A key at the top is an option of every verb that takes it as a default, a key in a table
//! `[solve]` one of that verb. All of a file is looked over whatever verb is run, so that a slip of
//! the pen is told at once and not in the week in which its verb is used.
//!
//! The folder of the configuration is found in five lines and not by a crate: the place is the one
//! of freedesktop.org's specification on every system, and what crates for it add are the places of
//! the others.

use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::{Arg, Command};

use super::kept::{self, WhyKept};
use super::{DefaultOrigin, OptionValues, Supplied, variable};
use crate::source::options::{self, OptionEntry, Unread, Value};
use crate::source::{Refusal, Source, Spanned, quoted};

/// The name of such a file.
const NAME: &str = "quarrel.toml";

/// What is expected of it.
const EXPECTED: &str = "long options with their values, at the top or in a table such as [solve]";

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The user's.
    User,
    /// That of whoever has made the current folder.
    Folder,
}

/// A file of defaults that is right.
pub(super) struct File {
    source: Source,
    settings: Vec<DefaultSetting>,
}

/// An option of the verb of a table, or of every verb that takes it.
struct DefaultSetting {
    verb: Option<String>,
    option: Spanned<String>,
    values: OptionValues,
}

/// The files of defaults that there are, the stronger one first.
pub(super) fn all(grammar: &Command) -> Result<Vec<File>, Refusal> {
    let named = std::env::var_os(variable("config")).filter(|path| !path.is_empty());
    if let Some(path) = named.map(PathBuf::from) {
        let named = read(&path, Owner::User, grammar)?;
        return Ok(vec![named.ok_or_else(|| {
            let found = format!("QUARREL_CONFIG names {}, and there is none", path.display());
            Refusal::new(found, "a TOML file with defaults")
        })?]);
    }
    let here = read(Path::new(NAME), Owner::Folder, grammar)?;
    let own = match of_the_user() {
        Some(path) => read(&path, Owner::User, grammar)?,
        None => None,
    };
    Ok(here.into_iter().chain(own).collect())
}

/// Where the user's file would lie.
fn of_the_user() -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let named = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(absolute);
    Some(
        named
            .or_else(|| Some(std::env::home_dir().filter(absolute)?.join(".config")))?
            .join("quarrel")
            .join(NAME),
    )
}

/// Reads a file, if there is one.
fn read(path: &Path, owner: Owner, grammar: &Command) -> Result<Option<File>, Refusal> {
    let name = path.display();
    let failed = |error: std::io::Error| {
        let found = format!("cannot read the defaults of {name}: {error}");
        Refusal::new(found, "a readable file, or --no-config")
    };
    match std::fs::metadata(path) {
        // What waits for somebody to write is not opened.
        Ok(known) if !known.is_file() => {
            let what = if known.is_dir() { "a folder" } else { "no regular file" };
            let found = format!("{name} is {what}, and would have defaults");
            Err(Refusal::new(found, "a TOML file, or --no-config"))
        }
        Ok(_) => {
            let source = options::open(path).map_err(|unread| match unread {
                Unread::System(error) => failed(error),
                Unread::Refused(refusal) => refusal,
            })?;
            File::of(&source, owner, grammar).map(Some)
        }
        Err(error) if is_absence(error.kind()) => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// Whether a file that is asked for is not there, as far as this user can tell.
fn is_absence(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::PermissionDenied)
}

impl File {
    /// Looks over all that stands in a text.
    pub fn of(source: &Source, owner: Owner, grammar: &Command) -> Result<File, Refusal> {
        let mut settings = Vec::new();
        let reader = DefaultsReader { source, owner, grammar };
        for entry in options::parse(source, EXPECTED)? {
            match &entry.value.value {
                Value::Table(entries) => {
                    let verb = reader.verb(&entry.key)?;
                    for entry in entries {
                        let values = reader.values(entry, Some(verb))?;
                        let verb = Some(verb.get_name().to_owned());
                        settings.push(DefaultSetting { verb, option: entry.key.clone(), values });
                    }
                }
                _ => {
                    let values = reader.values(&entry, None)?;
                    settings.push(DefaultSetting { verb: None, option: entry.key.clone(), values });
                }
            }
        }
        Ok(File { source: source.clone(), settings })
    }

    /// What it says for a verb, its table before what stands at the top.
    pub fn supplies(&self, verb: &Command) -> impl Iterator<Item = Supplied> {
        let name = verb.get_name();
        let own = self.settings.iter().filter(move |one| one.verb.as_deref() == Some(name));
        let taken: Vec<&str> = kept::defaulted(verb).filter_map(Arg::get_long).collect();
        let top = self.settings.iter().filter(|one| one.verb.is_none());
        let top = top.filter(move |one| taken.contains(&one.option.value.as_str()));
        own.chain(top).map(|one| {
            let (line, _) = self.source.line_and_column(one.option.span.start);
            Supplied {
                option: one.option.value.clone(),
                values: one.values.clone(),
                origin: DefaultOrigin::File(format!("{}:{line}", self.source.name())),
            }
        })
    }
}

struct DefaultsReader<'a> {
    source: &'a Source,
    owner: Owner,
    grammar: &'a Command,
}

impl<'a> DefaultsReader<'a> {
    fn refused<T>(
        &self,
        span: &Range<usize>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Result<T, Refusal> {
        Err(Refusal::new(found, expected).at(self.source, span.clone()))
    }

    /// The verb of a table.
    fn verb(&self, key: &Spanned<String>) -> Result<&'a Command, Refusal> {
        let verbs = kept::verbs(self.grammar);
        if let Some(verb) = verbs.iter().find(|verb| verb.get_name() == key.value) {
            return Ok(verb);
        }
        let found = format!("no verb that takes defaults is called {}", quoted(&key.value));
        self.refused(&key.span, found, names(verbs.iter().map(|verb| verb.get_name())))
    }

    /// The values of an option, which fit each verb that takes it.
    fn values(
        &self,
        entry: &OptionEntry,
        verb: Option<&'a Command>,
    ) -> Result<OptionValues, Refusal> {
        let option = &entry.key.value;
        self.validate(entry, verb)?;
        let verbs: Vec<&Command> = match verb {
            Some(verb) => vec![verb],
            None => kept::verbs(self.grammar),
        };
        let mut values = None;
        for verb in &verbs {
            let Some(argument) =
                kept::defaulted(verb).find(|argument| argument.get_long() == Some(option))
            else {
                continue;
            };
            let known = self.of_argument(entry, argument)?;
            if let Err((mut found, mut expected)) = known.validate(verb, argument) {
                if values.is_some() {
                    // It fits the verbs before this one.
                    found += &format!(" of {}", verb.get_name());
                    expected += "; or the key in the tables of the verbs that it fits";
                }
                return self.refused(&entry.value.span, found, expected);
            }
            values = Some(known);
        }
        values.map_or_else(|| self.unknown(entry, verb, &verbs), Ok)
    }

    /// Refuses an option that takes no default.
    fn validate(&self, entry: &OptionEntry, verb: Option<&Command>) -> Result<(), Refusal> {
        let option = &entry.key.value;
        let is_taken = || super::is_taken(self.grammar, option);
        let why = match verb {
            _ if self.owner == Owner::Folder && kept::PROGRAMS.contains(&option.as_str()) => {
                Some(WhyKept::Program)
            }
            Some(verb) => kept::why(verb.get_name(), option),
            None if is_taken() => None,
            None => {
                self.grammar.get_subcommands().find_map(|verb| kept::why(verb.get_name(), option))
            }
        };
        match why {
            None => Ok(()),
            Some(why) => {
                let found = format!("a default for `{option}`, which {why}");
                self.refused(&entry.key.span, found, why.instead(option))
            }
        }
    }

    fn of_argument(&self, entry: &OptionEntry, argument: &Arg) -> Result<OptionValues, Refusal> {
        match (&entry.value.value, super::is_flag(argument)) {
            (Value::Truth(truth), true) => Ok(OptionValues::Flag(*truth)),
            (_, true) => {
                let found = format!("a value of `{}`, which is a flag", entry.key.value);
                self.refused(&entry.value.span, found, "true or false")
            }
            (_, false) => entry.words(self.source, "a text or a number").map(OptionValues::Words),
        }
    }

    fn unknown<T>(
        &self,
        entry: &OptionEntry,
        verb: Option<&Command>,
        verbs: &[&Command],
    ) -> Result<T, Refusal> {
        let key = &entry.key;
        let of = verb.map_or(String::new(), |verb| format!(" of {}", verb.get_name()));
        if kept::verbs(self.grammar).iter().any(|verb| verb.get_name() == key.value) {
            let found = format!("`{}` where a table is meant", key.value);
            return self.refused(&key.span, found, format!("[{}]", key.value));
        }
        let found = format!("no option{of} is called {}", quoted(&key.value));
        let taken = verbs.iter().flat_map(|verb| kept::defaulted(verb));
        self.refused(&key.span, found, names(taken.filter_map(Arg::get_long)))
    }
}

/// Names, each once.
fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut known: Vec<&str> = Vec::new();
    for name in names {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    known.join(", ")
}
