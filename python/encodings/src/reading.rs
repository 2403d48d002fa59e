//! Numbers, literals and names as they come from Python, checked.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use quarrel_encodings::rustsat::types::Lit;

use crate::formula::Formula;

/// The number of items after which a loop over an iterable looks whether Ctrl-C was pressed.
const BETWEEN_LOOKS: usize = 1 << 14;

/// Returns the name of an object's type, for the sentence of an error.
pub fn type_name(object: &Bound<PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// Returns a whole number. `role` names the number in the sentence of an error, such as "a bound".
/// Numbers beyond 128 bits become the greatest or the least number of 128 bits. Fails with a
/// `TypeError` for anything but an int or a type with `__index__`, such as numpy's integers. A bool
/// is no number here.
pub fn whole(number: &Bound<PyAny>, role: &str) -> PyResult<i128> {
    let py = number.py();
    let wrong_type = || {
        let name = type_name(number);
        PyTypeError::new_err(format!("{role} is a whole number, not of type {name}"))
    };
    let is_int = number.is_instance_of::<PyInt>();
    // The bools of older versions of numpy have `__index__`, too.
    let is_numpy_bool = !is_int && ["bool", "bool_"].contains(&&*type_name(number));
    if number.is_instance_of::<PyBool>() || is_numpy_bool {
        return Err(wrong_type());
    }
    match number.extract::<i64>() {
        Ok(small) => Ok(small.into()),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Err(wrong_type()),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => match number.extract() {
            Ok(large) => Ok(large),
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
                Ok(if number.lt(0)? { i128::MIN } else { i128::MAX })
            }
            Err(error) => Err(error),
        },
        Err(error) => Err(error),
    }
}

/// Returns a count, such as a number of literals or a bound on it. Numbers beyond the greatest
/// `usize` become it. Fails for negative numbers.
pub fn count(number: &Bound<PyAny>, role: &str) -> PyResult<usize> {
    let whole = whole(number, role)?;
    if whole < 0 {
        return Err(PyValueError::new_err(format!("{role} is 0 or more, not {whole}")));
    }
    Ok(usize::try_from(whole).unwrap_or(usize::MAX))
}

/// Returns a number of variables, from 0 to 2³¹ − 1.
pub fn variables(number: &Bound<PyAny>, role: &str) -> PyResult<u32> {
    let whole = whole(number, role)?;
    let most = i128::from(i32::MAX);
    match u32::try_from(whole) {
        Ok(variables) if whole <= most => Ok(variables),
        _ => Err(PyValueError::new_err(format!("{role} is from 0 to {most}, not {whole}"))),
    }
}

/// Returns a literal of any formula: a number from 1 to 2³¹ − 1, or its negative.
pub fn number(lit: &Bound<PyAny>) -> PyResult<i32> {
    let whole = whole(lit, "a literal")?;
    let number = i32::try_from(whole).ok().filter(|&number| number != 0 && number != i32::MIN);
    number.ok_or_else(|| {
        PyValueError::new_err(format!(
            "{whole} is no literal: a literal is from 1 to {}, or the negative of such a number",
            i32::MAX
        ))
    })
}

/// A reader of literals of one formula.
pub struct LitReader<'a> {
    /// The formula whose literals are read.
    formula: &'a Formula,
    /// The greatest variable of the formula when it was last looked up. An iterator may make new
    /// variables while it is read.
    top: u32,
}

impl LitReader<'_> {
    /// Returns a reader for a formula.
    pub fn new(formula: &Formula) -> LitReader<'_> {
        LitReader { formula, top: 0 }
    }

    /// Returns a literal of the formula. Fails if its variable is beyond the formula's greatest.
    pub fn lit(&mut self, lit: &Bound<PyAny>) -> PyResult<Lit> {
        self.lit_of(number(lit)?)
    }

    /// Returns a literal of the formula as [`lit`](LitReader::lit) does.
    pub fn lit_of(&mut self, number: i32) -> PyResult<Lit> {
        let variable = number.unsigned_abs();
        if variable > self.top {
            self.top = self.formula.state()?.top();
        }
        if variable > self.top {
            return Err(PyValueError::new_err(format!(
                "the literal {number} has no variable of this formula, whose greatest is {}: \
                 new() makes variables, and top= says which there are",
                self.top
            )));
        }
        Ok(Lit::new(variable - 1, number < 0))
    }

    /// Returns the literals of an iterable.
    pub fn lits(&mut self, lits: &Bound<PyAny>) -> PyResult<Vec<Lit>> {
        let mut all = Vec::new();
        for_each(lits, "literals", |lit| {
            all.push(self.lit(&lit)?);
            Ok(())
        })?;
        Ok(all)
    }
}

/// Calls a function for each item of an iterable. `role` names the items in the sentence of an
/// error, such as "literals". Fails if the iterable is none, if the function fails, or on Ctrl-C.
pub fn for_each<'py>(
    items: &Bound<'py, PyAny>,
    role: &str,
    mut visit: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let py = items.py();
    let iterator = items.try_iter().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(py) {
            let name = type_name(items);
            PyTypeError::new_err(format!(
                "{role} are a list or another iterable, not of type {name}"
            ))
        } else {
            error
        }
    })?;
    for (place, item) in iterator.enumerate() {
        if place % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
            py.check_signals()?;
        }
        visit(item?)?;
    }
    Ok(())
}

/// Returns the row of a table with a name, or the first row if there is no name. `kind` names the
/// constraints of the table. Fails for a name that the table lacks, and lists those that it has.
pub fn row<T>(
    name: Option<&str>,
    table: &'static [T],
    name_of: fn(&T) -> &'static str,
    kind: &str,
) -> PyResult<&'static T> {
    let found = match name {
        None => table.first(),
        Some(name) => table.iter().find(|row| name_of(row) == name),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(name_of).collect();
        PyValueError::new_err(format!(
            "no encoding of {kind} is called {:?}; there are {}",
            name.unwrap_or_default(),
            names.join(", ")
        ))
    })
}
