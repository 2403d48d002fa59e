//! Levels beside those of others.

use std::fs;
use std::path::{Path, PathBuf};

use quarrel::family::Family;

use super::Hinted;

/// The grade of a board, beside the level of somebody else.
struct Graded {
    /// The place of the other level, from 0 for the easiest.
    other: usize,
    /// The place of our level, from 0 for the easiest.
    level: usize,
    hardest: u32,
    sum: u64,
}

/// Prints a table with a row for each subfolder, and the rank correlations.
pub fn print(family: &'static Family, folder: &Path, variants: &[String]) {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut others: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    others.sort();
    let mut names: Vec<&str> = Vec::new();
    let mut graded = Vec::new();
    for (other, folder) in others.iter().enumerate() {
        for hinted in Hinted::of_folder(family, folder, variants) {
            if names.is_empty() {
                names = level_names(family, &hinted);
            }
            let grade = hinted.advice.plan.grade.expect("the steps lead to the answer");
            let level = names.iter().position(|name| *name == grade.level).expect("a level");
            graded.push(Graded { other, level, hardest: grade.hardest, sum: grade.sum });
        }
    }
    println!("| level of others | boards | {} |", names.join(" | "));
    println!("|---|---|{}", "---|".repeat(names.len()));
    for (other, folder) in others.iter().enumerate() {
        let boards: Vec<&Graded> = graded.iter().filter(|one| one.other == other).collect();
        let times = |level| boards.iter().filter(|one| one.level == level).count().to_string();
        let times: Vec<String> = (0..names.len()).map(times).collect();
        let name = folder.file_name().expect("a folder").to_string_lossy();
        println!("| {name} | {} | {} |", boards.len(), times.join(" | "));
    }
    let theirs: Vec<f64> = graded.iter().map(|one| real(one.other)).collect();
    let ours = |value: &dyn Fn(&Graded) -> f64| graded.iter().map(value).collect::<Vec<f64>>();
    println!(
        "\nrank correlation (Spearman) on {} boards: level {:.2}, hardest step {:.2}, sum {:.2}",
        graded.len(),
        correlation(&ranks(&theirs), &ranks(&ours(&|one| real(one.level)))),
        correlation(&ranks(&theirs), &ranks(&ours(&|one| f64::from(one.hardest)))),
        correlation(&ranks(&theirs), &ranks(&ours(&|one| one.sum as f64))),
    );
}

fn level_names(family: &Family, hinted: &Hinted) -> Vec<&'static str> {
    let views = family.formulations.iter().filter_map(|row| hinted.puzzle.view(row));
    let scale = views.filter_map(|view| view.scale()).next();
    scale.expect("a family with levels").names().collect()
}

fn real(number: usize) -> f64 {
    f64::from(u32::try_from(number).expect("a small number"))
}

/// Returns the rank of each value, from 0. Equal values have the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let less = values.iter().filter(|&other| other < value).count();
        let equal = values.iter().filter(|&other| other == value).count();
        real(less) + (real(equal) - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// Returns Pearson's correlation. Of ranks, this is Spearman's.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / real(values.len());
    let (mean_one, mean_other) = (mean(one), mean(other));
    let product = |a: &[f64], b: &[f64], mean_a: f64, mean_b: f64| {
        a.iter().zip(b).map(|(x, y)| (x - mean_a) * (y - mean_b)).sum::<f64>()
    };
    let spread =
        product(one, one, mean_one, mean_one) * product(other, other, mean_other, mean_other);
    product(one, other, mean_one, mean_other) / spread.sqrt()
}
