//! Sentences about lines of one kind (rows, columns or regions) that would have too little room for
//! their stars.
//!
//! The room of lines is the greatest number of stars that fit into their remaining cells. In this
//! count, no two stars touch, and none of the lines has more stars than it needs. A limit on the
//! stars of other lines is used only if the reason of the step names the rule of this limit. The
//! room is counted on the board, independently of the search for the step. A sentence is used only
//! if the count proves each mark.

use super::{Demand, QUEEN, Queens, QueensStep, Unit};
use crate::board::Cell;
use crate::hint::Mark;
use crate::source::format_count;

/// The largest number of steps of [`Packing::most`]. After them, the count ends without a result.
const MOST_TRIES: usize = 20_000;

impl QueensStep<'_> {
    /// Returns the sentence of [`QueensStep::explain_by_room`] if the step has at most two rules,
    /// otherwise `None`.
    pub(super) fn explain_by_little_room(&self) -> Option<String> {
        if self.reason.rules.len() > 2 {
            return None;
        }
        self.explain_by_room()
    }

    /// Returns a sentence for a step that follows from a count of room. The count shows that lines
    /// of one kind could not have all their stars if a mark were wrong. A mark is an entry that the
    /// step concludes. Returns `None` in these cases:
    /// - The count does not prove this for each mark, or takes more than [`MOST_TRIES`] steps.
    /// - The step uses no rule that a line needs its stars, or such lines are of several kinds.
    /// - The board has one queen in each line.
    pub(super) fn explain_by_room(&self) -> Option<String> {
        let (units, full) = (self.units_with(Demand::Needs), self.units_with(Demand::Full));
        let (kind, stars) = (units.first()?.0, self.board().stars);
        if stars == 1 || units.iter().any(|unit| unit.0 != kind) {
            return None;
        }
        let left: Vec<Cell> = units.iter().flat_map(|&unit| self.left(unit)).collect();
        let needed = units.len() * stars;
        let rooms: Vec<usize> = self
            .reason
            .marks
            .iter()
            .map(|&mark| self.room(&units, &full, mark))
            .collect::<Option<_>>()?;
        let room = *rooms.iter().max()?;
        if room >= needed {
            return None;
        }
        let number_inside =
            self.reason.marks.iter().filter(|mark| left.contains(&mark.cell)).count();
        let place = match number_inside {
            0 => MarksPlace::Outside,
            all if all == self.reason.marks.len() => MarksPlace::Inside,
            _ => MarksPlace::Both,
        };
        let room = rooms.iter().all(|&other| other == room).then_some(room);
        let short = Shortage { room, needed, placed: self.placed_count(&left), place };
        Some(self.describe_shortage(&units, &short, &self.describe_capacity(&full)))
    }

    /// Returns words that say how many stars each line of `full` can have. Returns an empty text if
    /// `full` is empty.
    pub(super) fn describe_capacity(&self, full: &[Unit]) -> String {
        let stars = self.board().stars;
        match full {
            [] => String::new(),
            [_] => format!(", as {} takes only {stars}", self.named_by_kind(full, "and")),
            _ => format!(", as {} take only {stars} each", self.named_by_kind(full, "and")),
        }
    }

    /// Returns words that say that the lines `units` would have the shortage `short` if a mark were
    /// wrong. `why` is the reason why no more stars would fit. The words count all stars of these
    /// lines. This includes placed stars, and the star that is supposed at a mark. So the sentence
    /// is true for marks inside and outside of the lines.
    fn describe_shortage(&self, units: &[Unit], short: &Shortage, why: &str) -> String {
        let name = self.board().names_of(units, "and");
        let is_one = units.len() == 1;
        let its = if is_one { "its" } else { "their" };
        let all = format_count(short.needed, "star");
        if self.reason.first_mark().is {
            let each = ["", "", "both "].get(self.reason.marks.len()).unwrap_or(&"all of ");
            let (cells, need) = (self.cells("and"), if is_one { "needs" } else { "need" });
            return format!("{name} {need} {each}{cells} to have room for {its} {all}{why}");
        }
        let cells = self.cells("or");
        let other = match (short.room, short.place) {
            (Some(1), MarksPlace::Inside) if short.needed == 2 => Some("other"),
            (Some(room), MarksPlace::Outside)
                if room == short.placed && short.needed == room + 1 =>
            {
                Some("last")
            }
            _ => None,
        };
        if let Some(other) = other {
            return format!(
                "a star at {cells} would leave no cell for the {other} star of {name}{why}"
            );
        }
        match short.room {
            Some(room) => {
                let room = ["none", "only one"]
                    .get(room)
                    .map_or(format!("only {room}"), |&few| few.to_owned());
                format!("with a star at {cells}, {name} could have {room} of {its} {all}{why}")
            }
            None => format!("with a star at {cells}, {name} could not have {its} {all}{why}"),
        }
    }

    /// Returns the greatest number of stars that fit into `units` (rows, columns or regions) if a
    /// mark is wrong. A mark is an entry that the step concludes. If the mark places a star, it is
    /// wrong if the cell has no star; otherwise, it is wrong if the cell has a star. The number
    /// includes the placed stars. No line of `units` or `full` may have more stars than it needs.
    /// The lines in `units` must have no cell in common. Returns `None` if the count takes more
    /// than [`MOST_TRIES`] steps.
    fn room(&self, units: &[Unit], full: &[Unit], Mark { cell, is, .. }: Mark) -> Option<usize> {
        let cells: Vec<Cell> = units.iter().flat_map(|&unit| self.left(unit)).collect();
        let is_placed = |at: Cell| self.reason.known(at, QUEEN) == Some(true);
        let is_left = |at: Cell| if is { at != cell } else { at == cell || is_apart(at, cell) };
        let mut free: Vec<Cell> = cells.iter().copied().filter(|&at| is_left(at)).collect();
        // The cells with stars come first. If a star is supposed in a cell, this cell comes first,
        // too.
        free.sort_by_key(|&at| (!is_placed(at) && (is || at != cell), at));
        let stars = self.board().stars;
        let used = |line: &Unit| {
            self.board()
                .cells_of(*line)
                .into_iter()
                .filter(|at| !cells.contains(at))
                .filter(|&at| is_placed(at) || (!is && at == cell))
                .count()
        };
        // Each unit counts at most the stars that it needs, since a surplus in one unit does not
        // help another unit.
        let lines = units
            .iter()
            .chain(full)
            .map(|line| (*line, stars.saturating_sub(used(line))))
            .collect();
        let mut packing = Packing { board: self.board(), lines, tries: MOST_TRIES };
        packing.most(&free)
    }
}

/// The numbers of stars that lines could have and need if a mark is wrong.
struct Shortage {
    /// The largest total number of stars that the lines could have if a mark is wrong; `None` if
    /// this number differs between the marks.
    room: Option<usize>,
    /// The total number of stars that the lines need.
    needed: usize,
    /// The number of stars that are placed in the lines.
    placed: usize,
    /// Whether the marks are inside or outside of the lines.
    place: MarksPlace,
}

/// Whether the marks of a step are inside or outside of the lines that the sentence names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MarksPlace {
    /// All marks are in the lines.
    Inside,
    /// No mark is in the lines.
    Outside,
    /// Some marks are in the lines and some are not.
    Both,
}

/// A count of the stars that fit into cells.
struct Packing<'a> {
    board: &'a Queens,
    /// The lines, each with the number of stars that it can still take.
    lines: Vec<(Unit, usize)>,
    /// The number of steps that are left before the count is given up.
    tries: usize,
}

impl Packing<'_> {
    /// Returns the greatest number of stars that fit into `cells`. No two stars may touch, and no
    /// line may take more stars than it still can. Returns `None` if the count takes too many
    /// steps. Subtracts its steps from `tries`, and leaves `lines` unchanged.
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
        // A star in a cell that excludes no other cell is part of some best choice, so the case
        // without this star is skipped.
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

/// Returns whether two cells are different and do not touch, not even at a corner.
pub(super) fn is_apart(one: Cell, other: Cell) -> bool {
    one.row.abs_diff(other.row) > 1 || one.column.abs_diff(other.column) > 1
}
