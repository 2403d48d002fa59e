//! The class `Counter`.

use pyo3::prelude::*;
use quarrel_encodings::cardinality::{self, Counter as CardinalityCounter};
use quarrel_encodings::{Bound as TotalBound, Error, Signal, Total, Writer};

use crate::bounds::Bounds;
use crate::formula::Formula;
use crate::reading::{self, LitReader};

/// A counter of true literals, whose bounds are written when they are needed. Without a name, the
/// encoding is `totalizer`.
///
/// A bound is a list of literals that make it hold: a solver assumes them, or `add()` states them.
/// The clauses go to the formula; `f.clauses(n)` has those that a live solver lacks.
///
/// >>> f = Formula()
/// >>> x = f.new(6)
/// >>> counter = Counter(f, x)
/// >>> counter.at_most(4)
/// [-7]
/// >>> before = len(f)
/// >>> counter.at_most(3)
/// [-16]
/// >>> len(f.clauses(before))
/// 7
#[pyclass(frozen, module = "quarrel_encodings")]
pub struct Counter {
    /// The count and its formula.
    bounds: Bounds,
}

#[pymethods]
impl Counter {
    #[new]
    #[pyo3(signature = (formula, lits, *, encoding = None))]
    fn new(
        formula: Bound<Formula>,
        lits: &Bound<PyAny>,
        encoding: Option<&str>,
    ) -> PyResult<Counter> {
        let row = reading::row(encoding, cardinality::ALL, |row| row.name, "cardinality")?;
        let lits = LitReader::new(formula.get()).lits(lits)?;
        let total = Box::new(CountTotal(row.counter(&lits)));
        Ok(Counter { bounds: Bounds::new(formula.unbind(), total) })
    }

    /// The greatest possible count: the number of literals.
    #[getter]
    fn most(&self) -> u128 {
        self.bounds.most()
    }

    /// Returns literals that together make the count at most `k`, or none if it always is.
    fn at_most(&self, py: Python, k: &Bound<PyAny>) -> PyResult<Vec<i32>> {
        let bound = reading::count(k, "a bound")? as u128;
        self.bounds.write(py, TotalBound::AtMost(bound))
    }

    /// Returns literals that together make the count at least `k`, or none if it always is.
    fn at_least(&self, py: Python, k: &Bound<PyAny>) -> PyResult<Vec<i32>> {
        let bound = reading::count(k, "a bound")? as u128;
        self.bounds.write(py, TotalBound::AtLeast(bound))
    }

    fn __repr__(&self) -> String {
        format!("<Counter up to {}>", self.most())
    }
}

/// A counter as a total.
struct CountTotal(Box<dyn CardinalityCounter>);

impl Total for CountTotal {
    fn most(&self) -> u128 {
        self.0.most()
    }

    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        self.0.at_most(bound, writer)
    }

    fn at_least(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        self.0.at_least(bound, writer)
    }
}
