//! `quarrel completions SHELL`: a completion script on standard output.

use clap::Args;
use clap_complete::Shell;

use super::output::Output;
use super::{Ending, Failure};

/// Print a completion script for a shell
#[derive(Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, mut command: clap::Command) -> Result<Ending, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "quarrel", &mut script);
        Output::standard().write(&script)?;
        Ok(Ending::Answered)
    }
}
