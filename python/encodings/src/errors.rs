//! The exceptions of the package, and the conversion of the crate's errors.

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use quarrel_encodings::Error;

create_exception!(
    quarrel_encodings,
    Refusal,
    PyValueError,
    "An encoding cannot express a constraint, or no variable is left. The formula is as before."
);

create_exception!(
    quarrel_encodings,
    Exceeded,
    Refusal,
    "A forecast has counted more clauses than it may."
);

/// Returns the exception for an error of the crate.
pub fn raise(error: Error) -> PyErr {
    match error {
        Error::OutOfMemory => {
            Refusal::new_err("no variable is left: the greatest one is 2147483647 (2^31 - 1)")
        }
        Error::NoForm { .. } | Error::Stopped => Refusal::new_err(error.to_string()),
    }
}

/// Returns the exception for a formula to which another thread writes.
pub fn in_use() -> PyErr {
    PyRuntimeError::new_err("another thread is writing to the formula")
}
