//! Refutations of armies of queens: conflicts by the order in which the lex-leader compares the
//! lines, and by the partitions on which the armies are declared to exclude each other.
//!
//! `cargo bench --bench armies`

use quarrel::encode::Encodings;
use quarrel::model::{Lit, Model, Objective};
use quarrel::solver::Mode;
use quarrel::symmetry;

mod instances;

use instances::{median_run_in, stated};

const SEEDS: u32 = 3;
const LIMIT: u64 = 300;
const SIZE: &str = "8";
const BOUND: i64 = 10;
const EXCLUSIVE: [&[&str]; 4] = [
    &[],
    &["rows", "columns"],
    &["diagonals", "antidiagonals"],
    &["rows", "columns", "diagonals", "antidiagonals"],
];

/// An order of the lines, computed from the family's own: rows and columns from the centre out,
/// then the diagonals.
type Order = fn(&[Lit]) -> Vec<Lit>;

const ORDERS: [(&str, Order); 2] = [
    ("rows and columns first", <[Lit]>::to_vec),
    ("as they are stated", |suggested| {
        let mut lits = suggested.to_vec();
        lits.sort_unstable();
        lits
    }),
];

fn refuted(exclusive: &[&'static str], order: Order) -> Model {
    let mut model = stated("armies", SIZE, "lines", BOUND);
    let objective = model.objective().expect("armies are counted").clone();
    let counts = objective.counts().to_vec();
    model.optimise(Objective::maximise_least(counts, exclusive.iter().copied()));
    model.set_lex_order(order(&model.lex_order()));
    symmetry::break_all(&mut model, usize::MAX);
    model.demand(BOUND);
    model
}

fn main() {
    println!("conflicts, the median of {SEEDS} seeds, limit {LIMIT} s");
    for (name, order) in ORDERS {
        println!("\narmies {SIZE}, at least {BOUND} each, lines compared {name}");
        for exclusive in EXCLUSIVE {
            let model = refuted(exclusive, order);
            print!("  exclusive on {:45}", exclusive.join(" "));
            for &(name, mode) in Mode::ALL {
                let run = median_run_in(mode, &model, &Encodings::default(), SEEDS, LIMIT);
                print!("  {name} {:>9}", run.expect("a form for it").effort.conflicts);
            }
            println!();
        }
    }
}
