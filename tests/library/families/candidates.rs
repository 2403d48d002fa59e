//! Candidates for the answers of a puzzle, which `check` then judges.
//!
//! For most families these are all grids of its symbols. For others, where that is too many, the
//! candidates keep one simple rule, and a test shows on the smallest boards that no answer is lost.

use std::collections::BTreeMap;
use std::sync::Mutex;

use quarrel::board::{Cell, Grid, Size, cell};
use quarrel::puzzle::{Filling, Puzzle};
use quarrel::puzzles::PUZZLES;

use super::boards::{Case, cases};

/// An answer that keeps the rules, with its value.
pub type Scored = (Filling, Option<i64>);

const BLANK: char = ' ';

type Visit<'a> = &'a mut dyn FnMut(&Filling);

/// The answers of each case by its name, since several tests need them.
static KNOWN: Mutex<BTreeMap<String, Vec<Scored>>> = Mutex::new(BTreeMap::new());

pub fn right_answers(case: &Case, most: u64) -> Option<Vec<Scored>> {
    let mut known = KNOWN.lock().expect("no test fails while it holds this");
    if !known.contains_key(&case.name) {
        known.insert(case.name.clone(), judge_candidates(case, most)?);
    }
    known.get(&case.name).cloned()
}

fn judge_candidates(case: &Case, most: u64) -> Option<Vec<Scored>> {
    let size = case.puzzle.size();
    let mut right = Vec::new();
    let judge: Visit = &mut |candidate| {
        if let Ok(value) = case.puzzle.check(candidate) {
            right.push((candidate.clone(), value));
        }
    };
    match case.family.name {
        "gunport" => dominoes(&mut Grid::from_fn(size, |_| BLANK), judge),
        "abc-path" => paths(&case.puzzle.givens(), judge),
        "queens" if size.area() > 16 => {
            spread_queens(size.rows(), stars(&*case.puzzle)).iter().for_each(judge);
        }
        _ => {
            let symbols: Vec<char> = case.family.symbols.chars().collect();
            number_of_grids(size, &symbols).filter(|&grids| grids <= most)?;
            grids(size, &symbols, judge);
        }
    }
    Some(right)
}

fn number_of_grids(size: Size, symbols: &[char]) -> Option<u64> {
    (symbols.len() as u64).checked_pow(u32::try_from(size.area()).ok()?)
}

fn stars(puzzle: &dyn Puzzle) -> usize {
    let variants = puzzle.variants();
    let value = variants.first().and_then(|variant| variant.strip_prefix("stars="));
    value.map_or(1, |value| value.parse().expect("a number of stars"))
}

fn grids(size: Size, symbols: &[char], visit: Visit) {
    let cells: Vec<Cell> = size.cells().collect();
    let mut places = vec![0; cells.len()];
    let mut grid = Grid::from_fn(size, |_| symbols[0]);
    loop {
        visit(&grid);
        let Some(step) = places.iter().position(|&place| place + 1 < symbols.len()) else { return };
        places[step] += 1;
        places[..step].fill(0);
        for (&at, &place) in cells[..=step].iter().zip(&places) {
            grid[at] = symbols[place];
        }
    }
}

/// Visits every way to lay dominoes on the undecided cells, with holes in all others.
fn dominoes(grid: &mut Filling, visit: Visit) {
    let Some(at) = grid.iter().find(|&(_, &symbol)| symbol == BLANK).map(|(at, _)| at) else {
        visit(grid);
        return;
    };
    for (down, right, first, second) in [(0, 1, '<', '>'), (1, 0, '^', 'v')] {
        if let Some(other) = grid.size().step(at, down, right).filter(|&other| grid[other] == BLANK)
        {
            (grid[at], grid[other]) = (first, second);
            dominoes(grid, visit);
            grid[other] = BLANK;
        }
    }
    grid[at] = '.';
    dominoes(grid, visit);
    grid[at] = BLANK;
}

/// Visits every king's path through the board, lettered from A, that keeps the given cells.
fn paths(givens: &Grid<Option<char>>, visit: Visit) {
    let mut grid = Grid::from_fn(givens.size(), |_| BLANK);
    for start in givens.size().cells() {
        extend_path(&mut grid, givens, start, b'A', visit);
    }
}

fn extend_path(
    grid: &mut Filling,
    givens: &Grid<Option<char>>,
    at: Cell,
    letter: u8,
    visit: Visit,
) {
    let symbol = char::from(letter);
    let is_wrong = |(other, given): (Cell, &Option<char>)| {
        given.is_some_and(|given| (other == at) != (given == symbol))
    };
    if givens.iter().any(is_wrong) {
        return;
    }
    grid[at] = symbol;
    if usize::from(letter - b'A') + 1 == grid.size().area() {
        visit(grid);
    }
    for next in grid.size().king_neighbours(at) {
        if grid[next] == BLANK {
            extend_path(grid, givens, next, letter + 1, visit);
        }
    }
    grid[at] = BLANK;
}

/// Returns every way to place `each` queens in each row and column, none touching another.
pub fn spread_queens(n: usize, each: usize) -> Vec<Filling> {
    let size = Size::new(n, n).expect("a small board");
    let mut found = Vec::new();
    place_queens(&mut Grid::from_fn(size, |_| '.'), cell(0, 0), each, &mut found);
    found
}

fn place_queens(grid: &mut Filling, at: Cell, each: usize, found: &mut Vec<Filling>) {
    let n = grid.size().rows();
    let in_row = (0..at.column).filter(|&column| grid[cell(at.row, column)] == 'Q').count();
    if at.column == n {
        if in_row == each && at.row + 1 == n {
            found.push(grid.clone());
        } else if in_row == each {
            place_queens(grid, cell(at.row + 1, 0), each, found);
        }
        return;
    }
    let next = cell(at.row, at.column + 1);
    place_queens(grid, next, each, found);
    let in_column = (0..at.row).filter(|&row| grid[cell(row, at.column)] == 'Q').count();
    let touches = grid.size().king_neighbours(at).any(|other| grid[other] == 'Q');
    if !touches && in_row < each && in_column < each {
        grid[at] = 'Q';
        place_queens(grid, next, each, found);
        grid[at] = '.';
    }
}

/// Visits every way to put the symbols into the undecided cells, each symbol once.
fn permutations(grid: &mut Filling, symbols: &mut Vec<char>, visit: Visit) {
    let Some(at) = grid.iter().find(|&(_, &symbol)| symbol == BLANK).map(|(at, _)| at) else {
        visit(grid);
        return;
    };
    for place in 0..symbols.len() {
        grid[at] = symbols.remove(place);
        permutations(grid, symbols, visit);
        symbols.insert(place, grid[at]);
    }
    grid[at] = BLANK;
}

/// Returns every answer of a puzzle: tries every grid, or every permutation, of its symbols.
/// Returns `None` if there are too many.
fn all_answers(case: &Case) -> Option<Vec<Scored>> {
    let (size, mut symbols) = (case.puzzle.size(), case.family.symbols.chars().collect::<Vec<_>>());
    let mut right = Vec::new();
    let judge: Visit = &mut |grid| {
        if let Ok(value) = case.puzzle.check(grid) {
            right.push((grid.clone(), value));
        }
    };
    if number_of_grids(size, &symbols).is_some_and(|grids| grids <= 80_000) {
        grids(size, &symbols, judge);
    } else if symbols.len() > size.area() && size.area() <= 9 {
        symbols.truncate(size.area());
        permutations(&mut Grid::from_fn(size, |_| BLANK), &mut symbols, judge);
    } else {
        return None;
    }
    Some(right)
}

#[test]
fn candidates_miss_no_answer() {
    let mut compared = 0;
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        let Some(mut every) = all_answers(&case) else { continue };
        let mut found = judge_candidates(&case, u64::MAX).expect("within the limit");
        let order = |(answer, _): &Scored| answer.to_rows();
        found.sort_by_key(order);
        every.sort_by_key(order);
        assert_eq!(found, every, "{}", case.name);
        compared += every.len();
    }
    assert!(compared > 1000, "only {compared} answers were compared");
}
