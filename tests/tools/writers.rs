//! Models that other packages write in LP and MPS are read with the right optimum.
//!
//! `writers.py` states one program in each package, with everything that the package can write of
//! it; `make solvers` installs the packages. A file's name states its optimum if it differs from
//! the program's.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use super::needs::{Need, Test};
use crate::plain::plain;

const OPTIMUM: i64 = 16;

const REMEDY: &str = "`make solvers` installs it";

const fn package(name: &'static str, command: &'static [&'static str]) -> Need {
    Need::package(name, command, REMEDY)
}

static PULP: Need = package("pulp", &["python3", "-c", "import pulp"]);
static PYOMO: Need = package("pyomo", &["python3", "-c", "import pyomo"]);
static HIGHSPY: Need = package("highspy", &["python3", "-c", "import highspy"]);
static PYSCIPOPT: Need = package("pyscipopt", &["python3", "-c", "import pyscipopt"]);
static ORTOOLS: Need = package("ortools", &["python3", "-c", "import ortools"]);
static MIP: Need = package("mip", &["python3", "-c", "import mip"]);
static LINOPY: Need = package("linopy", &["python3", "-c", "import linopy"]);
static DOCPLEX: Need = package("docplex", &["python3", "-c", "import docplex"]);
static GUROBIPY: Need = package("gurobipy", &["python3", "-c", "import gurobipy"]);

/// The packages, with the number of files that each writes.
static PACKAGES: &[(&str, usize, &Need)] = &[
    ("pulp", 2, &PULP),
    ("pyomo", 3, &PYOMO),
    ("highspy", 2, &HIGHSPY),
    ("pyscipopt", 4, &PYSCIPOPT),
    ("ortools", 5, &ORTOOLS),
    ("mip", 1, &MIP),
    ("linopy", 3, &LINOPY),
    ("docplex", 3, &DOCPLEX),
    ("gurobipy", 4, &GUROBIPY),
];

pub fn tests() -> Vec<Test> {
    let test = |(package, files, need): &'static (&str, usize, &Need)| {
        let name = format!("solvers::writers::{package}_is_read");
        Test::new(&name, &[*need], move || assert_read(package, *files))
    };
    PACKAGES.iter().map(test).collect()
}

fn assert_read(package: &str, number: usize) {
    let folder = TempDir::new().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/writers.py");
    let ended = Command::new("python3").arg(script).arg(package).arg(folder.path()).output();
    let ended = ended.expect("Python runs");
    assert!(ended.status.success(), "{package}: {}", String::from_utf8_lossy(&ended.stderr));
    let files = std::fs::read_dir(folder.path()).expect("a folder");
    let files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    assert_eq!(files.len(), number, "{files:?}");
    for file in files {
        assert_eq!(optimum(&file), expected(&file), "{}", file.display());
    }
}

/// Returns the optimum that the name of a file states (`pulp=9.lp`), or else [`OPTIMUM`].
fn expected(file: &Path) -> i64 {
    let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
    name.split_once('=').map_or(OPTIMUM, |(_, number)| number.parse().expect("a number"))
}

fn optimum(file: &Path) -> i64 {
    let ended = plain(env!("CARGO_BIN_EXE_quarrel"))
        .args(["solve", "model", "--format", "json"])
        .arg(file)
        .output()
        .expect("quarrel runs");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(0), "{}: {said}", file.display());
    let report: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
    report["objective"]["value"].as_i64().expect("a whole number")
}
