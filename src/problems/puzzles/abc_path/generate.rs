//! Generation of boards with exactly one answer.
//!
//! The answer is a random path of king's moves through all cells. The path is extended to the cell
//! from which the fewest free cells can be reached; some noise makes the paths differ (Warnsdorff
//! 1823). There are 24 places for clues around the board. A random matching assigns a place to the
//! clue of each letter from B to Y, so that the clue is in line with its letter. As long as the
//! board has a second answer, the clues of two letters exchange their places so that the second
//! answer becomes invalid. After too many exchanges, the path is abandoned.

use fastrand::Rng;

use super::layout::line_of_ring;
use super::{SYMBOLS, board_without_clues};
use crate::board::{Cell, Grid, Size};
use crate::family::maker::{MadeBoard, MakeError, Maker, MakerArguments, MakerRequest};
use crate::model::UndecidedError;
use crate::source::Refusal;
use crate::stop::Stop;

/// The maker of boards of ABC Path.
pub(super) static MAKER: Maker = Maker {
    usual_side: |_| SIDE,
    format: "layout",
    summary: "5x5, the only size with a place around the board for each letter but A",
    signs: None,
    validate,
    make,
};

/// The side of the boards that are made. Only a board of this side has as many places around it as
/// there are letters after A.
const SIDE: usize = 5;
/// The number of cells, and of letters.
const CELLS: usize = SIDE * SIDE;

/// The largest number of steps of one search for a path. After them, the search ends without a
/// path.
const STEPS_OF_A_PATH: usize = 2_000;

/// The largest number of exchanges of clues for one path. After them, the maker tries another path.
const EXCHANGES: usize = 40;

/// A set of cells as bits, row by row from the lowest bit.
type Bits = u32;

/// The set of all cells.
const ALL: Bits = (1 << CELLS) - 1;

/// For each letter, the cells in which it can still be.
type LetterCandidates = [Bits; CELLS];

/// A place for a clue around the board, and the line to which the clue points.
#[derive(Clone, Copy)]
struct Place {
    /// The place in the ring around the board. Its rows and columns count from 0 to `SIDE` + 1.
    at: Cell,
    /// The cells of its row, column or main diagonal.
    line: Bits,
}

/// A path through all cells, and a place for the clue of each letter except A.
struct MatchedPath {
    /// For each letter, the index of its cell. Cells are numbered row by row.
    path: [usize; CELLS],
    /// For each letter from B on, the place of its clue.
    places: [Place; CELLS - 1],
}

/// The king's moves and the places for clues of a board. They are the same for all attempts.
struct Moves {
    /// For each cell, the cells at the distance of one king's move.
    next_to: [Bits; CELLS],
    /// All places for clues around the board.
    places: Vec<Place>,
}

/// Refuses every size except 5 × 5. Checks nothing else of the request.
fn validate(request: &MakerRequest) -> Result<(), Refusal> {
    if request.size.sides() == [SIDE, SIDE] {
        return Ok(());
    }
    let found = format!("boards of {}", request.size);
    Err(Refusal::new(
        found,
        "5x5, the only size with a place around the board for each letter but A",
    ))
}

/// Tries random paths until a board has exactly one answer. Returns an error if a stop is
/// requested. The requested size must be 5 × 5. Uses neither the request nor the oracle.
fn make(_: &MakerRequest, making: MakerArguments) -> Result<MadeBoard, MakeError> {
    let MakerArguments { mut random, stop, .. } = making;
    let moves = Moves::new();
    loop {
        if stop.is_reached() {
            return Err(UndecidedError.into());
        }
        if let Some(puzzle) = moves.attempt(&mut random, stop)? {
            return Ok(puzzle.build_board());
        }
    }
}

fn size() -> Size {
    Size::new(SIDE, SIDE).expect("a small board")
}

fn bit(at: Cell) -> Bits {
    1 << (at.row * SIDE + at.column)
}

fn has(cells: Bits, at: usize) -> bool {
    cells >> at & 1 == 1
}

/// Returns the indices of the cells in a set, in ascending order.
fn indices(mut cells: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = cells.trailing_zeros();
        cells &= cells.checked_sub(1)?;
        usize::try_from(first).ok()
    })
}

impl Moves {
    /// Computes the king's moves and the clue places of a board.
    fn new() -> Moves {
        let cells: Vec<Cell> = size().cells().collect();
        let next_to =
            std::array::from_fn(|at| size().king_neighbours(cells[at]).map(bit).sum::<Bits>());
        let around = Size::new(SIDE + 2, SIDE + 2).expect("a small board");
        let places = around
            .cells()
            .filter_map(|at| {
                let line = line_of_ring(at, size())?;
                Some(Place { at, line: line.into_iter().map(bit).sum() })
            })
            .collect();
        Moves { next_to, places }
    }

    /// Makes a random path and exchanges clues until the board has only one answer. Returns `None`
    /// in these cases: no path or no matching is found, no exchange excludes the second answer, or
    /// [`EXCHANGES`] exchanges were not enough. Returns an error if a stop is requested. The stop
    /// is checked only before each search for a second answer.
    fn attempt(
        &self,
        random: &mut Rng,
        stop: &Stop,
    ) -> Result<Option<MatchedPath>, UndecidedError> {
        let Some(path) = self.random_path(random) else { return Ok(None) };
        let Some(places) = self.assign_places(&path, random) else { return Ok(None) };
        let mut puzzle = MatchedPath { path, places };
        for _ in 0..EXCHANGES {
            if stop.is_reached() {
                return Err(UndecidedError);
            }
            match self.find_second_answer(&puzzle) {
                None => return Ok(Some(puzzle)),
                Some(second) if puzzle.exchange(&second, random) => {}
                Some(_) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns a random path through all cells. Returns `None` if the search takes too many steps.
    fn random_path(&self, random: &mut Rng) -> Option<[usize; CELLS]> {
        let first = random.usize(..CELLS);
        let (mut path, mut steps) = (vec![first], STEPS_OF_A_PATH);
        let is_complete = self.extend(&mut path, ALL & !(1 << first), &mut steps, random);
        is_complete.then(|| path.try_into().expect("the path has each cell"))
    }

    /// Extends a path through all free cells. The search prefers cells with few free neighbours.
    /// `free` has the cells that are not on the path. The path must not be empty. Subtracts the
    /// number of its steps from `steps`. Returns false, and leaves the path unchanged, if there is
    /// no such path, or if none is found before `steps` is 0.
    fn extend(
        &self,
        path: &mut Vec<usize>,
        free: Bits,
        steps: &mut usize,
        random: &mut Rng,
    ) -> bool {
        let Some(&last) = path.last().filter(|_| free != 0) else { return true };
        let Some(left) = steps.checked_sub(1) else { return false };
        *steps = left;
        let next = indices(self.next_to[last] & free);
        let ways_out = |at: usize| f64::from((self.next_to[at] & free).count_ones());
        let mut ranked: Vec<(f64, usize)> =
            next.map(|at| (ways_out(at) + 2.0 * random.f64(), at)).collect();
        ranked.sort_by(|one, other| one.0.total_cmp(&other.0));
        ranked.into_iter().any(|(_, at)| {
            path.push(at);
            let is_complete = self.extend(path, free & !(1 << at), steps, random);
            if !is_complete {
                path.pop();
            }
            is_complete
        })
    }

    /// Assigns to each letter except A a random place in line with its cell. Each place gets
    /// exactly one letter. The first place of the result is that of B. Returns `None` if not all
    /// letters can get such a place.
    fn assign_places(&self, path: &[usize; CELLS], random: &mut Rng) -> Option<[Place; CELLS - 1]> {
        let mut letter_at: Vec<Option<usize>> = vec![None; self.places.len()];
        let mut letters: Vec<usize> = (1..CELLS).collect();
        random.shuffle(&mut letters);
        for letter in letters {
            let mut tried = vec![false; self.places.len()];
            if !self.augment(letter, path, &mut letter_at, &mut tried, random) {
                return None;
            }
        }
        let place_of = |letter| letter_at.iter().position(|&other| other == Some(letter));
        (1..CELLS)
            .map(|letter| place_of(letter).map(|place| self.places[place]))
            .collect::<Option<Vec<Place>>>()?
            .try_into()
            .ok()
    }

    /// Assigns to a letter a place in line with its cell, by an augmenting path of the matching.
    /// Other letters may move to other places so that a place becomes free. `letter_at` has the
    /// letter of each place. Marks the visited places in `tried`, and does not visit places that
    /// are already marked. Returns whether the letter got a place. If it returns false, no letter
    /// has moved.
    fn augment(
        &self,
        letter: usize,
        path: &[usize; CELLS],
        letter_at: &mut [Option<usize>],
        tried: &mut [bool],
        random: &mut Rng,
    ) -> bool {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        random.shuffle(&mut order);
        order.into_iter().any(|place| {
            if !has(self.places[place].line, path[letter])
                || std::mem::replace(&mut tried[place], true)
            {
                return false;
            }
            let is_free = match letter_at[place] {
                None => true,
                Some(other) => self.augment(other, path, letter_at, tried, random),
            };
            if is_free {
                letter_at[place] = Some(letter);
            }
            is_free
        })
    }

    /// Returns an answer of the board other than its path, or `None` if there is no other.
    fn find_second_answer(&self, puzzle: &MatchedPath) -> Option<[usize; CELLS]> {
        let mut possible = [1 << puzzle.path[0]; CELLS];
        for (letter, place) in (1..).zip(&puzzle.places) {
            possible[letter] = place.line;
        }
        self.find_other_answer(&puzzle.path, possible)
    }

    /// Returns an answer that differs from `path` and has each letter in one of its cells in
    /// `possible`. Returns `None` if there is no such answer. The search has no limit and does not
    /// check for a stop.
    fn find_other_answer(
        &self,
        path: &[usize; CELLS],
        mut possible: LetterCandidates,
    ) -> Option<[usize; CELLS]> {
        if !self.propagate(&mut possible) {
            return None;
        }
        let Some((letter, &cells)) = possible
            .iter()
            .enumerate()
            .filter(|(_, cells)| cells.count_ones() > 1)
            .min_by_key(|(_, cells)| cells.count_ones())
        else {
            let answer = possible.map(|cell| cell.trailing_zeros() as usize);
            return (answer != *path).then_some(answer);
        };
        indices(cells).find_map(|at| {
            let mut tried = possible;
            tried[letter] = 1 << at;
            self.find_other_answer(path, tried)
        })
    }

    /// Removes cells from the possible cells of letters, until nothing changes:
    /// - cells that another letter must have;
    /// - cells that are next to no cell of the previous letter, or to no cell of the next letter;
    /// - if only one letter can be in a cell, all other cells of this letter.
    ///
    /// Returns false at once if a letter has no cell, if a cell has no letter, or if one letter
    /// must be in two cells. Some cells may already be removed then. Otherwise returns true.
    fn propagate(&self, possible: &mut LetterCandidates) -> bool {
        loop {
            let before = *possible;
            for letter in 0..CELLS {
                if letter > 0 {
                    possible[letter] &= self.king_neighbours(possible[letter - 1]);
                }
                if letter + 1 < CELLS {
                    possible[letter] &= self.king_neighbours(possible[letter + 1]);
                }
                match possible[letter].count_ones() {
                    0 => return false,
                    1 => remove_from_others(possible, letter),
                    _ => {}
                }
            }
            let (mut once, mut twice) = (0, 0);
            for cells in possible.iter() {
                twice |= once & cells;
                once |= cells;
            }
            if once != ALL {
                return false;
            }
            for cells in possible.iter_mut() {
                match *cells & once & !twice {
                    0 => {}
                    own if own.is_power_of_two() => *cells = own,
                    // One letter cannot be in two cells.
                    _ => return false,
                }
            }
            if *possible == before {
                return true;
            }
        }
    }

    /// Returns the cells at the distance of one king's move from at least one cell of a set.
    fn king_neighbours(&self, cells: Bits) -> Bits {
        indices(cells).fold(0, |all, at| all | self.next_to[at])
    }
}

/// Removes the cells of a letter from all other letters.
fn remove_from_others(possible: &mut LetterCandidates, letter: usize) {
    let own = possible[letter];
    possible
        .iter_mut()
        .enumerate()
        .filter(|(other, _)| *other != letter)
        .for_each(|(_, cells)| *cells &= !own);
}

impl MatchedPath {
    /// Exchanges the places of two letters' clues so that the path is still an answer, but `second`
    /// no longer is. Chooses the letters at random. Returns false and changes nothing if there are
    /// no such letters.
    fn exchange(&mut self, second: &[usize; CELLS], random: &mut Rng) -> bool {
        let mut letters: Vec<usize> = (1..CELLS).collect();
        random.shuffle(&mut letters);
        let mut others = letters.clone();
        random.shuffle(&mut others);
        for letter in letters.into_iter().filter(|&letter| second[letter] != self.path[letter]) {
            let other = others.iter().find(|&&other| self.can_exchange(letter, other, second));
            if let Some(&other) = other {
                self.places.swap(letter - 1, other - 1);
                return true;
            }
        }
        false
    }

    /// Returns whether, after an exchange of the two clues, the path is still an answer, but
    /// `second` is not. Returns false for clues that point to the same line. Neither of the letters
    /// may be A.
    fn can_exchange(&self, letter: usize, other: usize, second: &[usize; CELLS]) -> bool {
        let [to, back] = [other, letter].map(|letter| self.places[letter - 1].line);
        let fits = |answer: &[usize; CELLS]| has(to, answer[letter]) && has(back, answer[other]);
        to != back && fits(&self.path) && !fits(second)
    }

    /// Returns the board with its answer. A is given, and each other letter has a clue.
    fn build_board(&self) -> MadeBoard {
        let letters: Vec<char> = SYMBOLS.chars().take(CELLS).collect();
        let number = |at: Cell| at.row * SIDE + at.column;
        let letter_in = |at| {
            let letter = self.path.iter().position(|&other| other == number(at));
            letters[letter.expect("the path has each cell")]
        };
        let answer = Grid::from_fn(size(), letter_in);
        let givens = Grid::from_fn(size(), |at| Some(answer[at]).filter(|&letter| letter == 'A'));
        let mut board = board_without_clues(givens, None).expect("a square of a known size");
        for (letter, place) in (1..).zip(&self.places) {
            board.allowed[letter] = line_of_ring(place.at, size());
            board.ring.push((place.at, letters[letter]));
        }
        MadeBoard { puzzle: Box::new(board), answer }
    }
}
