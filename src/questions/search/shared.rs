//! The facts that two searches of one question share while they run at the same time.

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::{Finding, Strategy};
use crate::bounds::Bounds;
use crate::lock::lock;
use crate::model::Lit;
use crate::problem::CheckedAnswer;
use crate::stop::Stop;

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
    /// Returns a record with the facts that both searches start from: `bounds`, the answer of `finding`
    /// and the literals `fixed`. `stops` are the signals that end the searches.
    pub fn new(
        bounds: Bounds,
        finding: &Finding,
        fixed: BTreeSet<Lit>,
        stops: [Stop; 2],
    ) -> SharedRecord {
        let (answer, exhausted) = (finding.answer.clone(), finding.exhausted);
        let facts = SharedFacts { bounds, answer, exhausted, fixed, settled_by: None };
        SharedRecord { facts: Mutex::new(facts), stops }
    }

    /// Returns the strategy that settled the question; `None` if it is open.
    pub fn settled_by(&self) -> Option<&'static Strategy> {
        lock(&self.facts).settled_by
    }

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
