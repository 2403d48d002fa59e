//! The common part of `Counter` and `Weigher`: a total whose bounds are written on request.

use std::sync::{Mutex, TryLockError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use quarrel_encodings::{Bound as TotalBound, Total};

use crate::errors::{Refusal, in_use};
use crate::formula::Formula;
use crate::state::Purpose;

/// A total, and the formula to which it writes.
pub struct Bounds {
    /// The formula to which the clauses go.
    formula: Py<Formula>,
    /// The greatest possible total.
    most: u128,
    /// Whether the literals of several bounds may be assumed together.
    bounds_hold_together: bool,
    /// The total, or `None` after a refused bound: a total cannot be used again after that.
    total: Mutex<Option<Box<dyn Total>>>,
}

impl Bounds {
    /// Returns the bounds of a total that has written nothing yet.
    pub fn new(formula: Py<Formula>, total: Box<dyn Total>) -> Bounds {
        Bounds {
            formula,
            most: total.most(),
            bounds_hold_together: total.bounds_hold_together(),
            total: Mutex::new(Some(total)),
        }
    }

    /// Returns the greatest possible total.
    pub fn most(&self) -> u128 {
        self.most
    }

    /// Returns whether the literals of several bounds may be assumed together.
    pub fn bounds_hold_together(&self) -> bool {
        self.bounds_hold_together
    }

    /// Writes the missing clauses of a bound to the formula. Returns the literals that together
    /// make the bound hold.
    pub fn write(&self, py: Python, bound: TotalBound) -> PyResult<Vec<i32>> {
        let mut slot = match self.total.try_lock() {
            Ok(slot) => slot,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(in_use()),
        };
        let Some(total) = slot.as_deref_mut() else {
            let sentence = "an earlier bound was refused or interrupted: begin anew";
            return Err(Refusal::new_err(sentence));
        };
        let result = self.formula.get().write(py, Purpose::Definition, |clauses, variables| {
            total.assumptions(bound, clauses, variables)
        });
        if result.as_ref().is_err_and(|error| !error.is_instance_of::<PyRuntimeError>(py)) {
            *slot = None;
        }
        let lits = result?;
        Ok(lits.into_iter().map(|lit| lit.to_ipasir()).collect())
    }
}
