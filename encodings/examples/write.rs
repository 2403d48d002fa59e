//! Encodes "at most K of N" with a cardinality encoding, keeps the clauses, and prints the numbers
//! of auxiliary variables, clauses and literals, and the time in seconds.
//!
//! `cargo run --release --example write -- totalizer 10000 100`

use std::time::Instant;

use quarrel_encodings::{Clauses, Relation, cardinality};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = write(&arguments) {
        eprintln!("{error}");
        std::process::exit(2);
    }
}

/// Encodes that at most `K` of `N` literals are true, with the cardinality encoding `NAME`, and
/// prints the numbers of auxiliary variables, clauses and literals, and the seconds that it took.
/// Fails if there are not exactly three arguments, if the encoding is unknown, if a number cannot
/// be read or is too large, or if the encoding does not allow the constraint.
fn write(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let [name, n, k] = arguments else { return Err("write NAME N K".into()) };
    let row = cardinality::by_name(name).ok_or_else(|| format!("there is no {name}"))?;
    let (n, k): (u32, usize) = (n.parse()?, k.parse()?);
    if n > Var::MAX_IDX {
        return Err(format!("{n} are more literals than there are variables").into());
    }
    let lits: Vec<Lit> = (0..n).map(Lit::positive).collect();
    let mut variables = BasicVarManager::from_next_free(Var::new(n));
    let mut clauses = Clauses::new();
    let started = Instant::now();
    row.encode(&lits, Relation::AtMost, k, &mut clauses, &mut variables)?;
    let seconds = started.elapsed().as_secs_f64();
    let auxiliary = variables.n_used() - n;
    println!("{auxiliary} {} {} {seconds:.6}", clauses.len(), clauses.literals());
    Ok(())
}
