//! What a new user reads first: help in groups, families explained, the version.

use super::workbench::{Workbench, run};

/// The beginner's options fit on a screen, each under its heading, and `help` is a verb.
#[test]
fn help_is_short_and_in_groups() {
    let short = run("solve -h").with_status(0).out;
    assert!(short.lines().count() < 50, "{}", short.lines().count());
    let long = run("solve --help").with_status(0).out;
    assert_eq!(run("help solve").with_status(0).out, long);
    let mut last = 0;
    for heading in [
        "The puzzle:",
        "What is asked:",
        "Output:",
        "Limits:",
        "How it is stated and encoded:",
        "How it is solved:",
    ] {
        let at = long.find(&format!("\n{heading}\n")).expect(heading);
        assert!(at > last, "{heading}");
        last = at;
    }
    assert!(!short.contains("--card") && long.contains("--card"));
    assert!(short.contains("--unique") && short.contains("--time-limit"));
    let version = run("--version").with_status(0).out;
    assert!(version.contains("CaDiCaL 2.2.1") && version.contains(" build"), "{version}");
    run("solve --version").with_status(0);
}

/// A family is explained with what is counted, what a bound means, and a board in each format that can be
/// solved as it stands.
#[test]
fn a_family_is_explained() {
    for family in quarrel::puzzles::FAMILIES {
        let text = run(&format!("families {}", family.name)).with_status(0).out;
        let bench = Workbench::new();
        for format in family.formats {
            let rows: Vec<String> =
                format.example.lines().map(|row| format!("    {row}")).collect();
            assert!(text.contains(&rows.join("\n")), "{text}");
            bench.write("board", format.example);
            bench.run(&format!("solve {} board", family.name)).with_status(0);
        }
    }
    let text = run("families abbott-window").with_status(0).out;
    assert!(
        text.contains("objective: maximise lit panes; --bound K asks for lit panes at least K"),
        "{text}"
    );
    assert!(run("families sudoku").refusal().contains("sudoku"));
}
