//! Large armies, by simulated annealing over the colours of the lines.
//!
//! Every row, column and diagonal gets a colour, since no line has queens of both colours. An army
//! has a queen in every cell whose lines all have the army's colour. A move changes the colour of
//! one line, and so at most max(R, C) cells. The search space is small, as there are only about 6n
//! lines, and no colouring breaks a rule.
//!
//! The objective is the size of the smaller army, plus a fraction of the surplus of the larger
//! army. Without this fraction, colourings whose smaller armies have the same size would be equally
//! good. If the fraction is much larger than a quarter, one army fills the whole board. Annealing
//! runs alternate between two fractions. With `at-least`, the objective is the size of the black
//! army, minus a penalty for each missing white queen.
//!
//! On boards of up to 20×20, nearly every seed finds the largest known armies: nine of ten seeds on
//! 12×12, and all ten on every other board. With half the steps, more seeds miss them; with three
//! times the steps, the results are not better. For n = 10 to 30, the largest known armies have
//! ⌊7n²/48⌋ queens, as in the known construction of four pentagons (OEIS A250000). On a large
//! board, the search starts from the best colours found for a board with sides half as long; this
//! board is searched in the same way. The armies on a large board are up to 1 % smaller than the
//! largest known ones.
//!
//! A given queen fixes the colour of its lines. A cell that is given as empty is not counted for an
//! army.
//!
//! Tried and dropped: colourings that a half turn maps onto themselves. Their armies are a seventh
//! smaller (50 queens instead of 58 on 20×20).

use fastrand::Rng;

use super::{Armies, BLACK, NONE, WHITE};
use crate::board::{Cell, Grid, Size, cell};
use crate::puzzle::{Filling, Puzzle};
use crate::stop::Stop;

/// The number of steps of an annealing run, first for a small board and then for a large board.
/// Each is a factor and a maximum. On a small board, the factor multiplies the squared number of
/// lines; on a large board, it multiplies the number of rows and columns.
const STEPS: [(usize, usize); 2] = [(20, 300_000), (6_000, 1_000_000)];

/// The least and the largest number of annealing runs. Between these limits, the number of runs
/// equals the length of the longer side. [`WORK`] may reduce the number below the least.
const RUNS: (usize, usize) = (4, 24);

/// The maximum product of the longer side and the steps of all annealing runs. It limits the number
/// of runs, but there is at least one run.
const WORK: usize = 150_000_000;

/// The number of steps between two checks for a stop.
const STEPS_BETWEEN_LOOKS: usize = 4096;

/// The longest side of a small board. On a small board, runs start from random colours.
const LARGE: usize = 32;

/// The first and the last temperature, in queens.
const TEMPERATURE: (f64, f64) = (0.6, 0.2);

/// The fractions of the larger army's surplus that are added to the objective. Annealing runs use
/// the two fractions alternately.
const SURPLUS: [f64; 2] = [0.25, 0.15];

/// Returns large armies. Returns `None` if given queens of different colours attack each other. A
/// stop ends the search; the best armies so far are returned. The answer may break a rule if there
/// are given queens, or if it has too few white queens.
pub(super) fn armies(puzzle: &Armies, seed: u64, stop: &Stop) -> Option<Filling> {
    let board = QueenBoard::new(puzzle)?;
    let colours = search(puzzle, &board, &mut Rng::with_seed(seed), stop);
    Some(puzzle.trim_surplus(board.answer(colours)))
}

/// Runs annealing several times, and returns the best colours found for the lines; `true` is white.
/// The runs start from random colours, or, if a side is longer than [`LARGE`], from the colours of
/// [`outline`]. The first run begins even after a stop; all later runs do not.
fn search(puzzle: &Armies, board: &QueenBoard, rng: &mut Rng, stop: &Stop) -> Vec<bool> {
    let size = puzzle.size();
    let longest = size.rows().max(size.columns());
    let small = (STEPS[0].0 * board.lines.len().pow(2)).min(STEPS[0].1);
    let steps = (STEPS[1].0 * (size.rows() + size.columns())).min(STEPS[1].1);
    let steps = if longest > LARGE { steps } else { small };
    let runs = longest.clamp(RUNS.0, RUNS.1).min(WORK / (steps * longest)).max(1);
    let outline = (longest > LARGE).then(|| outline(puzzle, rng, stop)).flatten();
    let mut best: Option<(f64, Vec<bool>)> = None;
    for run in 0..runs {
        let start = outline.clone();
        let initial = start.unwrap_or_else(|| board.lines.iter().map(|_| rng.bool()).collect());
        let schedule = Schedule { steps, surplus: SURPLUS[run % SURPLUS.len()] };
        let found = board.anneal(initial, &schedule, rng, stop);
        if best.as_ref().is_none_or(|best| found.0 > best.0) {
            best = Some(found);
        }
        if stop.is_reached() {
            break;
        }
    }
    best.map_or(Vec::new(), |(_, colours)| colours)
}

/// Returns colours for the lines of a large board, `true` for white. For this, searches a board
/// whose sides are half as long, without givens. Each line gets the colour of the corresponding
/// line of that board; a line without a counterpart is black. The sides of that board are rounded
/// up. Its `at-least` is a quarter of that of the large board, also rounded up. Returns `None` if
/// there is no such board.
fn outline(puzzle: &Armies, rng: &mut Rng, stop: &Stop) -> Option<Vec<bool>> {
    let size = Size::new(puzzle.size().rows().div_ceil(2), puzzle.size().columns().div_ceil(2));
    let givens = Grid::from_fn(size.ok()?, |_| None);
    let half =
        Armies { givens, at_least: puzzle.at_least.map(|least| least.div_ceil(4)), called: None };
    let colours = search(&half, &QueenBoard::new(&half)?, rng, stop);
    let lines = half.lines();
    let outline = puzzle
        .lines()
        .into_iter()
        .map(|(name, line)| {
            let middle = line[line.len() / 2];
            let place = cell(middle.row / 2, middle.column / 2);
            let same =
                lines.iter().position(|(other, line)| *other == name && line.contains(&place));
            same.is_some_and(|index| colours[index])
        })
        .collect();
    Some(outline)
}

/// The length and the objective of an annealing run.
struct Schedule {
    steps: usize,
    /// The fraction of the larger army's surplus that is added to the objective.
    surplus: f64,
}

/// The lines of a board, with the cells on them that may have a queen.
struct QueenBoard {
    size: Size,
    /// The least number of white queens, if only the black army is maximised. It is `None` if the
    /// armies must have equal size.
    at_least: Option<usize>,
    /// For each line, its cells that are not given as empty. A cell is an index, counted row by
    /// row.
    lines: Vec<Vec<usize>>,
    /// For each cell, the number of lines through it; 0 if the cell is given as empty.
    through: Vec<u8>,
    /// For each line, the colour of the given queens in it: `true` is white, and `None` means no
    /// given queen.
    given: Vec<Option<bool>>,
}

/// A colour for each line, with the armies that follow from it.
struct Colouring {
    /// For each line, whether it is white.
    is_white: Vec<bool>,
    /// For each cell, the number of white lines through it.
    white_lines: Vec<u8>,
    /// The number of white queens.
    white: usize,
    /// The number of black queens.
    black: usize,
}

impl QueenBoard {
    /// Returns the lines of a board, without the cells that are given as empty. Returns `None` if a
    /// line has given queens of both colours.
    fn new(puzzle: &Armies) -> Option<QueenBoard> {
        let size = puzzle.size();
        let givens = &puzzle.givens;
        let lines: Vec<Vec<Cell>> = puzzle.lines().into_iter().map(|(_, line)| line).collect();
        let given = lines
            .iter()
            .map(|line| {
                let has = |colour| line.iter().any(|&at| givens[at] == Some(colour));
                match (has(WHITE), has(BLACK)) {
                    (true, true) => None,
                    (false, false) => Some(None),
                    (white, _) => Some(Some(white)),
                }
            })
            .collect::<Option<Vec<_>>>()?;
        let line_cells: Vec<Vec<usize>> = lines
            .iter()
            .map(|line| {
                line.iter()
                    .filter(|&&at| givens[at] != Some(NONE))
                    .map(|at| at.row * size.columns() + at.column)
                    .collect()
            })
            .collect();
        let mut through = vec![0; size.area()];
        line_cells.iter().flatten().for_each(|&at| through[at] += 1);
        Some(QueenBoard { size, at_least: puzzle.at_least, lines: line_cells, through, given })
    }

    /// Runs a simulated annealing that begins with the colours `start`, one for each line. A line
    /// with a given queen keeps the colour of this queen. Returns the best colours and their value;
    /// the value does not include the fraction of the surplus. Ends after the steps of the
    /// schedule, at a stop, or at once if all lines have given queens.
    fn anneal(
        &self,
        start: Vec<bool>,
        schedule: &Schedule,
        rng: &mut Rng,
        stop: &Stop,
    ) -> (f64, Vec<bool>) {
        let free: Vec<usize> =
            (0..self.lines.len()).filter(|&line| self.given[line].is_none()).collect();
        let start =
            self.given.iter().zip(start).map(|(given, start)| given.unwrap_or(start)).collect();
        let mut now = self.colouring(start);
        let mut worth = self.worth(&now, schedule.surplus);
        let mut best = (self.worth(&now, 0.0), now.is_white.clone());
        for step in 0..schedule.steps {
            if free.is_empty() || (step % STEPS_BETWEEN_LOOKS == 0 && stop.is_reached()) {
                break;
            }
            let cooled = step as f64 / schedule.steps as f64;
            let temperature = TEMPERATURE.0 + (TEMPERATURE.1 - TEMPERATURE.0) * cooled;
            let line = free[rng.usize(..free.len())];
            self.flip_line(&mut now, line);
            let changed = self.worth(&now, schedule.surplus);
            if changed < worth && rng.f64() >= ((changed - worth) / temperature).exp() {
                self.flip_line(&mut now, line);
                continue;
            }
            worth = changed;
            let value = self.worth(&now, 0.0);
            if value > best.0 {
                best = (value, now.is_white.clone());
            }
        }
        best
    }

    /// Returns the colouring with these colours of the lines. Counts the white lines through each
    /// cell and the queens of both armies.
    fn colouring(&self, is_white: Vec<bool>) -> Colouring {
        let mut white_lines = vec![0; self.through.len()];
        self.lines
            .iter()
            .zip(&is_white)
            .filter(|(_, is_white)| **is_white)
            .flat_map(|(line, _)| line)
            .for_each(|&at| white_lines[at] += 1);
        let mut colouring = Colouring { is_white, white_lines, white: 0, black: 0 };
        colouring.white = self.army(&colouring, WHITE).count();
        colouring.black = self.army(&colouring, BLACK).count();
        colouring
    }

    /// Returns the cells of an army: those whose lines all have the colour of the army. The cells
    /// are indices, counted row by row from 0, in ascending order. Cells that are given as empty
    /// are excluded. If `colour` is not [`WHITE`], it means black.
    fn army(&self, colouring: &Colouring, colour: char) -> impl Iterator<Item = usize> {
        self.through
            .iter()
            .zip(&colouring.white_lines)
            .enumerate()
            .filter(move |(_, (through, white))| {
                **through > 0 && **white == (if colour == WHITE { **through } else { 0 })
            })
            .map(|(at, _)| at)
    }

    /// Changes the colour of a line, and updates the numbers of the colouring that depend on it. A
    /// second call with the same line undoes the change.
    fn flip_line(&self, colouring: &mut Colouring, line: usize) {
        let Colouring { is_white, white_lines, white, black } = colouring;
        let to_white = !is_white[line];
        is_white[line] = to_white;
        for &at in &self.lines[line] {
            let (count, all) = (&mut white_lines[at], self.through[at]);
            if to_white {
                *black -= usize::from(*count == 0);
                *count += 1;
                *white += usize::from(*count == all);
            } else {
                *white -= usize::from(*count == all);
                *count -= 1;
                *black += usize::from(*count == 0);
            }
        }
    }

    /// Returns the value that annealing maximises. It is the size of the smaller army, plus the
    /// surplus of the larger army times the fraction `surplus`. With `at-least`, it is the size of
    /// the black army, minus a penalty for each missing white queen.
    fn worth(&self, colouring: &Colouring, surplus: f64) -> f64 {
        let (white, black) = (colouring.white, colouring.black);
        match self.at_least {
            Some(least) => {
                // The penalty is so high that a board full of black queens, without a white queen,
                // has the value 0.
                let penalty = self.size.area() as f64 / least.max(1) as f64;
                black as f64 - penalty * least.saturating_sub(white) as f64
            }
            None => white.min(black) as f64 + surplus * white.abs_diff(black) as f64,
        }
    }

    /// Returns the armies of a colouring. Before that, makes white lines without queens black, and
    /// then black lines without queens white. These changes never remove queens, and may add some.
    fn answer(&self, is_white: Vec<bool>) -> Filling {
        let colouring = self.colouring(is_white);
        let white = self.lines_with(&colouring, WHITE);
        let colouring = self.colouring(white);
        let black = self.lines_with(&colouring, BLACK);
        let colouring = self.colouring(black.iter().map(|black| !black).collect());
        let mut symbols = vec![NONE; self.size.area()];
        for colour in [WHITE, BLACK] {
            self.army(&colouring, colour).for_each(|at| symbols[at] = colour);
        }
        Grid::from_fn(self.size, |at| symbols[at.row * self.size.columns() + at.column])
    }

    /// Returns, for each line, whether it has a queen of this colour.
    fn lines_with(&self, colouring: &Colouring, colour: char) -> Vec<bool> {
        let mut has = vec![false; self.through.len()];
        self.army(colouring, colour).for_each(|at| has[at] = true);
        self.lines.iter().map(|line| line.iter().any(|&at| has[at])).collect()
    }
}
