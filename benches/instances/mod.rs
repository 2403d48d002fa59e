//! Shared by the benches: runs of a model with a bound, in given encodings, on one solver.
//!
//! They print conflicts, propagations and ticks, which are the same in every run on every machine,
//! instead of seconds.

#![allow(dead_code, reason = "each bench uses its share")]

use quarrel::decision::Decision;
use std::time::Duration;

use quarrel::deduce::Rules;
use quarrel::encode::{Clauses, Encodings, encode};
use quarrel::model::Model;
use quarrel::puzzle::{BoardProblem, Request};
use quarrel::puzzles::FAMILIES;
use quarrel::solver::{Effort, Mode, Solver};
use quarrel::stop::Stop;

/// Opens a puzzle without a board text.
pub fn puzzle(family: &str, size: &str) -> BoardProblem {
    let family = FAMILIES.iter().find(|row| row.name == family).expect("a family of the list");
    let size = Some(size.parse().expect("a size"));
    family
        .open(&Request { size, ..Request::default() })
        .expect("a family with sizes")
        .into_puzzle()
        .expect("boards")
}

/// Builds the model of a puzzle in a formulation.
pub fn stated(family: &str, size: &str, formulation: &str, value: i64) -> Model {
    let row = FAMILIES.iter().find(|row| row.name == family).expect("a family of the list");
    let formulation = row.formulation(Some(formulation)).expect("a formulation of the family");
    puzzle(family, size).model(formulation).for_value(value)
}

/// Builds the model of a puzzle with a demanded bound.
pub fn bounded(family: &str, size: &str, formulation: &str, bound: i64) -> Model {
    let mut model = stated(family, size, formulation, bound);
    model.demand(bound);
    model
}

/// Builds the model of Gunport with a bound that is stated for its holes.
pub fn by_holes(size: &str, bound: i64) -> Model {
    let mut model = with_rules("gunport", size, "pieces", "complement", bound);
    model.demand(bound);
    model
}

fn with_rules(family: &str, size: &str, formulation: &str, rules: &str, bound: i64) -> Model {
    let mut model = stated(family, size, formulation, bound);
    let rules: Rules = rules.parse().expect("names of rules");
    rules.apply(&mut model, &Stop::unlimited());
    model
}

pub struct Run {
    pub satisfiable: Option<bool>,
    pub effort: Effort,
}

/// Solves a model within `limit` seconds. Returns `None` if the encodings have no form for it.
pub fn run(model: &Model, encodings: &Encodings, mode: Mode, seed: u32, limit: u64) -> Option<Run> {
    let stop = Stop::unlimited().with_limit(Duration::from_secs(limit));
    let mut clauses = Clauses::new();
    encode(model, encodings, &mut clauses, &stop).ok()?;
    let mut solver = Solver::new(seed, &stop).with_mode(mode);
    solver.add(&clauses);
    let satisfiable = match solver.solve(&[]) {
        Decision::Sat(()) => Some(true),
        Decision::Unsat(()) => Some(false),
        Decision::Unknown => None,
    };
    Some(Run { satisfiable, effort: solver.effort() })
}

/// Returns the median run of several seeds, by ticks.
pub fn median_run(model: &Model, encodings: &Encodings, seeds: u32, limit: u64) -> Option<Run> {
    median_run_in(Mode::Alternating, model, encodings, seeds, limit)
}

/// Like [`median_run`], in a mode of the solver.
pub fn median_run_in(
    mode: Mode,
    model: &Model,
    encodings: &Encodings,
    seeds: u32,
    limit: u64,
) -> Option<Run> {
    let runs: Option<Vec<Run>> =
        (0..seeds).map(|seed| run(model, encodings, mode, seed, limit)).collect();
    let mut runs = runs?;
    runs.sort_by_key(|run| run.effort.ticks);
    Some(runs.swap_remove(seeds as usize / 2))
}
