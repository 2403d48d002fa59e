//! Arrangements of few dominoes, by beam search.
//!
//! The board is filled cell by cell, in rows along its shorter side. The ways to fill the open
//! cells depend only on the profile. The profile consists of the last filled cell of each column,
//! and of whether a domino that begins in the cell to the left ends in the next cell. Without a
//! limit on the number of profiles, this would be dynamic programming over about 3^width profiles.
//! The beam keeps only the best profiles, each with its best arrangement.
//!
//! The best profiles have the least sum of the number of dominoes so far and a correction for the
//! profile ([`ProfileCosts`]). The main reason for a correction is this: if half a domino covers an
//! open cell in advance, it saves a third of a domino later. The corrections were found by hill
//! climbing on boards of 8×8 to 33×33. Then they were rounded as long as no result became worse.
//! Without `no-slide`, the corrections hardly matter: each of three seeds found the optimum of
//! every square up to 33×33 (OEIS A280984), except for one extra domino with one seed on 31×31. If
//! 3 divides a side, the number of Sands' pattern is found. With `no-slide`, the corrections are
//! decisive, and depend on pairs of neighbours in the profile: the ideal is a pinwheel of four
//! dominoes around each hole.
//!
//! With four profiles per cell of the board, all of twenty seeds found the optimum of every board
//! in `tests/truth/gunport.csv`. With three profiles per cell, six of the seeds missed the optimum
//! on 8×9. A beam of 300 profiles nearly always finds the optimum up to 26×26. With `no-slide`,
//! many profiles of a wide beam may be impossible to complete. Two kinds of such profiles are
//! dropped ([`Profile::is_stuck`]).
//!
//! Tried and dropped: a correction for the number of adjacent holes in the profile (no gain).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use fastrand::Rng;

use super::{HOLE, LEFT, LOWER, RIGHT, UPPER};
use crate::board::{Cell, Grid, cell};
use crate::puzzle::Filling;
use crate::stop::Stop;

/// The number of profiles in a beam, as a factor and two limits. The factor multiplies the number
/// of cells. The product is at most [`WORK`] divided by the number of cells; this maximum is itself
/// raised to the first limit or lowered to the second limit.
const BEAM: (usize, (usize, usize)) = (4, (300, 1000));

/// The largest number of searches for an arrangement. A search fails if no profile of its beam can
/// be extended before the board is full.
const TRIES: usize = 3;

/// The maximum number of profiles in the beams of all cells together. If even beams of the smallest
/// size have more profiles, this maximum is exceeded.
const WORK: usize = 2_000_000;

/// Returns an arrangement of few dominoes: the result of the first search that finds one. No domino
/// can be added to it. It keeps the given cells, and no domino can slide if `no_slide` is true.
/// Returns `None` if [`TRIES`] searches find no arrangement, or if a stop is requested.
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

/// The content of the last filled cell of a column, as far as the open neighbours of this cell
/// depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProfileEdge {
    /// A covered cell that is neither [`ProfileEdge::Upper`] nor [`ProfileEdge::Lower`]. With
    /// `no-slide`, it is covered by a domino along the row.
    Covered,
    /// A hole. No neighbour of it is allowed to be a hole.
    Hole,
    /// The upper half of a domino whose lower half is still open.
    Upper,
    /// The lower half of a domino. Without `no-slide`, it is [`ProfileEdge::Covered`] instead.
    Lower,
}

/// A way to fill the next cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    /// Leaves a hole.
    Hole,
    /// Begins a domino along the row.
    BeginHorizontal,
    /// Begins a domino across two rows.
    BeginVertical,
    /// Ends the domino that begins in the cell to the left or above.
    End,
}

/// The facts about the filled cells on which the open cells depend. Boards with equal profiles can
/// be completed in the same ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Profile {
    /// The edges of the columns: two bits for each column, and 32 columns in each word.
    edges: [u64; 4],
    /// Whether the next cell must be the right half of a domino that begins in the cell to its
    /// left.
    begun: bool,
}

// A profile has room for 128 columns. The number of columns is the length of the shorter side. So
// it is at most the square root of the number of all cells.
const _: () = assert!(crate::board::MOST_CELLS <= 128 * 128);

impl Profile {
    /// Returns the edge of a column: the content of the last filled cell of the column.
    fn edge(&self, column: usize) -> ProfileEdge {
        match self.edges[column / 32] >> (column % 32 * 2) & 3 {
            0 => ProfileEdge::Covered,
            1 => ProfileEdge::Hole,
            2 => ProfileEdge::Upper,
            _ => ProfileEdge::Lower,
        }
    }

    /// Returns the profile after a cell of a column is filled. The column gets the edge `edge`, and
    /// the flag `begun` of the profile gets the value `begun`.
    fn with_edge(mut self, column: usize, edge: ProfileEdge, begun: bool) -> Profile {
        let (word, shift) = (column / 32, column % 32 * 2);
        self.edges[word] = self.edges[word] & !(3 << shift) | (edge as u64) << shift;
        Profile { begun, ..self }
    }

    /// Returns whether, with `no-slide`, the next row cannot be filled below the gap that ends
    /// before column `end`. A gap is a sequence of adjacent columns whose last filled cells are no
    /// upper halves. Nothing fits below a gap of one column with a hole. `above_last` is true if
    /// the next row is the last row. No vertical domino begins in the last row, so a gap of odd
    /// length can be filled there only in one case: it is one column, and the edge of this column
    /// is half of a horizontal domino. Then a hole fits below this half.
    fn is_stuck(&self, end: usize, above_last: bool) -> bool {
        let gap =
            (0..end).rev().take_while(|&column| self.edge(column) != ProfileEdge::Upper).count();
        match (gap, end.checked_sub(1).map(|last| self.edge(last))) {
            (1, Some(ProfileEdge::Hole)) => true,
            (1, Some(edge)) => above_last && edge != ProfileEdge::Covered,
            _ => above_last && gap % 2 == 1,
        }
    }
}

/// The costs that correct the number of dominoes of a profile, in sixtieths of a domino.
struct ProfileCosts {
    /// The cost of each edge, in the order of [`ProfileEdge`].
    edge: [i32; 4],
    /// The cost of a domino that has to end in the next cell.
    begun: i32,
    /// The cost of two neighbouring columns whose last filled cells are in the same row. The
    /// indices are the edges of the left and of the right column.
    same_row: [[i32; 4]; 4],
    /// The cost of the column that was filled last and the next column. The last filled cell of the
    /// next column is one row higher. The indices are the edges of these two columns.
    across: [[i32; 4]; 4],
}

/// The costs without the variant `no-slide`, from hill climbing.
const SLIDING: ProfileCosts =
    ProfileCosts { edge: [0, 10, -20, 0], begun: -20, same_row: [[0; 4]; 4], across: [[0; 4]; 4] };

/// The costs with the variant `no-slide`, from hill climbing.
const NO_SLIDE: ProfileCosts = ProfileCosts {
    edge: [-20, 40, -30, 0],
    begun: -40,
    same_row: [[20, 0, 40, 0], [0; 4], [-20, 80, 40, 0], [0, -40, 0, 0]],
    across: [[40, 0, 0, 0], [0; 4], [40, 0, 0, 0], [0; 4]],
};

/// A way to fill the cells so far.
#[derive(Clone, Copy, Default)]
struct BeamState {
    profile: Profile,
    /// The number of dominoes, including those that reach beyond the filled cells.
    dominoes: i32,
    /// The cost of the profile, in sixtieths of a domino.
    cost: i32,
    /// A random number, which decides between states that are otherwise equally good.
    lot: u32,
    /// The way to this state: four times the index of the previous state in the previous beam, plus
    /// the number of the move.
    trace: u32,
}

impl BeamState {
    /// Returns the key that orders states; a better state has a smaller key. The key is the total
    /// cost in sixtieths of a domino, then the random number.
    fn rank(&self) -> (i32, u32) {
        (60 * self.dominoes + self.cost, self.lot)
    }
}

/// A board that is transposed, if necessary, so that its rows are along the shorter side.
struct Strip<'a> {
    /// The given cells of the board, which are not transposed.
    givens: &'a Grid<Option<char>>,
    no_slide: bool,
    /// Whether rows and columns of the board are exchanged.
    transposed: bool,
    /// The number of rows, which is the longer side.
    rows: usize,
    /// The number of columns, which is the shorter side.
    columns: usize,
    /// The costs of profiles, with or without the variant `no-slide`.
    worth: &'static ProfileCosts,
}

impl Strip<'_> {
    /// Returns the board as the search sees it. Transposes it if it has more columns than rows, so
    /// that its rows are along the shorter side. Chooses the costs of profiles by `no_slide`.
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

    /// Returns the cells of the transposed board, in the order in which they are filled.
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| cell(row, column)))
    }

    /// Converts a cell of the transposed board to the cell of the original board.
    fn board_cell(&self, at: Cell) -> Cell {
        if self.transposed { cell(at.column, at.row) } else { at }
    }

    /// Converts a symbol of the transposed board to the symbol of the original board.
    fn board_symbol(&self, symbol: char) -> char {
        match symbol {
            LEFT if self.transposed => UPPER,
            RIGHT if self.transposed => LOWER,
            UPPER if self.transposed => LEFT,
            LOWER if self.transposed => RIGHT,
            _ => symbol,
        }
    }

    /// Returns whether the given cells allow a symbol in a cell of the transposed board.
    fn allows(&self, at: Cell, symbol: char) -> bool {
        self.givens[self.board_cell(at)].is_none_or(|given| given == self.board_symbol(symbol))
    }

    /// Fills the cells in order, with a beam of limited width: the beam keeps the best ways to fill
    /// the cells so far. Returns the arrangement with the fewest dominoes in the last beam. Returns
    /// `None` in two cases: no state of the beam can be extended before the board is full, or a
    /// stop is requested.
    fn search(&self, rng: &mut Rng, stop: &Stop) -> Option<Filling> {
        let area = self.givens.size().area();
        let (of_cell, (least, most)) = BEAM;
        let width = (of_cell * area).min((WORK / area).clamp(least, most));
        let mut beam = vec![BeamState::default()];
        let mut traces = Vec::with_capacity(area);
        for at in self.cells() {
            if stop.is_reached() || beam.is_empty() {
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
        Some(self.answer(&trace_moves(&traces, best.trace)))
    }

    /// Returns the states after the next cell, `at`, is filled in every possible way. Keeps only
    /// the best state for each profile, and drops states whose profile is stuck. Each state has a
    /// new random number, and a trace with the index of its previous state in `beam`.
    fn extend(&self, beam: &[BeamState], at: Cell, rng: &mut Rng) -> Vec<BeamState> {
        let mut next: Vec<BeamState> = Vec::with_capacity(2 * beam.len());
        let mut places: HashMap<Profile, usize> = HashMap::with_capacity(2 * beam.len());
        for (index, state) in beam.iter().enumerate() {
            for step in self.moves_from(&state.profile, at).into_iter().flatten() {
                let profile = self.apply_move(&state.profile, at, step);
                if self.is_stuck(&profile, at) {
                    continue;
                }
                let state = BeamState {
                    profile,
                    dominoes: state.dominoes
                        + i32::from(matches!(step, Move::BeginHorizontal | Move::BeginVertical)),
                    cost: state.cost + self.cost_change(&state.profile, &profile, at.column),
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

    /// Returns the moves (ways to fill the cell `at`) that are allowed by the rules, by the given
    /// cells, and by the profile of the filled cells. If the cell must be the second half of a
    /// domino, the only move is the end of this domino. `None` replaces each move that is not
    /// allowed.
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
                && (above == ProfileEdge::Lower || left == Some(ProfileEdge::Covered)));
        let begin = at.column + 1 < self.columns
            && profile.edge(at.column + 1) != ProfileEdge::Upper
            && !(self.no_slide && left == Some(ProfileEdge::Hole));
        let stand = at.row + 1 < self.rows && !(self.no_slide && above == ProfileEdge::Hole);
        [
            (hole && self.allows(at, HOLE)).then_some(Move::Hole),
            (begin && self.allows(at, LEFT)).then_some(Move::BeginHorizontal),
            (stand && self.allows(at, UPPER)).then_some(Move::BeginVertical),
        ]
    }

    /// Returns the profile after a move fills the cell `at`. The move must be one of
    /// [`moves_from`](Strip::moves_from) for this profile.
    fn apply_move(&self, profile: &Profile, at: Cell, step: Move) -> Profile {
        let edge = match step {
            Move::Hole => ProfileEdge::Hole,
            Move::BeginVertical => ProfileEdge::Upper,
            Move::End if self.no_slide && !profile.begun => ProfileEdge::Lower,
            Move::BeginHorizontal | Move::End => ProfileEdge::Covered,
        };
        profile.with_edge(at.column, edge, step == Move::BeginHorizontal)
    }

    /// Returns whether the last filled cell, `at`, closes a gap below which the next row cannot be
    /// filled. Returns false without `no-slide`. Returns false in the last row, too.
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

    /// Returns the change in the cost, in sixtieths of a domino, when a cell in this column is
    /// filled. This changes the profile `before` into `after`. The two profiles differ only in the
    /// edge of this column and in `begun`.
    fn cost_change(&self, before: &Profile, after: &Profile, column: usize) -> i32 {
        let ProfileCosts { edge, begun, same_row, across } = self.worth;
        let (old, new) = (before.edge(column) as usize, after.edge(column) as usize);
        let mut change = edge[new] - edge[old];
        change += begun * (i32::from(after.begun) - i32::from(before.begun));
        if column + 1 < self.columns {
            let right = before.edge(column + 1) as usize;
            change += across[new][right] - same_row[old][right];
        }
        if column > 0 {
            let left = before.edge(column - 1) as usize;
            change += same_row[left][new] - across[left][old];
        }
        change
    }

    /// Returns the board that results from the moves, with rows and columns as on the original
    /// board. There is one move for each cell, in the order of the search.
    fn answer(&self, moves: &[Move]) -> Filling {
        let mut answer = Grid::from_fn(self.givens.size(), |_| HOLE);
        for (at, &step) in self.cells().zip(moves) {
            let (halves, other) = match step {
                Move::BeginHorizontal => ((LEFT, RIGHT), cell(at.row, at.column + 1)),
                Move::BeginVertical => ((UPPER, LOWER), cell(at.row + 1, at.column)),
                Move::Hole | Move::End => continue,
            };
            answer[self.board_cell(at)] = self.board_symbol(halves.0);
            answer[self.board_cell(other)] = self.board_symbol(halves.1);
        }
        answer
    }
}

/// Returns the moves that lead to the state with this trace, from the first to the last. The state
/// belongs to the full board. A trace is four times the index of the previous state in its beam,
/// plus the number of the move. For each cell, `traces` has the traces of the beam that existed
/// before the cell was filled.
fn trace_moves(traces: &[Vec<u32>], mut trace: u32) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::with_capacity(traces.len());
    for beam in traces.iter().rev() {
        moves.push(
            [Move::Hole, Move::BeginHorizontal, Move::BeginVertical, Move::End][trace as usize % 4],
        );
        trace = beam[trace as usize / 4];
    }
    moves.reverse();
    moves
}
