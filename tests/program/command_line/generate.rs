//! `generate`: its output is read by every verb, it is complete after a signal or a kill, and it
//! refuses what cannot be made.

use std::collections::HashSet;
use std::fmt::Write;

use serde_json::Value;

use super::golden::golden;
use crate::workbench::{Ended, Workbench, run};

/// Options of a board of each kind, and its family.
const KINDS: [(&str, &str); 7] = [
    ("queens --size 6", "queens"),
    ("star-battle --size 8 --stars 2", "queens"),
    ("three-in-a-row --size 6", "three-in-a-row"),
    ("three-in-a-row --size 5x6 --variant odd-either", "three-in-a-row"),
    ("binairo --size 8", "three-in-a-row"),
    ("tango --size 6", "three-in-a-row"),
    ("abc-path", "abc-path"),
];

#[test]
fn generated_boards() {
    let mut text = String::new();
    for (kind, _) in KINDS {
        for format in ["text", "json"] {
            let line = format!("generate {kind} --seed 5 --format {format}");
            let out = run(&line).with_status(0).out;
            writeln!(text, "$ quarrel {line}\n{out}").expect("a String grows");
        }
    }
    golden("generated", &text);
}

#[test]
fn every_verb_reads_a_generated_board() {
    for (kind, family) in KINDS {
        let bench = Workbench::new();
        let made = bench.run(&format!("generate {kind} --seed 9")).with_status(0);
        bench.write("board.txt", &made.out);
        let read = format!("{family} board.txt");
        let solved = bench.run(&format!("solve {read} --unique --format json")).json();
        assert_eq!(solved["unique"], true, "{kind}");
        let json = bench.run(&format!("generate {kind} --seed 9 --format json")).json();
        assert_eq!(json["answer"], solved["answer"], "{kind}");
        assert!(made.out.ends_with(json["board"].as_str().expect("a text")), "{kind}");
        bench.write("answer.json", json.to_string());
        bench.run(&format!("verify {read} --answer answer.json")).with_status(0);
        bench.run(&format!("show {read}")).with_status(0);
        let hints = bench.run(&format!("hint {read} --grade --format json")).json();
        assert_eq!(hints["grade"], json["grade"], "{kind}");
        if let Some(link) = json["link"].as_str() {
            let words = ["solve", family, link, "--unique", "--format", "json"];
            let linked = Ended::of(bench.command(words).output().expect("the program runs"));
            assert_eq!(linked.json()["answer"], json["answer"], "{kind}");
        }
        bench.run(&format!("export {read} --to cnf")).with_status(0);
        let first = made.out.lines().next().expect("a comment");
        let command = first.strip_prefix("# quarrel ").expect("the command that made it");
        assert_eq!(run(command).with_status(0).out, made.out, "{command}");
    }
}

/// The boards of a series are those of its seeds.
#[test]
fn a_series_is_one_board_a_seed() {
    let bench = Workbench::new();
    let listed = bench.run("generate queens --size 5 --count 3 --seed 20").with_status(0).out;
    let alone: Vec<String> = (20..23)
        .map(|seed| run(&format!("generate queens --size 5 --seed {seed}")).with_status(0).out)
        .collect();
    assert_eq!(listed, alone.join("\n"));
    bench.run("generate queens --size 5 --count 3 --seed 20 -o all.txt").with_status(0);
    assert_eq!(std::fs::read_to_string(bench.path("all.txt")).expect("a file"), listed);
    let ended = bench.run("generate queens --size 5 --count 3 --seed 20 -o boards").with_status(0);
    assert_eq!((&ended.out[..], &ended.err[..]), ("", "note: 3 boards (3 easy) in boards\n"));
    for (seed, alone) in (20..).zip(&alone) {
        let path = bench.path(&format!("boards/queens-5-{seed}.txt"));
        assert_eq!(std::fs::read_to_string(path).expect("a file"), *alone);
    }
    let solved = bench.run("solve queens boards --unique").with_status(0);
    assert_eq!(solved.out.matches(": solved; unique\n").count(), 3, "{}", solved.out);
    let lines = bench.run("generate tango --count 2 --seed 20 -o all.json").with_status(0);
    assert_eq!(lines.out, "");
    let text = std::fs::read_to_string(bench.path("all.json")).expect("a file");
    let seeds = text.lines().map(|line| {
        let object: Value = serde_json::from_str(line).expect("an object a line");
        object["seed"].as_u64()
    });
    assert!(seeds.eq([Some(20), Some(21)]), "{text}");
}

/// A board of odd sides says so in a directive, which also frees the names whose boards have even
/// sides.
#[test]
fn boards_of_odd_sides_are_read_under_each_name() {
    let bench = Workbench::new();
    for size in ["5", "3x5"] {
        let line = format!("generate binairo --size {size} --variant odd-either --seed 3");
        bench.write("board.txt", bench.run(&line).with_status(0).out);
        bench.run("solve binairo board.txt --unique").with_status(0);
    }
}

#[test]
fn more_boards_than_there_are_end_with_a_message() {
    let line = "generate three-in-a-row --size 2 --count 100 --tries 40 --seed 1";
    let ended = run(line).with_status(3);
    let boards: HashSet<&str> = ended.out.split("\n\n").collect();
    assert_eq!(boards.len(), 8, "{}", ended.out);
    let told = "8 of 100 boards: none of the last 40 boards is new (in all, ";
    assert!(ended.err.starts_with(told), "{}", ended.err);
    let ended = run("generate queens --size 4 --count 100000 --tries 60 --seed 1 --no-grade")
        .with_status(3);
    assert!(
        ended.err.contains(" of 100000 boards: none of the last 60 boards is new"),
        "{}",
        ended.err
    );
    run("generate queens --size 8 --count 1000000 --time-limit 0").with_status(3);
}

#[test]
fn what_cannot_be_made_is_refused() {
    let mut text = String::new();
    for line in [
        "generate",
        "generate gunport",
        "generate queens --size 3",
        "generate queens --size 8x10",
        "generate queens --size 7 --stars 2",
        "generate queens --stars 5 --size 16",
        "generate queens --stars 2 --variant stars=2 --size 8",
        "generate queens --signs",
        "generate queens --distinct-lines",
        "generate three-in-a-row --size 5x6",
        "generate three-in-a-row --size 2 --signs",
        "generate three-in-a-row --size 10x2 --distinct-lines",
        "generate binairo --size 7",
        "generate abc-path --size 6",
        "generate queens --count 0",
        "generate queens -o no/such/boards.txt",
    ] {
        let refusal = run(line).refusal();
        writeln!(text, "$ quarrel {line}\n{}\n", refusal.trim_end()).expect("a String grows");
    }
    golden("refusals-of-makers", &text);
}

/// An old file stays as it was if the series ends early; a folder has whole boards.
#[test]
#[cfg(unix)]
fn a_kill_leaves_whole_boards() {
    use super::endings::send;
    use super::processes::comes_true;
    for signal in ["KILL", "TERM"] {
        let bench = Workbench::with("old.txt", "old\n");
        let spawn = |output: &str| {
            let line =
                format!("generate queens --size 6 --count 1000000 --seed 1 --no-grade -o {output}");
            bench.command(line.split_whitespace()).spawn().expect("the program runs")
        };
        let (mut listing, mut filling) = (spawn("old.txt"), spawn("boards"));
        assert!(comes_true(|| bench.path("boards/queens-6-40.txt").exists()));
        for child in [&listing, &filling] {
            send(signal, child);
        }
        let statuses = [listing.wait(), filling.wait()].map(|end| end.expect("it ends").code());
        let old = std::fs::read_to_string(bench.path("old.txt")).expect("a file");
        if signal == "KILL" {
            assert_eq!((statuses, &old[..]), ([None, None], "old\n"));
        } else {
            // It ends with the boards so far.
            assert_eq!(statuses, [Some(3), Some(3)]);
            assert!(old.starts_with("# quarrel generate queens --size 6 --seed 1\n"), "{old}");
        }
        for entry in std::fs::read_dir(bench.path("boards")).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a board");
            assert!(text.lines().count() == 8 && text.ends_with('\n'), "{path:?}: {text}");
        }
    }
}
