//! Hints on many boards: their levels beside those of others, their steps, and sentences to read.
//!
//! - `cargo bench --bench hints -- levels FAMILY FOLDER [VARIANT]`: how often each level comes on
//!   the boards of each subfolder, and the rank correlation. The subfolders are the levels of
//!   somebody else, the easiest first by name.
//! - `cargo bench --bench hints -- steps FAMILY FOLDER [VARIANT]`: a row of the table of steps in
//!   `docs/hints.md`.
//! - `cargo bench --bench hints -- sentences [SEED] [NUMBER]`: sentences drawn by a seed from
//!   generated boards, each with its board, for somebody who checks them by hand. Half of them are
//!   of queens with two stars and of Tango.

use std::path::Path;

use quarrel::advice::{Advice, advise};
use quarrel::family::files;
use quarrel::family::{self, Family};
use quarrel::hint::Wish;
use quarrel::process::cpu_seconds;
use quarrel::puzzle::{BoardProblem, Request};
use quarrel::puzzles::FAMILIES;
use quarrel::stop::Stop;

mod levels;
mod sentences;
mod steps;

/// A board with all its hints, and the processor time that they took.
struct Hinted {
    puzzle: BoardProblem,
    advice: Advice,
    seconds: f64,
}

impl Hinted {
    /// Finds all hints from the givens of a board.
    fn of(family: &'static Family, puzzle: BoardProblem, name: &str) -> Hinted {
        let start = cpu_seconds();
        let advice = advise(family, &*puzzle, None, &Wish::with_steps(None), &Stop::unlimited());
        let advice = advice.unwrap_or_else(|error| panic!("{name}: {error}"));
        Hinted { puzzle, advice, seconds: cpu_seconds() - start }
    }

    /// Reads a board, and finds all its hints.
    fn read(family: &'static Family, name: &str, variants: &[String]) -> Hinted {
        let read = files::read(name).and_then(|source| {
            let variants = variants.iter().map(|name| (name.clone(), None)).collect();
            family.open(&Request { board: Some(source.into()), variants, ..Request::default() })
        });
        let opened = read.unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let puzzle = opened.into_puzzle().expect("families with hints have boards");
        Hinted::of(family, puzzle, name)
    }

    /// Reads all boards of a folder, and finds all their hints.
    fn of_folder(family: &'static Family, folder: &Path, variants: &[String]) -> Vec<Hinted> {
        let names = files::files(folder).unwrap_or_else(|refusal| panic!("{refusal}"));
        names.iter().map(|name| Hinted::read(family, name, variants)).collect()
    }
}

fn family_called(name: &str) -> &'static Family {
    family::find_family(FAMILIES, name).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn main() {
    // Cargo adds `--bench` to the words.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |place: usize, default| {
        words.get(place).map_or(default, |word| word.parse().expect("a number"))
    };
    match words.first().map(String::as_str) {
        Some("levels") => levels::print(family_called(&words[1]), words[2].as_ref(), &words[3..]),
        Some("steps") => steps::print(family_called(&words[1]), words[2].as_ref(), &words[3..]),
        Some("sentences") => sentences::print(number(1, 1), number(2, 60)),
        _ => println!(
            "levels FAMILY FOLDER [VARIANT], steps FAMILY FOLDER [VARIANT], or sentences [SEED] \
             [NUMBER]"
        ),
    }
}
