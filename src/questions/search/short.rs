//! A short search by cores, before every step of an optimum that can take longer than it.
//!
//! Given cells leave little to search: unit propagation fixes most literals, and a few dozen
//! conflicts prove the optimum. On a gunport of 11 × 14 with a fifth of its cells given, the linear
//! program of the deduction `dual` took two thirds of the time, and the constructed answer a tenth.
//! So a search by cores ([`oll`]) comes first, within [`MOST_CONFLICTS`] conflicts. Only if it leaves
//! the question open do these steps follow: the linear program, the detection of symmetries, the
//! constructed answer and the local search. They then start from the bounds and the answer that the
//! short search has found.
//!
//! The short search is made only if it can pay: for small models ([`MOST_TERMS`]), and for puzzles
//! only if propagation fixes one of [`FIXED`] variables. Without given cells, no gunport from 7 × 15
//! on was decided in 1,000 conflicts. It is not made before a search that refutes bounds by sums over
//! the board: of eighteen windows from 8 × 20 to 15 × 15 with given cells, it decided none.
//!
//! Cores are found fastest in a model with few variables. So a problem can name another formulation
//! for this search ([`Problem::short_formulation`](crate::problem::Problem::short_formulation)). On
//! the board above, `pieces` takes 59 conflicts and 26,000 ticks, and `sides` 151 conflicts and
//! 179,000 ticks (alternating mode).
//!
//! Tried and dropped: core exhaustion (no gain in conflicts on the same boards).

use super::by_strategy::search_by;
use super::record::SearchRecord;
use super::strategies::best_strategy;
use super::{Event, Finding, Fit, SearchError, ShortSearch, Task, oll};
use crate::bounds::Bounds;
use crate::deduce::Rules;
use crate::model::{Model, Statement, propagated};
use crate::prepare::PreparedModel;
use crate::solver::{Mode, SolverChoice};
use crate::symmetry::Symmetries;

/// The conflict limit of the short search of a puzzle. So many conflicts take about a third of the
/// time of the steps that would follow.
const MOST_CONFLICTS: u64 = 1_500;

/// The conflict limit of the short search of a model file. In a file, propagation need not have fixed
/// anything, and a conflict can take longer.
const MOST_OF_FILE: u64 = 400;

/// The solver's mode in the short search, unless the task names one. With it, 26 of 33 gunports from
/// 9 × 10 to 16 × 16 with given cells are decided in 1,500 conflicts, and 23 in the alternating mode.
const MODE: Mode = Mode::Stable;

/// The largest total number of literals in the constraints of a model that is searched shortly.
const MOST_TERMS: usize = 50_000;

/// The short search of a puzzle is made only if unit propagation fixes at least 1 / `FIXED` of the
/// variables.
const FIXED: usize = 8;

/// Searches for the optimum by cores for a short time, and returns the finding. If `decided` is a
/// bound, only decides whether an answer reaches it. The statistics of the finding say whether this
/// decided the question. Its log has only the last bounds. Returns `None` if no short search is
/// made, since it cannot pay or the task does not allow it. Reports no progress. Fails if an answer
/// does not pass its check.
pub(super) fn search(
    task: &Task,
    bounds: Bounds,
    decided: Option<i64>,
) -> Result<Option<Finding>, SearchError> {
    let Some((short, prepared)) = prepare(task, decided) else { return Ok(None) };
    let (mut finding, watch) = (Finding::new(&short), &mut |_: Event| {});
    let mut record = SearchRecord::new(&mut finding, bounds, decided, watch).with_gap(task.gap);
    if let Some((answer, value)) = short.start.clone() {
        record.improve(answer, value);
    }
    let strategy = &oll::METHOD.strategy;
    let searched = search_by(strategy, &short, prepared, record, oll::search_shortly);
    let settled = match searched {
        // The main search reports what an encoding cannot state, or that clauses exceed a limit.
        Err(SearchError::Encoding(_)) => return Ok(None),
        searched => searched?.0.is_settled(),
    };
    finding.log.drain(..finding.log.len().saturating_sub(1));
    finding.trying = None;
    finding.statistics.short = Some(ShortSearch {
        formulation: short.formulation.name.to_owned(),
        conflicts: finding.statistics.effort.conflicts,
        settled,
    });
    Ok(Some(finding))
}

/// Returns the task of the short search and its model. `decided` is the bound that the question
/// states. Returns `None` if no short search is made, since it cannot pay or the task does not allow
/// it.
pub(super) fn prepare<'a>(
    task: &Task<'a>,
    decided: Option<i64>,
) -> Option<(Task<'a>, PreparedModel)> {
    let is_allowed = task.short_search
        && task.listener.is_none()
        && task.strategy.is_none()
        && task.rules.are_all()
        && matches!(task.solver, SolverChoice::Embedded);
    // A comparison asks for a bound with `--construct off`, and measures the search that was chosen.
    let is_compared = decided.is_some() && (is_file(task) || !task.construct);
    if !is_allowed || is_compared || task.formulation.of_value || task.stop.is_reached() {
        return None;
    }
    let formulation = task.problem.short_formulation(task.formulation).unwrap_or(task.formulation);
    let most = if is_file(task) { MOST_OF_FILE } else { MOST_CONFLICTS };
    let conflicts = Some(task.conflicts.map_or(most, |limit| limit.min(most)));
    let short = Task {
        formulation,
        conflicts,
        rules: Rules::without_programs(),
        symmetry: Symmetries::Kept,
        mode: task.mode.or(Some(MODE)),
        strategy: Some(&oll::METHOD.strategy),
        threads: 1,
        ..task.clone()
    };
    let model = short.problem.model_scheme(formulation).into_complete()?;
    if !pays(&short, &model) {
        return None;
    }
    let prepared = short.prepared_with_symmetries().into_complete()?;
    Some((short, prepared))
}

/// Returns whether the problem is a model file.
fn is_file(task: &Task) -> bool {
    task.problem.info().written.is_some()
}

/// Returns whether a short search of the model can pay. The objective must be one sum, the model must
/// be small, and the search that would follow must be one by clauses. In the model of a puzzle,
/// propagation must also fix many variables. Returns `false` if the encodings of the task do not suit
/// the model.
fn pays(task: &Task, model: &Model) -> bool {
    let terms: usize = model.constraints().statements().map(|one| one.lits().len()).sum();
    // Rows with weights can have long encodings, and branch and cut needs none.
    let has_weights =
        || model.constraints().statements().any(|one| matches!(one, Statement::Linear(..)));
    terms <= MOST_TERMS
        && !(is_file(task) && has_weights())
        && (oll::METHOD.strategy.fit)(model, &task.stop) != Fit::None
        && (is_file(task) || FIXED * propagated(model, &task.stop).len() >= model.labels().len())
        && best_strategy(model, is_file(task), |_| true, &task.stop).is_by_clauses()
        && task.encodings.validate(model).is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::{Status, run};
    use super::*;
    use crate::problem::ProblemOwner as _;
    use crate::puzzle::{BoardProblem, Request};
    use crate::puzzles::gunport::FAMILY;
    use crate::source::Source;

    const GIVEN: &str = "?^??^?\n?v??v?\n??<>??\n?.????\n?^?<>?\n?v????\n";

    fn board(text: &str) -> BoardProblem {
        let board = Some(Source::new("board", text).into());
        let opened = FAMILY.open(&Request { board, ..Request::default() });
        opened.expect("a board of gunport").into_puzzle().expect("a puzzle")
    }

    fn find(task: &Task) -> Finding {
        run(task, &mut |_| {}).expect("the search does not fail")
    }

    #[test]
    fn given_cells_are_decided_before_the_linear_program() {
        let puzzle = board(GIVEN);
        let task = Task::new(puzzle.as_problem(), &FAMILY.formulations[0]);
        let found = find(&task);
        let short = found.statistics.short.as_ref().expect("a short search");
        assert_eq!((&short.formulation[..], short.settled), ("pieces", true));
        assert!(found.prepared.deductions.iter().all(|deduction| deduction.rule != "dual"));
        let at_length = find(&Task { short_search: false, ..task });
        assert!(at_length.statistics.short.is_none());
        assert_eq!((found.status(), found.value()), (Status::Optimal, at_length.value()));
    }

    #[test]
    fn a_bound_is_decided_on_either_side_of_the_optimum() {
        let puzzle = board(GIVEN);
        let task = Task::new(puzzle.as_problem(), &FAMILY.formulations[0]);
        let optimum = find(&task).value().expect("an answer");
        for (bound, status) in
            [(optimum, Status::Satisfiable), (optimum - 1, Status::Unsatisfiable)]
        {
            let found = find(&Task { bound: Some(bound), explain: false, ..task.clone() });
            assert!(found.statistics.is_settled_shortly(), "{bound}");
            assert_eq!((found.status(), found.bounds), (status, None), "{bound}");
            assert!(found.log.is_empty() && !found.stopped);
        }
    }

    #[test]
    fn an_empty_board_is_not_searched_shortly() {
        let puzzle = board(&"??????\n".repeat(6));
        let found = find(&Task::new(puzzle.as_problem(), &FAMILY.formulations[0]));
        assert!(found.statistics.short.is_none());
        assert_eq!(found.status(), Status::Optimal);
    }

    #[test]
    fn a_search_that_decides_nothing_leaves_its_bounds_and_counts_its_conflicts() {
        let rows = ["?^????????", "?v??<>????", "????????^?", "????????v?", "?<>???????"];
        let text = rows.map(|row| format!("{row}\n")).concat();
        let puzzle = board(&(text.clone() + &text));
        let task = Task::new(puzzle.as_problem(), &FAMILY.formulations[0]);
        let task = Task { conflicts: Some(2), construct: false, ..task };
        let found = find(&task);
        let short = found.statistics.short.as_ref().expect("a short search");
        assert!(!short.settled && found.stopped, "{:?}", found.statistics);
        assert!(found.answer.is_some() && found.statistics.effort.conflicts >= 2);
        assert!(found.statistics.effort.conflicts <= 4, "the limit holds for both searches");
    }
}
