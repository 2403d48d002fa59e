//! The tables of encodings, with the measured size, propagation strength and number of satisfying
//! assignments of each encoding.

use quarrel_encodings::integer::IntegerEncoding;
use quarrel_encodings::measure::{MeasureError, MeasuredConstraint, Multiplicity, Strength};
use quarrel_encodings::{Parity, Relation, Size};

use super::EncodingRow;
use crate::stop::Stop;

/// The number of literals of the constraints on which propagation strength is measured.
pub const OF_STRENGTH: usize = 7;

/// Each table of encodings: its command-line option, its title, and, in words, the constraint for
/// which satisfying assignments are counted.
const TABLES: [(&str, &str, &str); 5] = [
    ("amo", "At most one", "at most 1 of 10"),
    ("card", "Cardinality", "at most 3 of 8"),
    ("pb", "Sums with weights", "6 literals of weight 1 to 4, in total at most 7"),
    ("int", "Integers", "0 to 7"),
    ("xor", "Parity", "odd of 10"),
];

/// A table of encodings with its measurements.
pub struct MeasuredTable {
    /// The kind of constraints in words, as the heading of the table.
    pub title: &'static str,
    /// The command-line option of the table, without dashes.
    pub option: &'static str,
    /// The constraints whose sizes are measured, such as `≤ 10 of 100`.
    pub sizes: Vec<String>,
    /// The constraint, in words, for which satisfying assignments of the clauses are counted.
    pub models: &'static str,
    /// The measured encodings of the table, each with its measurements.
    pub rows: Vec<MeasuredRow>,
}

/// The measurements of one encoding.
pub struct MeasuredRow {
    /// The encoding to which the measurements belong.
    pub row: EncodingRow,
    /// The size of each constraint in [`MeasuredTable::sizes`]. An entry is `None` if the encoding
    /// cannot express the constraint.
    pub sizes: Vec<Option<Size>>,
    /// The share of the implied literals that unit propagation finds. `None` if it could not be
    /// measured.
    pub strength: Option<Strength>,
    /// The number of satisfying assignments of the clauses for each satisfying assignment of the
    /// constraint. `None` if it could not be counted.
    pub models: Option<Multiplicity>,
}

/// The error if a [`Stop`] was reached before the last measurement.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
#[error("stopped before the encodings were measured")]
pub struct MeasuringStopped;

/// Measures the encodings for which `wanted` is true. Returns the measurements table by table, in
/// the order of [`EncodingRow::OPTIONS`]. Leaves out a table if none of its encodings is wanted.
///
/// # Errors
///
/// If `stop` is reached before the last measurement. The measurements so far are then lost.
pub fn measure_tables(
    wanted: impl Fn(EncodingRow) -> bool,
    stop: &Stop,
) -> Result<Vec<MeasuredTable>, MeasuringStopped> {
    let table = |(option, title, models)| {
        let rows: Vec<EncodingRow> =
            EncodingRow::for_option(option).filter(|&row| wanted(row)).collect();
        let sizes = rows.first()?.size_cases().map(SizeCase::words).to_vec();
        let measured_rows: Result<_, _> =
            rows.into_iter().map(|row| MeasuredRow::measure(row, stop)).collect();
        Some(measured_rows.map(|rows| MeasuredTable { title, option, sizes, models, rows }))
    };
    TABLES.into_iter().filter_map(table).collect()
}

/// Calls `measure` and returns its result. If `stop` is reached, returns an error and does not call
/// `measure`.
fn unless_stopped<T>(stop: &Stop, measure: impl FnOnce() -> T) -> Result<T, MeasuringStopped> {
    if stop.is_reached() { Err(MeasuringStopped) } else { Ok(measure()) }
}

/// A constraint or an integer whose clauses are counted.
#[derive(Clone, Copy)]
enum SizeCase {
    /// A constraint, and its number of literals.
    Constraint(MeasuredConstraint, usize),
    /// An integer from 0 to this number.
    Integer(&'static IntegerEncoding, u64),
}

impl SizeCase {
    /// Returns the constraint or the integer in short form, such as `≤ 3 of 8` or `0 to 9`, for the
    /// heading of a column. Cardinality constraints and sums are written with `≤`, regardless of
    /// their relation.
    fn words(self) -> String {
        match self {
            SizeCase::Integer(_, largest) => format!("0 to {largest}"),
            SizeCase::Constraint(constraint, n) => match constraint {
                MeasuredConstraint::AtMostOne(_) => format!("1 of {n}"),
                MeasuredConstraint::Cardinality(.., k) => format!("≤ {k} of {n}"),
                MeasuredConstraint::Weights(.., largest, k) => {
                    format!("≤ {k} of {n} × 1…{largest}")
                }
                MeasuredConstraint::Parity(..) => constraint.words(n),
            },
        }
    }

    /// Returns the size of the clauses. Returns `None` if the encoding cannot express them.
    fn size(self) -> Option<Size> {
        match self {
            SizeCase::Constraint(constraint, n) => constraint.size(n).ok(),
            SizeCase::Integer(row, largest) => row.size(largest).ok(),
        }
    }
}

impl MeasuredRow {
    /// Measures the sizes of an encoding, its propagation strength, and the number of satisfying
    /// assignments of its clauses. A measurement that fails is `None`.
    ///
    /// # Errors
    ///
    /// If `stop` is reached before one of these measurements.
    fn measure(row: EncodingRow, stop: &Stop) -> Result<MeasuredRow, MeasuringStopped> {
        let size = |case: SizeCase| unless_stopped(stop, || case.size());
        let sizes = row.size_cases().into_iter().map(size).collect::<Result<_, _>>()?;
        let strength = unless_stopped(stop, || row.strength()?.ok())?;
        let models = unless_stopped(stop, || {
            let (counted, n) = row.counted_case()?;
            counted.multiplicity(n).ok()
        })?;
        Ok(MeasuredRow { row, sizes, strength, models })
    }
}

impl EncodingRow {
    /// Returns the three constraints or integers whose sizes are measured, the shortest first. Cardinality constraints and sums are "at most", and parities are odd.
    /// The two numbers of a sum are its greatest weight and its bound.
    fn size_cases(self) -> [SizeCase; 3] {
        let cases = match self {
            EncodingRow::Integer(row) => {
                return [7, 80, 250].map(|largest| SizeCase::Integer(row, largest));
            }
            EncodingRow::AtMostOne(row) => {
                [8, 20, 100].map(|n| (MeasuredConstraint::AtMostOne(*row), n))
            }
            EncodingRow::Cardinality(row) => [(20, 5), (100, 10), (100, 50)]
                .map(|(n, k)| (MeasuredConstraint::Cardinality(*row, Relation::AtMost, k), n)),
            EncodingRow::Weights(row) => {
                [(20, 9, 30), (50, 20, 100), (100, 100, 1_000)].map(|(n, largest, k)| {
                    (MeasuredConstraint::Weights(*row, Relation::AtMost, largest, k), n)
                })
            }
            EncodingRow::Parity(row) => {
                [8, 16, 100].map(|n| (MeasuredConstraint::Parity(*row, Parity::Odd), n))
            }
        };
        cases.map(|(constraint, n)| SizeCase::Constraint(constraint, n))
    }

    /// Returns the constraint for which satisfying assignments are counted, with its number of
    /// literals. [`TABLES`] describes it. Returns `None` for integers, whose views have one
    /// assignment for each value.
    fn counted_case(self) -> Option<(MeasuredConstraint, usize)> {
        let at_most = Relation::AtMost;
        Some(match self {
            EncodingRow::Integer(_) => return None,
            EncodingRow::AtMostOne(row) => (MeasuredConstraint::AtMostOne(*row), 10),
            EncodingRow::Cardinality(row) => (MeasuredConstraint::Cardinality(*row, at_most, 3), 8),
            EncodingRow::Weights(row) => (MeasuredConstraint::Weights(*row, at_most, 4, 7), 6),
            EncodingRow::Parity(row) => (MeasuredConstraint::Parity(*row, Parity::Odd), 10),
        })
    }

    /// Measures the share of the implied literals that unit propagation finds, on constraints of
    /// [`OF_STRENGTH`] literals. In sums, the weights are at most 4. Fails if the encoding cannot
    /// be measured in this way. Returns `None` for integers, which are no constraint.
    fn strength(self) -> Option<Result<Strength, MeasureError>> {
        Some(match self {
            EncodingRow::Integer(_) => return None,
            EncodingRow::AtMostOne(row) => Strength::of_at_most_one(row, OF_STRENGTH),
            EncodingRow::Cardinality(row) => Strength::of_cardinality(row, OF_STRENGTH),
            EncodingRow::Weights(row) => Strength::of_weights(row, OF_STRENGTH, 4),
            EncodingRow::Parity(row) => Strength::of_parity(row, OF_STRENGTH),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::StopCause;

    /// The program checks for a stop before each measurement, so a stop waits for one measurement
    /// at most.
    #[test]
    fn measuring_stops_before_each_measurement() {
        let is_ladder = |row: EncodingRow| (row.option(), row.name()) == ("amo", "ladder");
        let whole = measure_tables(is_ladder, &Stop::rehearse(6, StopCause::Signal));
        assert_eq!(whole.expect("five measurements").len(), 1);
        for number in 1..=5 {
            for reason in [StopCause::Signal, StopCause::Time] {
                let cut = measure_tables(is_ladder, &Stop::rehearse(number, reason));
                assert_eq!(cut.err(), Some(MeasuringStopped), "{number}");
                let cut = measure_tables(|_| true, &Stop::rehearse(number, reason));
                assert_eq!(cut.err(), Some(MeasuringStopped), "{number}");
            }
        }
    }
}
