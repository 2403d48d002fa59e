//! Answers to a question about a puzzle: one answer, the best one, whether it is the only one, how
//! many there are, all of them.
//!
//! Every question is taken to one of two forms. An **optimum** is found by a [`Strategy`] over
//! bounds on one incremental solver (`optimise.rs`), and so is an answer at a bound if the strategy
//! does more than search in clauses. Everything else, at a bound or at the optimum once it is
//! proved, is an **enumeration** (`enumerate.rs`): solutions are found and their answers excluded
//! until there is none or enough. A constructed answer that reaches the bound needs neither.
//!
//! Before an optimum is looked for, the rules of [`crate::deduce`] say what follows from the model,
//! the declared symmetries are broken (a search by cubes or line sums uses them itself), and the
//! problem is asked for an answer that is cheap to come by; where that answer meets the bound
//! deduced, no clause is written at all. Nothing that is counted or listed is touched by a
//! symmetry.
//!
//! A formulation that is for one value of the objective at a time is searched value by value, from
//! the best one on: each value refuted is a bound proved, and the first that is met is the optimum.
//!
//! Where there is no answer, and no bound is to blame, regions, clues, rules and given cells are
//! named that cannot all hold (`clash.rs`).
//!
//! Every answer passes the family's `check` before anyone sees it, and its value must be the one
//! that the model claims; otherwise the search ends with [`SearchError::Internal`].

use std::io;

use crate::encode;
use crate::formulation::Formulation;
use crate::problem::Problem;
use crate::proof::Unprovable;
use crate::solver::external::ExternalError;
use crate::stop::Stop;

/// As good as no limit: two thousand million conflicts.
const NO_LIMIT: i32 = i32::MAX;

mod binary;
mod clash;
mod core_boosted;
mod cuber;
mod cubes;
mod enumerate;
mod finding;
mod known;
mod line_sums;
mod linear_sat_unsat;
mod linear_unsat_sat;
mod lookahead;
mod movement;
mod oll;
mod optimise;
mod optimiser;
mod outcome;
mod parity_cuts;
mod pieces;
mod reason;
mod record;
mod share;
mod start;
mod statistics;
mod strategy;
mod task;
pub mod watched;
mod workers;

pub use finding::{BoundStep, Event, Finding, Status};
pub use optimiser::Optimiser;
pub use outcome::{Outcome, Worked};
pub use pieces::{
    Aid, Cutter, Disjoint, Indivisible, Joined, Parts, Piece, PieceTerms, Pieces,
    strategy_that_divides, value_to_reach,
};
pub use reason::{NoAnswerReason, RuleClash};
pub use share::Share;
pub use start::{Completion, complete};
pub use statistics::{Cubes, Spent, Statistics};
pub use strategy::{Division, Fit, STRATEGIES, Strategy, by_clauses, strategy};
pub use task::{Answers, Task};

/// Why a search has no finding.
#[derive(thiserror::Error, Debug)]
pub enum SearchError {
    /// An encoding has no form for a constraint.
    #[error(transparent)]
    Encoding(#[from] encode::EncodeRefusal),
    /// A program that was to solve it did not.
    #[error(transparent)]
    Solver(#[from] ExternalError),
    /// There is no proof of what is searched.
    #[error(transparent)]
    Unprovable(#[from] Unprovable),
    /// A search does not suit the model.
    #[error(
        "the search {name} needs {needs}; take another search, or leave --search out for the best that is known"
    )]
    Strategy {
        /// Its name.
        name: &'static str,
        /// What it needs.
        needs: &'static str,
    },
    /// Answers are to be told apart by a variable that there is not.
    #[error(
        "there is no variable `{0}` in the model; expected the labels of variables, as the map of an export lists them"
    )]
    Unlabelled(String),
    /// The system has no thread for it.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A problem and its model do not agree.
    #[error("the problem breaks its contract: {0}")]
    Contract(&'static str),
    /// What the model and the rules say of an answer is not the same.
    #[error("internal check failed: {0}; the answer was\n{1}")]
    Internal(String, String),
}

/// Returns whether a problem has an answer, or `None` if the search is stopped before that is
/// known.
pub fn has_answer(problem: &dyn Problem, formulation: &Formulation, stop: Stop) -> Option<bool> {
    let task = Task { stop, explain: false, ..Task::new(problem, formulation) };
    match run(&task, &mut |_| {}).ok()?.status {
        Status::Satisfiable | Status::Optimal => Some(true),
        Status::Unsatisfiable => Some(false),
        Status::Unknown => None,
    }
}

/// Answers a question.
///
/// # Errors
///
/// If a chosen encoding has no form for the puzzle, and if an answer does not pass its check.
pub fn run(task: &Task, watch: &mut dyn FnMut(Event)) -> Result<Finding, SearchError> {
    let mut finding = Finding::nothing(task);
    if let Some(reason) = task.problem.obstacle().filter(|_| task.listener.is_none()) {
        finding.reason = Some(NoAnswerReason::Obstacle(reason));
        finding.settle_unsatisfiable(task.answers);
        return Ok(finding);
    }
    let bound = if let Some(bounds) = finding.bounds {
        optimise::optimise(task, bounds, &mut finding, watch)?;
        known::validate(task, &finding)?;
        match finding.status {
            Status::Optimal if task.answers != Answers::One => finding.value,
            Status::Unsatisfiable => {
                finding.settle_unsatisfiable(task.answers);
                finding.give_reason(task, watch);
                return Ok(finding);
            }
            _ => return Ok(finding),
        }
    } else {
        task.bound
    };
    // A proof is told of an answer where the bound is decided.
    if let (Answers::One, Some(bound), None) = (task.answers, bound, task.log())
        && let Some((answer, value)) = task.known_to_reach(bound)
    {
        (finding.answer, finding.value) = (Some(answer), Some(value));
        finding.status = Status::Satisfiable;
        return Ok(finding);
    }
    match bound.filter(|_| task.decides_by_strategy()) {
        Some(bound) => {
            optimise::decide(task, bound, &mut finding, watch)?;
            known::validate(task, &finding)?;
        }
        None => enumerate::enumerate(task, bound, &mut finding, watch)?,
    }
    if finding.status == Status::Unsatisfiable {
        finding.give_reason(task, watch);
    }
    Ok(finding)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::encode::auto;
    use crate::model::{Lit, Model, Relation};
    use crate::solver::Mode;

    #[test]
    fn what_was_settled_when_it_was_left_stays_so() {
        let size = Some("2".parse().expect("a size"));
        let request = crate::puzzle::Request { size, ..Default::default() };
        let family = &crate::puzzles::gunport::FAMILY;
        let puzzle = family.open(&request).expect("a board of two by two");
        let task = Task::new(puzzle.as_problem(), &family.formulations[0]);
        let mut finding = Finding::nothing(&task);
        finding.leave();
        assert_eq!((finding.status, finding.stopped), (Status::Unknown, true));
        let mut finding = Finding::nothing(&task);
        let mut known = finding.clone();
        known.settle_unsatisfiable(task.answers);
        finding.take_in(&Event::Progress(Box::new(known)), task.answers);
        finding.leave();
        assert_eq!((finding.status, finding.stopped), (Status::Unsatisfiable, false));
    }

    #[test]
    fn the_solver_has_every_mode_that_was_measured() {
        for mode in auto::modes_measured() {
            assert!(Mode::named(mode).is_some(), "{mode}");
        }
        for &(name, mode) in Mode::ALL {
            assert_eq!((Mode::named(name), mode.name()), (Some(mode), name));
        }
    }

    /// Pigeons, each in a hole, and holes for one pigeon each.
    pub fn pigeons(pigeons: usize, holes: usize) -> (Model, Vec<Lit>) {
        let mut model = Model::new();
        let nests: Vec<Vec<Lit>> = (0..pigeons)
            .map(|pigeon| (0..holes).map(|hole| model.variable("nest", &[pigeon, hole])).collect())
            .collect();
        nests.iter().for_each(|holes| model.clause("pigeons", holes.iter().copied()));
        for hole in 0..holes {
            let nests = nests.iter().map(|nests| nests[hole]);
            model.cardinality("holes", nests, Relation::AtMost, 1);
        }
        (model, nests.concat())
    }
}
