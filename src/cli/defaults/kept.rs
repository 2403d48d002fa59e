//! The options that take defaults: they concern the method, not the question.
//!
//! The question belongs on the command line, where readers see it. A file of grids defines a
//! comparison, and a manifest a suite of instances; defaults must change neither.

use std::fmt;

use clap::{Arg, ArgAction, Command};

use crate::cli::headings;

/// A reason why an option takes no default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhyKept {
    /// The option is part of the question.
    Question,
    /// The option fits only one board.
    Board,
    /// The option fits only one family.
    Family,
    /// The option names a file of one command.
    File,
    /// The option defines what a comparison compares.
    Compared,
    /// The option defines a set of instances.
    Set,
    /// The option controls the defaults themselves.
    Defaults,
    /// The option names a program.
    Program,
}

/// Options that a file in the current folder must not set, since it may come from other people.
pub const PROGRAMS: &[&str] = &["solver", "checker"];

/// The options without defaults that their headings do not show.
const KEPT: &[(&str, WhyKept)] = &[
    ("partial", WhyKept::Question),
    ("no-grade", WhyKept::Question),
    ("at-most", WhyKept::Question),
    ("at-least", WhyKept::Question),
    ("exactly", WhyKept::Question),
    ("odd", WhyKept::Question),
    ("even", WhyKept::Question),
    ("of", WhyKept::Question),
    ("weights", WhyKept::Question),
    ("family", WhyKept::Question),
    ("explain", WhyKept::Question),
    ("dry-run", WhyKept::Question),
    ("chunk", WhyKept::Question),
    ("list", WhyKept::Question),
    ("task", WhyKept::Question),
    ("sample", WhyKept::Question),
    ("again", WhyKept::Question),
    ("todo", WhyKept::Question),
    ("split", WhyKept::Question),
    ("forecast", WhyKept::Question),
    ("report", WhyKept::Question),
    ("input", WhyKept::Board),
    ("maximize", WhyKept::Board),
    ("minimize", WhyKept::Board),
    ("start", WhyKept::Board),
    ("formulation", WhyKept::Family),
    ("output", WhyKept::File),
    ("map", WhyKept::File),
    ("proof", WhyKept::File),
    ("compress", WhyKept::File),
    ("answer", WhyKept::File),
    ("formula", WhyKept::File),
    ("kernel", WhyKept::File),
    ("install", WhyKept::File),
    ("measurements", WhyKept::File),
    ("figures", WhyKept::File),
    ("csv", WhyKept::File),
    ("latex", WhyKept::File),
    ("json", WhyKept::File),
    ("html", WhyKept::File),
    ("suite", WhyKept::Set),
    ("no-config", WhyKept::Defaults),
];

/// The headings of options that are part of the question.
const ASKING: [&str; 2] = [headings::PUZZLE, headings::QUESTION];

/// The headings of options that define what a comparison compares, as [`REPEATING`] do.
const COMPARED: [&str; 3] = [headings::ENCODINGS, headings::SEARCH, headings::LIMITS];

/// The options of `compare` that define the repetitions of a run. Their heading also has options
/// that take defaults.
const REPEATING: [&str; 2] = ["seeds", "scrambles"];

/// Returns whether an option of a verb has one of these headings in the help.
fn is_under(verb: &Command, option: &str, headings: &[&str]) -> bool {
    let mut named = verb.get_arguments().filter(|argument| argument.get_long() == Some(option));
    named.any(|one| one.get_help_heading().is_some_and(|heading| headings.contains(&heading)))
}

/// Returns whether an option of a verb is part of the question by its heading. The stage of a hint
/// is not: it says how much is told.
pub(super) fn asks(verb: &Command, option: &str) -> bool {
    option != "stage" && is_under(verb, option, &ASKING)
}

/// Returns why an option of a verb takes no default, or `None` if it takes one.
pub(super) fn why(verb: &Command, option: &str) -> Option<WhyKept> {
    let kept = KEPT.iter().find(|row| row.0 == option).map(|row| row.1);
    let is_compared = verb.get_name() == "compare"
        && (REPEATING.contains(&option) || is_under(verb, option, &COMPARED));
    let own = is_compared.then_some(WhyKept::Compared);
    kept.or(own).or_else(|| asks(verb, option).then_some(WhyKept::Question))
}

impl WhyKept {
    /// Returns the allowed ways to set the option, for a refusal.
    pub fn instead(self, option: &str) -> String {
        match self {
            WhyKept::Compared => {
                format!("--{option} on the command line, or in the file of a grid")
            }
            WhyKept::Program => format!(
                "--{option}, a variable, or your own file: quarrel/quarrel.toml in the folder of your \
                 configuration, or the one that QUARREL_CONFIG names"
            ),
            _ => format!("--{option} on the command line"),
        }
    }
}

impl fmt::Display for WhyKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WhyKept::Question => "it is part of the question",
            WhyKept::Board => "it fits one board",
            WhyKept::Family => "it fits one family",
            WhyKept::File => "it names a file of one command",
            WhyKept::Compared => "it defines what is compared",
            WhyKept::Set => "it defines a set of instances",
            WhyKept::Defaults => "it controls the defaults",
            WhyKept::Program => "it names a program to run, and the folder may come from others",
        })
    }
}

/// Returns the options of a verb that take defaults. Hidden options, and those for help and the
/// version, take none.
pub(in crate::cli) fn defaulted(verb: &Command) -> impl Iterator<Item = &Arg> {
    verb.get_arguments().filter(move |argument| {
        let is_usual = matches!(
            argument.get_action(),
            ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
        );
        let takes = argument.get_long().is_some_and(|option| why(verb, option).is_none());
        takes && !is_usual && !argument.is_hide_set()
    })
}

/// Returns the verbs with options that take defaults, in the order of the help.
pub(in crate::cli) fn verbs(grammar: &Command) -> Vec<&Command> {
    let mut verbs: Vec<&Command> =
        grammar.get_subcommands().filter(|verb| defaulted(verb).next().is_some()).collect();
    verbs.sort_by_key(|verb| verb.get_display_order());
    verbs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::FAMILIES;

    const STATING: &str = "amo card pb xor order shape clause-limit symmetry deduce";

    #[test]
    fn every_option_takes_defaults_or_has_a_reason_not_to() {
        let mut grammar = crate::cli::command(FAMILIES);
        grammar.build();
        let how = "time-limit cpu-limit memory-limit conflict-limit gap";
        let solve = format!(
            "format picture verbose clash {how} {STATING} threads search construct mode solver seed scramble quiet"
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
            ("encodings", "amo card pb xor order shape clause-limit time-limit format"),
        ];
        let sorted = |words: &mut Vec<String>| words.sort();
        let mut known = Vec::new();
        for verb in verbs(&grammar) {
            let mut names: Vec<String> =
                defaulted(verb).filter_map(Arg::get_long).map(str::to_owned).collect();
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
            let is_it = |argument: &Arg| argument.get_long() == Some(option);
            verb.get_arguments().any(is_it)
                || verb.get_subcommands().any(|below| below.get_long_flag() == Some(option))
        };
        for (option, why) in KEPT {
            assert!(grammar.get_subcommands().any(|verb| has(verb, option)), "{option}: {why}");
        }
        let compare = grammar.find_subcommand("compare").expect("a verb");
        assert!(REPEATING.iter().all(|option| has(compare, option)));
    }
}
