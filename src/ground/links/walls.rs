//! Walls between the cells of a board, and the digits in which formats pack them.
//!
//! Regions are the areas that walls enclose. A wall within a region is allowed and has no meaning.
//! So it is lost if walls are converted into regions and back. A region that is not connected
//! cannot be written as walls.

use std::ops::Range;

use super::character_span;
use crate::board::{Cell, Grid, Size};
use crate::source::{Refusal, Source, Spanned, format_count, list_symbols, quote};

/// The walls between the cells of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walls {
    /// Whether a cell has a wall to its right. It is always false in the last column.
    right: Grid<bool>,
    /// Whether a cell has a wall below. It is always false in the last row.
    below: Grid<bool>,
}

/// The order in which a format lists the walls below cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LowerWalls {
    /// Row by row.
    Rows,
    /// Column by column.
    Columns,
}

impl Walls {
    /// Returns a board without walls.
    pub fn none(size: Size) -> Walls {
        let none = Grid::from_fn(size, |_| false);
        Walls { right: none.clone(), below: none }
    }

    /// Returns the walls between neighbouring cells with different values in `regions`. There are
    /// no walls on the frame of the board.
    pub fn between<T: PartialEq>(regions: &Grid<T>) -> Walls {
        let size = regions.size();
        let differs = |at: Cell, (down, right)| {
            size.step(at, down, right).is_some_and(|next| regions[at] != regions[next])
        };
        Walls {
            right: Grid::from_fn(size, |at| differs(at, (0, 1))),
            below: Grid::from_fn(size, |at| differs(at, (1, 0))),
        }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.right.size()
    }

    /// Returns whether the board has any wall.
    pub fn has_walls(&self) -> bool {
        self.right.iter().chain(self.below.iter()).any(|(_, wall)| *wall)
    }

    /// Adds a wall to the right of a cell. In the last column, does nothing.
    pub(super) fn add_right_wall(&mut self, of: Cell) {
        self.right[of] = self.size().step(of, 0, 1).is_some();
    }

    /// Adds a wall below a cell. In the last row, does nothing.
    pub(super) fn add_lower_wall(&mut self, of: Cell) {
        self.below[of] = self.size().step(of, 1, 0).is_some();
    }

    /// Returns the cells with a wall on the right, row by row.
    pub(super) fn right_walls(&self) -> impl Iterator<Item = Cell> {
        self.right.iter().filter(|(_, wall)| **wall).map(|(at, _)| at)
    }

    /// Returns the cells with a wall below, row by row.
    pub(super) fn lower_walls(&self) -> impl Iterator<Item = Cell> {
        self.below.iter().filter(|(_, wall)| **wall).map(|(at, _)| at)
    }

    /// Returns the region of each cell. Neighbouring cells without a wall between them are in the
    /// same region. So a wall that does not enclose cells has no effect. Regions are numbered from
    /// 0 in the order of their first cells, row by row.
    pub fn regions(&self) -> Grid<usize> {
        let size = self.size();
        let mut regions: Grid<Option<usize>> = Grid::from_fn(size, |_| None);
        let mut number = 0;
        for first in size.cells() {
            if regions[first].is_some() {
                continue;
            }
            let mut waiting = vec![first];
            while let Some(at) = waiting.pop() {
                if regions[at].replace(number).is_none() {
                    waiting.extend(
                        size.orthogonal_neighbours(at)
                            .filter(|&next| regions[next].is_none() && !self.divides(at, next)),
                    );
                }
            }
            number += 1;
        }
        Grid::from_fn(size, |at| regions[at].expect("every cell was a first one or reached"))
    }

    /// Returns whether there is a wall between two cells. The cells must share a side.
    fn divides(&self, one: Cell, other: Cell) -> bool {
        let first = one.min(other);
        if one.row == other.row { self.right[first] } else { self.below[first] }
    }

    /// Returns, for each cell that is not in the last column, whether it has a wall to its right.
    /// The cells are in the order of rows.
    pub(super) fn right_bits(&self) -> Vec<bool> {
        right_places(self.size()).map(|at| self.right[at]).collect()
    }

    /// Returns, for each cell that is not in the last row, whether it has a wall below. The cells
    /// are in the given order.
    pub(super) fn lower_bits(&self, order: LowerWalls) -> Vec<bool> {
        lower_places(self.size(), order).into_iter().map(|at| self.below[at]).collect()
    }

    /// Returns the walls for two lists of bits. The first list is for walls to the right of cells,
    /// row by row. The second is for walls below cells, in the given order. A true bit is a wall.
    /// The lists must have the lengths of [`wall_counts`].
    pub(super) fn from_bits(
        size: Size,
        right: &[bool],
        below: &[bool],
        order: LowerWalls,
    ) -> Walls {
        let mut walls = Walls::none(size);
        debug_assert_eq!((right.len(), below.len()), wall_counts(size));
        for (at, _) in right_places(size).zip(right).filter(|(_, bit)| **bit) {
            walls.add_right_wall(at);
        }
        for (at, _) in lower_places(size, order).into_iter().zip(below).filter(|(_, bit)| **bit) {
            walls.add_lower_wall(at);
        }
        walls
    }
}

/// Returns a cell of a region that is not connected. The region has several connected parts. The
/// cell is the first cell, row by row, of the second of these parts. If there are several such
/// regions, returns the cell that comes first, row by row. Returns `None` if all regions are
/// connected.
pub fn second_piece<T: PartialEq>(regions: &Grid<T>) -> Option<Cell> {
    let pieces = Walls::between(regions).regions();
    let mut firsts: Vec<Cell> = Vec::new();
    for (at, &piece) in pieces.iter() {
        if piece < firsts.len() {
            continue;
        }
        if firsts.iter().any(|&first| regions[first] == regions[at]) {
            return Some(at);
        }
        firsts.push(at);
    }
    None
}

/// Returns two numbers: of possible walls to the right of cells, and of possible walls below cells.
pub(super) fn wall_counts(size: Size) -> (usize, usize) {
    let [rows, columns] = size.sides();
    ((columns - 1) * rows, columns * (rows - 1))
}

/// Returns the cells that can have a wall on the right, row by row.
fn right_places(size: Size) -> impl Iterator<Item = Cell> {
    size.cells().filter(move |at| at.column + 1 < size.columns())
}

/// Returns the cells that can have a wall below, in the given order.
fn lower_places(size: Size, order: LowerWalls) -> Vec<Cell> {
    let mut places: Vec<Cell> = size.cells().filter(|at| at.row + 1 < size.rows()).collect();
    if order == LowerWalls::Columns {
        places.sort_by_key(|at| (at.column, at.row));
    }
    places
}

/// A set of digits. Each digit packs a fixed number of bits, the highest bit first.
pub(super) struct Digits {
    /// The digits in the order of their values. There are `2^bits` of them.
    pub alphabet: &'static str,
    /// The number of bits of each digit.
    pub bits: usize,
}

/// The digit that has the unused bits, which must be 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Padding {
    /// The unused bits are in the first digit.
    Front,
    /// The unused bits are in the last digit.
    Back,
}

impl Digits {
    /// Returns the number of digits that are needed for this number of bits.
    pub fn digit_count(&self, bits: usize) -> usize {
        bits.div_ceil(self.bits)
    }

    /// Returns the value of a digit. Returns `None` if the digit is not in the alphabet.
    pub fn value(&self, digit: char) -> Option<usize> {
        self.alphabet.chars().position(|known| known == digit)
    }

    /// Returns the digit of a value. Returns `None` if the value is too large.
    pub fn digit(&self, value: usize) -> Option<char> {
        self.alphabet.chars().nth(value)
    }

    /// Checks that a text consists of `needed` digits. A refusal points at the first character that
    /// is no digit. If all are digits, it points at the place at which digits are missing or too
    /// many.
    pub fn validate_length(
        &self,
        source: &Source,
        digits: &Spanned<&str>,
        needed: usize,
    ) -> Result<(), Refusal> {
        if let Some((at, wrong)) =
            digits.value.char_indices().find(|&(_, c)| self.value(c).is_none())
        {
            let found = format!("{}, which is no digit of walls", quote(&wrong.to_string()));
            let span = character_span(digits, at, wrong);
            return Err(Refusal::new(found, list_symbols(self.alphabet)).with_span(source, span));
        }
        let length = digits.value.len();
        if length == needed {
            return Ok(());
        }
        let found = format!("{} of walls", format_count(length, "character"));
        let Range { start, end } = digits.span;
        let span = start + length.min(needed)..end;
        Err(Refusal::new(found, needed.to_string()).with_span(source, span))
    }

    /// Reads `number` bits from digits that [`validate_length`](Digits::validate_length) accepts.
    /// The first bit of a digit is its highest one. The digits must have at least `number` bits.
    /// `padding` says which digit has the unused bits. Refuses digits if an unused bit is not 0.
    pub fn unpack(
        &self,
        source: &Source,
        digits: &Spanned<&str>,
        number: usize,
        padding: Padding,
    ) -> Result<Vec<bool>, Refusal> {
        let mut bits: Vec<bool> = digits
            .value
            .chars()
            .filter_map(|digit| self.value(digit))
            .flat_map(|value| (0..self.bits).rev().map(move |bit| value >> bit & 1 == 1))
            .collect();
        let spare = bits.len() - number;
        let (padded, place) = match padding {
            Padding::Front => {
                let rest = bits.split_off(spare);
                (std::mem::replace(&mut bits, rest), digits.span.start)
            }
            Padding::Back => (bits.split_off(number), digits.span.end.saturating_sub(1)),
        };
        if padded.contains(&true) {
            let found = "a wall beyond the board";
            let expected = "0 in the unused bits of this digit";
            return Err(Refusal::new(found, expected).with_span(source, place..place + 1));
        }
        Ok(bits)
    }

    /// Packs bits into digits. If the bits do not fill the digits, zeros are added. `padding` says
    /// whether they are added before the first bit or after the last bit.
    pub fn pack(&self, bits: &[bool], padding: Padding) -> String {
        let spare = vec![false; self.digit_count(bits.len()) * self.bits - bits.len()];
        let padded = match padding {
            Padding::Front => [&spare, bits].concat(),
            Padding::Back => [bits, &spare].concat(),
        };
        let value =
            |digit: &[bool]| digit.iter().fold(0, |value, &bit| 2 * value + usize::from(bit));
        padded
            .chunks(self.bits)
            .map(|digit| self.digit(value(digit)).expect("the alphabet has a digit of each value"))
            .collect()
    }
}
