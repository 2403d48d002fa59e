//! The constraints of a model.
//!
//! A model can come from a file with fifty million clauses. So all literals are stored in one list,
//! and a constraint takes only twenty bytes in addition to its literals.

use std::num::NonZeroU32;

use quarrel_encodings::{Parity, Relation};

use super::literal::{Lit, Values, narrow, widen};
use super::sum::{Row, Term};

/// A constraint on literals over distinct variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Statement<'a> {
    /// At least one literal is true.
    Clause(&'a [Lit]),
    /// At most one literal is true.
    AtMostOne(&'a [Lit]),
    /// Exactly one literal is true.
    ExactlyOne(&'a [Lit]),
    /// The number of true literals is at most, at least or exactly a bound.
    Cardinality(&'a [Lit], Relation, usize),
    /// An even or an odd number of literals is true.
    Parity(&'a [Lit], Parity),
    /// The weight of the true literals is at most, at least or exactly a bound.
    Linear(&'a Row),
}

impl<'a> Statement<'a> {
    /// Returns the literals of the statement.
    pub fn lits(self) -> &'a [Lit] {
        match self {
            Statement::Clause(lits)
            | Statement::AtMostOne(lits)
            | Statement::ExactlyOne(lits)
            | Statement::Cardinality(lits, ..)
            | Statement::Parity(lits, _) => lits,
            Statement::Linear(row) => row.sum.atoms(),
        }
    }

    /// Returns the literals with their weights. All weights are 1 if the statement is not linear.
    pub fn terms(self) -> impl ExactSizeIterator<Item = Term> + Clone {
        let weights = match self {
            Statement::Linear(row) => row.sum.weights(),
            _ => &[],
        };
        let weight = move |place: usize| weights.get(place).copied().unwrap_or(1);
        self.lits()
            .iter()
            .enumerate()
            .map(move |(place, &atom)| Term { weight: weight(place), atom })
    }

    /// Returns the relation between the number of true literals and a bound. This is "at least 1"
    /// for a clause, "at most 1" for an at-most-one, and "exactly 1" for an exactly-one. Returns
    /// `None` for a parity and for a weighted sum.
    pub fn cardinality(self) -> Option<(Relation, usize)> {
        match self {
            Statement::Clause(_) => Some((Relation::AtLeast, 1)),
            Statement::AtMostOne(_) => Some((Relation::AtMost, 1)),
            Statement::ExactlyOne(_) => Some((Relation::Exactly, 1)),
            Statement::Cardinality(_, relation, bound) => Some((relation, bound)),
            Statement::Parity(..) | Statement::Linear(_) => None,
        }
    }

    /// Returns the number of true literals, or `None` if the statement does not fix it.
    pub fn exact_count(self) -> Option<usize> {
        self.cardinality()
            .filter(|&(relation, _)| relation == Relation::Exactly)
            .map(|(_, number)| number)
    }

    /// Returns the relation between the weight of the true literals and a bound. Returns `None` for
    /// a parity. A bound that does not fit into 64 bits is replaced by 2^62 − 1.
    pub fn comparison(self) -> Option<(Relation, i64)> {
        if let Statement::Linear(row) = self {
            return Some((row.relation, row.bound));
        }
        let (relation, bound) = self.cardinality()?;
        Some((relation, i64::try_from(bound).unwrap_or(i64::MAX / 2)))
    }

    /// Returns the name of the kind of statement, as the user reads it, such as `at most one`.
    pub fn kind(self) -> &'static str {
        match self {
            Statement::Clause(_) => "clause",
            Statement::AtMostOne(_) => "at most one",
            Statement::ExactlyOne(_) => "exactly one",
            Statement::Cardinality(..) => "cardinality",
            Statement::Parity(..) => "parity",
            Statement::Linear(..) => "linear, with weights",
        }
    }

    /// Returns whether a solution satisfies the statement. The solution must have values for all
    /// variables of the statement.
    pub fn is_satisfied_by(self, values: &Values) -> bool {
        let weight = self
            .terms()
            .filter(|term| values.is_true(term.atom))
            .map(|term| term.weight)
            .sum::<i64>();
        match self.comparison() {
            Some((relation, bound)) => relation.holds(weight, bound),
            None => (weight % 2 == 1) == matches!(self, Statement::Parity(_, Parity::Odd)),
        }
    }
}

/// A statement of the model, with its group and its origin.
#[derive(Clone, Copy, Debug)]
pub struct Constraint<'a> {
    /// The index of the group in `Model::groups`.
    group: u32,
    /// The number of the origin. It is `None` for a constraint that explanations never name, such
    /// as the definition of a variable.
    origin: Option<OriginNumber>,
    /// The constraint itself: its kind, literals and bound.
    pub statement: Statement<'a>,
}

impl Constraint<'_> {
    /// Returns the index of the group in [`Model::groups`](super::Model::groups).
    pub fn group(&self) -> usize {
        widen(self.group)
    }

    /// Returns the index of the origin in [`Model::origins`](super::Model::origins), or `None` if
    /// the constraint has no origin.
    pub fn origin(&self) -> Option<usize> {
        self.origin.map(|OriginNumber(number)| widen(number.get()) - 1)
    }
}

/// The index of an origin plus 1. The number is never 0, so an `Option` of it takes no more memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct OriginNumber(NonZeroU32);

impl OriginNumber {
    /// Returns the number of the last origin, if there are `origins` origins. There must be at
    /// least one.
    pub fn last_of(origins: usize) -> OriginNumber {
        let number = u32::try_from(origins).ok().and_then(NonZeroU32::new);
        OriginNumber(number.expect("a model has fewer than four billion origins"))
    }
}

/// A stored statement without its literals.
#[derive(Clone, Copy, Debug)]
enum StatementForm {
    Clause,
    AtMostOne,
    ExactlyOne,
    /// The bound is `u32::MAX` if it has more than 32 bits.
    Cardinality(Relation, u32),
    Parity(Parity),
    /// The index of the row in `Constraints::rows`.
    Linear(u32),
}

/// A stored constraint. The literals of the previous record end at the position at which its own
/// literals begin.
#[derive(Clone, Copy, Debug)]
struct StatementRecord {
    /// The index in `lits` after the last literal of the statement.
    end: u32,
    /// The index of the group in `Model::groups`.
    group: u32,
    /// The number of the origin; `None` if the constraint has none.
    origin: Option<OriginNumber>,
    form: StatementForm,
}

/// The constraints of a model, in the order in which they were stated.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    /// The literals of all statements except linear ones, in the order of the statements.
    lits: Vec<Lit>,
    /// One record for each constraint, in order.
    records: Vec<StatementRecord>,
    /// The rows of the linear statements, in order.
    rows: Vec<Row>,
}

impl Constraints {
    /// Returns the number of constraints.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the constraint at an index, counted from 0; `None` if the index is out of range.
    pub fn get(&self, place: usize) -> Option<Constraint<'_>> {
        (place < self.len()).then(|| self.constraint(place))
    }

    /// Returns the constraint at an index, from 0.
    ///
    /// # Panics
    ///
    /// If the index is out of range.
    pub fn constraint(&self, place: usize) -> Constraint<'_> {
        let start = place.checked_sub(1).map_or(0, |before| self.records[before].end);
        let StatementRecord { end, group, origin, form } = self.records[place];
        let lits = &self.lits[widen(start)..widen(end)];
        let statement = match form {
            StatementForm::Clause => Statement::Clause(lits),
            StatementForm::AtMostOne => Statement::AtMostOne(lits),
            StatementForm::ExactlyOne => Statement::ExactlyOne(lits),
            StatementForm::Cardinality(relation, bound) => {
                Statement::Cardinality(lits, relation, widen(bound))
            }
            StatementForm::Parity(parity) => Statement::Parity(lits, parity),
            StatementForm::Linear(place) => Statement::Linear(&self.rows[widen(place)]),
        };
        Constraint { group, origin, statement }
    }

    /// Iterates over the constraints, in order.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = Constraint<'_>> + ExactSizeIterator + Clone {
        (0..self.len()).map(|place| self.constraint(place))
    }

    /// Iterates over the statements, in order.
    pub fn statements(
        &self,
    ) -> impl DoubleEndedIterator<Item = Statement<'_>> + ExactSizeIterator + Clone {
        self.iter().map(|constraint| constraint.statement)
    }

    /// Adds a constraint at the end, and copies its literals or row. `group` is the index of its
    /// group. A bound of more than 32 bits in a cardinality becomes `u32::MAX`. Panics if the model
    /// has more than four billion groups, rows, or literals outside of rows.
    pub(super) fn push(
        &mut self,
        group: usize,
        origin: Option<OriginNumber>,
        statement: Statement,
    ) {
        let form = match statement {
            Statement::Clause(_) => StatementForm::Clause,
            Statement::AtMostOne(_) => StatementForm::AtMostOne,
            Statement::ExactlyOne(_) => StatementForm::ExactlyOne,
            Statement::Cardinality(_, relation, bound) => {
                StatementForm::Cardinality(relation, u32::try_from(bound).unwrap_or(u32::MAX))
            }
            Statement::Parity(_, parity) => StatementForm::Parity(parity),
            Statement::Linear(row) => {
                self.rows.push(row.clone());
                StatementForm::Linear(narrow(self.rows.len() - 1))
            }
        };
        if !matches!(form, StatementForm::Linear(_)) {
            self.lits.extend_from_slice(statement.lits());
        }
        let end = narrow(self.lits.len());
        self.records.push(StatementRecord { end, group: narrow(group), origin, form });
    }

    /// Returns the constraints that `keep` accepts, in the same order, with their groups and
    /// origins.
    pub(super) fn filtered(&self, keep: impl Fn(&Constraint) -> bool) -> Constraints {
        let mut kept = Constraints::default();
        for one in self.iter().filter(keep) {
            kept.push(one.group(), one.origin, one.statement);
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Sum;

    #[test]
    fn a_constraint_is_twenty_bytes_beside_its_literals() {
        assert_eq!(size_of::<StatementRecord>(), 20);
    }

    #[test]
    fn what_is_stated_is_what_is_read() {
        let lits = [1, -2, 3].map(Lit::from_dimacs);
        let term = |weight, lit: i32| Term { weight, atom: Lit::from_dimacs(lit) };
        let sum = Sum::new([term(2, 1), term(-3, 2)]).expect("small weights");
        let row = Row { sum, relation: Relation::AtMost, bound: -1 };
        let statements = [
            Statement::Clause(&lits),
            Statement::Clause(&[]),
            Statement::Linear(&row),
            Statement::AtMostOne(&lits[1..]),
            Statement::ExactlyOne(&lits[..1]),
            Statement::Cardinality(&lits, Relation::Exactly, 2),
            Statement::Parity(&lits, Parity::Even),
        ];
        let mut constraints = Constraints::default();
        statements.iter().for_each(|&statement| constraints.push(0, None, statement));
        assert!(constraints.statements().eq(statements));
        let even = constraints.filtered(|one| one.statement.lits().len() == 3);
        assert_eq!(even.len(), 3);
        assert!(constraints.get(statements.len()).is_none());
    }
}
