//! Pages show the current output of the program. The tests run each `$ command` of a `console`
//! block of the pages, and compare the output with the lines after it. They print the page of the
//! encodings as a whole. `UPDATE_PAGES=1` renews the pages. The tour's program is compiled here,
//! and its output is compared with the page.

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

/// Returns the output and the errors of a shell command, in which `quarrel` is the built program.
pub fn output_of(line: &str) -> String {
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

/// The page of plans shows sessions of minutes and hours.
const NOT_RUN: &str = "docs/cluster.md";

/// Returns the pages with sessions, except the one that is not run.
fn pages_with_sessions() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = root.join("docs").read_dir().expect("the pages");
    let docs = docs.map(|entry| entry.expect("an entry").file_name());
    let docs = docs.map(|name| format!("docs/{}", name.to_string_lossy()));
    let pages = docs.chain(["README.md".to_owned()]).filter(|name| name.ends_with(".md"));
    let has_session = |name: &String| {
        let page = std::fs::read_to_string(root.join(name)).expect("a page");
        page.contains("\n```console\n$ ")
    };
    pages.filter(|name| name != NOT_RUN && has_session(name)).collect()
}

#[test]
fn the_sessions_are_real() {
    let pages = pages_with_sessions();
    assert!(pages.len() >= 5, "pages with sessions: {pages:?}");
    for page in pages {
        compare(&page, renewed);
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
    writeln!(out, "unique: {:?}", found.unique())?;
    for row in found.answer.iter().flat_map(|answer| task.rows(answer)) {
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

/// Returns the commands of a page: after `$ `, in indented lines and in backticks.
fn commands(page: &str) -> Vec<String> {
    let page = page.replace("\\\n", " ");
    let is_indented = |line: &&str| line.starts_with("    ");
    let lines = page.lines();
    let blocks = lines.clone().filter_map(|line| {
        line.strip_prefix("$ ").or_else(|| Some(line).filter(is_indented).map(str::trim_start))
    });
    let prose: Vec<&str> = lines.filter(|line| !is_indented(line)).collect();
    let prose = prose.join(" ");
    let quoted = prose.split('`').skip(1).step_by(2);
    let parts = blocks.chain(quoted).flat_map(|text| text.split(['|', ';', '#', '>', '&']));
    let parts = parts.map(str::trim).filter(|text| text.starts_with("quarrel "));
    parts.map(str::to_owned).collect()
}

/// Returns the words before the first option: `quarrel`, the verb, and what follows it.
fn verb(command: &str) -> Vec<&str> {
    let words = command.split_whitespace().skip(1);
    let words: Vec<&str> = words.take_while(|word| !word.starts_with('-')).collect();
    let length = if words.first() == Some(&"plan") { 2 } else { 1 };
    words.into_iter().take(length).collect()
}

/// A page names only options that the help of their verb has.
#[test]
fn the_commands_of_the_pages_have_options_of_their_verbs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = root.join("docs").read_dir().expect("the pages");
    let docs = docs.map(|entry| entry.expect("an entry").path());
    let pages = docs.chain(["README.md", "CHANGELOG.md"].map(|name| root.join(name)));
    let mut helps = std::collections::BTreeMap::new();
    let mut number = 0;
    for path in pages.filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let page = std::fs::read_to_string(&path).expect("a page");
        for command in commands(&page) {
            let verb = verb(&command).join(" ");
            if verb.is_empty() {
                continue;
            }
            let help = helps.entry(verb.clone()).or_insert_with(|| {
                let suite = if verb == "export" { "; quarrel export --suite --help" } else { "" };
                output_of(&format!("quarrel {verb} --help{suite}"))
            });
            // Quoted words are the command of another program.
            let own: String = command.split('\'').step_by(2).collect();
            let words = own.split_whitespace();
            for option in
                words.filter_map(|word| word.strip_prefix("--")).filter(|word| *word != "help")
            {
                let name =
                    option.split('=').next().expect("a name").trim_end_matches(['\'', '"', ',']);
                let is_known =
                    help.contains(&format!("--{name} ")) || help.contains(&format!("--{name}\n"));
                assert!(is_known, "{}: `{command}`: {verb} has no --{name}", path.display());
                number += 1;
            }
        }
    }
    assert!(number > 200, "only {number} options were found");
}

/// The help of each option for encodings names its default, which JSON reports.
#[test]
fn the_help_of_the_encodings_names_their_defaults() {
    let help = output_of("quarrel solve --help");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let defaults = [
        ("--amo", "by default pairwise up to 200 literals, then product"),
        ("--card", "by default totalizer"),
        ("--pb", "by default auto"),
        ("--xor", "by default chain-4"),
        ("--order", "auto (the default)"),
        ("--shape", "auto, the default"),
    ];
    for (option, default) in defaults {
        let (_, about) = help.split_once(&format!(" {option} <")).expect("an option");
        let about = about.split(" --").next().expect("its help");
        assert!(about.contains(default), "{option}: {about}");
    }
    let solve = "quarrel solve abbott-window --size 4 --search linear-sat-unsat --format json";
    let report: serde_json::Value = serde_json::from_str(&output_of(solve)).expect("JSON");
    let encodings = &report["encodings"];
    for (option, default) in [
        ("amo", "pairwise"),
        ("card", "totalizer"),
        ("pb", "auto"),
        ("int", "auto"),
        ("xor", "chain-4"),
    ] {
        assert_eq!(encodings[option], default, "{option}");
    }
}
