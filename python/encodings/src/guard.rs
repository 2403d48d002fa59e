//! The class `Guard`.

use std::sync::Mutex;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use quarrel_encodings::rustsat::types::Lit;

use crate::formula::Formula;

/// A block of constraints that hold only if some literals are true. `Formula.only_if()` makes it.
#[pyclass(frozen, module = "quarrel_encodings")]
pub struct Guard {
    /// The formula whose constraints are guarded.
    formula: Py<Formula>,
    /// The literals that are added to the guards of the formula.
    lits: Vec<Lit>,
    /// While the block is entered, the number of guards outside it.
    depth: Mutex<Option<usize>>,
}

impl Guard {
    /// Returns a guard whose block is not entered.
    pub fn new(formula: Py<Formula>, lits: Vec<Lit>) -> Guard {
        Guard { formula, lits, depth: Mutex::new(None) }
    }
}

#[pymethods]
impl Guard {
    fn __enter__(&self) -> PyResult<()> {
        let mut depth = self.depth.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if depth.is_some() {
            return Err(PyRuntimeError::new_err("this block is entered already"));
        }
        *depth = Some(self.formula.get().state()?.guard(&self.lits));
        Ok(())
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<PyAny>) -> PyResult<()> {
        let mut depth = self.depth.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut state = self.formula.get().state()?;
        let Some(outside) = *depth else { return Ok(()) };
        if state.guards() != outside + self.lits.len() {
            let sentence =
                "the blocks of only_if() overlap: the one that was entered last ends first";
            return Err(PyRuntimeError::new_err(sentence));
        }
        *depth = None;
        state.unguard(outside);
        Ok(())
    }
}
