//! `quarrel compare` from end to end: differences are found, equal configurations are not called
//! different, and no run is lost.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use quarrel::compare::plan::{self, Configuration, Instance, Plan, Repetition};
use quarrel::compare::summary::{FindingVerdict, Measure, Pair, Summary};
use quarrel::compare::{ComparisonError, ComparisonRunner, machine};
use quarrel::grid::{Axis, OptionGrid};
use quarrel::model::{Goal, Sense};
use quarrel::problem::Scale;
use quarrel::record::origin::{Build, RunOrigin};
use quarrel::record::question::{ComparisonQuestion, RunQuestion};
use quarrel::record::{self, Ending, Record, Results};
use quarrel::stop::Stop;
use tempfile::TempDir;

use crate::plain::plain;
#[cfg(target_os = "linux")]
use crate::running::is_running;

const PROGRAM: &str = env!("CARGO_BIN_EXE_quarrel");

fn quarrel(folder: &Path, line: &str) -> Output {
    let mut command = plain(PROGRAM);
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
    assert!(told.contains("4 runs, of which 2 are still to be made, 1 at a time"), "{told}");
    let told = printed(&quarrel(folder.path(), &more));
    let begin = "gunport, optimum: 2 boards of gunport (4x4 and 5x5); 4 blocks of runs";
    assert!(told.starts_with(begin), "{told}");
    assert_eq!(records(&folder, "comparison.jsonl").len(), 10);
    for record in records(&folder, "comparison.jsonl") {
        assert!(record.is_solved() && record.value.is_some() && record.cpu_seconds > 0.0);
        let last = record.steps.last().expect("a step");
        assert!(last.best == record.value && last.cpu_seconds <= record.cpu_seconds, "{record:?}");
        assert!(record.memory_mb > Some(1.0) && record.wall_seconds > 0.0);
        assert!(record.solve_seconds.is_some_and(|seconds| seconds <= record.cpu_seconds));
        // A clock with the ticks of a processor time limit would show 0.
        assert_eq!(record.encode_seconds > Some(0.0), record.clauses > Some(0), "{record:?}");
        let origin = record.origin.as_ref().expect("a line of now");
        assert!(origin.start.command.starts_with("quarrel compare --family gunport"), "{origin:?}");
        assert!(
            record.date.is_some() && origin.build.checksum.is_some() && origin.machine.cores > 0
        );
        let words = shlex::split(&record.command).expect("a command line");
        let repeated = plain(PROGRAM).args(&words[1..]).args(["--format", "json"]).output();
        let json: serde_json::Value =
            serde_json::from_slice(&repeated.expect("it runs").stdout).expect("JSON");
        assert_eq!(json["stats"]["conflicts"].as_u64(), record.conflicts, "{}", record.command);
    }
}

/// The comparison is killed at ten moments.
#[test]
fn killed_again_and_again_it_ends_with_the_same_runs() {
    let folder = folder();
    let line = "compare --family gunport,armies --size 4,5 --shape flat,auto --seeds 3 --jobs 2 \
                --ask optimum,unsat --results";
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..10 {
        let mut command = plain(PROGRAM);
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
    assert_eq!(commands(&killed), commands(&alone));
    let optima = killed.iter().filter(|run| run.question == RunQuestion::Optimum);
    assert!(optima.clone().count() > 0 && optima.clone().all(|run| !run.steps.is_empty()));
    // The runs that find the optima come first.
    assert_eq!(alone.len(), 4 * 2 * 2 * 3 + 4);
    // A restart repeats the whole block in progress; at most two blocks were in progress.
    assert!(killed.len() < alone.len() + 10 * 4, "{}", killed.len());
    for section in Summary::from_records(&killed, Measure::Cpu, false).sections {
        assert_eq!(
            (section.apart, section.blocks),
            (0, section.common_blocks),
            "{}",
            section.title()
        );
        assert_eq!(section.runs.len(), section.blocks * 2);
    }
}

#[test]
fn two_runs_that_disagree_end_the_comparison_with_both_commands() {
    let folder = folder();
    fs::write(folder.path().join("board.txt"), "AABB\nACBB\nCCCD\nCCDD\n").expect("a file");
    fs::write(folder.path().join("liar"), "echo s UNSATISFIABLE\n").expect("a file");
    let mut command = plain(PROGRAM);
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
        told.contains("impossible: quarrel solve armies --size 4x4 --search linear-sat-unsat --shape colours-chain"),
        "{told}"
    );
    for (line, reason) in [
        ("compare --family nobody", "no family `nobody`"),
        ("compare --family armies --size 4 --amo sum", "invalid value 'sum'"),
        ("compare --family armies --size 4 --search left", "invalid value 'left'"),
        ("compare --family armies --size 4,4", "two puzzles named armies-4x4"),
        ("compare", "a comparison needs puzzles"),
        ("compare holes --time-limit -1", "invalid value '-1'"),
        ("compare holes --time-limit 1e300", "invalid value '1e300'"),
        ("compare holes --seeds 0", "invalid value '0'"),
        ("compare no-such-preset", "`no-such-preset` is no preset"),
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
    assert!(told.contains(
        "armies-13x13: no optimum within the limit; the questions sat and unsat are left out\n"
    ));
    let told = printed(&ended);
    assert!(told.starts_with("armies, unsat: 1 board of armies (4x4); 1 block of runs"), "{told}");
    assert!(told.contains("armies-13x13: no optimum within the limit"), "in the report as well");
}

#[test]
fn a_grid_comes_from_a_file_and_the_command_line_goes_before_it() {
    let folder = folder();
    let grid = "seeds = 2\n[[grid]]\nfamily = 'gunport'\nsize = [4, '3x5']\namo = ['pairwise']\n\
                [[grid]]\nfamily = 'armies'\nsize = 4\n";
    fs::write(folder.path().join("grid.toml"), grid).expect("a file");
    let told = printed(&quarrel(folder.path(), "compare grid.toml --dry-run"));
    assert!(told.contains("6 runs, all still to be made"), "{told}");
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
    for (size, file) in [("4", "a.jsonl"), ("4x5", "b.jsonl")] {
        let line = format!(
            "compare --family gunport --size {size} --shape flat,auto --deduce complement --results {file}"
        );
        assert_eq!(quarrel(folder.path(), &line).status.code(), Some(0));
    }
    let line = "compare --report a.jsonl b.jsonl --measure conflicts --csv s.csv --json s.json \
                --html s.html --latex s.tex";
    let told = printed(&quarrel(folder.path(), line));
    let mut lines = told.lines();
    let winner = lines.next().expect("a line");
    assert!(winner.starts_with("On these 2 boards of gunport, no winner is shown: "), "{told}");
    let title = "gunport, optimum: 2 boards of gunport (4x4 and 4x5); 2 blocks of runs";
    assert_eq!(lines.next(), Some(title), "{told}");
    let turned = line.replace("a.jsonl b.jsonl", "b.jsonl a.jsonl");
    assert_eq!(
        printed(&quarrel(folder.path(), &turned)),
        told,
        "the order of files changes nothing"
    );
    for (table, rows) in [("s.csv", 2), ("s-pairs.csv", 1), ("s-boards.csv", 2), ("s-runs.csv", 4)]
    {
        let csv = fs::read_to_string(folder.path().join(table)).expect("a table");
        assert_eq!(csv.lines().count(), rows + 1, "{table}: {csv}");
        let columns = |row: &str| row.split(',').count();
        assert!(columns(csv.lines().next().expect("a head")) > 10, "{csv}");
    }
    let latex = fs::read_to_string(folder.path().join("s.tex")).expect("tables");
    assert!(latex.contains("\\toprule") && latex.contains("\\bottomrule"), "{latex}");
    let page = fs::read_to_string(folder.path().join("s.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg"), "{page}");
    assert!(!page.contains("<script") && !page.contains("src=\"http"), "nothing from elsewhere");
    let json = fs::read_to_string(folder.path().join("s.json")).expect("a file");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["measure"], "conflicts");
    assert_eq!(json["sections"][0]["configurations"][0]["runs"], 2);
    assert_eq!(json["sections"][0]["anytime_blocks"], 2);
    assert!(json["sections"][0]["configurations"][1]["primal_integral"].is_f64(), "{json}");
    assert!(page.contains("<h3>Gap over time</h3>") && latex.contains("Primal-dual [s]"));
    let words = json["sections"][0]["pairs"][0]["in_words"][1].as_str().expect("words");
    assert!(words.contains("2 boards are fewer than 6"), "{words}");
}

fn puzzles(sizes: &[&str], option: &str, values: &[&str]) -> Vec<Instance> {
    let axis = Axis::new(option, values.iter().map(|&value| value.to_owned())).expect("values");
    let configuration = |point| Configuration { point, program: None, has_clauses: true };
    let grid = OptionGrid { axes: vec![axis] };
    let puzzle = |size: &&str| Instance {
        name: format!("gunport-{size}"),
        family: "gunport".to_owned(),
        size: Some([5, 5]),
        file: None,
        board: None,
        arguments: ["gunport", "--size", size, "--deduce", "complement+disjoint"]
            .map(str::to_owned)
            .to_vec(),
        goal: Some(Goal::for_count(Sense::Minimise, "dominoes", 12).into()),
        scale: Scale::default(),
        configurations: grid.points().map(configuration).map(Arc::new).collect(),
    };
    sizes.iter().map(puzzle).collect()
}

/// Two parity encodings, which write the same formula for boards without parities.
const SAME: [&str; 2] = ["chain-4", "direct"];

fn plan(puzzles: Vec<Instance>, seeds: u32, time_limit: f64) -> Plan {
    let repetition =
        Repetition { seeds, scrambles: 0, time_limit, wall_limit: time_limit, memory_limit: None };
    let puzzles = puzzles.into_iter().map(Arc::new).collect();
    Plan { instances: puzzles, questions: vec![ComparisonQuestion::Optimum], repetition }
}

fn origin(jobs: usize) -> RunOrigin {
    let start = machine::describe_start("quarrel compare".to_owned(), jobs, 0);
    RunOrigin { machine: machine::current(None), build: Build::current(Path::new(PROGRAM)), start }
}

fn compared(program: &Path, jobs: usize, plans: &[Plan]) -> Result<Vec<Record>, ComparisonError> {
    let folder = folder();
    let (results, known) = Results::open(&folder.path().join("results.jsonl"))?;
    let mut making =
        ComparisonRunner::new(program.to_owned(), origin(jobs), Stop::unlimited(), results, known)?;
    making.make(plan::blocks(plans, |_| None, 0), &mut |_, _, _| {})?;
    Ok(making.records().to_vec())
}

fn pair(records: &[Record], measure: Measure) -> Pair {
    Summary::from_records(records, measure, false).sections[0].pairs[0].clone()
}

const BOARDS: [&str; 8] = ["4", "4x5", "4x6", "5", "5x6", "5x7", "6", "6x7"];

/// A comparison of an encoding with itself, repeated twenty times in one grid and in two, finds no
/// difference. Conflicts, which are equal, admit no verdict.
#[test]
#[ignore = "long: a minute and more"]
fn the_same_encoding_by_two_names_is_not_different() {
    let mut errors = Vec::new();
    for number in 0..20 {
        let both = plan(puzzles(&BOARDS, "xor", &SAME), 6, 20.0);
        let apart = SAME.map(|name| plan(puzzles(&BOARDS, "xor", &[name]), 6, 20.0));
        for plans in [vec![both], apart.to_vec()] {
            let records = compared(Path::new(PROGRAM), 1, &plans).expect("runs");
            let by_conflicts = pair(&records, Measure::Conflicts);
            assert_eq!(by_conflicts.boards_like_these.verdict, FindingVerdict::Same);
            assert!(by_conflicts.boards.iter().all(|board| board.ratio == Some(1.0)));
            let by_time = pair(&records, Measure::Cpu);
            errors.extend(by_time.is_different().then_some((number, by_time)));
        }
    }
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn grids_are_interleaved_block_by_block() {
    let plans = SAME.map(|name| plan(puzzles(&BOARDS, "xor", &[name]), 2, 20.0));
    let records = compared(Path::new(PROGRAM), 1, &plans).expect("runs");
    assert_eq!(records.len(), 32);
    let blocks: Vec<&[Record]> = records.chunks(2).collect();
    assert!(blocks.iter().all(|block| block[0].puzzle == block[1].puzzle));
    let first = blocks.iter().filter(|block| block[0].configuration == Some(0)).count();
    assert!((2..15).contains(&first), "{first} of 16");
    assert_eq!(Summary::from_records(&records, Measure::Cpu, false).sections[0].apart, 0);
}

#[test]
fn models_are_compared_as_instances() {
    let folder = folder();
    fs::create_dir(folder.path().join("models")).expect("a new folder");
    for (name, lits) in [("small", 9), ("large", 14)] {
        let most: String = (1..=lits).map(|number| format!("-1 x{number} ")).collect();
        let cost: String = (1..=lits).map(|number| format!("-{number} x{number} ")).collect();
        let text = format!("min: {cost};\n{most}>= -1 ;\n");
        fs::write(folder.path().join(format!("models/{name}.opb")), text).expect("a file");
    }
    let line =
        "compare --family model --boards models --construct off --amo pairwise,ladder --seeds 2";
    let planned = printed(&quarrel(folder.path(), &format!("{line} --dry-run --verbose")));
    assert!(planned.contains("on instances like these") && !planned.contains("board"), "{planned}");
    let line = format!("{line} --findings --html page.html --csv table.csv --figures plots");
    let told = printed(&quarrel(folder.path(), &line));
    assert!(told.starts_with("On these 2 instances of model, "), "{told}");
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    for (what, text) in [("page", &page), ("text", &told)] {
        assert!(text.contains("2 instances of model") || what == "page", "{text}");
        let text = text.replace("--boards", "");
        assert!(!text.contains("board") && !text.contains("side of"), "{what}: {text}");
    }
    assert!(!folder.path().join("plots/medians.svg").exists());
    assert!(folder.path().join("plots/solved.svg").exists());
    let boards = fs::read_to_string(folder.path().join("table-boards.csv")).expect("a table");
    let (head, rows) = boards.split_once('\n').expect("lines");
    assert!(head.ends_with(",side") && rows.lines().all(|row| row.ends_with(',')), "{boards}");
}

#[test]
fn the_ranking_comes_first_and_fits() {
    let folder = folder();
    let line = "compare --family gunport --size 4,5 --shape flat,rows-chain --card totalizer,sequential \
                --order natural,proximity --ask unsat --seeds 2 --figures plots";
    let output = quarrel(folder.path(), line);
    let told = printed(&output);
    let table: Vec<&str> = told.lines().skip_while(|line| !line.is_empty()).skip(1).collect();
    let head: Vec<&str> = table[0].split_whitespace().collect();
    assert_eq!(head[..2], ["solved", "PAR2"], "{told}");
    assert_eq!(head[3..6], ["s", "on", "these"], "{told}");
    let first = told.lines().next().expect("a line");
    assert!(first.starts_with("On these 2 boards of gunport, "), "{told}");
    assert!(table[..9].iter().all(|line| line.chars().count() <= 100), "{told}");
    assert!(!told.contains("size of all formulas") && told.contains("--findings prints"), "{told}");
    let whole = printed(&quarrel(folder.path(), &format!("{line} --findings")));
    assert!(whole.contains("size of all formulas") && whole.contains("fastest in"), "{whole}");
    let plot = fs::read_to_string(folder.path().join("plots/solved.svg")).expect("a plot");
    assert!(plot.starts_with("<svg") && plot.contains("xmlns"), "{plot}");
    assert!(folder.path().join("plots/ratios-7.svg").exists());
}

#[cfg(unix)]
#[test]
fn names_from_outside_are_harmless_in_every_output() {
    let folder = folder();
    let model = "min: 1 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;\n";
    fs::create_dir(folder.path().join("b")).expect("a folder");
    for name in ["m.opb", "esc\u{1b}[2J\u{7}.opb", "r\u{202e}gpj.opb", "=1+1.opb", "@a.opb"] {
        fs::write(folder.path().join("b").join(name), model).expect("a file");
    }
    let line = "compare --family model --boards b --card totalizer,sequential --label =1+1 \
                --results r.jsonl --csv c.csv --html c.html --latex c.tex --json c.json";
    let output = quarrel(folder.path(), line);
    assert!(output.status.success(), "{output:?}");
    for name in ["c.csv", "c-runs.csv", "c-pairs.csv", "c-boards.csv", "c.html", "c.tex"] {
        let text = fs::read_to_string(folder.path().join(name)).expect("an output");
        for sign in ['\u{1b}', '\u{7}', '\u{202e}'] {
            assert!(!text.contains(sign), "{name}");
        }
        if name.ends_with(".csv") {
            for line in text.lines() {
                let is_formula = |cell: &str| cell.trim_matches('"').starts_with(['=', '+', '@']);
                assert!(!line.split(',').any(is_formula), "{name}: {line}");
            }
        }
    }
    assert!(printed(&output).chars().all(|sign| sign == '\n' || !sign.is_control()));
}

/// A run that does not end by itself is killed with all its processes and has no result.
#[cfg(unix)]
#[test]
fn a_run_that_does_not_end_by_itself_is_ended() {
    let folder = folder();
    let program = script(&folder, "trap '' TERM; sleep 1000 & sleep 1000; sleep 1000");
    let plans = [plan(puzzles(&["5"], "xor", &SAME), 1, 0.1)];
    let records = compared(&program, 2, &plans).expect("runs");
    let told = |record: &Record| (record.ending, record.message.clone().unwrap_or_default());
    let late = "stopped by its limit of wall clock time".to_owned();
    assert_eq!(records.iter().map(told).collect::<Vec<_>>(), vec![(Ending::Stopped, late); 2]);
}

#[cfg(unix)]
fn script(folder: &TempDir, lines: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path().join("program");
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file of ours");
    path
}

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
    let plans = [plan(puzzles(&BOARDS, "xor", &SAME), 3, 20.0)];
    let pair = pair(&compared(&path, 1, &plans).expect("runs"), Measure::Cpu);
    for finding in [&pair.these_boards, &pair.boards_like_these] {
        assert_eq!(finding.verdict, FindingVerdict::Less, "{pair:?}");
        assert!(finding.ratio.is_some_and(|ratio| (2.0..4.0).contains(&(1.0 / ratio))), "{pair:?}");
    }
}

#[test]
fn runs_that_differ_in_one_option_are_rows_of_the_table_of_auto() {
    let folder = folder();
    let line = "compare --family abbott-window --size 5 --xor chain-4,tree-4 --card sequential,totalizer \
                --shape flat --deduce none --symmetry off --ask unsat --measurements table.csv";
    assert_eq!(quarrel(folder.path(), line).status.code(), Some(0));
    let table = fs::read_to_string(folder.path().join("table.csv")).expect("a table");
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), quarrel::compare::measurements::HEAD);
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

/// Twelve seeds of one board count as twelve formulas.
#[test]
fn seeds_are_repetitions_that_differ() {
    let folder = folder();
    let line = "compare --family gunport --size 6 --shape flat,rows-chain --seeds 4 --ask unsat \
                --deduce complement --measure conflicts --findings";
    let told = printed(&quarrel(folder.path(), line));
    assert!(told.contains("4 repetitions each") && !told.contains("repeat another run"), "{told}");
    let lines: Vec<Record> =
        records(&folder, "comparison.jsonl").into_iter().filter(|run| !run.reference).collect();
    let drawn: BTreeSet<(u32, Option<u64>)> =
        lines.iter().map(|run| (run.seed, run.scramble)).collect();
    assert_eq!(drawn.len(), 4);
    // Old lines that differ only in the seed are one run.
    let mut same = lines.clone();
    for run in &mut same {
        let first = lines.iter().find(|other| other.seed == 0 && other.options == run.options);
        let first = first.expect("a run of each configuration with the first seed");
        (run.scramble, run.conflicts) = (None, first.conflicts);
        (run.propagations, run.ticks) = (first.propagations, first.ticks);
    }
    let pair = pair(&same, Measure::Conflicts);
    assert_eq!((pair.boards[0].repetitions, pair.repeats), (1, 3));
    assert_eq!(pair.these_boards.verdict, FindingVerdict::TooFewRepetitions);
}

#[cfg(unix)]
fn solver(folder: &TempDir, name: &str, lines: &str) {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path().join(name);
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file of ours");
}

#[cfg(unix)]
#[test]
fn conflicts_of_another_solver_are_not_known_and_not_zero() {
    let folder = folder();
    solver(&folder, "other", "echo s UNSATISFIABLE");
    let line = "compare --family gunport --size 4,5 --ask unsat --solver cadical --solver ./other";
    let refused = quarrel(folder.path(), &format!("{line} --measure conflicts"));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!((refused.status.code(), printed(&refused).as_str()), (Some(2), ""), "{told}");
    assert!(told.contains("--measure conflicts, which external solvers do not report"), "{told}");
    assert!(!folder.path().join("comparison.jsonl").exists(), "refused before anything runs");
    let foretold = quarrel(folder.path(), &format!("{line} --measure conflicts --dry-run"));
    assert_eq!(foretold.status.code(), Some(2), "what is refused is not foretold: {foretold:?}");
    let told = printed(&quarrel(folder.path(), &format!("{line} --findings")));
    assert!(told.contains("./other"), "{told}");
    let row = told.lines().rfind(|row| row.starts_with("./other") && row.contains('–'));
    assert!(row.is_some_and(|row| row.matches('–').count() == 3), "{told}");
    let lines = records(&folder, "comparison.jsonl");
    let other = lines.iter().find(|run| run.external_solver().is_some()).expect("its runs");
    assert_eq!((other.conflicts, other.propagations, other.ticks), (None, None, None));
    assert_eq!(other.outside.as_ref().map(|outside| outside.checksums.len()), Some(1));
    let report = quarrel(folder.path(), "compare --report comparison.jsonl --measure ticks");
    assert_eq!(report.status.code(), Some(2), "{report:?}");
}

#[cfg(unix)]
#[test]
fn a_solver_that_breaks_on_large_boards_has_not_won_there() {
    let folder = folder();
    // The solver refutes small formulas and ends by a signal on others.
    solver(
        &folder,
        "breaking",
        "[ $(wc -c < $1) -gt 20000 ] && kill -SEGV $$\necho s UNSATISFIABLE",
    );
    let line = "compare --family gunport --size 4,5,6,7 --ask unsat --formulation pieces \
                --shape flat --deduce none --solver cadical --solver ./breaking --json s.json";
    let told = printed(&quarrel(folder.path(), line));
    let json = fs::read_to_string(folder.path().join("s.json")).expect("a file");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let configurations = &json["sections"][0]["configurations"];
    assert_eq!(configurations[0]["solved"], 4, "{told}");
    let solved = configurations[1]["solved"].as_u64().expect("a number");
    assert!((1..4).contains(&solved) && configurations[1]["runs"] == 4, "{told}");
    assert!(configurations[1]["par2"].as_f64() > configurations[0]["par2"].as_f64(), "{told}");
    assert!(told.contains("broke: quarrel solve") && told.contains("signal 11"), "{told}");
    assert!(!told.contains("./breaking takes less"), "{told}");
    let broken = records(&folder, "comparison.jsonl");
    let broken = broken.iter().find(|run| run.ending == Ending::Broken).expect("one that broke");
    assert_eq!(broken.exit_status, Some(2));
}

#[test]
fn two_limits_in_two_orders_say_the_same() {
    let folder = folder();
    for (limit, file) in [("0.02", "short.jsonl"), ("0.04", "long.jsonl")] {
        let line = format!(
            "compare --family gunport --size 5,18 --shape flat,rows-chain --scrambles 1 \
             --time-limit {limit} --results {file}"
        );
        assert_eq!(quarrel(folder.path(), &line).status.code(), Some(0));
    }
    let told = |files: &str| printed(&quarrel(folder.path(), &format!("compare --report {files}")));
    let both = told("short.jsonl long.jsonl");
    assert_eq!(told("long.jsonl short.jsonl"), both);
    assert!(
        both.contains("gunport, optimum, 0.02 s, ") && both.contains("gunport, optimum, 0.04 s, ")
    );
    let stopped = records(&folder, "short.jsonl");
    let stopped =
        stopped.iter().find(|run| run.ending == Ending::Stopped).expect("one that stopped");
    assert_eq!(stopped.message.as_deref(), Some("stopped by its limit of processor time"));
}

/// A new configuration runs with all others of its blocks, unless `--pool`.
#[test]
fn a_grid_that_has_grown_is_compared_within_one_start() {
    let folder = folder();
    let line = "compare --family gunport --size 4,5 --shape flat,rows-chain";
    assert_eq!(quarrel(folder.path(), line).status.code(), Some(0));
    let more = line.replace("flat,rows-chain", "flat,rows-chain,columns-chain");
    let copy = folder.path().join("pooled.jsonl");
    fs::copy(folder.path().join("comparison.jsonl"), &copy).expect("a copy");
    let pooled = printed(&quarrel(folder.path(), &format!("{more} --pool --results pooled.jsonl")));
    assert_eq!(records(&folder, "pooled.jsonl").len(), 6, "{pooled}");
    let report = printed(&quarrel(folder.path(), "compare --report pooled.jsonl"));
    assert!(
        report.contains("2 runs are left out, since they were made by another start"),
        "{report}"
    );
    let told = printed(&quarrel(folder.path(), &more));
    assert_eq!(records(&folder, "comparison.jsonl").len(), 4 + 6, "{told}");
    assert!(
        !told.contains("left out") && told.contains("Runs that were made again replace 4 runs"),
        "{told}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn limits_hold_for_what_a_solver_starts() {
    let folder = folder();
    solver(
        &folder,
        "hungry",
        "python3 -c 'x = bytearray(900000000)' || exit 1\necho s UNSATISFIABLE",
    );
    solver(&folder, "busy", "sh -c 'while :; do :; done'");
    let late = "trap 'echo s UNSATISFIABLE; exit 20' TERM\nwhile :; do :; done";
    solver(&folder, "late", late);
    let line = "compare --family gunport --size 4 --ask unsat --solver cadical --solver ./hungry \
                --solver ./busy --solver ./late --memory-limit 200 --time-limit 1";
    let told = printed(&quarrel(folder.path(), line));
    let lines = records(&folder, "comparison.jsonl");
    let of = |solver: &str| {
        lines
            .iter()
            .find(|run| run.external_solver() == Some(solver))
            .expect("a run of each")
            .clone()
    };
    let [hungry, busy, late] = ["./hungry", "./busy", "./late"].map(of);
    assert!(!hungry.is_solved(), "{told}");
    for run in [&busy, &late] {
        assert_eq!(run.ending, Ending::Stopped, "{run:?}");
        assert_eq!(run.message.as_deref(), Some("stopped by its limit of processor time"));
    }
    assert!((0.9..2.0).contains(&busy.cpu_seconds), "{busy:?}");
}

#[test]
fn a_report_is_not_written_over_lines() {
    let folder = folder();
    let line = "compare --family gunport --size 4 --shape flat,rows-chain";
    assert_eq!(quarrel(folder.path(), line).status.code(), Some(0));
    let path = folder.path().join("comparison.jsonl");
    let lines = fs::read_to_string(&path).expect("lines");
    fs::copy(&path, folder.path().join("t-runs.csv")).expect("a copy");
    for (line, told) in [
        (
            "compare --report comparison.jsonl --json comparison.jsonl",
            "comparison.jsonl, which is read",
        ),
        ("compare --report comparison.jsonl --html ./comparison.jsonl", "which is read"),
        ("compare --report t-runs.csv --csv t.csv", "t-runs.csv, which is read"),
        (
            "compare --report comparison.jsonl --csv t2.csv --latex t2-pairs.csv",
            "--csv and --latex would both",
        ),
        ("compare --family gunport --size 4 --csv comparison.jsonl", "which is read"),
    ] {
        let refused = quarrel(folder.path(), line);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(told), "{line}: {said}");
    }
    assert_eq!(fs::read_to_string(&path).expect("lines"), lines);
}

/// Runs with different limits of wall time are not compared: a larger limit repeats the runs. Runs
/// that the clock stopped claim no processor time.
#[cfg(unix)]
#[test]
fn runs_of_different_clocks_do_not_meet() {
    let folder = folder();
    solver(&folder, "slow", "sleep 3\necho s UNSATISFIABLE");
    let line = "compare --family gunport --size 4,5 --bound 5 --deduce none --solver cadical --solver ./slow";
    let told = printed(&quarrel(folder.path(), &format!("{line} --wall-limit 0.5")));
    assert!(told.contains("cadical takes less") || told.contains("nothing is claimed"), "{told}");
    assert!(!told.contains("at most 0.0"), "a bound of processor time from a clock: {told}");
    let again = printed(&quarrel(folder.path(), &format!("{line} --wall-limit 20")));
    assert!(again.contains("./slow") && again.contains("2/2"), "{again}");
    assert_eq!(records(&folder, "comparison.jsonl").len(), 8);
    let both = printed(&quarrel(folder.path(), "compare --report comparison.jsonl"));
    assert!(both.contains("0.5 s by the clock") && both.contains("20 s by the clock"), "{both}");
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_behind() {
    let folder = folder();
    // A number of seconds that no other program sleeps.
    let mark = format!("sleep 7{}", std::process::id());
    solver(&folder, "leaving", &format!("(setsid {mark} &)\nsleep 0.3\necho s UNSATISFIABLE"));
    let line = "compare --family gunport --size 4 --bound 5 --deduce none --solver ./leaving";
    let told = printed(&quarrel(folder.path(), line));
    assert!(told.contains("1/1") && !is_running(&mark), "{told}");
    let mark = format!("sleep 8{}", std::process::id());
    let lines = format!("[ \"$1\" = --version ] && exit\nkill -9 $PPID\nexec {mark}");
    solver(&folder, "killing", &lines);
    let line = "compare --family gunport --size 4 --bound 5 --deduce none --solver ./killing";
    let told = printed(&quarrel(folder.path(), line));
    assert!(told.contains("ended by signal 9") && !is_running(&mark), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_version_that_never_comes_is_not_waited_for() {
    let folder = folder();
    let mark = format!("sleep 9{}", std::process::id());
    let lines = format!("[ \"$1\" = --version ] && exec {mark}\necho s UNSATISFIABLE");
    solver(&folder, "silent", &lines);
    let line = "compare --family gunport --size 4 --bound 5 --deduce none --solver ./silent";
    let told = printed(&quarrel(folder.path(), line));
    assert!(told.contains("1/1"), "{told}");
    let outside = records(&folder, "comparison.jsonl")[0].outside.clone();
    assert_eq!(outside.expect("another solver").version, None);
    assert!(!is_running(&mark));
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_no_results() {
    let folder = folder();
    for device in ["/dev/full", "/dev/zero", "/dev/null"] {
        let line = format!("compare --family gunport --size 4 --results {device}");
        let refused = quarrel(folder.path(), &line);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!((refused.status.code(), printed(&refused)), (Some(2), String::new()), "{told}");
        assert!(told.contains(device), "{told}");
    }
}

#[test]
fn boards_without_clauses_are_left_out_of_the_ratios() {
    let folder = folder();
    let line = "compare --family gunport --size 3x5,4,4x5 --shape flat,rows-chain --scrambles 1 \
                --deduce complement+disjoint --construct on --findings";
    let told = printed(&quarrel(folder.path(), line));
    assert!(
        told.contains(
            "2 of 6 blocks need no clause in any configuration, all of those of 1 board (3x5)"
        ),
        "{told}"
    );
    assert!(told.contains("On these 2 boards of gunport (4x4 and 4x5;"), "{told}");
    assert!(
        told.contains("\nin all configurations: --construct on --deduce complement+disjoint\n"),
        "{told}"
    );
    let alone =
        line.replace("3x5,4,4x5", "3x5").replace("compare", "compare --results alone.jsonl");
    let told = printed(&quarrel(folder.path(), &alone));
    assert!(
        told.contains("No run needed a clause for its result, so nothing is compared."),
        "{told}"
    );
    // A solver that is never asked has solved nothing.
    let outside = "compare --family gunport --size 3x5 --solver false --results outside.jsonl";
    let told = printed(&quarrel(folder.path(), outside));
    assert!(told.contains("no solver was called"), "{told}");
}

/// Plots replace only plots.
#[test]
fn boards_and_files_of_others_are_not_written_onto() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let board = "AAAB\nACBB\nCCDB\nCDDD\n";
    for name in ["bd", "fig", "bd/deep"] {
        fs::create_dir(at(name)).expect("a folder");
    }
    fs::write(at("bd/a.txt"), board).expect("a board");
    let compared = "compare --family queens --amo pairwise,ladder";
    let refused = |options: &str, said: &str| {
        let ended = quarrel(folder.path(), &format!("{compared} {options}"));
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(ended.status.code() == Some(2) && told.contains(said), "{options}: {told}");
        assert_eq!(fs::read_to_string(at("bd/a.txt")).expect("a board"), board, "{options}");
        let left = fs::read_dir(at("bd")).expect("a folder").count();
        assert!(left == 2 && !at("comparison.jsonl").exists(), "{options}");
    };
    for option in ["--html", "--csv", "--latex", "--json", "--measurements", "--results"] {
        for boards in ["bd", "bd/a.txt", "bd/../bd/a.txt"] {
            refused(&format!("--boards {boards} {option} bd/a.txt"), "which is read");
        }
        for place in ["bd/new", "bd/deep/../new", "./bd/new.jsonl"] {
            refused(&format!("--boards bd {option} {place}"), "is read as a board");
        }
    }
    refused("--boards bd --figures bd", "--figures would write bd/solved.svg");
    fs::write(at("grid.toml"), "boards = 'bd'\n").expect("a grid");
    refused("grid.toml --html bd/a.txt", "which is read");
    refused("grid.toml --json bd/b.txt", "is read as a board");
    fs::write(at("fig/medians.svg"), "<svg>mine</svg>").expect("a drawing");
    refused("--boards bd --figures fig", "fig/medians.svg, which is not one of its plots");
    fs::remove_file(at("fig/medians.svg")).expect("a drawing");
    refused("--boards bd --figures fig --html fig/solved.svg", "--figures could overwrite");
    // Files that no run reads are allowed: hidden ones, folders, and those next to a named board.
    let taken = |options: &str| {
        let ended = quarrel(folder.path(), &format!("{compared} {options}"));
        assert_eq!(ended.status.code(), Some(0), "{options}: {ended:?}");
    };
    taken("--boards bd --results bd/.lines --json bd/deep/all.json --figures fig");
    assert!(at("fig/medians.svg").exists(), "a plot");
    taken("--boards bd --results bd/.lines --figures fig");
    taken("--boards bd/a.txt --results lines --html bd/page.html --figures bd/plots");
}
