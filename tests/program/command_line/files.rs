//! Written files: complete or absent, never in place of an input, and in the form that their name
//! says.

use std::fs;
use std::time::Duration;

use super::boards::QUEENS;
use crate::workbench::{Ended, Workbench};

const OLD: &str = "what was there before\n";

fn content(bench: &Workbench, name: &str) -> String {
    fs::read_to_string(bench.path(name)).expect("a text")
}

fn names(bench: &Workbench) -> Vec<String> {
    let entries = fs::read_dir(bench.path(".")).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

#[test]
fn a_refusal_leaves_the_old_file() {
    let bench = Workbench::with("old", OLD);
    bench.write("long.txt", "0.......................................\n".repeat(40));
    for line in [
        "solve gunport --size 6 --shape nix-chain -o old",
        "solve abbott-window --size 40 --xor direct --construct off -o old",
        "solve gunport --size 4 --construct off --deduce none --solver ./missing -o old",
        "solve gunport --size 4 --construct off --deduce none --solver false -o old",
        "export gunport --size 6 --shape nix-chain --to cnf --bound 12 -o old",
        "export abbott-window --size 40 --xor direct --to cnf --bound 12 -o old",
        "export gunport --size 6 --to cnf -o old",
    ] {
        bench.run(line).refusal();
        assert_eq!(content(&bench, "old"), OLD, "{line}");
    }
    assert_eq!(names(&bench), ["long.txt", "old"]);
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link() {
    let bench = Workbench::with("old", OLD);
    std::os::unix::fs::symlink("old", bench.path("link")).expect("a link");
    bench.run("export gunport --size 6 --shape nix-chain --to cnf --bound 12 -o link").refusal();
    assert_eq!(content(&bench, "old"), OLD);
    bench.run("solve gunport --size 4 -o link").with_status(0);
    assert!(fs::symlink_metadata(bench.path("link")).expect("a link").is_symlink());
    assert!(content(&bench, "old").contains("proved optimal"));
}

/// Kills, stops without an answer and full disks leave the old file unchanged.
#[test]
#[cfg(unix)]
fn what_is_stopped_leaves_the_old_file() {
    let bench = Workbench::with("old.svg", OLD);
    let line = "solve armies --size 14 --construct off --time-limit 0 -o old.svg";
    bench.run(line).with_status(3);
    assert_eq!(content(&bench, "old.svg"), OLD);
    for wait in [5, 50, 200] {
        for line in [
            "solve armies --size 14 -o old.svg",
            "export armies --size 30 --bound 90 --card sequential --to cnf -o old.svg",
            "export armies --size 30 --bound 90 --card sequential --to cnf -o new.cnf.xz --map m",
        ] {
            let child = bench.command(line.split_whitespace()).spawn();
            let mut child = child.expect("the program runs");
            std::thread::sleep(Duration::from_millis(wait));
            child.kill().expect("a process to kill");
            child.wait().expect("it has ended");
            assert_eq!(content(&bench, "old.svg"), OLD, "{line}");
            assert_eq!(names(&bench), ["old.svg"], "{line}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_signal_ends_an_export_with_status_3() {
    for (number, signal) in ["TERM", "INT", "HUP"].into_iter().enumerate() {
        let bench = Workbench::with("old.cnf", OLD);
        for target in ["old.cnf", "new.cnf", "new.cnf.gz", "new.cnf.zst"] {
            let line = format!(
                "export armies --size 40 --bound 150 --to cnf --card sequential -o {target} --map m"
            );
            let child = bench.command(line.split_whitespace()).spawn().expect("the program runs");
            std::thread::sleep(Duration::from_millis(120 + 60 * number as u64));
            super::endings::send(signal, &child);
            Ended::of(child.wait_with_output().expect("it ends")).with_status(3);
            assert_eq!(
                (names(&bench), content(&bench, "old.cnf")),
                (vec!["old.cnf".to_owned()], OLD.to_owned())
            );
        }
    }
}

/// `/dev/stdout` and `/dev/fd/1` mean standard output; other open files are refused.
#[test]
fn standard_output_by_its_name_is_standard_output() {
    let bench = Workbench::with("board.txt", QUEENS);
    let plain = bench.run("solve queens board.txt -o -").with_status(0).out;
    for name in ["/dev/stdout", "/dev/fd/1"] {
        assert_eq!(
            bench.run(&format!("solve queens board.txt -o {name}")).with_status(0).out,
            plain
        );
    }
    for name in ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/7"] {
        let refused = bench.run(&format!("solve queens board.txt -o {name}")).refusal();
        assert!(refused.contains("a file that is already open"), "{refused}");
    }
}

#[test]
fn no_output_goes_onto_what_is_read_or_onto_another_output() {
    let bench = Workbench::with("board.txt", QUEENS);
    for (line, told) in [
        ("solve queens board.txt -o board.txt", "-o would overwrite board.txt, which is read"),
        ("solve queens board.txt -o ./board.txt", "which is read"),
        ("export queens board.txt --to cnf -o board.txt", "which is read"),
        ("export queens board.txt --to cnf --map board.txt", "--map would overwrite"),
        (
            "export queens board.txt --to cnf -o x --map x",
            "-o and --map would both be written to x",
        ),
        ("export queens board.txt --to cnf --map -", "both be written to standard output"),
    ] {
        let refused = bench.run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
    assert_eq!((content(&bench, "board.txt").as_str(), names(&bench).len()), (QUEENS, 1));
}

#[test]
fn a_hyphen_is_standard_output() {
    let bench = Workbench::with("board.txt", QUEENS);
    for line in ["solve queens board.txt", "export queens board.txt --to cnf"] {
        let plain = bench.run(line).with_status(0).out;
        assert_eq!(bench.run(&format!("{line} -o -")).with_status(0).out, plain);
    }
    let map = bench.run("export queens board.txt --to cnf -o x.cnf --map -").with_status(0);
    assert_eq!(map.json()["family"], "queens");
    let grid = "compare --family queens --boards board.txt --amo pairwise,ladder";
    bench.run(grid).with_status(0);
    let json = bench.run("compare --report comparison.jsonl --measure cpu --json -").with_status(0);
    assert_eq!(json.json()["measure"], "cpu");
    assert!(bench.run(&format!("{grid} --csv -")).refusal().contains("--csv writes four tables"));
    assert_eq!(names(&bench), ["board.txt", "comparison.jsonl", "x.cnf"]);
}

#[test]
fn the_name_of_a_file_says_its_form() {
    let bench = Workbench::with("board.txt", QUEENS);
    for (name, begin) in
        [("a.svg", "<svg"), ("a.json", "{"), ("a.txt", ".Q.."), ("a", ".Q.."), (".hidden", ".Q..")]
    {
        bench.run(&format!("solve queens board.txt -o {name}")).with_status(0);
        assert!(content(&bench, name).starts_with(begin), "{name}");
    }
    bench.run("solve queens board.txt -o a.png").with_status(0);
    assert_eq!(fs::read(bench.path("a.png")).expect("a file")[..4], *b"\x89PNG");
    bench.run("solve queens board.txt --format text -o a.answer").with_status(0);
    for (name, begin) in [("f.cnf", "c "), ("f.opb", "* "), ("f.v2.lp", "\\ ")] {
        bench.run(&format!("export queens board.txt -o {name}")).with_status(0);
        assert!(content(&bench, name).starts_with(begin), "{name}");
    }
    let header = "command: quarrel export queens board.txt --to cnf\n";
    assert!(content(&bench, "f.cnf").contains(header), "it is written without the name as well");
    bench.run("export queens board.txt -o f.cnf.gz").with_status(0);
    assert_eq!(fs::read(bench.path("f.cnf.gz")).expect("a file")[..2], *b"\x1f\x8b");
    for (line, told) in [
        ("solve queens board.txt -o a.pdf", ".pdf is not a known format"),
        ("solve queens board.txt --format json -o a.svg", "--format json, but a.svg"),
        ("export queens board.txt -o f.cnf.bz2", "compression as .bz2 is not supported"),
        ("export queens board.txt --to cnf -o f.zip", "compression as .zip is not supported"),
        ("export queens board.txt --to opb -o f.cnf", "--to opb, but f.cnf"),
        ("export queens board.txt -o f.dat", "the ending of f.dat names no format"),
        ("export queens board.txt", "no format is named"),
    ] {
        let refused = bench.run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
}

#[test]
#[cfg(unix)]
fn a_set_of_instances_goes_on_where_it_was() {
    let line = "export --suite set --family gunport,armies --size 4,5,6,7 --card totalizer,adder \
                --conflict-limit 20000";
    let [bench, other] = [Workbench::new(), Workbench::new()];
    other.run(line).with_status(0);
    for (puzzles, signal) in [(1, "KILL"), (2, "TERM"), (3, "INT"), (4, "KILL")] {
        let mut child = bench.command(line.split_whitespace()).spawn().expect("the program runs");
        // The diary has a line for each puzzle, after the first.
        let diary = bench.path("set/unfinished.jsonl");
        let lines = || fs::read_to_string(&diary).map_or(0, |text| text.lines().count());
        while lines() <= puzzles && child.try_wait().expect("it can be asked").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        super::endings::send(signal, &child);
        assert_ne!(child.wait().expect("it has ended").code(), Some(0), "after {puzzles} puzzles");
        let mut names = fs::read_dir(bench.path("set")).expect("a folder");
        let is_part = |name: std::ffi::OsString| name.to_string_lossy().ends_with(".part");
        assert!(!names.any(|entry| is_part(entry.expect("an entry").file_name())));
    }
    let another = bench.run(&line.replace("totalizer", "bdd")).refusal();
    assert!(another.contains("another command began this set"), "{another}");
    let last = bench.run(line).with_status(0).out;
    assert_eq!(last, other.run(&line.replace("set", "second")).out.replace("second", "set"));
    for file in ["manifest.json", "README.md", "cnf/instances.csv", "cnf/description.tex"] {
        assert_eq!(
            content(&bench, &format!("set/{file}")),
            content(&other, &format!("set/{file}"))
        );
    }
    let again = bench.run(line).refusal();
    assert!(
        again.contains("the set of instances in this folder is finished; name another folder"),
        "{again}"
    );
}
