//! The share of consequences that unit propagation finds.
//!
//! The partial assignments are enumerated depth first. Each literal is first left unassigned, then
//! made true, then made false. Each value is propagated before the next literal is considered. The
//! consequences depend only on the weight of the true literals and on the unassigned literals.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::AddAssign;

use rustsat::types::Lit;

use super::formula::MeasuredFormula;
use super::{MeasureError, MeasuredConstraint};
use crate::at_most_one::AtMostOne;
use crate::cardinality::Cardinality;
use crate::parity::{Parity, ParityEncoding};
use crate::pseudo_boolean::PseudoBoolean;
use crate::{Error, Relation};

/// The number of consequences of partial assignments, and the number of those that unit propagation
/// finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PropagatedShare {
    /// The number of implied literals, plus one for each contradiction.
    pub implied: u64,
    /// The number of these consequences that unit propagation finds.
    pub found: u64,
}

impl PropagatedShare {
    /// Returns whether unit propagation finds all consequences.
    pub fn is_complete(&self) -> bool {
        self.found == self.implied
    }

    /// Returns the share of the consequences that are found, or 1 if nothing is implied.
    pub fn ratio(&self) -> f64 {
        if self.implied == 0 { 1.0 } else { self.found as f64 / self.implied as f64 }
    }
}

impl AddAssign for PropagatedShare {
    fn add_assign(&mut self, other: PropagatedShare) {
        self.implied += other.implied;
        self.found += other.found;
    }
}

/// For each relation, the share of consequences that unit propagation finds with a cardinality
/// encoding, over all bounds. A share is `None` if the encoding cannot express the relation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RelationShares {
    /// The share for "at most k". Bounds k for which all encodings write the same clauses do not
    /// count.
    pub at_most: Option<PropagatedShare>,
    /// The share for "at least k". Bounds k for which all encodings write the same clauses do not
    /// count.
    pub at_least: Option<PropagatedShare>,
    /// The share for "exactly k". Bounds k for which all encodings write the same clauses do not
    /// count.
    pub exactly: Option<PropagatedShare>,
}

/// The propagation strength of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Strength {
    /// Unit propagation finds all consequences.
    Complete,
    /// Unit propagation finds all consequences for bounds of this relation, but not for bounds of
    /// every relation. The second field is the share for all relations together.
    OneSide(Relation, PropagatedShare),
    /// Unit propagation finds this share of the consequences.
    Share(PropagatedShare),
}

impl Strength {
    /// Returns the strength of an at-most-one encoding over n literals.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, or n exceeds twelve.
    pub fn of_at_most_one(row: &AtMostOne, n: usize) -> Result<Strength, MeasureError> {
        Ok(MeasuredConstraint::AtMostOne(*row).share(n)?.into())
    }

    /// Returns the strength of a cardinality encoding over n literals, with all bounds.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, or n exceeds twelve.
    pub fn of_cardinality(row: &Cardinality, n: usize) -> Result<Strength, MeasureError> {
        let sides = RelationShares::measure(row, n)?;
        sides.strength().ok_or_else(|| {
            let constraint = format!("any bound over {n} literals");
            Error::NoForm { encoding: row.name, constraint }.into()
        })
    }

    /// Returns the strength of an encoding of sums over n literals that weigh 1 to `largest`. Uses
    /// all bounds of "at most" and "at least" that need the encoding: from 1 to the total weight
    /// minus one. If there is no such bound, the strength is `Complete`. Bounds of "exactly" are
    /// left out. Most encodings write them as "at most" and "at least", and propagation never finds
    /// all their consequences. A `largest` of 0 counts as 1.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express one of the bounds, or n exceeds twelve.
    pub fn of_weights(
        row: &PseudoBoolean,
        n: usize,
        largest: u8,
    ) -> Result<Strength, MeasureError> {
        let all: u128 =
            MeasuredConstraint::Weights(*row, Relation::AtMost, largest, 0).weights(n).iter().sum();
        let mut of_relation = [PropagatedShare::default(); 2];
        let relations = [Relation::AtMost, Relation::AtLeast];
        for (share, relation) in of_relation.iter_mut().zip(relations) {
            for bound in 1..all {
                *share += MeasuredConstraint::Weights(*row, relation, largest, bound).share(n)?;
            }
        }
        let [at_most, at_least] = of_relation.map(Some);
        let strength = RelationShares { at_most, at_least, exactly: None }.strength();
        Ok(strength.expect("a form for every relation"))
    }

    /// Returns the strength of a parity encoding over n literals, for even and odd parity together.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, or n exceeds twelve.
    pub fn of_parity(row: &ParityEncoding, n: usize) -> Result<Strength, MeasureError> {
        let mut share = MeasuredConstraint::Parity(*row, Parity::Even).share(n)?;
        share += MeasuredConstraint::Parity(*row, Parity::Odd).share(n)?;
        Ok(share.into())
    }
}

impl From<PropagatedShare> for Strength {
    fn from(share: PropagatedShare) -> Strength {
        if share.is_complete() { Strength::Complete } else { Strength::Share(share) }
    }
}

impl fmt::Display for Strength {
    /// Writes the strength as text. A complete encoding gives `complete`. An encoding that is
    /// complete for one relation gives `complete for` and the sign of the relation. Any other gives
    /// the share in percent with one decimal place. The share is rounded down, so `100.0 %` means
    /// all consequences.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Strength::Complete => write!(f, "complete"),
            Strength::OneSide(Relation::AtMost, _) => write!(f, "complete for ≤"),
            Strength::OneSide(Relation::AtLeast, _) => write!(f, "complete for ≥"),
            Strength::OneSide(Relation::Exactly, _) => write!(f, "complete for ="),
            // The share is rounded down, so that 100 % means all consequences.
            Strength::Share(share) => {
                let per_mille = u128::from(share.found) * 1000 / u128::from(share.implied.max(1));
                write!(f, "{}.{} %", per_mille / 10, per_mille % 10)
            }
        }
    }
}

impl RelationShares {
    /// Returns the shares of an encoding over n literals.
    ///
    /// # Errors
    ///
    /// If n exceeds twelve, or the encoding refuses a constraint for a reason other than that it
    /// cannot express the constraint.
    pub fn measure(row: &Cardinality, n: usize) -> Result<RelationShares, MeasureError> {
        Ok(RelationShares {
            at_most: share_over_bounds(row, Relation::AtMost, n)?,
            at_least: share_over_bounds(row, Relation::AtLeast, n)?,
            exactly: share_over_bounds(row, Relation::Exactly, n)?,
        })
    }

    /// Returns the strength, or `None` if the encoding can express no relation. The strength is:
    ///
    /// - `Complete` if "at most" and "at least" are complete, and "exactly", too, if the encoding
    ///   can express it.
    /// - `OneSide` if "at most" is complete and "at least" is not, or the reverse. A relation that
    ///   the encoding cannot express is not complete. The share of "exactly" does not matter here.
    /// - `OneSide`, too, if the encoding can express only "exactly", and "exactly" is complete.
    /// - `Share` in all other cases.
    pub fn strength(&self) -> Option<Strength> {
        let mut all = PropagatedShare::default();
        let relations = [self.at_most, self.at_least, self.exactly];
        relations.into_iter().flatten().for_each(|share| all += share);
        let complete =
            |share: Option<PropagatedShare>| share.is_some_and(|share| share.is_complete());
        Some(match (complete(self.at_most), complete(self.at_least)) {
            (true, true) if all.is_complete() => Strength::Complete,
            (true, false) => Strength::OneSide(Relation::AtMost, all),
            (false, true) => Strength::OneSide(Relation::AtLeast, all),
            (false, false) if relations == [None; 3] => return None,
            (false, false) if all.is_complete() => Strength::OneSide(Relation::Exactly, all),
            _ => Strength::Share(all),
        })
    }
}

/// Returns the share over all bounds of a relation, or `None` if the encoding can express no bound.
/// Skips bounds that the encoding cannot express. Also skips the bounds that every encoding writes
/// in the same way, since they would raise the share. If every encoding writes all bounds in the
/// same way, the share has no consequences, and so is complete. Fails if n exceeds [`MOST`], or if
/// the encoding refuses for a reason other than that it cannot express the constraint.
fn share_over_bounds(
    row: &Cardinality,
    relation: Relation,
    n: usize,
) -> Result<Option<PropagatedShare>, MeasureError> {
    let bounds = match relation {
        Relation::AtMost => 1..n.saturating_sub(1),
        Relation::AtLeast => 2..n,
        Relation::Exactly => 1..n,
    };
    let mut all = bounds.is_empty().then(PropagatedShare::default);
    for bound in bounds {
        match MeasuredConstraint::Cardinality(*row, relation, bound).share(n) {
            Ok(share) => *all.get_or_insert_default() += share,
            Err(MeasureError::Refused(Error::NoForm { .. })) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

/// The greatest number of literals of a constraint. All 3¹² = 531,441 partial assignments of so
/// many literals are enumerated.
const MOST: u32 = 12;

impl MeasuredConstraint {
    /// Returns the share of found consequences over all partial assignments of n literals.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, or n exceeds twelve.
    pub fn share(&self, n: usize) -> Result<PropagatedShare, MeasureError> {
        let formula = MeasuredFormula::from_constraint(self, n, MOST)?;
        Ok(share(formula, &self.weights(n), &|sum| self.allows(sum)))
    }
}

/// Returns the share of consequences that unit propagation finds, over all partial assignments of
/// the inputs. `weights` must have one weight for each input of the formula. `satisfies` returns
/// whether true literals of a total weight satisfy the constraint. If nothing is implied, both
/// numbers of the share are 0.
fn share(
    formula: MeasuredFormula,
    weights: &[u128],
    satisfies: &dyn Fn(u128) -> bool,
) -> PropagatedShare {
    let open = (1_usize << weights.len()) - 1;
    let sums = (0..=open).map(|inputs| sums(inputs, weights)).collect();
    let mut walk = Walk { formula, weights, satisfies, sums, share: PropagatedShare::default() };
    walk.visit(0, PartialAssignment { sum: 0, open });
    walk.share
}

/// Returns the total weights that the true literals of a set can have, in ascending order. Bit i of
/// `inputs` says whether literal i is in the set.
fn sums(inputs: usize, weights: &[u128]) -> Vec<u128> {
    let mut sums = BTreeSet::from([0]);
    for (input, weight) in weights.iter().enumerate() {
        if inputs >> input & 1 == 1 {
            let with: Vec<u128> = sums.iter().map(|sum| sum + weight).collect();
            sums.extend(with);
        }
    }
    sums.into_iter().collect()
}

/// A partial assignment of the constraint's literals.
#[derive(Clone, Copy)]
struct PartialAssignment {
    /// The total weight of the true literals.
    sum: u128,
    /// The set of unassigned literals: bit i says whether literal i is in it.
    open: usize,
}

impl PartialAssignment {
    /// Returns the assignment extended by a value for the literal `input`, which must be
    /// unassigned.
    fn assign(self, input: u32, value: bool, weights: &[u128]) -> PartialAssignment {
        let weight = if value { weights[input as usize] } else { 0 };
        PartialAssignment { sum: self.sum + weight, open: self.open & !(1 << input) }
    }
}

/// A walk through all partial assignments, which counts their consequences.
struct Walk<'a> {
    formula: MeasuredFormula,
    weights: &'a [u128],
    /// Returns whether true literals of a total weight satisfy the constraint.
    satisfies: &'a dyn Fn(u128) -> bool,
    /// For each set of literals of the constraint, the possible total weights of its true literals.
    /// Bit i of a set's index says whether literal i is in the set.
    sums: Vec<Vec<u128>>,
    /// The consequences that were counted so far.
    share: PropagatedShare,
}

impl Walk<'_> {
    /// Visits all partial assignments that extend `partial` to the inputs from `input` on, and
    /// counts their consequences. When the function is called, the assumptions of the formula must
    /// be those of `partial`; when it returns, they are the same. After a contradiction, no further
    /// literal is assumed.
    fn visit(&mut self, input: u32, partial: PartialAssignment) {
        if input == self.formula.inputs {
            return self.count_consequences(partial);
        }
        self.visit(input + 1, partial);
        for value in [true, false] {
            let now = partial.assign(input, value, self.weights);
            let mark = self.formula.mark();
            if self.formula.assume(Lit::new(input, !value)) {
                self.visit(input + 1, now);
            } else {
                self.count_contradiction(input + 1, now);
            }
            self.formula.backtrack(mark);
        }
    }

    /// Counts a contradiction that propagation found in `partial`, an assignment of literals before
    /// `input`. Some extensions of `partial` to the literals from `input` on allow no model of the
    /// constraint. The contradiction is a found consequence of each such extension.
    fn count_contradiction(&mut self, input: u32, partial: PartialAssignment) {
        if input < self.formula.inputs {
            self.count_contradiction(input + 1, partial);
            self.count_contradiction(input + 1, partial.assign(input, true, self.weights));
            self.count_contradiction(input + 1, partial.assign(input, false, self.weights));
        } else if !self.is_possible(partial) {
            self.share += PropagatedShare { implied: 1, found: 1 };
        }
    }

    /// Counts the consequences of a partial assignment, and those that propagation has found. If no
    /// model of the constraint extends the assignment, the contradiction is the only consequence,
    /// and propagation has not found it. Otherwise each implied unassigned literal is a
    /// consequence.
    fn count_consequences(&mut self, partial: PartialAssignment) {
        if !self.is_possible(partial) {
            self.share += PropagatedShare { implied: 1, found: 0 };
            return;
        }
        for input in (0..self.formula.inputs).filter(|input| partial.open >> input & 1 == 1) {
            let value = match [false, true]
                .map(|value| self.is_possible(partial.assign(input, value, self.weights)))
            {
                [true, true] => continue,
                [_, value] => value,
            };
            let is_found = self.formula.is_true(Lit::new(input, !value));
            self.share += PropagatedShare { implied: 1, found: is_found.into() };
        }
    }

    /// Returns whether a partial assignment can be completed to a model of the constraint.
    fn is_possible(&self, partial: PartialAssignment) -> bool {
        self.sums[partial.open].iter().any(|more| (self.satisfies)(partial.sum + more))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{for_each_row, roundabout};
    use super::*;
    use crate::{at_most_one, cardinality, parity};

    #[test]
    fn a_roundabout_encoding_finds_contradictions_only() {
        // a implies ¬b, and b implies ¬a, but propagation finds only the contradiction of both.
        let share = share(roundabout(), &[1, 1], &|sum| sum <= 1);
        assert_eq!(share, PropagatedShare { implied: 3, found: 1 });
        assert_eq!(Strength::from(share).to_string(), "33.3 %");
    }

    #[test]
    fn complete_encodings_are_called_so() {
        let pairwise = at_most_one::by_name("pairwise").expect("a row of the table");
        let of_two = MeasuredConstraint::AtMostOne(*pairwise).share(2);
        assert_eq!(of_two, Ok(PropagatedShare { implied: 3, found: 3 }));
        assert_eq!(Strength::of_at_most_one(pairwise, 7), Ok(Strength::Complete));
        let chain = parity::by_name("chain-4").expect("a row of the table");
        assert_eq!(Strength::of_parity(chain, 7), Ok(Strength::Complete));
        for row in ["totalizer", "sequential", "knuth"] {
            let row = cardinality::by_name(row).expect("a row of the table");
            assert_eq!(Strength::of_cardinality(row, 7), Ok(Strength::Complete), "{}", row.name);
        }
    }

    #[test]
    fn what_is_implied_is_what_all_completions_say() {
        for n in 0..=5 {
            for_each_row(n, &mut |constraint| {
                let Ok(share) = constraint.share(n) else { return };
                assert_eq!(share.implied, implied_by_completions(constraint, n), "{constraint:?}");
                assert!(share.found <= share.implied, "{constraint:?}");
            });
        }
    }

    fn implied_by_completions(constraint: &MeasuredConstraint, n: usize) -> u64 {
        let models: Vec<u32> =
            (0..1_u32 << n).filter(|&bits| constraint.allows_assignment(bits, n)).collect();
        let all = (1_u32 << n) - 1;
        let mut implied = 0;
        for set in 0..=all {
            for values in (0..=all).filter(|values| values & !set == 0) {
                let common = models
                    .iter()
                    .filter(|&&model| model & set == values)
                    .fold((all, all), |(ones, zeros), &model| (ones & model, zeros & !model));
                implied += u64::from(match common {
                    (ones, zeros) if ones & zeros == all && common == (all, all) => {
                        u32::from(n > 0 || models.is_empty())
                    }
                    (ones, zeros) => ((ones | zeros) & !set & all).count_ones(),
                });
            }
        }
        implied
    }

    #[test]
    fn sides_say_what_is_complete() {
        let (all, some) =
            (PropagatedShare { implied: 4, found: 4 }, PropagatedShare { implied: 4, found: 3 });
        let strength = |at_most, at_least, exactly| {
            RelationShares { at_most, at_least, exactly }
                .strength()
                .map(|strength| strength.to_string())
        };
        let said = |words: &str| Some(words.to_string());
        assert_eq!(strength(Some(all), Some(all), Some(all)), said("complete"));
        assert_eq!(strength(Some(all), Some(all), None), said("complete"));
        assert_eq!(strength(Some(all), Some(all), Some(some)), said("91.6 %"));
        assert_eq!(strength(Some(all), Some(some), Some(some)), said("complete for ≤"));
        assert_eq!(strength(Some(some), Some(all), Some(some)), said("complete for ≥"));
        assert_eq!(strength(Some(all), None, None), said("complete for ≤"));
        assert_eq!(strength(None, None, Some(all)), said("complete for ="));
        assert_eq!(strength(Some(some), Some(some), Some(all)), said("83.3 %"));
        assert_eq!(strength(None, None, None), None);
    }

    #[test]
    fn where_no_bound_is_left_to_it_an_encoding_is_complete() {
        for row in cardinality::ALL {
            assert_eq!(Strength::of_cardinality(row, 1), Ok(Strength::Complete), "{}", row.name);
        }
    }

    #[test]
    fn long_constraints_are_refused() {
        let pairwise = MeasuredConstraint::AtMostOne(at_most_one::ALL[0]);
        assert_eq!(pairwise.share(13), Err(MeasureError::TooLong { inputs: 13, most: 12 }));
    }
}
