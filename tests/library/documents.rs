//! Checks the pages for people: each link leads somewhere, the README and the changelog are short,
//! a long page opens with a table of contents, and two pages do not repeat each other.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The number of lines above which a page needs a table of contents.
const LONG_PAGE: usize = 250;

const README_LINES: usize = 150;

/// A change that users see adds a line, so the limit leaves room for some.
const CHANGELOG_WORDS: usize = 3500;

/// The number of equal words in a row that make a sentence or a table row of one page a copy of
/// another.
const COPIED_WORDS: usize = 8;

/// Returns the pages of the repository that people read on their own: path and text.
fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = root.join("docs").read_dir().expect("the folder of pages");
    let docs = docs.map(|entry| entry.expect("an entry of the folder").path());
    let others = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "encodings/README.md"]
        .map(|page| root.join(page));
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

fn page(name: &str) -> String {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
}

#[test]
fn the_changelog_is_short_and_about_what_there_is() {
    let text = page("CHANGELOG.md");
    let words = text.split_whitespace().count();
    assert!(words <= CHANGELOG_WORDS, "{words} words");
    // Nothing was released, so there is no earlier state to compare with.
    for word in ["before,", "formerly", "no longer", "instead of 1", "was open"] {
        assert!(!text.to_lowercase().contains(word), "the changelog says \"{word}\"");
    }
}

#[test]
fn a_dependency_names_the_repository_of_the_package() {
    let repository =
        concat!("git = \"", env!("CARGO_PKG_REPOSITORY"), "\", default-features = false");
    for name in ["README.md", "docs/tour.md", "docs/building.md", "src/lib.rs"] {
        assert!(page(name).contains(repository), "{name} does not say {repository}");
    }
}

#[test]
fn speed_and_records_say_each_figure_once() {
    let runs = |name: &str| {
        let text = page(name);
        let rows = text.lines().filter(|line| !line.starts_with("|---"));
        let words: Vec<String> = rows
            .flat_map(|line| line.split(|letter: char| letter.is_whitespace() || letter == '|'))
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        words.windows(COPIED_WORDS).map(|run| run.join(" ")).collect::<BTreeSet<String>>()
    };
    let (speed, records) = (runs("docs/performance.md"), runs("docs/records.md"));
    let copied: Vec<&String> = speed.intersection(&records).collect();
    assert!(copied.is_empty(), "in performance.md and in records.md: {copied:?}");
}

#[test]
fn the_pictures_of_the_readme_have_one_height() {
    let readme = page("README.md");
    let images: Vec<&str> = readme.split("<img src=\"").skip(1).collect();
    assert!(images.len() >= 4, "the README has pictures");
    let heights: Vec<f64> = images.into_iter().map(height).collect();
    let tallest = heights.iter().copied().fold(0.0, f64::max);
    assert!(heights.iter().all(|height| tallest - height < 0.1), "{heights:?}");
}

/// Returns the height of an image, in per cent of the page's width, from the text after `src="`.
fn height(image: &str) -> f64 {
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{text} is no number"));
    let between = |text: &'_ str, start: &str, end: &str| -> String {
        let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}"));
        rest.split_once(end).expect("an end").0.to_owned()
    };
    let (file, _) = image.split_once('"').expect("a name");
    let sides = between(&page(file), "viewBox=\"0 0 ", "\"");
    let (across, down) = sides.split_once(' ').expect("two sides");
    number(&between(image, "width=\"", "%\"")) * number(down) / number(across)
}

#[test]
fn the_page_about_building_names_each_folder_of_published_files() {
    let building = page("docs/building.md");
    let needs = page("tests/tools/needs.rs");
    let variables: Vec<&str> =
        needs.split('"').filter(|text| text.starts_with("QUARREL_")).collect();
    let folders = ["QUARREL_BOARDS", "QUARREL_LINKS", "QUARREL_MODELS"];
    for folder in folders {
        assert!(variables.contains(&folder), "no test needs {folder}");
    }
    for variable in variables.into_iter().filter(|variable| *variable != "QUARREL_TOOLS") {
        assert!(building.contains(variable), "docs/building.md does not name {variable}");
    }
}

/// Pages that a program writes.
const MADE: [&str; 1] = ["docs/encodings.md"];

#[test]
fn paragraphs_are_wrapped() {
    for (path, text) in
        pages().into_iter().filter(|(path, _)| !MADE.iter().any(|made| path.ends_with(made)))
    {
        let prose = prose(&text);
        let is_prose = |line: &&str| !line.starts_with(['|', ' ', '<', '#']);
        for line in prose.lines().filter(is_prose) {
            let length = line.chars().count();
            assert!(length <= 150, "{}: {length} characters: {line}", path.display());
        }
    }
}
