//! No encoding is larger than PySAT's of the same construction: its auxiliary variables, clauses
//! and literals are at or below what PySAT writes, as `benches/pysat.csv` records it.

use quarrel_encodings::cardinality::Relation;
use quarrel_encodings::measure::{Constraint, Size};
use quarrel_encodings::{at_most_one, cardinality};

const PYSAT: &str = include_str!("../benches/pysat.csv");

/// A line of the record.
struct Recorded {
    relation: &'static str,
    name: &'static str,
    n: usize,
    k: usize,
    size: Size,
}

impl Recorded {
    fn of(line: &'static str) -> Recorded {
        let fields: Vec<&str> = line.split(',').collect();
        let [relation, name, numbers @ ..] = &fields[..] else { panic!("`{line}` is no record") };
        let number =
            |field: &&str| field.parse().unwrap_or_else(|_| panic!("a number in `{line}`"));
        let numbers: Vec<usize> = numbers.iter().map(number).collect();
        let [n, k, variables, clauses, literals] = numbers[..] else { panic!("numbers: `{line}`") };
        Recorded { relation, name, n, k, size: Size { variables, clauses, literals } }
    }

    /// The same constraint with our row of that name.
    fn ours(&self) -> Option<Constraint> {
        let relation = match self.relation {
            "at-most-one" => {
                return at_most_one::named(self.name).copied().map(Constraint::AtMostOne);
            }
            "at-most" => Relation::AtMost,
            "at-least" => Relation::AtLeast,
            "exactly" => Relation::Exactly,
            other => panic!("`{other}` is no relation"),
        };
        let row = cardinality::named(self.name)?;
        Some(Constraint::Cardinality(*row, relation, self.k))
    }
}

fn records() -> Vec<Recorded> {
    let lines = PYSAT.lines().filter(|line| !line.starts_with('#'));
    lines.skip(1).map(Recorded::of).collect()
}

#[test]
fn no_encoding_is_larger_than_that_of_pysat() {
    let records = records();
    assert_eq!(records.len(), 3 * 3 + 6 * 3 * 7, "encodings by lengths, by relations and bounds");
    let mut larger = String::new();
    for recorded in records {
        let Recorded { relation, name, n, k, size: theirs } = recorded;
        let constraint = recorded.ours().unwrap_or_else(|| panic!("{name} is not in the table"));
        let ours = constraint.size(n).unwrap_or_else(|error| panic!("{name}: {error}"));
        if ours.variables > theirs.variables
            || ours.clauses > theirs.clauses
            || ours.literals > theirs.literals
        {
            larger += &format!("\n{name} {relation} {k} of {n}: {ours:?}, and PySAT's {theirs:?}");
        }
    }
    assert!(larger.is_empty(), "{larger}");
}
