//! Every row of every table has a page in the documentation that names its publication. The text of
//! this page is the row's essay.
//!
//! The page is that of the row's module, and the essay is the comment at the head of the module's
//! file. The test reads this essay. The paths below compile only if the module is public.

use std::path::Path;

use quarrel_encodings::{at_most_one, cardinality, parity, pseudo_boolean};

fn essay(table: &str, row: &str) -> String {
    let module = row.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end_matches('-');
    let file = format!("src/{table}/{}.rs", module.replace('-', "_"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n").collect()
}

/// The name, the citation and the essay of a row, with the folder of its table.
type Row = (&'static str, &'static str, &'static str, &'static str);

fn rows() -> impl Iterator<Item = Row> {
    let at_most_one = at_most_one::ALL.iter();
    let at_most_one = at_most_one.map(|row| ("at_most_one", row.name, row.citation, row.essay));
    let cardinality = cardinality::ALL.iter();
    let cardinality = cardinality.map(|row| ("cardinality", row.name, row.citation, row.essay));
    let parity = parity::ALL.iter().map(|row| ("parity", row.name, row.citation, row.essay));
    let weighted = pseudo_boolean::ALL.iter();
    let weighted = weighted.map(|row| ("pseudo_boolean", row.name, row.citation, row.essay));
    at_most_one.chain(cardinality).chain(parity).chain(weighted)
}

#[test]
fn every_row_has_the_essay_of_its_module() {
    for (table, name, _, essay_of_row) in rows() {
        assert_eq!(essay_of_row, essay(table, name), "{table} {name}");
        let (first, rest) = essay_of_row.split_once("\n\n").expect("a paragraph and more");
        assert!(first.len() > 30 && rest.len() > 100, "{table} {name} says what it is");
    }
}

#[test]
fn every_rows_page_names_its_publication() {
    for (table, name, citation, essay) in rows() {
        let essay = essay.split_whitespace().collect::<Vec<_>>().join(" ");
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
