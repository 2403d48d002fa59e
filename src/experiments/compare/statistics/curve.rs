//! Curves that are fitted to points: the growth of work with the side length of a board.
//!
//! Two kinds of curve are fitted by least squares to log y: a power of x, and a constant factor for
//! each step of x by 1. All sets of points get the same kind of curve, since an exponent cannot be
//! compared with a factor. It is the kind with the larger sum of R² (a larger R² is a better fit).
//! Three values of x are too few, since their exponent is arbitrary (6.9 in one run, 8.1 in the
//! next).

use serde::Serialize;

use super::{FittedValue, distinct, mean, students_t};

/// The least number of different values of x for a curve. With three values, the exponent is
/// arbitrary.
const FEWEST: usize = 4;

/// The dependence of y on x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Curve {
    /// y is proportional to a power of x.
    Power,
    /// y grows by a constant factor for each step of x by 1.
    Factor,
}

impl Curve {
    /// Returns the position of x on the axis that makes the curve straight: log x for a power, and
    /// x for a factor.
    fn linearise(self, x: f64) -> f64 {
        match self {
            Curve::Power => x.ln(),
            Curve::Factor => x,
        }
    }
}

/// The growth of y with x, as a fitted curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CurveGrowth {
    /// Kind of the curve, on which the meaning of the rate depends.
    pub curve: Curve,
    /// Exponent of the power, or factor for each step of x by 1.
    pub rate: FittedValue,
    /// Share of the variance of log y that the curve explains (R²), from 0 to 1.
    pub fit: f64,
    /// The straight line that is fitted to log y.
    #[serde(skip)]
    line: StraightLine,
}

impl CurveGrowth {
    /// Returns whether the rate differs significantly from the rate of a constant y. This rate is 0
    /// for a power and 1 for a factor. The rate differs significantly if its interval excludes it.
    pub fn is_significant(&self) -> bool {
        let still = match self.curve {
            Curve::Power => 0.0,
            Curve::Factor => 1.0,
        };
        let [low, high] = self.rate.interval;
        still < low || high < still
    }

    /// Returns the value of the curve at `x`, with its 95 % interval. If the curve is a power, `x`
    /// must be positive.
    pub fn evaluate(&self, x: f64) -> FittedValue {
        let line = &self.line;
        let away = self.curve.linearise(x) - line.centre[0];
        let value = line.centre[1] + line.slope * away;
        let error = line.error * (1.0 / line.points + away * away / line.spread).sqrt();
        let [low, high] = [value - line.t * error, value + line.t * error];
        FittedValue { value: value.exp(), interval: [low.exp(), high.exp()] }
    }
}

/// A straight line, fitted by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StraightLine {
    /// The mean of x and the mean of y. They are the coordinates of a point of the line.
    centre: [f64; 2],
    slope: f64,
    /// The standard deviation of the distances of the n points from the line, with n - 2 degrees of
    /// freedom.
    error: f64,
    /// The number of points to which the line is fitted.
    points: f64,
    /// The sum of the squared differences between each x and the mean of x.
    spread: f64,
    /// The factor of Student's t for 95 % intervals.
    t: f64,
    /// The share of the variance of y that the line explains: R².
    fit: f64,
}

/// Fits curves of one kind to sets of points with positive coordinates. Of the two kinds, the one
/// with the larger sum of R² over all sets is chosen. If the sums are equal, it is the factor.
/// Returns a curve for each set, or `None` if the set has fewer than four values of x.
pub fn fit_growth(sets: &[Vec<(f64, f64)>]) -> Vec<Option<CurveGrowth>> {
    let [power, factor] = [Curve::Power, Curve::Factor]
        .map(|curve| sets.iter().map(|points| fit_curve(points, curve)).collect::<Vec<_>>());
    let [of_power, of_factor] =
        [&power, &factor].map(|fits| fits.iter().flatten().map(|one| one.fit).sum::<f64>());
    if of_power > of_factor { power } else { factor }
}

/// Fits a curve of the given kind to points, whose coordinates must be positive. Returns `None` if
/// the points have fewer than [`FEWEST`] different values of x.
fn fit_curve(points: &[(f64, f64)], curve: Curve) -> Option<CurveGrowth> {
    if distinct(points.iter().map(|point| point.0)).len() < FEWEST {
        return None;
    }
    let logs = points.iter().map(|&(x, y)| (curve.linearise(x), y.ln())).collect::<Vec<_>>();
    let line = fit_line(&logs)?;
    let half = line.t * line.error / line.spread.sqrt();
    let rate = [line.slope, line.slope - half, line.slope + half];
    let [value, low, high] = match curve {
        Curve::Power => rate,
        Curve::Factor => rate.map(f64::exp),
    };
    let rate = FittedValue { value, interval: [low, high] };
    Some(CurveGrowth { curve, rate, fit: line.fit, line })
}

/// Fits a straight line to points by least squares. If all points have the same y, the R² of the
/// line is 1. Returns `None` if there are fewer than three points, or if all points have the same
/// x.
fn fit_line(points: &[(f64, f64)]) -> Option<StraightLine> {
    let centre = [mean(points.iter().map(|one| one.0))?, mean(points.iter().map(|one| one.1))?];
    let sum = |term: fn(f64, f64) -> f64| -> f64 {
        points.iter().map(|&(x, y)| term(x - centre[0], y - centre[1])).sum()
    };
    let [xx, xy, yy] = [sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y)];
    if xx <= 0.0 || points.len() < 3 {
        return None;
    }
    let slope = xy / xx;
    let number = points.len() as f64;
    let left = (yy - slope * xy).max(0.0);
    Some(StraightLine {
        centre,
        slope,
        error: (left / (number - 2.0)).sqrt(),
        points: number,
        spread: xx,
        t: statrs::distribution::ContinuousCDF::inverse_cdf(&students_t(number - 2.0), 0.975),
        fit: if yy > 0.0 { 1.0 - left / yy } else { 1.0 },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) -> bool {
        (value - expected).abs() <= 1e-6 * expected.abs().max(1e-3)
    }

    #[test]
    fn growth_finds_a_power_and_a_factor() {
        let cubes: Vec<(f64, f64)> =
            (2..9).map(|n| (f64::from(n), f64::from(5 * n * n * n))).collect();
        let growth = |points: &[(f64, f64)]| fit_growth(&[points.to_vec()])[0];
        let found = growth(&cubes).expect("a curve");
        assert_eq!(found.curve, Curve::Power);
        assert!(near(found.rate.value, 3.0) && near(found.fit, 1.0), "{found:?}");
        assert!(near(found.evaluate(20.0).value, 40_000.0));
        let doubling: Vec<(f64, f64)> = (2..9).map(|n| (f64::from(n), f64::from(1 << n))).collect();
        let found = growth(&doubling).expect("a curve");
        assert_eq!(found.curve, Curve::Factor);
        assert!(near(found.rate.value, 2.0) && found.is_significant(), "{found:?}");
        let noisy: Vec<(f64, f64)> = (2..7).map(|n| (f64::from(n), f64::from(n % 2 + 1))).collect();
        assert!(!growth(&noisy).expect("a curve").is_significant());
        assert_eq!(growth(&cubes[..3]), None, "three values fit any curve");
        assert_eq!(growth(&[(2.0, 1.0); 9]), None);
    }

    /// Anscombe's first data set (American Statistician 1973), as logarithms. It has the slope
    /// 0.5001 with the standard error 0.1179, and R² 0.667.
    #[test]
    fn a_rate_has_the_interval_of_its_slope() {
        let points: [(f64, f64); 11] = [
            (10.0, 8.04),
            (8.0, 6.95),
            (13.0, 7.58),
            (9.0, 8.81),
            (11.0, 8.33),
            (14.0, 9.96),
            (6.0, 7.24),
            (4.0, 4.26),
            (12.0, 10.84),
            (7.0, 4.82),
            (5.0, 5.68),
        ];
        let line = fit_line(&points).expect("a line");
        let error = line.error / line.spread.sqrt();
        assert!((line.slope - 0.5001).abs() < 1e-4 && (error - 0.1179).abs() < 1e-4, "{line:?}");
        assert!((line.fit - 0.667).abs() < 1e-3 && (line.t - 2.2622).abs() < 1e-3, "{line:?}");
    }
}
