//! Encodes "the weights of the true literals add up to at most K" with this crate or rustsat, keeps
//! the clauses, and prints the numbers of auxiliary variables, clauses and literals, and the time
//! in seconds.
//!
//! `cargo run --release --example weights -- bdd 10 7 7 3 2`
//!
//! The encodings of rustsat are `rustsat-totalizer`, `rustsat-adder` and `rustsat-watchdog`.

use std::error::Error;
use std::time::Instant;

use quarrel_encodings::pseudo_boolean::{self, Term};
use quarrel_encodings::{Clauses, Relation};
use rustsat::encodings::pb;
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::types::{Lit, Var};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = write(&arguments) {
        eprintln!("{error}");
        std::process::exit(2);
    }
}

fn write(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [name, bound, weights @ ..] = arguments else { return Err("weights NAME K W...".into()) };
    let bound: usize = bound.parse()?;
    let weights: Vec<usize> = weights.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    match name.as_str() {
        "rustsat-totalizer" => by_rustsat::<pb::GeneralizedTotalizer>(&weights, bound),
        "rustsat-adder" => by_rustsat::<pb::BinaryAdder>(&weights, bound),
        "rustsat-watchdog" => by_rustsat::<pb::DynamicPolyWatchdog>(&weights, bound),
        name => by_a_row(name, &weights, bound),
    }
}

/// Encodes that the weights of the true literals sum to at most `bound`, with the pseudo-Boolean
/// encoding `name`, and prints the numbers of auxiliary variables, clauses and literals, and the
/// seconds that it took. Fails if the encoding is unknown or does not allow the constraint.
fn by_a_row(name: &str, weights: &[usize], bound: usize) -> Result<(), Box<dyn Error>> {
    let row = pseudo_boolean::by_name(name).ok_or_else(|| format!("there is no {name}"))?;
    let terms: Vec<Term> = (0..)
        .zip(weights)
        .map(|(place, &one)| Term::new(one as u64, Lit::positive(place)))
        .collect();
    let mut variables = BasicVarManager::from_next_free(variable(weights.len())?);
    let before = variables.n_used();
    let mut clauses = Clauses::new();
    let started = Instant::now();
    row.encode(&terms, Relation::AtMost, bound as u128, &mut clauses, &mut variables)?;
    let seconds = started.elapsed().as_secs_f64();
    let auxiliary = variables.n_used() - before;
    println!("{auxiliary} {} {} {seconds:.6}", clauses.len(), clauses.literals());
    Ok(())
}

/// Encodes the same constraint with an encoder of rustsat, including the units that enforce the
/// bound, and prints the same numbers. Fails if rustsat does.
fn by_rustsat<E>(weights: &[usize], bound: usize) -> Result<(), Box<dyn Error>>
where
    E: pb::BoundUpper + FromIterator<(Lit, usize)>,
{
    let mut variables = BasicVarManager::from_next_free(variable(weights.len())?);
    let before = variables.n_used();
    let mut clauses = Cnf::new();
    let started = Instant::now();
    let mut encoder: E =
        (0..).zip(weights).map(|(place, &one)| (Lit::positive(place), one)).collect();
    encoder.encode_ub(bound..=bound, &mut clauses, &mut variables)?;
    let demands = encoder.enforce_ub(bound)?;
    clauses.extend(demands.into_iter().map(|lit| [lit].into_iter().collect()));
    let seconds = started.elapsed().as_secs_f64();
    let auxiliary = variables.n_used() - before;
    let literals: usize = clauses.iter().map(|clause| clause.len()).sum();
    println!("{auxiliary} {} {literals} {seconds:.6}", clauses.len());
    Ok(())
}

/// Returns the first variable after those of the literals.
fn variable(literals: usize) -> Result<Var, Box<dyn Error>> {
    let next = u32::try_from(literals)?;
    if next > Var::MAX_IDX {
        return Err(format!("{literals} are more literals than there are variables").into());
    }
    Ok(Var::new(next))
}
