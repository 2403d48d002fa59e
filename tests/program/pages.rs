//! Pages show the current output of the program. The tests run each `$ command` of a `console`
//! block in the README, the tour and the pages of hints, new boards and encodings, and compare the output
//! with the lines after it. They print the page of the encodings as a whole. `UPDATE_PAGES=1` renews
//! the pages. The tour's program is compiled here, and its output is compared with the page.

use std::path::Path;

use crate::plain::plain;

fn compare(page: &str, renew: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let renewed = renew(&text);
    if std::env::var_os("UPDATE_PAGES").is_some() {
        std::fs::write(&path, renewed).expect("the page can be written");
    } else {
        assert!(text == renewed, "{page} is not current: run this test with UPDATE_PAGES=1");
    }
}

fn output_of(line: &str) -> String {
    let program = env!("CARGO_BIN_EXE_quarrel");
    let script = format!("quarrel() {{ {program:?} \"$@\"; }}; {{ {line}; }} 2>&1");
    let mut shell = plain("bash");
    shell.args(["-c", &script]).current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1");
    let output = shell.output().expect("bash runs");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn renewed(page: &str) -> String {
    let mut text = String::new();
    let mut in_session = false;
    for line in page.lines() {
        if line.starts_with("```") {
            in_session = line == "```console";
        }
        if let Some(command) = line.strip_prefix("$ ").filter(|_| in_session) {
            text += &format!("{line}\n{}", output_of(command));
        } else if !in_session || line.starts_with("```") {
            text += &format!("{line}\n");
        }
    }
    text
}

#[test]
fn the_sessions_are_real() {
    let pages =
        ["README.md", "docs/tour.md", "docs/hints.md", "docs/generate.md", "docs/encodings.md"];
    for page in pages {
        compare(page, |page| {
            let renewed = renewed(page);
            assert!(renewed.matches("\n$ quarrel ").count() >= 3, "there are sessions to compare");
            renewed
        });
    }
}

fn fenced<'a>(page: &'a str, kind: &str) -> &'a str {
    let (_, behind) = page.split_once(&format!("```{kind}\n")).expect("a block of that kind");
    behind.split_once("```").expect("its end").0
}

/// The program of the tour, compiled here without its `main`.
fn unique_queens(out: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    use std::fmt::Write;

    use quarrel::puzzle::Request;
    use quarrel::puzzles::queens;
    use quarrel::search::{self, Answers, Task};
    use quarrel::source::Source;

    // Has this board of LinkedIn's Queens one answer only?
    let board = Source::new("board", "AAAB\nACBB\nCCDB\nCDDD\n");
    let puzzle =
        queens::FAMILY.open(&Request { board: Some(board.into()), ..Request::default() })?;
    let mut task = Task::new(puzzle.as_problem(), queens::FAMILY.formulation(None)?);
    task.answers = Answers::Unique;
    let found = search::run(&task, &mut |_| {})?;
    writeln!(out, "unique: {:?}", found.unique)?;
    for row in found.answer.iter().flat_map(|answer| &answer.rows) {
        writeln!(out, "{row}")?;
    }
    Ok(())
}

#[test]
fn the_program_of_the_tour_is_real() {
    let read = |page: &str| {
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("a page")
    };
    let (tour, here) = (read("docs/tour.md"), read("tests/program/pages.rs"));
    let here: Vec<String> =
        here.lines().map(|line| line.trim().replace("writeln!(out, ", "println!(")).collect();
    for line in fenced(&tour, "rust").lines().map(str::trim).filter(|line| !line.is_empty()) {
        let here = here.iter().any(|known| known.replace(")?;", ");") == line.replace(")?;", ");"));
        assert!(here || line.starts_with("fn main()"), "{line}");
    }
    let mut printed = String::new();
    unique_queens(&mut printed).expect("it ends well");
    assert_eq!(printed, fenced(&tour, "text"));
}

#[test]
fn the_page_of_the_encodings_is_current() {
    compare("docs/encodings.md", |_| output_of("quarrel encodings --format markdown"));
}
