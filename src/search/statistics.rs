//! How large the formulas of a search were, and how much work they took.

use std::time::Instant;

use crate::encode::{Formula, GroupSize, Order, Settled, Shape, Tally};
use crate::model::Model;
use crate::process;
use crate::solver::{Effort, Mode};

/// How large the formulas were and how much work they took.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Variables, the model's and the encoders'.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses.
    pub literals: usize,
    /// The order of literals, as it was settled.
    pub order: Option<Order>,
    /// The shape of the counters, as it was settled.
    pub shape: Option<Shape>,
    /// What writes the clauses, of the model and of each bound that was asked for.
    pub settled: Settled,
    /// What became of each group of constraints.
    pub groups: Vec<(String, GroupSize)>,
    /// Whether the solver was asked anything.
    pub asked: bool,
    /// How the solver searched.
    pub mode: Option<Mode>,
    /// What the solver did.
    pub effort: Effort,
    /// The cubes into which a bound was divided, where it was.
    pub cubes: Option<Cubes>,
    /// Time spent on models and clauses.
    pub encoding: Spent,
    /// Time spent in the solver.
    pub solving: Spent,
}

/// The cubes of a search that divides a bound into cubes and bounds each of them by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cubes {
    /// How many were bounded.
    pub bounded: u64,
    /// How many of them were left to the solver.
    pub left: u64,
    /// The share of all that has been looked at, from 0 to 1.
    pub share: f64,
    /// How many more literals the bound allows than every answer needs, if that is known.
    pub left_over: Option<f64>,
}

/// Time that something took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Seconds by the clock.
    pub seconds: f64,
    /// Seconds of processor time, of a solver that is a program as well.
    pub cpu_seconds: f64,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.seconds += other.seconds;
        self.cpu_seconds += other.cpu_seconds;
    }
}

impl Spent {
    /// Takes a step and adds the time it took.
    pub(super) fn time<T>(&mut self, step: impl FnOnce() -> T) -> T {
        let (start, before) = (Instant::now(), process::cpu_seconds());
        let result = step();
        let seconds = start.elapsed().as_secs_f64();
        *self += Spent { seconds, cpu_seconds: process::cpu_seconds() - before };
        result
    }
}

impl Statistics {
    /// Records a formula and its model; several formulas add up, group by group.
    pub(super) fn count(&mut self, model: &Model, formula: &Formula) {
        self.variables += formula.variables();
        self.order = Some(formula.order);
        self.shape = Some(formula.shape.clone());
        self.settled.add(&formula.stated);
        self.count_clauses(formula.size);
        for (name, size) in model.groups().iter().zip(&formula.groups) {
            self.group(name).add(*size);
        }
    }

    /// Records the sizes, work and time of another search.
    pub(super) fn add(&mut self, other: Statistics) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
        self.order = other.order;
        self.shape = other.shape;
        self.settled.add(&other.settled);
        self.asked |= other.asked;
        self.mode = other.mode;
        self.effort += other.effort;
        self.encoding += other.encoding;
        self.solving += other.solving;
        for (name, size) in other.groups {
            self.group(&name).add(size);
        }
    }

    pub(super) fn count_clauses(&mut self, size: Tally) {
        self.clauses += size.clauses;
        self.literals += size.literals;
    }

    pub(super) fn group(&mut self, name: &str) -> &mut GroupSize {
        let known = self.groups.iter().position(|(other, _)| other == name);
        let index = known.unwrap_or_else(|| {
            self.groups.push((name.to_owned(), GroupSize::default()));
            self.groups.len() - 1
        });
        &mut self.groups[index].1
    }
}
