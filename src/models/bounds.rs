//! The known bounds of an objective, from deductions and from a search.
//!
//! Bounds only become tighter: a refutation changes the limit (the best value that is still
//! possible), and an answer changes the best known value. The limit and the best known value change
//! in steps of 2 if the parity of every value is known. If all weights have a common divisor d, the
//! steps are d. They are 2d if, in addition, d is odd and the parity is known. Steps of 1 would
//! lead a search, or an export with a file for each value, through billions of values that no
//! answer has.

use serde::{Deserialize, Serialize};

use crate::deduce::Fact;
use crate::model::{Goal, Model, Parity, Sense};

/// The known facts about the value of the optimum: the bounds, and the values that are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Whether the objective is minimised or maximised.
    pub sense: Sense,
    /// The value of the best answer so far; `None` if no answer is known.
    pub best: Option<i64>,
    /// The best value that is still possible: no answer is better.
    pub limit: i64,
    /// The worst possible value: no answer is worse.
    pub worst: i64,
    /// The parity of every possible value; `None` if it is not known.
    pub parity: Option<Parity>,
    /// The step between possible values, at least 1; then the remainder of every possible value
    /// modulo this step. A known parity restricts the values further.
    #[serde(default = "any_value")]
    pub steps: (i64, i64),
}

/// Returns the step 1 and the remainder 0: every value is possible.
fn any_value() -> (i64, i64) {
    (1, 0)
}

impl Bounds {
    /// Returns the bounds before any deduction or search: the range of the goal.
    pub fn unknown(goal: Goal) -> Bounds {
        let Goal { sense, least, largest, .. } = goal;
        let [limit, worst] = sense.ordered([least, largest]);
        Bounds { sense, best: None, limit, worst, parity: None, steps: any_value() }
    }

    /// Returns whether the best known answer is proved optimal: its value is the limit.
    pub fn is_closed(&self) -> bool {
        self.best == Some(self.limit)
    }

    /// Returns the lower bound on the optimum: the limit of a minimum, or the best known value of a
    /// maximum.
    pub fn lower(&self) -> i64 {
        self.ends()[0]
    }

    /// Returns the upper bound on the optimum: the limit of a maximum, or the best known value of a
    /// minimum.
    pub fn upper(&self) -> i64 {
        self.ends()[1]
    }

    /// Returns the lower and the upper bound on the optimum. If no answer is known, the worst
    /// possible value is used instead of the best known value.
    fn ends(&self) -> [i64; 2] {
        self.sense.ordered([self.limit, self.best.unwrap_or(self.worst)])
    }

    /// Returns the gap: the distance between the best known value and the limit, divided by the
    /// absolute value of the best known value. The gap is never negative. It is 0 if the best known
    /// value and the limit are equal. It is infinite if the best known value is 0 and the limit is
    /// not. Returns `None` if no answer is known.
    pub fn gap(&self) -> Option<f64> {
        let best = self.best?;
        let missing = best.abs_diff(self.limit) as f64;
        match (missing > 0.0, best) {
            (false, _) => Some(0.0),
            (true, 0) => Some(f64::INFINITY),
            (true, best) => Some(missing / best.unsigned_abs() as f64),
        }
    }

    /// Records the step between the possible values of a model's objective, and moves the limit to
    /// a possible value. Does nothing if the model has no objective.
    pub fn adopt_step(&mut self, model: &Model) {
        if let Some(objective) = model.objective() {
            self.set_step(objective.step(), objective.least());
        }
    }

    /// Records the step between possible values, and one possible value. If the limit is not a
    /// possible value, it becomes the next worse possible value.
    fn set_step(&mut self, step: i64, value: i64) {
        self.steps = (step, value.rem_euclid(step));
        self.limit = self.round_to_possible(self.limit, Self::worse);
    }

    /// Records a fact that a deduction proves. Only a parity and a tighter limit change the bounds;
    /// a new parity replaces the old one. If the limit is then not a possible value, it becomes the
    /// next worse possible value.
    pub fn learn(&mut self, fact: &Fact) {
        match fact {
            Fact::Parity(parity) => self.parity = Some(*parity),
            Fact::Limit { value, .. } if self.sense.reaches(self.limit, *value) => {
                self.limit = *value
            }
            Fact::Limit { .. } | Fact::Fixed(_) | Fact::Complement(_) => {}
        }
        self.limit = self.round_to_possible(self.limit, Self::worse);
    }

    /// Records that no answer is at least as good as `bound`. The limit becomes the nearest
    /// possible value that is worse than `bound`. If a tighter limit is already known, it stays.
    /// Keeps the best known value, even if the new limit is worse than this value.
    pub fn refute(&mut self, bound: i64) {
        let next = self.round_to_possible(self.worse(bound).unwrap_or(bound), Self::worse);
        if self.sense.reaches(self.limit, next) {
            self.limit = next;
        }
    }

    /// Replaces the best known value by that of `other` if this is better. Returns whether it is.
    pub fn adopt_best(&mut self, other: &Bounds) -> bool {
        let is_better = other
            .best
            .is_some_and(|new| self.best.is_none_or(|best| !self.sense.reaches(best, new)));
        if is_better {
            self.best = other.best;
        }
        is_better
    }

    /// Replaces the limit by that of `other`, for the same objective, if this is tighter.
    pub fn adopt_limit(&mut self, other: &Bounds) {
        if self.sense.reaches(self.limit, other.limit) {
            self.limit = other.limit;
        }
    }

    /// Returns whether the known bounds exclude every answer that is at least as good as `bound`.
    pub fn excludes(&self, bound: i64) -> bool {
        !self.sense.reaches(self.limit, bound)
    }

    /// Returns the nearest possible value that is better than `value`. Returns `None` if the limit
    /// excludes the better value, or if it does not fit into 64 bits.
    pub fn better_than(&self, value: i64) -> Option<i64> {
        let better = self.round_to_possible(self.better(value)?, Self::better);
        self.sense.reaches(self.limit, better).then_some(better)
    }

    /// Returns the nearest possible value that is worse than `value`. Returns `None` if no answer
    /// can be worse than `value`. If a search has refuted `value`, `None` means that there is no
    /// answer.
    pub fn worse_than(&self, value: i64) -> Option<i64> {
        let next = self.worse(value)?;
        let next = if self.is_possible(next) { next } else { self.worse(next)? };
        self.sense.reaches(next, self.worst).then_some(next)
    }

    /// Returns `value` if the parity and the steps allow it. Otherwise returns the next better
    /// value that they allow.
    pub fn round_to_better(&self, value: i64) -> i64 {
        self.round_to_possible(value, Self::better)
    }

    /// Returns whether even the worst possible value is at least as good as `value`.
    pub fn imply(&self, value: i64) -> bool {
        self.sense.reaches(self.worst, value)
    }

    /// Returns the nearest possible value that is better than the limit. No answer has this value.
    /// Returns `None` if this value is outside the goal's range or does not fit into 64 bits.
    pub fn next_beyond_limit(&self, goal: Goal) -> Option<i64> {
        let beyond = self.round_to_possible(self.better(self.limit)?, Self::better);
        (goal.least..=goal.largest).contains(&beyond).then_some(beyond)
    }

    /// Returns a possible value about halfway between `best` and the limit. If `best` is not the
    /// limit, this value is better than `best`. `best` must not be better than the limit.
    pub fn middle(&self, best: i64) -> i64 {
        let half = best.abs_diff(self.limit) / 2;
        let half = i64::try_from(half).expect("half of a difference fits into 64 bits");
        self.round_to_possible(self.limit + self.sense.sign() * half, Self::better)
    }

    /// Returns the value that is `steps` steps worse than the limit. If this value is not possible,
    /// the next better possible value counts instead. If an answer is known, the result is never
    /// worse than the nearest possible value that is better than the best known value. If no answer
    /// is known, the result is never worse than the worst possible value. The steps have the length
    /// of [`Bounds::steps`]; a known parity does not double this length. Returns the limit if no
    /// possible value is better than the best known value, or if `steps` is negative.
    pub fn relaxed_limit(&self, steps: i64) -> i64 {
        let last = self.best.map_or(Some(self.worst), |best| self.better_than(best));
        let (last, away) = (last.unwrap_or(self.limit), steps.saturating_mul(self.steps.0));
        let past = self.limit.saturating_add(self.sense.sign() * away);
        let past = self.round_to_possible(past, Self::better);
        let past = if self.sense.reaches(past, last) { past } else { last };
        if self.excludes(past) { self.limit } else { past }
    }

    /// Returns `value` if it is possible. Otherwise calls `next` repeatedly, and returns the first
    /// possible value that these calls reach. Each call moves by one step, so two calls are enough
    /// to find a value with the known parity.
    fn round_to_possible(&self, value: i64, next: impl Fn(&Bounds, i64) -> Option<i64>) -> i64 {
        if self.is_possible(value) {
            return value;
        }
        let first = next(self, value).unwrap_or(value);
        if self.is_possible(first) { first } else { next(self, first).unwrap_or(first) }
    }

    /// Returns whether the parity and the steps allow a value.
    fn is_possible(&self, value: i64) -> bool {
        let is_odd = value.rem_euclid(2) == 1;
        let has_parity = self.parity.is_none_or(|parity| is_odd == (parity == Parity::Odd));
        has_parity && value.rem_euclid(self.steps.0) == self.steps.1
    }

    /// Returns the value that is better by one step, regardless of the parity. Returns `None` if
    /// this value does not fit into 64 bits.
    fn better(&self, value: i64) -> Option<i64> {
        self.next(value, -self.sense.sign())
    }

    /// Returns the value that is worse by one step, regardless of the parity. Returns `None` if
    /// this value does not fit into 64 bits.
    fn worse(&self, value: i64) -> Option<i64> {
        self.next(value, self.sense.sign())
    }

    /// Returns the nearest value that the steps allow: above `value` if `sign` is 1, below `value`
    /// if `sign` is -1. Returns `None` if this value does not fit into 64 bits.
    fn next(&self, value: i64, sign: i64) -> Option<i64> {
        let (step, rest) = self.steps;
        let first = value.checked_add(sign)?;
        let missing = (sign * (rest - first.rem_euclid(step))).rem_euclid(step);
        first.checked_add(sign * missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(sense: Sense, most: usize) -> Bounds {
        Bounds::unknown(Goal::for_count(sense, "pieces", most))
    }

    fn minimum(most: usize) -> Bounds {
        unknown(Sense::Minimise, most)
    }

    fn maximum(most: usize) -> Bounds {
        unknown(Sense::Maximise, most)
    }

    #[test]
    fn bounds_close_from_both_sides() {
        let mut bounds = minimum(10);
        assert_eq!((bounds.lower(), bounds.upper()), (0, 10));
        bounds.best = Some(7);
        bounds.refute(5);
        assert_eq!((bounds.lower(), bounds.upper(), bounds.is_closed()), (6, 7, false));
        assert_eq!(bounds.better_than(7), Some(6));
        bounds.refute(3);
        assert_eq!(bounds.lower(), 6, "a bound proved stays proved");
        bounds.refute(6);
        assert!(bounds.is_closed());
        assert_eq!(bounds.better_than(7), None);
    }

    #[test]
    fn a_bound_that_no_answer_has_is_the_next_better_one() {
        for (mut bounds, rounded) in [(maximum(121), 108), (minimum(121), 106)] {
            assert_eq!(bounds.round_to_better(107), 107);
            bounds.learn(&Fact::Parity(Parity::Even));
            assert_eq!((bounds.round_to_better(107), bounds.round_to_better(108)), (rounded, 108));
        }
    }

    #[test]
    fn strides_past_the_limit_end_at_the_last_value_that_is_looked_for() {
        let mut bounds = maximum(100);
        bounds.learn(&Fact::Parity(Parity::Even));
        assert_eq!(
            [0, 1, 2, 7, 200, i64::MAX].map(|steps| bounds.relaxed_limit(steps)),
            [100, 100, 98, 94, 0, 0]
        );
        bounds.best = Some(90);
        assert_eq!([3, 7, 9, 200].map(|steps| bounds.relaxed_limit(steps)), [98, 94, 92, 92]);
        let mut bounds = minimum(100);
        bounds.set_step(5, 0);
        (bounds.limit, bounds.best) = (20, Some(40));
        assert_eq!([0, 1, 3, 8].map(|steps| bounds.relaxed_limit(steps)), [20, 25, 35, 35]);
        bounds.best = Some(20);
        assert_eq!(bounds.relaxed_limit(3), 20);
    }

    #[test]
    fn a_gap_is_a_share_of_the_best_value() {
        let mut bounds = minimum(100);
        assert_eq!(bounds.gap(), None);
        (bounds.best, bounds.limit) = (Some(50), 45);
        assert_eq!(bounds.gap(), Some(0.1));
        bounds.refute(49);
        assert_eq!(bounds.gap(), Some(0.0));
        let mut bounds = maximum(60);
        bounds.best = Some(0);
        assert_eq!(bounds.gap(), Some(f64::INFINITY));
    }

    #[test]
    fn bounds_of_a_maximum_mirror_those_of_a_minimum() {
        let mut bounds = maximum(10);
        assert_eq!((bounds.lower(), bounds.upper()), (0, 10));
        bounds.best = Some(4);
        bounds.refute(6);
        assert_eq!((bounds.lower(), bounds.upper()), (4, 5));
        assert_eq!(bounds.better_than(4), Some(5));
        assert_eq!(bounds.better_than(5), None);
    }

    #[test]
    fn steps_of_a_divisor() {
        let goal = |sense| Goal { sense, name: "cost", least: -5, largest: 25 };
        for (parity, expected) in
            [(None, &[-5, 1, 7, 13, 19, 25][..]), (Some(Parity::Odd), &[-5, 1, 7, 13, 19, 25])]
        {
            let mut bounds = Bounds { parity, ..Bounds::unknown(goal(Sense::Minimise)) };
            bounds.set_step(6, -5);
            let up = std::iter::successors(Some(-5), |&value| bounds.worse_than(value));
            assert_eq!(up.collect::<Vec<i64>>(), expected);
            let down = std::iter::successors(Some(25), |&value| bounds.better_than(value));
            assert!(down.eq(expected.iter().rev().copied()));
        }
        let mut bounds =
            Bounds { parity: Some(Parity::Even), ..Bounds::unknown(goal(Sense::Maximise)) };
        bounds.set_step(5, -5);
        let up = std::iter::successors(Some(-10), |&value| bounds.better_than(value));
        assert_eq!(up.collect::<Vec<i64>>(), [-10, 0, 10, 20]);
        assert_eq!(bounds.limit, 20);
        bounds.refute(20);
        assert_eq!(bounds.limit, 10);
        bounds.refute(7);
        assert_eq!(bounds.limit, 0);
        let mut wide = Bounds::unknown(Goal { largest: i64::MAX - 1, ..goal(Sense::Minimise) });
        wide.set_step(1 << 62, -5);
        assert_eq!(wide.better_than(i64::MAX - 1), Some(i64::MAX - 4));
        wide.refute(-5);
        assert_eq!(wide.limit, (1 << 62) - 5);
    }

    #[test]
    fn the_middle_is_better_than_the_best() {
        for sense in [Sense::Minimise, Sense::Maximise] {
            for best in 0..10 {
                for limit in (0..10).filter(|&limit| limit != best && sense.reaches(limit, best)) {
                    let bounds = Bounds { limit, ..unknown(sense, 10) };
                    let middle = bounds.middle(best);
                    assert!(sense.reaches(limit, middle), "{sense:?} {best} {limit}");
                    assert!(middle != best && sense.reaches(middle, best), "{sense:?} {middle}");
                }
            }
        }
    }

    #[test]
    fn values_of_a_known_parity_go_in_steps_of_two() {
        let mut bounds = minimum(30);
        bounds.learn(&Fact::Parity(Parity::Odd));
        assert_eq!(bounds.limit, 1);
        bounds.learn(&Fact::Limit { value: 4, dual: None });
        bounds.learn(&Fact::Limit { value: 2, dual: None });
        assert_eq!(bounds.limit, 5, "a weaker limit says nothing");
        bounds.best = Some(13);
        assert_eq!(bounds.better_than(13), Some(11));
        assert_eq!(bounds.middle(13), 9);
        assert_eq!(bounds.middle(7), 5);
        bounds.refute(11);
        assert!(bounds.is_closed());
    }

    #[test]
    fn what_lies_beyond_the_limit_has_the_parity_of_a_value() {
        let mut bounds = maximum(30);
        bounds.learn(&Fact::Parity(Parity::Even));
        bounds.learn(&Fact::Limit { value: 20, dual: None });
        let goal = |sense| Goal::for_count(sense, "pieces", 30);
        assert_eq!(bounds.next_beyond_limit(goal(Sense::Maximise)), Some(22));
        assert_eq!(minimum(30).next_beyond_limit(goal(Sense::Minimise)), None);
        assert_eq!(maximum(30).next_beyond_limit(goal(Sense::Maximise)), None);
    }

    #[test]
    fn beyond_the_worst_value_nothing_is_left() {
        let mut bounds = minimum(4);
        assert_eq!([3, 4, 5].map(|value| bounds.worse_than(value)), [Some(4), None, None]);
        bounds.learn(&Fact::Parity(Parity::Odd));
        assert_eq!([1, 3].map(|value| bounds.worse_than(value)), [Some(3), None]);
        assert_eq!([3, 4, 5].map(|value| bounds.imply(value)), [false, true, true]);
        let mut bounds = maximum(4);
        assert_eq!([1, 0].map(|value| bounds.worse_than(value)), [Some(0), None]);
        bounds.learn(&Fact::Parity(Parity::Odd));
        assert_eq!([3, 1].map(|value| bounds.worse_than(value)), [Some(1), None]);
    }

    #[test]
    fn a_limit_excludes_what_is_better() {
        let mut bounds = maximum(30);
        bounds.learn(&Fact::Limit { value: 20, dual: None });
        assert!(bounds.excludes(21) && !bounds.excludes(20));
    }
}
