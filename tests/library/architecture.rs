//! Checks the tables of `docs/architecture.md`: each room imports exactly the rooms that the table
//! lists, all above it, and the page lists exactly the existing files of tests. Checks the wings of
//! `src/lib.rs`: each imports earlier wings only.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A room of the table. Its file is in the folder of its wing, or in `src` if it has none.
struct Room {
    name: String,
    path: PathBuf,
    /// The rooms that the table lists for this one; `None` means all above.
    knows: Option<BTreeSet<String>>,
}

pub fn root() -> &'static Path {
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
        let path = root().join(file.trim_end_matches('/').trim_end_matches(".rs"));
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let knows = match knows {
            "all of the above" => None,
            "nobody" => Some(BTreeSet::new()),
            names => Some(names.split(", ").map(str::to_owned).collect()),
        };
        Room { name, path, knows }
    })
    .collect()
}

/// Returns the wings of `src/lib.rs` in their order, each with its rooms.
fn wings() -> Vec<(String, Vec<String>)> {
    let library = read(&root().join("src/lib.rs"));
    let mut wings: Vec<(String, Vec<String>)> = Vec::new();
    for line in library.lines() {
        if let Some(wing) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(" {")) {
            wings.push((wing.to_owned(), Vec::new()));
        } else if let Some(room) = line.strip_prefix("    pub mod ") {
            let (_, rooms) = wings.last_mut().expect("a wing before its rooms");
            rooms.push(room.trim_end_matches(';').to_owned());
        } else if let Some(room) = line.strip_prefix("pub mod ") {
            let room = room.trim_end_matches(';').to_owned();
            wings.push((String::new(), vec![room]));
        }
    }
    wings
}

/// Returns the files of a room without its tests; `path` is its file without the ending.
fn files(path: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![path.to_owned()];
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
    files.push(path.with_extension("rs"));
    files
}

pub fn is_test(path: &Path) -> bool {
    let within = path.strip_prefix(root()).expect("a file of the repository");
    within.components().any(|part| part.as_os_str() == "tests.rs" || part.as_os_str() == "tests")
}

pub fn code(path: &Path) -> String {
    let text = read(path);
    let code = text.lines().take_while(|line| !line.ends_with("mod tests {"));
    code.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the word at the start of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Returns the rooms that the files at a path name after `crate::` or `crate::WING::`, and the
/// crates at the bottom of the table; without the room itself.
fn known_by(path: &Path) -> BTreeSet<String> {
    let wings = wings();
    let mut known = BTreeSet::new();
    for code in files(path).iter().map(|path| code(path)) {
        for (place, _) in code.match_indices("crate::") {
            let rest = &code[place + "crate::".len()..];
            let first = word(rest);
            let is_wing = wings.iter().any(|(wing, _)| wing == first);
            let name = if is_wing { word(&rest[first.len() + "::".len()..]) } else { first };
            known.insert(name.to_owned());
        }
        if code.contains("quarrel_encodings::") {
            known.insert("encodings".to_owned());
        }
        if code.contains("rustsat::") || code.contains("rustsat_cadical::") {
            known.insert("rustsat".to_owned());
        }
    }
    known.remove(path.file_name().and_then(|name| name.to_str()).expect("a name"));
    known
}

#[test]
fn the_table_has_every_room_in_the_order_of_the_wings() {
    let table = table();
    let mut rest = table.iter().filter(|room| room.path.starts_with(root().join("src"))).peekable();
    for (wing, rooms) in wings() {
        let folder = root().join("src").join(&wing);
        let mut listed = BTreeSet::new();
        while let Some(room) = rest.next_if(|room| room.path.parent() == Some(&folder)) {
            listed.insert(room.name.clone());
        }
        assert_eq!(listed, rooms.into_iter().collect(), "the rooms of the wing {wing:?}");
    }
    assert!(rest.next().is_none(), "a room of no wing");
}

#[test]
fn a_room_knows_whom_the_table_says() {
    for Room { path, knows, .. } in table().iter().filter(|room| room.knows.is_some()) {
        if files(path).iter().all(|file| file.exists()) {
            assert_eq!(Some(known_by(path)), *knows, "the imports of {}", path.display());
        }
    }
}

#[test]
fn only_the_list_of_strategies_names_the_searches_of_the_feature_records() {
    let search = root().join("src/questions/search");
    let parts = ["branch_and_cut", "cubes", "line_sums", "movement", "parity_cuts", "row_cuts"];
    let own: Vec<PathBuf> = parts
        .map(|name| search.join(name))
        .into_iter()
        .chain([root().join("src/models/lp/simplex")])
        .flat_map(|path| files(&path))
        .collect();
    let lists = ["strategies.rs", "without_records.rs"].map(|name| search.join(name));
    for file in files(&root().join("src")).iter().filter(|file| file.exists()) {
        if own.contains(file) || lists.contains(file) {
            continue;
        }
        let code = code(file);
        for name in parts.into_iter().chain(["simplex"]) {
            let names = [format!("{name}::"), format!("::{name}")];
            assert!(!names.iter().any(|name| code.contains(name)), "{}: {name}", file.display());
        }
    }
}

#[test]
fn nobody_knows_a_room_below() {
    let mut above: BTreeSet<String> = ["rustsat".to_owned()].into();
    for Room { name, path, .. } in table() {
        if files(&path).iter().all(|file| file.exists()) {
            let below: Vec<String> = known_by(&path).difference(&above).cloned().collect();
            assert!(below.is_empty(), "{name} knows {below:?}, which the table has below it");
        }
        above.insert(name);
    }
}

#[test]
fn no_wing_imports_a_later_one() {
    let wings = wings();
    let names: BTreeSet<&str> = wings.iter().map(|(wing, _)| wing.as_str()).collect();
    assert!(names.len() > 5, "six wings and the command line: {names:?}");
    for (place, (wing, rooms)) in wings.iter().enumerate() {
        let later: BTreeSet<&String> =
            wings[place + 1..].iter().flat_map(|(_, rooms)| rooms).collect();
        for room in rooms {
            let known = known_by(&root().join("src").join(wing).join(room));
            let up: Vec<&String> = known.iter().filter(|name| later.contains(name)).collect();
            assert!(up.is_empty(), "{wing}/{room} imports {up:?} of a later wing");
        }
    }
}

#[test]
fn the_entrance_introduces_every_module() {
    let library = read(&root().join("src/lib.rs"));
    let table: Vec<&str> = library
        .lines()
        .skip_while(|line| !line.starts_with("//! | wing |"))
        .take_while(|line| line.starts_with("//! |"))
        .collect();
    for (wing, rooms) in wings() {
        let row = table.iter().find(|row| row.contains(&format!("`{wing}`")));
        for room in rooms {
            let name = format!("`{room}`");
            let row = if wing.is_empty() { table.last() } else { row };
            let row = row.unwrap_or_else(|| panic!("no row of the wing {wing}"));
            assert_eq!(row.matches(&name).count(), 1, "{name} in its row of the table of wings");
        }
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

/// A name in capitals stands for many files.
#[test]
fn the_pages_for_changes_name_files_that_exist() {
    let mut named = 0;
    for page in ["CONTRIBUTING.md", "docs/architecture.md", "docs/adding-an-encoding.md"] {
        let text = read(&root().join(page));
        for path in text.split('`').skip(1).step_by(2) {
            let begins =
                ["src/", "encodings/src/", "tests/"].iter().any(|top| path.starts_with(top));
            let is_path = path.chars().all(|letter| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || "/_-.".contains(letter)
            });
            if begins && is_path {
                assert!(root().join(path).exists(), "{page} names {path}");
                named += 1;
            }
        }
    }
    assert!(named > 200, "{named} paths");
}
