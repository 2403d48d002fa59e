//! Defaults from environment variables, such as `QUARREL_TIME_LIMIT` for `--time-limit`.
//!
//! Only the variables for options of the current command are read, since other variables may have
//! another purpose. A variable for such an option is refused if the option takes no default in any
//! command.

use std::ffi::OsStr;

use clap::{Arg, Command};

use super::{OptionValues, SuppliedDefault, accepts_default, is_flag, kept, variable_name};
use crate::source::{Refusal, quote};

/// Variables that are named like those of options but have another meaning: `QUARREL_BOARDS` is the
/// folder of published boards for tests.
const OTHERS: &[&str] = &["QUARREL_BOARDS"];

/// Returns the defaults that environment variables set for the options of a command, in the order
/// of the options. An empty variable counts as unset. `grammar` is the grammar of the whole
/// program. Refuses a variable with an invalid value. Also refuses a variable for an option of the
/// command if the option takes no default in any command. Variables in [`OTHERS`] are not refused.
pub(super) fn defaults(grammar: &Command, verb: &Command) -> Result<Vec<SuppliedDefault>, Refusal> {
    validate(grammar, verb)?;
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

/// Returns the value of an environment variable, or `None` if it is unset or empty.
fn read_variable(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Refuses variables for options that take no default. An option of the command is refused if it
/// takes no default in any command of the `grammar`, and [`kept::no_default_reason`] has a reason
/// for this. Accepts empty variables and those in [`OTHERS`].
fn validate(grammar: &Command, verb: &Command) -> Result<(), Refusal> {
    for option in verb
        .get_arguments()
        .filter_map(Arg::get_long)
        .filter(|option| !accepts_default(grammar, option))
    {
        let name = variable_name(option);
        let Some(why) = kept::no_default_reason(verb, option) else { continue };
        if read_variable(&name).is_some() && !OTHERS.contains(&name.as_str()) {
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

    const TAKEN: &[&str] = &[
        "QUARREL_BOARDS",
        "QUARREL_COMMIT",
        "QUARREL_CONFIG",
        "QUARREL_FAULTS",
        "QUARREL_MODELS",
        "QUARREL_PROFILE",
    ];

    #[test]
    fn no_option_has_a_variable_that_is_another_thing() {
        let mut grammar = crate::cli::command(FAMILIES);
        grammar.build();
        for verb in grammar.get_subcommands() {
            for option in verb.get_arguments().filter_map(Arg::get_long) {
                let name = variable_name(option);
                let is_free = !TAKEN.contains(&name.as_str()) || OTHERS.contains(&name.as_str());
                assert!(is_free, "{name}");
                // Variables named QUARREL_FAMILY_ and a number have another purpose: they mark
                // processes.
                assert!(!name.starts_with("QUARREL_FAMILY_"), "{name}");
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
