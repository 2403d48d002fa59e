//! The statistics of a comparison: quantiles, intervals for a ratio, a test of solved counts,
//! fitted curves.
//!
//! Run times of solvers have heavy tails and are compared as ratios, so everything here works on
//! logarithms of ratios. A value may be known only within a [`Bracket`], because a run was stopped:
//! each end of an interval then rests on the ends of the brackets that lie on its side, which is
//! always on the safe side, and an end for which there is no finite bracket is not given.
//!
//! Two questions are asked of the same numbers, and they differ in what is drawn by chance.
//!
//! - **On these boards** ([`over_repetitions`]): the boards are what they are, and chance lies in
//!   the repetitions. The estimate is the mean over the boards of their means. Each board has its
//!   own variance, and the degrees of freedom are those of Welch and Satterthwaite (Biometrics
//!   Bulletin 1946) in Welch's form that corrects for the bias of few repetitions (Biometrika
//!   1947).
//! - **For boards like these** ([`over_boards`]): the boards are a sample, and each is one
//!   observation, whatever the number of its repetitions. The interval is Student's t over the
//!   boards. Where a bracket is open on a side, the limit on that side is that of Wilcoxon's signed
//!   ranks (Biometrics Bulletin 1945; Hodges and Lehmann, Annals of Mathematical Statistics 1963),
//!   which an infinite value does not move, if there are boards enough; and so it is where all
//!   boards have the same value.
//!
//! Every interval has the test that belongs to it: the p-value is below the level exactly where the
//! interval leaves 0 out. Several intervals are corrected after Bonferroni, by their level, so that
//! the interval and the verdict never contradict each other; Holm's procedure, which finds a little
//! more, has no intervals of that kind, and was dropped for it.
//!
//! Tried and dropped: signed ranks over all pairs of runs, which took the runs of one board for
//! independent facts and claimed a difference of a family from one board in half of the cases in
//! which there was none (`cargo bench --bench honesty` has what is claimed today).
//!
//! The distributions of Student, of the normal law and the binomial one are those of the crate
//! `statrs`. That of signed ranks is counted here, since it is exact for every number of boards and
//! `statrs` has none.

use num_traits::ToPrimitive;

use serde::Serialize;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal, StudentsT};

mod curve;
mod ranks;

pub use curve::{Curve, CurveGrowth, StraightLine, growth};

/// A number that is known to lie between two others; infinite ends are possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// It is not below this.
    pub low: f64,
    /// It is not above this.
    pub high: f64,
}

impl Bracket {
    /// A number that is known.
    pub fn known(value: f64) -> Bracket {
        Bracket { low: value, high: value }
    }

    /// Whether anything is known of it.
    pub fn says_something(self) -> bool {
        self.low.is_finite() || self.high.is_finite()
    }

    /// The number, if it is known.
    pub fn value(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The mean of numbers that are known within brackets; none of nothing.
    pub fn mean(brackets: &[Bracket]) -> Option<Bracket> {
        let low = mean(brackets.iter().map(|one| one.low))?;
        let high = mean(brackets.iter().map(|one| one.high))?;
        Some(Bracket { low, high })
    }
}

/// A location with the limits between which it lies, and the test that it is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate, as far as it is known.
    pub location: Bracket,
    /// The limits, each where it can be given.
    pub limits: [Option<f64>; 2],
    /// How likely an estimate as far from 0 is, if the location is 0: two-sided, not corrected.
    pub p: f64,
}

/// The arithmetic mean; none of nothing.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut number) = (0.0, 0_u32);
    for value in values {
        sum += value;
        number += 1;
    }
    (number > 0).then(|| sum / f64::from(number))
}

/// The q-th quantile, interpolated between neighbours; none of nothing.
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    debug_assert!((0.0..=1.0).contains(&q), "a quantile is of a share");
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = q * (sorted.len().checked_sub(1)? as f64);
    let (below, above) = (whole(place.floor()), whole(place.ceil()));
    let part = place - place.floor();
    match sorted[above] - sorted[below] {
        // Between equal values there is nothing to interpolate, even if they are infinite.
        step if step > 0.0 => Some(sorted[below] + part * step),
        _ => Some(sorted[below]),
    }
}

/// Returns a place in a list as an index.
fn whole(place: f64) -> usize {
    place.to_usize().expect("a place in the list")
}

/// The median; none of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The mean over these boards of what each has on average, from repetitions; `level` is the share
/// of errors that is allowed, both sides together. None where nothing is known on either side, and
/// where a board has fewer than two repetitions or no repetition differs from another: chance has
/// no size then.
pub fn over_repetitions(boards: &[Vec<Bracket>], level: f64) -> Option<Estimate> {
    let means: Option<Vec<Bracket>> = boards.iter().map(|one| Bracket::mean(one)).collect();
    let location = Bracket::mean(&means?)?;
    let highs: Vec<Vec<f64>> = ends(boards, |one| one.high);
    let lows: Vec<Vec<f64>> = ends(boards, |one| -one.low);
    estimate(location, [lows, highs].map(|strata| stratified(&strata, level)))
}

/// The centre of the boards from which these are drawn, from the mean of each. None for fewer than
/// two boards, and where nothing is known on either side.
pub fn over_boards(means: &[Bracket], level: f64) -> Option<Estimate> {
    if means.len() < 2 {
        return None;
    }
    let location = Bracket::mean(means)?;
    let highs: Vec<f64> = means.iter().map(|one| one.high).collect();
    let lows: Vec<f64> = means.iter().map(|one| -one.low).collect();
    estimate(location, [of_boards(&lows, level), of_boards(&highs, level)])
}

/// One side of an estimate: the upper limit of a location, and how likely data that lie as low are
/// if the location is 0.
#[derive(Clone, Copy, Debug)]
struct EstimateSide {
    limit: f64,
    p: f64,
}

impl EstimateSide {
    /// Of what has no upper limit.
    const OPEN: EstimateSide = EstimateSide { limit: f64::INFINITY, p: 1.0 };
}

/// Puts both sides together; the lower one is that of the negated values.
fn estimate(location: Bracket, [below, above]: [EstimateSide; 2]) -> Option<Estimate> {
    let limits = [-below.limit, above.limit].map(|limit| limit.is_finite().then_some(limit));
    let p = (2.0 * below.p.min(above.p)).min(1.0);
    limits.iter().any(Option::is_some).then_some(Estimate { location, limits, p })
}

fn ends(boards: &[Vec<Bracket>], end: fn(&Bracket) -> f64) -> Vec<Vec<f64>> {
    boards.iter().map(|board| board.iter().map(end).collect()).collect()
}

/// The upper limit of a mean over strata, with the error that it has by chance within them. It is
/// open where a value is infinite or chance has no size.
fn stratified(strata: &[Vec<f64>], level: f64) -> EstimateSide {
    if !strata.iter().all(|values| values.len() > 1 && values.iter().all(|one| one.is_finite())) {
        return EstimateSide::OPEN;
    }
    let counts = strata.iter().map(|values| values.len() as f64);
    let errors: Vec<f64> =
        strata.iter().zip(counts.clone()).map(|(values, count)| variance(values) / count).collect();
    let error: f64 = errors.iter().sum();
    let means = strata.iter().filter_map(|values| mean(values.iter().copied()));
    let Some(centre) = mean(means).filter(|_| error > 0.0) else { return EstimateSide::OPEN };
    let weighted: f64 =
        errors.iter().zip(counts.clone()).map(|(error, count)| error * error / (count + 1.0)).sum();
    let [least, most] = [counts.clone().fold(f64::INFINITY, f64::min), counts.sum()];
    let most = most - strata.len() as f64;
    let freedom = (error * error / weighted - 2.0).clamp(least - 1.0, most);
    students(centre, error.sqrt() / strata.len() as f64, freedom, level)
}

/// The limit and the test of Student's t, for data that differ.
fn students(mean: f64, error: f64, freedom: f64, level: f64) -> EstimateSide {
    let t = student(freedom);
    EstimateSide { limit: mean + t.inverse_cdf(1.0 - level / 2.0) * error, p: t.cdf(mean / error) }
}

/// Student's distribution.
fn student(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom")
}

/// The upper limit of the centre of boards.
fn of_boards(values: &[f64], level: f64) -> EstimateSide {
    // Where all boards are the same, their number says how sure that is, and no variance does.
    if values.iter().any(|value| value.is_infinite()) || variance(values) <= 0.0 {
        return ranks::side(values, level);
    }
    let number = values.len() as f64;
    let mean = mean(values.iter().copied()).expect("boards");
    students(mean, (variance(values) / number).sqrt(), number - 1.0, level)
}

/// The variance of a sample of at least two. What rounding makes of equal values is none.
pub fn variance(values: &[f64]) -> f64 {
    debug_assert!(values.len() >= 2, "one value does not vary");
    let centre = mean(values.iter().copied()).unwrap_or(0.0);
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let rounding = values.len() as f64 * f64::EPSILON * largest;
    let deviations = values.iter().map(|value| (value - centre).abs());
    let squares: f64 = deviations.filter(|one| *one > rounding).map(|one| one * one).sum();
    squares / (values.len() as f64 - 1.0)
}

/// How likely it is that one side of this number of coins is as rare as this, two-sided: the sign
/// test, which for blocks with and without a result is McNemar's (Psychometrika 1947).
pub fn sign_test(wins: [u64; 2]) -> f64 {
    let [first, second] = wins;
    if first + second == 0 {
        return 1.0;
    }
    let coins = Binomial::new(0.5, first + second).expect("a half is a probability");
    (2.0 * coins.cdf(first.min(second))).min(1.0)
}

/// How far from 0 the centre of a sample has to be to be told from 0 with probability `power`, in
/// standard errors of its mean, by a two-sided test at `level` with that many degrees of freedom.
pub fn detectable(freedom: f64, level: f64, power: f64) -> f64 {
    debug_assert!(freedom > 0.0 && [level, power].iter().all(|share| (0.0..1.0).contains(share)));
    let t = student(freedom);
    t.inverse_cdf(1.0 - level / 2.0) + t.inverse_cdf(power)
}

/// The share of a standard normal distribution that lies below z.
fn normal(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// A p-value corrected for the number of tests, after Bonferroni.
pub fn corrected(p: f64, tests: usize) -> f64 {
    (p * tests as f64).min(1.0)
}

/// What is known of a fitted number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fitted {
    /// The number that fits best.
    pub value: f64,
    /// The interval that holds it with 95 %.
    pub interval: [f64; 2],
}

#[cfg(test)]
mod tests;
