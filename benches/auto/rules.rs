//! The rules of `auto`, made from measurements.
//!
//! - A constraint is compared with the measured constraints of its kind whose number of literals is
//!   nearest by ratio, on eight boards at least. Shapes of counters and modes of the solver are
//!   compared with all measurements of their kind.
//! - All questions about one board are one observation, the mean of the logarithms, since they are
//!   not independent.
//! - The encoding with the least geometric mean of ticks over the boards is chosen, if it is better
//!   than the baseline by more than the error of the mean. The baseline is the first row of a
//!   table, the shape `flat`, or the mode `alternating`.
//! - An encoding without auxiliary variables is not chosen beyond its measured sizes, since its
//!   size may be exponential.
//!
//! Tried and dropped: one or two instances of the literature for each length of constraints that
//! are seldom hard in the puzzles; and the best encoding on the nearest length alone, which is
//! chance with few instances. On an instance that is not in the table, an encoding of bounds chosen
//! that way took 1.25 times the baseline's work; the current choice takes 1.00 times (the test
//! `a_board_left_out_is_foretold`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::RangeInclusive;

use quarrel::compare::statistics::{Bracket, estimate_population};
use quarrel_encodings::{at_most_one, cardinality, parity};

/// The measurements of the repository, written by `quarrel compare auto --measurements`.
pub const MEASUREMENTS: &str = include_str!("measurements.csv");

/// Another encoding is chosen if the upper confidence bound of its work is below this share of the
/// baseline's work.
const WORTH_IT: f64 = 0.95;

/// The error probability of this confidence bound: the accepted share of choices that seem better
/// only by chance.
const ERRORS: f64 = 0.1;

/// The least number of boards on which a choice is based; all boards if fewer were measured.
pub const ENOUGH: usize = 8;

/// The encodings without auxiliary variables.
const DIRECT: &str = "direct";

/// The work of one encoding on the constraints of one instance.
pub struct Measurement<'a> {
    pub table: &'a str,
    pub kind: &'a str,
    pub literals: usize,
    pub instance: &'a str,
    pub choice: &'a str,
    pub ticks: f64,
}

impl<'a> Measurement<'a> {
    /// Reads a table of measurements; `None` if it is none.
    pub fn all(table: &'a str) -> Option<Vec<Measurement<'a>>> {
        table.lines().skip(1).map(Measurement::of).collect()
    }

    fn of(row: &'a str) -> Option<Measurement<'a>> {
        let fields: Vec<&str> = row.split(',').collect();
        let &[table, kind, literals, instance, choice, _, _, ticks] = fields.as_slice() else {
            return None;
        };
        let (literals, ticks) = (literals.parse().ok()?, ticks.parse().ok()?);
        Some(Measurement { table, kind, literals, instance, choice, ticks })
    }

    pub fn board(&self) -> &'a str {
        self.instance.split(' ').next().unwrap_or(self.instance)
    }

    /// Returns how far the constraint is from one with `literals` literals.
    pub fn distance(&self, literals: usize) -> f64 {
        (self.literals as f64 / literals.max(1) as f64).ln().abs()
    }
}

/// Returns the encoding, shape or mode of a table with which the others are compared.
pub fn baseline_of(table: &str) -> &'static str {
    match table {
        "at-most-one" => at_most_one::ALL[0].name,
        "cardinality" => cardinality::ALL[0].name,
        "parity" => parity::ALL[0].name,
        "shape" => "flat",
        _ => "alternating",
    }
}

/// Returns the measurements on the constraints of the nearest lengths, of one kind.
pub fn nearest<'m, 'a>(
    measured: &[&'m Measurement<'a>],
    literals: usize,
) -> Vec<&'m Measurement<'a>> {
    let mut nearest: BTreeMap<&str, f64> = BTreeMap::new();
    for m in measured {
        let known = nearest.entry(m.board()).or_insert(f64::INFINITY);
        *known = m.distance(literals).min(*known);
    }
    let mut distances: Vec<f64> = nearest.into_values().collect();
    distances.sort_by(f64::total_cmp);
    let Some(&farthest) = distances.get(ENOUGH - 1).or(distances.last()) else {
        return Vec::new();
    };
    measured.iter().copied().filter(|m| m.distance(literals) <= farthest).collect()
}

/// A choice for constraints of one kind.
#[derive(Clone, PartialEq)]
pub struct Choice<'a> {
    pub name: &'a str,
    /// The mean work, divided by that of the baseline.
    pub ratio: f64,
    /// The least and the greatest number of literals of the measured constraints.
    pub literals: RangeInclusive<usize>,
}

/// Returns the choices that are surely better than the baseline, the best first, and the baseline
/// after them. Without measurements there are none.
pub fn ranked<'a>(measured: &[&Measurement<'a>], baseline: &'a str) -> Vec<Choice<'a>> {
    let of_baseline: BTreeMap<&str, f64> =
        measured.iter().filter(|m| m.choice == baseline).map(|m| (m.instance, m.ticks)).collect();
    let mut ratios: BTreeMap<&str, BTreeMap<&str, Vec<Bracket>>> = BTreeMap::new();
    for m in measured {
        let Some(of_baseline) = of_baseline.get(m.instance) else { continue };
        let boards = ratios.entry(m.choice).or_default();
        let ratio = Bracket::exact((m.ticks / of_baseline).ln());
        boards.entry(m.board()).or_default().push(ratio);
    }
    let better = |boards: BTreeMap<&str, Vec<Bracket>>| {
        let is_whole = boards.values().map(Vec::len).sum::<usize>() == of_baseline.len();
        let boards: Option<Vec<Bracket>> =
            boards.values().map(|ratios| Bracket::mean(ratios)).collect();
        let boards = boards.filter(|_| is_whole)?;
        let estimate = estimate_population(&boards, 2.0 * ERRORS)?;
        let is_better = estimate.limits[1].is_some_and(|limit| limit < WORTH_IT.ln());
        Bracket::mean(&boards)?.value().filter(|_| is_better).map(f64::exp)
    };
    let better = ratios.into_iter().filter_map(|(name, boards)| Some((name, better(boards)?)));
    let mut ranked: Vec<(&str, f64)> = better.collect();
    ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
    let lengths = measured.iter().map(|m| m.literals);
    let Some((least, greatest)) = lengths.clone().min().zip(lengths.max()) else {
        return Vec::new();
    };
    let ranked = ranked.into_iter().chain([(baseline, 1.0)]);
    ranked.map(|(name, ratio)| Choice { name, ratio, literals: least..=greatest }).collect()
}

/// Returns the choice for constraints of one kind and length.
pub fn nearby<'a>(
    measured: &[&Measurement<'a>],
    literals: usize,
    baseline: &'a str,
) -> Option<Choice<'a>> {
    let near = nearest(measured, literals);
    let direct = near.iter().filter(|m| m.choice == DIRECT).map(|m| m.literals).max();
    let is_short = direct.is_some_and(|longest| literals <= longest);
    let ranked = ranked(&near, baseline);
    ranked.into_iter().find(|choice| choice.name != DIRECT || is_short)
}

/// Returns the kinds of measurements, each with its table.
pub fn kinds<'a>(measured: &[Measurement<'a>]) -> BTreeSet<(&'a str, &'a str)> {
    measured.iter().map(|m| (m.table, m.kind)).collect()
}

/// Returns the measurements of one kind.
pub fn of_kind<'m, 'a>(
    measured: &'m [Measurement<'a>],
    (table, kind): (&str, &str),
) -> Vec<&'m Measurement<'a>> {
    measured.iter().filter(|m| m.table == table && m.kind == kind).collect()
}

/// Returns the choices of one kind in the order of `rules.csv`, with the lengths to which they
/// apply, from one number of literals to another or to all greater ones. Beyond the longest
/// measured constraint, all lengths have the same nearest ones.
fn choices<'a>(
    measured: &[&Measurement<'a>],
    table: &str,
) -> Vec<(usize, Option<usize>, Choice<'a>)> {
    let baseline = baseline_of(table);
    if matches!(table, "shape" | "mode") {
        let ranked = ranked(measured, baseline);
        return ranked.into_iter().map(|choice| (0, None, choice)).collect();
    }
    let longest = measured.iter().map(|m| m.literals).max().unwrap_or(0);
    let mut choices: Vec<(usize, Option<usize>, Choice)> = Vec::new();
    for literals in 0..=longest + 1 {
        let Some(choice) = nearby(measured, literals, baseline) else { continue };
        match choices.last_mut() {
            Some((_, _, last)) if *last == choice => {}
            last => {
                if let Some((_, to, _)) = last {
                    *to = Some(literals - 1);
                }
                choices.push((literals, None, choice));
            }
        }
    }
    choices
}

/// Returns the rules in the form of `rules.csv`.
pub fn rules(measured: &[Measurement]) -> String {
    let mut text = "table,kind,from,to,choice,baseline,ratio,least,greatest\n".to_owned();
    for (table, kind) in kinds(measured) {
        let baseline = baseline_of(table);
        for (from, to, choice) in choices(&of_kind(measured, (table, kind)), table) {
            let to = to.map_or(String::new(), |to| to.to_string());
            let Choice { name, ratio, literals } = choice;
            // Fewer digits than there are: logarithms differ in the last one between machines.
            let ratio = (ratio * 1e9).round() / 1e9;
            let (least, greatest) = (literals.start(), literals.end());
            writeln!(
                text,
                "{table},{kind},{from},{to},{name},{baseline},{ratio},{least},{greatest}"
            )
            .expect("a text takes all");
        }
    }
    text
}

/// Returns the measured instances in the form of `instances.csv`.
pub fn instances(measured: &[Measurement]) -> String {
    let rows: BTreeSet<_> =
        measured.iter().map(|m| (m.table, m.kind, m.literals, m.instance)).collect();
    let rows = rows
        .into_iter()
        .map(|(table, kind, literals, instance)| format!("{table},{kind},{literals},{instance}\n"));
    "table,kind,literals,instance\n".to_owned() + &rows.collect::<String>()
}
