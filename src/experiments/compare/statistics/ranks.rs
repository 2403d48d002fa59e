//! Wilcoxon's signed ranks: an upper confidence limit for the centre of a distribution. A few
//! infinite values do not change this limit.
//!
//! The limit is one of the Walsh averages (the averages of two values): the least of them that the
//! level allows.

use statrs::distribution::{ContinuousCDF, Normal};

use super::OneSidedEstimate;

/// Largest number of values for which the distribution is exact. For more values, it is a normal
/// approximation.
const EXACT: usize = 200;

/// Returns the upper limit of the centre of a population, by signed ranks. `values` are a sample of
/// this population, in any order. The error probability is `level / 2`. It must be below 1. Also
/// returns the one-sided p-value of the hypothesis that the centre is 0. The p-value is small if
/// the values are clearly negative. The limit is infinite if there are too few values for the
/// level, or too many infinite values.
pub(super) fn upper_limit(values: &[f64], level: f64) -> OneSidedEstimate {
    let averages = walsh_averages(values);
    let tail = RankSumDistribution::for_count(values.len());
    let not_below = averages.iter().filter(|&&average| average >= 0.0).count();
    let limit = match tail.lower_quantile(level / 2.0) {
        Some(left_out) => averages[averages.len() - 1 - left_out],
        None => f64::INFINITY,
    };
    OneSidedEstimate { limit, p: tail.cdf(not_below) }
}

/// Returns the averages of each value with itself and with each later value, in increasing order.
/// The average of −∞ and ∞ counts as ∞.
fn walsh_averages(values: &[f64]) -> Vec<f64> {
    let mut averages = Vec::with_capacity(values.len() * (values.len() + 1) / 2);
    for (index, &first) in values.iter().enumerate() {
        // The average of −∞ and ∞ is undefined. It counts as ∞, which gives no upper limit.
        averages.extend(values[index..].iter().map(|&second| match (first + second) / 2.0 {
            average if average.is_nan() => f64::INFINITY,
            average => average,
        }));
    }
    averages.sort_by(f64::total_cmp);
    averages
}

/// The distribution of the sum of signed ranks, if the centre is 0.
enum RankSumDistribution {
    /// For each index, the probability that the sum is at most this index.
    Exact(Vec<f64>),
    /// The normal approximation for many values.
    Normal { mean: f64, deviation: f64 },
}

impl RankSumDistribution {
    /// Returns the distribution of the rank sum of `number` values. It is exact for at most
    /// [`EXACT`] values, and a normal approximation for more.
    fn for_count(number: usize) -> RankSumDistribution {
        let n = number as f64;
        if number > EXACT {
            let deviation = (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt();
            return RankSumDistribution::Normal { mean: n * (n + 1.0) / 4.0, deviation };
        }
        let mut shares = vec![0.0; number * (number + 1) / 2 + 1];
        shares[0] = 1.0;
        for rank in 1..=number {
            for sum in (0..=rank * (rank + 1) / 2).rev() {
                let with = if sum >= rank { shares[sum - rank] } else { 0.0 };
                shares[sum] = (shares[sum] + with) / 2.0;
            }
        }
        let cumulated = shares
            .into_iter()
            .scan(0.0, |total, share| {
                *total += share;
                Some(*total)
            })
            .collect();
        RankSumDistribution::Exact(cumulated)
    }

    /// Returns the probability of a rank sum of at most `sum`. The number `sum` can be larger than
    /// every possible rank sum.
    fn cdf(&self, sum: usize) -> f64 {
        match self {
            RankSumDistribution::Exact(shares) => shares[sum.min(shares.len() - 1)].min(1.0),
            RankSumDistribution::Normal { mean, deviation } => {
                Normal::standard().cdf((sum as f64 + 0.5 - mean) / deviation)
            }
        }
    }

    /// Returns the largest rank sum whose cumulative probability is at most `share`. Returns `None`
    /// if the probability of the sum 0 is already larger. `share` must be below 1.
    fn lower_quantile(&self, share: f64) -> Option<usize> {
        (0..).take_while(|&sum| self.cdf(sum) <= share).last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_is_that_of_all_choices_of_signs() {
        for number in 1..=10_usize {
            let tail = RankSumDistribution::for_count(number);
            for sum in 0..=number * (number + 1) / 2 {
                let as_low = (0..1_usize << number)
                    .filter(|signs| {
                        (1..=number).filter(|rank| signs >> (rank - 1) & 1 == 1).sum::<usize>()
                            <= sum
                    })
                    .count();
                let share = as_low as f64 / (1_usize << number) as f64;
                assert!((tail.cdf(sum) - share).abs() < 1e-12, "{number} {sum}");
            }
        }
    }

    /// Published values for the level 2.5 %: 3 averages can be left out for 8 values, 13 averages
    /// for 12 values, and 52 averages for 20 values.
    #[test]
    fn limits_leave_out_as_many_averages_as_tables_say() {
        for (number, left_out) in
            [(5, None), (6, Some(0)), (8, Some(3)), (12, Some(13)), (20, Some(52))]
        {
            assert_eq!(
                RankSumDistribution::for_count(number).lower_quantile(0.025),
                left_out,
                "{number}"
            );
        }
    }

    #[test]
    fn the_approximation_joins_the_exact_distribution() {
        let (n, mean) = (200, 200.0 * 201.0 / 4.0);
        let deviation = (200.0 * 201.0 * 401.0 / 24.0_f64).sqrt();
        let approximate = RankSumDistribution::Normal { mean, deviation };
        for sum in [8500, 9000, 9500, 10_050] {
            let (exact, approximate) =
                (RankSumDistribution::for_count(n).cdf(sum), approximate.cdf(sum));
            assert!((exact - approximate).abs() < 0.03 * exact, "{sum}: {exact} {approximate}");
        }
    }

    #[test]
    fn infinite_values_do_not_move_a_limit_that_others_give() {
        let mut values: Vec<f64> = (0..20).map(|n| f64::from(n) / 10.0 - 3.0).collect();
        let before = upper_limit(&values, 0.05);
        values[19] = f64::INFINITY;
        let after = upper_limit(&values, 0.05);
        assert!(before.limit < 0.0 && after.limit < 0.0 && after.limit >= before.limit);
        assert!(before.p < 1e-4 && after.p < 0.001);
        let open: Vec<f64> = (0..20).map(|n| if n < 9 { f64::INFINITY } else { -1.0 }).collect();
        assert!(upper_limit(&open, 0.05).limit.is_infinite());
        assert!(
            upper_limit(&[-1.0; 5], 0.05).limit.is_infinite(),
            "five values have no limit at 5 %"
        );
    }
}
