//! Boards that others published, and what is known of each.
//!
//! They are no part of the repository, since their licences do not clear the boards' own rights.
//! The environment variable `QUARREL_BOARDS` names the folder that has them; where it is unset
//! these tests say so and pass. A folder of boards that is there has to have boards in it.

use std::fs;
use std::path::{Path, PathBuf};

use quarrel::family::Family;
use quarrel::formulation::Formulation;
use quarrel::problem::Problem;
use quarrel::puzzle::{Puzzle, Request};
use quarrel::search::{Question, Status};
use quarrel::source::Source;

mod support;

use support::{count, family, find, open, task};

/// The most answers that are counted in a normal run.
const FEW: u64 = 3000;

/// One published board.
struct Board {
    path: PathBuf,
    text: String,
}

impl Board {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn request(&self, variants: &[&str]) -> Request {
        Request {
            board: Some(Source::new(&self.name(), &self.text).into()),
            ..support::board("", variants)
        }
    }

    fn open(&self, family: &Family, variants: &[&str]) -> Box<dyn Puzzle> {
        open(family, &self.request(variants))
    }

    /// What stands beside the board under another extension.
    fn beside(&self, extension: &str) -> Option<String> {
        fs::read_to_string(self.path.with_extension(extension)).ok()
    }

    /// The rows of its published answer.
    fn solution(&self) -> Option<Vec<String>> {
        let text = self.beside("solution")?;
        Some(text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }
}

/// The boards of a folder, or nothing, said aloud, where they are not at hand.
fn boards(folder: &str, extensions: &[&str]) -> Vec<Board> {
    let Some(root) = std::env::var_os("QUARREL_BOARDS") else {
        println!("skipped: QUARREL_BOARDS names no folder of boards");
        return Vec::new();
    };
    assert!(Path::new(&root).is_dir(), "QUARREL_BOARDS is no folder");
    let Ok(entries) = fs::read_dir(Path::new(&root).join(folder)) else {
        println!("skipped: there is no {folder}");
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry of a folder").path()).collect();
    paths.sort();
    let is_board = |path: &PathBuf| {
        path.extension().is_some_and(|ext| extensions.iter().any(|wanted| ext == *wanted))
    };
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a board that can be read");
        Board { path, text }
    };
    let boards: Vec<Board> = paths.into_iter().filter(is_board).map(read).collect();
    assert!(!boards.is_empty(), "{folder} has no boards");
    println!("{folder}: {} boards", boards.len());
    boards
}

/// Asserts that a puzzle has one answer, the published one where there is one.
fn assert_unique(board: &Board, problem: &dyn Problem, formulation: &Formulation) {
    let name = format!("{} in {}", board.name(), formulation.name);
    let finding = find(&task(problem, formulation, None, Question::Unique));
    assert_eq!(finding.unique, Some(true), "{name}");
    let answer = finding.answer.expect("the only answer").rows;
    assert!(board.solution().is_none_or(|solution| solution == answer), "{name}: {answer:?}");
}

/// Asserts, for every formulation, that each board of a folder has one answer.
fn assert_all_unique(family: &Family, folder: &str, extensions: &[&str], variants: &[&str]) {
    for board in boards(folder, extensions) {
        let puzzle = board.open(family, variants);
        for formulation in family.formulations {
            assert_unique(&board, &puzzle, formulation);
        }
    }
}

/// Asserts that a puzzle has no answer, and that the finding says why.
fn assert_denied_with_reason(board: &Board, problem: &dyn Problem, formulation: &Formulation) {
    let finding = find(&task(problem, formulation, None, Question::One));
    assert_eq!(finding.status, Status::Unsatisfiable, "{}", board.name());
    assert!(
        finding.reason.is_some_and(|reason| !reason.to_string().is_empty()),
        "{}",
        board.name()
    );
}

#[test]
fn official_queens_boards_are_unique() {
    assert_all_unique(family("queens"), "queens/official", &["txt"], &[]);
}

#[test]
fn the_queens_boards_of_the_source_are_unique() {
    assert_all_unique(family("queens"), "queens/seed", &["txt", "sas"], &[]);
}

fn check_counted(long: bool) {
    let queens = family("queens");
    for board in boards("queens/counted", &["txt"]) {
        let published = board.beside("count").expect("a count beside each board");
        let published: u64 = published.trim().parse().expect("a number");
        if (published > FEW) != long {
            continue;
        }
        let puzzle = board.open(queens, &[]);
        let formulations =
            if published > 200 { &queens.formulations[..1] } else { queens.formulations };
        for formulation in formulations {
            let name = formulation.name;
            assert_eq!(count(&puzzle, formulation, None), published, "{} in {name}", board.name());
        }
    }
}

#[test]
fn counted_queens_boards_have_their_published_counts() {
    check_counted(false);
}

#[test]
#[ignore = "long: a minute, boards with thousands of answers"]
fn counted_queens_boards_with_many_answers_have_their_published_counts() {
    check_counted(true);
}

#[test]
fn star_battles_are_unique_unless_regions_are_missing() {
    let queens = family("queens");
    for board in boards("queens/stars", &["txt"]) {
        let puzzle = board.open(queens, &[]);
        let rows: Vec<&str> = board.text.lines().filter(|line| !line.starts_with('#')).collect();
        let mut regions: Vec<char> = rows.concat().chars().filter(|c| !c.is_whitespace()).collect();
        regions.sort_unstable();
        regions.dedup();
        for formulation in queens.formulations {
            if regions.len() == puzzle.size().rows() {
                assert_unique(&board, &puzzle, formulation);
                assert!(puzzle.obstacle().is_none(), "{}", board.name());
            } else {
                assert!(puzzle.obstacle().is_some(), "{}", board.name());
                assert_denied_with_reason(&board, &puzzle, formulation);
            }
        }
    }
}

#[test]
fn malformed_queens_boards_are_refused_or_denied() {
    let queens = family("queens");
    for board in boards("malformed-queens", &["txt"]) {
        if let Ok(opened) = queens.open(&board.request(&[])) {
            for formulation in queens.formulations {
                assert_denied_with_reason(&board, opened.as_problem(), formulation);
            }
        }
    }
}

#[test]
fn binairo_boards_are_unique_without_distinct_lines() {
    let three = family("three-in-a-row");
    for folder in ["janko-binairo", "linkedin-tango", "potassco"] {
        assert_all_unique(three, &format!("three-in-a-row/{folder}"), &["txt"], &[]);
    }
}

#[test]
fn takuzu_boards_are_unique_with_distinct_lines() {
    let three = family("three-in-a-row");
    assert_all_unique(three, "three-in-a-row/takuzu-qt", &["txt"], &["distinct-lines"]);
}

#[test]
fn other_takuzu_boards_have_an_answer() {
    let three = family("three-in-a-row");
    for board in boards("three-in-a-row/letheed", &["txt"]) {
        let puzzle = board.open(three, &["distinct-lines"]);
        for formulation in three.formulations {
            let finding = find(&task(&puzzle, formulation, None, Question::One));
            assert_eq!(finding.status, Status::Satisfiable, "{}", board.name());
        }
    }
}

#[test]
fn the_three_in_a_row_board_of_the_source_has_equal_lines() {
    let three = family("three-in-a-row");
    assert_all_unique(three, "three-in-a-row/seed", &["txt", "dat"], &[]);
    let boards = boards("three-in-a-row/seed", &["txt", "dat"]);
    for board in &boards {
        assert_eq!(
            board.open(three, &[]).givens(),
            boards[0].open(three, &[]).givens(),
            "{} gives other cells",
            board.name()
        );
        let distinct = board.open(three, &["distinct-lines"]);
        for formulation in three.formulations {
            let finding = find(&task(&distinct, formulation, None, Question::One));
            assert_eq!(finding.status, Status::Unsatisfiable, "{}", board.name());
        }
    }
}

#[test]
fn abc_paths_are_unique() {
    assert_all_unique(family("abc-path"), "abc-path", &["abc-path", "dat"], &[]);
}
