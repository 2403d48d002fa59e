//! Every row of every table has a page in the documentation, with its publication on it.
//!
//! The page is that of the row's module, whose essay opens the file. What the test reads is that
//! essay; that the module is public is what the paths below need in order to compile.

use std::path::Path;

use quarrel_encodings::{at_most_one, cardinality, parity};

/// The essay of a module: its lines joined, so that a citation that is broken into lines is found.
fn essay(table: &str, row: &str) -> String {
    let module = row.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end_matches('-');
    let file = format!("src/{table}/{}.rs", module.replace('-', "_"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_rows_page_names_its_publication() {
    let at_most_one = at_most_one::ALL.iter().map(|row| ("at_most_one", row.name, row.citation));
    let cardinality = cardinality::ALL.iter().map(|row| ("cardinality", row.name, row.citation));
    let parity = parity::ALL.iter().map(|row| ("parity", row.name, row.citation));
    for (table, name, citation) in at_most_one.chain(cardinality).chain(parity) {
        let essay = essay(table, name);
        assert!(essay.ends_with(&format!("Publication: {citation}.")), "{table} {name}: {essay}");
    }
}

#[test]
fn rows_are_in_reach_without_a_look_up() {
    let at_most_one = [at_most_one::ladder::ROW, at_most_one::product::ROW].map(|row| row.name);
    assert_eq!(at_most_one, ["ladder", "product"]);
    let cardinality = [cardinality::adder::ROW, cardinality::totalizer::ROW].map(|row| row.name);
    assert_eq!(cardinality, ["adder", "totalizer"]);
    assert_eq!(
        [parity::chain::CUT_3, parity::tree::CUT_6].map(|row| row.name),
        ["chain-3", "tree-6"]
    );
}
