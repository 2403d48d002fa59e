//! Defaults of options from variables and files: which take precedence, which are left out or
//! refused, and that they never change results.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use super::boards::QUEENS;
use super::golden::golden;
use crate::workbench::{Ended, Workbench};

/// A folder for the program, and inside it a user's configuration folder.
struct Scene {
    bench: Workbench,
    variables: Vec<(String, String)>,
}

impl Scene {
    fn new() -> Scene {
        let bench = Workbench::new();
        fs::create_dir_all(bench.path("config/quarrel")).expect("a folder");
        Scene { bench, variables: Vec::new() }
    }

    fn with(text: &str) -> Scene {
        let scene = Scene::new();
        scene.folder(text);
        scene
    }

    fn folder(&self, text: &str) {
        self.bench.write("quarrel.toml", text);
    }

    fn user(&self, text: &str) {
        self.bench.write("config/quarrel/quarrel.toml", text);
    }

    fn variable(mut self, name: &str, value: &str) -> Scene {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    fn command(&self, line: &str) -> Command {
        let mut command = self.bench.command(line.split_whitespace());
        command.env_remove("QUARREL_CONFIG").env("XDG_CONFIG_HOME", self.bench.path("config"));
        command.envs(self.variables.iter().cloned());
        command
    }

    fn run(&self, line: &str) -> Ended {
        Ended::of(self.command(line).output().expect("the program runs"))
    }

    /// Returns the words after `quarrel export gunport --size 3 --bound 3` in the header of an
    /// export.
    fn told(&self, line: &str) -> String {
        let formula = self.run(&format!("{EXPORT} {line}")).with_status(0).out;
        let begin = format!("c command: quarrel {EXPORT}");
        let told = formula.lines().find_map(|told| told.strip_prefix(&begin));
        told.expect("a header has the command").trim().to_owned()
    }
}

const EXPORT: &str = "export gunport --size 3 --bound 3";

/// The order of precedence is: command line, variable, folder, user; within a file the verb's
/// table, then the top level.
#[test]
fn the_stronger_goes_before_the_weaker() {
    let scene = Scene::new();
    scene.user("amo = 'pairwise'\ncard = 'knuth'\n[export]\nto = 'cnf'\norder = 'row'\n");
    assert_eq!(scene.told(""), "--to cnf --order row --amo pairwise --card knuth");
    scene.folder("amo = 'ladder'\n");
    assert_eq!(scene.told(""), "--amo ladder --to cnf --order row --card knuth");
    scene.folder("amo = 'ladder'\n[export]\namo = 'product'\n");
    assert_eq!(
        scene.told("--order natural"),
        "--order natural --amo product --to cnf --card knuth"
    );
    let scene = scene.variable("QUARREL_AMO", "bitwise");
    assert_eq!(
        scene.told("--order natural"),
        "--order natural --amo bitwise --to cnf --card knuth"
    );
    let told = "'--amo=nested' --order natural --to cnf --card knuth";
    assert_eq!(scene.told("--amo=nested --order natural"), told);
    assert_eq!(scene.told("--to cnf --no-config"), "--to cnf --no-config");
    let refused = scene.run(&format!("--no-config {EXPORT}")).refusal();
    assert!(refused.contains("no format is named"), "{refused}");
    let empty = scene.variable("QUARREL_AMO", "").variable("QUARREL_ORDER", "");
    assert_eq!(empty.told("--card adder"), "--card adder --amo product --to cnf --order row");
}

/// `QUARREL_CONFIG` names a file that replaces both other files and has to exist.
#[test]
fn a_file_is_named() {
    let scene = Scene::with("to = 'cnf'\namo = 'ladder'\n");
    scene.user("card = 'knuth'\n");
    scene.bench.write("mine.toml", "to = 'cnf'\nxor = 'bdd'\n");
    let named = scene.variable("QUARREL_CONFIG", "mine.toml");
    assert_eq!(named.told(""), "--to cnf --xor bdd");
    let empty = named.variable("QUARREL_CONFIG", "");
    assert_eq!(empty.told(""), "--to cnf --amo ladder --card knuth");
    let missing = empty.variable("QUARREL_CONFIG", "nowhere.toml");
    let refused = missing.run(&format!("{EXPORT} --to cnf")).refusal();
    assert!(refused.contains("QUARREL_CONFIG names nowhere.toml"), "{refused}");
    missing.run("--no-config families").with_status(0);
}

/// The user's file is in `~/.config`, unless `XDG_CONFIG_HOME` is an absolute path.
#[test]
fn the_users_file_lies_where_configuration_does() {
    let scene = Scene::new();
    fs::create_dir_all(scene.bench.path(".config/quarrel")).expect("a folder");
    scene.bench.write(".config/quarrel/quarrel.toml", "format = 'json'\n");
    for folder in ["", "config"] {
        let mut command = scene.command("families gunport");
        command.env("HOME", scene.bench.path("")).env("XDG_CONFIG_HOME", folder);
        Ended::of(command.output().expect("the program runs"))
            .with_status(0)
            .out
            .find('{')
            .expect("JSON");
    }
}

/// The header of an export has the words that write the same file without defaults.
#[test]
fn a_header_tells_the_defaults() {
    let scene =
        Scene::with("[export]\nto = 'wcnf'\nscramble = 0x7\ncard = 'sequential'\nshape = 'flat'\n")
            .variable("QUARREL_ORDER", "random:3");
    let formula = scene.run("export gunport --size 4").with_status(0).out;
    let told = formula.lines().find_map(|line| line.strip_prefix("c command: quarrel "));
    let told = told.expect("a header has the command");
    assert_eq!(
        told,
        "export gunport --size 4 --order random:3 --to wcnf --scramble 7 --card sequential --shape flat"
    );
    assert_eq!(Workbench::new().run(told).with_status(0).out, formula);
    let lp = scene.run("export gunport --size 4 --to lp").with_status(0);
    assert_eq!(lp.err, "");
}

#[test]
fn defaults_stand_before_the_end_of_options() {
    let scene = Scene::with("to = 'cnf'\n");
    let formula = scene.run("export --size 3 --bound 3 -- gunport").with_status(0).out;
    assert!(formula.contains("c command: quarrel export --size 3 --bound 3 --to cnf -- gunport\n"));
}

#[test]
fn a_default_that_does_not_go_with_what_is_typed_is_left_out() {
    let queens = "AABB\nACBB\nCCCD\nCCDD\n";
    for (text, line, told) in [
        ("quiet = true", "solve gunport --size 3 --verbose", "# gunport"),
        ("verbose = true", "solve gunport --size 3 --quiet", "# gunport"),
        ("verbose = true\nquiet = true", "solve gunport --size 3", "# gunport"),
        ("symmetry = 'on'", "solve gunport --size 3 --count", "answers"),
        ("scramble = 3", "solve gunport --size 3 --threads 2", "# gunport"),
        ("threads = 2\nscramble = 3", "solve gunport --size 3", "# gunport"),
        ("threads = 2", "solve queens b --solver cat", ""),
        ("threads = 2\nconflict-limit = 9", "solve queens b --solver cat", ""),
        ("format = 'json'", "solve queens b -o answer.svg", ""),
        ("[solve]\nformat = 'svg'", "solve gunport --size 3 --count", "answers"),
        ("format = 'json'", "show queens b -o b.svg", ""),
        ("to = 'cnf'", "export gunport --size 3 -o b.wcnf", ""),
        ("scramble = 1", "export gunport --size 3 --to opb", "min:"),
        ("scramble = 1\nto = 'opb'", "export gunport --size 3", "min:"),
        ("amo = 'ladder'", "encodings", "Sizes are"),
        ("[encodings]\nformat = 'markdown'", "encodings --family gunport --size 3", "variables"),
        (
            "[compare]\npilot = ['a.jsonl']",
            "compare --family gunport --size 3 --measure clauses",
            "",
        ),
    ] {
        let scene = Scene::with(text);
        scene.bench.write("b", queens);
        let ended = scene.run(line);
        let is_foreign = line.contains("cat");
        // The message is about the output of `cat`.
        assert_eq!(
            ended.status,
            Some(if is_foreign { 2 } else { 0 }),
            "{text}: {line}: {}",
            ended.err
        );
        assert!(ended.out.contains(told), "{text}: {line}: {}", ended.out);
        assert!(
            !ended.err.contains("threads") && !ended.err.contains("conflict-limit"),
            "{}",
            ended.err
        );
    }
    // Of two conflicting defaults, the first one acts.
    for (text, is_said) in
        [("verbose = true\nquiet = true", true), ("quiet = true\nverbose = true", false)]
    {
        let told = Scene::with(text).run("solve gunport --size 4").with_status(0).err;
        assert_eq!(!told.is_empty(), is_said, "{told}");
    }
}

#[test]
fn a_default_acts_where_nothing_is_typed() {
    let scene = Scene::with(
        "threads = 2\n[solve]\nformat = 'json'\nseed = 0x10\nmode = 'stable'\nsymmetry = 'on'\n",
    );
    let told = scene.run("solve gunport --size 4").with_status(0).json();
    assert_eq!((&told["seed"], &told["mode"]), (&16.into(), &"stable".into()));
    let told = scene.run("solve gunport --size 4 --count --seed 3").with_status(0).json();
    assert_eq!((&told["seed"], &told["mode"]), (&3.into(), &"stable".into()));
    assert!(scene.run("show gunport --size 4").with_status(0).out.starts_with(['┏', '.', '?']));
    let scene = Scene::with("[compare]\npilot = ['a.jsonl', 'b.jsonl']\n");
    let refused = scene.run("compare --family gunport --size 3 --dry-run").refusal();
    assert!(refused.contains("a.jsonl"), "{refused}");
    assert!(
        refused.contains("note: --pilot a.jsonl --pilot b.jsonl is from quarrel.toml:2"),
        "{refused}"
    );
}

/// A stronger default can unset a flag of a weaker one.
#[test]
fn a_flag_is_true_or_false() {
    let said = |scene: &Scene| {
        let ended = scene.run("solve gunport --size 4").with_status(0);
        !ended.err.is_empty()
    };
    let scene = Scene::new();
    assert!(!said(&scene));
    scene.user("verbose = true\n");
    assert!(said(&scene));
    scene.folder("[solve]\nverbose = false\n");
    assert!(!said(&scene));
    let scene = scene.variable("QUARREL_VERBOSE", "1");
    assert!(said(&scene));
    assert!(!said(&scene.variable("QUARREL_VERBOSE", "false")));
}

#[test]
fn a_refused_command_names_its_defaults() {
    let scene = Scene::with("\nshape = 'columns+lines-chain'\n").variable("QUARREL_CARD", "knuth");
    let refused = scene.run("solve gunport --size 4 --amo ladder").refusal();
    assert!(refused.contains("is not divided into"), "{refused}");
    assert!(
        refused.contains("note: --shape columns+lines-chain is from quarrel.toml:2\n"),
        "{refused}"
    );
    assert!(
        refused.contains("note: --card knuth is from the variable QUARREL_CARD\n"),
        "{refused}"
    );
    assert!(!refused.contains("ladder"), "{refused}");
}

#[test]
fn defaults_hold_for_each_of_several_boards() {
    let scene = Scene::with("[solve]\nformat = 'json'\nseed = 7\nquiet = true\n")
        .variable("QUARREL_MODE", "stable");
    scene.bench.write("a", QUEENS);
    let mut command = scene.command("solve --unique queens -- a - a");
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut told = String::new();
    out.read_line(&mut told).expect("the line of the first board");
    scene.folder("nonsense\n");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(QUEENS.as_bytes()).expect("the program reads");
    drop(input);
    out.read_to_string(&mut told).expect("the rest");
    let ended = Ended::of(child.wait_with_output().expect("it ends")).with_status(0);
    assert_eq!(ended.err, "", "there is no summary");
    let objects: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(objects.len(), 3, "{told}");
    for object in &objects {
        assert_eq!((&object["seed"], &object["mode"]), (&7.into(), &"stable".into()), "{object}");
        assert_eq!(object["unique"], true, "{object}");
    }
}

/// A default for one board is left out of several; typed words keep their place.
#[test]
fn a_default_for_one_board_is_left_out_of_several() {
    let scene = Scene::with("[solve]\nformat = 'svg'\n");
    fs::create_dir(scene.bench.path("boards")).expect("a folder");
    scene.bench.write("boards/a", QUEENS);
    let drawn = scene.run("solve queens boards/a").with_status(0).out;
    assert!(drawn.starts_with("<svg"), "{drawn}");
    let line = "boards/a: solved\n";
    for (words, lines) in [
        ("solve queens boards", 1),
        ("solve queens boards/a boards/a", 2),
        ("--no-config solve queens boards boards/a", 2),
        ("solve queens boards boards/a --no-config", 2),
    ] {
        let told = scene.run(words).with_status(0).out;
        assert_eq!(told, line.repeat(lines), "{words}");
    }
}

#[test]
fn refused_boards_name_their_defaults_once() {
    let scene = Scene::with("shape = 'columns+lines-chain'\n");
    scene.bench.write("a", "???\n".repeat(3));
    let ended = scene.run("solve gunport a a").with_status(2);
    assert_eq!(ended.err.matches("is not divided into").count(), 2, "{}", ended.err);
    let end = "2 boards: 0 with an answer, 2 refused\n\
               note: --shape columns+lines-chain is from quarrel.toml:1\n";
    assert!(ended.err.ends_with(end), "{}", ended.err);
    assert_eq!(ended.err.matches("note:").count(), 1, "{}", ended.err);
}

#[test]
fn refusals_of_defaults() {
    let mut text = String::new();
    for file in [
        "threads = \"many\"\n",
        "time-limit = \"2m\"\n\n[solve]\namo = \"lader\"\n",
        "colour = 3\n",
        "[solve]\n  jobs = 3\n",
        "[slove]\namo = \"ladder\"\n",
        "[man]\ninstall = \"pages\"\n",
        "solve = 3\n",
        "[[solve]]\namo = \"ladder\"\n",
        "format = \"svg\"\n",
        "amo = [\"ladder\", \"pairwise\"]\n",
        "amo = [\"ladder\", [1]]\n",
        "amo = true\n",
        "quiet = \"yes\"\n",
        "seed = 1979-05-27\n",
        "seed = -1\n",
        "seed = 99999999999999999999999999\n",
        "gap = 1e999\n",
        "seed = 1\nseed = 2\n",
        "[solve]\nunique = true\n",
        "bound = 3\n",
        "[export]\noutput = \"formula.cnf\"\n",
        "formulation = \"pieces\"\n",
        "[solve]\nstart = \"answer.txt\"\n",
        "parent = 3\n",
        "board = \"b.txt\"\n",
        "help = true\n",
        "no-config = true\n",
        "[compare]\namo = \"ladder\"\n",
        "[compare]\ntime-limit = 3\n",
        "[export.suite]\nto = \"cnf\"\n",
        "solver = \"kissat\"\n",
        "amo = \"lad\u{1b}[31mder\"\n",
        "amo = \"a\\u0000b\"\n",
        "amo\n",
    ] {
        let refused = Scene::with(file).run("solve gunport --size 3").refusal();
        write!(text, "{file}\n{}\n\n", refused.trim_end()).expect("a String grows");
    }
    for (name, value, line) in [
        ("QUARREL_TIME_LIMIT", "soon", "solve gunport --size 3"),
        ("QUARREL_AMO", "lader", "solve gunport --size 3"),
        ("QUARREL_QUIET", "yes", "solve gunport --size 3"),
        ("QUARREL_BOUND", "3", "solve gunport --size 3"),
        ("QUARREL_OUTPUT", "x", "solve gunport --size 3"),
        ("QUARREL_SEEDS", "3", "compare --family gunport --size 3"),
        ("QUARREL_NO_CONFIG", "1", "families"),
    ] {
        let refused = Scene::new().variable(name, value).run(line).refusal();
        write!(text, "$ {name}={value} quarrel {line}\n{}\n\n", refused.trim_end())
            .expect("a String grows");
    }
    golden("refusals-of-defaults", &text.replace('\u{1b}', "\\e"));
}

#[test]
#[cfg(unix)]
fn whatever_is_called_so_is_read_or_refused() {
    use std::os::unix::ffi::OsStringExt;

    let line = "solve gunport --size 3";
    for (content, told) in [
        (vec![b'#'; 2 << 20], "has more than 1048576 bytes"),
        (b"amo = '\xff'\n".to_vec(), "the byte 0xff is no text"),
        (vec![0; 100], "quarrel.toml:1:"),
        (b"[".repeat(10_000), "quarrel.toml:1:"),
        ([&b"amo = '"[..], &b"x".repeat(1_000_000), b"'"].concat(), "xxx…"),
        (b"a.".repeat(10_000), "quarrel.toml:1:"),
    ] {
        let scene = Scene::new();
        scene.bench.write("quarrel.toml", content);
        let refused = scene.run(line).refusal();
        assert!(refused.contains(told), "{refused}");
        scene.run(&format!("{line} --no-config")).with_status(0);
    }
    let scene = Scene::new();
    let path = scene.bench.path("quarrel.toml");
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo runs").success());
    let refused = scene.run(line).refusal();
    assert!(refused.contains("quarrel.toml is no regular file"), "{refused}");
    fs::remove_file(&path).expect("a pipe to remove");
    fs::create_dir(&path).expect("a folder");
    let refused = scene.run(line).refusal();
    assert!(refused.contains("quarrel.toml is a folder"), "{refused}");
    fs::remove_dir(&path).expect("a folder to remove");
    std::os::unix::fs::symlink("nowhere", &path).expect("a link");
    scene.run(line).with_status(0);
    let mut command = scene.command(line);
    command.env("QUARREL_AMO", std::ffi::OsString::from_vec(vec![0xff]));
    let refused = Ended::of(command.output().expect("the program runs")).refusal();
    assert!(refused.contains("the variable QUARREL_AMO: a value that is not UTF-8"), "{refused}");
}

#[test]
fn a_misspelt_variable_has_a_note() {
    for (name, told) in [
        ("QUARREL_TIMELIMIT", "no option reads it; QUARREL_TIME_LIMIT is read"),
        ("QUARREL_TREADS", "no option reads it; QUARREL_THREADS is read"),
    ] {
        let errors = Scene::new().variable(name, "2").run("solve gunport --size 2").err;
        assert!(errors.contains(&format!("{name} is set")) && errors.contains(told), "{errors}");
    }
    for name in ["QUARREL_MODELS", "QUARREL_LINKS", "QUARREL_FAMILY_1", "QUARREL_SOMETHING"] {
        let errors = Scene::new().variable(name, "2").run("solve gunport --size 2").err;
        assert!(!errors.contains(name), "{errors}");
    }
}

#[test]
fn what_takes_no_defaults_reads_none() {
    let scene = Scene::with("nonsense\n").variable("QUARREL_TIME_LIMIT", "soon");
    for line in [
        "--help",
        "--version",
        "solve --help",
        "help solve",
        "man solve",
        "completions bash",
        "--complete solve gunport --amo ",
        "solve gunport --size 3 --no-config",
        "--no-config solve gunport --size 3",
        "export --suite set --family gunport --size 3",
    ] {
        scene.run(line).with_status(0);
    }
    scene.run("families").with_status(2);
}

/// A comparison uses defaults for its own options only; its runs stay the same.
#[test]
fn a_comparison_has_the_same_runs() {
    let line = "compare --family gunport --family armies --size 4 --xor chain-4 --xor tree-4 --ask optimum \
                --ask unsat --scrambles 1";
    let runs = |scene: &Scene, name: &str| {
        let told = scene.run(line).with_status(0).out;
        let lines = fs::read_to_string(scene.bench.path(name)).expect("lines");
        let mut runs: Vec<Vec<serde_json::Value>> = lines
            .lines()
            .map(|line| {
                let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
                let of_run =
                    ["command", "status", "value", "clauses", "literals", "conflicts", "ending"];
                of_run.iter().map(|field| record[*field].clone()).collect()
            })
            .collect();
        runs.sort_by_key(|run| run[0].to_string());
        (runs, told, lines)
    };
    let (plain, ..) = runs(&Scene::new(), "comparison.jsonl");
    assert_eq!(plain.len(), 2 * 2 * 2 * 2 + 2);
    let scene = Scene::with(
        "format = 'text'\ndeduce = 'none'\n[solve]\namo = 'ladder'\ncard = 'adder'\nsymmetry = 'off'\nquiet = true\n\
         construct = 'off'\n[compare]\nlabel = 'here'\nresults = 'mine.jsonl'\n",
    )
    .variable("QUARREL_AMO", "ladder")
    .variable("QUARREL_SHAPE", "flat")
    .variable("QUARREL_THREADS", "2")
    .variable("QUARREL_TIME_LIMIT", "0.001")
    .variable("QUARREL_MEASURE", "conflicts");
    scene.user("mode = 'focused'\n");
    let (defaulted, told, lines) = runs(&scene, "mine.jsonl");
    assert_eq!(plain, defaulted);
    assert!(told.contains("fewer conflicts") || told.contains("conflicts"), "{told}");
    let record: serde_json::Value =
        serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    let start = record["origin"]["start"]["command"].as_str().expect("a command");
    let words = "--measure conflicts --label here --results mine.jsonl";
    assert_eq!(start, format!("quarrel {line} {words}"));
    assert_eq!(record["origin"]["machine"]["label"], "here");
}

#[test]
fn a_set_of_instances_is_the_same() {
    let line = "export --suite set --family gunport --size 3,4 --xor chain-4 --to cnf,opb";
    let plain = Scene::new();
    let scene =
        Scene::with("to = 'wcnf'\nscramble = 3\namo = 'ladder'\n[solve]\nconflict-limit = 1\n")
            .variable("QUARREL_CARD", "adder")
            .variable("QUARREL_CONFLICT_LIMIT", "1");
    let written = [&plain, &scene].map(|scene| {
        let told = scene.run(line).with_status(0).out;
        (told, super::suites::everything(&scene.bench, "set"))
    });
    assert_eq!(written[0], written[1]);
    assert!(written[0].1.len() > 4);
}

#[test]
fn the_manual_has_variables_and_files() {
    let page = crate::workbench::run("man solve").with_status(0).out.replace("\\-", "-");
    for part in [".SH ENVIRONMENT", "QUARREL_TIME_LIMIT", ".SH FILES", "quarrel/quarrel.toml"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("QUARREL_BOUND") && !page.contains("QUARREL_PARENT"));
    let page = crate::workbench::run("man").with_status(0).out;
    assert!(page.contains("QUARREL_CONFIG") && page.contains(".SH FILES"));
    let page = crate::workbench::run("man export-suite").with_status(0).out;
    assert!(!page.contains(".SH ENVIRONMENT"));
}
