//! Completions as the shells give them: a table of lines, with what has to come and what must not.
//!
//! Each shell is asked in its own way: fish tells its candidates, zsh runs in a terminal of zsh's making, and
//! bash in one that `script` makes, where it inserts all candidates into the line and echoes it. A shell that
//! is not installed is passed over, and said so.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::workbench::{Workbench, run};

/// A line, what has to come, and what must not.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

const TABLE: &[Row] = &[
    ("quarrel ", &["solve", "compare", "man"], &["board.txt", "--complete"]),
    ("quarrel solve ", &["queens", "gunport", "armies"], &["tango", "board.txt", "solve"]),
    ("quarrel solve tan", &["tango"], &[]),
    ("quarrel solve queens ", &["board.txt", "more"], &["queens", "notes"]),
    ("quarrel solve queens board.txt ", &["board.txt", "more"], &["queens", "notes"]),
    ("quarrel solve queens board.txt more bo", &["board.txt"], &["queens"]),
    ("quarrel show queens board.txt ", &[], &["board.txt", "queens"]),
    ("quarrel solve queens --formulation ", &["blocks", "pairs"], &["sides", "board.txt"]),
    ("quarrel solve tango --formulation ", &["cells", "colours"], &["blocks", "board.txt"]),
    ("quarrel solve --formulation ", &["blocks", "sides", "colours"], &["board.txt"]),
    ("quarrel solve star-battle --variant ", &["stars="], &["no-slide", "board.txt"]),
    ("quarrel solve gunport --variant=no", &["no-slide"], &["stars="]),
    ("quarrel solve queens --input ", &["sas", "letters"], &["ampl", "board.txt"]),
    ("quarrel solve queens --amo ", &["pairwise", "bdd", "auto"], &["all", "board.txt"]),
    ("quarrel solve queens --card=", &["totalizer", "auto"], &["board.txt"]),
    ("quarrel solve queens --xor ", &["auto"], &["all", "board.txt"]),
    ("quarrel solve armies --order ", &["row", "spiral", "random:"], &["board.txt", "all"]),
    ("quarrel solve armies --shape ", &["flat", "auto", "rows-chain"], &["board.txt"]),
    ("quarrel solve armies --shape rows+", &["rows+columns-chain"], &["rows+rows-chain", "flat"]),
    ("quarrel solve armies --deduce ", &["all", "none", "parity"], &["board.txt"]),
    ("quarrel solve armies --deduce parity+", &["parity+disjoint"], &["parity+parity"]),
    ("quarrel solve armies --symmetry ", &["auto", "on", "off", "found"], &["board.txt"]),
    ("quarrel solve armies --search ", &["binary", "core-boosted"], &["board.txt"]),
    ("quarrel solve armies --mode ", &["stable", "focused", "auto"], &["board.txt"]),
    ("quarrel solve armies --format ", &["svg", "json"], &["board.txt"]),
    ("quarrel solve armies --solver cad", &["cadical"], &[]),
    ("quarrel solve armies --size ", &[], &["board.txt", "--bound"]),
    ("quarrel solve armies --bound ", &[], &["board.txt", "--size"]),
    ("quarrel solve armies --size 5 --bo", &["--bound"], &["--size"]),
    ("quarrel solve armies --output bo", &["board.txt"], &[]),
    ("quarrel solve armies --output=bo", &["board.txt"], &[]),
    ("quarrel verify queens board.txt --answer ", &["board.txt"], &["queens"]),
    ("quarrel families ", &["gunport", "queens"], &["board.txt"]),
    ("quarrel encodings ", &["totalizer", "bdd", "card:bdd"], &["board.txt", "amo:ladder"]),
    ("quarrel encodings tot", &["totalizer"], &["modulo-totalizer"]),
    ("quarrel encodings bd", &["bdd"], &["card:bdd"]),
    ("quarrel encodings --family ", &["queens"], &["board.txt"]),
    ("quarrel encodings --family queens bo", &["board.txt"], &["bdd"]),
    ("quarrel encodings --explain gunport --formulation ", &["sides"], &["blocks"]),
    ("quarrel export gunport --to ", &["cnf", "wcnf", "lp"], &["board.txt"]),
    ("quarrel export --", &["--suite", "--map"], &["--family"]),
    ("quarrel export --suite ", &["more"], &["board.txt", "queens"]),
    ("quarrel export --suite more --", &["--family", "--conflict-limit"], &["--map", "--suite"]),
    ("quarrel export --suite more --to cnf,", &["cnf,wcnf", "cnf,lp"], &["cnf,cnf", "board.txt"]),
    ("quarrel decode --map ", &["board.txt"], &["queens"]),
    ("quarrel decode bo", &["board.txt"], &[]),
    ("quarrel decode board.txt --picture ", &["auto", "always", "never"], &["board.txt"]),
    ("quarrel decode board.txt --format ", &["svg", "png", "json"], &["board.txt"]),
    ("quarrel decode board.txt --output bo", &["board.txt"], &[]),
    ("quarrel compare ", &["counters", "shapes", "board.txt"], &["queens"]),
    ("quarrel compare --family queens,g", &["queens,gunport"], &[]),
    ("quarrel compare --amo ", &["ladder", "auto", "all"], &["board.txt"]),
    ("quarrel compare --amo ladder,b", &["ladder,bitwise", "ladder,bdd"], &["ladder,ladder"]),
    ("quarrel compare --family armies --formulation ", &["lines", "all"], &["sides"]),
    ("quarrel compare --measure ", &["conflicts", "cpu"], &["board.txt"]),
    ("quarrel compare --ask sat,", &["sat,unsat", "sat,optimum"], &["sat,sat"]),
    ("quarrel compare --mode ", &["stable", "auto"], &["board.txt"]),
    ("quarrel compare --report ", &["board.txt"], &["counters"]),
    ("quarrel man ", &["solve", "export-suite"], &["board.txt"]),
    ("quarrel man --install ", &["more"], &["board.txt", "solve"]),
    ("quarrel completions ", &["bash", "fish", "zsh"], &["board.txt"]),
];

/// The folder in which completions are asked for.
fn place() -> Workbench {
    let bench = Workbench::with("board.txt", "AB\nAB\n");
    std::fs::create_dir(bench.path("more")).expect("a folder");
    bench
}

/// A shell's command, with quarrel in its path; none where it is not installed.
fn shell(program: &str, place: &Workbench) -> Option<Command> {
    let quiet = |command: &mut Command| {
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    };
    if !quiet(&mut Command::new(program)) {
        println!("{program} is not installed, and not asked");
        return None;
    }
    let built = Path::new(env!("CARGO_BIN_EXE_quarrel")).parent().expect("a folder");
    let mut folders = vec![built.to_owned()];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let path: OsString = std::env::join_paths(folders).expect("folders of a path");
    let home = place.path("");
    let mut command = Command::new(program);
    command.current_dir(&home).env("PATH", path).env("HOME", &home).env("TERM", "dumb");
    command.env("XDG_CONFIG_HOME", &home).env("XDG_DATA_HOME", &home).env_remove("INPUTRC");
    Some(command)
}

/// What a shell reads, in a folder of its own.
fn script(bench: &Workbench, shell: &str) -> PathBuf {
    let text = run(&format!("completions {shell}")).with_status(0).out;
    bench.write("script", text);
    bench.path("script")
}

fn said(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("the shell runs");
    String::from_utf8_lossy(&output.stdout).replace('\r', "")
}

/// Compares what a shell offers with the table. An option before the value may stand with it.
fn validate(shell: &str, line: &str, row: &Row, offered: &[String]) {
    let comes = |value: &&&str| {
        let behind = format!("={value}");
        offered.iter().any(|other| {
            let other = other.trim_end_matches('/');
            other == **value || other.ends_with(&behind)
        })
    };
    let missing: Vec<_> = row.1.iter().filter(|value| !comes(value)).collect();
    let wrong: Vec<_> = row.2.iter().filter(comes).collect();
    assert!(
        missing.is_empty() && wrong.is_empty(),
        "{shell}: {line}\nmissing {missing:?}, wrong {wrong:?}, of {offered:?}"
    );
}

#[test]
fn fish_completes() {
    let (place, bench) = (place(), Workbench::new());
    for row in TABLE {
        let Some(mut fish) = shell("fish", &place) else { return };
        let script = script(&bench, "fish");
        let asked = format!("source '{}'; complete -C'{}'", script.display(), row.0);
        let told = said(fish.args(["-N", "-c", &asked]));
        let first = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
        validate("fish", row.0, row, &told.lines().map(first).collect::<Vec<_>>());
    }
}

#[test]
fn zsh_completes() {
    let (place, bench) = (place(), Workbench::new());
    let Some(mut zsh) = shell("zsh", &place) else { return };
    bench.write("driver", include_str!("completions.zsh"));
    bench.write("lines", TABLE.iter().map(|row| format!("{}\n", row.0)).collect::<String>());
    let script = script(&bench, "zsh");
    let told = said(zsh.arg("-f").args([bench.path("driver"), script, bench.path("lines")]));
    for row in TABLE {
        let begin = format!("LINE<{}>", row.0);
        let (_, behind) = told.split_once(&begin).expect("zsh answers each line");
        let here = behind.split("LINE<").next().unwrap_or_default();
        let candidates = here.split("CANDIDATE<").skip(1);
        let offered: Vec<String> =
            candidates.filter_map(|text| Some(text.split_once('>')?.0.to_owned())).collect();
        validate("zsh", row.0, row, &offered);
    }
}

#[test]
fn bash_completes() {
    let (place, bench) = (place(), Workbench::new());
    let (Some(_), Some(mut terminal)) = (shell("bash", &place), shell("script", &place)) else {
        return;
    };
    let script = script(&bench, "bash");
    let mut rc = format!("source '{}'\n", script.display());
    rc += "bind 'set bell-style none'; bind 'set enable-bracketed-paste off'\n";
    bench.write("rc", rc);
    // Alt-* puts all candidates into the line, Ctrl-A goes to its beginning.
    let mut keys = String::new();
    for (number, row) in TABLE.iter().enumerate() {
        writeln!(keys, "{}\u{1b}*\u{1}echo ROW{number}: ", row.0).expect("a string takes all");
    }
    keys += "exit\n";
    bench.write("keys", keys);
    let asked = format!("bash --rcfile '{}' -i", bench.path("rc").display());
    terminal.args(["-qfec", &asked, "/dev/null"]);
    terminal.stdin(std::fs::File::open(bench.path("keys")).expect("written just now"));
    let output = terminal.stderr(Stdio::null()).output().expect("the terminal runs");
    let told = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    for (number, row) in TABLE.iter().enumerate() {
        let begin = format!("ROW{number}: ");
        let line = told.lines().find_map(|line| line.strip_prefix(&begin));
        let line = line.unwrap_or_else(|| panic!("bash answers {}\n{told}", row.0));
        // The words before the one that is completed are no candidates.
        let before = row.0.rsplit_once(' ').map_or(0, |(before, _)| before.split(' ').count());
        let words = line.split_whitespace().skip(before).map(str::to_owned);
        validate("bash", row.0, row, &words.collect::<Vec<_>>());
    }
}

#[test]
fn every_encoding_is_offered_with_where_it_comes_from() {
    use quarrel_encodings::{at_most_one, cardinality, parity};
    let rows = at_most_one::ALL.iter().map(|row| ("--amo", row.name, row.citation));
    let rows = rows.chain(cardinality::ALL.iter().map(|row| ("--card", row.name, row.citation)));
    for (option, name, citation) in
        rows.chain(parity::ALL.iter().map(|row| ("--xor", row.name, row.citation)))
    {
        let bench = Workbench::new();
        let words = ["--complete", "solve", "queens", option, name];
        let output = bench.command(words).output().expect("the program runs");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains(&format!("{name}\t{citation}\n")), "{option} {name}: {told}");
        let qualified = format!("{}:{name}", option.trim_start_matches('-'));
        let output = bench.command(["--complete", "encodings", &qualified]).output();
        let told = output.expect("the program runs").stdout;
        let expected = format!("{qualified}\t{citation}\n");
        assert!(String::from_utf8_lossy(&told).contains(&expected), "{qualified}");
    }
}

#[test]
fn all_manual_pages_are_installed_and_know_each_other() {
    let bench = Workbench::new();
    let ended = bench.run("man --install pages/man1").with_status(0);
    assert_eq!((ended.out.as_str(), ended.err.as_str()), ("", ""));
    let folder = bench.path("pages/man1").read_dir().expect("the folder is made");
    let files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    let page = |path: &PathBuf| std::fs::read_to_string(path).expect("a page");
    assert!(files.iter().any(|path| path.ends_with("quarrel-export-suite.1")));
    for path in &files {
        let text = page(path);
        for section in [".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH \"SEE ALSO\""] {
            assert!(text.contains(section), "{section} in {}", path.display());
        }
        // A reference is a name in bold with its section behind it.
        for before in text.split("\\fR(1)").collect::<Vec<_>>().split_last().expect("text").1 {
            let name = before.rsplit("\\fB").next().expect("in bold").replace("\\-", "-");
            assert!(bench.path(&format!("pages/man1/{name}.1")).exists(), "{name}");
        }
    }
    lint(&files);
}

/// Has a page looked over by mandoc and by man, where they are installed.
fn lint(files: &[PathBuf]) {
    for (program, words) in [("mandoc", ["-Tlint", "-Wall"]), ("man", ["--warnings", "-l"])] {
        for file in files {
            let mut command = Command::new(program);
            let Ok(output) = command.args(words).arg(file).env("MANWIDTH", "80").output() else {
                println!("{program} is not installed, and not asked");
                break;
            };
            let out = if program == "mandoc" { &output.stdout[..] } else { &[] };
            let told = [out, &output.stderr].concat();
            assert!(told.is_empty(), "{}", String::from_utf8_lossy(&told));
        }
    }
}

#[test]
fn manual_pages_say_values_examples_and_when() {
    let page = run("man export").with_status(0).out.replace("\\-", "-");
    for part in [
        "[\\fB--size\\fR \\fIN|RxC\\fR]",
        "[\\fB--amo\\fR \\fIA\\fR]",
        ".SH EXAMPLES\n",
        ".SH FORMATS\n",
        "\\fBquarrel-export-suite\\fR(1)",
        "\\fBtotalizer\\fR",
        "quarrel export --suite",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("EXTRA"));
    assert!(run("man").with_status(0).out.contains(".SH \"EXIT STATUS\"\n"));
    let dated = |seconds: &str| {
        let bench = Workbench::new();
        let mut command = bench.command(["man", "solve"]);
        let output = command.env("SOURCE_DATE_EPOCH", seconds).output().expect("the program runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(dated("86400").contains(".TH QUARREL-SOLVE 1 1970-01-02 \"quarrel "));
    assert_eq!(dated("86400"), dated("86401"));
}
