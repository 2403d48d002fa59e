//! Tables of the docs with numbers that are the same on every machine, compared with runs:
//! conflicts, values, cubes, sizes of proofs.
//!
//! `UPDATE_PAGES=1` renews the numbers. A cell that is not a number, such as a stopped run, stays,
//! and so do the rows that take long.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::needs::{MODELS, Test};
use crate::plain::plain;

pub fn tests() -> Vec<Test> {
    let name = |name: &str| format!("documented_tables::{name}");
    let of_files = |test: &str, table: &'static Table| {
        Test::of_files(&name(test), &MODELS, "LIST.csv", move || table.check())
    };
    let test =
        |test: &str, table: &'static Table| Test::new(&name(test), &[], move || table.check());
    vec![
        of_files("symmetries_of_files", &SYMMETRIES).long("half a minute"),
        of_files("orders_of_literals", &ORDERS).long("two minutes"),
        of_files("classes_of_cuts", &CUTS).long("two minutes"),
        test("shapes_of_counters", &SHAPES).long("half a minute"),
        test("formulations_of_gunport", &FORMULATIONS).long("half a minute"),
        test("boards_of_gunport", &GUNPORT),
        test("armies", &ARMIES),
        test("windows", &WINDOWS),
        test("sizes_of_proofs", &PROOFS),
    ]
}

struct Table {
    page: &'static str,
    head: &'static str,
    /// Returns the arguments of `solve` for a row, from its first cell. Returns `None` for a row
    /// that takes long.
    row: fn(&str) -> Option<Vec<String>>,
    /// The columns after the first.
    columns: &'static [Column],
}

enum Column {
    /// The cell stays.
    Kept,
    /// The conflicts of a run with these options besides.
    Conflicts(&'static str),
    /// The median of the conflicts of the formula as written and of two scrambles, in parentheses
    /// at the end of the cell. A cell of more than 20,000 conflicts stays.
    Median(&'static str),
    /// A number in the JSON of the run.
    Number(&'static str),
    /// The number of cubes that a run with these options besides has bounded.
    Bounded(&'static str),
    /// The megabytes of the proof.
    Proof,
}

use Column::{Bounded, Conflicts, Kept, Median, Number, Proof};

static SYMMETRIES: Table = Table {
    page: "docs/models.md",
    head: "| file | `--symmetry off` |",
    row: |file| Some(vec!["model".to_owned(), found(file)]),
    columns: &[Conflicts("--symmetry off"), Conflicts("")],
};

static ORDERS: Table = Table {
    page: "docs/orders.md",
    head: "| counter | natural | occurrence | proximity | communities | random:1 |",
    row: |counter| {
        let options = format!("--symmetry off --card {counter}");
        Some(
            [vec!["model".to_owned(), found("maxsquare-7-33-unsat.knf")], words(&options)].concat(),
        )
    },
    columns: &[
        Conflicts("--order natural"),
        Conflicts("--order occurrence"),
        Conflicts("--order proximity"),
        Conflicts("--order communities"),
        Conflicts("--order random:1"),
    ],
};

static CUTS: Table = Table {
    page: "docs/performance.md",
    head: "| file | all | none |",
    row: |file| {
        // The published models of the tests do not have this one.
        let is_published = file != "spot5-5-17.wcnf.gz";
        let model = || vec!["model".to_owned(), found(file)];
        is_published.then(|| [model(), words("--search branch-and-cut --cpu-limit 60")].concat())
    },
    columns: &[
        Bounded("--cuts all"),
        Bounded("--cuts none"),
        Bounded("--cuts costs+tableau+cliques"),
        Bounded("--cuts rows+tableau+cliques"),
        Bounded("--cuts rows+costs+cliques"),
        Bounded("--cuts rows+costs+tableau"),
    ],
};

static SHAPES: Table = Table {
    page: "docs/tour.md",
    head: "| shape | conflicts |",
    row: |shape| {
        let model = "abbott-window --size 10 --bound 86 --search linear-sat-unsat";
        let bare = "--deduce none --symmetry off --construct off";
        Some(words(&format!("{model} {bare} --shape {}", shape.trim_matches('`'))))
    },
    columns: &[Conflicts("")],
};

static FORMULATIONS: Table = Table {
    page: "docs/gunport-formulations.md",
    head: "| board | dominoes | `numbered` |",
    row: |board| {
        Some(words(&format!("{} --construct off --mode alternating", size("gunport", board))))
    },
    columns: &[
        Number("/objective/value"),
        Median("--formulation numbered --deduce none --symmetry off --shape flat"),
        Median("--formulation numbered-fixed --deduce none --symmetry off --shape flat"),
        Median("--formulation positions --deduce none --symmetry off --shape flat"),
        Median("--formulation pieces --deduce none --symmetry off --shape flat"),
        Median("--formulation pieces --deduce none --symmetry on --shape flat"),
        Median("--formulation sides --deduce all --symmetry on --shape auto"),
    ],
};

static GUNPORT: Table = Table {
    page: "docs/performance.md",
    head: "| board | optimum | conflicts | seconds |",
    row: |board| {
        let board = board.strip_prefix("gunport ").expect("a board of gunport");
        (board != "14 × 16" && board != "20 × 20").then(|| words(&size("gunport", board)))
    },
    columns: &[Number("/objective/value"), Number("/stats/conflicts"), Kept],
};

static ARMIES: Table = Table {
    page: "docs/performance.md",
    head: "| armies | optimum | cubes bounded |",
    row: |board| {
        ["8 × 8", "10 × 10", "11 × 11"].contains(&board).then(|| words(&size("armies", board)))
    },
    columns: &[
        Number("/objective/value"),
        Number("/stats/cubes/bounded"),
        Number("/stats/cubes/left"),
        Kept,
    ],
};

static WINDOWS: Table = Table {
    page: "docs/records.md",
    head: "| n | lit panes | dark panes |",
    row: |side| {
        let is_quick = side.parse().is_ok_and(|side: u32| side <= 27);
        is_quick.then(|| words(&format!("abbott-window --size {side}")))
    },
    columns: &[
        Number("/objective/value"),
        Kept,
        Kept,
        // Where `dual` decides, the cell says so.
        Number("/stats/cubes/bounded"),
        Number("/stats/cubes/left"),
        Kept,
    ],
};

static PROOFS: Table = Table {
    page: "docs/proofs.md",
    head: "| board | optimum | without | with | the proof | checked in |",
    row: |board| match board.split_once(' ') {
        Some(("window", sides)) => {
            let is_quick = ["13 × 13", "16 × 16", "17 × 17", "18 × 18", "27 × 27"].contains(&sides);
            is_quick.then(|| words(&size("abbott-window", sides)))
        }
        _ if board == "gunport 11 × 11, `--formulation pieces`" => {
            Some(words("gunport --size 11 --formulation pieces"))
        }
        _ => None,
    },
    columns: &[Number("/objective/value"), Kept, Kept, Proof, Kept],
};

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the arguments for a board that a page writes as `8 × 10`.
fn size(family: &str, board: &str) -> String {
    format!("{family} --size {}", board.replace(" × ", "x"))
}

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
            // Other tests may have renewed other tables of the page meanwhile.
            let text = fs::read_to_string(&page).expect("a page of the docs");
            fs::write(&page, text.replace(table, &measured)).expect("a page of the docs");
        } else {
            assert_eq!(table, measured, "{}: run this test with UPDATE_PAGES=1", self.page);
        }
    }

    fn measured(&self, line: &str) -> String {
        let mut cells: Vec<String> = line.split('|').map(str::to_owned).collect();
        let Some(words) = (self.row)(cells[1].trim()) else { return line.to_owned() };
        let run = OnceCell::new();
        for (cell, column) in cells.iter_mut().skip(2).zip(self.columns) {
            let known = cell.trim();
            let measured = match column {
                Kept => continue,
                Median(_) if known.contains('k') || !known.ends_with(')') => continue,
                Median(options) => {
                    let (seconds, _) = known.split_once('(').expect("conflicts in parentheses");
                    format!("{seconds}({})", median(&words, options))
                }
                _ if !is_number(known.trim_end_matches(" MB")) => continue,
                Conflicts(options) => conflicts(&words, options).to_string(),
                Bounded(options) => {
                    report(&words, options)["stats"]["cubes"]["bounded"].to_string()
                }
                Number(place) => {
                    let report = run.get_or_init(|| report(&words, ""));
                    report.pointer(place).expect("a number").to_string()
                }
                Proof => megabytes(&words),
            };
            let measured = if is_number(&measured) { grouped(&measured) } else { measured };
            *cell = format!(" {measured} ");
        }
        cells.join("|")
    }
}

fn is_number(cell: &str) -> bool {
    !cell.is_empty() && cell.chars().all(|letter| letter.is_ascii_digit() || ",.".contains(letter))
}

fn report(words: &[String], options: &str) -> Value {
    let mut command = plain(env!("CARGO_BIN_EXE_quarrel"));
    command.arg("solve").args(words).args(options.split_whitespace());
    let output = command.args(["--format", "json", "-q"]).output().expect("the program runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn conflicts(words: &[String], options: &str) -> u64 {
    report(words, options)["stats"]["conflicts"].as_u64().expect("a number of conflicts")
}

fn median(words: &[String], options: &str) -> u64 {
    let forms = ["", "--scramble 1", "--scramble 2"];
    let mut all = forms.map(|form| conflicts(words, &format!("{options} {form}")));
    all.sort_unstable();
    all[1]
}

/// Returns the size of the proof of a result, such as `0.30 MB`.
fn megabytes(words: &[String]) -> String {
    let name: String = words.concat().chars().filter(char::is_ascii_alphanumeric).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documented-proofs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.parent().expect("a folder above")).expect("a folder for tests");
    let folder = folder.to_str().expect("a path of UTF-8");
    report(words, &format!("--proof {folder}"));
    let bytes = fs::metadata(Path::new(folder).join("proof.pbp")).expect("a proof").len();
    let hundredths = (bytes + 5_000) / 10_000;
    match hundredths {
        0..100 => format!("0.{hundredths:02} MB"),
        100..1_000 => {
            let tenths = (hundredths + 5) / 10;
            format!("{}.{} MB", tenths / 10, tenths % 10)
        }
        _ => format!("{} MB", (hundredths + 50) / 100),
    }
}

fn grouped(digits: &str) -> String {
    if digits.contains('.') {
        return digits.to_owned();
    }
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the file of published models whose name has this ending.
fn found(end: &str) -> String {
    let mut folders: Vec<PathBuf> = vec![MODELS.path()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(end) {
                return path.to_str().expect("a path of UTF-8").to_owned();
            }
        }
    }
    panic!("no file {end}")
}
