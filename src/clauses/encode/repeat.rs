//! Weights by repetition: a literal of weight w occurs w times among the counted literals.
//!
//! Every cardinality encoding of the table works on positions, so literals may repeat. (Eén and
//! Sörensson, Translating Pseudo-Boolean Constraints into SAT, 2006, count digits instead.) The
//! occurrences are called *places*. Their number, the total weight, determines the size of the
//! encoding, and is at most [`MOST`].
//!
//! A negative weight becomes a positive weight of the negation, and "at most" becomes "at least".
//! For "at least b" three rules alternate:
//!
//! - a weight above b becomes b (saturation);
//! - a literal without which the other literals cannot reach b becomes a unit clause;
//! - the weights are divided by a common divisor, and b is rounded up.
//!
//! A constraint "exactly b" can make literals true or false, and is a contradiction if the divisor
//! does not divide b. The weights of an objective are only divided.

use num_integer::gcd;
use quarrel_encodings::pseudo_boolean::repeat::MOST;

use crate::model::{Lit, Relation, Row, Sum};

/// The most rounds of simplification; any number gives a correct result.
const TURNS: usize = 64;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RepeatedPlaces {
    pub units: Vec<Lit>,
    pub count: Option<(Vec<Lit>, usize)>,
}

impl RepeatedPlaces {
    pub fn repeat(&self) -> bool {
        let lits = self.count.as_ref().map_or(&[][..], |(lits, _)| lits);
        lits.windows(2).any(|two| two[0] == two[1])
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unplaced {
    Contradiction,
    Beyond,
}

struct RepeatedConstraint {
    terms: Vec<(u128, Lit)>,
    bound: i128,
    units: Vec<Lit>,
}

/// Simplifies a constraint and repeats its literals by weight. The relation stays the same.
pub(super) fn constraint(row: &Row) -> Result<RepeatedPlaces, Unplaced> {
    let mut constraint = RepeatedConstraint::of(&row.sum, row.bound);
    match row.relation {
        Relation::AtLeast => constraint.at_least()?,
        Relation::AtMost => {
            constraint.turn();
            constraint.at_least()?;
            constraint.turn();
        }
        Relation::Exactly => constraint.exactly()?,
    }
    constraint.places(row.relation)
}

pub(super) fn objective(costs: &[(u64, Lit)]) -> Option<(Vec<Lit>, u64)> {
    let unit = costs.iter().fold(0, |divisor, &(cost, _)| gcd(divisor, cost)).max(1);
    let terms = costs.iter().map(|&(cost, lit)| (u128::from(cost / unit), lit));
    Some((repeated(&terms.collect::<Vec<_>>())?, unit))
}

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
        let terms =
            sum.terms().map(|term| (u128::from(term.weight.unsigned_abs()), term.positive().atom));
        let terms = terms.collect();
        let bound = i128::from(bound) - i128::from(sum.least());
        RepeatedConstraint { terms, bound, units: Vec::new() }
    }

    fn all(&self) -> i128 {
        self.terms.iter().map(|&(weight, _)| signed(weight)).sum()
    }

    fn turn(&mut self) {
        self.bound = self.all() - self.bound;
        self.terms.iter_mut().for_each(|(_, lit)| *lit = !*lit);
    }

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

    fn fix(&mut self, truth: bool, is_fixed: impl Fn(i128) -> bool) {
        for (weight, lit) in self.terms.extract_if(.., |&mut (weight, _)| is_fixed(signed(weight)))
        {
            self.units.push(if truth { lit } else { !lit });
            self.bound -= if truth { signed(weight) } else { 0 };
        }
    }

    fn divisor(&self) -> u128 {
        self.terms.iter().fold(0, |divisor, &(weight, _)| gcd(divisor, weight))
    }

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

fn signed(weight: u128) -> i128 {
    i128::try_from(weight).expect("the sum of weights has 64 bits")
}
