//! A folder of files in which the program runs.

#![allow(dead_code, reason = "each test target uses its share")]

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::plain::plain;

/// A new folder in which the program runs, so that names of files are short.
pub struct Workbench(TempDir);

impl Workbench {
    pub fn new() -> Workbench {
        Workbench(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Workbench {
        let workbench = Workbench::new();
        workbench.write(name, content);
        workbench
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("a file in a temporary folder");
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns a command that runs the program with these words in this folder, without terminal,
    /// settings and defaults.
    pub fn command<S: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = S>) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_quarrel"), words)
    }

    /// Returns the command of another program that acts as quarrel.
    pub fn command_of<S: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        words: impl IntoIterator<Item = S>,
    ) -> Command {
        let mut command = plain(program);
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"] {
            command.env_remove(variable);
        }
        command.env("RUST_BACKTRACE", "0").current_dir(self.0.path()).args(words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, line: &str) -> Ended {
        Ended::of(self.command(line.split_whitespace()).output().expect("the program runs"))
    }

    pub fn feed(&self, line: &str, text: &str) -> Ended {
        self.write(".input", text);
        let input = std::fs::File::open(self.path(".input")).expect("written just now");
        let mut command = self.command(line.split_whitespace());
        Ended::of(command.stdin(input).output().expect("the program runs"))
    }
}

pub fn run(line: &str) -> Ended {
    Workbench::new().run(line)
}

#[derive(Debug)]
pub struct Ended {
    /// The exit status; `None` if a signal ended the program.
    pub status: Option<i32>,
    pub bytes: Vec<u8>,
    pub out: String,
    pub err: String,
}

impl Ended {
    pub fn of(output: Output) -> Ended {
        let ended = Ended {
            status: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
            bytes: output.stdout,
        };
        assert!(!ended.err.contains("panicked"), "{}", ended.err);
        ended
    }

    pub fn with_status(self, status: i32) -> Ended {
        assert_eq!(self.status, Some(status), "{}{}", self.out, self.err);
        self
    }

    pub fn json(&self) -> Value {
        let value: Value =
            serde_json::from_str(&self.out).expect("one JSON value and nothing else");
        assert!(value.is_object(), "{}", self.out);
        value
    }

    pub fn refusal(self) -> String {
        let ended = self.with_status(2);
        assert_eq!(ended.out, "", "nothing on standard output");
        assert!(!ended.err.trim().is_empty(), "a refusal says something");
        ended.err
    }
}
