//! Speed of the encodings: clauses per second, for each row of each table. More is better.
//!
//! `cargo bench -p quarrel-encodings --bench speed`; a word after `--` chooses benchmarks by name.
//! Skips constraints that a row refuses or that take more than 20 million clauses.

use std::fmt;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use quarrel_encodings::measure::MeasuredConstraint;
use quarrel_encodings::{
    Clauses, Collect, Error, Parity, Relation, at_most_one, cardinality, parity,
};
use rustsat::instances::{BasicVarManager, Cnf};
use rustsat::types::{Lit, Var};

fn main() {
    divan::main();
}

const MOST: usize = 20_000_000;

/// A constraint over n literals, with the number of its clauses.
struct Case {
    name: String,
    constraint: MeasuredConstraint,
    n: u32,
    clauses: usize,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}

struct Limited(usize);

impl Collect for Limited {
    fn collect(&mut self, _: &[Lit]) -> Result<(), Error> {
        self.0 += 1;
        if self.0 > MOST { Err(Error::Stopped) } else { Ok(()) }
    }
}

impl Case {
    /// Creates a case. Returns `None` if the row refuses the constraint, or if the constraint is
    /// too large.
    fn of(name: String, constraint: MeasuredConstraint, n: u32) -> Option<Case> {
        let mut limited = Limited(0);
        write(&constraint, n, &mut limited).ok()?;
        Some(Case { name, constraint, n, clauses: limited.0 })
    }

    fn bench<C: Collect>(&self, bencher: Bencher, collector: fn() -> C) {
        bencher.counter(ItemsCount::new(self.clauses)).bench(|| {
            let mut clauses = collector();
            write(black_box(&self.constraint), self.n, &mut clauses).expect("written once already");
            clauses
        });
    }
}

/// Writes the constraint over the first n variables.
fn write(constraint: &MeasuredConstraint, n: u32, clauses: &mut dyn Collect) -> Result<(), Error> {
    let lits: Vec<Lit> = (0..n).map(Lit::positive).collect();
    constraint.encode(&lits, clauses, &mut BasicVarManager::from_next_free(Var::new(n)))
}

/// Pairs (n, k) for "at most k of n literals".
const BOUNDS: [(u32, usize); 3] = [(10_000, 100), (1000, 100), (1000, 500)];

fn of_cardinality(rows: &[cardinality::Cardinality]) -> Vec<Case> {
    let case = |row: &cardinality::Cardinality, (n, k)| {
        let constraint = MeasuredConstraint::Cardinality(*row, Relation::AtMost, k);
        Case::of(format!("{} {k} of {n}", row.name), constraint, n)
    };
    rows.iter().flat_map(|row| BOUNDS.into_iter().filter_map(move |of| case(row, of))).collect()
}

#[divan::bench(args = of_cardinality(cardinality::ALL), max_time = 1)]
fn at_most_k(bencher: Bencher, case: &Case) {
    case.bench(bencher, Clauses::new);
}

/// Writes into rustsat's collector, in which each clause takes an allocation.
#[divan::bench(args = of_cardinality(&named(["sequential", "totalizer"])), max_time = 1)]
fn at_most_k_into_cnf(bencher: Bencher, case: &Case) {
    case.bench(bencher, Cnf::new);
}

fn named<const N: usize>(names: [&str; N]) -> [cardinality::Cardinality; N] {
    names.map(|name| *cardinality::by_name(name).expect("a row of the table"))
}

fn of_at_most_one() -> Vec<Case> {
    let case = |row: &at_most_one::AtMostOne| {
        Case::of(row.name.to_string(), MeasuredConstraint::AtMostOne(*row), 1000)
    };
    at_most_one::ALL.iter().filter_map(case).collect()
}

#[divan::bench(args = of_at_most_one(), max_time = 1)]
fn at_most_one_of_1000(bencher: Bencher, case: &Case) {
    case.bench(bencher, Clauses::new);
}

fn of_parity() -> Vec<Case> {
    let case = |row: &parity::ParityEncoding| {
        Case::of(row.name.to_string(), MeasuredConstraint::Parity(*row, Parity::Odd), 1000)
    };
    parity::ALL.iter().filter_map(case).collect()
}

#[divan::bench(args = of_parity(), max_time = 1)]
fn odd_of_1000(bencher: Bencher, case: &Case) {
    case.bench(bencher, Clauses::new);
}
