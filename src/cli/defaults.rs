//! Defaults of options, from the environment and from files.
//!
//! Options on the command line override all defaults. Environment variables
//! (`QUARREL_TIME_LIMIT=2m`) override `quarrel.toml` in the current folder, which overrides the
//! user's own file. Defaults are added to the words of the command line, and the words are then
//! read again. So the header of a formula, the manifest of a set and the records of a comparison
//! state the whole command.
//!
//! A default is left out if the grammar or the command (such as `solve`) would refuse it together
//! with the command line. An invalid default is refused with its variable, or with its position in
//! the file.
//!
//! Only the command line of a user has defaults. A comparison starts its runs with `--no-config`. A
//! process that solves one of several boards gets the defaults as words.

use std::ffi::OsString;
use std::fmt;

use clap::builder::Resettable;
use clap::{Arg, Command, Id};

use super::{CommandLine, words};
use crate::family::Family;
use crate::source::{Refusal, Source};

use file::{DefaultsFile, Owner};

mod environment;
mod file;
mod kept;

pub(super) use kept::{options_with_defaults, verbs};

/// A default of one option, with its source.
#[derive(Clone, Debug)]
pub(super) struct SuppliedDefault {
    /// The long name, without dashes.
    option: String,
    /// The value, or the values if the option may be repeated.
    values: OptionValues,
    /// The variable or the line of a file that has the default, in words.
    origin: String,
}

/// The values that a default gives to an option.
#[derive(Clone, Debug)]
enum OptionValues {
    /// Whether the flag is set. An unset flag adds no word to the command line.
    Flag(bool),
    /// The values of an option: several if it may be repeated.
    Words(Vec<String>),
}

/// A command line with its defaults.
pub(super) struct FilledLine {
    /// The command line as it was read, including the words of the defaults.
    pub line: CommandLine,
    /// The defaults in the line.
    pub used: Vec<SuppliedDefault>,
}

/// Adds defaults to the command line, namely those that the grammar and the command accept. An
/// objection of the command that the line has without defaults does not count. If all defaults are
/// accepted together, adds all. Otherwise, adds each default that is accepted together with those
/// already added. The defaults that by themselves remove this objection are tried first. Returns
/// the new line, or the same line if no default is accepted, and the added defaults.
///
/// Fails if a default is invalid, or if a file of defaults cannot be read.
pub(super) fn fill(families: &[&'static Family], line: CommandLine) -> Result<FilledLine, Refusal> {
    let supplied = missing_defaults(families, &line)?;
    if supplied.is_empty() {
        return Ok(FilledLine { line, used: supplied });
    }
    let objection = line.objection();
    // Defaults may remove the objection of the command to its options, but must not add one.
    if let Some(all) = try_read(families, &line, &supplied, objection.as_ref()) {
        return Ok(FilledLine { line: all, used: supplied });
    }
    let (mending, others): (Vec<_>, Vec<_>) = supplied.into_iter().partition(|one| {
        let one = std::slice::from_ref(one);
        objection.is_some() && try_read(families, &line, one, None).is_some()
    });
    let (mut used, mut best) = (Vec::new(), None);
    for one in mending.into_iter().chain(others) {
        used.push(one);
        match try_read(families, &line, &used, objection.as_ref()) {
            Some(read) => best = Some(read),
            None => drop(used.pop()),
        }
    }
    Ok(FilledLine { line: best.unwrap_or(line), used })
}

/// Reads the command line with the defaults `chosen`. Returns `None` if clap rejects it, or if the
/// command refuses its options. `but` is the text of a refusal that is tolerated; if `but` is
/// `None`, no refusal is tolerated.
fn try_read(
    families: &[&'static Family],
    line: &CommandLine,
    chosen: &[SuppliedDefault],
    but: Option<&String>,
) -> Option<CommandLine> {
    let read = read(families, line, chosen).ok()?;
    let objection = read.objection();
    (objection.is_none() || objection.as_ref() == but).then_some(read)
}

/// Reads the command line with the words of the defaults `chosen`. Fails if clap rejects the words
/// together.
fn read(
    families: &[&'static Family],
    line: &CommandLine,
    chosen: &[SuppliedDefault],
) -> Result<CommandLine, clap::Error> {
    let more = chosen.iter().flat_map(SuppliedDefault::words).map(OsString::from);
    CommandLine::read(families, words::add_options(&line.words, more))
}

/// Returns defaults for the options that the command line does not have, each option once. If
/// several sources have a default for an option, the first of these sources counts: the
/// environment, the file in the current folder, the user's own file. Within a file, the table of
/// the command comes before the top. The list is empty in these cases:
///
/// - `--no-config` is given.
/// - The line has no command, or it has a command and a subcommand.
/// - No option of the command takes a default.
///
/// Fails if a default is invalid, or if a file of defaults cannot be read.
fn missing_defaults(
    families: &[&'static Family],
    line: &CommandLine,
) -> Result<Vec<SuppliedDefault>, Refusal> {
    let Some((name, matches)) = line.matches.subcommand() else { return Ok(Vec::new()) };
    let grammar = built_grammar(families);
    let verb = grammar.find_subcommand(name).expect("the verb that was read");
    // Subcommands, such as `export --suite`, have no defaults.
    let accepts_any =
        matches.subcommand().is_none() && options_with_defaults(verb).next().is_some();
    if line.cli.no_config || !accepts_any {
        return Ok(Vec::new());
    }
    let mut known: Vec<String> =
        words::given_options(verb, matches).into_iter().map(str::to_owned).collect();
    let files = file::load_all(&grammar)?;
    let mut supplied = environment::defaults(&grammar, verb)?;
    supplied.extend(files.iter().flat_map(|file| file.defaults(verb)));
    supplied.retain(|one| {
        let is_new = !known.contains(&one.option);
        known.push(one.option.clone());
        is_new
    });
    Ok(supplied)
}

/// Checks a text as a file of defaults, for fuzzing.
///
/// # Errors
///
/// If the text is not TOML, or has an unknown command, an option that cannot have a default, or an
/// invalid value.
pub fn validate_defaults(families: &[&'static Family], source: &Source) -> Result<(), Refusal> {
    DefaultsFile::parse(source, Owner::User, &built_grammar(families)).map(drop)
}

/// Returns the grammar of the command line, already built.
fn built_grammar(families: &[&'static Family]) -> Command {
    let mut grammar = super::command(families);
    grammar.build();
    grammar
}

/// Returns the name of the environment variable with the default of an option. `option` is a long
/// name without dashes. The result for `config`, `QUARREL_CONFIG`, is the variable with the path of
/// a file of defaults.
pub(super) fn variable_name(option: &str) -> String {
    format!("QUARREL_{}", option.to_uppercase().replace('-', "_"))
}

/// Returns whether an option takes no value. The argument must belong to a built grammar.
fn is_flag(argument: &Arg) -> bool {
    !argument.get_num_args().is_some_and(|number| number.takes_values())
}

/// Returns whether any command has the option (a long name without dashes) and accepts a default
/// for it.
fn accepts_default(grammar: &Command, option: &str) -> bool {
    grammar
        .get_subcommands()
        .any(|verb| options_with_defaults(verb).any(|argument| argument.get_long() == Some(option)))
}

impl OptionValues {
    /// Checks the values as if no other option were given. `argument` is the option, which must
    /// have a long name. An error consists of two texts: the input that was found, and the input
    /// that was expected. The second text may refer to the help of `verb`.
    fn validate(&self, verb: &Command, argument: &Arg) -> Result<(), (String, String)> {
        let option = argument.get_long().expect("options with defaults have names");
        // The option is read without conflicts, groups or requirements.
        let nobody = || Resettable::<Id>::Reset;
        let alone = argument.clone().conflicts_with(nobody()).group(nobody()).requires(nobody());
        let grammar = Command::new("quarrel").no_binary_name(true).arg(alone);
        let read = grammar.try_get_matches_from(self.words(option));
        read.map(drop).map_err(|error| words::describe_error(&error, verb.get_name()))
    }

    /// Returns the values as words of a command line. `option` is the long name, without dashes. A
    /// flag that is not set has no word.
    fn words(&self, option: &str) -> Vec<String> {
        match self {
            OptionValues::Flag(true) => vec![format!("--{option}")],
            OptionValues::Flag(false) => Vec::new(),
            OptionValues::Words(values) => {
                values.iter().flat_map(|value| words::option_words(option, value)).collect()
            }
        }
    }
}

impl SuppliedDefault {
    pub fn is_for(&self, option: &str) -> bool {
        self.option == option
    }

    fn words(&self) -> Vec<String> {
        self.values.words(&self.option)
    }
}

/// Writes the default and its variable or file. This text is printed below a refused command.
impl fmt::Display for SuppliedDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words();
        let words = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
        write!(f, "{words} is from {}", self.origin)
    }
}
