//! How often a comparison makes a false claim, and how often it finds a difference: thousands of
//! simulated comparisons with known truth, summarised by the same code as real ones.
//!
//! `cargo bench --bench honesty` prints the table of docs/comparing.md; a number after `--` is the
//! number of comparisons of each case.

mod truth;

use truth::{CASES, Levels, Rates, rates};

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
        // Ten configurations are forty-five pairs, so fewer comparisons are made.
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

/// Formats claims, false claims, how often there is an interval (and with both ends), and how many
/// intervals cover the truth.
fn told(rates: &Rates) -> String {
    let share = |part: f64| part / rates.number;
    let intervals = match (share(rates.intervals), share(rates.both)) {
        (all, both) if all == both => format!("{all:.2}"),
        (all, both) => format!("{all:.2} ({both:.2})"),
    };
    let holds = rates.coverage().map_or("–".to_owned(), |coverage| format!("{coverage:.3}"));
    format!("{:.3} | {:.3} | {intervals} | {holds}", rates.claim_rate(), rates.error_rate())
}
