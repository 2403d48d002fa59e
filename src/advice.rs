//! Hints for a board: its view, a solver, a checked answer, and the JSON of `quarrel hint`.
//!
//! The room [`hint`] knows neither families nor a solver; here they meet.

use serde::Serialize;
use serde_json::Value;

use crate::board::Grid;
use crate::family::Family;
use crate::hint::{self, Plan, Position, Trouble, Wish};
use crate::problem::Broken;
use crate::puzzle::{Puzzle, filling, rows_of_givens};
use crate::solver;
use crate::stop::Stop;

/// Steps on a board, as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Advice {
    /// Name of the family.
    pub family: String,
    /// Rows and columns.
    pub size: [usize; 2],
    /// The variants in force.
    pub variant: Vec<String>,
    /// The rule in force if several are common.
    pub ruling: Option<String>,
    /// The rows of the givens, with open cells.
    pub givens: Vec<String>,
    /// The steps.
    #[serde(flatten)]
    pub plan: Plan,
}

impl Advice {
    /// Returns the steps as JSON, which a page embeds.
    pub fn in_json(&self) -> Value {
        serde_json::to_value(self).expect("strings and numbers only")
    }
}

/// The reason why there is no advice.
#[derive(thiserror::Error, Debug)]
pub enum AdviceError {
    /// The family states no whole model.
    #[error("{0} has no formulation of a whole board, so it has no hints")]
    NoModel(&'static str),
    /// The steps do not exist.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// The steps lead to an answer that breaks a rule.
    #[error("internal error: the steps lead to an answer that breaks a rule: {0}")]
    Broken(Broken),
}

/// Finds steps on a board, from what is filled in.
///
/// # Errors
///
/// If there is no answer, or none with the filled cells.
pub fn advise(
    family: &'static Family,
    puzzle: &dyn Puzzle,
    filled: Option<Grid<Option<char>>>,
    wish: &Wish,
    stop: &Stop,
) -> Result<Advice, AdviceError> {
    let formulations = family.formulations.iter();
    let view = formulations.filter_map(|formulation| puzzle.hints(formulation)).next();
    let view = view.ok_or(AdviceError::NoModel(family.name))?;
    let position = Position { givens: puzzle.givens(), filled };
    let mut solver = solver::for_small_questions();
    let plan = hint::plan(&*view, &position, wish, &mut solver, stop)?;
    if let Some(answer) = plan.answer.as_deref().and_then(filling) {
        puzzle.check(&answer).map_err(AdviceError::Broken)?;
    }
    Ok(Advice {
        family: family.name.to_owned(),
        size: puzzle.size().sides(),
        variant: puzzle.variants(),
        ruling: puzzle.ruling(),
        givens: rows_of_givens(puzzle),
        plan,
    })
}
