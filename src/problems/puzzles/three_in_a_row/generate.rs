//! Generation of boards with exactly one answer.
//!
//! First, a random answer is found. For this, half of the cells get a symbol, one after another: a
//! random symbol or, if the symbols so far imply the opposite symbol, this one. At first, all cells
//! of the answer are clues. If signs are wanted, some random pairs of neighbours also get signs as
//! clues. Then each clue is removed if the remaining clues imply it: first the givens, then the
//! signs, each in random order. One pass leaves a minimal board, since the removal of a clue cannot
//! make another clue redundant.
//!
//! Clues at the end of the list are removed first. So a solver can keep the literals that it has
//! propagated from the clues at the beginning of the list.

use fastrand::Rng;

use super::{
    BLUE, DISTINCT_LINES, FAMILY, Metadata, ODD_EITHER, Rules, Sign, TANGO, ThreeInARow, WHITE,
};
use crate::board::{Cell, Grid, Size};
use crate::family::maker::{MadeBoard, MakeError, Maker, MakerArguments, MakerRequest};
use crate::model::{Lit, Model, ModelOracle, UndecidedError, Values};
use crate::puzzle::{Puzzle, Request};
use crate::source::Refusal;

/// The maker of boards of three in a row.
pub(super) static MAKER: Maker = Maker {
    usual_side,
    format: "cells",
    summary: "every size that has an answer, up to 30; no given and no sign can be left out",
    signs: Some(&[TANGO]),
    validate,
    make,
};

/// The longest side of a made board.
const LONGEST: usize = 30;

/// Returns 6, the side of LinkedIn's boards, for `tango`, and 8 for other names of the family.
fn usual_side(request: &Request) -> usize {
    let is_tango = FAMILY.requested_alias(request).is_some_and(|called| called.name == TANGO);
    if is_tango { 6 } else { 8 }
}

/// The number of cells for each sign at the beginning. A board with n cells has n / 3 signs at
/// first, rounded up.
const CELLS_OF_A_SIGN: usize = 3;

/// The largest number of boards that are tried until one of them needs a sign.
const ATTEMPTS_WITH_SIGNS: usize = 50;

/// A given or a sign of a board that is being made.
struct Clue {
    /// The literal that is true if the clue holds.
    stated: Lit,
    kind: ClueKind,
}

/// The content of a clue.
enum ClueKind {
    /// A cell has this symbol.
    Given(Cell, char),
    /// Two neighbours are equal, or they differ if the flag is false.
    Sign([Cell; 2], bool),
}

/// The model of a board without clues.
struct OpenBoard {
    /// The model of the rules, which also defines the literal of each pair. It has no declared
    /// symmetries.
    model: Model,
    /// For each cell, the literal that is true if the cell is blue.
    blue: Grid<Lit>,
    /// Pairs of neighbours, each with the literal that is true if they are equal.
    pairs: Vec<([Cell; 2], Lit)>,
}

/// Refuses these requests:
/// - a side longer than [`LONGEST`];
/// - without `odd-either`, a size whose rows and columns need different numbers of ones;
/// - with distinct lines, a size with more rows or columns than there are different valid lines.
fn validate(request: &MakerRequest) -> Result<(), Refusal> {
    let size = request.size;
    if size.sides().into_iter().any(|side| side > LONGEST) {
        let expected = format!("sides of at most {LONGEST}");
        return Err(Refusal::new(format!("boards of {size}"), expected));
    }
    let [rows, columns] = size.sides();
    let ones_by_rows = rows * columns.div_ceil(2);
    let ones_by_columns = columns * rows.div_ceil(2);
    if !request.puzzle.has(ODD_EITHER) && ones_by_rows != ones_by_columns {
        let found = format!(
            "boards of {size}, whose rows have {ones_by_rows} ones, but whose columns have {ones_by_columns}"
        );
        let expected = format!("even sides, or a square, or --variant {ODD_EITHER}");
        return Err(Refusal::new(found, expected));
    }
    if request.puzzle.has(DISTINCT_LINES) {
        for (lines, length, name) in [(rows, columns, "row"), (columns, rows, "column")] {
            let known = different_lines(length, request.puzzle.has(ODD_EITHER));
            if known < lines {
                let found =
                    format!("boards of {size} with different {name}s, but only {known} exist");
                return Err(Refusal::new(found, format!("a size with at most {known} {name}s")));
            }
        }
    }
    Ok(())
}

/// Returns the number of balanced lines of this length without three equal neighbours. If there are
/// more than [`LONGEST`], returns [`LONGEST`]. The length must be at least 1. `odd_either` allows
/// one more of either symbol in a line of odd length.
fn different_lines(length: usize, odd_either: bool) -> usize {
    let balanced = |ones: usize| {
        ones == length.div_ceil(2) || (odd_either && length - ones == length.div_ceil(2))
    };
    // The number of beginnings of lines, by three indices: the count of ones, the last symbol, and
    // 1 if the last two symbols are equal, otherwise 0.
    let mut beginnings = vec![[[0_usize; 2]; 2]; length + 1];
    beginnings[0][0][0] = 1;
    beginnings[1][1][0] = 1;
    for _ in 1..length {
        let mut longer = vec![[[0_usize; 2]; 2]; length + 1];
        for (ones, last) in beginnings.iter().enumerate() {
            for symbol in [0, 1] {
                let to = ones + symbol;
                let Some(to) = longer.get_mut(to) else { continue };
                let other = last[1 - symbol][0] + last[1 - symbol][1];
                to[symbol][0] = (to[symbol][0] + other).min(LONGEST);
                to[symbol][1] = (to[symbol][1] + last[symbol][0]).min(LONGEST);
            }
        }
        beginnings = longer;
    }
    beginnings
        .iter()
        .enumerate()
        .filter(|&(ones, _)| balanced(ones))
        .flat_map(|(_, last)| last.as_flattened())
        .sum::<usize>()
        .min(LONGEST)
}

/// Makes a board with exactly one answer, in which no clue follows from the other clues. If the
/// request wants signs, makes up to [`ATTEMPTS_WITH_SIGNS`] boards, until one of them needs a sign;
/// refuses the request if none does. Refuses a size for which no answer exists. Returns an error if
/// the oracle gives no answer, for example after a stop.
fn make(request: &MakerRequest, making: MakerArguments) -> Result<MadeBoard, MakeError> {
    let MakerArguments { mut random, oracle, .. } = making;
    let attempts = if request.signs { ATTEMPTS_WITH_SIGNS } else { 1 };
    for _ in 0..attempts {
        let puzzle = empty(request);
        let board = puzzle.open_board(&choose_pairs(request, &mut random));
        let mut oracle = oracle(&board.model)?;
        let Some(values) = random_solution(&board, &mut *oracle, &mut random)? else {
            let found = format!("boards of {}, which have no answer", request.size);
            return Err(Refusal::new(found, "another size or variant").into());
        };
        let mut clues = board.clues(&values);
        random.shuffle(&mut clues);
        // Clues at the end are tried first, and most of them are removed. Boards with signs should
        // keep some signs, so the givens are put at the end.
        clues.sort_by_key(|clue| matches!(clue.kind, ClueKind::Given(..)));
        minimise(&mut clues, &mut *oracle)?;
        let has_signs = clues.iter().any(|clue| matches!(clue.kind, ClueKind::Sign(..)));
        if has_signs || !request.signs {
            let answer = Grid::from_fn(request.size, |at| symbol(values.is_true(board.blue[at])));
            return Ok(MadeBoard { puzzle: Box::new(puzzle.with_clues(clues)), answer });
        }
    }
    let size = request.size;
    let found =
        format!("{ATTEMPTS_WITH_SIGNS} boards of {size} were tried, but none of them needs a sign");
    Err(Refusal::new(found, "a larger size").into())
}

/// Returns a board without givens and signs, with the variants of the request.
fn empty(request: &MakerRequest) -> ThreeInARow {
    ThreeInARow {
        givens: Grid::from_fn(request.size, |_| None),
        signs: Vec::new(),
        rules: Rules::from_request(&request.puzzle),
        aside: Metadata::default(),
    }
}

fn symbol(is_blue: bool) -> char {
    if is_blue { BLUE } else { WHITE }
}

/// Returns random pairs of neighbours: one pair for each [`CELLS_OF_A_SIGN`] cells, rounded up.
/// Returns all pairs if there are fewer. Returns an empty list if the request wants no signs.
fn choose_pairs(request: &MakerRequest, random: &mut Rng) -> Vec<[Cell; 2]> {
    if !request.signs {
        return Vec::new();
    }
    let size = request.size;
    let mut pairs: Vec<[Cell; 2]> = size.cells().flat_map(|at| forward_pairs(size, at)).collect();
    random.shuffle(&mut pairs);
    pairs.truncate(size.area().div_ceil(CELLS_OF_A_SIGN));
    pairs
}

/// Returns the pairs of a cell with its neighbour to the right and with its neighbour below, if
/// these exist.
fn forward_pairs(size: Size, at: Cell) -> impl Iterator<Item = [Cell; 2]> {
    let next = [size.step(at, 0, 1), size.step(at, 1, 0)];
    next.into_iter().flatten().map(move |next| [at, next])
}

impl ThreeInARow {
    /// Returns the model of the board, without its given cells. For each pair it has a variable
    /// that is true if and only if the two cells are equal. The model has no symmetries, since
    /// signs may break them.
    fn open_board(&self, pairs: &[[Cell; 2]]) -> OpenBoard {
        let mut model = Model::new();
        let blue = model.variables("blue", self.size());
        self.state_in_cells(&mut model, &blue);
        let white = Grid::from_fn(self.size(), |at| !blue[at]);
        let mut model = self.finish_model(model, [&white, &blue]);
        // The signs may break the symmetries of the open board.
        model.retain_symmetries(|_| false);
        let pair_lits = pairs
            .iter()
            .enumerate()
            .map(|(index, &[a, b])| {
                let equal = model.variable("equal", &[index]);
                for [one, other] in [[blue[a], !blue[b]], [!blue[a], blue[b]]] {
                    model.clause("pairs", [!equal, one, other]);
                    model.clause("pairs", [equal, one, !other]);
                }
                ([a, b], equal)
            })
            .collect();
        OpenBoard { model, blue, pairs: pair_lits }
    }

    /// Returns the board with these clues added to its givens and signs. All signs are then sorted
    /// by their cells.
    fn with_clues(mut self, clues: Vec<Clue>) -> ThreeInARow {
        for clue in clues {
            match clue.kind {
                ClueKind::Given(at, symbol) => self.givens[at] = Some(symbol),
                ClueKind::Sign(cells, equal) => self.signs.push(Sign { cells, equal }),
            }
        }
        self.signs.sort_by_key(|sign| sign.cells);
        self
    }
}

impl OpenBoard {
    /// Returns all clues of a solution: first the symbol of each cell, then the relation of each
    /// pair.
    fn clues(&self, values: &Values) -> Vec<Clue> {
        let so = |lit: Lit| if values.is_true(lit) { lit } else { !lit };
        let signs = self.pairs.iter().map(|&(cells, equal)| {
            let kind = ClueKind::Sign(cells, values.is_true(equal));
            Clue { stated: so(equal), kind }
        });
        self.blue
            .iter()
            .map(|(at, &blue)| {
                let kind = ClueKind::Given(at, symbol(values.is_true(blue)));
                Clue { stated: so(blue), kind }
            })
            .chain(signs)
            .collect()
    }
}

/// Returns a random solution, or `None` if the board has none. Half of the cells (rounded up) get a
/// symbol, one after another: a random symbol or, if the previous cells exclude it, the opposite
/// symbol. The oracle must have the clauses of the board's model. Returns an error if the oracle
/// gives no answer.
fn random_solution(
    board: &OpenBoard,
    oracle: &mut dyn ModelOracle,
    random: &mut Rng,
) -> Result<Option<Values>, UndecidedError> {
    let Some(mut solution) = oracle.solution(&[])? else { return Ok(None) };
    let mut cells: Vec<Lit> = board.blue.iter().map(|(_, &blue)| blue).collect();
    random.shuffle(&mut cells);
    cells.truncate(cells.len().div_ceil(2));
    let mut assumed: Vec<Lit> = Vec::new();
    for cell in cells {
        let wanted = if random.bool() { cell } else { !cell };
        assumed.push(wanted);
        if solution.is_true(wanted) {
            continue;
        }
        match oracle.solution(&assumed)? {
            Some(other) => solution = other,
            None => {
                assumed.pop();
                assumed.push(!wanted);
            }
        }
    }
    Ok(Some(solution))
}

/// Removes each clue that the remaining clues imply, together with the rules. Tries the clues in
/// order from the last to the first. The oracle must have the clauses of the board's model. Fails
/// if the oracle gives no answer; then only some clues are removed.
fn minimise(clues: &mut Vec<Clue>, oracle: &mut dyn ModelOracle) -> Result<(), UndecidedError> {
    for place in (0..clues.len()).rev() {
        let mut assumed: Vec<Lit> = clues
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != place)
            .map(|(_, clue)| clue.stated)
            .collect();
        assumed.push(!clues[place].stated);
        if oracle.solution(&assumed)?.is_none() {
            clues.remove(place);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted() {
        for length in 1..=9 {
            for odd_either in [false, true] {
                let known = (0..1_u32 << length)
                    .filter(|line| {
                        let at = |place: usize| line >> place & 1;
                        let ones = line.count_ones() as usize;
                        let is_balanced = if odd_either {
                            ones.abs_diff(length - ones) <= 1
                        } else {
                            ones == length.div_ceil(2)
                        };
                        is_balanced
                            && !(0..length.saturating_sub(2)).any(|place| {
                                at(place) == at(place + 1) && at(place) == at(place + 2)
                            })
                    })
                    .count()
                    .min(LONGEST);
                assert_eq!(different_lines(length, odd_either), known, "{length} {odd_either}");
            }
        }
    }
}
