//! The class `Group`, and sums of terms as they come from Python.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use quarrel_encodings::Relation;
use quarrel_encodings::pseudo_boolean::{self, GroupKind, LARGEST, Term};

use crate::errors::Refusal;
use crate::formula::Formula;
use crate::integer::Integer;
use crate::reading::{self, LitReader, for_each};

/// Terms of a sum whose literals depend on each other, which makes the sum's clauses fewer.
///
/// The group counts as the weight of its heaviest true literal, or 0. Other clauses must state the
/// dependence: the sum relies on it and does not state it.
///
/// >>> terms = [(lit, 2 * lit + 1) for lit in range(1, 7)]
/// >>> f, g = Formula(6), Formula(6)
/// >>> f.weighted(terms, "<=", 18)
/// >>> g.weighted([Group.at_most_one(terms[:3]), Group.at_most_one(terms[3:])], "<=", 18)
/// >>> len(f), len(g)
/// (29, 1)
#[pyclass(frozen, module = "quarrel_encodings")]
pub struct Group {
    /// The dependence between the literals.
    kind: GroupKind,
    /// The literals with their weights.
    terms: Vec<(i32, u128)>,
}

impl Group {
    /// Returns a group of pairs of a literal and a weight that is not negative.
    fn read(kind: GroupKind, terms: &Bound<PyAny>) -> PyResult<Group> {
        let mut all = Vec::new();
        for_each(terms, "terms", |term| {
            let (lit, weight) = pair(&term)?;
            let lit = reading::number(&lit)?;
            let weight = reading::whole(&weight, "a weight")?;
            let positive = u128::try_from(weight).map_err(|_| {
                PyValueError::new_err(format!("a weight in a group is 0 or more, not {weight}"))
            })?;
            all.push((lit, positive));
            Ok(())
        })?;
        Ok(Group { kind, terms: all })
    }
}

#[pymethods]
impl Group {
    /// Returns a group of pairs of a literal and its weight. At most one of the literals is true.
    #[staticmethod]
    fn at_most_one(terms: &Bound<PyAny>) -> PyResult<Group> {
        Group::read(GroupKind::AtMostOne, terms)
    }

    /// Returns a group of pairs of a literal and its weight. Each literal is implied by the next
    /// one, as "x is at least 1", "x is at least 2" and so on; the weights do not decrease.
    #[staticmethod]
    fn chain(terms: &Bound<PyAny>) -> PyResult<Group> {
        let group = Group::read(GroupKind::Chain, terms)?;
        if let Some(step) = group.terms.windows(2).find(|step| step[0].1 > step[1].1) {
            return Err(PyValueError::new_err(format!(
                "the weights of a chain do not decrease: {} comes before {}",
                step[0].1, step[1].1
            )));
        }
        Ok(group)
    }

    fn __repr__(&self) -> String {
        let kind = match self.kind {
            GroupKind::AtMostOne => "at_most_one",
            GroupKind::Chain => "chain",
        };
        format!("Group.{kind}({:?})", self.terms)
    }
}

/// A sum of groups and a constant, ready for the crate.
pub struct Sum {
    /// The groups, with weights that are not negative.
    pub groups: Vec<pseudo_boolean::Group>,
    /// The constant that is added to the groups. Negative weights make it negative.
    pub constant: i128,
}

impl Sum {
    /// Reads an iterable of terms: pairs of a literal and a weight, pairs of an integer and a
    /// factor, and groups. The relation matters for integers ([`Integer::multiple`]). Fails with a
    /// `TypeError` for other items, and with a `ValueError` for literals and integers of another
    /// formula and for weights beyond 2¹²⁰.
    pub fn read(
        formula: &Bound<Formula>,
        terms: &Bound<PyAny>,
        relation: Relation,
    ) -> PyResult<Sum> {
        let mut sum = Sum { groups: Vec::new(), constant: 0 };
        let mut reader = LitReader::new(formula.get());
        for_each(terms, "terms", |term| {
            if let Ok(group) = term.cast::<Group>() {
                let group = group.get();
                let terms = group
                    .terms
                    .iter()
                    .map(|&(lit, weight)| Ok(Term::new(weight, reader.lit_of(lit)?)));
                let terms = terms.collect::<PyResult<Vec<Term>>>()?;
                sum.groups.push(match group.kind {
                    GroupKind::AtMostOne => pseudo_boolean::Group::at_most_one(terms),
                    GroupKind::Chain => pseudo_boolean::Group::chain(terms),
                });
                return Ok(());
            }
            let (one, weight) = pair(&term)?;
            let weight = reading::whole(&weight, "a weight")?;
            if weight.unsigned_abs() > LARGEST {
                return Err(Refusal::new_err(format!("the weight {weight} is beyond 2^120")));
            }
            if let Ok(integer) = one.cast::<Integer>() {
                let (groups, constant) = integer.get().multiple(formula, weight, relation)?;
                sum.groups.extend(groups);
                return sum.add(constant);
            }
            let lit = reader.lit(&one)?;
            let lit = if weight < 0 { !lit } else { lit };
            sum.groups.push(Term::new(weight.unsigned_abs(), lit).into());
            sum.add(weight.min(0))
        })?;
        Ok(sum)
    }

    /// Adds to the constant. Fails if it is then beyond 128 bits.
    fn add(&mut self, constant: i128) -> PyResult<()> {
        self.constant = self
            .constant
            .checked_add(constant)
            .ok_or_else(|| Refusal::new_err("the weights add up to more than 2^120"))?;
        Ok(())
    }
}

/// Returns the two parts of a term.
fn pair<'py>(term: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let is_pair = term.is_instance_of::<PyTuple>() || term.is_instance_of::<PyList>();
    if is_pair && term.len()? == 2 {
        return Ok((term.get_item(0)?, term.get_item(1)?));
    }
    let name = reading::type_name(term);
    Err(PyTypeError::new_err(format!(
        "a term is a pair of a literal or an Integer and its weight, or a Group, \
         not of type {name}{}",
        if is_pair { " with another number of items" } else { "" }
    )))
}
