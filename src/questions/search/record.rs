//! The record of the search for an optimum.
//!
//! Each step is recorded and published at once, because the search can be killed at any time.

use std::collections::BTreeSet;
use std::time::Instant;

use super::local::LocalImprover;
use super::shared::SharedRecord;
use super::{BoundStep, Event, Finding};
use crate::bounds::Bounds;
use crate::deduce::Fact;
use crate::model::{Lit, Model};
use crate::problem::CheckedAnswer;
use crate::process;

/// The time at which a search began.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    start: Instant,
    /// The processor time of the program at the start, in seconds.
    cpu_start: f64,
}

impl Clock {
    /// Returns a clock that starts now.
    pub fn start() -> Clock {
        Clock { start: Instant::now(), cpu_start: process::cpu_seconds() }
    }
}

/// The facts about the optimum that a search has found, and the function that receives each change.
pub(super) struct SearchRecord<'a> {
    /// The finding of the search. It gets a copy of the bounds after each change.
    pub finding: &'a mut Finding,
    bounds: Bounds,
    /// Receives each event of the search.
    watch: &'a mut dyn FnMut(Event),
    clock: Clock,
    /// A gap at which the search is allowed to end. It is the gap between the best value and the
    /// proved bound, as [`Bounds::gap`] measures it. `None` to search for the optimum.
    gap: Option<f64>,
    /// The bound that the question states; `None` if it asks for the optimum.
    pub decided: Option<i64>,
    /// The local search that continues between calls of the solver; `None` if there is none.
    pub local: Option<LocalImprover<'a>>,
    /// Literals that are true in every answer that is better than the best one so far. They are known
    /// only if no proof is written.
    pub fixed: BTreeSet<Lit>,
    /// The facts that are shared with a search beside this one; `None` if there is none.
    pub shared: Option<&'a SharedRecord>,
}

impl<'a> SearchRecord<'a> {
    /// Returns a record for `finding`. Its clock starts now. Writes `bounds` to `finding`.
    /// `decided` is the bound that the question states, or `None` if the question asks for the
    /// optimum.
    pub fn new(
        finding: &'a mut Finding,
        bounds: Bounds,
        decided: Option<i64>,
        watch: &'a mut dyn FnMut(Event),
    ) -> SearchRecord<'a> {
        finding.bounds = Some(bounds);
        let (clock, gap, local, shared) = (Clock::start(), None, None, None);
        let fixed = BTreeSet::new();
        SearchRecord { finding, bounds, watch, clock, gap, decided, local, fixed, shared }
    }

    /// Returns a record for one of two searches that run at the same time and share their facts. It
    /// has the same finding, bounds and clock, but no local search.
    pub fn beside<'b>(&'b mut self, shared: &'b SharedRecord) -> SearchRecord<'b> {
        SearchRecord {
            finding: &mut *self.finding,
            watch: &mut *self.watch,
            local: None,
            fixed: self.fixed.clone(),
            shared: Some(shared),
            ..*self
        }
    }

    /// Returns the record with a gap at which the search is allowed to end.
    pub fn with_gap(self, gap: Option<f64>) -> SearchRecord<'a> {
        SearchRecord { gap, ..self }
    }

    /// Returns the record with the clock of a search that began before.
    pub fn since(self, clock: Clock) -> SearchRecord<'a> {
        SearchRecord { clock, ..self }
    }

    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns whether the question is decided or the gap is small enough.
    pub fn is_settled(&self) -> bool {
        let bounds = &self.bounds;
        self.decided.is_some_and(|bound| self.has_reached(bound) || bounds.excludes(bound))
            || self.finding.exhausted
            || bounds.is_closed()
            || self.gap.zip(bounds.gap()).is_some_and(|(asked, known)| known <= asked)
    }

    /// Returns whether the best answer so far has this value or a better one.
    pub fn has_reached(&self, bound: i64) -> bool {
        self.bounds.best.is_some_and(|best| self.bounds.sense.reaches(best, bound))
    }

    /// Records an answer that is better than the best answer so far, and returns `true`. `value` is
    /// its value. If the answer is not better, does nothing and returns `false`. If the question
    /// states a bound that the answer does not reach, records only the value of the answer, as the
    /// best value so far. A bound that the answer reaches is no longer tried. In all cases, adds the new
    /// best value to the finding's log, and publishes the finding.
    pub fn improve(&mut self, answer: CheckedAnswer, value: i64) -> bool {
        if self.has_reached(value) {
            return false;
        }
        let sense = self.bounds.sense;
        debug_assert!(
            self.bounds.best.is_none_or(|best| sense.reaches(value, best)),
            "answers only get better"
        );
        self.bounds.best = Some(value);
        self.finding.trying.take_if(|bound| sense.reaches(value, *bound));
        // An answer that does not reach the question's bound does not answer the question.
        if self.decided.is_none_or(|bound| self.has_reached(bound)) {
            self.finding.answer = Some(answer);
        }
        self.publish_bounds();
        true
    }

    /// Records that no answer is as good as `bound`, and publishes this. If no value worse than
    /// `bound` is possible, also records that there are no other answers at all. If literals are
    /// [fixed](SearchRecord::fix), the fact is only about answers that are better than the best one.
    pub fn refute(&mut self, bound: i64) {
        if let Some(best) = self.bounds.best.filter(|_| self.has_fixed() && self.has_reached(bound))
        {
            return self.limit_to(best);
        }
        debug_assert!(!self.has_reached(bound), "an answer reaches the refuted bound {bound}");
        match self.bounds.worse_than(bound) {
            None => self.finding.exhausted = true,
            Some(_) => self.bounds.refute(bound),
        }
        self.publish_bounds();
    }

    /// Returns whether refutations hold only for answers that are better than the best one.
    fn has_fixed(&self) -> bool {
        !self.fixed.is_empty()
    }

    /// Records that no answer is better than `value`. If literals are [fixed](SearchRecord::fix), the
    /// fact is only about answers that are better than the best one.
    pub fn limit_to(&mut self, value: i64) {
        let sense = self.bounds.sense;
        let best = self.bounds.best.filter(|&best| self.has_fixed() && sense.reaches(best, value));
        let value = best.unwrap_or(value);
        self.bounds.learn(&Fact::Limit { value, dual: None });
        self.publish_bounds();
    }

    /// Records two facts, and publishes them: the values that the model's objective can have, and
    /// the bounds that the deductions in the finding proved.
    pub fn learn(&mut self, model: &Model) {
        self.bounds.adopt_step(model);
        for deduction in &self.finding.prepared.deductions {
            self.bounds.learn(&deduction.fact);
        }
        self.publish_bounds();
    }

    /// Adds literals that are true in every answer that is better than the best one so far.
    pub fn fix(&mut self, lits: impl IntoIterator<Item = Lit>) {
        let before = self.fixed.len();
        self.fixed.extend(lits);
        if let Some(shared) = self.shared.filter(|_| self.fixed.len() > before) {
            shared.offer_fixed(&self.fixed);
        }
    }

    /// Reads the facts of the search beside this one, and publishes them if a fact is better. Does
    /// nothing if there is no such search.
    pub fn adopt(&mut self) {
        let changed =
            |shared: &SharedRecord| shared.update(&mut self.bounds, self.finding, &mut self.fixed);
        if self.shared.is_some_and(changed) {
            self.publish_bounds();
        }
    }

    /// Copies the bounds to the finding and publishes the finding, also for a search beside this
    /// one. First adds an entry to the
    /// finding's log, with the seconds since the record was created. The entry is added only if the
    /// log is empty, or if the best value or the proved limit has changed since the last entry.
    fn publish_bounds(&mut self) {
        let Bounds { best, limit: proved, .. } = self.bounds;
        self.finding.bounds = Some(self.bounds);
        let last = self.finding.log.last();
        if last.is_none_or(|last| (last.best, last.proved) != (best, proved)) {
            let seconds = self.clock.start.elapsed().as_secs_f64();
            let cpu_seconds = process::cpu_seconds() - self.clock.cpu_start;
            self.finding.log.push(BoundStep { best, proved, seconds, cpu_seconds });
        }
        if let Some(shared) = self.shared {
            shared.offer(&self.bounds, self.finding, self.is_settled());
        }
        self.publish();
    }

    /// Publishes the finding before the first call of the solver, because a limit can end the
    /// search before this call returns.
    pub fn publish_before_solving(&mut self) {
        if !self.finding.statistics.asked {
            self.finding.statistics.asked = true;
            self.publish();
        }
    }

    /// Publishes a copy of the finding, as an event of progress. If the question states a bound,
    /// the copy has no bounds and an empty log. The finding itself is unchanged.
    pub fn publish(&mut self) {
        let mut finding = self.finding.clone();
        if self.decided.is_some() {
            finding.bounds = None;
            finding.log.clear();
        }
        (self.watch)(Event::Progress(Box::new(finding)));
    }
}
