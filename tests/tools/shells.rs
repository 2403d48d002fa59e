//! Completions in real shells, manual pages in their readers, and output on a terminal.
//!
//! A table has lines, with candidates that have to appear and those that must not. Each shell is
//! asked in its own way: fish prints its candidates; zsh runs in a pseudo-terminal of zsh; bash
//! runs in one of `script`, where it inserts all candidates into the line and echoes it.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::needs::{Need, Test, tests};
use crate::plain::plain;
use crate::workbench::{Workbench, run};

const REMEDY: &str = "`make shells` installs it";

static BASH: Need = Need::program("bash", &["bash", "--version"], REMEDY);
static FISH: Need = Need::program("fish", &["fish", "--version"], REMEDY);
static MAN: Need = Need::program("man", &["man", "--version"], REMEDY);
static MANDOC: Need = Need::program("mandoc", &["mandoc", "-V"], REMEDY);
static SCRIPT: Need = Need::program("script", &["script", "--version"], REMEDY);
static ZSH: Need = Need::program("zsh", &["zsh", "--version"], REMEDY);

pub fn tests() -> Vec<Test> {
    tests! {
        [BASH, SCRIPT] bash_completes;
        [FISH] fish_completes;
        [ZSH] zsh_completes;
        [MANDOC] mandoc_finds_no_fault_in_a_manual_page;
        [MAN] man_finds_no_fault_in_a_manual_page;
        [SCRIPT] a_comparison_on_a_terminal_says_at_once_that_it_runs;
    }
}

type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

const TABLE: &[Row] = &[
    ("quarrel ", &["solve", "compare", "man"], &["board.txt", "--complete"]),
    ("quarrel solve ", &["queens", "gunport", "armies"], &["tango", "board.txt", "solve"]),
    ("quarrel solve tan", &["tango"], &[]),
    ("quarrel solve queens ", &["board.txt", "more"], &["queens", "notes"]),
    ("quarrel solve queens board.txt ", &["board.txt", "more"], &["queens", "notes"]),
    ("quarrel solve queens board.txt more bo", &["board.txt"], &["queens"]),
    ("quarrel show queens board.txt ", &["board.txt"], &["queens"]),
    ("quarrel verify queens board.txt ", &[], &["board.txt", "queens"]),
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
    ("quarrel solve armies --cuts ", &["all", "none", "rows"], &["board.txt"]),
    ("quarrel solve armies --cuts rows+", &["rows+cliques"], &["rows+rows", "all"]),
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

fn place() -> Workbench {
    let bench = Workbench::with("board.txt", "AB\nAB\n");
    std::fs::create_dir(bench.path("more")).expect("a folder");
    bench
}

fn shell(program: &str, place: &Workbench) -> Command {
    let built = Path::new(env!("CARGO_BIN_EXE_quarrel")).parent().expect("a folder");
    let mut folders = vec![built.to_owned()];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let path: OsString = std::env::join_paths(folders).expect("folders of a path");
    let home = place.path("");
    let mut command = Command::new(program);
    command.current_dir(&home).env("PATH", path).env("HOME", &home).env("TERM", "dumb");
    command.env("XDG_CONFIG_HOME", &home).env("XDG_DATA_HOME", &home).env_remove("INPUTRC");
    command
}

fn script(bench: &Workbench, shell: &str) -> PathBuf {
    let text = run(&format!("completions {shell}")).with_status(0).out;
    bench.write("script", text);
    bench.path("script")
}

fn said(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("the shell runs");
    String::from_utf8_lossy(&output.stdout).replace('\r', "")
}

/// The option may precede a value.
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

fn fish_completes() {
    let (place, bench) = (place(), Workbench::new());
    for row in TABLE {
        let mut fish = shell("fish", &place);
        let script = script(&bench, "fish");
        let asked = format!("source '{}'; complete -C'{}'", script.display(), row.0);
        let told = said(fish.args(["-N", "-c", &asked]));
        let first = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
        validate("fish", row.0, row, &told.lines().map(first).collect::<Vec<_>>());
    }
}

fn zsh_completes() {
    let (place, bench) = (place(), Workbench::new());
    let mut zsh = shell("zsh", &place);
    bench.write("driver", include_str!("shells/completions.zsh"));
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

fn bash_completes() {
    let (place, bench) = (place(), Workbench::new());
    let mut terminal = shell("script", &place);
    let script = script(&bench, "bash");
    let mut rc = format!("source '{}'\n", script.display());
    rc += "bind 'set bell-style none'; bind 'set enable-bracketed-paste off'\n";
    bench.write("rc", rc);
    // Alt-* puts all candidates into the line, Ctrl-A goes to its beginning.
    let mut keys = String::new();
    for (number, row) in TABLE.iter().enumerate() {
        writeln!(keys, "{}\u{1b}*\u{1}echo ROW{number}: ", row.0)
            .expect("a string accepts every text");
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
        // The words before the completed one are no candidates.
        let before = row.0.rsplit_once(' ').map_or(0, |(before, _)| before.split(' ').count());
        let words = line.split_whitespace().skip(before).map(str::to_owned);
        validate("bash", row.0, row, &words.collect::<Vec<_>>());
    }
}

/// Returns the complaints of a reader about the manual pages. mandoc prints them on standard
/// output.
fn faults(program: &str, words: [&str; 2]) -> String {
    let bench = Workbench::new();
    bench.run("man --install pages").with_status(0);
    let folder = bench.path("pages").read_dir().expect("the folder is made");
    let mut told = Vec::new();
    for page in folder {
        let path = page.expect("an entry").path();
        let mut command = Command::new(program);
        let output = command.args(words).arg(path).env("MANWIDTH", "80").output();
        let output = output.expect("it is installed");
        if program == "mandoc" {
            told.extend(output.stdout);
        }
        told.extend(output.stderr);
    }
    String::from_utf8_lossy(&told).into_owned()
}

fn mandoc_finds_no_fault_in_a_manual_page() {
    assert_eq!(faults("mandoc", ["-Tlint", "-Wall"]), "");
}

fn man_finds_no_fault_in_a_manual_page() {
    assert_eq!(faults("man", ["--warnings", "-l"]), "");
}

fn a_comparison_on_a_terminal_says_at_once_that_it_runs() {
    let bench = Workbench::new();
    bench.write("slow", "sleep 2\necho s UNKNOWN\n");
    let program = env!("CARGO_BIN_EXE_quarrel");
    let line =
        format!("{program} compare --family gunport --size 4 --solver 'sh slow' --time-limit 1");
    let mut script = plain("script");
    script.args(["-qfec", &line, "/dev/null"]).current_dir(bench.path("."));
    let output = script.stdin(Stdio::null()).output().expect("it is installed");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("the first run is under way"), "{told}");
}
