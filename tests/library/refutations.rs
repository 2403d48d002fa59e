//! A second program that refutes larger armies of queens, slow and short. It checks what the search
//! by cubes claims.
//!
//! **The claim.** White and black queens stand on a board of n × n cells. No queen attacks one of
//! the other colour along a row, a column or a diagonal, and each army has m queens. The search by
//! cubes refutes this for m = the known optimum + 1, without a formal proof. This program refutes
//! it again. It shares neither code nor algorithm with the library.
//!
//! **Pairs.** No line holds queens of both colours, so each line can be called white or black. A
//! pair says which rows and which columns are white; all others are black. The white candidates are
//! the cells where a white row crosses a white column, the black candidates those where a black row
//! crosses a black column. Every answer is an answer of some pair, so it suffices to refute every
//! pair.
//!
//! **Symmetry.** Reversing the rows, reversing the columns, exchanging rows and columns, and
//! exchanging the colours each turn the answers of one pair into answers of another with as many
//! queens. These movements generate a group of 16. The program examines only the least image of
//! each pair. Burnside's lemma gives the number of such pairs: the mean, over the 16 movements, of
//! the number of pairs that a movement fixes.
//!
//! **A certificate.** A white queen weighs a, a black one b. A packing is a list of conflicts with
//! multipliers. A conflict is a white and a black candidate on a common diagonal. The multipliers
//! at a cell add up to at most its weight. At least one cell of each conflict is empty, so the
//! empty candidates weigh at least the sum of the multipliers, and the queens weigh at most all
//! candidates less this sum. Two armies of m queens weigh at least (a + b)·m. If that is more,
//! there are no such armies. [`Packing::proves`] checks this by plain addition; nothing else counts
//! as a refutation.
//!
//! **Finding one.** An army with fewer than m candidates needs no conflicts. Otherwise a : b is the
//! number of black candidates to the number of white ones, so that the candidates of both colours
//! weigh the same. Multipliers move from white candidates to diagonals and on to black candidates,
//! along augmenting paths, until the sum suffices or no path remains (Ford and Fulkerson 1956). The
//! check does not depend on how they are found.
//!
//! **The rest.** If a packing is too weak, a diagonal with candidates of both colours is called
//! white and then black, and its candidates of the other colour are dropped. If no diagonal has
//! both, the candidates are an answer.
//!
//! The tests include pairs with answers, armies as large as the optimum: a checker that refutes
//! everything fails.

use std::collections::BTreeSet;

use fastrand::Rng;

const WHITE: usize = 0;
const BLACK: usize = 1;

fn largest(size: usize) -> usize {
    let mut rows = include_str!("../truth/armies.csv").lines().skip(1).map(|row| row.split(','));
    let row = rows.find_map(|mut row| {
        let number = row.next().and_then(|text| text.parse::<usize>().ok());
        (number == Some(size)).then(|| row.next()).flatten()
    });
    row.and_then(|text| text.parse().ok()).expect("a row of the table")
}

/// The white rows and the white columns of a pair, as bits; all others are black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    rows: usize,
    columns: usize,
}

fn reversed(lines: usize, size: usize) -> usize {
    lines.reverse_bits() >> (usize::BITS as usize - size)
}

fn bit(lines: usize, line: usize) -> bool {
    lines >> line & 1 == 1
}

impl Pair {
    fn all(size: usize) -> impl Iterator<Item = Pair> {
        let sets = 1_usize << size;
        (0..sets).flat_map(move |rows| (0..sets).map(move |columns| Pair { rows, columns }))
    }

    /// Returns the image of a pair under the movement with this number, whose bits are the
    /// reversals and exchanges.
    fn moved(self, movement: usize, size: usize) -> Pair {
        let Pair { mut rows, mut columns } = self;
        if bit(movement, 0) {
            rows = reversed(rows, size);
        }
        if bit(movement, 1) {
            columns = reversed(columns, size);
        }
        if bit(movement, 2) {
            let every = (1 << size) - 1;
            (rows, columns) = (every - rows, every - columns);
        }
        if bit(movement, 3) {
            (rows, columns) = (columns, rows);
        }
        Pair { rows, columns }
    }

    fn is_least(self, size: usize) -> bool {
        (0..16).all(|movement| self <= self.moved(movement, size))
    }

    fn candidates(self, size: usize) -> Candidates {
        let mut armies = [Vec::new(), Vec::new()];
        for row in 0..size {
            for column in 0..size {
                match (bit(self.rows, row), bit(self.columns, column)) {
                    (true, true) => armies[WHITE].push(Cell { row, column }),
                    (false, false) => armies[BLACK].push(Cell { row, column }),
                    _ => {}
                }
            }
        }
        Candidates { size, armies }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    row: usize,
    column: usize,
}

impl Cell {
    /// Returns the number of the cell's falling diagonal and that of its rising one. The numbers of
    /// rising diagonals follow those of falling ones.
    fn diagonals(self, size: usize) -> [usize; 2] {
        [self.row + size - 1 - self.column, 2 * size - 1 + self.row + self.column]
    }

    fn shares_diagonal(self, other: Cell) -> bool {
        self.row.abs_diff(other.row) == self.column.abs_diff(other.column)
    }

    fn attacks(self, other: Cell) -> bool {
        self.row == other.row || self.column == other.column || self.shares_diagonal(other)
    }
}

#[derive(Clone, Debug)]
struct Candidates {
    size: usize,
    armies: [Vec<Cell>; 2],
}

impl Candidates {
    fn numbers(&self) -> [usize; 2] {
        self.armies.each_ref().map(Vec::len)
    }

    fn with(&self, diagonal: usize, colour: usize) -> Candidates {
        let mut fewer = self.clone();
        let size = self.size;
        fewer.armies[1 - colour].retain(|cell| !cell.diagonals(size).contains(&diagonal));
        fewer
    }

    /// Returns the diagonal on which the rarer colour has the most candidates; `None` if no
    /// diagonal has both colours.
    fn most_contested(&self) -> Option<usize> {
        let mut numbers = vec![[0_usize; 2]; 4 * self.size - 2];
        for (colour, army) in self.armies.iter().enumerate() {
            for diagonal in army.iter().flat_map(|cell| cell.diagonals(self.size)) {
                numbers[diagonal][colour] += 1;
            }
        }
        let contest = |&(_, [white, black]): &(usize, [usize; 2])| white.min(black);
        let contested = numbers.into_iter().enumerate().filter(|of| contest(of) > 0);
        contested.max_by_key(contest).map(|(diagonal, _)| diagonal)
    }

    /// Returns whether the candidates are two armies of at least `queens` queens that do not attack
    /// each other.
    fn are_answer(&self, queens: usize) -> bool {
        let [white, black] = &self.armies;
        let distinct: BTreeSet<&Cell> = white.iter().chain(black).collect();
        distinct.len() == white.len() + black.len()
            && white.len().min(black.len()) >= queens
            && white.iter().all(|one| black.iter().all(|other| !one.attacks(*other)))
    }
}

/// Conflicts with multipliers, and the weight of a queen of each colour.
#[derive(Clone, Debug)]
struct Packing {
    weights: [usize; 2],
    conflicts: Vec<(Cell, Cell, usize)>,
}

impl Packing {
    fn proves(&self, candidates: &Candidates, queens: usize) -> bool {
        let size = candidates.size;
        let mut room = vec![0; size * size];
        for (army, weight) in candidates.armies.iter().zip(self.weights) {
            army.iter().for_each(|cell| room[cell.row * size + cell.column] = weight);
        }
        let mut most: usize = room.iter().sum();
        for &(white, black, times) in &self.conflicts {
            if !white.shares_diagonal(black) || times > most {
                return false;
            }
            most -= times;
            for cell in [white, black] {
                let left = &mut room[cell.row * size + cell.column];
                match left.checked_sub(times) {
                    Some(less) => *left = less,
                    None => return false,
                }
            }
        }
        most < (self.weights[WHITE] + self.weights[BLACK]) * queens
    }

    /// Returns a packing for these candidates; it may be too weak.
    fn of(candidates: &Candidates, queens: usize) -> Packing {
        let [white, black] = candidates.numbers();
        if white < queens || black < queens {
            let weights = if white < queens { [1, 0] } else { [0, 1] };
            return Packing { weights, conflicts: Vec::new() };
        }
        let divisor = common_divisor(white, black);
        let mut transport = Transport::new(candidates, [black / divisor, white / divisor]);
        transport.fill(queens);
        transport.packing()
    }
}

fn common_divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

struct Place {
    cell: Cell,
    diagonals: [usize; 2],
    /// The amounts that the candidate has given to each of its diagonals, or taken from them.
    moved: [usize; 2],
    /// The part of the candidate's weight that is left.
    spare: usize,
}

/// The amounts that white candidates give to diagonals and that black ones take from them.
struct Transport {
    weights: [usize; 2],
    places: [Vec<Place>; 2],
    /// For each colour and diagonal, the candidates there: the index, and which of its two
    /// diagonals this is.
    on: [Vec<Vec<(usize, usize)>>; 2],
    /// The diagonals that are on the current path or exhausted, as bits.
    seen: u128,
}

impl Transport {
    fn new(candidates: &Candidates, weights: [usize; 2]) -> Transport {
        let mut on = [WHITE, BLACK].map(|_| vec![Vec::new(); 4 * candidates.size - 2]);
        let places = [WHITE, BLACK].map(|colour| {
            let place = |(index, &cell): (usize, &Cell)| {
                let diagonals = cell.diagonals(candidates.size);
                for (way, &diagonal) in diagonals.iter().enumerate() {
                    on[colour][diagonal].push((index, way));
                }
                Place { cell, diagonals, moved: [0; 2], spare: weights[colour] }
            };
            candidates.armies[colour].iter().enumerate().map(place).collect()
        });
        Transport { weights, places, on, seen: 0 }
    }

    fn fill(&mut self, queens: usize) {
        let all: usize = self.places.iter().flatten().map(|place| place.spare).sum();
        let enough = (self.weights[WHITE] + self.weights[BLACK]) * queens;
        let mut need = (all + 1).saturating_sub(enough);
        for augmenting in [false, true] {
            for index in 0..self.places[WHITE].len() {
                for way in [0, 1] {
                    if need == 0 {
                        return;
                    }
                    need = need.saturating_sub(self.give(index, way, augmenting));
                }
            }
        }
    }

    /// Moves as much as possible of a white candidate's remaining weight to one of its diagonals.
    /// Returns the amount.
    fn give(&mut self, index: usize, way: usize, augmenting: bool) -> usize {
        let Place { diagonals, spare, .. } = self.places[WHITE][index];
        let mut given = self.take(diagonals[way], spare);
        while augmenting && given < spare {
            let before = self.seen;
            let more = self.reroute(diagonals[way], spare - given);
            if more == 0 {
                break;
            }
            // Diagonals of a successful path may be used again; those of a failed search are
            // exhausted.
            self.seen = before;
            given += more;
        }
        let place = &mut self.places[WHITE][index];
        place.moved[way] += given;
        place.spare -= given;
        given
    }

    fn take(&mut self, diagonal: usize, amount: usize) -> usize {
        let mut taken = 0;
        for &(index, way) in &self.on[BLACK][diagonal] {
            let place = &mut self.places[BLACK][index];
            let more = place.spare.min(amount - taken);
            place.moved[way] += more;
            place.spare -= more;
            taken += more;
        }
        taken
    }

    /// Moves at most `amount` on from a diagonal of a path, and returns the amount moved. Black
    /// candidates with weight left take it. Others take it in exchange for an amount from their
    /// other diagonal, which moves on from there. Or white candidates move what they gave here to
    /// their other diagonal.
    fn reroute(&mut self, diagonal: usize, amount: usize) -> usize {
        if self.seen >> diagonal & 1 == 1 {
            return 0;
        }
        self.seen |= 1 << diagonal;
        let mut done = self.take(diagonal, amount);
        for colour in [BLACK, WHITE] {
            for at in 0..self.on[colour][diagonal].len() {
                if done == amount {
                    return done;
                }
                let (index, way) = self.on[colour][diagonal][at];
                let (less, more) = if colour == BLACK { (1 - way, way) } else { (way, 1 - way) };
                let Place { diagonals, moved, .. } = self.places[colour][index];
                if moved[less] > 0 {
                    let rest = moved[less].min(amount - done);
                    let changed = self.reroute(diagonals[1 - way], rest);
                    let place = &mut self.places[colour][index];
                    place.moved[less] -= changed;
                    place.moved[more] += changed;
                    done += changed;
                }
            }
        }
        done
    }

    /// Returns the packing: the amounts given to each diagonal, matched with those taken from it.
    fn packing(self) -> Packing {
        let mut conflicts = Vec::new();
        for (givers, takers) in self.on[WHITE].iter().zip(&self.on[BLACK]) {
            let moved = |colour: usize, &(index, way): &(usize, usize)| {
                let place = &self.places[colour][index];
                (place.cell, place.moved[way])
            };
            let mut taken = takers.iter().map(|taker| moved(BLACK, taker));
            let mut taker = taken.next();
            for (white, mut gives) in givers.iter().map(|giver| moved(WHITE, giver)) {
                while gives > 0
                    && let Some((black, takes)) = &mut taker
                {
                    let times = gives.min(*takes);
                    if times > 0 {
                        conflicts.push((white, *black, times));
                    }
                    gives -= times;
                    *takes -= times;
                    if *takes == 0 {
                        taker = taken.next();
                    }
                }
            }
        }
        Packing { weights: self.weights, conflicts }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    pairs: usize,
    divided: usize,
    packings: usize,
}

/// Returns two armies of `queens` queens on some of the candidates; `None` if packings have refuted
/// each part.
fn search(candidates: &Candidates, queens: usize, tally: &mut Tally) -> Option<Candidates> {
    if Packing::of(candidates, queens).proves(candidates, queens) {
        tally.packings += 1;
        return None;
    }
    let Some(diagonal) = candidates.most_contested() else {
        assert!(candidates.are_answer(queens), "neither refuted nor an answer: {candidates:?}");
        return Some(candidates.clone());
    };
    let mut parts = [WHITE, BLACK].into_iter().map(|colour| candidates.with(diagonal, colour));
    parts.find_map(|part| search(&part, queens, tally))
}

fn search_pair(pair: Pair, size: usize, queens: usize, tally: &mut Tally) -> Option<Candidates> {
    let before = tally.packings;
    let answer = search(&pair.candidates(size), queens, tally);
    tally.pairs += 1;
    tally.divided += usize::from(tally.packings != before + 1 || answer.is_some());
    answer
}

/// Counts the pairs up to the movements, by Burnside's lemma.
fn burnside(size: usize) -> usize {
    let sets = 1 << size;
    let palindromes = 1 << size.div_ceil(2);
    // The number of sets that stay the same when they are reversed and complemented at once.
    let opposite = if size.is_multiple_of(2) { 1 << (size / 2) } else { 0 };
    // The pairs that the identity, either reversal or both fix; then those of the same with the
    // colours exchanged.
    let straight = sets * sets + 2 * sets * palindromes + palindromes * palindromes;
    let exchanged = opposite * opposite;
    // If rows and columns are exchanged, the rows determine the columns; also with the colours
    // exchanged.
    let transposed = 2 * (2 * sets + 2 * palindromes);
    (straight + exchanged + transposed) / 16
}

fn refute_all(size: usize) {
    let queens = largest(size) + 1;
    let mut tally = Tally::default();
    for pair in Pair::all(size).filter(|pair| pair.is_least(size)) {
        let answer = search_pair(pair, size, queens, &mut tally);
        assert!(answer.is_none(), "{size}: two armies of {queens}: {answer:?}");
    }
    println!("n = {size}, m = {queens}: {tally:?}");
    assert_eq!(tally.pairs, burnside(size), "{size}: pairs were left out");
}

fn find_largest(size: usize) {
    let mut tally = Tally::default();
    let mut pairs = Pair::all(size).filter(|pair| pair.is_least(size));
    let answer = pairs.find_map(|pair| search_pair(pair, size, largest(size), &mut tally));
    println!("n = {size}, m = {}: an answer after {tally:?}", largest(size));
    assert!(answer.is_some_and(|answer| answer.are_answer(largest(size))), "{size}");
}

/// The sides of boards, and the rows and columns of the largest known armies; W is white.
const BEST: [(usize, &str, &str); 7] = [
    (13, "-W-W-WWWWW-W-", "-W-WWWWW-W-W-"),
    (14, "WWWWWWW-------", "----WWW---WWWW"),
    (15, "----WWWWW---WWW", "WWWWWWWW-------"),
    (16, "---WWWW-----WWWW", "--------WWWWWWWW"),
    (17, "----WWWW-----WWWW", "--------WWWWWWWWW"),
    (18, "----WWWW-----WWWWW", "---------WWWWWWWWW"),
    (19, "---------WWWWWWWWWW", "------WWWWW----WWWW"),
];

fn lines(text: &str) -> usize {
    text.bytes().enumerate().map(|(line, byte)| usize::from(byte == b'W') << line).sum()
}

/// All sets are equally likely.
fn some_lines(random: &mut Rng, size: usize, number: usize) -> usize {
    let lines: BTreeSet<usize> = random.choose_multiple(0..size, number).into_iter().collect();
    lines.into_iter().map(|line| 1 << line).sum()
}

/// Draws a pair of one of three kinds: any pair; a pair with about as many white lines as black
/// ones; the best pair with a few lines recoloured.
fn random_pair(random: &mut Rng, size: usize, best: Pair) -> Pair {
    let kind = random.u8(0..3);
    let [rows, columns] = [best.rows, best.columns].map(|best| match kind {
        0 => random.usize(0..1 << size),
        1 => {
            let number = (size - 2) / 2 + random.usize(0..=2);
            some_lines(random, size, number)
        }
        _ => {
            let number = random.usize(0..=3);
            best ^ some_lines(random, size, number)
        }
    });
    Pair { rows, columns }
}

fn refute_random(pairs: usize, seed: u64) {
    let mut random = Rng::with_seed(seed);
    for (size, rows, columns) in BEST {
        let best = Pair { rows: lines(rows), columns: lines(columns) };
        let queens = largest(size) + 1;
        let mut tally = Tally::default();
        for _ in 0..pairs {
            let pair = random_pair(&mut random, size, best);
            let answer = search_pair(pair, size, queens, &mut tally);
            assert!(answer.is_none(), "{size}: two armies of {queens}: {answer:?}");
        }
        println!("n = {size}, m = {queens}: {tally:?}");
    }
}

/// Returns the largest possible size of the smaller army. Tries both colours for each diagonal from
/// `diagonal` on.
fn brute_force(candidates: &Candidates, diagonal: usize) -> usize {
    let [white, black] = candidates.numbers();
    if diagonal == 4 * candidates.size - 2 {
        return white.min(black);
    }
    let parts = [WHITE, BLACK].map(|colour| candidates.with(diagonal, colour));
    parts.iter().map(|part| brute_force(part, diagonal + 1)).max().unwrap_or(0)
}

fn compare_with_brute_force(size: usize) {
    let mut best = 0;
    for pair in Pair::all(size).filter(|pair| pair.is_least(size)) {
        let most = brute_force(&pair.candidates(size), 0);
        best = best.max(most);
        for queens in 1..=most + 2 {
            let answer = search_pair(pair, size, queens, &mut Tally::default());
            assert_eq!(answer.is_some(), queens <= most, "{size}, {pair:?}, {queens} queens");
        }
    }
    assert_eq!(best, largest(size));
}

#[test]
fn burnside_counts_the_pairs() {
    for size in 1..=7 {
        let least = Pair::all(size).filter(|pair| pair.is_least(size));
        assert_eq!(least.count(), burnside(size), "{size}");
    }
}

#[test]
fn the_search_says_what_brute_force_says() {
    (2..=4).for_each(compare_with_brute_force);
}

#[test]
#[ignore = "long: some seconds"]
fn the_search_says_what_brute_force_says_of_25_cells() {
    compare_with_brute_force(5);
}

#[test]
fn a_damaged_packing_proves_nothing() {
    let (size, rows, columns) = BEST[1];
    let candidates = Pair { rows: lines(rows), columns: lines(columns) }.candidates(size);
    let queens = largest(size) + 1;
    let packing = Packing::of(&candidates, queens);
    assert!(packing.proves(&candidates, queens));
    let damaged = |damage: &dyn Fn(&mut Packing)| {
        let mut damaged = packing.clone();
        damage(&mut damaged);
        damaged.proves(&candidates, queens)
    };
    assert!(damaged(&|_| ()));
    assert!(!damaged(&|packing| packing.conflicts.truncate(packing.conflicts.len() / 2)));
    assert!(!damaged(&|packing| packing.conflicts.extend(packing.conflicts.clone())));
    assert!(!damaged(&|packing| packing.conflicts[0].2 += packing.weights[WHITE]));
    assert!(!damaged(&|packing| packing.conflicts[0].2 = usize::MAX));
    assert!(!damaged(&|packing| packing.conflicts[0].1.column += 1));
    assert!(!damaged(&|packing| packing.weights = [0, 0]));
    let fewer = candidates.with(packing.conflicts[0].0.diagonals(size)[0], BLACK);
    assert!(!packing.proves(&fewer, queens));
}

#[test]
fn no_pair_has_larger_armies() {
    (4..=10).for_each(refute_all);
}

#[test]
#[ignore = "long: a minute, five million pairs"]
fn no_pair_of_larger_boards_has_larger_armies() {
    (11..=13).for_each(refute_all);
}

#[test]
fn some_pair_has_the_largest_armies() {
    (4..=13).for_each(find_largest);
}

#[test]
fn the_best_pairs_have_the_largest_armies() {
    for (size, rows, columns) in BEST {
        let best = Pair { rows: lines(rows), columns: lines(columns) };
        let answer = search_pair(best, size, largest(size), &mut Tally::default());
        assert!(answer.is_some_and(|answer| answer.are_answer(largest(size))), "{size}");
    }
}

#[test]
fn random_pairs_do_not_have_larger_armies() {
    refute_random(1000, 1);
}

#[test]
#[ignore = "long: two minutes, a million pairs a board"]
fn millions_of_random_pairs_do_not_have_larger_armies() {
    refute_random(1_000_000, 2);
}
