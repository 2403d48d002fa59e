//! Requirements on every row, checked on constraints that are small enough to try all assignments:
//! the truth table, unit propagation, fresh variables, and an end as soon as the collector refuses
//! a clause.

use std::collections::HashSet;

use quarrel_encodings::cardinality::{self, Cardinality};
use quarrel_encodings::{Collect, Error, Parity, at_most_one, parity};
use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use super::constraints::{ALL, Constraint, Formula, Rows, number};
use super::referee::Derived;
use crate::INCOMPLETE;

pub fn check_all(rows: Rows) {
    check_truth_tables(rows, 8);
    check_propagation(rows, 6);
    check_fresh_variables(rows, 6);
    check_refusals(rows, 6);
}

fn check_truth_tables(rows: Rows, most: usize) {
    for n in 0..=most {
        for negated in [0, 0b0101_0110, (1 << n) - 1] {
            rows.for_each_constraint(n, &mut |constraint| {
                let Some(formula) = Formula::of(constraint, n, negated) else { return };
                let right = formula.right(constraint.holds);
                let name = &constraint.name;
                let allowed = formula.allowed();
                assert_eq!(allowed, right, "{name}, negated {negated:b}");
            });
        }
    }
}

#[test]
fn clauses_can_be_satisfied_exactly_where_the_constraint_holds() {
    check_truth_tables(ALL, 8);
}

/// Checks constraints that are long enough for a tree or a chain to have several inner pieces.
fn check_long(n: usize) {
    ALL.for_each_constraint(n, &mut |constraint| {
        let Some(formula) = Formula::of(constraint, n, 0) else { return };
        let right = formula.right(constraint.holds);
        let exact = formula.referee().allows_exactly(&formula.lits, &right);
        assert!(exact, "{}", constraint.name);
    });
}

#[test]
fn long_constraints_hold_too() {
    (9..=10).for_each(check_long);
}

#[test]
#[ignore = "long: half a minute"]
fn longer_constraints_hold_too() {
    (11..=14).for_each(check_long);
}

/// Every parity encoding is right with every cardinality encoding that it is given, and its
/// propagation is complete if that of the cardinality encoding is.
#[test]
fn parities_hold_whatever_they_count_with() {
    for (counting, n) in cardinality::ALL.iter().flat_map(|row| (0..=6).map(move |n| (row, n))) {
        for (row, parity) in
            parity::ALL.iter().flat_map(|row| [(row, Parity::Even), (row, Parity::Odd)])
        {
            let constraint = Constraint {
                name: format!("{} with {}, {} of {n}", row.name, counting.name, parity.word()),
                row: row.name,
                write: &|lits, clauses, variables| {
                    row.encode_counting(lits, parity, counting, clauses, variables)
                },
                holds: &|count| Parity::from_number(count) == parity,
            };
            let Some(formula) = Formula::of(&constraint, n, 0b101) else { continue };
            let right = formula.right(constraint.holds);
            assert_eq!(formula.allowed(), right, "{}", constraint.name);
            let missed = missed_by_propagation(&constraint, n);
            assert!(missed.is_none() || is_incomplete(counting.name), "{}", constraint.name);
        }
    }
}

pub fn is_incomplete(row: &str) -> bool {
    INCOMPLETE.iter().any(|(incomplete, _)| *incomplete == row)
}

fn check_propagation(rows: Rows, most: usize) {
    for n in 0..=most {
        rows.for_each_constraint(n, &mut |constraint| {
            let missed = missed_by_propagation(constraint, n);
            if let Some(known) = missed.filter(|_| !is_incomplete(constraint.row)) {
                panic!("{} does not derive all from {known:?}", constraint.name);
            }
        });
    }
}

/// Asserts that unit propagation derives only implied literals. Returns the first partial
/// assignment from which it does not derive all implied literals, or `None` if there is no such
/// assignment or the row has no form for the constraint.
fn missed_by_propagation(constraint: &Constraint, n: usize) -> Option<Vec<Lit>> {
    let formula = Formula::of(constraint, n, 0b10_0110)?;
    let mut missed = None;
    formula.referee().walk_partial(&formula.lits, &mut |known, derived| {
        let follows = what_follows(&formula.lits, known, constraint.holds);
        assert!(is_part(derived, follows), "{}: {derived:?} from {known:?}", constraint.name);
        if derived != follows {
            missed.get_or_insert_with(|| known.to_vec());
        }
        true
    });
    missed
}

/// Returns the literals that known literals imply. Every count from the number of true literals to
/// that number plus the number of unassigned literals is possible, and any unassigned literals can
/// make up the difference.
pub fn what_follows(lits: &[Lit], known: &[Lit], holds: &dyn Fn(usize) -> bool) -> Derived {
    let places = |wanted: fn(Lit) -> Lit| -> u32 {
        let holds = |(place, &lit)| u32::from(known.contains(&wanted(lit))) << place;
        lits.iter().enumerate().map(holds).sum()
    };
    let (yes, no) = (places(|lit| lit), places(|lit| !lit));
    let open = ((1 << lits.len()) - 1) & !(yes | no);
    let (least, most) = (yes.count_ones() as usize, (yes | open).count_ones() as usize);
    let without = (least..most).any(holds);
    let with = (least + 1..=most).any(holds);
    match (without, with) {
        _ if open == 0 => holds(least).then_some((yes, no)),
        (false, false) => None,
        (false, true) => Some((yes | open, no)),
        (true, false) => Some((yes, no | open)),
        (true, true) => Some((yes, no)),
    }
}

/// Returns whether all derived literals are implied. A contradiction is only allowed if a
/// contradiction is implied, and then everything is.
pub fn is_part(derived: Derived, follows: Derived) -> bool {
    match (derived, follows) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(derived), Some(follows)) => {
            derived.0 & !follows.0 == 0 && derived.1 & !follows.1 == 0
        }
    }
}

#[test]
fn unit_propagation_derives_what_follows_and_nothing_else() {
    check_propagation(ALL, 6);
}

/// Rows of at-most-one are allowed to be pairwise for few literals, so this test has more literals.
/// This is possible because one true literal determines the others, which leaves few partial
/// assignments.
#[test]
fn at_most_one_of_many_propagates_too() {
    for n in 7..=13 {
        ALL.for_each_at_most_one(n, &mut |constraint| {
            let missed = missed_by_propagation(constraint, n);
            assert_eq!(missed, None, "{} does not derive all", constraint.name);
        });
    }
}

#[test]
fn rows_that_are_called_incomplete_are() {
    for (incomplete, reason) in INCOMPLETE {
        let found = (0..=8).any(|n| {
            let mut found = false;
            ALL.for_each_constraint(n, &mut |constraint| {
                found = found
                    || constraint.row == *incomplete
                        && missed_by_propagation(constraint, n).is_some();
            });
            found
        });
        assert!(found, "{incomplete} derives all that follows, though it is said: {reason}");
    }
}

fn check_fresh_variables(rows: Rows, most: usize) {
    for n in 0..=most {
        rows.for_each_constraint(n, &mut |constraint| {
            let Some(mut formula) = Formula::of(constraint, n, 0) else { return };
            let first = formula.auxiliary();
            let used = formula.variables.n_used();
            formula.clauses = Default::default();
            formula.add(constraint);
            let second = formula.auxiliary();
            let name = &constraint.name;
            assert!(first.is_disjoint(&second), "{name} takes its variables twice");
            assert!(second.iter().all(|variable| variable.idx32() >= used), "{name}");
            let reserved = number(3 * n + 2);
            assert!(first.iter().all(|variable| variable.idx32() >= reserved), "{name}");
            let end = formula.variables.n_used();
            assert!(second.iter().all(|variable| variable.idx32() < end), "{name}");
        });
    }
}

#[test]
fn auxiliary_variables_are_fresh() {
    check_fresh_variables(ALL, 6);
}

/// A collector that accepts a number of clauses, refuses further ones, and counts the calls.
struct Stops {
    after: usize,
    asked: usize,
}

impl Collect for Stops {
    fn collect(&mut self, _: &[Lit]) -> Result<(), Error> {
        self.asked += 1;
        if self.asked > self.after { Err(Error::Stopped) } else { Ok(()) }
    }
}

fn check_refusals(rows: Rows, most: usize) {
    for n in 0..=most {
        rows.for_each_constraint(n, &mut |constraint| {
            let Some(formula) = Formula::of(constraint, n, 0) else { return };
            for after in 0..formula.clauses.len() {
                let Formula { lits, mut variables, .. } = Formula::new(n, 0);
                let mut stops = Stops { after, asked: 0 };
                let end = (constraint.write)(&lits, &mut stops, &mut variables);
                let name = &constraint.name;
                assert_eq!(end, Err(Error::Stopped), "{name} after {after} clauses");
                assert_eq!(stops.asked, after + 1, "{name} goes on after a refusal");
            }
        });
    }
}

#[test]
fn a_refusal_ends_an_encoding_at_once() {
    check_refusals(ALL, 6);
    for row in cardinality::ALL {
        check_refused_counter(row);
    }
}

/// Checks that a refusal ends the writing of a single output at once.
fn check_refused_counter(row: &Cardinality) {
    use quarrel_encodings::cardinality::Side;
    use quarrel_encodings::{Tally, Writer};

    let Formula { lits, mut variables, .. } = Formula::new(6, 0);
    let outputs = [(3, Side::Upper), (4, Side::Lower)];
    let mut write = |clauses: &mut dyn Collect| {
        let mut counter = row.counter(&lits);
        let mut writer = Writer::new(clauses, &mut variables);
        outputs.iter().try_for_each(|&(j, side)| counter.output(j, side, &mut writer).map(|_| ()))
    };
    let mut tally = Tally::default();
    write(&mut tally).expect("a tally refuses nothing");
    for after in 0..tally.clauses {
        let mut stops = Stops { after, asked: 0 };
        assert_eq!(write(&mut stops), Err(Error::Stopped), "{} after {after}", row.name);
        assert_eq!(stops.asked, after + 1, "{} goes on after a refusal", row.name);
    }
}

#[test]
fn no_row_refuses_six_literals() {
    for n in 0..=6 {
        ALL.for_each_constraint(n, &mut |constraint| {
            assert!(Formula::of(constraint, n, 0).is_some(), "{} is refused", constraint.name);
        });
    }
}

#[test]
fn rows_have_names_of_their_own_and_sources() {
    let tables: [Vec<(&str, &str)>; 3] = [
        at_most_one::ALL.iter().map(|row| (row.name, row.citation)).collect(),
        cardinality::ALL.iter().map(|row| (row.name, row.citation)).collect(),
        parity::ALL.iter().map(|row| (row.name, row.citation)).collect(),
    ];
    for rows in tables {
        assert!(!rows.is_empty(), "a table has a default");
        let names: HashSet<&str> = rows.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), rows.len(), "a name twice among {names:?}");
        for (name, citation) in rows {
            let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(!name.is_empty() && name.chars().all(kebab), "`{name}`");
            assert!(!citation.trim().is_empty(), "{name} has no citation");
        }
    }
}

#[test]
fn rows_are_found_by_their_names() {
    for row in at_most_one::ALL {
        assert_eq!(at_most_one::by_name(row.name).map(|found| found.citation), Some(row.citation));
    }
    for row in cardinality::ALL {
        assert_eq!(cardinality::by_name(row.name).map(|found| found.citation), Some(row.citation));
    }
    for row in parity::ALL {
        assert_eq!(parity::by_name(row.name).map(|found| found.citation), Some(row.citation));
    }
    assert!(at_most_one::by_name("none").is_none());
    assert!(cardinality::by_name("none").is_none());
    assert!(parity::by_name("none").is_none());
}
