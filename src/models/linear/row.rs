//! Sums of weighted atoms, and their comparison with a bound.

use std::ops::Neg;

use super::{Relation, Term};

/// Weighted atoms: distinct ones, each with a weight that is not 0. Whoever makes a sum checks that
/// its numbers fit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum<W, A> {
    atoms: Vec<A>,
    weights: Vec<W>,
}

/// A sum in relation to a bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row<W, A> {
    /// The sum.
    pub sum: Sum<W, A>,
    /// The relation of the sum to the bound.
    pub relation: Relation,
    /// The bound.
    pub bound: W,
}

impl<W, A> Default for Sum<W, A> {
    fn default() -> Sum<W, A> {
        Sum { atoms: Vec::new(), weights: Vec::new() }
    }
}

impl<W, A> Sum<W, A> {
    /// Returns the sum of these terms, which must be over distinct atoms and not 0.
    pub(crate) fn of(terms: impl IntoIterator<Item = Term<W, A>>) -> Sum<W, A> {
        let (atoms, weights) =
            terms.into_iter().map(|Term { weight, atom }| (atom, weight)).unzip();
        Sum { atoms, weights }
    }

    /// Returns the atoms.
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
    /// Iterates over the terms.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = Term<W, A>> + DoubleEndedIterator + Clone {
        let terms = self.atoms.iter().zip(&self.weights);
        terms.map(|(&atom, weight)| Term { weight: weight.clone(), atom })
    }
}

impl<W: Clone + Neg<Output = W>, A: Clone> Row<W, A> {
    /// Returns "the sum is at least `bound`".
    pub fn at_least(sum: Sum<W, A>, bound: W) -> Row<W, A> {
        Row { sum, relation: Relation::AtLeast, bound }
    }

    /// Returns the equivalent row with every sign changed.
    #[must_use]
    pub fn mirrored(self) -> Row<W, A> {
        let Sum { atoms, weights } = self.sum;
        let sum = Sum { atoms, weights: weights.into_iter().map(Neg::neg).collect() };
        Row { sum, relation: self.relation.mirrored(), bound: -self.bound }
    }

    /// Returns the rows "at least" that together are equivalent to the row: two for an equation.
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
