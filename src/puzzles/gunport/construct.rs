//! An arrangement of few dominoes, by beam search along the broken profile.
//!
//! The board is filled cell by cell, row by row along its shorter side. All that the rest of the
//! board has to know of what is filled is the profile: the last filled cell of each column, and
//! whether a domino begun to the left ends in the next cell. Arrangements with the same profile
//! compete by their dominoes alone; without a beam this is the dynamic programme over broken
//! profiles, which needs about 3^width of them. Here only the best few go on from cell to cell.
//!
//! The best are those with the fewest dominoes so far, corrected by what their profile is worth
//! ([`Worth`]): mostly, a half that is laid in advance saves a third of a domino later. The
//! corrections were found by hill climbing on boards of 8×8 to 33×33, rounded as long as no result
//! suffered. Without `no-slide` hardly any are needed: with three seeds each the optimum of every
//! square up to 33×33 was found (OEIS A280984), but for one domino with one seed at 31×31; where 3
//! divides a side, Sands' number comes out by itself. With `no-slide` the corrections decide: pairs
//! of neighbours in the profile carry them, since what is wanted is a pinwheel of four dominoes
//! about each hole.
//!
//! A beam is as wide as the board is large. With four profiles for each cell none of the boards of
//! `tests/truth/gunport.csv` was missed by any of twenty seeds, with three 8×9 was by six of them;
//! a beam of 300 finds the optimum nearly always up to 26×26.
//!
//! With `no-slide` a wide beam can fill up with profiles that have no continuation, so two sorts
//! of these are dropped when they arise: see [`Profile::is_stuck`].
//!
//! Ties are broken at random, from the seed. Tried and dropped: counting holes that stand side by
//! side in the profile as a correction (no gain).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use fastrand::Rng;

use super::{HOLE, LEFT, LOWER, RIGHT, UPPER};
use crate::board::{Cell, Grid, cell};
use crate::puzzle::Filling;
use crate::stop::Stop;

/// How many profiles a beam keeps for each cell of a board; and on a large board in all, at the
/// least and at the most.
const BEAM: (usize, (usize, usize)) = (4, (300, 1000));

/// How often a search whose beam ends before the board is begun anew.
const TRIES: usize = 3;

/// How many profiles all the cells of a board may keep together, above the least beam.
const WORK: usize = 2_000_000;

/// An arrangement in which no further domino fits, or none where the beam ends before the board
/// or it is time to stop.
pub(super) fn arrangement(
    givens: &Grid<Option<char>>,
    no_slide: bool,
    seed: u64,
    stop: &Stop,
) -> Option<Filling> {
    let board = Strip::new(givens, no_slide);
    let mut rng = Rng::with_seed(seed);
    (0..TRIES).find_map(|_| board.search(&mut rng, stop))
}

/// What the last filled cell of a column is to the cell below and to the cell beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProfileEdge {
    /// Covered; with `no-slide`, by a domino that lies along the row.
    Lying,
    /// A hole.
    Hole,
    /// Covered by the upper half of a domino whose lower half comes next.
    Upper,
    /// With `no-slide`: covered by the lower half of a domino.
    Lower,
}

/// What is done with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    /// It stays a hole.
    Hole,
    /// A domino that lies along the row begins in it.
    Begin,
    /// A domino that stands across the rows begins in it.
    Stand,
    /// The domino that reaches into it ends.
    End,
}

/// The edges of all columns, two bits each: of the row in progress up to the cell that was filled
/// last, and of the row above from there on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Profile {
    edges: [u64; 4],
    /// Whether a domino that lies along the row ends in the next cell.
    begun: bool,
}

// The shorter side of a board of at most 10,000 cells has at most 100.
const _: () = assert!(crate::board::MOST_CELLS <= 128 * 128);

impl Profile {
    fn edge(&self, column: usize) -> ProfileEdge {
        match self.edges[column / 32] >> (column % 32 * 2) & 3 {
            0 => ProfileEdge::Lying,
            1 => ProfileEdge::Hole,
            2 => ProfileEdge::Upper,
            _ => ProfileEdge::Lower,
        }
    }

    fn with(mut self, column: usize, edge: ProfileEdge, begun: bool) -> Profile {
        let (word, shift) = (column / 32, column % 32 * 2);
        self.edges[word] = self.edges[word] & !(3 << shift) | (edge as u64) << shift;
        Profile { begun, ..self }
    }

    /// With `no-slide`, whether the row below cannot be filled under the columns between two upper
    /// halves, or an upper half and the border, that end before column `end`. Under a single hole
    /// nothing fits; and in the last row, where no domino stands, neither does anything under an
    /// odd number of columns but a hole under a single lying half.
    fn is_stuck(&self, end: usize, above_last: bool) -> bool {
        let gap =
            (0..end).rev().take_while(|&column| self.edge(column) != ProfileEdge::Upper).count();
        match (gap, end.checked_sub(1).map(|last| self.edge(last))) {
            (1, Some(ProfileEdge::Hole)) => true,
            (1, Some(edge)) => above_last && edge != ProfileEdge::Lying,
            _ => above_last && gap % 2 == 1,
        }
    }
}

/// What a profile costs the rest of the board, in sixtieths of a domino.
struct Worth {
    /// Each edge.
    edge: [i32; 4],
    /// A domino that is begun.
    begun: i32,
    /// Two edges side by side in a row, the left one first.
    beside: [[i32; 4]; 4],
    /// The edge that was filled last, and the one of the row above in the next column.
    across: [[i32; 4]; 4],
}

const SLIDING: Worth =
    Worth { edge: [0, 10, -20, 0], begun: -20, beside: [[0; 4]; 4], across: [[0; 4]; 4] };

const NO_SLIDE: Worth = Worth {
    edge: [-20, 40, -30, 0],
    begun: -40,
    beside: [[20, 0, 40, 0], [0; 4], [-20, 80, 40, 0], [0, -40, 0, 0]],
    across: [[40, 0, 0, 0], [0; 4], [40, 0, 0, 0], [0; 4]],
};

/// A profile in the beam.
#[derive(Clone, Copy, Default)]
struct BeamState {
    profile: Profile,
    /// The dominoes laid, those that reach out of the filled cells included.
    dominoes: i32,
    /// What its profile costs.
    cost: i32,
    /// Breaks ties.
    lot: u32,
    /// Where it comes from: four times the place of the state before in its beam, and the move.
    trace: u32,
}

impl BeamState {
    fn rank(&self) -> (i32, u32) {
        (60 * self.dominoes + self.cost, self.lot)
    }
}

/// A board whose rows run along the shorter side.
struct Strip<'a> {
    givens: &'a Grid<Option<char>>,
    no_slide: bool,
    transposed: bool,
    rows: usize,
    columns: usize,
    worth: &'static Worth,
}

impl Strip<'_> {
    fn new(givens: &Grid<Option<char>>, no_slide: bool) -> Strip<'_> {
        let size = givens.size();
        Strip {
            givens,
            no_slide,
            transposed: size.columns() > size.rows(),
            rows: size.rows().max(size.columns()),
            columns: size.rows().min(size.columns()),
            worth: if no_slide { &NO_SLIDE } else { &SLIDING },
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| cell(row, column)))
    }

    /// The cell of the puzzle.
    fn place(&self, at: Cell) -> Cell {
        if self.transposed { cell(at.column, at.row) } else { at }
    }

    /// The symbol of the puzzle.
    fn symbol(&self, symbol: char) -> char {
        match symbol {
            LEFT if self.transposed => UPPER,
            RIGHT if self.transposed => LOWER,
            UPPER if self.transposed => LEFT,
            LOWER if self.transposed => RIGHT,
            _ => symbol,
        }
    }

    /// Whether the board gives no other symbol.
    fn allows(&self, at: Cell, symbol: char) -> bool {
        self.givens[self.place(at)].is_none_or(|given| given == self.symbol(symbol))
    }

    /// One beam from the first cell to the last.
    fn search(&self, rng: &mut Rng, stop: &Stop) -> Option<Filling> {
        let area = self.givens.size().area();
        let (of_cell, (least, most)) = BEAM;
        let width = (of_cell * area).min((WORK / area).clamp(least, most));
        let mut beam = vec![BeamState::default()];
        let mut traces = Vec::with_capacity(area);
        for at in self.cells() {
            if stop.reached() || beam.is_empty() {
                return None;
            }
            if beam.len() > width {
                beam.select_nth_unstable_by_key(width - 1, BeamState::rank);
                beam.truncate(width);
            }
            traces.push(beam.iter().map(|state| state.trace).collect::<Vec<_>>());
            beam = self.extend(&beam, at, rng);
        }
        let best = beam.iter().min_by_key(|state| state.dominoes)?;
        Some(self.answer(&moves(&traces, best.trace)))
    }

    /// Every way to fill a cell next, the best one for each profile.
    fn extend(&self, beam: &[BeamState], at: Cell, rng: &mut Rng) -> Vec<BeamState> {
        let mut next: Vec<BeamState> = Vec::with_capacity(2 * beam.len());
        let mut places: HashMap<Profile, usize> = HashMap::with_capacity(2 * beam.len());
        for (index, state) in beam.iter().enumerate() {
            for step in self.moves_from(&state.profile, at).into_iter().flatten() {
                let profile = self.after(&state.profile, at, step);
                if self.is_stuck(&profile, at) {
                    continue;
                }
                let state = BeamState {
                    profile,
                    dominoes: state.dominoes + i32::from(matches!(step, Move::Begin | Move::Stand)),
                    cost: state.cost + self.change(&state.profile, &profile, at.column),
                    lot: rng.u32(..),
                    trace: u32::try_from(index).expect("a beam is short") * 4 + step as u32,
                };
                match places.entry(profile) {
                    Entry::Vacant(place) => {
                        place.insert(next.len());
                        next.push(state);
                    }
                    Entry::Occupied(place) if state.rank() < next[*place.get()].rank() => {
                        next[*place.get()] = state;
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        next
    }

    /// The moves that the rules, the profile and the given cells allow.
    fn moves_from(&self, profile: &Profile, at: Cell) -> [Option<Move>; 3] {
        let above = profile.edge(at.column);
        let left = at.column.checked_sub(1).map(|left| profile.edge(left));
        if profile.begun {
            return [self.allows(at, RIGHT).then_some(Move::End), None, None];
        }
        if above == ProfileEdge::Upper {
            return [self.allows(at, LOWER).then_some(Move::End), None, None];
        }
        let hole = above != ProfileEdge::Hole
            && left != Some(ProfileEdge::Hole)
            && !(self.no_slide
                && (above == ProfileEdge::Lower || left == Some(ProfileEdge::Lying)));
        let begin = at.column + 1 < self.columns
            && profile.edge(at.column + 1) != ProfileEdge::Upper
            && !(self.no_slide && left == Some(ProfileEdge::Hole));
        let stand = at.row + 1 < self.rows && !(self.no_slide && above == ProfileEdge::Hole);
        [
            (hole && self.allows(at, HOLE)).then_some(Move::Hole),
            (begin && self.allows(at, LEFT)).then_some(Move::Begin),
            (stand && self.allows(at, UPPER)).then_some(Move::Stand),
        ]
    }

    fn after(&self, profile: &Profile, at: Cell, step: Move) -> Profile {
        let edge = match step {
            Move::Hole => ProfileEdge::Hole,
            Move::Stand => ProfileEdge::Upper,
            Move::End if self.no_slide && !profile.begun => ProfileEdge::Lower,
            Move::Begin | Move::End => ProfileEdge::Lying,
        };
        profile.with(at.column, edge, step == Move::Begin)
    }

    /// Whether nothing can be laid below a profile, as far as the cell filled last tells.
    fn is_stuck(&self, profile: &Profile, at: Cell) -> bool {
        if !self.no_slide || at.row + 1 == self.rows {
            return false;
        }
        let above_last = at.row + 2 == self.rows;
        let closes = profile.edge(at.column) == ProfileEdge::Upper;
        (closes && profile.is_stuck(at.column, above_last))
            || (!closes && at.column + 1 == self.columns)
                && profile.is_stuck(self.columns, above_last)
    }

    /// How the cost of a profile changes with the edge of a column.
    fn change(&self, before: &Profile, after: &Profile, column: usize) -> i32 {
        let Worth { edge, begun, beside, across } = self.worth;
        let (old, new) = (before.edge(column) as usize, after.edge(column) as usize);
        let mut change = edge[new] - edge[old];
        change += begun * (i32::from(after.begun) - i32::from(before.begun));
        if column + 1 < self.columns {
            let right = before.edge(column + 1) as usize;
            change += across[new][right] - beside[old][right];
        }
        if column > 0 {
            let left = before.edge(column - 1) as usize;
            change += beside[left][new] - across[left][old];
        }
        change
    }

    /// What moves, cell by cell, make of the board.
    fn answer(&self, moves: &[Move]) -> Filling {
        let mut answer = Grid::from_fn(self.givens.size(), |_| HOLE);
        for (at, &step) in self.cells().zip(moves) {
            let (halves, other) = match step {
                Move::Begin => ((LEFT, RIGHT), cell(at.row, at.column + 1)),
                Move::Stand => ((UPPER, LOWER), cell(at.row + 1, at.column)),
                Move::Hole | Move::End => continue,
            };
            answer[self.place(at)] = self.symbol(halves.0);
            answer[self.place(other)] = self.symbol(halves.1);
        }
        answer
    }
}

/// The moves that led to a state with that trace, out of the beams before it.
fn moves(traces: &[Vec<u32>], mut trace: u32) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::with_capacity(traces.len());
    for beam in traces.iter().rev() {
        moves.push([Move::Hole, Move::Begin, Move::Stand, Move::End][trace as usize % 4]);
        trace = beam[trace as usize / 4];
    }
    moves.reverse();
    moves
}
