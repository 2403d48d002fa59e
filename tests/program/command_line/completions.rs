//! Completions and manual pages as printed. `tests/tools/shells.rs` runs them in shells.

use std::path::PathBuf;

use crate::workbench::{Workbench, run};

#[test]
fn every_encoding_is_offered_with_where_it_comes_from() {
    use quarrel_encodings::{at_most_one, cardinality, integer, parity};
    let rows = at_most_one::ALL.iter().map(|row| ("--amo", row.name, row.citation));
    let rows = rows.chain(cardinality::ALL.iter().map(|row| ("--card", row.name, row.citation)));
    let rows = rows.chain(integer::ALL.iter().map(|row| ("--int", row.name, row.citation)));
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
        // A reference is a name in bold, followed by its section.
        for before in text.split("\\fR(1)").collect::<Vec<_>>().split_last().expect("text").1 {
            let name = before.rsplit("\\fB").next().expect("in bold").replace("\\-", "-");
            assert!(bench.path(&format!("pages/man1/{name}.1")).exists(), "{name}");
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
    let plan = run("man plan").with_status(0).out.replace("\\-", "-");
    assert!(plan.contains("quarrel plan cubes") && !plan.contains("quarrel plan-"), "{plan}");
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
