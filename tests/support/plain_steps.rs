//! Shared by several test targets: whether a step of queens came before a plainer one.

#![allow(dead_code, reason = "each test target uses its share")]

use quarrel::board::{Cell, Grid};
use quarrel::hint::Step;

/// Counts the steps in which a queen would see all that is left of a line, and those of them before
/// which all that is left of some line lay in another line with further cells, which is seen
/// sooner. `regions` is the name of each cell's region.
pub fn sight_and_plain(regions: &[Vec<char>], steps: &[Step]) -> [usize; 2] {
    let by_sight = steps.iter().filter(|step| step.stages[2].contains("would see"));
    let (mut number, mut plain) = (0, 0);
    for step in by_sight {
        number += 1;
        plain += usize::from(has_plain_step(regions, &step.before));
    }
    [number, plain]
}

/// Returns whether all open cells of a row, column or region without a queen lie in one line of
/// another kind, which has further open cells.
fn has_plain_step(regions: &[Vec<char>], before: &Grid<Option<char>>) -> bool {
    let line = |kind: usize, at: Cell| match kind {
        0 => at.row,
        1 => at.column,
        _ => regions[at.row][at.column] as usize,
    };
    let cells: Vec<Cell> = before.size().cells().collect();
    let is_open = |at: &Cell| before[*at].is_none();
    let has_queen =
        |kind, one| cells.iter().any(|&at| line(kind, at) == one && before[at] == Some('Q'));
    (0..3).any(|kind| {
        cells.iter().filter(|at| is_open(at)).any(|&first| {
            let one = line(kind, first);
            let is_left = |at: &Cell| is_open(at) && line(kind, *at) == one;
            let others = (0..3).filter(|&other| other != kind);
            !has_queen(kind, one)
                && others.into_iter().any(|other| {
                    let is_in = |at: &Cell| line(other, *at) == line(other, first);
                    cells.iter().filter(|at| is_left(at)).all(is_in)
                        && cells.iter().any(|at| is_open(at) && is_in(at) && !is_left(at))
                })
        })
    })
}
