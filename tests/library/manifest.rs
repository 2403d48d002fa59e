//! Nothing that is linked is compiled twice: whatever cargo is asked to build, a crate has the same
//! features.
//!
//! Cargo unites the features that the packages of one build ask of a crate, and tests bring
//! packages of their own. Where they ask for more, the crate is compiled again with all that needs
//! it, which may be CaDiCaL and its minute of C++.

use std::collections::BTreeSet;
use std::process::Command;

/// The crates of a build with their features, and whether each is CaDiCaL or something that it
/// needs.
fn crates(words: &[&str]) -> BTreeSet<(String, bool)> {
    let mut cargo = Command::new(env!("CARGO"));
    let shape = ["--prefix", "depth", "--no-dedupe", "--format", " {p} [{f}]"];
    let output = cargo
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tree", "--locked"])
        .args(shape)
        .args(words)
        .output()
        .expect("cargo runs");
    let told = String::from_utf8(output.stdout).expect("names in UTF-8");
    assert!(output.status.success() && !told.is_empty(), "cargo tree {words:?}");
    let mut solver = None;
    let mut found = BTreeSet::new();
    for line in told.lines().filter(|line| !line.is_empty()) {
        let (depth, known) = line.split_once(' ').expect("a depth and a crate");
        let depth: u32 = depth.parse().expect("a depth");
        if solver.is_some_and(|solver| depth <= solver) {
            solver = None;
        }
        if known.starts_with("rustsat-cadical ") {
            solver = Some(depth);
        }
        found.insert((known.to_owned(), solver.is_some()));
    }
    found
}

#[test]
fn every_build_asks_for_the_same_features() {
    let of_tests = crates(&["--workspace", "--edges", "normal,build,dev"]);
    let of_program = crates(&["--package", "quarrel", "--edges", "normal,build"]);
    let others: Vec<_> = of_program.difference(&of_tests).collect();
    assert!(others.is_empty(), "tests compile these once more: {others:#?}");
    let of_library =
        crates(&["--workspace", "--no-default-features", "--edges", "normal,build,dev"]);
    let others: Vec<_> = of_library.difference(&of_tests).filter(|known| known.1).collect();
    assert!(others.is_empty(), "`make lint` compiles CaDiCaL once more, since of {others:#?}");
    assert!(of_library.iter().any(|known| known.1), "CaDiCaL is among the crates");
}
