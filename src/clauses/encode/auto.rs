//! `auto` chooses, for each constraint, the encoding that did best on similar constraints.
//!
//! The choice comes from a shipped table of measurements (`measurements.csv`, made by `quarrel
//! compare auto`). It has the ticks (counted memory accesses of the solver) for each encoding and
//! instance, the median over a formula as written and scrambled copies.
//!
//! - A constraint is compared with the measured constraints of its kind whose number of literals is
//!   nearest by ratio, on eight boards at least. Shapes of counters and modes of the solver are
//!   compared with all measurements of their kind.
//! - All questions about one board are one observation, the mean of the logarithms, since they are
//!   not independent.
//! - The encoding with the least geometric mean of ticks over the boards is chosen, if it is better
//!   than the baseline by more than the error of the mean. The baseline is the first row of a table,
//!   the shape `flat`, or the mode `alternating`.
//! - An encoding without auxiliary variables is not chosen beyond its measured sizes, since its
//!   size may be exponential.
//!
//! Tried and dropped: one or two instances of the literature for each length of constraints that
//! are seldom hard in the puzzles; and the best encoding on the nearest length alone, which is
//! chance with few instances. On an instance that is not in the table, an encoding of bounds chosen
//! that way took 1.25 times the baseline's work; the current choice takes 1.00 times
//! (`a_board_left_out_is_foretold`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::{LazyLock, Mutex};

use quarrel_encodings::at_most_one::{self, AtMostOne};
use quarrel_encodings::cardinality::{self, Cardinality};
use quarrel_encodings::parity;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Shape;
use super::shape::ShapeLines;
use crate::lock::locked;
use crate::model::{Model, Objective, Parities, Relation};

pub use explain::{ChoiceReason, ChoiceWhy, explain};
pub use place::place;

mod explain;
mod place;

/// Another encoding is chosen if the upper confidence bound of its work is below this share of the
/// baseline's work.
const WORTH_IT: f64 = 0.95;

/// The error probability of this confidence bound: the accepted share of choices that seem better
/// only by chance.
const ERRORS: f64 = 0.1;

/// The least number of boards on which a choice is based; all boards if fewer were measured.
const ENOUGH: usize = 8;

const DIRECT: &str = "direct";

struct Measurement {
    table: &'static str,
    kind: &'static str,
    literals: usize,
    instance: &'static str,
    choice: &'static str,
    ticks: f64,
}

impl Measurement {
    fn board(&self) -> &'static str {
        self.instance.split(' ').next().unwrap_or(self.instance)
    }
}

static MEASUREMENTS: LazyLock<Vec<Measurement>> = LazyLock::new(|| {
    let rows = include_str!("measurements.csv").lines().skip(1);
    rows.map(|row| measurement(row).expect("the shipped table is tested")).collect()
});

fn measurement(row: &'static str) -> Option<Measurement> {
    let fields: Vec<&str> = row.split(',').collect();
    let &[table, kind, literals, instance, choice, _, _, ticks] = fields.as_slice() else {
        return None;
    };
    Some(Measurement {
        table,
        kind,
        literals: literals.parse().ok()?,
        instance,
        choice,
        ticks: ticks.parse().ok()?,
    })
}

/// A choice of `auto` and its measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct AutoChoice {
    /// The chosen encoding, shape or mode.
    pub name: &'static str,
    /// The encoding, shape or mode with which the choice is compared.
    pub baseline: &'static str,
    /// The mean ticks with this choice, divided by those with the baseline; 1 for the baseline.
    pub ratio: f64,
    /// The least and the greatest number of literals of the measured constraints.
    pub literals: RangeInclusive<usize>,
    /// The measured boards.
    pub boards: Vec<&'static str>,
    /// The measured instances.
    pub instances: Vec<&'static str>,
}

fn of_kind<'a>(
    table: &'a str,
    kind: &'a str,
) -> impl Iterator<Item = &'static Measurement> + Clone + use<'a> {
    MEASUREMENTS.iter().filter(move |m| m.table == table && m.kind == kind)
}

fn nearest(
    measured: impl Iterator<Item = &'static Measurement> + Clone,
    literals: usize,
) -> Vec<&'static Measurement> {
    let distance = |m: &Measurement| (m.literals as f64 / literals.max(1) as f64).ln().abs();
    let mut nearest: BTreeMap<&str, f64> = BTreeMap::new();
    for m in measured.clone() {
        let known = nearest.entry(m.board()).or_insert(f64::INFINITY);
        *known = distance(m).min(*known);
    }
    let mut distances: Vec<f64> = nearest.into_values().collect();
    distances.sort_by(f64::total_cmp);
    let Some(&farthest) = distances.get(ENOUGH - 1).or(distances.last()) else {
        return Vec::new();
    };
    measured.filter(|m| distance(m) <= farthest).collect()
}

fn best(
    measured: &[&'static Measurement],
    baseline: &'static str,
    allowed: impl Fn(&Measurement) -> bool,
) -> Option<AutoChoice> {
    let of_baseline: BTreeMap<&str, f64> =
        measured.iter().filter(|m| m.choice == baseline).map(|m| (m.instance, m.ticks)).collect();
    let mut ratios: BTreeMap<&'static str, BTreeMap<&str, Vec<f64>>> = BTreeMap::new();
    for m in measured.iter().filter(|m| allowed(m)) {
        let Some(of_baseline) = of_baseline.get(m.instance) else { continue };
        let boards = ratios.entry(m.choice).or_default();
        boards.entry(m.board()).or_default().push((m.ticks / of_baseline).ln());
    }
    let better = ratios
        .into_iter()
        .filter(|(_, boards)| boards.values().map(Vec::len).sum::<usize>() == of_baseline.len())
        .filter_map(|(name, boards)| {
            let boards: Vec<f64> = boards.values().map(|ratios| mean(ratios)).collect();
            (most_likely_below(&boards) < WORTH_IT.ln()).then_some((name, mean(&boards).exp()))
        });
    let best = better.min_by(|a, b| a.1.total_cmp(&b.1));
    let (name, ratio) = best.unwrap_or((baseline, 1.0));
    let lengths = measured.iter().map(|m| m.literals);
    let boards: BTreeSet<&str> = measured.iter().map(|m| m.board()).collect();
    Some(AutoChoice {
        name,
        baseline,
        ratio,
        literals: lengths.clone().min()?..=lengths.max()?,
        boards: boards.into_iter().collect(),
        instances: of_baseline.into_keys().collect(),
    })
}

fn best_near(
    measured: impl Iterator<Item = &'static Measurement> + Clone,
    literals: usize,
    baseline: &'static str,
) -> Option<AutoChoice> {
    let near = nearest(measured, literals);
    let direct = near.iter().filter(|m| m.choice == DIRECT).map(|m| m.literals).max();
    let is_short = direct.is_some_and(|longest| literals <= longest);
    best(&near, baseline, |m| m.choice != DIRECT || is_short)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the upper confidence bound of the mean, by Student's t; infinite for fewer than two
/// values.
fn most_likely_below(values: &[f64]) -> f64 {
    let (mean, count) = (mean(values), values.len() as f64);
    let Ok(student) = StudentsT::new(0.0, 1.0, count - 1.0) else { return f64::INFINITY };
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    mean + student.inverse_cdf(1.0 - ERRORS) * (squares / (count - 1.0) / count).sqrt()
}

type KindPlace = (&'static str, &'static str, usize);

/// The choices made so far, by table, kind and length. A model has many constraints of one length.
static CHOSEN: Mutex<BTreeMap<KindPlace, Option<AutoChoice>>> = Mutex::new(BTreeMap::new());

fn of_length(
    table: &'static str,
    kind: &'static str,
    literals: usize,
    baseline: &'static str,
) -> Option<AutoChoice> {
    let mut chosen = locked(&CHOSEN);
    chosen
        .entry((table, kind, literals))
        .or_insert_with(|| best_near(of_kind(table, kind), literals, baseline))
        .clone()
}

fn row<T>(
    choice: Option<AutoChoice>,
    baseline: &'static T,
    named: fn(&str) -> Option<&'static T>,
) -> (&'static T, Option<AutoChoice>) {
    (choice.as_ref().and_then(|choice| named(choice.name)).unwrap_or(baseline), choice)
}

/// Returns the encoding for an at-most-one, and the measurements that decided for it or for the
/// first row. They are `None` if no at-most-one was measured; then the encoding is the first row.
pub fn at_most_one(literals: usize) -> (&'static AtMostOne, Option<AutoChoice>) {
    let baseline = &at_most_one::ALL[0];
    let choice = of_length("at-most-one", "at-most-one", literals, baseline.name);
    row(choice, baseline, at_most_one::named)
}

/// Returns the encoding for a cardinality constraint, and measurements as [`at_most_one()`].
pub fn cardinality(
    literals: usize,
    relation: Relation,
) -> (&'static Cardinality, Option<AutoChoice>) {
    let kind = match relation {
        Relation::Exactly => "exactly",
        Relation::AtMost | Relation::AtLeast => "bound",
    };
    counting(kind, literals)
}

/// Returns the encoding that counts one line of a counter along lines, and measurements as
/// [`at_most_one()`].
pub fn line(literals: usize) -> (&'static Cardinality, Option<AutoChoice>) {
    counting("line", literals)
}

fn counting(kind: &'static str, literals: usize) -> (&'static Cardinality, Option<AutoChoice>) {
    let baseline = &cardinality::ALL[0];
    row(of_length("cardinality", kind, literals, baseline.name), baseline, cardinality::named)
}

/// Returns the encoding for a parity, and measurements as [`at_most_one()`].
pub fn parity(literals: usize) -> (&'static parity::ParityEncoding, Option<AutoChoice>) {
    let baseline = &parity::ALL[0];
    row(of_length("parity", "parity", literals, baseline.name), baseline, parity::named)
}

impl ShapeLines {
    fn kind(self) -> &'static str {
        match self {
            ShapeLines::KnownParity => "lines of known parity",
            ShapeLines::OneCount => "lines",
            ShapeLines::SeveralCounts => "lines of several counts",
        }
    }
}

pub(super) fn settled(shape: &Shape, model: &Model, parities: &Parities) -> Shape {
    match (shape, model.objective()) {
        (Shape::Auto, Some(objective)) => best_shape(objective, parities).0,
        (Shape::Auto, None) => Shape::Flat,
        _ => shape.clone(),
    }
}

/// Returns the shape for an objective's counters, and the measurements, `None` if there are none.
/// The shape is flat unless a better one was measured.
pub fn best_shape(objective: &Objective, parities: &Parities) -> (Shape, Option<AutoChoice>) {
    let Some(count) = objective.written().next() else {
        return (Shape::Flat, None);
    };
    let partitions: Vec<&str> = count.partitions.iter().map(|partition| partition.name).collect();
    shape(&partitions, ShapeLines::of(objective, parities))
}

fn shape(partitions: &[&str], lines: ShapeLines) -> (Shape, Option<AutoChoice>) {
    let measured: Vec<_> = of_kind("shape", lines.kind()).collect();
    let choice = best(&measured, "flat", |m| {
        m.choice == "flat"
            || (match m.choice.parse() {
                Ok(Shape::Lines(names, _)) => {
                    names.iter().all(|name| partitions.contains(&name.as_str()))
                }
                _ => false,
            })
    });
    (choice.as_ref().and_then(|choice| choice.name.parse().ok()).unwrap_or(Shape::Flat), choice)
}

/// Returns the solver's mode for the search for an optimum: `alternating`, unless a measured mode is
/// better. Returns `None` if the model has no objective, or no mode was measured
/// on similar ones.
pub fn mode(model: &Model) -> Option<AutoChoice> {
    let objective = model.objective()?;
    let lines = ShapeLines::of(objective, &Parities::of(model));
    let measured: Vec<_> = of_kind("mode", lines.kind()).collect();
    best(&measured, "alternating", |_| true)
}

/// The least ticks that a measurement records. Below this number differences in work are random, so
/// smaller ones are raised to it.
pub const LEAST_TICKS: u64 = 10_000;

/// The header of a table of measurements.
pub const HEAD: &str = "table,kind,literals,instance,choice,conflicts,propagations,ticks";

/// The names of the measured tables, each with the command-line option (without dashes) that
/// chooses from it.
pub const TABLES: [(&str, &str); 5] = [
    ("at-most-one", "amo"),
    ("cardinality", "card"),
    ("parity", "xor"),
    ("shape", "shape"),
    ("mode", "mode"),
];

#[cfg(test)]
pub(crate) fn modes_measured() -> impl Iterator<Item = &'static str> {
    MEASUREMENTS.iter().filter(|m| m.table == "mode").map(|m| m.choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_table_names_what_there_is() {
        for m in MEASUREMENTS.iter() {
            let known = match m.table {
                "at-most-one" => at_most_one::named(m.choice).is_some(),
                "cardinality" => cardinality::named(m.choice).is_some(),
                "parity" => parity::named(m.choice).is_some(),
                "shape" => m.choice.parse::<Shape>().is_ok(),
                "mode" => true,
                _ => false,
            };
            assert!(known, "{} in {}", m.choice, m.table);
            assert!(m.ticks >= 1.0 && m.literals > 0, "{} on {}", m.choice, m.instance);
        }
    }

    #[test]
    fn every_row_was_measured() {
        let measured =
            |table, name| MEASUREMENTS.iter().any(|m| m.table == table && m.choice == name);
        let names = at_most_one::ALL.iter().map(|row| ("at-most-one", row.name));
        let names = names.chain(cardinality::ALL.iter().map(|row| ("cardinality", row.name)));
        for (table, name) in names.chain(parity::ALL.iter().map(|row| ("parity", row.name))) {
            assert!(measured(table, name), "{name} of {table}: quarrel compare auto");
        }
    }

    #[test]
    fn a_choice_rests_on_the_nearest_instances_and_on_enough() {
        for literals in [2, 7, 9, 30, 1000] {
            for (table, kind) in
                [("at-most-one", "at-most-one"), ("cardinality", "bound"), ("parity", "parity")]
            {
                let near = nearest(of_kind(table, kind), literals);
                let distance = |m: &Measurement| (m.literals as f64 / literals as f64).ln().abs();
                let farthest = near.iter().map(|m| distance(m)).fold(0.0, f64::max);
                let nearer = of_kind(table, kind).filter(|m| distance(m) <= farthest).count();
                assert_eq!(near.len(), nearer, "{table} of {literals}");
                let boards: BTreeSet<&str> = near.iter().map(|m| m.board()).collect();
                assert!(boards.len() >= ENOUGH, "{table} of {literals}");
            }
        }
    }

    #[test]
    fn a_board_left_out_is_foretold() {
        let kinds: BTreeSet<_> = MEASUREMENTS.iter().map(|m| (m.table, m.kind)).collect();
        for (table, kind) in kinds {
            let boards: BTreeSet<&str> = of_kind(table, kind).map(Measurement::board).collect();
            let ratios: Vec<f64> =
                boards.iter().map(|board| mean(&foretold(table, kind, board))).collect();
            let ratio = mean(&ratios).exp();
            println!("{table}, {kind}: {} boards, {ratio:.2}", ratios.len());
            assert!(ratio < 1.05, "{table}, {kind}: {ratio:.3}");
        }
    }

    /// Returns the logarithms of the work of choices made from other boards, relative to the
    /// baseline.
    fn foretold(table: &str, kind: &str, board: &str) -> Vec<f64> {
        let baseline = baseline_of(table);
        let instances: BTreeSet<_> = of_kind(table, kind)
            .filter(|m| m.board() == board)
            .map(|m| (m.instance, m.literals))
            .collect();
        let of_instance = |&(instance, literals): &(&str, usize)| {
            let others: Vec<_> = of_kind(table, kind).filter(|m| m.board() != board).collect();
            let choice = match table {
                "shape" | "mode" => best(&others, baseline, |_| true),
                _ => best_near(others.iter().copied(), literals, baseline),
            };
            let name = choice.expect("there are others").name;
            let ticks = |name: &str| {
                let of = |m: &&Measurement| m.instance == instance && m.choice == name;
                of_kind(table, kind).find(of).map(|m| m.ticks)
            };
            let of_baseline = ticks(baseline).expect("the baseline is always measured");
            ticks(name).map_or(0.0, |chosen| (chosen / of_baseline).ln())
        };
        instances.iter().map(of_instance).collect()
    }

    fn baseline_of(table: &str) -> &'static str {
        match table {
            "at-most-one" => at_most_one::ALL[0].name,
            "cardinality" => cardinality::ALL[0].name,
            "parity" => parity::ALL[0].name,
            "shape" => "flat",
            _ => "alternating",
        }
    }

    #[test]
    fn of_few_instances_nothing_is_said() {
        let baseline = cardinality::ALL[0].name;
        let of_one: Vec<_> = of_kind("cardinality", "bound")
            .filter(|m| m.instance == MEASUREMENTS[0].instance)
            .collect();
        assert!(best(&of_one, baseline, |_| true).is_none_or(|choice| choice.name == baseline));
        assert_eq!(best(&[], baseline, |_| true), None);
    }

    #[test]
    fn long_parities_are_not_written_without_variables() {
        for literals in [25, 60, 1000] {
            assert_ne!(parity(literals).0.name, "direct");
        }
    }

    #[test]
    fn a_shape_is_one_that_the_model_has() {
        let (shape, _) = shape(&["columns"], ShapeLines::KnownParity);
        if let Shape::Lines(names, _) = shape {
            assert_eq!(names, ["columns"]);
        }
        assert_eq!(super::shape(&[], ShapeLines::OneCount).0, Shape::Flat);
    }
}
