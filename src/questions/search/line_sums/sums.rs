//! Line sums: the number of literals of the objective on each line of a board.
//!
//! Abbott's window states the parity of every line. Then a good answer has one literal that makes
//! the value worse (a dark pane) on nearly every odd line, and none on nearly every even line.
//! Additional dark panes come in pairs on a line. There are few such pairs, and dependencies
//! between line sums restrict them.
//!
//! **Left-over literals.** Multiples of dependencies are added to the sum over one partition. The
//! result is an equation: the total is Σ weight · (number of literals on the line), with no
//! negative weight. If each line has its least sum, this formula gives a lower bound on the total.
//! The literals beyond this bound are left over for pairs. A pair on a line costs twice the line's
//! weight, so most lines with a positive weight have no pair. A linear program finds the best
//! weights. The weights are rounded, but the equation holds for any multiples of the dependencies,
//! so no profile is lost.
//!
//! For squares of odd side n, weights can be found by hand from the squares of the diagonals. They
//! prove that there are at least 2(n−2)(2n−3) / 3(n−1) dark panes. 27 × 27 panes have no profile
//! with 33 dark panes, and 21 × 21 panes have 48 profiles with 25 dark panes.

use std::collections::HashSet;
use std::ops::Range;

use num_traits::ToPrimitive;

use crate::feature;
use crate::lp::interior_point::Program;
use crate::model::{Count, Lit, Model, Parities, Partition, Penalties, propagated};
use crate::search::movement::{Item, Movement};
use crate::stop::Stop;

use dependencies::Dependency;
pub use profiles::Profiles;
pub use tableau::{LineMultiples, Point, Tableau};

mod dependencies;
mod profiles;
mod tableau;

/// The largest number of literals in the objective: the number on a 50 × 50 board. A model with
/// more literals does not suit the strategy.
const MOST_LITERALS: usize = 2500;

/// Weights are multiples of 1 / `SCALE`.
const SCALE: i64 = 1 << 32;

/// The lines of an objective's partitions, and the facts about their sums.
#[derive(Clone, Debug)]
pub struct LineSums {
    /// The lines, partition after partition. Other fields refer to a line by its index in this
    /// list.
    lines: Vec<SummedLine>,
    /// For each partition, the indices of its lines.
    partitions: Vec<Range<usize>>,
    /// A basis of all dependencies between the line sums.
    dependencies: Vec<Dependency>,
    /// The weight of each line, in units of 1 / [`SCALE`]. In every answer, the total is Σ weight ·
    /// (number of literals on the line).
    weights: Vec<i128>,
    /// For each symmetry and line, the index of the line's image.
    movements: Vec<Vec<usize>>,
    /// The literals that the objective counts, and the relation of their number to the value.
    penalties: Penalties,
    /// The literals that propagation makes true, each with the index of the constraint that implies
    /// it.
    fixed: Vec<(Lit, usize)>,
}

/// A line, with its literals and the possible values of its sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummedLine {
    /// The literals of the line. Each of them makes the value worse if it is true.
    pub lits: Vec<Lit>,
    /// The least sum that fixed literals and the parity allow.
    pub least: u32,
    /// The largest sum that fixed literals and the parity allow.
    pub most: u32,
    /// The difference between consecutive possible sums of the line.
    pub step: u32,
}

impl LineSums {
    /// Returns whether the search by line sums suits a model. Three conditions must hold: quarrel
    /// was built with linear programs, the objective is one count of at most [`MOST_LITERALS`]
    /// literals, and there are at least two [`known_partitions`].
    pub fn suits(model: &Model) -> bool {
        let Some(count) = objective_count(model).filter(|_| feature::LP.is_built()) else {
            return false;
        };
        count.lits.len() <= MOST_LITERALS
            && known_partitions(count, &Parities::from_model(model)).count() >= 2
    }

    /// Returns the line sums of a model's objective, with the lines of all [`known_partitions`].
    /// Returns `None` if the model does not [suit](LineSums::suits) the strategy, if a partition
    /// does not have each literal exactly once, if a line has no possible sum, or if numbers grow
    /// too large. A stop does not end the call. It makes the bounds and weights of the lines
    /// weaker, but not wrong.
    pub fn from_model(model: &Model, stop: &Stop) -> Option<LineSums> {
        if !LineSums::suits(model) {
            return None;
        }
        let (count, penalties) = (objective_count(model)?, model.objective()?.penalties()?);
        let parities = Parities::from_model(model);
        let chosen: Vec<Vec<Vec<Lit>>> = known_partitions(count, &parities)
            .map(|partition| penalised_lines(&penalties, &partition.lines))
            .collect();
        let places = places(&chosen, model.labels().len())?;
        if places.len() != count.lits.len() {
            return None;
        }
        let partitions = ranges(&chosen);
        let numbers = places.iter().map(|item| line_indices(item, &partitions).collect());
        let dependencies = dependencies::basis(numbers, partitions.last()?.end)?;
        let movements = movements(model, places, &partitions);
        let fixed = propagated(model, stop);
        let are_true = fixed.iter().map(|&(lit, _)| lit).collect();
        let lines: Vec<SummedLine> = chosen
            .into_iter()
            .flatten()
            .map(|lits| SummedLine::new(lits, &parities, &are_true))
            .collect::<Option<_>>()?;
        let weights = weights(&lines, &partitions[0], &dependencies, stop);
        let sums =
            LineSums { lines, partitions, dependencies, weights, movements, penalties, fixed };
        Some(sums)
    }

    pub fn lines(&self) -> &[SummedLine] {
        &self.lines
    }

    pub fn fixed(&self) -> &[(Lit, usize)] {
        &self.fixed
    }

    /// Returns the number of counted literals in an answer with this value. Returns `None` if no
    /// number of literals gives this value.
    pub fn total(&self, value: i64) -> Option<u64> {
        self.penalties.count_at(value)
    }

    /// Returns the number of left-over literals: `total` minus Σ weight · least sum.
    pub fn left_over(&self, total: u64) -> f64 {
        self.left(total) as f64 / SCALE as f64
    }

    /// Returns the number of left-over literals, in units of 1 / [`SCALE`]. This number is `total`
    /// minus Σ weight · least sum. It is negative if the least sums exceed `total`.
    fn left(&self, total: u64) -> i128 {
        let least = self
            .lines
            .iter()
            .zip(&self.weights)
            .map(|(line, weight)| i128::from(line.least) * weight)
            .sum::<i128>();
        i128::from(total) * i128::from(SCALE) - least
    }

    pub fn literals(&self) -> u64 {
        self.penalties.lits.len() as u64
    }

    pub fn symmetries(&self) -> usize {
        self.movements.len()
    }

    /// Returns whether no symmetry maps the profile to a smaller one, in lexicographic order.
    pub fn is_lex_leader(&self, profile: &[u32]) -> bool {
        let mut image = vec![0; profile.len()];
        self.movements.iter().all(|movement| {
            movement.iter().zip(profile).for_each(|(&to, &sum)| image[to] = sum);
            profile <= &image[..]
        })
    }
}

impl SummedLine {
    /// Returns a line with the literals `lits`, and with the least and the largest sum that fixed
    /// literals and the line's parity allow. The step between sums is 2 if the model states the
    /// parity of exactly these literals, and 1 otherwise. `fixed` has the literals that propagation
    /// makes true. Returns `None` if no sum is possible, or if the number of literals does not fit
    /// into 32 bits.
    fn new(lits: Vec<Lit>, parities: &Parities, fixed: &HashSet<Lit>) -> Option<SummedLine> {
        let odd = parities.is_odd(&lits);
        let (step, wrong) = (if odd.is_some() { 2 } else { 1 }, |sum: u32| {
            odd.is_some_and(|odd| (sum % 2 == 1) != odd)
        });
        let least = lits.iter().filter(|lit| fixed.contains(lit)).count();
        let never = lits.iter().filter(|&&lit| fixed.contains(&!lit)).count();
        let (least, most) = (u32::try_from(least).ok()?, u32::try_from(lits.len() - never).ok()?);
        let least = least + u32::from(wrong(least));
        let most = most.checked_sub(u32::from(wrong(most)))?;
        (least <= most).then_some(SummedLine { lits, least, most, step })
    }
}

/// Returns the count that is the objective, if it is one count.
fn objective_count(model: &Model) -> Option<&Count> {
    Some(&model.objective()?.single_count()?.count)
}

/// Returns the partitions of the count in which the parity of at least half of the lines is stated.
/// A partition is left out if each of its lines, with the literals in the same order, also occurs
/// in a partition before it. This holds even if the partition before it is left out itself. A
/// partition without lines is left out, too.
fn known_partitions<'a>(
    count: &'a Count,
    parities: &'a Parities,
) -> impl Iterator<Item = &'a Partition> {
    let mut seen: HashSet<&[Lit]> = HashSet::new();
    count.partitions.iter().filter(move |partition| {
        let known = partition.lines.iter().filter(|line| parities.is_odd(line).is_some()).count();
        let new = partition.lines.iter().filter(|line| seen.insert(line)).count();
        2 * known >= partition.lines.len() && new > 0
    })
}

/// Returns the lines with each literal changed to the sign that makes the value worse.
fn penalised_lines(penalties: &Penalties, lines: &[Vec<Lit>]) -> Vec<Vec<Lit>> {
    let worse: HashSet<Lit> = penalties.lits.iter().copied().collect();
    lines
        .iter()
        .map(|line| line.iter().map(|&lit| if worse.contains(&lit) { lit } else { !lit }).collect())
        .collect()
}

/// Returns each literal of the first partition with the index of its line in each partition. Each
/// partition counts its lines from 0. All partitions must have the same variables, and each
/// partition must have each of them once. Otherwise returns `None`. Ignores the signs of literals
/// in all partitions after the first. `partitions` must not be empty. `variables` is the number of
/// variables in the model.
fn places(partitions: &[Vec<Vec<Lit>>], variables: usize) -> Option<Vec<Item>> {
    let mut line_of: Vec<Vec<usize>> = vec![Vec::new(); variables];
    for (number, lines) in partitions.iter().enumerate() {
        for (index, line) in lines.iter().enumerate() {
            for lit in line {
                let known = &mut line_of[lit.variable()];
                // An earlier partition lacks this variable, or this partition has it twice.
                if known.len() != number {
                    return None;
                }
                known.push(index);
            }
        }
    }
    partitions[0]
        .iter()
        .flatten()
        .map(|&lit| {
            let lines = std::mem::take(&mut line_of[lit.variable()]);
            (lines.len() == partitions.len()).then_some(Item { lit, lines })
        })
        .collect()
}

/// Returns, for each partition, the indices of its lines in the list of all lines. The first
/// partition has the indices from 0 on, and the indices of each partition follow those of the
/// partition before it.
fn ranges(partitions: &[Vec<Vec<Lit>>]) -> Vec<Range<usize>> {
    partitions
        .iter()
        .scan(0, |start, lines| {
            let first = *start;
            *start += lines.len();
            Some(first..*start)
        })
        .collect()
}

/// Returns the index of the item's line in each partition. The index counts all lines.
fn line_indices<'a>(
    item: &'a Item,
    partitions: &'a [Range<usize>],
) -> impl Iterator<Item = usize> + 'a {
    item.lines.iter().zip(partitions).map(|(line, range)| range.start + line)
}

/// Returns the model's symmetries as permutations of all lines: for each line, the index of its
/// image. Leaves out symmetries that do not map lines to lines, or that map two lines to the same
/// line. `places` has the line of each literal in each partition.
fn movements(model: &Model, places: Vec<Item>, partitions: &[Range<usize>]) -> Vec<Vec<usize>> {
    let numbers: Vec<usize> = partitions.iter().map(Range::len).collect();
    let sides = [places, Vec::new()];
    model
        .symmetries()
        .iter()
        .filter_map(|symmetry| Movement::from_symmetry(symmetry, &sides, &numbers))
        .filter_map(|movement| permutation(&movement, partitions))
        .collect()
}

/// Returns the index of each line's image, in the order of all lines. Returns `None` if two lines
/// have the same image.
fn permutation(movement: &Movement, partitions: &[Range<usize>]) -> Option<Vec<usize>> {
    let mut to = Vec::new();
    for (&partition, lines) in movement.partitions.iter().zip(&movement.lines) {
        to.extend(lines.iter().map(|line| partitions[partition].start + line));
    }
    let mut reached = vec![false; to.len()];
    to.iter().for_each(|&line| reached[line] = true);
    reached.into_iter().all(|reached| reached).then_some(to)
}

/// Returns the weight of each line, in units of 1 / [`SCALE`], such that the weighted line sums add
/// up to the total. A linear program chooses multiples of the dependencies. They are added to the
/// first partition, whose lines are `first`. A multiple that is too large counts as 0. The linear
/// program can remain unsolved, for example because of a stop. Then each line of the first
/// partition has the weight 1 ([`SCALE`] units), and all other lines have the weight 0. Rounding
/// can make a weight slightly negative. Each dependency must have a coefficient for every line.
fn weights(
    lines: &[SummedLine],
    first: &Range<usize>,
    dependencies: &[Dependency],
    stop: &Stop,
) -> Vec<i128> {
    let columns = (0..lines.len())
        .map(|line| {
            let mut column: Vec<(usize, f64)> = dependencies
                .iter()
                .map(|dependency| dependency.coefficients[line])
                .enumerate()
                .filter(|&(_, number)| number != 0)
                .map(|(index, number)| (index, number as f64))
                .collect();
            column.push((dependencies.len() + line, -1.0));
            column
        })
        .collect();
    let program = Program {
        costs: (0..lines.len()).map(|line| f64::from(u8::from(first.contains(&line)))).collect(),
        columns,
        equations: dependencies.len(),
        limits: dependencies
            .iter()
            .map(|dependency| negated_least(dependency, lines))
            .chain(std::iter::repeat_n(0.0, lines.len()))
            .collect(),
    };
    let found = program
        .solved(stop)
        .map(|solved| solved.multipliers)
        .unwrap_or_else(|| vec![0.0; dependencies.len()]);
    let multipliers: Vec<i128> =
        found.iter().map(|&number| rounded(number)).take(dependencies.len()).collect();
    (0..lines.len())
        .map(|line| {
            let own = i128::from(SCALE) * i128::from(first.contains(&line));
            let numbers = dependencies
                .iter()
                .map(|dependency| i128::from(dependency.coefficients[line]))
                .zip(&multipliers)
                .map(|(number, times)| number * times)
                .sum::<i128>();
            own + numbers
        })
        .collect()
}

/// Returns −Σ coefficient · least sum, over all lines of a dependency.
fn negated_least(dependency: &Dependency, lines: &[SummedLine]) -> f64 {
    let terms = dependency
        .coefficients
        .iter()
        .zip(lines)
        .map(|(&number, line)| number as f64 * f64::from(line.least))
        .sum::<f64>();
    -terms
}

/// Returns the multiplier in units of 1 / [`SCALE`], or 0 if it is too large.
fn rounded(multiplier: f64) -> i128 {
    let parts = (multiplier * SCALE as f64).round();
    // Below this limit, no sum comes near to the range of 128 bits.
    parts.to_i128().filter(|_| parts.abs() < 1e18).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Grid};
    use crate::decision::Decision;
    use crate::puzzle::BoardProblem;
    use crate::puzzles::{open_board, open_model};

    fn window(rows: usize, columns: usize) -> BoardProblem {
        open_board("abbott-window", (rows, columns), &[])
    }

    fn sums(rows: usize, columns: usize) -> LineSums {
        let model = open_model("abbott-window", (rows, columns), &[], None);
        LineSums::from_model(&model, &Stop::unlimited()).expect("line sums")
    }

    fn all(profiles: &Profiles) -> HashSet<Vec<u32>> {
        (0..profiles.number()).map(|number| profiles.get(number)).collect()
    }

    #[test]
    fn every_window_has_its_profile() {
        for (rows, columns) in [(3, 3), (3, 4), (4, 4), (3, 5)] {
            let puzzle = window(rows, columns);
            let sums = sums(rows, columns);
            let size = puzzle.size();
            let mut seen = HashSet::new();
            for word in 0..1_u32 << (rows * columns) {
                let is_dark = |cell: Cell| word >> (cell.row * columns + cell.column) & 1 == 1;
                let window = Grid::from_fn(size, |cell| if is_dark(cell) { '#' } else { '.' });
                if puzzle.check(&window).is_err() {
                    continue;
                }
                let line = |line: &SummedLine| {
                    let dark =
                        line.lits.iter().filter(|lit| word >> lit.variable() & 1 == 1).count();
                    u32::try_from(dark).expect("a window has few panes")
                };
                seen.insert(sums.lines.iter().map(line).collect::<Vec<u32>>());
            }
            assert!(!seen.is_empty());
            for total in 0..=size.area() as u64 {
                let profiles = sums
                    .profiles(total, &mut 10_000_000, &Stop::unlimited())
                    .expect("there are few profiles");
                let listed = all(&profiles);
                assert_eq!(listed.len() as u64, profiles.number(), "a profile is repeated");
                let first = sums.partitions[0].clone();
                let wanted: HashSet<Vec<u32>> = seen
                    .iter()
                    .filter(|profile| {
                        profile[first.clone()].iter().map(|&k| u64::from(k)).sum::<u64>() == total
                    })
                    .cloned()
                    .collect();
                assert!(wanted.is_subset(&listed), "{rows} × {columns}, {total}");
                for profile in &listed {
                    for Dependency { coefficients } in &sums.dependencies {
                        let products =
                            coefficients.iter().zip(profile).map(|(&c, &k)| c * i64::from(k));
                        assert_eq!(products.sum::<i64>(), 0);
                    }
                }
            }
        }
    }

    /// The expected numbers are the results of a separate program for squares of odd side.
    #[test]
    fn large_windows_have_few_profiles() {
        for (side, dark, number) in
            [(17, 19, 0), (19, 23, 986), (21, 25, 48), (25, 31, 11_016), (27, 33, 0)]
        {
            let sums = sums(side, side);
            assert_eq!(sums.symmetries(), 7);
            let profiles = sums
                .profiles(dark, &mut 10_000_000, &Stop::unlimited())
                .expect("there are few profiles");
            assert_eq!(profiles.number(), number, "{side} × {side}, {dark} dark panes");
        }
    }

    #[test]
    fn what_is_left_over_is_what_the_bound_leaves() {
        for side in [9_u32, 13, 21, 33] {
            let n = f64::from(side);
            let bound = 2.0 * (n - 2.0) * (2.0 * n - 3.0) / (3.0 * (n - 1.0));
            let left = sums(side as usize, side as usize).left_over(100);
            let gained = 100.0 - bound - left;
            assert!((-1e-4..0.5).contains(&gained), "{side}: {left} and {}", 100.0 - bound);
        }
    }

    #[test]
    fn symmetries_leave_one_of_each_orbit() {
        let sums = sums(21, 21);
        let profiles =
            sums.profiles(25, &mut 10_000_000, &Stop::unlimited()).expect("there are few profiles");
        let image = |profile: &[u32], movement: &[usize]| {
            let mut image = vec![0; profile.len()];
            movement.iter().zip(profile).for_each(|(&to, &sum)| image[to] = sum);
            image
        };
        let listed = all(&profiles);
        let least: Vec<&Vec<u32>> =
            listed.iter().filter(|profile| sums.is_lex_leader(profile)).collect();
        let reached: HashSet<Vec<u32>> = least
            .iter()
            .flat_map(|profile| {
                sums.movements
                    .iter()
                    .map(|movement| image(profile, movement))
                    .chain([(*profile).clone()])
            })
            .collect();
        assert_eq!(reached, listed);
        assert!(least.len() <= 10, "{}", least.len());
    }

    fn within(
        tableau: &mut Tableau,
        sums: &LineSums,
        chosen: &mut Vec<u32>,
        found: &mut HashSet<Vec<u32>>,
    ) {
        match tableau.decide() {
            Decision::Sat(()) => {}
            Decision::Unsat(sum) => {
                let least = sum
                    .iter()
                    .zip((0..sum.len()).map(|column| tableau.bounds(column)))
                    .map(|(times, [least, most])| times * if *times > 0 { least } else { most });
                assert!(least.sum::<i128>() > 0, "a sum that refutes is more than 0");
                return;
            }
            Decision::Unknown => panic!("numbers are small"),
        }
        let Some(line) = sums.lines.get(chosen.len()) else {
            found.insert(chosen.clone());
            return;
        };
        let before = tableau.bounds(chosen.len());
        for sum in (line.least..=line.most).step_by(line.step as usize) {
            tableau.set_bounds(chosen.len(), [sum.into(); 2]);
            chosen.push(sum);
            within(tableau, sums, chosen, found);
            chosen.pop();
            tableau.set_bounds(chosen.len(), before);
        }
    }

    #[test]
    fn a_tableau_leaves_what_is_listed() {
        for (rows, columns) in [(3, 3), (4, 4), (3, 5), (5, 5), (6, 4)] {
            let sums = sums(rows, columns);
            for total in 0..=8_u64 {
                let profiles = sums
                    .profiles(total, &mut 10_000_000, &Stop::unlimited())
                    .expect("there are few profiles");
                let mut tableau =
                    Tableau::new(&sums, [total.into(); 2]).expect("the numbers are small");
                let mut found = HashSet::new();
                within(&mut tableau, &sums, &mut Vec::new(), &mut found);
                assert_eq!(found, all(&profiles), "{rows} × {columns}, {total}");
            }
        }
    }

    #[test]
    fn objectives_without_parities_have_no_line_sums() {
        for name in ["gunport", "armies"] {
            let model = open_model(name, (5, 5), &[], None);
            assert!(!LineSums::suits(&model), "{name}");
        }
    }
}
