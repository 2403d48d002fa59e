//! Limits of constraints: no literal or one literal, bounds above the number of literals, repeated
//! literals, a literal and its negation, and more literals than a row has a form for.

use quarrel_encodings::cardinality::{self, Cardinality};
use quarrel_encodings::{Clauses, Error, Parity, Relation, Signal, Tally, Writer, parity};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use super::constraints::{ALL, Formula, RELATIONS, Rows, relates};
use super::counters::{Counting, Demand, check_any_order};

/// Returns every list of this length over some variables, with repetition and both signs.
fn lists(length: usize, variables: u32) -> Vec<Vec<Lit>> {
    let literals: Vec<Lit> =
        (0..variables).flat_map(|v| [Lit::positive(v), Lit::negative(v)]).collect();
    (0..length).fold(vec![Vec::new()], |shorter, _| {
        let longer = |list: Vec<Lit>| {
            literals.iter().map(move |&lit| list.iter().copied().chain([lit]).collect())
        };
        shorter.into_iter().flat_map(longer).collect()
    })
}

/// Returns longer lists in which some literals repeat.
fn long_lists() -> Vec<Vec<Lit>> {
    let lists: [&[i32]; 6] = [
        &[1, 1, 1, 1, 1, 1],
        &[1, 2, 3, 1, 2, 3],
        &[1, 2, 3, 4, 5, -3],
        &[1, -1, 2, -2, 3, -3, 4],
        &[5, 4, -1, 4, 3, 2, -1],
        &[1, 2, 2, 3, 3, 3, -1, -2],
    ];
    let lit = |&number: &i32| Lit::from_ipasir(number).expect("not 0");
    lists.iter().map(|list| list.iter().map(lit).collect()).collect()
}

pub fn check_repeats(rows: Rows) {
    let short = (0..=4).flat_map(|length| lists(length, 2)).chain(lists(3, 3));
    for lits in short.chain(long_lists()) {
        let formula = Formula::over(lits);
        rows.for_each_constraint(formula.lits.len(), &mut |constraint| {
            let mut formula = formula.clone();
            if !formula.add(constraint) {
                return;
            }
            let (allowed, right) = (formula.allowed(), formula.right(constraint.holds));
            assert_eq!(allowed, right, "{}: {:?}", constraint.name, formula.lits);
        });
    }
    for lits in lists(3, 2).into_iter().chain(long_lists()) {
        let formula = Formula::over(lits);
        rows.cardinality.iter().for_each(|row| check_any_order(row, &formula));
    }
}

#[test]
fn literals_count_as_often_as_they_stand() {
    check_repeats(ALL);
}

pub fn check_huge_bounds(rows: Rows) {
    let bounds = [9, usize::MAX / 2, usize::MAX - 1, usize::MAX];
    for n in 0..=4 {
        rows.for_each_bound(n, &bounds, &mut |constraint| {
            let Some(formula) = Formula::of(constraint, n, 0b10) else { return };
            let right = formula.right(constraint.holds);
            assert_eq!(formula.allowed(), right, "{}", constraint.name);
        });
        for (row, bound) in rows.cardinality.iter().flat_map(|row| bounds.map(|b| (row, b))) {
            let mut counting = Counting::over(row, Formula::new(n, 0));
            assert_eq!(counting.ask(Demand::AtMost(bound)), Signal::True, "{}", row.name);
            assert_eq!(counting.ask(Demand::AtLeast(bound)), Signal::False, "{}", row.name);
            assert!(counting.formula.clauses.is_empty(), "{} writes {bound} of {n}", row.name);
        }
    }
}

#[test]
fn bounds_beyond_all_literals_are_no_trouble() {
    check_huge_bounds(ALL);
}

#[test]
fn a_counter_can_be_asked_for_none_and_for_all() {
    for row in cardinality::ALL {
        for n in 0..=3 {
            let mut counting = Counting::over(row, Formula::new(n, 0));
            let none = counting.ask(Demand::AtMost(0));
            let all = counting.ask(Demand::AtLeast(n));
            counting.check(&[none], &|count| count == 0);
            counting.check(&[all], &|count| count == n);
            counting.check(&[none, all], &|count| count == 0 && count == n);
        }
    }
}

/// A constraint that is a clause, that only fixes literals or that always holds needs no auxiliary
/// variable.
#[test]
fn bounds_that_need_no_counting_take_no_variable() {
    for n in 0..=6 {
        for (relation, bound) in RELATIONS.iter().flat_map(|r| (0..=n + 2).map(move |k| (*r, k))) {
            let possible = (0..=n).filter(|&count| relates(count, relation, bound)).count();
            let (none, all) = (relates(0, relation, bound), relates(n, relation, bound));
            let one_clause = possible == n && !(none && all);
            let nothing = possible == 0 || possible == n + 1;
            if !(nothing || one_clause || possible == 1 && (none || all)) {
                continue;
            }
            ALL.for_each_cardinality(n, relation, bound, &mut |constraint| {
                let formula = Formula::of(constraint, n, 0).expect("no row has to count");
                assert!(formula.auxiliary().is_empty(), "{}", constraint.name);
                assert!(formula.clauses.len() <= n.max(1), "{}", constraint.name);
            });
        }
    }
}

#[test]
fn refusals_name_the_row_and_what_was_asked_for() {
    for n in [7, 15, 20, 21, 25, 40, 100] {
        let lits: Vec<Lit> = (0..n).map(Lit::positive).collect();
        let mut variables = BasicVarManager::default();
        variables.increase_next_free(Var::new(n));
        for row in parity::ALL {
            let mut tally = Tally::default();
            match row.encode(&lits, Parity::Odd, &mut tally, &mut variables) {
                Ok(()) => {}
                Err(refusal @ Error::NoForm { .. }) => {
                    let message = refusal.to_string();
                    assert!(message.contains(row.name), "`{message}` does not name {}", row.name);
                    assert!(message.contains(&n.to_string()), "`{message}` does not say {n}");
                    assert_eq!(tally, Tally::default(), "{} wrote and refused", row.name);
                    assert!(n > 20, "{} refuses {n} literals", row.name);
                }
                Err(error) => panic!("{} of {n}: {error}", row.name),
            }
        }
    }
}

/// The helper that encodes a bound with a counter accepts any bound.
#[test]
fn bounds_are_written_with_a_counter_alone() {
    for row in cardinality::ALL {
        for n in 0..=4 {
            for (relation, bound) in
                RELATIONS.iter().flat_map(|r| (0..=n + 2).chain([usize::MAX]).map(|k| (*r, k)))
            {
                check_written_alone(row, n, relation, bound);
            }
        }
    }
}

fn check_written_alone(row: &Cardinality, n: usize, relation: Relation, bound: usize) {
    let mut formula = Formula::new(n, 0b1);
    let mut clauses = Clauses::new();
    let mut writer = Writer::new(&mut clauses, &mut formula.variables);
    let mut counter = row.counter(&formula.lits);
    let name = format!("{} {relation:?} {bound} of {n}", row.name);
    cardinality::write(&mut *counter, relation, bound, &mut writer)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    formula.clauses = clauses;
    let right = formula.right(&|count| relates(count, relation, bound));
    assert_eq!(formula.allowed(), right, "{name}");
}
