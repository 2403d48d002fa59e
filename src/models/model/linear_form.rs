//! The linear normal form of a model: sums of variables with integer coefficients, in relation to a
//! constant.
//!
//! OPB, LP, MPS, relaxations and proofs use these sums. A negated literal is 1 − x, so it changes
//! the constant. A parity becomes Σ literals − 2y = 0 or 1 with an integer y, as publications about
//! the puzzles state parities. The least of several counts is an integer that is at most each
//! count. These **integers** are not variables of the model: a format writes them in binary, as
//! ordered variables, or as integers.
//!
//! Sums fit into 64 bits, since a model refuses weights that might not ([`crate::model::Sum`]).

use crate::model::{
    Count, Lit, Model, Objective, Parity, Relation, Statement, Sum, Total, Weighted,
};

/// A sum of distinct variables, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    /// Coefficients and variables, numbered from 0.
    pub terms: Vec<(i64, usize)>,
    /// The constant that is added to the terms.
    pub constant: i64,
}

impl Affine {
    /// Returns the number of true literals as a sum. The literals must be over distinct variables.
    pub fn number(lits: &[Lit]) -> Affine {
        let mut sum = Affine::default();
        sum.add(lits, 1);
        sum
    }

    /// Returns the weight of the true literals of `sum`.
    pub fn weight(sum: &Sum) -> Affine {
        let mut all = Affine::default();
        sum.terms().for_each(|term| all.add_one(term.lit, term.weight));
        all
    }

    /// Adds literals, each with this weight. Their variables must not be in the sum yet.
    pub fn add(&mut self, lits: &[Lit], weight: i64) {
        lits.iter().for_each(|&lit| self.add_one(lit, weight));
    }

    fn add_one(&mut self, lit: Lit, weight: i64) {
        self.terms.push((if lit.is_negated() { -weight } else { weight }, lit.variable()));
        self.constant += if lit.is_negated() { weight } else { 0 };
    }

    /// Returns the sum with every sign changed.
    #[must_use]
    pub fn negated(&self) -> Affine {
        let terms = self.terms.iter().map(|&(coefficient, variable)| (-coefficient, variable));
        Affine { terms: terms.collect(), constant: -self.constant }
    }
}

/// Sum of variables in relation to a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRow {
    /// Coefficients and variables, numbered from 0.
    pub terms: Vec<(i64, usize)>,
    /// Relation between the sum and `constant`.
    pub relation: Relation,
    /// The constant to which the sum is compared.
    pub constant: i64,
    /// For a parity, the largest value of the integer y; 2y is subtracted from the sum.
    pub most_pairs: Option<u64>,
}

/// Returns the row of each constraint of a model, in order. A constraint without literals has a row
/// only if it is a contradiction.
pub fn rows(model: &Model) -> impl Iterator<Item = LinearRow> {
    rows_of_groups(model).map(|(_, row)| row)
}

/// Returns the rows as [`rows`] does, each with the index of its constraint's group.
pub fn rows_of_groups(model: &Model) -> impl Iterator<Item = (usize, LinearRow)> {
    let rows = model.constraints().iter().map(|one| (one.group(), LinearRow::of(one.statement)));
    rows.filter(|(_, row)| row.says())
}

impl LinearRow {
    /// Returns the row equivalent to a statement.
    pub fn of(statement: Statement) -> LinearRow {
        let number = |relation, bound: usize| {
            let bound = i64::try_from(bound).unwrap_or(i64::MAX / 2);
            (Affine::number(statement.lits()), relation, bound)
        };
        let (sum, relation, bound) = match statement {
            Statement::Clause(_) => number(Relation::AtLeast, 1),
            Statement::AtMostOne(_) => number(Relation::AtMost, 1),
            Statement::ExactlyOne(_) => number(Relation::Exactly, 1),
            Statement::Cardinality(_, relation, bound) => number(relation, bound),
            Statement::Parity(_, parity) => {
                number(Relation::Exactly, usize::from(parity == Parity::Odd))
            }
            Statement::Linear(sum, relation, bound) => (Affine::weight(sum), relation, bound),
        };
        let most_pairs = match statement {
            Statement::Parity(lits, parity) => {
                Some((lits.len().saturating_sub(usize::from(parity == Parity::Odd)) / 2) as u64)
            }
            _ => None,
        };
        LinearRow { terms: sum.terms, relation, constant: bound - sum.constant, most_pairs }
    }

    /// Returns the row "Σ terms is at least `constant`".
    pub fn at_least(terms: Vec<(i64, usize)>, constant: i64) -> LinearRow {
        LinearRow { terms, relation: Relation::AtLeast, constant, most_pairs: None }
    }

    /// Returns the number of bits of the integer y of a parity; 0 for other rows.
    pub fn bits(&self) -> usize {
        self.most_pairs.map_or(0, |most| (u64::BITS - most.leading_zeros()) as usize)
    }

    /// Returns whether the row can exclude an assignment: it has terms or is a contradiction.
    pub fn says(&self) -> bool {
        !self.terms.is_empty() || !self.relation.holds(0, self.constant)
    }
}

/// An objective in linear form: one sum, or the least of several.
#[derive(Clone, Debug)]
pub enum Aim {
    /// The value of the objective is this sum.
    Sum(Affine),
    /// The value of the objective is the least of these sums.
    Least(Vec<Affine>),
}

impl Aim {
    /// Returns the linear form of an objective.
    pub fn of(objective: &Objective) -> Aim {
        match objective {
            Objective::Minimise(total) | Objective::Maximise(total) => Aim::Sum(affine(total)),
            Objective::MaximiseLeast(least) => {
                let number = |count: &Count| Affine::number(&count.lits);
                Aim::Least(least.counts.iter().map(number).collect())
            }
        }
    }
}

fn affine(total: &Total) -> Affine {
    let (mut sum, constant) = match total {
        Total::Count(one) => (Affine::number(&one.count.lits), one.constant),
        Total::Weighted(Weighted { sum, constant }) => (Affine::weight(sum), *constant),
    };
    sum.constant += constant;
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Term, Values};

    #[test]
    fn negations_move_into_the_constant() {
        let lits = [1, -2, -3].map(Lit::from_dimacs);
        let found = LinearRow::of(Statement::Clause(&lits));
        assert_eq!(found.terms, [(1, 0), (-1, 1), (-1, 2)]);
        assert_eq!((found.relation, found.constant), (Relation::AtLeast, -1));
        let found = LinearRow::of(Statement::Parity(&lits, Parity::Odd));
        assert_eq!((found.constant, found.most_pairs), (-1, Some(1)));
    }

    #[test]
    fn what_holds_without_literals_is_left_out() {
        assert!(!LinearRow::of(Statement::AtMostOne(&[])).says());
        assert!(LinearRow::of(Statement::Clause(&[])).says());
        assert!(LinearRow::of(Statement::Parity(&[], Parity::Odd)).says());
        assert!(!LinearRow::of(Statement::Parity(&[], Parity::Even)).says());
    }

    #[test]
    fn weights_are_coefficients() {
        let large = i64::MAX / 3;
        for (weights, bounds) in [
            ([3, -2, 5], vec![-3, 0, 1, 3, 8, i64::MAX, i64::MIN]),
            ([large, -large, large / 2], vec![-large, 0, large, i64::MAX, i64::MIN]),
        ] {
            let lits = [1, -2, -3].map(Lit::from_dimacs);
            let terms = weights.into_iter().zip(lits).map(|(weight, lit)| Term { weight, lit });
            let sum = Sum::new(terms).expect("within 64 bits");
            for relation in [Relation::AtLeast, Relation::AtMost, Relation::Exactly] {
                for &bound in &bounds {
                    let mut model = Model::new();
                    (0..3).for_each(|index| {
                        model.variable("x", &[index]);
                    });
                    model.linear("weights", sum.clone(), relation, bound);
                    let statement = model.constraints().at(0).statement;
                    let row = LinearRow::of(statement);
                    for bits in 0..8 {
                        let truth = [0, 1, 2].map(|place| bits >> place & 1 == 1);
                        let value: i64 = row
                            .terms
                            .iter()
                            .map(|&(times, variable)| times * i64::from(truth[variable]))
                            .sum();
                        let holds = match relation {
                            Relation::AtLeast => value >= row.constant,
                            Relation::AtMost => value <= row.constant,
                            Relation::Exactly => value == row.constant,
                        };
                        let values = Values::new(truth.to_vec());
                        assert_eq!(holds, statement.holds(&values), "{statement:?} {truth:?}");
                        let by_hand = sum.value(&values);
                        let expected = match relation {
                            Relation::AtLeast => by_hand >= bound,
                            Relation::AtMost => by_hand <= bound,
                            Relation::Exactly => by_hand == bound,
                        };
                        assert_eq!(holds, expected, "{statement:?} {truth:?} and {bound}");
                    }
                }
            }
        }
    }
}
