//! The class `Formula`.

use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyMemoryView, PyRange};
use quarrel_encodings::rustsat::instances::ManageVars;
use quarrel_encodings::{
    Collect, Error, Parity, Relation, at_most_one, cardinality, parity, pseudo_boolean,
};

use crate::errors::in_use;
use crate::export;
use crate::group::Sum;
use crate::guard::Guard;
use crate::reading::{self, LitReader};
use crate::size::Size;
use crate::state::{Purpose, State};

/// Clauses and their variables, which are the numbers from 1 to `top`.
///
/// A literal is a variable or its negative, as in DIMACS and in PySAT. `new()` makes variables, and
/// so does each constraint that needs some: no other code has to know the greatest variable.
///
/// >>> f = Formula()
/// >>> x = f.new(5)
/// >>> f.at_most(x, 2)
/// >>> f.add([x[0], -x[4]])
/// >>> f
/// Formula(top=12, clauses=15)
/// >>> f.clauses()[-1]
/// [1, -5]
///
/// With `top`, the variables 1 to `top` are there from the start.
///
/// If a constraint is refused, the formula is as before. Clauses are written without the lock of
/// the interpreter, so that threads with a formula each run at the same time; Ctrl-C ends a long
/// write.
#[pyclass(frozen, module = "quarrel_encodings")]
pub struct Formula {
    /// The variables and clauses. A thread that writes locks them, and all others are refused.
    state: Mutex<State>,
}

impl Formula {
    /// Returns the state. Fails if another thread writes to the formula.
    pub fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(in_use()),
        }
    }

    /// Calls a function that writes clauses, without the interpreter's lock.
    pub fn write<T: Send>(
        &self,
        py: Python,
        purpose: Purpose,
        write: impl FnOnce(&mut dyn Collect, &mut dyn ManageVars) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let mut locked = self.state()?;
        let state = &mut *locked;
        py.detach(|| state.write(purpose, write))
    }

    /// Writes a constraint on the number of true literals.
    fn write_cardinality(
        &self,
        py: Python,
        lits: &Bound<PyAny>,
        relation: Relation,
        k: &Bound<PyAny>,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        let row = reading::row(encoding, cardinality::ALL, |row| row.name, "cardinality")?;
        let bound = reading::count(k, "a bound")?;
        let lits = LitReader::new(self).lits(lits)?;
        self.write(py, Purpose::Constraint, |clauses, variables| {
            row.encode(&lits, relation, bound, clauses, variables)
        })
    }
}

#[pymethods]
impl Formula {
    #[new]
    #[pyo3(signature = (top = None))]
    fn new_formula(top: Option<&Bound<PyAny>>) -> PyResult<Formula> {
        let top = top.map_or(Ok(0), |top| reading::variables(top, "top"))?;
        Ok(Formula { state: Mutex::new(State::keeping(top)) })
    }

    /// Returns a formula that counts up to `most` clauses and keeps none.
    #[staticmethod]
    fn _counting(top: &Bound<PyAny>, most: &Bound<PyAny>) -> PyResult<Formula> {
        let top = reading::variables(top, "top")?;
        let most = reading::count(most, "most")?;
        Ok(Formula { state: Mutex::new(State::counting(top, most)) })
    }

    /// The greatest variable; 0 if there is none.
    #[getter]
    fn top(&self) -> PyResult<u32> {
        Ok(self.state()?.top())
    }

    /// The numbers of variables, clauses and literals.
    #[getter]
    fn size(&self) -> PyResult<Size> {
        Ok(self.state()?.size())
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.state()?.size().clauses)
    }

    fn __repr__(&self) -> PyResult<String> {
        let Size { variables, clauses, .. } = self.state()?.size();
        Ok(format!("Formula(top={variables}, clauses={clauses})"))
    }

    /// Makes a variable and returns it, or makes `n` variables and returns their range.
    ///
    /// >>> f = Formula()
    /// >>> f.new()
    /// 1
    /// >>> f.new(3)
    /// range(2, 5)
    #[pyo3(name = "new", signature = (n = None))]
    fn make_variables<'py>(
        &self,
        py: Python<'py>,
        n: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let number = n.map_or(Ok(1), |n| reading::variables(n, "a number of variables"))?;
        let before = i64::from(self.state()?.take(number)?);
        if n.is_none() {
            return Ok((before + 1).into_pyobject(py)?.into_any());
        }
        let ends = [before + 1, before + 1 + i64::from(number)].map(isize::try_from);
        let [Ok(start), Ok(stop)] = ends else {
            return Err(PyValueError::new_err("this machine's numbers are too small"));
        };
        Ok(PyRange::new(py, start, stop)?.into_any())
    }

    /// Adds a clause: at least one of the literals is true.
    fn add(&self, py: Python, clause: &Bound<PyAny>) -> PyResult<()> {
        let lits = LitReader::new(self).lits(clause)?;
        self.write(py, Purpose::Constraint, |clauses, _| clauses.collect(&lits))
    }

    /// Adds a soft clause: `to_pysat()` then returns a WCNF, and who violates the clause pays
    /// `weight`.
    ///
    /// >>> f = Formula(2)
    /// >>> f.add([1, 2])
    /// >>> f.soft([-1], 3)
    /// >>> f.to_pysat().wght
    /// [3]
    #[pyo3(signature = (clause, weight = None))]
    fn soft(&self, clause: &Bound<PyAny>, weight: Option<&Bound<PyAny>>) -> PyResult<()> {
        let lits = LitReader::new(self).lits(clause)?;
        let weight = weight.map_or(Ok(1), |weight| reading::whole(weight, "a weight"))?;
        if weight < 1 {
            let sentence = format!("the weight of a soft clause is 1 or more, not {weight}");
            return Err(PyValueError::new_err(sentence));
        }
        self.state()?.add_soft(lits, weight);
        Ok(())
    }

    /// States that at most one of the literals is true. Without a name, the encoding is `pairwise`,
    /// whose clauses are as many as the pairs.
    ///
    /// >>> f = Formula(4)
    /// >>> f.at_most_one([1, 2, -3], encoding="pairwise")
    /// >>> f.clauses()
    /// [[-1, -2], [-1, 3], [-2, 3]]
    #[pyo3(signature = (lits, *, encoding = None))]
    fn at_most_one(&self, py: Python, lits: &Bound<PyAny>, encoding: Option<&str>) -> PyResult<()> {
        let row = reading::row(encoding, at_most_one::ALL, |row| row.name, "at-most-one")?;
        let lits = LitReader::new(self).lits(lits)?;
        self.write(py, Purpose::Constraint, |clauses, variables| {
            row.encode(&lits, clauses, variables)
        })
    }

    /// States that exactly one of the literals is true. Without a name, the encoding is `pairwise`,
    /// whose clauses are as many as the pairs.
    #[pyo3(signature = (lits, *, encoding = None))]
    fn exactly_one(&self, py: Python, lits: &Bound<PyAny>, encoding: Option<&str>) -> PyResult<()> {
        let row = reading::row(encoding, at_most_one::ALL, |row| row.name, "at-most-one")?;
        let lits = LitReader::new(self).lits(lits)?;
        self.write(py, Purpose::Constraint, |clauses, variables| {
            clauses.collect(&lits)?;
            row.encode(&lits, clauses, variables)
        })
    }

    /// States that at most `k` of the literals are true. The encoding is `totalizer` without a
    /// name.
    ///
    /// >>> f = Formula(1000)
    /// >>> f.at_most(range(1, 1001), 100)
    /// >>> len(f)
    /// 98190
    #[pyo3(signature = (lits, k, *, encoding = None))]
    fn at_most(
        &self,
        py: Python,
        lits: &Bound<PyAny>,
        k: &Bound<PyAny>,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        self.write_cardinality(py, lits, Relation::AtMost, k, encoding)
    }

    /// States that at least `k` of the literals are true. The encoding is `totalizer` without a
    /// name.
    #[pyo3(signature = (lits, k, *, encoding = None))]
    fn at_least(
        &self,
        py: Python,
        lits: &Bound<PyAny>,
        k: &Bound<PyAny>,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        self.write_cardinality(py, lits, Relation::AtLeast, k, encoding)
    }

    /// States that exactly `k` of the literals are true. The encoding is `totalizer` without a
    /// name.
    #[pyo3(signature = (lits, k, *, encoding = None))]
    fn exactly(
        &self,
        py: Python,
        lits: &Bound<PyAny>,
        k: &Bound<PyAny>,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        self.write_cardinality(py, lits, Relation::Exactly, k, encoding)
    }

    /// States that the number of true literals is `"even"` or `"odd"`. Without a name, the
    /// encoding is `chain-4`.
    ///
    /// >>> f = Formula(2)
    /// >>> f.parity([1, 2], "odd")
    /// >>> f.clauses()
    /// [[1, 2], [-1, -2]]
    #[pyo3(signature = (lits, parity, *, encoding = None))]
    fn parity(
        &self,
        py: Python,
        lits: &Bound<PyAny>,
        parity: &str,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        let parity = match parity {
            "even" => Parity::Even,
            "odd" => Parity::Odd,
            other => {
                let sentence = format!("a parity is \"even\" or \"odd\", not {other:?}");
                return Err(PyValueError::new_err(sentence));
            }
        };
        let row = reading::row(encoding, parity::ALL, |row| row.name, "parity")?;
        let lits = LitReader::new(self).lits(lits)?;
        self.write(py, Purpose::Constraint, |clauses, variables| {
            row.encode(&lits, parity, clauses, variables)
        })
    }

    /// States that a sum of weights is `"<="`, `">="` or `"=="` a bound. Without a name, the
    /// encoding is `generalized-totalizer`.
    ///
    /// A term is a pair of a literal and its weight, of an `Integer` and its factor, or a `Group`.
    /// Weights, factors and the bound may be negative.
    ///
    /// >>> f = Formula(3)
    /// >>> f.weighted([(1, 2), (2, -1), (3, 3)], "<=", 4)
    /// >>> f.clauses()
    /// [[-1, 2, -3]]
    #[pyo3(signature = (terms, relation, bound, *, encoding = None))]
    fn weighted(
        slf: &Bound<Self>,
        terms: &Bound<PyAny>,
        relation: &str,
        bound: &Bound<PyAny>,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        let relation = match relation {
            "<=" => Relation::AtMost,
            ">=" => Relation::AtLeast,
            "==" => Relation::Exactly,
            other => {
                let sentence = format!("a relation is \"<=\", \">=\" or \"==\", not {other:?}");
                return Err(PyValueError::new_err(sentence));
            }
        };
        let row = reading::row(encoding, pseudo_boolean::ALL, |row| row.name, "weighted sums")?;
        let bound = reading::whole(bound, "a bound")?;
        let sum = Sum::read(slf, terms, relation)?;
        let rest = u128::try_from(bound.saturating_sub(sum.constant));
        slf.get().write(slf.py(), Purpose::Constraint, |clauses, variables| match rest {
            Ok(rest) => row.encode_groups(&sum.groups, relation, rest, clauses, variables),
            Err(_) if relation == Relation::AtLeast => Ok(()),
            Err(_) => clauses.collect(&[]),
        })
    }

    /// Returns a guard: the constraints in its block must hold only if all the literals are true.
    ///
    /// >>> f = Formula(3)
    /// >>> with f.only_if(3):
    /// ...     f.add([1, 2])
    /// >>> f.clauses()
    /// [[-3, 1, 2]]
    ///
    /// Counters, weighers and integers are not guarded, since they constrain only new variables.
    #[pyo3(signature = (*lits))]
    fn only_if(slf: Bound<Self>, lits: &Bound<PyAny>) -> PyResult<Guard> {
        let lits = LitReader::new(slf.get()).lits(lits)?;
        Ok(Guard::new(slf.unbind(), lits))
    }

    /// Returns the clauses from number `start` on, as lists.
    ///
    /// A live solver takes those that are new: `solver.append_formula(f.clauses(n))`, where `n` is
    /// `len(f)` as it was at the last time.
    #[pyo3(signature = (start = None))]
    fn clauses<'py>(
        &self,
        py: Python<'py>,
        start: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let start = start.map_or(Ok(0), |start| reading::count(start, "start"))?;
        let state = self.state()?;
        export::lists(py, state.clauses()?, start, state.top())
    }

    /// Returns the clauses from number `start` on as one array of 32-bit integers, with a 0 after
    /// each clause. `numpy.asarray(f.array())` is the same memory.
    ///
    /// >>> f = Formula(3)
    /// >>> f.add([1, -2]); f.add([3])
    /// >>> f.array().tolist()
    /// [1, -2, 0, 3, 0]
    #[pyo3(signature = (start = None))]
    fn array<'py>(
        &self,
        py: Python<'py>,
        start: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyMemoryView>> {
        let start = start.map_or(Ok(0), |start| reading::count(start, "start"))?;
        export::array(py, self.state()?.clauses()?, start)
    }

    /// Returns the clauses as the text of a file: DIMACS CNF, or if there are soft clauses, the WCNF
    /// of the MaxSAT Evaluations since 2022.
    ///
    /// >>> f = Formula(3)
    /// >>> f.add([1, -2])
    /// >>> f.to_dimacs()
    /// 'p cnf 3 1\n1 -2 0\n'
    /// >>> f.soft([3], 5)
    /// >>> f.to_dimacs()
    /// 'h 1 -2 0\n5 3 0\n'
    fn to_dimacs(&self) -> PyResult<String> {
        let state = self.state()?;
        Ok(export::to_dimacs(state.clauses()?, state.soft(), state.top()))
    }

    /// Returns a CNF of PySAT, or a WCNF if there are soft clauses. PySAT must be installed.
    fn to_pysat<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (lists, soft, top) = {
            let state = self.state()?;
            let lists = export::lists(py, state.clauses()?, 0, state.top())?;
            (lists, state.soft().to_vec(), state.top())
        };
        export::to_pysat(py, lists, soft, top)
    }
}
