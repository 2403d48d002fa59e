//! The effect of counters that follow the board, and of the order of their literals: conflicts to
//! refute a bound, by the shape of the counter.
//!
//! `cargo bench --bench shapes`

use quarrel::encode::{Encodings, Shape};
use quarrel::model::Model;
use quarrel_encodings::cardinality;

mod instances;

use instances::{bounded, by_holes, median_run};

const SEEDS: u32 = 3;
const LIMIT: u64 = 60;

/// A model, and the shapes and orders to try on it.
struct Trial {
    name: &'static str,
    model: Model,
    cardinality: &'static str,
    choices: &'static [&'static str],
}

/// Returns the comparisons of orders and shapes: each one model with a bound, an encoding of
/// counts, and the choices among which it is run.
fn trials() -> Vec<Trial> {
    let lines: &[&str] =
        &["flat", "rows-balanced", "rows-chain", "columns-chain", "rows+columns-chain"];
    let even: &[&str] = &[
        "flat",
        "rows+columns-chain",
        "rows+columns+diagonals+antidiagonals-chain",
        "colours-chain",
    ];
    let orders: &[&str] = &["natural", "spiral", "proximity", "random:1", "random:2", "random:3"];
    let trial = |name, model, choices| Trial { name, model, cardinality: "totalizer", choices };
    let abbott = |n: usize, dark: usize| {
        bounded(
            "abbott-window",
            &n.to_string(),
            "parity",
            i64::try_from(n * n - dark).expect("few panes"),
        )
    };
    let sequential = |trial: Trial| Trial { cardinality: "sequential", ..trial };
    vec![
        trial("abbott 9, at most 10 dark", abbott(9, 10), orders),
        sequential(trial("abbott 9, at most 10 dark", abbott(9, 10), orders)),
        trial("abbott 11, at most 12 dark", abbott(11, 12), lines),
        trial("abbott 13, at most 15 dark", abbott(13, 15), lines),
        trial("abbott 15, at most 17 dark", abbott(15, 17), &["rows+columns-chain"]),
        trial("abbott 10, at most 15 dark", abbott(10, 15), even),
        trial("abbott 12, at most 19 dark", abbott(12, 19), &even[2..]),
        trial("abbott 16, at most 27 dark", abbott(16, 27), &even[3..]),
        trial("gunport 10x10, at most 33", bounded("gunport", "10", "pieces", 33), lines),
        trial("gunport 10x10, at most 33, by holes", by_holes("10", 33), lines),
        sequential(trial("gunport 10x10, at most 33, by holes", by_holes("10", 33), lines)),
        trial("gunport 11x11, at most 40, by holes", by_holes("11", 40), lines),
        sequential(trial("gunport 13x13, at most 56, by holes", by_holes("13", 56), lines)),
    ]
}

fn main() {
    println!("conflicts, the median of {SEEDS} seeds, limit {LIMIT} s");
    for trial in trials() {
        println!("\n{}, {}", trial.name, trial.cardinality);
        for choice in trial.choices {
            let mut encodings = Encodings {
                cardinality: cardinality::by_name(trial.cardinality),
                shape: Shape::Flat,
                ..Encodings::default()
            };
            match choice.parse() {
                Ok(order) => encodings.order = order,
                Err(_) => encodings.shape = choice.parse().expect("an order or a shape"),
            }
            let run = median_run(&trial.model, &encodings, SEEDS, LIMIT).expect("a form for it");
            let end = match run.satisfiable {
                Some(false) => "",
                Some(true) => "  satisfiable",
                None => "  at the limit",
            };
            println!("  {choice:30} {:>9}{end}", run.effort.conflicts);
        }
    }
}
