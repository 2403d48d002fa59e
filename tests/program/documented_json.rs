//! `docs/json.md` lists the keys of the JSON of each verb. The tests run the commands of a section
//! and compare: the page has each key that is written, and each key of the page is written.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::pages::output_of;

/// The keys from the top of an object to one of its keys, `[]` for the elements of a list.
type KeyPath = Vec<String>;

/// The keys of a section of the page.
struct Documented {
    /// The keys that the section lists. A segment `*` is any key.
    own: BTreeSet<KeyPath>,
    /// The keys of objects that are described in another section.
    linked: BTreeSet<KeyPath>,
}

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md");
    std::fs::read_to_string(path).expect("the page")
}

/// Returns the rows of a section: the keys of the first cell, and the second cell.
fn rows(page: &str, anchor: &str) -> Vec<(Vec<KeyPath>, String)> {
    let kept = |letter: &char| letter.is_alphanumeric() || [' ', '-'].contains(letter);
    let anchor_of = |title: &str| {
        title.chars().filter(kept).collect::<String>().replace(' ', "-").to_lowercase()
    };
    let mut sections = page.split("\n## ").skip(1);
    let section = sections.find(|text| anchor_of(text.lines().next().unwrap_or("")) == anchor);
    let section = section.unwrap_or_else(|| panic!("the page has no section {anchor}"));
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let (keys, about) = row.split_once(" | ").expect("a second cell");
        let keys = keys.split('`').step_by(2).filter(|key| !key.is_empty());
        (keys.map(|key| key.split('.').map(str::to_owned).collect()).collect(), about.to_owned())
    })
    .collect()
}

/// Returns whether `key` is `parent`, or a key below it.
fn is_below(key: &KeyPath, parent: &KeyPath) -> bool {
    let is_same = |(one, other): (&String, &String)| one.trim_end_matches("[]") == other;
    parent.len() <= key.len() && key.iter().zip(parent).all(is_same)
}

fn documented(page: &str, anchor: &str) -> Documented {
    let rows = rows(page, anchor);
    let own: BTreeSet<KeyPath> = rows.iter().flat_map(|(keys, _)| keys).cloned().collect();
    let mut linked = BTreeSet::new();
    for (keys, about) in &rows {
        let Some((_, rest)) = about.split_once("](#") else { continue };
        let other = rest.split(')').next().expect("an anchor");
        let described = documented(page, other);
        let described: Vec<&KeyPath> = described.own.iter().chain(&described.linked).collect();
        for key in
            keys.iter().filter(|key| !own.iter().any(|one| one != *key && is_below(one, key)))
        {
            let last = vec![key.last().expect("a key").clone()];
            let below = described.iter().filter(|one| one.len() > 1 && is_below(one, &last));
            linked.extend(below.map(|one| {
                let (parents, first) = (&key[..key.len() - 1], std::slice::from_ref(&one[0]));
                [parents, first, &one[1..]].concat()
            }));
        }
    }
    Documented { own, linked }
}

fn keys(value: &Value, at: &KeyPath, found: &mut BTreeSet<KeyPath>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let path = [&at[..], std::slice::from_ref(key)].concat();
                found.insert(path.clone());
                keys(value, &path, found);
            }
        }
        Value::Array(list) => {
            let mut path = at.clone();
            match path.last_mut() {
                Some(last) => *last += "[]",
                None => path.push("[]".to_owned()),
            }
            list.iter().for_each(|value| keys(value, &path, found));
        }
        _ => {}
    }
}

fn matches(pattern: &KeyPath, key: &KeyPath) -> bool {
    let is_same = |(one, other): (&String, &String)| one == "*" || one == other;
    pattern.len() == key.len() && pattern.iter().zip(key).all(is_same)
}

/// Returns the keys of all JSON that the commands print, run in a folder with these files.
fn written(files: &[(&str, &str)], commands: &[&str], anchor: &str) -> BTreeSet<KeyPath> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documented-json").join(anchor);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file of this test");
    }
    let mut found = BTreeSet::new();
    for command in commands {
        let printed = output_of(&in_folder(command, &folder));
        let values = serde_json::Deserializer::from_str(&printed).into_iter::<Value>();
        let values: Result<Vec<Value>, _> = values.collect();
        let values = values.unwrap_or_else(|error| panic!("{command}: {error}: {printed}"));
        assert!(!values.is_empty(), "{command} prints no JSON");
        values.iter().for_each(|value| keys(value, &Vec::new(), &mut found));
    }
    found
}

/// Returns a command that runs in a folder, with the repository as `$repo`, and prints no notes.
fn in_folder(command: &str, folder: &PathBuf) -> String {
    let repo = env!("CARGO_MANIFEST_DIR");
    format!("repo={repo:?}; cd {folder:?}; {{ {command}; }} 2>/dev/null")
}

fn compare(anchor: &str, files: &[(&str, &str)], commands: &[&str]) {
    compare_with(anchor, &[], files, commands);
}

/// Compares a section with the output of commands. `also` are sections with more keys of it.
fn compare_with(anchor: &str, also: &[&str], files: &[(&str, &str)], commands: &[&str]) {
    let page = page();
    let Documented { own, mut linked } = documented(&page, anchor);
    for other in also {
        let Documented { own, linked: more } = documented(&page, other);
        linked.extend(own.into_iter().chain(more));
    }
    let written = written(files, commands, anchor);
    let mut faults = String::new();
    let known = |key: &KeyPath| own.iter().chain(&linked).any(|pattern| matches(pattern, key));
    for key in written.iter().filter(|key| !known(key)) {
        writeln!(faults, "not on the page: {}", key.join(".")).expect("a text");
    }
    for pattern in own.iter().filter(|pattern| !written.iter().any(|key| matches(pattern, key))) {
        writeln!(faults, "never written: {}", pattern.join(".")).expect("a text");
    }
    assert!(faults.is_empty(), "docs/json.md, section {anchor}:\n{faults}");
}

const WEIGHTS: &str = "min: 2 x1 3 x2 ;\n1 x1 1 x2 >= 1 ;\n";

/// Counted in units of a quarter.
const DECIMALS: &str = "min: 1.25 x1 1.25 x2 2.5 x3 ;\n1 x1 1 x2 1 x3 >= 1 ;\n";

/// One of the soft clauses is broken.
const SOFT: &str = "h 1 2 0\n3 -1 0\n5 -2 0\n";

/// No answer has x1, which no single row shows.
const IMPLIED: &str = "-1 x1 1 x2 >= 0 ;\n-1 x1 -1 x2 >= -1 ;\n1 x1 1 x2 1 x3 >= 1 ;\n";

const SEVERAL: &str = "AABB\nAABB\nCCDD\nCCDD\n";

/// Two queens of `tests/boards/queens-8x8.sas`, the second of them wrong.
const WRONG: &str =
    "???Q????\n????????\n????????\n????????\n????????\n????????\n?Q??????\n????????\n";

/// A wrong queen of the same board, which breaks no rule at a quick look.
const CORNER: &str =
    "Q???????\n????????\n????????\n????????\n????????\n????????\n????????\n????????\n";

#[test]
fn solve() {
    compare(
        "solve",
        &[("weights.opb", WEIGHTS), ("decimals.opb", DECIMALS), ("soft.wcnf", SOFT)],
        &[
            "quarrel solve model soft.wcnf --format json",
            "quarrel solve abbott-window --size 6 --format json",
            "quarrel solve abbott-window --size 5x9 --deduce none --format json",
            "quarrel solve gunport --size 4 --scramble 3 --format json",
            "quarrel solve gunport --size 5 --deduce none --construct off --solver false --format json",
            "quarrel solve armies --size 4 --count --up-to-symmetry --format json",
            "quarrel solve three-in-a-row --size 4 --all 3 --format json",
            "quarrel solve queens $repo/tests/boards/queens-8x8.sas --unique --format json",
            "quarrel solve queens $repo/cnf-out/boards/queens-none.txt --format json",
            "quarrel solve model weights.opb --format json",
            "quarrel solve model weights.opb --search oll --format json",
            "quarrel solve model weights.opb --all --format json",
            "quarrel solve model weights.opb --search branch-and-cut --construct off --deduce none --format json",
            "quarrel solve model decimals.opb --format json",
        ],
    );
}

#[test]
fn several_boards() {
    compare_with(
        "several-boards",
        &["solve", "show"],
        &[("bad.txt", "AB\nA\n"), ("several.txt", SEVERAL)],
        &[
            "quarrel solve queens several.txt bad.txt --format json",
            "quarrel show queens several.txt bad.txt --format json",
        ],
    );
}

#[test]
fn show() {
    compare("show", &[], &["quarrel show gunport --size 3 --format json"]);
}

#[test]
fn verify() {
    compare(
        "verify",
        &[
            ("corner.txt", CORNER),
            ("implied.opb", IMPLIED),
            ("v.txt", "s SATISFIABLE\nv x1\n"),
            ("soft.wcnf", SOFT),
            ("soft.txt", "v 10\n"),
        ],
        &[
            "printf '<>\\n<>\\n' | quarrel verify gunport --size 2 --answer - --format json",
            "printf '<>\\n..\\n' | quarrel verify gunport --size 2 --answer - --format json",
            "quarrel verify queens $repo/tests/boards/queens-8x8.sas --answer corner.txt --partial --format json",
            "quarrel verify model soft.wcnf --answer soft.txt --format json",
            "quarrel verify model implied.opb --answer v.txt --partial --format json",
        ],
    );
}

#[test]
fn explain() {
    compare(
        "explain",
        &[("several.txt", SEVERAL), ("weights.opb", "1 x1 1 x2 >= 1 ;\n1 x3 >= 1 ;\n")],
        &[
            "quarrel explain gunport --size 3 --format json",
            "quarrel explain queens several.txt --forced --format json",
            "quarrel explain queens $repo/cnf-out/boards/queens-none.txt --format json",
            "quarrel explain model weights.opb --forced --format json",
        ],
    );
}

#[test]
fn hint() {
    compare(
        "hint",
        &[("wrong.txt", WRONG)],
        &[
            "quarrel hint queens $repo/tests/boards/queens-8x8.sas --all --grade --format json",
            "quarrel hint queens $repo/tests/boards/queens-8x8.sas --answer wrong.txt --format json",
            "quarrel hint queens $repo/cnf-out/boards/queens-none.txt --format json",
            "quarrel hint three-in-a-row $repo/benches/fuzz/corpus/boards/unruly-saved --format json",
        ],
    );
}

#[test]
fn generate() {
    compare("generate", &[], &["quarrel generate queens --size 5 --seed 1 --format json"]);
}

#[test]
fn families() {
    compare("families", &[], &["quarrel families --format json"]);
}

#[test]
fn encodings() {
    compare("encodings", &[], &["quarrel encodings --format json"]);
    compare(
        "encodings-name",
        &[],
        &["quarrel encodings bdd --format json", "quarrel encodings natural --format json"],
    );
    compare(
        "encodings---at-most",
        &[],
        &[
            "quarrel encodings --at-most 3 --of 8 --format json",
            "quarrel encodings --at-most 100 --weights 7x20,300 --format json",
        ],
    );
    compare(
        "encodings-name---at-most",
        &[],
        &[
            "quarrel encodings sequential --at-most 1 --of 5 --format json",
            "quarrel encodings adder --at-most 5 --weights 2,3,4 --format json",
        ],
    );
    compare(
        "encodings---family",
        &[],
        &["quarrel encodings --family gunport --size 5 --format json"],
    );
    compare(
        "encodings---explain",
        &[],
        &["quarrel encodings --explain gunport --size 5 --format json"],
    );
}

#[test]
fn decode() {
    compare(
        "decode",
        &[("decimals.opb", DECIMALS), ("soft.wcnf", SOFT)],
        &[
            "quarrel export model soft.wcnf --to wcnf --map map.json -o f.wcnf; \
             quarrel solve model f.wcnf --format competition | quarrel decode --map map.json - --format json",
            "quarrel export model decimals.opb --to cnf --bound 1.25 --map map.json -o f.cnf; \
             quarrel solve model f.cnf --format competition | quarrel decode --map map.json - --format json",
        ],
    );
}

#[test]
fn check_proof() {
    // A problem that differs is found before any checker runs.
    let checked = |folder: &str| {
        format!("echo >> {folder}/problem.opb; quarrel check-proof {folder} --format json")
    };
    compare(
        "check-proof",
        &[("decimals.opb", DECIMALS), ("several.txt", SEVERAL)],
        &[
            &format!(
                "quarrel solve model decimals.opb --proof model >/dev/null; {}",
                checked("model")
            ),
            &format!(
                "quarrel solve queens several.txt --proof board >/dev/null; {}",
                checked("board")
            ),
        ],
    );
}

#[test]
fn plans() {
    let plan = "quarrel plan cubes armies --size 5 --tasks 12 -o plan >/dev/null; quarrel work plan >/dev/null";
    compare(
        "merge",
        &[],
        &[&format!(
            "{plan}; for task in plan/results/*/*; do echo torn > $task; break; done; quarrel merge plan --format json"
        )],
    );
    compare(
        "merge---forecast",
        &[],
        &[&format!("{plan}; quarrel merge plan --forecast --format json")],
    );
    compare("merge---split", &[], &[&format!("{plan}; quarrel merge plan --split --format json")]);
    compare("merge---todo", &[], &[&format!("{plan}; quarrel merge plan --todo --format json")]);
}

#[test]
fn plans_of_comparisons() {
    let plan = "quarrel plan compare --family gunport --size 3 --shape flat,rows-chain -o plan >/dev/null; \
                quarrel work plan >/dev/null; quarrel merge plan --format json";
    compare("merge-of-a-comparison", &[], &[plan]);
}

#[test]
fn compare_verb() {
    let options = "--deduce none --construct off --scrambles 1 --json -";
    compare(
        "compare",
        &[],
        &[
            &format!(
                "quarrel compare --family gunport --size 3,4,5,6 --shape flat,rows-chain {options} | sed -n '/^{{/,$p'"
            ),
            &format!(
                "quarrel compare --family gunport --size 3 --solver cadical --solver false --results other.jsonl {options} | sed -n '/^{{/,$p'"
            ),
        ],
    );
}
