//! `quarrel completions SHELL`: prints a script that completes command lines in a shell.
//!
//! The scripts for bash, zsh and fish call `quarrel --complete WORDS`, which prints candidates for
//! the last word. All earlier words are passed, too, so the candidates can depend on them. Each
//! line of the reply is a candidate, a tab and its description. A line without a candidate names
//! what the shell has to add: files, folders or commands.
//!
//! The unstable `CompleteEnv` of clap_complete is not used, for three reasons. Its candidates do
//! not depend on the family that is named earlier on the command line. It does not know a
//! subcommand that looks like an option (`export --suite`). It lists files itself, although only a
//! shell knows `~` and quotes. For elvish and PowerShell, the stable scripts of clap_complete are
//! used. These scripts complete commands (such as `solve`), options and fixed values.

use std::ffi::OsString;

use clap::Args;
use clap_complete::Shell;

use super::output::Output;
use super::{Ending, Failure, Invocation, VerbArgs};
use crate::family::Family;

use line::CompletedLine;

mod line;
pub(super) mod values;

/// The first argument of a call that asks for candidates. Only completion scripts make such calls.
const ROLE: &str = "--complete";

/// The shells whose scripts ask this program for candidates, with these scripts. Other shells get
/// the scripts of clap_complete.
const SCRIPTS: [(Shell, &str); 3] = [
    (Shell::Bash, include_str!("completions/quarrel.bash")),
    (Shell::Zsh, include_str!("completions/quarrel.zsh")),
    (Shell::Fish, include_str!("completions/quarrel.fish")),
];

/// Print a completion script for a shell
#[derive(Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl VerbArgs for Completions {
    /// Prints the completion script for the shell on standard output, and returns `Answered`. Bash,
    /// Zsh and Fish get the scripts in [`SCRIPTS`], which ask this program for candidates; other
    /// shells get the script of clap_complete. Fails if standard output cannot be written.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let mut command = super::command(called.families);
        let mut script = Vec::new();
        match SCRIPTS.iter().find(|(shell, _)| *shell == self.shell) {
            Some((_, text)) => script.extend(text.bytes()),
            None => clap_complete::generate(self.shell, &mut command, "quarrel", &mut script),
        }
        Output::standard().write(&script)?;
        Ok(Ending::Answered)
    }
}

/// Returns the command (such as `solve`) or subcommand (such as `plan cubes`) to which the next
/// word after `words` belongs. `words` begin after the program's name. Returns `grammar` itself if
/// `words` name no command. Ignores unknown options.
pub(super) fn reached_command<'a>(
    grammar: &'a clap::Command,
    words: &[String],
) -> &'a clap::Command {
    CompletedLine::parse(grammar, &[], words).command()
}

/// Returns the candidates for the last word, in the lines that a completion script reads.
/// `arguments` begin with the program's name. Returns `None` if they do not request candidates:
/// such a request has the word [`ROLE`] next, and at least one word after it. Replaces invalid
/// UTF-8 in the words.
pub(super) fn answer(families: &[&'static Family], arguments: &[OsString]) -> Option<String> {
    let [_, role, words @ ..] = arguments else { return None };
    if role != ROLE {
        return None;
    }
    let line_words: Vec<String> =
        words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let (typed, before) = line_words.split_last()?;
    let mut grammar = super::command(families);
    grammar.build();
    let line = CompletedLine::parse(&grammar, families, before);
    Some(line.complete(typed).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::FAMILIES;
    use values::{ShellValues, ValueContext};

    const FREE: &[&str] = &[
        "all",
        "at-least",
        "at-most",
        "bound",
        "chunk",
        "clause-limit",
        "conflict-limit",
        "count",
        "cpu-limit",
        "exactly",
        "gap",
        "int-bound",
        "jobs",
        "label",
        "list",
        "memory-limit",
        "of",
        "order-seed",
        "parent",
        "per-chunk",
        "projected",
        "sample",
        "sample-seed",
        "scramble",
        "scrambles",
        "seed",
        "seeds",
        "size",
        "split",
        "stage",
        "stars",
        "steps",
        "task",
        "tasks",
        "threads",
        "time-limit",
        "tries",
        "turn",
        "wall-limit",
        "weights",
    ];

    fn walk(command: &clap::Command, look: &mut impl FnMut(&clap::Command, &clap::Arg)) {
        command.get_arguments().for_each(|argument| look(command, argument));
        command.get_subcommands().for_each(|verb| walk(verb, look));
    }

    /// Every argument with a value is in the list above, or has candidates in the table of values.
    #[test]
    fn every_value_has_candidates_or_files_or_is_free() {
        let mut grammar = super::super::command(FAMILIES);
        grammar.build();
        let mut unused: Vec<&str> = FREE.to_vec();
        let scene = ValueContext {
            families: FAMILIES,
            meant: FAMILIES,
            names_family: false,
            grammar: &grammar,
        };
        walk(&grammar, &mut |command, argument| {
            if !argument.get_num_args().expect("a built grammar").takes_values() {
                return;
            }
            let name = values::argument_name(argument);
            let found = values::matching(argument, &scene, "");
            let is_completed = !found.known.is_empty() || found.beyond != ShellValues::Nothing;
            let is_free = FREE.contains(&name);
            assert!(is_completed != is_free, "{} {name}", command.get_name());
            unused.retain(|other| *other != name);
        });
        assert!(unused.is_empty(), "no such arguments: {unused:?}");
    }

    #[test]
    fn values_that_are_offered_are_taken() {
        let mut grammar = super::super::command(FAMILIES);
        grammar.build();
        for family in FAMILIES {
            for name in [
                "amo", "card", "pb", "int", "xor", "order", "shape", "deduce", "symmetry",
                "search", "cuts",
            ] {
                let words = ["solve".to_owned(), family.name.to_owned(), format!("--{name}")];
                let line = CompletedLine::parse(&grammar, FAMILIES, &words);
                for candidate in line.complete("").known {
                    let value = candidate.value.replace("random:", "random:1");
                    let words = ["quarrel", "solve", family.name, &format!("--{name}={value}")];
                    assert!(super::super::parse(FAMILIES, words).is_ok(), "{words:?}");
                }
            }
        }
    }
}
