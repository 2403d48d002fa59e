//! The class `Weigher`.

use pyo3::prelude::*;
use quarrel_encodings::{Bound as TotalBound, Relation, pseudo_boolean};

use crate::bounds::Bounds;
use crate::errors::raise;
use crate::formula::Formula;
use crate::group::Sum;
use crate::reading;

/// A sum of weights, whose bounds are written when they are needed. Terms are those of
/// `Formula.weighted()`. Without a name, the encoding is `generalized-totalizer`.
///
/// A bound is a list of literals that make it hold, as for a `Counter`.
///
/// >>> f = Formula(3)
/// >>> weigher = Weigher(f, [(1, 2), (2, 3), (3, -4)], encoding="bdd")
/// >>> weigher.most
/// 5
/// >>> weigher.at_most(0)
/// [-6]
#[pyclass(frozen, module = "quarrel_encodings")]
pub struct Weigher {
    /// The sum of the crate and its formula.
    bounds: Bounds,
    /// The constant that is added to the sum of the crate, whose least value is 0 or more.
    constant: i128,
}

impl Weigher {
    /// Returns a bound of the crate's sum, or `None` if it is negative.
    fn shift(&self, bound: &Bound<PyAny>) -> PyResult<Option<u128>> {
        let bound = reading::whole(bound, "a bound")?.saturating_sub(self.constant);
        Ok(u128::try_from(bound).ok())
    }
}

#[pymethods]
impl Weigher {
    #[new]
    #[pyo3(signature = (formula, terms, *, encoding = None))]
    fn new(
        formula: Bound<Formula>,
        terms: &Bound<PyAny>,
        encoding: Option<&str>,
    ) -> PyResult<Weigher> {
        let row = reading::row(encoding, pseudo_boolean::ALL, |row| row.name, "weighted sums")?;
        let sum = Sum::read(&formula, terms, Relation::AtMost)?;
        let total = row.total(&sum.groups).map_err(raise)?;
        Ok(Weigher { bounds: Bounds::new(formula.unbind(), total), constant: sum.constant })
    }

    /// The greatest possible sum.
    #[getter]
    fn most(&self) -> i128 {
        // Both parts are at most 2^120.
        self.constant.saturating_add_unsigned(self.bounds.most())
    }

    /// Whether the literals of several bounds may be assumed together, or added as clauses. If not,
    /// the solver may only assume those of one bound at a time.
    #[getter]
    fn bounds_hold_together(&self) -> bool {
        self.bounds.bounds_hold_together()
    }

    /// Returns literals that together make the sum at most `bound`, or none if it always is.
    fn at_most(&self, py: Python, bound: &Bound<PyAny>) -> PyResult<Vec<i32>> {
        // A sum that is too small for the bound is as impossible as one above the greatest.
        let impossible = TotalBound::AtLeast(self.bounds.most().saturating_add(1));
        let bound = self.shift(bound)?.map_or(impossible, TotalBound::AtMost);
        self.bounds.write(py, bound)
    }

    /// Returns literals that together make the sum at least `bound`, or none if it always is.
    fn at_least(&self, py: Python, bound: &Bound<PyAny>) -> PyResult<Vec<i32>> {
        let bound = TotalBound::AtLeast(self.shift(bound)?.unwrap_or(0));
        self.bounds.write(py, bound)
    }

    fn __repr__(&self) -> String {
        format!("<Weigher up to {}>", self.most())
    }
}
