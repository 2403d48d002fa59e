//! Simulated comparisons with known truth: false claims stay within the level, intervals cover the
//! truth, and differences are found.

#[path = "../../benches/honesty/truth.rs"]
mod truth;

use std::ops::RangeInclusive;

use quarrel::compare::summary::{ALPHA, FEWEST_BOARDS};
use truth::{CASES, Case, Fate, Levels, rates};

fn hold(case: &Case, seen: &Levels, coverage: &RangeInclusive<f64>) {
    let Levels { these, like } = seen;
    for (level, rates) in [("on these boards", these), ("for boards like these", like)] {
        let error = rates.error_rate();
        assert!(error <= 2.0 * ALPHA, "{case:?} {level}: {error} false claims");
    }
    if case.boards < FEWEST_BOARDS {
        assert_eq!((like.claims, like.intervals), (0.0, 0.0), "{case:?}: claims beyond its boards");
    }
    if case.repetitions < 2 {
        assert_eq!(these.intervals, 0.0, "{case:?}: an interval from one repetition");
    }
    // With many pairs of configurations, an interval is wider, and its bounds hold more often.
    let Some(holds) = like.coverage().filter(|_| case.configurations == 2) else { return };
    assert!(holds >= *coverage.start(), "{case:?}: {holds}");
    assert!(case.fate != Fate::Solved || holds <= *coverage.end(), "{case:?}: {holds}");
}

/// `cargo bench --bench honesty` runs more.
#[test]
fn nothing_is_claimed_that_is_not_so() {
    for (seed, case) in (1..).zip(CASES) {
        let number = if case.configurations > 2 { 40 } else { 200 };
        hold(case, &rates(case, number, seed), &(0.89..=0.99));
    }
}

#[test]
#[ignore = "long: minutes: two thousand comparisons of each case"]
fn levels_and_intervals_are_what_they_are_called() {
    for (seed, case) in (101..).zip(CASES) {
        let number = if case.configurations > 2 { 400 } else { 2000 };
        hold(case, &rates(case, number, seed), &(0.93 - CHANCE..=0.97 + CHANCE));
    }
}

/// Two standard errors of a coverage that is estimated from some hundreds of intervals.
const CHANCE: f64 = 0.015;

#[test]
fn what_is_there_is_found() {
    let powerful = |name: &str, least: f64| {
        let case = CASES.iter().find(|case| case.name == name).expect("a case of that name");
        let Levels { these, like } = rates(case, 100, 7);
        assert!(these.claim_rate() >= least && like.claim_rate() >= least, "{these:?} {like:?}");
    };
    powerful("0.7", 0.99);
    powerful("0.5", 0.99);
    powerful("0.5, boards differ by 0.2", 0.95);
    powerful("0.5, half stopped", 0.7);
}
