//! Properties of an encoding, measured on small constraints.
//!
//! [`Size`] is counted while the clauses are written. No clause is kept, so any number n of
//! literals is possible. For a large n, [`MeasuredConstraint::forecast`] extrapolates the size.
//!
//! [`PropagatedShare`] and [`Strength`] enumerate all 3ⁿ partial assignments of the literals. If a
//! partial assignment can be completed to a model of the constraint, its consequences are the
//! implied literals. Otherwise its only consequence is a contradiction. If unit propagation finds
//! all consequences, the encoding propagates completely (or: maintains arc consistency).
//!
//! [`Multiplicity`] counts the models of the clauses for each model of the constraint. If the
//! literals determine the auxiliary variables, there is one such model. If the clauses state only
//! one implication between an auxiliary variable and its meaning, there can be many. This number
//! matters for model counters and for solvers that enumerate models.
//!
//! These measurements assume that the clauses are correct.

use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use crate::at_most_one::AtMostOne;
use crate::cardinality::Cardinality;
use crate::parity::{Parity, ParityEncoding};
use crate::pseudo_boolean::{PseudoBoolean, Term};
use crate::{Collect, Error, Relation, Size, Tally};

mod forecast;
mod formula;
mod models;
mod peer;
mod strength;

pub use models::Multiplicity;
pub use peer::{PysatRecord, pysat};
pub use strength::{PropagatedShare, RelationShares, Strength};

/// A constraint and its encoding, for any number of literals.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum MeasuredConstraint {
    /// At most one literal is true.
    AtMostOne(AtMostOne),
    /// The number of true literals is at most, at least or exactly the bound.
    Cardinality(Cardinality, Relation, usize),
    /// The number of true literals has this parity. The encoding `counter` uses the default
    /// cardinality encoding.
    Parity(ParityEncoding, Parity),
    /// The total weight of the true literals is at most, at least or exactly the last field. The
    /// weights of the literals are 1, 2, and so on up to the third field, repeated.
    Weights(PseudoBoolean, Relation, u8, u128),
}

/// The reason why a property of an encoding was not measured.
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
pub enum MeasureError {
    /// The encoding did not write the constraint.
    #[error(transparent)]
    Refused(#[from] Error),
    /// The constraint has too many literals to enumerate.
    #[error("{inputs} literals are too many: at most {most} can be measured")]
    TooLong {
        /// The number of literals of the constraint.
        inputs: usize,
        /// The greatest number of literals that can be measured.
        most: usize,
    },
    /// The number of models exceeds 128 bits, or counting them takes more than 2¹⁸ case
    /// distinctions.
    #[error("the models of the clauses are too many to be counted")]
    TooIntricate,
}

impl MeasuredConstraint {
    /// Returns the name of the encoding in its table.
    pub fn encoding(&self) -> &'static str {
        match self {
            MeasuredConstraint::AtMostOne(row) => row.name,
            MeasuredConstraint::Cardinality(row, ..) => row.name,
            MeasuredConstraint::Parity(row, _) => row.name,
            MeasuredConstraint::Weights(row, ..) => row.name,
        }
    }

    /// Returns the constraint over n literals in words, such as `at most 3 of 8`.
    pub fn words(&self, n: usize) -> String {
        match self {
            MeasuredConstraint::AtMostOne(_) => format!("at most 1 of {n}"),
            MeasuredConstraint::Cardinality(_, relation, bound) => {
                format!("{} {bound} of {n}", relation.words())
            }
            MeasuredConstraint::Parity(_, parity) => format!("{} of {n}", parity.word()),
            MeasuredConstraint::Weights(_, relation, largest, bound) => {
                format!("{} {bound} of {n} weighing 1 to {largest}", relation.words())
            }
        }
    }

    /// Returns whether true literals with this total weight satisfy the constraint. In constraints
    /// other than `Weights`, each literal weighs 1.
    pub fn allows(&self, sum: u128) -> bool {
        match *self {
            MeasuredConstraint::AtMostOne(_) => sum <= 1,
            MeasuredConstraint::Cardinality(_, relation, bound) => {
                relation.holds(sum, bound as u128)
            }
            MeasuredConstraint::Weights(_, relation, _, bound) => relation.holds(sum, bound),
            MeasuredConstraint::Parity(_, parity) => (sum % 2 == 1) == (parity == Parity::Odd),
        }
    }

    /// Returns whether an assignment of n literals, at most 32, satisfies the constraint. Bit i of
    /// `bits` is the value of literal i.
    fn allows_assignment(&self, bits: u32, n: usize) -> bool {
        let weights = self.weights(n);
        let chosen =
            (0..n).filter(|input| bits >> input & 1 == 1).map(|input| weights[input]).sum();
        self.allows(chosen)
    }

    /// Returns the weights of the n literals. In constraints other than `Weights`, all weights are
    /// 1.
    pub fn weights(&self, n: usize) -> Vec<u128> {
        let largest = match *self {
            MeasuredConstraint::Weights(_, _, largest, _) => largest.max(1),
            _ => 1,
        };
        (1..=u128::from(largest)).cycle().take(n).collect()
    }

    /// Writes the constraint over literals. The i-th literal has the i-th of the
    /// [`weights`](MeasuredConstraint::weights). `variables` must not return a variable of the
    /// literals.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, if the collector refuses a clause, or if no
    /// fresh variable is left. The clauses that were written earlier remain.
    pub fn encode(
        &self,
        lits: &[Lit],
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Error> {
        match self {
            MeasuredConstraint::AtMostOne(row) => row.encode(lits, clauses, variables),
            MeasuredConstraint::Cardinality(row, relation, bound) => {
                row.encode(lits, *relation, *bound, clauses, variables)
            }
            MeasuredConstraint::Parity(row, parity) => {
                row.encode(lits, *parity, clauses, variables)
            }
            MeasuredConstraint::Weights(row, relation, _, bound) => {
                row.encode(&self.terms(lits), *relation, *bound, clauses, variables)
            }
        }
    }

    /// Returns the literals with their weights.
    fn terms(&self, lits: &[Lit]) -> Vec<Term> {
        self.weights(lits.len())
            .into_iter()
            .zip(lits)
            .map(|(weight, &lit)| Term::new(weight, lit))
            .collect()
    }

    /// Returns the size of the constraint over n literals. Writes the whole constraint to count its
    /// clauses.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, or n exceeds the possible number of
    /// variables.
    pub fn size(&self, n: usize) -> Result<Size, MeasureError> {
        let mut tally = Tally::default();
        let variables = self.write(n, &mut tally)?;
        let Tally { clauses, literals } = tally;
        Ok(Size { variables, clauses, literals })
    }

    /// Writes the constraint over the first n variables. Returns the number of auxiliary variables.
    /// Fails if n exceeds the possible number of variables, or if the encoding or the collector
    /// refuses.
    fn write(&self, n: usize, clauses: &mut dyn Collect) -> Result<usize, MeasureError> {
        let lits = first_lits(n)?;
        let mut variables = BasicVarManager::default();
        if let Some(last) = lits.last() {
            variables.mark_used(last.var());
        }
        let before = variables.n_used();
        self.encode(&lits, clauses, &mut variables)?;
        Ok((variables.n_used() - before) as usize)
    }
}

/// Returns the positive literals of the first n variables. Fails if n exceeds the possible number
/// of variables.
fn first_lits(n: usize) -> Result<Vec<Lit>, MeasureError> {
    let most = Var::MAX_IDX as usize;
    let end = u32::try_from(n)
        .ok()
        .filter(|_| n <= most)
        .ok_or(MeasureError::TooLong { inputs: n, most })?;
    Ok((0..end).map(Lit::positive).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rustsat::lit;

    use super::formula::MeasuredFormula;
    use super::*;
    use crate::{Clauses, at_most_one, cardinality, parity, pseudo_boolean};

    /// Returns clauses for at most one of a and b: a implies p, and b implies q. Two more clauses,
    /// with an unrelated variable r, state that p and q cannot both be true. Propagation does not
    /// find this.
    pub(super) fn roundabout() -> MeasuredFormula {
        let (a, b, p, q, r) = (lit![0], lit![1], lit![2], lit![3], lit![4]);
        let clauses = [vec![!a, p], vec![!b, q], vec![!p, !q, r], vec![!p, !q, !r]];
        MeasuredFormula::from_clauses(2, 5, clauses.iter().map(Vec::as_slice))
    }

    pub(super) fn for_each_row(n: usize, test: &mut dyn FnMut(&MeasuredConstraint)) {
        for &row in at_most_one::ALL {
            test(&MeasuredConstraint::AtMostOne(row));
        }
        for &row in cardinality::ALL {
            for relation in [Relation::AtMost, Relation::AtLeast, Relation::Exactly] {
                (0..=n + 1)
                    .for_each(|bound| test(&MeasuredConstraint::Cardinality(row, relation, bound)));
            }
        }
        for &row in pseudo_boolean::ALL {
            for relation in [Relation::AtMost, Relation::AtLeast, Relation::Exactly] {
                (0..=2 * n as u128 + 1)
                    .step_by(n.max(3) / 3)
                    .for_each(|bound| test(&MeasuredConstraint::Weights(row, relation, 3, bound)));
            }
        }
        for &row in parity::ALL {
            for parity in [Parity::Even, Parity::Odd] {
                test(&MeasuredConstraint::Parity(row, parity));
            }
        }
    }

    #[test]
    fn sizes_are_those_of_the_publications() {
        let size = |variables, clauses, literals| Ok(Size { variables, clauses, literals });
        let pairwise =
            MeasuredConstraint::AtMostOne(*at_most_one::by_name("pairwise").expect("a row"));
        assert_eq!(pairwise.size(100), size(0, 4950, 9900));
        let knuth = *cardinality::by_name("knuth").expect("a row");
        let (n, k) = (20, 5);
        let knuth = MeasuredConstraint::Cardinality(knuth, Relation::AtMost, k);
        let of_knuth = knuth.size(n).expect("it has a form");
        assert_eq!(of_knuth.variables, (n - k) * k);
        assert_eq!(of_knuth.clauses, 2 * n * k + n - 2 * k * k - 2 * k);
    }

    #[test]
    fn every_variable_that_is_taken_occurs() {
        for n in 0..=8 {
            for_each_row(n, &mut |constraint| {
                let mut clauses = Clauses::new();
                let Ok(taken) = constraint.write(n, &mut clauses) else { return };
                let occurring: HashSet<usize> =
                    clauses.iter().flatten().map(|lit| lit.vidx()).filter(|&v| v >= n).collect();
                assert_eq!(occurring.len(), taken, "{constraint:?} over {n}");
            });
        }
    }
}
