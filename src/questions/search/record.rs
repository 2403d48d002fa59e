//! The record of the search for an optimum.
//!
//! Each step is recorded and published at once, because the search can be killed at any time.

use std::time::Instant;

use super::local::LocalImprover;
use super::{BoundStep, Event, Finding};
use crate::bounds::Bounds;
use crate::deduce::Fact;
use crate::model::Model;
use crate::problem::CheckedAnswer;
use crate::process;

/// The facts about the optimum that a search has found, and the function that receives each change.
pub(super) struct SearchRecord<'a> {
    /// The finding of the search. It gets a copy of the bounds after each change.
    pub finding: &'a mut Finding,
    bounds: Bounds,
    /// Receives each event of the search.
    watch: &'a mut dyn FnMut(Event),
    start: Instant,
    /// The processor time of the program when the record was created.
    cpu_start: f64,
    /// A gap at which the search is allowed to end. It is the gap between the best value and the
    /// proved bound, as [`Bounds::gap`] measures it. `None` to search for the optimum.
    gap: Option<f64>,
    /// The bound that the question states; `None` if it asks for the optimum.
    pub decided: Option<i64>,
    /// The local search that continues between calls of the solver; `None` if there is none.
    pub local: Option<LocalImprover<'a>>,
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
        let (start, cpu_start) = (Instant::now(), process::cpu_seconds());
        SearchRecord { finding, bounds, watch, start, cpu_start, gap: None, decided, local: None }
    }

    /// Returns the record with a gap at which the search is allowed to end.
    pub fn with_gap(self, gap: Option<f64>) -> SearchRecord<'a> {
        SearchRecord { gap, ..self }
    }

    /// Returns the record with a clock that has run since `start`.
    pub fn since(self, start: Instant) -> SearchRecord<'a> {
        SearchRecord { start, ..self }
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
    /// best value so far. In both cases, adds the new best value to the finding's log, and
    /// publishes the finding.
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
        // An answer that does not reach the question's bound does not answer the question.
        if self.decided.is_none_or(|bound| self.has_reached(bound)) {
            self.finding.answer = Some(answer);
        }
        self.publish_bounds();
        true
    }

    /// Records that no answer is as good as `bound`, and publishes this. If no value worse than
    /// `bound` is possible, also records that there are no other answers at all.
    pub fn refute(&mut self, bound: i64) {
        match self.bounds.worse_than(bound) {
            None => self.finding.exhausted = true,
            Some(_) => self.bounds.refute(bound),
        }
        self.publish_bounds();
    }

    /// Records that no answer is better than `value`.
    pub fn limit_to(&mut self, value: i64) {
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

    /// Copies the bounds to the finding and publishes the finding. First adds an entry to the
    /// finding's log, with the seconds since the record was created. The entry is added only if the
    /// log is empty, or if the best value or the proved limit has changed since the last entry.
    fn publish_bounds(&mut self) {
        let Bounds { best, limit: proved, .. } = self.bounds;
        self.finding.bounds = Some(self.bounds);
        let last = self.finding.log.last();
        if last.is_none_or(|last| (last.best, last.proved) != (best, proved)) {
            let seconds = self.start.elapsed().as_secs_f64();
            let cpu_seconds = process::cpu_seconds() - self.cpu_start;
            self.finding.log.push(BoundStep { best, proved, seconds, cpu_seconds });
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
