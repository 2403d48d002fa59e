//! Statistics of a comparison: quantiles, intervals of a ratio, a test that compares the numbers of
//! solved runs, and fitted curves.
//!
//! Run times of solvers have heavy tails, so intervals are computed for logarithms of ratios. For
//! the value of a stopped run, only bounds are known, and these form a [`Bracket`]. Intervals are
//! conservative: the lower limit uses the lower bounds of the brackets, and the upper limit uses
//! their upper bounds.
//!
//! There are two questions about the same numbers:
//!
//! - **On these boards** ([`estimate_fixed_boards`]): boards are fixed, and repetitions are random.
//!   The estimate is the mean of the boards' means. Each board has its own variance. The degrees of
//!   freedom are those of Welch and Satterthwaite (Biometrics Bulletin 1946) in Welch's form
//!   (Biometrika 1947). This form corrects the bias that comes from few repetitions.
//!
//! - **For boards like these** ([`estimate_population`]): the boards are a sample, and each board
//!   is one observation. The interval is Student's t over the boards. If some lower bounds are
//!   infinite, the lower limit is that of Wilcoxon's signed ranks instead, which infinite values do
//!   not move. The same holds for upper bounds and the upper limit (Biometrics Bulletin 1945;
//!   Hodges and Lehmann, Annals of Mathematical Statistics 1963). Signed ranks also give the limits
//!   if all boards have the same value.
//!
//! A p-value is below the level exactly if the interval excludes 0. If there are several intervals,
//! they are corrected by Bonferroni. Holm's procedure, which is slightly more powerful, was given
//! up, since it has no matching intervals.
//!
//! Signed ranks over all pairs of runs were given up, since they treat the runs of one board as
//! independent. With them, the runs of a single board led to claims about the whole family: in half
//! of the cases without a difference, a difference was claimed. (`cargo bench --bench honesty`
//! measures how often the present claims are wrong.)

use num_traits::ToPrimitive;

use serde::Serialize;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, StudentsT};

mod curve;
mod ranks;

pub use curve::{Curve, CurveGrowth, StraightLine, fit_growth};

/// The bounds of a number. Each bound can be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Lower bound. It is −∞ if there is none.
    pub low: f64,
    /// Upper bound. It is ∞ if there is none.
    pub high: f64,
}

impl Bracket {
    /// Returns the bracket of a known number.
    pub fn exact(value: f64) -> Bracket {
        Bracket { low: value, high: value }
    }

    /// Returns whether at least one bound is finite.
    pub fn has_finite_bound(self) -> bool {
        self.low.is_finite() || self.high.is_finite()
    }

    /// Returns the number if the two bounds are equal, and `None` if they differ.
    pub fn value(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns the bounds of the mean of the numbers in `brackets`, or `None` if there are no
    /// brackets.
    pub fn mean(brackets: &[Bracket]) -> Option<Bracket> {
        let low = mean(brackets.iter().map(|one| one.low))?;
        let high = mean(brackets.iter().map(|one| one.high))?;
        Some(Bracket { low, high })
    }
}

/// An interval for a location (a mean or a centre), and the test of whether the location is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Lower and upper limit of the interval. A limit that is unknown is `None`. At least one limit
    /// is known.
    pub limits: [Option<f64>; 2],
    /// Two-sided p-value of the hypothesis that the location is 0. It is not corrected for several
    /// tests.
    pub p: f64,
}

/// Returns the arithmetic mean, or `None` if there are no values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut number) = (0.0, 0_u32);
    for value in values {
        sum += value;
        number += 1;
    }
    (number > 0).then(|| sum / f64::from(number))
}

/// Returns the least and the largest value, or `None` if there are no values.
pub fn extent(values: impl IntoIterator<Item = f64>) -> Option<[f64; 2]> {
    values
        .into_iter()
        .map(|value| [value, value])
        .reduce(|[least, most], [value, _]| [least.min(value), most.max(value)])
}

/// Returns values in ascending order, each once.
pub fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut distinct: Vec<f64> = values.collect();
    distinct.sort_by(f64::total_cmp);
    distinct.dedup();
    distinct
}

/// Returns the value below which the fraction `q` of the values lies (0.5 is the median). The
/// result is interpolated linearly between neighbouring values. A result between a finite number
/// and ∞ is ∞. No value may be −∞. `q` must be from 0 to 1. The values need not be sorted. Returns
/// `None` if there are no values.
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    debug_assert!((0.0..=1.0).contains(&q), "a quantile is of a share");
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = q * (sorted.len().checked_sub(1)? as f64);
    let (below, above) = (to_index(place.floor()), to_index(place.ceil()));
    let part = place - place.floor();
    match sorted[above] - sorted[below] {
        step if step > 0.0 => Some(sorted[below] + part * step),
        _ => Some(sorted[below]),
    }
}

fn to_index(place: f64) -> usize {
    place.to_usize().expect("a place in the list")
}

/// Returns the median, or `None` if there are no values.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// Estimates the mean over fixed boards from the repetitions of these boards. `level` is the error
/// probability of the two limits together. The p-value is two-sided and tests whether the mean
/// is 0. The upper limit is unknown in these cases:
///
/// - An upper bound is infinite.
/// - A board has fewer than two repetitions.
/// - On each board, all repetitions have the same upper bound.
/// - There are no boards.
///
/// The lower limit is unknown under the same conditions for lower bounds. Returns `None` if both
/// limits are unknown.
pub fn estimate_fixed_boards(boards: &[Vec<Bracket>], level: f64) -> Option<Estimate> {
    let ends: [fn(&Bracket) -> f64; 2] = [|one| -one.low, |one| one.high];
    combine_limits(ends.map(|end| {
        let strata =
            boards.iter().map(|board| board.iter().map(end).collect()).collect::<Vec<Vec<f64>>>();
        stratified_limit(&strata, level)
    }))
}

/// Estimates the centre of a population from which the boards are a sample. `means` has the bounds
/// of each board's mean. `level` is the error probability of the two limits together. The p-value
/// is two-sided and tests whether the centre is 0. The upper limit can be unknown only if an upper
/// bound is infinite, or if all upper bounds are equal. The same holds for the lower limit and the
/// lower bounds. Returns `None` if there are fewer than two boards, or if both limits are unknown.
pub fn estimate_population(means: &[Bracket], level: f64) -> Option<Estimate> {
    if means.len() < 2 {
        return None;
    }
    let highs: Vec<f64> = means.iter().map(|one| one.high).collect();
    let lows: Vec<f64> = means.iter().map(|one| -one.low).collect();
    combine_limits([lows, highs].map(|values| population_limit(&values, level)))
}

/// An upper limit, and the one-sided p-value of the hypothesis that the location is 0.
#[derive(Clone, Copy, Debug)]
struct OneSidedEstimate {
    /// The upper limit. It is ∞ if it is unknown.
    limit: f64,
    /// The one-sided p-value, which is small if the values are clearly below 0.
    p: f64,
}

impl OneSidedEstimate {
    /// The estimate if an interval has no limit in one direction.
    const OPEN: OneSidedEstimate = OneSidedEstimate { limit: f64::INFINITY, p: 1.0 };
}

/// Combines two upper limits into an interval with a two-sided p-value. `below` has the upper limit
/// of the negated values. The lower limit of the values is the negation of this limit. Returns
/// `None` if both limits are infinite.
fn combine_limits([below, above]: [OneSidedEstimate; 2]) -> Option<Estimate> {
    let limits = [-below.limit, above.limit].map(|limit| limit.is_finite().then_some(limit));
    let p = (2.0 * below.p.min(above.p)).min(1.0);
    limits.iter().any(Option::is_some).then_some(Estimate { limits, p })
}

/// Returns the upper limit for the mean of the means of strata, with error probability `level / 2`.
/// A stratum has the values of the repetitions of one board. Also returns the one-sided p-value of
/// the hypothesis that this mean is 0. The p-value is small if the values are clearly below 0. The
/// limit is infinite, and p is 1, in these cases:
///
/// - A value is infinite.
/// - A stratum has fewer than two values.
/// - In each stratum, all values are equal.
/// - There are no strata.
fn stratified_limit(strata: &[Vec<f64>], level: f64) -> OneSidedEstimate {
    if !strata.iter().all(|values| values.len() > 1 && values.iter().all(|one| one.is_finite())) {
        return OneSidedEstimate::OPEN;
    }
    let counts = strata.iter().map(|values| values.len() as f64);
    let errors: Vec<f64> =
        strata.iter().zip(counts.clone()).map(|(values, count)| variance(values) / count).collect();
    let error: f64 = errors.iter().sum();
    let Some(centre) = mean(strata.iter().filter_map(|values| mean(values.iter().copied())))
        .filter(|_| error > 0.0)
    else {
        return OneSidedEstimate::OPEN;
    };
    let weighted: f64 =
        errors.iter().zip(counts.clone()).map(|(error, count)| error * error / (count + 1.0)).sum();
    let [least, most] = [counts.clone().fold(f64::INFINITY, f64::min), counts.sum()];
    let most = most - strata.len() as f64;
    let freedom = (error * error / weighted - 2.0).clamp(least - 1.0, most);
    students_t_limit(centre, error.sqrt() / strata.len() as f64, freedom, level)
}

/// Returns the upper limit of a mean by Student's t, with error probability `level / 2`. `error` is
/// the standard error of the mean, and `freedom` is the number of degrees of freedom.
fn students_t_limit(mean: f64, error: f64, freedom: f64, level: f64) -> OneSidedEstimate {
    let t = students_t(freedom);
    OneSidedEstimate {
        limit: mean + t.inverse_cdf(1.0 - level / 2.0) * error,
        p: t.cdf(mean / error),
    }
}

/// Returns Student's t distribution with this number of degrees of freedom, which must be positive.
fn students_t(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom")
}

/// Returns the upper limit for the centre of a population, with error probability `level / 2`. The
/// boards are a sample of this population, and there must be at least two values, one for each
/// board. Also returns the one-sided p-value of the hypothesis that the centre is 0. The p-value is
/// small if the values are clearly below 0. Both results are those of Student's t. But if a value
/// is infinite, or if all values are equal, they are those of signed ranks. The limit of signed
/// ranks is infinite if there are too few values for the level, or too many infinite values.
fn population_limit(values: &[f64], level: f64) -> OneSidedEstimate {
    if values.iter().any(|value| value.is_infinite()) || variance(values) <= 0.0 {
        return ranks::upper_limit(values, level);
    }
    let number = values.len() as f64;
    let centre = mean(values.iter().copied()).expect("boards");
    students_t_limit(centre, (variance(values) / number).sqrt(), number - 1.0, level)
}

/// Returns the sample variance of n values, with n - 1 degrees of freedom. There must be at least
/// two values, and they must be finite. A difference from the mean counts as 0 if it is as small as
/// a rounding error.
pub fn variance(values: &[f64]) -> f64 {
    debug_assert!(values.len() >= 2, "one value does not vary");
    let centre = mean(values.iter().copied()).unwrap_or(0.0);
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let rounding = values.len() as f64 * f64::EPSILON * largest;
    let squares: f64 = values
        .iter()
        .map(|value| (value - centre).abs())
        .filter(|one| *one > rounding)
        .map(|one| one * one)
        .sum();
    squares / (values.len() as f64 - 1.0)
}

/// Returns the two-sided p-value of the sign test for the numbers of wins of two configurations.
/// Returns 1 if there are no wins. If a win is a block that only one of the two configurations
/// solves, this is McNemar's test (Psychometrika 1947).
pub fn sign_test(wins: [u64; 2]) -> f64 {
    let [first, second] = wins;
    if first + second == 0 {
        return 1.0;
    }
    let coins = Binomial::new(0.5, first + second).expect("a half is a probability");
    (2.0 * coins.cdf(first.min(second))).min(1.0)
}

/// Returns the smallest distance from 0 that a test of a location detects. The test is two-sided at
/// `level`, and detects this distance with probability `power`. The distance is in standard errors
/// of the mean. `freedom` is the number of degrees of freedom, which must be positive.
pub fn detectable_effect(freedom: f64, level: f64, power: f64) -> f64 {
    debug_assert!(freedom > 0.0 && [level, power].iter().all(|share| (0.0..1.0).contains(share)));
    let t = students_t(freedom);
    t.inverse_cdf(1.0 - level / 2.0) + t.inverse_cdf(power)
}

/// Returns a p-value, corrected by Bonferroni for the number of tests.
pub fn bonferroni(p: f64, tests: usize) -> f64 {
    (p * tests as f64).min(1.0)
}

/// A value fitted to data.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FittedValue {
    /// The fitted value, which is within `interval`.
    pub value: f64,
    /// Limits of the 95 % interval of the estimate.
    pub interval: [f64; 2],
}

#[cfg(test)]
mod tests;
