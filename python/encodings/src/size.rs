//! The class `Size`.

use pyo3::prelude::*;

/// The size of clauses: how many variables, clauses and literals.
#[pyclass(frozen, eq, hash, get_all, module = "quarrel_encodings")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    /// The number of variables.
    pub variables: usize,
    /// The number of clauses, with repetitions.
    pub clauses: usize,
    /// The number of literals in all clauses, with repetitions.
    pub literals: usize,
}

#[pymethods]
impl Size {
    #[new]
    fn new(variables: usize, clauses: usize, literals: usize) -> Size {
        Size { variables, clauses, literals }
    }

    fn __repr__(&self) -> String {
        let Size { variables, clauses, literals } = self;
        format!("Size(variables={variables}, clauses={clauses}, literals={literals})")
    }
}
