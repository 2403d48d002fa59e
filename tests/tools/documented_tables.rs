//! Tables of conflicts in the docs, compared with runs: conflicts are the same on every machine.
//!
//! `UPDATE_PAGES=1` renews the numbers. A cell that is not a number, such as a stopped run, stays.

use std::fs;
use std::path::{Path, PathBuf};

use super::needs::{MODELS, Test};
use crate::plain::plain;

pub fn tests() -> Vec<Test> {
    let test = |name: &str, table: &'static Table| {
        let name = format!("documented_tables::{name}");
        Test::of_files(&name, &MODELS, "LIST.csv", move || table.check())
    };
    vec![
        test("symmetries_of_files", &SYMMETRIES).long("half a minute"),
        test("orders_of_literals", &ORDERS).long("two minutes"),
    ]
}

struct Table {
    page: &'static str,
    head: &'static str,
    /// Returns the file that a row is about, from its first cell.
    file: fn(&str) -> &str,
    /// Returns the options that a row adds; `columns` has those of each column.
    row: fn(&str) -> String,
    columns: &'static [&'static str],
}

static SYMMETRIES: Table = Table {
    page: "docs/models.md",
    head: "| file | `--symmetry off` |",
    file: |row| row,
    row: |_| String::new(),
    columns: &["--symmetry off", ""],
};

static ORDERS: Table = Table {
    page: "docs/orders.md",
    head: "| counter | natural | occurrence | proximity | communities | random:1 |",
    file: |_| "maxsquare-7-33-unsat.knf",
    row: |row| format!("--symmetry off --card {row}"),
    columns: &[
        "--order natural",
        "--order occurrence",
        "--order proximity",
        "--order communities",
        "--order random:1",
    ],
};

impl Table {
    fn check(&self) {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(self.page);
        let text = fs::read_to_string(&page).expect("a page of the docs");
        let start = text.find(self.head).expect("the table");
        let length = text[start..].find("\n\n").expect("a table ends with an empty line");
        let table = &text[start..start + length];
        let mut lines: Vec<String> = table.lines().take(2).map(str::to_owned).collect();
        lines.extend(table.lines().skip(2).map(|line| self.measured(line)));
        let measured = lines.join("\n");
        if std::env::var_os("UPDATE_PAGES").is_some() {
            fs::write(&page, text.replace(table, &measured)).expect("a page of the docs");
        } else {
            assert_eq!(table, measured, "{}: run this test with UPDATE_PAGES=1", self.page);
        }
    }

    fn measured(&self, line: &str) -> String {
        let mut cells: Vec<String> = line.split('|').map(str::to_owned).collect();
        let name = cells[1].trim().to_owned();
        let file = found(&MODELS.path(), (self.file)(&name));
        for (cell, column) in cells.iter_mut().skip(2).zip(self.columns) {
            let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
            if !digits.is_empty() && cell.trim().len() == grouped(&digits).len() {
                let options = format!("{} {column}", (self.row)(&name));
                *cell = format!(" {} ", grouped(&conflicts(&file, &options)));
            }
        }
        cells.join("|")
    }
}

fn conflicts(file: &Path, options: &str) -> String {
    let mut command = plain(env!("CARGO_BIN_EXE_quarrel"));
    command.args(["solve", "model"]).arg(file).args(options.split_whitespace());
    let output = command.args(["--format", "json", "-q"]).output().expect("the program runs");
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    said["stats"]["conflicts"].to_string()
}

fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the file whose name has this ending, anywhere in a folder.
fn found(folder: &Path, end: &str) -> PathBuf {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(end) {
                return path;
            }
        }
    }
    panic!("no file {end}")
}
