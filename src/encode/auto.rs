//! `auto`: for each constraint the encoding that has done best on constraints like it.
//!
//! What has done best is read from a table of measurements that ships with the tool
//! (`measurements.csv`, made by `cargo bench --bench choices`): for each encoding and instance the
//! solver's conflicts, propagations and ticks (its own measure of work, memory accesses counted;
//! equal runs make equal ticks, whatever the machine does meanwhile), the median over several
//! seeds. A constraint is compared with the measured ones of its kind whose number of literals is
//! nearest by ratio; over those instances the encoding with the least geometric mean of ticks is
//! chosen. What was not measured is never chosen, and neither is a form without auxiliary
//! variables beyond the sizes it was measured at, where it may be exponential.
//!
//! A table that is measured is better than a rule that is believed, and no better than its
//! instances: `quarrel encodings --explain` says which ones a choice rests on.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use quarrel_encodings::at_most_one::{self, AtMostOne};
use quarrel_encodings::cardinality::{self, Cardinality};
use quarrel_encodings::parity;

use super::Shape;
use super::shape::{Lines, Parities};
use crate::model::{Count, Model, Relation, Statement};

/// What is not at least so much less work than the default is as good as it.
const WORTH_IT: f64 = 0.95;

/// One measurement: what an encoding did on an instance.
struct Measurement {
    table: &'static str,
    kind: &'static str,
    literals: usize,
    instance: &'static str,
    choice: &'static str,
    ticks: f64,
}

static MEASUREMENTS: LazyLock<Vec<Measurement>> = LazyLock::new(|| {
    let lines = include_str!("measurements.csv").lines();
    let rows = lines.filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|row| measurement(row).expect("the shipped table is tested")).collect()
});

/// `table,kind,literals,instance,choice,conflicts,propagations,ticks`
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

/// What was chosen, and the measurements it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The name of the row or shape.
    pub name: &'static str,
    /// Its ticks over those of the default, the geometric mean over the instances.
    pub ratio: f64,
    /// The number of literals of the constraints measured.
    pub literals: usize,
    /// The instances.
    pub instances: Vec<&'static str>,
}

/// The best choice in a table for a constraint of that kind and length, among those allowed.
/// None where nothing of the kind was measured.
fn best(
    table: &str,
    kind: &str,
    literals: usize,
    default: &'static str,
    allowed: impl Fn(&Measurement) -> bool,
) -> Option<Choice> {
    let of_kind = || MEASUREMENTS.iter().filter(|m| m.table == table && m.kind == kind);
    let distance = |m: &&Measurement| (m.literals as f64 / literals.max(1) as f64).ln().abs();
    let nearest = of_kind().min_by(|a, b| distance(a).total_cmp(&distance(b)))?.literals;
    let near = || of_kind().filter(|m| m.literals == nearest);
    let mut instances: Vec<&str> = near().map(|m| m.instance).collect();
    instances.dedup();
    let mut work: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for m in near().filter(|m| m.choice == default || allowed(m)) {
        work.entry(m.choice).or_default().push(m.ticks.ln());
    }
    work.retain(|_, ticks| ticks.len() == instances.len());
    let mean = |ticks: &Vec<f64>| ticks.iter().sum::<f64>() / ticks.len() as f64;
    let of_default = mean(work.get(default)?);
    let (&name, ticks) = work.iter().min_by(|a, b| mean(a.1).total_cmp(&mean(b.1)))?;
    let ratio = (mean(ticks) - of_default).exp();
    let (name, ratio) = if ratio < WORTH_IT { (name, ratio) } else { (default, 1.0) };
    Some(Choice { name, ratio, literals: nearest, instances })
}

/// For an at-most-one over that many literals.
pub fn at_most_one(literals: usize) -> (&'static AtMostOne, Option<Choice>) {
    let default = &at_most_one::ALL[0];
    let choice = best("at-most-one", "at-most-one", literals, default.name, |_| true);
    (choice.as_ref().and_then(|choice| at_most_one::named(choice.name)).unwrap_or(default), choice)
}

/// For a cardinality constraint over that many literals.
pub fn cardinality(literals: usize, relation: Relation) -> (&'static Cardinality, Option<Choice>) {
    let kind = match relation {
        Relation::Exactly => "exactly",
        Relation::AtMost | Relation::AtLeast => "bound",
    };
    let default = &cardinality::ALL[0];
    let choice = best("cardinality", kind, literals, default.name, |_| true);
    (choice.as_ref().and_then(|choice| cardinality::named(choice.name)).unwrap_or(default), choice)
}

/// For a parity over that many literals.
pub fn parity(literals: usize) -> (&'static parity::Parity, Option<Choice>) {
    let default = &parity::ALL[0];
    let allowed = |m: &Measurement| m.choice != "direct" || literals <= m.literals;
    let choice = best("parity", "parity", literals, default.name, allowed);
    (choice.as_ref().and_then(|choice| parity::named(choice.name)).unwrap_or(default), choice)
}

impl Lines {
    /// As it stands in the table of measurements.
    fn kind(self) -> &'static str {
        match self {
            Lines::KnownParity => "lines of known parity",
            Lines::OneCount => "lines",
            Lines::SeveralCounts => "lines of several counts",
        }
    }
}

/// For a counter over that many literals, divided into these partitions.
pub fn shape(literals: usize, partitions: &[&str], lines: Lines) -> (Shape, Option<Choice>) {
    let has_all = |m: &Measurement| match m.choice.parse() {
        Ok(Shape::Lines(names, _)) => names.iter().all(|name| partitions.contains(&name.as_str())),
        _ => false,
    };
    let choice = best("shape", lines.kind(), literals, "flat", has_all);
    (choice.as_ref().and_then(|choice| choice.name.parse().ok()).unwrap_or(Shape::Flat), choice)
}

/// For the search of an optimum: the name of the solver's mode.
pub fn mode(model: &Model) -> Option<Choice> {
    let objective = model.objective()?;
    let literals = objective.counts.first()?.written().lits.len();
    let lines = Lines::of(objective, &Parities::of(model));
    best("mode", lines.kind(), literals, "alternating", |_| true)
}

/// Below so many ticks, work is luck.
pub const LEAST_TICKS: u64 = 10_000;

/// The head of a table of measurements.
pub const HEAD: &str = "table,kind,literals,instance,choice,conflicts,propagations,ticks";

/// The tables, each with the option that chooses from it.
pub const TABLES: [(&str, &str); 5] = [
    ("at-most-one", "amo"),
    ("cardinality", "card"),
    ("parity", "xor"),
    ("shape", "shape"),
    ("mode", "mode"),
];

/// As what a measurement on a model counts in a table: the kind of its constraints, and how many
/// literals they have. Shapes of one count are told apart by how tight its bound is and not by its
/// size, so all of them stand at one place. None where the model has nothing of the kind.
pub fn place(table: &str, model: &Model) -> Option<(&'static str, usize)> {
    let longest = |of: &dyn Fn(&Statement) -> bool| {
        let statements = model.constraints().iter().map(|constraint| &constraint.statement);
        statements.filter(|statement| of(statement)).map(|one| one.lits().len()).max()
    };
    let at_most_one =
        |one: &Statement| matches!(one, Statement::AtMostOne(_) | Statement::ExactlyOne(_));
    let exactly = |one: &Statement| matches!(one, Statement::Cardinality(_, Relation::Exactly, _));
    let counted = || Some(model.objective()?.counts.first()?.written().lits.len());
    match table {
        "at-most-one" => Some(("at-most-one", longest(&at_most_one)?)),
        "parity" => Some(("parity", longest(&|one| matches!(one, Statement::Parity(..)))?)),
        "cardinality" => match counted() {
            Some(literals) => Some(("bound", literals)),
            None => Some(("exactly", longest(&exactly)?)),
        },
        _ => {
            let lines = Lines::of(model.objective()?, &Parities::of(model));
            let literals = match lines {
                Lines::KnownParity => 100,
                Lines::OneCount => 200,
                Lines::SeveralCounts => counted()?,
            };
            Some((lines.kind(), literals))
        }
    }
}

/// The names of the modes that stand in the table.
#[cfg(test)]
pub(crate) fn modes_measured() -> impl Iterator<Item = &'static str> {
    MEASUREMENTS.iter().filter(|m| m.table == "mode").map(|m| m.choice)
}

/// Constraints of a model that are alike, and what was chosen for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// Their group, or `objective` for the counters of bounds.
    pub group: String,
    /// What they say: `parity of 8`.
    pub constraint: String,
    /// How many there are.
    pub times: usize,
    /// What was chosen for them.
    pub choice: String,
    /// Why; nothing where nothing like them was measured and the default stands.
    pub why: Option<Choice>,
}

/// What `auto` chooses for a model, constraint by constraint, and why.
pub fn explain(model: &Model) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = Vec::new();
    for constraint in model.constraints() {
        let Some((what, choice, why)) = reason(&constraint.statement) else { continue };
        let group = &model.groups()[constraint.group];
        let alike = reasons.iter_mut().find(|r| r.group == *group && r.constraint == what);
        match alike {
            Some(reason) => reason.times += 1,
            None => reasons.push(Reason {
                group: group.clone(),
                constraint: what,
                times: 1,
                choice: choice.to_owned(),
                why,
            }),
        }
    }
    let parities = Parities::of(model);
    let Some(goal) = model.objective() else { return reasons };
    let (shape, why) = Shape::best_for(goal, &parities);
    for count in goal.counts.iter().map(Count::written) {
        let objective = |constraint: String, choice: String, why| Reason {
            group: "objective".to_owned(),
            constraint,
            times: 1,
            choice,
            why,
        };
        let size = count.lits.len();
        reasons.push(objective(format!("shape over {size}"), shape.to_string(), why.clone()));
        let longest = match &shape {
            Shape::Lines(names, _) => {
                let lines = count.partitions.iter().filter(|p| names.iter().any(|n| n == p.name));
                lines.flat_map(|p| &p.lines).map(Vec::len).max().unwrap_or(size)
            }
            _ => size,
        };
        let (row, why) = cardinality(longest, Relation::AtMost);
        reasons.push(objective(format!("counts up to {longest}"), row.name.to_owned(), why));
    }
    reasons
}

/// What a statement says, in short, with the choice for it; nothing for a clause.
fn reason(statement: &Statement) -> Option<(String, &'static str, Option<Choice>)> {
    Some(match statement {
        Statement::Clause(_) => return None,
        Statement::AtMostOne(lits) => {
            let (row, why) = at_most_one(lits.len());
            (format!("at most one of {}", lits.len()), row.name, why)
        }
        Statement::ExactlyOne(lits) => {
            let (row, why) = at_most_one(lits.len());
            (format!("exactly one of {}", lits.len()), row.name, why)
        }
        Statement::Cardinality(lits, relation, bound) => {
            let (row, why) = cardinality(lits.len(), *relation);
            (format!("{} {bound} of {}", relation.words(), lits.len()), row.name, why)
        }
        Statement::Parity(lits, _) => {
            let (row, why) = parity(lits.len());
            (format!("parity of {}", lits.len()), row.name, why)
        }
    })
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
                // The search knows them.
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
            assert!(measured(table, name), "{name} of {table}: cargo bench --bench choices");
        }
    }

    #[test]
    fn a_choice_is_the_least_work_on_the_nearest_instances() {
        for literals in [2, 7, 9, 30, 1000] {
            for (table, kind, default) in [
                ("at-most-one", "at-most-one", at_most_one::ALL[0].name),
                ("cardinality", "bound", cardinality::ALL[0].name),
                ("parity", "parity", parity::ALL[0].name),
            ] {
                let choice = best(table, kind, literals, default, |_| true).expect("measured");
                assert!(choice.ratio <= 1.0, "{choice:?}");
                let of_kind = MEASUREMENTS.iter().filter(|m| m.table == table && m.kind == kind);
                let ratio = |near: usize| (near as f64 / literals as f64).ln().abs();
                let nearest = of_kind.map(|m| ratio(m.literals)).fold(f64::MAX, f64::min);
                assert!(ratio(choice.literals) <= nearest, "{choice:?}");
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
        let (shape, _) = shape(100, &["columns"], Lines::KnownParity);
        if let Shape::Lines(names, _) = shape {
            assert_eq!(names, ["columns"]);
        }
        assert_eq!(super::shape(100, &[], Lines::OneCount).0, Shape::Flat);
    }
}
