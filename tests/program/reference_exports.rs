//! The reference exports in `cnf-out`: each, written again, has the same bytes, and its result is
//! the one that `solve` finds.
//!
//! `make cnf-out` renews them with their manifest.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::plain::plain;

/// The name of a file, and the words after `quarrel export` that write it.
struct Reference {
    file: &'static str,
    puzzle: &'static str,
    options: &'static str,
}

const fn reference(file: &'static str, puzzle: &'static str, options: &'static str) -> Reference {
    Reference { file, puzzle, options }
}

const WINDOW: &str = "abbott-window --size 7";
const GUNPORT: &str = "gunport --size 6";
const ARMIES: &str = "armies --size 5";
const THREE: &str = "three-in-a-row --size 6 --variant distinct-lines";
const THREE_NONE: &str = "three-in-a-row cnf-out/boards/three-in-a-row-none.txt";
const PATH: &str = "abc-path --size 3";
const PATH_NONE: &str = "abc-path cnf-out/boards/abc-path-none.txt";
const QUEENS: &str = "queens tests/boards/queens-8x8.sas";
const QUEENS_NONE: &str = "queens cnf-out/boards/queens-none.txt";

const REFERENCES: &[Reference] = &[
    reference("abbott-window-7-sat.cnf", WINDOW, "--to cnf --bound 40"),
    reference("abbott-window-7-unsat.cnf", WINDOW, "--to cnf --bound 42"),
    reference(
        "abbott-window-7-unsat-plain.cnf",
        WINDOW,
        "--to cnf --bound 42 --deduce none --symmetry off --shape flat",
    ),
    reference(
        "abbott-window-7-unsat-direct.cnf",
        WINDOW,
        "--to cnf --bound 42 --xor direct --shape flat",
    ),
    reference(
        "abbott-window-7-unsat-tree.cnf",
        WINDOW,
        "--to cnf --bound 42 --xor tree-4 --card sequential",
    ),
    reference(
        "abbott-window-7-unsat-sum.cnf",
        WINDOW,
        "--to cnf --bound 42 --xor counter --shape flat",
    ),
    reference("abbott-window-7.wcnf", WINDOW, "--to wcnf"),
    reference("abbott-window-7.opb", WINDOW, "--to opb"),
    reference("abbott-window-7.lp", WINDOW, "--to lp"),
    reference("abbott-window-7-sat.knf", WINDOW, "--to knf --bound 40"),
    reference("abbott-window-7-unsat.xnf", WINDOW, "--to xnf --bound 42"),
    reference("abbott-window-7.icnf", WINDOW, "--to icnf"),
    reference("gunport-6-sat.cnf", GUNPORT, "--to cnf --bound 12"),
    reference("gunport-6-unsat.cnf", GUNPORT, "--to cnf --bound 11"),
    reference(
        "gunport-6-unsat-pieces.cnf",
        GUNPORT,
        "--to cnf --bound 11 --formulation pieces --card sequential --shape rows-chain",
    ),
    reference(
        "gunport-6-unsat-network.cnf",
        GUNPORT,
        "--to cnf --bound 11 --formulation positions --card odd-even-network --shape flat",
    ),
    reference(
        "gunport-6-unsat-numbered.cnf",
        GUNPORT,
        "--to cnf --bound 11 --formulation numbered-fixed --amo ladder",
    ),
    reference("gunport-6-unsat-scrambled.cnf", GUNPORT, "--to cnf --bound 11 --scramble 1"),
    reference("gunport-6.wcnf", GUNPORT, "--to wcnf"),
    reference("gunport-6.opb", GUNPORT, "--to opb"),
    reference("gunport-6.lp", GUNPORT, "--to lp"),
    reference("gunport-6.mps", GUNPORT, "--to mps"),
    reference("gunport-6-unsat.knf", GUNPORT, "--to knf --bound 11"),
    reference("gunport-6-unsat.cnf+", GUNPORT, "--to cnf+ --bound 11"),
    reference("gunport-6.icnf", GUNPORT, "--to icnf"),
    reference("armies-5-sat.cnf", ARMIES, "--to cnf --bound 4"),
    reference("armies-5-unsat.cnf", ARMIES, "--to cnf --bound 5"),
    reference(
        "armies-5-unsat-pairs.cnf",
        ARMIES,
        "--to cnf --bound 5 --formulation pairs --card modulo-totalizer",
    ),
    reference("armies-5.wcnf", ARMIES, "--to wcnf"),
    reference("armies-5.opb", ARMIES, "--to opb"),
    reference("armies-5.wbo", ARMIES, "--to wbo"),
    reference("armies-5.lp", ARMIES, "--to lp"),
    reference("armies-5.mps", ARMIES, "--to mps"),
    reference("armies-5-unsat.knf", ARMIES, "--to knf --bound 5"),
    reference("armies-5.icnf", ARMIES, "--to icnf"),
    reference("three-in-a-row-6-sat.cnf", THREE, "--to cnf"),
    reference("three-in-a-row-6-sat.knf", THREE, "--to knf"),
    reference(
        "three-in-a-row-3-unsat.cnf",
        THREE_NONE,
        "--to cnf --formulation colours --card bdd",
    ),
    reference("three-in-a-row-3-unsat.opb", THREE_NONE, "--to opb"),
    reference("abc-path-3-sat.cnf", PATH, "--to cnf --amo product"),
    reference("abc-path-3-sat.lp", PATH, "--to lp"),
    reference("abc-path-3-unsat.cnf", PATH_NONE, "--to cnf --amo sequential"),
    reference("queens-8-sat.cnf", QUEENS, "--to cnf --amo commander"),
    reference("queens-8-sat.opb", QUEENS, "--to opb"),
    reference("queens-3-unsat.cnf", QUEENS_NONE, "--to cnf --amo bitwise"),
    reference("queens-3-unsat.wcnf", QUEENS_NONE, "--to wcnf"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn quarrel(line: &str) -> std::process::Output {
    let mut command = plain(env!("CARGO_BIN_EXE_quarrel"));
    command.current_dir(root()).args(line.split_whitespace()).output().expect("the program runs")
}

fn write(reference: &Reference, folder: &Path) -> Value {
    let Reference { file, puzzle, options } = reference;
    let path = folder.join(file);
    let map = folder.join("map");
    let line = format!("export {puzzle} {options}");
    let ended = quarrel(&format!("{line} -o {} --map {}", path.display(), map.display()));
    assert!(ended.status.success(), "{line}: {}", String::from_utf8_lossy(&ended.stderr));
    let map: Value = serde_json::from_slice(&fs::read(&map).expect("a map")).expect("JSON");
    let (expected, optimum) = result(reference);
    json!({
        "file": file,
        "command": format!("quarrel {line}"),
        "sha256": map["sha256"],
        "variables": map["variables"],
        "constraints": map["constraints"],
        "expected": expected,
        "optimum": optimum,
    })
}

fn result(reference: &Reference) -> (Value, Value) {
    let mut words = reference.options.split_whitespace();
    let bound = words.find(|word| *word == "--bound").and(words.next());
    let bound = bound.map_or(String::new(), |bound| format!("--bound {bound}"));
    let solved = |bound: &str| -> Value {
        let line = format!("solve {} {bound} --format json", reference.puzzle);
        serde_json::from_slice(&quarrel(&line).stdout).expect("JSON")
    };
    let optimum = solved("");
    (solved(&bound)["status"].clone(), optimum["objective"]["value"].clone())
}

#[test]
fn the_reference_exports_are_what_is_written() {
    let kept = root().join("cnf-out");
    let anew = std::env::var_os("UPDATE_EXPORTS").is_some();
    let temporary = TempDir::new().expect("a temporary folder");
    let folder: PathBuf = if anew { kept.clone() } else { temporary.path().to_owned() };
    let entries: Vec<Value> = REFERENCES.iter().map(|row| write(row, &folder)).collect();
    let manifest = format!("{:#}\n", Value::Array(entries));
    if anew {
        fs::remove_file(folder.join("map")).expect("written with the last one");
        fs::write(kept.join("manifest.json"), &manifest).expect("a file in cnf-out");
    }
    let known = fs::read_to_string(kept.join("manifest.json")).expect("a manifest");
    assert_eq!(known, manifest, "`make cnf-out` writes the manifest anew");
    let mut bytes = 0;
    for Reference { file, .. } in REFERENCES {
        let [known, written] = [&kept, &folder].map(|folder| fs::read(folder.join(file)));
        let (known, written) = (known.expect("kept"), written.expect("written"));
        assert!(known == written, "{file} is not what is written: make cnf-out");
        bytes += known.len();
    }
    assert!(bytes < 2_000_000, "{bytes} bytes of reference exports");
    let names =
        fs::read_dir(&kept).expect("cnf-out").map(|entry| entry.expect("a file").file_name());
    for name in names.map(|name| name.to_string_lossy().into_owned()) {
        let listed = REFERENCES.iter().any(|row| row.file == name);
        assert!(
            listed || ["boards", "manifest.json", "README.md"].contains(&name.as_str()),
            "{name}"
        );
    }
}
