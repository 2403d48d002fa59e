//! Sentences of hints, replayed on the board before their step: what they say of a line is true.

use quarrel::advice::advise;
use quarrel::board::{Cell, Grid, cell};
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

/// Boards with chains that look ahead at whole lines.
const THREE: [(&str, &[&str]); 2] = [
    (
        "......\n......\n.....0\n......\n......\n......\n# eq r1c2 r2c2\n# eq r1c3 r1c4\n\
         # eq r2c3 r2c4\n# eq r5c1 r6c1\n# ne r5c2 r6c2\n# eq r5c5 r5c6\n",
        &["distinct-lines"],
    ),
    (
        "........\n...00...\n....0...\n........\n........\n........\n# eq r1c1 r2c1\n\
         # ne r3c1 r3c2\n# eq r3c6 r3c7\n# ne r4c2 r4c3\n# ne r4c4 r4c5\n# ne r5c6 r5c7\n\
         # eq r5c7 r6c7\n# eq r6c3 r6c4\n",
        &[],
    ),
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

/// Returns the cells of a line such as `row 3`.
fn cells_of(grid: &Grid<Option<char>>, line: &str) -> Vec<Cell> {
    let (kind, number) = line.split_once(' ').expect("a line");
    let place = number.parse::<usize>().expect("a number") - 1;
    let is_in = |at: &Cell| if kind == "row" { at.row == place } else { at.column == place };
    grid.size().cells().filter(is_in).collect()
}

/// Returns whether a line can be filled so that it is balanced and has no three alike.
fn can_be_filled(grid: &Grid<Option<char>>, line: &str) -> bool {
    let cells = cells_of(grid, line);
    let fits = |ones: usize| {
        let one = |place: usize| ones >> place & 1 == 1;
        let agrees = |(place, &at): (usize, &Cell)| {
            grid[at].is_none_or(|symbol| (symbol == '1') == one(place))
        };
        let alike = |place: usize| one(place) == one(place + 1) && one(place) == one(place + 2);
        ones.count_ones() as usize == cells.len() / 2
            && cells.iter().enumerate().all(agrees)
            && !(0..cells.len() - 2).any(alike)
    };
    (0..1 << cells.len()).any(fits)
}

/// Reads marks such as `(1,2) and (1,3) are 0; (2,1) is 1`.
fn marks_in(text: &str) -> Vec<(Cell, char)> {
    let (mut cells, mut marks) = (Vec::new(), Vec::new());
    let mut words = text.split(' ');
    while let Some(word) = words.next() {
        if ["is", "are"].contains(&word) {
            let symbol = words.next().and_then(|word| word.chars().next()).expect("a symbol");
            marks.extend(cells.drain(..).map(|at| (at, symbol)));
        }
        cells.extend(cell_in(word));
    }
    marks
}

fn other(symbol: char) -> char {
    if symbol == '1' { '0' } else { '1' }
}

/// Follows links from a board, and checks each that names a line that cannot be filled. Returns the
/// board after them, and the number of such links.
fn follow(grid: &Grid<Option<char>>, links: &str, sentence: &str) -> (Grid<Option<char>>, usize) {
    let (mut grid, mut number) = (grid.clone(), 0);
    for link in links.split(", then ") {
        if let Some(line) = link.strip_suffix(" cannot be filled") {
            number += 1;
            assert!(!can_be_filled(&grid, line), "{sentence}: {line}");
        }
        let Some((said, why)) = link.strip_suffix(')').and_then(|link| link.rsplit_once(" ("))
        else {
            continue;
        };
        let marks = marks_in(said);
        if let Some(line) = why.strip_prefix("else ") {
            let line = line.strip_suffix(" cannot be filled").expect("a line");
            for &(at, symbol) in &marks {
                number += 1;
                let mut otherwise = grid.clone();
                otherwise[at] = Some(other(symbol));
                assert!(!can_be_filled(&otherwise, line), "{sentence}: {link}");
            }
        }
        marks.into_iter().for_each(|(at, symbol)| grid[at] = Some(symbol));
    }
    (grid, number)
}

/// If a chain says that a line cannot be filled otherwise, this follows from the board and what the
/// chain has said before.
#[test]
fn lines_that_cannot_be_filled_follow_from_the_chain() {
    let mut number = 0;
    for (text, variants) in THREE {
        for step in steps("three-in-a-row", text, variants) {
            let sentence = &step.stages[2];
            let chain = sentence.split_once(": with ").map(|(_, chain)| chain);
            let Some(chain) = chain.filter(|chain| chain.starts_with(['0', '1'])) else { continue };
            let mut parts = chain.split("; if ");
            let start = parts.next().expect("a start");
            let symbol = start.chars().next().expect("a symbol");
            let start = start[1..].trim_start();
            let (place, at) = match start.strip_prefix("in ") {
                Some(rest) => {
                    let place = rest.split(' ').next().expect("a cell");
                    let place = place.trim_end_matches([',', ';']);
                    (format!("in {place}"), cell_in(place).expect("a cell"))
                }
                None => ("there".to_owned(), step.cells[0].cell),
            };
            let links = start.strip_prefix(&place[..]).expect("a place");
            let mut supposed = step.before.clone();
            supposed[at] = Some(symbol);
            let (before, checked) = follow(&supposed, links.trim_start_matches(", "), sentence);
            number += checked;
            let mut split = None;
            for case in parts {
                let (mark, links) = case.split_once(", ").expect("a case");
                let symbol = mark.chars().last().expect("a symbol");
                split = cell_in(mark.split(' ').next().expect("a cell")).or(split);
                let mut grid = before.clone();
                grid[split.expect("the cell of the first case")] = Some(symbol);
                number += follow(&grid, links, sentence).1;
            }
        }
    }
    assert!(number > 0, "no such link");
}
