//! The program as it is for somebody who has set nothing: no default of whoever runs the tests,
//! from a variable or from a file, reaches it.

use std::ffi::OsStr;
use std::process::Command;

/// A file that says nothing, in place of those that the program looks for.
const NO_DEFAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/quarrel.toml");

/// A program without the variables that are its defaults, and without files of them.
pub fn plain(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("QUARREL_") {
            command.env_remove(name);
        }
    }
    command.env("QUARREL_CONFIG", NO_DEFAULTS);
    command
}
