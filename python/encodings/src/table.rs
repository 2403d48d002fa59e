//! The tables of encodings, and measurements of their rows.

use pyo3::prelude::*;
use quarrel_encodings::measure::{MeasureError, MeasuredConstraint, Multiplicity, Strength};
use quarrel_encodings::{
    Parity, Relation, at_most_one, cardinality, integer, parity, pseudo_boolean,
};

use crate::reading::row;

/// A row: the kind of its table, its name, its publication and its essay.
type Row = (&'static str, &'static str, &'static str, &'static str);

/// The number of literals of the constraints on which propagation is measured.
const OF_STRENGTH: usize = 7;

/// Returns all rows of all tables, the default of each table first.
#[pyfunction]
pub fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let ones = at_most_one::ALL.iter();
    rows.extend(ones.map(|row| ("at-most-one", row.name, row.citation, row.essay)));
    let counts = cardinality::ALL.iter();
    rows.extend(counts.map(|row| ("cardinality", row.name, row.citation, row.essay)));
    let sums = pseudo_boolean::ALL.iter();
    rows.extend(sums.map(|row| ("weighted", row.name, row.citation, row.essay)));
    let integers = integer::ALL.iter();
    rows.extend(integers.map(|row| ("integer", row.name, row.citation, row.essay)));
    let parities = parity::ALL.iter();
    rows.extend(parities.map(|row| ("parity", row.name, row.citation, row.essay)));
    rows
}

/// Returns the strength of propagation and the mean number of models of an encoding, each `None` if
/// it is not measured. They are those of the page of the encodings.
#[pyfunction]
pub fn measure(py: Python, kind: &str, name: &str) -> PyResult<(Option<String>, Option<f64>)> {
    let at_most = Relation::AtMost;
    let (strength, (constraint, n)): (Result<Strength, MeasureError>, _) = match kind {
        "at-most-one" => {
            let row = row(Some(name), at_most_one::ALL, |row| row.name, kind)?;
            let strength = py.detach(|| Strength::of_at_most_one(row, OF_STRENGTH));
            (strength, (MeasuredConstraint::AtMostOne(*row), 10))
        }
        "cardinality" => {
            let row = row(Some(name), cardinality::ALL, |row| row.name, kind)?;
            let strength = py.detach(|| Strength::of_cardinality(row, OF_STRENGTH));
            (strength, (MeasuredConstraint::Cardinality(*row, at_most, 3), 8))
        }
        "weighted" => {
            let row = row(Some(name), pseudo_boolean::ALL, |row| row.name, kind)?;
            let strength = py.detach(|| Strength::of_weights(row, OF_STRENGTH, 4));
            (strength, (MeasuredConstraint::Weights(*row, at_most, 4, 7), 6))
        }
        "parity" => {
            let row = row(Some(name), parity::ALL, |row| row.name, kind)?;
            let strength = py.detach(|| Strength::of_parity(row, OF_STRENGTH));
            (strength, (MeasuredConstraint::Parity(*row, Parity::Odd), 10))
        }
        _ => return Ok((None, None)),
    };
    let models: Result<Multiplicity, MeasureError> = py.detach(|| constraint.multiplicity(n));
    Ok((strength.ok().map(|strength| strength.to_string()), models.ok().map(|all| all.mean())))
}
