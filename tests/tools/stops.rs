//! Stops at every moment: each verb ends well at each check of its [`Stop`].
//!
//! A signal at a random moment seldom meets the wrong one. So this target acts as the program
//! ([`act`]) with a [`Stop`] that is reached at its n-th check. Each command of [`ROWS`] runs with
//! n = 1, 2, 4, 8 … until n is beyond its last check; the long test tries more numbers. Every run
//! has to end like the whole run or with status 3, without a word about an internal check or a
//! wrong option. Its files are whole or absent, a page of boards is there, and its JSON says
//! nothing that the whole run contradicts.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use flate2::Compression;
use flate2::write::GzEncoder;
use quarrel::cli;
use quarrel::puzzles::FAMILIES;
use quarrel::stop::{Stop, StopCause};
use serde_json::Value;

use super::needs::Test;
use crate::workbench::{Ended, Workbench};

/// With this variable, the target acts as the program, and so do the processes that it starts.
const ROLE: &str = "STOPPED_PROGRAM";

/// The beginning of the first argument, which says when to stop: `stop=8:time`.
const AT: &str = "stop=";

/// The file by which a stopped program says that its stop was reached.
const REACHED: &str = ".reached";

/// The reasons to stop, by the words that the JSON of `solve` has for them.
static REASONS: [(&str, StopCause); 5] = [
    ("signal", StopCause::Signal),
    ("time", StopCause::Time),
    ("processor time", StopCause::ProcessorTime),
    ("memory", StopCause::Memory),
    ("clauses", StopCause::Clauses),
];

/// Acts as the program if [`ROLE`] asks for it.
pub fn act() -> Option<ExitCode> {
    std::env::var_os(ROLE)?;
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let at = words.get(1).and_then(|word| word.to_str()?.strip_prefix(AT)).map(str::to_owned);
    let Some(at) = at else { return Some(cli::main(FAMILIES, words)) };
    words.remove(1);
    let (number, reason) = at.split_once(':').expect("a number and a reason");
    let reason = REASONS.iter().find(|(word, _)| *word == reason).expect("a known reason").1;
    let stop = Stop::rehearse(number.parse().expect("a number"), reason);
    let status = cli::main_with_stop(FAMILIES, words, &stop);
    if stop.is_reached() {
        fs::write(REACHED, "").expect("a file in the folder of the test");
    }
    Some(status)
}

/// A command that is stopped.
struct Row {
    /// The command line, whose first word is the verb.
    line: &'static str,
    /// Commands before it that are not stopped.
    before: &'static [&'static str],
    /// A file of those commands that is replaced by its gzip.
    packed: Option<&'static str>,
    /// Output files that are whole or absent after a stop.
    files: &'static [&'static str],
    /// Output files that are there after a stop, too.
    pages: &'static [&'static str],
}

const fn row(line: &'static str) -> Row {
    Row { line, before: &[], packed: None, files: &[], pages: &[] }
}

impl Row {
    const fn after(self, before: &'static [&'static str]) -> Row {
        Row { before, ..self }
    }

    const fn packs(self, file: &'static str) -> Row {
        Row { packed: Some(file), ..self }
    }

    const fn writes(self, files: &'static [&'static str]) -> Row {
        Row { files, ..self }
    }

    const fn draws(self, pages: &'static [&'static str]) -> Row {
        Row { pages, ..self }
    }

    fn verb(&self) -> &'static str {
        self.line.split(' ').next().expect("a word")
    }

    fn is_json(&self) -> bool {
        self.line.contains("--format json")
    }

    /// Returns the reasons for which the verb may stop: its limits, and signals. Of the searches of
    /// `solve`, a few stop for every reason.
    fn reasons(&self) -> &'static [(&'static str, StopCause)] {
        match self.verb() {
            "solve" if EVERY_REASON.contains(&self.line) => &REASONS,
            "solve" | "explain" | "generate" | "hint" => &REASONS[..2],
            _ => &REASONS[..1],
        }
    }
}

const PLAN: &[&str] = &["plan cubes gunport --size 4 --tasks 3 -o plan"];
const DONE: &[&str] = &[PLAN[0], "work plan"];
const PROOFS: &[&str] = &["plan cubes gunport --size 4 --tasks 3 --proof -o plan"];
const PROVED: &[&str] = &[PROOFS[0], "work plan"];
const CUT: &[&str] = &[
    "plan cubes gunport --size 7 --tasks 3 --conflict-limit 1 --search linear-sat-unsat -o plan",
    "work plan",
];
const GRID: &str = "plan compare --family gunport --size 3 --card totalizer,adder -o plan";
const BLOCKS: &[&str] = &[GRID];
/// Results of a comparison that is complete.
const RUNS: &[&str] =
    &["compare --family gunport --size 3 --card totalizer,adder --results runs.jsonl"];

/// Rows that stop for each of [`REASONS`].
const EVERY_REASON: [&str; 3] = [
    "solve gunport --size 5 --format json",
    "solve queens several.txt --all --format json",
    "solve model cover.opb --format competition",
];

/// At least one command of each verb ([`every_verb_has_a_row`]).
const ROWS: &[Row] = &[
    row("solve gunport --size 5 --format json"),
    row("solve abbott-window --size 5 --search line-sums --format json -o a.json")
        .writes(&["a.json"]),
    row("solve gunport --size 4 --count --format json"),
    row("solve gunport --size 4 --search oll --clash off --format json"),
    row("solve armies --size 5 --construct off --format json"),
    row("solve armies --size 4 --search linear-unsat-sat --bound 3 --format json"),
    row("solve abbott-window --size 5 --format json"),
    row("solve abbott-window --size 5 --search binary --threads 2 --format json"),
    row("solve queens one.txt --unique --format json"),
    row("solve queens several.txt --all --format json"),
    row("solve queens several.txt --count --up-to-symmetry --format json"),
    row("solve queens none.txt --format json"),
    row("solve queens one.txt several.txt none.txt --unique --format json"),
    row("solve queens one.txt several.txt -o a.html").draws(&["a.html"]),
    row("solve queens one.txt -o a.svg").writes(&["a.svg"]),
    row("solve model cover.opb --format json"),
    row("solve model cover.opb --search core-boosted --pb adder --format json"),
    row("solve model cover.opb --format competition"),
    row("solve model cover.opb --solver wcnf:./solver --format json"),
    row("solve queens one.txt --solver ./solver --format json"),
    row("solve gunport --size 3 --proof proof --format json").writes(&["proof"]),
    row("solve armies --size 3 --proof proof --format json").writes(&["proof"]),
    row("solve abbott-window --size 4 --proof proof --format json").writes(&["proof"]),
    row("solve queens several.txt --count --proof proof --format json").writes(&["proof"]),
    row("solve model none.cnf --proof a.lrat --format json").writes(&["a.lrat"]),
    row("show queens one.txt several.txt -o a.html").draws(&["a.html"]),
    row("show three-in-a-row open.txt -o a.html").draws(&["a.html"]),
    row("show queens one.txt --format json"),
    row("convert queens one.txt several.txt --to puzzlink"),
    row("verify queens one.txt --answer partial.txt --partial --format json"),
    row("verify queens one.txt --answer wrong.txt --partial --format json"),
    row("explain queens several.txt --forced --format json"),
    row("explain queens none.txt --format json"),
    row("explain armies --size 4 --forced --format json"),
    row("hint queens one.txt --all --format json"),
    row("hint queens one.txt --answer wrong.txt --format json"),
    row("hint three-in-a-row open.txt --grade --format json"),
    row("hint abc-path abc.txt --format json").after(&["generate abc-path --seed 5 -o abc.txt"]),
    row("hint queens one.txt -o a.html").draws(&["a.html"]),
    row("generate queens --size 6 --count 3 --seed 5 -o a.html").draws(&["a.html"]),
    row("generate star-battle --size 8 --stars 2 --seed 1 --format json"),
    row("generate three-in-a-row --size 6 --count 2 --seed 5 --format json"),
    row("generate tango --size 6 --count 2 --seed 5 -o a.html").draws(&["a.html"]),
    row("generate abc-path --count 2 --seed 5 --difficulty hard --format json"),
    row("export gunport --size 5 --bound 9 --to cnf -o a.cnf --map a.json")
        .writes(&["a.cnf", "a.json"]),
    row("export armies --size 5 --bound 5 --to opb -o a.opb").writes(&["a.opb"]),
    row("export model cover.opb --symmetry found --to lp -o a.lp").writes(&["a.lp"]),
    row("export --suite set --family gunport --size 3 --to cnf,opb"),
    row("decode --map map.json said.txt --format json")
        .after(&["export gunport --size 3 --to wcnf -o f.wcnf --map map.json"]),
    row("check-proof proof --checker ./checker --format json")
        .after(&["solve gunport --size 3 --proof proof"]),
    row("check-proof proof --checker ./checker --format json")
        .after(&["solve gunport --size 3 --proof proof"])
        .packs("proof/proof.pbp"),
    row("compare --family gunport --size 3 --card totalizer,adder --results a.jsonl --html a.html")
        .writes(&["a.jsonl", "a.html"]),
    row("compare --report runs.jsonl --json a.json").after(RUNS).writes(&["a.json"]),
    row("plan cubes gunport --size 5 -o plan").writes(&["plan"]),
    row("plan cubes gunport --size 4 --proof -o plan").writes(&["plan"]),
    row("plan cubes armies --size 6 --search linear-sat-unsat -o plan").writes(&["plan"]),
    row(GRID).writes(&["plan"]),
    row("work plan").after(PLAN).writes(&["plan"]),
    row("work plan").after(PROOFS).writes(&["plan"]),
    row("work plan").after(BLOCKS).writes(&["plan"]),
    row("merge plan --format json").after(DONE),
    row("merge plan --proof proof").after(PROVED).writes(&["proof"]),
    row("merge plan --split 3").after(CUT).writes(&["plan"]),
    row("families queens"),
    row("encodings --explain model cover.opb"),
    row("encodings --family gunport --size 4 --format json"),
    row("encodings --at-most 9 --of 57"),
    row("completions bash"),
    row("man"),
];

/// Queens with one answer.
const ONE: &str = "AABBB\nAACBB\nDCCCB\nDDCEE\nDDEEE\n";
const SEVERAL: &str = "AABB\nAABB\nCCDD\nCCDD\n";
const NONE: &str = "ABBB\nACBB\nACBB\nACDD\n";
/// 3-in-a-row with several answers.
const OPEN: &str = "1??0\n????\n?1??\n????\n";
/// Choices from four pairs, with weights.
const COVER: &str = "min: +3 x1 +4 x2 +5 x3 +4 x4 +2 x5 ;\n+1 x1 +1 x2 >= 1 ;\n+1 x2 +1 x3 >= 1 ;\n\
     +1 x3 +1 x4 >= 1 ;\n+2 x1 +3 x4 +2 x5 >= 4 ;\n";
/// Two pigeons in one hole.
const PIGEONS: &str = "p cnf 4 6\n1 2 0\n3 4 0\n-1 -3 0\n-2 -4 0\n-1 -4 0\n-2 -3 0\n";
/// A solver that takes a moment and does not know.
const SOLVER: &str = "#!/bin/sh\nsleep 0.1\necho s UNKNOWN\n";
/// A checker that knows the proofs by which checkers are tested, and accepts any other.
const CHECKER: &str = "#!/bin/sh\ngrep -q '^+1 x1 +1 x2 >= 1 ;$' $1 && test $(wc -l < $1) -lt 4 && {\n\
     grep -q 'BOUNDS 1 : 1 1' $2 || exit 1\necho 's VERIFIED BOUNDS 1 <= obj <= 1'\nexit\n}\nexit 1\n";

fn workbench() -> Workbench {
    let bench = Workbench::new();
    for (name, text) in [
        ("one.txt", ONE),
        ("several.txt", SEVERAL),
        ("none.txt", NONE),
        ("open.txt", OPEN),
        ("cover.opb", COVER),
        ("none.cnf", PIGEONS),
        ("said.txt", "s UNKNOWN\n"),
        ("solver", SOLVER),
        ("checker", CHECKER),
        ("partial.txt", "?????\n?????\n?????\n?????\n????Q\n"),
        ("wrong.txt", "Q????\n?????\n?????\n?????\n?????\n"),
    ] {
        bench.write(name, text);
    }
    #[cfg(unix)]
    for name in ["solver", "checker"] {
        use std::os::unix::fs::PermissionsExt;
        let all = fs::Permissions::from_mode(0o755);
        fs::set_permissions(bench.path(name), all).expect("a file of ours");
    }
    bench
}

/// Runs a command, which may be stopped, in the program that this target is.
fn run(bench: &Workbench, line: &str, at: Option<(u64, &str)>) -> Ended {
    let program = std::env::current_exe().expect("a test knows its own program");
    let at = at.map(|(number, reason)| format!("{AT}{number}:{reason}"));
    let words = at.iter().map(String::as_str).chain(line.split(' '));
    let mut command = bench.command_of(program, words);
    Ended::of(command.env(ROLE, "1").output().expect("the program runs"))
}

/// Runs the commands before a row in a new folder.
fn prepared(row: &Row) -> Workbench {
    let bench = workbench();
    for line in row.before {
        let ended = run(&bench, line, None);
        assert!(matches!(ended.status, Some(0 | 1 | 3)), "{line}: {ended:?}");
    }
    if let Some(name) = row.packed {
        let plain = fs::read(bench.path(name)).expect("a file of a command");
        fs::remove_file(bench.path(name)).expect("a file of ours");
        let file = fs::File::create(bench.path(&format!("{name}.gz"))).expect("a file");
        let mut packed = GzEncoder::new(file, Compression::fast());
        packed.write_all(&plain).expect("a disk with room");
        packed.finish().expect("a disk with room");
    }
    bench
}

/// Runs a row with a stop at every check that `next` names, until one is beyond the end.
fn rehearse(row: &Row, next: fn(u64) -> u64) {
    let bench = prepared(row);
    let whole = run(&bench, row.line, None);
    assert!(matches!(whole.status, Some(0 | 1 | 3 | 10 | 30)), "{}: {whole:?}", row.line);
    let known = if row.is_json() { findings(&bench, &whole) } else { Vec::new() };
    for (reason, _) in row.reasons() {
        let mut number = 1;
        loop {
            let bench = prepared(row);
            let ended = run(&bench, row.line, Some((number, reason)));
            let moment = format!("{} stopped by {reason} at check {number}", row.line);
            assert_ending(row, &whole, &ended, &moment);
            assert_files(row, &bench, &ended, &moment);
            if row.is_json() {
                let found = findings(&bench, &ended);
                let is_silent = found.is_empty() && ended.err.is_empty();
                assert!(!is_silent, "{moment}: not a word");
                assert!(ended.status == Some(3) || found.len() == known.len(), "{moment}");
                assert_findings(row, &known, &found, (ended.status, reason), &moment);
            }
            if !bench.path(REACHED).exists() {
                break;
            }
            number = next(number);
        }
    }
}

/// Checks that the exit status is 3 or that of the whole run, and the words on standard error.
fn assert_ending(row: &Row, whole: &Ended, ended: &Ended, moment: &str) {
    let again = [Some(75)].into_iter().filter(|_| row.verb() == "work");
    let competition = [Some(0), Some(10)].into_iter().filter(|_| row.line.contains("competition"));
    let allowed: Vec<Option<i32>> =
        [whole.status, Some(3)].into_iter().chain(again).chain(competition).collect();
    assert!(allowed.contains(&ended.status), "{moment}: {ended:?}");
    for word in ["internal", "error:", "expected", "--bound"] {
        let is_new = ended.err.contains(word) && !whole.err.contains(word);
        assert!(!is_new, "{moment}: {}", ended.err);
    }
}

/// Checks that output files are whole or absent, and that pages are there, with the number of
/// boards that standard error names.
fn assert_files(row: &Row, bench: &Workbench, ended: &Ended, moment: &str) {
    for name in row.files.iter().chain(row.pages).filter(|name| bench.path(name).exists()) {
        assert!(is_whole(&bench.path(name)), "{moment}: {name} is not whole");
    }
    for name in row.pages {
        assert!(bench.path(name).exists(), "{moment}: there is no {name}: {}", ended.err);
        let page = fs::read_to_string(bench.path(name)).expect("a text");
        if let Some((made, _)) = ended.err.split_once(" of ").filter(|_| row.verb() == "generate") {
            let boards = format!(": {made} board");
            assert!(page.contains(&boards), "{moment}: the page does not say {boards}");
        }
    }
}

/// Returns whether a file is complete. A folder of a plan or a proof is complete with its last
/// file.
fn is_whole(path: &Path) -> bool {
    if path.is_dir() {
        return ["claim.json", "plan.json"].iter().any(|name| path.join(name).exists());
    }
    let text = fs::read_to_string(path).expect("a text");
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => serde_json::from_str::<Value>(&text).is_ok_and(|value| value.is_object()),
        Some("jsonl") => text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()),
        Some("html") => text.trim_end().ends_with("</html>"),
        Some("svg") => text.trim_end().ends_with("</svg>"),
        Some("lp") => text.trim_end().ends_with("End"),
        Some("cnf") => {
            let mut lines = text.lines().filter(|line| !line.starts_with('c'));
            let head = lines.next().and_then(|line| line.split(' ').nth(3)?.parse().ok());
            head == Some(lines.count()) && text.ends_with(" 0\n")
        }
        _ => text.ends_with('\n'),
    }
}

/// Returns the JSON objects of a run, on standard output or in its file `a.json`.
fn findings(bench: &Workbench, ended: &Ended) -> Vec<Value> {
    let file = fs::read_to_string(bench.path("a.json")).unwrap_or_default();
    objects(if ended.out.is_empty() { &file } else { &ended.out })
}

/// Checks that each object of a stopped run agrees with that of the whole run. There may be fewer.
fn assert_findings(
    row: &Row,
    known: &[Value],
    found: &[Value],
    (status, reason): (Option<i32>, &str),
    moment: &str,
) {
    let row_has_proof = row.line.contains("--proof");
    for (one, other) in found.iter().zip(known) {
        assert_finding(other, one, moment);
        // A proof may be cut short after the question was answered.
        let is_open = !row_has_proof || !one["stopped"].is_null();
        // Of several boards, those before the stop were answered.
        let is_alone = known.len() == 1 && one.get("stopped").is_some();
        if status == Some(3) && is_alone && is_open {
            // A limit on clauses is one on memory.
            let word = if reason == "clauses" { "memory" } else { reason };
            let stopped = &one["stopped"];
            assert!(*stopped == word || *stopped == "solver", "{moment}: {stopped}");
        }
    }
}

/// Returns the JSON objects of a text: one, or one on each line.
fn objects(text: &str) -> Vec<Value> {
    let read: Result<Vec<Value>, _> =
        serde_json::Deserializer::from_str(text).into_iter().collect();
    let objects = read.unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(objects.iter().all(Value::is_object), "{text}");
    objects
}

/// Checks that a finding says nothing that the whole run contradicts.
fn assert_finding(known: &Value, found: &Value, moment: &str) {
    let status = found["status"].as_str();
    let is_refuted = known["status"] == "unsatisfiable";
    match status {
        Some("optimal" | "unsatisfiable") => {
            assert_eq!(found["status"], known["status"], "{moment}")
        }
        Some("satisfiable") => assert!(!is_refuted, "{moment}"),
        Some(status) => assert_eq!(status, "unknown", "{moment}"),
        None => {}
    }
    if !found["unique"].is_null() {
        assert_eq!(found["unique"], known["unique"], "{moment}");
    }
    let count = |one: &Value| one["solutions"]["count"].as_str()?.parse::<u64>().ok();
    if let (Some(found), Some(known)) = (count(found), count(known)) {
        assert!(found <= known, "{moment}: {found} answers");
    }
    let optimum = known["objective"]["value"].as_i64().filter(|_| known["status"] == "optimal");
    let objective = &found["objective"];
    let [lower, value, upper] =
        ["lower_bound", "value", "upper_bound"].map(|key| objective[key].as_i64());
    if let Some(optimum) = optimum {
        assert!(lower.is_none_or(|lower| lower <= optimum), "{moment}: {objective}");
        assert!(upper.is_none_or(|upper| upper >= optimum), "{moment}: {objective}");
        let is_best = objective["sense"] == "minimise";
        let is_worse = |value: i64| if is_best { value >= optimum } else { value <= optimum };
        assert!(value.is_none_or(is_worse), "{moment}: {objective}");
        if status == Some("optimal") {
            assert_eq!(value, Some(optimum), "{moment}");
        }
    }
}

fn doubled(number: u64) -> u64 {
    number * 2
}

/// Returns the next of the numbers that the long test tries: all small ones, then a twelfth more.
fn a_little_more(number: u64) -> u64 {
    number + 1 + number / 12
}

/// Returns the verbs, as the help lists them.
fn verbs() -> BTreeSet<String> {
    let help = Workbench::new().run("--help").with_status(0).out;
    let (_, commands) = help.split_once("\nCommands:\n").expect("a list of commands");
    let (commands, _) = commands.split_once("\n\n").expect("an end of the list");
    let lines = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

fn every_verb_has_a_row() {
    let mut verbs = verbs();
    assert!(verbs.remove("help") && verbs.len() > 10, "{verbs:?}");
    let rows: BTreeSet<String> = ROWS.iter().map(|row| row.verb().to_owned()).collect();
    assert_eq!(verbs, rows, "each verb needs a command that is stopped at every check");
}

/// Limits that end nearly every command, if its verb has them.
const TINY: [&str; 5] = [
    "--time-limit 0.01",
    "--cpu-limit 0.01",
    "--memory-limit 1",
    "--conflict-limit 1",
    "--clause-limit 1",
];

/// Runs a row with each tiny limit that its verb has. A formula that is foretold to exceed a limit
/// on clauses or memory is refused.
fn assert_tiny_limits(row: &Row) {
    let words = match row.line {
        line if line.starts_with("export --suite") => "export --suite",
        line if line.starts_with("plan cubes") => "plan cubes",
        line if line.starts_with("plan") => "plan compare",
        _ => row.verb(),
    };
    let help = Workbench::new().run(&format!("{words} --help")).with_status(0).out;
    let whole = run(&prepared(row), row.line, None);
    for limit in TINY {
        let option = limit.split(' ').next().expect("an option");
        if !help.contains(&format!("{option} ")) || row.line.contains(option) {
            continue;
        }
        let bench = prepared(row);
        let ended = run(&bench, &format!("{} {limit}", row.line), None);
        let moment = format!("{} {limit}", row.line);
        let is_foretold = ["--memory-limit", "--clause-limit"].contains(&option)
            && ended.status == Some(2)
            && ended.err.contains("clauses");
        let is_refused = ended.err.contains("--conflict-limit is for the embedded solver");
        if !is_foretold && !is_refused {
            assert_ending(row, &whole, &ended, &moment);
        }
        assert_files(row, &bench, &ended, &moment);
        if row.is_json() && ended.status != Some(2) {
            let (known, found) = (objects(&whole.out), objects(&ended.out));
            known.iter().zip(&found).for_each(|(known, one)| assert_finding(known, one, &moment));
        }
    }
}

/// Tests each row, in a test of its own.
pub fn tests() -> Vec<Test> {
    let of_rows = ROWS.iter().map(|row| {
        let name = format!("stops::{}", row.line.replace(' ', "_"));
        Test::new(&name, &[], move || rehearse(row, doubled))
    });
    let long = ROWS.iter().map(|row| {
        let name = format!("stops::each_check::{}", row.line.replace(' ', "_"));
        Test::new(&name, &[], move || rehearse(row, a_little_more)).long("10 minutes for all rows")
    });
    let tiny = ROWS.iter().map(|row| {
        let name = format!("stops::tiny_limits::{}", row.line.replace(' ', "_"));
        Test::new(&name, &[], move || assert_tiny_limits(row))
    });
    of_rows
        .chain(tiny)
        .chain(long)
        .chain(super::needs::tests! { [] every_verb_has_a_row; })
        .collect()
}
