//! A forecast of the cost of a plan from a sample of its tasks.
//!
//! The tasks have a random order, which the plan's seed determines. The sample is the longest
//! beginning of this order in which all tasks are done. Other finished tasks do not count, since
//! easy tasks end first and successive tasks have similar times. The estimate is the number of
//! tasks times the mean time of the sample. Times of cubes are skewed, so the interval of a normal
//! distribution would be too narrow. The interval is therefore a studentised bootstrap (Efron 1979;
//! Hall, Theoretical Comparison of Bootstrap Confidence Intervals, Ann. Statist. 1988). The sample
//! is drawn without replacement, so the interval shrinks to a point when the sample has all tasks.
//!
//! A sample gives no bound on the time of the longest task. But it gives a bound on the number of
//! tasks that take longer than the longest sampled task. Let p be the fraction of tasks that do not
//! take longer than a given time. Then n drawn tasks all take at most this time with the
//! probability pⁿ.

use serde::Serialize;

use super::folder::Folder;
use super::merge::MergedResults;

/// The number of samples that the bootstrap draws.
const RESAMPLES: usize = 2000;

/// The error probability of the interval. The bound on the number of longer tasks has the same
/// error probability.
const ALPHA: f64 = 0.05;

/// The least number of sampled tasks for a forecast.
pub const FEWEST: usize = 10;

/// The forecast of a plan's cost from a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlanForecast {
    /// Number of tasks in the sample.
    pub sampled: usize,
    /// Number of tasks of the plan.
    pub tasks: u64,
    /// Estimated processor time of all tasks, in seconds.
    #[serde(rename = "cpu_seconds")]
    pub total: f64,
    /// The 95 % confidence interval of the total, in seconds.
    pub interval: [f64; 2],
    /// Processor time of the longest sampled task, in seconds.
    pub longest: f64,
    /// The upper 95 % confidence bound on the number of tasks that take longer than the longest
    /// sampled task.
    #[serde(rename = "longer_at_most")]
    pub longer: u64,
}

/// Returns the processor times of the sampled tasks, in seconds. The sample consists of the tasks
/// before the first unfinished one in the plan's random order. The times are in the same order.
pub fn sample_times(folder: &Folder, merged: &MergedResults) -> Vec<f64> {
    folder.sample_order().into_iter().map_while(|task| merged.cost(task)).collect()
}

/// Returns the forecast for a plan with `tasks` tasks. `sample` has the processor times of randomly
/// chosen tasks in seconds, each task at most once. `seed` determines the resamples. The lower end
/// of the interval is at least the total time of the sample. If the sample has all tasks, both ends
/// are the total. Returns `None` if the sample is empty. Also returns `None` if the sample has
/// fewer than [`FEWEST`] tasks and the plan has other tasks too.
pub fn forecast(sample: &[f64], tasks: u64, seed: u64) -> Option<PlanForecast> {
    if sample.len() < FEWEST.min(usize::try_from(tasks).unwrap_or(usize::MAX)) || sample.is_empty()
    {
        return None;
    }
    let number = sample.len() as f64;
    let left = (1.0 - number / tasks as f64).max(0.0);
    let (mean, error) = moments(sample);
    let [low, high] = studentised(sample, seed);
    // A high quantile means that the mean of the sample is too high. So the high quantile gives the
    // lower bound.
    let bound = |quantile: f64| tasks as f64 * (mean - quantile * error * left.sqrt());
    let least: f64 = sample.iter().sum();
    let share = 1.0 - ALPHA.powf(1.0 / number);
    let longer = (share * left * tasks as f64).ceil();
    Some(PlanForecast {
        sampled: sample.len(),
        tasks,
        total: tasks as f64 * mean,
        interval: [bound(high).max(least), bound(low)],
        longest: sample.iter().copied().fold(0.0, f64::max),
        longer: num_traits::ToPrimitive::to_u64(&longer).unwrap_or(tasks),
    })
}

/// Returns the mean of a sample, and the standard error of this mean, computed as if the sample
/// were drawn with replacement. The sample must not be empty. For one value, the error is 0.
fn moments(sample: &[f64]) -> (f64, f64) {
    let number = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / number;
    let squares: f64 = sample.iter().map(|cost| (cost - mean).powi(2)).sum();
    (mean, (squares / (number - 1.0).max(1.0) / number).sqrt())
}

/// Returns the quantiles [`ALPHA`] / 2 and 1 − `ALPHA` / 2 of (m − `mean`) / e. Here m and e are
/// the mean and the standard error of a random resample, and `mean` is the mean of the sample. The
/// sample must not be empty. e is at least a tenth of the standard error of the sample. `seed`
/// determines the resamples.
fn studentised(sample: &[f64], seed: u64) -> [f64; 2] {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mean, error) = moments(sample);
    let mut statistics: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn: Vec<f64> =
                sample.iter().map(|_| sample[random.usize(..sample.len())]).collect();
            let (other, own) = moments(&drawn);
            // A resample of equal costs has the standard error 0, so at least a tenth of the
            // sample's standard error is used.
            (other - mean) / own.max(error / 10.0).max(f64::MIN_POSITIVE)
        })
        .collect();
    statistics.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = num_traits::ToPrimitive::to_usize(&(share * (RESAMPLES - 1) as f64).round());
        statistics[place.unwrap_or(0).min(RESAMPLES - 1)]
    };
    [at(ALPHA / 2.0), at(1.0 - ALPHA / 2.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(number: usize, spread: f64, random: &mut fastrand::Rng) -> Vec<f64> {
        let normal = |random: &mut fastrand::Rng| (0..12).map(|_| random.f64()).sum::<f64>() - 6.0;
        (0..number).map(|_| (spread * normal(random)).exp()).collect()
    }

    #[test]
    fn an_interval_has_the_truth_as_often_as_it_says() {
        let mut random = fastrand::Rng::with_seed(3);
        for (spread, least) in [(0.05, 0.91), (0.5, 0.91), (1.0, 0.88), (2.0, 0.82)] {
            let (mut met, rounds) = (0, 300);
            for round in 0..rounds {
                let mut all = costs(500, spread, &mut random);
                let truth: f64 = all.iter().sum();
                random.shuffle(&mut all);
                let told = forecast(&all[..60], 500, round).expect("enough tasks");
                met += usize::from((told.interval[0]..=told.interval[1]).contains(&truth));
                assert!(told.interval[0] <= told.total && told.total <= told.interval[1]);
            }
            let share = met as f64 / rounds as f64;
            assert!(share >= least, "a spread of {spread}: {share}");
        }
    }

    #[test]
    fn everything_is_no_sample() {
        let all = [1.0, 2.0, 6.0, 1.0, 3.0, 4.0, 2.0, 5.0, 5.0, 9.0];
        let told = forecast(&all, 10, 0).expect("all tasks");
        assert_eq!((told.total, told.interval), (38.0, [38.0, 38.0]));
        assert_eq!((told.longest, told.longer), (9.0, 0));
        assert_eq!(forecast(&all[..9], 100, 0), None, "too few");
        assert_eq!(forecast(&[], 0, 0), None);
        let same = forecast(&[2.0; 20], 100, 0).expect("enough tasks");
        assert_eq!((same.total, same.interval), (200.0, [200.0, 200.0]));
    }

    #[test]
    fn what_is_longer_than_the_longest_is_bounded() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut met, rounds) = (0, 400);
        for round in 0..rounds {
            let mut all = costs(400, 1.5, &mut random);
            random.shuffle(&mut all);
            let told = forecast(&all[..40], 400, round).expect("enough tasks");
            let longer = all.iter().filter(|&&cost| cost > told.longest).count() as u64;
            met += usize::from(longer <= told.longer);
        }
        assert!(met as f64 / rounds as f64 >= 0.93, "{met}");
    }
}
