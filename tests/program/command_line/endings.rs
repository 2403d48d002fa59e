//! Exit statuses, each for several causes.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::boards::{PATH_AMPL, QUEENS, THREE};
use crate::workbench::{Ended, Workbench, run};
use serde_json::Value;

/// A search whose proof is out of reach.
const ENDLESS: &str = "solve armies --size 14 --search linear-sat-unsat";

#[test]
fn status_0_there_is_an_answer() {
    for line in [
        "solve abbott-window --size 4",
        "solve gunport --size 3x4 --bound 4",
        "solve gunport --size 3 --bound 9999999999999999999",
        "solve three-in-a-row --size 4 --count 3",
        "solve three-in-a-row --size 4 --all 2",
        "solve armies --size 3 --variant at-least=9",
        "families",
        "families --format json",
        "man",
        "man solve",
        "completions fish",
        "--version",
        "--help",
    ] {
        let ended = run(line).with_status(0);
        assert!(!ended.out.is_empty(), "{line}");
        assert_eq!(ended.err, "", "{line}");
    }
    let bench = Workbench::with("b.txt", QUEENS);
    bench.run("solve queens b.txt --unique").with_status(0);
    bench.feed("solve queens -", QUEENS).with_status(0);
}

#[test]
fn status_1_it_is_proved_that_there_is_none() {
    for (line, reason) in [
        ("solve gunport --size 3x4 --bound 3", "no answer with dominoes at most 3"),
        ("solve armies --size 3 --bound 18446744073709551615", "at least 18446744073709551615"),
        ("solve armies --size 3 --variant at-least=10", "10 white queens on a board of 9 cells"),
        ("solve three-in-a-row --size 1x4 --variant distinct-lines", "no answer"),
    ] {
        let ended = run(line).with_status(1);
        assert!(ended.out.contains(reason), "{line}: {}", ended.out);
        assert_eq!(ended.err, "", "{line}");
    }
}

#[test]
fn a_family_by_another_name_has_it_in_titles_alone() {
    for family in quarrel::puzzles::FAMILIES {
        for also in family.also.iter().map(|also| also.name) {
            let bench = Workbench::with("board", if family.is_sized() { "" } else { QUEENS });
            let place = if family.is_sized() { "--size 4" } else { "board" };
            let bound = if family.name == "armies" { "--bound 1" } else { "" };
            let solved =
                bench.run(&format!("solve {also} {place} {bound} --format json")).with_status(0);
            assert_eq!(solved.json()["family"], family.name, "{also}");
            let shown = bench.run(&format!("show {also} {place}")).with_status(0).out;
            assert!(shown.contains(&format!("\n{also} 4x4")), "{also}: {shown}");
            bench
                .run(&format!("export {also} {place} {bound} --to cnf -o f.cnf --map f.map"))
                .with_status(0);
            let map = std::fs::read_to_string(bench.path("f.map")).expect("a map");
            assert!(map.contains(family.name) && !map.contains(also), "{also}: {map}");
            if family.is_sized() {
                let line = format!("encodings --family {also} --size 4 --format json");
                bench.run(&line).with_status(0);
            }
            assert!(run("families").with_status(0).out.contains(also), "{also}");
        }
    }
}

#[test]
fn status_1_says_what_stands_in_the_way() {
    for (family, board, reason) in [
        (
            "queens",
            "AABB\nAABB\nCCCC\nCCCC\n",
            "4 rows, 1 in each, need 4 queens, but 3 regions, 1 in each, need 3 queens",
        ),
        (
            "queens",
            "ABCD\nEEEE\nEEEE\nEEEE\n",
            "5 regions, 1 in each, need 5 queens; region `A` has 1 cell (row 1, column 1); region `B` has",
        ),
        ("three-in-a-row", "..\n..\n# eq r1c1 r1c2\n# ne r1c2 r1c1\n", "both signs"),
    ] {
        let bench = Workbench::with("b.txt", board);
        let ended = bench.run(&format!("solve {family} b.txt")).with_status(1);
        assert!(ended.out.contains("no answer; ") && ended.out.contains(reason), "{}", ended.out);
        let json = bench.run(&format!("solve {family} b.txt --format json")).with_status(1).json();
        assert!(json["reason"].as_str().is_some_and(|said| said.contains(reason)), "{json}");
        bench.run(&format!("solve {family} b.txt --format svg -o b.svg")).with_status(1);
    }
}

/// With status 1, every question lists what clashes, one line for each member.
#[test]
fn status_1_says_what_clashes() {
    let bench = Workbench::with("b.txt", "AAAB\nCCCB\nCCCB\nDDDB\n# given queen r1c1\n");
    let line = "these clash (rows and columns counted from 1)";
    for question in ["", "--unique", "--count", "--all", "--quiet", "--formulation pairs"] {
        let ended = bench.run(&format!("solve queens b.txt {question}")).with_status(1);
        let (first, why) = ended.out.split_once('\n').expect("several lines");
        assert!(first.contains("queens 4x4: no answer"), "{question}: {first}");
        assert!(
            why.starts_with(&format!("# {line}:\n#   `Q` given in row 1,")),
            "{question}: {why}"
        );
        let ended = bench.run(&format!("solve queens b.txt {question} --clash off")).with_status(1);
        assert_eq!(ended.out, format!("{first}\n"), "{question}");
    }
    let drawn = bench.run("solve queens b.txt --picture always").with_status(1).out;
    assert!(drawn.starts_with(&format!("queens 4x4: no answer\n{line}:\n  `Q` given")), "{drawn}");
    let image = bench.run("solve queens b.txt --format svg -o b.svg").with_status(1);
    assert_eq!((image.out.as_str(), image.err.as_str()), ("", drawn.as_str()));
}

/// If only the bound is too strong, nothing is said to clash.
#[test]
fn status_1_names_nothing_where_the_bound_is_to_blame() {
    let bench = Workbench::with("w.txt", "WB??\n????\n????\n????\n");
    bench.write("fine.txt", "W???\n????\n????\n????\n");
    let bound = "--bound 5 --format json";
    let blamed = bench.run(&format!("solve armies w.txt {bound}")).with_status(1).json();
    assert_eq!(blamed["clash"]["origins"].as_array().map(Vec::len), Some(3));
    for line in ["solve armies fine.txt", "solve armies --size 4"] {
        let json = bench.run(&format!("{line} {bound}")).with_status(1).json();
        assert!(json.get("clash").is_none() && json.get("reason").is_none(), "{line}: {json}");
    }
}

#[test]
fn status_2_the_command_line_cannot_be_taken() {
    let families = ["abbott-window", "three-in-a-row", "abc-path", "queens", "gunport", "armies"];
    for family in families {
        for wrong in [
            "--size 0",
            "--size 10000",
            "--size 1x0",
            "--size 1000x1000",
            "--size -3",
            "--size x",
            "--size 3x3x3",
            "--size 3 --formulation nix",
            "--size 3 --variant nix",
            "--size 3 --input nix",
            "--size 3 --format nix",
            "--size 3 --count 0",
            "--size 3 --count x",
            "--size 3 --unique --count",
            "--size 3 --seed -1",
            "--size 3 --time-limit -1",
            "--size 3 --time-limit x",
            "--size 3 --amo nix",
            "--size 3 --bound -x",
            "missing.txt",
            ". ",
            "",
        ] {
            run(&format!("solve {family} {wrong}")).refusal();
        }
    }
    for line in [
        "",
        "nix",
        "solve",
        "solve nix",
        "solve abc-path --size 9",
        "solve abc-path --size 2x3",
        "solve abc-path --size 3 --bound 1",
        "solve armies --size 3 --variant at-least",
        "solve armies --size 3 --variant at-least=",
        "solve armies --size 3 --variant at-least=x",
        "solve armies --size 3 --variant at-least=99999",
        "solve gunport --size 3 --variant no-slide=1",
        "solve gunport --size 3 --variant no-slide --variant no-slide",
        "solve gunport --size 21 --formulation numbered",
        "solve gunport --size 3 -o missing/folder.txt",
        "verify gunport --size 3",
        "verify gunport - --answer -",
        "verify gunport --size 3 --answer missing.txt",
        "completions nix",
        "man nix",
    ] {
        run(line).refusal();
    }
}

#[test]
fn a_refusal_leaves_the_output_file_alone() {
    let bench = Workbench::with("out.svg", "precious");
    bench.run("solve gunport --size 3 --format svg --count -o out.svg").refusal();
    bench.run("solve gunport --size 3 --bound x -o out.svg").refusal();
    bench.run("solve gunport missing.txt -o out.svg").refusal();
    let kept = std::fs::read_to_string(bench.path("out.svg")).expect("the file is still there");
    assert_eq!(kept, "precious");
}

#[test]
fn a_negative_number_is_refused_as_a_number() {
    assert!(run("solve gunport --size -3").refusal().contains("`-3` is not a size"));
    let refused = run("solve gunport --size 3 --bound -x").refusal();
    assert!(refused.contains("the number is missing"), "{refused}");
}

#[test]
fn status_3_a_limit_came_first() {
    for family in ["abbott-window", "three-in-a-row", "gunport", "armies", "abc-path"] {
        let json = run(&format!("solve {family} --size 5 --time-limit 0 --format json"));
        assert_eq!(json.with_status(3).json()["status"], "unknown", "{family}");
        let text = run(&format!("solve {family} --size 5 --time-limit 0")).with_status(3).out;
        assert!(
            text.starts_with(&format!(
                "# {family} 5x5{}: stopped by the time limit without an answer",
                if family == "three-in-a-row" { " (equal lines allowed)" } else { "" }
            )),
            "{text}"
        );
    }
    run(&format!("{ENDLESS} --formulation pairs --time-limit 0.2")).with_status(3);
    let ended = run(&format!("{ENDLESS} --time-limit 0 --format svg")).with_status(3);
    assert_eq!(ended.out, "");
    assert!(ended.err.contains("stopped by the time limit without an answer"), "{}", ended.err);
    for (board, family) in [(THREE, "three-in-a-row"), (QUEENS, "queens"), (PATH_AMPL, "abc-path")]
    {
        let bench = Workbench::with("b.txt", board);
        bench.run(&format!("solve {family} b.txt --time-limit 0")).with_status(3);
    }
}

#[test]
fn a_limit_of_conflicts_stops_every_run_at_the_same_point() {
    for (limit, line) in [
        (300, "solve armies --size 8 --construct off"),
        (1000, "solve abbott-window --size 14 --deduce none --search binary --construct off"),
        (20, "solve gunport --size 5 --formulation numbered-fixed --construct off"),
        (200, "solve three-in-a-row --size 8 --variant distinct-lines --count"),
        (500, "solve armies --size 8 --bound 10"),
    ] {
        let told = |_| {
            let line = format!("{line} --conflict-limit {limit} --format json");
            let mut json = run(&line).with_status(3).json();
            let conflicts = json["stats"]["conflicts"].as_u64().expect("a number");
            assert!((limit..limit + 20).contains(&conflicts), "{line}: {conflicts}");
            json["stats"].take();
            json["bounds"].take();
            json
        };
        assert_eq!(told(1), told(2), "{line}");
    }
    run("solve armies --size 5 --conflict-limit 100000").with_status(0);
}

#[test]
fn a_count_that_is_stopped_is_reported_as_far_as_it_went() {
    for question in ["--count", "--all"] {
        let json = run(&format!("{ENDLESS} --time-limit 0.2 {question} --format json"));
        let json = json.with_status(3).json();
        assert_eq!(json["solutions"]["count"], "0");
        assert_eq!(json["solutions"]["complete"], false);
    }
}

#[test]
#[cfg(unix)]
fn status_3_a_signal_came_first() {
    for signal in ["INT", "TERM"] {
        let ended = signalled(&format!("{ENDLESS} --format json"), signal);
        let json = ended.with_status(3).json();
        match json["status"].as_str() {
            Some("satisfiable") => assert!(json["answer"].is_array()),
            status => assert_eq!(status, Some("unknown")),
        }
        let text = signalled(ENDLESS, signal).with_status(3).out;
        assert!(text.contains("stopped"), "{text}");
    }
}

/// A list of encodings is known at its end only, so a signal ends it at once.
#[test]
#[cfg(unix)]
fn a_signal_ends_a_list_of_encodings() {
    for line in ["encodings", "encodings --format json", "encodings --format markdown"] {
        let ended = signalled(line, "TERM").with_status(3);
        assert_eq!(ended.out, "", "{line}");
        assert!(ended.err.contains("stopped by a signal"), "{line}: {}", ended.err);
    }
    let ended = run("encodings --time-limit 0.01").with_status(3);
    assert_eq!(ended.out, "");
    assert!(ended.err.contains("stopped before the encodings were measured"), "{}", ended.err);
}

/// The picture of an answer cannot say that the search was stopped.
#[test]
fn a_picture_of_a_stopped_search_comes_with_a_line() {
    let bench = Workbench::new();
    for format in ["svg", "html"] {
        let line = format!(
            "solve gunport --size 12 --search linear-unsat-sat --deduce none --conflict-limit 1 \
             -o o.{format}"
        );
        let ended = bench.run(&line).with_status(3);
        assert!(bench.path(&format!("o.{format}")).exists(), "{}", ended.err);
        assert!(ended.err.contains("stopped by the conflict limit"), "{format}: {}", ended.err);
    }
    let whole = bench.run("solve gunport --size 4 -o whole.svg").with_status(0);
    assert!(!whole.err.contains("gunport"), "{}", whole.err);
}

#[test]
#[cfg(unix)]
fn a_list_of_answers_ends_with_a_whole_line_when_it_is_stopped() {
    let bench = Workbench::new();
    let mut command = bench.command(["solve", "three-in-a-row", "--size", "10", "--all"]);
    let mut child = command.spawn().expect("the program runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    out.read_line(&mut text).expect("a first answer");
    send("INT", &child);
    out.read_to_string(&mut text).expect("the rest of the answers");
    let status = child.wait().expect("the program ends");
    assert_eq!(status.code(), Some(3));
    let last = text.lines().last().expect("a line");
    assert!(last.starts_with("# three-in-a-row 10x10 (") && last.ends_with("and then stopped"));
}

#[test]
#[cfg(unix)]
fn nothing_is_lost_when_it_is_stopped_twice() {
    let bench = Workbench::new();
    let line = format!("{ENDLESS} --format json --verbose");
    let mut command = bench.command(line.split_whitespace());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut told = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let first = told.find(|line| line.as_ref().is_ok_and(|line| line.contains(": best ")));
    assert!(first.is_some(), "an answer is found");
    send("INT", &child);
    send("INT", &child);
    let ended = Ended::of(child.wait_with_output().expect("the program ends")).with_status(3);
    let json = ended.json();
    assert!(json["answer"].is_array() && json["objective"]["value"].as_u64() > Some(1), "{json}");
}

#[test]
fn memory_has_a_limit() {
    let ended = run(&format!("{ENDLESS} --memory-limit 1 --format json")).with_status(3);
    assert_eq!(ended.json()["checked"], ended.json()["answer"].is_array());
    assert_eq!(ended.json()["stopped"], "memory");
    run("solve armies --size 4 --memory-limit 4000").with_status(0);
    run("solve armies --size 4 --memory-limit 0").with_status(2);
}

#[test]
#[cfg(unix)]
fn what_stopped_a_search_is_told() {
    for (limit, reason) in [
        ("--time-limit 0.1", "time"),
        ("--cpu-limit 0.1", "processor time"),
        ("--conflict-limit 10", "conflicts"),
    ] {
        let ended = run(&format!("{ENDLESS} {limit} --format json")).with_status(3);
        assert_eq!(ended.json()["stopped"], reason, "{limit}");
    }
    let bench = Workbench::with("unsure", "echo s UNKNOWN\n");
    let words = ["solve", "queens", "queens", "--format", "json", "--solver", "sh unsure"];
    bench.write("queens", QUEENS);
    let ended = Ended::of(bench.command(words).output().expect("the program runs")).with_status(3);
    assert_eq!(ended.json()["stopped"], "solver");
    assert!(run("solve armies --size 4 --format json").json()["stopped"].is_null());
}

/// The search by cubes has no conflicts; a solver or a conflict limit requires clauses.
#[test]
fn the_search_by_cubes_takes_nothing_from_a_solver() {
    let search = |options: &str| {
        let line = format!("solve armies --size 5 --construct off {options} --format json");
        run(&line).json()
    };
    let cubes = search("");
    assert_eq!(cubes["search"], "cubes");
    assert!(cubes["stats"]["conflicts"].is_null() && cubes["stats"]["cubes"]["bounded"].is_u64());
    let limited = search("--conflict-limit 1000000");
    assert_eq!(limited["search"], "linear-sat-unsat");
    assert!(limited["stats"]["conflicts"].is_u64() && limited["stats"]["cubes"].is_null());
    let refused = run("solve armies --size 5 --construct off --solver no-such-solver").refusal();
    assert!(refused.contains("no-such-solver"), "{refused}");
}

#[test]
fn times_have_units_and_threads_may_be_as_many_as_cores() {
    for (time, status) in
        [("0", 3), ("0s", 3), ("1h", 0), ("1h30m", 0), ("90", 0), ("1d", 0), ("1-12:00:00", 0)]
    {
        run(&format!("solve armies --size 4 --time-limit {time}")).with_status(status);
    }
    run("solve armies --size 4 --threads auto").with_status(0);
    for (line, told) in [
        (
            "solve armies --size 4 --time-limit 1x",
            "`1x` is no time: write 90, 90s, 2m, 1h30m, 1d or",
        ),
        ("solve armies --size 4 --time-limit=-1m", "is no time"),
        ("compare --family armies --size 4 --time-limit soon", "`soon` is no time"),
        ("solve armies --size 4 --threads many", "write auto or a number from 1 to 256"),
        ("solve armies --size 4 --threads 0", "write auto or a number from 1 to 256"),
        ("solve armies --size 4 --gap -1", "write a share of the value such as 0.1 or 10%"),
        ("solve armies --size 4 --gap 30", "write a share of the value such as 0.1 or 10%"),
    ] {
        let refused = run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
}

#[test]
fn a_gap_may_be_enough() {
    let line = "solve gunport --size 7 --deduce none --construct off --search binary";
    let whole = run(&format!("{line} --format json")).with_status(0).json();
    assert_eq!(whole["objective"]["gap"], 0.0);
    for gap in ["50%", "0.5"] {
        let report = run(&format!("{line} --gap {gap} --format json")).with_status(3).json();
        assert_eq!((&report["stopped"], &report["status"]), (&"gap".into(), &"satisfiable".into()));
        let known = report["objective"]["gap"].as_f64().expect("a gap");
        assert!(known > 0.0 && known <= 0.5, "{known}");
    }
    let text = run(&format!("{line} --gap 50%")).with_status(3).out;
    assert!(
        text.contains("stopped, since the gap is as small as --gap asks; the optimum lies between"),
        "{text}"
    );
    assert!(text.contains(" (gap "), "{text}");
    run(&format!("{line} --gap 0")).with_status(0);
}

#[test]
fn a_search_may_start_from_an_answer() {
    let bench = Workbench::new();
    bench.run("solve armies --size 6 --construct off --bound 4 -o four.txt").with_status(0);
    let line = "solve armies --size 6 --construct off --time-limit 0 --format json";
    assert!(bench.run(line).with_status(3).json()["objective"]["value"].is_null());
    let report = bench.run(&format!("{line} --start four.txt")).with_status(3).json();
    assert!(report["objective"]["value"].as_u64() >= Some(4), "{report}");
    let optimal = bench.run("solve armies --size 6 --start four.txt").with_status(0);
    assert!(optimal.out.contains("size of each army 5, proved optimal"), "{}", optimal.out);
    let broken = "# an answer\nWB....\n".to_owned() + &"......\n".repeat(5) + "# its end\n";
    bench.write("broken.txt", broken);
    bench.write("queens", QUEENS);
    for (line, told) in [
        ("solve armies --size 6 --start broken.txt", "--> broken.txt:2:1"),
        ("solve armies --size 5 --start four.txt", "breaks a rule"),
        ("solve armies --size 6 --start missing.txt", "cannot read missing.txt"),
        ("solve armies --size 6 --start four.txt --solver wcnf:true", "the whole question"),
    ] {
        let refused = bench.run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
}

#[test]
fn two_answers_are_shown_where_there_are_two() {
    let bench = Workbench::with("b.txt", "AABBB\nAABBB\nCCCDD\nCCCDD\nEEEDD\n");
    let text = bench.run("solve queens b.txt --unique").with_status(0).out;
    assert!(text.contains("# another answer:\n#   "), "{text}");
    assert!(
        text.contains("not unique, two answers differ in 4 cells: row 1, column 1; "),
        "{text}"
    );
    bench.write("answer.txt", &text);
    bench.run("verify queens b.txt --answer answer.txt").with_status(0);
    let drawn = bench.run("solve queens b.txt --unique --picture always").with_status(0).out;
    assert_eq!(drawn.matches('┏').count(), 2, "{drawn}");
    // The optimal answer may be neither of the two.
    for line in ["solve queens b.txt", "solve gunport --size 3", "solve armies --size 4"] {
        let report = bench.run(&format!("{line} --unique --format json")).with_status(0).json();
        let [one, other] =
            ["answer", "other"].map(|key| report[key].as_array().expect("rows").clone());
        let cells = |rows: &[Value]| -> Vec<Vec<char>> {
            rows.iter().map(|row| row.as_str().expect("a row").chars().collect()).collect()
        };
        let [one, other] = [cells(&one), cells(&other)];
        let differ: Vec<(usize, usize)> = (0..one.len())
            .flat_map(|row| (0..one[row].len()).map(move |column| (row, column)))
            .filter(|&(row, column)| one[row][column] != other[row][column])
            .collect();
        let told = report["differ"].as_array().expect("cells");
        assert!(!differ.is_empty() && told.len() == differ.len(), "{line}");
    }
    bench.write("q.txt", QUEENS);
    let unique = bench.run("solve queens q.txt --unique --format json").with_status(0).json();
    assert!(unique["other"].is_null() && unique["differ"].as_array().is_some_and(Vec::is_empty));
}

/// With another solver, unknown counts are null, and the JSON contains the failure.
#[test]
#[cfg(unix)]
fn another_solver_has_no_conflicts_and_may_break() {
    let bench = Workbench::with("queens", QUEENS);
    let solve = |solver: &str| {
        let words = ["solve", "queens", "queens", "--format", "json", "--solver", solver];
        Ended::of(bench.command(words).output().expect("the program runs"))
    };
    bench.write("refusing", "echo s UNSATISFIABLE\n");
    let refused = solve("sh refusing").with_status(1).json();
    for count in ["conflicts", "propagations", "ticks"] {
        assert!(refused["stats"][count].is_null(), "{count}");
    }
    bench.write("breaking", "kill -SEGV $$\n");
    let broken = solve("sh breaking").with_status(2);
    let trouble = broken.json()["trouble"].as_str().expect("a message").to_owned();
    assert!(trouble.contains("was ended by signal 11"), "{trouble}");
    assert!(broken.err.contains(&trouble), "{}", broken.err);
}

/// A third signal ends the program, even if it blocks while writing an answer that nothing reads.
#[test]
#[cfg(unix)]
fn who_asks_thrice_does_not_wait() {
    let bench = Workbench::new();
    let mut command = bench.command(["solve", "three-in-a-row", "--size", "10", "--all"]);
    let mut child = command.spawn().expect("the program runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut String::new()).expect("a first answer");
    let status = loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            break status;
        }
        send("INT", &child);
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(3));
}

/// Runs a command line and stops it by a signal. If the program ends by the signal before it
/// listens, runs it again with more time.
#[cfg(unix)]
fn signalled(line: &str, signal: &str) -> Ended {
    let bench = Workbench::new();
    for patience in [100, 200, 400, 800, 1600, 3200, 6400, 12_800] {
        let child = bench.command(line.split_whitespace()).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(patience));
        send(signal, &child);
        let ended = Ended::of(child.wait_with_output().expect("the program ends"));
        if ended.status.is_some() {
            return ended;
        }
    }
    panic!("the program never listened to SIG{signal}");
}

#[cfg(unix)]
pub fn send(signal: &str, to: &Child) {
    // A small machine has `kill` only in its shell.
    let line = format!("kill -{signal} {}", to.id());
    let sent = Command::new("sh").args(["-c", &line]).status();
    assert!(sent.expect("there is a shell").success());
}

#[test]
fn a_scrambled_formula_has_the_same_result_by_another_run() {
    let solved = |scramble: &str| {
        let line = format!("solve gunport --size 9 --construct off {scramble} --format json");
        run(&line).with_status(0).json()
    };
    let conflicts = |json: &Value| json["stats"]["conflicts"].as_u64().expect("a number");
    let plain = solved("");
    let scrambled = solved("--scramble 1");
    assert_eq!(scrambled["objective"], plain["objective"]);
    assert_eq!(conflicts(&solved("--scramble 1")), conflicts(&scrambled));
    assert_ne!(conflicts(&solved("--scramble 2")), conflicts(&scrambled));
    for (line, told) in [
        ("solve gunport --size 4 --scramble 1 --threads 2", "--scramble and --threads"),
        ("solve gunport --size 4 --scramble 1 --solver opb:clasp", "the whole question"),
    ] {
        assert!(run(line).refusal().contains(told), "{line}");
    }
}

#[test]
#[cfg(unix)]
#[ignore = "long: three quarters of a minute"]
fn a_log_has_a_line_every_ten_seconds() {
    let bench = Workbench::with("silent", "sleep 60\n");
    let endless = "three-in-a-row --size 12 --count";
    for (line, solver, known) in [
        ("armies --size 5", "sh silent", "trying at least"),
        ("armies --size 5", "opb:sh silent", "nothing known yet"),
        (endless, "cadical", " answers; "),
    ] {
        let mut words = vec!["solve"];
        words.extend(line.split_whitespace());
        words.extend(["--time-limit", "14", "--verbose", "--solver", solver]);
        let ended = Ended::of(bench.command(words).output().expect("the program runs"));
        let ended = ended.with_status(3);
        let goes_on = |line: &str| line.contains(known) && line.ends_with(" MB");
        assert!(ended.err.lines().any(goes_on), "{solver}: {}", ended.err);
    }
}

/// A long, thin window has too many profiles, so it is searched with clauses.
#[test]
fn profiles_that_are_too_many_take_little_memory() {
    let line =
        "solve abbott-window --size 150x7 --search line-sums --conflict-limit 1000 --verbose";
    let ended = run(&format!("{line} --format json")).with_status(3);
    let found = ended.json();
    let peak = found["stats"]["peak_memory_mb"].as_f64();
    assert!(peak.is_none_or(|megabytes| megabytes < 500.0), "{peak:?} MB");
    assert_eq!(found["search"], "linear-sat-unsat");
    let searches = ended.err.lines().filter(|line| line.starts_with("search: "));
    assert_eq!(searches.collect::<Vec<_>>(), ["search: line-sums", "search: linear-sat-unsat"]);
}

#[test]
fn an_optimum_without_an_answer_need_not_be() {
    let text = run("solve armies --size 9 --construct off --time-limit 0").with_status(3).out;
    assert!(text.contains("if there is one, the optimum lies between 0 and 40"), "{text}");
}
