//! Windows with few dark panes, from a known pattern or from a search for a code word of low
//! weight.
//!
//! The number of dark panes in a line has the same parity as the length of the line. So the dark
//! panes solve a linear system over GF(2). The search for the solution with the fewest ones is the
//! minimum distance problem of coding theory (syndrome decoding), which is solved by a search of
//! information sets. After Gaussian elimination, each equation has one basic pane. In the basic
//! solution, all other panes are lit, so each equation determines its basic pane. Every solution of
//! least weight is a basic solution of some basis. Two bases are neighbours if they differ in one
//! pane (Canteaut and Chabaud 1998).
//!
//! **Square windows with even sides** need no search: the two long diagonals are dark. The corners
//! of the window are dark only if corners count as diagonals. The 2n−4 diagonals of odd length (2n
//! with corners) have no pane in common, and each of them needs a dark pane. In this window, each
//! of them has exactly one, so the window is optimal.
//!
//! **All other windows** use simulated annealing over bases. A move darkens a pane outside the
//! basis. If the new window is accepted, this pane replaces a dark pane of the basis. Two
//! restrictions reduce the system and the search space:
//! - Without givens, only windows with a symmetry are searched. So there is one variable for each
//!   orbit (a set of panes that the symmetries map to each other). The symmetries are the quarter
//!   turn, the half turn, and, if both sides are even, both mirrors. If a side is odd, a mirror
//!   would require a dark pane in the middle of every row.
//! - With two odd sides, only windows are searched whose dark panes all have the chessboard colour
//!   of the corners. The diagonals of even length have the other colour and stay lit. If there is
//!   no such window, panes of both colours may be dark. This happens for n ≡ 5 modulo 8, and with
//!   the symmetry of the quarter turn also for n ≡ 3 modulo 8.
//!
//! The least numbers of dark panes that were found for odd n from 3 to 17 are 3, 9, 9, 11, 15, 17,
//! 19 and 21. These are the optima. For n = 19 to 25, the numbers are 25 or 27 (n = 19), 27 or 29
//! (21), 31 (23) and 33 (25). For even larger n, n + 4 dark panes cannot suffice: every row, column
//! and diagonal of odd length needs a dark pane, and this takes about 4n/3 − 3 dark panes (by
//! linear programming 19.4 for n = 17, 30.03 for n = 25, 51.4 for n = 41).
//!
//! **Prices.** If there are prices, neither of the two restrictions is used. If a pane has a
//! negative price, the variable of the pane means that the pane is lit. So no weight is negative,
//! and every solution of least weight is again a basic solution.

use fastrand::Rng;

use super::{AbbottWindow, DARK, LIT};
use crate::board::{BoardSymmetry, Cell, Grid};
use crate::linear::Bits;
use crate::puzzle::{Filling, Puzzle};
use crate::stop::Stop;

/// The number of steps of one annealing run, as a factor and a maximum. The factor multiplies the
/// squared number of orbits (sets of panes that symmetries map to each other).
const STEPS: (usize, usize) = (15, 1_000_000);

/// The estimated work after which an annealing run ends, in visited 64-bit words.
const WORK: usize = 100_000_000;

/// The maximum estimated work of one elimination, in visited 64-bit words. Systems that need more
/// are not solved.
const ELIMINATION: usize = 300_000_000;

/// The number of steps between two checks for a stop.
const STEPS_BETWEEN_LOOKS: usize = 1024;

/// The largest number of panes of a window for which arrangements without symmetry are always
/// searched, besides those with symmetry. In a larger window, arrangements without symmetry are
/// searched only if none with symmetry was found.
const SMALL: usize = 2500;

/// The number of different sizes of orbits (sets of panes that symmetries map to each other). An
/// orbit has 1, 2 or 4 panes.
const CLASSES: usize = 3;

/// The first and the last temperature, as multiples of the largest value that the panes of one
/// orbit can lose.
const TEMPERATURE: (f64, f64) = (1.6, 0.6);

/// Returns windows with few dark panes or, with prices, of a low total price. A square window with
/// even sides, without givens and prices, has one result, even after a stop: the window with two
/// dark diagonals, which is known to be optimal. Otherwise, returns the best window found for each
/// group of symmetries, in the order of `groups`. A group is left out if it has no window, or if
/// its system is too large for [`ELIMINATION`]. So the list may be empty. In a window of more than
/// [`SMALL`] panes, arrangements without symmetry are searched only if no others were found. A stop
/// ends the search; the windows found so far are returned.
pub(super) fn windows(window: &AbbottWindow, seed: u64, stop: &Stop) -> Vec<Filling> {
    if window.size().is_square() && has_even_sides(window) && is_plain(window) {
        return vec![cross(window)];
    }
    let mut rng = Rng::with_seed(seed);
    let mut windows = Vec::new();
    for group in groups(window) {
        let needless = group.is_empty() && !windows.is_empty() && window.size().area() > SMALL;
        if needless || stop.is_reached() {
            break;
        }
        if let Some(basis) = basis(window, &group, &mut rng) {
            windows.push(paint(window, &basis.anneal(&mut rng, stop)));
        }
    }
    windows
}

/// Returns whether the window has neither given panes nor prices.
fn is_plain(window: &AbbottWindow) -> bool {
    !window.has_givens() && window.prices.is_none()
}

fn has_even_sides(window: &AbbottWindow) -> bool {
    let size = window.size();
    size.rows().is_multiple_of(2) && size.columns().is_multiple_of(2)
}

/// Returns the solved linear system of the windows with these symmetries. Returns `None` if the
/// system has no solution or is too large. If both sides are odd and there are no prices, the first
/// system allows dark panes only in the chessboard colour of the corners. If this system cannot be
/// solved, the second system allows dark panes of both colours.
fn basis(window: &AbbottWindow, group: &[BoardSymmetry], rng: &mut Rng) -> Option<SolvedSystem> {
    let size = window.size();
    let both_odd = size.rows() % 2 == 1 && size.columns() % 2 == 1;
    let is_restricted = both_odd && window.prices.is_none();
    let colours: &[bool] = if is_restricted { &[true, false] } else { &[false] };
    colours.iter().find_map(|&one| SolvedSystem::eliminate(System::new(window, group, one), rng))
}

/// Returns the window whose two diagonals are dark. The corners of the window are dark only if a
/// corner counts as a diagonal. The window must be square. Ignores givens and prices. The result is
/// an answer only if the sides are even and no given pane contradicts it.
fn cross(window: &AbbottWindow) -> Filling {
    let last = window.size().rows() - 1;
    Grid::from_fn(window.size(), |Cell { row, column }| {
        let in_cross = row == column || row + column == last;
        let corner = in_cross && (row == 0 || row == last);
        if in_cross && (window.corners || !corner) { DARK } else { LIT }
    })
}

/// Returns the window in which the panes `worse` are in their worse state, and all others in their
/// better state. The worse state of a pane is dark or, if its price is negative, lit. Given panes
/// keep their given state.
fn paint(window: &AbbottWindow, worse: &[Cell]) -> Filling {
    let mut is_dark = Grid::from_fn(window.size(), |pane| is_better_dark(window, pane));
    worse.iter().for_each(|&pane| is_dark[pane] = !is_dark[pane]);
    Grid::from_fn(window.size(), |pane| {
        window.givens[pane].unwrap_or_else(|| if is_dark[pane] { DARK } else { LIT })
    })
}

/// Returns the value that a pane loses in its worse state: the magnitude of its price, or 1 if the
/// window has no prices.
fn loss(window: &AbbottWindow, pane: Cell) -> i64 {
    window.prices.as_ref().map_or(1, |prices| prices[pane].abs())
}

/// Returns whether the better state of a pane is dark. This is so if its price is negative.
fn is_better_dark(window: &AbbottWindow, pane: Cell) -> bool {
    window.prices.as_ref().is_some_and(|prices| prices[pane] < 0)
}

/// Returns the groups of symmetries for which windows are searched, each group without the
/// identity. Groups with more symmetries come first, and the last group has none. If the window has
/// givens or prices, the last group is the only one. Otherwise there are three groups. The second
/// group has only the half turn. The first group also has both mirrors if both sides are even; if a
/// side is odd, it also has both quarter turns. The group with the quarter turns is left out if the
/// window is not square.
fn groups(window: &AbbottWindow) -> Vec<Vec<BoardSymmetry>> {
    let half = "half turn";
    let names: &[&[&str]] = if !is_plain(window) {
        &[&[]]
    } else if has_even_sides(window) {
        &[&["mirror left to right", "mirror top to bottom", half], &[half], &[]]
    } else {
        &[&["quarter turn clockwise", "quarter turn anticlockwise", half], &[half], &[]]
    };
    let symmetries = window.size().symmetries();
    names
        .iter()
        .filter_map(|group| {
            group
                .iter()
                .map(|&name| symmetries.iter().copied().find(|one| one.name() == name))
                .collect()
        })
        .collect()
}

/// The linear system of a window. There is a variable for each orbit (a set of panes that the
/// symmetries map to each other). It is 1 if the panes of the orbit are in their worse state, which
/// is dark or, for a pane with a negative price, lit.
struct System {
    /// The panes of each orbit. All panes of an orbit are in their worse state, or all are in their
    /// better state.
    orbits: Vec<Vec<Cell>>,
    /// For each orbit, the value that its panes lose in their worse state.
    losses: Vec<i64>,
    /// One equation for each line, as bits. There is a bit for each orbit, set if the orbit has an
    /// odd number of panes in the line. The last bit is the parity of the line.
    equations: Vec<Bits>,
}

impl System {
    /// Returns the system of a window: for each line, an equation modulo 2 which states that the
    /// number of lit panes in the line is even. There is one variable for each orbit of open panes
    /// (a set of panes that the symmetries in `group` map to each other). The variable is 1 if
    /// these panes are in their worse state, which is dark or, if the price is negative, lit. If
    /// `one_colour` is true, only panes of the chessboard colour of the top left corner have
    /// variables; all other open panes are lit. `group` and the identity must form a group. If the
    /// window has givens or prices, `group` must be empty. If it has prices, `one_colour` must be
    /// false. Equal equations occur once.
    fn new(window: &AbbottWindow, group: &[BoardSymmetry], one_colour: bool) -> System {
        let size = window.size();
        let mut orbit_of: Grid<Option<usize>> = Grid::from_fn(size, |_| None);
        let mut orbits = Vec::new();
        for pane in size.cells() {
            let barred = one_colour && (pane.row + pane.column) % 2 == 1;
            if orbit_of[pane].is_some() || window.givens[pane].is_some() || barred {
                continue;
            }
            let mut orbit: Vec<Cell> =
                group.iter().map(|symmetry| symmetry.image(pane)).chain([pane]).collect();
            orbit.sort();
            orbit.dedup();
            orbit.iter().for_each(|&pane| orbit_of[pane] = Some(orbits.len()));
            orbits.push(orbit);
        }
        let equations = window.lines().into_iter().map(|line| {
            let mut bits = Bits::zeros(orbits.len() + 1);
            for pane in line {
                orbit_of[pane].into_iter().for_each(|orbit| bits.flip(orbit));
                // The parity is that of the number of panes in the line that are not given as dark.
                // It is changed once for each pane whose better state is dark, because the variable
                // of such a pane means that the pane is lit.
                let is_turned = orbit_of[pane].is_some() && is_better_dark(window, pane);
                if (window.givens[pane] != Some(DARK)) != is_turned {
                    bits.flip(orbits.len());
                }
            }
            bits
        });
        let mut distinct: Vec<Bits> = equations.collect();
        distinct.sort();
        distinct.dedup();
        let losses =
            orbits.iter().map(|orbit| orbit.iter().map(|&pane| loss(window, pane)).sum()).collect();
        System { orbits, losses, equations: distinct }
    }

    /// Returns the estimated work of an elimination, in visited 64-bit words.
    fn cost(&self) -> usize {
        let words = (self.orbits.len() + 1).div_ceil(64);
        self.equations.len() * self.equations.len() * words / 2
    }
}

/// A linear system after elimination, with its current basic solution. In this solution, the panes
/// of all free orbits are in their better states.
struct SolvedSystem {
    /// The panes of each orbit. All panes of an orbit are in their worse state, or all are in their
    /// better state.
    orbits: Vec<Vec<Cell>>,
    /// For each orbit, the value that its panes lose in their worse state.
    losses: Vec<i64>,
    /// For each equation, the index of its basic orbit.
    basic: Vec<usize>,
    /// The indices of the free orbits, which are basic in no equation.
    free: Vec<usize>,
    /// For each free orbit, the equations that contain it, as bits.
    columns: Vec<Bits>,
    /// The equations whose basic orbit is in its worse state, as bits. The worse state is usually
    /// dark.
    dark: Bits,
    /// The possible losses of an orbit. Each has the equations whose basic orbit has this loss, as
    /// bits.
    classes: Vec<(i64, Bits)>,
}

impl SolvedSystem {
    /// Solves a system by Gaussian elimination. Each independent equation gets one basic variable,
    /// which is chosen at random. All other variables are free, and are 0 in the basic solution.
    /// Returns `None` if the system has no solution, or if its estimated work exceeds
    /// [`ELIMINATION`].
    fn eliminate(system: System, rng: &mut Rng) -> Option<SolvedSystem> {
        if system.cost() > ELIMINATION {
            return None;
        }
        let System { orbits, losses, mut equations } = system;
        let mut order: Vec<usize> = (0..orbits.len()).collect();
        rng.shuffle(&mut order);
        let mut basic: Vec<usize> = Vec::new();
        let mut free: Vec<usize> = Vec::new();
        for orbit in order {
            let rank = basic.len();
            let Some(found) = (rank..equations.len()).find(|&row| equations[row].has(orbit)) else {
                free.push(orbit);
                continue;
            };
            equations.swap(rank, found);
            let pivot = equations[rank].clone();
            equations
                .iter_mut()
                .enumerate()
                .filter(|&(row, _)| row != rank)
                .filter(|(_, bits)| bits.has(orbit))
                .for_each(|(_, bits)| bits.add(&pivot));
            basic.push(orbit);
        }
        let rest = equations.split_off(basic.len());
        if rest.iter().any(|bits| bits.has(orbits.len())) {
            return None;
        }
        let columns = free.iter().map(|&orbit| column(orbit, &equations)).collect();
        let dark = column(orbits.len(), &equations);
        let loss_classes = classes(&losses, &basic);
        Some(SolvedSystem { orbits, losses, basic, free, columns, dark, classes: loss_classes })
    }

    /// Runs a simulated annealing over the basic solutions, and returns panes of the best window
    /// found: those that are in their worse state (dark, or lit if the price is negative). The best
    /// window loses the least value. The temperature falls with the fraction of the steps or of the
    /// work that is used, whichever is larger. The run ends after the steps of [`STEPS`], after the
    /// work of [`WORK`], or at a stop. It ends at once if no orbit is free. The first solution
    /// counts, too, so there is always a window.
    fn anneal(mut self, rng: &mut Rng, stop: &Stop) -> Vec<Cell> {
        let steps = (STEPS.0 * self.orbits.len().pow(2)).min(STEPS.1);
        let most = self.classes.iter().map(|&(loss, _)| loss as f64).fold(1.0, f64::max);
        let mut weight = self.weight(&self.dark);
        let words = self.basic.len().div_ceil(64);
        let mut best = (weight, self.dark_orbits());
        let mut work = 0;
        for step in 0..steps {
            let over = work >= WORK || (step % STEPS_BETWEEN_LOOKS == 0 && stop.is_reached());
            if self.free.is_empty() || over {
                break;
            }
            work += words * self.classes.len().div_ceil(CLASSES);
            let cooled = (step as f64 / steps as f64).max(work as f64 / WORK as f64);
            let temperature = most * TEMPERATURE.0 * (TEMPERATURE.1 / TEMPERATURE.0).powf(cooled);
            let place = rng.usize(..self.free.len());
            let changed = self.weight_with(place);
            let worse = (changed - weight) as f64;
            if worse > 0.0 && rng.f64() >= (-worse / temperature).exp() {
                continue;
            }
            let Some(row) = self.leaving_row(place, rng) else { continue };
            self.exchange(place, row);
            work += self.free.len() * words / 2;
            weight = changed;
            if weight < best.0 {
                best = (weight, self.dark_orbits());
            }
        }
        best.1.iter().flat_map(|&orbit| self.orbits[orbit].iter().copied()).collect()
    }

    /// Returns the sum of the losses of the basic orbits of the equations in `dark`.
    fn weight(&self, dark: &Bits) -> i64 {
        self.classes.iter().map(|(loss, mask)| loss * i64::from(dark.count_in(mask))).sum()
    }

    /// Returns the total loss of the window if the free orbit at the index `place` were put into
    /// its worse state.
    fn weight_with(&self, place: usize) -> i64 {
        let mut changed = self.dark.clone();
        changed.add(&self.columns[place]);
        self.weight(&changed) + self.losses[self.free[place]]
    }

    /// Returns a random equation with two properties: it contains the free orbit at the index
    /// `place`, and its basic orbit is in its worse state. The two orbits can exchange their
    /// states, and the free orbit then becomes basic instead of the other. Returns `None` if there
    /// is no such equation.
    fn leaving_row(&self, place: usize, rng: &mut Rng) -> Option<usize> {
        rng.choice(
            (0..self.basic.len())
                .filter(|&row| self.dark.has(row) && self.columns[place].has(row))
                .collect::<Vec<_>>(),
        )
    }

    /// Puts the panes of the free orbit at the index `place` into their worse state. Makes this
    /// orbit basic in the equation `row`, so the equation determines the state of the orbit. The
    /// previous basic orbit becomes free, takes the index `place` and gets its better state. Also
    /// updates the columns and the classes of the losses. The equation must be one that
    /// [`leaving_row`](SolvedSystem::leaving_row) may return for `place`.
    fn exchange(&mut self, place: usize, row: usize) {
        let mut pivot = self.columns[place].clone();
        pivot.flip(row);
        for (other, column) in self.columns.iter_mut().enumerate() {
            if other != place && column.has(row) {
                column.add(&pivot);
            }
        }
        self.dark.add(&pivot);
        for orbit in [self.basic[row], self.free[place]] {
            let loss = self.losses[orbit];
            let class = self.classes.iter_mut().find(|class| class.0 == loss);
            class.expect("a class for every loss").1.flip(row);
        }
        std::mem::swap(&mut self.basic[row], &mut self.free[place]);
    }

    /// Returns the orbits that are in their worse state.
    fn dark_orbits(&self) -> Vec<usize> {
        (0..self.basic.len()).filter(|&row| self.dark.has(row)).map(|row| self.basic[row]).collect()
    }
}

/// Returns the equations that contain an orbit, as bits. If `orbit` is equal to the number of
/// orbits, returns the equations with odd parity.
fn column(orbit: usize, equations: &[Bits]) -> Bits {
    let mut bits = Bits::zeros(equations.len());
    (0..equations.len()).filter(|&row| equations[row].has(orbit)).for_each(|row| bits.flip(row));
    bits
}

/// Groups the equations by the loss of their basic orbits. The loss of an orbit is the value that
/// its panes lose in their worse state. The basic orbit of an equation is the one whose state the
/// equation determines. Returns each loss of any orbit, with the equations whose basic orbits have
/// this loss, as bits. There may be no such equations. The losses are distinct and in ascending
/// order. `losses` has the loss of each orbit, `basic` the basic orbit of each equation.
fn classes(losses: &[i64], basic: &[usize]) -> Vec<(i64, Bits)> {
    let mut numbers = losses.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
        .into_iter()
        .map(|number| {
            let mut mask = Bits::zeros(basic.len());
            (0..basic.len())
                .filter(|&row| losses[basic[row]] == number)
                .for_each(|row| mask.flip(row));
            (number, mask)
        })
        .collect()
}
