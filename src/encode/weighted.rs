//! Sums whose weights are too many to be repeated: which encoding writes them.
//!
//! An encoding that propagates completely is chosen as long as it is small: of the generalized
//! totalizer and the decision diagram the one with fewer clauses, up to [`SMALL`]. Rows whose sums
//! are many have neither; sorters of digits are next, up to [`LARGE`], and then binary addition,
//! which is small whatever the weights are and propagates least. Sizes are those that the table
//! foretells, so nothing is written to find out.

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
    pub fn row(&self, relation: Relation) -> &'static PseudoBoolean {
        let groups = Group::each(&self.terms);
        // A row that has no form for so many sums is not small.
        let clauses = |row: &PseudoBoolean, most: usize| match row
            .forecast(&groups, relation, self.bound, most)
        {
            Ok(Forecast::Exactly(size)) => Some(size.clauses),
            Ok(Forecast::MoreThan(_)) | Err(_) => None,
        };
        let totalizer = clauses(&generalized_totalizer::ROW, SMALL);
        if clauses(&bdd::ROW, totalizer.map_or(SMALL, |most| most.saturating_sub(1))).is_some() {
            return &bdd::ROW;
        }
        if totalizer.is_some() {
            return &generalized_totalizer::ROW;
        }
        let is_large = clauses(&binary_merge::ROW, LARGE).is_none();
        if is_large { &adder::ROW } else { &binary_merge::ROW }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Encodings, Tally, encode};
    use crate::model::{Model, Term};
    use crate::stop::Stop;

    /// A sum of so many literals whose weights are drawn from 1 to the largest.
    fn sum(model: &mut Model, number: usize, largest: i64) -> Sum {
        let mut random = fastrand::Rng::with_seed(38);
        let mut term = |index: usize| Term {
            weight: random.i64(1..=largest),
            lit: model.variable("x", &[index]),
        };
        Sum::new((0..number).map(&mut term)).expect("weights that fit")
    }

    /// Whatever a sum has of terms and weights, some row writes it, and large ones are not written
    /// by rows that are large for them.
    #[test]
    fn sums_of_all_sizes_have_a_row() {
        for (number, largest, expected) in [
            (20, 60, &["generalized-totalizer", "bdd"][..]),
            (300, 1_000_000, &["binary-merge", "adder"]),
            (2_000, 1 << 40, &["adder"]),
        ] {
            let mut model = Model::new();
            let sum = sum(&mut model, number, largest);
            let bound = sum.largest() / 2;
            for relation in [Relation::AtMost, Relation::AtLeast, Relation::Exactly] {
                let weighed = Weighed::of(&sum, bound).expect("a bound that values have");
                let row = weighed.row(relation);
                assert!(expected.contains(&row.name), "{number} to {largest}: {}", row.name);
            }
            model.linear("heavy", sum, Relation::AtMost, bound);
            let written =
                encode(&model, &Encodings::default(), &mut Tally::default(), &Stop::never());
            written.expect("a row for it");
        }
    }
}
