//! Defaults of options, from the environment and from files.
//!
//! The order of precedence is: options on the command line, variables (`QUARREL_TIME_LIMIT=2m`),
//! `quarrel.toml` in the current folder, the user's own file. Defaults are added to the words of
//! the command line, which is then read again. So the header of a formula, the manifest of a set
//! and the records of a comparison state the whole command.
//!
//! If the grammar or the verb would refuse a default together with the command line, the default is
//! left out. An invalid default is refused with its variable, or with its position in the file.
//!
//! Only the command line of a user has defaults. A comparison starts its runs with `--no-config`. A
//! process that solves one of several boards gets `--no-config` and the defaults as words. Command
//! lines that the program makes itself are parsed without defaults (`parse`).

use std::ffi::OsString;
use std::fmt;

use clap::builder::Resettable;
use clap::{Arg, Command, Id};

use super::{CommandLine, words};
use crate::family::Family;
use crate::source::{Refusal, Source};

use file::{File, Owner};

mod environment;
mod file;
mod kept;

pub(super) use kept::{defaulted, verbs};

#[derive(Clone, Debug)]
pub(super) struct Supplied {
    option: String,
    values: OptionValues,
    origin: DefaultOrigin,
}

#[derive(Clone, Debug)]
enum OptionValues {
    Flag(bool),
    /// The values as words: several if the option may be repeated.
    Words(Vec<String>),
}

#[derive(Clone, Debug)]
enum DefaultOrigin {
    Variable(String),
    File(String),
}

pub(super) struct Filled {
    pub line: CommandLine,
    pub used: Vec<Supplied>,
}

/// Adds defaults to the command line. Leaves out defaults that are refused together with the
/// command line.
pub(super) fn fill(families: &[&'static Family], line: CommandLine) -> Result<Filled, Refusal> {
    let supplied = supplies(families, &line)?;
    let objection = line.objection();
    // The command line alone may be refused. Defaults may remove this objection, but must not add
    // another one.
    if let Some(all) = agreed(families, &line, &supplied, objection.as_ref()) {
        return Ok(Filled { line: all, used: supplied });
    }
    // Defaults that remove the objection are tried first.
    let (mending, others): (Vec<_>, Vec<_>) = supplied.into_iter().partition(|one| {
        let one = std::slice::from_ref(one);
        objection.is_some() && agreed(families, &line, one, None).is_some()
    });
    let (mut used, mut best) = (Vec::new(), None);
    for one in mending.into_iter().chain(others) {
        used.push(one);
        match agreed(families, &line, &used, objection.as_ref()) {
            Some(read) => best = Some(read),
            None => drop(used.pop()),
        }
    }
    Ok(Filled { line: best.unwrap_or(line), used })
}

/// Reads the command line with the defaults `chosen`. Returns `None` if the line is invalid, or if
/// the verb refuses its combination of options with a message other than `but`.
fn agreed(
    families: &[&'static Family],
    line: &CommandLine,
    chosen: &[Supplied],
    but: Option<&String>,
) -> Option<CommandLine> {
    let read = read(families, line, chosen).ok()?;
    let objection = read.objection();
    (objection.is_none() || objection.as_ref() == but).then_some(read)
}

fn read(
    families: &[&'static Family],
    line: &CommandLine,
    chosen: &[Supplied],
) -> Result<CommandLine, clap::Error> {
    let more = chosen.iter().flat_map(Supplied::words).map(OsString::from);
    CommandLine::read(families, words::with(&line.words, more))
}

/// Returns the defaults for options that the line does not have. If an option has several defaults,
/// only the one with precedence is returned.
fn supplies(families: &[&'static Family], line: &CommandLine) -> Result<Vec<Supplied>, Refusal> {
    let Some((name, matches)) = line.matches.subcommand() else { return Ok(Vec::new()) };
    let grammar = grammar(families);
    let verb = grammar.find_subcommand(name).expect("the verb that was read");
    // Subcommands, such as `export --suite`, have no defaults.
    let takes = matches.subcommand().is_none() && defaulted(verb).next().is_some();
    if line.cli.no_config || !takes {
        return Ok(Vec::new());
    }
    let mut known: Vec<String> =
        words::given(verb, matches).into_iter().map(str::to_owned).collect();
    let files = file::all(&grammar)?;
    let of_files = files.iter().flat_map(|file| file.supplies(verb));
    let mut supplied = environment::supplies(&grammar, verb)?;
    supplied.extend(of_files);
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
/// Returns the refusal of an invalid text.
pub fn validate_defaults(families: &[&'static Family], source: &Source) -> Result<(), Refusal> {
    File::of(source, Owner::User, &grammar(families)).map(drop)
}

fn grammar(families: &[&'static Family]) -> Command {
    let mut grammar = super::command(families);
    grammar.build();
    grammar
}

/// Returns the name of an option's variable. The variable of `config` has the path of a file of
/// defaults.
pub(super) fn variable(option: &str) -> String {
    format!("QUARREL_{}", option.to_uppercase().replace('-', "_"))
}

fn is_flag(argument: &Arg) -> bool {
    !argument.get_num_args().is_some_and(|number| number.takes_values())
}

fn is_taken(grammar: &Command, option: &str) -> bool {
    grammar
        .get_subcommands()
        .any(|verb| defaulted(verb).any(|argument| argument.get_long() == Some(option)))
}

impl OptionValues {
    /// Checks the values without other options. An error states what was found and what was
    /// expected.
    fn validate(&self, verb: &Command, argument: &Arg) -> Result<(), (String, String)> {
        let option = argument.get_long().expect("options with defaults have names");
        // The option is read alone: without conflicts, groups or requirements.
        let nobody = || Resettable::<Id>::Reset;
        let alone = argument.clone().conflicts_with(nobody()).group(nobody()).requires(nobody());
        let grammar = Command::new("quarrel").no_binary_name(true).arg(alone);
        let read = grammar.try_get_matches_from(self.words(option));
        read.map(drop).map_err(|error| words::told(&error, verb.get_name()))
    }

    fn words(&self, option: &str) -> Vec<String> {
        match self {
            OptionValues::Flag(true) => vec![format!("--{option}")],
            OptionValues::Flag(false) => Vec::new(),
            OptionValues::Words(values) => {
                values.iter().flat_map(|value| words::option(option, value)).collect()
            }
        }
    }
}

impl Supplied {
    pub fn is_of(&self, option: &str) -> bool {
        self.option == option
    }

    fn words(&self) -> Vec<String> {
        self.values.words(&self.option)
    }
}

/// Formats a default with its variable or file, for the text below a refused command.
impl fmt::Display for Supplied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words();
        let words = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
        match &self.origin {
            DefaultOrigin::Variable(name) => write!(f, "{words} is from the variable {name}"),
            DefaultOrigin::File(place) => write!(f, "{words} is from {place}"),
        }
    }
}
