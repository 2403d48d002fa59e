//! The program without defaults: no variable or file of the user who runs the tests reaches it.

use std::ffi::OsStr;
use std::process::Command;

/// An empty file in place of the files of defaults for which the program looks.
const NO_DEFAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/quarrel.toml");

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
