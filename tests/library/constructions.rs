//! Checks constructed answers: they pass the check, reach the expected share of the known optima,
//! and are the same for the same seed.

use std::time::Duration;

use quarrel::puzzle::{BoardProblem, Filling, OPEN, Puzzle, Request};
use quarrel::stop::Stop;

use crate::puzzles::{Random, board, family, open, sized};

fn puzzle(name: &str, size: &str, variants: &[&str]) -> BoardProblem {
    open(family(name), &sized(size, variants))
}

/// Returns the values of the constructed answers, after checking each.
fn values(puzzle: &dyn Puzzle, seed: u64) -> Vec<i64> {
    let answers = puzzle.construct(seed, &Stop::unlimited());
    let value = |answer: &Filling| {
        let checked = puzzle.check(answer).unwrap_or_else(|broken| {
            panic!("{} {:?}: {broken}", puzzle.size(), puzzle.describe().variants);
        });
        checked.expect("a family with an objective")
    };
    answers.iter().map(value).collect()
}

fn largest(puzzle: &dyn Puzzle, seed: u64) -> Option<i64> {
    values(puzzle, seed).into_iter().max()
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|row| row.split(',').collect())
}

#[test]
fn gunports_are_optimal_on_the_boards_of_the_table() {
    for row in rows(include_str!("../truth/gunport.csv")) {
        let size = format!("{}x{}", row[0], row[1]);
        let optimum: i64 = row[2].parse().expect("a number of dominoes");
        if row[0].len() == 1 || row[1] == "10" || row[1] == "13" {
            assert_eq!(values(&*puzzle("gunport", &size, &[]), 0), [optimum], "{size}");
        }
    }
}

#[test]
fn gunports_are_optimal_where_pearces_number_is_not() {
    for (size, optimum) in [("14x16", 76), ("16x14", 76), ("19x19", 122)] {
        assert_eq!(values(&*puzzle("gunport", size, &[]), 0), [optimum], "{size}");
    }
}

#[test]
fn gunports_that_do_not_slide_are_optimal_on_the_boards_of_the_table() {
    for row in rows(include_str!("../truth/gunport-no-slide.csv")) {
        let size = format!("{}x{}", row[0], row[1]);
        // -1 means no answer.
        let optimum: Option<i64> = row[2].parse().ok().filter(|&optimum| optimum >= 0);
        let optimum: Vec<i64> = optimum.into_iter().collect();
        let turned = format!("{}x{}", row[1], row[0]);
        for size in [size, turned] {
            assert_eq!(values(&*puzzle("gunport", &size, &["no-slide"]), 0), optimum, "{size}");
        }
    }
}

#[test]
fn even_windows_are_optimal() {
    for n in (2..=100).step_by(2) {
        for (variants, dark) in [(&[][..], 2 * n - 4), (&["corners"], 2 * n)] {
            let window = puzzle("abbott-window", &n.to_string(), variants);
            assert_eq!(values(&*window, 0), [n * n - dark], "{n} {variants:?}");
        }
    }
}

#[test]
fn small_windows_are_optimal() {
    let squares = [("1", 1), ("3", 3), ("5", 9), ("7", 9), ("9", 11), ("11", 15), ("13", 17)];
    let rectangles = [("3x5", 15), ("4x6", 8), ("4x7", 12), ("5x8", 12), ("6x7", 10), ("8x9", 16)];
    for (size, dark) in squares.into_iter().chain(rectangles) {
        let window = puzzle("abbott-window", size, &[]);
        let area = i64::try_from(window.size().area()).expect("few panes");
        assert_eq!(largest(&*window, 0), Some(area - dark), "{size}");
    }
    for (size, dark) in [("3", 9), ("5", 13), ("7", 13)] {
        let window = puzzle("abbott-window", size, &["corners"]);
        let area = i64::try_from(window.size().area()).expect("few panes");
        assert_eq!(largest(&*window, 0), Some(area - dark), "{size} with corners");
    }
}

#[test]
fn small_armies_are_optimal() {
    let squares = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    let known = squares.into_iter().zip([0, 0, 1, 2, 4, 5, 7, 9, 12, 14]);
    for (size, optimum) in known.chain([("1x7", 0), ("4x6", 4), ("5x8", 7)]) {
        assert_eq!(largest(&*puzzle("armies", size, &[]), 0), Some(optimum), "{size}");
    }
    for (size, variant, optimum) in [
        ("5", "at-least=6", 2),
        ("6", "at-least=1", 20),
        ("7", "at-least=4", 16),
        ("4x6", "at-least=3", 5),
        ("8", "at-least=0", 64),
    ] {
        let found = largest(&*puzzle("armies", size, &[variant]), 0);
        assert_eq!(found, Some(optimum), "{size} {variant}");
    }
}

fn a_third_of(answer: &Filling, variants: &[&str], random: &mut Random) -> Request {
    let given = |symbol: char, random: &mut Random| match random.below(3) {
        0 => symbol,
        _ => OPEN,
    };
    let row = |row: &String| row.chars().map(|symbol| given(symbol, random)).collect();
    let rows: Vec<String> = answer.to_rows().iter().map(row).collect();
    board(&rows.join("\n"), variants)
}

#[test]
fn given_cells_are_kept() {
    let mut random = Random(0);
    for (name, size, variants) in [
        ("gunport", "7x9", &[][..]),
        ("gunport", "9x7", &["no-slide"]),
        ("abbott-window", "8", &[]),
        ("abbott-window", "6x9", &["corners"]),
        ("armies", "6x7", &[]),
        ("armies", "6", &["at-least=3"]),
    ] {
        let open_board = puzzle(name, size, variants);
        let answers = open_board.construct(1, &Stop::unlimited());
        let request = a_third_of(&answers[0], variants, &mut random);
        let given = open(family(name), &request);
        assert!(!values(&*given, 2).is_empty(), "{name} {size} {variants:?}");
    }
}

#[test]
fn impossible_boards_have_no_construction() {
    for (name, text, variants) in [
        ("gunport", "???", &["no-slide"][..]),
        ("gunport", "..?", &[]),
        ("gunport", ">??", &[]),
        ("armies", "W??\n???\n??B", &[]),
        ("abbott-window", "..??\n?.??\n??.?\n????", &["corners"]),
    ] {
        let puzzle = open(family(name), &board(text, variants));
        assert!(values(&*puzzle, 0).is_empty(), "{name}\n{text}");
    }
}

#[test]
fn equal_seeds_give_equal_answers() {
    for (name, size, variants) in [
        ("gunport", "9x11", &[][..]),
        ("gunport", "9x11", &["no-slide"]),
        ("abbott-window", "9x11", &[]),
        ("armies", "5x6", &[]),
    ] {
        let puzzle = puzzle(name, size, variants);
        let answers = |seed| puzzle.construct(seed, &Stop::unlimited());
        assert_eq!(answers(7), answers(7), "{name} {size}");
        assert!((8..16).any(|seed| answers(seed) != answers(7)), "{name} heeds no seed");
    }
}

#[test]
fn constructions_heed_the_time() {
    for name in ["gunport", "abbott-window", "armies"] {
        for size in ["99", "1000x10", "1x1000"] {
            let puzzle = puzzle(name, size, &[]);
            for answer in
                puzzle.construct(0, &Stop::unlimited().with_limit(Duration::from_millis(50)))
            {
                assert!(puzzle.check(&answer).is_ok(), "{name} {size}");
            }
        }
    }
}
