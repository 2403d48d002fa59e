//! The search for an optimum or for a bound: the choice of the strategy and the encoding of the
//! model.

use super::local::LocalImprover;
use super::optimiser::Optimiser;
use super::record::SearchRecord;
use super::strategies::method;
use super::task::NO_LIMIT;
use super::workers::Workers;
use super::{Event, Finding, SearchError, Status, Strategy, Task, start};
use crate::bounds::Bounds;
use crate::decision::Decision;
use crate::formulation::ModelScheme;
use crate::model::Model;
use crate::prepare::PreparedModel;
use crate::problem::CheckedAnswer;
use crate::proof::ProofError;
use crate::solver::Effort;

/// Searches for the optimum, and records the answers and bounds that are found. `bounds` are the
/// bounds that are known before. `watch` gets the events of progress. The search starts from the
/// task's known answer. At a limit, the finding has the best answer and the proved bound so far,
/// and counts as stopped. A small enough gap also ends the search. If the optimum is not proved
/// then, the finding counts as stopped, too. Fails if an encoding, a solver or a proof fails, or if
/// an answer does not pass its check. After a failure, `finding` has the facts that were recorded
/// before.
pub(super) fn optimise(
    task: &Task,
    bounds: Bounds,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    let mut record = SearchRecord::new(finding, bounds, None, watch).with_gap(task.gap);
    let solving = &mut record.finding.statistics.solving;
    let (known, local) = solving.time(|| start::known_answer(task));
    record.finding.statistics.local = local.as_ref().map(LocalImprover::progress);
    record.local = local;
    match task.prepared_with_symmetries() {
        ModelScheme::Complete(prepared) => {
            start_from(known, task, &prepared.model, &mut record)?;
            run_strategy(task, prepared, record)?;
        }
        ModelScheme::ForValue(_) => {
            if let Some((answer, value)) = known {
                record.improve(answer, value);
            }
            search_by_value(task, record)?;
        }
    }
    finding.stopped = !matches!(finding.status(), Status::Optimal | Status::Unsatisfiable);
    Ok(())
}

/// Records the known answer, if there is one. If a proof is written, a solution of the model with
/// the value of this answer is also needed, and is recorded in the proof. If no such solution is
/// found soon, the answer is not recorded. Fails if the model cannot be encoded for this.
fn start_from(
    known: Option<(CheckedAnswer, i64)>,
    task: &Task,
    model: &Model,
    record: &mut SearchRecord,
) -> Result<(), SearchError> {
    let Some((answer, value)) = known else { return Ok(()) };
    if let Some(log) = task.log() {
        let Some(values) = start::find_solution(&answer, value, task, model)? else {
            return Ok(());
        };
        log.record_answer(&values);
    }
    record.improve(answer, value);
    Ok(())
}

/// Decides whether an answer reaches `bound`, by a strategy for optima. Starts from the task's
/// known answer if it reaches `bound`. `watch` gets the events of progress. Records the answer, or
/// that there is none, but leaves no bounds and an empty log in the finding. If a deduction
/// excludes the bound, it is recorded as the reason. An undecided question counts as stopped. Does
/// nothing if the problem has no objective, or if the formulation has one model for each value of
/// the objective. Fails if an encoding, a solver or a proof fails, or if an answer does not pass
/// its check.
pub(super) fn decide(
    task: &Task,
    bound: i64,
    known: Option<(CheckedAnswer, i64)>,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    let prepared = task.prepared_with_symmetries().into_complete();
    let Some((goal, prepared)) = task.problem.goal().zip(prepared) else { return Ok(()) };
    let mut record = SearchRecord::new(finding, Bounds::unknown(goal), Some(bound), watch);
    start_from(known, task, &prepared.model, &mut record)?;
    run_strategy(task, prepared, record)?;
    let is_refuted = finding.bounds.take().is_some_and(|bounds| bounds.excludes(bound));
    finding.log.clear();
    finding.trying = None;
    if finding.answer.is_none() && is_refuted {
        finding.exclude(goal.sense, bound);
        finding.settle_unsatisfiable();
    }
    finding.stopped = finding.status() == Status::Unknown;
    Ok(())
}

/// Searches by the requested strategy. If none is requested, searches by the best strategy for the
/// model; if a proof is written, by the best one that can write the proof. If the question states a
/// bound, linear search from above replaces any strategy that searches by clauses and demands one
/// bound after another. If the strategy is not by clauses and leaves the question undecided, the
/// search by clauses takes over. It does not do so if a stop or the task's conflict limit is
/// reached. Fails if one of the searches fails, or if a proof is written and the strategy has no
/// proof for this model.
fn run_strategy<'a>(
    task: &'a Task<'a>,
    prepared: PreparedModel,
    record: SearchRecord<'a>,
) -> Result<(), SearchError> {
    let with_proof = task.strategy_with_proof(&prepared.model);
    let strategy = match with_proof.unwrap_or_else(|| task.strategy_for(&prepared.model)) {
        // If the question states a bound, a strategy that starts at this bound replaces a strategy
        // that tries bound after bound.
        strategy if record.decided.is_some() && strategy.is_by_clauses() && strategy.demands => {
            super::clause_strategy()
        }
        strategy => strategy,
    };
    let again = (!strategy.is_by_clauses()).then(|| prepared.clone());
    let (record, _) = search_by(strategy, task, prepared, record, method(strategy).run)?;
    let spent = record.finding.statistics.effort.conflicts;
    let is_over = task.stop.is_reached() || task.remaining_conflicts(NO_LIMIT, spent).is_none();
    if let Some(prepared) = again.filter(|_| !is_over && !record.is_settled()) {
        let by_clauses = super::clause_strategy();
        search_by(by_clauses, task, prepared, record, method(by_clauses).run)?;
    }
    Ok(())
}

/// Encodes the model for a share of the cubes of the task's bound, and calls `go_through` with the
/// optimiser of this model. Returns the result of this call and the work, and also the answer if
/// one is found. Returns `Unknown` at a limit or a stop, or if the question is decided before the
/// call. Also returns `Unknown` if `go_through` returns `Sat` and no answer was recorded. Fails if
/// the problem has no objective, if the model cannot be prepared or encoded, or if `go_through`
/// fails.
pub(super) fn search_share(
    task: &Task,
    prepared: PreparedModel,
    strategy: &'static Strategy,
    go_through: impl FnOnce(&mut Optimiser) -> Result<Decision, SearchError>,
) -> Result<(Decision<CheckedAnswer>, Effort), SearchError> {
    let goal = task
        .problem
        .goal()
        .ok_or(SearchError::Contract("a share of a search needs an objective"))?;
    let (mut finding, watch) = (Finding::new(task), &mut |_| {});
    let record = SearchRecord::new(&mut finding, Bounds::unknown(goal), task.bound, watch);
    let (_, outcome) = search_by(strategy, task, prepared, record, go_through)?;
    let outcome = match (outcome, finding.answer) {
        (Some(Decision::Sat(())), Some(answer)) => Decision::Sat(answer),
        (Some(Decision::Unsat(())), _) => Decision::Unsat(()),
        _ => Decision::Unknown,
    };
    Ok((outcome, finding.statistics.effort))
}

/// Encodes the model for a strategy, and calls `go` with the optimiser. If the strategy is by
/// clauses or breaks symmetries in proofs, the symmetries of the model are broken. Records the
/// strategy and the facts about the model. Returns the record and the result of `go`. The result is
/// `None` if the question was decided before, or if a stop ended the encoding or `go`.
///
/// Fails if `go` fails, or if the model cannot be prepared, encoded or derived. Also fails if a
/// proof is written and the strategy has none for this model. In this last case, if a stop is
/// requested by then, the error is [`SearchError::Stopped`].
fn search_by<'a, T>(
    strategy: &'static Strategy,
    task: &'a Task<'a>,
    mut prepared: PreparedModel,
    mut record: SearchRecord<'a>,
    go: impl FnOnce(&mut Optimiser) -> Result<T, SearchError>,
) -> Result<(SearchRecord<'a>, Option<T>), SearchError> {
    let derives_cubes = !strategy.is_by_clauses() && task.log().is_some();
    if task.log().is_some() && !(strategy.has_proof)(&prepared.model, &task.stop) {
        return Err(task.stopped_or(ProofError::Search(strategy.name)));
    }
    let in_clauses =
        strategy.is_by_clauses() || derives_cubes && strategy.breaks_symmetries_in_proofs();
    if task.breaks_symmetries() && in_clauses {
        prepared.break_symmetries();
    }
    let model = record.finding.prepare(task, prepared)?;
    record.finding.strategy = strategy;
    record.learn(&model);
    if record.is_settled() {
        return Ok((record, None));
    }
    let Some((clauses, formula)) = task.formula(&model, &mut record.finding.statistics)? else {
        return Ok((record, None));
    };
    let setting = task.setting(&model, &mut record.finding.statistics);
    let mut workers = Workers::new(&setting, task.threads);
    let adds_up_cores = !strategy.demands || strategy.needs_cores;
    if derives_cubes || adds_up_cores {
        workers = workers.with_lookahead();
    }
    if adds_up_cores {
        workers = workers.for_many_calls();
    }
    workers.add(&clauses);
    drop(clauses);
    let mut optimiser = Optimiser::new(task, model, formula, workers, record);
    let outcome = match go(&mut optimiser) {
        Err(SearchError::Stopped) => None,
        result => Some(result?),
    };
    Ok((optimiser.record, outcome))
}

/// Searches the models of the values one after another, from the best possible value on. Each
/// refuted value proves a bound. Ends at the first answer, which is the best one. Also ends when
/// the question is decided or the gap is small enough, or at a limit or a stop. The task's conflict
/// limit applies to all these searches together. Adds their statistics. Fails if one of them fails.
fn search_by_value(task: &Task, mut record: SearchRecord) -> Result<(), SearchError> {
    while !record.is_settled() {
        let value = record.bounds().limit;
        let mut met = Finding::new(task);
        let spent = record.finding.statistics.effort.conflicts;
        let left = task.conflicts.map(|limit| limit.saturating_sub(spent));
        let rest = Task { conflicts: left, ..task.clone() };
        let verdict = super::enumerate::find_with_value(&rest, value, &mut met)?;
        record.finding.statistics.add(met.statistics);
        if verdict == Decision::Unsat(()) {
            record.finding.record_ground(&task.solver);
        }
        match verdict {
            Decision::Unknown => break,
            Decision::Unsat(()) => record.refute(value),
            Decision::Sat(()) => {
                record.improve(met.answer.expect("a solution shows an answer"), value);
            }
        }
    }
    Ok(())
}
