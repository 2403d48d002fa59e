//! Round trips through real, independent solvers, which find the same optima as quarrel.
//!
//! `make solvers` installs those of Debian and PyPI. Each row of the tables is a test.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::needs::{Need, Test, tests};
use crate::plain::plain;

/// A puzzle of each family; if it has an objective, its optimum and a better value.
const PUZZLES: [(&str, Option<(u64, u64)>); 7] = [
    ("abbott-window --size 5", Some((16, 18))),
    ("abbott-window --size 4 --variant corners", Some((8, 9))),
    ("three-in-a-row --size 6", None),
    ("abc-path --size 3", None),
    ("queens queens.txt", None),
    ("gunport --size 5x6", Some((10, 9))),
    ("armies --size 5", Some((4, 5))),
];

const QUEENS: &str = "AABB\nACBB\nCCCD\nCCDD\n";

/// A program that solves the file `{}` and prints its answer or writes it to `{out}`.
struct Solver {
    name: &'static str,
    need: &'static Need,
    format: &'static str,
    command: &'static str,
}

const fn program(
    name: &'static str,
    need: &'static Need,
    format: &'static str,
    command: &'static str,
) -> Solver {
    Solver { name, need, format, command }
}

pub const REMEDY: &str = "`make solvers` installs it";

pub static CADICAL: Need = Need::program("cadical", &["cadical", "--version"], REMEDY);
pub static CBC: Need = Need::program("cbc", &["cbc", "-exit"], REMEDY);
pub static CLASP: Need = Need::program("clasp", &["clasp", "--version"], REMEDY);
static CRYPTOMINISAT: Need = Need::program("cryptominisat5", &["cryptominisat5", "-v"], REMEDY);
pub static GLPSOL: Need = Need::program("glpsol", &["glpsol", "--version"], REMEDY);
pub static MINISAT: Need = Need::program("minisat", &["minisat", "--help"], REMEDY);
static PICOSAT: Need = Need::program("picosat", &["picosat", "--version"], REMEDY);
pub static HIGHSPY: Need = Need::package("highspy", &["python3", "-c", "import highspy"], REMEDY);
static PYSAT: Need = Need::package(
    "python-sat",
    &["python3", "-c", "import pysat.solvers, pysat.examples.rc2"],
    REMEDY,
);

pub fn tests() -> Vec<Test> {
    let test = |row: &Solver, what: &str, run: Box<dyn FnOnce() + Send>| {
        Test::new(&format!("solvers::{}::{what}", row.name.replace(' ', "_")), &[row.need], run)
    };
    let solvers = SOLVERS
        .iter()
        .map(|row| test(row, "finds_the_optima", Box::new(|| assert_same_optima(row))));
    let readers = READERS
        .iter()
        .map(|row| test(row, "finds_the_counts_of_the_map", Box::new(|| assert_same_counts(row))));
    let quiet = tests! { [CADICAL] a_solver_of_several_questions_may_be_quiet_about_them; };
    let stopped = tests! { [CLASP] a_solver_says_its_best_at_the_limit; };
    solvers.chain(readers).chain(quiet).chain(stopped).collect()
}

const GLUCOSE: &str = r#"python3 -c "
import sys
from pysat.formula import CNF
from pysat.solvers import Glucose4
solver = Glucose4(bootstrap_with=CNF(from_file=sys.argv[1]))
if solver.solve(): print('s SATISFIABLE'); print('v', *solver.get_model(), 0)
else: print('s UNSATISFIABLE')
" {}"#;

const RC2: &str = r#"python3 -c "
import sys
from pysat.formula import WCNF
from pysat.examples.rc2 import RC2
solver = RC2(WCNF(from_file=sys.argv[1]))
model = solver.compute()
if model is None: print('s UNSATISFIABLE')
else: print('o', solver.cost); print('s OPTIMUM FOUND'); print('v', *model, 0)
" {}"#;

const MINICARD: &str = r#"python3 -c "
import sys
from pysat.formula import CNFPlus
from pysat.solvers import Minicard
read = CNFPlus(from_file=sys.argv[1])
solver = Minicard()
for clause in read.clauses: solver.add_clause(clause)
for lits, bound in read.atmosts: solver.add_atmost(lits, bound)
if solver.solve(): print('s SATISFIABLE'); print('v', *solver.get_model(), 0)
else: print('s UNSATISFIABLE')
" {}"#;

const INCREMENTAL: &str = r#"python3 -c "
import sys
from pysat.solvers import Cadical153
solver = Cadical153()
for line in open(sys.argv[1]):
    words = line.split()
    if words[0] in 'cp': continue
    numbers = [int(word) for word in words if word != 'a'][:-1]
    if words[0] != 'a': solver.add_clause(numbers)
    elif solver.solve(assumptions=numbers):
        print('s SATISFIABLE'); print('v', *solver.get_model(), 0); break
    else: print('s UNSATISFIABLE')
" {}"#;

const HIGHS: &str = r#"python3 -c "
import sys, highspy
solver = highspy.Highs()
solver.setOptionValue('output_flag', False)
solver.readModel(sys.argv[1]); solver.run(); solver.writeSolution(sys.argv[2], 0)
" {} {out}"#;

static SOLVERS: &[Solver] = &[
    program("cadical", &CADICAL, "cnf", "cadical -q {}"),
    program("minisat", &MINISAT, "cnf", "minisat -verb=0 {} {out}"),
    program("picosat", &PICOSAT, "cnf", "picosat {}"),
    program("cryptominisat5", &CRYPTOMINISAT, "cnf", "cryptominisat5 --verb 0 {}"),
    program("Glucose of PySAT", &PYSAT, "cnf", GLUCOSE),
    program("cryptominisat5 with XORs", &CRYPTOMINISAT, "xnf", "cryptominisat5 --verb 0 {}"),
    program("MiniCARD of PySAT", &PYSAT, "cnf+", MINICARD),
    program("RC2 of PySAT", &PYSAT, "wcnf", RC2),
    program("clasp", &CLASP, "opb", "clasp {}"),
    program("clasp with soft rows", &CLASP, "wbo", "clasp {}"),
    program("HiGHS", &HIGHSPY, "lp", HIGHS),
    program("glpsol", &GLPSOL, "lp", "glpsol --lp {} -o {out}"),
    program("cbc", &CBC, "lp", "cbc {} solve solution {out}"),
    program("HiGHS by columns", &HIGHSPY, "mps", HIGHS),
    program("glpsol by columns", &GLPSOL, "mps", "glpsol --freemps {} -o {out}"),
    program("cbc by columns", &CBC, "mps", "cbc {} solve solution {out}"),
    program("cadical with questions", &CADICAL, "icnf", "cadical {}"),
    program("cadical, quiet", &CADICAL, "icnf", "cadical -q {}"),
    program("PySAT with questions", &PYSAT, "icnf", INCREMENTAL),
];

const PYSAT_CNF: &str = r#"python3 -c "
import sys
from pysat.formula import CNF
read = CNF(from_file=sys.argv[1])
print(read.nv, len(read.clauses))
" {}"#;

const PYSAT_WCNF: &str = r#"python3 -c "
import sys
from pysat.formula import WCNF
read = WCNF(from_file=sys.argv[1])
print(read.nv, len(read.hard) + len(read.soft))
" {}"#;

const PYSAT_CNF_PLUS: &str = r#"python3 -c "
import sys
from pysat.formula import CNFPlus
read = CNFPlus(from_file=sys.argv[1])
print(read.nv, len(read.clauses) + len(read.atmosts))
" {}"#;

const HIGHS_LP: &str = r#"python3 -c "
import sys, highspy
solver = highspy.Highs()
solver.setOptionValue('output_flag', False)
solver.readModel(sys.argv[1])
print(solver.getNumCol(), solver.getNumRow())
" {}"#;

/// The programs that count the variables and constraints of a file. (OR-tools' reader of LP expects
/// lp_solve's format.)
static READERS: &[Solver] = &[
    program("PySAT reads cnf", &PYSAT, "cnf", PYSAT_CNF),
    program("PySAT reads wcnf", &PYSAT, "wcnf", PYSAT_WCNF),
    program("PySAT reads cnf+", &PYSAT, "cnf+", PYSAT_CNF_PLUS),
    program("HiGHS reads lp", &HIGHSPY, "lp", HIGHS_LP),
    program("HiGHS reads mps", &HIGHSPY, "mps", HIGHS_LP),
];

impl Solver {
    fn decides(&self) -> bool {
        ["cnf", "knf", "cnf+", "xnf"].contains(&self.format)
    }
}

fn quarrel(folder: &Path, words: &[&str]) -> (Option<i32>, Value) {
    let mut command = plain(env!("CARGO_BIN_EXE_quarrel"));
    let output = command.current_dir(folder).args(words).output().expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let json = serde_json::from_slice(&output.stdout).unwrap_or(Value::String(error));
    (output.status.code(), json)
}

/// Asks a solver in two ways: through `solve --solver`, and through `export`, its command and
/// `decode`. Returns the status and the report of each.
fn asked(solver: &Solver, puzzle: &str, bound: Option<u64>) -> [(Option<i32>, Value); 2] {
    let folder = TempDir::new().expect("a temporary folder");
    std::fs::write(folder.path().join("queens.txt"), QUEENS).expect("a file in it");
    let bound: Vec<String> =
        bound.iter().flat_map(|bound| ["--bound".to_owned(), bound.to_string()]).collect();
    let puzzle: Vec<&str> =
        puzzle.split_whitespace().chain(bound.iter().map(String::as_str)).collect();
    let command = format!("{}:{}", solver.format, solver.command);
    let solve = [&["solve"], &puzzle[..], &["--format", "json", "--solver", &command]].concat();
    let solved = quarrel(folder.path(), &solve);
    let outputs = ["--to", solver.format, "-o", "formula", "--map", "map"];
    quarrel(folder.path(), &[&["export"], &puzzle[..], &outputs].concat());
    let formula = format!("formula.{}", solver.format);
    std::fs::rename(folder.path().join("formula"), folder.path().join(&formula)).expect("written");
    let line = solver.command.replace("{}", &formula).replace("{out}", "result");
    let line = if line.contains("result") {
        format!("{line} > /dev/null; cat result > out")
    } else {
        format!("{line} > out")
    };
    let mut shell = Command::new("sh");
    shell.current_dir(folder.path()).args(["-c", &line]).stderr(Stdio::null());
    shell.status().expect("a shell");
    let decoded = quarrel(folder.path(), &["decode", "--map", "map", "out", "--format", "json"]);
    [solved, decoded]
}

fn assert_same_counts(reader: &Solver) {
    for (puzzle, goal) in PUZZLES {
        let folder = TempDir::new().expect("a temporary folder");
        std::fs::write(folder.path().join("queens.txt"), QUEENS).expect("a file in it");
        let bound = goal.filter(|_| reader.decides()).map(|goal| goal.0.to_string());
        let formula = format!("formula.{}", reader.format);
        let mut words = vec!["export"];
        words.extend(puzzle.split_whitespace());
        words.extend(["--to", reader.format, "-o", &formula, "--map", "map"]);
        words.extend(bound.iter().flat_map(|bound| ["--bound", bound]));
        assert_eq!(quarrel(folder.path(), &words).0, Some(0), "{words:?}");
        let line = reader.command.replace("{}", &formula);
        let mut shell = Command::new("sh");
        let read = shell.current_dir(folder.path()).args(["-c", &line]).output();
        let told = String::from_utf8(read.expect("a shell").stdout).expect("numbers");
        let map = std::fs::read_to_string(folder.path().join("map")).expect("a map");
        let map: Value = serde_json::from_str(&map).expect("JSON");
        let counts = format!("{} {}", map["variables"], map["constraints"]);
        // HiGHS 1.16 always prints its banner first.
        let told = told.lines().last().unwrap_or_default();
        assert_eq!(told, counts, "{}: {puzzle}", reader.name);
    }
}

/// A solver of several questions may be quiet about them: with `-q`, CaDiCaL does not print which
/// questions it has refuted, so its answer is no proved optimum.
fn a_solver_of_several_questions_may_be_quiet_about_them() {
    let told = |command: &str| {
        let words = ["solve", "gunport", "--size", "5x6", "--solver", command];
        let output = plain(env!("CARGO_BIN_EXE_quarrel")).args(words).output();
        let output = output.expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (status, out, err) = told("icnf:cadical");
    assert!(out.ends_with("dominoes 10, optimal by the word of the solver\n"), "{out}");
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let (status, out, err) = told("icnf:cadical -q");
    assert!(out.contains("dominoes 10, which the solver has not proved to be the best"), "{out}");
    assert!(err.starts_with("note: `cadical -q` does not report which questions"), "{err}");
    assert_eq!(status, Some(3));
}

/// clasp prints its best answer at the time limit, when it gets SIGTERM. The board is too large for
/// an optimum.
fn a_solver_says_its_best_at_the_limit() {
    let folder = TempDir::new().expect("a temporary folder");
    for solver in ["opb:clasp", "wbo:clasp {}"] {
        let words = ["solve", "gunport", "--size", "14", "--time-limit", "3", "--format", "json"];
        let (status, json) = quarrel(folder.path(), &[&words[..], &["--solver", solver]].concat());
        assert_eq!((status, &json["status"]), (Some(3), &"satisfiable".into()), "{json}");
        assert_eq!((&json["stopped"], &json["checked"]), (&"time".into(), &true.into()));
        assert!(json["objective"]["value"].is_u64(), "{json}");
    }
}

fn assert_same_optima(solver: &Solver) {
    for (puzzle, goal) in PUZZLES {
        let optimum = goal.map(|(optimum, _)| optimum);
        let bound = optimum.filter(|_| solver.decides());
        for (status, report) in asked(solver, puzzle, bound) {
            let context = format!("{} {puzzle}: {report:#}", solver.name);
            assert_eq!(report["objective"]["value"].as_u64(), optimum, "{context}");
            assert_eq!(report["checked"], true, "{context}");
            // An answer does not show that its question is the best one.
            let is_told = solver.format != "icnf" || solver.name == "cadical with questions";
            let open = !is_told && report["status"] == "satisfiable";
            assert!(status == Some(0) || open && status == Some(3), "{context}");
        }
        let better = goal.filter(|_| solver.decides()).map(|(_, better)| better);
        for (status, report) in better.iter().flat_map(|&b| asked(solver, puzzle, Some(b))) {
            assert_eq!(status, Some(1), "{} {puzzle}: {report:#}", solver.name);
        }
    }
}
