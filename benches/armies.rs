//! What makes armies of queens hard to refute easier: conflicts by the order of the lex-leader
//! over the lines, and by the partitions on which the armies are declared exclusive.
//!
//! `cargo bench --bench armies`

use std::collections::HashSet;

use quarrel::encode::Encodings;
use quarrel::model::{Lit, Model};

mod instances;

use instances::{bounded, median_run};

const SEEDS: u32 = 3;
const LIMIT: u64 = 300;
const ENDS: [(usize, u64); 2] = [(8, 10), (9, 13)];
const EXCLUSIVE: [&[&str]; 4] = [
    &[],
    &["rows", "columns"],
    &["diagonals", "antidiagonals"],
    &["rows", "columns", "diagonals", "antidiagonals"],
];

/// The variables of the lines: from the centre out, or rows and columns from the centre out and
/// then the diagonals.
fn order(model: &Model, size: usize, diagonals_last: bool) -> Vec<Lit> {
    let labels = model.labels().iter().zip(1..);
    let lines = labels.filter(|(label, _)| label.starts_with("white-line"));
    let straight = 2 * size;
    let key = |index: usize| {
        let (place, lines) = match index.checked_sub(straight) {
            None => (index % size, size),
            Some(index) => (index % (2 * size - 3), 2 * size - 3),
        };
        let from_centre = (2 * place).abs_diff(lines - 1) as f64;
        let diagonal = index >= straight;
        let scale = if diagonal { std::f64::consts::SQRT_2 } else { 1.0 };
        (diagonal && diagonals_last, from_centre / scale)
    };
    let mut lines: Vec<_> =
        lines.enumerate().map(|(i, (_, number))| (key(i), Lit::from_dimacs(number))).collect();
    lines.sort_by(|(a, _), (b, _)| a.partial_cmp(b).expect("distances are numbers"));
    lines.into_iter().map(|(_, lit)| lit).collect()
}

/// The model with the lex-leader of its symmetries stated over these literals.
fn led(mut model: Model, order: &[Lit]) -> Model {
    for (number, symmetry) in model.symmetries().to_vec().iter().enumerate() {
        let mut equal: Option<Lit> = None;
        let mut seen = HashSet::new();
        for (place, &lit) in order.iter().enumerate() {
            let image = symmetry.of(lit);
            let pair = [lit, image].map(Lit::variable);
            if image == lit || !seen.insert([pair[0].min(pair[1]), pair[0].max(pair[1])]) {
                continue;
            }
            let so_far: Vec<Lit> = equal.map(|equal| !equal).into_iter().collect();
            let mut given = |lits: &[Lit]| model.clause("leader", [&so_far[..], lits].concat());
            given(&[!lit, image]);
            if image == !lit {
                break;
            }
            let next = model.variable("equal", &[number, place]);
            model.clause("leader", [&so_far[..], &[next, !lit]].concat());
            model.clause("leader", [&so_far[..], &[next, image]].concat());
            equal = Some(next);
        }
    }
    model
}

fn main() {
    println!("conflicts, the median of {SEEDS} seeds, limit {LIMIT} s");
    for (size, bound) in ENDS {
        for (name, diagonals_last) in [("centre out", false), ("diagonals last", true)] {
            println!("\narmies {size}, at least {bound} each, lines led {name}");
            let model = bounded("armies", &size.to_string(), "lines", bound);
            let mut model = led(model.clone(), &order(&model, size, diagonals_last));
            for exclusive in EXCLUSIVE {
                let objective = model.objective().expect("armies are counted").clone();
                model.optimise(objective.exclusive_on(exclusive.iter().copied()));
                let run = median_run(&model, &Encodings::default(), SEEDS, LIMIT);
                let run = run.expect("a form for it");
                let end = if run.satisfiable.is_none() { "  at the limit" } else { "" };
                println!("  {:45} {:>9}{end}", exclusive.join("+"), run.effort.conflicts);
            }
        }
    }
}
