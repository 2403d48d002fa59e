//! `quarrel man [VERB]`: a manual page in roff on standard output.

use clap::Args;

use super::output::Output;
use super::{Ending, Failure};
use crate::source::Refusal;

/// Print the manual page, or that of a verb
#[derive(Args)]
pub(super) struct Man {
    /// The verb
    verb: Option<String>,
}

/// The command of a page: a verb, or what stands below it, as `export-suite` does.
fn page<'a>(command: &'a clap::Command, name: &str) -> Option<&'a clap::Command> {
    name.split('-').try_fold(command, |command, word| command.find_subcommand(word))
}

impl Man {
    pub fn run(&self, mut command: clap::Command) -> Result<Ending, Failure> {
        // Builds the names of the verbs' pages, such as `quarrel-solve`.
        command.build();
        let page = match &self.verb {
            None => command,
            Some(verb) => page(&command, verb).cloned().ok_or_else(|| {
                let mut verbs: Vec<&str> =
                    command.get_subcommands().map(clap::Command::get_name).collect();
                verbs.sort_unstable();
                Refusal::new(format!("no verb `{verb}`"), verbs.join(", "))
            })?,
        };
        let mut roff = Vec::new();
        clap_mangen::Man::new(page)
            .render(&mut roff)
            .map_err(|error| Failure::Output("the manual page".to_owned(), error))?;
        Output::standard().write(&roff)?;
        Ok(Ending::Answered)
    }
}
