//! Prints properties of the encodings: for each row its propagation strength over six literals, and
//! the number of models of its clauses over eight literals. The constraint is "at most one",
//! "exactly 3" or "odd", by the table of the row. Arguments change the two numbers of literals.
//!
//! `cargo run --release --example measure -- [LITERALS-OF-STRENGTH [LITERALS-OF-MODELS]]`

use quarrel_encodings::measure::{MeasureError, MeasuredConstraint, Strength};
use quarrel_encodings::{Parity, Relation, at_most_one, cardinality, parity};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse());
    let mut next = |default| arguments.next().map_or(Ok(default), |argument| argument);
    let (Ok(strength), Ok(models)) = (next(6), next(8)) else {
        eprintln!("measure [LITERALS-OF-STRENGTH [LITERALS-OF-MODELS]]");
        std::process::exit(2);
    };
    for row in at_most_one::ALL {
        print("at most one", row.name, Strength::of_at_most_one(row, strength));
        print_models(&MeasuredConstraint::AtMostOne(*row), models);
    }
    for row in cardinality::ALL {
        print("exactly 3", row.name, Strength::of_cardinality(row, strength));
        print_models(&MeasuredConstraint::Cardinality(*row, Relation::Exactly, 3), models);
    }
    for row in parity::ALL {
        print("odd", row.name, Strength::of_parity(row, strength));
        print_models(&MeasuredConstraint::Parity(*row, Parity::Odd), models);
    }
}

fn print(constraint: &str, name: &str, strength: Result<Strength, MeasureError>) {
    let strength = strength.map_or_else(|error| error.to_string(), |strength| strength.to_string());
    print!("{constraint:12} {name:24} {strength:16}");
}

/// Prints how many models of the clauses belong to each solution of a constraint over `n` literals:
/// in total, the fewest, the most and the mean; or the reason why they cannot be counted. Then
/// prints the seconds that counting took.
fn print_models(constraint: &MeasuredConstraint, n: usize) {
    let started = std::time::Instant::now();
    match constraint.multiplicity(n) {
        Ok(models) => print!(
            " {} models of the clauses for {}: {} to {}, {:.1} in the mean",
            models.total,
            models.of_constraint,
            models.fewest,
            models.most,
            models.mean()
        ),
        Err(error) => print!(" {error}"),
    }
    println!(" ({:.2} s)", started.elapsed().as_secs_f64());
}
