//! Sums of weighted atoms, and their comparison with a bound.

use std::ops::Neg;

use super::{Relation, Term};

/// Distinct atoms, each with a weight that is not 0. The caller checks that sums of the weights do
/// not overflow.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum<W, A> {
    /// The atoms, in the order of the terms.
    atoms: Vec<A>,
    /// The weight of each atom, in the same order.
    weights: Vec<W>,
}

/// A sum in relation to a bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row<W, A> {
    /// The sum that is compared with the bound.
    pub sum: Sum<W, A>,
    /// The relation of the sum to the bound.
    pub relation: Relation,
    /// The number with which the sum is compared.
    pub bound: W,
}

impl<W, A> Default for Sum<W, A> {
    fn default() -> Sum<W, A> {
        Sum { atoms: Vec::new(), weights: Vec::new() }
    }
}

impl<W, A> Sum<W, A> {
    /// Returns the sum of these terms. Their atoms must be distinct, and no weight is allowed to be
    /// 0.
    pub(crate) fn from_terms(terms: impl IntoIterator<Item = Term<W, A>>) -> Sum<W, A> {
        let (atoms, weights) =
            terms.into_iter().map(|Term { weight, atom }| (atom, weight)).unzip();
        Sum { atoms, weights }
    }

    /// Returns the atoms, in the order of the terms.
    pub fn atoms(&self) -> &[A] {
        &self.atoms
    }

    /// Returns the weights, in the order of the atoms.
    pub fn weights(&self) -> &[W] {
        &self.weights
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Returns whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }
}

impl<W: Clone, A: Copy> Sum<W, A> {
    /// Iterates over the terms: each atom with its weight, in the order of the atoms.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = Term<W, A>> + DoubleEndedIterator + Clone {
        self.atoms
            .iter()
            .zip(&self.weights)
            .map(|(&atom, weight)| Term { weight: weight.clone(), atom })
    }
}

impl<W: Clone, A: Copy> Row<W, A> {
    /// Returns the row in which each term is replaced by the terms that `of` returns for it. All
    /// returned terms together must have distinct atoms.
    pub fn expanded<B, T>(&self, of: impl FnMut(Term<W, A>) -> T) -> Row<W, B>
    where
        T: IntoIterator<Item = Term<W, B>>,
    {
        let sum = Sum::from_terms(self.sum.terms().flat_map(of));
        Row { sum, relation: self.relation, bound: self.bound.clone() }
    }
}

impl<W: Clone + Neg<Output = W>, A: Clone> Row<W, A> {
    /// Returns the row "the sum is at least `bound`".
    pub fn at_least(sum: Sum<W, A>, bound: W) -> Row<W, A> {
        Row { sum, relation: Relation::AtLeast, bound }
    }

    /// Returns the equivalent row with every sign changed, so that "at least" becomes "at most",
    /// and conversely.
    #[must_use]
    pub fn mirrored(self) -> Row<W, A> {
        let Sum { atoms, weights } = self.sum;
        let sum = Sum { atoms, weights: weights.into_iter().map(Neg::neg).collect() };
        Row { sum, relation: self.relation.mirrored(), bound: -self.bound }
    }

    /// Returns rows with the relation "at least" that together are equivalent to this row. An
    /// inequality gives one row. An equation gives two rows: first "at least" with the original
    /// signs, then the mirrored "at most".
    pub fn sides(self) -> Vec<Row<W, A>> {
        match self.relation {
            Relation::AtLeast => vec![self],
            Relation::AtMost => vec![self.mirrored()],
            Relation::Exactly => {
                let at_least = Row { relation: Relation::AtLeast, ..self };
                let at_most = Row { relation: Relation::AtLeast, ..at_least.clone().mirrored() };
                vec![at_least, at_most]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::{Literal, normal};

    /// An atom of a row with integers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Atom {
        Literal(Literal<char>),
        /// An integer from 0 to this number.
        Integer(char, i64),
    }

    /// Returns the literals that replace an integer in a term. There is one literal for each value
    /// of the integer from 1 on; it is true if the integer is at least this value.
    fn in_order(Term { weight, atom }: Term<i64, Atom>) -> Vec<Term<i64, Literal<(char, i64)>>> {
        match atom {
            Atom::Literal(Literal { variable, is_negated }) => {
                vec![Term { weight, atom: Literal { variable: (variable, 1), is_negated } }]
            }
            Atom::Integer(name, most) => {
                (1..=most).map(|value| Term { weight, atom: (name, value).into() }).collect()
            }
        }
    }

    #[test]
    fn rows_may_have_integers() {
        let (x, y) = (Literal::from('x'), Atom::Integer('y', 3));
        let terms = [Term { weight: 4, atom: y }, Term { weight: -6, atom: Atom::Literal(!x) }];
        let row = Row { sum: Sum::from_terms(terms), relation: Relation::AtMost, bound: 5 };
        for side in row.clone().sides() {
            // 6 · (not x) − 4y ≥ −5: both weights are even, so the bound becomes −2.
            let mut terms: Vec<Term<i64, Atom>> = side.sum.terms().collect();
            let divisor = normal::divide(&mut terms);
            let bound = num_integer::Integer::div_ceil(&side.bound, &divisor);
            assert_eq!((divisor, bound), (2, -2));
            let expanded = Row::at_least(Sum::from_terms(terms), bound).expanded(in_order);
            assert_eq!(expanded.sum.weights(), [-2, -2, -2, 3]);
            for (y, x) in (0..=3).flat_map(|y| [(y, 0), (y, 1)]) {
                let value = |lit: Literal<(char, i64)>| match lit.variable {
                    ('y', value) => i64::from(y >= value),
                    _ => 1 - x,
                };
                let sum: i64 = expanded.sum.terms().map(|one| one.weight * value(one.atom)).sum();
                assert_eq!(sum >= expanded.bound, 4 * y - 6 * (1 - x) <= 5, "{y} and {x}");
            }
        }
    }

    #[test]
    fn sides_are_the_row() {
        let sum =
            Sum::from_terms([(2, 'x'), (-3, 'y')].map(|(weight, atom)| Term { weight, atom }));
        for relation in [Relation::AtLeast, Relation::AtMost, Relation::Exactly] {
            for bound in -4..=3 {
                let row = Row { sum: sum.clone(), relation, bound };
                for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let value = |sum: &Sum<i64, char>| -> i64 {
                        let of = |name| if name == 'x' { x } else { y };
                        sum.terms().map(|term| term.weight * of(term.atom)).sum()
                    };
                    let holds = relation.holds(2 * x - 3 * y, bound);
                    let mirrored = row.clone().mirrored();
                    assert_eq!(
                        mirrored.relation.holds(value(&mirrored.sum), mirrored.bound),
                        holds
                    );
                    let sides = row.clone().sides();
                    assert_eq!(sides.iter().all(|side| value(&side.sum) >= side.bound), holds);
                }
            }
        }
    }
}
