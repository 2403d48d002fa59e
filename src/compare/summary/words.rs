//! What pairs say, in sentences, and numbers as people read them.

use super::{ALPHA, Measure, Pair, Section};
use crate::compare::statistics::Comparison;

/// What a pair says, in a sentence.
pub fn in_words(pair: &Pair, section: &Section, measure: Measure) -> String {
    let pair = if pair.comparison.ratio > 1.0 { &pair.turned() } else { pair };
    let [first, second] = pair.configurations.map(|index| &section.configurations[index].name);
    let Comparison { pairs, wins, ratio, interval: [low, high], .. } = pair.comparison;
    let about = measure.about();
    let told = format!(
        "{} ({} to {}), {} pairs, {} to {}, p = {}",
        rounded(ratio),
        rounded(low),
        rounded(high),
        pairs,
        wins[0],
        wins[1],
        probability(pair.corrected)
    );
    let fewest = fewest_pairs(section.pairs.len());
    match pair.different {
        true => format!("{first} takes less {about} than {second}: {told}"),
        false if pairs < fewest => format!(
            "{first} and {second}: {pairs} pairs are too few to tell, {fewest} at least: {told}"
        ),
        false => format!("no difference between {first} and {second} can be told: {told}"),
    }
}

/// How many pairs differ.
pub fn in_short(section: &Section) -> String {
    let different = section.pairs.iter().filter(|pair| pair.different).count();
    match (section.pairs.len(), section.configurations.len()) {
        (0, 1) => "one configuration, nothing to compare it with".to_owned(),
        (0, _) => "no two configurations have been asked the same".to_owned(),
        (1, _) if different == 1 => "the two configurations differ".to_owned(),
        (1, _) => "no difference between the two configurations can be told".to_owned(),
        (all, _) => format!("{different} of {all} pairs of configurations differ"),
    }
}

/// So many of what has a plural.
pub fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// How many pairs a test needs to say anything, where so many are made.
fn fewest_pairs(tests: usize) -> usize {
    (1..).find(|&pairs| 2.0_f64.powi(1 - pairs) * (tests as f64) < ALPHA).unwrap_or(1) as usize
}

/// Three digits.
pub fn rounded(value: f64) -> String {
    match value {
        value if !value.is_finite() => "∞".to_owned(),
        0.0 => "0".to_owned(),
        value if value.abs() >= 100.0 => format!("{value:.0}"),
        value if value.abs() >= 10.0 => format!("{value:.1}"),
        value if value.abs() >= 1.0 => format!("{value:.2}"),
        value if value.abs() >= 0.1 => format!("{value:.3}"),
        value if value.abs() >= 0.001 => format!("{value:.4}"),
        value => format!("{value:.1e}"),
    }
}

/// A probability, as papers write it.
pub fn probability(p: f64) -> String {
    match p {
        p if p >= 0.1 => format!("{p:.2}"),
        p if p >= 0.001 => format!("{p:.3}"),
        p => format!("{p:.0e}"),
    }
}
