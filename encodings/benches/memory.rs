//! Memory of the encodings: for each cardinality encoding, the peak of allocated bytes while it
//! writes "at most 100 of 10,000". The peak is divided by the bytes of the clauses themselves: four
//! for each literal and four for the end of each clause. Less is better.
//!
//! `cargo bench -p quarrel-encodings --bench memory`
//!
//! The peak includes the encoding's own data and the data that the collector keeps: nothing, the
//! blocks of `Clauses`, or the clauses of rustsat's `Cnf`, which take one allocation each.

use peak_alloc::PeakAlloc;
use quarrel_encodings::measure::MeasuredConstraint;
use quarrel_encodings::{Clauses, Collect, Error, Relation, Tally, cardinality};
use rustsat::instances::{BasicVarManager, Cnf};
use rustsat::types::{Lit, Var};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const N: u32 = 10_000;
const K: usize = 100;

/// The greatest allowed peak with the collector `Clauses`, divided by the bytes of the clauses.
const TARGET: f64 = 1.5;

fn main() {
    println!("at most {K} of {N}: peak bytes, divided by the bytes of the clauses");
    println!("{:30} {:>12} {:>9} {:>9} {:>9}", "encoding", "bytes", "alone", "Clauses", "Cnf");
    for row in cardinality::ALL {
        let constraint = MeasuredConstraint::Cardinality(*row, Relation::AtMost, K);
        match bytes(&constraint) {
            Ok(bytes) => print(row.name, &constraint, bytes),
            Err(error) => println!("{:30} {error}", row.name),
        }
    }
}

/// A collector that counts, and refuses clauses beyond two hundred million literals.
struct Limited(Tally);

impl Collect for Limited {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.0.collect(clause)?;
        if self.0.literals > 200_000_000 { Err(Error::Stopped) } else { Ok(()) }
    }
}

fn bytes(constraint: &MeasuredConstraint) -> Result<usize, Error> {
    let mut limited = Limited(Tally::default());
    write(constraint, &mut limited)?;
    Ok(4 * (limited.0.literals + limited.0.clauses))
}

fn print(name: &str, constraint: &MeasuredConstraint, bytes: usize) {
    let to_bytes = |peak: usize| peak as f64 / bytes as f64;
    let alone = to_bytes(peak(constraint, Tally::default));
    let clauses = to_bytes(peak(constraint, Clauses::new));
    let cnf = to_bytes(peak(constraint, Cnf::new));
    let missed = if clauses > TARGET { "  above the target" } else { "" };
    println!("{name:30} {bytes:12} {alone:9.2} {clauses:9.2} {cnf:9.2}{missed}");
}

/// Returns the peak of allocated bytes while the constraint is written.
fn peak<C: Collect>(constraint: &MeasuredConstraint, collector: fn() -> C) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let mut clauses = collector();
    write(constraint, &mut clauses).expect("written once already");
    MEMORY.peak_usage().saturating_sub(before)
}

fn write(constraint: &MeasuredConstraint, clauses: &mut dyn Collect) -> Result<(), Error> {
    let lits: Vec<Lit> = (0..N).map(Lit::positive).collect();
    constraint.encode(&lits, clauses, &mut BasicVarManager::from_next_free(Var::new(N)))
}
