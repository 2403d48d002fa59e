//! Sentences of hints, replayed on the board before their step: what they say of a line is true.

use quarrel::advice::advise;
use quarrel::board::{Cell, cell};
use quarrel::hint::{Step, Wish};
use quarrel::stop::Stop;

use crate::puzzles::{board, family, open};

/// Boards with steps in which each place of one line's queen excludes another line's queen, at once
/// or only after a further queen.
const QUEENS: [&str; 3] = [
    "ABBBCCC\nAAABCCD\nAEEBDCD\nABEFDCD\nEBBFDCG\nEBFFDGG\nFFFDDGG\n",
    "ABAAACD\nABEEACD\nABEEACC\nAFFFFCC\nGGGGFCC\nFFFFFCC\nBBBBBCC\n",
    "ABBBBBB\nACCCDBB\nAAACDBB\nEEECDFB\nGGEDDFF\nGGEDFFF\nGGEDFFF\n",
];

fn steps(name: &'static str, text: &str, variants: &[&str]) -> Vec<Step> {
    let family = family(name);
    let puzzle = open(family, &board(text, variants));
    let advice = advise(family, &*puzzle, None, &Wish::steps(None), &Stop::never());
    advice.unwrap_or_else(|error| panic!("{text}: {error}")).plan.steps
}

/// Reads `(3,4)`, perhaps with a mark of punctuation after it.
fn cell_in(word: &str) -> Option<Cell> {
    let inside = word.trim_end_matches([',', ';', ':']).strip_prefix('(')?.strip_suffix(')')?;
    let (row, column) = inside.split_once(',')?;
    Some(cell(row.parse::<usize>().ok()? - 1, column.parse::<usize>().ok()? - 1))
}

/// Reads lines such as `rows 1 or 2, or region C`, each as its kind and its label.
fn lines_in(text: &str) -> Vec<(String, String)> {
    let mut kind = "";
    let mut lines = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !["", "or", "and"].contains(word)) {
        match word.trim_end_matches('s') {
            "row" | "column" | "region" => kind = word.trim_end_matches('s'),
            _ => lines.push((kind.to_owned(), word.to_owned())),
        }
    }
    lines
}

/// If a sentence says that a queen leaves lines no cell wherever a line has its queen, some line
/// has none in each case, and each line has none in some case.
#[test]
fn lines_that_are_left_no_cell_have_none() {
    let mut number = 0;
    for text in QUEENS {
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let region = |at: Cell| rows[at.row][at.column];
        let sees = |one: Cell, other: Cell| {
            let (down, right) = (one.row.abs_diff(other.row), one.column.abs_diff(other.column));
            let shares = down == 0 || right == 0 || region(one) == region(other);
            shares || down.max(right) == 1
        };
        for step in steps("queens", text, &[]) {
            let sentence = &step.stages[2];
            let Some((case, effect)) = sentence.split_once(" has its queen, one at ") else {
                continue;
            };
            number += 1;
            let left = |(kind, label): &(String, String)| -> Vec<Cell> {
                let is_in = |at: Cell| match &kind[..] {
                    "row" => (at.row + 1).to_string() == *label,
                    "column" => (at.column + 1).to_string() == *label,
                    _ => region(at).to_string() == *label,
                };
                let cells = step.before.size().cells().filter(|&at| is_in(at));
                cells.filter(|&at| step.before[at] != Some('.')).collect()
            };
            let chooses = lines_in(case.strip_prefix("wherever ").expect("a case"));
            let (at, lines) = effect.split_once(" leaves ").expect("an effect");
            let at = cell_in(at).expect("a cell");
            let lines = lines_in(lines.split(" no cell").next().expect("lines"));
            let mut emptied = vec![false; lines.len()];
            for queen in left(&chooses[0]).into_iter().filter(|&queen| !sees(at, queen)) {
                let is_empty =
                    |line| left(line).into_iter().all(|one| sees(one, at) || sees(one, queen));
                let empty: Vec<bool> = lines.iter().map(is_empty).collect();
                assert!(empty.contains(&true), "{sentence}: with a queen at {queen}\n{text}");
                emptied.iter_mut().zip(empty).for_each(|(all, now)| *all |= now);
            }
            assert!(!emptied.contains(&false), "{sentence}: {emptied:?}\n{text}");
        }
    }
    assert!(number > 0, "no such sentence");
}
