//! Published boards with known results.
//!
//! They are not in the repository, since their licences do not cover the rights to the boards. A
//! folder that exists has to contain boards.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use quarrel::advice::advise;
use quarrel::family::Family;
use quarrel::formulation::Formulation;
use quarrel::hint::Wish;
use quarrel::problem::Problem;
use quarrel::puzzle::{BoardProblem, Request};
use quarrel::search::{Answers, Status};
use quarrel::source::Source;
use quarrel::stop::Stop;

use super::needs::{BOARDS, Test};
use crate::plain_steps;
use crate::puzzles::{count, family, find, open, task};
use crate::typed::{self, Tally, is_in_rows};

/// The folders of boards with one answer each: family, folder, endings of names, variants.
const UNIQUE: &[(&str, &str, &[&str], &[&str])] = &[
    ("queens", "queens/official", &["txt"], &[]),
    ("queens", "queens/seed", &["txt", "sas"], &[]),
    ("three-in-a-row", "three-in-a-row/janko-binairo", &["txt"], &[]),
    ("three-in-a-row", "three-in-a-row/linkedin-tango", &["txt"], &[]),
    ("three-in-a-row", "three-in-a-row/potassco", &["txt"], &[]),
    ("three-in-a-row", "three-in-a-row/seed", &["txt", "dat"], &[]),
    ("three-in-a-row", "three-in-a-row/takuzu-qt", &["txt"], &["distinct-lines"]),
    ("abc-path", "abc-path", &["abc-path", "dat"], &[]),
];

/// The folders of each family whose boards can all be read.
const FOLDERS: &[(&str, &[&str])] = &[
    ("queens", &["queens/official", "queens/counted", "queens/stars", "queens/seed"]),
    (
        "three-in-a-row",
        &[
            "three-in-a-row/janko-binairo",
            "three-in-a-row/takuzu-qt",
            "three-in-a-row/linkedin-tango",
            "three-in-a-row/potassco",
            "three-in-a-row/letheed",
            "three-in-a-row/seed",
        ],
    ),
    ("abc-path", &["abc-path"]),
];

pub fn tests() -> Vec<Test> {
    let test = |folder: &'static str, what: &str, run: fn()| {
        Test::of_files(&format!("published_boards::{folder}::{what}"), &BOARDS, folder, run)
    };
    let unique = UNIQUE.iter().map(|&(name, folder, extensions, variants)| {
        let path = format!("published_boards::{folder}::boards_are_unique");
        let run = move || assert_all_unique(family(name), folder, extensions, variants);
        Test::of_files(&path, &BOARDS, folder, run)
    });
    let typed = FOLDERS.iter().map(|&(name, folders)| {
        let path = format!("published_boards::{name}::boards_are_read_right_or_refused_if_typed");
        Test::of_files(&path, &BOARDS, name, move || assert_typed(name, folders))
    });
    let others = [
        test("queens/counted", "boards_have_their_counts", || check_counted(false)),
        test("queens/counted", "boards_with_many_answers_have_their_counts", || {
            check_counted(true)
        })
        .long("a minute"),
        test("queens/stars", "boards_are_unique_unless_regions_are_missing", check_stars),
        test(
            "queens/official",
            "a_queen_sees_a_line_only_without_a_plainer_step",
            check_plain_steps,
        ),
        test("malformed-queens", "boards_are_refused_or_denied", check_malformed),
        test("three-in-a-row/letheed", "boards_have_an_answer", check_letheed),
        test("three-in-a-row/seed", "the_board_has_equal_lines", check_equal_lines),
    ];
    unique.chain(typed).chain(others).collect()
}

/// The largest number of answers that a normal run counts one by one.
const FEW: u64 = 3000;

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
            ..crate::puzzles::board("", variants)
        }
    }

    fn open(&self, family: &Family, variants: &[&str]) -> BoardProblem {
        open(family, &self.request(variants))
    }

    /// Returns the text of the file that has the board's name with another extension, if there is
    /// one.
    fn beside(&self, extension: &str) -> Option<String> {
        fs::read_to_string(self.path.with_extension(extension)).ok()
    }

    fn solution(&self) -> Option<Vec<String>> {
        let text = self.beside("solution")?;
        Some(text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }
}

fn boards(folder: &str, extensions: &[&str]) -> Vec<Board> {
    let Ok(entries) = fs::read_dir(BOARDS.path().join(folder)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry of a folder").path()).collect();
    paths.sort();
    let is_board = |path: &PathBuf| {
        path.extension().is_some_and(|ext| extensions.iter().any(|wanted| ext == *wanted))
    };
    let read = |path: PathBuf| {
        let text = text_of(&path);
        Board { path, text }
    };
    let boards: Vec<Board> = paths.into_iter().filter(is_board).map(read).collect();
    assert!(!boards.is_empty(), "{folder} has no boards");
    boards
}

/// Returns the text of a board. Published boards with signs between cells count rows and columns
/// from 0 without saying so.
fn text_of(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a board that can be read");
    if text.contains("\n# eq ") || text.contains("\n# ne ") {
        text.trim_end().to_owned() + "\n# from 0\n"
    } else {
        text
    }
}

fn assert_unique(board: &Board, problem: &dyn Problem, formulation: &Formulation) {
    let name = format!("{} in {}", board.name(), formulation.name);
    let finding = find(&task(problem, formulation, None, Answers::Unique));
    assert_eq!(finding.unique(), Some(true), "{name}");
    let answer = problem.rows(finding.answer.expect("the only answer").answer());
    assert!(board.solution().is_none_or(|solution| solution == answer), "{name}: {answer:?}");
}

fn assert_all_unique(family: &Family, folder: &str, extensions: &[&str], variants: &[&str]) {
    for board in boards(folder, extensions) {
        let puzzle = board.open(family, variants);
        for formulation in family.formulations {
            assert_unique(&board, &puzzle, formulation);
        }
    }
}

fn assert_denied_with_reason(board: &Board, problem: &dyn Problem, formulation: &Formulation) {
    let finding = find(&task(problem, formulation, None, Answers::One));
    assert_eq!(finding.status(), Status::Unsatisfiable, "{}", board.name());
    assert!(
        finding.reason.is_some_and(|reason| !reason.to_string().is_empty()),
        "{}",
        board.name()
    );
}

/// Asserts that boards have as many answers as published: those with few answers, or with many if
/// `long`.
fn check_counted(long: bool) {
    let queens = family("queens");
    for board in boards("queens/counted", &["txt"]) {
        let published = board.beside("count").expect("a count for each board");
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

fn check_stars() {
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
                assert!(puzzle.describe().obstacle.is_none(), "{}", board.name());
            } else {
                assert!(puzzle.describe().obstacle.is_some(), "{}", board.name());
                assert_denied_with_reason(&board, &puzzle, formulation);
            }
        }
    }
}

fn check_malformed() {
    let queens = family("queens");
    for board in boards("malformed-queens", &["txt"]) {
        if let Ok(opened) = queens.open(&board.request(&[])) {
            for formulation in queens.formulations {
                assert_denied_with_reason(&board, opened.as_problem(), formulation);
            }
        }
    }
}

fn check_letheed() {
    let three = family("three-in-a-row");
    for board in boards("three-in-a-row/letheed", &["txt"]) {
        let puzzle = board.open(three, &["distinct-lines"]);
        for formulation in three.formulations {
            let finding = find(&task(&puzzle, formulation, None, Answers::One));
            assert_eq!(finding.status(), Status::Satisfiable, "{}", board.name());
        }
    }
}

fn check_equal_lines() {
    let three = family("three-in-a-row");
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
            let finding = find(&task(&distinct, formulation, None, Answers::One));
            assert_eq!(finding.status(), Status::Unsatisfiable, "{}", board.name());
        }
    }
}

fn assert_typed(name: &str, folders: &[&str]) {
    let read = |folder: &&str| published(&BOARDS.path().join(folder), name);
    let boards: Vec<typed::Board> = folders.iter().flat_map(read).collect();
    assert!(!boards.is_empty(), "{name} has no boards");
    Tally::of(&boards, 60).report(name);
    let every_tenth = boards.iter().step_by(10).filter(|board| is_in_rows(board));
    let others: Vec<typed::Board> = every_tenth.flat_map(in_other_formats).collect();
    Tally::of(&others, 60).report(&format!("{name} in its other formats"));
}

fn in_other_formats(of: &typed::Board) -> Vec<typed::Board> {
    const SQUARES: [char; 9] = ['🟥', '🟧', '🟨', '🟩', '🟦', '🟪', '🟫', '⬛', '⬜'];
    let rows: Vec<&str> = of.text.lines().filter(|line| !line.starts_with('#')).collect();
    let quoted: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    let mut texts = vec![format!("[{}]", quoted.join(",\n "))];
    let n = rows.len();
    if of.family.name == "three-in-a-row" {
        let mut text = format!("param n := {n};\nparam p:");
        (1..=n).for_each(|column| write!(text, " {column}").expect("a String grows"));
        text += " :=";
        for (index, row) in rows.iter().enumerate() {
            write!(text, "\n{}", index + 1).expect("a String grows");
            let value = |cell| ['.', '1', '2'][".01".find(cell).unwrap_or(0)];
            row.chars().for_each(|cell| text.extend([' ', value(cell)]));
        }
        texts.push(text + ";\n");
    } else {
        let mut names: Vec<char> = rows.concat().chars().collect();
        names.sort_unstable();
        names.dedup();
        let number = |cell: char| names.iter().position(|&name| name == cell).unwrap_or(0);
        let lines = |name: &dyn Fn(char) -> String, apart: &str| -> String {
            let line = |row: &&str| row.chars().map(name).collect::<Vec<_>>().join(apart) + "\n";
            rows.iter().map(line).collect()
        };
        let integers = lines(&|cell| (number(cell) + 1).to_string(), " ");
        texts.push(format!("data Board;\ninput c1-c{n};\ndatalines;\n{integers};\n"));
        texts.push(integers);
        if names.len() <= SQUARES.len() {
            texts.push(lines(&|cell| SQUARES[number(cell)].to_string(), ""));
        }
    }
    let family = of.family;
    texts.into_iter().map(|text| typed::Board { family, name: of.name.clone(), text }).collect()
}

fn published(folder: &Path, name: &str) -> Vec<typed::Board> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry of a folder").path());
    let is_board = |path: &std::path::PathBuf| {
        let kinds = ["txt", "sas", "dat", "abc-path"];
        path.extension().is_some_and(|kind| kinds.iter().any(|known| kind == *known))
    };
    let mut paths: Vec<_> = paths.filter(is_board).collect();
    paths.sort();
    let open = |path: std::path::PathBuf| typed::Board {
        family: family(name),
        text: text_of(&path),
        name: path.display().to_string(),
    };
    paths.into_iter().map(open).collect()
}

/// The number of boards on which steps are compared with plainer ones.
const PLAIN: usize = 60;

/// Of the steps in which a queen would see all that is left of a line, at most one of twenty comes
/// before a plainer step. The board is read from its text again.
fn check_plain_steps() {
    let (mut by_sight, mut plain) = (0, 0);
    for board in boards("queens/official", &["txt"]).into_iter().take(PLAIN) {
        let lines = board.text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let regions: Vec<Vec<char>> = lines.map(|line| line.chars().collect()).collect();
        let family = family("queens");
        let puzzle = board.open(family, &[]);
        let advice = advise(family, &*puzzle, None, &Wish::with_steps(None), &Stop::unlimited());
        let steps = advice.unwrap_or_else(|error| panic!("{}: {error}", board.name())).plan.steps;
        let counted = plain_steps::sight_and_plain(&regions, &steps);
        (by_sight, plain) = (by_sight + counted[0], plain + counted[1]);
    }
    println!("{plain} of {by_sight} steps come before a plainer one");
    assert!(by_sight > 0 && 20 * plain <= by_sight, "{plain} of {by_sight}");
}
