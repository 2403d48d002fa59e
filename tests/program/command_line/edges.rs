//! Input from outside that is too large, broken or meant for a terminal: refused in time, with its
//! place.

use std::fs;
use std::io::Write;

use super::boards::{PATH_LAYOUT, QUEENS};
use crate::workbench::{Ended, Workbench};

fn with_a_map() -> Workbench {
    let bench = Workbench::with("said", "s UNKNOWN\n");
    bench.run("export gunport --size 3 --formulation pieces --to cnf --bound 3 -o f.cnf --map m");
    bench
}

fn spoil(bench: &Workbench, from: &str, to: &str) {
    let map = fs::read_to_string(bench.path("m")).expect("a map");
    assert!(map.contains(from), "{map}");
    bench.write("spoiled", map.replace(from, to));
}

#[test]
fn a_map_with_many_variables_is_read() {
    let bench = with_a_map();
    let map = fs::read_to_string(bench.path("m")).expect("a map");
    let variables = map.lines().find(|line| line.contains("\"variables\"")).expect("a number");
    for many in ["9223372036854775808", "18446744073709551615", "1099511627776"] {
        spoil(&bench, variables, &format!("  \"variables\": {many},"));
        assert!(
            bench.run("decode --map spoiled said").with_status(3).out.contains("does not know")
        );
    }
}

#[test]
fn a_value_that_no_answer_has_makes_no_model() {
    let bench = Workbench::new();
    for bound in ["18446744073709551615", "9223372036854775807", "1000000000", "5"] {
        for format in ["cnf", "opb"] {
            let line = format!(
                "export gunport --size 3 --formulation numbered-fixed --bound {bound} --to {format}"
            );
            let told = bench.run(&line).refusal();
            assert!(told.contains("--bound up to 4"), "{told}");
        }
    }
    let bench = with_a_map();
    spoil(&bench, "\"pieces\"", "\"numbered-fixed\"");
    let map = fs::read_to_string(bench.path("spoiled")).expect("a map");
    bench.write("m", map);
    spoil(&bench, "\"bound\": 3", "\"bound\": 9223372036854775807");
    assert!(bench.run("decode --map spoiled said").refusal().contains("--bound up to 4"));
}

#[test]
fn a_plan_that_is_too_large_is_refused() {
    let bench = Workbench::new();
    let line = "compare --family gunport --size 4 --dry-run";
    for (more, told) in [
        ("--amo all --card all --order all --shape all --xor all", "99000 configurations"),
        ("--seeds 1000 --scrambles 1000", "1001000 runs"),
    ] {
        let refused = bench.run(&format!("{line} {more}")).refusal();
        assert!(refused.contains(told), "{refused}");
    }
}

#[test]
fn a_file_of_grids_is_refused_by_its_place() {
    let bench = Workbench::new();
    for (text, told, place) in [
        ("", "a file that sets no option", "g.toml:1:1"),
        ("# nothing\n\n", "a file that sets no option", "g.toml:1:10"),
        ("family = 'gunport'\nsizes = [5]\n", "no option is called `sizes`", "g.toml:2:1"),
        ("family = 'gunport'\nsize = 'big'\n", "invalid value 'big'", "g.toml:2:8"),
        ("family = 'gunport'\n[[grid]]\n  ask = 'why'\n", "invalid value 'why'", "g.toml:3:9"),
        ("family = [true]\n", "neither text nor number", "g.toml:1:11"),
        ("family = 'gunport'\nsolver = \"a\\u0000b\"\n", "a byte 0", "g.toml:2:10"),
        ("family = 'gunport\n", "invalid", "g.toml:1:"),
    ] {
        bench.write("g.toml", text);
        let refused = bench.run("compare g.toml --dry-run").refusal();
        assert!(refused.contains(told) && refused.contains(place), "{text:?}: {refused}");
    }
}

#[test]
fn an_output_is_refused_by_its_place() {
    let bench = with_a_map();
    for (text, told, place) in [
        ("c\ns SATISFIABLE\nv 1 two 0\n", "no variable `two`", "said:3:5"),
        ("hello\n", "states no result", "said:1:6"),
        ("s SATISFIABLE\nv 1 0\n", "no value of variable 2", "said:2:6"),
    ] {
        bench.write("said", text);
        let refused = bench.run("decode --map m said").refusal();
        assert!(refused.contains(told) && refused.contains(place), "{text:?}: {refused}");
    }
}

#[test]
fn lines_of_results_are_refused_by_their_place() {
    let bench = Workbench::new();
    bench.run("compare --family gunport --size 4").with_status(0);
    let line = fs::read_to_string(bench.path("comparison.jsonl")).expect("a line");
    for (text, told) in [
        (line.replace("\"solved\"", "\"won\""), "r.jsonl:1:"),
        (format!("{line}{{}}\n"), "r.jsonl:2:"),
        ("not a results file".to_owned(), "no lines written by quarrel compare"),
        (
            line.replacen("\"wall_seconds\":", "\"wall_seconds\":1e300,\"x\":", 1),
            "wall_seconds is 1e300",
        ),
    ] {
        bench.write("r.jsonl", text);
        let refused = bench.run("compare --report r.jsonl").refusal();
        assert!(refused.contains(told), "{refused}");
    }
    let other = line.replacen("\"command\":\"quarrel solve", "\"command\":\"quarrel families", 2);
    let same = line.replacen("\"seed\":0", "\"seed\":1", 1);
    assert_ne!(other, line);
    bench.write("r.jsonl", format!("{other}{same}"));
    let ended = bench.run("compare --report r.jsonl --measurements m.csv");
    assert!(ended.status == Some(0) || ended.err.contains("the command of a run"), "{ended:?}");
}

/// Endless devices are refused, and so is an endless text in a compressed file.
#[test]
#[cfg(target_os = "linux")]
fn what_never_ends_is_refused() {
    let bench = with_a_map();
    for line in [
        "compare --report /dev/zero",
        "compare --family gunport --size 4 --results /dev/zero",
        "compare /dev/zero",
        "solve queens /dev/zero",
        "decode --map /dev/zero said",
    ] {
        bench.run(line).refusal();
    }
    let formula = fs::read(bench.path("f.cnf")).expect("a formula");
    for twice in [1, 2] {
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        gz.write_all(&formula).expect("memory");
        bench.write("f.cnf.gz", gz.finish().expect("memory").repeat(twice));
        let ended = bench.run("decode --map m --formula f.cnf.gz said");
        assert_eq!(ended.status, Some(if twice == 1 { 3 } else { 2 }), "{ended:?}");
    }
}

/// A file named in a map is read only if it is regular and has the map's hash; no other file is
/// quoted.
#[test]
#[cfg(target_os = "linux")]
fn a_map_has_no_other_file_read() {
    let bench = with_a_map();
    bench.write("secret", "my password\n");
    let made = std::process::Command::new("mkfifo").arg(bench.path("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    let hash = "0".repeat(64);
    for (name, hash, told) in [
        ("secret", None, "neither a text nor a SHA-256"),
        ("secret", Some(&hash), "has changed"),
        ("pipe", None, "neither a text nor a SHA-256"),
        ("pipe", Some(&hash), "no regular file"),
        ("/dev/zero", Some(&hash), "no regular file"),
        (".", Some(&hash), "no regular file"),
        ("nothing", Some(&hash), "no such file"),
    ] {
        let hash = hash.map_or(String::new(), |hash| format!("\"sha256\": \"{hash}\", "));
        let board = format!("\"board\": {{\"name\": \"{name}\", {hash}\"input\": null}}");
        spoil(&bench, "\"board\": null", &board);
        let refused = bench.run("decode --map spoiled said").refusal();
        assert!(refused.contains(told) && !refused.contains("password"), "{name}: {refused}");
    }
    bench.write("few.cnf", "p cnf 3 2\n1 2 3 0\n-1 -2 0\n");
    std::os::unix::fs::symlink("few.cnf", bench.path("link.cnf")).expect("a link");
    bench.write("said", "s SATISFIABLE\nv 1 -2 3 0\n");
    bench.run("export model link.cnf --to cnf -o g.cnf --map m").with_status(0);
    bench.run("decode --map m said").with_status(0);
    bench.write("few.cnf", "p cnf 3 1\n1 2 3 0\n");
    let refused = bench.run("decode --map m said").refusal();
    assert!(refused.contains("link.cnf has changed since it was read"), "{refused}");
}

#[test]
#[cfg(unix)]
fn nothing_from_outside_is_obeyed_by_a_terminal() {
    let escapes = |text: &str| text.chars().any(|one| one.is_control() && !"\n\t".contains(one));
    let bench = with_a_map();
    bench.write("evil", "printf '\\033[31mEVIL\\007 \\033]0;pwn\\007\\n' >&2\nexit 3\n");
    let words = "solve gunport --size 4 --construct off --deduce none --solver";
    let words = words.split_whitespace().chain(["sh evil"]);
    let ended = Ended::of(bench.command(words).output().expect("the program runs")).with_status(2);
    assert!(ended.err.contains("\\u{1b}[31mEVIL") && !escapes(&ended.err), "{}", ended.err);
    bench.write("c1", "AA\u{9b}31mB\n");
    let name = "bad\u{1b}[31mname";
    bench.write(name, "AB\n");
    bench.write("board.txt", QUEENS);
    bench.run("compare --family queens --boards board.txt").with_status(0);
    let line = fs::read_to_string(bench.path("comparison.jsonl")).expect("a line");
    bench.write("r.jsonl", line.replace("\"family\":\"queens\"", "\"family\":\"\\u001b[31mX\""));
    for words in [
        vec!["solve", "queens", "c1"],
        vec!["solve", "queens", name],
        vec!["verify", "queens", "board.txt", "--answer", name],
        vec!["compare", "--report", "r.jsonl"],
        vec!["compare", "--report", name],
        vec!["solve", "queens", "board.txt", "-o", "no\u{1b}[31mfolder/x"],
    ] {
        let ended = Ended::of(bench.command(&words).output().expect("the program runs"));
        assert!(!escapes(&ended.err) && !escapes(&ended.out), "{words:?}: {ended:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_told_of() {
    let bench = Workbench::new();
    for line in ["--help", "--version", "solve --help", "families"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = bench.command(line.split_whitespace());
        let ended = Ended::of(command.stdout(full).output().expect("the program runs"));
        assert!(ended.with_status(2).err.contains("cannot write standard output"), "{line}");
    }
}

#[test]
#[cfg(unix)]
fn a_silent_solver_is_told_by_its_end() {
    let bench = Workbench::new();
    let line = "solve gunport --size 4 --construct off --deduce none --solver false";
    let told = bench.run(line).with_status(2).err;
    assert!(told.contains("`false` ended with status 1 and printed nothing"), "{told}");
    assert!(
        told.contains("expected its answer on standard output, or in the file {out}"),
        "{told}"
    );
}

#[test]
fn a_command_with_a_wrong_placeholder_is_refused_with_the_right_ones() {
    let bench = Workbench::new();
    for (command, told) in [
        ("cat {in}", "no placeholder is called {in}: write {} for the file"),
        ("cat --file={cnf}", "no placeholder is called {cnf}"),
        ("{}", "a command without a program: write the program"),
    ] {
        let words = ["solve", "gunport", "--size", "4", "--solver", command];
        let output = bench.command(words).output().expect("the program runs");
        let refusal = Ended::of(output).with_status(2).err;
        assert!(refusal.contains(told), "{refusal}");
    }
}

/// A bound beyond all values becomes a constant in OPB that every solver reads.
#[test]
fn a_bound_beyond_everything_is_small_in_a_file() {
    let bench = Workbench::new();
    for (family, told) in [("gunport", ">= -13 ;"), ("abbott-window", ">= 10 ;")] {
        for bound in ["2147483648", "18446744073709551615"] {
            let line = format!("export {family} --size 3 --bound {bound} --to opb");
            let text = bench.run(&line).with_status(0).out;
            assert!(text.contains(told), "{text}");
            assert!(!text.contains("2147483648 ;") && !text.contains("4611686018427387903"));
        }
    }
}

/// A counted answer of armies has exactly the requested size of each army, and the result names the
/// size.
#[test]
fn counted_armies_are_told_by_their_size() {
    let bench = Workbench::new();
    bench.write("given", ".B.\n...\n..W\n");
    let none = bench.run("solve armies given --bound 0 --count").with_status(1).out;
    assert!(none.contains("no answer with size of each army exactly 0; 0 answers"), "{none}");
    let json = bench.run("solve armies given --bound 0 --count --format json").with_status(1).out;
    assert!(json.contains("\"upper_bound\": 4"), "{json}");
    let some = bench.run("solve armies --size 4 --bound 1 --count").with_status(0).out;
    assert!(some.contains("size of each army exactly 1; 88 answers"), "{some}");
    let unique = bench.run("solve armies --size 4 --bound 0 --unique").with_status(0).out;
    assert!(unique.contains("size of each army exactly 0; unique"), "{unique}");
}

#[test]
fn crosses_are_blocked_cells_in_the_plural_and_in_the_singular() {
    let regions = "region(1,1,a). region(1,2,a). region(1,3,b). region(1,4,b).\n\
        region(2,1,a). region(2,2,c). region(2,3,b). region(2,4,b).\n\
        region(3,1,c). region(3,2,c). region(3,3,c). region(3,4,d).\n\
        region(4,1,c). region(4,2,d). region(4,3,d). region(4,4,d).\n";
    let bench = Workbench::with("cross.lp", format!("{regions}cross(1,1).\n"));
    bench.write("crosses.lp", format!("{regions}crosses(1,1).\n"));
    bench.write("text", "AABB\nACBB\nCCCD\nCDDD\n# blocked r1c1\n");
    for key in ["cross", "crosses"] {
        let board = "[\"AABB\",\"ACBB\",\"CCCD\",\"CDDD\"]";
        bench.write(
            &format!("{key}.json"),
            format!("{{\"regions\": {board}, \"{key}\": [[0, 0]]}}"),
        );
    }
    let shown = |name: &str| {
        let json = bench.run(&format!("show queens {name} --format json")).with_status(0).json();
        json["picture"].to_string().to_lowercase()
    };
    for name in ["cross.lp", "crosses.lp", "cross.json", "crosses.json"] {
        assert_eq!(shown(name), shown("text"), "{name}");
    }
}

/// A layout has 5 x 5 cells, so `Z` is no letter of the path.
#[test]
fn a_letter_beyond_the_path_is_refused_in_a_layout() {
    let text = PATH_LAYOUT.replacen("E    A", "E Z  A", 1);
    let bench = Workbench::with("layout.txt", text);
    let refused = bench.run("solve abc-path layout.txt").refusal();
    assert!(refused.contains("`Z` on a board of 25 cells"), "{refused}");
    assert!(refused.contains("layout.txt:3:3"), "{refused}");
}
