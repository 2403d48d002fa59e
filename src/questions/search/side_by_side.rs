//! Two searches of one question at the same time, which share their bounds and answers.
//!
//! With two threads, branch and cut searches in one of them, and the strategy by clauses in the
//! other, instead of turn by turn. Each search has a record of its own. The records exchange their
//! facts through a [`SharedRecord`]: each publishes its changes there at once, and reads those of the
//! other before and after each call of a solver and at each node of a tree. When the question is
//! settled, both searches are stopped.

use std::thread;
use std::time::Duration;

use super::by_strategy::search_by;
use super::method::Method;
use super::record::SearchRecord;
use super::shared::SharedRecord;
use super::strategies::method;
use super::{Finding, SearchError, Statistics, Strategy, Task};
use crate::prepare::PreparedModel;

/// After this time, the record that is shown to the user reads the facts of the other search again.
const NAP: Duration = Duration::from_millis(20);

/// Searches by another method in this thread and, at the same time, by `strategy` in all other
/// threads of the task. Records the facts of both searches in `record`, with the work of both. The
/// strategy of the finding is the one that settles the question; if none does, it is `strategy`. Fails
/// if a search fails and the question is not settled. No proof may be written.
pub(super) fn search_side_by_side(
    strategy: &'static Strategy,
    other: &'static Method,
    task: &Task,
    prepared: PreparedModel,
    mut record: SearchRecord,
) -> Result<(), SearchError> {
    debug_assert!(task.log().is_none(), "a proof has one search");
    let stops = [task.stop.branch(), task.stop.branch()];
    let [of_other, of_clauses] = stops.clone().map(|stop| Task { stop, ..task.clone() });
    let of_clauses = Task { threads: task.threads.saturating_sub(1).max(1), ..of_clauses };
    let (bounds, decided) = (record.bounds(), record.decided);
    let shared = &SharedRecord::new(bounds, record.finding, record.fixed.clone(), stops);
    let local = record.local.take();
    let statistics = Statistics::default();
    let mut finding = Finding { statistics, ..record.finding.clone() };
    let [by_other, by_clauses] = thread::scope(|scope| {
        let (of_clauses, finding, prepared_too) = (&of_clauses, &mut finding, prepared.clone());
        let searcher = scope.spawn(move || {
            let mut watch = |_| {};
            let record = SearchRecord::new(finding, bounds, decided, &mut watch);
            let mut record = record.with_gap(task.gap);
            (record.local, record.shared) = (local, Some(shared));
            search_by(strategy, of_clauses, prepared_too, record, method(strategy).run).map(|_| ())
        });
        let shown = record.beside(shared);
        let by_other = search_by(&other.strategy, &of_other, prepared, shown, other.run);
        let by_other = by_other.map(|_| ());
        let mut shown = record.beside(shared);
        while !searcher.is_finished() {
            thread::sleep(NAP);
            shown.adopt();
        }
        let by_clauses = searcher.join().expect("a search does not panic");
        shown.adopt();
        [by_other, by_clauses]
    });
    let of_tree = std::mem::replace(&mut record.finding.statistics, finding.statistics);
    let statistics = &mut record.finding.statistics;
    statistics.add_work(&of_tree);
    (statistics.short, statistics.cubes) = (of_tree.short, of_tree.cubes);
    statistics.cuts = of_tree.cuts;
    statistics.local = statistics.local.or(of_tree.local);
    record.finding.prepared = finding.prepared;
    let settled_by = shared.settled_by();
    record.finding.strategy = settled_by.unwrap_or(strategy);
    if settled_by.is_some() { Ok(()) } else { by_other.and(by_clauses) }
}
