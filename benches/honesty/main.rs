//! Does a comparison claim what is not so, and does it find what is? Thousands of simulated
//! comparisons of which the truth is known, summed up by the code that sums up real ones.
//!
//! `cargo bench --bench honesty` prints the table of docs/comparing.md; a number behind `--` is how
//! many comparisons there are of each case.

mod truth;

use truth::{CASES, Levels, Rates, rates};

/// How many comparisons of each case there are.
const COMPARISONS: usize = 2000;

fn main() {
    let asked = std::env::args().filter_map(|word| word.parse().ok()).next();
    let number: usize = asked.unwrap_or(COMPARISONS);
    println!("{number} comparisons of each case; level 0.05, intervals of 95 %\n");
    println!(
        "| ratio | boards × repetitions | on these boards: claimed | falsely | interval | holds | for boards like these: claimed | falsely | interval | holds |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (seed, case) in (1..).zip(CASES) {
        // Ten configurations are forty-five pairs.
        let number = if case.configurations > 2 { number.div_ceil(5) } else { number };
        let Levels { these, like } = rates(case, number, seed);
        println!(
            "| {} | {} × {} | {} | {} |",
            case.name,
            case.boards,
            case.repetitions,
            told(&these),
            told(&like)
        );
    }
}

/// Claims, false claims, how often there is an interval (and how often it has both ends), and how
/// many of these hold the truth.
fn told(rates: &Rates) -> String {
    let share = |part: f64| part / rates.number;
    let intervals = match (share(rates.intervals), share(rates.both)) {
        (all, both) if all == both => format!("{all:.2}"),
        (all, both) => format!("{all:.2} ({both:.2})"),
    };
    let holds = rates.coverage().map_or("–".to_owned(), |coverage| format!("{coverage:.3}"));
    format!("{:.3} | {:.3} | {intervals} | {holds}", rates.claim_rate(), rates.error_rate())
}
