//! Sheets in a headless browser: every action by mouse, touch and keys, at the width of a desk and
//! of a phone, whole games by hints, paper, and what axe-core finds.
//!
//! The sheets are made here: those to play with plans and answers of `tests/page/NAME.json`, the
//! others by the program. `tests/page/run.cjs` plays them. It also fails if a page writes to the
//! console or requests anything.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use quarrel::page::{Sheet, SheetBoard, SheetData, SheetUse};
use quarrel::problem::Problem;
use quarrel::puzzle::Request;
use quarrel::puzzles::FAMILIES;
use quarrel::source::Source;
use serde_json::Value;

use super::needs::{Need, Test, tests};
use crate::plain::plain;

const REMEDY: &str = "`make page` installs it";

static CHROMIUM: Need = Need::program("chromium", &["chromium", "--version"], REMEDY);
static DRIVER: Need = Need::package(
    "playwright-core and axe-core",
    &["node", "-e", "require('playwright-core'); require('axe-core')"],
    REMEDY,
);

pub fn tests() -> Vec<Test> {
    tests! {
        [CHROMIUM, DRIVER]
            mouse, touch, dragged, keys, hints, wrong, accessible, several, paper, memory, options,
            readers, hostile, blank, rules, look, outside, pictures,
            everywhere, conflicts, turning, begun, unclear, coloured, night, help;
    }
}

/// Declares a test for each of the same name in `tests/page`.
macro_rules! played {
    ($($test:ident),+) => {
        $(fn $test() {
            play(stringify!($test));
        })+
    };
}

played!(mouse, touch, dragged, keys, hints, wrong, accessible, several, paper, memory, options);
played!(readers, hostile, blank, rules, look, outside);
played!(everywhere, conflicts, turning, begun, unclear, coloured, night, help);

/// `make pictures` finds the hint that the picture of `docs/page.md` shows.
fn pictures() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures/make.cjs");
    let mut node = Command::new("node");
    node.arg(script).arg("page").arg(SHEETS.join("queens.html")).arg(SHEETS.join("page.png"));
    let output = node.output().expect("node starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn play(test: &str) {
    let script = folder().join("run.cjs");
    let mut node = Command::new("node");
    node.arg(script).arg(test).arg(&*SHEETS);
    let output = node.output().expect("node starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page")
}

/// Families with a board and a plan in `tests/page`.
const PLANNED: [&str; 3] = ["queens", "three-in-a-row", "abc-path"];

/// The folder of the sheets, made once.
static SHEETS: LazyLock<PathBuf> = LazyLock::new(|| {
    let sheets = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheets");
    std::fs::create_dir_all(&sheets).expect("a folder for tests");
    let write = |name: &str, page: &str| {
        std::fs::write(sheets.join(format!("{name}.html")), page).expect("a file of this test");
    };
    let mut several = Sheet::new("Six boards");
    for turn in 0..2 {
        for family in PLANNED {
            let board = planned(family, family);
            if turn == 0 {
                let mut alone = Sheet::new(&format!("{family}, for a test"));
                alone.add(board.clone());
                write(family, &alone.to_html());
            }
            several.add(board);
        }
    }
    write("several", &several.to_html());
    let mut hostile = Sheet::new("<b>&\"{{data}}");
    hostile.add(planned("queens", "</script><img src=x onerror=alert(1)>{{script}}"));
    write("hostile", &hostile.to_html());
    let mut blank = Sheet::new("A board without hints");
    blank.add(board("queens", "blank", Known::Nothing));
    write("blank", &blank.to_html());
    for (command, name, page) in [
        ("solve queens", "queens", "look"),
        ("show queens", "outside", "outside"),
        ("show queens", "colours", "colours"),
        ("show tango", "night", "night"),
        ("show queens", "open", "open"),
        ("hint queens --answer tests/page/so-far.txt", "queens", "begun"),
    ] {
        let mut program = plain(env!("CARGO_BIN_EXE_quarrel"));
        program.current_dir(env!("CARGO_MANIFEST_DIR")).args(command.split(' '));
        program.arg(folder().join(name).with_extension("txt"));
        program.arg("-o").arg(sheets.join(page).with_extension("html"));
        let output = program.output().expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    sheets
});

/// The knowledge of a page about a board.
#[derive(PartialEq)]
enum Known {
    Nothing,
    PlanAndAnswer,
}

fn planned(family: &str, name: &str) -> SheetData {
    board(family, name, Known::PlanAndAnswer)
}

/// Returns the board of a family in `tests/page`.
fn board(family: &str, name: &str, known: Known) -> SheetData {
    let read = |ending: &str| {
        let path = folder().join(format!("{family}.{ending}"));
        std::fs::read_to_string(path).expect("a file of the repository")
    };
    let family = FAMILIES.iter().find(|one| one.name == family).expect("a family");
    let board = Source::new(name, &read("txt"));
    let opened = family.open(&Request { board: Some(board.into()), ..Request::default() });
    let opened = opened.expect("the board of the test is read");
    let plan: Value = serde_json::from_str(&read("json")).expect("the plan is JSON");
    let rows: Vec<String> = serde_json::from_value(plan["answer"].clone()).expect("rows");
    let problem: &dyn Problem = opened.as_problem();
    let answer = problem.read_shown(&rows).expect("the answer of the plan is a board");
    let answer = answer.complete().expect("no cell of the answer is open");
    problem.check(&answer).expect("the answer of the plan keeps the rules");
    let board = SheetBoard {
        name: name.to_owned(),
        title: family.title(problem),
        rules: family.rules,
        puzzle: opened.as_puzzle().expect("a board"),
        shown: SheetUse::Play {
            answer: answer.board().filter(|_| known == Known::PlanAndAnswer),
            plan: Some(&plan).filter(|_| known == Known::PlanAndAnswer),
            marks: None,
            note: "",
        },
    };
    board.data()
}
