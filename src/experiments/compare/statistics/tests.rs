//! Tests of the statistics against published values, and against data with a known truth.

use super::*;

fn known(values: &[f64]) -> Vec<Bracket> {
    values.iter().map(|&value| Bracket::exact(value)).collect()
}

fn near(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 2e-4 * expected.abs().max(1e-3)
}

#[test]
fn quantiles_lie_between_neighbours() {
    assert_eq!(quantile(&[], 0.5), None);
    assert_eq!(median(&[3.0]), Some(3.0));
    assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
    assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0, 5.0], 0.25), Some(2.0));
    assert_eq!(median(&[1.0, f64::INFINITY, f64::INFINITY]), Some(f64::INFINITY));
}

/// The differences in Student's sleep data (Biometrika 1908) have t = 4.0621, p = 0.002833, and the
/// interval from 0.7001 to 2.4599.
#[test]
fn an_interval_over_boards_is_students() {
    let differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
    let found = estimate_population(&known(&differences), 0.05).expect("ten boards");
    let [Some(low), Some(high)] = found.limits else { panic!("both limits") };
    assert!(near(low, 0.7001) && near(high, 2.4599) && near(found.p, 0.002_833), "{found:?}");
    assert_eq!(estimate_population(&known(&[1.0]), 0.05), None);
}

/// For one board, the interval is Student's t over its repetitions. For two boards with equal
/// variance, it has the sum of their degrees of freedom.
#[test]
fn an_interval_over_repetitions_takes_boards_as_they_are() {
    let differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
    let one = estimate_fixed_boards(&[known(&differences)], 0.05).expect("repetitions");
    assert_eq!(Some(one), estimate_population(&known(&differences), 0.05));
    let far: Vec<f64> = differences.iter().map(|value| value + 100.0).collect();
    let two =
        estimate_fixed_boards(&[known(&differences), known(&far)], 0.05).expect("repetitions");
    let [Some(low), Some(high)] = two.limits else { panic!("both limits") };
    // The means of the boards differ by a hundred, which does not widen the interval: its t has 18
    // degrees of freedom.
    assert!(near(high - low, 2.0 * 2.1009 * 1.2300 / 20.0_f64.sqrt()), "{two:?}");
    assert_eq!(estimate_fixed_boards(&[known(&differences), known(&[1.0])], 0.05), None);
    assert_eq!(estimate_fixed_boards(&[known(&[0.7; 5])], 0.05), None, "all repetitions are equal");
}

#[test]
fn a_limit_is_given_on_the_side_that_is_known() {
    let open_below = |high: f64| Bracket { low: f64::NEG_INFINITY, high };
    let mut boards = known(&[-0.9, -1.1, -1.0, -0.8, -1.2, -1.0]);
    boards.extend([-0.7, -0.6].map(open_below));
    let found = estimate_population(&boards, 0.05).expect("an upper limit");
    assert!(found.limits[0].is_none() && found.limits[1].is_some_and(|high| high < -0.7));
    assert!(found.p < 0.01);
    assert_eq!(estimate_population(&[open_below(f64::INFINITY); 8], 0.05), None);
    // If two of twenty boards have no upper bound, ranks still give a limit.
    let mut boards = known(&[-1.0, -1.1, -0.9, -1.2, -0.8, -1.0, -1.05, -0.95, -1.15]);
    boards.extend(known(&[-0.85, -1.01, -1.09, -0.91, -1.19, -0.81, -1.02, -1.04, -0.96]));
    boards.extend([Bracket { low: -1.0, high: f64::INFINITY }; 2]);
    let found = estimate_population(&boards, 0.05).expect("limits");
    assert!(found.limits[1].is_some_and(|high| high < -0.8), "{found:?}");
}

#[test]
fn intervals_and_tests_never_contradict_each_other() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..2000 {
        let open = random.f64() * 0.4;
        let mut bracket = |centre: f64| {
            let value = centre + random.f64() - 0.5;
            match random.f64() {
                draw if draw < open / 2.0 => Bracket { low: f64::NEG_INFINITY, high: value },
                draw if draw < open => Bracket { low: value, high: f64::INFINITY },
                _ => Bracket::exact(value),
            }
        };
        let boards: Vec<Vec<Bracket>> = (0..8)
            .map(|board| (0..3).map(|_| bracket(f64::from(board) / 30.0)).collect())
            .collect();
        let means: Vec<Bracket> =
            boards.iter().map(|one| Bracket::mean(one).expect("repetitions")).collect();
        for level in [0.05, 0.001] {
            for found in [estimate_population(&means, level), estimate_fixed_boards(&boards, level)]
            {
                let Some(found) = found else { continue };
                let leaves_out = found.limits[0].is_some_and(|low| low > 0.0)
                    || found.limits[1].is_some_and(|high| high < 0.0);
                assert_eq!(leaves_out, found.p < level, "{found:?}");
            }
        }
    }
}

/// The statistics program R gives the p-value 0.06543 for `binom.test(c(2, 9))`.
#[test]
fn the_sign_test_is_that_of_coins() {
    assert!(near(sign_test([2, 9]), 0.065_43));
    assert_eq!(sign_test([0, 0]), 1.0);
    assert!(near(sign_test([0, 6]), 2.0 / 64.0));
}

#[test]
fn what_is_detectable_is_detected_four_times_out_of_five() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut gauss = || {
        let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
        radius * (std::f64::consts::TAU * random.f64()).cos()
    };
    for number in [6, 8, 20_u32] {
        let shift =
            detectable_effect(f64::from(number) - 1.0, 0.05, 0.8) / f64::from(number).sqrt();
        let found = (0..4000)
            .filter(|_| {
                let values: Vec<f64> = (0..number).map(|_| gauss() + shift).collect();
                estimate_population(&known(&values), 0.05).is_some_and(|found| found.p < 0.05)
            })
            .count();
        let power = found as f64 / 4000.0;
        assert!((0.76..0.86).contains(&power), "{number}: {power}");
    }
}
