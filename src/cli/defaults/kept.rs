//! The options that take defaults: they concern the method, not the question.
//!
//! The question belongs on the command line, so that readers see it. Likewise, the file of `compare
//! --grid` defines a comparison, and a manifest defines a suite of instances. Defaults must not
//! change the file or the manifest.

use std::fmt;

use clap::{Arg, ArgAction, Command};

use crate::cli::headings;

/// A reason why an option takes no default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoDefaultReason {
    /// The option is part of the question.
    Question,
    /// The option fits only one board.
    Board,
    /// The option fits only one family.
    Family,
    /// The option names a file of one command.
    File,
    /// The option defines what a comparison compares.
    Comparison,
    /// The option defines a set of instances.
    Set,
    /// The option controls the defaults themselves.
    Defaults,
    /// The option names a program to run, which a file in the current folder must not choose.
    Program,
}

/// The options that name programs. A file of defaults in the current folder must not set them,
/// since such a file may come from other people.
pub const PROGRAMS: &[&str] = &["solver", "checker"];

/// The options that take no default although their headings in the help do not imply it, each with
/// the reason.
const KEPT: &[(&str, NoDefaultReason)] = &[
    ("partial", NoDefaultReason::Question),
    ("no-grade", NoDefaultReason::Question),
    ("at-most", NoDefaultReason::Question),
    ("at-least", NoDefaultReason::Question),
    ("exactly", NoDefaultReason::Question),
    ("odd", NoDefaultReason::Question),
    ("even", NoDefaultReason::Question),
    ("of", NoDefaultReason::Question),
    ("weights", NoDefaultReason::Question),
    ("family", NoDefaultReason::Question),
    ("explain", NoDefaultReason::Question),
    ("dry-run", NoDefaultReason::Question),
    ("chunk", NoDefaultReason::Question),
    ("list", NoDefaultReason::Question),
    ("task", NoDefaultReason::Question),
    ("sample", NoDefaultReason::Question),
    ("again", NoDefaultReason::Question),
    ("todo", NoDefaultReason::Question),
    ("split", NoDefaultReason::Question),
    ("forecast", NoDefaultReason::Question),
    ("report", NoDefaultReason::Question),
    ("input", NoDefaultReason::Board),
    ("maximize", NoDefaultReason::Board),
    ("minimize", NoDefaultReason::Board),
    ("start", NoDefaultReason::Board),
    ("formulation", NoDefaultReason::Family),
    ("output", NoDefaultReason::File),
    ("map", NoDefaultReason::File),
    ("proof", NoDefaultReason::File),
    ("compress", NoDefaultReason::File),
    ("answer", NoDefaultReason::File),
    ("formula", NoDefaultReason::File),
    ("kernel", NoDefaultReason::File),
    ("install", NoDefaultReason::File),
    ("measurements", NoDefaultReason::File),
    ("figures", NoDefaultReason::File),
    ("csv", NoDefaultReason::File),
    ("latex", NoDefaultReason::File),
    ("json", NoDefaultReason::File),
    ("html", NoDefaultReason::File),
    ("suite", NoDefaultReason::Set),
    ("no-config", NoDefaultReason::Defaults),
];

/// The headings in the help under which options are part of the question.
const ASKING: [&str; 2] = [headings::PUZZLE, headings::QUESTION];

/// The headings in the help of `compare` under which options define what a comparison compares. The
/// options in [`REPEATING`] do so, too.
const COMPARED: [&str; 3] = [headings::ENCODINGS, headings::SEARCH, headings::LIMITS];

/// The options of `compare` that define the repetitions of a run. They are listed by name, because
/// their heading also has options that take defaults.
const REPEATING: [&str; 2] = ["seeds", "scrambles"];

/// Returns whether an option of a command has one of these headings in the help. Returns `false` if
/// the command has no such option.
fn is_under(verb: &Command, option: &str, headings: &[&str]) -> bool {
    let mut named = verb.get_arguments().filter(|argument| argument.get_long() == Some(option));
    named.any(|one| one.get_help_heading().is_some_and(|heading| headings.contains(&heading)))
}

/// Returns whether an option of a command is part of the question. It is if the help lists it under
/// a heading of the question. The stage of a hint is an exception: it is listed there, but it only
/// decides how much of the hint is shown.
pub(super) fn is_question_option(verb: &Command, option: &str) -> bool {
    option != "stage" && is_under(verb, option, &ASKING)
}

/// Returns the reason why an option of a command takes no default. Returns `None` if the option
/// takes a default. Also returns `None` if the option is not in [`KEPT`] and the command does not
/// have it. `option` is a long name without dashes.
pub(super) fn no_default_reason(verb: &Command, option: &str) -> Option<NoDefaultReason> {
    let kept = KEPT.iter().find(|row| row.0 == option).map(|row| row.1);
    let is_compared = verb.get_name() == "compare"
        && (REPEATING.contains(&option) || is_under(verb, option, &COMPARED));
    let own = is_compared.then_some(NoDefaultReason::Comparison);
    kept.or(own).or_else(|| is_question_option(verb, option).then_some(NoDefaultReason::Question))
}

impl NoDefaultReason {
    /// Returns the ways in which the user can set the option instead, for a refusal. `option` is a
    /// long name without dashes.
    pub fn alternatives(self, option: &str) -> String {
        match self {
            NoDefaultReason::Comparison => {
                format!("--{option} on the command line, or in the file of a grid")
            }
            NoDefaultReason::Program => format!(
                "--{option}, a variable, or your own file: quarrel/quarrel.toml in the folder of your \
                 configuration, or the one that QUARREL_CONFIG names"
            ),
            _ => format!("--{option} on the command line"),
        }
    }
}

impl fmt::Display for NoDefaultReason {
    /// Writes the reason as a clause, without a full stop. In this clause, "it" means the option.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoDefaultReason::Question => "it is part of the question",
            NoDefaultReason::Board => "it fits one board",
            NoDefaultReason::Family => "it fits one family",
            NoDefaultReason::File => "it names a file of one command",
            NoDefaultReason::Comparison => "it defines what is compared",
            NoDefaultReason::Set => "it defines a set of instances",
            NoDefaultReason::Defaults => "it controls the defaults",
            NoDefaultReason::Program => {
                "it names a program to run, and the folder may come from others"
            }
        })
    }
}

/// Returns the options of a command that take defaults, in the order of the grammar. An option
/// takes defaults if it has a long name and if [`no_default_reason`] returns no reason for it.
/// Hidden options, and the options for help and the version, take no defaults.
pub(in crate::cli) fn options_with_defaults(verb: &Command) -> impl Iterator<Item = &Arg> {
    verb.get_arguments().filter(move |argument| {
        let is_usual = matches!(
            argument.get_action(),
            ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
        );
        let accepts_default =
            argument.get_long().is_some_and(|option| no_default_reason(verb, option).is_none());
        accepts_default && !is_usual && !argument.is_hide_set()
    })
}

/// Returns the commands with options that take defaults, in the order of the help. Hidden commands
/// are not left out.
pub(in crate::cli) fn verbs(grammar: &Command) -> Vec<&Command> {
    let mut verbs: Vec<&Command> = grammar
        .get_subcommands()
        .filter(|verb| options_with_defaults(verb).next().is_some())
        .collect();
    verbs.sort_by_key(|verb| verb.get_display_order());
    verbs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::FAMILIES;

    const STATING: &str = "amo card pb int xor order shape clause-limit symmetry deduce";

    #[test]
    fn every_option_takes_defaults_or_has_a_reason_not_to() {
        let mut grammar = crate::cli::command(FAMILIES);
        grammar.build();
        let how = "time-limit cpu-limit memory-limit conflict-limit gap";
        let solve = format!(
            "format picture verbose clash {how} {STATING} threads search cuts construct mode solver seed scramble quiet"
        );
        let expected = [
            ("solve", solve.as_str()),
            ("show", "format"),
            ("convert", "to"),
            ("verify", "format"),
            ("explain", "time-limit format"),
            ("hint", "stage time-limit format picture"),
            ("generate", "format tries time-limit"),
            ("export", &format!("{STATING} to scramble")),
            ("decode", "format picture"),
            ("check-proof", "checker format"),
            ("compare", "jobs results order-seed label pool pilot measure verbose findings"),
            ("work", "quiet"),
            ("merge", "format"),
            ("families", "format"),
            ("encodings", "amo card pb int xor order shape clause-limit time-limit format"),
        ];
        let sorted = |words: &mut Vec<String>| words.sort();
        let mut known = Vec::new();
        for verb in verbs(&grammar) {
            let mut names: Vec<String> =
                options_with_defaults(verb).filter_map(Arg::get_long).map(str::to_owned).collect();
            sorted(&mut names);
            known.push((verb.get_name().to_owned(), names));
        }
        let expected: Vec<(String, Vec<String>)> = expected
            .iter()
            .map(|(verb, options)| {
                let mut names: Vec<String> = options.split(' ').map(str::to_owned).collect();
                sorted(&mut names);
                ((*verb).to_owned(), names)
            })
            .collect();
        assert_eq!(known, expected);
    }

    #[test]
    fn the_tables_name_options_that_there_are() {
        let mut grammar = crate::cli::command(FAMILIES);
        grammar.build();
        let has = |verb: &Command, option: &str| {
            verb.get_arguments().any(|argument| argument.get_long() == Some(option))
                || verb.get_subcommands().any(|below| below.get_long_flag() == Some(option))
        };
        for (option, why) in KEPT {
            assert!(grammar.get_subcommands().any(|verb| has(verb, option)), "{option}: {why}");
        }
        let compare = grammar.find_subcommand("compare").expect("a verb");
        assert!(REPEATING.iter().all(|option| has(compare, option)));
    }
}
