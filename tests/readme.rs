//! The sessions in the README are what the program prints: each `$ command` of a `console` block
//! is run, and its output compared with the lines below it. `UPDATE_README=1` writes them anew.

use std::process::Command;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

/// What a command line of the README prints, standard error behind standard output.
fn output_of(line: &str) -> String {
    let program = env!("CARGO_BIN_EXE_quarrel");
    let script = format!("quarrel() {{ {program:?} \"$@\"; }}; {{ {line}; }} 2>&1");
    let mut shell = Command::new("bash");
    shell.args(["-c", &script]).current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1");
    let output = shell.output().expect("bash runs");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The README with every session as the program prints it now.
fn renewed(readme: &str) -> String {
    let mut text = String::new();
    let mut in_session = false;
    for line in readme.lines() {
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
fn its_sessions_are_real() {
    let readme = std::fs::read_to_string(README).expect("the README is there");
    let renewed = renewed(&readme);
    assert!(renewed.matches("\n$ quarrel ").count() >= 3, "there are sessions to compare");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(README, renewed).expect("the README can be written");
    } else {
        assert_eq!(readme, renewed, "run this test with UPDATE_README=1");
    }
}
