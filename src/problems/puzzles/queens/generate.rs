//! Generation of boards with exactly one answer.
//!
//! First the answer is chosen, a random placement of queens. Then regions grow from the queens of
//! the answer. With k stars, regions grow from groups of k queens that short paths connect. Each
//! region has a random weight, so the sizes of regions are as different as on published boards.
//! Then the board is **repaired**. As long as the board has a second answer, one cell with a queen
//! of the second answer moves to a neighbouring region. After the move, the second answer has the
//! wrong number of queens in this region. Both regions stay connected. A board that needs too many
//! repairs is discarded.
//!
//! Without repair, random regions rarely have only one answer: of the 9 × 9 boards of a published
//! generator, only 0.4 % have one answer. With repair, the maker needs 20 searches for an answer at
//! 8 × 8, 90 at 10 × 10 and 170 at 11 × 11, including the boards that are discarded. These searches
//! take 0.1, 0.5 and 1.3 ms.
//!
//! Boards with k stars need a side of at least 4k. Two neighbouring rows have 2k queens, and two
//! neighbouring columns have at most one of these queens. If there were n = 4k − 1 columns, all
//! these queens would be in odd columns, so the even columns would stay empty.

use std::collections::HashMap;

use fastrand::Rng;

use super::cells::{Cells, LONGEST};
use super::placements::Placements;
use super::{NONE, QUEEN, Queens};
use crate::board::{Grid, Size};
use crate::family::maker::{MadeBoard, MakeError, Maker, MakerArguments, MakerRequest};
use crate::model::UndecidedError;
use crate::puzzle::Request;
use crate::source::{Refusal, format_count};
use crate::stop::Stop;

/// The maker of boards of queens.
pub(super) static MAKER: Maker = Maker {
    usual_side,
    format: "letters",
    summary: "squares with sides of 4 (4K for K stars) to 16; connected regions, no givens",
    signs: None,
    validate,
    make,
};

/// The largest number of repairs of a board, divided by the number of its rows. After that many
/// repairs, the board is discarded.
const REPAIRS_OF_A_ROW: usize = 60;

/// The largest number of attempts to connect the queens of an answer in groups. After them, the
/// answer is discarded.
const ATTEMPTS_TO_JOIN: usize = 200;

/// The two parameters of a region's weight. The weight is a random number from 0 to 1, raised to
/// the power of the first parameter, plus the second parameter.
const WEIGHT: (f64, f64) = (1.5, 0.02);

/// Refuses a request with more stars than the largest board has room for, or for a board that is
/// not square. Also refuses a side that is shorter than four times the number of stars or longer
/// than [`LONGEST`].
fn validate(request: &MakerRequest) -> Result<(), Refusal> {
    let (size, stars) = (request.size, stars_of(&request.puzzle));
    let most = LONGEST / 4;
    if stars > most {
        let found = format!("boards with {stars} stars");
        return Err(Refusal::new(found, format!("at most {most} stars")));
    }
    let least = 4 * stars;
    if !size.is_square() || size.rows() < least || size.rows() > LONGEST {
        let found = format!("boards of {size} with {} in each line", format_count(stars, "queen"));
        let expected = format!("a square from {least}x{least} to {LONGEST}x{LONGEST}");
        let why = "; on smaller boards the queens touch";
        let is_small = size.is_square() && size.rows() < least;
        let expected = expected + if is_small { why } else { "" };
        return Err(Refusal::new(found, expected));
    }
    Ok(())
}

fn stars_of(request: &Request) -> usize {
    request.value_of("stars").unwrap_or(1)
}

/// Returns the usual side of boards: 8 for one queen in each line, 10 for two queens, 14 for three.
fn usual_side(request: &Request) -> usize {
    match stars_of(request) {
        1 => 8,
        stars => LONGEST.min(4 * stars + 2),
    }
}

/// Tries random placements and regions until a board has exactly one answer. [`validate`] must have
/// accepted the request. Returns an error if a stop is requested.
fn make(request: &MakerRequest, making: MakerArguments) -> Result<MadeBoard, MakeError> {
    let MakerArguments { mut random, stop, .. } = making;
    let stars = u8::try_from(stars_of(&request.puzzle)).expect("more stars are refused");
    let mut placements = Placements::new(request.size, stars);
    loop {
        if stop.is_reached() {
            return Err(UndecidedError.into());
        }
        if let Some(answer) = attempt(&mut placements, &mut random, stop)? {
            return Ok(build_board(request.size, &placements, &answer));
        }
    }
}

/// Divides the board into random regions, and repairs them until the board has exactly one answer.
/// Returns this answer; `placements` then has these regions. Returns `None` in these cases: the
/// queens cannot be grouped, no cell can be moved, or [`REPAIRS_OF_A_ROW`] repairs for each row
/// were not enough. Then `placements` may have other regions. Returns an error if a stop is
/// requested.
fn attempt(
    placements: &mut Placements,
    random: &mut Rng,
    stop: &Stop,
) -> Result<Option<Cells>, UndecidedError> {
    placements.undivide();
    let answer = placements.random_placement(random, stop)?;
    let Some(groups) = group_queens(placements, &answer, random) else { return Ok(None) };
    let regions = grow_regions(placements, &groups, random);
    placements.divide(regions);
    for _ in 0..REPAIRS_OF_A_ROW * placements.side() {
        let Some(second) = placements.second_placement(&answer, random, stop)? else {
            return Ok(Some(answer));
        };
        if !repair(placements, &second.difference(&answer), random) {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Moves one of `cells` to a neighbouring region. In these cells, the second answer has queens, but
/// the intended answer has none. Tries the cells and regions in random order. Returns whether a
/// cell was moved. No cell is moved if each move would make a region empty or not connected.
fn repair(placements: &mut Placements, cells: &Cells, random: &mut Rng) -> bool {
    let mut candidates: Vec<usize> = cells.iter().collect();
    random.shuffle(&mut candidates);
    candidates.into_iter().any(|at| {
        let own = placements.regions()[at];
        let mut next: Vec<usize> = placements
            .neighbours(at)
            .iter()
            .map(|next| placements.regions()[next])
            .filter(|&region| region != own)
            .collect();
        next.sort_unstable();
        next.dedup();
        random.shuffle(&mut next);
        next.into_iter().any(|region| placements.move_cell(at, region))
    })
}

/// Divides the queens of an answer into groups, one for each region. Each group has the cells of
/// its queens, and the cells of paths that connect these queens. Returns `None` if no attempt finds
/// such paths.
fn group_queens(placements: &Placements, answer: &Cells, random: &mut Rng) -> Option<Vec<Cells>> {
    if placements.stars() == 1 {
        return Some(answer.iter().map(|queen| [queen].into_iter().collect()).collect());
    }
    (0..ATTEMPTS_TO_JOIN).find_map(|_| join_queens(placements, answer, random))
}

/// Makes one attempt, with random choices, to divide the queens into groups as [`group_queens`]
/// describes. Returns `None` if a group needs another queen, but cells of other groups block every
/// path to one.
fn join_queens(placements: &Placements, answer: &Cells, random: &mut Rng) -> Option<Vec<Cells>> {
    let (mut left, mut joined, mut groups) = (*answer, Cells::default(), Vec::new());
    while !left.is_empty() {
        let queens: Vec<usize> = left.iter().collect();
        // Often the first queen in the order of cells is chosen, because queens near a corner are
        // hard to reach later.
        let first = if random.bool() { queens[0] } else { queens[random.usize(..queens.len())] };
        let mut group: Cells = [first].into_iter().collect();
        left.remove(first);
        for _ in 1..placements.stars() {
            let others = answer.difference(&left);
            let path = shortest_path(placements, &group, &left, &joined.union(&others), random)?;
            group = group.union(&path);
            left = left.difference(&path);
        }
        joined = joined.union(&group);
        groups.push(group);
    }
    Some(groups)
}

/// Returns the cells of a shortest path from a group to one of `goals`, over cells that are not
/// `blocked`. Chooses among the paths at random. The path includes the goal, but no cell of the
/// group. No goal may be blocked or in the group. Returns `None` if there is no path.
fn shortest_path(
    placements: &Placements,
    group: &Cells,
    goals: &Cells,
    blocked: &Cells,
    random: &mut Rng,
) -> Option<Cells> {
    let mut from: Vec<Option<usize>> = vec![None; placements.area()];
    let mut seen = group.union(blocked);
    let mut queue: Vec<usize> = group.iter().collect();
    random.shuffle(&mut queue);
    let mut next = 0;
    while next < queue.len() {
        let at = queue[next];
        next += 1;
        let mut around: Vec<usize> = placements.neighbours(at).difference(&seen).iter().collect();
        random.shuffle(&mut around);
        for to in around {
            seen.insert(to);
            from[to] = Some(at);
            if goals.contains(to) {
                let back = std::iter::successors(Some(to), |&at| from[at]);
                return Some(back.filter(|&at| !group.contains(at)).collect());
            }
            queue.push(to);
        }
    }
    None
}

/// Grows a region from each group until every cell is in a region. There must be at least one
/// group. The groups must be disjoint, and none may be empty. If each group is connected, so is its
/// region. Random weights make the sizes of regions different. Returns the region of each cell, by
/// the cell's index. A region has the number of its group.
fn grow_regions(placements: &Placements, groups: &[Cells], random: &mut Rng) -> Vec<usize> {
    let mut regions = groups.to_vec();
    let mut free: Cells = (0..placements.area()).collect();
    free = regions.iter().fold(free, |free, region| free.difference(region));
    let mut weights: Vec<f64> =
        groups.iter().map(|_| random.f64().powf(WEIGHT.0) + WEIGHT.1).collect();
    while !free.is_empty() {
        let region = draw_index(&weights, random);
        // A cell is listed once for each side that it shares with the region, so cells with several
        // such sides are chosen more often.
        let edge: Vec<usize> = regions[region]
            .iter()
            .flat_map(|at| placements.neighbours(at).intersection(&free).iter())
            .collect();
        if edge.is_empty() {
            weights[region] = 0.0;
            continue;
        }
        let at = edge[random.usize(..edge.len())];
        regions[region].insert(at);
        free.remove(at);
    }
    let region_of = |at| regions.iter().position(|region| region.contains(at));
    (0..placements.area()).map(|at| region_of(at).expect("no cell is free")).collect()
}

/// Draws an index at random, in proportion to the weights. No weight may be negative. An index
/// whose weight is 0 is never drawn. Panics if no weight is positive.
fn draw_index(weights: &[f64], random: &mut Rng) -> usize {
    let mut left = random.f64() * weights.iter().sum::<f64>();
    let place = weights.iter().position(|weight| {
        left -= weight;
        *weight > 0.0 && left < 0.0
    });
    place
        .or_else(|| weights.iter().rposition(|&weight| weight > 0.0))
        .expect("a free cell is next to a region with a weight")
}

/// Returns the board with its answer. `placements` must be divided into at most 26 regions. They
/// are named from A in the order of their first cells, row by row.
fn build_board(size: Size, placements: &Placements, answer: &Cells) -> MadeBoard {
    let number = |row, column| row * size.columns() + column;
    // The regions are numbered in the order of their first cells.
    let mut order: HashMap<usize, usize> = HashMap::new();
    let regions = Grid::from_fn(size, |at| {
        let next = order.len();
        let region = placements.regions()[number(at.row, at.column)];
        Some(*order.entry(region).or_insert(next))
    });
    let names = ('A'..='Z').take(order.len()).map(String::from).collect();
    let queens = Queens { stars: placements.stars(), ..Queens::from_regions(names, regions) };
    let symbol = |is_queen| if is_queen { QUEEN } else { NONE };
    let answer = Grid::from_fn(size, |at| symbol(answer.contains(number(at.row, at.column))));
    MadeBoard { puzzle: Box::new(queens), answer }
}
