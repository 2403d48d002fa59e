//! The steps of many boards as a row of a table.

use std::path::Path;

use quarrel::family::Family;
use quarrel::hint::{PlanEnd, Step};

use super::Hinted;

/// Prints a row: boards, steps a board, rules in a step, facts a step, times, steps not proved.
pub fn print(family: &'static Family, folder: &Path, variants: &[String]) {
    let boards = Hinted::of_folder(family, folder, variants);
    let complete = |hinted: &&Hinted| hinted.advice.plan.ended == PlanEnd::Complete;
    let steps: Vec<&Step> = boards.iter().flat_map(|board| &board.advice.plan.steps).collect();
    let share = |is_counted: &dyn Fn(&Step) -> bool| {
        percent(steps.iter().filter(|step| is_counted(step)).count(), steps.len())
    };
    let facts: usize = steps.iter().map(|step| step.facts.len()).sum();
    let mut times: Vec<f64> = boards.iter().map(|board| 1000.0 * board.seconds).collect();
    times.sort_by(f64::total_cmp);
    let total: f64 = times.iter().sum();
    println!(
        "| boards | solved | steps a board | rules in a step: 1, 2, more | facts a step | time a step \
         | time a board, median and most | not proved |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    println!(
        "| {} | {} | {:.1} | {:.1}, {:.1}, {:.1} % | {:.2} | {:.2} ms | {:.0} and {:.0} ms | {} |",
        boards.len(),
        boards.iter().filter(complete).count(),
        real(steps.len()) / real(boards.len()),
        share(&|step| step.rules.len() <= 1),
        share(&|step| step.rules.len() == 2),
        share(&|step| step.rules.len() > 2),
        real(facts) / real(steps.len()),
        total / real(steps.len()),
        times[times.len() / 2],
        times[times.len() - 1],
        steps.iter().filter(|step| !step.proved).count(),
    );
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * real(part) / real(whole)
}

fn real(number: usize) -> f64 {
    f64::from(u32::try_from(number).expect("a small number"))
}
