//! The extension module of the Python package `quarrel_encodings`: the encodings of the crate
//! `quarrel-encodings` over literals as Python has them, which are whole numbers as in DIMACS.
//!
//! Each class has its file. [`reading`] checks all that comes from Python, so that a wrong call
//! raises an exception with a sentence. Clauses are written without the interpreter's lock.

mod bounds;
mod counter;
mod errors;
mod export;
mod formula;
mod group;
mod guard;
mod integer;
mod reading;
mod size;
mod state;
mod table;
mod weigher;

/// The classes and functions that the package re-exports.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::counter::Counter;
    #[pymodule_export]
    use crate::errors::{Exceeded, Refusal};
    #[pymodule_export]
    use crate::formula::Formula;
    #[pymodule_export]
    use crate::group::Group;
    #[pymodule_export]
    use crate::guard::Guard;
    #[pymodule_export]
    use crate::integer::Integer;
    #[pymodule_export]
    use crate::size::Size;
    #[pymodule_export]
    use crate::table::{measure, rows};
    #[pymodule_export]
    use crate::weigher::Weigher;
}
