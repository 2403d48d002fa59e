//! Checks the tables of `docs/architecture.md`: each room imports exactly the rooms that the table
//! lists, all above it, and the page lists exactly the existing files of tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

struct Room {
    name: String,
    /// The rooms that the table lists for this one; `None` means all above.
    knows: Option<BTreeSet<String>>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn table() -> Vec<Room> {
    let page = read(&root().join("docs/architecture.md"));
    let lines = page.lines().skip_while(|line| !line.starts_with("| file | what it is | knows |"));
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [files, _, knows] = cells[..] else { panic!("three cells in {row}") };
        let file = files.split('`').nth(1).expect("a file in the first cell");
        let name = file.trim_start_matches("src/").trim_end_matches('/').trim_end_matches(".rs");
        let knows = match knows {
            "all of the above" => None,
            "nobody" => Some(BTreeSet::new()),
            names => Some(names.split(", ").map(str::to_owned).collect()),
        };
        Room { name: name.to_owned(), knows }
    })
    .collect()
}

fn files(name: &str) -> Vec<PathBuf> {
    let source = root().join("src");
    let mut files = Vec::new();
    let mut folders = vec![source.join(name)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a folder of the repository").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !is_test(&path) {
                files.push(path);
            }
        }
    }
    files.push(source.join(format!("{name}.rs")));
    files
}

fn is_test(path: &Path) -> bool {
    let within = path.strip_prefix(root()).expect("a file of the repository");
    within.components().any(|part| part.as_os_str() == "tests.rs" || part.as_os_str() == "tests")
}

fn code(path: &Path) -> String {
    let text = read(path);
    let code = text.lines().take_while(|line| !line.ends_with("mod tests {"));
    code.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the modules that a room names after `crate::`, and the crates at the bottom of the
/// table.
fn known_by(name: &str) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for code in files(name).iter().map(|path| code(path)) {
        for (place, _) in code.match_indices("crate::") {
            let rest = &code[place + "crate::".len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            known.insert(rest[..end].to_owned());
        }
        if code.contains("quarrel_encodings::") {
            known.insert("encodings".to_owned());
        }
        if code.contains("rustsat::") || code.contains("rustsat_cadical::") {
            known.insert("rustsat".to_owned());
        }
    }
    known.remove(name);
    known
}

#[test]
fn the_table_has_every_room() {
    let library = read(&root().join("src/lib.rs"));
    let modules: BTreeSet<&str> = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    let table = table();
    let crates = ["encodings", "libclang"];
    let rooms = table.iter().map(|room| room.name.as_str()).filter(|name| !crates.contains(name));
    assert_eq!(rooms.collect::<BTreeSet<_>>(), modules);
}

#[test]
fn a_room_knows_whom_the_table_says() {
    for Room { name, knows } in table().iter().filter(|room| room.knows.is_some()) {
        if files(name).iter().all(|file| file.exists()) {
            assert_eq!(Some(known_by(name)), *knows, "the imports of {name} against the table");
        }
    }
}

#[test]
fn nobody_knows_a_room_below() {
    let mut above: BTreeSet<String> = ["rustsat".to_owned()].into();
    for Room { name, .. } in table() {
        if files(&name).iter().all(|file| file.exists()) {
            let below: Vec<String> = known_by(&name).difference(&above).cloned().collect();
            assert!(below.is_empty(), "{name} knows {below:?}, which the table has below it");
        }
        above.insert(name);
    }
}

#[test]
fn the_entrance_introduces_every_module() {
    let library = read(&root().join("src/lib.rs"));
    let wings = library.lines().skip_while(|line| !line.starts_with("//! | wing |"));
    let wings: Vec<&str> = wings.take_while(|line| line.starts_with("//! |")).collect();
    for module in library.lines().filter_map(|line| line.strip_prefix("pub mod ")) {
        let name = format!("`{}`", module.trim_end_matches(';'));
        assert_eq!(wings.concat().matches(&name).count(), 1, "{name} in the table of wings");
    }
}

const TESTS: [&str; 3] = ["tests/library", "tests/program", "tests/tools"];

/// Returns the files of tests on the page. In a cell, a name without a folder is in the folder of
/// the name before it.
fn listed_tests() -> BTreeSet<PathBuf> {
    let page = read(&root().join("docs/architecture.md"));
    let rows = page.lines().skip_while(|line| !line.starts_with("| where | what |"));
    let mut listed = BTreeSet::new();
    for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
        let cell = row.trim_matches('|').split(" | ").next().expect("a first cell");
        let mut folder = PathBuf::new();
        for name in cell.split('`').skip(1).step_by(2) {
            let path = if name.contains('/') { PathBuf::from(name) } else { folder.join(name) };
            folder = path.parent().expect("a folder").to_owned();
            if TESTS.iter().any(|tests| folder == Path::new(tests)) {
                assert!(listed.insert(path), "{name} is listed twice");
            }
        }
    }
    listed
}

#[test]
fn the_page_lists_every_file_of_tests() {
    let mut files = BTreeSet::new();
    for folder in TESTS.map(Path::new) {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of the repository") {
            let path = folder.join(entry.expect("a file of the repository").file_name());
            if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("main.rs") {
                files.insert(path);
            }
        }
    }
    assert_eq!(listed_tests(), files);
}
