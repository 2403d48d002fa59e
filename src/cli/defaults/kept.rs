//! Which options take defaults: those that say how something is done.
//!
//! What is asked stands on the command line, where whoever reads it sees it. A comparison is the
//! same with and without defaults: what its runs are made of is kept in a file of grids, which is
//! handed on with it. So is a set of instances: its manifest names the commands.

use std::fmt;

use clap::{Arg, ArgAction, Command};

/// Why an option takes no default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It is a part of the question.
    Question,
    /// It fits one board.
    Board,
    /// It fits one family.
    Family,
    /// It is a file of one command.
    File,
    /// It is what a comparison compares.
    Compared,
    /// It is what a set of instances is.
    Set,
    /// It is about defaults.
    Defaults,
    /// It names a program, in a file that may be anybody's.
    Program,
}

/// Options that name a program, which a file in a folder may not do that somebody else may have
/// written.
pub const PROGRAMS: &[&str] = &["solver", "checker"];

/// The options that take none, whatever verb they belong to.
const KEPT: &[(&str, Why)] = &[
    ("size", Why::Question),
    ("variant", Why::Question),
    ("unique", Why::Question),
    ("count", Why::Question),
    ("all", Why::Question),
    ("projected", Why::Question),
    ("bound", Why::Question),
    ("at-most", Why::Question),
    ("at-least", Why::Question),
    ("exactly", Why::Question),
    ("of", Why::Question),
    ("weights", Why::Question),
    ("family", Why::Question),
    ("explain", Why::Question),
    ("boards", Why::Question),
    ("ask", Why::Question),
    ("dry-run", Why::Question),
    ("chunk", Why::Question),
    ("list", Why::Question),
    ("task", Why::Question),
    ("sample", Why::Question),
    ("again", Why::Question),
    ("todo", Why::Question),
    ("split", Why::Question),
    ("forecast", Why::Question),
    ("report", Why::Question),
    ("input", Why::Board),
    ("maximize", Why::Board),
    ("minimize", Why::Board),
    ("start", Why::Board),
    ("formulation", Why::Family),
    ("output", Why::File),
    ("map", Why::File),
    ("proof", Why::File),
    ("compress", Why::File),
    ("answer", Why::File),
    ("formula", Why::File),
    ("kernel", Why::File),
    ("install", Why::File),
    ("measurements", Why::File),
    ("figures", Why::File),
    ("csv", Why::File),
    ("latex", Why::File),
    ("json", Why::File),
    ("html", Why::File),
    ("suite", Why::Set),
    ("no-config", Why::Defaults),
];

/// The options of a comparison that are a part of its runs.
const COMPARED: &[&str] = &[
    "amo",
    "card",
    "pb",
    "xor",
    "order",
    "shape",
    "symmetry",
    "deduce",
    "search",
    "mode",
    "construct",
    "solver",
    "seeds",
    "scrambles",
    "time-limit",
    "wall-limit",
    "memory-limit",
];

/// Why an option of a verb takes no default, if it takes none.
pub(super) fn why(verb: &str, option: &str) -> Option<Why> {
    let kept = KEPT.iter().find(|row| row.0 == option).map(|row| row.1);
    let is_compared = verb == "compare" && COMPARED.contains(&option);
    kept.or_else(|| is_compared.then_some(Why::Compared))
}

impl Why {
    /// What would do in place of a default.
    pub fn instead(self, option: &str) -> String {
        match self {
            Why::Compared => format!("--{option} on the command line, or in the file of a grid"),
            Why::Program => format!(
                "--{option}, a variable, or a file of your own: quarrel/quarrel.toml in the folder of your \
                 configuration, or the one that QUARREL_CONFIG names"
            ),
            _ => format!("--{option} on the command line"),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Question => "says what is asked",
            Why::Board => "fits one board",
            Why::Family => "fits one family",
            Why::File => "names a file of one command",
            Why::Compared => "says what is compared",
            Why::Set => "says what a set of instances is",
            Why::Defaults => "says whether there are defaults",
            Why::Program => "names a program to be run, in a folder that may come from anybody",
        })
    }
}

/// The options of a verb that take defaults.
pub(in crate::cli) fn defaulted(verb: &Command) -> impl Iterator<Item = &Arg> {
    let name = verb.get_name();
    verb.get_arguments().filter(move |argument| {
        let is_usual = matches!(
            argument.get_action(),
            ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
        );
        let takes = argument.get_long().is_some_and(|option| why(name, option).is_none());
        takes && !is_usual && !argument.is_hide_set()
    })
}

/// The verbs that have such options, as help lists them.
pub(in crate::cli) fn verbs(grammar: &Command) -> Vec<&Command> {
    let takes = |verb: &&Command| defaulted(verb).next().is_some();
    let mut verbs: Vec<&Command> = grammar.get_subcommands().filter(takes).collect();
    verbs.sort_by_key(|verb| verb.get_display_order());
    verbs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::FAMILIES;

    const STATING: &str = "amo card pb xor order shape clause-limit symmetry deduce";

    /// Whoever adds an option says here or in the table above whether it takes a default.
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
            ("verify", "format"),
            ("export", &format!("{STATING} to scramble")),
            ("decode", "format picture"),
            ("check-proof", "checker format"),
            ("compare", "jobs results order-seed label pool pilot measure verbose findings"),
            ("work", "quiet"),
            ("merge", "format"),
            ("families", "format"),
            ("encodings", "amo card pb xor order shape clause-limit format"),
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
        assert!(COMPARED.iter().all(|option| has(compare, option)));
    }
}
