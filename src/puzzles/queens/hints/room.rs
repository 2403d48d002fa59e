//! Sentences about lines of one kind (rows, columns or regions) that would have too little room for
//! their stars.
//!
//! The room of lines is the greatest number of stars that fit into their open cells: no two touch,
//! and no line has more than it needs. The latter also holds for other lines, if the reason names
//! the rule that they are full. The room is counted anew from the board, and must prove each mark.

use super::{Demand, QUEEN, Queens, QueensStep, Unit, stars_of};
use crate::board::Cell;
use crate::hint::Mark;

const MOST_TRIES: usize = 20_000;

impl QueensStep<'_> {
    pub(super) fn of_little_room(&self) -> Option<String> {
        if self.reason.rules.len() > 2 {
            return None;
        }
        self.of_room()
    }

    /// Says that the opposite of each mark would leave lines of one kind too little room for their
    /// stars, if the count proves this.
    pub(super) fn of_room(&self) -> Option<String> {
        let (units, full) = (self.units_with(Demand::Needs), self.units_with(Demand::Full));
        let (kind, stars) = (units.first()?.0, self.board().stars);
        if stars == 1 || units.iter().any(|unit| unit.0 != kind) {
            return None;
        }
        let left: Vec<Cell> = units.iter().flat_map(|&unit| self.left(unit)).collect();
        let (placed, needed) = (self.placed(&left), units.len() * stars);
        let marks = self.reason.marks.iter();
        let rooms: Vec<usize> =
            marks.map(|&mark| self.room(&units, &full, mark)).collect::<Option<_>>()?;
        let room = *rooms.iter().max()?;
        if room >= needed {
            return None;
        }
        let room = rooms.iter().all(|&other| other == room).then_some(room);
        let (room, needed) = (room.map(|room| room.saturating_sub(placed)), needed - placed);
        let name = self.board().names_of(&units, "and");
        let is_inside = |mark: &Mark| left.contains(&mark.cell);
        let is_other = !self.first().is && self.reason.marks.iter().all(is_inside);
        let others = if is_other { room.and_then(|room| room.checked_sub(1)) } else { None };
        let short =
            Shortage { room, others, needed, is_begun: placed > 0, is_one: units.len() == 1 };
        Some(self.said_of_room(&name, &short, &self.takes_only(&full)))
    }

    /// Says how many stars each line of `full` can take. Returns an empty text if `full` is empty.
    pub(super) fn takes_only(&self, full: &[Unit]) -> String {
        let stars = self.board().stars;
        match full {
            [] => String::new(),
            [_] => format!(", as {} takes only {stars}", self.named_by_kind(full, "and")),
            _ => format!(", as {} take only {stars} each", self.named_by_kind(full, "and")),
        }
    }

    /// Says that the opposite of each mark would leave the lines `name` with the shortage `short`.
    fn said_of_room(&self, name: &str, short: &Shortage, why: &str) -> String {
        let has_room = short.in_words(why);
        let cells = self.cells(if self.first().is { "and" } else { "or" });
        match (self.first().is, self.reason.marks.len()) {
            (false, _) if short.others == Some(0) && short.needed == 2 => {
                format!("a star at {cells} would leave no cell for the other star of {name}{why}")
            }
            (false, _) if short.room == Some(0) && short.needed == 1 => {
                format!("a star at {cells} would leave no cell for the last star of {name}{why}")
            }
            (false, _) => format!("a star at {cells} would leave {name} {has_room}"),
            (true, number) => {
                let all = ["", "", "both "].get(number).unwrap_or(&"all of ");
                let star = if number == 1 { "a star" } else { "stars" };
                let has = if short.is_one { "has" } else { "have" };
                format!("without {star} at {all}{cells}, {name} {has} {has_room}")
            }
        }
    }

    /// Returns the greatest number of stars that fit into rows, columns or regions (`units`) if a
    /// mark is wrong, or `None` if the count takes too many steps.
    fn room(&self, units: &[Unit], full: &[Unit], Mark { cell, is, .. }: Mark) -> Option<usize> {
        let cells: Vec<Cell> = units.iter().flat_map(|&unit| self.left(unit)).collect();
        let is_placed = |at: Cell| self.reason.known(at, QUEEN) == Some(true);
        let is_left = |at: Cell| if is { at != cell } else { at == cell || is_apart(at, cell) };
        let mut free: Vec<Cell> = cells.iter().copied().filter(|&at| is_left(at)).collect();
        // Cells with stars, and the cell of a supposed star, come first.
        free.sort_by_key(|&at| (!is_placed(at) && (is || at != cell), at));
        let stars = self.board().stars;
        let takes = |line: &Unit| {
            let outside = self.board().cells_of(*line).into_iter().filter(|at| !cells.contains(at));
            outside.filter(|&at| is_placed(at) || (!is && at == cell)).count()
        };
        // Each unit can take at most its own stars, since a surplus in one unit does not help
        // another.
        let lines = units.iter().chain(full);
        let lines = lines.map(|line| (*line, stars.saturating_sub(takes(line)))).collect();
        let mut packing = Packing { board: self.board(), lines, tries: MOST_TRIES };
        packing.most(&free)
    }
}

struct Shortage {
    /// The number of further stars that would fit if a mark were wrong; `None` if it differs
    /// between the marks.
    room: Option<usize>,
    /// The number `room` without the star that is supposed at the mark. `None` if `room` is, the
    /// marks place stars, or a mark is outside of these lines.
    others: Option<usize>,
    /// The number of further stars that these lines need.
    needed: usize,
    /// Whether these lines already have a star.
    is_begun: bool,
    is_one: bool,
}

impl Shortage {
    /// Says how many stars would fit and how many are needed, and `why` no more would fit.
    fn in_words(&self, why: &str) -> String {
        let [it, needs] = if self.is_one { ["it", "needs"] } else { ["they", "need"] };
        let (needed, more) = (self.needed, if self.is_begun { " more" } else { "" });
        match (self.room, self.others) {
            (Some(0), _) => format!("no room for a star{why}"),
            (_, Some(others)) => {
                let (room, needed) = (stars_of(others), needed - 1);
                format!("room for {room} more{why}, and {it} {needs} {needed} more")
            }
            (Some(room), _) => {
                let room = stars_of(room);
                format!("room for only {room}{more}{why}, and {it} {needs} {needed}{more}")
            }
            (None, _) => format!("too little room{why}: {it} {needs} {needed}{more}"),
        }
    }
}

struct Packing<'a> {
    board: &'a Queens,
    /// The lines, each with the number of stars that it can still take.
    lines: Vec<(Unit, usize)>,
    tries: usize,
}

impl Packing<'_> {
    /// Returns the greatest number of stars that fit into `cells`, or `None` after too many steps.
    fn most(&mut self, cells: &[Cell]) -> Option<usize> {
        let Some((&first, rest)) = cells.split_first() else { return Some(0) };
        self.tries = self.tries.checked_sub(1)?;
        let inside: Vec<usize> =
            (0..self.lines.len()).filter(|&line| self.is_in(first, line)).collect();
        if inside.iter().any(|&line| self.lines[line].1 == 0) {
            return self.most(rest);
        }
        let apart: Vec<Cell> = rest.iter().copied().filter(|&at| is_apart(at, first)).collect();
        inside.iter().for_each(|&line| self.lines[line].1 -= 1);
        let with = self.most(&apart);
        inside.iter().for_each(|&line| self.lines[line].1 += 1);
        let with = 1 + with?;
        // A star in a cell that excludes no other cell is always part of some best choice.
        if inside.is_empty() && apart.len() == rest.len() {
            return Some(with);
        }
        Some(with.max(self.most(rest)?))
    }

    fn is_in(&self, at: Cell, line: usize) -> bool {
        let line = self.lines[line].0;
        self.board.unit_at(line.0, at) == Some(line)
    }
}

pub(super) fn is_apart(one: Cell, other: Cell) -> bool {
    one.row.abs_diff(other.row) > 1 || one.column.abs_diff(other.column) > 1
}
