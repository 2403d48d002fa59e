//! The steps of a run: its best value and its proved bound, after each change, with the time.
//!
//! A step is an array of three numbers, such as `[33,30,1.25]`, since a run may have thousands of
//! steps. Of steps at nearly the same time only the last is recorded ([`thin`]). So a run of an
//! hour has at most about 2,000 steps, and every improvement seems at most 1 % later than it was.

use serde::{Deserialize, Serialize};

use crate::problem::Rational;

/// Two times are close if the later one is at most this many times the earlier one.
const CLOSE: f64 = 1.01;

/// The bounds of the objective at one time of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StepArray", into = "StepArray")]
pub struct RecordedStep {
    /// The value of the best answer so far. It is `None` if there is no answer yet.
    pub best: Option<Rational>,
    /// The proved bound: no answer is better.
    pub proved: Rational,
    /// Processor time since the start of the search, in seconds.
    pub cpu_seconds: f64,
}

/// A step as JSON: the best value, the proved bound and the processor time.
type StepArray = (Option<Rational>, Rational, f64);

impl From<StepArray> for RecordedStep {
    fn from((best, proved, cpu_seconds): StepArray) -> RecordedStep {
        RecordedStep { best, proved, cpu_seconds }
    }
}

impl From<RecordedStep> for StepArray {
    fn from(RecordedStep { best, proved, cpu_seconds }: RecordedStep) -> StepArray {
        (best, proved, cpu_seconds)
    }
}

/// Divides events into groups, and returns the last event of each group. A group begins with an
/// event, and has all later events up to 1.01 times its time. `seconds` returns the time of an
/// event, which must not be negative. The events must be in the order of time.
pub fn thin<T>(events: impl IntoIterator<Item = T>, seconds: impl Fn(&T) -> f64) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    let mut group_end = f64::NEG_INFINITY;
    for event in events {
        let time = seconds(&event);
        if time <= group_end {
            kept.pop();
        } else {
            group_end = CLOSE * time;
        }
        kept.push(event);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_close_events_remains_and_none_is_moved_far() {
        let kept = |times: &[f64]| thin(times.iter().copied(), |&time| time);
        assert_eq!(kept(&[]), Vec::<f64>::new());
        assert_eq!(kept(&[0.0, 0.0, 1.0, 1.005, 1.0099, 1.02]), [0.0, 1.0099, 1.02]);
        let many: Vec<f64> = (0..100_000).map(|number| 1e-3 * f64::from(number)).collect();
        let kept = kept(&many);
        assert!(kept.len() < 1000 && kept.last() == many.last(), "{}", kept.len());
        for &time in &many {
            let place = kept.partition_point(|&one| one < time);
            assert!(kept[place] <= CLOSE * time, "{time} moved to {}", kept[place]);
        }
    }

    #[test]
    fn a_step_is_an_array() {
        let step = RecordedStep { best: None, proved: 30.into(), cpu_seconds: 0.5 };
        let line = serde_json::to_string(&step).expect("JSON");
        assert_eq!(line, "[null,30,0.5]");
        assert_eq!(serde_json::from_str::<RecordedStep>(&line).expect("a step"), step);
    }
}
