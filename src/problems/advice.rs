//! Hints for a board: the steps that `quarrel hint` shows, also as JSON.
//!
//! [`hint`] knows neither families nor solvers. So this module passes a solver and the puzzle's
//! [`View`](hint::View) to it, and checks the answer to which the steps lead.

use serde::Serialize;
use serde_json::Value;

use crate::board::Grid;
use crate::family::Family;
use crate::hint::{self, HintError, Plan, Position, Wish};
use crate::problem::BrokenRule;
use crate::puzzle::{Puzzle, rows_of_givens};
use crate::solver;
use crate::stop::Stop;

/// The steps for a board, in the form of the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Advice {
    /// Name of the family on the command line.
    pub family: String,
    /// The number of rows, then the number of columns.
    pub size: [usize; 2],
    /// The variants in force, as on the command line, such as `stars=2`.
    pub variant: Vec<String>,
    /// The version of the rules that applies, if several versions are common.
    pub ruling: Option<String>,
    /// Rows of the board with its givens; other cells are open.
    pub givens: Vec<String>,
    /// The rows of `givens`, completed by the cells that a player has filled in. `None` if the
    /// board's text has no such cells, or if the steps do not start from these cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<Vec<String>>,
    /// Steps from the givens and filled cells towards the answer.
    #[serde(flatten)]
    pub plan: Plan,
}

impl Advice {
    /// Returns the steps as JSON, which an HTML page embeds.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("strings and numbers only")
    }
}

/// The reason why there are no steps.
#[derive(thiserror::Error, Debug)]
pub enum AdviceError {
    /// The family of this name has no formulation that states a whole board.
    #[error("{0} has no formulation of a whole board, so it has no hints")]
    NoModel(&'static str),
    /// The search for steps failed.
    #[error(transparent)]
    Hint(#[from] HintError),
    /// The steps lead to an answer that breaks a rule.
    #[error("internal error: the steps lead to an answer that breaks a rule: {0}")]
    Broken(BrokenRule),
}

/// Finds the steps from the givens and the `filled` cells of a board towards its answer. `filled`
/// must have the size of the board. `wish` limits the number of steps and the work for each step.
/// If the search is stopped after a first step, the plan ends there. The field `partial` of the
/// result is `None`, even if there are filled cells.
///
/// # Errors
///
/// If no formulation states a whole board, the board has no answer, a filled cell is wrong, or a
/// given or filled cell has an impossible symbol. Also if the rules cannot be encoded, the search
/// is stopped before a first step, or the steps lead to an answer that breaks a rule.
pub fn advise(
    family: &'static Family,
    puzzle: &dyn Puzzle,
    filled: Option<Grid<Option<char>>>,
    wish: &Wish,
    stop: &Stop,
) -> Result<Advice, AdviceError> {
    let view = family.formulations.iter().filter_map(|formulation| puzzle.view(formulation)).next();
    let view = view.ok_or(AdviceError::NoModel(family.name))?;
    let position = Position { givens: puzzle.givens(), filled };
    let mut solver = solver::small_question_solver();
    let plan = hint::plan(&*view, &position, wish, &mut solver, stop)?;
    if let Some(answer) = &plan.answer {
        puzzle.check(answer).map_err(AdviceError::Broken)?;
    }
    let board = puzzle.describe();
    Ok(Advice {
        family: family.name.to_owned(),
        size: puzzle.size().sides(),
        variant: board.variants,
        ruling: board.ruling,
        givens: rows_of_givens(puzzle),
        partial: None,
        plan,
    })
}
