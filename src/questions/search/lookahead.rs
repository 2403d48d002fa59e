//! Lookahead: the choice of the literal that divides a question best.
//!
//! For every unassigned literal, the literal itself is propagated once, and its negation once.
//! These are the two sides of the literal. Each side decides a number of literals. The best literal
//! has the largest product of these two numbers. This is a difference heuristic with a product
//! (Heule and van Maaren, Look-Ahead Based SAT Solvers, Handbook of Satisfiability). If propagation
//! contradicts one side (a failed literal), the other side is fixed, and all literals are tried
//! again.

use std::cmp::Reverse;

use crate::encode::{Clauses, to_model};
use crate::model::Lit;
use crate::stop::Stop;

use propagator::Propagator;

mod propagator;

/// The largest number of passes over the literals of a cube. After the first pass, another one is
/// made only if the previous pass decided literals.
const MOST_LOOKS: usize = 3;

/// The number of clauses that are added between two checks for a requested stop.
const BETWEEN_LOOKS: usize = 1 << 12;

/// The clauses of a question, with a propagator. The propagator finds the literals that follow from
/// a cube or a literal.
#[derive(Clone, Default)]
pub(super) struct Lookahead {
    propagator: Propagator,
}

/// A literal that divides a cube, and the number of literals decided on each side.
pub(super) struct Branch {
    pub lit: Lit,
    pub sides: [usize; 2],
}

/// Returns all variables of the clauses as positive literals, sorted, each once. Auxiliary
/// variables are included, since they divide a question best.
pub fn variables(clauses: &Clauses) -> Vec<Lit> {
    let mut variables: Vec<Lit> = clauses
        .iter()
        .flatten()
        .map(|&lit| to_model(lit))
        .map(|lit| if lit.is_negated() { !lit } else { lit })
        .collect();
    variables.sort_unstable();
    variables.dedup();
    variables
}

impl Lookahead {
    /// Undoes all assumptions and adds clauses, until a stop is requested. The stop is checked
    /// every [`BETWEEN_LOOKS`] clauses. If some clauses are not added, propagation is only weaker.
    /// If no clause is added, the assumptions stay.
    pub fn add_clauses(&mut self, clauses: &Clauses, stop: &Stop) {
        for (number, clause) in clauses.iter().enumerate() {
            if number.is_multiple_of(BETWEEN_LOOKS) && stop.is_reached() {
                break;
            }
            let lits: Vec<Lit> = clause.iter().map(|&lit| to_model(lit)).collect();
            self.add(&lits);
        }
    }

    /// Returns `lit` and all literals that it implies by propagation, or `None` if `lit`
    /// contradicts the clauses. Literals that are true without assumptions are left out. So if
    /// `lit` itself is such a literal, the list is empty.
    pub fn implied(&mut self, lit: Lit) -> Option<Vec<Lit>> {
        self.assume_cube(&[lit]).then(|| self.propagator.consequences().collect())
    }

    /// Returns the literal that divides a cube best, chosen among all variables. The literal is
    /// positive. Returns `None` if propagation refutes the cube or assigns all variables, or if a
    /// stop is requested before any unassigned literal is tried.
    pub fn splitting_literal(&mut self, cube: &[Lit], stop: &Stop) -> Option<Lit> {
        let all: Vec<Lit> = (1..=self.variables()).map(Lit::from_number).collect();
        let branches = self.branches(cube, &all, stop)?;
        branches.first().map(|best| best.lit)
    }

    pub fn variables(&self) -> usize {
        self.propagator.variables()
    }

    pub fn add(&mut self, clause: &[Lit]) {
        self.propagator.add(clause);
    }

    /// Undoes all assumptions, then assumes the literals of a cube and propagates them. Returns
    /// `false` if propagation contradicts the cube.
    pub fn assume_cube(&mut self, cube: &[Lit]) -> bool {
        self.propagator.undo_to(0);
        cube.iter().all(|&lit| self.propagator.assume(lit))
    }

    /// Returns the literals in `divisors` that can divide the cube, the best first. A literal is
    /// better if the product of its two numbers of decided literals is larger. If the products are
    /// equal, the sums of these numbers count, and then the order of literals. Literals that are
    /// assigned under the cube are left out. Makes up to [`MOST_LOOKS`] passes over `divisors`. If
    /// a stop is requested, returns only literals that were tried in the last pass before the stop.
    /// Returns `None` if propagation refutes the cube, or both a literal in `divisors` and its
    /// negation. After the call, earlier assumptions are undone. The cube is still assumed, with
    /// all literals that the lookahead fixes under it.
    pub fn branches(&mut self, cube: &[Lit], divisors: &[Lit], stop: &Stop) -> Option<Vec<Branch>> {
        if !self.assume_cube(cube) {
            return None;
        }
        let mut branches = Vec::new();
        for _ in 0..MOST_LOOKS {
            let known = self.propagator.assigned();
            branches = self.look_ahead(divisors, stop)?;
            if self.propagator.assigned() == known {
                break;
            }
        }
        branches.retain(|branch| self.propagator.value(branch.lit).is_none());
        branches.sort_unstable_by_key(|branch| (Reverse(branch.score()), branch.lit));
        Some(branches)
    }

    /// Propagates each unassigned literal in `divisors` and its negation, until a stop is
    /// requested. Returns each literal with two numbers: how many literals it decides, and how many
    /// literals its negation decides. If propagation contradicts only one of the two, makes the
    /// other one true at the current level, and does not return the literal. Returns `None` if
    /// propagation contradicts both, or if the cube is contradictory after a literal is fixed. The
    /// cube must be assumed already.
    fn look_ahead(&mut self, divisors: &[Lit], stop: &Stop) -> Option<Vec<Branch>> {
        let mut branches = Vec::new();
        for &lit in divisors {
            if stop.is_reached() {
                break;
            }
            if self.propagator.value(lit).is_some() {
                continue;
            }
            match [lit, !lit].map(|side| self.propagator.probe(side)) {
                [Some(one), Some(other)] => branches.push(Branch { lit, sides: [one, other] }),
                [None, None] => return None,
                [None, _] => self.propagator.conclude(!lit).then_some(())?,
                [_, None] => self.propagator.conclude(lit).then_some(())?,
            }
        }
        Some(branches)
    }
}

impl Branch {
    /// Returns the key by which literals are compared. A better literal has a larger key.
    fn score(&self) -> (usize, usize) {
        let [one, other] = self.sides;
        (one.saturating_mul(other), one + other)
    }
}
