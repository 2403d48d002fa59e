//! Defaults of options, from the environment and from files: what a command line does not say.
//!
//! What is typed goes before a variable (`QUARREL_TIME_LIMIT=2m`), that before `quarrel.toml` in
//! the current folder, and that before the user's own. They are added to the words of the command
//! line, which is read once more: so the header of a formula, the manifest of a set and the lines
//! of a comparison tell the whole command, and it does the same on a machine without these
//! defaults.
//!
//! A default never argues with what is typed. One that does not go with the command line as it
//! stands, because the grammar or the verb itself would refuse both together, is left out. What is
//! wrong with a default alone is refused by its place.
//!
//! Only the command line of a user has defaults. The runs of a comparison are started with
//! `--no-config`, the turns of several boards with it and with the words of defaults, and command
//! lines that are read within the program (`parse`) are taken as they are.

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

/// A default of an option of some verb.
#[derive(Clone, Debug)]
pub(super) struct Supplied {
    option: String,
    values: OptionValues,
    origin: DefaultOrigin,
}

/// What an option is given.
#[derive(Clone, Debug)]
enum OptionValues {
    /// Whether a flag is set.
    Flag(bool),
    /// A value, or some where it may be given several times.
    Words(Vec<String>),
}

/// Where a default comes from.
#[derive(Clone, Debug)]
enum DefaultOrigin {
    /// A variable of that name.
    Variable(String),
    /// A file, with the line.
    File(String),
}

/// What a command line says with its defaults.
pub(super) struct Filled {
    pub line: CommandLine,
    /// The defaults in it.
    pub used: Vec<Supplied>,
}

/// A command line with every default that goes with it.
pub(super) fn fill(families: &[&'static Family], line: CommandLine) -> Result<Filled, Refusal> {
    let supplied = supplies(families, &line)?;
    let objection = line.objection();
    // A default may mend what lacks in the command line, and must not add to it.
    if let Some(all) = agreed(families, &line, &supplied, objection.as_ref()) {
        return Ok(Filled { line: all, used: supplied });
    }
    // What mends the command line is tried before what may stand in its way.
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

/// A command line with some defaults, if it is one and there is no objection to it but this.
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

/// A command line with some defaults.
fn read(
    families: &[&'static Family],
    line: &CommandLine,
    chosen: &[Supplied],
) -> Result<CommandLine, clap::Error> {
    let more = chosen.iter().flat_map(Supplied::words).map(OsString::from);
    CommandLine::read(families, words::with(&line.words, more))
}

/// The defaults of the options that a command line does not give, each once, the stronger ones
/// first.
fn supplies(families: &[&'static Family], line: &CommandLine) -> Result<Vec<Supplied>, Refusal> {
    let Some((name, matches)) = line.matches.subcommand() else { return Ok(Vec::new()) };
    let grammar = grammar(families);
    let verb = grammar.find_subcommand(name).expect("the verb that was read");
    // What stands below a verb is a set of instances.
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

/// Whether a text is a file of defaults, for programs that look for texts with which this one
/// breaks.
///
/// # Errors
///
/// What is wrong with it.
pub fn validate_defaults(families: &[&'static Family], source: &Source) -> Result<(), Refusal> {
    File::of(source, Owner::User, &grammar(families)).map(drop)
}

fn grammar(families: &[&'static Family]) -> Command {
    let mut grammar = super::command(families);
    grammar.build();
    grammar
}

/// The variable of an option, and that of the file.
pub(super) fn variable(option: &str) -> String {
    format!("QUARREL_{}", option.to_uppercase().replace('-', "_"))
}

fn is_flag(argument: &Arg) -> bool {
    !argument.get_num_args().is_some_and(|number| number.takes_values())
}

/// Whether some verb takes a default for an option.
fn is_taken(grammar: &Command, option: &str) -> bool {
    grammar
        .get_subcommands()
        .any(|verb| defaulted(verb).any(|argument| argument.get_long() == Some(option)))
}

impl OptionValues {
    /// What is wrong with them by themselves, and what would do.
    fn validate(&self, verb: &Command, argument: &Arg) -> Result<(), (String, String)> {
        let option = argument.get_long().expect("options with defaults have names");
        // The option alone, whatever it conflicts with or needs.
        let nobody = || Resettable::<Id>::Reset;
        let alone = argument.clone().conflicts_with(nobody()).group(nobody()).requires(nobody());
        let grammar = Command::new("quarrel").no_binary_name(true).arg(alone);
        let read = grammar.try_get_matches_from(self.words(option));
        read.map(drop).map_err(|error| words::told(&error, verb.get_name()))
    }

    /// As words of a command line.
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
    /// Whether it is one of that option.
    pub fn is_of(&self, option: &str) -> bool {
        self.option == option
    }

    fn words(&self) -> Vec<String> {
        self.values.words(&self.option)
    }
}

/// A line for whoever wonders why a command is refused.
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
