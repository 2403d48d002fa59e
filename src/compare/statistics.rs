//! The statistics of a comparison: quantiles, a paired test with its effect, and fitted curves.
//!
//! Run times of solvers have heavy tails and are compared as ratios, so everything here works on
//! logarithms of ratios and on ranks. Two configurations are compared by **Wilcoxon's signed-rank
//! test** over pairs of runs (Wilcoxon, Biometrics Bulletin 1945): for fewer than [`EXACT`] pairs with
//! the exact distribution of the rank sum, ties by mid-ranks included, beyond it with the normal
//! approximation that is corrected for ties and continuity. The size of the effect is the estimate that
//! belongs to the test, the **Hodges–Lehmann median** of the averages of pairs of log ratios, with the
//! interval of values that the test does not reject (Hodges and Lehmann, Annals of Mathematical
//! Statistics 1963). Several comparisons are corrected by **Holm's** procedure (Scandinavian Journal of
//! Statistics 1979).
//!
//! Under the hypothesis that two configurations are the same, either run of a pair could as well be the
//! other's, whatever puzzle it is of; so pairs from several puzzles, seeds and scrambles go into one
//! test. What it says, it says of these puzzles.

use serde::Serialize;

/// Up to so many pairs that differ the distribution is computed and not approximated.
pub const EXACT: usize = 60;

/// The q-th quantile, interpolated between neighbours; none of nothing.
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = q * (sorted.len().checked_sub(1)? as f64);
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    let part = place - place.floor();
    Some(sorted[below] + part * (sorted[above] - sorted[below]))
}

/// The median; none of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// What a paired comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// How many pairs there are.
    pub pairs: usize,
    /// In how many of them the first is smaller, and in how many the second.
    pub wins: [usize; 2],
    /// The first in proportion to the second, and the interval that holds it with 95 %.
    pub ratio: f64,
    /// The lower and the upper end of that interval.
    pub interval: [f64; 2],
    /// How one-sided the ranks are: −1 where the first is always smaller, 1 where always larger.
    pub rank_biserial: f64,
    /// How likely a difference as large is by chance.
    pub p: f64,
}

/// Compares pairs of positive values. None where there is no pair.
pub fn compare(pairs: &[(f64, f64)]) -> Option<Comparison> {
    let logs: Vec<f64> = pairs.iter().map(|(first, second)| (first / second).ln()).collect();
    let averages = walsh_averages(&logs);
    let ratio = median_of_sorted(&averages)?.exp();
    let ranks = SignedRanks::of(&logs);
    let total = ranks.positive + ranks.negative;
    let rank_biserial = match total {
        0.0 => 0.0,
        total => (ranks.positive - ranks.negative) / total,
    };
    Some(Comparison {
        pairs: pairs.len(),
        wins: [
            logs.iter().filter(|&&log| log < 0.0).count(),
            logs.iter().filter(|&&log| log > 0.0).count(),
        ],
        ratio,
        interval: interval(&averages, logs.len()).map(f64::exp),
        rank_biserial,
        p: ranks.p(),
    })
}

/// The p-values corrected for their number, in the same order.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![1.0; p.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        least = least.max((p[index] * (p.len() - rank) as f64).min(1.0));
        corrected[index] = least;
    }
    corrected
}

/// The sums of the ranks of differences that are positive and negative; those that are 0 have none.
struct SignedRanks {
    positive: f64,
    negative: f64,
    /// Twice the rank of each, so that mid-ranks are whole.
    doubled: Vec<usize>,
}

impl SignedRanks {
    fn of(differences: &[f64]) -> SignedRanks {
        let mut differences: Vec<f64> =
            differences.iter().copied().filter(|&difference| difference != 0.0).collect();
        differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        let mut ranks = SignedRanks { positive: 0.0, negative: 0.0, doubled: Vec::new() };
        let mut first = 0;
        for tied in differences.chunk_by(|a, b| a.abs() == b.abs()) {
            let doubled = 2 * first + tied.len() + 1;
            first += tied.len();
            for difference in tied {
                let sum = if *difference > 0.0 { &mut ranks.positive } else { &mut ranks.negative };
                *sum += doubled as f64 / 2.0;
                ranks.doubled.push(doubled);
            }
        }
        ranks
    }

    /// The two-sided p-value.
    fn p(&self) -> f64 {
        let least = self.positive.min(self.negative);
        match self.doubled.len() {
            0 => 1.0,
            number if number <= EXACT => self.exact(least),
            _ => self.approximate(least),
        }
    }

    /// The share of all choices of signs in which one of the sums is as small.
    fn exact(&self, least: f64) -> f64 {
        let total: usize = self.doubled.iter().sum();
        let mut shares = vec![0.0; total + 1];
        shares[0] = 1.0;
        let mut reached = 0;
        for &rank in &self.doubled {
            reached += rank;
            for sum in (0..=reached).rev() {
                let with = if sum >= rank { shares[sum - rank] } else { 0.0 };
                shares[sum] = (shares[sum] + with) / 2.0;
            }
        }
        let as_small = (2.0 * least).round() as usize;
        let tail: f64 = shares[..=as_small].iter().sum();
        (2.0 * tail).min(1.0)
    }

    fn approximate(&self, least: f64) -> f64 {
        let ranks = || self.doubled.iter().map(|&doubled| doubled as f64 / 2.0);
        let mean = ranks().sum::<f64>() / 2.0;
        let variance = ranks().map(|rank| rank * rank).sum::<f64>() / 4.0;
        let z = (least + 0.5 - mean) / variance.sqrt();
        (2.0 * normal(z)).min(1.0)
    }
}

/// The averages of every value with itself and with every later one, sorted.
fn walsh_averages(values: &[f64]) -> Vec<f64> {
    let mut averages = Vec::with_capacity(values.len() * (values.len() + 1) / 2);
    for (index, first) in values.iter().enumerate() {
        averages.extend(values[index..].iter().map(|second| (first + second) / 2.0));
    }
    averages.sort_by(f64::total_cmp);
    averages
}

fn median_of_sorted(values: &[f64]) -> Option<f64> {
    let last = values.len().checked_sub(1)?;
    Some((values[last / 2] + values[last.div_ceil(2)]) / 2.0)
}

/// The values that the test does not reject at 5 %, by the normal approximation of the number of averages
/// to leave out at either end.
fn interval(averages: &[f64], number: usize) -> [f64; 2] {
    let n = number as f64;
    let deviation = (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt();
    let left_out = (n * (n + 1.0) / 4.0 - 1.96 * deviation).floor().max(0.0) as usize;
    let left_out = left_out.min((averages.len() - 1) / 2);
    [averages[left_out], averages[averages.len() - 1 - left_out]]
}

/// The share of a normal distribution that lies below z (Abramowitz and Stegun 26.2.17; the error is
/// below 10⁻⁷).
fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let powers = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let polynomial = powers.iter().rev().fold(0.0, |sum, power| (sum + power) * t);
    let tail = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial;
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// A curve through points, by least squares on the logarithm of y.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Growth {
    /// y grows as this power of x.
    pub power: f64,
    /// How well the power fits: the share of the variance of log y that it explains.
    pub power_fit: f64,
    /// y grows by this factor with each step of x.
    pub factor: f64,
    /// How well the factor fits.
    pub factor_fit: f64,
}

/// How y grows with x, for points with positive coordinates; none for fewer than three values of x.
pub fn growth(points: &[(f64, f64)]) -> Option<Growth> {
    let logs =
        |x: fn(f64) -> f64| points.iter().map(|&(at, y)| (x(at), y.ln())).collect::<Vec<_>>();
    let mut values: Vec<f64> = points.iter().map(|point| point.0).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    if values.len() < 3 {
        return None;
    }
    let (power, power_fit) = line(&logs(f64::ln))?;
    let (slope, factor_fit) = line(&logs(|x| x))?;
    Some(Growth { power, power_fit, factor: slope.exp(), factor_fit })
}

/// The slope of the line through points, and the share of the variance that it explains.
fn line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let n = points.len() as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / n;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |term: &dyn Fn(f64, f64) -> f64| {
        points.iter().map(|&(a, b)| term(a - x, b - y)).sum::<f64>()
    };
    let (xx, xy, yy) = (sum(&|a, _| a * a), sum(&|a, b| a * b), sum(&|_, b| b * b));
    (xx > 0.0).then(|| (xy / xx, if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) -> bool {
        (value - expected).abs() <= 1e-6 * expected.abs().max(1e-3)
    }

    fn signed(values: &[f64]) -> SignedRanks {
        SignedRanks::of(values)
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0, 5.0], 0.25), Some(2.0));
    }

    /// Values of R 4.2: `wilcox.test(x, correct = TRUE)`, exact without ties.
    #[test]
    fn the_test_agrees_with_others() {
        let depression = [0.952, -0.147, 1.022, 0.430, 0.620, 0.590, 0.490, -0.080, 0.010];
        let ranks = signed(&depression);
        assert_eq!(ranks.positive, 40.0);
        assert!(near(ranks.p(), 0.039_062_5), "{}", ranks.p());
        let all_positive = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert!(near(signed(&all_positive).p(), 2.0 / 64.0));
        assert_eq!(signed(&[0.0, 0.0]).p(), 1.0);
    }

    /// Every choice of signs, counted one by one.
    #[test]
    fn the_exact_distribution_counts_ties_as_they_are() {
        for sizes in
            [vec![1.0, 1.0, 2.0, 3.0, 3.0, 3.0], vec![2.0, 2.0, 2.0, 2.0], vec![0.5, 7.0, 7.0]]
        {
            for signs in 0..1_usize << sizes.len() {
                let with = |signs: usize| -> Vec<f64> {
                    let sign = |i: usize| if signs >> i & 1 == 1 { 1.0 } else { -1.0 };
                    sizes.iter().enumerate().map(|(i, size)| sign(i) * size).collect()
                };
                let least = |ranks: &SignedRanks| ranks.positive.min(ranks.negative);
                let ranks = signed(&with(signs));
                let all = (0..1_usize << sizes.len()).map(|signs| signed(&with(signs)));
                let as_small = all.filter(|other| least(other) <= least(&ranks)).count();
                let share = as_small as f64 / (1_usize << sizes.len()) as f64;
                assert!(
                    near(ranks.p(), share.min(1.0)),
                    "{sizes:?} {signs:b}: {} {share}",
                    ranks.p()
                );
            }
        }
    }

    #[test]
    fn the_approximation_joins_the_exact_distribution() {
        let values: Vec<f64> =
            (1..=EXACT).map(|n| if n % 3 == 0 { -(n as f64) } else { n as f64 }).collect();
        let ranks = signed(&values);
        let least = ranks.positive.min(ranks.negative);
        let (exact, approximate) = (ranks.exact(least), ranks.approximate(least));
        assert!((exact - approximate).abs() < 0.1 * exact, "{exact} {approximate}");
    }

    #[test]
    fn a_factor_is_found_with_its_interval() {
        let noise = |n: usize| 1.0 + 0.1 * ((n * 7 % 11) as f64 - 5.0) / 5.0;
        let pairs: Vec<(f64, f64)> =
            (1..30).map(|n| (3.0 * n as f64 * noise(n), n as f64)).collect();
        let found = compare(&pairs).expect("pairs");
        assert!((2.9..3.1).contains(&found.ratio), "{found:?}");
        assert!(found.interval[0] < found.ratio && found.ratio < found.interval[1], "{found:?}");
        assert_eq!((found.wins, found.rank_biserial), ([0, 29], 1.0));
        assert!(found.p < 1e-6);
        assert_eq!(compare(&[]), None);
        let same = compare(&[(2.0, 2.0), (3.0, 3.0)]).expect("pairs");
        assert_eq!((same.ratio, same.p, same.rank_biserial), (1.0, 1.0, 0.0));
    }

    #[test]
    fn several_tests_are_corrected_together() {
        assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn growth_finds_a_power_and_a_factor() {
        let cubes: Vec<(f64, f64)> = (2..9).map(|n| (n as f64, (5 * n * n * n) as f64)).collect();
        let found = growth(&cubes).expect("a curve");
        assert!(near(found.power, 3.0) && near(found.power_fit, 1.0), "{found:?}");
        let doubling: Vec<(f64, f64)> = (2..9).map(|n| (n as f64, f64::from(1 << n))).collect();
        let found = growth(&doubling).expect("a curve");
        assert!(near(found.factor, 2.0) && near(found.factor_fit, 1.0), "{found:?}");
        assert!(found.power_fit < 1.0);
        assert_eq!(growth(&cubes[..2]), None);
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (z, share) in
            [(0.0, 0.5), (-1.96, 0.024_997_895), (1.0, 0.841_344_746), (-3.0, 0.001_349_898)]
        {
            assert!((normal(z) - share).abs() < 2e-7, "{z}: {}", normal(z));
        }
    }
}
