//! Checks that THIRD-PARTY.md names the contents of a binary of quarrel, with the licences that
//! require it.
//!
//! The page is made from cargo's data on the linked crates (`cargo tree` and `cargo metadata`, for
//! Linux), from the files in their packages, and from a list of embedded code that is not Rust: a
//! solver, two libraries and a font. `make notices` renews it (`UPDATE_NOTICES=1`); otherwise the
//! test checks that it is current.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/THIRD-PARTY.md");

const TARGET: &str = "x86_64-unknown-linux-gnu";

struct Embedded {
    name: &'static str,
    by: &'static str,
    licence: &'static str,
    texts: &'static [&'static str],
}

const EMBEDDED: &[Embedded] = &[
    Embedded {
        name: "CaDiCaL, a SAT solver",
        by: "rustsat-cadical",
        licence: "MIT",
        texts: &["cppsrc/LICENSE"],
    },
    Embedded {
        name: "Hack, a font",
        by: "epaint_default_fonts",
        licence: "MIT and Bitstream Vera",
        texts: &["fonts/Hack-Regular.txt"],
    },
    Embedded {
        name: "liblzma of XZ Utils",
        by: "liblzma-sys",
        licence: "0BSD",
        texts: &["xz/COPYING.0BSD"],
    },
    Embedded {
        name: "Zstandard",
        by: "zstd-sys",
        licence: "BSD-3-Clause",
        texts: &["zstd/LICENSE"],
    },
];

const INTRODUCTION: &str = "\
# Third-party notices

quarrel itself is licensed under either of MIT or Apache-2.0 ([LICENSE-MIT](LICENSE-MIT),
[LICENSE-APACHE](LICENSE-APACHE)). A binary for Linux contains the parts listed here and Rust's standard
library (MIT or Apache-2.0); it comes with this file. If licences can be chosen and MIT is one of
them, the file has the text of MIT.

This file is made by `make notices`; a test says whether it is current.
";

struct Crate {
    name: String,
    version: String,
    licence: String,
    repository: String,
    authors: String,
    folder: PathBuf,
}

impl Crate {
    fn of(package: &Value) -> Crate {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let manifest = PathBuf::from(text("manifest_path"));
        Crate {
            name: text("name"),
            version: text("version"),
            licence: text("license").replace('/', " OR ").replace("  ", " "),
            repository: text("repository"),
            authors: authors(package),
            folder: manifest.parent().expect("a manifest is in a folder").to_owned(),
        }
    }

    /// Returns the files with the licences of the crate; only that of MIT if there is a choice.
    fn texts(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).expect("cargo has unpacked it");
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry of a folder").path()).collect();
        paths.retain(|path| path.is_file() && is_notice(&name_of(path)));
        paths.sort();
        let of_mit = |path: &PathBuf| name_of(path).contains("MIT");
        if self.licence.contains(" OR ") && paths.iter().any(of_mit) {
            paths.retain(|path| of_mit(path) || name_of(path).starts_with("NOTICE"));
        }
        paths
    }
}

fn authors(package: &Value) -> String {
    let authors = package["authors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let names = authors.iter().filter_map(Value::as_str).map(|author| author.split(" <").next());
    names.flatten().collect::<Vec<_>>().join(", ")
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().to_uppercase()
}

/// Returns whether a file with this name, in capitals, is a licence or a notice.
fn is_notice(name: &str) -> bool {
    ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"]
        .iter()
        .any(|begin| name.starts_with(begin))
}

fn linked() -> Vec<Crate> {
    let names = names_of_linked();
    let metadata = asked("metadata --format-version 1 --locked --filter-platform", TARGET);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let outside = packages.iter().filter(|package| !package["source"].is_null()).map(Crate::of);
    let is_linked = |found: &Crate| names.contains(&(found.name.clone(), found.version.clone()));
    let mut crates: Vec<Crate> = outside.filter(is_linked).collect();
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    crates
}

/// Returns names and versions of the crates that the program depends on, without those of its
/// tests, its build and procedural macros.
fn names_of_linked() -> BTreeSet<(String, String)> {
    let tree = asked("tree --edges normal,no-proc-macro --prefix none --locked --target", TARGET);
    let name_and_version = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        let version = rest.split_whitespace().next()?;
        Some((name.to_owned(), version.to_owned()))
    };
    tree.lines().filter_map(name_and_version).collect()
}

fn asked(words: &str, last: &str) -> String {
    let told = Command::new(env!("CARGO"))
        .args(words.split(' '))
        .arg(last)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs this test");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    String::from_utf8(told.stdout).expect("cargo writes UTF-8")
}

fn notices() -> String {
    let crates = linked();
    let mut out = INTRODUCTION.to_owned();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut add = |path: &Path, of: &str| {
        texts.entry(text_of(path)).or_default().insert(of.to_owned());
    };

    out += "\n## Sources in other languages, and data\n\n";
    out += "| what | licence | in the crate |\n|---|---|---|\n";
    for part in EMBEDDED {
        let by = crates.iter().find(|found| found.name == part.by).expect(part.by);
        line(&mut out, &[part.name, part.licence, &format!("{} {}", by.name, by.version)]);
        part.texts.iter().for_each(|text| add(&by.folder.join(text), part.name));
    }

    out += "\n## Crates\n\n| crate | version | licence | source |\n|---|---|---|---|\n";
    for found in &crates {
        line(&mut out, &[&found.name, &found.version, &found.licence, &found.repository]);
        found.texts().iter().for_each(|text| add(text, &found.name));
    }
    let textless = crates.iter().filter(|found| found.texts().is_empty());
    let textless = textless.map(|found| format!("{} ({})", found.name, found.authors));
    let textless = textless.collect::<Vec<_>>().join(", ");
    writeln!(out, "\nWithout a text of the licence in the package: {textless}.").expect("as above");

    out += "\n## Texts\n";
    let mut texts: Vec<(String, BTreeSet<String>)> = texts.into_iter().collect();
    texts.sort_by(|(_, a), (_, b)| a.cmp(b));
    for (text, of) in texts {
        let of = of.into_iter().collect::<Vec<_>>().join(", ");
        write!(out, "\n### {of}\n\n```text\n{text}\n```\n").expect("a string accepts every text");
    }
    out
}

fn line(out: &mut String, fields: &[&str]) {
    writeln!(out, "| {} |", fields.join(" | ")).expect("a string accepts every text");
}

/// Returns the text of a file without what differs between copies of a licence: blanks at the ends
/// of lines, and empty lines around the text.
fn text_of(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').replace("```", "'''")
}

#[test]
fn third_party_notices_are_current() {
    let notices = notices();
    if std::env::var_os("UPDATE_NOTICES").is_some() {
        fs::write(FILE, &notices).expect("the folder can be written to");
    }
    let there = fs::read_to_string(FILE).unwrap_or_default();
    assert!(there == notices, "THIRD-PARTY.md is not current: `make notices` writes it anew");
}

#[test]
fn every_crate_has_a_licence_that_a_binary_may_carry() {
    let permissive = |name: &str| {
        let known = "MIT Apache-2.0 BSD-2-Clause BSD-3-Clause ISC Zlib 0BSD Unlicense BSL-1.0 bzip2-1.0.6 \
                     Unicode-3.0 OFL-1.1 Ubuntu-font-1.0";
        known.split_whitespace().any(|known| known == name)
    };
    for found in linked() {
        let each_part = found.licence.split(" AND ").all(|part| {
            let part = part.trim_matches(|bracket| bracket == '(' || bracket == ')');
            part.split(" OR ").any(|choice| permissive(choice.trim()))
        });
        assert!(each_part, "{} {}: {}", found.name, found.version, found.licence);
    }
}
