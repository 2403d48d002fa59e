//! Answers to a question about a puzzle: one answer, the best answer, whether an answer is unique,
//! the number of answers, or all answers.
//!
//! A [`Strategy`] finds an **optimum** by a sequence of bounds on one incremental solver
//! (`optimise.rs`). If the question asks for one answer that reaches a given bound, a strategy can
//! also decide whether there is one (`Task::decides_by_strategy`). **Enumeration** (`enumerate.rs`)
//! answers all other questions.
//!
//! The search for an optimum begins with a short search by cores (`short.rs`), if this can pay. Then
//! it starts with deduced facts ([`crate::deduce`]), symmetry breaking and a constructed answer. If answers are counted or listed, symmetries are used only to count or list
//! them up to symmetry (`orbits.rs`). If a formulation has one model for each value of the
//! objective, these models are searched one after another, beginning with the best possible value.
//!
//! Every answer must pass the problem's `check`. Also, the value of the answer by the rules must be
//! equal to its value in the model. Otherwise the search ends with [`SearchError::Internal`].

use crate::formulation::Formulation;
use crate::problem::Problem;
use crate::stop::Stop;

mod binary;
#[cfg(feature = "records")]
mod branch_and_cut;
mod by_strategy;
mod clash;
mod core_boosted;
mod cuber;
#[cfg(feature = "records")]
mod cubes;
mod cuts;
mod enumerate;
mod error;
mod explain;
mod finding;
mod forced;
mod known;
#[cfg(feature = "records")]
mod line_sums;
mod linear_sat_unsat;
mod linear_unsat_sat;
mod local;
mod lookahead;
mod method;
#[cfg(feature = "records")]
mod movement;
mod oll;
mod optimise;
mod optimiser;
mod orbits;
#[cfg(feature = "records")]
mod parity_cuts;
mod pieces;
mod plan;
mod probe;
mod reason;
mod record;
#[cfg(feature = "records")]
mod row_cuts;
mod settle;
mod share;
mod shared;
mod short;
mod side_by_side;
mod start;
mod statistics;
mod strategies;
mod strategy;
mod task;
pub mod watched;
#[cfg(not(feature = "records"))]
mod without_records;
mod workers;

pub use clash::standing::{CompletionFailure, Fault, judge};
pub use cuts::{CutClass, Cuts};
pub use error::SearchError;
pub use explain::{Explanation, explain};
pub use finding::{BoundStep, Event, Finding, PreparedFacts, Status};
pub use forced::Backbone;
pub use optimiser::Optimiser;
pub use orbits::OrbitCount;
pub use pieces::{
    DivisionError, JoinError, Parts, Piece, PieceDivider, PieceOptions, Pieces, RefutedPieces,
    WorkerHints, dividing_strategy, value_to_reach,
};
pub use plan::SearchPlan;
pub use reason::{NoAnswerReason, RuleClash};
pub use settle::SettlingEntries;
pub use share::Share;
pub use start::complete;
pub use statistics::{Cubes, LocalProgress, ShortSearch, SpentTime, Statistics};
pub use strategies::{CUT_CLASSES, STRATEGIES, cut_strategy, strategy_by_name};
pub use strategy::{Division, Fit, Strategy, clause_strategy};
pub use task::{Answers, Task};

/// Returns whether a problem has an answer. Returns `None` if the search fails, or if it stops
/// before it finds an answer or decides that there is none. If the problem has an objective, the
/// search goes on until it reaches the optimum or stops. Does not search for a reason why there is
/// no answer.
pub fn has_answer(problem: &dyn Problem, formulation: &Formulation, stop: Stop) -> Option<bool> {
    let task = Task { stop, explain: false, ..Task::new(problem, formulation) };
    match run(&task, &mut |_| {}).ok()?.status() {
        Status::Satisfiable | Status::Optimal => Some(true),
        Status::Unsatisfiable => Some(false),
        Status::Unknown => None,
    }
}

/// Answers the question of a task. A stop is no error: the finding then has the facts that are
/// known so far. It is marked as stopped if these facts do not settle the question (`exhausted`).
/// `watch` receives the progress and the answers.
///
/// # Errors
///
/// If an encoding, a solver, the proof or the strategy fails, if an answer does not pass its check,
/// or if a known answer contradicts the claim of an external solver.
pub fn run(task: &Task, watch: &mut dyn FnMut(Event)) -> Result<Finding, SearchError> {
    let mut finding = Finding::new(task);
    match find(task, &mut finding, watch) {
        Ok(()) => Ok(finding),
        Err(SearchError::Stopped) => {
            finding.abandon();
            Ok(finding)
        }
        Err(error) => Err(error),
    }
}

/// Answers the question of a task and records the result in `finding`:
///
/// - If the problem has an obstacle (an obvious reason against any answer) and no proof is written,
///   records the obstacle as the reason and does not search.
/// - If the question asks for one answer at a bound, a short search comes first, if it can pay. Then
///   uses a known answer that reaches the bound. If a proof of the problem is written, searches
///   nevertheless.
/// - If the question is about optimal answers, first finds the optimum. If one answer is not
///   enough, then searches for answers that reach the optimum.
/// - If there is no answer, also looks for a reason, if the task asks for one (`explain`).
///
/// If the search is stopped, returns [`SearchError::Stopped`], and `finding` has the facts that are
/// known so far. Also fails if an encoding, a solver, the proof or the check of an answer fails, or
/// if a known answer contradicts the claim of an external solver.
fn find(
    task: &Task,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    let obstacle = task.problem.info().obstacle.as_ref();
    if let Some(reason) = obstacle.filter(|_| task.listener.is_none()) {
        finding.reason = Some(NoAnswerReason::Obstacle(reason.clone()));
        finding.settle_unsatisfiable();
        return Ok(());
    }
    let bound = if let Some(bounds) = finding.bounds {
        optimise::optimise(task, bounds, finding, watch)?;
        known::validate(task, finding)?;
        match finding.status() {
            Status::Optimal if task.answers != Answers::One => finding.value(),
            Status::Unsatisfiable => {
                finding.settle_unsatisfiable();
                finding.find_reason(task, watch);
                return Ok(());
            }
            _ => return Ok(()),
        }
    } else {
        task.bound
    };
    let short = match bound.filter(|_| task.answers == Answers::One) {
        Some(bound) => optimise::decide_shortly(task, bound)?,
        None => None,
    };
    let Some(short) = short else { return find_at_bound(task, bound, finding, watch) };
    let spent = short.statistics.clone();
    if spent.is_settled_shortly() {
        *finding = short;
        watch(Event::Progress(Box::new(finding.clone())));
        if finding.status() == Status::Unsatisfiable {
            finding.find_reason(task, watch);
        }
        return Ok(());
    }
    finding.statistics.short.clone_from(&spent.short);
    let left = task.conflicts.map(|limit| limit.saturating_sub(spent.effort.conflicts));
    let rest = Task { conflicts: left, ..task.clone() };
    let found = find_at_bound(&rest, bound, finding, watch);
    finding.statistics.add_work(&spent);
    found
}

/// Answers the question of a task about answers that reach `bound`, or about any answers if there is
/// no bound. Does all that [`find`] does after the short search. Fails as `find` does.
fn find_at_bound(
    task: &Task,
    bound: Option<i64>,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    // If a proof is written, the search goes on, because the proof must contain the answer.
    let asked = bound.filter(|_| task.answers == Answers::One);
    let known = asked.and_then(|bound| start::known_answer_reaching(task, bound));
    if let (Some((answer, _)), None) = (&known, task.log()) {
        finding.answer = Some(answer.clone());
        return Ok(());
    }
    match bound.filter(|_| task.decides_by_strategy()) {
        Some(bound) => {
            optimise::decide(task, bound, known, finding, watch)?;
            known::validate(task, finding)?;
        }
        None => enumerate::enumerate(task, bound, finding, watch)?,
    }
    if finding.status() == Status::Unsatisfiable {
        finding.find_reason(task, watch);
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::model::{Lit, Model, Relation};
    use crate::solver::Mode;

    #[test]
    fn what_was_settled_when_it_was_left_stays_so() {
        let size = Some("2".parse().expect("a size"));
        let request = crate::puzzle::Request { size, ..Default::default() };
        let family = &crate::puzzles::gunport::FAMILY;
        let puzzle = family.open(&request).expect("a board of two by two");
        let task = Task::new(puzzle.as_problem(), &family.formulations[0]);
        let mut finding = Finding::new(&task);
        finding.abandon();
        assert_eq!((finding.status(), finding.stopped), (Status::Unknown, true));
        let mut finding = Finding::new(&task);
        let mut known = finding.clone();
        known.settle_unsatisfiable();
        finding.update(&Event::Progress(Box::new(known)));
        finding.abandon();
        assert_eq!((finding.status(), finding.stopped), (Status::Unsatisfiable, false));
        let mut best = run(&task, &mut |_| {}).expect("an answer");
        best.abandon();
        assert_eq!((best.status(), best.stopped), (Status::Optimal, false));
        best.wanted = Answers::Unique;
        best.abandon();
        assert_eq!((best.status(), best.stopped), (Status::Optimal, true));
    }

    #[test]
    fn every_mode_is_found_by_its_name() {
        for &(name, mode) in Mode::ALL {
            assert_eq!((Mode::by_name(name), mode.name()), (Some(mode), name));
        }
    }

    #[test]
    fn only_a_question_about_uniqueness_says_whether_an_answer_is_unique() {
        let size = Some("2".parse().expect("a size"));
        let request = crate::puzzle::Request { size, ..Default::default() };
        let family = &crate::puzzles::gunport::FAMILY;
        let puzzle = family.open(&request).expect("a board of two by two");
        for answers in [Answers::One, Answers::Unique, Answers::Count(None), Answers::All(None)] {
            let task = Task { answers, ..Task::new(puzzle.as_problem(), &family.formulations[0]) };
            let finding = run(&task, &mut |_| {}).expect("an optimum");
            assert_eq!(finding.unique().is_some(), answers == Answers::Unique, "{answers:?}");
        }
    }

    pub fn pigeons(pigeons: usize, holes: usize) -> (Model, Vec<Lit>) {
        let mut model = Model::new();
        let nests: Vec<Vec<Lit>> = (0..pigeons)
            .map(|pigeon| (0..holes).map(|hole| model.variable("nest", &[pigeon, hole])).collect())
            .collect();
        nests.iter().for_each(|holes| model.clause("pigeons", holes.iter().copied()));
        for hole in 0..holes {
            model.cardinality("holes", nests.iter().map(|nests| nests[hole]), Relation::AtMost, 1);
        }
        (model, nests.concat())
    }
}
