//! A program of `docs/`, which cargo builds beside the tests.

use std::path::PathBuf;
use std::process::Command;

/// The program of that name, built now if it was not.
pub fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().expect("a test knows its own program");
    let build = tests.ancestors().nth(2).expect("tests lie in a folder of the build");
    let program = build.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        // With it, cargo would take every crate for one that has to be built anew.
        cargo.env_remove("RUSTC_BOOTSTRAP");
        let built = cargo.args(["build", "--locked", "--example", name]).status();
        assert!(built.expect("cargo runs").success(), "the example builds");
    }
    program
}
