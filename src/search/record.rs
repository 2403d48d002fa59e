//! The record of a search of an optimum: what is known so far, and who is told of it.
//!
//! Bounds only close here. Each step is written down and published at once, since a search may be
//! stopped, or killed, at any time.

use std::time::Instant;

use super::{BoundStep, Event, Finding, Status};
use crate::bounds::Bounds;
use crate::deduce::Fact;
use crate::model::Model;
use crate::problem::Answer;

/// What is known, and who is told of it.
pub(super) struct SearchRecord<'a> {
    pub finding: &'a mut Finding,
    /// What is known of the objective, which the finding has, too.
    bounds: Bounds,
    watch: &'a mut dyn FnMut(Event),
    start: Instant,
    /// The gap at which it is enough.
    gap: Option<f64>,
    /// The bound that is to be decided, if not the optimum is asked for.
    pub decided: Option<i64>,
}

impl<'a> SearchRecord<'a> {
    /// Begins a record of an optimum, or of the bound that is to be decided.
    pub fn new(
        finding: &'a mut Finding,
        bounds: Bounds,
        decided: Option<i64>,
        watch: &'a mut dyn FnMut(Event),
    ) -> SearchRecord<'a> {
        finding.bounds = Some(bounds);
        SearchRecord { finding, bounds, watch, start: Instant::now(), gap: None, decided }
    }

    /// Ends the search if the gap is as small as this.
    pub fn until(self, gap: Option<f64>) -> SearchRecord<'a> {
        SearchRecord { gap, ..self }
    }

    /// Returns what is known of the objective.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Whether the optimum is proved, or that there is no answer, or the bound is decided, or the
    /// gap is as small as is asked for.
    pub fn is_settled(&self) -> bool {
        let bounds = &self.bounds;
        self.decided.is_some_and(|bound| self.has_reached(bound) || bounds.excludes(bound))
            || self.finding.status == Status::Unsatisfiable
            || bounds.closed()
            || self.gap.zip(bounds.gap()).is_some_and(|(asked, known)| known <= asked)
    }

    /// Whether the best answer is at least as good as `bound`.
    pub fn has_reached(&self, bound: i64) -> bool {
        self.bounds.best.is_some_and(|best| self.bounds.sense.reaches(best, bound))
    }

    /// Records an answer if it is better than the best, and returns whether it is.
    pub fn improve(&mut self, answer: Answer, value: i64) -> bool {
        if self.has_reached(value) {
            return false;
        }
        let sense = self.bounds.sense;
        debug_assert!(
            self.bounds.best.is_none_or(|best| sense.reaches(value, best)),
            "answers only get better"
        );
        self.bounds.best = Some(value);
        // What does not reach a bound that is to be decided is no answer to the question.
        if self.decided.is_none_or(|bound| self.has_reached(bound)) {
            self.finding.answer = Some(answer);
            self.finding.value = Some(value);
            self.finding.status = Status::Satisfiable;
        }
        self.tell();
        true
    }

    /// Records that no answer is as good as `bound`.
    pub fn refute(&mut self, bound: i64) {
        match self.bounds.worse_than(bound) {
            None => self.finding.status = Status::Unsatisfiable,
            Some(_) => self.bounds.refute(bound),
        }
        self.tell();
    }

    /// Records that no answer is better than `value`.
    pub fn limit_to(&mut self, value: i64) {
        self.bounds.learn(&Fact::Limit { value, dual: None });
        self.tell();
    }

    /// Records what was deduced, and by what values differ.
    pub fn learn(&mut self, model: &Model) {
        self.bounds.step_as(model);
        for deduction in &self.finding.deductions {
            self.bounds.learn(&deduction.fact);
        }
        self.tell();
    }

    /// Writes down where the bounds are, if they have moved, and tells whoever watches.
    fn tell(&mut self) {
        let Bounds { best, limit: proved, .. } = self.bounds;
        self.finding.bounds = Some(self.bounds);
        let last = self.finding.log.last();
        if last.is_none_or(|last| (last.best, last.proved) != (best, proved)) {
            let seconds = self.start.elapsed().as_secs_f64();
            self.finding.log.push(BoundStep { best, proved, seconds });
        }
        self.publish();
    }

    /// Records that the solver is asked, and says so the first time, since it may not come back in
    /// time.
    pub fn ask(&mut self) {
        if !self.finding.statistics.asked {
            self.finding.statistics.asked = true;
            self.publish();
        }
    }

    /// Tells whoever watches what is known, without the best value if a bound is decided.
    pub fn publish(&mut self) {
        let mut finding = self.finding.clone();
        if self.decided.is_some() {
            finding.bounds = None;
            finding.log.clear();
        }
        (self.watch)(Event::Progress(Box::new(finding)));
    }
}
