//! A folder for plans, and the program in it.

#![allow(dead_code, reason = "each test target uses its share")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::plain::plain;

/// The keys whose values differ between equal runs.
const TIMES: [&str; 7] = [
    "cpu_seconds",
    "wall_seconds",
    "encode_seconds",
    "solve_seconds",
    "memory_mb",
    "date",
    "origin",
];

pub struct Site(tempfile::TempDir);

impl Site {
    pub fn new() -> Site {
        Site(tempfile::tempdir().expect("a folder for the test"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = plain(env!("CARGO_BIN_EXE_quarrel"));
        command.args(line.split_whitespace()).current_dir(self.0.path());
        command
    }

    pub fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("the program runs")
    }

    pub fn ends(&self, line: &str, status: i32) -> String {
        let output = self.run(line);
        let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert_eq!(output.status.code(), Some(status), "{line}: {out}{err}");
        format!("{out}{err}")
    }

    /// Returns the lines of a comparison without times, steps and origins, which differ between
    /// runs.
    pub fn timeless(&self, path: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.path(path)).expect("lines");
        let line = |line: &str| {
            let mut record: Value = serde_json::from_str(line).expect("JSON");
            let known = record.as_object_mut().expect("an object");
            for time in TIMES {
                known.remove(time).expect("a time");
            }
            known.remove("steps");
            record
        };
        text.lines().map(line).collect()
    }

    pub fn results(&self, plan: &str) -> Vec<PathBuf> {
        files(&self.path(plan).join("results"))
    }
}

pub fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> =
        paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

pub fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}
