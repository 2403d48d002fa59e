//! Comparison of floating-point results with brute force.

use super::*;
use crate::model::{Lit, Parity, Statement, linear_form};

/// Returns columns between 0 and 1 that all cost 1.
fn binary(number: usize) -> Vec<Column> {
    vec![Column::binary(1); number]
}

/// Draws columns that are integers, with costs of either sign.
fn integers(random: &mut fastrand::Rng, number: usize) -> Vec<Column> {
    let column = |random: &mut fastrand::Rng| {
        let least = random.i64(-2..=1);
        Column { bounds: [least, least + random.i64(1..=2)], cost: random.i64(-2..=3) }
    };
    (0..number).map(|_| column(random)).collect()
}

/// Draws a few literals over distinct variables.
fn lits(random: &mut fastrand::Rng, variables: usize) -> Vec<Literal<usize>> {
    let mut order: Vec<usize> = (0..variables).collect();
    random.shuffle(&mut order);
    order.truncate(random.usize(1..=4.min(variables)));
    order.into_iter().map(|variable| Literal { variable, is_negated: random.u8(..) < 80 }).collect()
}

fn clauses(random: &mut fastrand::Rng, variables: usize) -> Vec<Inequality<usize>> {
    (0..random.usize(1..20)).map(|_| Inequality::from_clause(&lits(random, variables))).collect()
}

/// Draws rows with weights. Most of these rows are satisfied by some integers.
fn weighted(random: &mut fastrand::Rng, variables: usize) -> Vec<Inequality<usize>> {
    let row = |random: &mut fastrand::Rng| {
        let lits = lits(random, variables);
        let terms: Vec<_> = lits.into_iter().map(|lit| (random.i128(1..=3), lit)).collect();
        Inequality::from_terms(terms, random.i128(-3..=3))
    };
    (0..random.usize(1..12)).map(|_| row(random)).collect()
}

fn value(row: &Inequality<usize>, values: &[i64]) -> i128 {
    row.terms()
        .map(|(weight, lit)| {
            let value = i128::from(values[lit.variable]);
            weight * if lit.is_negated { 1 - value } else { value }
        })
        .sum()
}

/// Returns the least cost of integers that satisfy all rows, or `None` if there are none.
fn least(simplex: &Simplex) -> Option<i64> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for &Column { bounds: [least, most], .. } in &simplex.columns {
        let longer = |values: &Vec<i64>| {
            let values = values.clone();
            (least..=most).map(move |value| [&values[..], &[value]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|values| simplex.inequalities().all(|row| value(row, values) >= row.degree()));
    let cost = |values: Vec<i64>| -> i64 {
        simplex.columns.iter().zip(values).map(|(column, value)| column.cost * value).sum()
    };
    all.into_iter().map(cost).min()
}

/// An equation is one row of the program: its least cost is that of the two inequalities.
#[test]
fn an_equation_bounds_both_sides() {
    let mut random = fastrand::Rng::with_seed(31);
    let (mut bounds, mut refuted) = (0, 0);
    for _ in 0..400 {
        let variables = random.usize(2..8);
        let columns: Vec<Column> =
            (0..variables).map(|_| Column::binary(random.i64(-3..=5))).collect();
        let (mut simplex, mut sides) = (Simplex::new(columns.clone()), Simplex::new(columns));
        for row in weighted(&mut random, variables) {
            let opposite = row.negated().with_degree(row.weight() - row.degree());
            sides.add(row.clone());
            if random.bool() {
                sides.add(opposite.clone());
                simplex.add_permanent(Arc::new(row), Some(Arc::new(opposite)));
            } else {
                simplex.add(row);
            }
        }
        let expected = least(&sides);
        match simplex.solve(f64::INFINITY, MOST_PIVOTS) {
            end @ SimplexStatus::Optimal => {
                let proved = simplex.certified_bound(&simplex.multipliers(end, SCALE)).least;
                let sum = proved as f64 / SCALE as f64;
                assert!(expected.is_none_or(|least| sum <= least as f64 + 1e-9), "{simplex:?}");
                assert!((sum - simplex.sum()).abs() < 1e-2, "{sum} {}", simplex.sum());
                bounds += 1;
            }
            end => {
                assert_eq!(expected, None, "{end:?}");
                assert!(simplex.evidence(end, i64::MAX / 2, SCALE).spare >= 0, "{simplex:?}");
                refuted += 1;
            }
        }
    }
    assert!(bounds > 50 && refuted > 50, "{bounds} and {refuted}");
}

#[test]
fn what_is_proved_is_true_and_near_the_sum() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut ends = [0; 3];
    for number in 0..600 {
        let is_binary = number % 2 == 0;
        let variables = random.usize(2..if is_binary { 10 } else { 6 });
        let columns = if is_binary { binary(variables) } else { integers(&mut random, variables) };
        let rows = if is_binary { clauses } else { weighted }(&mut random, variables);
        let mut simplex = Simplex::new(columns.clone());
        for row in rows {
            simplex.add(row);
            let variable = random.usize(..variables);
            let [least, most] = columns[variable].bounds;
            simplex.set_bounds(variable, [[least, most], [least; 2], [most; 2]][random.usize(..3)]);
            let end = simplex.solve(f64::INFINITY, 1000);
            let proved = simplex.certified_bound(&simplex.multipliers(end, SCALE)).least;
            let known = self::least(&simplex);
            match end {
                SimplexStatus::Infeasible(_) => {
                    // Rounding can hide that a long step just reaches a bound. If this happens,
                    // nothing is proved.
                    assert!(if proved > 0 { known.is_none() } else { !is_binary });
                    ends[0] += 1;
                }
                SimplexStatus::Optimal => {
                    let sum = simplex.sum();
                    let bound = proved as f64 / SCALE as f64;
                    assert!((bound - sum).abs() < 1e-3, "{bound} and {sum}");
                    let known = known.map_or(f64::INFINITY, |known| known as f64);
                    assert!(bound <= known + 1e-9, "{bound} and {known}");
                    ends[1] += 1;
                }
                SimplexStatus::CutoffReached | SimplexStatus::PivotLimit => panic!("{end:?}"),
            }
            let before = simplex.rows.len();
            simplex.drop_slack_rows(0.5);
            ends[2] += before - simplex.rows.len();
        }
    }
    assert!(ends.iter().all(|&number| number > 100), "{ends:?}");
}

#[test]
fn dropped_columns_change_nothing() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut dropped, mut refuted) = (0, 0);
    for number in 0..600 {
        let variables = random.usize(2 * LANES..4 * LANES);
        let is_binary = number % 2 == 0;
        let columns = if is_binary { binary(variables) } else { integers(&mut random, variables) };
        let rows = if is_binary { clauses } else { weighted };
        let mut all = Simplex::new(columns.clone());
        rows(&mut random, variables).into_iter().for_each(|row| all.add(row));
        if matches!(all.solve(f64::INFINITY, 1000), SimplexStatus::Infeasible(_)) {
            continue;
        }
        for (variable, column) in columns.iter().enumerate() {
            if random.bool() {
                let [least, most] = column.bounds;
                let is_low = all.value(variable) < least.midpoint(most) as f64 + 0.5;
                let bound = if is_low == (random.u8(..20) > 0) { least } else { most };
                all.set_bounds(variable, [bound; 2]);
            }
        }
        let mut some = all.clone();
        some.drop_fixed();
        dropped += all.others.len() - some.others.len();
        let variable = random.usize(..variables);
        let [least, most] = some.columns[variable].bounds;
        let more = rows(&mut random, variables);
        let ends = [&mut all, &mut some].map(|simplex| {
            simplex.drop_slack_rows(0.5);
            simplex.set_bounds(variable, if least == most { [least; 2] } else { [most; 2] });
            more.iter().for_each(|row| simplex.add(row.clone()));
            let end = simplex.solve(f64::INFINITY, 1000);
            assert!(!simplex.is_inaccurate());
            let proved = simplex.certified_bound(&simplex.multipliers(end, SCALE)).least;
            let sum = simplex.sum();
            if end == SimplexStatus::Optimal { (true, sum, proved) } else { (false, 0.0, proved) }
        });
        let [(end, sum, _), (same_end, same_sum, proved)] = ends;
        assert!(end == same_end && (sum - same_sum).abs() < 1e-6, "{ends:?}");
        let bound = proved as f64 / SCALE as f64;
        assert!(if end { (bound - sum).abs() < 1e-3 } else { proved > 0 }, "{ends:?}");
        refuted += usize::from(!end);
    }
    assert!(dropped > 1000 && (50..500).contains(&refuted), "{dropped} and {refuted}");
}

#[test]
fn a_sum_beyond_what_is_asked_for_is_proved() {
    let mut simplex = Simplex::new(binary(5));
    let pairs = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)];
    pairs.iter().for_each(|&(one, other)| {
        simplex.add(Inequality::from_clause(&[one.into(), other.into()]));
    });
    assert_eq!(simplex.solve(2.4, 1000), SimplexStatus::CutoffReached);
    let proved =
        simplex.certified_bound(&simplex.multipliers(SimplexStatus::CutoffReached, SCALE)).least;
    assert!(proved > i128::from(SCALE) * 2 && proved <= i128::from(SCALE) * 5 / 2 + 5);
    assert_eq!(simplex.solve(2.6, 0), SimplexStatus::PivotLimit);
}

#[test]
fn rounding_refutes_nothing() {
    let mut random = fastrand::Rng::with_seed(6);
    let mut claimed = 0;
    for _ in 0..300 {
        let variables = random.usize(2..10);
        let mut simplex = Simplex::new(binary(variables));
        clauses(&mut random, variables).into_iter().for_each(|clause| simplex.add(clause));
        simplex.solve(f64::INFINITY, 1000);
        let known = least(&simplex);
        for value in &mut simplex.values {
            *value += (random.f64() - 0.5) * MOST_DRIFT;
        }
        let end = simplex.clone().solve(f64::INFINITY, 1000);
        claimed += u32::from(end.refutes() && known.is_some());
        let most = known.unwrap_or(0);
        let refuted = simplex.refute(most, 1000, &[SCALE]).is_some();
        assert!(!refuted || known.is_none(), "{most}");
        let keeps = |row: &ProgramRow| value_of(&row.terms, &simplex.values()) - 1.0 > -MOST_DRIFT;
        assert!(refuted || simplex.rows.iter().all(keeps));
    }
    assert!(claimed > 20, "{claimed}");
}

#[test]
fn a_table_that_is_off_is_built_anew() {
    let mut random = fastrand::Rng::with_seed(4);
    for damage in [1e-3, f64::NAN] {
        let mut simplex = Simplex::new(binary(8));
        clauses(&mut random, 8).into_iter().for_each(|clause| simplex.add(clause));
        simplex.set_bounds(0, [1; 2]);
        simplex.solve(f64::INFINITY, 1000);
        assert!(!simplex.is_inaccurate());
        let sum = simplex.sum();
        simplex.values[0] += damage;
        assert!(simplex.is_inaccurate(), "{damage}");
        let mut rebuilt = simplex.rebuilt();
        rebuilt.solve(f64::INFINITY, 1000);
        assert!(!rebuilt.is_inaccurate() && (rebuilt.sum() - sum).abs() < 1e-6);
        assert_eq!(rebuilt.columns[0].bounds, [1; 2]);
    }
}

/// The linear form of a parity has an integer for the pairs of true literals.
#[test]
fn an_integer_of_a_row_is_a_column() {
    let row = Statement::Parity(&[1, 2, -3, 4].map(Lit::from_dimacs), Parity::Odd)
        .row()
        .expect("a row with literals");
    let mut columns = binary(4);
    let row = row.expanded(|Term { weight, atom }| {
        let column = match atom {
            linear_form::Column::Variable(variable) => variable,
            linear_form::Column::Integer(most) => {
                let most = i64::try_from(most).expect("few pairs");
                columns.push(Column { bounds: [0, most], cost: 0 });
                columns.len() - 1
            }
        };
        [Term { weight, atom: column }]
    });
    let mut simplex = Simplex::new(columns);
    for side in row.sides() {
        let terms = side.sum.terms().map(|term| (term.weight.into(), term.atom.into()));
        simplex.add(Inequality::from_terms(terms, side.bound.into()));
    }
    // The third literal is negated, so no variable must be true. If a pair is demanded, two
    // variables must be true.
    for (pairs, cost) in [([0, 1], 0.0), ([0; 2], 0.0), ([1; 2], 2.0)] {
        simplex.set_bounds(4, pairs);
        assert_eq!(simplex.solve(f64::INFINITY, 1000), SimplexStatus::Optimal);
        let least =
            simplex.certified_bound(&simplex.multipliers(SimplexStatus::Optimal, SCALE)).least;
        assert!((least as f64 / SCALE as f64 - cost).abs() < 1e-3, "{pairs:?}: {least}");
    }
}
