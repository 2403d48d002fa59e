//! `quarrel.toml`: its path and its content.
//!
//! A key names an option. A key in a table such as `[solve]` applies only to the command of the
//! table (here `solve`). A key at the top, before all tables, applies to every command that takes a
//! default for this option. The whole file is always checked for all commands, not only for the
//! command that runs.
//!
//! On every system, the user's own file is in the folder of configuration that the freedesktop.org
//! specification names. The crates that find such folders are not used: on some systems, they would
//! search other folders.

use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::{Arg, Command};

use super::kept::{self, NoDefaultReason};
use super::{OptionValues, SuppliedDefault, variable_name};
use crate::grid::distinct;
use crate::source::options::{self, OptionEntry, ReadError, Value};
use crate::source::{Refusal, Source, Spanned, quote};

/// The name of a file of defaults, both in the current folder and in the folder of configuration.
const NAME: &str = "quarrel.toml";

/// The expected content of a file of defaults, for refusals.
const EXPECTED: &str =
    "each long option once, as `option = value`, at the top or in a table such as [solve]";

/// The origin of a file of defaults, which decides whether the file may name programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The file is in the user's folder of configuration, or QUARREL_CONFIG names it.
    User,
    /// The file is in the current folder, and may come from other people.
    Folder,
}

/// A file of defaults whose content is valid for every command.
pub(super) struct DefaultsFile {
    /// The text, in which the line of each default is found.
    source: Source,
    /// The defaults in the order of the file.
    settings: Vec<DefaultSetting>,
}

/// A default of one option, as a file states it.
struct DefaultSetting {
    /// The command of the table that has the default; `None` for a default at the top, which
    /// applies to every command that takes it.
    verb: Option<String>,
    /// The long name without dashes, with its position in the file.
    option: Spanned<String>,
    values: OptionValues,
}

/// Returns the files of defaults that exist: first the file in the current folder, then the user's
/// own file. The file in the current folder overrides the user's own file. If QUARREL_CONFIG names
/// a file, returns only this file, which counts as the user's own; an empty variable counts as
/// unset. Fails if the named file does not exist, or if any of the files is unreadable, is not a
/// regular file or has invalid content.
pub(super) fn load_all(grammar: &Command) -> Result<Vec<DefaultsFile>, Refusal> {
    let named = std::env::var_os(variable_name("config")).filter(|path| !path.is_empty());
    if let Some(path) = named.map(PathBuf::from) {
        let refused = |which: &str| {
            let found = format!("QUARREL_CONFIG names {}, which {which}", path.display());
            Refusal::new(found, "a TOML file with defaults")
        };
        if std::fs::metadata(&path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
            return Err(refused("is no regular file"));
        }
        let named = read(&path, Owner::User, grammar)?;
        return Ok(vec![named.ok_or_else(|| refused("does not exist"))?]);
    }
    let here = read(Path::new(NAME), Owner::Folder, grammar)?;
    let own = match user_path() {
        Some(path) => read(&path, Owner::User, grammar)?,
        None => None,
    };
    Ok(here.into_iter().chain(own).collect())
}

/// Returns the path of the user's own file of defaults. The file need not exist. It is in the
/// folder `quarrel` in the folder that XDG_CONFIG_HOME names. If this variable is unset or has a
/// relative path, `quarrel` is in `~/.config`. Returns `None` if the home folder has no absolute
/// path either.
fn user_path() -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let named = std::env::var_os("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .filter(absolute)
        .or_else(|| Some(std::env::home_dir().filter(absolute)?.join(".config")))?
        .join("quarrel")
        .join(NAME);
    Some(named)
}

/// Reads a file of defaults, and checks it for all commands. `owner` decides whether it may name
/// programs. Returns `None` if the file does not exist, if a part of its path is not a folder, or
/// if its folder is not accessible. Refuses a path that is no regular file, an unreadable file and
/// invalid content.
fn read(path: &Path, owner: Owner, grammar: &Command) -> Result<Option<DefaultsFile>, Refusal> {
    let name = path.display();
    let failed = |error: std::io::Error| {
        let found = format!("cannot read the defaults of {name}: {error}");
        Refusal::new(found, "a readable file, or --no-config")
    };
    match std::fs::metadata(path) {
        // Opening a pipe would wait for a writer.
        Ok(known) if !known.is_file() => {
            let what = if known.is_dir() { "a folder" } else { "no regular file" };
            let found = format!("{name} is {what}, so it cannot be read for defaults");
            Err(Refusal::new(found, "a TOML file, or --no-config"))
        }
        Ok(_) => {
            let source = options::open(path).map_err(|unread| match unread {
                ReadError::System(error) => failed(error),
                ReadError::Refused(refusal) => refusal,
            })?;
            DefaultsFile::parse(&source, owner, grammar).map(Some)
        }
        Err(error) if is_absence(error.kind()) => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// Returns whether an error means that there is no file, or that this user may not access its
/// folder.
fn is_absence(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::PermissionDenied)
}

impl DefaultsFile {
    /// Parses the text of a file of defaults, and checks it for all commands. Refuses a text that
    /// is no TOML, unknown commands and options, options that take no default, and invalid values.
    /// If the `owner` is the current folder, also refuses options that name a program.
    pub fn parse(
        source: &Source,
        owner: Owner,
        grammar: &Command,
    ) -> Result<DefaultsFile, Refusal> {
        let mut settings = Vec::new();
        let reader = DefaultsReader { source, owner, grammar };
        for entry in options::parse(source, EXPECTED)? {
            match &entry.value.value {
                Value::Table(entries) => {
                    let verb = reader.find_verb(&entry.key)?;
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
        Ok(DefaultsFile { source: source.clone(), settings })
    }

    /// Returns the defaults for a command: those in its table, then those at the top that the
    /// command takes. If an option is in both places, it comes twice. The caller uses the first of
    /// the two.
    pub fn defaults(&self, verb: &Command) -> impl Iterator<Item = SuppliedDefault> {
        let name = verb.get_name();
        let accepted: Vec<&str> =
            kept::options_with_defaults(verb).filter_map(Arg::get_long).collect();
        let top = self
            .settings
            .iter()
            .filter(|one| one.verb.is_none())
            .filter(move |one| accepted.contains(&one.option.value.as_str()));
        self.settings.iter().filter(move |one| one.verb.as_deref() == Some(name)).chain(top).map(
            |one| {
                let (line, _) = self.source.line_and_column(one.option.span.start);
                SuppliedDefault {
                    option: one.option.value.clone(),
                    values: one.values.clone(),
                    origin: format!("{}:{line}", self.source.name()),
                }
            },
        )
    }
}

/// The context in which the entries of a file of defaults are checked.
struct DefaultsReader<'a> {
    source: &'a Source,
    /// The origin of the file: only a file of the user may name programs.
    owner: Owner,
    /// The grammar of the whole program.
    grammar: &'a Command,
}

impl<'a> DefaultsReader<'a> {
    /// Always returns an error, which refuses the part of the file at `span`, a range of bytes.
    fn refuse<T>(
        &self,
        span: &Range<usize>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Result<T, Refusal> {
        Err(Refusal::new(found, expected).with_span(self.source, span.clone()))
    }

    /// Returns the command that the key of a table names. Refuses a key that is no command. Also
    /// refuses a command if none of its options takes a default.
    fn find_verb(&self, key: &Spanned<String>) -> Result<&'a Command, Refusal> {
        let verbs = kept::verbs(self.grammar);
        if let Some(verb) = verbs.iter().find(|verb| verb.get_name() == key.value) {
            return Ok(verb);
        }
        let found = format!("no verb that takes defaults is called {}", quote(&key.value));
        let names: Vec<&str> = verbs.iter().map(|verb| verb.get_name()).collect();
        self.refuse(&key.span, found, names.join(", "))
    }

    /// Returns the checked values of an entry. The entry is in the table of `verb`, or at the top
    /// of the file if `verb` is `None`. At the top, every command that takes a default for the
    /// option must accept the values. Refuses in these cases:
    ///
    /// - A command does not accept the values.
    /// - The option can have no default here.
    /// - `verb` does not have the option or, at the top, no command has it.
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
            let Some(argument) = kept::options_with_defaults(verb)
                .find(|argument| argument.get_long() == Some(option))
            else {
                continue;
            };
            let known = self.parse_values(entry, argument)?;
            if let Err((mut found, mut expected)) = known.validate(verb, argument) {
                if values.is_some() {
                    // The commands before this one accept the value.
                    found += &format!(" of {}", verb.get_name());
                    expected += "; or the key only in the tables of verbs that accept this value";
                }
                return self.refuse(&entry.value.span, found, expected);
            }
            values = Some(known);
        }
        values.map_or_else(|| self.refuse_unknown(entry, verb, &verbs), Ok)
    }

    /// Refuses the option of an entry if it can have no default in the table of `verb`. Also
    /// refuses it there if no command takes a default for it, and it is part of the question in
    /// some command. `verb` is `None` for an entry at the top of the file. The option of such an
    /// entry is refused if it can have no default in any table. In a file of the current folder,
    /// also refuses options that name a program to run. Accepts unknown options, which the caller
    /// refuses.
    fn validate(&self, entry: &OptionEntry, verb: Option<&Command>) -> Result<(), Refusal> {
        let option = &entry.key.value;
        let is_accepted = || super::accepts_default(self.grammar, option);
        let why = match verb {
            _ if self.owner == Owner::Folder && kept::PROGRAMS.contains(&option.as_str()) => {
                Some(NoDefaultReason::Program)
            }
            Some(verb) => kept::no_default_reason(verb, option).or_else(|| {
                let mut verbs = self.grammar.get_subcommands();
                let asks =
                    !is_accepted() && verbs.any(|verb| kept::is_question_option(verb, option));
                asks.then_some(NoDefaultReason::Question)
            }),
            None if is_accepted() => None,
            None => self
                .grammar
                .get_subcommands()
                .find_map(|verb| kept::no_default_reason(verb, option)),
        };
        match why {
            None => Ok(()),
            Some(why) => {
                let here = if why == NoDefaultReason::Program { " in this folder" } else { "" };
                let found = format!("`{option}` can have no default{here}: {why}");
                self.refuse(&entry.key.span, found, why.alternatives(option))
            }
        }
    }

    /// Returns the values of an entry. The kind of the values must suit the option: true or false
    /// for a flag, otherwise texts or numbers. Refuses values of another kind. The caller checks
    /// whether the option accepts the values.
    fn parse_values(&self, entry: &OptionEntry, argument: &Arg) -> Result<OptionValues, Refusal> {
        match (&entry.value.value, super::is_flag(argument)) {
            (Value::Truth(truth), true) => Ok(OptionValues::Flag(*truth)),
            (_, true) => {
                let found = format!("a value of `{}`, which is a flag", entry.key.value);
                self.refuse(&entry.value.span, found, "true or false")
            }
            (_, false) => entry.words(self.source, "a text or a number").map(OptionValues::Words),
        }
    }

    /// Always returns an error, which refuses an entry whose key is no option with a default. If
    /// the key is a command, the refusal asks for a table of this name. Otherwise the refusal lists
    /// the options of `verbs`, the commands to which the entry would apply. `verb` is `None` for an
    /// entry at the top.
    fn refuse_unknown<T>(
        &self,
        entry: &OptionEntry,
        verb: Option<&Command>,
        verbs: &[&Command],
    ) -> Result<T, Refusal> {
        let key = &entry.key;
        let of = verb.map_or(String::new(), |verb| format!(" of {}", verb.get_name()));
        if kept::verbs(self.grammar).iter().any(|verb| verb.get_name() == key.value) {
            let found = format!("`{}` has to be a table", key.value);
            return self.refuse(&key.span, found, format!("[{}]", key.value));
        }
        let found = format!("no option{of} is called {}", quote(&key.value));
        let names = distinct(
            verbs
                .iter()
                .flat_map(|verb| kept::options_with_defaults(verb))
                .filter_map(Arg::get_long),
        )
        .join(", ");
        self.refuse(&key.span, found, names)
    }
}
