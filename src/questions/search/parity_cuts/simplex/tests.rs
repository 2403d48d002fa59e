//! Comparison of floating-point results with brute force.

use super::multiples::SCALE;
use super::*;

fn clauses(random: &mut fastrand::Rng, variables: usize) -> Vec<Vec<ProgramLit>> {
    let clause = |random: &mut fastrand::Rng| {
        let mut order: Vec<usize> = (0..variables).collect();
        random.shuffle(&mut order);
        order.truncate(random.usize(1..=4.min(variables)));
        let signed = |variable| ProgramLit { variable, is_negated: random.u8(..) < 80 };
        order.into_iter().map(signed).collect()
    };
    (0..random.usize(1..20)).map(|_| clause(random)).collect()
}

fn least(clauses: &[&[ProgramLit]], fixed: &[Option<bool>]) -> Option<u32> {
    let value = |word: u32, variable: usize| word >> variable & 1 == 1;
    (0..1_u32 << fixed.len())
        .filter(|&word| {
            let agrees = |(variable, fixed): (usize, &Option<bool>)| {
                fixed.is_none_or(|fixed| fixed == value(word, variable))
            };
            let holds = |clause: &&[ProgramLit]| {
                clause.iter().any(|lit| value(word, lit.variable) != lit.is_negated)
            };
            fixed.iter().enumerate().all(agrees) && clauses.iter().all(holds)
        })
        .map(u32::count_ones)
        .min()
}

#[test]
fn what_is_proved_is_true_and_near_the_sum() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut ends = [0; 3];
    for _ in 0..300 {
        let variables = random.usize(2..10);
        let all = clauses(&mut random, variables);
        let mut simplex = Simplex::new(vec![true; variables]);
        let mut fixed = vec![None; variables];
        for clause in &all {
            simplex.add(clause.clone());
            let variable = random.usize(..variables);
            fixed[variable] = [None, Some(false), Some(true)][random.usize(..3)];
            simplex.fix(variable, fixed[variable]);
            let end = simplex.solve(f64::INFINITY, 1000);
            let proved = simplex.proved(&simplex.multiples(end));
            let known = least(&simplex.clauses().collect::<Vec<_>>(), &fixed);
            match end {
                End::Contradiction(_) => {
                    assert!(proved.least > 0 && known.is_none());
                    ends[0] += 1;
                }
                End::Least => {
                    let sum = simplex.sum();
                    let bound = proved.least as f64 / SCALE as f64;
                    assert!((bound - sum).abs() < 1e-3, "{bound} and {sum}");
                    let known = known.map_or(f64::INFINITY, f64::from);
                    assert!(bound <= known + 1e-9, "{bound} and {known}");
                    ends[1] += 1;
                }
                End::Beyond | End::Stopped => panic!("{end:?}"),
            }
            let before = simplex.clauses().count();
            simplex.drop_beyond(0.5);
            ends[2] += before - simplex.clauses().count();
        }
    }
    assert!(ends.iter().all(|&number| number > 100), "{ends:?}");
}

#[test]
fn dropped_columns_change_nothing() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut dropped, mut refuted) = (0, 0);
    for _ in 0..300 {
        let variables = random.usize(2 * LANES..4 * LANES);
        let mut all = Simplex::new(vec![true; variables]);
        clauses(&mut random, variables).into_iter().for_each(|clause| all.add(clause));
        all.solve(f64::INFINITY, 1000);
        for variable in 0..variables {
            if random.bool() {
                let is_one = all.value(variable) > 0.5;
                all.fix(variable, Some(is_one != (random.u8(..20) == 0)));
            }
        }
        let mut some = all.clone();
        some.drop_fixed();
        dropped += all.others.len() - some.others.len();
        let variable = random.usize(..variables);
        let value = Some(some.fixed(variable).unwrap_or(true));
        let more = clauses(&mut random, variables);
        let ends = [&mut all, &mut some].map(|simplex| {
            simplex.drop_beyond(0.5);
            simplex.fix(variable, value);
            more.iter().for_each(|clause| simplex.add(clause.clone()));
            let end = simplex.solve(f64::INFINITY, 1000);
            assert!(!simplex.is_off());
            let proved = simplex.proved(&simplex.multiples(end)).least;
            let sum = simplex.sum();
            if end == End::Least { (true, sum, proved) } else { (false, 0.0, proved) }
        });
        let [(end, sum, _), (same_end, same_sum, proved)] = ends;
        assert!(end == same_end && (sum - same_sum).abs() < 1e-6, "{ends:?}");
        let bound = proved as f64 / SCALE as f64;
        assert!(if end { (bound - sum).abs() < 1e-3 } else { proved > 0 }, "{ends:?}");
        refuted += usize::from(!end);
    }
    assert!(dropped > 1000 && (50..250).contains(&refuted), "{dropped} and {refuted}");
}

#[test]
fn a_sum_beyond_what_is_asked_for_is_proved() {
    let pair = |variable| {
        [variable, variable + 1].map(|variable| ProgramLit { variable, is_negated: false }).to_vec()
    };
    let mut simplex = Simplex::new(vec![true; 5]);
    (0..4).for_each(|variable| simplex.add(pair(variable)));
    simplex.add([0, 4].map(|variable| ProgramLit { variable, is_negated: false }).to_vec());
    assert_eq!(simplex.solve(2.4, 1000), End::Beyond);
    let proved = simplex.proved(&simplex.multiples(End::Beyond)).least;
    assert!(proved > i128::from(SCALE) * 2 && proved <= i128::from(SCALE) * 5 / 2 + 5);
    assert_eq!(simplex.solve(2.6, 0), End::Stopped);
}

#[test]
fn rounding_refutes_nothing() {
    let mut random = fastrand::Rng::with_seed(6);
    let mut claimed = 0;
    for _ in 0..300 {
        let variables = random.usize(2..10);
        let mut simplex = Simplex::new(vec![true; variables]);
        clauses(&mut random, variables).into_iter().for_each(|clause| simplex.add(clause));
        simplex.solve(f64::INFINITY, 1000);
        let known = least(&simplex.clauses().collect::<Vec<_>>(), &vec![None; variables]);
        for value in &mut simplex.values {
            *value += (random.f64() - 0.5) * MOST_DRIFT;
        }
        let end = simplex.clone().solve(f64::INFINITY, 1000);
        claimed += u32::from(end.refutes() && known.is_some());
        let most = known.map_or(0, u64::from);
        let refuted = simplex.refute(most, 1000).is_some();
        assert!(!refuted || known.is_none(), "{most}");
        let keeps = |clause: &[ProgramLit]| surplus(clause, &simplex.values()) > -MOST_DRIFT;
        assert!(refuted || simplex.clauses().all(keeps));
    }
    assert!(claimed > 20, "{claimed}");
}

#[test]
fn a_table_that_is_off_is_built_anew() {
    let mut random = fastrand::Rng::with_seed(4);
    for damage in [1e-3, f64::NAN] {
        let mut simplex = Simplex::new(vec![true; 8]);
        clauses(&mut random, 8).into_iter().for_each(|clause| simplex.add(clause));
        simplex.fix(0, Some(true));
        simplex.solve(f64::INFINITY, 1000);
        assert!(!simplex.is_off());
        let sum = simplex.sum();
        simplex.values[0] += damage;
        assert!(simplex.is_off(), "{damage}");
        let mut rebuilt = simplex.rebuilt();
        rebuilt.solve(f64::INFINITY, 1000);
        assert!(!rebuilt.is_off() && (rebuilt.sum() - sum).abs() < 1e-6);
        assert_eq!(rebuilt.fixed(0), Some(true));
    }
}
