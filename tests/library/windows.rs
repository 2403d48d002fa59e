//! A second program for windows of odd side. It shares nothing with the library: an identity by
//! hand, plain loops over the ways to place the dark panes beyond the least on lines, other
//! counters, no symmetry.
//!
//! Let r and c run from −h to h, s = r + c and d = r − c. Each pane has s² + d² = 2r² + 2c². Every
//! row and every column has an odd number of dark panes, and so has every diagonal with an even s
//! or d except the corners. The other diagonals have an even number. With k dark panes on a line
//! and D in all,
//!
//! Σ rows 2(h²−r²)(k−1) + Σ columns 2(h²−c²)(k−1) + Σ even diagonals s²(k−1) + Σ odd diagonals s²k
//! = 4h²D − C,
//!
//! where C is the sum of 2(h²−r²) over rows and columns and of s² over even diagonals. The right
//! side is what pairs of dark panes may cost. A profile is a way to spend it that agrees with Σ s =
//! Σ r + Σ c, with Σ d = Σ r − Σ c, and with equal numbers of panes on odd diagonals of both
//! directions. CaDiCaL decides each profile.

use std::collections::BTreeMap;

use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit};
use rustsat_cadical::CaDiCaL;

/// Lines that have more dark panes than the least; a line occurs once for each further pair.
type Pairs = Vec<i64>;

/// Returns every way to choose `number` pairs on lines of one direction that cost at most `left`
/// together, each with its cost.
fn ways(lines: &[i64], cost: &dyn Fn(i64) -> i64, number: usize, left: i64) -> Vec<(Pairs, i64)> {
    if number == 0 {
        return vec![(Vec::new(), 0)];
    }
    let mut found = Vec::new();
    for (index, &line) in lines.iter().enumerate().filter(|&(_, &line)| cost(line) <= left) {
        for (mut rest, spent) in ways(&lines[index..], cost, number - 1, left - cost(line)) {
            rest.insert(0, line);
            found.push((rest, spent + cost(line)));
        }
    }
    found
}

/// Returns the profiles of a window of side 2h + 1 with `dark` dark panes: the pairs of rows,
/// columns and diagonals. Returns `None` if the costs allow a dark corner, which this program does
/// not handle.
fn profiles(h: i64, dark: i64) -> Option<Vec<[Pairs; 4]>> {
    let side = 2 * h + 1;
    let straight = |line: i64| 4 * (h * h - line * line);
    let slanted = |line: i64| 2 * line * line;
    let least: i64 = (-h..=h).map(straight).sum::<i64>()
        + (1 - 2 * h..2 * h).filter(|line| line % 2 == 0).map(slanted).sum::<i64>();
    let left = 4 * h * h * dark - least;
    if left >= 4 * h * h {
        return None;
    }
    let pairs = |lines: i64| usize::try_from((dark - lines) / 2).expect("as many panes as lines");
    let rows = ways(&(-h..=h).collect::<Vec<_>>(), &straight, pairs(side), left);
    let lines: Vec<i64> = (1 - 2 * h..2 * h).collect();
    let diagonals = ways(&lines, &slanted, pairs(side - 2), left);
    let sum = |pairs: &Pairs| pairs.iter().sum::<i64>();
    let odd = |pairs: &Pairs| pairs.iter().filter(|&&line| line % 2 != 0).count();
    let mut by_place: BTreeMap<_, Vec<&Pairs>> = BTreeMap::new();
    for (pairs, spent) in &diagonals {
        by_place.entry((sum(pairs), odd(pairs), *spent)).or_default().push(pairs);
    }
    let mut found = Vec::new();
    for (row, first) in &rows {
        for (column, second) in &rows {
            for (falling, third) in &diagonals {
                if sum(falling) != sum(row) + sum(column) {
                    continue;
                }
                let key = (sum(row) - sum(column), odd(falling), left - first - second - third);
                for rising in by_place.get(&key).into_iter().flatten() {
                    found.push([row.clone(), column.clone(), falling.clone(), (*rising).clone()]);
                }
            }
        }
    }
    Some(found)
}

/// A solver with outputs "at least j dark panes" for each line.
struct Counted {
    solver: CaDiCaL<'static, 'static>,
    outputs: BTreeMap<(usize, i64), Vec<Lit>>,
    h: i64,
}

impl Counted {
    fn new(h: i64, most: usize) -> Counted {
        let mut variables = BasicVarManager::default();
        let cells: Vec<(i64, i64)> = (-h..=h).flat_map(|r| (-h..=h).map(move |c| (r, c))).collect();
        let mut lines: BTreeMap<(usize, i64), Vec<Lit>> = BTreeMap::new();
        for (r, c) in cells {
            let dark = variables.new_var().pos_lit();
            for (direction, line) in [r, c, r + c, r - c].into_iter().enumerate() {
                lines.entry((direction, line)).or_default().push(dark);
            }
        }
        let mut solver = CaDiCaL::default();
        let mut outputs = BTreeMap::new();
        for (place, lits) in lines {
            let mut counted: Vec<Lit> = Vec::new();
            for lit in lits {
                counted = one_more(&counted, lit, most, &mut variables, &mut solver);
            }
            outputs.insert(place, counted);
        }
        Counted { solver, outputs, h }
    }

    fn has(&mut self, profile: &[Pairs; 4]) -> bool {
        let mut assumptions = Vec::new();
        for (&(direction, line), outputs) in &self.outputs {
            let pairs = profile[direction].iter().filter(|&&other| other == line).count();
            let is_odd = direction < 2 || (line % 2 == 0 && line.abs() < 2 * self.h);
            let number = usize::from(is_odd) + 2 * pairs;
            if number > outputs.len() {
                return false;
            }
            assumptions.extend(number.checked_sub(1).map(|last| outputs[last]));
            assumptions.extend(outputs.get(number).map(|&next| !next));
        }
        let result = self.solver.solve_assumps(&assumptions).expect("CaDiCaL solves");
        assert_ne!(result, SolverResult::Interrupted);
        result == SolverResult::Sat
    }
}

/// Returns the outputs of a line with one more literal: "at least j + 1" is true if it was before,
/// or if "at least j" was and the literal is true.
fn one_more(
    before: &[Lit],
    lit: Lit,
    most: usize,
    variables: &mut BasicVarManager,
    solver: &mut CaDiCaL,
) -> Vec<Lit> {
    let mut after = Vec::new();
    for j in 0..most.min(before.len() + 1) {
        let output = variables.new_var().pos_lit();
        let (without, with) = (before.get(j), j.checked_sub(1).map(|below| before[below]));
        let mut add = |lits: Vec<Lit>| {
            solver.add_clause(lits.into_iter().collect::<Clause>()).expect("CaDiCaL takes clauses");
        };
        without.iter().for_each(|&&less| add(vec![!less, output]));
        add([!lit, output].into_iter().chain(with.map(|below| !below)).collect());
        add([!output, lit].into_iter().chain(without.copied()).collect());
        with.into_iter().for_each(|below| {
            add([!output, below].into_iter().chain(without.copied()).collect());
        });
        after.push(output);
    }
    after
}

/// Returns the number of profiles, and the number of those that a window has.
fn look(side: i64, dark: i64) -> (usize, usize) {
    let h = (side - 1) / 2;
    let profiles = profiles(h, dark).expect("no corner can be paid for");
    let mut counted = Counted::new(h, 9);
    let number = profiles.iter().filter(|profile| counted.has(profile)).count();
    (profiles.len(), number)
}

#[test]
fn windows_of_9_21_and_27_have_no_better_answer() {
    assert_eq!(look(9, 9), (0, 0), "70 lit panes are the most");
    assert_eq!(look(21, 25), (48, 0), "414 lit panes are the most");
    assert_eq!(look(27, 33), (0, 0), "694 lit panes are the most");
}

#[test]
fn a_window_of_25_has_an_answer_with_31_dark_panes() {
    let profiles = profiles(12, 31).expect("no corner can be paid for");
    assert_eq!(profiles.len(), 11_016);
    let mut counted = Counted::new(12, 9);
    assert!(profiles.iter().step_by(101).any(|profile| counted.has(profile)), "594 lit panes");
}

#[test]
#[ignore = "long: half a minute"]
fn a_window_of_19_has_no_better_answer() {
    assert_eq!(look(19, 23), (986, 0), "336 lit panes are the most");
}
