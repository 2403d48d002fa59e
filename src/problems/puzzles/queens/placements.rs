//! The search for placements of queens, which the maker of boards uses.
//!
//! The maker asks hundreds of times whether a board has a second answer, each time after one cell
//! has moved to another region. For speed, the search stores the open cells as bits. It also stores
//! the number of missing queens of each unit (row, column or region). The search branches on a cell
//! of the unit for which the number of open cells minus the number of missing queens is smallest.

use std::ops::ControlFlow;

use fastrand::Rng;

use super::cells::{Cells, LONGEST};
use crate::board::{Size, cell};
use crate::model::UndecidedError;
use crate::stop::Stop;

/// The number of positions between two checks for a stop.
const POSITIONS_BETWEEN_LOOKS: u64 = 1024;

/// The number of visited positions after which the search for a random placement restarts.
const POSITIONS_OF_ONE_START: u64 = 2_000;

/// A board for the search: its rows, columns and regions as sets of cells.
pub(super) struct Placements {
    side: usize,
    /// The number of queens in each row, column and region.
    stars: u8,
    /// The cells of each row, then of each column, and then of each region if the board is divided.
    units: Vec<Cells>,
    /// The region of each cell, by the cell's index; empty if the board is not divided.
    regions: Vec<usize>,
    /// For each cell, the cells that touch it at a side or a corner.
    touching: Vec<Cells>,
    /// For each cell, the cells that share a side with it.
    neighbours: Vec<Cells>,
}

/// A partial placement of queens, with the cells that are still open.
#[derive(Clone)]
struct Position {
    /// The cells that have a queen.
    queens: Cells,
    /// The cells that may still get a queen.
    open: Cells,
    /// The number of queens that each row, column and region misses.
    missing: [u8; 3 * LONGEST],
}

/// The state of one search: its random numbers, its limits and its progress.
struct Walk<'a> {
    random: &'a mut Rng,
    stop: &'a Stop,
    /// The number of positions that the search has visited.
    positions: u64,
    /// The largest number of positions. If it is exceeded, the search ends.
    most: u64,
}

/// The reason why a search ends before it has visited all placements.
enum WalkEnd {
    /// The search found this placement.
    Found(Cells),
    /// The search reached the limit on its positions.
    Limit,
    /// A stop was requested.
    Stopped,
}

impl Placements {
    /// Returns a board without regions, with `stars` queens in each line. The size must be square,
    /// and its side at most [`LONGEST`].
    pub fn new(size: Size, stars: u8) -> Placements {
        let side = size.rows();
        debug_assert!(size.is_square() && side <= LONGEST, "a square whose cells fit in a set");
        let number = |row: usize, column: usize| row * side + column;
        let rows = (0..side)
            .map(|row| (0..side).map(|column| number(row, column)).collect())
            .chain((0..side).map(|column| (0..side).map(|row| number(row, column)).collect()))
            .collect();
        let place = |of: usize| cell(of / side, of % side);
        let touching = (0..side * side)
            .map(|at| size.king_neighbours(place(at)).map(|at| number(at.row, at.column)).collect())
            .collect();
        let neighbours = (0..side * side)
            .map(|at| {
                size.orthogonal_neighbours(place(at)).map(|at| number(at.row, at.column)).collect()
            })
            .collect();
        Placements { side, stars, units: rows, regions: Vec::new(), touching, neighbours }
    }

    /// Divides the board into regions, which replace any regions that it had. `regions` has the
    /// region of each cell, by the cell's index. There must be as many regions as rows, numbered
    /// from 0.
    pub fn divide(&mut self, regions: Vec<usize>) {
        debug_assert_eq!(regions.len(), self.area(), "each cell has a region");
        self.units.truncate(2 * self.side);
        self.units.resize(3 * self.side, Cells::default());
        for (at, region) in regions.iter().enumerate() {
            self.units[2 * self.side + region].insert(at);
        }
        self.regions = regions;
    }

    pub fn undivide(&mut self) {
        self.units.truncate(2 * self.side);
        self.regions.clear();
    }

    pub fn side(&self) -> usize {
        self.side
    }

    pub fn stars(&self) -> usize {
        usize::from(self.stars)
    }

    pub fn area(&self) -> usize {
        self.side * self.side
    }

    pub fn regions(&self) -> &[usize] {
        &self.regions
    }

    /// Returns the cells that share a side with a cell.
    pub fn neighbours(&self, at: usize) -> &Cells {
        &self.neighbours[at]
    }

    /// Moves a cell to a neighbouring region. Does nothing if the old region of the cell would then
    /// be empty or not connected. Returns whether the cell was moved. The board must be divided.
    /// Does not check that the cell is next to the other region.
    pub fn move_cell(&mut self, at: usize, region: usize) -> bool {
        let mut left = self.units[2 * self.side + self.regions[at]];
        left.remove(at);
        if !self.is_connected(&left) {
            return false;
        }
        self.units[2 * self.side + self.regions[at]] = left;
        self.units[2 * self.side + region].insert(at);
        self.regions[at] = region;
        true
    }

    /// Returns whether the cells are connected by their sides. Returns false for the empty set.
    fn is_connected(&self, cells: &Cells) -> bool {
        let Some(first) = cells.iter().next() else { return false };
        let mut reached: Cells = [first].into_iter().collect();
        let mut edge = reached;
        while !edge.is_empty() {
            let around =
                edge.iter().fold(Cells::default(), |all, at| all.union(&self.neighbours[at]));
            edge = around.intersection(cells).difference(&reached);
            reached = reached.union(&edge);
        }
        reached == *cells
    }

    /// Returns a random placement of all queens. It obeys the regions if the board is divided. A
    /// search that visits more than [`POSITIONS_OF_ONE_START`] positions restarts with other random
    /// choices. Returns an error if a stop is requested. The board must have a placement. If it has
    /// none, a debug build panics, and other builds return an error.
    pub fn random_placement(&self, random: &mut Rng, stop: &Stop) -> Result<Cells, UndecidedError> {
        loop {
            let most = POSITIONS_OF_ONE_START;
            let mut walk = Walk { random: &mut *random, stop, positions: 0, most };
            match self.search(self.start(), &mut walk, &Cells::default()) {
                ControlFlow::Break(WalkEnd::Found(queens)) => return Ok(queens),
                ControlFlow::Break(WalkEnd::Stopped) => return Err(UndecidedError),
                ControlFlow::Break(WalkEnd::Limit) => {}
                ControlFlow::Continue(()) => {
                    debug_assert!(false, "boards without a placement are refused");
                    return Err(UndecidedError);
                }
            }
        }
    }

    /// Returns a placement other than `known`, or `None` if there is no other placement. The
    /// placement obeys the regions if the board is divided. Returns an error if a stop is
    /// requested. The search has no other limit.
    pub fn second_placement(
        &self,
        known: &Cells,
        random: &mut Rng,
        stop: &Stop,
    ) -> Result<Option<Cells>, UndecidedError> {
        let mut walk = Walk { random, stop, positions: 0, most: u64::MAX };
        match self.search(self.start(), &mut walk, known) {
            ControlFlow::Break(WalkEnd::Found(queens)) => Ok(Some(queens)),
            ControlFlow::Break(WalkEnd::Limit | WalkEnd::Stopped) => Err(UndecidedError),
            ControlFlow::Continue(()) => Ok(None),
        }
    }

    /// Returns the position without queens, in which every cell is open.
    fn start(&self) -> Position {
        let mut missing = [0; 3 * LONGEST];
        missing[..self.units.len()].fill(self.stars);
        Position { queens: Cells::default(), open: (0..self.area()).collect(), missing }
    }

    /// Visits the placements that extend a position, in random order, until a placement differs
    /// from `known`. If `known` is empty, the first placement differs from it. Breaks with the
    /// placement that differs. Also breaks at the limit of `walk` or at a stop. Continues if all
    /// placements have been visited.
    fn search(
        &self,
        mut position: Position,
        walk: &mut Walk,
        known: &Cells,
    ) -> ControlFlow<WalkEnd> {
        while self.propagate(&mut position) {
            walk.count()?;
            let Some(unit) = self.tightest(&position) else {
                if position.queens == *known {
                    return ControlFlow::Continue(());
                }
                return ControlFlow::Break(WalkEnd::Found(position.queens));
            };
            let cells: Vec<usize> = self.units[unit].intersection(&position.open).iter().collect();
            let at = cells[walk.random.usize(..cells.len())];
            let mut with = position.clone();
            self.place(&mut with, at);
            self.search(with, walk, known)?;
            position.open.remove(at);
        }
        ControlFlow::Continue(())
    }

    /// Repeatedly looks for rows, columns and regions that have no more open cells than missing
    /// queens, and places these queens. Returns true if then every row, column and region has
    /// enough open cells. Returns false if one of them has too few, or if two of these queens
    /// exclude each other. After that, the position is useless, since only some of the queens are
    /// placed.
    fn propagate(&self, position: &mut Position) -> bool {
        loop {
            let mut is_settled = true;
            for (unit, cells) in self.units.iter().enumerate() {
                let missing = position.missing[unit];
                if missing == 0 {
                    continue;
                }
                let open = cells.intersection(&position.open);
                let spare = open.count().checked_sub(u32::from(missing));
                match spare {
                    None => return false,
                    Some(0) => {
                        for at in open.iter() {
                            if !position.open.contains(at) {
                                return false;
                            }
                            self.place(position, at);
                        }
                        is_settled = false;
                    }
                    Some(_) => {}
                }
            }
            if is_settled {
                return true;
            }
        }
    }

    /// Places a queen in an open cell, and subtracts it from the missing queens of its lines. Each
    /// of these lines must miss a queen. The cells that touch the new queen are no longer open. If
    /// a row, column or region now has all its queens, its cells are no longer open, either.
    fn place(&self, position: &mut Position, at: usize) {
        position.queens.insert(at);
        position.open.remove(at);
        position.open = position.open.difference(&self.touching[at]);
        let region = self.regions.get(at).map(|region| 2 * self.side + region);
        for unit in [at / self.side, self.side + at % self.side].into_iter().chain(region) {
            position.missing[unit] -= 1;
            if position.missing[unit] == 0 {
                position.open = position.open.difference(&self.units[unit]);
            }
        }
    }

    /// Returns a row, column or region that misses queens, as an index of `units`. It is the one
    /// with the smallest difference between its open cells and its missing queens. Returns `None`
    /// if no unit misses queens. Each unit must have at least as many open cells as missing queens;
    /// this is true after [`Placements::propagate`] has returned true.
    fn tightest(&self, position: &Position) -> Option<usize> {
        let spare = |&(unit, cells): &(usize, &Cells)| {
            cells.intersection(&position.open).count() - u32::from(position.missing[unit])
        };
        self.units
            .iter()
            .enumerate()
            .filter(|&(unit, _)| position.missing[unit] > 0)
            .min_by_key(spare)
            .map(|(unit, _)| unit)
    }
}

impl Walk<'_> {
    /// Counts a position. Breaks if the limit is exceeded or a stop is requested. The stop is
    /// checked only once in [`POSITIONS_BETWEEN_LOOKS`] positions.
    fn count(&mut self) -> ControlFlow<WalkEnd> {
        self.positions += 1;
        if self.positions > self.most {
            return ControlFlow::Break(WalkEnd::Limit);
        }
        if self.positions.is_multiple_of(POSITIONS_BETWEEN_LOOKS) && self.stop.is_reached() {
            return ControlFlow::Break(WalkEnd::Stopped);
        }
        ControlFlow::Continue(())
    }
}
