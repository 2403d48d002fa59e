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

impl Man {
    pub fn run(&self, mut command: clap::Command) -> Result<Ending, Failure> {
        // Builds the names of the verbs' pages, such as `quarrel-solve`.
        command.build();
        let page = match &self.verb {
            None => command,
            Some(verb) => command.find_subcommand(verb).cloned().ok_or_else(|| {
                let verbs = command.get_subcommands().map(clap::Command::get_name);
                Refusal::new(format!("no verb `{verb}`"), verbs.collect::<Vec<_>>().join(", "))
            })?,
        };
        let mut roff = Vec::new();
        clap_mangen::Man::new(page)
            .render(&mut roff)
            .map_err(|error| Failure::Output("the manual page".to_owned(), error))?;
        Output::open(None)?.write(&roff)?;
        Ok(Ending::Answered)
    }
}
