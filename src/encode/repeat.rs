//! Weights by repetition: a literal that weighs w stands w times among the literals that are
//! counted.
//!
//! Every cardinality encoding of the table is written over positions, and so is right for literals
//! that repeat; what it says of propagation holds for positions, too. It is how sums with small
//! weights were encoded before there were encodings for them, and how whoever has nothing else
//! still does it (minisat+ sorts bits so; Eén and Sörensson, Translating Pseudo-Boolean Constraints
//! into SAT, 2006, count digits in place of units). Its size is that of a constraint over as many
//! literals as the weights come to, so it ends at [`MOST`] of these *places*. Encodings whose size
//! hangs on the number of digits, or of distinct sums, are another matter than this file's.
//!
//! Before its places are counted, a constraint is made smaller, in ways that leave its solutions as
//! they are. A negative weight becomes a positive one of the negation. As "at least b", which "at
//! most" is of the negations:
//!
//! - what weighs more than b weighs b (saturation);
//! - what the others cannot do without is true, and stands apart as a unit;
//! - what divides all weights is divided out, and b is rounded up.
//!
//! Each can make room for another, so they take turns. "Exactly b" has units of both kinds, and a
//! bound that its divisor does not divide is reached by nothing. An objective has no bound yet: of
//! it the divisor alone is taken out.

use num_integer::gcd;
use quarrel_encodings::pseudo_boolean::repeat::MOST;

use crate::model::{Lit, Relation, Sum, Term};

/// How often a constraint is made smaller: each turn is right by itself, and after a few there is
/// nothing left to do.
const TURNS: usize = 64;

/// What a constraint with weights says, in places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RepeatedPlaces {
    /// Literals that are true.
    pub units: Vec<Lit>,
    /// What is left to count, if anything is.
    pub count: Option<(Vec<Lit>, usize)>,
}

impl RepeatedPlaces {
    /// Returns whether a literal is counted more than once.
    pub fn repeat(&self) -> bool {
        let lits = self.count.as_ref().map_or(&[][..], |(lits, _)| lits);
        lits.windows(2).any(|two| two[0] == two[1])
    }
}

/// Why a sum has no places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unplaced {
    /// Nothing satisfies it.
    Contradiction,
    /// Its weights come to too much.
    Beyond,
}

/// A constraint on the sum of literals that weigh something.
struct RepeatedConstraint {
    terms: Vec<(u128, Lit)>,
    bound: i128,
    units: Vec<Lit>,
}

/// What a bound on a sum says, in places that stand in the same relation to a bound of their own.
pub(super) fn constraint(
    sum: &Sum,
    relation: Relation,
    bound: i64,
) -> Result<RepeatedPlaces, Unplaced> {
    let mut constraint = RepeatedConstraint::of(sum, bound);
    match relation {
        Relation::AtLeast => constraint.at_least()?,
        Relation::AtMost => {
            constraint.turn();
            constraint.at_least()?;
            constraint.turn();
        }
        Relation::Exactly => constraint.exactly()?,
    }
    constraint.places(relation)
}

/// The places of an objective whose literals cost their weights, and how much each place costs; or
/// none if they would be too many.
pub(super) fn objective(costs: &[(u64, Lit)]) -> Option<(Vec<Lit>, u64)> {
    let unit = costs.iter().fold(0, |divisor, &(cost, _)| gcd(divisor, cost)).max(1);
    let terms = costs.iter().map(|&(cost, lit)| (u128::from(cost / unit), lit));
    Some((repeated(&terms.collect::<Vec<_>>())?, unit))
}

/// Each literal as often as it weighs, unless that is too often.
fn repeated(terms: &[(u128, Lit)]) -> Option<Vec<Lit>> {
    let sum: u128 = terms.iter().map(|&(weight, _)| weight).sum();
    let is_weighted = terms.iter().any(|&(weight, _)| weight > 1);
    let places = terms.iter().flat_map(|&(weight, lit)| {
        let times = usize::try_from(weight).expect("few places, or one for each literal");
        std::iter::repeat_n(lit, times)
    });
    (!is_weighted || sum <= MOST).then(|| places.collect())
}

impl RepeatedConstraint {
    fn of(sum: &Sum, bound: i64) -> RepeatedConstraint {
        let terms = sum.terms().map(|Term { weight, lit }| {
            (u128::from(weight.unsigned_abs()), if weight > 0 { lit } else { !lit })
        });
        let terms = terms.collect();
        // What a literal takes away its negation leaves.
        let bound = i128::from(bound) - i128::from(sum.least());
        RepeatedConstraint { terms, bound, units: Vec::new() }
    }

    /// What all weigh.
    fn all(&self) -> i128 {
        self.terms.iter().map(|&(weight, _)| signed(weight)).sum()
    }

    /// The same of the negations, in the opposite relation.
    fn turn(&mut self) {
        self.bound = self.all() - self.bound;
        self.terms.iter_mut().for_each(|(_, lit)| *lit = !*lit);
    }

    /// Makes "at least" smaller.
    fn at_least(&mut self) -> Result<(), Unplaced> {
        for _ in 0..TURNS {
            let all = self.all();
            if self.bound <= 0 {
                self.terms.clear();
                self.bound = 0;
                return Ok(());
            }
            if all < self.bound {
                return Err(Unplaced::Contradiction);
            }
            let (before, bound) = (self.terms.len(), self.bound);
            self.fix(true, |weight| all - weight < bound);
            let most = self.bound.max(0).unsigned_abs();
            self.terms.iter_mut().for_each(|(weight, _)| *weight = (*weight).min(most));
            self.terms.retain(|&(weight, _)| weight > 0);
            self.divide(|bound, divisor| {
                bound.div_euclid(divisor) + i128::from(bound % divisor != 0)
            });
            if (self.terms.len(), self.bound, self.all()) == (before, bound, all) {
                break;
            }
        }
        Ok(())
    }

    /// Makes "exactly" smaller.
    fn exactly(&mut self) -> Result<(), Unplaced> {
        for _ in 0..TURNS {
            let all = self.all();
            if !(0..=all).contains(&self.bound) {
                return Err(Unplaced::Contradiction);
            }
            let (before, bound) = (self.terms.len(), self.bound);
            self.fix(false, |weight| weight > bound);
            let slack = all - bound;
            self.fix(true, |weight| weight > slack);
            let divisor = signed(self.divisor());
            if divisor > 0 && self.bound % divisor != 0 {
                return Err(Unplaced::Contradiction);
            }
            self.divide(|bound, divisor| bound / divisor);
            if (self.terms.len(), self.bound) == (before, bound) {
                break;
            }
        }
        Ok(())
    }

    /// Takes out literals of some weights as units: true ones, which count, or false ones.
    fn fix(&mut self, truth: bool, is_fixed: impl Fn(i128) -> bool) {
        for (weight, lit) in self.terms.extract_if(.., |&mut (weight, _)| is_fixed(signed(weight)))
        {
            self.units.push(if truth { lit } else { !lit });
            self.bound -= if truth { signed(weight) } else { 0 };
        }
    }

    /// What divides all weights; 0 where there are none.
    fn divisor(&self) -> u128 {
        self.terms.iter().fold(0, |divisor, &(weight, _)| gcd(divisor, weight))
    }

    /// Divides by what divides all weights.
    fn divide(&mut self, rounded: impl Fn(i128, i128) -> i128) {
        let divisor = self.divisor();
        if divisor > 1 {
            self.terms.iter_mut().for_each(|(weight, _)| *weight /= divisor);
            self.bound = rounded(self.bound, signed(divisor));
        }
    }

    fn places(self, relation: Relation) -> Result<RepeatedPlaces, Unplaced> {
        let RepeatedConstraint { terms, bound, units } = self;
        let lits = repeated(&terms).ok_or(Unplaced::Beyond)?;
        let all = i128::try_from(lits.len()).expect("fewer literals than memory");
        let (says, holds) = match relation {
            Relation::AtLeast => (bound > 0, bound <= all),
            Relation::AtMost => (bound < all, bound >= 0),
            Relation::Exactly => (true, (0..=all).contains(&bound)),
        };
        if !holds {
            return Err(Unplaced::Contradiction);
        }
        let bound = usize::try_from(bound.clamp(0, all)).expect("at most as many as there are");
        Ok(RepeatedPlaces { units, count: says.then_some((lits, bound)) })
    }
}

/// A weight with a sign; the sum of all weights has 64 bits.
fn signed(weight: u128) -> i128 {
    i128::try_from(weight).expect("weights come to 64 bits together")
}
