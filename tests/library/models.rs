//! Checks model files in every input format: solved against brute force, exported to every format
//! and read back unchanged.
//!
//! Brute force tries all values of a file's variables and calls `check`, which adds up the file's
//! own rows. So it shares nothing with the model, the encoding and the export.

use proptest::prelude::*;
use quarrel::problem::Competition;
use quarrel::source::Source;
use quarrel::written::FORMATS;

mod elsewhere;
mod general;
mod integers;
mod round_trip;
mod small;
use small::{Solutions, assert_solved, small};

use crate::model_files::{family, opened};

#[test]
fn records_are_complete() {
    assert_eq!(FORMATS.len(), family().formats.len());
    for (format, listed) in FORMATS.iter().zip(family().formats) {
        let name = format.name;
        assert_eq!(
            (name, format.summary, format.example),
            (listed.name, listed.summary, listed.example)
        );
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'+'), "{name}");
        assert!(format.summary.len() > 10 && format.summary.len() < 100, "{name}");
        assert!(format.example.ends_with('\n') && format.example.lines().count() >= 3, "{name}");
        let example = Source::new("model", format.example);
        let known = FORMATS.iter().find(|format| (format.recognises)(&example));
        assert_eq!(known.map(|known| known.name), Some(name));
        let asks_value = matches!(format.competition, Competition::MaxSat);
        let answers = Solutions::of(&opened(name, format.example).expect("an example is read"));
        assert!(!answers.0.is_empty(), "the example of {name} has an answer");
        assert!(!asks_value || answers.best().is_some(), "the example of {name} wants something");
    }
}

#[test]
fn examples_are_solved_right() {
    for format in FORMATS {
        let file = opened(format.name, format.example).expect("an example is read");
        assert_solved(format.name, format.example, &file, &Solutions::of(&file));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn small_files_are_solved_right((format, text) in small()) {
        if let Ok(file) = opened(format, &text) {
            assert_solved(format, &text, &file, &Solutions::of(&file));
        }
    }
}
