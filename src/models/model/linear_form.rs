//! The linear form of a model: sums of variables with integer coefficients, in relation to a bound.
//!
//! OPB, LP, MPS, relaxations and proofs use rows in this form. A negated literal is 1 − x, so it
//! changes the bound. A parity becomes Σ literals − 2y = 0 or 1 with an integer y. Publications
//! about the puzzles state parities in this way. The least of several counts becomes an integer
//! that is at most each count. These **integers** are not variables of the model: a format writes
//! them in binary, as ordered variables, or as integers.
//!
//! Sums fit into 64 bits: a model refuses weights if their sum could need more bits ([`Sum`]).

use super::{Lit, Model, Objective, Parity, Relation, Statement, Total, WeightedSum};
use crate::linear::{Row, Sum, Term};

/// A column of a row in linear form: a variable or an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// A variable of the model, numbered from 0.
    Variable(usize),
    /// An integer from 0 to this number. The integer is in one row only.
    Integer(u64),
}

impl Column {
    /// Returns the number of bits of an integer; 0 for a variable.
    pub fn bits(self) -> usize {
        match self {
            Column::Variable(_) => 0,
            Column::Integer(most) => (u64::BITS - most.leading_zeros()) as usize,
        }
    }
}

/// A sum of distinct variables, numbered from 0, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AffineSum {
    /// The sum of weighted variables.
    pub sum: Sum<i64, usize>,
    /// The constant that is added to the sum.
    pub constant: i64,
}

impl AffineSum {
    /// Returns a sum of literals as a sum of variables, in the same order. The literals must be
    /// over distinct variables, and no weight is allowed to be 0; neither is checked. A negated
    /// literal adds its weight to the constant, and its variable gets the opposite weight. The
    /// weights must be such that no value exceeds 64 bits.
    pub fn from_terms(terms: impl IntoIterator<Item = Term<i64, Lit>>) -> AffineSum {
        let mut constant = 0;
        let sum = Sum::from_terms(terms.into_iter().map(|Term { weight, atom }| {
            constant += if atom.is_negated() { weight } else { 0 };
            let weight = if atom.is_negated() { -weight } else { weight };
            Term { weight, atom: atom.variable() }
        }));
        AffineSum { sum, constant }
    }

    /// Returns the number of true literals of a list as a sum of variables. The literals must be
    /// over distinct variables.
    pub fn from_literals(lits: &[Lit]) -> AffineSum {
        AffineSum::from_terms(lits.iter().map(|&atom| Term { weight: 1, atom }))
    }
}

impl Model {
    /// Returns the row of each constraint in linear form, with the index of the constraint's group.
    /// The rows are in the order of the constraints. A constraint without literals has a row only
    /// if it is a contradiction.
    pub fn rows(&self) -> impl Iterator<Item = (usize, Row<i64, Column>)> {
        self.constraints().iter().filter_map(|one| Some((one.group(), one.statement.row()?)))
    }
}

impl Statement<'_> {
    /// Returns the row equivalent to the statement: a relation between a sum of variables, numbered
    /// from 0, and a bound. The constants of negated literals are subtracted from the bound. A
    /// parity of n literals becomes an equation whose last column is the integer y with the weight
    /// −2. The least value of y is 0. Its greatest value, rounded down, is n/2 for an even parity
    /// and (n − 1)/2 for an odd one. Returns `None` if the statement has no literals and holds. A
    /// contradiction without literals has a row.
    pub fn row(self) -> Option<Row<i64, Column>> {
        let AffineSum { sum, constant } = AffineSum::from_terms(self.terms());
        let odd = matches!(self, Statement::Parity(_, Parity::Odd));
        let (relation, bound) = self.comparison().unwrap_or((Relation::Exactly, odd.into()));
        if sum.is_empty() && relation.holds(0, bound) {
            return None;
        }
        let pairs = matches!(self, Statement::Parity(..)).then(|| {
            let most = self.lits().len().saturating_sub(odd.into()) / 2;
            Term { weight: -2, atom: Column::Integer(most as u64) }
        });
        let variables =
            sum.terms().map(|Term { weight, atom }| Term { weight, atom: Column::Variable(atom) });
        Some(Row {
            sum: Sum::from_terms(variables.chain(pairs)),
            relation,
            bound: bound - constant,
        })
    }
}

impl Row<i64, Column> {
    /// Returns the number of bits of all integers of the row.
    pub fn bits(&self) -> usize {
        self.sum.atoms().iter().map(|column| column.bits()).sum()
    }

    /// Returns the row with its integers in binary. The bits are new variables, the lowest bit
    /// first. They are numbered from `next` on, and `next` is increased by their number. An integer
    /// that can only be 0 has no bits and is left out. The bits can represent numbers above the
    /// greatest value of the integer; no constraint excludes these.
    pub fn to_binary(&self, next: &mut usize) -> Row<i64, usize> {
        self.expanded(|Term { weight, atom }| {
            let (first, bits) = match atom {
                Column::Variable(variable) => (variable, 1),
                Column::Integer(_) => (*next, atom.bits()),
            };
            *next += atom.bits();
            (0..bits).map(move |bit| Term { weight: weight << bit, atom: first + bit })
        })
    }
}

/// An objective in linear form: one sum, or the least of several.
#[derive(Clone, Debug)]
pub enum LinearObjective {
    /// The value of the objective is this sum.
    Sum(AffineSum),
    /// The value of the objective is the least of these sums.
    Least(Vec<AffineSum>),
}

impl LinearObjective {
    /// Returns the linear form of an objective, with its constant. A count or a weighted sum gives
    /// one sum. The least of several counts gives one sum for each count. The form does not contain
    /// whether the sum is minimised or maximised.
    pub fn from_objective(objective: &Objective) -> LinearObjective {
        match objective {
            Objective::Total(_, total) => LinearObjective::Sum(affine(total)),
            Objective::MaximiseLeast(least) => LinearObjective::Least(
                least.counts.iter().map(|count| AffineSum::from_literals(&count.lits)).collect(),
            ),
        }
    }
}

/// Returns a total as a sum of variables. The constant of this sum is the constant of the total
/// plus the weight of each negated literal.
fn affine(total: &Total) -> AffineSum {
    let (mut sum, constant) = match total {
        Total::Count(one) => (AffineSum::from_literals(&one.count.lits), one.constant),
        Total::Weighted(WeightedSum { sum, constant }) => {
            (AffineSum::from_terms(sum.terms()), *constant)
        }
    };
    sum.constant += constant;
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Values;

    #[test]
    fn negations_move_into_the_constant() {
        let lits = [1, -2, -3].map(Lit::from_dimacs);
        let found = Statement::Clause(&lits).row().expect("a clause");
        assert_eq!(found.sum.atoms(), [0, 1, 2].map(Column::Variable));
        assert_eq!(found.sum.weights(), [1, -1, -1]);
        assert_eq!((found.relation, found.bound), (Relation::AtLeast, -1));
        let found = Statement::Parity(&lits, Parity::Odd).row().expect("a parity");
        assert_eq!((found.bound, found.sum.atoms().last()), (-1, Some(&Column::Integer(1))));
        let mut next = 7;
        let found = found.to_binary(&mut next);
        assert_eq!((found.sum.atoms(), next), (&[0, 1, 2, 7][..], 8));
        assert_eq!(found.sum.weights(), [1, -1, -1, -2]);
    }

    #[test]
    fn what_holds_without_literals_is_left_out() {
        let mut model = Model::new();
        model.at_most_one("left out", []);
        model.parity("left out", [], Parity::Even);
        model.clause("kept", []);
        model.parity("kept", [], Parity::Odd);
        let groups: Vec<&str> = model.rows().map(|(group, _)| &*model.groups()[group]).collect();
        assert_eq!(groups, ["kept"; 2]);
    }

    #[test]
    fn weights_are_coefficients() {
        let large = i64::MAX / 3;
        for (weights, bounds) in [
            ([3, -2, 5], vec![-3, 0, 1, 3, 8, i64::MAX, i64::MIN]),
            ([large, -large, large / 2], vec![-large, 0, large, i64::MAX, i64::MIN]),
        ] {
            let terms = weights
                .into_iter()
                .zip([1, -2, -3].map(Lit::from_dimacs))
                .map(|(weight, atom)| Term { weight, atom });
            let sum = Sum::new(terms).expect("within 64 bits");
            for relation in [Relation::AtLeast, Relation::AtMost, Relation::Exactly] {
                for &bound in &bounds {
                    let mut model = Model::new();
                    (0..3).for_each(|index| {
                        model.variable("x", &[index]);
                    });
                    model.linear("weights", sum.clone(), relation, bound);
                    let statement = model.constraints().constraint(0).statement;
                    let row = statement.row().expect("it has literals");
                    for bits in 0..8 {
                        let truth = [0, 1, 2].map(|place| bits >> place & 1 == 1);
                        let value = |column: Column| match column {
                            Column::Variable(variable) => i64::from(truth[variable]),
                            Column::Integer(_) => panic!("only parities have integers"),
                        };
                        let terms = row.sum.terms();
                        let value: i64 = terms.map(|term| term.weight * value(term.atom)).sum();
                        let holds = match relation {
                            Relation::AtLeast => value >= row.bound,
                            Relation::AtMost => value <= row.bound,
                            Relation::Exactly => value == row.bound,
                        };
                        let values = Values::new(truth.to_vec());
                        assert_eq!(
                            holds,
                            statement.is_satisfied_by(&values),
                            "{statement:?} {truth:?}"
                        );
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
