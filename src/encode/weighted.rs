//! Sums whose weights are too many to be repeated: which encoding writes them.
//!
//! An encoding that propagates completely is chosen as long as it is small: of the generalized
//! totalizer and the decision diagram the one with fewer clauses, up to [`SMALL`]. Rows whose sums
//! are many have neither; sorters of digits are next, up to [`LARGE`], and then binary addition,
//! which is small whatever the weights are and propagates least. Sizes are those that the table
//! foretells, so nothing is written to find out.

use quarrel_encodings::Refusal;
use quarrel_encodings::pseudo_boolean::{
    Forecast, Group, PseudoBoolean, Term, adder, bdd, binary_merge, generalized_totalizer,
};

use super::to_rustsat;
use crate::model::{Relation, Sum};

/// Up to so many clauses an encoding that propagates completely is small.
const SMALL: usize = 200_000;

/// Up to so many clauses sorters of digits are preferred to binary addition.
const LARGE: usize = 1_000_000;

/// A bound on a sum of positive weights.
pub(super) struct Weighed {
    pub terms: Vec<Term>,
    pub bound: u128,
}

impl Weighed {
    /// That of a sum; none if its bound is below every value.
    pub fn of(sum: &Sum, bound: i64) -> Option<Weighed> {
        let positive = |term: crate::model::Term| {
            let lit = to_rustsat(if term.weight > 0 { term.lit } else { !term.lit });
            Term::new(term.weight.unsigned_abs(), lit)
        };
        // What a literal takes away its negation leaves.
        let bound = i128::from(bound) - i128::from(sum.least());
        let bound = u128::try_from(bound).ok()?;
        Some(Weighed { terms: sum.terms().map(positive).collect(), bound })
    }

    /// The row that writes it.
    ///
    /// # Errors
    ///
    /// If the weights come to more than any row takes.
    pub fn row(&self, relation: Relation) -> Result<&'static PseudoBoolean, Refusal> {
        let groups = Group::each(&self.terms);
        let clauses = |row: &PseudoBoolean, most: usize| -> Result<Option<usize>, Refusal> {
            Ok(match row.forecast(&groups, relation, self.bound, most)? {
                Forecast::Exactly(size) => Some(size.clauses),
                Forecast::MoreThan(_) => None,
            })
        };
        let totalizer = clauses(&generalized_totalizer::ROW, SMALL)?;
        if clauses(&bdd::ROW, totalizer.map_or(SMALL, |most| most.saturating_sub(1)))?.is_some() {
            return Ok(&bdd::ROW);
        }
        if totalizer.is_some() {
            return Ok(&generalized_totalizer::ROW);
        }
        let is_large = clauses(&binary_merge::ROW, LARGE)?.is_none();
        Ok(if is_large { &adder::ROW } else { &binary_merge::ROW })
    }
}
