//! Candidates for the answers of a puzzle, which `check` then judges.
//!
//! For most families these are all grids of its symbols. For others, where that is too many, the
//! candidates keep one simple rule, and a test shows on the smallest boards that no answer is lost.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

use quarrel::board::{Cell, Grid, Size, cell};
use quarrel::puzzle::{Filling, Puzzle};
use quarrel::puzzles::PUZZLES;

use super::boards::{Case, cases};

/// An answer that keeps the rules, with its value.
pub type Scored = (Filling, Option<i64>);

const BLANK: char = ' ';

type Visit<'a> = &'a mut dyn FnMut(&Filling);

/// Visits the candidates of a case.
type Listing<'a> = Box<dyn Fn(Visit) + 'a>;

/// The right answers of a case. The first test that needs them looks for them, and others that need
/// them wait.
type Judged = Arc<OnceLock<Vec<Scored>>>;

/// The right answers of each case by its name, since several tests need them.
static KNOWN: Mutex<BTreeMap<String, Judged>> = Mutex::new(BTreeMap::new());

/// Returns the right answers of a case; `None` if brute force would have to judge more than `most`
/// grids.
pub fn right_answers(case: &Case, most: u64) -> Option<Vec<Scored>> {
    let listed = candidates(case);
    if listed.is_none() && number_of_grids(case).is_none_or(|grids| grids > most) {
        return None;
    }
    let known = {
        let mut known = KNOWN.lock().expect("no test fails while it holds this");
        Arc::clone(known.entry(case.name.clone()).or_default())
    };
    let judged = known.get_or_init(|| match listed {
        Some(list) => judge(case, list),
        None => judge(case, |visit| grids(case, visit)),
    });
    Some(judged.clone())
}

/// Returns what visits the candidates of a family whose answers are rare among all grids.
fn candidates(case: &Case) -> Option<Listing<'_>> {
    let size = case.puzzle.size();
    match case.family.name {
        "gunport" => Some(Box::new(move |visit| dominoes(&mut open_grid(size), visit))),
        "abc-path" => Some(Box::new(|visit| paths(&case.puzzle.givens(), visit))),
        "queens" => Some(Box::new(move |visit| {
            spread_queens(size.rows(), stars(&*case.puzzle)).iter().for_each(visit);
        })),
        _ => None,
    }
}

/// Returns those grids among the visited ones that keep the rules, with their values.
fn judge(case: &Case, list: impl FnOnce(Visit)) -> Vec<Scored> {
    let mut right = Vec::new();
    list(&mut |candidate| {
        if let Ok(value) = case.puzzle.check(candidate) {
            right.push((candidate.clone(), value));
        }
    });
    right
}

fn open_grid(size: Size) -> Filling {
    Grid::from_fn(size, |_| BLANK)
}

fn number_of_grids(case: &Case) -> Option<u64> {
    let cells = u32::try_from(case.puzzle.size().area()).ok()?;
    (case.family.symbols.chars().count() as u64).checked_pow(cells)
}

fn stars(puzzle: &dyn Puzzle) -> usize {
    let variants = puzzle.describe().variants;
    let value = variants.first().and_then(|variant| variant.strip_prefix("stars="));
    value.map_or(1, |value| value.parse().expect("a number of stars"))
}

/// Visits every grid of the family's symbols.
fn grids(case: &Case, visit: Visit) {
    let symbols: Vec<char> = case.family.symbols.chars().collect();
    let size = case.puzzle.size();
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
    if number_of_grids(case).is_some_and(|grids| grids <= 80_000) {
        Some(judge(case, |visit| grids(case, visit)))
    } else if symbols.len() > size.area() && size.area() <= 9 {
        symbols.truncate(size.area());
        Some(judge(case, |visit| permutations(&mut open_grid(size), &mut symbols, visit)))
    } else {
        None
    }
}

#[test]
fn candidates_miss_no_answer() {
    let mut compared = 0;
    // Candidates depend on nothing else, if no cell is given.
    let mut seen = BTreeSet::new();
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        let (size, variants) = (case.puzzle.size(), case.puzzle.describe().variants);
        let kind = (case.family.name, size.rows(), size.columns(), variants);
        let Some(list) = candidates(&case) else { continue };
        if !seen.insert(kind) {
            continue;
        }
        let Some(mut every) = all_answers(&case) else { continue };
        let mut found = judge(&case, list);
        let order = |(answer, _): &Scored| answer.to_rows();
        found.sort_by_key(order);
        every.sort_by_key(order);
        assert_eq!(found, every, "{}", case.name);
        compared += every.len();
    }
    assert!(compared > 800, "only {compared} answers were compared");
}
