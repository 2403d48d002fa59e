//! Defaults from environment variables, such as `QUARREL_TIME_LIMIT` for `--time-limit`.
//!
//! Only the variables for options of the current command are read, since other variables may have
//! another purpose. A variable for such an option is refused if the option takes no default in any
//! command.

use std::ffi::OsStr;

use clap::{Arg, Command};

use super::{OptionValues, SuppliedDefault, accepts_default, is_flag, kept, variable_name};
use crate::cli::note;
use crate::source::{Refusal, quote};

/// Variables that are named like those of options but have another meaning: `QUARREL_BOARDS` is the
/// folder of published boards for tests.
const OTHERS: &[&str] = &["QUARREL_BOARDS"];

/// The variables that are read or set for other purposes, by the program, its build or its tests.
const TAKEN: &[&str] = &[
    "QUARREL_BOARDS",
    "QUARREL_CHANGES",
    "QUARREL_CLUSTER",
    "QUARREL_COMMIT",
    "QUARREL_CONFIG",
    "QUARREL_FAULTS",
    "QUARREL_LINKS",
    "QUARREL_MODELS",
    "QUARREL_PROFILE",
    "QUARREL_TOOLS",
];

/// The beginning of the variables that mark processes. A number follows it.
const MARKS: &str = "QUARREL_FAMILY_";

/// Returns the defaults that environment variables set for the options of a command, in the order
/// of the options. An empty variable counts as unset. `grammar` is the grammar of the whole
/// program. Refuses a variable with an invalid value. Also refuses a variable for an option of the
/// command if the option takes no default in any command. Variables in [`OTHERS`] are not refused. Prints a note
/// for a variable with a misspelt name.
pub(super) fn defaults(grammar: &Command, verb: &Command) -> Result<Vec<SuppliedDefault>, Refusal> {
    validate(grammar, verb)?;
    note_misspelt(grammar);
    let mut supplied = Vec::new();
    for argument in kept::options_with_defaults(verb) {
        let option = argument.get_long().expect("options with defaults have names");
        let name = variable_name(option);
        let Some(value) = read_variable(&name) else { continue };
        let values = parse_value(&value, argument).and_then(|values| {
            values.validate(verb, argument)?;
            Ok(values)
        });
        let values = values.map_err(|(found, expected)| {
            Refusal::new(format!("the variable {name}: {found}"), expected)
        })?;
        supplied.push(SuppliedDefault {
            option: option.to_owned(),
            values,
            origin: format!("the variable {name}"),
        });
    }
    Ok(supplied)
}

/// The greatest number of slips between the name of a variable and the name that is meant. A slip is
/// a changed, missing or additional character, or a swap of neighbours.
const SLIPS: usize = 2;

/// Prints a note for each variable that is set and whose name is nearly that of an option's
/// default. Other variables with unknown names may have another purpose.
fn note_misspelt(grammar: &Command) {
    let names = |verb: &Command| -> Vec<String> {
        verb.get_arguments().filter_map(Arg::get_long).map(variable_name).collect()
    };
    let mut known: Option<Vec<String>> = None;
    for (name, value) in std::env::vars_os() {
        let Some(name) = name.to_str().filter(|name| name.starts_with("QUARREL_")) else {
            continue;
        };
        let known =
            known.get_or_insert_with(|| grammar.get_subcommands().flat_map(names).collect());
        let is_known = TAKEN.contains(&name) || known.iter().any(|other| other == name);
        if value.is_empty() || is_known || name.starts_with(MARKS) {
            continue;
        }
        let distance = |other: &&String| strsim::osa_distance(name, other);
        if let Some(meant) = known.iter().min_by_key(distance).filter(|it| distance(it) <= SLIPS) {
            note(&format!("{name} is set, but no option reads it; {meant} is read"));
        }
    }
}

/// Returns the value of an environment variable, or `None` if it is unset or empty.
fn read_variable(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Refuses variables for options that take no default. An option of the command is refused if it
/// takes no default in any command of the `grammar`, and [`kept::no_default_reason`] has a reason
/// for this. Accepts empty variables and those in [`OTHERS`].
fn validate(grammar: &Command, verb: &Command) -> Result<(), Refusal> {
    for option in verb.get_arguments().filter_map(Arg::get_long) {
        let name = variable_name(option);
        // The variable is read first, because nearly all of them are unset.
        if read_variable(&name).is_none() || OTHERS.contains(&name.as_str()) {
            continue;
        }
        if let Some(why) = kept::no_default_reason(verb, option)
            && !accepts_default(grammar, option)
        {
            let found = format!("{name} is set, but `{option}` can have no default: {why}");
            return Err(Refusal::new(found, why.alternatives(option)));
        }
    }
    Ok(())
}

/// Parses the value of a variable. For an option, the value is any text, which the caller checks.
/// For a flag, the value is `true`, `1`, `false` or `0`. Fails if the value is not UTF-8, or if a
/// flag has another text. The error describes the found input, then the expected input.
fn parse_value(value: &OsStr, argument: &Arg) -> Result<OptionValues, (String, String)> {
    let Some(text) = value.to_str() else {
        return Err(("a value that is not UTF-8".to_owned(), "a text in UTF-8".to_owned()));
    };
    match (is_flag(argument), text) {
        (false, text) => Ok(OptionValues::Words(vec![text.to_owned()])),
        (true, "true" | "1") => Ok(OptionValues::Flag(true)),
        (true, "false" | "0") => Ok(OptionValues::Flag(false)),
        (true, text) => Err((format!("{} for a flag", quote(text)), "true or false".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::FAMILIES;

    #[test]
    fn no_option_has_a_variable_that_is_another_thing() {
        let mut grammar = crate::cli::command(FAMILIES);
        grammar.build();
        for verb in grammar.get_subcommands() {
            for option in verb.get_arguments().filter_map(Arg::get_long) {
                let name = variable_name(option);
                let is_free = !TAKEN.contains(&name.as_str()) || OTHERS.contains(&name.as_str());
                assert!(is_free, "{name}");
                assert!(!name.starts_with(MARKS), "{name}");
            }
            assert!(
                kept::options_with_defaults(verb)
                    .filter_map(Arg::get_long)
                    .map(variable_name)
                    .all(|name| !OTHERS.contains(&name.as_str()))
            );
        }
    }
}
