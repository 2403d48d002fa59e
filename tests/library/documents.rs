//! Checks the pages for people: each link leads somewhere, the README is short, and a long page
//! opens with a table of contents.

use std::path::{Path, PathBuf};

/// The number of lines above which a page needs a table of contents.
const LONG_PAGE: usize = 250;

const README_LINES: usize = 150;

/// Returns the pages of the repository that people read on their own: path and text.
fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = root.join("docs").read_dir().expect("the folder of pages");
    let docs = docs.map(|entry| entry.expect("an entry of the folder").path());
    let others = ["README.md", "CHANGELOG.md", "encodings/README.md"].map(|page| root.join(page));
    let pages = docs.chain(others).filter(|path| path.extension().is_some_and(|end| end == "md"));
    pages.map(|path| (path.clone(), read(&path))).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn prose(text: &str) -> String {
    let outside = text.split("```").step_by(2);
    outside.collect()
}

fn links(text: &str) -> Vec<&str> {
    let behind = text.split("](").skip(1);
    behind.filter_map(|rest| Some(rest.split_once(')')?.0)).collect()
}

fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let titles = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let kept = |letter: &char| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter);
    titles.map(|title| title.chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}

#[test]
fn every_link_leads_somewhere() {
    for (page, text) in pages() {
        let text = prose(&text);
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = page.parent().expect("a folder").join(file);
            let target = if file.is_empty() { page.clone() } else { target };
            assert!(target.exists(), "{}: no file {link}", page.display());
            let found = anchor.is_empty() || anchors(&read(&target)).contains(&anchor.to_owned());
            assert!(found, "{}: no heading {link}", page.display());
        }
    }
}

#[test]
fn long_pages_open_with_a_table_of_contents() {
    for (page, text) in pages() {
        let is_long = text.lines().count() > LONG_PAGE;
        let listed = text.lines().take(20).filter(|line| line.starts_with("- [")).count();
        let is_log = page.ends_with("CHANGELOG.md");
        assert!(!is_long || is_log || listed >= 3, "{} has no contents", page.display());
    }
}

#[test]
fn the_readme_is_short() {
    let lines = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).lines().count();
    assert!(lines <= README_LINES, "{lines} lines");
}
