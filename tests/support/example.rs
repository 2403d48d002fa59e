//! A program of `docs/`, which cargo builds with the tests.

use std::path::PathBuf;
use std::process::Command;

pub fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().expect("a test knows its own program");
    let build = tests.ancestors().nth(2).expect("tests are in a folder of the build");
    let program = build.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        // With this variable, cargo would rebuild every crate.
        cargo.env_remove("RUSTC_BOOTSTRAP");
        let built = cargo.args(["build", "--locked", "--example", name]).status();
        assert!(built.expect("cargo runs").success(), "the example builds");
    }
    program
}
