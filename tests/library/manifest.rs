//! Checks the manifests. No linked crate is compiled twice: it has the same features in every
//! build. And `docs/architecture.md` has a row for every dependency.
//!
//! Cargo unites the features that the packages of one build request of a crate. If tests, which add
//! packages, request more, cargo compiles the crate again with all its dependents. That may include
//! CaDiCaL and its minute of C++.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// Returns the crates of a build with their features, and whether each is CaDiCaL or one of its
/// dependencies.
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

#[derive(Deserialize)]
struct Workspace {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
    features: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    /// The kind of the dependency; null for a linked crate.
    kind: Option<String>,
    /// The system for which the dependency is; null for every system.
    target: Option<String>,
    optional: bool,
    /// The folder of the crate, if the crate belongs to the workspace.
    path: Option<String>,
}

impl Dependency {
    /// Names the builds that use the dependency, as the table does.
    fn builds(&self, of: &Package) -> String {
        match self.kind.as_deref() {
            Some("dev") => return "tests".to_owned(),
            Some(kind) => return kind.to_owned(),
            None => {}
        }
        let asks = format!("dep:{}", self.name);
        let features = of.features.iter().filter(|(_, parts)| parts.contains(&asks));
        let features = features.filter(|_| self.optional).map(|(name, _)| format!("`{name}`"));
        let system = self.target.as_deref().map(|target| match target {
            "cfg(unix)" => "Unix".to_owned(),
            r#"cfg(target_os = "linux")"# => "Linux".to_owned(),
            r#"cfg(not(target_os = "linux"))"# => "not Linux".to_owned(),
            other => other.to_owned(),
        });
        let builds: Vec<String> = features.chain(system).collect();
        if builds.is_empty() { "always".to_owned() } else { builds.join(", ") }
    }
}

/// Returns the builds and the version of every dependency of the workspace. If several packages
/// have it, quarrel's entry takes precedence over those of its own crates, and these over those of
/// tests.
fn dependencies() -> BTreeMap<String, (String, String)> {
    let mut cargo = Command::new(env!("CARGO"));
    let words = ["metadata", "--locked", "--no-deps", "--format-version", "1"];
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).output();
    let told = output.expect("cargo runs").stdout;
    let mut packages =
        serde_json::from_slice::<Workspace>(&told).expect("cargo prints JSON").packages;
    packages.sort_by_key(|package| package.name != "quarrel");
    let mut known = BTreeMap::new();
    for is_of_tests in [false, true] {
        for package in &packages {
            let others = package.dependencies.iter().filter(|other| other.path.is_none());
            for other in others.filter(|one| (one.kind.as_deref() == Some("dev")) == is_of_tests) {
                let said = || (other.builds(package), other.req.clone());
                known.entry(other.name.clone()).or_insert_with(said);
            }
        }
    }
    known
}

fn listed() -> Vec<(String, Option<String>, String)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let page = fs::read_to_string(page).expect("a page of the repository");
    let rows = page.lines().skip_while(|line| !line.starts_with("| crate | in | for |"));
    let mut listed = Vec::new();
    for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').splitn(3, " | ").map(str::trim).collect();
        let [crates, builds, _] = cells[..] else { panic!("three cells in {row}") };
        for one in crates.split(", ") {
            let mut parts = one.split('`').skip(1).map(str::trim);
            let name = parts.next().expect("a crate").to_owned();
            let version = parts.next().filter(|version| !version.is_empty());
            listed.push((name, version.map(str::to_owned), builds.to_owned()));
        }
    }
    listed
}

#[test]
fn the_page_has_a_row_for_every_dependency() {
    let (known, listed) = (dependencies(), listed());
    let names: BTreeSet<&String> = listed.iter().map(|(name, ..)| name).collect();
    assert_eq!(names.len(), listed.len(), "a crate has two rows");
    assert_eq!(names, known.keys().collect());
    for (name, version, builds) in &listed {
        let (expected, required) = &known[name];
        assert_eq!(builds, expected, "the builds that have {name}");
        let is_pinned = required.starts_with('=');
        assert!(!is_pinned || version.is_some(), "the table names the version of {name}");
        let version = version.as_deref().unwrap_or_default();
        let is_met = required.trim_start_matches('^').starts_with(version);
        assert!(is_met, "{name} {version}, and Cargo.toml asks for {required}");
    }
}
