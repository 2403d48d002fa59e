//! Several boards in one call: a line for each, statuses, limits, signals, and messages about one
//! board.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use serde_json::Value;

use super::boards::QUEENS;
#[cfg(unix)]
use super::endings::send;
use crate::workbench::{Ended, Workbench};

/// A board of three regions of one cell and a large one, which has no answer.
const NONE: &str = "AABB\nAABB\nAABB\nAABB\n";

const MANY: &str = "AABBB\nAABBB\nCCCDD\nCCCDD\nEEEDD\n";

/// A board with a sign that no board has, in line 2.
const BAD: &str = "AAB\nA%B\nABB\n";

const EASY: &str = "???\n???\n???\n";

/// A search for which the proof of `endless` is out of reach.
const BY_CLAUSES: &str = "--search linear-sat-unsat";

fn endless() -> String {
    open(14)
}

fn open(side: usize) -> String {
    format!("{}\n", "?".repeat(side)).repeat(side)
}

fn mixed() -> Workbench {
    let bench = Workbench::new();
    std::fs::create_dir(bench.path("boards")).expect("a folder");
    for (name, board) in [("a.txt", QUEENS), ("b.txt", NONE), ("c.txt", BAD), ("d.txt", MANY)] {
        bench.write(&format!("boards/{name}"), board);
    }
    bench.write("boards/.hidden", "not a board");
    bench
}

fn line<'a>(ended: &'a Ended, name: &str) -> &'a str {
    let begin = format!("{name}: ");
    let mut lines = ended.out.lines().filter_map(|line| line.strip_prefix(&begin));
    let line = lines.next().unwrap_or_else(|| panic!("{name} in {}", ended.out));
    assert_eq!(lines.next(), None, "{name} has one line");
    line
}

fn objects(ended: &Ended) -> Vec<Value> {
    ended.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn each_board_of_a_folder_has_a_line() {
    let bench = mixed();
    let ended = bench.run("solve queens boards --unique").with_status(2);
    let names: Vec<&str> =
        ended.out.lines().filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    assert_eq!(names, ["boards/a.txt", "boards/b.txt", "boards/c.txt", "boards/d.txt"]);
    assert_eq!(line(&ended, "boards/a.txt"), "solved; unique");
    assert!(line(&ended, "boards/b.txt").starts_with("no answer; 4 rows, 1 in each, need"));
    assert!(line(&ended, "boards/c.txt").starts_with("refused: line 2, column 2: unknown symbol"));
    assert!(line(&ended, "boards/d.txt").starts_with("solved; not unique, two answers differ"));
    assert!(ended.err.contains(" --> boards/c.txt:2:2\n"), "{}", ended.err);
    assert!(ended.err.ends_with("4 boards: 1 unique, 1 not, 1 without an answer, 1 refused\n"));
    let quiet = bench.run("solve queens boards --unique --quiet").with_status(2);
    assert_eq!(quiet.out, ended.out);
    assert!(quiet.err.contains("boards/c.txt:2:2") && !quiet.err.contains("4 boards"));
}

#[test]
fn a_line_is_the_summary_of_one_board() {
    let bench = mixed();
    bench.write("e", EASY);
    bench.write("f", EASY);
    for (family, name, other, options) in [
        ("queens", "boards/a.txt", "boards/d.txt", ""),
        ("queens", "boards/b.txt", "boards/d.txt", "--unique"),
        ("queens", "boards/d.txt", "boards/a.txt", "--count"),
        ("queens", "boards/d.txt", "boards/a.txt", "--count 2"),
        ("queens", "boards/d.txt", "boards/a.txt", "--all"),
        ("armies", "e", "f", ""),
        ("armies", "e", "f", "--bound 9"),
        ("armies", "e", "f", "--bound 1 --count"),
        ("armies", "e", "f", "--threads 2 --card totalizer"),
        ("armies", "e", "f", "--deduce none --construct off --conflict-limit 1"),
    ] {
        let alone = bench.run(&format!("solve {family} {name} {options}"));
        let summary = alone.out.lines().last().expect("a line").trim_start_matches("# ");
        let (_, known) = summary.split_once(": ").expect("the puzzle and the bounds");
        let ended = bench.run(&format!("solve {family} {name} {other} {options}"));
        assert_eq!(line(&ended, name), known, "{family} {name} {options}");
        assert_eq!(ended.err.lines().count(), 1, "the summary alone: {}", ended.err);
    }
}

#[test]
fn answers_stand_below_the_line_where_they_are_asked_for() {
    let bench = mixed();
    let drawn = |names: &str| {
        let line = format!("solve queens {names} --unique --picture always --quiet");
        bench.run(&line).with_status(0).out
    };
    let alone = drawn("boards/a.txt");
    let picture = alone.strip_suffix("queens 4x4: solved; unique\n").expect("a picture");
    let several = drawn("boards/a.txt boards/d.txt");
    assert!(several.starts_with(&format!("boards/a.txt: solved; unique\n{picture}")), "{several}");
    assert_eq!(several.matches('┏').count(), 3, "one answer and two: {several}");
    let plain = bench.run("solve queens boards/a.txt boards/d.txt --picture never").with_status(0);
    assert_eq!(plain.out, "boards/a.txt: solved\nboards/d.txt: solved\n");
    let all = bench.run("solve queens boards/a.txt boards/d.txt --all").with_status(0);
    assert!(all.out.starts_with("boards/a.txt: solved; 1 answer\n.Q..\n...Q\nQ...\n..Q.\n\n"));
    let rows = all.out.lines().filter(|line| line.len() == 5).count();
    assert_eq!(rows, 6 * 5, "{}", all.out);
}

fn without_measurements(mut object: Value) -> Value {
    for step in object["bounds"].as_array_mut().into_iter().flatten() {
        step["seconds"].take();
    }
    let stats = object["stats"].as_object_mut().expect("numbers");
    stats.retain(|key, _| !key.ends_with("seconds") && key != "peak_memory_mb");
    object
}

#[test]
fn json_has_a_line_a_board_with_the_object_of_one() {
    let bench = mixed();
    for options in ["", "--unique", "--count", "--all", "--time-limit 0"] {
        let ended = bench.run(&format!("solve queens boards {options} --format json"));
        let objects = objects(&ended.with_status(2));
        assert_eq!(objects.len(), 4);
        for (mut object, name) in objects.into_iter().zip(["a", "b", "c", "d"]) {
            let name = format!("boards/{name}.txt");
            let keys = object.as_object_mut().expect("an object");
            assert_eq!(keys.keys().next().map(String::as_str), Some("board"), "in front");
            assert_eq!(keys.shift_remove("board"), Some(name.clone().into()));
            let alone = bench.run(&format!("solve queens {name} {options} --format json"));
            if name == "boards/c.txt" {
                let told = object["error"].as_str().expect("a reason");
                assert!(told.starts_with("boards/c.txt:2:2: unknown symbol `%`; expected "));
                assert_eq!(object.as_object().map(|keys| keys.len()), Some(1));
                continue;
            }
            let order = |object: &Value| format!("{:?}", object.as_object().expect("an object"));
            let [one, other] = [object, alone.json()].map(without_measurements);
            assert_eq!(order(&one), order(&other), "{name} {options}");
        }
    }
    bench.run("solve queens boards/a.txt boards/d.txt --format json -o out").with_status(0);
    let written = std::fs::read_to_string(bench.path("out")).expect("the file of -o");
    assert_eq!(written.lines().count(), 2, "{written}");
}

/// The clash of a board is in JSON, and after the board's line if pictures are on.
#[test]
fn what_clashes_is_told_below_a_line() {
    let bench = Workbench::with("none", "AAAB\nCCCB\nCCCB\nDDDB\n# given queen r1c1\n");
    bench.write("a", QUEENS);
    let run = |options: &str| bench.run(&format!("solve queens none a {options}")).with_status(1);
    assert_eq!(run("").out, "none: no answer\na: solved\n");
    let drawn = run("--picture always").out;
    let clash =
        "none: no answer\nthese clash (rows and columns counted from 1):\n  `Q` given in row 1,";
    assert!(drawn.starts_with(clash) && drawn.contains("\n\na: solved\n"), "{drawn}");
    let left = run("--picture always --clash off").out;
    assert!(left.starts_with("none: no answer\na: solved\n"), "{left}");
    assert!(objects(&run("--format json"))[0]["clash"]["origins"].is_array());
}

/// The exit status is the gravest of all boards: 4 (in a unit test), then 2, 3, 1, 0.
#[test]
fn the_status_is_the_gravest() {
    let bench = mixed();
    bench.write("easy", EASY);
    bench.write("endless", endless());
    bench.write("bad", "??\n?x\n");
    for (line, status, summary) in [
        ("queens boards/a.txt boards/d.txt", 0, "2 boards: 2 with an answer\n"),
        ("queens boards/a.txt boards/b.txt", 1, "2 boards: 1 with an answer, 1 without\n"),
        ("queens boards/b.txt missing", 2, "2 boards: 0 with an answer, 1 without, 1 refused\n"),
        ("armies easy endless --conflict-limit 50", 3, "1 with an answer, 1 stopped\n"),
        ("armies bad endless --conflict-limit 50", 2, "0 with an answer, 1 stopped, 1 refused\n"),
    ] {
        let ended = bench.run(&format!("solve {line} {BY_CLAUSES}")).with_status(status);
        assert!(ended.err.ends_with(summary), "{line}: {}", ended.err);
    }
    let ended = bench.run(&format!("solve armies endless easy --conflict-limit 50 {BY_CLAUSES}"));
    let stopped = line(&ended, "endless");
    assert!(stopped.contains("stopped by the conflict limit"), "{stopped}");
    assert_eq!(line(&ended, "easy"), "size of each army 1, proved optimal");
}

#[test]
#[cfg(unix)]
fn limits_hold_for_each_board_anew() {
    let bench = Workbench::with("endless", open(24));
    bench.write("easy", EASY);
    for (limit, reason) in [
        ("--time-limit 0.5", "time"),
        ("--cpu-limit 0.5", "processor time"),
        ("--memory-limit 40", "memory"),
        ("--conflict-limit 50", "conflicts"),
    ] {
        let line = format!("solve armies endless easy endless easy {limit} --format json");
        let objects = objects(&bench.run(&line).with_status(3));
        let stopped: Vec<Option<&str>> =
            objects.iter().map(|object| object["stopped"].as_str()).collect();
        assert_eq!(stopped, [Some(reason), None, Some(reason), None], "{limit}");
    }
}

#[test]
fn standard_input_may_be_one_of_them() {
    let bench = mixed();
    let ended = bench.feed("solve queens boards/b.txt - boards/a.txt", QUEENS).with_status(1);
    assert_eq!(line(&ended, "<stdin>"), "solved");
    assert_eq!(line(&ended, "boards/a.txt"), "solved");
    let bad = bench.feed("solve queens - boards/a.txt", BAD).with_status(2);
    assert!(bad.err.contains(" --> <stdin>:2:2\n"), "{}", bad.err);
    let twice = bench.feed("solve queens - boards/a.txt -", QUEENS).refusal();
    assert!(twice.contains("is named more than once"), "{twice}");
}

#[test]
fn the_question_is_refused_before_the_first_board() {
    let bench = mixed();
    bench.write("answer", ".Q..\n...Q\nQ...\n..Q.\n");
    std::fs::create_dir(bench.path("empty")).expect("a folder");
    for (options, told) in [
        ("boards --format svg", "a drawing shows one board, but several boards are named"),
        ("boards -o out.png", "out.png is a drawing of one board"),
        ("boards --start answer", "--start has the answer of one board"),
        ("boards --variant nix", "queens has no variant `nix`"),
        ("boards --input nix", "queens has no board format `nix`"),
        ("boards --formulation nix", "queens has no formulation `nix`"),
        ("boards --symmetry on --count", "--symmetry auto or off"),
        ("boards --threads 2 --solver minisat", "--threads is for the embedded solver"),
        ("boards --unique --solver opb:nix", "several answers are asked for"),
        ("boards -o boards/a.txt", "-o would overwrite boards/a.txt, which is read"),
        ("boards/b.txt boards/a.txt -o boards/a.txt", "which is read"),
        ("boards -o missing/out.txt", "cannot write missing/out.txt"),
        ("empty", "the folder empty has no file"),
        ("boards empty", "the folder empty has no file"),
    ] {
        let refused = bench.run(&format!("solve queens {options}")).refusal();
        assert!(refused.contains(told), "{options}: {refused}");
        assert_eq!(refused.matches("error: ").count(), 1, "{options}: {refused}");
    }
    let refused = bench.run("solve three-in-a-row boards --bound 3").refusal();
    assert!(refused.contains("three-in-a-row has no objective"), "{refused}");
    let kept = std::fs::read_to_string(bench.path("boards/a.txt")).expect("the board");
    assert_eq!(kept, QUEENS);
}

/// A folder counts as several boards even if it has one file.
#[test]
fn a_folder_with_one_file_has_a_line_and_no_summary() {
    let bench = Workbench::new();
    std::fs::create_dir(bench.path("one")).expect("a folder");
    bench.write("one/a.txt", QUEENS);
    let ended = bench.run("solve queens one").with_status(0);
    assert_eq!((ended.out.as_str(), ended.err.as_str()), ("one/a.txt: solved\n", ""));
}

#[test]
fn a_size_holds_for_each() {
    let bench = mixed();
    let ended = bench.run("solve queens boards/a.txt boards/d.txt --size 4").with_status(2);
    assert_eq!(line(&ended, "boards/a.txt"), "solved");
    assert!(
        line(&ended, "boards/d.txt").starts_with("refused: the board is 5x5, but --size is 4x4")
    );
    assert!(ended.err.contains("error: boards/d.txt: the board is 5x5"), "{}", ended.err);
}

#[test]
#[cfg(unix)]
fn trouble_with_a_board_is_its_own() {
    let bench = mixed();
    bench.write("breaking", "grep -q 'cnf 16' $1 && exit 9\necho s UNSATISFIABLE\n");
    let words = ["solve", "queens", "boards/a.txt", "boards/d.txt", "--solver", "sh breaking"];
    let json = ["--format", "json"];
    let run = |more: &[&str]| {
        let command = &mut bench.command(words.iter().chain(more));
        Ended::of(command.output().expect("the program runs")).with_status(2)
    };
    let ended = run(&[]);
    assert!(line(&ended, "boards/a.txt").starts_with("failed: `sh breaking` ended with status"));
    assert!(line(&ended, "boards/d.txt").contains("by the word of the solver"));
    assert!(ended.err.contains("error: boards/a.txt: failed: `sh breaking`"), "{}", ended.err);
    assert!(ended.err.ends_with("2 boards: 0 with an answer, 1 without, 1 failed\n"));
    let objects = objects(&run(&json));
    assert!(objects[0]["trouble"].as_str().is_some_and(|told| told.contains("`sh breaking`")));
    assert_eq!(objects[1]["status"], "unsatisfiable");
    bench.write("killing", "kill -KILL $PPID\n");
    let line_of = |name: &str| {
        let words = ["solve", "queens", "boards/a.txt", "boards/d.txt", "--solver", "sh killing"];
        let ended = Ended::of(bench.command(words).output().expect("the program runs"));
        line(&ended.with_status(2), name).to_owned()
    };
    for name in ["boards/a.txt", "boards/d.txt"] {
        let told = line_of(name);
        assert!(told.starts_with("failed: its process was ended by signal 9"), "{told}");
    }
}

#[test]
#[cfg(unix)]
fn a_board_that_never_comes_stops_no_other() {
    let bench = mixed();
    let made = std::process::Command::new("mkfifo").arg(bench.path("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    let ended = bench.run("solve queens pipe boards/a.txt --time-limit 0.5").with_status(3);
    assert_eq!(line(&ended, "pipe"), "the board was not read within the time limit");
    assert_eq!(line(&ended, "boards/a.txt"), "solved");
    let json = bench.run("solve queens pipe boards/a.txt --time-limit 0.5 --format json");
    let objects = objects(&json.with_status(3));
    assert_eq!(objects[0]["error"], "pipe: the board was not read within the time limit");
    assert_eq!(objects[1]["status"], "satisfiable");
}

/// Starts the program with its output in pipes, and returns a reader of its standard output.
#[cfg(unix)]
fn begin(bench: &Workbench, line: &str) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut command = bench.command(line.split_whitespace());
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program runs");
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, out)
}

/// A signal ends the whole command: the current board reports its results, and no other is started.
#[test]
#[cfg(unix)]
fn a_signal_ends_all() {
    for (signal, format) in [("INT", ""), ("TERM", ""), ("TERM", "--format json")] {
        let bench = Workbench::with("endless", endless());
        bench.write("easy", EASY);
        bench.write("bad", "x\n");
        let boards = "bad easy endless easy easy";
        let line = format!("solve armies {boards} {BY_CLAUSES} --verbose {format}");
        let (mut child, mut out) = begin(&bench, &line);
        let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut known = String::new();
        while !known.contains("endless: size of each army: best ") {
            assert_ne!(told.read_line(&mut known).expect("a line"), 0, "{known}");
        }
        let mut text = String::new();
        for _ in 0..2 {
            out.read_line(&mut text).expect("a line for the first board");
        }
        send(signal, &child);
        out.read_to_string(&mut text).expect("the rest");
        told.read_to_string(&mut known).expect("the rest");
        assert_eq!(child.wait().expect("it ends").code(), Some(3), "{text}{known}");
        assert_eq!(text.lines().count(), 3, "{text}");
        let last = text.lines().last().expect("a line");
        if format.is_empty() {
            assert!(last.starts_with("endless: size of each army "), "{last}");
            assert!(last.contains("stopped by a signal; the optimum lies between"), "{last}");
        } else {
            let object: Value = serde_json::from_str(last).expect("an object");
            assert_eq!(
                (&object["board"], &object["stopped"]),
                (&"endless".into(), &"signal".into())
            );
            assert!(object["answer"].is_array());
        }
        let end = "3 of 5 boards: 1 with an answer, 1 stopped, 1 refused\n\
                   stopped by a signal: 2 boards are left\n";
        assert!(known.ends_with(end), "{known}");
    }
}

#[test]
#[cfg(unix)]
fn a_signal_ends_the_wait_for_a_board() {
    let bench = mixed();
    let (mut child, mut out) = begin(&bench, "solve queens boards/a.txt - boards/d.txt --quiet");
    let mut text = String::new();
    out.read_line(&mut text).expect("the line of the first board");
    assert_eq!(text, "boards/a.txt: solved\n");
    // This is more than a pipe holds, so the program has read some of it.
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(&[b'A'; 1 << 20]).expect("the program reads");
    send("TERM", &child);
    out.read_to_string(&mut text).expect("the rest");
    let ended = Ended::of(child.wait_with_output().expect("it ends")).with_status(3);
    assert!(text.ends_with("<stdin>: stopped by a signal before anything was known\n"), "{text}");
    assert!(ended.err.ends_with("stopped by a signal: 1 board is left\n"), "{}", ended.err);
}

#[test]
#[cfg(unix)]
fn lines_come_as_soon_as_they_are_known() {
    let bench = mixed();
    let (mut child, mut out) = begin(&bench, "solve queens boards/b.txt - boards/a.txt");
    let mut text = String::new();
    out.read_line(&mut text).expect("the line of the first board");
    assert!(text.starts_with("boards/b.txt: no answer"), "{text}");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(QUEENS.as_bytes()).expect("the program reads");
    drop(input);
    text.clear();
    out.read_line(&mut text).expect("the line of standard input");
    assert_eq!(text, "<stdin>: solved\n");
    out.read_to_string(&mut text).expect("the rest");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_all_in_peace() {
    let bench = mixed();
    let (mut child, out) = begin(&bench, "solve queens - boards/a.txt boards/d.txt");
    drop(out);
    drop(child.stdin.take());
    let ended = Ended::of(child.wait_with_output().expect("it ends")).with_status(0);
    assert!(!ended.err.contains("boards:"), "{}", ended.err);
}

#[test]
fn other_verbs_take_one_board() {
    let bench = mixed();
    let two = "boards/a.txt boards/d.txt";
    for line in [
        format!("verify queens {two} --answer boards/a.txt"),
        format!("export queens {two} --to cnf"),
        format!("encodings --family queens {two}"),
    ] {
        bench.run(&line).refusal();
    }
    let alone = bench.run("solve queens boards/a.txt").with_status(0);
    assert_eq!(alone.out, ".Q..\n...Q\nQ...\n..Q.\n# queens 4x4: solved\n");
    let folder = bench.run("compare --family queens --boards boards --dry-run").refusal();
    assert!(folder.contains("boards/c.txt:2:2"), "a folder is the same there: {folder}");
}
