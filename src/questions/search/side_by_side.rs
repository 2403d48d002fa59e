//! Two searches of one question at the same time, which share their bounds and answers.
//!
//! With two threads, branch and cut searches in one of them, and the strategy by clauses in the
//! other, instead of turn by turn. Each search has a record of its own. The records exchange their
//! facts through a [`SharedRecord`]: each publishes its changes there at once, and reads those of the
//! other before and after each call of a solver and at each node of a tree. When the question is
//! settled, both searches are stopped.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use super::by_strategy::search_by;
use super::method::Method;
use super::record::SearchRecord;
use super::strategies::method;
use super::{Finding, SearchError, Statistics, Strategy, Task};
use crate::bounds::Bounds;
use crate::lock::lock;
use crate::model::Lit;
use crate::prepare::PreparedModel;
use crate::problem::CheckedAnswer;
use crate::stop::Stop;

/// After this time, the record that is shown to the user reads the facts of the other search again.
const NAP: Duration = Duration::from_millis(20);

/// The facts that two searches share, and the signals that end them.
pub(super) struct SharedRecord {
    facts: Mutex<SharedFacts>,
    /// The signals to stop of the two searches.
    stops: [Stop; 2],
}

/// The facts that two searches have found together.
struct SharedFacts {
    bounds: Bounds,
    /// The best answer that reaches the question's bound; `None` if there is none yet.
    answer: Option<CheckedAnswer>,
    /// Whether it is proved that there are no other answers at all.
    exhausted: bool,
    /// Literals that are true in every answer that is better than the best one.
    fixed: BTreeSet<Lit>,
    /// The strategy that settled the question; `None` if it is open.
    settled_by: Option<&'static Strategy>,
}

impl SharedRecord {
    /// Replaces each shared fact by that of a search if this is better. `bounds` are the bounds of
    /// this search, and `finding` has its answer. If `is_settled` is true, stops both searches.
    pub fn offer(&self, bounds: &Bounds, finding: &Finding, is_settled: bool) {
        let mut facts = lock(&self.facts);
        if facts.bounds.adopt_best(bounds) {
            facts.answer.clone_from(&finding.answer);
        }
        facts.bounds.adopt_limit(bounds);
        facts.exhausted |= finding.exhausted;
        if is_settled {
            facts.settled_by.get_or_insert(finding.strategy);
            self.stops.iter().for_each(|stop| _ = stop.request());
        }
    }

    /// Adds literals that are true in every answer that is better than the best one. The shared
    /// facts must include this answer.
    pub fn offer_fixed(&self, fixed: &BTreeSet<Lit>) {
        lock(&self.facts).fixed.extend(fixed);
    }

    /// Replaces each fact of a search, in `bounds`, `finding` and `fixed`, by the shared one if this
    /// is better. Returns whether the bounds have changed.
    pub fn update(
        &self,
        bounds: &mut Bounds,
        finding: &mut Finding,
        fixed: &mut BTreeSet<Lit>,
    ) -> bool {
        let facts = lock(&self.facts);
        let before = (*bounds, finding.exhausted);
        if bounds.adopt_best(&facts.bounds) {
            finding.answer.clone_from(&facts.answer);
        }
        bounds.adopt_limit(&facts.bounds);
        finding.exhausted |= facts.exhausted;
        if facts.fixed.len() > fixed.len() {
            fixed.extend(&facts.fixed);
        }
        before != (*bounds, finding.exhausted)
    }
}

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
    let facts = SharedFacts {
        bounds,
        answer: record.finding.answer.clone(),
        exhausted: record.finding.exhausted,
        fixed: record.fixed.clone(),
        settled_by: None,
    };
    let shared = &SharedRecord { facts: Mutex::new(facts), stops };
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
    let settled_by = lock(&shared.facts).settled_by;
    record.finding.strategy = settled_by.unwrap_or(strategy);
    if settled_by.is_some() { Ok(()) } else { by_other.and(by_clauses) }
}
