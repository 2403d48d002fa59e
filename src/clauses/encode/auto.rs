//! `auto` chooses, for each constraint, the encoding that did best on similar constraints.
//!
//! The choice comes from the rules in `auto/rules.csv`, which are made from measurements. The
//! command `quarrel compare auto` measures the ticks (counted memory accesses of the solver) of
//! each encoding, shape and mode. Then `cargo bench --bench auto` makes the rules from the
//! measurements. `benches/auto/rules.rs` gives the reasons for the rules, and says which ideas were
//! tried and not used.
//!
//! - For constraints of a kind, a rule applies to a range of lengths (numbers of literals). The
//!   rule names the encoding that did best on the measured constraints of the nearest lengths.
//! - For shapes of counters and modes of the solver, rules apply to all lengths. Rules for better
//!   shapes and modes come first, and the first rule whose choice is possible for the model
//!   applies.
//!
//! `auto/instances.csv` lists the measured instances with their lengths, so that messages can name
//! the instances on which a rule is based.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use quarrel_encodings::at_most_one::{self, AtMostOne};
use quarrel_encodings::cardinality::{self, Cardinality};
use quarrel_encodings::parity;

use super::Shape;
use super::shape::ShapeLines;
use crate::model::{Model, Objective, Parities, Relation};

pub use explain::{ChoiceBasis, ExplainedChoice, explain};
pub use place::place;

mod explain;
mod place;

/// A rule of `auto`: a choice for constraints of one kind, and the measurements on which it is
/// based.
#[derive(Debug, PartialEq)]
pub struct AutoChoice {
    /// The chosen encoding, shape or mode.
    pub name: &'static str,
    /// The encoding, shape or mode with which the choice is compared.
    pub baseline: &'static str,
    /// The mean ticks with this choice, divided by the mean ticks with the baseline. So a ratio
    /// less than 1 is better than the baseline. The ratio is 1 if the choice is the baseline.
    pub ratio: f64,
    /// The least and the greatest number of literals of the measured constraints.
    pub literals: RangeInclusive<usize>,
    /// The table of rules to which the choice belongs, such as `cardinality`.
    table: &'static str,
    /// The kind of constraints in that table.
    kind: &'static str,
    /// The lengths (numbers of literals) of the constraints to which the rule applies.
    applies_to: RangeInclusive<usize>,
}

/// A model on whose constraints the encodings of a table were measured.
struct Instance {
    table: &'static str,
    /// The kind of constraints in that table.
    kind: &'static str,
    /// The number of literals of the longest measured constraint.
    literals: usize,
    /// The name of the board, a space, and the options of its runs.
    name: &'static str,
}

/// The shipped rules. Of two rules for the same kind and length, the preferred one comes first.
static RULES: LazyLock<Vec<AutoChoice>> = LazyLock::new(|| {
    include_str!("auto/rules.csv")
        .lines()
        .skip(1)
        .map(|row| parse_rule(row).expect("the shipped rules are tested"))
        .collect()
});

/// The measured instances from which the rules were made.
static INSTANCES: LazyLock<Vec<Instance>> = LazyLock::new(|| {
    include_str!("auto/instances.csv")
        .lines()
        .skip(1)
        .map(|row| parse_instance(row).expect("the shipped instances are tested"))
        .collect()
});

/// Reads a rule from nine fields with commas between them: table, kind, least and greatest length
/// to which the rule applies, name, baseline, ratio, least and greatest measured length. Both ends
/// of the ranges are included. The greatest length in the fourth field is empty in the last rule of
/// a kind, which means no limit. Returns `None` if the row has a wrong number of fields, or if a
/// field must be a number and is not.
fn parse_rule(row: &'static str) -> Option<AutoChoice> {
    let fields: Vec<&str> = row.split(',').collect();
    let &[table, kind, from, to, name, baseline, ratio, least, greatest] = fields.as_slice() else {
        return None;
    };
    let to = if to.is_empty() { usize::MAX } else { to.parse().ok()? };
    Some(AutoChoice {
        name,
        baseline,
        ratio: ratio.parse().ok()?,
        literals: least.parse().ok()?..=greatest.parse().ok()?,
        table,
        kind,
        applies_to: from.parse().ok()?..=to,
    })
}

/// Reads an instance. Returns `None` if the row does not have four fields, or if the third field is
/// not a number.
fn parse_instance(row: &'static str) -> Option<Instance> {
    let fields: Vec<&str> = row.split(',').collect();
    let &[table, kind, literals, name] = fields.as_slice() else { return None };
    Some(Instance { table, kind, literals: literals.parse().ok()?, name })
}

impl AutoChoice {
    /// Returns the names of the measured instances on which the rule is based, sorted and without
    /// repetitions. An instance belongs to the rule if its table and kind are those of the rule,
    /// and the length of its longest constraint is in `literals`.
    pub fn instances(&self) -> BTreeSet<&'static str> {
        INSTANCES
            .iter()
            .filter(|one| {
                one.table == self.table
                    && one.kind == self.kind
                    && self.literals.contains(&one.literals)
            })
            .map(|one| one.name)
            .collect()
    }

    /// Returns the names of the measured boards on which the rule is based.
    pub fn boards(&self) -> BTreeSet<&'static str> {
        self.instances().into_iter().filter_map(|name| name.split(' ').next()).collect()
    }
}

/// Returns the first rule, in the order of the file, that applies to constraints of this kind and
/// length, and whose choice is possible. `literals` is the length. It is 0 for shapes and modes,
/// whose rules apply to all lengths. `is_possible` receives the name of the choice. Returns `None`
/// if there is no such rule.
fn first(
    table: &str,
    kind: &str,
    literals: usize,
    is_possible: impl Fn(&str) -> bool,
) -> Option<&'static AutoChoice> {
    RULES.iter().find(|rule| {
        rule.table == table
            && rule.kind == kind
            && rule.applies_to.contains(&literals)
            && is_possible(rule.name)
    })
}

/// Returns the chosen row of a table of encodings, and the rule that chose it. The first argument
/// has the table's name in the rules, and the rows of the table. There must be at least one row.
/// `named` finds a row by its name. If no rule applies, returns the table's first row and `None`.
/// If `named` does not know the name in the rule, returns the first row together with the rule.
fn row<T>(
    (table, rows): (&str, &'static [T]),
    kind: &str,
    literals: usize,
    named: fn(&str) -> Option<&'static T>,
) -> (&'static T, Option<&'static AutoChoice>) {
    let rule = first(table, kind, literals, |_| true);
    (rule.and_then(|rule| named(rule.name)).unwrap_or(&rows[0]), rule)
}

/// Returns the encoding for an at-most-one with this number of literals. Also returns the rule that
/// chose it, with its measurements. If no at-most-one was measured, the rule is `None`, and the
/// encoding is the table's first row.
pub fn at_most_one(literals: usize) -> (&'static AtMostOne, Option<&'static AutoChoice>) {
    let table = ("at-most-one", at_most_one::ALL);
    row(table, "at-most-one", literals, at_most_one::by_name)
}

/// Returns the encoding for a cardinality constraint with this number of literals, and the rule
/// that chose it. "At most" and "at least" have the same rules; "exactly" has other rules. If no
/// such constraint was measured, the rule is `None`, and the encoding is the table's first row.
pub fn cardinality(
    literals: usize,
    relation: Relation,
) -> (&'static Cardinality, Option<&'static AutoChoice>) {
    let kind = match relation {
        Relation::Exactly => "exactly",
        Relation::AtMost | Relation::AtLeast => "bound",
    };
    row(("cardinality", cardinality::ALL), kind, literals, cardinality::by_name)
}

/// Returns the encoding that counts one line, and the rule that chose the encoding. The line
/// belongs to a counter whose shape divides literals into lines. The rule is `None` in the same
/// case as for [`at_most_one()`].
pub fn line(literals: usize) -> (&'static Cardinality, Option<&'static AutoChoice>) {
    row(("cardinality", cardinality::ALL), "line", literals, cardinality::by_name)
}

/// Returns the encoding for a parity constraint, and its rule. The rule is `None` in the same case
/// as for [`at_most_one()`].
pub fn parity(literals: usize) -> (&'static parity::ParityEncoding, Option<&'static AutoChoice>) {
    row(("parity", parity::ALL), "parity", literals, parity::by_name)
}

impl ShapeLines {
    /// Returns the kind of counters for objectives with this property, by its name in the rules.
    fn kind(self) -> &'static str {
        match self {
            ShapeLines::KnownParity => "lines of known parity",
            ShapeLines::OneCount => "lines",
            ShapeLines::SeveralCounts => "lines of several counts",
        }
    }
}

/// Returns `shape`. If `shape` is `auto`, returns the shape that `auto` chooses instead. If the
/// model has no objective, `auto` chooses `flat`.
pub(super) fn resolve_shape(shape: &Shape, model: &Model, parities: &Parities) -> Shape {
    match (shape, model.objective()) {
        (Shape::Auto, Some(objective)) => best_shape(objective, parities).0,
        (Shape::Auto, None) => Shape::Flat,
        _ => shape.clone(),
    }
}

/// Returns the shape that `auto` chooses for an objective's counters, and the rule for it.
/// Considers only the partitions of the first count of the objective that is encoded. If there is a
/// complement, this is the first complement. The shape is `flat` if no better one was measured. The
/// rule is `None` if no possible shape was measured on similar objectives, or if the objective has
/// no counts.
pub fn best_shape(
    objective: &Objective,
    parities: &Parities,
) -> (Shape, Option<&'static AutoChoice>) {
    let Some(count) = objective.encoded_counts().next() else {
        return (Shape::Flat, None);
    };
    let partitions: Vec<&str> = count.partitions.iter().map(|partition| partition.name).collect();
    shape(&partitions, ShapeLines::from_objective(objective, parities))
}

/// Returns the best shape that uses only these partitions, and the rule for it. Considers only flat
/// shapes and shapes along the partitions that `partitions` names. So shapes along at-most-ones are
/// considered only if `partitions` names them. `lines` selects the rules, and the first possible
/// rule applies. If there is no such rule, the shape is `flat`, and the rule is `None`.
fn shape(partitions: &[&str], lines: ShapeLines) -> (Shape, Option<&'static AutoChoice>) {
    let rule = first("shape", lines.kind(), 0, |name| match name.parse() {
        Ok(Shape::Lines(names, _)) => names.iter().all(|name| partitions.contains(&name.as_str())),
        Ok(Shape::Flat) => true,
        _ => false,
    });
    (rule.and_then(|rule| rule.name.parse().ok()).unwrap_or(Shape::Flat), rule)
}

/// Returns the rule for the solver's mode in the search for an optimum. The rule names
/// `alternating` if no better mode was measured. Returns `None` if the model has no objective, or
/// if no mode was measured on similar objectives.
pub fn mode(model: &Model) -> Option<&'static AutoChoice> {
    let lines = ShapeLines::from_objective(model.objective()?, &Parities::from_model(model));
    first("mode", lines.kind(), 0, |_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_rules_name_what_there_is() {
        for rule in RULES.iter() {
            let (is_known, baseline) = match rule.table {
                "at-most-one" => {
                    (at_most_one::by_name(rule.name).is_some(), at_most_one::ALL[0].name)
                }
                "cardinality" => {
                    (cardinality::by_name(rule.name).is_some(), cardinality::ALL[0].name)
                }
                "parity" => (parity::by_name(rule.name).is_some(), parity::ALL[0].name),
                "shape" => (rule.name.parse::<Shape>().is_ok(), "flat"),
                _ => (true, "alternating"),
            };
            assert!(is_known && rule.baseline == baseline, "{rule:?}");
            assert!(!rule.instances().is_empty() && !rule.boards().is_empty(), "{rule:?}");
        }
    }

    #[test]
    fn every_length_has_one_rule() {
        for (table, kind) in [
            ("at-most-one", "at-most-one"),
            ("cardinality", "bound"),
            ("cardinality", "exactly"),
            ("cardinality", "line"),
            ("parity", "parity"),
        ] {
            for literals in (0..=3_000).chain([usize::MAX]) {
                let number = RULES
                    .iter()
                    .filter(|rule| rule.table == table && rule.kind == kind)
                    .filter(|rule| rule.applies_to.contains(&literals))
                    .count();
                assert_eq!(number, 1, "{table}, {kind} of {literals}");
            }
        }
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
