//! Clauses as Python has them: lists, an array, the text of a file, and objects of PySAT.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyInt, PyList, PyMemoryView};
use quarrel_encodings::Clauses;
use quarrel_encodings::rustsat::types::Lit;

use crate::state::SoftClause;

/// Returns the clauses from number `start` on as lists of numbers. `top` is the greatest variable.
/// The garbage collector, which would look through the growing lists again and again, pauses
/// meanwhile.
pub fn lists<'py>(
    py: Python<'py>,
    clauses: &Clauses,
    start: usize,
    top: u32,
) -> PyResult<Bound<'py, PyList>> {
    let collector = py.import("gc")?;
    let is_enabled = collector.call_method0("isenabled")?.is_truthy()?;
    if is_enabled {
        collector.call_method0("disable")?;
    }
    let mut numbers = Numbers::new(py, top, literals_from(clauses, start));
    let lists: PyResult<Vec<_>> =
        clauses.iter().skip(start).map(|clause| numbers.list(clause)).collect();
    let all = lists.and_then(|lists| PyList::new(py, lists));
    if is_enabled {
        collector.call_method0("enable")?;
    }
    all
}

/// Returns how many literals the clauses from number `start` on have.
fn literals_from(clauses: &Clauses, start: usize) -> usize {
    clauses.literals() - clauses.iter().take(start).map(<[Lit]>::len).sum::<usize>()
}

/// Literals as numbers of Python. Each number is one object, in however many clauses it occurs.
struct Numbers<'py> {
    /// The interpreter.
    py: Python<'py>,
    /// The numbers that are made, by literal: 2v for the variable with the index v, 2v + 1 for its
    /// negation. Literals beyond the end are made anew each time.
    made: Vec<Option<Bound<'py, PyInt>>>,
}

impl<'py> Numbers<'py> {
    /// Returns numbers for so many literals of the variables up to `top`. If there are far more
    /// variables than literals, those of greater variables are not kept.
    fn new(py: Python<'py>, top: u32, literals: usize) -> Numbers<'py> {
        Numbers { py, made: vec![None; 2 * literals.min(top as usize)] }
    }

    /// Returns the list of a clause.
    fn list(&mut self, clause: &[Lit]) -> PyResult<Bound<'py, PyList>> {
        PyList::new(self.py, clause.iter().map(|&lit| self.number(lit)))
    }

    /// Returns the number of a literal.
    fn number(&mut self, lit: Lit) -> Bound<'py, PyInt> {
        let py = self.py;
        match self.made.get_mut(2 * lit.vidx() + usize::from(lit.is_neg())) {
            Some(made) => made.get_or_insert_with(|| PyInt::new(py, lit.to_ipasir())).clone(),
            None => PyInt::new(py, lit.to_ipasir()),
        }
    }
}

/// Returns the clauses from number `start` on as one array of 32-bit integers, with a 0 after each
/// clause.
pub fn array<'py>(
    py: Python<'py>,
    clauses: &Clauses,
    start: usize,
) -> PyResult<Bound<'py, PyMemoryView>> {
    let numbers = literals_from(clauses, start) + clauses.len().saturating_sub(start);
    let length = numbers.checked_mul(size_of::<i32>()).ok_or_else(|| PyMemoryError::new_err(()))?;
    let bytes = PyByteArray::new_with(py, length, |bytes| {
        let (mut numbers, _) = bytes.as_chunks_mut();
        for clause in clauses.iter().skip(start) {
            let (filled, rest) = numbers.split_at_mut(clause.len() + 1);
            for (number, lit) in filled.iter_mut().zip(clause) {
                *number = lit.to_ipasir().to_ne_bytes();
            }
            numbers = rest;
        }
        Ok(())
    })?;
    Ok(PyMemoryView::from(&bytes)?.call_method1("cast", ("i",))?.cast_into()?)
}

/// Returns the clauses as DIMACS CNF, or with soft clauses as WCNF, in which `h` begins a hard clause
/// and the weight a soft one. `top` is the greatest variable.
pub fn to_dimacs(clauses: &Clauses, soft: &[SoftClause], top: u32) -> String {
    let is_weighted = !soft.is_empty();
    let mut text = String::new();
    if !is_weighted {
        text += &format!("p cnf {top} {}\n", clauses.len());
    }
    let mut add = |first: &str, lits: &mut dyn Iterator<Item = i32>| {
        text += first;
        lits.for_each(|lit| text += &format!("{lit} "));
        text += "0\n";
    };
    for clause in clauses.iter() {
        let first = if is_weighted { "h " } else { "" };
        add(first, &mut clause.iter().map(|lit| lit.to_ipasir()));
    }
    for SoftClause { lits, weight } in soft {
        add(&format!("{weight} "), &mut lits.iter().copied());
    }
    text
}

/// Returns a CNF of PySAT with these clauses, or a WCNF if there are soft ones.
pub fn to_pysat<'py>(
    py: Python<'py>,
    clauses: Bound<'py, PyList>,
    soft: Vec<SoftClause>,
    top: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import("pysat.formula")?;
    let is_weighted = !soft.is_empty();
    let formula = module.getattr(if is_weighted { "WCNF" } else { "CNF" })?.call0()?;
    formula.call_method1("extend", (clauses,))?;
    for SoftClause { lits, weight } in soft {
        formula.call_method1("append", (lits, weight))?;
    }
    let nv = formula.getattr("nv")?.extract::<u32>()?.max(top);
    formula.setattr("nv", nv)?;
    Ok(formula)
}
