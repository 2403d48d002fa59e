//! The class `Integer`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quarrel_encodings::pseudo_boolean::{Group, LARGEST};
use quarrel_encodings::rustsat::types::Lit;
use quarrel_encodings::{Relation, integer};

use crate::errors::Refusal;
use crate::formula::Formula;
use crate::reading;
use crate::state::Purpose;

/// An integer from `least` to `most`, whose literals are new variables of a formula. Without a
/// name, the encoding is `order`.
///
/// `order` has the literals "at least `least` + 1", "at least `least` + 2" and so on, `direct` the
/// literals "is `least`", "is `least` + 1" and so on, and `digits` the binary digits of the integer
/// minus `least`, the lowest one first. A list is empty if the encoding does not have it.
///
/// >>> f = Formula()
/// >>> x, y = Integer(f, 1, 5), Integer(f, -2, 2)
/// >>> f.weighted([(x, 2), (y, -3)], ">=", 14)
/// >>> x.order, y.order
/// ([1, 2, 3, 4], [5, 6, 7, 8])
/// >>> x.value([1, 2, 3, -4, -5, -6, -7, -8])
/// 4
#[pyclass(frozen, module = "quarrel_encodings")]
pub struct Integer {
    /// The formula whose variables the literals are.
    formula: Py<Formula>,
    /// The least value.
    least: i128,
    /// The integer minus its least value.
    above: integer::Integer,
}

impl Integer {
    /// Returns a multiple of the integer as groups and a constant. Fails if the integer is of
    /// another formula, or if the multiples are beyond 2¹²⁰.
    pub fn multiple(
        &self,
        formula: &Bound<Formula>,
        factor: i128,
        relation: Relation,
    ) -> PyResult<(Vec<Group>, i128)> {
        if !self.formula.is(formula) {
            return Err(PyValueError::new_err("the integer is of another formula"));
        }
        // The digits may say up to twice the largest value.
        let reach = 2 * u128::from(self.above.largest()) + 1;
        let products = factor.unsigned_abs().checked_mul(reach).filter(|&most| most <= LARGEST);
        let shift = factor.checked_mul(self.least).filter(|shift| shift.unsigned_abs() <= LARGEST);
        let (Some(_), Some(shift)) = (products, shift) else {
            return Err(Refusal::new_err(format!("{factor} times an integer is beyond 2^120")));
        };
        let (groups, constant) = self.above.multiple(factor, relation);
        Ok((groups, constant + shift))
    }
}

/// Returns literals as Python has them.
fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_ipasir()).collect()
}

#[pymethods]
impl Integer {
    /// Writes an integer from `least` to `most` to a formula. Fails if `most` is less than `least`, if
    /// there are too many values for the encoding, or if no variable is left.
    #[new]
    #[pyo3(signature = (formula, least, most, *, encoding = None))]
    fn new(
        formula: Bound<Formula>,
        least: &Bound<PyAny>,
        most: &Bound<PyAny>,
        encoding: Option<&str>,
    ) -> PyResult<Integer> {
        let row = reading::row(encoding, integer::ALL, |row| row.name, "integers")?;
        let least = reading::whole(least, "the least value")?;
        let most = reading::whole(most, "the greatest value")?;
        if most < least {
            let sentence = format!("the greatest value {most} is less than the least one, {least}");
            return Err(PyValueError::new_err(sentence));
        }
        let largest = most.checked_sub(least).and_then(|largest| u64::try_from(largest).ok());
        let largest = largest.ok_or_else(|| {
            Refusal::new_err(format!("{least} to {most} are more than 2^64 values"))
        })?;
        let above =
            formula.get().write(formula.py(), Purpose::Definition, |clauses, variables| {
                row.encode(largest, clauses, variables)
            })?;
        Ok(Integer { formula: formula.unbind(), least, above })
    }

    /// The least value.
    #[getter]
    fn least(&self) -> i128 {
        self.least
    }

    /// The greatest value.
    #[getter]
    fn most(&self) -> i128 {
        self.least + i128::from(self.above.largest())
    }

    /// The literals "at least `least` + 1" to "at least `most`".
    #[getter]
    fn order(&self) -> Vec<i32> {
        numbers(self.above.order())
    }

    /// The literals "is `least`" to "is `most`".
    #[getter]
    fn direct(&self) -> Vec<i32> {
        numbers(self.above.direct())
    }

    /// The binary digits of the integer minus `least`, the lowest one first.
    #[getter]
    fn digits(&self) -> Vec<i32> {
        numbers(self.above.digits())
    }

    /// Returns the value in a model: a list or, for many integers, a set of its true literals.
    fn value(&self, model: &Bound<PyAny>) -> PyResult<i128> {
        let is_true = |lit: &Lit| model.contains(lit.to_ipasir());
        let mut above = 0;
        if !self.above.digits().is_empty() {
            for (place, digit) in self.above.digits().iter().enumerate() {
                above |= i128::from(is_true(digit)?) << place;
            }
        } else if !self.above.order().is_empty() {
            for lit in self.above.order() {
                above += i128::from(is_true(lit)?);
            }
        } else {
            for (value, lit) in (0..).zip(self.above.direct()) {
                if is_true(lit)? {
                    above = value;
                }
            }
        }
        Ok(self.least + above)
    }

    fn __repr__(&self) -> String {
        format!("<Integer from {} to {}>", self.least, self.most())
    }
}
