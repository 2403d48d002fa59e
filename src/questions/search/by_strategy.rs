//! The search by one strategy: its model, the clauses of the model and the solvers.

use super::optimiser::Optimiser;
use super::record::SearchRecord;
use super::workers::Workers;
use super::{SearchError, Statistics, Strategy, Task};
use crate::prepare::PreparedModel;
use crate::proof::ProofError;

/// Encodes the model for a strategy, and calls `go` with the optimiser. If the strategy is by
/// clauses or breaks symmetries in proofs, the symmetries of the model are broken. Records the
/// strategy, the facts about the model and the sizes of the formula. A formula without clauses does
/// not replace the sizes of an earlier search. Returns the record and the result of `go`. The result is
/// `None` if the question was decided before, or if a stop ended the encoding or `go`.
///
/// Fails if `go` fails, or if the model cannot be prepared, encoded or derived. Also fails if a
/// proof is written and the strategy has none for this model. In this last case, if a stop is
/// requested by then, the error is [`SearchError::Stopped`].
pub(super) fn search_by<'a, T>(
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
    let without_constraints = (!strategy.needs_clauses).then(|| model.without_constraints());
    let encoded = without_constraints.as_ref().unwrap_or(&model);
    let mut of_formula = Statistics::default();
    let encoded = task.formula(encoded, &mut of_formula)?;
    let statistics = &mut record.finding.statistics;
    if strategy.needs_clauses || statistics.variables == 0 {
        statistics.replace_sizes(of_formula);
    } else {
        statistics.encoding += of_formula.encoding;
    }
    let Some((clauses, formula)) = encoded else { return Ok((record, None)) };
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
    optimiser.learn_fixed();
    Ok((optimiser.record, outcome))
}
