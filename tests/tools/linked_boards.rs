//! Links, ids and files of other programs, as people share them: read right, written back, and
//! refused with the place if they are damaged.
//!
//! They are not in the repository, since the boards are other people's. `QUARREL_LINKS` names a
//! folder with `samples.json` and `refuse.json`.

use std::fs;

use quarrel::board::Size;
use quarrel::family::{Family, OpenedProblem};
use quarrel::links;
use quarrel::puzzle::{BoardProblem, Puzzle, Request, fill_open, givens_and_filled};
use quarrel::search::Answers;
use quarrel::source::Source;
use serde_json::Value;

use super::needs::{LINKS, Test};
use crate::puzzles::{family, find, open, task};

/// Formats of which a board has one text.
const CANONICAL: &[&str] = &["puzzlink", "pzprv3", "unruly", "sbn", "team-binairo", "team-star"];

/// The largest number of answers that was counted.
const MOST_ANSWERS: u64 = 1000;

/// A text that `refuse.json` lists though it is a whole board of one region, which has no answer.
const WHOLE: &str = "row 1 has 5 cells, 6 expected";

pub fn tests() -> Vec<Test> {
    let test = |what: &str, file: &'static str, run: fn()| {
        Test::of_files(&format!("linked_boards::{what}"), &LINKS, file, run)
    };
    vec![
        test("samples_are_read_right", "samples.json", check_reading),
        test("samples_are_written_back", "samples.json", check_writing),
        test("samples_have_their_answers", "samples.json", check_answers),
        test("damaged_texts_are_refused_with_the_place", "refuse.json", check_refusals),
    ]
}

struct Sample {
    text: String,
    format: String,
    family: &'static Family,
    value: Value,
}

impl Sample {
    fn all(file: &str) -> Vec<Sample> {
        let text = fs::read_to_string(LINKS.path().join(file)).expect("a readable file");
        let values: Vec<Value> = serde_json::from_str(&text).expect("a list of samples");
        let samples: Vec<Sample> = values.into_iter().map(Sample::of).collect();
        assert!(!samples.is_empty(), "no samples in {file}");
        samples
    }

    fn of(value: Value) -> Sample {
        let word = |key: &str| value[key].as_str().map(str::to_owned);
        let format = word("format").expect("a format");
        let family = word("family").unwrap_or_else(|| match format.as_str() {
            "unruly" | "team-binairo" => "three-in-a-row".to_owned(),
            _ => "queens".to_owned(),
        });
        Sample { text: word("text").expect("a text"), format, family: self::family(&family), value }
    }

    fn name(&self) -> String {
        format!("{} {} {:.60}", self.value["id"], self.format, self.text)
    }

    /// Requests the board. A task says nothing about stars, nor about sides that differ.
    fn request(&self, text: &str) -> Request {
        let stars = self.value["stars"].as_u64().filter(|_| self.format == "team-star");
        let variants = stars
            .iter()
            .map(|&stars| ("stars".to_owned(), Some(usize::try_from(stars).expect("a few"))));
        let sides = || {
            let rows = self.value["rows"].as_array()?;
            Size::new(rows.len(), rows.first()?.as_str()?.len()).ok()
        };
        let size = sides().filter(|size| self.format == "team-binairo" && !size.is_square());
        let board = Some(Source::new("sample", text).into());
        Request { board, size, variants: variants.collect(), ..Request::default() }
    }

    fn open(&self, text: &str) -> BoardProblem {
        let opened = self.family.open(&self.request(text));
        let opened = opened.unwrap_or_else(|refusal| panic!("{}: {refusal}", self.name()));
        opened.into_puzzle().expect("a family with boards")
    }

    fn rows(&self) -> Vec<String> {
        texts(&self.value["rows"])
    }
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|row| row.as_str().expect("a text").to_owned()).collect()
}

/// Writes a board as rows of letters or symbols, with the directives below them.
fn in_rows(puzzle: &dyn Puzzle, family: &Family) -> Vec<String> {
    let format = family.formats.last().expect("a format").name;
    let text = puzzle.write(format).expect("a format that is written").expect("a whole board");
    text.lines().map(str::to_owned).collect()
}

/// Renames regions by first appearance.
fn relettered(rows: &[String]) -> Vec<String> {
    let mut known: Vec<char> = Vec::new();
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
    let mut letter = |name: char| {
        let place = known.iter().position(|&other| other == name);
        letters[place.unwrap_or_else(|| {
            known.push(name);
            known.len() - 1
        })]
    };
    rows.iter().map(|row| row.chars().map(&mut letter).collect()).collect()
}

fn check_reading() {
    for sample in Sample::all("samples.json") {
        let (name, puzzle) = (sample.name(), sample.open(&sample.text));
        let expected = sample.rows();
        let rows = in_rows(&*puzzle, sample.family);
        let rows = rows[..expected.len()].to_vec();
        if sample.family.name == "queens" {
            let of_stars = puzzle.describe().variants.into_iter().find_map(|variant| {
                variant.strip_prefix("stars=").map(|stars| stars.parse::<u64>().expect("a number"))
            });
            assert_eq!(relettered(&rows), expected, "{name}");
            assert_eq!(Some(of_stars.unwrap_or(1)), sample.value["stars"].as_u64(), "{name}");
            assert!(puzzle.givens().iter().all(|(_, given)| given.is_none()), "{name}");
        } else {
            let is_distinct = puzzle.describe().variants.contains(&"distinct-lines".to_owned());
            assert_eq!(rows, expected, "{name}");
            assert_eq!(is_distinct, sample.value["distinct"].as_bool().unwrap_or(false), "{name}");
            let is_said = !sample.value["distinct"].is_null();
            assert_eq!(
                puzzle.describe().remarks.is_empty(),
                is_said,
                "{name}: {:?}",
                puzzle.describe().remarks
            );
        }
        if let Some(partial) = sample.value.get("partial") {
            let rows = givens_and_filled(&*puzzle).map(|known| fill_open(&known).to_rows());
            assert_eq!(rows, Some(texts(partial)), "{name}");
        }
        let source = Source::new("sample", &sample.text);
        let format = sample.family.formats.iter().find(|format| (format.recognises)(&source));
        let is_link = links::is_link_format(&sample.format);
        assert!(!is_link || format.is_some_and(|one| one.name == sample.format), "{name}");
    }
}

/// Returns the canonical text of the board, if the sample is one.
fn canonical(sample: &Sample) -> Option<String> {
    let text = sample.text.trim_end();
    match sample.format.as_str() {
        "puzzlink" if !text.starts_with("https://puzz.link/p?starbattle/") => None,
        // A file has line ends, and each row a blank at its end.
        "pzprv3" => Some(sample.text.replace('\n', "/")),
        "unruly" if !text.contains('x') || text.starts_with("SAVEFILE") => None,
        _ => Some(text.rsplit('#').next().unwrap_or(text).to_owned()),
    }
}

fn check_writing() {
    let mut compared = 0;
    for sample in Sample::all("samples.json") {
        let name = sample.name();
        let puzzle = sample.open(&sample.text);
        for format in sample.family.formats {
            let Some(Ok(written)) = puzzle.write(format.name) else { continue };
            let mut request = sample.request(&written);
            if format.name == "team-star" {
                let stars = sample.value["stars"].as_u64().expect("a number of stars");
                request.variants = vec![("stars".to_owned(), usize::try_from(stars).ok())];
            }
            let again = open(sample.family, &request);
            let [read, expected] = [&again, &puzzle].map(|one| in_rows(&**one, sample.family));
            assert_eq!(read, expected, "{name} as {}", format.name);
            assert_eq!(again.describe().variants, puzzle.describe().variants, "{name}");
            let is_same = format.name == sample.format && CANONICAL.contains(&format.name);
            if let Some(text) = canonical(&sample).filter(|_| is_same) {
                assert_eq!(written, text, "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "{compared} compared");
}

fn check_answers() {
    for sample in Sample::all("samples.json") {
        for (key, is_distinct) in [
            ("answers", false),
            ("answers_without_distinct", false),
            ("answers_with_distinct", true),
        ] {
            let Some(expected) = sample.value[key].as_u64() else { continue };
            let rows = sample.rows().join("\n");
            let mut request = sample.request(&rows);
            if let Some(stars) = sample.value["stars"].as_u64() {
                request.variants = vec![("stars".to_owned(), usize::try_from(stars).ok())];
            }
            if is_distinct {
                request.variants.push(("distinct-lines".to_owned(), None));
            }
            let read = sample.family.open(&sample.request(&sample.text)).expect("a sample");
            let plain = sample.family.open(&request).expect("rows of a sample");
            let stated = sample.value["distinct"].as_bool().unwrap_or(false);
            let asked: &[&OpenedProblem] =
                if stated == is_distinct { &[&read, &plain] } else { &[&plain] };
            for opened in asked {
                let formulation = &sample.family.formulations[0];
                let count = Answers::Count(Some(MOST_ANSWERS));
                let found = find(&task(opened.as_problem(), formulation, None, count));
                assert_eq!(found.count, Some(expected), "{}: {key}", sample.name());
            }
        }
    }
}

fn check_refusals() {
    for sample in Sample::all("refuse.json") {
        let opened = sample.family.open(&sample.request(&sample.text));
        let why = sample.value["refuse"].as_str().expect("a reason");
        match opened {
            Err(refusal) => assert!(refusal.place.is_some(), "{}: {refusal}", sample.name()),
            Ok(opened) => {
                assert_eq!(why, WHOLE, "{} is read", sample.name());
                assert!(opened.as_problem().info().obstacle.is_some(), "{}", sample.name());
            }
        }
    }
}
