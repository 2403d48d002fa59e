//! A puzzle as a search or an export has it: stated in a model with its givens, with what can be
//! deduced from it, without its symmetries, and at a bound where one is asked for.
//!
//! What `solve` solves and what `export` writes is prepared here, so that it is the same.

use crate::bounds::Bounds;
use crate::deduce::{Deduction, Rules};
use crate::family::Formulation;
use crate::model::{Lit, Model};
use crate::puzzle::{Answer, Goal, Puzzle};
use crate::stop::Stop;
use crate::symmetry;

/// How a puzzle is prepared.
pub struct Preparation<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// How it is stated.
    pub formulation: &'a Formulation,
    /// What is deduced.
    pub rules: &'a Rules,
    /// Whether declared symmetries are broken.
    pub symmetry: bool,
    /// When to give up deducing.
    pub stop: &'a Stop,
}

/// A model before its encoding, and what was done to it.
pub struct Prepared {
    /// With what was deduced stated in it.
    pub model: Model,
    /// What was deduced.
    pub deductions: Vec<Deduction>,
    /// How many symmetries were broken.
    pub symmetries: usize,
}

impl Preparation<'_> {
    /// The model, prepared. What is said of the objective of a formulation for one value holds for
    /// no other, and is not deduced. `number` is as in [`Puzzle::model`].
    pub fn prepare(&self, number: u64) -> Prepared {
        let mut prepared = self.prepare_with_symmetries(number);
        if self.symmetry {
            prepared.break_symmetries();
        }
        prepared
    }

    /// The same with its symmetries declared, and not broken.
    pub fn prepare_with_symmetries(&self, number: u64) -> Prepared {
        let mut model = self.puzzle.model(self.formulation.name, number);
        model.fix("givens", &self.puzzle.givens());
        let rules = if self.formulation.one_value { &Rules::none() } else { self.rules };
        let deductions = rules.apply(&mut model, self.stop);
        Prepared { model, deductions, symmetries: 0 }
    }
}

impl Prepared {
    /// Breaks the declared symmetries.
    pub fn break_symmetries(&mut self) {
        self.symmetries += symmetry::break_all(&mut self.model);
    }

    /// Demands an answer at least as good as `bound`, and states what was deduced of all these. Says of how many
    /// literals that fixes the value.
    pub fn demand(&mut self, bound: u64) -> usize {
        self.model.demand(bound);
        let fixed = fixed_at(&self.deductions, bound);
        fixed.iter().for_each(|&lit| self.model.clause("bound", [lit]));
        fixed.len()
    }

    /// What was deduced of the objective.
    pub fn bounds(&self, goal: Goal) -> Bounds {
        let mut bounds = Bounds::unknown(goal.sense, goal.largest);
        self.deductions.iter().for_each(|deduction| bounds.learn(&deduction.fact));
        bounds
    }
}

/// The literals that are true in every answer at least as good as `bound`, as far as was deduced.
pub fn fixed_at(deductions: &[Deduction], bound: u64) -> Vec<Lit> {
    let mut lits: Vec<Lit> =
        deductions.iter().flat_map(|deduction| deduction.fact.fixed_at(bound)).collect();
    lits.sort_unstable();
    lits.dedup();
    lits
}

/// The best of the answers that the room constructs and that keep the rules, with its value; none
/// where nothing is counted.
pub fn constructed(puzzle: &dyn Puzzle, seed: u64, stop: &Stop) -> Option<(Answer, u64)> {
    let sense = puzzle.goal()?.sense;
    let scored = puzzle.construct(seed, stop).into_iter().filter_map(|answer| {
        let value = puzzle.check(&answer).ok().flatten()?;
        Some((answer, value))
    });
    scored.reduce(|best, next| if sense.reaches(best.1, next.1) { best } else { next })
}
