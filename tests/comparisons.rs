//! `quarrel compare` from end to end: what is different is found, what is the same is not, and nothing
//! that has been run is lost.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use quarrel::compare::plan::{self, Puzzle, Question, Repetition};
use quarrel::compare::record::{self, Ending, Record, Results};
use quarrel::compare::summary::{Measure, Pair, Summary};
use quarrel::compare::{Making, MakingError};
use quarrel::grid::{Axis, Grid};
use quarrel::stop::Stop;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_quarrel");

fn quarrel(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(line.split_whitespace()).output().expect("the program runs")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn records(folder: &TempDir, name: &str) -> Vec<Record> {
    record::read(&folder.path().join(name)).expect("lines of a comparison")
}

fn commands(records: &[Record]) -> BTreeSet<String> {
    records.iter().map(|record| record.command.clone()).collect()
}

#[test]
fn what_is_made_is_not_made_again_and_a_changed_grid_runs_what_is_new() {
    let folder = folder();
    let line = "compare --family gunport --size 4,3x5 --shape flat,rows-chain --scrambles 1";
    let first = quarrel(folder.path(), line);
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let text = fs::read_to_string(folder.path().join("comparison.jsonl")).expect("lines");
    assert_eq!(text.lines().count(), 8);
    let again = quarrel(folder.path(), line);
    assert_eq!(printed(&again), printed(&first), "a summary of the same lines");
    let unchanged = fs::read_to_string(folder.path().join("comparison.jsonl")).expect("lines");
    assert_eq!(unchanged, text);
    let more = line.replace("4,3x5", "4,5").replace("flat,rows-chain", "flat");
    let told = printed(&quarrel(folder.path(), &format!("{more} --dry-run")));
    assert!(told.contains("4 runs, 2 of them made; the others take at most 40 s"), "{told}");
    let told = printed(&quarrel(folder.path(), &more));
    assert!(told.starts_with("gunport, optimum: 4 runs of each on 2 puzzles"), "{told}");
    assert_eq!(records(&folder, "comparison.jsonl").len(), 10);
    for record in records(&folder, "comparison.jsonl") {
        assert!(record.is_solved() && record.value.is_some() && record.cpu_seconds > 0.0);
        assert!(record.memory_mb > 1.0 && record.wall_seconds > 0.0);
        let words = shlex::split(&record.command).expect("a command line");
        let repeated = Command::new(PROGRAM).args(&words[1..]).args(["--format", "json"]).output();
        let json: serde_json::Value =
            serde_json::from_slice(&repeated.expect("it runs").stdout).expect("JSON");
        assert_eq!(json["stats"]["conflicts"], record.conflicts, "{}", record.command);
    }
}

/// Killed at ten moments, and each time begun anew.
#[test]
fn killed_again_and_again_it_ends_with_the_same_runs() {
    let folder = folder();
    let line = "compare --family gunport,armies --size 4,5 --shape flat,auto --seeds 3 --jobs 2 \
                --ask optimum,unsat --results";
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..10 {
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args(line.split_whitespace()).arg("killed.jsonl");
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(random.u64(1..120)));
        child.kill().expect("a process to kill");
        child.wait().expect("it has ended");
    }
    for name in ["killed.jsonl", "alone.jsonl"] {
        let ended = quarrel(folder.path(), &format!("{line} {name}"));
        assert_eq!(ended.status.code(), Some(0), "{ended:?}");
    }
    let [killed, alone] = ["killed.jsonl", "alone.jsonl"].map(|name| records(&folder, name));
    assert_eq!((killed.len(), commands(&killed)), (alone.len(), commands(&alone)));
    // The runs that find the optima are the first ones.
    assert_eq!(alone.len(), 4 * 2 * 2 * 3 + 4);
}

#[test]
fn two_runs_that_disagree_end_the_comparison_with_both_commands() {
    let folder = folder();
    fs::write(folder.path().join("board.txt"), "AABB\nACBB\nCCCD\nCCDD\n").expect("a file");
    fs::write(folder.path().join("liar"), "echo s UNSATISFIABLE\n").expect("a file");
    let mut command = Command::new(PROGRAM);
    let words = "compare --family queens --boards board.txt --solver cadical --solver";
    command.current_dir(folder.path()).args(words.split_whitespace()).arg("sh liar");
    let ended = command.output().expect("the program runs");
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(4), "{told}");
    assert!(told.contains("two runs of queens-board disagree"), "{told}");
    assert!(told.contains("--solver cadical") && told.contains("--solver 'sh liar'"), "{told}");
    let report = quarrel(folder.path(), "compare --report comparison.jsonl");
    assert_eq!(report.status.code(), Some(4), "lines that disagree have no summary");
}

#[test]
fn what_cannot_be_is_said_and_what_is_wrong_is_refused_before_anything_runs() {
    let folder = folder();
    let line = "compare --family armies --size 4 --shape flat,colours-chain";
    let told = printed(&quarrel(folder.path(), line));
    assert!(
        told.contains("cannot be: quarrel solve armies --size 4x4 --shape colours-chain"),
        "{told}"
    );
    for (line, reason) in [
        ("compare --family nobody", "no family `nobody`"),
        ("compare --family armies --size 4 --amo sum", "invalid value 'sum'"),
        ("compare --family armies --size 4 --search left", "invalid value 'left'"),
        ("compare --family armies --size 4,4", "two puzzles of the name armies-4x4"),
        ("compare", "nothing to compare"),
        ("compare holes --time-limit -1", "invalid value '-1'"),
        ("compare holes --time-limit 1e300", "invalid value '1e300'"),
        ("compare holes --seeds 0", "invalid value '0'"),
        ("compare no-such-preset", "no preset `no-such-preset`"),
        ("compare --report nothing.jsonl", "nothing.jsonl"),
        ("compare --family armies --size 4 --results .", "."),
    ] {
        let ended = quarrel(folder.path(), line);
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(
            (ended.status.code(), printed(&ended).as_str()),
            (Some(2), ""),
            "{line}: {told}"
        );
        assert!(told.contains(reason), "{line}: {told}");
    }
}

#[test]
fn a_question_whose_optimum_is_not_found_is_left_out_and_said() {
    let folder = folder();
    let line = "compare --family armies --size 4,13 --ask unsat --time-limit 0.3";
    let ended = quarrel(folder.path(), line);
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(told, "armies-13x13: no optimum within the limit; sat and unsat are left out\n");
    assert!(printed(&ended).starts_with("armies, unsat: 1 run of each on 1 puzzle\n"));
}

#[test]
fn a_grid_comes_from_a_file_and_the_command_line_goes_before_it() {
    let folder = folder();
    let grid = "seeds = 2\n[[grid]]\nfamily = 'gunport'\nsize = [4, '3x5']\namo = ['pairwise']\n\
                [[grid]]\nfamily = 'armies'\nsize = 4\n";
    fs::write(folder.path().join("grid.toml"), grid).expect("a file");
    let told = printed(&quarrel(folder.path(), "compare grid.toml --dry-run"));
    assert!(told.contains("6 runs, 0 of them made"), "{told}");
    let told = printed(&quarrel(folder.path(), "compare grid.toml --seeds 3 --dry-run"));
    assert!(told.contains("9 runs"), "{told}");
    let presets =
        ["seed-gunport", "holes", "counters", "shapes", "orders", "parities", "symmetry", "auto"];
    for preset in presets {
        let ended = quarrel(folder.path(), &format!("compare {preset} --dry-run"));
        assert_eq!(ended.status.code(), Some(0), "{preset}: {ended:?}");
    }
}

#[test]
fn lines_of_several_files_are_summed_up_in_every_form() {
    let folder = folder();
    for (size, file) in [("4", "a.jsonl"), ("3x5", "b.jsonl")] {
        let line =
            format!("compare --family gunport --size {size} --shape flat,auto --results {file}");
        assert_eq!(quarrel(folder.path(), &line).status.code(), Some(0));
    }
    let line = "compare --report a.jsonl b.jsonl --measure conflicts --csv s.csv --json s.json \
                --html s.html";
    let told = printed(&quarrel(folder.path(), line));
    assert!(told.starts_with("gunport, optimum: 2 runs of each on 2 puzzles"), "{told}");
    let csv = fs::read_to_string(folder.path().join("s.csv")).expect("a table");
    assert_eq!(csv.lines().count(), 3, "{csv}");
    let page = fs::read_to_string(folder.path().join("s.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg"), "{page}");
    assert!(!page.contains("<script") && !page.contains("src=\"http"), "nothing from elsewhere");
    let json = fs::read_to_string(folder.path().join("s.json")).expect("a file");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["measure"], "conflicts");
    assert_eq!(json["sections"][0]["configurations"][0]["runs"], 2);
    assert!(
        json["sections"][0]["in_words"][0].as_str().expect("words").contains("too few to tell")
    );
}

/// Parities in two encodings on boards that have none: the same formula by two names.
fn same_by_two_names(sizes: &[&str]) -> Vec<Puzzle> {
    let axis = Axis::new("xor", ["chain-4", "direct"].map(str::to_owned)).expect("values");
    let puzzle = |size: &&str| Puzzle {
        name: format!("gunport-{size}"),
        family: "gunport".to_owned(),
        size: [5, 5],
        board: None,
        arguments: ["gunport", "--size", size].map(str::to_owned).to_vec(),
        minimise: Some(true),
        configurations: Grid { axes: vec![axis.clone()] }.points().collect(),
    };
    sizes.iter().map(puzzle).collect()
}

/// The runs of a comparison that is made by a program.
fn compared(program: &Path, seeds: u32) -> Result<Vec<Record>, MakingError> {
    let folder = folder();
    let (results, known) = Results::open(&folder.path().join("results.jsonl"))?;
    let mut making = Making::new(program.to_owned(), 1, Stop::never(), results, known)?;
    let repetition = Repetition { seeds, scrambles: 0, time_limit: 20.0, memory_limit: None };
    let puzzles = same_by_two_names(&["5", "5x6"]);
    let runs = plan::runs(&puzzles, &[Question::Optimum], |_| None, &repetition);
    making.make(runs, &mut |_, _, _| {})?;
    Ok(making.records().to_vec())
}

/// What the runs say of the one pair.
fn pair(records: &[Record], measure: Measure) -> Pair {
    Summary::of(records, measure).sections[0].pairs[0].clone()
}

/// Of conflicts nothing can be said, for they are equal; processor time is a matter of chance, and one in
/// a thousand comparisons is allowed to err.
#[test]
fn the_same_encoding_by_two_names_is_not_different() {
    let mut errors = Vec::new();
    for _ in 0..20 {
        let records = compared(Path::new(PROGRAM), 6).expect("runs");
        assert_eq!(pair(&records, Measure::Conflicts).comparison.p, 1.0);
        errors.extend(Some(pair(&records, Measure::Cpu)).filter(|pair| pair.different));
    }
    assert!(errors.len() <= 1, "{errors:?}");
}

/// It is ended with all that it has started, and counts as a run without a result.
#[cfg(unix)]
#[test]
fn a_run_that_does_not_end_by_itself_is_ended() {
    let folder = folder();
    let (results, known) = Results::open(&folder.path().join("results.jsonl")).expect("a file");
    let program = script(&folder, "sleep 1000 & sleep 1000");
    let mut making = Making::new(program, 2, Stop::never(), results, known).expect("no lines");
    let repetition = Repetition { seeds: 1, scrambles: 0, time_limit: 0.1, memory_limit: None };
    let puzzles = same_by_two_names(&["5"]);
    let runs = plan::runs(&puzzles, &[Question::Optimum], |_| None, &repetition);
    making.make(runs, &mut |_, _, _| {}).expect("runs");
    let endings: Vec<Ending> = making.records().iter().map(|record| record.ending).collect();
    assert_eq!(endings, [Ending::Stopped; 2]);
}

/// A program of these lines of shell.
#[cfg(unix)]
fn script(folder: &TempDir, lines: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path().join("program");
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file of ours");
    path
}

/// A program that does the work of one of the encodings three times.
#[cfg(unix)]
#[test]
fn an_encoding_that_is_three_times_slower_is_found_so() {
    let folder = folder();
    let lines = format!(
        "words=${{*% --parent *}}\ncase $words in *'--xor direct'*)\n  \
         '{PROGRAM}' $words >/dev/null\n  '{PROGRAM}' $words >/dev/null\nesac\n\
         exec '{PROGRAM}' \"$@\""
    );
    let path = script(&folder, &lines);
    let pair = pair(&compared(&path, 8).expect("runs"), Measure::Cpu);
    assert!(pair.different, "{pair:?}");
    let ratio = 1.0 / pair.comparison.ratio;
    assert!((2.0..4.0).contains(&ratio), "{pair:?}");
}

#[test]
fn runs_that_differ_in_one_option_are_rows_of_the_table_of_auto() {
    let folder = folder();
    let line = "compare --family abbott-window --size 5 --xor chain-4,tree-4 --card sequential,totalizer \
                --shape flat --deduce none --symmetry off --ask unsat --measurements table.csv";
    assert_eq!(quarrel(folder.path(), line).status.code(), Some(0));
    let table = fs::read_to_string(folder.path().join("table.csv")).expect("a table");
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), quarrel::encode::auto::HEAD);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{table}");
    let of = |kind: &str, literals: &str| {
        rows.iter().filter(|row| row[1] == kind && row[2] == literals).count()
    };
    // Two values of each option, with each value of the other.
    assert_eq!((of("parity", "5"), of("bound", "25"), rows.len()), (4, 4, 9), "{table}");
}

#[test]
fn a_board_that_has_changed_is_not_taken_for_the_one_before() {
    let folder = folder();
    let board = folder.path().join("day.txt");
    let line = "compare --family queens --boards day.txt --amo pairwise,ladder";
    fs::write(&board, "ABBB\nAAAC\nDDDC\nDCCC\n").expect("a board");
    assert_eq!(quarrel(folder.path(), line).status.code(), Some(0));
    assert_eq!(
        records(&folder, "comparison.jsonl")[0].board.as_deref(),
        Some("ABBB\nAAAC\nDDDC\nDCCC\n")
    );
    fs::write(&board, "ABBB\nAABC\nDDDC\nDCCC\n").expect("a board");
    let output = quarrel(folder.path(), line);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("queens-day") && told.contains("another name"), "{told}");
    let foretold = quarrel(folder.path(), &format!("{line} --dry-run"));
    assert_eq!(foretold.status.code(), Some(2));
    let elsewhere = format!("{line} --results other.jsonl");
    assert_eq!(quarrel(folder.path(), &elsewhere).status.code(), Some(0));
    let both = quarrel(folder.path(), "compare --report comparison.jsonl other.jsonl");
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn what_a_measurement_is_about_is_asked_of_its_model() {
    let folder = folder();
    let lines = [
        ("abbott-window --size 5 --shape rows-chain --ask unsat", "line,5"),
        ("gunport --size 4 --formulation numbered-fixed --bound 4", "exactly,16"),
        ("armies --size 4 --shape flat --ask unsat", "bound,16"),
    ];
    for (number, (line, place)) in lines.iter().enumerate() {
        let line = format!(
            "compare --family {line} --card sequential,totalizer --deduce none \
             --results {number}.jsonl --measurements table.csv"
        );
        assert_eq!(quarrel(folder.path(), &line).status.code(), Some(0), "{line}");
        let table = fs::read_to_string(folder.path().join("table.csv")).expect("a table");
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert_eq!(rows.len(), 2, "{table}");
        assert!(
            rows.iter().all(|row| row.starts_with(&format!("cardinality,{place},"))),
            "{table}"
        );
    }
}
