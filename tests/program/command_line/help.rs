//! Texts for a new user: help in groups, families explained, the version.

use crate::workbench::{Workbench, run};

/// All options for beginners fit on a screen.
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

/// The explanation of a family names the objective, the meaning of a bound, and a board in each
/// format; `solve` accepts the boards.
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

#[test]
fn values_are_named_and_numbers_are_refused_in_words() {
    let help = run("solve --help").with_status(0).out;
    for rule in quarrel::deduce::ALL {
        assert!(help.contains(rule.name), "{}", rule.name);
    }
    for (line, told) in [
        (
            "solve queens --count b.txt",
            "write a whole number, 1 or more; write the board before this",
        ),
        ("solve gunport --size 4 --bound x", "write a number, such as 12 or 1.25"),
        ("solve gunport --size 4 --all 0", "write a whole number, 1 or more"),
        ("solve gunport --size 4 --conflict-limit x", "write a whole number, 1 or more"),
        ("generate queens --size 5 --seed 99999999999999999999", "from 0 to 18446744073709551615"),
        ("generate queens --size 5 --count 99999999999999999999", "from 1 to 18446744073709551615"),
        ("solve gunport --size 4 --clause-limit 99999999999999999999", "18446744073709551615"),
        ("solve gunport --size 4 --clause-limit x", "write a whole number, 0 or more"),
        ("encodings --at-most 99999999999999999999 --of 3", "from 0 to 18446744073709551615"),
        (
            "show queens b.txt --variant stars=99999999999999999999",
            "write a whole number from 0 to",
        ),
    ] {
        let refused = run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
}

#[test]
#[cfg(unix)]
fn a_board_that_never_comes_is_not_waited_for() {
    let bench = Workbench::new();
    let path = bench.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo runs").success());
    let ended = bench.run("solve queens pipe --time-limit 0.1").with_status(3);
    assert!(ended.err.contains("the board was not read within the time limit"), "{}", ended.err);
}

/// An unknown word gets a suggestion, but not one that merely shares letters.
#[test]
fn what_was_meant_is_suggested_and_nothing_else() {
    for (line, tip) in [
        ("solve gunport --sise 5", "a similar argument exists: '--size'"),
        ("solve gunport --size=5 --stat=x", "a similar argument exists: '--start'"),
        ("solve gunport --time 5", "a similar argument exists: '--time-limit'"),
        ("solve gunport --form svg", "similar arguments exist: '--format', '--formulation'"),
        ("export --suites set", "a similar argument exists: '--suite'"),
        ("export --suite set --scramble 2", "a similar argument exists: '--scrambles'"),
        ("--siz 5 solve gunport", "'solve --size' exists"),
        ("solv gunport", "a similar subcommand exists: 'solve'"),
        ("comp", "similar subcommands exist: 'compare', 'completions'"),
        ("solve three", "a similar value exists: 'three-in-a-row'"),
        ("solve gunport --card totaliser", "a similar value exists: 'totalizer'"),
    ] {
        let told = run(line).refusal();
        assert!(told.contains(tip), "{line}: {told}");
        assert_eq!(told.matches("tip:").count(), 1, "{line}: {told}");
    }
    for (line, tip) in [
        ("solve gunport --size 4 --json", "'--json' is called '--format json' here"),
        ("solve gunport --size 4 --timeout=5", "'--timeout' is called '--time-limit' here"),
        ("solve gunport --jobs 2", "'--jobs' is called '--threads' here"),
        ("solve gunport -j2", "'-j' is called '--threads' here"),
        ("solve gunport -j 2", "'-j' is called '--threads' here"),
        ("compare -j 2", "'-j' is called '--jobs' here"),
        ("compare --threads 2", "'--threads' is called '--jobs' here"),
        ("solve gunport --out=x", "a similar argument exists: '--output'"),
        ("export gunport --output-file x", "'--output-file' is called '--output' here"),
        ("solve gunport --verbose-level 2", "'--verbose-level' is called '--verbose' here"),
    ] {
        let told = run(line).refusal();
        assert!(told.contains(tip), "{line}: {told}");
        assert_eq!(told.matches("tip:").count(), 1, "{line}: {told}");
    }
    for line in [
        "solve gunport --hint x",
        "solve gunport --hint=x",
        "solve gunport --shard 2",
        "solve gunport --parents 2",
        "solve gunport --paren 2",
        "solve gunport --starting x",
        "show gunport --stat x",
        "--hint solve",
        "nonsense",
        "solve sudoku",
        "solve gunport --card pairs",
    ] {
        let told = run(line).refusal();
        assert!(!told.contains("tip:") && !told.contains("parent "), "{line}: {told}");
    }
    let told = run("solve gunport --size 5 --hint x").refusal();
    assert!(told.contains("Usage: quarrel solve [OPTIONS] <FAMILY> [BOARD]...\n"), "{told}");
}
