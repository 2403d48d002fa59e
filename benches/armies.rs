//! What makes armies of queens easier to refute: conflicts by the order in which the lex-leader
//! compares the lines, and by the partitions on which the armies are declared to exclude each other.
//!
//! `cargo bench --bench armies`

use quarrel::encode::Encodings;
use quarrel::model::{Lit, Model};
use quarrel::solver::Mode;
use quarrel::symmetry;

mod instances;

use instances::{median_run_in, puzzle};

const SEEDS: u32 = 3;
const LIMIT: u64 = 300;
const ENDS: [(&str, u64); 2] = [("8", 10), ("9", 13)];
const EXCLUSIVE: [&[&str]; 4] = [
    &[],
    &["rows", "columns"],
    &["diagonals", "antidiagonals"],
    &["rows", "columns", "diagonals", "antidiagonals"],
];

/// An order of the lines, from that which the family suggests: rows and columns from the centre
/// out, then the diagonals.
type Order = fn(&[Lit]) -> Vec<Lit>;

const ORDERS: [(&str, Order); 3] = [
    ("rows and columns first", <[Lit]>::to_vec),
    ("diagonals first", |suggested| suggested.iter().rev().copied().collect()),
    ("as they are stated", |suggested| {
        let mut lits = suggested.to_vec();
        lits.sort_unstable();
        lits
    }),
];

fn refuted(size: &str, bound: u64, exclusive: &[&'static str], order: Order) -> Model {
    let mut model = puzzle("armies", size).model("lines", bound);
    let objective = model.objective().expect("armies are counted").clone();
    model.optimise(objective.exclusive_on(exclusive.iter().copied()));
    model.compare_by(order(&model.lex_order()));
    symmetry::break_all(&mut model);
    model.demand(bound);
    model
}

fn main() {
    println!("conflicts, the median of {SEEDS} seeds, limit {LIMIT} s");
    for (size, bound) in ENDS {
        for (name, order) in ORDERS {
            println!("\narmies {size}, at least {bound} each, lines compared {name}");
            for exclusive in EXCLUSIVE {
                let model = refuted(size, bound, exclusive, order);
                print!("  exclusive on {:45}", exclusive.join(" "));
                for &(name, mode) in Mode::ALL {
                    let run = median_run_in(mode, &model, &Encodings::default(), SEEDS, LIMIT);
                    let run = run.expect("a form for it");
                    print!("  {name} {:>9}", run.effort.conflicts);
                }
                println!();
            }
        }
    }
}
