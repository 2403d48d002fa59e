//! The sizes of formulas, and the work of a search.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::Cuts;
use crate::encode::{Formula, GroupSize, Order, Shape, Tally, UsedEncodings};
use crate::model::Model;
use crate::process;
use crate::solver::{Effort, Mode};

/// The sizes of the formulas of a search, and its work.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// The number of variables of the model and of encodings.
    pub variables: usize,
    /// The number of clauses, including those of bounds.
    pub clauses: usize,
    /// The number of literals in all clauses.
    pub literals: usize,
    /// The order in which literals enter counters; `None` until the model is encoded.
    pub order: Option<Order>,
    /// The shape chosen for the objective's counters; `None` until the model is encoded.
    pub shape: Option<Shape>,
    /// The encodings that were used for constraints and bounds.
    pub settled: UsedEncodings,
    /// The name and size of each group of the model's constraints.
    pub groups: Vec<(String, GroupSize)>,
    /// Whether a solver was called at least once.
    pub asked: bool,
    /// The solver's mode; `None` until a solver is prepared.
    pub mode: Option<Mode>,
    /// The work of all solvers together.
    pub effort: Effort,
    /// The short search before the main search; `None` if there was none.
    pub short: Option<ShortSearch>,
    /// The classes whose cuts branch and cut searched; `None` if it was not used.
    pub cuts: Option<Cuts>,
    /// The progress of the search by cubes; `None` if no bound was divided into cubes.
    pub cubes: Option<Cubes>,
    /// The work of local search in the rows of a model file; `None` if there was none.
    pub local: Option<LocalProgress>,
    /// The time to build models and clauses.
    pub encoding: SpentTime,
    /// The time in the solver and in other steps of the search.
    pub solving: SpentTime,
}

/// A short search that was made before the main search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortSearch {
    /// The name of the formulation that was searched.
    pub formulation: String,
    /// The number of conflicts of the solver.
    pub conflicts: u64,
    /// Whether it decided the question, so that no other search was needed.
    pub settled: bool,
}

/// The progress of a search that divides each bound into cubes. The JSON of a search contains it in
/// this form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cubes {
    /// The number of cubes whose bound was computed.
    pub bounded: u64,
    /// The number of these cubes that were left to the solver.
    pub left: u64,
    /// The fraction of all cubes that is done, from 0 to 1.
    pub share: f64,
    /// The number of literals that the bound allows in addition to those that every answer needs.
    /// `None` if the search is not `line-sums`.
    pub left_over: Option<f64>,
}

/// The work of local search. The JSON of a search contains it in this form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalProgress {
    /// The terms of rows that were touched, and 10 for each step.
    pub work: u64,
    /// The number of times that a better answer was found.
    pub improved: u64,
}

/// The time that a part of the search took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpentTime {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Seconds of processor time, including external solvers.
    pub cpu_seconds: f64,
}

impl std::ops::AddAssign for SpentTime {
    fn add_assign(&mut self, other: SpentTime) {
        self.seconds += other.seconds;
        self.cpu_seconds += other.cpu_seconds;
    }
}

impl SpentTime {
    /// Runs a step, adds its time, and returns its result. The processor time includes external
    /// solvers.
    pub(super) fn time<T>(&mut self, step: impl FnOnce() -> T) -> T {
        let (start, before) = (Instant::now(), process::cpu_seconds());
        let result = step();
        let seconds = start.elapsed().as_secs_f64();
        *self += SpentTime { seconds, cpu_seconds: process::cpu_seconds() - before };
        result
    }
}

impl Statistics {
    /// Adds the size of an encoded model: the variables, clauses and literals in all, and the size
    /// of each group. Groups with the same name are added up. Also adds the encodings that were
    /// used. The order and the shape of the model's counters replace the order and the shape
    /// recorded before.
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

    /// Adds the sizes, the used encodings, the work and the time of another search. Also records
    /// whether that search called a solver. The order, shape and mode of that search replace those
    /// recorded before, even if they are `None`. The progress by cubes is unchanged.
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

    /// Replaces the sizes of formulas by those of another formula. Adds the encodings that were used
    /// and the time.
    pub(super) fn replace_sizes(&mut self, of_formula: Statistics) {
        self.variables = of_formula.variables;
        self.clauses = of_formula.clauses;
        self.literals = of_formula.literals;
        self.order = of_formula.order;
        self.shape = of_formula.shape;
        self.groups = of_formula.groups;
        self.settled.add(&of_formula.settled);
        self.encoding += of_formula.encoding;
    }

    /// Returns whether a short search decided the question.
    pub(super) fn is_settled_shortly(&self) -> bool {
        self.short.as_ref().is_some_and(|short| short.settled)
    }

    /// Adds the work and the time of another search, but no sizes.
    pub(super) fn add_work(&mut self, other: &Statistics) {
        self.asked |= other.asked;
        self.effort += other.effort;
        self.encoding += other.encoding;
        self.solving += other.solving;
    }

    pub(super) fn count_clauses(&mut self, size: Tally) {
        self.clauses += size.clauses;
        self.literals += size.literals;
    }

    /// Returns the size of the group with this name, so that the caller can add to it. A new group
    /// has size 0.
    pub(super) fn group(&mut self, name: &str) -> &mut GroupSize {
        let known = self.groups.iter().position(|(other, _)| other == name);
        let index = known.unwrap_or_else(|| {
            self.groups.push((name.to_owned(), GroupSize::default()));
            self.groups.len() - 1
        });
        &mut self.groups[index].1
    }
}
